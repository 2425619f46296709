"""A game as a .vtt file for virtualtabletop.io: a zip of one JSON file of widgets and its pictures.

The room is 1600 by 1000 of its own units.  A picture is called by its CRC-32, as a signed number,
and its length, which is how that server stores it.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from engine.geometry.hexgrid import SQRT3, Orientation, corners
from engine.geometry.plane import Box, Point, number
from generator import files
from generator.tabletops.stock import Aside, Bag, Copy, Lookalikes, Stock, arrange

#: The version of the format, the lowest with such grids; the room, and the margin at its edge.
VERSION = 10
WIDTH, HEIGHT, MARGIN = 1600.0, 1000.0, 20.0
#: The height of the line under a bag.
LINE = 18.0
#: Layers from below: boards under bags under pieces.
_BOARD, _HOLDER = -5, -3

Widget = dict[str, Any]


def write(stock: Stock, pictures: Mapping[str, bytes]) -> bytes:
    """Return the archive; ``pictures`` are all of the game's, by name."""
    addresses = {name: asset(data) for name, data in pictures.items()}
    text = json.dumps(_Room(stock, addresses).state(), indent=1, ensure_ascii=False) + "\n"
    assets = {addresses[name][1:]: data for name, data in sorted(pictures.items())}
    return files.zipped({"0.json": text.encode(), **assets}, stored=[*assets])


def asset(data: bytes) -> str:
    """Return the address of a picture: its CRC-32 as a signed number, and its length."""
    crc = zlib.crc32(data)
    return f"/assets/{crc - 2**32 if crc >= 2**31 else crc}_{len(data)}"


def _rounded(value: float) -> float:
    return float(number(value, 2))


class _Room:
    """The widgets of a table, and how its millimetres become the room's units."""

    def __init__(self, stock: Stock, addresses: Mapping[str, str]) -> None:
        self.stock = stock
        self.addresses = addresses
        self.ground, self.spots, self.box = arrange(stock)
        across, down = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN - LINE
        self.scale = min(across / self.box.width, down / self.box.height)

    def state(self) -> dict[str, Any]:
        """Return the JSON file's table: what the game is, and every widget by its id."""
        game = self.stock.game
        info = {
            "name": game.title,
            "image": self.addresses[next(iter(self.addresses))],
            **dict.fromkeys(("rules", "bgg", "year", "mode", "time"), ""),
            "attribution": game.credit,
            "players": str(len(game.player_names)),
            **dict.fromkeys(("language", "variant", "link"), ""),
        }
        widgets = {widget["id"]: widget for widget in self._widgets()}
        return {"_meta": {"version": VERSION, "info": info}, **widgets}

    def _widgets(self) -> Iterator[Widget]:
        if (board := self.stock.board) is not None:
            width, height = board.box.width, board.box.height
            yield {
                "id": "board",
                **self._corner(Point(0, 0), width, height),
                **self._size(width, height),
                "layer": _BOARD,
                "movable": False,
                "clickable": False,
                "image": self.addresses["board.png"],
                "css": {"background-size": "100% 100%", "border-radius": "0"},
            }
        for k, part in enumerate(dict.fromkeys(kind.part.name for kind in self.stock.kinds)):
            yield self._deck(part, k)
        for z, lying in enumerate(self.stock.lying, 1):
            card = self._card(lying.token, lying.at, lying.turn, back=lying.back)
            yield card | {"z": z}
        for spot in self.spots:
            if isinstance(spot.thing, Copy):
                yield self._card(spot.thing, spot.at, 0.0)
            else:
                yield from self._bag(spot, spot.thing)

    def _length(self, value: float) -> float:
        return _rounded(value * self.scale)

    def _size(self, width: float, height: float) -> dict[str, float]:
        return {"width": self._length(width), "height": self._length(height)}

    def _corner(self, at: Point, width: float, height: float) -> dict[str, float]:
        """Return the top left corner of what is centred on ``at``."""
        x = MARGIN + (at.x - width / 2 - self.box.left) * self.scale
        y = MARGIN + (at.y - height / 2 - self.box.top) * self.scale
        return {"x": _rounded(x), "y": _rounded(y)}

    def _deck(self, part: str, place: int) -> Widget:
        """Return what a component's cards look like; the deck itself lies beside the room."""
        kinds = [kind for kind in self.stock.kinds if kind.part.name == part]
        size = self._size(*kinds[0].extent)
        ends = {"front": ".png", "back": "-back.png"}
        sides = list(ends)[: 1 + kinds[0].part.double_sided]
        shows: Widget = {
            "type": "image",
            "x": 0,
            "y": 0,
            **size,
            "color": "transparent",
            "css": {"background-size": "100% 100%"},
        }
        faces = [{"objects": [{**shows, "dynamicProperties": {"value": side}}]} for side in sides]
        return {
            "id": f"deck-{part}",
            "type": "deck",
            "x": -200,
            "y": 100 * place,
            "cardDefaults": {**size, "css": _cut(kinds[0]), "grid": [*self._grid(kinds[0])]},
            "cardTypes": {
                kind.name: {side: self.addresses[kind.name + ends[side]] for side in sides}
                for kind in kinds
            },
            "faceTemplates": faces,
        }

    def _grid(self, kind: Lookalikes) -> Iterator[dict[str, float]]:
        """Yield the grids on which pieces come to rest: a row of places each, or the free ground's."""
        stock = self.stock
        if stock.board is None:
            ground, pitch = self.ground, stock.cell
            level = pitch
            if kind.shape.kind == "hexagon":
                level = pitch * SQRT3
                half = ground.centre.moved(pitch / 2, level / 2)
                yield self._snap(kind, half, (pitch, level), ground)
            yield self._snap(kind, ground.centre, (pitch, level), ground)
            return
        rows: dict[float, list[float]] = {}
        for x, y in stock.resting:
            rows.setdefault(round(y, 3), []).append(x)
        for y, row in sorted(rows.items()):
            row.sort()
            pitch = min((b - a for a, b in pairwise(row)), default=stock.cell)
            reach = stock.cell / 2
            band = Box(row[0] - reach, y - reach, row[-1] + reach, y + reach)
            yield self._snap(kind, Point(row[0], y), (pitch, stock.board.box.height), band)

    def _snap(
        self, kind: Lookalikes, at: Point, pitch: tuple[float, float], within: Box
    ) -> dict[str, float]:
        """Return a grid of top left corners: through one place, and only within a box."""
        first, last = Point(within.left, within.top), Point(within.right, within.bottom)
        corner, least, most = (self._corner(p, *kind.extent) for p in (at, first, last))
        return {
            "x": self._length(pitch[0]),
            "y": self._length(pitch[1]),
            "offsetX": corner["x"],
            "offsetY": corner["y"],
            "minX": least["x"],
            "minY": least["y"],
            "maxX": most["x"],
            "maxY": most["y"],
        }

    def _card(self, token: Copy, at: Point | None, turn: float, *, back: bool = False) -> Widget:
        """Return a piece at a place on the table, or in a pile."""
        where = {"x": 0, "y": 0} if at is None else self._corner(at, *token.kind.extent)
        card: Widget = {
            "id": f"{token.kind.name}-{token.number + 1}",
            "type": "card",
            "deck": f"deck-{token.kind.part.name}",
            "cardType": token.kind.name,
            **where,
        }
        if turn := token.kind.turn(turn, back=back) % 360:
            card["rotation"] = _rounded(turn)
        if back:
            card["activeFace"] = 1
        return card

    def _bag(self, spot: Aside, bag: Bag) -> Iterator[Widget]:
        """Yield a holder, the pile in it, face down where there are many looks, and a line under it."""
        holder, kind = f"bag-{bag.name}", bag.tokens[0].kind
        around, size = self._size(spot.width, spot.height), self._size(*kind.extent)
        corner = self._corner(spot.at, spot.width, spot.height)
        x, y = (_rounded((around[way] - size[way]) / 2) for way in ("width", "height"))
        only = {} if bag.mixed else {"cardType": kind.name}
        yield {
            "id": holder,
            "type": "holder",
            **corner,
            **around,
            "layer": _HOLDER,
            "dropTarget": {"deck": f"deck-{kind.part.name}", **only},
            "dropOffsetX": x,
            "dropOffsetY": y,
        }
        yield {"id": f"{holder}-pile", "type": "pile", "parent": holder, "x": x, "y": y, **size}
        hidden = bag.mixed and kind.part.double_sided
        for z, token in enumerate(bag.tokens, 1):
            card = self._card(token, None, 0.0, back=hidden)
            yield card | {"parent": f"{holder}-pile", "z": z}
        line = {**corner, "y": corner["y"] + around["height"], "width": around["width"]}
        line["height"] = LINE
        if bag.mixed:
            yield {
                "id": f"{holder}-shuffle",
                "type": "button",
                **line,
                "text": f"Shuffle {bag.title}",
                "css": {"font-size": "11px", "border-radius": "4px"},
                "clickRoutine": [{"func": "SHUFFLE", "holder": holder}],
            }
        else:
            yield {"id": f"{holder}-name", "type": "label", **line, "text": bag.title}


def _cut(kind: Lookalikes) -> dict[str, str]:
    """Return the style that cuts a card to a piece's outline."""
    shape = kind.shape
    if shape.kind == "disc":
        return {"border-radius": "50%"}
    if shape.kind != "hexagon":
        return {"border-radius": "0"}
    shares = (
        f"{number(50 + 100 * x / shape.width, 2)}% {number(50 + 100 * y / shape.width, 2)}%"
        for x, y in corners(shape.height, Orientation.FLAT)
    )
    return {"border-radius": "0", "clip-path": f"polygon({', '.join(shares)})"}

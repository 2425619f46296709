"""A game as a saved object of Tabletop Simulator: one JSON file beside the pictures it names.

The format is that of the Knowledge Base's page "Save File Format".  A unit is an inch; x runs to the
right, z away from the player, y up.  A tile that is not scaled is two units wide, a hexagon from
corner to corner with a corner at its left; objects turned by 180 degrees show their picture upright.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from engine.geometry.plane import Point, number
from generator import files
from generator.tabletops.arrangement import Aside, arrange
from generator.tabletops.stock import Bag, Copy, Lookalikes, Lying, Stock

#: Millimetres a unit, and units across a tile that is not scaled.
UNIT = 25.4
ACROSS = 2.0

#: In units: how thick boards and pieces are, and how high above the floor a table's top is.
THICKNESS = 0.1
TOP = 1.0

#: The program's numbers for the shapes of tiles.
SHAPES = {"rectangle": 0, "hexagon": 1, "disc": 2}

#: A bag gives its pieces in random order.
RANDOM = 2

#: Hexagons are drawn flat-top and lie pointy-top, as on boards.
_POINTY = 30.0


def write(stock: Stock, address: Callable[[str], str]) -> bytes:
    """Return the JSON file; ``address`` turns a picture's name into where the program finds it."""
    objects = _Objects(stock, address)
    saved = {
        "SaveName": "",
        "Date": "",
        "VersionNumber": "",
        "GameMode": "",
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": objects.all(),
    }
    return files.encoded(json.dumps(saved, indent=1, ensure_ascii=False) + "\n")


class _Objects:
    """The objects of a table, each with an id of its own made from what it is."""

    def __init__(self, stock: Stock, address: Callable[[str], str]) -> None:
        self.stock = stock
        self.address = address
        self.taken: set[str] = set()

    def all(self) -> list[dict[str, Any]]:
        """Return the board, what lies on it, and what is beside it."""
        found = [] if self.stock.board is None else [self._board()]
        found += [self._lying(piece) for piece in self.stock.lying]
        return found + [self._beside(spot) for spot in arrange(self.stock).spots]

    def _object(self, name: str, title: str, identity: str, where: dict[str, float]) -> Any:
        """Return what all objects have."""
        return {
            "GUID": self._guid(identity),
            "Name": name,
            "Transform": where,
            "Nickname": title,
            "Description": "",
            "GMNotes": "",
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            "LayoutGroupSortIndex": 0,
            "Value": 0,
            "Locked": False,
            "Grid": False,
            "Snap": True,
            "IgnoreFoW": False,
            "MeasureMovement": False,
            "DragSelectable": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "GridProjection": False,
            "HideWhenFaceDown": False,
            "Hands": False,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        }

    def _guid(self, identity: str) -> str:
        """Return six hexadecimal digits that no other object has."""
        for salt in range(1000):
            text = f"{self.stock.game.name}/{identity}/{salt}"
            guid = hashlib.sha256(text.encode()).hexdigest()[:6]
            if guid not in self.taken:
                self.taken.add(guid)
                return guid
        raise AssertionError("a thousand ids in a row were taken")

    def _image(self, shape: str, front: str, back: str = "") -> dict[str, Any]:
        return {
            "ImageURL": self.address(front),
            "ImageSecondaryURL": self.address(back or front),
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {
                "Type": SHAPES[shape],
                "Thickness": THICKNESS,
                "Stackable": False,
                "Stretch": True,
            },
        }

    # -------------------------------------------------------------------------------- things

    def _board(self) -> dict[str, Any]:
        """Return the board: a tile, because a tile's size can be told exactly, that is locked."""
        assert self.stock.board is not None
        box = self.stock.board.box
        scale = _scale((box.width, box.height))
        title = f"{self.stock.game.title}: {self.stock.board.title}"
        found = self._object("Custom_Tile", title, "board", _transform(Point(0, 0), scale=scale))
        found["CustomImage"] = self._image("rectangle", "board.png")
        found |= {"Locked": True, "Snap": False, "Tooltip": False}
        found["AttachedSnapPoints"] = [_snap(at, scale) for at in self.stock.resting]
        return dict(found)

    def _tile(self, token: Copy, where: dict[str, float]) -> dict[str, Any]:
        kind, piece = token
        identity = f"{kind.name}/{piece}"
        found = self._object("Custom_Tile", token.piece.title, identity, where)
        back = f"{kind.name}-back.png" if kind.part.double_sided else ""
        found["CustomImage"] = self._image(kind.shape.kind, f"{kind.name}.png", back)
        return dict(found)

    def _lying(self, lying: Lying) -> dict[str, Any]:
        height = 1.5 * THICKNESS * (1 + lying.level)
        turn = lying.turn + _upright(lying.token.kind, back=lying.back)
        scale = _scale(lying.token.kind.extent)
        where = _transform(lying.at, scale=scale, up=height, turn=turn, back=lying.back)
        return self._tile(lying.token, where)

    def _beside(self, spot: Aside) -> dict[str, Any]:
        if isinstance(spot.thing, Copy):
            kind = spot.thing.kind
            turn = _upright(kind, back=False)
            return self._tile(spot.thing, _transform(spot.at, scale=_scale(kind.extent), turn=turn))
        bag: Bag = spot.thing
        found = self._object("Bag", bag.title, f"bag {bag.name}", _transform(spot.at))
        found["Bag"] = {"Order": RANDOM}
        inside = _transform(Point(0, 0), scale=_scale(bag.tokens[0].kind.extent))
        found["ContainedObjects"] = [self._tile(token, inside) for token in bag.tokens]
        return dict(found)


# --------------------------------------------------------------------------------- measures


def _upright(kind: Lookalikes, *, back: bool) -> float:
    """Return the turn that stands a drawn hexagon on its corner; a back was turned the other way."""
    if kind.shape.kind != "hexagon":
        return 0.0
    return _POINTY if back else -_POINTY


def _scale(extent: tuple[float, float]) -> tuple[float, float]:
    """Return how much larger than the program's own a tile of a width and height is."""
    width, height = extent
    return width / UNIT / ACROSS, height / UNIT / ACROSS


def _transform(
    at: Point,
    *,
    scale: tuple[float, float] = (1.0, 1.0),
    up: float = 0.0,
    turn: float = 0.0,
    back: bool = False,
) -> dict[str, float]:
    values = {
        "posX": at.x / UNIT,
        "posY": TOP + up,
        "posZ": -at.y / UNIT,
        "rotX": 0.0,
        "rotY": (180.0 + turn) % 360,
        "rotZ": 180.0 if back else 0.0,
        "scaleX": scale[0],
        "scaleY": 1.0,
        "scaleZ": scale[1],
    }
    return {name: float(number(value, 5)) for name, value in values.items()}


def _snap(at: Point, scale: tuple[float, float]) -> dict[str, dict[str, float]]:
    """Return a snap point in the frame of a board of this scale, which is turned by 180 degrees."""
    x, z = -at.x / UNIT / scale[0], at.y / UNIT / scale[1]
    return {"Position": {"x": float(number(x, 5)), "y": THICKNESS, "z": float(number(z, 5))}}

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

from engine.geometry.plane import ORIGIN, Point, number
from generator import files
from generator.tabletops.stock import Aside, Copy, Stock, arrange

#: Millimetres a unit, and units across a tile that is not scaled.
UNIT, ACROSS = 25.4, 2.0
#: In units: how thick boards and pieces are, and how high above the floor a table's top is.
THICKNESS, TOP = 0.1, 1.0
#: The program's numbers for the shapes of tiles.
SHAPES = {"rectangle": 0, "hexagon": 1, "disc": 2}
#: A bag gives its pieces in random order.
RANDOM = 2

_NAMES = ("SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity")
_SCRIPTS = dict.fromkeys(("LuaScript", "LuaScriptState", "XmlUI"), "")

#: What all objects have after their colour: numbers, flags in the program's order, scripts.
_FLAGS = (
    *("Locked", "Grid", "Snap", "IgnoreFoW", "MeasureMovement", "DragSelectable", "Autoraise"),
    *("Sticky", "Tooltip", "GridProjection", "HideWhenFaceDown", "Hands"),
)
_SET = {"Snap", "DragSelectable", "Autoraise", "Sticky", "Tooltip"}
_DEFAULTS = {
    **dict.fromkeys(("LayoutGroupSortIndex", "Value"), 0),
    **{flag: flag in _SET for flag in _FLAGS},
    **_SCRIPTS,
}


def write(stock: Stock, address: Callable[[str], str]) -> bytes:
    """Return the JSON file; ``address`` turns a picture's name into where the program finds it."""
    objects = _Objects(stock, address)
    saved = {
        **dict.fromkeys(_NAMES, ""),
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        **dict.fromkeys(("Table", "Sky", "Note"), ""),
        "TabStates": {},
        **_SCRIPTS,
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
        objects = [] if self.stock.board is None else [self._board()]
        for lying in self.stock.lying:
            kind = lying.token.kind
            up = 1.5 * THICKNESS * (1 + lying.level)
            turn = kind.turn(lying.turn, back=lying.back)
            where = _transform(lying.at, kind.extent, up=up, turn=turn, back=lying.back)
            objects.append(self._tile(lying.token, where))
        return objects + [self._beside(spot) for spot in arrange(self.stock).spots]

    def _object(
        self, name: str, title: str, identity: str, where: dict[str, float]
    ) -> dict[str, Any]:
        return {
            "GUID": self._guid(identity),
            "Name": name,
            "Transform": where,
            "Nickname": title,
            "Description": "",
            "GMNotes": "",
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            **_DEFAULTS,
        }

    def _guid(self, identity: str) -> str:
        """Return six hexadecimal digits that no other object has."""
        salt = 0
        while True:
            text = f"{self.stock.game.name}/{identity}/{salt}"
            guid = hashlib.sha256(text.encode()).hexdigest()[:6]
            if guid not in self.taken:
                self.taken.add(guid)
                return guid
            salt += 1

    def _image(self, shape: str, front: str, back: str = "") -> dict[str, Any]:
        custom = {"Type": SHAPES[shape], "Thickness": THICKNESS}
        return {
            "ImageURL": self.address(front),
            "ImageSecondaryURL": self.address(back or front),
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {**custom, "Stackable": False, "Stretch": True},
        }

    def _board(self) -> dict[str, Any]:
        """Return the board: a tile, because a tile's size can be told exactly, that is locked."""
        assert self.stock.board is not None
        extent = self.stock.board.box.width, self.stock.board.box.height
        title = f"{self.stock.game.title}: {self.stock.board.title}"
        board = self._object("Custom_Tile", title, "board", _transform(ORIGIN, extent))
        board["CustomImage"] = self._image("rectangle", "board.png")
        board |= {"Locked": True, "Snap": False, "Tooltip": False}
        board["AttachedSnapPoints"] = [_snap(at, extent) for at in self.stock.resting]
        return board

    def _tile(self, token: Copy, where: dict[str, float]) -> dict[str, Any]:
        kind, piece = token
        tile = self._object("Custom_Tile", token.piece.title, f"{kind.name}/{piece}", where)
        back = f"{kind.name}-back.png" if kind.part.double_sided else ""
        tile["CustomImage"] = self._image(kind.shape.kind, f"{kind.name}.png", back)
        return tile

    def _beside(self, spot: Aside) -> dict[str, Any]:
        if isinstance(bag := spot.thing, Copy):
            kind = bag.kind
            turn = kind.turn(0.0, back=False)
            return self._tile(bag, _transform(spot.at, kind.extent, turn=turn))
        holder = self._object("Bag", bag.title, f"bag {bag.name}", _transform(spot.at))
        holder["Bag"] = {"Order": RANDOM}
        inside = _transform(ORIGIN, bag.tokens[0].kind.extent)
        holder["ContainedObjects"] = [self._tile(token, inside) for token in bag.tokens]
        return holder


def _transform(
    at: Point,
    extent: tuple[float, float] = (UNIT * ACROSS, UNIT * ACROSS),
    *,
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
        "scaleX": extent[0] / UNIT / ACROSS,
        "scaleY": 1.0,
        "scaleZ": extent[1] / UNIT / ACROSS,
    }
    return {name: float(number(value, 5)) for name, value in values.items()}


def _snap(at: Point, extent: tuple[float, float]) -> dict[str, dict[str, float]]:
    """Return a snap point in the frame of a board of this size, which is turned by 180 degrees."""
    x, z = -at.x * ACROSS / extent[0], at.y * ACROSS / extent[1]
    return {"Position": {"x": float(number(x, 5)), "y": THICKNESS, "z": float(number(z, 5))}}

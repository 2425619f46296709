"""The small pictures of Astralis: what overlays draw on hexes, and what legends and captions show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from engine.drawing import scene
from engine.drawing.captions import Glyph
from engine.drawing.theme import HAIRLINE, Theme
from engine.games.astralis.drawing import SLOTS, cell, contested_tile, control_tile, start_row
from engine.games.astralis.piece_drawing import pawn_look, stone_look
from engine.games.astralis.state import PLAYERS
from engine.geometry.plane import ORIGIN, Box, Point
from engine.messages import Message, Messages

say = Messages(__name__)

#: What stones and ships are called in variants that have others.
PIECES = {"beeline": ("flower", "bee"), "dice": ("die", "ship")}

#: The small pictures that explain overlays.
_OVERLAID = (
    *("yellow start row", "cyan start row", "white dot", "red dot"),
    *("changes", "yellow threat", "cyan threat"),
)


#: What small pictures mean where their names do not say it.
_WORDS = {
    "start row": say("ships are set up here"),
    "yellow start row": say("yellow's ship is set up here"),
    "cyan start row": say("cyan's ship is set up here"),
    "white dot": say("can be used"),
    "red dot": say("cannot be used"),
    "changes": say("changed by the last move"),
    "contested tile": say("contested tile"),
    "yellow threat": say("one planet away from yellow's gain"),
    "cyan threat": say("one planet away from cyan's gain"),
}


#: The same of start rows where bees are set up on them.
_BEES = {
    "start row": say("bees are set up here"),
    "yellow start row": say("yellow's bee is set up here"),
    "cyan start row": say("cyan's bee is set up here"),
}

#: What those are, for captions that are read aloud.
_NAMES = {
    "white dot": say("white dot"),
    "red dot": say("red dot"),
    "changes": say("yellow border"),
    "yellow threat": say("yellow hexagon"),
    "cyan threat": say("dashed cyan hexagon"),
}


def _in_words(colour: str, thing: str) -> Message:
    """Return the name of a player's piece or tile."""
    return {
        "planet": say("{colour} planet", colour=colour),
        "flower": say("{colour} flower", colour=colour),
        "die": say("{colour} die", colour=colour),
        "ship": say("{colour} ship", colour=colour),
        "bee": say("{colour} bee", colour=colour),
        "tile": say("{colour} tile", colour=colour),
    }[thing]


def changed(theme: Theme, outline: scene.Outline, width: float) -> scene.Item:
    """Return a yellow border, cased in black."""
    halo = theme.line("black", 0.19, width, join="round")
    line = scene.Stroke(theme.slot("yellow").fill, 0.11 * width, join="round")
    lines = (scene.Path(outline, None, halo), scene.Path(outline, None, line))
    return scene.Group(lines, name="changes")


def threat(theme: Theme, player: str, corners: Iterable[Point], width: float) -> scene.Item:
    """Return a hexagon on its casing, whole for yellow and dashed for cyan."""
    dash = () if player == "y" else (0.14 * width, 0.12 * width)
    ring = scene.polygon(corners)
    dark = theme.line("black", 0.11, width, join="round")
    light = scene.Stroke(theme.slot(SLOTS[player]).fill, width * 0.06, dash, join="round")
    lines = (scene.Path(ring, None, dark), scene.Path(ring, None, light))
    return scene.Group(lines, name=f"threat {SLOTS[player]}")


def dot(theme: Theme, at: Point, radius: float) -> scene.Item:
    """Return a white dot."""
    line = theme.line("black", 0.23, radius)
    return scene.Circle(*at, radius, theme.role("good"), line, "usable")


def crossed_dot(theme: Theme, at: Point, radius: float) -> scene.Item:
    """Return a dot in the colour of what is wrong, with a cross."""
    cross = scene.diagonals(Box(*at, *at).grown(radius * 0.45))
    white = scene.Stroke(theme.role("white"), max(radius * 0.25, HAIRLINE), cap="round")
    dot = scene.Circle(*at, radius, theme.role("bad"), theme.line("black", 0.17, radius))
    return scene.Group((dot, scene.Path(cross, None, white)), name="unusable")


#: The small pictures are drawn in this size, dice with so many pips.
_SIZE, _PIPS = 10.0, 6


@lru_cache(maxsize=64)
def glyphs(theme: Theme, variant: str) -> Mapping[str, Glyph]:
    """Return the small pictures of pieces, tiles and overlays, a unit wide, by their names."""
    piece, pawn = PIECES.get(variant, ("planet", "ship"))
    radius, tile, ring = 0.48 * _SIZE, 0.86 * _SIZE, 0.8
    found: dict[str, scene.Item] = {}
    words: dict[str, str] = {**_WORDS, **(_BEES if pawn == "bee" else {})}
    signs: dict[str, str] = {}
    for player in PLAYERS:
        name = SLOTS[player]
        stone = stone_look(theme, player, variant, _PIPS, radius)
        found[f"{name} {piece}"] = scene.Use(stone)
        signs[f"{name} {piece}"] = stone.key.removesuffix(f"-{_PIPS}")
        found[f"{name} {pawn}"] = scene.Use(pawn_look(theme, player, variant, radius))
        found[f"{name} tile"] = scene.Use(control_tile(theme, player, tile))
        words |= {f"{name} {thing}": _in_words(name, thing) for thing in (piece, pawn, "tile")}
        signs[f"{name} start row"] = f"start-row {name}"
        found[f"{name} start row"] = start_row(theme, player, (ORIGIN,), _SIZE)
        found[f"{name} threat"] = threat(theme, player, cell(ORIGIN, _SIZE, ring), _SIZE)
    found["contested tile"] = scene.Use(contested_tile(theme, tile))
    found["start row"] = start_row(theme, "y", (ORIGIN,), _SIZE)
    found["white dot"] = dot(theme, ORIGIN, 0.28 * _SIZE)
    found["red dot"] = crossed_dot(theme, ORIGIN, 0.28 * _SIZE)
    found["changes"] = changed(theme, scene.polygon(cell(ORIGIN, _SIZE, 0.75)), _SIZE)
    return MappingProxyType(
        {
            name: Glyph.of(
                item, _SIZE, words[name], name=_NAMES.get(name, ""), sign=signs.get(name, "")
            )
            for name, item in found.items()
        }
    )


def legend(theme: Theme, variant: str) -> tuple[Glyph, ...]:
    """Return the small pictures for legends: each player's pieces and tiles, then overlays."""
    known = glyphs(theme, variant)
    things = (*reversed(PIECES.get(variant, ("planet", "ship"))), "tile")
    own = (f"{SLOTS[player]} {thing}" for player in PLAYERS for thing in things)
    return tuple(known[name] for name in (*own, "contested tile", *_OVERLAID))

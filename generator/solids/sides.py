"""The sides of a game's pieces as reliefs, and which parts are pieces to be told by touch at all.

A relief is made from a piece's drawing in one theme, whose colours are all different; what the maker
chose gives the materials their colours.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from engine.drawing.parts import Cutout, Part, Piece, Pieces, Stance, title_of
from engine.drawing.theme import Theme
from engine.geometry.hexgrid import Orientation
from generator.printing.engraving import polygon
from generator.solids.relief import Relief, are_mirrored, carved, dropped_words, mirrored, seen

#: Square millimetres by which reliefs differ at least that fingers tell apart: two bumps.
FELT = 3.0

#: Of each side of a look: its raised area and the moments of it.
Moments = list[tuple[float, float, float]]

#: Chords of a quarter of a disc: to 0.01 mm on a disc of 24 mm.
_QUARTER = 24


class Look(NamedTuple):
    """Pieces that look alike: what one is called, how many there are, and its sides, front first."""

    title: str
    copies: int
    reliefs: tuple[Relief, ...]
    #: Whether the back is the front's mirror image.
    mirrored: bool = False


def felt(part: Part, theme: Theme) -> tuple[tuple[Look, ...], str]:
    """Return a part's looks, or none and why it is nothing to be told by touch."""
    if not isinstance(part, Pieces):
        return (), "it is a board, no piece"
    if part.folds:
        return (), "they are to be folded"
    stance = Stance(theme, part.size)
    if any(dropped_words(part.draw(alike[0], stance)) for alike in part.looks(stance)):
        return (), "its words are too small to be felt"
    found = looks(part, theme)
    reach = max(part.shape(part.size).width, part.shape(part.size).height) / 2
    moments = [[_moments(side.raised, reach) for side in look.reliefs] for look in found]
    for (one, of_one), (other, of_other) in combinations(zip(found, moments, strict=True), 2):
        if _may_feel_alike(of_one, of_other) and _feel_alike(one, other):
            return (), f"fingers could not tell {one.title} and {other.title} apart"
    return found, ""


def _moments(raised: BaseGeometry, reach: float) -> tuple[float, float, float]:
    """Return an area, and its moments about the middle over how far it reaches from there.

    No area less than ``reach`` away can change any of the three by more than its own size.
    """
    middle = raised.centroid
    if middle.is_empty:
        return 0.0, 0.0, 0.0
    return raised.area, raised.area * middle.x / reach, raised.area * middle.y / reach


def _may_feel_alike(one: Moments, other: Moments) -> bool:
    """Tell by moments of their sides whether two looks may differ by little: a quick look first."""
    return all(
        abs(a - b) <= FELT
        for side, same in zip(one, other, strict=True)
        for a, b in zip(side, same, strict=True)
    )


def _feel_alike(one: Look, other: Look) -> bool:
    """Tell whether two looks differ by too little on each of their sides."""
    return not any(
        a.raised.symmetric_difference(b.raised).area > FELT
        for a, b in zip(one.reliefs, other.reliefs, strict=True)
    )


def looks(part: Pieces, theme: Theme) -> tuple[Look, ...]:
    """Return a component's looks, in the order of their first pieces."""
    return tuple(_look(part, alike, theme) for alike in part.looks(Stance(theme, part.size)))


def _look(part: Pieces, alike: tuple[Piece, ...], theme: Theme) -> Look:
    outline = _outline(part.shape(part.size))
    stance = Stance(theme, part.size)
    shown = seen(part.draw(alike[0], stance))
    front = carved(shown, outline, theme)
    if not part.double_sided:
        return Look(title_of(alike), len(alike), (front,))
    behind = seen(part.draw(alike[0], stance._replace(back=True)))
    if are_mirrored(shown, behind):
        return Look(title_of(alike), len(alike), (front, mirrored(front)), mirrored=True)
    return Look(title_of(alike), len(alike), (front, carved(behind, outline, theme)))


def _outline(shape: Cutout) -> BaseGeometry:
    """Return a piece's outline; a disc has corners where it is widest and highest."""
    if shape.kind == "disc":
        return shapely.Point(0, 0).buffer(shape.width / 2, quad_segs=_QUARTER)
    return polygon(shape.outline(Orientation.POINTY))

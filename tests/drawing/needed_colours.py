"""Which colours of a game need telling apart by colour: found from the pieces that it draws.

Two colours do where a piece that had one for the other would be another piece of the kit, turned or
flipped if need be.  Elsewhere the pieces' forms tell: a ring, bands, shapes, a hole.  Nothing here
knows which game has which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import NamedTuple

from engine.drawing import scene, theme
from engine.drawing.parts import Pieces, Stance
from engine.drawing.theme import Slot, Theme
from engine.geometry.plane import IDENTITY, Point, Transform
from engine.play.game import Game
from generator.checking.album import parts_of
from generator.checking.results import by_kind

Places = frozenset[tuple[float, ...]]
Pair = tuple[str, str]

#: Every colour of it can be read off a drawing, and labels tell nothing.
_KEY = replace(
    theme.load("classic"),
    slots={
        name: Slot(f"#9090{k:02x}", f"#6060{k:02x}", "#000000", f"#4040{k:02x}")
        for k, name in enumerate(theme.SLOTS)
    },
)

#: A piece's turns and flips: a disc may lie in any, but these show whether it matters.
_TURNS = tuple(
    Transform.rotation(degrees) @ flip
    for flip in (IDENTITY, Transform.scaling(-1.0, 1.0))
    for degrees in (*range(0, 360, 30), *range(45, 360, 90))
)


class Colours(NamedTuple):
    """The theme's slots that a game's pieces use, and the pairs that nothing but colour tells apart."""

    used: tuple[str, ...]
    needed: frozenset[Pair]


def of_game(game: Game, settings: Mapping[str, object]) -> Colours:
    """Return the colours of a kit's pieces."""
    kit: dict[frozenset[object], set[frozenset[object]]] = {}
    for face in _faces(game, settings, _KEY):
        kit.setdefault(_what(face), set()).add(_whole(face, IDENTITY))
    paints = {
        paint for face in _faces(game, settings, _KEY) for mark in face for paint in mark.paints
    }
    used = [name for name, slot in _KEY.slots.items() if {slot.fill, slot.ink, slot.deep} & paints]
    needed = (
        pair
        for pair in combinations(used, 2)
        if any(_is_another(face, kit) for face in _faces(game, settings, _swapped(pair), pair))
    )
    return Colours(tuple(used), frozenset(needed))


def _swapped(pair: Pair) -> Theme:
    one, other = pair
    slots = {**_KEY.slots, one: _KEY.slots[other], other: _KEY.slots[one]}
    return replace(_KEY, name=f"{one} for {other}", slots=slots)


# ------------------------------------------------------------------------- drawings compared


class _Mark(NamedTuple):
    """Something drawn: what it is, and the places that make its outline."""

    kind: str
    paints: tuple[str | None, ...]
    outline: scene.Outline


def _faces(
    game: Game, settings: Mapping[str, object], look: Theme, pair: Pair | None = None
) -> Iterator[list[_Mark]]:
    """Yield one side after the other of a piece of every kind, those that have a colour of a pair."""
    of_pair = {_KEY.slots[name].fill for name in pair} if pair else set()
    parts = [p for p in parts_of(game, settings, look) if isinstance(p, Pieces)]
    for part in parts:
        for pieces, back in product(by_kind(part).values(), (False, True)[: 1 + part.double_sided]):
            marks = list(_marks(part.draw(pieces[-1], Stance(look, part.size, back=back))))
            if not of_pair or of_pair & {paint for mark in marks for paint in mark.paints}:
                yield marks


def _marks(
    items: Sequence[scene.Item], by: Transform = IDENTITY, clip: scene.Outline = ()
) -> Iterator[_Mark]:
    """Yield what is drawn, however it is grouped; labels may be left out by a maker."""
    for item in items:
        if isinstance(item, scene.Use):
            yield from _marks(item.symbol.items, by @ item.transform, clip)
        elif isinstance(item, scene.Group):
            within = by @ item.transform
            cut = scene.transformed(item.clip, within) if item.clip else ()
            yield from _marks(item.items, within, clip + cut)
        elif isinstance(item, scene.Text):
            if item.name != "label":
                at = scene.transformed((scene.MoveTo(item.x, item.y),), by)
                yield _Mark(item.text, (item.fill,), at)
        else:
            line = item.stroke.colour if item.stroke else None
            at = Point(item.x, item.y) if isinstance(item, scene.Circle) else None
            outline = scene.disc(item.radius, at) if at else item.outline
            yield _Mark("shape", (item.fill, line), scene.transformed(outline, by) + clip)


def _what(face: Sequence[_Mark]) -> frozenset[object]:
    """Return what a face is of, wherever it lies: no other face of the kit need be compared."""
    return frozenset(Counter((mark.kind, mark.paints, len(mark.outline)) for mark in face).items())


def _whole(face: Sequence[_Mark], turn: Transform) -> frozenset[object]:
    """Return a face turned, for comparing."""
    return frozenset((mark.kind, mark.paints, _places(mark.outline, turn)) for mark in face)


def _places(outline: scene.Outline, turn: Transform) -> Places:
    """Return an outline's corners, and the circles that its arcs are of."""
    here, found = (0.0, 0.0), set()
    turned = scene.transformed(outline, turn)
    for segment, after in zip(turned, (*turned[1:], scene.Close()), strict=True):
        if isinstance(segment, scene.Close):
            continue
        if isinstance(segment, scene.ArcTo):
            centre, radius, _, _ = scene.arc_sweep(here, segment)
            found.add(_near(*centre, radius))
        elif not isinstance(after, scene.ArcTo):
            found.add(_near(segment.x, segment.y))
        here = (segment.x, segment.y)
    return frozenset(found)


def _near(*lengths: float) -> tuple[float, ...]:
    return tuple(round(length, 1) + 0.0 for length in lengths)


def _is_another(
    face: Sequence[_Mark], kit: Mapping[frozenset[object], set[frozenset[object]]]
) -> bool:
    """Tell whether a face, turned or flipped, looks like one of the kit."""
    alike = kit.get(_what(face), set())
    return bool(alike) and any(_whole(face, turn) in alike for turn in _TURNS)

"""Aathenuo's tiles on pages: fronts that say what they are, and backs that tell colours or nothing.

A front is told by the shapes on its plate (:mod:`generator.checking.recognise.plates`), the same in every
theme; its paints must be those of its colour's other tiles.  The large numeral is not looked at:
in a PDF it is text.  Backs are squares without a plate: all alike, or those of a colour, with the
colour's shape (rule 1.2).  Whether the set is complete is :mod:`generator.checking.inspection`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import NamedTuple

from engine.drawing import theme
from engine.drawing.theme import Slot
from engine.games.aathenuo.drawing import PLATE, SLOTS
from engine.games.aathenuo.parts import set_of
from engine.games.aathenuo.tiles import (
    COLOUR_NAMES,
    COLOURS,
    DEFAULT,
    STAR,
    TileSet,
    in_words,
    whole_set,
)
from engine.geometry.plane import Box, Point
from engine.play.game import Game
from engine.play.position import Position
from engine.words import count, plural
from generator.checking.pages.paint import Page
from generator.checking.recognise import plates, squares
from generator.checking.recognise.found import Flaw, Found, Hints, Reading
from generator.checking.recognise.plates import Front, Look, Site
from generator.checking.recognise.squares import ByPlace, Ornament
from generator.printing import template

DETAIL = 3

#: A square this much larger or smaller than the tiles is no back.
_LIKE_A_TILE = 0.3


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the tiles on the pages, and their backs, page by page.

    Raises GameError when a page's budget is used up, OptionError for a theme or template that is
    none.
    """
    found = [site for k, page in enumerate(pages) for site in plates.find(k, page)]
    plated = [site for site in found if not plates.is_picture(pages[site.page], site)]
    bleed = _common(plates.bleed_of(site) for site in plated)
    of = _set(game, hints)
    seen = [front for s in plated if (front := plates.front(pages[s.page], s, bleed)) is not None]
    fronts = [_of_set(front, of) for front in seen]
    if not fronts:
        return Reading((), "")
    side = hints.tile_size or _common(plates.trim(front.site, bleed).width for front in fronts)
    looks = _looks(fronts, hints)
    backs = list(_backs(pages, plated, side))
    pieces = [
        *(_found(front, looks, bleed) for front in fronts),
        *_found_backs(pages, backs, side, looks),
    ]
    pieces.sort(key=lambda piece: piece.page)
    notes = [*_other_set(fronts, of)]
    if pictures := len(found) - len(plated):
        are, were = (
            plural(pictures, "is a picture", "are pictures"),
            plural(pictures, "was", "were"),
        )
        notes.append(f"{count(pictures, 'tile')} {are} on something larger, and {were} passed over")
    return Reading(tuple(pieces), _told_by(looks), tuple(notes), expected=whole_set(of))


# ------------------------------------------------------------------------------------- sets


def _set(game: Game[Position], hints: Hints) -> TileSet:
    """Return the settings of the set: the template's, or else the usual ones.

    Raises OptionError for a template that cannot be read, or a setting that is wrong.
    """
    if hints.template is None:
        return DEFAULT
    return set_of(template.load(game.name, hints.template).settings())


def _of_set(front: Front, of: TileSet) -> Front:
    """Return a front with the flaw, if it is one, that the set has no such tile (rule 1.1)."""
    if not front.written or of.copies_of(front.written):
        return front
    words = f"it shows {front.written}, {in_words(front.written)}, which is not in the set"
    return front._replace(flaws=(*front.flaws, Flaw("impossible", words)))


def _other_set(fronts: Sequence[Front], of: TileSet) -> Iterator[str]:
    """Yield that the tiles are exactly another set, if they are."""
    counts = Counter(front.written for front in fronts)
    if "" in counts:
        return
    colours = 1 + max(COLOURS.index(tile[0]) for tile in counts)
    other = TileSet(colours, counts[COLOURS[0] + "1"], counts[COLOURS[0] + STAR])
    if other != of and counts == Counter(whole_set(other)):
        yield (
            f"these are the tiles of a set of {other.colours} colours, {other.copies} of each "
            f"number, {count(other.stars, 'star')} each; say --template if they should be"
        )


def _common(values: Iterable[float]) -> float:
    """Return the most frequent of lengths, to a hundredth; of several the largest, 0 of none."""
    counts = Counter(round(value, 2) for value in values)
    return max(counts, key=lambda value: (counts[value], value), default=0.0)


# ------------------------------------------------------------------------------------ looks


def _looks(fronts: Sequence[Front], hints: Hints) -> dict[str, Look]:
    """Return the look of each colour: the theme's that was named, else that of most tiles.

    Raises OptionError for an unknown theme.
    """
    counts: dict[str, Counter[Look]] = {}
    for front in fronts:
        if front.written:
            counts.setdefault(front.written[0], Counter())[front.look] += 1
    common = {
        colour: max(of, key=lambda look: (of[look], look)) for colour, of in sorted(counts.items())
    }
    if hints.theme is None:
        return common
    slots = theme.load(hints.theme).slots
    return {
        colour: look._replace(ground=slots[SLOTS[colour]].fill) for colour, look in common.items()
    }


def _told_by(looks: dict[str, Look]) -> str:
    """Return what colours were told by: the shapes, and the theme whose grounds these are."""
    for name in theme.names():
        slots = theme.load(name).slots
        if looks and all(_is_painted(look, slots[SLOTS[c]]) for c, look in looks.items()):
            return f"shape, theme {name}"
    return "shape"


def _is_painted(look: Look, slot: Slot) -> bool:
    """Tell whether a ground is filled like a theme's, and patterned if that is."""
    return look.ground == slot.fill and bool(look.pattern) == (slot.pattern != "solid")


def _unlike(front: Front, looks: dict[str, Look]) -> Iterator[Flaw]:
    """Yield where a tile is not painted as the others of its colour."""
    if not front.written:
        return
    colour = front.written[0]
    name, usual = COLOUR_NAMES[colour], looks[colour]
    if (front.look.ground, front.look.pattern) != (usual.ground, usual.pattern):
        told = _painted_like(front.look, looks, colour)
        words = f"its shapes are {name}'s, its frame is {told}, not {_painted(usual)}"
        yield Flaw("foreign", words)
    if front.look.ink != usual.ink:
        yield Flaw("foreign", f"its shapes are {front.look.ink}, those of {name} are {usual.ink}")


def _painted_like(look: Look, looks: dict[str, Look], colour: str) -> str:
    """Return whose ground a look has other than a colour's, or else the paint itself."""
    others = [COLOUR_NAMES[c] for c, of in looks.items() if of[:2] == look[:2] and c != colour]
    return f"{others[0]}'s" if others else _painted(look)


def _painted(look: Look) -> str:
    ground = look.ground or "not painted"
    return f"{ground} with {look.pattern}" if look.pattern else ground


def _found(front: Front, looks: dict[str, Look], bleed: float) -> Found:
    """Return a front as a piece."""
    site, box = front.site, plates.trim(front.site, bleed)
    face = site.face
    off = Point(face.centre.x - box.centre.x, face.centre.y - box.centre.y)
    return Found(
        site.page,
        box.centre,
        box.corners(),
        (box.width, box.height, face.width / PLATE, face.height / PLATE),
        off,
        (),
        front.written,
        (*front.flaws, *_unlike(front, looks)),
        "front",
        told=COLOUR_NAMES[front.written[0]] if front.written else "",
    )


# ------------------------------------------------------------------------------------ backs


class _Back(NamedTuple):
    """A square without a plate: its page, its mark's number, what is drawn on it, what over it.

    ``colour`` is the letter of the one whose shape it shows, "" for none.
    """

    page: int
    number: int
    look: tuple[Ornament, ...]
    is_clear: bool
    colour: str


def _backs(pages: Sequence[Page], plated: Sequence[Site], side: float) -> Iterator[_Back]:
    """Yield the squares of about a tile's size that are no fronts, nor cover one."""
    low, high = side * (1 - _LIKE_A_TILE), side * (1 + _LIKE_A_TILE) + 2 * plates.BLEED
    for k, page in enumerate(pages):
        taken: ByPlace[Site] = ByPlace()
        for site in plated:
            if site.page == k:
                taken.put(site.square.centre, site)
        found: ByPlace[_Back] = ByPlace()
        for number, mark in enumerate(page.marks):
            if squares.is_square(page, mark, low, high) and mark.box.centre not in taken:
                back = _back(page, k, number, side)
                if back is not None:
                    found.put(mark.box.centre, back)
        yield from found.values()


def _back(page: Page, index: int, number: int, side: float) -> _Back | None:
    """Return the back that a square is, or None where it is covered."""
    box = page.marks[number].box
    near = page.near(box)
    frame = squares.seen(page, near, [plates.at(box, point) for point in plates.ON_FRAME])
    shown = frame.count(number)
    if not shown:
        return None
    clear = shown >= plates.AGREE * len(frame)
    look = squares.ornaments(page, near, number)
    return _Back(index, number, look, clear, plates.colour_behind(page, near, number, side))


def _found_backs(
    pages: Sequence[Page], backs: Sequence[_Back], side: float, looks: dict[str, Look]
) -> Iterator[Found]:
    """Yield the backs as pieces, with what is wrong with each."""
    boxes = [pages[back.page].marks[back.number].box for back in backs]
    bleed = max(0.0, round((median(box.width for box in boxes) - side) / 2, 2)) if boxes else 0.0
    tell = 2 * sum(bool(back.colour) for back in backs) > len(backs)
    colours = {back.colour if tell else "" for back in backs}
    usual = {
        c: _usual(pages, [back for back in backs if back.colour == c or not tell]) for c in colours
    }
    for back, drawn in zip(backs, boxes, strict=True):
        colour = back.colour if tell else ""
        flaw = _coloured(pages[back.page], back, looks) if tell else None
        if flaw is None and not (back.is_clear and squares.alike(back.look, usual[colour])):
            flaw = Flaw("alike", "it is not drawn like the other backs")
        yield _as_back(back, drawn.grown(-bleed), colour, flaw)


def _as_back(back: _Back, box: Box, colour: str, flaw: Flaw | None) -> Found:
    """Return a back as a piece: where it is cut, the colour it tells, and what is wrong with it."""
    return Found(
        back.page,
        box.centre,
        box.corners(),
        (box.width, box.height),
        Point(0.0, 0.0),
        (),
        "",
        () if flaw is None else (flaw,),
        "back",
        told=COLOUR_NAMES[colour] if colour else "",
    )


def _coloured(page: Page, back: _Back, looks: dict[str, Look]) -> Flaw | None:
    """Return what is wrong with the colour of a back among backs that tell theirs, if anything."""
    if not back.colour:
        return Flaw("unclear", "it shows no colour's shape")
    ground = page.marks[back.number]
    upon = (k for k in page.near(ground.box) if k > back.number)
    look = Look(ground.fill or "", squares.pattern(page, upon, ground.box), "")
    front = looks.get(back.colour, look)
    if look[:2] == front[:2]:
        return None
    name = COLOUR_NAMES[back.colour]
    told = _painted_like(look, looks, back.colour)
    return Flaw("foreign", f"its shape is {name}'s, its ground is {told}, not {_painted(front)}")


def _usual(pages: Sequence[Page], backs: Sequence[_Back]) -> tuple[Ornament, ...]:
    """Return the look that most backs have, up to what the eye cannot see."""
    kinds: list[tuple[tuple[Ornament, ...], list[int]]] = []
    for k, back in enumerate(backs):
        pages[back.page].budget.spend(len(kinds))
        same = next((of for look, of in kinds if squares.alike(look, back.look)), None)
        if same is None:
            kinds.append((back.look, [k]))
        else:
            same.append(k)
    return max(kinds, key=lambda kind: len(kind[1]), default=((), []))[0]

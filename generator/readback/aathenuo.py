"""Aathenuo's tiles on pages: squares with a plate, and on it a colour's shapes or a star (rule 1.1).

The number is how many shapes stand in the tile's row, the colour is their form, the same in every
theme; the ground's paint must be that of the colour's other tiles.  The large numeral is not looked
at: in a PDF it is text.  Backs are squares without a plate, all alike.  Whether the set is complete
is :mod:`generator.inspection`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import NamedTuple

from engine import theme
from engine.games.aathenuo.components import set_of
from engine.games.aathenuo.faces import PLATE, ROW, SLOTS
from engine.games.aathenuo.tiles import (
    COLOUR_NAMES,
    COLOURS,
    DEFAULT,
    STAR,
    Settings,
    in_words,
    whole_set,
)
from engine.geometry import Box, Point
from engine.theme import Slot, luminance
from generator import template
from generator.readback import squares
from generator.readback.found import Flaw, Found, Hints, Reading
from generator.readback.paint import Mark, Page
from generator.readback.squares import Drawn, Ornament

GAME = "aathenuo"

#: Form -> the colour it is the shape of.
FORMS = {"disc": "r", "square": "y", "triangle": "g", "diamond": "b", "hexagon": "p", "plus": "o"}

#: A tile's side is between these, in millimetres; its bleed at most that.
_LEAST, _MOST, _BLEED = 5.0, 200.0, 10.0
#: A plate is this light, and this far from the middle of its ground at most, in shares of the tile.
_LIGHT, _ASTRAY = 0.7, 0.15
#: How far from the row's middle line its shapes may stand, and how large they may be.
_BAND, _SMALL = 0.05, 0.16
#: The widths of a star, and of the shape in it.
_STAR, _IN_STAR = (0.5, 0.8), (0.1, 0.3)
#: A square this much larger or smaller than the tiles is no back.
_LIKE_A_TILE = 0.3
#: Of the points looked at so many must show what is there: all but a letter's worth.
_AGREE = 2 / 3

#: Where the frame is looked at, and the plate beside its numeral, in shares of the tile.
_ON_FRAME = tuple(
    Point(x, y)
    for along in (-0.4, -0.13, 0.13, 0.4)
    for x, y in ((along, -0.465), (along, 0.465), (-0.465, along), (0.465, along))
)
_ON_PLATE = tuple(Point(x, y) for x in (-0.38, 0.38) for y in (-0.2, 0.0, 0.2))


class _Site(NamedTuple):
    """Where a tile lies: its ground and its plate, numbers of marks, -1 for none, and their boxes."""

    page: int
    ground: int
    plate: int
    square: Box
    face: Box


class _Look(NamedTuple):
    """What tiles of one colour share: the ground's paint and pattern, and the paint on the plate."""

    ground: str
    pattern: str
    ink: str


class _Front(NamedTuple):
    """A front before its look is compared: what it says, and what is wrong with that."""

    site: _Site
    written: str
    look: _Look
    flaws: tuple[Flaw, ...]


def find(pages: Sequence[Page], hints: Hints) -> Reading:
    """Return the tiles on the pages, and their backs, page by page.

    Raises GameError when a page's budget is used up, OptionError for a theme or template that is
    none.
    """
    plated = [site for k, page in enumerate(pages) for site in _plated(k, page)]
    bleed = _common(_bleed(site) for site in plated)
    of = _set(hints)
    seen = [front for s in plated if (front := _front(pages[s.page], s, bleed)) is not None]
    fronts = [_of_set(front, of) for front in seen]
    if not fronts:
        return Reading((), "")
    side = hints.tile_size or _common(_trim(front.site, bleed).width for front in fronts)
    looks = _looks(fronts, hints)
    backs = _backs(pages, plated, side)
    pieces = [
        *(_found(front, looks, bleed) for front in fronts),
        *_found_backs(pages, backs, side),
    ]
    pieces.sort(key=lambda piece: piece.page)
    notes = tuple(_other_set(fronts, of))
    return Reading(tuple(pieces), _told_by(looks), notes, expected=whole_set(of))


# ------------------------------------------------------------------------------------- sets


def _set(hints: Hints) -> Settings:
    """Return the settings of the set: the template's, or else the usual ones.

    Raises OptionError for a template that cannot be read, or a setting that is wrong.
    """
    if hints.template is None:
        return DEFAULT
    return set_of(template.load(GAME, hints.template).settings())


def _of_set(front: _Front, of: Settings) -> _Front:
    """Return a front with the flaw, if it is one, that the set has no such tile (rule 1.1)."""
    if not front.written or of.copies_of(front.written):
        return front
    words = f"it shows {front.written}, {in_words(front.written)}, which is not in the set"
    return front._replace(flaws=(*front.flaws, Flaw("impossible", words)))


def _other_set(fronts: Sequence[_Front], of: Settings) -> Iterator[str]:
    """Yield that the tiles are exactly another set, if they are."""
    counts = Counter(front.written for front in fronts)
    if "" in counts:
        return
    colours = 1 + max(COLOURS.index(tile[0]) for tile in counts)
    other = Settings(colours, counts[COLOURS[0] + "1"], counts[COLOURS[0] + STAR])
    if other != of and counts == Counter(whole_set(other)):
        yield (
            f"these are the tiles of a set of {other.colours} colours, {other.copies} of each "
            f"number, {other.stars} stars each; say --template if they should be"
        )


def _common(values: Iterable[float]) -> float:
    """Return the most frequent of lengths, to a hundredth; of several the largest, 0 of none."""
    counts = Counter(round(value, 2) for value in values)
    return max(counts, key=lambda value: (counts[value], value), default=0.0)


# ----------------------------------------------------------------------------------- fronts


def _plated(number: int, page: Page) -> Iterator[_Site]:
    """Yield every plate on top of its place, with the ground below it."""
    found: dict[tuple[int, int], _Site] = {}
    for k, mark in enumerate(page.marks):
        if _is_plate(mark):
            ground = _ground_of(page, k)
            square = (
                page.marks[ground].box
                if ground >= 0
                else mark.box.grown(mark.box.width * (1 / PLATE - 1) / 2)
            )
            # Bleeds lie below: a tile is drawn again on top of them, and that one is seen.
            found[_place(mark.box.centre)] = _Site(number, ground, k, square, mark.box)
    yield from found.values()


def _place(point: Point) -> tuple[int, int]:
    """Return a point to the millimetre."""
    return round(point.x), round(point.y)


def _is_plate(mark: Mark) -> bool:
    """Tell whether a mark is a light square with round corners, of a tile's size."""
    if mark.fill is None or mark.fill[0] != "#" or len(mark.shape.parts) != 1:
        return False
    return (
        squares.is_even(mark.box, PLATE * _LEAST, PLATE * _MOST)
        and luminance(mark.fill) >= _LIGHT
        and mark.shape.parts[0].closed
        and squares.form(mark.shape.parts[0], mark.transform) == "rounded"
    )


def _ground_of(page: Page, plate: int) -> int:
    """Return the number of the square that lies nearest below a plate, -1 for none."""
    box = page.marks[plate].box
    for k in sorted(page.near(box), reverse=True):
        mark = page.marks[k]
        if k >= plate or not squares.is_square(mark, _LEAST, _MOST + 2 * _BLEED):
            continue
        near = mark.box.centre.distance(box.centre) <= _ASTRAY * box.width
        if near and box.width < mark.box.width < box.width / PLATE + 2 * _BLEED:
            return k
    return -1


def _bleed(site: _Site) -> float:
    """Return how far a ground reaches beyond the tile that its plate belongs to."""
    return max(0.0, (site.square.width - site.face.width / PLATE) / 2)


def _trim(site: _Site, bleed: float) -> Box:
    """Return a tile's outline: its ground without the bleed of all."""
    return site.square.grown(-bleed)


def _front(page: Page, site: _Site, bleed: float) -> _Front | None:
    """Return what a tile shows, or None where it is covered."""
    box = _trim(site, bleed)
    near = page.near(box)
    frame = squares.seen(page, near, [_at(box, point) for point in _ON_FRAME])
    plate = squares.seen(page, near, [_at(box, point) for point in _ON_PLATE])
    if site.ground not in frame and site.plate not in plate:
        return None
    drawn = list(squares.drawn(page, [k for k in near if k > site.plate], site.face))
    flaws = list(_covered(frame.count(site.ground), plate.count(site.plate)))
    written, ink, unclear = _says(drawn, box, page.marks[site.plate].fill)
    if unclear:
        flaws.append(Flaw("unclear", unclear))
    ground = page.marks[site.ground].fill or "" if site.ground >= 0 else ""
    between = (k for k in near if site.ground < k < site.plate)
    look = _Look(ground, squares.pattern(page, between, site.square), ink)
    return _Front(site, written, look, tuple(flaws))


def _at(box: Box, share: Point) -> Point:
    """Return a place on a tile, given in shares of its width from its middle."""
    return box.centre.moved(share.x * box.width, share.y * box.height)


def _covered(frame: int, plate: int) -> Iterator[Flaw]:
    """Yield what of a tile is covered, by how many points of frame and plate are seen."""
    for name, count, points in (("frame", frame, _ON_FRAME), ("plate", plate, _ON_PLATE)):
        if count < _AGREE * len(points):
            yield Flaw("unclear", f"its {name} is covered")


def _says(drawn: Sequence[Drawn], box: Box, paper: str | None) -> tuple[str, str, str]:
    """Return a tile as written, the paint of its shapes or star, and what is unclear, if anything.

    What has the plate's own paint, ``paper``, shows nothing but in a star.
    """
    row = [d for d in drawn if d.form in FORMS and d.paint != paper and _in_row(d, box)]
    stars = [d for d in drawn if d.form == "star" and _fits(d.box, box, _STAR)]
    inner = [d for d in drawn if d.form in FORMS and _in_star(d, box)]
    if row and stars:
        return "", "", "it shows both a star and a row of shapes"
    if len(stars) > 1:
        return "", "", f"it shows {len(stars)} stars"
    shapes = inner if stars else row
    forms = sorted({d.form for d in shapes})
    if not shapes:
        return "", "", f"it shows {'a star without a shape' if stars else 'no shapes and no star'}"
    if len(forms) > 1:
        return "", "", f"its shapes are of different forms: {', '.join(forms)}"
    mark = STAR if stars else str(len(row))
    if len(row) > 8 or (len(inner) > 1 and stars):
        return "", "", f"it shows {len(shapes)} shapes"
    inks = sorted({d.paint for d in (stars or row)})
    unclear = f"its shapes are painted in {len(inks)} colours" if len(inks) > 1 else ""
    return FORMS[forms[0]] + mark, inks[0], unclear


def _in_row(found: Drawn, box: Box) -> bool:
    """Tell whether a shape stands in the row below a numeral."""
    off = abs(found.box.centre.y - box.centre.y - ROW * box.height)
    return off <= _BAND * box.height and _fits(found.box, box, (0.0, _SMALL))


def _in_star(found: Drawn, box: Box) -> bool:
    """Tell whether a shape stands where a star has one, in the middle."""
    off = found.box.centre.distance(box.centre)
    return off <= _ASTRAY * box.width and _fits(found.box, box, _IN_STAR)


def _fits(inner: Box, box: Box, widths: tuple[float, float]) -> bool:
    """Tell whether something's width lies between two shares of a tile's."""
    return widths[0] * box.width <= inner.width <= widths[1] * box.width


# ------------------------------------------------------------------------------------ looks


def _looks(fronts: Sequence[_Front], hints: Hints) -> dict[str, _Look]:
    """Return the look of each colour: the theme's that was named, else that of most tiles.

    Raises OptionError for a theme that is none.
    """
    counts: dict[str, Counter[_Look]] = {}
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


def _told_by(looks: dict[str, _Look]) -> str:
    """Return what colours were told by: the shapes, and the theme whose grounds these are."""
    for name in theme.names():
        slots = theme.load(name).slots
        if looks and all(_is_painted(look, slots[SLOTS[c]]) for c, look in looks.items()):
            return f"shape, theme {name}"
    return "shape"


def _is_painted(look: _Look, slot: Slot) -> bool:
    """Tell whether a ground is filled like a theme's, and patterned if that is."""
    return look.ground == slot.fill and bool(look.pattern) == (slot.pattern != "solid")


def _unlike(front: _Front, looks: dict[str, _Look]) -> Iterator[Flaw]:
    """Yield where a tile is not painted as the others of its colour."""
    if not front.written:
        return
    colour = front.written[0]
    name, usual = COLOUR_NAMES[colour], looks[colour]
    if (front.look.ground, front.look.pattern) != (usual.ground, usual.pattern):
        others = [
            COLOUR_NAMES[c]
            for c, look in looks.items()
            if look[:2] == front.look[:2] and c != colour
        ]
        told = f"{others[0]}'s" if others else _painted(front.look)
        words = f"its shapes are {name}'s, its frame is {told}, not {_painted(usual)}"
        yield Flaw("foreign", words)
    if front.look.ink != usual.ink:
        yield Flaw("foreign", f"its shapes are {front.look.ink}, those of {name} are {usual.ink}")


def _painted(look: _Look) -> str:
    ground = look.ground or "not painted"
    return f"{ground} with {look.pattern}" if look.pattern else ground


def _found(front: _Front, looks: dict[str, _Look], bleed: float) -> Found:
    """Return a front as a piece."""
    site, box = front.site, _trim(front.site, bleed)
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
    )


# ------------------------------------------------------------------------------------ backs


class _Back(NamedTuple):
    """A square without a plate: its page, its mark's number, and what is drawn on it."""

    page: int
    number: int
    look: tuple[Ornament, ...]


def _backs(pages: Sequence[Page], plated: Sequence[_Site], side: float) -> list[_Back]:
    """Return the squares of about a tile's size that are no fronts, nor cover one."""
    taken = {(site.page, _place(site.square.centre)) for site in plated}
    low, high = side * (1 - _LIKE_A_TILE), side * (1 + _LIKE_A_TILE) + 2 * _BLEED
    found: dict[tuple[int, tuple[int, int]], _Back] = {}
    for k, page in enumerate(pages):
        for number, mark in enumerate(page.marks):
            key = k, _place(mark.box.centre)
            if key in taken or not squares.is_square(mark, low, high):
                continue
            near = page.near(mark.box)
            if number in squares.seen(page, near, [_at(mark.box, p) for p in _ON_FRAME]):
                found[key] = _Back(k, number, squares.ornaments(page, near, number))
            else:
                found.pop(key, None)
    return list(found.values())


def _found_backs(pages: Sequence[Page], backs: Sequence[_Back], side: float) -> Iterator[Found]:
    """Yield the backs as pieces; those that are not like most of them, with that flaw."""
    usual = _usual(backs)
    boxes = [pages[back.page].marks[back.number].box for back in backs]
    bleed = max(0.0, round((median(box.width for box in boxes) - side) / 2, 2)) if boxes else 0.0
    for back, drawn in zip(backs, boxes, strict=True):
        box = drawn.grown(-bleed)
        flaws = (
            ()
            if squares.alike(back.look, usual)
            else (Flaw("alike", "it is not drawn like the other backs"),)
        )
        yield Found(
            back.page,
            box.centre,
            box.corners(),
            (box.width, box.height),
            Point(0.0, 0.0),
            (),
            "",
            flaws,
            "back",
        )


def _usual(backs: Sequence[_Back]) -> tuple[Ornament, ...]:
    """Return the look that most backs have, up to what the eye cannot see."""
    kinds: list[tuple[tuple[Ornament, ...], list[int]]] = []
    for k, back in enumerate(backs):
        same = next((of for look, of in kinds if squares.alike(look, back.look)), None)
        if same is None:
            kinds.append((back.look, [k]))
        else:
            same.append(k)
    return max(kinds, key=lambda kind: len(kind[1]), default=((), []))[0]

"""Aathenuo's fronts as drawn: a plate on a square, and on it a row of shapes or a star (rule 1.1).

The number is how many shapes stand in the row, the colour is their form.  What tiles of a colour
share is :mod:`generator.checking.recognise.aathenuo`'s to compare.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.drawing.theme import luminance
from engine.games.aathenuo.drawing import PLATE, ROW
from engine.games.aathenuo.tiles import STAR
from engine.geometry.plane import Box, Point
from generator.checking.pages.paint import Mark, Page
from generator.checking.recognise import squares
from generator.checking.recognise.found import Flaw
from generator.checking.recognise.squares import ByPlace, Drawn

#: Form -> the colour it is the shape of.
FORMS = {"disc": "r", "square": "y", "triangle": "g", "diamond": "b", "hexagon": "p", "plus": "o"}

#: A tile's side is between these, in millimetres; its bleed at most that.
_LEAST, _MOST, BLEED = 5.0, 200.0, 10.0
#: A plate is this light, and this far from the middle of its ground at most, in shares of the tile.
_LIGHT, _ASTRAY = 0.7, 0.15
#: What is so many times as large as a tile carries a picture of it, unless it is so much of the
#: page that it is the page's ground, on sheets that were scaled down too.
_LARGER, _PAGE = 1.5, 0.85
#: How far from the row's middle line its shapes may stand, and how large they may be.
_BAND, _SMALL = 0.05, 0.16
#: How large a colour's shape is on a back.
_ON_BACK = (0.2, 0.5)
#: The widths of a star, and of the shape in it.
_STAR, _IN_STAR = (0.5, 0.8), (0.1, 0.3)
#: Of the points looked at so many must show what is there: all but a letter's worth.
AGREE = 2 / 3

#: Where the frame is looked at, and the plate beside its numeral, in shares of the tile.
ON_FRAME = tuple(
    Point(x, y)
    for along in (-0.4, -0.13, 0.13, 0.4)
    for x, y in ((along, -0.465), (along, 0.465), (-0.465, along), (0.465, along))
)
_ON_PLATE = tuple(Point(x, y) for x in (-0.38, 0.38) for y in (-0.2, 0.0, 0.2))


class Site(NamedTuple):
    """Where a tile lies: its ground and its plate, numbers of marks, -1 for none, and their boxes."""

    page: int
    ground: int
    plate: int
    square: Box
    face: Box


class Look(NamedTuple):
    """What tiles of one colour share: the ground's paint and pattern, and the paint on the plate."""

    ground: str
    pattern: str
    ink: str


class Front(NamedTuple):
    """A front before its look is compared: what it says, and what is wrong with that."""

    site: Site
    written: str
    look: Look
    flaws: tuple[Flaw, ...]


def find(number: int, page: Page) -> Iterator[Site]:
    """Yield every plate on top of its place, with the ground below it."""
    found: ByPlace[Site] = ByPlace()
    for k, mark in enumerate(page.marks):
        if _is_plate(page, mark):
            ground = _ground_of(page, k)
            square = (
                page.marks[ground].box
                if ground >= 0
                else mark.box.grown(mark.box.width * (1 / PLATE - 1) / 2)
            )
            # Bleeds lie below: a tile is drawn again on top of them, and that one is seen.
            found.put(mark.box.centre, Site(number, ground, k, square, mark.box))
    yield from found.values()


def _is_plate(page: Page, mark: Mark) -> bool:
    """Tell whether a mark is a light square with round corners, of a tile's size."""
    if mark.fill is None or mark.fill[0] != "#" or len(mark.shape.parts) != 1:
        return False
    return (
        squares.is_even(mark.box, PLATE * _LEAST, PLATE * _MOST)
        and luminance(mark.fill) >= _LIGHT
        and mark.shape.parts[0].closed
        and [name for name, _ in squares.forms(page, mark)] == ["rounded"]
    )


def _ground_of(page: Page, plate: int) -> int:
    """Return the number of the square that lies nearest below a plate, -1 for none."""
    box = page.marks[plate].box
    for k in sorted(page.near(box), reverse=True):
        mark = page.marks[k]
        if k >= plate or not squares.is_square(page, mark, _LEAST, _MOST + 2 * BLEED):
            continue
        near = mark.box.centre.distance(box.centre) <= _ASTRAY * box.width
        if near and box.width < mark.box.width < box.width / PLATE + 2 * BLEED:
            return k
    return -1


def is_picture(page: Page, site: Site) -> bool:
    """Tell whether a tile is a picture on something larger, as on the bag's label."""
    middle = site.square.centre
    below = [k for k in page.near(site.square) if k < site.ground]
    for k in squares.seen_through(page, below, middle):
        box = page.marks[k].box
        whole = box.width > _PAGE * page.width and box.height > _PAGE * page.height
        if not whole and min(box.width, box.height) > _LARGER * site.square.width:
            return True
    return False


def bleed_of(site: Site) -> float:
    """Return how far a ground reaches beyond the tile that its plate belongs to."""
    return max(0.0, (site.square.width - site.face.width / PLATE) / 2)


def trim(site: Site, bleed: float) -> Box:
    """Return a tile's outline: its ground without the bleed of all."""
    return site.square.grown(-bleed)


def front(page: Page, site: Site, bleed: float) -> Front | None:
    """Return what a tile shows, or None where it is covered."""
    box = trim(site, bleed)
    near = page.near(box)
    frame = squares.seen(page, near, [at(box, point) for point in ON_FRAME])
    plate = squares.seen(page, near, [at(box, point) for point in _ON_PLATE])
    if site.ground not in frame and site.plate not in plate:
        return None
    drawn = list(squares.drawn(page, [k for k in near if k > site.plate], site.face))
    flaws = list(_covered(frame.count(site.ground), plate.count(site.plate)))
    written, ink, unclear = _says(drawn, box, page.marks[site.plate].fill)
    if unclear:
        flaws.append(Flaw("unclear", unclear))
    ground = page.marks[site.ground].fill or "" if site.ground >= 0 else ""
    between = (k for k in near if site.ground < k < site.plate)
    look = Look(ground, squares.pattern(page, between, site.square), ink)
    return Front(site, written, look, tuple(flaws))


def colour_behind(page: Page, near: Sequence[int], ground: int, width: float) -> str:
    """Return the colour whose shape stands in the middle of a tile's back, "" where none does.

    ``near`` are the marks about the back, ``ground`` its own, ``width`` that of the tile.
    """
    around = page.marks[ground].box
    tile = around.grown((width - around.width) / 2)
    shapes = [
        drawn.form
        for drawn in squares.drawn(page, [k for k in near if k > ground], tile)
        if drawn.form in FORMS
        and drawn.box.centre.distance(tile.centre) <= _ASTRAY * width
        and _fits(drawn.box, tile, _ON_BACK)
    ]
    return FORMS[shapes[0]] if len(shapes) == 1 else ""


def at(box: Box, share: Point) -> Point:
    """Return a place on a tile, given in shares of its width from its middle."""
    return box.centre.moved(share.x * box.width, share.y * box.height)


def _covered(frame: int, plate: int) -> Iterator[Flaw]:
    """Yield what of a tile is covered, by how many points of frame and plate are seen."""
    for name, count, points in (("frame", frame, ON_FRAME), ("plate", plate, _ON_PLATE)):
        if count < AGREE * len(points):
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

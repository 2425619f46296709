"""A game's own pictures found among a page's marks: where each is, how large, what differs.

The pictures are drawn by the game's kit and read back as sheets are, so that this module does
not know how any piece looks.  Geometry finds a picture; its paints, patterns and lines are then
compared with those of a theme.  Text is passed over.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.drawing import scene
from engine.drawing.parts import Piece, Pieces, Stance
from engine.drawing.theme import Theme
from engine.drawing.writers import svg as svg_writer
from engine.geometry.hexgrid import SQRT3, Orientation
from engine.geometry.plane import Point, Transform
from generator.checking.pages import svg
from generator.checking.pages.paint import Page, Sampler
from generator.checking.pages.shapes import Budget, Pair
from generator.checking.recognise import hexagons
from generator.checking.recognise.colours import EXACT, same
from generator.checking.recognise.forms import Form, Forms, Seen, form
from generator.checking.recognise.textures import Texture, is_pattern, texture

#: How large pictures are drawn to be known, and how far apart, in millimetres.
_SIZE = 100.0
_APART = 600.0
_COLUMNS = 12
_STEPS = 5_000_000

#: How far a part of a picture may lie off its place and still be it, in picture sizes; and how
#: far its size may be off.
_ASTRAY = 0.06
_UNSIZED = 0.08
#: How much of a picture must be there.
_ENOUGH = 0.6
#: Its ground may be this much too small, a share, and reach this far beyond the trim: the bleed.
_SHRUNK = 0.93
_MOST_BLEED = 6.0
#: The share of points that may show something else: edges are rounded.
_OFF = 1 / 12


class Role(NamedTuple):
    """All marks of one form in a picture: its form for a picture of size 1, and how it is painted."""

    form: Form
    filled: bool
    stroke: str | None
    texture: Texture | None


class Picture(NamedTuple):
    """One side of a piece as the game draws it: the ground first, then what is on it."""

    part: str  # the component
    kind: str
    side: str
    #: The cut line's kind and its proportions: width and height for size 1.
    cut: tuple[str, float, float]
    roles: tuple[Role, ...]
    sampler: Sampler
    #: What shows at the sampler's points.
    paints: tuple[str | None, ...]
    #: The paint of text, which counts for nothing.
    ink: str | None

    @property
    def ground(self) -> Role:
        return self.roles[0]


class Face(NamedTuple):
    """What to draw of a component: a piece, its kind, the name of the side that shows."""

    part: Pieces
    piece: Piece
    kind: str
    side: str = ""
    back: bool = False


# -------------------------------------------------------------------------------- the models


def draw(faces: Sequence[Face], theme: Theme) -> tuple[Picture, ...]:
    """Return the pictures of faces in a theme, of hexagons also as they lie turned."""
    stances = [
        (face, orientation)
        for face in faces
        for orientation in (Orientation.POINTY, Orientation.FLAT)
        if orientation is Orientation.POINTY or face.part.shape(1.0).kind == "hexagon"
    ]
    groups, texts = [], []
    for k, (face, orientation) in enumerate(stances):
        stance = Stance(theme, _SIZE, orientation, back=face.back)
        items = face.part.draw(face.piece, stance)
        texts.append(next((i.fill for i in items if isinstance(i, scene.Text)), None))
        kept = tuple(item for item in items if not isinstance(item, scene.Text))
        groups.append(scene.Group(kept, Transform.translation(*_place(k))))
    rows = 1 + len(groups) // _COLUMNS
    whole = scene.Scene(_APART * _COLUMNS, _APART * rows, tuple(groups), background=None)
    budget = Budget(_STEPS, "the game's own pictures")
    page, *_ = svg.pages("pictures", svg_writer.write(whole), budget, (100.0, 100.0))
    shares: list[list[int]] = [[] for _ in range(rows * _COLUMNS)]
    for k, mark in enumerate(page.marks):
        middle = mark.box.centre
        shares[int(middle.y // _APART) * _COLUMNS + int(middle.x // _APART)].append(k)
    return tuple(
        _picture(page, shares[k], _place(k), *stances[k], texts[k]) for k in range(len(stances))
    )


def _place(k: int) -> Point:
    """Return where the k-th picture is drawn."""
    row, column = divmod(k, _COLUMNS)
    return Point((column + 0.5) * _APART, (row + 0.5) * _APART)


def _picture(
    page: Page,
    numbers: Sequence[int],
    at: Point,
    face: Face,
    orientation: Orientation,
    ink: str | None,
) -> Picture:
    roles: list[Role] = []
    for k in numbers:
        mark = page.marks[k]
        if is_pattern(mark):
            continue
        found = form(mark.shape, mark.transform, page.budget)
        if found is None:
            continue
        found = found.moved(-at.x, -at.y).scaled(1 / _SIZE)
        role = Role(found, mark.fill is not None, mark.stroke, texture(page, k))
        for n, other in enumerate(roles):
            if _one(other.form, found):
                roles[n] = _over(other, role)
                break
        else:
            roles.append(role)
    cut = face.part.shape(1.0)
    shape = cut.turned(orientation)
    sampler = _sampler(cut.kind, shape.width, shape.height)
    frame = Transform(_SIZE, 0.0, 0.0, _SIZE, at.x, at.y)
    paints = tuple(s.paint for s in sampler.look(page, frame, page.near(sampler.box(frame))))
    proportions = (cut.kind, shape.width, shape.height)
    return Picture(
        face.part.name, face.kind, face.side, proportions, tuple(roles), sampler, paints, ink
    )


def _one(a: Form, b: Form) -> bool:
    """Tell whether two forms of a picture are one, drawn twice."""
    return a.middle.distance(b.middle) < 0.005 and abs(a.radius - b.radius) < 0.005 and a.like(b)


def _over(below: Role, above: Role) -> Role:
    """Return what is seen of two marks of one form."""
    return Role(
        below.form,
        below.filled or above.filled,
        above.stroke or below.stroke,
        above.texture if above.filled else below.texture,
    )


@lru_cache(maxsize=32)
def _sampler(kind: str, width: float, height: float) -> Sampler:
    """Return a sampler of points all over a piece of size 1, a little inside its edge."""
    step = min(width, height) / 9
    reach_x, reach_y = 0.47 * width, 0.47 * height
    points: list[Pair] = []
    rows = int(reach_y / step)
    for row in range(-rows, rows + 1):
        columns = int(reach_x / step)
        for column in range(-columns, columns + 1):
            # A little askew, so that no point lies on an axis where edges meet.
            x, y = (column + 0.13 * (row % 3)) * step, (row + 0.11 * (column % 3)) * step
            inside = math.hypot(x, y) <= 0.46 if kind != "rectangle" else abs(x) < reach_x
            if inside and abs(y) < reach_y:
                points.append((x, y))
    return Sampler(points)


# ------------------------------------------------------------------------------- on the page


class Sighting(NamedTuple):
    """A picture on a page: its size and middle by what is on the ground, the ground, each role's
    topmost filled and stroked mark (-1 for none)."""

    model: int  # index among the pictures
    size: float
    middle: Point
    ground: Seen
    marks: tuple[tuple[int, int], ...]

    @property
    def there(self) -> int:
        """How many parts are there."""
        return sum(marks != (-1, -1) for marks in self.marks)

    @property
    def worth(self) -> tuple[int, int]:
        """How well the picture explains what is there, the better the greater."""
        return 2 * self.there - len(self.marks), self.there


def find(page: Page, models: Sequence[Picture]) -> list[Sighting]:
    """Return the pictures on a page, in painting order, the one that explains most at any place.

    Raises GameError when the page's budget is used up.
    """
    forms = Forms(page)
    best: dict[int, Sighting] = {}
    for k, model in enumerate(models):
        for sighting in _sightings(forms, k, model):
            known = best.get(sighting.ground.mark)
            if known is None or sighting.worth > known.worth:
                best[sighting.ground.mark] = sighting
    # A ground that is part of another picture is none of its own.
    parts = {m for s in best.values() for marks in s.marks for m in marks}
    return [s for mark, s in sorted(best.items()) if mark not in parts]


def _sightings(forms: Forms, index: int, model: Picture) -> Iterator[Sighting]:
    """Yield the places where a picture may be, from every form that may be its most telling."""
    inner = model.roles[1:]
    telling = [role for role in inner if not role.form.is_round] or list(inner[:1])
    tried: set[tuple[int, int, int]] = set()
    for role in telling:
        for seen in forms.like(role.form):
            size = seen.form.radius / role.form.radius
            x, y = seen.form.middle
            middle = Point(x - size * role.form.middle.x, y - size * role.form.middle.y)
            key = (round(middle.x * 4), round(middle.y * 4), round(size * 4))
            if key not in tried:
                tried.add(key)
                found = _fitted(forms, index, model, size, middle)
                if found is not None:
                    yield found


def _fitted(
    forms: Forms, index: int, model: Picture, size: float, middle: Point
) -> Sighting | None:
    """Return the picture at a place, None where too little of it is there."""
    if size < 2.0 or _ground(forms, model, size, middle, len(forms.page.marks)) is None:
        return None
    marks = []
    lowest = len(forms.page.marks)
    seen_size = wanted_size = x = y = 0.0
    for role in model.roles[1:]:
        at = Point(middle.x + size * role.form.middle.x, middle.y + size * role.form.middle.y)
        filled, stroked = _of_role(forms, role, at, size)
        marks.append((filled.mark if filled else -1, stroked.mark if stroked else -1))
        one = filled or stroked
        if one is not None:
            lowest = min(lowest, *(s.mark for s in (filled, stroked) if s))
            seen_size += one.form.radius
            wanted_size += role.form.radius
            x += (one.form.middle.x - at.x) * role.form.radius
            y += (one.form.middle.y - at.y) * role.form.radius
    there = sum(found != (-1, -1) for found in marks)
    if there < _ENOUGH * len(marks):
        return None
    true = seen_size / wanted_size
    moved = middle.moved(x / wanted_size, y / wanted_size)
    ground = _ground(forms, model, true, moved, lowest)
    if ground is None:
        return None
    return Sighting(index, true, moved, ground, tuple(marks))


def _of_role(forms: Forms, role: Role, at: Point, size: float) -> tuple[Seen | None, Seen | None]:
    """Return the topmost filled and the topmost stroked form that can be a role's."""
    filled = stroked = None
    radius = size * role.form.radius
    for seen in forms.about(at, _ASTRAY * size):
        if abs(seen.form.radius - radius) > _UNSIZED * radius or not seen.form.like(role.form):
            continue
        mark = forms.mark(seen)
        if mark.fill is not None and (filled is None or seen.mark > filled.mark):
            filled = seen
        if mark.stroke is not None and (stroked is None or seen.mark > stroked.mark):
            stroked = seen
    return filled, stroked


def _ground(forms: Forms, model: Picture, size: float, at: Point, below: int) -> Seen | None:
    """Return the topmost ground of a picture under its other marks."""
    wanted = model.ground.form
    across, down = wanted.across * size, wanted.down * size
    best: Seen | None = None
    for seen in forms.about(at, _ASTRAY * size):
        found = seen.form
        if seen.mark >= below or forms.mark(seen).fill is None:
            continue
        if not (
            _SHRUNK * across <= found.across <= across + _MOST_BLEED * 1.2
            and _SHRUNK * down <= found.down <= down + _MOST_BLEED * 1.2
        ):
            continue
        fits = found.is_rectangle if model.cut[0] == "rectangle" else found.like(wanted)
        if fits and (best is None or seen.mark > best.mark):
            best = seen
    return best


# ---------------------------------------------------------------------------------- paints


class Difference(NamedTuple):
    """Something of a picture that is not as a theme paints it: ``foreign`` or ``unclear``."""

    kind: str
    words: str


def shows(page: Page, model: Picture, found: Sighting) -> tuple[str | None, ...]:
    """Return what shows at the points of a picture's sampler.

    Raises GameError when the page's budget is used up.
    """
    at, size = found.ground.form.middle, found.size
    frame = Transform(size, 0.0, 0.0, size, at.x, at.y)
    sights = model.sampler.look(page, frame, page.near(model.sampler.box(frame)))
    return tuple(sight.paint for sight in sights)


def differences(
    page: Page, model: Picture, found: Sighting, shown: Sequence[str | None]
) -> Iterator[Difference]:
    """Yield how a picture on a page differs from a theme's: paint, patterns, lines, what is missing."""
    off = Counter(
        (wanted, seen)
        for wanted, seen in zip(model.paints, shown, strict=True)
        if not _same(wanted, seen) and not (model.ink and _same(model.ink, seen))
    )
    if sum(off.values()) > _OFF * len(shown):
        (wanted, seen), _ = off.most_common(1)[0]
        yield Difference("foreign", f"it shows {seen or 'bare paper'} instead of {wanted}")
    marks = ((found.ground.mark, -1), *found.marks)
    for role, (filled, stroked) in zip(model.roles, marks, strict=True):
        if filled < 0 and stroked < 0:
            yield Difference("unclear", "a part of its picture is missing or misplaced")
            continue
        if stroked >= 0 and role.stroke and not _same(role.stroke, page.marks[stroked].stroke):
            words = f"a line of it is {page.marks[stroked].stroke} instead of {role.stroke}"
            yield Difference("foreign", words)
        if filled >= 0:
            seen_texture = texture(page, filled)
            if (seen_texture is None) != (role.texture is None) or (
                seen_texture and role.texture and not seen_texture.like(role.texture)
            ):
                yield Difference("foreign", f"it has {_words(seen_texture, role.texture)}")


def _same(a: str | None, b: str | None) -> bool:
    """Tell whether two paints are one; bare paper is white."""
    return same(a or "#ffffff", b or "#ffffff", EXACT)


def _words(seen: Texture | None, wanted: Texture | None) -> str:
    if wanted is None:
        return "a pattern where none belongs"
    return "no pattern" if seen is None else "another pattern than its own"


def outline(page: Page, model: Picture, found: Sighting, bleed: float) -> tuple[Point, ...]:
    """Return the corners of a piece's cut line, of a disc points all round: its ground less the bleed."""
    ground = found.ground.form
    at = ground.middle
    if model.cut[0] == "rectangle":
        x, y = ground.across - bleed, ground.down - bleed
        return tuple(at.moved(i * x, j * y) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    if model.cut[0] == "hexagon":
        mark = page.marks[found.ground.mark]
        drawn = hexagons.of_shape(mark.shape, mark.transform, page.budget, filled=True)
        if drawn:
            hexagon = drawn[0].moved(mark.transform.e, mark.transform.f)
            share = 1 - bleed / (hexagon.radius * SQRT3 / 2)
            return tuple(hexagon.centre.towards(corner, share) for corner in hexagon.corners)
    radius = (ground.across + ground.down) / 2 - bleed
    turns = (math.radians(10 * k) for k in range(36))
    return tuple(at.moved(radius * math.cos(t), radius * math.sin(t)) for t in turns)


def sizes(
    model: Picture, found: Sighting, bleed: float, corners: Sequence[Point]
) -> tuple[float, ...]:
    """Return what a piece measures: across and down or between sides, and by its picture."""
    ground = found.ground.form
    if model.cut[0] == "hexagon":
        return (*hexagons.widths(corners), found.size)
    _, width, height = model.cut
    across, down = ground.across - bleed, ground.down - bleed
    return (2 * across / width, 2 * down / height, found.size)


def bleed_of(model: Picture, found: Sighting) -> float:
    """Return how far a piece's ground reaches beyond what its picture's size asks for."""
    wanted = model.cut
    if wanted[0] == "hexagon":  # measured between its sides
        return (found.ground.form.radius / model.ground.form.radius - found.size) / 2
    return found.ground.form.across - found.size * wanted[1] / 2

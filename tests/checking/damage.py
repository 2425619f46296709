"""Kits damaged at random, by a seed, with what must be found of it.

It edits the pages of a kit between drawing and writing, as scissors, correction fluid and a
careless print shop would, and knows nothing of how sheets are read back.  Run as
``python -m tests.checking.damage [CASES [FIRST [GAME]]]`` it lists what is not found as planted.
"""

from __future__ import annotations

import math
import random
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from shapely import MultiPoint

import engine
from engine.drawing import scene, theme
from engine.drawing.writers import pdf
from engine.errors import OptionError
from engine.geometry.plane import IDENTITY, Box, Point, Transform, bounds
from generator.printing import template
from generator.printing.kit import Kit, PrintedPart, make, read_picks
from generator.printing.output import planned
from generator.printing.sheet import Sheet
from tests.checking.verifying import USUAL, Verdict, verify

#: No theme of ours has it.
FOREIGN = "#ff66cc"


class Expected(NamedTuple):
    """Faults that must be found, ``kind key`` each, and how many of a kind may be besides.

    A kind ``foreign|unclear`` is either of two.
    """

    must: frozenset[str] = frozenset()
    may: Mapping[str, int] = {}

    def __or__(self, other: object) -> Expected:
        assert isinstance(other, Expected)
        kinds = {*self.may, *other.may}
        more = {k: self.may.get(k, 0) + other.may.get(k, 0) for k in kinds}
        return Expected(self.must | other.must, more)

    def judged(self, found: Mapping[str, int]) -> str:
        """Return "as planted", or what there is too few or too many of."""
        left, fewer = Counter(found), []
        for kinds in sorted((fault.split()[0] for fault in self.must), key=len):
            one = next((kind for kind in kinds.split("|") if left[kind]), None)
            if one is None:
                fewer.append(kinds)
            else:
                left[one] -= 1
        more = [kind for kind in left if left[kind] > self.may.get(kind, 0)]
        words = [f"fewer {k}" for k in dict.fromkeys(fewer)] + [f"more {k}" for k in more]
        return ", ".join(sorted(words)) or "as planted"


class Side(NamedTuple):
    """One side of a piece on paper: of which component, on which sheet, and which slot of it."""

    component: int
    sheet: int
    slot: int


class Spot(NamedTuple):
    """A piece on paper; ``key`` is what counts it (tiles by identity, markers by their kind)."""

    key: str
    front: Side
    back: Side | None

    @property
    def sides(self) -> tuple[Side, ...]:
        return (self.front,) if self.back is None else (self.front, self.back)


Slots = list[tuple[scene.Item, ...]]


def key_of(game: str, identity: str) -> str:
    """Return what a piece is counted by: the number of a marker says nothing."""
    unique = game in ("atreya", "aathenuo")
    return identity if unique else re.sub(r"-\d+$", "", identity)


@dataclass
class Print:
    """A kit on its way to the printer: the slots of every sheet, to be damaged."""

    kit: Kit
    slots: list[list[Slots]]
    order: list[list[int]]
    #: Every piece that verify counts.
    spots: list[Spot]
    #: What verify must be told of the kit.
    arguments: list[str]
    chance: random.Random

    def sheet(self, side: Side) -> Sheet:
        return self.kit.components[side.component].sheets[side.sheet]

    def __getitem__(self, side: Side) -> tuple[scene.Item, ...]:
        return self.slots[side.component][side.sheet][side.slot]

    def __setitem__(self, side: Side, items: tuple[scene.Item, ...]) -> None:
        self.slots[side.component][side.sheet][side.slot] = items

    def on_top(self, side: Side, *items: scene.Item) -> None:
        """Draw items above all others of a piece's sheet."""
        self.slots[side.component][side.sheet].append(items)

    def box(self, side: Side) -> Box:
        """Return the box around a side of a piece."""
        return bounds(points_of(self[side]))

    def move(self, side: Side, by: Transform, *, last: bool = False) -> None:
        """Move a side of a piece about the sheet, perhaps onto all others."""
        moved = (scene.Group(self[side], by),)
        self[side] = () if last else moved
        if last:
            self.on_top(side, *moved)

    def change_about(self, side: Side, change: Transform) -> None:
        """Turn or scale a side of a piece about its middle."""
        x, y = self.box(side).centre
        self.move(side, Transform.translation(x, y) @ change @ Transform.translation(-x, -y))

    def draw_all(self, by: Transform, *, component: int, sheet: int) -> None:
        """Draw all of a sheet smaller, stretched or elsewhere."""
        slots = self.slots[component][sheet]
        slots[:] = [(scene.Group(tuple(item for slot in slots for item in slot), by),)]

    def files(self, folder: Path) -> list[Path]:
        """Write the kit's PDF files; a component without pages has none."""
        made = []
        for component, slots, order in zip(
            self.kit.components, self.slots, self.order, strict=True
        ):
            pages = []
            for n in order:
                items = tuple(item for slot in slots[n] for item in slot)
                sheet = component.sheets[n]
                pages.append(pdf.Page(sheet.scene._replace(items=items), sheet.trim, sheet.bleed))
            if pages:
                picked = "-pieces" if self.kit.picked else ""
                made.append(folder / f"{self.kit.game}-{component.name}{picked}.pdf")
                made[-1].write_bytes(pdf.write(pages))
        return made

    def verdict(self, folder: Path, *arguments: str) -> Verdict:
        """Return what verify says of the kit's files, of picked pieces by the manifest."""
        files = self.files(folder)
        if not self.kit.picked:
            return verify(self.kit.game, *files, *self.arguments, *arguments)
        *_, manifest = planned(self.kit, ("pdf",), (), 0.0)
        (folder / manifest.name).write_bytes(manifest.data())
        return verify(folder / manifest.name)


def named(item: scene.Item) -> bool:
    """Tell whether an item is a piece."""
    return isinstance(item, scene.Group) and item.name == "piece"


def points_of(items: Sequence[scene.Item], by: Transform = IDENTITY) -> Iterator[Point]:
    """Yield points on the edge of what items fill."""
    for item in items:
        if isinstance(item, scene.Group) and item.clip is None:
            yield from points_of(item.items, by @ item.transform)
        elif isinstance(item, scene.Use):
            yield from points_of(item.symbol.items, by @ item.transform)
        elif isinstance(item, scene.Circle) and item.fill:
            for part in scene.flattened(scene.disc(item.radius, Point(item.x, item.y))):
                yield from map(by.apply, part)
        elif isinstance(item, scene.Path) and item.fill:
            for part in scene.flattened(item.outline):
                yield from map(by.apply, part)


def hull(points: Iterator[Point]) -> list[Point]:
    """Return the corners of the convex hull."""
    outline = MultiPoint([*points]).convex_hull.simplify(0.01)
    return [Point(x, y) for x, y in outline.exterior.coords[:-1]]


def spots_of(game: str, component: PrintedPart, c: int) -> Iterator[Spot]:
    """Yield the pieces of a component, those that verify counts."""
    if component.name == "racks":
        return
    backs: defaultdict[tuple[int, str], list[Side]] = defaultdict(list)
    fronts: list[tuple[int, str, Side]] = []
    for n, sheet in enumerate(component.sheets):
        at = [k for k, item in enumerate(sheet.scene.items) if named(item)]
        for k, place in zip(at, sheet.placements if at else (), strict=True):
            if place.back:
                backs[sheet.index, place.piece.id].append(Side(c, n, k))
            else:
                fronts.append((sheet.index, place.piece.id, Side(c, n, k)))
    for index, identity, side in fronts:
        behind = backs[index, identity]
        yield Spot(key_of(game, identity), side, behind.pop(0) if behind else None)


# ------------------------------------------------------------------------ damage to one piece


def faults(key: str, *kinds: str, **may: int) -> Expected:
    """Return what must be found of a piece, and what may besides."""
    must = frozenset(f"{kind} {key}" for kind in kinds)
    return Expected(must, {kind.replace("_", "-"): n for kind, n in may.items()})


def removed(work: Print, spot: Spot) -> Expected:
    """Cut a piece out, front and back."""
    for side in spot.sides:
        work[side] = ()
    return faults(spot.key, "missing")


def front_removed(work: Print, spot: Spot) -> Expected:
    """Cut a front out; its back stays."""
    work[spot.front] = ()
    return faults(spot.key, "missing")


def back_removed(work: Print, spot: Spot) -> Expected | None:
    """Cut a back out; its front stays."""
    if spot.back is None:
        return None
    work[spot.back] = ()
    return faults(spot.key, "no-back")


def repainted(work: Print, spot: Spot) -> Expected:
    """Paint a spot of a front in a colour no theme has."""
    box = work.box(spot.front)
    width = min(box.width, box.height)
    (x, y), turn = box.centre, work.chance.uniform(0, 360)
    off = work.chance.uniform(0.0, 0.2) * width
    at = Point(x + off * math.cos(turn), y + off * math.sin(turn))
    dot = scene.Circle(*at, work.chance.uniform(0.15, 0.25) * width, FOREIGN)
    work[spot.front] = (*work[spot.front], dot)
    return faults(spot.key, "foreign|unclear")


def shift(work: Print, length: float) -> Transform:
    """Return a shift of a length in any direction."""
    turn = work.chance.uniform(0, math.tau)
    return Transform.translation(length * math.cos(turn), length * math.sin(turn))


def shifted(work: Print, spot: Spot) -> Expected | None:
    """Shift a front by half a millimetre; its back stays."""
    if spot.back is None:
        return None
    work.move(spot.front, shift(work, 0.5))
    return faults(spot.key, "back|slip", overlap=1)


def back_shifted(work: Print, spot: Spot) -> Expected | None:
    """Shift a back by half a millimetre; its front stays."""
    if spot.back is None:
        return None
    work.move(spot.back, shift(work, 0.5))
    return faults(spot.key, "back|slip", overlap=1)


def scaled(work: Print, spot: Spot) -> Expected:
    """Draw a front one per cent larger or smaller."""
    work.change_about(spot.front, Transform.scaling(work.chance.choice((0.99, 1.01))))
    return faults(spot.key, "size", overlap=1)


def overlapping(work: Print, spot: Spot) -> Expected | None:
    """Move a piece a third of its width onto its nearest neighbour, on both sides of the paper."""
    box = work.box(spot.front)
    here = box.centre
    near = [work.box(one.front).centre for one in beside(work, spot)]
    if not near:
        return None
    there = min(near, key=here.distance)
    share = 1 - 0.67 * min(box.width, box.height) / here.distance(there)
    move_both(work, spot, (there.x - here.x) * share, (there.y - here.y) * share)
    # Three neighbours may be touched on either side; what lies beneath may not be told any more.
    return faults(spot.key, "overlap|slip", overlap=5, slip=1, missing=1, unclear=2)


def beside(work: Print, spot: Spot) -> list[Spot]:
    """Return the other pieces of a side of a sheet that are still there."""
    there = (s for s in work.spots if s.front[:2] == spot.front[:2] and s != spot)
    return [s for s in there if all(work[side] for side in s.sides)]


def move_both(work: Print, spot: Spot, dx: float, dy: float) -> None:
    """Move a piece onto all others, its back as it must follow."""
    if spot.back is not None:
        sums = {
            round(work.box(s.front).centre.x + work.box(s.back).centre.x, 2)
            for s in beside(work, spot)
            if s.back is not None
        }
        by = (-dx, dy) if len(sums) == 1 else (dx, -dy)
        work.move(spot.back, Transform.translation(*by), last=True)
    work.move(spot.front, Transform.translation(dx, dy), last=True)


def off_the_page(work: Print, spot: Spot) -> Expected:
    """Move the piece nearest the edge beyond it by a quarter of its width, front and back."""
    spot = min([spot, *beside(work, spot)], key=lambda s: work.box(s.front).left)
    box = work.box(spot.front)
    move_both(work, spot, -box.left - box.width / 4, 0.0)
    return faults(spot.key, "outside", outside=1, overlap=6, missing=3, unclear=6)


def gone_off_the_page(work: Print, spot: Spot) -> Expected:
    """Move a piece wholly off the page, on both sides of the paper."""
    for side in spot.sides:
        work.move(side, Transform.translation(-2 * work.sheet(side).paper.width, 0.0))
    return faults(spot.key, "missing")


def half_covered(work: Print, spot: Spot) -> Expected:
    """Cover half of a front with a white box."""
    left, top, right, bottom = work.box(spot.front).grown(0.05)
    x, y = (left + right) / 2, (top + bottom) / 2
    halves = (
        Box(left, top, x, bottom), Box(x, top, right, bottom),
        Box(left, top, right, y), Box(left, y, right, bottom),
    )  # fmt: skip
    box = scene.Path(scene.rectangle(work.chance.choice(halves)), "#ffffff")
    whole = scene.polygon(hull(points_of(work[spot.front])))
    work[spot.front] = (*work[spot.front], scene.Group((box,), clip=whole))
    return faults(spot.key, "foreign|unclear")


# ------------------------------------------------------------------------ damage to two pieces


def exchanged(work: Print, one: Spot, other: Spot) -> Expected:
    """Exchange two fronts; their backs stay."""
    place(work, one.front, other.front, swap=True)
    if one.back is None or work.kit.game == "astralis":
        return Expected()
    if work.kit.game == "aathenuo":
        colours = one.key[0] != other.key[0]
        return faults(one.key, "colour") | faults(other.key, "colour") if colours else Expected()
    return faults(one.key, "mirror") | faults(other.key, "mirror")


def copied(work: Print, one: Spot, other: Spot) -> Expected:
    """Put a copy of a piece in the place of another, on both sides of the paper."""
    for side, copy in zip(one.sides, other.sides, strict=True):
        place(work, side, copy)
    return faults(one.key, "missing") | faults(other.key, "duplicated")


def place(work: Print, side: Side, copy: Side, *, swap: bool = False) -> None:
    """Put a copy of one side in the place of another, or exchange them."""
    a, b = work.box(side).centre, work.box(copy).centre
    by = Transform.translation(a.x - b.x, a.y - b.y)
    there = (scene.Group(work[side], by.inverse()),)
    work[side] = (scene.Group(work[copy], by),)
    if swap:
        work[copy] = there


def pasted(work: Print, one: Spot, other: Spot) -> Expected | None:
    """Paste a window of the sheet, another piece, over a piece: the sheet once more, clipped."""
    if any(a[:2] != b[:2] for a, b in zip(one.sides, other.sides, strict=True)):
        return None
    for side, copy in zip(one.sides, other.sides, strict=True):
        paste(work, side, copy)
    return faults(one.key, "missing") | faults(other.key, "duplicated")


def paste(work: Print, side: Side, copy: Side) -> None:
    a, b = work.box(side).centre, work.box(copy).centre
    by = Transform.translation(a.x - b.x, a.y - b.y)
    every = [item for slot in work.slots[side.component][side.sheet] for item in slot]
    window = scene.polygon(hull(points_of(work[copy])))
    work.on_top(side, scene.Group((scene.Group(tuple(every), clip=window),), by))


# ----------------------------------------------------------------------- damage to whole sheets


def pasted_in_place(work: Print) -> Expected:
    """Paste a window of a sheet upon itself: nothing changes."""
    side = work.chance.choice(work.spots).front
    paste(work, side, side)
    return Expected()


def page_missing(work: Print) -> Expected | None:
    """Leave a sheet of paper out, both its sides."""
    known = [
        c for c, one in enumerate(work.kit.components)
        if one.name != "racks" and (work.kit.game not in ("atreya", "aathenuo") or len(one.sheets) > 2)
    ]  # fmt: skip
    if not known:
        return None
    c = work.chance.choice(known)
    sheets = work.kit.components[c].sheets
    index = work.chance.choice(sheets).index
    gone = {n for n, sheet in enumerate(sheets) if sheet.index == index}
    spots = [s for s in work.spots if s.front.component == c and s.front.sheet in gone]
    work.order[c] = [n for n in work.order[c] if n not in gone]
    whole = not work.order[c] or not spots
    keys = {work.kit.components[c].name} if whole else {spot.key for spot in spots}
    return Expected(frozenset(f"missing {key}" for key in keys))


def small_print(work: Print) -> Expected:
    """Print all at 98 % about the middle of the paper, as printers do that "fit to page"."""
    return shrunk(work, 0.5)


def small_print_in_a_corner(work: Print) -> Expected:
    """Print all at 98 % about the lower left corner of the paper: backs are off for it, too."""
    return shrunk(work, 0.0)


def shrunk(work: Print, middle: float) -> Expected:
    for c, component in enumerate(work.kit.components):
        for n, sheet in enumerate(component.sheets):
            x, y = sheet.paper.width * middle, sheet.paper.height * (1 - middle)
            by = Transform(0.98, 0.0, 0.0, 0.98, 0.02 * x, 0.02 * y)
            work.draw_all(by, component=c, sheet=n)
    return Expected(frozenset({"size all"}), {"size": len(work.kit.components) - 1})


def sheets_shuffled(work: Print) -> Expected:
    """Put the sheets of paper in another order, each front before its back."""
    for c, component in enumerate(work.kit.components):
        indices = sorted({sheet.index for sheet in component.sheets})
        work.chance.shuffle(indices)
        work.order[c].sort(key=lambda n: (indices.index(component.sheets[n].index), n))
    return Expected()


def backs_exchanged(work: Print) -> Expected | None:
    """Put the back of a sheet of paper behind another's front, and that one's behind the first."""
    known = [
        (c, *two)
        for c, component in enumerate(work.kit.components)
        for pages in [[n for n, sheet in enumerate(component.sheets) if sheet.side == "back"]]
        if len(pages) > 2
        for two in combinations(pages, 2)
    ]
    if not known:
        return None
    c, one, other = work.chance.choice(known)
    order = work.order[c]
    k, n = order.index(one), order.index(other)
    order[k], order[n] = other, one
    return faults("all", "back|mirror", mirror=1)  # one a page


def sheet_twice(work: Print) -> Expected:
    """Put a sheet of paper in twice, both its sides one after the other."""
    c = work.chance.choice([s.front.component for s in work.spots])
    sheets = work.kit.components[c].sheets
    index = work.chance.choice([sheet.index for sheet in sheets])
    work.order[c] += [n for n in work.order[c] if sheets[n].index == index]
    return faults("all", "duplicated")


def backs_last(work: Print) -> Expected:
    """Put all fronts before all backs, as printers need that turn the paper by hand."""
    for c, component in enumerate(work.kit.components):
        work.order[c].sort(key=lambda n: (component.sheets[n].side == "back", n))
    return Expected()


def backs_first(work: Print) -> Expected:
    """Put every back before its front."""
    for c, component in enumerate(work.kit.components):
        sheets = component.sheets
        work.order[c].sort(key=lambda n: (sheets[n].index, sheets[n].side != "back"))
    return Expected()


def turned(work: Print) -> Expected:
    """Turn pieces in their places, their backs the other way."""
    some = work.chance.choice((0.02, 0.3, 1.0))
    for spot in work.spots:
        if work.chance.random() > some:
            continue
        corners = hull(points_of(work[spot.front]))
        box = work.box(spot.front)
        squarish = abs(box.width - box.height) < 0.01
        step = 60 if len(corners) == 6 else 90 if squarish else 180
        degrees = step * work.chance.randrange(1, 360 // step)
        work.change_about(spot.front, Transform.rotation(degrees))
        if spot.back is not None:
            work.change_about(spot.back, Transform.rotation(-degrees))
    return Expected()


def unharmed(_: Print) -> Expected:
    """Leave all as it is."""
    return Expected()


ONE_PIECE = {
    f.__name__: f
    for f in (
        removed, front_removed, back_removed, repainted, shifted, back_shifted, scaled,
        overlapping, off_the_page, gone_off_the_page, half_covered,
    )
}  # fmt: skip
TWO_PIECES = {f.__name__: f for f in (exchanged, copied, pasted)}
WHOLE = {
    f.__name__: f
    for f in (
        pasted_in_place, page_missing, small_print, small_print_in_a_corner, sheets_shuffled,
        backs_exchanged, sheet_twice, backs_last, backs_first, turned, unharmed,
    )
}  # fmt: skip
KINDS = (*ONE_PIECE, *TWO_PIECES, *WHOLE)

#: Kinds of damage that a game's kit cannot have: it has no backs, or all are alike.
IMPOSSIBLE = {
    *(("abstrakto", kind) for kind in ("back_removed", "shifted", "back_shifted")),
    *((game, "backs_exchanged") for game in engine.names() if game != "atreya"),
}


# ---------------------------------------------------------------------------------- the cases


@cache
def kit_of(game: str, *only: str, **options: object) -> Kit:
    """Return a kit, or components of it, or the ``pieces`` picked of these, on its sheets.

    Raises OptionError where it does not fit.
    """
    source = template.load(game, options.pop("template", None))
    picks = read_picks(options.pop("pieces", ()))
    return make(source, source.printing.with_options({**USUAL, **options}), only, picks)


def printed(game: str, *only: str, seed: object = 1, **options: object) -> Print:
    """Return a kit, or components of it, about to be printed.

    Raises OptionError where it does not fit.
    """
    kit = kit_of(game, *only, **options)
    return Print(
        kit,
        [[[(item,) for item in s.scene.items] for s in c.sheets] for c in kit.components],
        [[*range(len(component.sheets))] for component in kit.components],
        [spot for c, one in enumerate(kit.components) for spot in spots_of(game, one, c)],
        [*as_arguments(options), *(("--only", ",".join(only)) if only else ())],
        random.Random(seed),
    )


def random_options(chance: random.Random, *, wild: bool) -> dict[str, object]:
    """Return options of a kit; wild ones also where pieces are more than one drawing."""
    options: dict[str, object] = {
        "theme": chance.choice(theme.names()),
        "paper": chance.choice(("a4", "letter", "a3", "legal")),
        "packing": chance.choice(("honeycomb", "rows", "separate")),
        "orientation": chance.choice(("pointy", "flat", "auto")),
        "marks": chance.choice(("lines", "crop", "none")),
        "duplex": chance.choice(("long", "long", "short", "fold")),
        "labels": chance.random() < 0.3,
    }
    if options["packing"] == "separate":
        # Without marks nobody could tell how far the art bleeds.
        bleed = 0.0 if options["marks"] == "none" else chance.choice((0.0, 2.0))
        options |= {"gap": 4.0, "bleed": bleed}
    if wild:
        if options["marks"] != "none":
            options |= {"bleed": chance.choice((0.0, 1.0, 3.0)), "spot": chance.random() < 0.3}
        options |= {"preset": chance.choice(("", "silhouette"))}
        options |= {"back_shift": chance.choice(((0.0, 0.0), (0.4, -0.2)))}
        options |= {"print_scale": chance.choice(((100.0, 100.0), (99.6, 100.3)))}
        options |= {"copies": chance.choice((1, 1, 2))}
    return options


def as_arguments(options: Mapping[str, object]) -> list[str]:
    """Return what verify must be told of a kit's options, where no manifest does."""
    words = []
    for name, value in options.items():
        if name in ("back_shift", "back_scale", "print_scale", "bleed", "copies", "template"):
            said = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
            words += [f"--{name.replace('_', '-')}", said]
    return words


class Case(NamedTuple):
    """A kit to damage: all else follows from the seed."""

    game: str
    kind: str
    seed: int

    def planted(self, *only: str, **few: object) -> tuple[Print, Expected, dict[str, object]]:
        """Return the damaged kit, what must be found, and the kit's options, those of ``few`` as they are."""
        chance = random.Random(f"{self.game} {self.kind} {self.seed}")
        for _ in range(200):
            options = random_options(chance, wild=self.kind == "unharmed") | few
            try:
                work = printed(self.game, *only, seed=chance.random(), **options)
            except OptionError:
                continue
            expected = WHOLE[self.kind](work) if self.kind in WHOLE else one_more(work, self.kind)
            if expected is not None:
                return work, expected, options
        raise LookupError(f"no kit of {self.game} can be damaged so: {self.kind}")


def one_more(work: Print, kind: str) -> Expected | None:
    """Damage a piece, or two of a component, and return what must be found; None if it cannot be."""
    component = work.chance.choice(sorted({s.front.component for s in work.spots}))
    spots = [s for s in work.spots if s.front.component == component]
    one = work.chance.choice(spots)
    if kind in ONE_PIECE:
        return ONE_PIECE[kind](work, one)
    others = [s for s in spots if s.key != one.key]
    return TWO_PIECES[kind](work, one, work.chance.choice(others)) if others else None


def run_case(
    case: Case, folder: Path, *only: str, **few: object
) -> tuple[str, Verdict, dict[str, object], Expected]:
    """Return how a case was judged, what verify said, the kit's options and what was expected."""
    work, expected, options = case.planted(*only, **few)
    verdict = work.verdict(folder)
    judged = "exit 2" if verdict.code == 2 else expected.judged(verdict.kinds)
    return judged, verdict, options, expected


def cases(count: int, first: int = 0, games: Sequence[str] = ()) -> Iterator[Case]:
    """Yield cases of every kind for every game."""
    for seed in range(first, first + count):
        for game in games or engine.names():
            for kind in KINDS:
                if (game, kind) not in IMPOSSIBLE:
                    yield Case(game, kind, seed)


def main(words: Sequence[str]) -> None:
    """Print every case that is not found as planted, and how many are.

    Words are how many cases of a kind, the first seed, and games.
    """
    count, first = map(int, [*words[:2], *("5", "0")[len(words) :]])
    tally: Counter[tuple[str, str, str]] = Counter()
    for case in cases(count, first, words[2:]):
        with tempfile.TemporaryDirectory() as folder:
            judged, verdict, options, expected = run_case(case, Path(folder))
        tally[case.game, case.kind, judged] += 1
        if judged != "as planted":
            print(
                f"{case} {judged} | must {sorted(expected.must)[:3]} | {verdict} | {options}",
                flush=True,
            )
    for (game, kind, judged), n in sorted(tally.items()):
        print(f"{game:10} {kind:18} {n:4} {judged}")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Kits damaged at random, by a seed, with what must be found of it.

It edits the pages of a kit between drawing and writing, as scissors, correction fluid and a
careless print shop would, and knows nothing of how sheets are read back.  Run as
``python -m tests.checking.damage [CASES [FIRST [GAME]]]`` it lists what is not found as planted.
"""

from __future__ import annotations

import io
import math
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject

import engine
from engine.drawing import scene, theme
from engine.drawing.writers import pdf
from engine.errors import OptionError
from engine.geometry.plane import IDENTITY, Box, Point, Transform, bounds
from generator.printing import template
from generator.printing.kit import Kit, make
from generator.printing.sheet import Sheet
from tests.checking.rewriting import form_of
from tests.checking.verifying import USUAL, Verdict, verify

#: No theme of ours has it.
FOREIGN = "#ff66cc"

#: How many faults of a kind at most, where their number is not the point.
MANY = 10_000


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
    chance: random.Random
    slots: list[list[Slots]]
    order: list[list[int]]
    #: What is done to the finished file of a component.
    after: dict[int, list[Callable[[PdfWriter], None]]] = field(default_factory=dict)
    #: Every piece that verify counts.
    spots: list[Spot] = field(default_factory=list)

    @classmethod
    def of(cls, kit: Kit, chance: random.Random) -> Print:
        slots: list[list[Slots]] = [
            [[(i,) for i in s.scene.items] for s in c.sheets] for c in kit.components
        ]
        work = cls(kit, chance, slots, [list(range(len(c.sheets))) for c in kit.components])
        work.spots = [spot for c in range(len(kit.components)) for spot in work._spots(c)]
        return work

    def _spots(self, c: int) -> Iterator[Spot]:
        component = self.kit.components[c]
        if component.name == "racks":
            return
        backs: dict[tuple[int, str], list[Side]] = {}
        fronts: list[tuple[int, str, Side]] = []
        for n, sheet in enumerate(component.sheets):
            at = [k for k, (i,) in enumerate(self.slots[c][n]) if named(i)]
            for k, place in zip(at, sheet.placements if at else (), strict=True):
                side = Side(c, n, k)
                if place.back:
                    backs.setdefault((sheet.index, place.piece.id), []).append(side)
                else:
                    fronts.append((sheet.index, place.piece.id, side))
        for index, identity, side in fronts:
            behind = backs.get((index, identity))
            back = behind.pop(0) if behind else None
            yield Spot(key_of(self.kit.game, identity), side, back)

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

    def page(self, side: Side) -> int:
        """Return which page of its file a side is on."""
        return self.order[side.component].index(side.sheet)

    def files(self, folder: Path) -> list[Path]:
        """Write the kit's PDF files; a component without pages has none."""
        return [p for c in range(len(self.kit.components)) if (p := self._file(c, folder))]

    def _file(self, c: int, folder: Path) -> Path | None:
        component = self.kit.components[c]
        pages = []
        for n in self.order[c]:
            items = tuple(item for slot in self.slots[c][n] for item in slot)
            sheet = component.sheets[n]
            pages.append(pdf.Page(sheet.scene._replace(items=items), sheet.trim, sheet.bleed))
        if not pages:
            return None
        data = pdf.write(pages)
        if c in self.after:
            writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
            for change in self.after[c]:
                change(writer)
            out = io.BytesIO()
            writer.write(out)
            data = out.getvalue()
        path = folder / f"{self.kit.game}-{component.name}.pdf"
        path.write_bytes(data)
        return path


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
    """Return the convex hull, clockwise on paper (Andrew's monotone chain)."""
    ordered = sorted({(round(x, 3), round(y, 3)) for x, y in points})
    chains: list[list[Point]] = []
    for way in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for x, y in way:
            while (
                len(chain) > 1
                and (chain[-1].x - chain[-2].x) * (y - chain[-2].y)
                - (chain[-1].y - chain[-2].y) * (x - chain[-2].x)
                <= 1e-3
            ):
                chain.pop()
            chain.append(Point(x, y))
        chains.append(chain[:-1])
    return [*chains[0], *chains[1]]


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
    """Paste a window of the sheet, another piece, over a piece: the sheet as a clipped form."""
    if any(a[:2] != b[:2] for a, b in zip(one.sides, other.sides, strict=True)):
        return None
    for side, copy in zip(one.sides, other.sides, strict=True):
        paste(work, side, copy)
    return faults(one.key, "missing") | faults(other.key, "duplicated")


def paste(work: Print, side: Side, copy: Side) -> None:
    a, b = work.box(side).centre, work.box(copy).centre
    window = hull(points_of(work[copy]))
    height, page = work.sheet(side).paper.height, work.page(side)
    change = pasting(page, [(x, height - y) for x, y in window], (a.x - b.x, b.y - a.y))
    work.after.setdefault(side.component, []).append(change)


def pasting(
    number: int, window: list[tuple[float, float]], by: tuple[float, float]
) -> Callable[[PdfWriter], None]:
    """Return a change that draws a page as a form, and a window of it again elsewhere; mm, y up."""
    mm = 72 / 25.4

    def change(writer: PdfWriter) -> None:
        page = writer.pages[number]
        content, form = form_of(page)
        forms = DictionaryObject({NameObject("/Whole"): writer._add_object(form)})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): forms})
        path = " ".join(
            f"{x * mm:.4f} {y * mm:.4f} {'l' if k else 'm'}" for k, (x, y) in enumerate(window)
        )
        shift = f"1 0 0 1 {by[0] * mm:.4f} {by[1] * mm:.4f} cm"
        content.set_data(f"/Whole Do q {shift} {path} h W n /Whole Do Q".encode())
        page.replace_contents(content)

    return change


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
    for component, pages in zip(work.kit.components, work.slots, strict=True):
        for sheet, slots in zip(component.sheets, pages, strict=True):
            items = tuple(item for slot in slots for item in slot)
            x, y = sheet.paper.width * middle, sheet.paper.height * (1 - middle)
            by = Transform(0.98, 0.0, 0.0, 0.98, 0.02 * x, 0.02 * y)
            slots[:] = [(scene.Group(items, by),)]
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

#: Kinds that only pieces with a back can have; of Astralis' these are of one kind, so no two others are.
OF_BACKS = {"back_removed", "shifted", "back_shifted"}

#: Kinds of damage that a game's kit cannot have: it has no backs, or all are alike.
IMPOSSIBLE = {
    *(("abstrakto", kind) for kind in OF_BACKS),
    *((game, "backs_exchanged") for game in engine.names() if game != "atreya"),
}


# ---------------------------------------------------------------------------------- the cases


@lru_cache(maxsize=8)
def kit_of(game: str, options: tuple[tuple[str, object], ...] = ()) -> Kit:
    """Return a kit on its sheets.

    Raises OptionError where it does not fit.
    """
    source = template.load(game)
    return make(source, source.printing.with_options({**USUAL, **dict(options)}))


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
    """Return what verify must be told of a kit's options."""
    words = []
    for name in ("back_shift", "print_scale"):
        if name in options:
            words += [f"--{name.replace('_', '-')}", ",".join(map(str, options[name]))]  # type: ignore[call-overload]
    return [*words, *bleed_of(options), "--copies", str(options.get("copies", 1))]


def bleed_of(options: Mapping[str, object]) -> list[str]:
    """Return what verify must be told of a kit's bleed, where no manifest does."""
    return ["--bleed", str(options["bleed"])] if options.get("bleed") else []


class Case(NamedTuple):
    """A kit to damage: all else follows from the seed."""

    game: str
    kind: str
    seed: int
    second: str = ""

    def planted(self) -> tuple[Print, Expected, dict[str, object]]:
        """Return the damaged kit, what must be found, and the kit's options."""
        chance = random.Random(f"{self.game} {self.kind} {self.seed}")
        for _ in range(200):
            options = random_options(chance, wild=self.kind == "unharmed")
            try:
                kit = kit_of(self.game, tuple(sorted(options.items())))
            except OptionError:
                continue
            work = Print.of(kit, chance)
            expected = self._damaged(work)
            if expected is not None:
                return work, expected, options
        raise LookupError(f"no kit of {self.game} can be damaged so: {self.kind} {self.second}")

    def _damaged(self, work: Print) -> Expected | None:
        if self.kind in WHOLE:
            return WHOLE[self.kind](work)
        spots = work.spots
        first = one_more(work, self.kind, spots)
        if first is None or not self.second:
            return first
        used = {fault.split()[1] for fault in first.must}
        second = one_more(work, self.second, [s for s in spots if s.key not in used])
        return first | second if second else None


def one_more(work: Print, kind: str, spots: Sequence[Spot]) -> Expected | None:
    """Damage a piece, or two of a component, and return what must be found; None if it cannot be."""
    spots = [s for s in spots if all(work[side] for side in s.sides)]
    if not spots:
        return None
    names = sorted({s.front.component for s in spots})
    component = work.chance.choice(names)
    spots = [s for s in spots if s.front.component == component]
    one = work.chance.choice(spots)
    if kind in ONE_PIECE:
        return ONE_PIECE[kind](work, one)
    others = [s for s in spots if s.key != one.key]
    return TWO_PIECES[kind](work, one, work.chance.choice(others)) if others else None


def run_case(case: Case, folder: Path) -> tuple[str, Verdict, dict[str, object], Expected]:
    """Return how a case was judged, what verify said, the kit's options and what was expected."""
    work, expected, options = case.planted()
    files = work.files(folder)
    verdict = verify(case.game, *files, *as_arguments(options))
    judged = "exit 2" if verdict.code == 2 else expected.judged(verdict.kinds)
    if judged != "as planted" and not in_order(case.game, tuple(sorted(options.items()))):
        judged = f"not in order undamaged; {judged}"
    return judged, verdict, options, expected


@cache
def in_order(game: str, options: tuple[tuple[str, object], ...]) -> bool:
    """Tell whether verify finds a kit of these options in order as it is."""
    work = Print.of(kit_of(game, options), random.Random(0))
    with tempfile.TemporaryDirectory() as folder:
        return verify(game, *work.files(Path(folder)), *as_arguments(dict(options))).code == 0


def cases(count: int, first: int = 0, games: Sequence[str] = ()) -> Iterator[Case]:
    """Yield cases of every kind for every game; every fourth of pieces has two faults."""
    for seed in range(first, first + count):
        for game in games or engine.names():
            for kind in KINDS:
                twice = seed % 4 == 3 and kind not in WHOLE
                chance = random.Random(f"{game} {kind} {seed}, the second")
                second = chance.choice([*ONE_PIECE]) if twice else ""
                are_alike = game == "astralis" and {kind, second} <= OF_BACKS
                if not are_alike and not {(game, kind), (game, second)} & IMPOSSIBLE:
                    yield Case(game, kind, seed, second)


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

"""What is wrong with a component's pieces: how they look, measure and lie, and what is behind them.

Causes are looked for before effects: a piece that has a fault is not looked at again, nor its other side.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from statistics import median
from typing import NamedTuple

from engine.geometry.plane import ORIGIN, Point, number
from engine.words import plural
from generator.checking import pairing, papers, scale
from generator.checking.component import KitPart, is_marked, is_unread
from generator.checking.faults import BACK_TOLERANCE, KINDS, Fault, at
from generator.checking.grouping import grouped
from generator.checking.pairing import FrontAndBack, Side
from generator.checking.recognise.results import Found
from generator.printing.backcorrection import BackCorrection

#: So many pieces of which the same is wrong are told each; more are one fault.
FEW = 5
#: Two sizes of a piece this near each other are one, in millimetres.
_ONE_SIZE = 0.02
#: Pieces nearer to what was printed, in millimetres or as a share, are of that kit.
_ONE_KIT, _ONE_SHARE = 0.1, 0.005
#: What lies under no more than this share of a piece's size shows all that is looked at.
_RIM = 0.05
#: What measures more from side to side one way than another, by this share, is stretched.
_STRETCHED = 1.01
#: A size that a sheet states is that of stretched pieces if it is this near, as a share.
_NEAR = 0.1


class Finding(NamedTuple):
    """What is wrong with a piece, in words for it alone, and for many of which the same is wrong."""

    kind: str
    piece: Found
    words: str
    many: str
    #: Another piece of which the same is told by that.
    other: Found | None = None


class _PieceFaults:
    """The faults of a component's pieces as they are looked for, the causes first."""

    def __init__(self, part: KitPart) -> None:
        """Begin with none; what lies on sheets that are mirrored or scaled is told by that."""
        self.part = part
        self.faults: list[Fault] = []
        self._explained: set[int] = set()
        distorted = part.mirrored | part.scaled.keys()
        for sheet in part.sides.sheets:
            if not distorted.isdisjoint(sheet.pages):
                distorted = distorted | {*sheet.pages}
        self.explain(piece for piece in part.pieces if piece.page in distorted)

    def explain(self, pieces: Iterable[Found]) -> None:
        """Look no more at pieces, nor at their other sides."""
        for piece in pieces:
            self._explained |= {id(piece), id(self.part.other_side(piece))}

    def add(self, findings: Iterable[Finding]) -> None:
        """Add what is found of pieces that have no fault yet: one fault for many that say the same."""
        new = []
        for one in findings:
            pieces = [one.piece] if one.other is None else [one.piece, one.other]
            if self._explained.isdisjoint(map(id, pieces)):
                new.append(one)
                self.explain(pieces)
        for alike in grouped(new, lambda one: (one.kind, one.many)).values():
            pages = [*dict.fromkeys(one.piece.page for one in alike)]
            are_behind = {self.part.is_behind(one.piece) for one in alike}
            beside = (piece for piece in self.part.pieces if piece.page in pages)
            like = sum(self.part.is_behind(piece) in are_behind for piece in beside)
            if len(alike) == 1 or (len(alike) <= FEW and len(alike) < like):
                self.faults += [self.part.at(one.kind, one.words, one.piece) for one in alike]
                continue
            first = self.part.pages[pages[0]]
            where = f"{len(pages)} pages, first {first.title}," if pages[1:] else first.title
            which = f"all {like}" if len(alike) == like else f"{len(alike)} of {like}"
            what = "backs" if are_behind == {True} else self.part.first.parts
            self.faults.append(
                at(alike[0].kind, f"{which} {what} of {where} {alike[0].many}", first)
            )


def faults(part: KitPart) -> Iterator[Fault]:
    """Yield what is wrong with the pieces of a component, the causes before what comes of them."""
    found, overlaps = _PieceFaults(part), [*_overlaps(part)]
    found.add(_sizes(part))
    found.add(_flaws(part, overlaps))
    other_papers = {k for one in part.sides.sheets if _is_of_two(part, one) for k in one.pages}
    found.explain(piece for piece in part.pieces if piece.page in other_papers)
    found.add(_places(part))
    found.add(_slips(part))
    found.add(_outside(part))
    found.add(_overlapping(part, overlaps))
    found.explain(piece for piece in part.pieces if id(piece) in part.miscounted)
    found.add(_looks(part))
    yield from found.faults
    if part.pieces:
        yield from _of_sheets(part)


# ------------------------------------------------------------------------------------- looks


def _flaws(part: KitPart, overlaps: Sequence[Overlap]) -> Iterator[Finding]:
    """Yield the pieces that do not look as they should, but for those that show in part or lie off.

    Of what is behind a front it is told by comparing the two that it is no piece.
    """
    hidden = {id(p) for a, b, depth in overlaps for p in (a, b) if depth > _RIM * p.size}
    for piece in part.pieces:
        is_off = _lies_off(part, piece) and not is_unread(piece)
        if is_off or id(piece) in hidden or _beyond(part, piece, 0.0):
            continue
        front = part.other_side(piece) if part.is_behind(piece) else None
        is_compared = front is not None and part.kind_of(front) in part.kinds
        own = [flaw for flaw in piece.flaws if not (is_compared and flaw.kind == "impossible")]
        if own:
            kind = min((flaw.kind for flaw in own), key=[*KINDS].index)
            shown = "; ".join(flaw.words for flaw in own)
            many = f"are not as they should be, all alike: {shown}"
            many += "; if they are of another theme, name it by --theme" * (kind == "foreign")
            words = f"{part.name(piece)} is not as it should be: {shown}"
            yield Finding(kind, piece, words, many)


# ------------------------------------------------------------------------------------- sizes


def usual_size(part: KitPart) -> float:
    """Return what most pieces measured before some pages were scaled.

    Of sizes that as many have it is that nearest to what the sheets say.
    """
    own = part.fronts or part.pieces
    counts = Counter(round(piece.size / part.scaled.get(piece.page, 1.0), 2) for piece in own)
    said = [size for page in part.pages if (size := scale.stated(page)) is not None]

    def likely(size: float) -> tuple[int, float, float]:
        return counts[size], -min((abs(size - one) for one in said), default=0.0), size

    return max(counts, key=likely)


def _right_size(part: KitPart) -> float:
    if part.first.size is not None:
        return part.first.size
    is_tile = part.first.is_named or part.first.shape == "hexagon"
    if part.wanted.tile_size is not None and is_tile:
        return part.wanted.tile_size
    usual = usual_size(part)
    printed = (part.wanted.printed or {}).get(part.first.part)
    if printed and abs(printed - usual) > max(_ONE_KIT, _ONE_SHARE * usual):
        return printed
    stated = scale.stated(part.pages[part.pieces[0].page])
    if stated and all(map(_is_stretched, part.pieces)):  # then none is as large as it was
        return stated if abs(stated - usual) < _NEAR * usual else usual
    return usual


def _is_stretched(piece: Found) -> bool:
    """Tell whether a piece measures more one way than another."""
    return max(piece.sizes) > _STRETCHED * min(piece.sizes)


def _sizes(part: KitPart) -> Iterator[Finding]:
    """Yield the pieces that are smaller or larger than they should be; damaged outlines tell no size."""
    sized = [piece for piece in part.pieces if not piece.flaws or _is_stretched(piece)]
    right = _right_size(part) if sized else 0.0
    wrong = [piece for piece in sized if _is_off(part, piece, right)]
    for piece in wrong:
        more = f"not {number(right, 2)} mm"
        words = f"{part.name(piece)} measures {_measure(piece)}, {more}"
        are_alike = abs(piece.size - wrong[0].size) < _ONE_SIZE
        many = f"measure {_measure(wrong[0]) if are_alike else 'other sizes'}, {more}"
        yield Finding("size", piece, words, many)


def _measure(piece: Found) -> str:
    low, high = (number(size, 2) for size in (min(piece.sizes), max(piece.sizes)))
    is_one = max(piece.sizes) - min(piece.sizes) <= _ONE_SIZE
    return f"{low} mm" if is_one else f"{low} to {high} mm"


def _is_off(part: KitPart, piece: Found, right: float) -> bool:
    most, page = part.wanted.size_tolerance, piece.page
    shares = {1.0}
    if part.wanted.tolerance is None:
        shares.add(scale.rounded_share(part.pages[page], part.scales.get(page, 1.0)))
    low, high = part.wanted.backs.sizes if part.is_behind(piece) else (1.0, 1.0)
    return all(
        any(not right * s * low - most <= size <= right * s * high + most for size in piece.sizes)
        for s in shares
    )


# ------------------------------------------------------------------------------------ places


def _outside(part: KitPart) -> Iterator[Finding]:
    """Yield the pieces that reach beyond their page, or its margin."""
    margin = part.wanted.margin
    edge = f"the {number(margin)} mm margin" if margin else "the page"
    for piece in part.pieces:
        over = [f"{by:.2f} mm at the {side}" for side, by in _beyond(part, piece, margin).items()]
        if over:
            words = f"{part.name(piece)} reaches beyond {edge} by {' and '.join(over)}"
            yield Finding("outside", piece, words, f"reach beyond {edge}")


def _beyond(part: KitPart, piece: Found, margin: float) -> dict[str, float]:
    """Return how far a piece reaches beyond its page's margin, by the page's sides."""
    page, box = part.pages[piece.page], piece.box
    over = {
        "left": margin - box.left,
        "top": margin - box.top,
        "right": box.right - (page.width - margin),
        "bottom": box.bottom - (page.height - margin),
    }
    return {side: by for side, by in over.items() if by > 0.01}


def _lies_off(part: KitPart, piece: Found) -> bool:
    """Tell whether a piece's art lies off its outline."""
    return math.hypot(*piece.slip) > part.wanted.place_tolerance


def _slips(part: KitPart) -> Iterator[Finding]:
    """Yield the pieces whose art lies off their outline."""
    for piece in part.pieces:
        if _lies_off(part, piece):
            what, by = "areas" if piece.spots else "art", _shift(piece.slip)
            lie = plural(len(piece.spots) or 1, "lies", "lie")
            words = f"the {what} of {part.name(piece)} {lie} off its outline by {by}"
            yield Finding("slip", piece, words, f"lie off their outlines by {by}")


#: Two pieces that overlap, and how deep in millimetres.
Overlap = tuple[Found, Found, float]


def _overlapping(part: KitPart, overlaps: Sequence[Overlap]) -> Iterator[Finding]:
    """Yield the pieces that overlap, those first that overlap several."""
    often = Counter(id(piece) for two in overlaps for piece in two[:2])
    for one, other, depth in sorted(overlaps, key=lambda two: (part.is_behind(two[0]), -two[2])):
        piece, under = sorted((one, other), key=lambda p: often[id(p)], reverse=True)
        words = f"{part.name(piece)} and {part.name(under)} overlap by {depth:.2f} mm"
        yield Finding("overlap", piece, words, "overlap others", under)


def _overlaps(part: KitPart) -> Iterator[Overlap]:
    """Yield the pieces that overlap others on their pages."""
    for pieces in grouped(part.pieces, lambda piece: piece.page).values():
        boxes = {id(piece): piece.box for piece in pieces}
        for one, other in combinations(pieces, 2):
            if boxes[id(one)].meets(boxes[id(other)]) and (depth := _depth(one, other)):
                yield one, other, depth


def _depth(one: Found, other: Found) -> float:
    """Return how deep two pieces overlap; 0 where a line along a side of one parts them."""
    depth = math.inf
    for normal in (*one.normals, *other.normals):
        first, second = (
            [corner.x * normal.x + corner.y * normal.y for corner in piece.outline]
            for piece in (one, other)
        )
        depth = min(depth, max(first) - min(second), max(second) - min(first))
        if depth <= BACK_TOLERANCE:
            return 0.0
    return depth


# ------------------------------------------------------------------------------------- backs


def _shift(off: Point) -> str:
    """Return a shift in words: ``0.50 mm right and 0.12 mm down``."""
    parts = []
    for value, words in ((off.x, ("right", "left")), (off.y, ("down", "up"))):
        if abs(value) >= 0.005:
            parts.append(f"{abs(value):.2f} mm {words[value < 0]}")
    return " and ".join(parts) or "0 mm"


def _places(part: KitPart) -> Iterator[Finding]:
    """Yield the backs that lie off their fronts, all or some, and those that are turned or deformed."""
    most = part.wanted.place_tolerance
    for sheet in part.sides.sheets:
        paired = [(front, back, off) for front, back, off in sheet.pairs if back is not None]
        common, alike = _common(sheet.pairs)
        if math.hypot(*common) <= most:
            common = ORIGIN
        elif not _is_explained(part, sheet, common, len(paired)):
            many = f"lie off their fronts by {_shift(common)}"
            is_ours = papers.footer(part.pages[sheet.pages[1]]).game
            if is_ours and part.wanted.backs == BackCorrection():
                many += "; if the kit was made with --back-shift, name that here as well"
            for front, back in alike:
                words = f"the back of {part.name(front)} lies off its front by {_shift(common)}"
                yield Finding("back", back, words, many)
        for front, back, off in paired:
            name = f"the back of {part.name(front)}"
            own_off = Point(off.x - common.x, off.y - common.y)
            if math.hypot(*own_off) > most:
                more = " more than the others" if common != ORIGIN else ""
                words = f"{name} lies off its front by {_shift(own_off)}{more}"
                yield Finding("back", back, words, "lie off their fronts, each by its own")
            elif (turned := _corner_gap(front, back, sheet)) > most:
                words = f"{name} is turned or deformed by {turned:.2f} mm at its corners"
                yield Finding("mirror", back, words, "are turned or deformed")


def _common(pairs: Sequence[FrontAndBack]) -> tuple[Point, list[tuple[Found, Found]]]:
    """Return by how much most backs of a sheet lie off, all alike, and which; else nothing."""
    offs = [off for _, back, off in pairs if back]
    if not offs:
        return ORIGIN, []
    off = Point(median(one.x for one in offs), median(one.y for one in offs))
    near = BACK_TOLERANCE / 2
    alike = [(front, back) for front, back, own in pairs if back and own.distance(off) <= near]
    return (off, alike) if 2 * len(alike) > len(offs) else (ORIGIN, [])


def _is_explained(part: KitPart, sheet: Side, off: Point, paired: int) -> bool:
    """Tell whether all lie off since they are backs of other fronts, or by a file's own rounding."""
    if 2 * sheet.mirrored < paired:
        return True
    page, by = part.pages[sheet.pages[1]], part.scales.get(sheet.pages[1], 1.0)
    is_rounding = scale.is_rounding(page, off, by, sideways=sheet.mirror.a < 0)
    return is_rounding and part.wanted.tolerance is None


def _corner_gap(front: Found, back: Found, sheet: Side) -> float:
    x, y = sheet.mirror.apply(front.centre)
    off = back.centre.x - x, back.centre.y - y
    corners = [sheet.mirror.apply(corner).moved(*off) for corner in front.outline]
    return max(min(c.distance(other) for other in back.outline) for c in corners)


def _looks(part: KitPart) -> Iterator[Finding]:
    """Yield the fronts and backs without the other, and the backs that do not belong to their fronts."""
    for sheet in part.sides.sheets:
        for piece in (pair.front for pair in sheet.pairs if pair.back is None):
            yield Finding("no-back", piece, f"{part.name(piece)} has no back", "have no back")
        for piece in sheet.lost:
            name = part.name(piece)
            name = name if name == "the back" else f"the back of {name}"
            yield Finding("no-back", piece, f"{name} has no front", "have no front")
        for front, back, _ in sheet.pairs:
            if back is not None:
                yield from _unlike(part, sheet, front, back)


def _unlike(part: KitPart, sheet: Side, front: Found, back: Found) -> Iterator[Finding]:
    name, other = part.name(front), back.kind not in ("", part.kind_of(front))
    if back.side == "front":
        words = f"behind {name} is no back but {part.name(back)}"
        yield Finding("mirror", back, words, "are behind fronts, but are no backs")
    elif not pairing.tells_of(front, back):
        words = f"the back of {name} shows {back.told}, its front is {front.told}"
        yield Finding("colour", back, words, "do not show the colours of their fronts")
    elif is_marked(front) or is_marked(back):
        return  # which is a fault already
    elif areas := pairing.differing(front, back, sheet.mirror):
        shown = f" but {part.name(back)}" if other else ""
        words = f"the back of {name} does not show its mirror image{shown}"
        words += f": it differs in the {plural(len(areas), 'area')} {', '.join(areas)}"
        many = "do not show the mirror images of their fronts; are the pages in order?"
        yield Finding("mirror", back, words, many)
    elif (other and front.kind) or (front.face and front.face == back.face):
        words = f"behind {name} lies {part.name(back)}"
        yield Finding("no-back", back, words, "do not belong to their fronts")


# ------------------------------------------------------------------------------------ sheets


def _of_sheets(part: KitPart) -> Iterator[Fault]:
    """Yield the sheets whose two sides are of two papers, for another edge, exchanged, or not there."""
    sheets = [one for one in part.sides.sheets if min(one.pages) >= 0]
    pages = [[part.pages[k] for k in one.pages] for one in sheets]
    unequal = [two for two, one in zip(pages, sheets, strict=True) if _is_of_two(part, one)]
    for front, back in unequal:
        sizes = [" × ".join(number(v, 1) for v in page.paper) for page in (back, front)]
        words = f"{back.title} is {sizes[0]} mm, its front {front.title} {sizes[1]} mm"
        yield at("back", words, back)
    said = part.wanted.duplex
    if said == "auto":
        # A program may have laid sheets on other pages, whose other edge is the one that they say.
        as_drawn = all(scale.are_one_way_up(*two) for two in pages)
        said = "" if as_drawn else papers.turned(page for two in pages for page in two)
    if pages and not unequal and {said, part.sides.mode} == {"long", "short"}:
        words = (
            f"the backs are made for turning over the {part.sides.mode} edge, not the {said} edge"
        )
        yield at("back", f"{words} (first {pages[0][1].title})", pages[0][1])
    if exchanged := [[part.pages[k] for k in one.pages] for one in part.sides.exchanged]:
        words = "; ".join(
            f"{back.title} shows the backs of {front.title}" for front, back in exchanged
        )
        yield at("mirror", f"pages are exchanged: {words}", exchanged[0][1])
    if part.sides.mode == "none" and part.has_faces and part.counts and not part.scaled:
        yield from _of_one_side(part)


def _is_of_two(part: KitPart, sheet: Side) -> bool:
    """Tell whether a back page is not of its front page's size."""
    one, other = (part.pages[k].paper for k in sheet.pages)
    return min(sheet.pages) >= 0 and math.dist(one, other) > part.wanted.place_tolerance


def _of_one_side(part: KitPart) -> Iterator[Fault]:
    """Yield that pieces of which no sheet has two sides have another side, or should have."""
    other = [p for p in part.pieces if p.side not in ("both", part.usual_side)]
    if other:
        name = part.name(other[0])
        words = f"pieces show another side and lie behind none: {len(other)}, first {name}"
        yield part.at("no-back", words, other[0])
    elif part.is_one_sided:
        are_backs = part.usual_side == "back"
        has, lacks = ("backs", "front") if are_backs else (part.first.parts, "back")
        words = (
            f"none of the {len(part.pieces)} {has} has a {lacks}; "
            "if they are to have one side only, say --duplex none"
        )
        yield part.at("no-back", words, part.pieces[0])

"""What is wrong with a component's pieces: how they look, measure and lie, and what is behind them."""

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
from generator.checking.faults import BACK_TOLERANCE, KINDS, Fault, at, on_pages, titled
from generator.checking.grouping import grouped
from generator.checking.pairing import Side
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


class Finding(NamedTuple):
    """What is wrong with a piece, and another of which that tells, too."""

    kind: str
    piece: Found
    words: str
    other: Found | None = None


def faults(part: KitPart) -> Iterator[Fault]:
    """Yield what is wrong with the pieces of a component, the causes before what comes of them."""
    if not part.pieces:
        return
    distorted = part.mirrored | part.scaled.keys()  # which are faults already
    distorted |= {k for two in part.two_papers for k in two}
    for sheet in part.sides.sheets:
        distorted |= {*sheet.pages} if not distorted.isdisjoint(sheet.pages) else set()
    explained = {id(piece) for piece in part.pieces if piece.page in distorted}
    overlaps = [*_overlaps(part)]
    for findings in (
        _sizes(part),
        _flaws(part, overlaps),
        _places(part),
        _slips(part),
        _outside(part),
        _overlapping(part, overlaps),
        _looks(part),
    ):
        new = []
        for one in findings:
            pieces = [one.piece] if one.other is None else [one.piece, one.other]
            if explained.isdisjoint(map(id, pieces)):
                new.append(one)
                explained |= {id(p) for piece in pieces for p in (piece, part.other_side(piece))}
        yield from summed_up(part, new)
    yield from _of_sheets(part)


def summed_up(part: KitPart, findings: Iterable[Finding]) -> Iterator[Fault]:
    """Yield findings each, or where they are many, or all that there could be, as one fault."""
    by_kind = grouped(findings, lambda one: (one.kind, part.is_behind(one.piece)))
    for (kind, are_behind), alike in by_kind.items():
        pages = [*dict.fromkeys(one.piece.page for one in alike)]
        beside = (piece for piece in part.pieces if piece.page in pages)
        like = sum(part.is_behind(piece) == are_behind for piece in beside)
        if len(alike) == 1 or (len(alike) <= FEW and len(alike) < like):
            yield from (part.at(kind, one.words, one.piece) for one in alike)
        else:
            where = titled([part.pages[k] for k in pages])
            which = f"all {like}" if len(alike) == like else f"{len(alike)} of {like}"
            what = "backs" if are_behind else part.first.parts
            words = f"{which} {what} of {where} are not in order; the first: {alike[0].words}"
            yield at(kind, words, part.pages[pages[0]])


# ------------------------------------------------------------------------------------- looks


def _flaws(part: KitPart, overlaps: Sequence[Overlap]) -> Iterator[Finding]:
    """Yield the pieces that do not look as they should, but for those that show in part or lie off."""
    hidden = {id(p) for a, b, depth in overlaps for p in (a, b) if depth > _RIM * p.size}
    for piece in part.pieces:
        is_off = _lies_off(part, piece) and not is_unread(piece)
        if is_off or id(piece) in hidden or _beyond(part, piece, 0.0):
            continue
        front = part.front_of.get(id(piece))
        # Of what is behind a front it is told by comparing the two that it is no piece.
        is_compared = front is not None and part.kind_of(front) in part.kinds
        own = [flaw for flaw in piece.flaws if not (is_compared and flaw.kind == "impossible")]
        if own:
            kind = min((flaw.kind for flaw in own), key=[*KINDS].index)
            words = "; ".join(flaw.words for flaw in own)
            yield Finding(kind, piece, f"{part.name(piece)} is not as it should be: {words}")


# ------------------------------------------------------------------------------------- sizes


def usual_size(part: KitPart) -> float:
    """Return what most pieces measured before some pages were scaled, of several sizes that nearest to the stated."""
    own = part.fronts or part.pieces
    counts = Counter(round(piece.size / part.scaled.get(piece.page, 1.0), 2) for piece in own)
    said = [size for page in part.pages if (size := papers.footer(page).size) is not None]

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
    return usual


def _sizes(part: KitPart) -> Iterator[Finding]:
    """Yield the pieces that are smaller or larger than they should be."""
    right = _right_size(part)
    for piece in part.pieces:
        low, high = min(piece.sizes), max(piece.sizes)
        # Damaged outlines tell no size, unless they are stretched.
        if (not piece.flaws or high > _STRETCHED * low) and _is_off(part, piece, right):
            measure = f"{number(low, 2)} to {number(high, 2)}"
            measure = measure if high - low > _ONE_SIZE else number(low, 2)
            words = f"{part.name(piece)} measures {measure} mm, not {number(right, 2)} mm"
            yield Finding("size", piece, words)


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
    margin = part.wanted.margin
    edge = f"the {number(margin)} mm margin" if margin else "the page"
    for piece in part.pieces:
        if over := _beyond(part, piece, margin):
            words = f"{part.name(piece)} reaches beyond {edge} by {' and '.join(over)}"
            yield Finding("outside", piece, words)


def _beyond(part: KitPart, piece: Found, margin: float) -> list[str]:
    """Return in words how far a piece reaches beyond its page's margin."""
    page, box = part.pages[piece.page], piece.box
    over = {
        "left": margin - box.left,
        "top": margin - box.top,
        "right": box.right - (page.width - margin),
        "bottom": box.bottom - (page.height - margin),
    }
    return [f"{by:.2f} mm at the {side}" for side, by in over.items() if by > 0.01]


def _lies_off(part: KitPart, piece: Found) -> bool:
    return math.hypot(*piece.slip) > part.wanted.place_tolerance


def _slips(part: KitPart) -> Iterator[Finding]:
    for piece in part.pieces:
        if _lies_off(part, piece):
            what, by = "areas" if piece.spots else "art", _shift(piece.slip)
            lie = plural(len(piece.spots) or 1, "lies", "lie")
            words = f"the {what} of {part.name(piece)} {lie} off its outline by {by}"
            yield Finding("slip", piece, words)


#: Two pieces that overlap, and how deep in millimetres.
Overlap = tuple[Found, Found, float]


def _overlapping(part: KitPart, overlaps: Sequence[Overlap]) -> Iterator[Finding]:
    often = Counter(id(piece) for two in overlaps for piece in two[:2])
    for one, other, depth in sorted(overlaps, key=lambda two: (part.is_behind(two[0]), -two[2])):
        piece, under = sorted((one, other), key=lambda p: often[id(p)], reverse=True)
        words = f"{part.name(piece)} and {part.name(under)} overlap by {depth:.2f} mm"
        yield Finding("overlap", piece, words, under)


def _overlaps(part: KitPart) -> Iterator[Overlap]:
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
        common = _common([off for *_, off in paired])
        page, by = part.pages[sheet.pages[1]], part.scales.get(sheet.pages[1], 1.0)
        is_rounding = scale.is_rounding(page, common, by, sideways=sheet.mirror.a < 0)
        # Backs of other fronts lie off for that, and some by a file's own rounding.
        is_told = 2 * sheet.mirrored >= len(paired)
        is_told &= part.wanted.tolerance is not None or not is_rounding
        usual = ORIGIN if is_told else common
        is_ours = papers.footer(page).game != ""
        has_option = is_ours and common != ORIGIN and part.wanted.backs == BackCorrection()
        advice = "; if the kit was made with --back-shift, name that here as well" * has_option
        for front, back, off in paired:
            name = f"the back of {part.name(front)}"
            if off.distance(usual) > most:
                words = f"{name} lies off its front by {_shift(off)}{advice}"
                yield Finding("back", back, words)
            elif (turned := _corner_gap(front, back, sheet)) > most:
                words = f"{name} is turned or deformed by {turned:.2f} mm at its corners"
                yield Finding("mirror", back, words)


def _common(offs: Sequence[Point]) -> Point:
    """Return by how much most backs of a sheet lie off, all alike; else nothing."""
    if not offs:
        return ORIGIN
    off = Point(median(one.x for one in offs), median(one.y for one in offs))
    alike = sum(one.distance(off) <= BACK_TOLERANCE / 2 for one in offs)
    return off if 2 * alike > len(offs) and math.hypot(*off) > BACK_TOLERANCE else ORIGIN


def _corner_gap(front: Found, back: Found, sheet: Side) -> float:
    x, y = sheet.mirror.apply(front.centre)
    off = back.centre.x - x, back.centre.y - y
    corners = [sheet.mirror.apply(corner).moved(*off) for corner in front.outline]
    return max(min(c.distance(other) for other in back.outline) for c in corners)


def _looks(part: KitPart) -> Iterator[Finding]:
    """Yield the fronts and backs without the other, and the backs that do not belong to their fronts."""
    # What counts tell is not told again: a back whose front is missing, a piece in the place of another.
    lacks, spare = part.expected - part.counts, part.counts - part.expected
    advice = "" if part.back_of else "; if it is to have one side only, say --duplex none"
    for sheet in part.sides.sheets:
        for piece in sheet.lost:
            if not (lacks[piece.kind] if piece.kind else lacks):
                name = part.name(piece)
                name = name if name == "the back" else f"the back of {name}"
                yield Finding("no-back", piece, f"{name} has no front{advice}")
        for front, back, _ in sheet.pairs:
            is_spare = spare[part.kind_of(front)] > 0
            if back is None and not is_spare:
                yield Finding("no-back", front, f"{part.name(front)} has no back{advice}")
            elif back is not None and not (is_spare and lacks[back.kind]):
                yield from _unlike(part, sheet, front, back)


def _unlike(part: KitPart, sheet: Side, front: Found, back: Found) -> Iterator[Finding]:
    name, other = part.name(front), back.kind not in ("", part.kind_of(front))
    if back.side == "front":
        yield Finding("mirror", back, f"behind {name} is no back but {part.name(back)}")
    elif not pairing.tells_of(front, back):
        words = f"the back of {name} shows {back.told}, its front is {front.told}"
        yield Finding("colour", back, words)
    elif is_marked(front) or is_marked(back):
        return  # which is a fault already
    elif areas := pairing.differing(front, back, sheet.mirror):
        shown = f" but {part.name(back)}" if other else ""
        words = f"the back of {name} does not show its mirror image{shown}"
        words += f": it differs in the {plural(len(areas), 'area')} {', '.join(areas)}"
        yield Finding("mirror", back, words)
    elif (other and front.kind) or (front.face and front.face == back.face):
        yield Finding("no-back", back, f"behind {name} lies {part.name(back)}")


# ------------------------------------------------------------------------------------ sheets


def _of_sheets(part: KitPart) -> Iterator[Fault]:
    """Yield the sheets whose two sides are of two papers, for another edge, or exchanged."""
    pages = [[part.pages[k] for k in one.pages] for one in part.sides.sheets if min(one.pages) >= 0]
    edge, said = part.sides.mode, part.wanted.duplex
    if said == "auto":
        # A program may have laid sheets on other pages, whose other edge is the one that they say.
        as_drawn = all(scale.are_one_way_up(*two) for two in pages)
        said = "" if as_drawn else papers.turned(page for two in pages for page in two)
    for k, n in part.two_papers:
        back, front = part.pages[n], part.pages[k]
        sizes = [" × ".join(number(v, 1) for v in page.paper) for page in (back, front)]
        yield on_pages("back", f"{sizes[0]} mm, its front {front.title} {sizes[1]} mm", [back])
    if pages and {said, edge} == {"long", "short"} and not part.two_papers:
        words = f"made for turning over the {edge} edge, not the {said} edge"
        yield on_pages("back", words, [back for _, back in pages])
    if exchanged := [[part.pages[k] for k in one.pages] for one in part.sides.exchanged]:
        shown = (f"{back.title} shows the backs of {front.title}" for front, back in exchanged)
        yield at("mirror", f"pages are exchanged: {'; '.join(shown)}", exchanged[0][1])

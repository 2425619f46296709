"""Pieces as they are drawn and placed: their flaws, sizes, and what they reach over."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence, Set

from engine.geometry.hexgrid import SQRT3
from engine.geometry.plane import Point, number
from engine.words import plural
from generator.checking import scale
from generator.checking.component import Finding, KitPart, is_unread
from generator.checking.faults import BACK_TOLERANCE, KINDS, Fault
from generator.checking.grouping import grouped
from generator.checking.recognise.results import Found

#: Two sizes of a piece this near each other are one, in millimetres.
_ONE_SIZE = 0.02
#: What lies under no more than this share of a piece's size shows all that is looked at.
_RIM = 0.05
#: Pieces reach as far as this times half their size, at their corners.
_REACH = 1.16

#: Two pieces that overlap, and how deep in millimetres.
Overlap = tuple[Found, Found, float]
#: What measures more from side to side one way than another, by this share, is stretched.
_STRETCHED = 1.01
#: A size that a sheet states is that of stretched pieces if it is this near, as a share.
_NEAR = 0.1


def faults(part: KitPart, wrong: Set[int]) -> Iterator[Fault]:
    """Yield what is wrong with the pieces of a component, whatever lies behind them.

    What is ``wrong`` with some (by their ``id``) is told: that they overlap others, as too large
    ones do, and that their art lies off, is no fault of its own.
    """
    overlaps = [*_overlaps(part)]
    sizes = [*_sizes(part)]
    wrong = {*wrong, *(id(one.piece) for one in sizes)}
    yield from part.summed_up(_flaws(part, _hidden(part, overlaps)))
    slips = [*_slips(part, wrong)]
    wrong |= {id(one.piece) for one in slips}
    yield from part.summed_up(
        (*sizes, *_outside(part), *slips, *_overlapping(part, overlaps, wrong))
    )


# ------------------------------------------------------------------------------------- looks


def _hidden(part: KitPart, overlaps: Sequence[Overlap]) -> set[int]:
    """Return the pieces (by their ``id``) that lie deep under or over others, or beyond the page's edge."""
    deep = {id(p) for a, b, depth in overlaps for p in (a, b) if depth > _RIM * p.size}
    return deep | {id(piece) for piece in part.pieces if _beyond(part, piece, 0.0)}


def _flaws(part: KitPart, under: Set[int]) -> Iterator[Finding]:
    for piece in part.pieces:
        if id(piece) in under or (_lies_off(part, piece) and not is_unread(piece)):
            continue
        front = part.fronts_by_back.get(id(piece))
        is_behind = front is not None and part.kind_of(front) in part.kinds
        # What is behind a front is compared with that instead.
        flaws = [flaw for flaw in piece.flaws if not (is_behind and flaw.kind == "impossible")]
        if not flaws:
            continue
        words = f"{part.name(piece)} is not as it should be"
        if part.kind_of(piece) not in part.kinds:
            words = "the tile is not a tile of the game"
            if piece.side == "back":
                words = "the back is not like the others"
            elif front is not None and is_behind:
                words = f"the back of {part.name(front)} is not as it should be"
        kind = min((flaw.kind for flaw in flaws), key=[*KINDS].index)
        shown = "; ".join(flaw.words for flaw in flaws)
        many = f"are not as they should be, all alike: {shown}"
        many += "; if they are of another theme, name it by --theme" if kind == "foreign" else ""
        yield Finding(kind, piece, f"{words}: {shown}", many)


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
    if all(map(_is_stretched, part.pieces)):  # then none is as large as it was
        stated = scale.stated(part.pages[part.pieces[0].page]) or usual
        return stated if abs(stated - usual) < _NEAR * usual else usual
    return usual


def _is_stretched(piece: Found) -> bool:
    return max(piece.sizes) > _STRETCHED * min(piece.sizes)


def _stretched(piece: Found, right: float) -> str:
    """Return how much a hexagon is stretched or squeezed, as a clause, "" where it is not."""
    box, corner = piece.box, right * 2 / SQRT3
    if len(piece.outline) != 6 or not _is_stretched(piece):
        return ""
    sides = (corner, right) if box.width > box.height else (right, corner)
    wide, high = (
        number(100 * side / of, 0) for side, of in zip((box.width, box.height), sides, strict=True)
    )
    return f": {wide} % wide, {high} % high"


def _sizes(part: KitPart) -> Iterator[Finding]:
    right = _right_size(part)
    # A damaged outline is told as that.
    own = [
        piece
        for piece in part.pieces
        if not piece.flaws or is_unread(piece) or _is_stretched(piece)
    ]
    off = [piece for piece in own if _is_off(part, piece, right)]
    usual = Counter(map(_measure, off)).most_common(1)
    for piece in off:
        more = f"not {number(right, 2)} mm{_stretched(piece, right)}"
        words = f"{part.name(piece)} measures {_measure(piece)}, {more}"
        is_usual = abs(piece.size - off[0].size) < _ONE_SIZE
        many = f"measure {usual[0][0] if is_usual else 'other sizes'}, {more}"
        yield Finding("size", piece, words, many)


def _is_off(part: KitPart, piece: Found, right: float) -> bool:
    most, page = part.wanted.size_tolerance, piece.page
    shares = {1.0}
    if part.wanted.tolerance is None:
        shares.add(scale.rounded_share(part.pages[page], part.scales.get(page, 1.0)))
    low, high = part.wanted.backs.sizes if id(piece) in part.fronts_by_back else (1.0, 1.0)
    return all(
        any(not right * s * low - most <= size <= right * s * high + most for size in piece.sizes)
        for s in shares
    )


def _measure(piece: Found) -> str:
    low, high = (number(size, 2) for size in (min(piece.sizes), max(piece.sizes)))
    is_one = max(piece.sizes) - min(piece.sizes) <= _ONE_SIZE
    return f"{low} mm" if is_one else f"{low} to {high} mm"


# ------------------------------------------------------------------------------------ places


def shift(off: Point) -> str:
    """Return a shift in words: ``0.50 mm right and 0.12 mm down``."""
    parts = []
    for value, words in ((off.x, ("right", "left")), (off.y, ("down", "up"))):
        if abs(value) >= 0.005:
            parts.append(f"{abs(value):.2f} mm {words[value < 0]}")
    return " and ".join(parts) or "0 mm"


def _outside(part: KitPart) -> Iterator[Finding]:
    margin = part.wanted.margin
    edge = f"the {number(margin)} mm margin" if margin else "the page"
    for piece in part.pieces:
        over = [f"{by:.2f} mm at the {side}" for side, by in _beyond(part, piece, margin).items()]
        if over:
            words = f"{part.name(piece)} reaches beyond {edge} by {' and '.join(over)}"
            yield Finding("outside", piece, words, f"reach beyond {edge}")


def _beyond(part: KitPart, piece: Found, margin: float) -> dict[str, float]:
    page, box = part.pages[piece.page], piece.box
    over = {
        "left": margin - box.left,
        "top": margin - box.top,
        "right": box.right - (page.width - margin),
        "bottom": box.bottom - (page.height - margin),
    }
    return {side: by for side, by in over.items() if by > 0.01}


def _lies_off(part: KitPart, piece: Found) -> bool:
    return math.hypot(*piece.slip) > part.wanted.place_tolerance


def _slips(part: KitPart, wrong: Set[int]) -> Iterator[Finding]:
    for piece in part.pieces:
        if _lies_off(part, piece) and id(piece) not in wrong:
            what, by = "areas" if piece.spots else "art", shift(piece.slip)
            lie = plural(len(piece.spots) or 1, "lies", "lie")
            words = f"the {what} of {part.name(piece)} {lie} off its outline by {by}"
            yield Finding("slip", piece, words, f"lie off their outlines by {by}")


def _overlapping(part: KitPart, overlaps: Sequence[Overlap], wrong: Set[int]) -> Iterator[Finding]:
    """Yield the pieces that overlap, one that overlaps several once; where fronts do their backs do as well."""
    own = [two for two in overlaps if wrong.isdisjoint(map(id, two[:2]))]
    often = Counter(id(piece) for two in own for piece in two[:2])
    known: set[int] = set()
    pairs: set[frozenset[int]] = set()
    for one, other, depth in sorted(own, key=lambda two: (part.is_behind(two[0]), -two[2])):
        piece = max(one, other, key=lambda piece: often[id(piece)])
        front = part.fronts_by_back.get(id(piece), piece)
        both = frozenset(id(part.fronts_by_back.get(id(p), p)) for p in (one, other))
        is_known = both in pairs or not known.isdisjoint({id(piece), id(front)})
        if not is_known and id(front) not in wrong:
            known |= {id(piece), id(front)}
            pairs.add(both)
            words = f"{part.name(one)} and {part.name(other)} overlap by {depth:.2f} mm"
            if often[id(piece)] > 1:
                many = f"overlaps {often[id(piece)]} others"
                words = f"{part.name(piece)} {many}, by up to {depth:.2f} mm"
            yield Finding("overlap", piece, words, "overlap others")


def _overlaps(part: KitPart) -> Iterator[Overlap]:
    for pieces in grouped(part.pieces, lambda piece: piece.page).values():
        for one, other in _neighbours(pieces):
            if depth := _depth(one, other):
                yield one, other, depth


def _neighbours(pieces: Sequence[Found]) -> Iterator[tuple[Found, Found]]:
    sized = sorted(((piece, piece.size) for piece in pieces), key=lambda one: one[0].centre.x)
    for k, (one, size) in enumerate(sized):
        for other, other_size in sized[k + 1 :]:
            reach = (size + other_size) / 2 * _REACH
            if other.centre.x - one.centre.x > reach:
                break
            if abs(other.centre.y - one.centre.y) < reach:
                yield one, other


def _depth(one: Found, other: Found) -> float:
    """Return how deep two pieces overlap; 0 where a line along a side of one parts them."""
    depth = math.inf
    for outline in (one.outline, other.outline):
        for k, corner in enumerate(outline):
            along = outline[k - 1].distance(corner)
            nx, ny = (corner.y - outline[k - 1].y) / along, (outline[k - 1].x - corner.x) / along
            first, second = ([p.x * nx + p.y * ny for p in o.outline] for o in (one, other))
            depth = min(depth, max(first) - min(second), max(second) - min(first))
            if depth <= BACK_TOLERANCE:
                return 0.0
    return depth

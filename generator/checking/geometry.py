"""Pieces as they are drawn and placed: their flaws, sizes, and what they reach over."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.geometry.plane import Point, number
from engine.words import plural
from generator.checking import scale
from generator.checking.component import KitPart, is_unread
from generator.checking.faults import BACK_TOLERANCE, KINDS
from generator.checking.findings import Finding
from generator.checking.grouping import grouped
from generator.checking.recognise.results import Found

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

#: Two pieces that overlap, and how deep in millimetres.
Overlap = tuple[Found, Found, float]


def shift(off: Point) -> str:
    """Return a shift in words: ``0.50 mm right and 0.12 mm down``."""
    parts = []
    for value, words in ((off.x, ("right", "left")), (off.y, ("down", "up"))):
        if abs(value) >= 0.005:
            parts.append(f"{abs(value):.2f} mm {words[value < 0]}")
    return " and ".join(parts) or "0 mm"


# ------------------------------------------------------------------------------------- looks


def flaws(part: KitPart, overlaps: Sequence[Overlap]) -> Iterator[Finding]:
    """Yield the pieces that do not look as they should, but for those that show in part or lie off.

    Of what is behind a front it is told by comparing the two that it is no piece.
    """
    hidden = {id(p) for a, b, depth in overlaps for p in (a, b) if depth > _RIM * p.size}
    for piece in part.pieces:
        is_off = lies_off(part, piece) and not is_unread(piece)
        if is_off or id(piece) in hidden or beyond(part, piece, 0.0):
            continue
        front = part.other_side(piece) if part.is_behind(piece) else None
        is_compared = front is not None and part.kind_of(front) in part.kinds
        own = [flaw for flaw in piece.flaws if not (is_compared and flaw.kind == "impossible")]
        if not own:
            continue
        kind = min((flaw.kind for flaw in own), key=[*KINDS].index)
        shown = "; ".join(flaw.words for flaw in own)
        many = f"are not as they should be, all alike: {shown}"
        many += "; if they are of another theme, name it by --theme" if kind == "foreign" else ""
        yield Finding(kind, piece, f"{part.name(piece)} is not as it should be: {shown}", many)


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
    if all(map(is_stretched, part.pieces)):  # then none is as large as it was
        stated = scale.stated(part.pages[part.pieces[0].page]) or usual
        return stated if abs(stated - usual) < _NEAR * usual else usual
    return usual


def is_stretched(piece: Found) -> bool:
    """Tell whether a piece measures more one way than another."""
    return max(piece.sizes) > _STRETCHED * min(piece.sizes)


def sizes(part: KitPart) -> Iterator[Finding]:
    """Yield the pieces that are smaller or larger than they should be; damaged outlines tell no size."""
    right = _right_size(part)
    sized = (piece for piece in part.pieces if not piece.flaws or is_stretched(piece))
    off = [piece for piece in sized if _is_off(part, piece, right)]
    usual = Counter(map(_measure, off)).most_common(1)
    for piece in off:
        more = f"not {number(right, 2)} mm"
        words = f"{part.name(piece)} measures {_measure(piece)}, {more}"
        is_usual = abs(piece.size - off[0].size) < _ONE_SIZE
        many = f"measure {usual[0][0] if is_usual else 'other sizes'}, {more}"
        yield Finding("size", piece, words, many)


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


def _measure(piece: Found) -> str:
    low, high = (number(size, 2) for size in (min(piece.sizes), max(piece.sizes)))
    is_one = max(piece.sizes) - min(piece.sizes) <= _ONE_SIZE
    return f"{low} mm" if is_one else f"{low} to {high} mm"


# ------------------------------------------------------------------------------------ places


def outside(part: KitPart) -> Iterator[Finding]:
    """Yield the pieces that reach beyond their page, or its margin."""
    margin = part.wanted.margin
    edge = f"the {number(margin)} mm margin" if margin else "the page"
    for piece in part.pieces:
        over = [f"{by:.2f} mm at the {side}" for side, by in beyond(part, piece, margin).items()]
        if over:
            words = f"{part.name(piece)} reaches beyond {edge} by {' and '.join(over)}"
            yield Finding("outside", piece, words, f"reach beyond {edge}")


def beyond(part: KitPart, piece: Found, margin: float) -> dict[str, float]:
    """Return how far a piece reaches beyond its page's margin, by the page's sides."""
    page, box = part.pages[piece.page], piece.box
    over = {
        "left": margin - box.left,
        "top": margin - box.top,
        "right": box.right - (page.width - margin),
        "bottom": box.bottom - (page.height - margin),
    }
    return {side: by for side, by in over.items() if by > 0.01}


def lies_off(part: KitPart, piece: Found) -> bool:
    """Tell whether a piece's art lies off its outline."""
    return math.hypot(*piece.slip) > part.wanted.place_tolerance


def slips(part: KitPart) -> Iterator[Finding]:
    """Yield the pieces whose art lies off their outline."""
    for piece in part.pieces:
        if lies_off(part, piece):
            what, by = "areas" if piece.spots else "art", shift(piece.slip)
            lie = plural(len(piece.spots) or 1, "lies", "lie")
            words = f"the {what} of {part.name(piece)} {lie} off its outline by {by}"
            yield Finding("slip", piece, words, f"lie off their outlines by {by}")


def overlapping(part: KitPart, overlaps: Sequence[Overlap]) -> Iterator[Finding]:
    """Yield the pieces that overlap, one that overlaps several once."""
    often = Counter(id(piece) for two in overlaps for piece in two[:2])
    for one, other, depth in sorted(overlaps, key=lambda two: (part.is_behind(two[0]), -two[2])):
        piece, under = sorted((one, other), key=lambda p: often[id(p)], reverse=True)
        words = f"{part.name(one)} and {part.name(other)} overlap by {depth:.2f} mm"
        if often[id(piece)] > 1:
            many = f"overlaps {often[id(piece)]} others"
            words = f"{part.name(piece)} {many}, by up to {depth:.2f} mm"
        yield Finding("overlap", piece, words, "overlap others", under)


def overlaps(part: KitPart) -> Iterator[Overlap]:
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

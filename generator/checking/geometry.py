"""Pieces as they are drawn and placed: their flaws, sizes, and what they reach over."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence

from engine.geometry.plane import Point, number
from generator.checking import rounding, scale
from generator.checking.completeness import FEW
from generator.checking.component import KitPart, at
from generator.checking.faults import BACK_TOLERANCE, KINDS, Fault
from generator.checking.grouping import grouped
from generator.checking.results import Flaw, Found

#: Two sizes of a piece this near each other are one, in millimetres.
_ONE_SIZE = 0.02
#: What lies under no more than this share of a piece's size shows all that is looked at.
_RIM = 0.05
#: Pieces reach as far as this times half their size, at their corners.
_REACH = 1.16


def faults(part: KitPart, moved: Mapping[int, float], hidden: Container[int]) -> Iterator[Fault]:
    """Yield what is wrong with the pieces of a component, whatever lies behind them.

    ``moved`` is how far pieces (by their ``id``) are known to lie off: so far they overlap others,
    as they do where they are too large, which is no fault of its own.  What is ``hidden`` is not
    seen whole, which is none either.
    """
    yield from _flaws(part, hidden)
    yield from _sizes(part)
    yield from _outside(part)
    yield from _overlapping(part, moved)
    yield from _slips(part, moved)


def hidden(part: KitPart) -> set[int]:
    """Return the pieces (by their ``id``) that lie deep under or over others, or beyond the page's edge."""
    beyond = {id(piece) for piece in part.pieces if _beyond(part, piece, 0.0)}
    return beyond | {
        id(piece)
        for a, b, depth in _overlaps(part)
        for piece in (a, b)
        if depth > _RIM * piece.size
    }


def _flaws(part: KitPart, under: Container[int]) -> Iterator[Fault]:
    """Yield what is wrong with pieces as drawn, all of a piece in one fault.

    Where most of a page cannot be told, as in another theme than the others, that is one, too, and
    so is what is wrong with many alike.
    """
    on = Counter(piece.page for piece in part.pieces)
    flaws = ((piece, _flaw(part, piece, under)) for piece in part.pieces)
    flawed = [(piece, fault) for piece, fault in flaws if fault is not None]
    alike = grouped(flawed, lambda one: () if part.is_unread(one[0]) else one[0].flaws)
    many = [those for told, those in alike.items() if told and len(those) > FEW]
    yield from (_of_many(part, those) for those in many)
    rest = [one for those in alike.values() if those not in many for one in those]
    for page, found in grouped(rest, lambda one: one[0].page).items():
        untold = [fault for piece, fault in found if part.is_unread(piece)]
        if len(untold) <= max(FEW, on[page] / 2):
            yield from (fault for _, fault in found)
            continue
        words = f"{len(untold)} of {on[page]} {part.first.parts} of {part.pages[page].title}"
        yield at(untold[0].kind, f"{words} cannot be told; {untold[0].message}", part.pages[page])
        yield from (fault for _, fault in found if fault not in untold)


def _of_many(part: KitPart, those: Sequence[tuple[Found, Fault]]) -> Fault:
    """Return in one fault what is wrong with many pieces alike, as in another theme than the others."""
    piece, fault = those[0]
    side = "backs" if piece.side == "back" or piece.face == "back" else part.first.parts
    words = f"{len(those)} {side} are not as they should be, all alike: {_words(piece.flaws)}"
    words += "; if they are of another theme, name it by --theme" if fault.kind == "foreign" else ""
    return at(
        fault.kind, f"{words}; the first is here ({part.place(piece)})", part.pages[piece.page]
    )


def _words(flaws: Sequence[Flaw]) -> str:
    return "; ".join(flaw.words for flaw in flaws)


def _flaw(part: KitPart, piece: Found, under: Container[int]) -> Fault | None:
    """Return what is wrong with a piece as drawn, if anything, and if another tells it not already."""
    front = part.fronts_by_back.get(id(piece))
    is_known = part.kind_of(piece) in part.kinds
    if id(piece) in under or (_lies_off(part, piece) and not part.is_unread(piece)):
        return None
    is_behind = front is not None and part.kind_of(front) in part.kinds
    # What is behind a front is compared with that instead.
    flaws = [flaw for flaw in piece.flaws if not (is_behind and flaw.kind == "impossible")]
    if not flaws:
        return None
    words = f"{part.name(piece)} is not as it should be"
    if not is_known:
        words = "the tile is no tile"
        if piece.side == "back":
            words = "the back is not like the others"
        elif front is not None and is_behind:
            words = f"the back of {part.name(front)} is not as it should be"
    kind = min((flaw.kind for flaw in flaws), key=[*KINDS].index)
    return part.at(kind, f"{words}: {_words(flaws)}", piece)


# ------------------------------------------------------------------------------------- sizes


def reference(part: KitPart) -> float:
    """Return what pieces must measure: as the template or --tile-size says, or as most do."""
    if part.first.size is not None:
        return part.first.size
    is_tile = part.first.is_named or part.first.shape == "hexagon"
    if part.wanted.tile_size is not None and is_tile:
        return part.wanted.tile_size
    return usual_size(part)


def usual_size(part: KitPart) -> float:
    """Return what most pieces measure; of sizes that as many have that nearest to what the sheets say."""
    counts = Counter(round(piece.size, 2) for piece in part.fronts or part.pieces)
    said = [size for page in part.pages if (size := scale.stated(page)) is not None]

    def likely(size: float) -> tuple[int, float, float]:
        return counts[size], -min((abs(size - one) for one in said), default=0.0), size

    return max(counts, key=likely)


def _sizes(part: KitPart) -> Iterator[Fault]:
    right = reference(part)
    # A damaged outline is told as that.
    own = [piece for piece in part.pieces if not piece.flaws or part.is_unread(piece)]
    off = [piece for piece in own if _is_off(part, piece, right)]
    on, on_page = Counter(p.page for p in off), Counter(p.page for p in own)
    off = [p for p in off if p.page not in part.scaled or on[p.page] < on_page[p.page]]
    shown = {_measure(piece) for piece in off}
    if len(off) > 1 and len(off) == len(own) and len(shown) == 1:
        words = f"all {len(off)} {part.first.parts} measure {_measure(off[0])}"
        yield Fault("size", f"{words}, not {number(right, 2)} mm")
        return
    on, on_page = Counter(p.page for p in off), Counter(p.page for p in part.pieces)
    whole = {page for page, many in on.items() if FEW < many == on_page[page]}
    for page in sorted(whole):
        measures = [_measure(piece) for piece in off if piece.page == page]
        which = f"all {on[page]} {part.first.parts} of {part.pages[page].title}"
        words = (
            f"{which} measure {Counter(measures).most_common(1)[0][0]}, not {number(right, 2)} mm"
        )
        yield at("size", words, part.pages[page])
    for piece in (piece for piece in off if piece.page not in whole):
        words = f"{part.name(piece)} measures {_measure(piece)}, not {number(right, 2)} mm"
        yield part.at("size", words, piece)


def _is_off(part: KitPart, piece: Found, right: float) -> bool:
    """Tell whether a piece measures something else than is right, or than rounding made of that."""
    most, page = part.wanted.size_tolerance, piece.page
    shares = {1.0}
    if part.wanted.tolerance is None:
        shares.add(rounding.share(part.pages[page], part.scales.get(page, 1.0)))
    low, high = part.wanted.backs.sizes if id(piece) in part.fronts_by_back else (1.0, 1.0)
    return all(
        any(not right * s * low - most <= size <= right * s * high + most for size in piece.sizes)
        for s in shares
    )


def _measure(piece: Found) -> str:
    """Return what a piece measures: one length, or from the shortest to the longest."""
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


def _outside(part: KitPart) -> Iterator[Fault]:
    margin = part.wanted.margin
    for piece in part.pieces:
        over = _beyond(part, piece, margin)
        sides = [f"{by:.2f} mm at the {side}" for side, by in over.items()]
        if sides:
            edge = f"the {number(margin)} mm margin" if margin else "the page"
            words = f"{part.name(piece)} reaches beyond {edge} by {' and '.join(sides)}"
            yield part.at("outside", words, piece)


def _beyond(part: KitPart, piece: Found, margin: float) -> dict[str, float]:
    """Return by how much a piece reaches beyond the margin of its page, by sides."""
    page, box = part.pages[piece.page], piece.box
    over = {
        "left": margin - box.left,
        "top": margin - box.top,
        "right": box.right - (page.width - margin),
        "bottom": box.bottom - (page.height - margin),
    }
    return {side: by for side, by in over.items() if by > 0.01}


def _lies_off(part: KitPart, piece: Found, known: float = 0.0) -> bool:
    """Tell whether a piece's art lies off its outline, farther than is known."""
    return math.hypot(*piece.slip) > part.wanted.place_tolerance + known


def _slips(part: KitPart, moved: Mapping[int, float]) -> Iterator[Fault]:
    """Yield the pieces whose art lies off, unless their backs tell it; of many alike on a page, one fault."""
    off = [p for p in part.pieces if _lies_off(part, p, moved.get(id(p), 0.0))]
    alike = grouped(off, lambda piece: (piece.page, shift(piece.slip)))
    for (page, by), those in alike.items():
        if len(those) > FEW:
            on, title = sum(p.page == page for p in part.pieces), part.pages[page].title
            which = f"all {on}" if len(those) == on else f"{len(those)} of {on}"
            words = f"{which} {part.first.parts} of {title} lie off their outlines by {by}"
            yield at("slip", words, part.pages[page])
            continue
        for piece in those:
            what = "areas" if piece.spots else "art"
            lie = "lie" if piece.spots else "lies"
            words = f"the {what} of {part.name(piece)} {lie} off its outline by {by}"
            yield part.at("slip", words, piece)


def _overlaps(part: KitPart) -> Iterator[tuple[Found, Found, float]]:
    """Yield the pieces that overlap, and how deep."""
    for pieces in grouped(part.pieces, lambda piece: piece.page).values():
        for a, b in _neighbours(pieces):
            if depth := _overlap(a, b):
                yield a, b, depth


def _overlapping(part: KitPart, moved: Mapping[int, float]) -> Iterator[Fault]:
    """Yield the pieces that overlap farther than their known faults explain, one that overlaps several once.

    Where fronts overlap their backs do as well.
    """
    right = reference(part)
    found: list[tuple[Found, Found, float]] = []
    of_fronts: set[frozenset[int]] = set()
    for a, b, depth in sorted(_overlaps(part), key=lambda pair: id(pair[0]) in part.fronts_by_back):
        fronts = [part.fronts_by_back.get(id(p), p) for p in (a, b)]
        off = (max(_known_off(p, moved) for p in two) for two in ((a, fronts[0]), (b, fronts[1])))
        known = sum(off) + sum(max(0.0, p.size - right) for p in (a, b))
        both = frozenset(map(id, fronts))
        if depth > BACK_TOLERANCE + known and both not in of_fronts:
            of_fronts.add(both)
            found.append((a, b, depth))
    while found:
        most = Counter(id(p) for a, b, _ in found for p in (a, b)).most_common(1)[0][0]
        own = [pair for pair in found if most in (id(pair[0]), id(pair[1]))]
        found = [pair for pair in found if pair not in own]
        yield _of_one(part, most, own)


def _of_one(part: KitPart, most: int, own: Sequence[tuple[Found, Found, float]]) -> Fault:
    """Return in one fault what overlaps a piece, told by its ``id``."""
    a, b, depth = max(own, key=lambda pair: pair[2])
    if len(own) == 1:
        return part.at("overlap", f"{part.name(a)} and {part.name(b)} overlap by {depth:.2f} mm", a)
    piece = a if id(a) == most else b
    words = f"{part.name(piece)} overlaps {len(own)} others, by up to {depth:.2f} mm"
    return part.at("overlap", words, piece)


def _known_off(piece: Found, moved: Mapping[int, float]) -> float:
    """Return how far a piece is known to lie off from its other side or its outline."""
    return max(moved.get(id(piece), 0.0), math.hypot(*piece.slip))


def _neighbours(pieces: Sequence[Found]) -> Iterator[tuple[Found, Found]]:
    """Yield the pairs of pieces so near that they may overlap."""
    order = sorted(pieces, key=lambda piece: piece.centre.x)
    sizes = [piece.size for piece in order]
    for k, a in enumerate(order):
        for n in range(k + 1, len(order)):
            b, reach = order[n], (sizes[k] + sizes[n]) / 2 * _REACH
            if b.centre.x - a.centre.x > reach:
                break
            if abs(b.centre.y - a.centre.y) < reach:
                yield a, b


def _overlap(a: Found, b: Found) -> float:
    """Return how deep two pieces overlap; 0 where a line along a side of one parts them."""
    depth = math.inf
    for one, other in ((a, b), (b, a)):
        towards = other.centre.x - one.centre.x, other.centre.y - one.centre.y
        # The side that faces the other piece parts most that can be parted.
        for nx, ny in sorted(one.normals, key=lambda n: -abs(n.x * towards[0] + n.y * towards[1])):
            first = [p.x * nx + p.y * ny for p in a.outline]
            second = [p.x * nx + p.y * ny for p in b.outline]
            depth = min(depth, max(first) - min(second), max(second) - min(first))
            if depth <= BACK_TOLERANCE:
                return 0.0
    return depth

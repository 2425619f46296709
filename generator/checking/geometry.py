"""What is wrong with a component's pieces: how they look, measure and lie, and what is behind them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from statistics import median
from typing import NamedTuple

import numpy as np
import shapely

from engine.geometry.plane import ORIGIN, Point, number
from engine.words import plural
from generator.checking import scale
from generator.checking.faults import BACK_TOLERANCE, KINDS, Fault, at, on_pages, titled
from generator.checking.grouping import grouped, usual
from generator.checking.pairing import KitPart
from generator.checking.recognise.results import Found

#: So many pieces of which the same is wrong are told each; more are one fault.
FEW = 5
#: What lies under no more than this share of a piece's size shows all that is looked at.
_RIM = 0.05
#: What measures less than this share of what its sheet says is smaller.
_SMALLER = 0.997
#: What measures more from side to side one way than another, by this share, is stretched.
_STRETCHED = 1.01


class Finding(NamedTuple):
    """What is wrong with a piece, and others of which that tells, too."""

    kind: str
    piece: Found
    words: str
    others: Sequence[Found] = ()


def faults(part: KitPart) -> Iterator[Fault]:
    """Yield what is wrong with the pieces of a component: of each the first, causes before what comes of them."""
    if not part.pieces:
        return
    distorted = {*part.distorted}
    for sheet in part.sides.sheets:
        distorted |= {*sheet.pages} if not distorted.isdisjoint(sheet.pages) else set()
    explained = {id(piece) for piece in part.pieces if piece.page in distorted}
    for findings in (
        _sizes(part),
        _slips(part),
        _outside(part),
        _overlapping(part, deeply=True),
        _flaws(part),
        _places(part),
        _overlapping(part, deeply=False),
        _spare(part),
        _looks(part),
    ):
        new = []
        for one in findings:
            pieces = one.piece, *one.others
            if explained.isdisjoint(map(id, pieces)):
                new.append(one)
                explained |= {id(p) for piece in pieces for p in (piece, part.other_side(piece))}
        yield from _summed_up(part, new)
    yield from _of_sheets(part)


def _summed_up(part: KitPart, findings: Iterable[Finding]) -> Iterator[Fault]:
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


def _flaws(part: KitPart) -> Iterator[Finding]:
    """Yield the pieces that do not look as they should."""
    for piece in part.pieces:
        # That a back is no piece is told by comparing it with its front.
        is_behind = id(piece) in part.front_of
        own = [flaw for flaw in piece.flaws if flaw.kind != "impossible" or not is_behind]
        if own:
            kind = min((flaw.kind for flaw in own), key=[*KINDS].index)
            words = "; ".join(flaw.words for flaw in own)
            yield Finding(kind, piece, f"{part.name(piece)} is not as it should be: {words}")


# ------------------------------------------------------------------------------------- sizes


def usual_size(part: KitPart) -> float:
    """Return what most pieces measure, of those on pages that are not scaled where there are some."""
    right = [front for front in part.fronts if front.page not in part.distorted]
    return usual(round(front.size, 2) for front in right or part.fronts)


def _right_size(part: KitPart) -> float:
    """Return the size that is known; else that which the sheets say, if most pieces are smaller, or that of most."""
    printed = (part.wanted.printed or {}).get(part.first.part)
    stated = max(scale.footer(part.pages[front.page]).size for front in part.fronts)
    usual = usual_size(part)
    return part.first.size or printed or (stated if usual < _SMALLER * stated else usual)


def _sizes(part: KitPart) -> Iterator[Finding]:
    """Yield the pieces that are smaller or larger than they should be."""
    right, most = _right_size(part), part.wanted.size_tolerance
    for piece in part.pieces:
        low, high = min(piece.sizes), max(piece.sizes)
        shares = part.wanted.backs.sizes if part.is_behind(piece) else (1.0, 1.0)
        if part.wanted.tolerance is None:
            rounded = scale.rounded_share(part.pages[piece.page])
            shares = shares[0] * min(1.0, rounded), shares[1] * max(1.0, rounded)
        is_right = right * shares[0] - most <= low and high <= right * shares[1] + most
        # Damaged outlines tell no size, unless they are stretched.
        if not is_right and (not piece.flaws or high > _STRETCHED * low):
            measure = " to ".join(dict.fromkeys(number(size, 2) for size in (low, high)))
            words = f"{part.name(piece)} measures {measure} mm, not {number(right, 2)} mm"
            yield Finding("size", piece, words)


# ------------------------------------------------------------------------------------ places


def _outside(part: KitPart) -> Iterator[Finding]:
    margin = part.wanted.margin
    edge = f"the {number(margin)} mm margin" if margin else "the page"
    for piece in part.pieces:
        page, box = part.pages[piece.page], piece.box
        far = page.width - box.right, page.height - box.bottom
        over = margin - min(box.left, box.top, *far)
        if over > 0.01:
            words = f"{part.name(piece)} reaches beyond {edge} by {over:.2f} mm"
            yield Finding("outside", piece, words)


def _slips(part: KitPart) -> Iterator[Finding]:
    for piece in part.pieces:
        if math.hypot(*piece.slip) > part.wanted.place_tolerance:
            what, lie = ("areas", "lie") if piece.spots else ("art", "lies")
            words = (
                f"the {what} of {part.name(piece)} {lie} off its outline by {_shift(piece.slip)}"
            )
            yield Finding("slip", piece, words)


def _overlapping(part: KitPart, *, deeply: bool) -> Iterator[Finding]:
    """Yield the pieces that lie on others: those that still do without their rims."""
    for pieces in grouped(part.pieces, lambda piece: piece.page).values():
        owners = np.repeat(range(len(pieces)), [len(piece.outline) for piece in pieces])
        middles = np.array([piece.centre for piece in pieces])[owners]
        rims = np.array([_RIM if deeply else BACK_TOLERANCE / piece.size for piece in pieces])
        corners = np.concatenate([piece.outline for piece in pieces])
        corners += (middles - corners) * rims[owners, None]
        cores = shapely.convex_hull(shapely.linearrings(corners, indices=owners))
        meeting = shapely.STRtree(cores).query(cores, "intersects").T.tolist()
        pairs = [(k, n) for k, n in meeting if k < n]
        often = Counter(chain.from_iterable(pairs))
        for two in pairs:
            piece, under = (pieces[k] for k in sorted(two, key=lambda k: -often[k]))
            words = f"{part.name(piece)} and {part.name(under)} overlap"
            yield Finding("overlap", piece, words, [under])


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
        paired = [(pair, pair.back) for pair in sheet.pairs if pair.back is not None]
        if not paired:
            continue
        common = Point(*(median(pair.off[k] for pair, _ in paired) for k in (0, 1)))
        # Backs of other fronts lie off for that, and some by a file's own rounding.
        is_common = part.wanted.tolerance is None and scale.is_rounding(
            part.pages[sheet.pages[1]], common
        )
        is_common |= 2 * sheet.mirrored < len(paired)
        right = common if is_common and math.hypot(*common) > BACK_TOLERANCE else ORIGIN
        for pair, back in paired:
            name = f"the back of {part.name(pair.front)}"
            corners = [pair.behind.apply(corner) for corner in pair.front.outline]
            turned = max(min(corner.distance(at) for at in back.outline) for corner in corners)
            if pair.off.distance(right) > most:
                words = f"{name} lies off its front by {_shift(pair.off)}"
                yield Finding("back", back, words)
            elif turned > most:
                words = f"{name} is turned or deformed by {turned:.2f} mm at its corners"
                yield Finding("mirror", back, words)


def _spare(part: KitPart) -> Iterator[Finding]:
    """Yield the pieces that are there too often, first those with others' backs, and where another lies."""
    whole = {id(pair.front) for pair in part.sides.pairs if pair.is_one_piece}
    for kind, pieces in grouped(part.fronts, part.kind_of).items():
        right = part.expected[kind]
        if kind and len(pieces) > right:
            pieces.sort(key=lambda front: id(front) not in whole)
            words = f"{part.kinds[kind].title}: {len(pieces)} instead of {right}"
            words += f"; another is on {part.place(pieces[0])}"
            yield Finding("duplicated", pieces[-1], words, pieces[right:-1])


def _looks(part: KitPart) -> Iterator[Finding]:
    """Yield the fronts and backs without the other, and the backs that do not belong to their fronts."""
    advice = "" if part.back_of else "; if it is to have one side only, say --duplex none"
    is_lacking = bool(part.expected - part.counts)  # which tells of their backs, too
    for sheet in part.sides.sheets:
        for piece in () if is_lacking else sheet.lost:
            of = f" of {part.name(piece)}" if part.kind_of(piece) else ""
            yield Finding("no-back", piece, f"the back{of} has no front{advice}")
        for pair in sheet.pairs:
            front, back, name = pair.front, pair.back, part.name(pair.front)
            if back is None:
                yield Finding("no-back", front, f"{name} has no back{advice}")
            elif front.told and back.told and front.told != back.told:
                words = f"the back of {name} shows {back.told}, its front is {front.told}"
                yield Finding("colour", back, words)
            elif areas := pair.differing:
                words = f"the back of {name} does not show its mirror image but {part.name(back)}"
                words += f": it differs in the {plural(len(areas), 'area')} {', '.join(areas)}"
                yield Finding("mirror", back, words)
            elif front.kind and not pair.is_one_piece:
                yield Finding("mirror", back, f"behind {name} lies {part.name(back)}")


# ------------------------------------------------------------------------------------ sheets


def _of_sheets(part: KitPart) -> Iterator[Fault]:
    """Yield the sheets whose two sides are for another edge than they say."""
    pages = [[part.pages[k] for k in one.pages] for one in part.sides.sheets if min(one.pages) >= 0]
    edge, said = part.sides.mode, part.wanted.duplex
    if said == "auto":
        # A program may have laid sheets on other pages, whose other edge is the one that they say.
        as_drawn = all(scale.are_one_way_up(*two) for two in pages)
        said = "" if as_drawn else scale.turned(page for two in pages for page in two)
    if pages and {said, edge} == {"long", "short"}:
        words = f"made for turning over the {edge} edge, not the {said} edge"
        yield on_pages("back", words, [back for _, back in pages])

"""Backs and their fronts: what lies off, is turned, shows something else, or has no other side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import median

from engine.geometry.plane import ORIGIN, Point, number
from engine.words import count, plural
from generator.checking import footers, pairing, scale
from generator.checking.component import KitPart, is_marked
from generator.checking.faults import BACK_TOLERANCE, Fault, at
from generator.checking.findings import Finding
from generator.checking.geometry import shift
from generator.checking.pairing import FrontAndBack, Side
from generator.checking.recognise.results import Found
from generator.printing.backcorrection import BackCorrection

# ------------------------------------------------------------------------------ whole pages


def of_pages(part: KitPart) -> Iterator[Fault]:
    """Yield the sheets whose two sides are of two papers, for another edge, or exchanged."""
    sheets = [one for one in part.sides.sheets if min(one.pages) >= 0]
    papers = [sheet for sheet in sheets if is_of_two_papers(part, sheet)]
    for sheet in papers:
        front, back = (part.pages[k] for k in sheet.pages)
        sizes = [" × ".join(number(v, 1) for v in page.paper) for page in (back, front)]
        words = f"{back.title} is {sizes[0]} mm, its front {front.title} {sizes[1]} mm"
        yield at("back", words, back)
    if sheets and not papers:
        yield from _other_edge(part, sheets)
    if exchanged := [[part.pages[k] for k in one.pages] for one in part.sides.exchanged]:
        words = "; ".join(
            f"{back.title} shows the backs of {front.title}" for front, back in exchanged
        )
        yield at("mirror", f"pages are exchanged: {words}", exchanged[0][1])


def is_of_two_papers(part: KitPart, sheet: Side) -> bool:
    """Tell whether a back page is not of its front page's size."""
    one, other = (part.pages[k].paper for k in sheet.pages)
    return min(sheet.pages) >= 0 and math.dist(one, other) > part.wanted.place_tolerance


def _other_edge(part: KitPart, sheets: Sequence[Side]) -> Iterator[Fault]:
    """Yield that the sheets say to be turned over another edge than the one that their backs fit."""
    pages = [[part.pages[k] for k in one.pages] for one in sheets]
    mode, said = part.sides.mode, part.wanted.duplex
    if said == "auto":
        said = footers.turned(page for sheet in pages for page in sheet)
        # A program may have laid sheets on other pages, whose other edge is the one that they say.
        if all(scale.are_one_way_up(*sheet) for sheet in pages):
            return
    if {said, mode} == {"long", "short"}:
        words = f"the backs are made for turning over the {mode} edge, not the {said} edge"
        yield at("back", f"{words} (first {pages[0][1].title})", pages[0][1])


def unpaired(part: KitPart) -> Iterator[Fault]:
    """Yield that pieces of a component without sheets of two sides have another side, or should have."""
    is_told = part.scaled or not part.counts
    if part.sides.mode != "none" or not part.has_faces or is_told:
        return
    other = [p for p in part.pieces if p.side not in ("both", part.usual_side)]
    if other:
        show = f"{count(len(other), 'piece')} {plural(len(other), 'shows', 'show')} another side"
        lie = f"{plural(len(other), 'lies', 'lie')} behind none"
        yield part.at("no-back", f"{show} and {lie}; first {part.name(other[0])}", other[0])
    elif part.is_one_sided:
        are_backs = part.usual_side == "back"
        has, lacks = ("backs", "front") if are_backs else (part.first.parts, "back")
        words = (
            f"none of the {len(part.pieces)} {has} has a {lacks}; "
            "if they are to have one side only, say --duplex none"
        )
        yield part.at("no-back", words, part.pieces[0])


# ----------------------------------------------------------------------------------- places


def places(part: KitPart) -> Iterator[Finding]:
    """Yield the backs that lie off their fronts, all or some, and those that are turned or deformed."""
    most = part.wanted.place_tolerance
    for sheet in part.sides.sheets:
        paired = [pair for pair in sheet.pairs if pair.back is not None]
        all_off, alike = _common(paired)
        if math.hypot(*all_off) <= most:
            all_off = ORIGIN
        elif not _is_explained(part, sheet, all_off, len(paired)):
            yield from _of_all(part, all_off, alike)
        for front, back, off in paired:
            assert back is not None
            name = f"the back of {part.name(front)}"
            own_off = Point(off.x - all_off.x, off.y - all_off.y)
            if math.hypot(*own_off) > most:
                more = " more than the others" if all_off != ORIGIN else ""
                words = f"{name} lies off its front by {shift(own_off)}{more}"
                yield Finding("back", back, words, "lie off their fronts, each by its own")
            elif (turned := _corner_gap(front, back, sheet)) > most:
                words = f"{name} is turned or deformed by {turned:.2f} mm at its corners"
                yield Finding("mirror", back, words, "are turned or deformed")


def _common(pairs: Sequence[FrontAndBack]) -> tuple[Point, list[FrontAndBack]]:
    """Return by how much most backs of a sheet lie off, all alike, and which; else nothing."""
    if not pairs:
        return ORIGIN, []
    off = Point(median(pair.off.x for pair in pairs), median(pair.off.y for pair in pairs))
    alike = [pair for pair in pairs if pair.off.distance(off) <= BACK_TOLERANCE / 2]
    return (off, alike) if 2 * len(alike) > len(pairs) else (ORIGIN, [])


def _is_explained(part: KitPart, sheet: Side, off: Point, paired: int) -> bool:
    """Tell whether all lie off since they are backs of other fronts, or by a file's own rounding."""
    if 2 * sheet.mirrored < paired:
        return True
    page, by = part.pages[sheet.pages[1]], part.scales.get(sheet.pages[1], 1.0)
    is_rounding = scale.is_rounding(page, off, by, sideways=sheet.mirror.a < 0)
    return is_rounding and part.wanted.tolerance is None


def _of_all(part: KitPart, off: Point, alike: Sequence[FrontAndBack]) -> Iterator[Finding]:
    many = f"lie off their fronts by {shift(off)}"
    for front, back, _ in alike:
        assert back is not None
        words = f"the back of {part.name(front)} lies off its front by {shift(off)}"
        more = ""
        if footers.of_page(part.pages[back.page]).game and part.wanted.backs == BackCorrection():
            more = "; if the kit was made with --back-shift, name that here as well"
        yield Finding("back", back, words, many + more)


def _corner_gap(front: Found, back: Found, sheet: Side) -> float:
    x, y = sheet.mirror.apply(front.centre)
    off = back.centre.x - x, back.centre.y - y
    corners = [sheet.mirror.apply(corner).moved(*off) for corner in front.outline]
    return max(min(c.distance(other) for other in back.outline) for c in corners)


# ------------------------------------------------------------------------------------ looks


def looks(part: KitPart) -> Iterator[Finding]:
    """Yield the fronts and backs without the other, and the backs that do not belong to their fronts."""
    for sheet in part.sides.sheets:
        alone = [pair.front for pair in sheet.pairs if pair.back is None]
        for pieces, other in ((alone, "back"), (sheet.lost, "front")):
            for piece in pieces:
                name = part.name(piece)
                if other == "front" and name != "the back":
                    name = f"the back of {name}"
                yield Finding("no-back", piece, f"{name} has no {other}", f"have no {other}")
        for front, back, _ in sheet.pairs:
            if back is not None:
                yield from _unlike(part, sheet, front, back)


def _unlike(part: KitPart, sheet: Side, front: Found, back: Found) -> Iterator[Finding]:
    name = part.name(front)
    other = back.kind not in ("", part.kind_of(front))
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

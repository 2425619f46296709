"""Backs and their fronts: what lies off, is turned, shows something else, or has no other side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import median

from engine.geometry.plane import ORIGIN, Point, number
from engine.words import count, plural
from generator.checking import footers, pairing, scale
from generator.checking.component import Finding, KitPart, is_marked
from generator.checking.faults import BACK_TOLERANCE, Fault, at
from generator.checking.geometry import shift
from generator.checking.pairing import FrontAndBack, Side
from generator.checking.recognise.results import Found
from generator.printing.backcorrection import BackCorrection


class Backs:
    """The backs of a component looked through: what is wrong, and with which pieces (by their ``id``)."""

    def __init__(self, part: KitPart) -> None:
        """Look through a component's sheets."""
        self.part = part
        self.wrong: set[int] = set()
        self.faults: list[Fault] = []
        if part.sides.mode == "none":
            self.faults += _unpaired(part)
            return
        findings: list[Finding] = []
        papers = [*_other_papers(part)]
        self.faults += [*(papers or _other_edge(part)), *_exchanged(part)]
        # What is scaled, mirrored or on other paper, which is told, lies off for that.
        distorted = part.scaled.keys() | part.mirrored
        sheets = [one for one in part.sides.sheets if distorted.isdisjoint(one.pages)]
        for sheet in sheets if not papers else ():
            findings += _lonely(part, sheet)
            paired = [pair for pair in sheet.pairs if pair.back is not None]
            off, alike = _common(paired)
            if math.hypot(*off) <= part.wanted.place_tolerance:
                off = ORIGIN
            elif not self._is_explained(sheet, off, len(paired)):
                findings += self._of_all(off, alike)
            for pair in paired:
                findings += self._behind(sheet, pair, off)
        self.faults += part.summed_up(findings)

    def _is_explained(self, sheet: Side, off: Point, paired: int) -> bool:
        """Tell whether all lie off since they are backs of other fronts, or by a file's own rounding."""
        if 2 * sheet.mirrored < paired:
            return True
        part, page = self.part, self.part.pages[sheet.back]
        by, sideways = part.scales.get(sheet.back, 1.0), sheet.mirror.a < 0
        is_told = scale.is_rounding(page, off, by, sideways=sideways)
        return is_told and part.wanted.tolerance is None

    def _of_all(self, off: Point, alike: Sequence[FrontAndBack]) -> Iterator[Finding]:
        many = f"lie off their fronts by {shift(off)}"
        for front, back, _ in alike:
            assert back is not None
            page = self.part.pages[back.page]
            words = f"the back of {self.part.name(front)} lies off its front by {shift(off)}"
            more = ""
            if footers.of_page(page).game and self.part.wanted.backs == BackCorrection():
                more = "; if the kit was made with --back-shift, name that here as well"
            yield Finding("back", back, words, many + more)

    def _behind(self, sheet: Side, pair: FrontAndBack, usual: Point) -> Iterator[Finding]:
        """Yield what is wrong with a back behind a front; ``usual`` is how far all lie off."""
        front, back, off = pair
        assert back is not None
        part, name = self.part, f"the back of {self.part.name(front)}"
        off = Point(off.x - usual.x, off.y - usual.y)
        most = part.wanted.place_tolerance
        turned = _corner_gap(front, back, sheet)
        if max(math.hypot(*off), turned) > most:
            self.wrong |= {id(front), id(back)}
        if math.hypot(*off) > most:
            more = " more than the others" if usual != ORIGIN else ""
            words = f"{name} lies off its front by {shift(off)}{more}"
            yield Finding("back", back, words, "lie off their fronts, each by its own")
        if turned > most + abs(front.size - back.size):  # which is told as a size
            words = f"{name} is turned or deformed by {turned:.2f} mm at its corners"
            yield Finding("mirror", back, words, "are turned or deformed")
        elif id(front) not in part.miscounted:
            yield from self._unlike(sheet, front, back)

    def _unlike(self, sheet: Side, front: Found, back: Found) -> Iterator[Finding]:
        part, name = self.part, self.part.name(front)
        other = back.kind not in ("", part.kind_of(front))
        if back.side == "front":
            words = f"behind {name} is no back but {part.name(back)}"
            yield Finding("mirror", back, words, "are behind fronts, but are no backs")
        elif not pairing.tells_of(front, back):
            if not back.flaws:  # a damaged back does not tell
                words = f"the back of {name} shows {back.told}, its front is {front.told}"
                yield Finding("colour", back, words, "do not show the colours of their fronts")
        elif is_marked(front) or is_marked(back):
            return  # which is a fault already
        elif areas := pairing.differing(front, back, sheet.mirror):
            shown = f" but {part.name(back)}" if other or not back.kind else ""
            words = f"the back of {name} does not show its mirror image{shown}"
            words += f": it differs in the {plural(len(areas), 'area')} {', '.join(areas)}"
            yield Finding(
                "mirror",
                back,
                words,
                "do not show the mirror images of their fronts; are the pages in order?",
            )
        elif (other and front.kind) or (front.face and front.face == back.face):
            words = f"behind {name} lies {part.name(back)}"
            yield Finding("no-back", back, words, "do not belong to their fronts")


def _common(pairs: Sequence[FrontAndBack]) -> tuple[Point, list[FrontAndBack]]:
    """Return by how much most backs of a sheet lie off, all alike, and which; else nothing."""
    if not pairs:
        return ORIGIN, []
    off = Point(median(pair.off.x for pair in pairs), median(pair.off.y for pair in pairs))
    alike = [pair for pair in pairs if pair.off.distance(off) <= BACK_TOLERANCE / 2]
    return (off, alike) if 2 * len(alike) > len(pairs) else (ORIGIN, [])


def _corner_gap(front: Found, back: Found, sheet: Side) -> float:
    x, y = sheet.mirror.apply(front.centre)
    off = back.centre.x - x, back.centre.y - y
    corners = [sheet.mirror.apply(corner).moved(*off) for corner in front.outline]
    return max(min(c.distance(other) for other in back.outline) for c in corners)


# ------------------------------------------------------------------------------ whole pages


def _other_edge(part: KitPart) -> Iterator[Fault]:
    """Yield that the sheets say to be turned over another edge than the one that their backs fit."""
    sheets = [
        [part.pages[k] for k in one.pages] for one in part.sides.sheets if min(one.pages) >= 0
    ]
    mode, said = part.sides.mode, part.wanted.duplex
    if said == "auto":
        said = footers.turned(page for sheet in sheets for page in sheet)
        # A program may have laid sheets on other pages, whose other edge is the one that they say.
        if all(scale.are_one_way_up(*sheet) for sheet in sheets):
            return
    if sheets and {said, mode} == {"long", "short"}:
        words = f"the backs are made for turning over the {mode} edge, not the {said} edge"
        yield at("back", f"{words} (first {sheets[0][1].title})", sheets[0][1])


def _other_papers(part: KitPart) -> Iterator[Fault]:
    """Yield the back pages that are not of their front pages' sizes."""
    for sheet in part.sides.sheets:
        if min(sheet.pages) >= 0:
            front, back = (part.pages[k] for k in sheet.pages)
            if math.dist(front.paper, back.paper) > part.wanted.place_tolerance:
                sizes = [" × ".join(number(v, 1) for v in page.paper) for page in (back, front)]
                words = f"{back.title} is {sizes[0]} mm, its front {front.title} {sizes[1]} mm"
                yield at("back", words, back)


def _exchanged(part: KitPart) -> Iterator[Fault]:
    """Yield the pages of backs that lie behind the fronts of others."""
    fronts = {one.behind: part.pages[one.front].title for one in part.sides.sheets}
    for one in part.sides.sheets:
        if one.behind >= 0:
            back = part.pages[one.back]
            words = (
                f"{back.title} shows the backs of {part.pages[one.front].title}, but lies behind"
            )
            yield at("mirror", f"{words} {fronts[one.back]}; pages are exchanged", back)


def _lonely(part: KitPart, sheet: Side) -> Iterator[Finding]:
    """Yield the fronts without a back and the backs without a front."""
    alone = [pair.front for pair in sheet.pairs if pair.back is None]
    for pieces, other in ((alone, "back"), (sheet.lost, "front")):
        for piece in (piece for piece in pieces if id(piece) not in part.miscounted):
            name = part.name(piece)
            if other == "front" and name != "the back":
                name = f"the back of {name}"
            yield Finding("no-back", piece, f"{name} has no {other}", f"have no {other}")


def _unpaired(part: KitPart) -> Iterator[Fault]:
    other = [p for p in part.pieces if p.side not in ("both", part.usual_side)]
    if part.scaled:  # which is told, and moves all
        return
    if other and part.first.faces and part.wanted.duplex != "none":
        show = f"{count(len(other), 'piece')} {plural(len(other), 'shows', 'show')} another side"
        lie = f"{plural(len(other), 'lies', 'lie')} behind none"
        words = f"{show} and {lie}; first {part.name(other[0])}"
        yield part.at("no-back", words, other[0])
    elif part.is_one_sided and not part.has_backs_alone:
        side = "backs" if part.usual_side == "back" else part.first.parts
        lacks = "front" if part.usual_side == "back" else "back"
        words = (
            f"none of the {len(part.pieces)} {side} has a {lacks}; "
            "if they are to have one side only, say --duplex none"
        )
        yield part.at("no-back", words, part.pieces[0])

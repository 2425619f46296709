"""Backs and their fronts: what lies off, is turned, shows something else, or has no other side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence, Set
from statistics import median
from typing import NamedTuple

from engine.geometry.plane import ORIGIN, Point, number
from engine.words import count, listed, plural
from generator.checking import behind, footers, rounding
from generator.checking.behind import FrontAndBack, Side
from generator.checking.component import KitPart, at
from generator.checking.faults import BACK_TOLERANCE, Fault
from generator.checking.geometry import shift
from generator.checking.results import Found
from generator.printing.backcorrection import BackCorrection


class Backs(NamedTuple):
    """The backs of a component looked through: what is wrong, what is to be noted.

    ``moved`` is how far pieces (by their ``id``) lie off from where they belong, in millimetres,
    or are turned there.
    """

    faults: list[Fault]
    notes: list[str]
    moved: dict[int, float]


def inspected(part: KitPart, hidden: Set[int]) -> Backs:
    """Return what is wrong with a component's backs.

    What ``hidden`` pieces (by their ``id``) show is not seen whole.
    """
    result = Backs([], [], {})
    rounded: dict[str, tuple[Point, list[FrontAndBack]]] = {}
    all_off: dict[str, list[tuple[Side, int, int]]] = {}
    if part.sides.mode == "none":
        result.faults.extend(_unpaired(part))
        return result
    result.faults.extend((*_astray(part), *_upside_down(part)))
    for sheet in part.sides.sheets:
        other_paper = _other_paper(part, sheet)
        result.faults.extend(other_paper or _lonely(part, sheet))
        paired = [pair for pair in sheet.pairs if pair.back is not None]
        off, alike = _common(paired)
        why = _rounded(part, sheet, off)
        scale = part.scales.get(sheet.back, 1.0)
        if other_paper or rounding.is_scaled(sheet, part.pages[sheet.back], off, scale):
            pass  # which is told as that
        elif why:
            rounded.setdefault(f"{shift(off)}: {why}", (off, []))[1].extend(alike)
        elif math.hypot(*off) > part.wanted.place_tolerance and len(alike) > 1:
            all_off.setdefault(shift(off), []).append((sheet, len(alike), len(paired)))
        else:
            off = ORIGIN
        for pair in paired:
            result.faults.extend(_behind(part, sheet, pair, off, result.moved, hidden))
    result.faults.extend(_all_off(part, words, sheets) for words, sheets in all_off.items())
    result.notes.extend(
        f"the file's own rounding: {count(len(alike), 'back')} "
        f"{plural(len(alike), 'lies', 'lie')} off by {words}"
        for words, (_, alike) in rounded.items()
    )
    return result


# ------------------------------------------------------------------------------------ shifts


def _common(pairs: Sequence[FrontAndBack]) -> tuple[Point, list[FrontAndBack]]:
    """Return by how much most backs of a sheet lie off, all alike, and which; else nothing."""
    if not pairs:
        return ORIGIN, []
    off = Point(median(pair.off.x for pair in pairs), median(pair.off.y for pair in pairs))
    alike = [pair for pair in pairs if pair.off.distance(off) <= BACK_TOLERANCE / 2]
    return (off, alike) if 2 * len(alike) > len(pairs) else (ORIGIN, [])


def _rounded(part: KitPart, sheet: Side, off: Point) -> str:
    """Return how the file's own rounding explains a shift of all backs, "" where it does not."""
    if not BACK_TOLERANCE < math.hypot(*off) <= part.wanted.rounding_tolerance:
        return ""
    return rounding.reason(sheet, part.pages[sheet.back], off, part.scales.get(sheet.back, 1.0))


def _all_off(part: KitPart, off: str, sheets: Sequence[tuple[Side, int, int]]) -> Fault:
    """Return that the backs of sheets lie off alike; of each how many do, and of how many."""
    page = part.pages[sheets[0][0].back]
    off_so, paired = sum(n for _, n, _ in sheets), sum(n for _, _, n in sheets)
    which = f"all {off_so}" if off_so == paired else f"{off_so} of {paired}"
    where = page.title if len(sheets) == 1 else f"{len(sheets)} pages, first {page.title},"
    words = f"{which} backs of {where} lie off their fronts by {off}"
    if off_so == paired and footers.of_page(page).game and part.wanted.backs == BackCorrection():
        words += "; if the kit was made with --back-shift, name that here as well"
    return at("back", words, page)


def _astray(part: KitPart) -> Iterator[Fault]:
    """Yield in one fault which pages are the backs of others than those they lie behind."""
    if not part.sides.astray:
        return
    order = {k: n for n, k in enumerate(sorted({piece.page for piece in part.pieces}))}
    sheets = [sheet for sheet in part.sides.sheets if min(sheet.front, sheet.back) >= 0]
    astray = [s for s in sheets if order[s.back] != order[s.front] + 1]
    titles = [(part.pages[s.back].title, part.pages[s.front].title) for s in astray]
    if astray:
        words = listed(f"{back} is the back of {front}" for back, front in titles)
        page = part.pages[astray[0].back]
        yield at("back", f"backs do not follow their fronts, but are exchanged: {words}", page)


def _upside_down(part: KitPart) -> Iterator[Fault]:
    """Yield in one fault the back pages that are the wrong way up."""
    wrong = [sheet for sheet in part.sides.sheets if sheet.is_upside_down]
    if wrong:
        titles = listed(part.pages[sheet.back].title for sheet in wrong)
        lie = f"{plural(len(wrong), 'lies', 'lie')} upside down behind {plural(len(wrong), 'its front', 'their fronts')}"
        edge, other = ("long", "short") if part.sides.mode == "long" else ("short", "long")
        words = f"{titles} {lie}: made for turning over the {other} edge, not the {edge} edge"
        yield at("back", words, part.pages[wrong[0].back])


def _other_paper(part: KitPart, sheet: Side) -> list[Fault]:
    """Return that a back page is not of its front page's size, if so."""
    if min(sheet.front, sheet.back) < 0:
        return []
    front, back = part.pages[sheet.front], part.pages[sheet.back]
    if math.dist(front.paper, back.paper) <= part.wanted.place_tolerance:
        return []
    sizes = [" × ".join(number(v, 1) for v in page.paper) for page in (back, front)]
    words = f"{back.title} is {sizes[0]} mm, its front {front.title} {sizes[1]} mm"
    return [at("back", words, back)]


# ------------------------------------------------------------------------------- one by one


def _behind(
    part: KitPart,
    sheet: Side,
    pair: FrontAndBack,
    usual: Point,
    moved: dict[int, float],
    hidden: Set[int],
) -> Iterator[Fault]:
    """Yield what is wrong with a back behind a front; ``usual`` is how far all lie off."""
    front, back, off = pair
    assert back is not None
    off = Point(off.x - usual.x, off.y - usual.y)
    most = part.wanted.place_tolerance
    turned = _corner_gap(front, back, sheet)
    moved[id(front)] = moved[id(back)] = math.hypot(*off) + turned
    if math.hypot(*off) > most:
        more = " more than the others" if usual != ORIGIN else ""
        words = f"the back of {part.name(front)} lies off its front by {shift(off)}{more}"
        yield part.at("back", words, back)
    if turned > most + abs(front.size - back.size):  # which is told as a size
        words = f"the back of {part.name(front)} is turned or deformed by {turned:.2f} mm"
        yield part.at("mirror", f"{words} at its corners", back)
    elif not {id(front), id(back)} & hidden and (unlike := _unlike(part, sheet, front, back)):
        yield part.at(*unlike, back)


def _unlike(part: KitPart, sheet: Side, front: Found, back: Found) -> tuple[str, str] | None:
    """Return how what a back shows does not fit its front, as a kind of fault and in words."""
    if id(front) in part.misplaced:
        return None
    name = part.name(front)
    if back.side == "front":
        return "mirror", f"behind {name} is no back but {part.name(back)}"
    if not behind.tells_of(front, back):
        if back.flaws:  # a damaged back does not tell
            return None
        return "colour", f"the back of {name} shows {back.told}, its front is {front.told}"
    other = back.kind not in ("", part.kind_of(front))
    if areas := behind.differing(front, back, sheet.mirror):
        shown = f" but {part.name(back)}" if other or not back.kind else ""
        words = f"the back of {name} does not show its mirror image{shown}"
        return (
            "mirror",
            f"{words}: it differs in the {plural(len(areas), 'area')} {', '.join(areas)}",
        )
    if (other and front.kind) or (front.face and front.face == back.face):
        return "no-back", f"behind {name} lies {part.name(back)}"
    return None


def _corner_gap(front: Found, back: Found, sheet: Side) -> float:
    """Return how far a back's corners lie from the mirror image of its front's, its shift aside."""
    dx, dy = behind.offset(front, back, sheet.mirror)
    corners = [sheet.mirror.apply(corner).moved(dx, dy) for corner in front.outline]
    return max(min(c.distance(other) for other in back.outline) for c in corners)


# ---------------------------------------------------------------------------- without another


def _lonely(part: KitPart, sheet: Side) -> Iterator[Fault]:
    """Yield the fronts without a back and the backs without a front, of a whole page in one."""
    fronts = [pair.front for pair in sheet.pairs if pair.back is None]
    paired = len(sheet.pairs) - len(fronts)
    fronts = [front for front in fronts if id(front) not in part.spare]
    lost = [back for back in sheet.lost if id(back) not in part.bereft]
    for pieces, other in ((fronts, "back"), (lost, "front")):
        if len(pieces) > 1 and not paired:
            page = part.pages[pieces[0].page]
            what = part.first.parts if other == "back" else "backs"
            words = f"none of the {len(pieces)} {what} of {page.title} has a {other}"
            yield at("no-back", words, page)
            continue
        for piece in pieces:
            name = part.name(piece)
            if other == "front" and name != "the back":
                name = f"the back of {name}"
            yield part.at("no-back", f"{name} has no {other}", piece)


def _unpaired(part: KitPart) -> Iterator[Fault]:
    """Yield that both sides are there, but none behind another, or only one of two."""
    other = [p for p in part.pieces if p.side not in ("both", part.usual_side)]
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

"""Every fault of a game's own set, of inventories and of sheets, in words, with where it is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from statistics import median
from typing import NamedTuple

import numpy as np
import shapely

import engine
from engine.errors import NotationError
from engine.geometry.plane import ORIGIN, Point, number
from engine.verify import Naming
from engine.words import count, listed, plural
from generator.checking import whole_pages
from generator.checking.faults import (
    BACK_TOLERANCE,
    KINDS,
    SIZE_TOLERANCE,
    Counted,
    Fault,
    Outcome,
    Wanted,
    amiss,
    at,
    in_order,
    on_pages,
    subject_of,
    titled,
)
from generator.checking.grouping import grouped, usual
from generator.checking.inventory import Inventory
from generator.checking.pairing import KitPart, components, is_marked
from generator.checking.readback import SheetSet
from generator.checking.recognise.results import Found

_BACKS = {"none": ", no backs", "fold": ", backs beside the fronts, to fold"}
#: So many pieces of which the same is wrong are told each; more are one fault.
_FEW = 5
#: What lies under no more than this share of a piece's size shows all that is looked at.
_RIM = 0.05
#: What measures more from side to side one way than another, by this share, is stretched.
_STRETCHED = 1.01


def model(game: str) -> Outcome:
    """Return whether a game's own set is complete, and the argument for it."""
    checks = engine.game(game).counting()
    tiles = len(engine.game(game).tiles())
    faults = tuple(Fault("model", f"not so: {c.sentence}") for c in checks if not c.holds)
    facts = tuple(c.sentence for c in checks if c.holds)
    return Outcome(game, engine.game(game).title, tiles, tiles, faults, facts, ("model",))


def inventories(lists: Sequence[Inventory], copies: int = 1, again: Sequence[str] = ()) -> Outcome:
    """Return how inventories and the pieces printed ``again``, taken together, compare with the set."""
    game = engine.game(lists[0].game)
    naming, bad = Naming(game), list[Fault]()
    there = Counter(map(game.identify, again))
    for one in lists:
        for entry in one.entries:
            try:
                there[game.identify(entry.text)] += entry.copies
            except NotationError as error:
                hint = "; the heading of tiles is 'tile'" if entry.line == 1 else ""
                words = f"{entry.where}: {error}{hint}"
                bad.append(Fault("impossible", words, one.name, line=entry.line))
    counted = tuple(
        Counted("tiles", tile, naming.of(tile), n * copies, there[tile], naming.number(tile))
        for tile, n in Counter(game.tiles()).items()
    )
    expected, found = sum(one.expected for one in counted), there.total() + len(bad)
    printed = f", {len(again)} printed again" if again else ""
    words = f"{count(found - len(again), 'tile')} {plural(found, 'is', 'are')} listed{printed}"
    return Outcome(
        game.name,
        subject_of(one.name for one in lists),
        expected,
        found,
        # What is listed and is no tile may be why others are missing.
        (*bad, *in_order(amiss(counted))),
        (f"{words}, {expected} expected",),
        ("missing", "duplicated", "impossible"),
        counted,
    )


def sheets(found: SheetSet, wanted: Wanted) -> Outcome:
    """Return what is wrong with the sheets, of all components or of those asked for."""
    kit = [*components(found, wanted)]
    parts = [part for part in kit if part.found or part.is_asked]
    faults = [fault for part in parts for fault in (*_missing(part), *_of_pieces(part))]
    faults += _of_pages(found, parts, wanted)
    backs = [piece for part in parts for piece in part.pieces if piece.side == "back"]
    others = {"model"}
    others |= set() if any(part.sheets for part in parts) else {"no-back", "back"}
    others |= set() if backs else {"alike"}
    others |= set() if any(back.told for back in backs) else {"colour"}
    return Outcome(
        found.game,
        subject_of(page.source for page in found.pages),
        sum(part.expected.total() for part in parts),
        sum(part.found for part in parts),
        in_order(dict.fromkeys(faults)),  # sheets that components share bring theirs only once
        tuple(_facts(kit, parts, found)),
        tuple(kind for kind in KINDS if kind not in others),
        tuple(one for part in parts for one in part.counted),
    )


def _facts(kit: Sequence[KitPart], parts: Sequence[KitPart], found: SheetSet) -> Iterator[str]:
    for part in (part for part in parts if part.pieces):
        on = count(len({piece.page for piece in part.pieces}), "page")
        some = f"{part.first.parts}: {part.found}"
        what = count(part.found, "tile") if part.first.is_named else some
        has_backs = any(min(one.pages) >= 0 for one in part.sheets)
        mode = part.mode if has_backs else "none"
        turning = f", backs for turning over the {mode} edge"
        backs = _BACKS.get(mode, turning) if part.first.has_back else ""
        yield f"{what} of {number(_usual_size(part), 2)} mm on {on}{backs}"
    yield from found.reading.notes
    yield f"colours by {found.reading.colours}"
    lacks = [part.first.part for part in kit if part not in parts and not part.first.optional]
    if lacks and kit[0].wanted.printed is not None and not kit[0].wanted.only:
        yield f"a part of the kit: its manifest lists no {listed(lacks, 'or')}"


def _missing(part: KitPart) -> Iterator[Fault]:
    """Yield the kinds of which there are too few, but for what is told by pieces whose kind is not known."""
    expected, counts = part.expected, part.counts
    if not counts:
        words = f"{part.first.parts}: none of {expected.total()} are there"
        if part.found:
            are_backs = all(piece.side == "back" for piece in part.fronts)
            words += f", only {len(part.fronts)} {'backs' if are_backs else 'that cannot be told'}"
        elif not part.wanted.only:
            words += "; to verify others alone, name them with --only"
        yield Fault("missing", words, tile=part.first.part)
        return
    untold = sum(is_marked(front) and not part.kind_of(front) for front in part.fronts)
    lacks = (expected - counts).total()
    if 0 < lacks <= untold or any(part.pages[one.page].mirrored_words > 0 for one in part.fronts):
        return
    # Boards lie nowhere, where they should not be.
    yield from (one for one in amiss(part.counted) if one.kind == "missing" or not part.pieces)


def _of_pages(found: SheetSet, parts: Sequence[KitPart], wanted: Wanted) -> Iterator[Fault]:
    # A kit has a board once, whatever its copies.
    most = wanted.copies if wanted.printed is None and wanted.pieces is None else 1
    again = [*whole_pages.repeated_boards(found.pages, found.reading.board_pages, most)]
    yield from again
    if mirrored := [page for page in found.pages if page.mirrored_words > 0]:
        yield on_pages("mirror", "mirrored, as words tell; print without mirroring", mirrored)
    scaled = [*whole_pages.faults(found.pages, wanted.backs.shares)]
    yield from scaled
    troubles = [one for one in found.reading.troubles if not (scaled and one.kind == "size")]
    for (kind, words, k), amount in Counter(troubles).items():
        page = found.pages[k]
        more = f", and {amount - 1} more" if amount > 1 else ""
        yield at(kind, f"{words} ({page.title}{more})", page)
    for game, pages in grouped(found.others, found.others.__getitem__).items():
        words = f"of {game}, not of {found.game}; verify each game by itself"
        yield on_pages("foreign", words, [found.pages[k] for k in pages])
    if not again:
        yield from _on_one_paper(found, parts)


def _on_one_paper(found: SheetSet, parts: Sequence[KitPart]) -> Iterator[Fault]:
    """Yield pages that come to lie on one paper but are not its two sides."""
    sheets = {one.pages for part in parts for one in part.sheets}
    is_folded = bool(sheets) and all(front == back for front, back in sheets)
    # Where whole pages are missing or there twice, which are faults already, all others are moved.
    is_moved = any(min(two) < 0 for two in sheets) or any(p.counts != p.expected for p in parts)
    if is_folded or is_moved:
        return
    of_game = {piece.page for piece in found.reading.pieces} | {*found.reading.board_pages}
    wrong = [two for two in whole_pages.strangers(found.pages, sheets) if of_game & {*two}]
    if wrong:
        first, second = (found.pages[k] for k in wrong[0])
        more = f", and {count(len(wrong) - 1, 'more sheet')}" if wrong[1:] else ""
        words = (
            f"{first.title} and {second.title} come to lie on one sheet of paper{more}, but are not "
            "its two sides; check the order of pages, and put an empty page behind a title page"
        )
        yield at("back", words, first)


# -------------------------------------------------------------------------------------- pieces


class _Finding(NamedTuple):
    kind: str
    piece: Found
    words: str
    #: Pieces of which that tells, too.
    others: Sequence[Found] = ()


def _of_pieces(part: KitPart) -> Iterator[Fault]:
    """Yield what is wrong with the pieces of a component: of each the first, causes before what comes of them."""
    explained = {id(piece) for piece in part.pieces if piece.page in part.distorted}
    for findings in (
        _measures(part),
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
                for k in map(id, pieces):
                    explained |= {k, id(part.back_of.get(k)), id(part.front_of.get(k))}
        yield from _summed_up(part, new)
    yield from _of_sheets(part)


def _summed_up(part: KitPart, findings: Iterable[_Finding]) -> Iterator[Fault]:
    """Yield findings each, or where they are many, or all that there could be, as one fault."""
    by_kind = grouped(findings, lambda one: (one.kind, part.is_behind(one.piece)))
    for (kind, are_behind), alike in by_kind.items():
        pages = [*dict.fromkeys(one.piece.page for one in alike)]
        beside = (piece for piece in part.pieces if piece.page in pages)
        like = sum(part.is_behind(piece) == are_behind for piece in beside)
        if len(alike) == 1 or (len(alike) <= _FEW and len(alike) < like):
            yield from (part.at(kind, one.words, one.piece) for one in alike)
        else:
            where = titled([part.pages[k] for k in pages])
            which = f"all {like}" if len(alike) == like else f"{len(alike)} of {like}"
            what = "backs" if are_behind else part.first.parts
            words = f"{which} {what} of {where} are not in order; the first: {alike[0].words}"
            yield at(kind, words, part.pages[pages[0]])


def _flaws(part: KitPart) -> Iterator[_Finding]:
    for piece in part.pieces:
        # That a back is no piece is told by comparing it with its front.
        is_behind = id(piece) in part.front_of
        own = [flaw for flaw in piece.flaws if flaw.kind != "impossible" or not is_behind]
        if own:
            kind = min((flaw.kind for flaw in own), key=[*KINDS].index)
            words = "; ".join(flaw.words for flaw in own)
            yield _Finding(kind, piece, f"{part.name(piece)} is not as it should be: {words}")


def _usual_size(part: KitPart) -> float:
    return usual((round(front.size, 2) for front in part.fronts), 0.0)


def _measures(part: KitPart) -> Iterator[_Finding]:
    """Yield the pieces that are of another size, whose art lies off, and that reach too far."""
    wanted = part.wanted
    printed = (wanted.printed or {}).get(part.first.part)
    feet = (whole_pages.footer(part.pages[k]) for k in {front.page for front in part.fronts})
    stated = max((foot.size for foot in feet), default=0.0)
    right = part.first.size or printed or stated or _usual_size(part)
    most = wanted.tolerance or SIZE_TOLERANCE
    edge = f"the {number(wanted.margin)} mm margin" if wanted.margin else "the page"
    for piece in part.pieces:
        name, page, box = part.name(piece), part.pages[piece.page], piece.box
        low, high = min(piece.sizes), max(piece.sizes)
        least, greatest = wanted.backs.sizes if part.is_behind(piece) else (1.0, 1.0)
        if wanted.tolerance is None:
            rounded = whole_pages.rounded_share(page)
            least, greatest = least * min(1.0, rounded), greatest * max(1.0, rounded)
        is_right = right * least - most <= low and high <= right * greatest + most
        # Damaged outlines tell no size, unless they are stretched.
        if not is_right and (not piece.flaws or high > _STRETCHED * low):
            measure = " to ".join(dict.fromkeys(number(size, 2) for size in (low, high)))
            words = f"{name} measures {measure} mm, not {number(right, 2)} mm"
            yield _Finding("size", piece, words)
        if math.hypot(*piece.slip) > (wanted.tolerance or BACK_TOLERANCE):
            what, lie = ("areas", "lie") if piece.spots else ("art", "lies")
            words = f"the {what} of {name} {lie} off its outline by {_shift(piece.slip)}"
            yield _Finding("slip", piece, words)
        far = page.width - box.right, page.height - box.bottom
        over = wanted.margin - min(box.left, box.top, *far)
        if over > 0.01:
            words = f"{name} reaches beyond {edge} by {over:.2f} mm"
            yield _Finding("outside", piece, words)


def _overlapping(part: KitPart, *, deeply: bool) -> Iterator[_Finding]:
    """Yield the pieces that lie on others: those that still do without their rims."""
    for pieces in grouped(part.pieces, lambda piece: piece.page).values():
        hulls = shapely.convex_hull([shapely.linearrings(piece.outline) for piece in pieces])
        rims = np.array([_RIM * piece.size if deeply else BACK_TOLERANCE for piece in pieces])
        cores = shapely.buffer(hulls, -rims / 2)
        meeting = shapely.STRtree(cores).query(cores, "intersects").T.tolist()
        pairs = [(k, n) for k, n in meeting if k < n]
        often = Counter(chain.from_iterable(pairs))
        for two in pairs:
            piece, under = (pieces[k] for k in sorted(two, key=lambda k: -often[k]))
            words = f"{part.name(piece)} and {part.name(under)} overlap"
            yield _Finding("overlap", piece, words, [under])


def _shift(off: Point) -> str:
    parts = []
    for value, words in ((off.x, ("right", "left")), (off.y, ("down", "up"))):
        if abs(value) >= 0.005:
            parts.append(f"{abs(value):.2f} mm {words[value < 0]}")
    return " and ".join(parts) or "0 mm"


def _places(part: KitPart) -> Iterator[_Finding]:
    most = part.wanted.tolerance or BACK_TOLERANCE
    for sheet in part.sheets:
        paired = [(pair, pair.back) for pair in sheet.pairs if pair.back is not None]
        common = Point(*(median([pair.off[k] for pair, _ in paired] or [0.0]) for k in (0, 1)))
        # Backs of other fronts lie off for that, and some by a file's own rounding.
        is_common = 2 * sheet.mirrored < len(paired)
        if part.wanted.tolerance is None:
            is_common |= whole_pages.is_rounding(part.pages[sheet.pages[1]], common)
        right = common if is_common and math.hypot(*common) > BACK_TOLERANCE else ORIGIN
        for pair, back in paired:
            name = f"the back of {part.name(pair.front)}"
            corners = [pair.behind.apply(corner) for corner in pair.front.outline]
            turned = max(min(corner.distance(at) for at in back.outline) for corner in corners)
            if pair.off.distance(right) > most:
                words = f"{name} lies off its front by {_shift(pair.off)}"
                yield _Finding("back", back, words)
            elif turned > most:
                words = f"{name} is turned or deformed by {turned:.2f} mm at its corners"
                yield _Finding("mirror", back, words)


def _spare(part: KitPart) -> Iterator[_Finding]:
    """Yield the pieces that are there too often, and where another lies."""
    for kind, pieces in grouped(part.fronts, part.kind_of).items():
        right = part.expected[kind]
        if kind and len(pieces) > right:
            words = f"{part.kinds[kind].title}: {len(pieces)} instead of {right}"
            words += f"; another is on {part.place(pieces[0])}"
            yield _Finding("duplicated", pieces[-1], words, pieces[right:-1])


def _looks(part: KitPart) -> Iterator[_Finding]:
    advice = "" if part.back_of else "; if it is to have one side only, say --duplex none"
    is_lacking = bool(part.expected - part.counts)  # which tells of their backs, too
    for sheet in part.sheets:
        for piece in () if is_lacking else sheet.lost:
            of = f" of {part.name(piece)}" if part.kind_of(piece) else ""
            yield _Finding("no-back", piece, f"the back{of} has no front{advice}")
        for pair in sheet.pairs:
            front, back, name = pair.front, pair.back, part.name(pair.front)
            if back is None:
                yield _Finding("no-back", front, f"{name} has no back{advice}")
            elif front.told and back.told and front.told != back.told:
                words = f"the back of {name} shows {back.told}, its front is {front.told}"
                yield _Finding("colour", back, words)
            elif areas := pair.differing:
                words = f"the back of {name} does not show its mirror image but {part.name(back)}"
                words += f": it differs in the {plural(len(areas), 'area')} {', '.join(areas)}"
                yield _Finding("mirror", back, words)
            elif front.kind and not pair.is_one_piece:
                yield _Finding("mirror", back, f"behind {name} lies {part.name(back)}")


def _of_sheets(part: KitPart) -> Iterator[Fault]:
    """Yield the sheets whose two sides are for another edge than they say."""
    pages = [[part.pages[k] for k in one.pages] for one in part.sheets if min(one.pages) >= 0]
    edge, stated = part.mode, part.wanted.duplex
    if stated == "auto":
        # A program may have laid sheets on other pages, whose other edge is the one that they say.
        as_drawn = all(whole_pages.are_one_way_up(*two) for two in pages)
        stated = "" if as_drawn else whole_pages.turned(page for two in pages for page in two)
    if pages and {stated, edge} == {"long", "short"}:
        words = f"made for turning over the {edge} edge, not the {stated} edge"
        yield on_pages("back", words, [back for _, back in pages])

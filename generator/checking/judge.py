"""Every fault of a game's own set, of inventories and of sheets, in words, with where it is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from statistics import median
from typing import NamedTuple

import engine
from engine.errors import NotationError
from engine.geometry.plane import ORIGIN, Point, number
from engine.verify import Naming
from engine.words import count, listed, plural
from generator.checking import grouped, usual, whole_pages
from generator.checking.faults import (
    BACK_TOLERANCE,
    FEW,
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
from generator.checking.inventory import Inventory
from generator.checking.pairing import KitPart, components, is_marked
from generator.checking.readback import SheetSet
from generator.checking.recognise.results import Found

_BACKS = {"none": ", no backs", "fold": ", backs beside the fronts, to fold"}
#: Pieces that overlap by no more than this share of their size hide nothing that is compared.
_RIM = 0.05


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
    facts = (f"{words}, {expected} expected",)
    checked = ("missing", "duplicated", "impossible")
    # First the entries that are no tiles: they may be why tiles are missing.
    faults = (*bad, *in_order(amiss(counted)))
    subject = subject_of(one.name for one in lists)
    return Outcome(game.name, subject, expected, found, faults, facts, checked, counted)


def sheets(found: SheetSet, wanted: Wanted) -> Outcome:
    """Return what is wrong with the sheets, of all components or of those asked for."""
    kit = [*components(found, wanted)]
    parts = [part for part in kit if part.found or part.is_asked]
    faults = [fault for part in parts for fault in (*_missing(part), *_of_pieces(part))]
    faults += _of_pages(found, parts, wanted)
    backs = [piece for part in parts for piece in part.pieces if piece.side == "back"]
    is_paired = any(part.sheets for part in parts)
    # All other kinds are always looked for.
    sought = {"model": False, "no-back": is_paired, "back": is_paired, "alike": bool(backs)}
    sought["colour"] = any(back.trait for back in backs)
    subject = subject_of(page.source for page in found.pages)
    counted = tuple(one for part in parts for one in part.counted)
    amounts = sum(one.expected for one in counted), sum(part.found for part in parts)
    every = in_order(dict.fromkeys(faults))  # sheets that components share bring theirs only once
    checked = tuple(kind for kind in KINDS if sought.get(kind, True))
    facts = tuple(_facts(kit, parts, found))
    return Outcome(found.game, subject, *amounts, every, facts, checked, counted)


def _facts(kit: Sequence[KitPart], parts: Sequence[KitPart], found: SheetSet) -> Iterator[str]:
    for part in (part for part in parts if part.pieces):
        first = part.first
        pages = count(len({piece.page for piece in part.pieces}), "page")
        amount = count(part.found, "tile") if first.is_named else f"{first.parts}: {part.found}"
        has_backs = any(min(one.pages) >= 0 for one in part.sheets)
        mode = part.mode if has_backs else "none"
        turning = f", backs for turning over the {mode} edge"
        backs = _BACKS.get(mode, turning) if first.has_back else ""
        yield f"{amount} of {number(_usual_size(part), 2)} mm on {pages}{backs}"
    yield from found.reading.notes
    yield f"colours by {found.reading.colours}"
    lacks = [part.first.part for part in kit if part not in parts and not part.first.optional]
    if lacks and kit[0].wanted.printed is not None and not kit[0].wanted.only:
        yield f"a part of the kit: its manifest lists no {listed(lacks, 'or')}"


def _missing(part: KitPart) -> Iterator[Fault]:
    """Yield the kinds of which there are too few, unless pieces of unknown kind may be the missing ones."""
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
    unknown = sum(is_marked(front) and not part.kind_of(front) for front in part.fronts)
    missing = (expected - counts).total()
    is_mirrored = any(part.pages[front.page].mirrored_words > 0 for front in part.fronts)
    if 0 < missing <= unknown or is_mirrored:
        return
    # Pieces that are there too often have places, and are reported with them; boards have none.
    yield from (one for one in amiss(part.counted) if one.kind == "missing" or not part.pieces)


def _of_pages(found: SheetSet, parts: Sequence[KitPart], wanted: Wanted) -> Iterator[Fault]:
    # A kit has a board once, whatever its copies.
    most = wanted.copies if wanted.printed is None and wanted.pieces is None else 1
    repeated = [*whole_pages.repeated_boards(found.pages, found.reading.board_pages, most)]
    yield from repeated
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
    if not repeated:
        yield from _on_one_paper(found, parts)


def _on_one_paper(found: SheetSet, parts: Sequence[KitPart]) -> Iterator[Fault]:
    """Yield pages that come to lie on one paper but are not its two sides."""
    sheets = {one.pages for part in parts for one in part.sheets}
    is_folded = bool(sheets) and all(front == back for front, back in sheets)
    # If whole pages are missing or there twice, which is a fault already, the others lie elsewhere.
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
    #: Other pieces that it explains as well.
    others: Sequence[Found] = ()


def _of_pieces(part: KitPart) -> Iterator[Fault]:
    """Yield what is wrong with a component's pieces: the first fault of each, causes before their effects."""
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
                    # What is wrong with a piece explains its other side, too.
                    explained |= {k, id(part.back_of.get(k)), id(part.front_of.get(k))}
        yield from _summed_up(part, new)
    yield from _of_sheets(part)


def _summed_up(part: KitPart, findings: Iterable[_Finding]) -> Iterator[Fault]:
    """Yield findings one by one, or as one fault where they are many or concern all pieces of their pages."""
    by_kind = grouped(findings, lambda one: (one.kind, part.is_behind(one.piece)))
    for (kind, are_behind), alike in by_kind.items():
        pages = [*dict.fromkeys(one.piece.page for one in alike)]
        own = (piece for piece in part.pieces if piece.page in pages)
        most = sum(part.is_behind(piece) == are_behind for piece in own)
        if len(alike) == 1 or (len(alike) <= FEW and len(alike) < most):
            yield from (part.at(kind, one.words, one.piece) for one in alike)
        else:
            where = titled([part.pages[k] for k in pages])
            amount = f"all {most}" if len(alike) == most else f"{len(alike)} of {most}"
            noun = "backs" if are_behind else part.first.parts
            words = f"{amount} {noun} of {where} are not in order; the first: {alike[0].words}"
            yield at(kind, words, part.pages[pages[0]])


def _flaws(part: KitPart) -> Iterator[_Finding]:
    for piece in part.pieces:
        # An impossible back is reported when it is compared with its front.
        is_behind = id(piece) in part.front_of
        own = [flaw for flaw in piece.flaws if flaw.kind != "impossible" or not is_behind]
        if own:
            kind = min((flaw.kind for flaw in own), key=[*KINDS].index)
            words = "; ".join(flaw.words for flaw in own)
            yield _Finding(kind, piece, f"{part.name(piece)} is not as it should be: {words}")


def _usual_size(part: KitPart) -> float:
    return usual((round(front.size, 2) for front in part.fronts), 0.0)


def _measures(part: KitPart) -> Iterator[_Finding]:
    """Yield the pieces that have the wrong size, whose art lies off, or that reach too far."""
    wanted = part.wanted
    printed = (wanted.printed or {}).get(part.first.part)
    footers = (whole_pages.footer(part.pages[k]) for k in {front.page for front in part.fronts})
    stated = max((footer.size for footer in footers), default=0.0)
    right = part.first.size or printed or stated or _usual_size(part)
    tolerance = wanted.tolerance or SIZE_TOLERANCE
    edge = f"the {number(wanted.margin)} mm margin" if wanted.margin else "the page"
    for piece in part.pieces:
        name, page, box = part.name(piece), part.pages[piece.page], piece.box
        low, high = min(piece.sizes), max(piece.sizes)
        # Shares of the right size: backs may be scaled, and a page rounded to whole points.
        least, greatest = wanted.backs.sizes if part.is_behind(piece) else (1.0, 1.0)
        if wanted.tolerance is None:
            rounded = whole_pages.rounded_share(page)
            least, greatest = least * min(1.0, rounded), greatest * max(1.0, rounded)
        is_right = right * least - tolerance <= low and high <= right * greatest + tolerance
        # Damaged outlines tell no size, unless they are stretched.
        if not is_right and (not piece.flaws or high - low > tolerance):
            measure = " to ".join(dict.fromkeys(number(size, 2) for size in (low, high)))
            words = f"{name} measures {measure} mm, not {number(right, 2)} mm"
            yield _Finding("size", piece, words)
        if math.hypot(*piece.slip) > (wanted.tolerance or BACK_TOLERANCE):
            art, lie = ("areas", "lie") if piece.areas else ("art", "lies")
            words = f"the {art} of {name} {lie} off its outline by {_shift(piece.slip)}"
            yield _Finding("slip", piece, words)
        gaps = box.left, box.top, page.width - box.right, page.height - box.bottom
        over = wanted.margin - min(gaps)
        if over > 0.01:
            words = f"{name} reaches beyond {edge} by {over:.2f} mm"
            yield _Finding("outside", piece, words)


def _overlapping(part: KitPart, *, deeply: bool) -> Iterator[_Finding]:
    """Yield the pieces that lie on others by more than a hair, or ``deeply``: by more than their rims."""
    import shapely

    for pieces in grouped(part.pieces, lambda piece: piece.page).values():
        hulls = shapely.convex_hull([shapely.linearrings(piece.outline) for piece in pieces])
        rims = [_RIM * piece.size if deeply else BACK_TOLERANCE for piece in pieces]
        cores = shapely.buffer(hulls, [-rim / 2 for rim in rims])
        meeting = shapely.STRtree(cores).query(cores, "intersects").T.tolist()
        pairs = [(k, n) for k, n in meeting if k < n]
        counts = Counter(chain.from_iterable(pairs))
        for pair in pairs:
            # The piece that meets more others is likelier the one that is out of place.
            piece, other = (pieces[k] for k in sorted(pair, key=lambda k: -counts[k]))
            words = f"{part.name(piece)} and {part.name(other)} overlap"
            yield _Finding("overlap", piece, words, [other])


def _shift(off: Point) -> str:
    ways = ((off.x, ("right", "left")), (off.y, ("down", "up")))
    parts = [f"{abs(far):.2f} mm {words[far < 0]}" for far, words in ways if abs(far) >= 0.005]
    return " and ".join(parts) or "0 mm"


def _places(part: KitPart) -> Iterator[_Finding]:
    tolerance = part.wanted.tolerance or BACK_TOLERANCE
    for sheet in part.sheets:
        paired = [(pair, pair.back) for pair in sheet.pairs if pair.back is not None]
        if not paired:
            continue
        offs = [pair.off for pair, _ in paired]
        common = Point(median(off.x for off in offs), median(off.y for off in offs))
        # A shift of all backs is no fault of theirs if they are of other fronts, or the page was rounded.
        is_excused = 2 * sheet.mirrored < len(paired)
        if part.wanted.tolerance is None:
            is_excused |= whole_pages.is_rounding(part.pages[sheet.pages[1]], common)
        shift = common if is_excused and math.hypot(*common) > BACK_TOLERANCE else ORIGIN
        for pair, back in paired:
            name = f"the back of {part.name(pair.front)}"
            corners = [pair.behind.apply(corner) for corner in pair.front.outline]
            askew = max(min(corner.distance(at) for at in back.outline) for corner in corners)
            if pair.off.distance(shift) > tolerance:
                words = f"{name} lies off its front by {_shift(pair.off)}"
                yield _Finding("back", back, words)
            elif askew > tolerance:
                words = f"{name} is turned or deformed by {askew:.2f} mm at its corners"
                yield _Finding("mirror", back, words)


def _spare(part: KitPart) -> Iterator[_Finding]:
    """Yield the pieces that are there too often, and where another lies."""
    for kind, pieces in grouped(part.fronts, part.kind_of).items():
        expected = part.expected[kind]
        if kind and len(pieces) > expected:
            words = f"{part.kinds[kind].title}: {len(pieces)} instead of {expected}"
            words += f"; another is on {part.place(pieces[0])}"
            yield _Finding("duplicated", pieces[-1], words, pieces[expected:-1])


def _looks(part: KitPart) -> Iterator[_Finding]:
    advice = "" if part.back_of else "; if it is to have one side only, say --duplex none"
    is_lacking = bool(part.expected - part.counts)
    for sheet in part.sheets:
        # Backs of missing fronts are explained by these.
        for piece in sheet.lone_backs if not is_lacking else ():
            owner = f" of {part.name(piece)}" if part.kind_of(piece) else ""
            yield _Finding("no-back", piece, f"the back{owner} has no front{advice}")
        for pair in sheet.pairs:
            front, back, name = pair.front, pair.back, part.name(pair.front)
            if back is None:
                yield _Finding("no-back", front, f"{name} has no back{advice}")
            elif front.trait and back.trait and front.trait != back.trait:
                words = f"the back of {name} shows {back.trait}, its front is {front.trait}"
                yield _Finding("colour", back, words)
            elif areas := pair.differing:
                words = f"the back of {name} does not show its mirror image but {part.name(back)}"
                words += f": it differs in the {plural(len(areas), 'area')} {', '.join(areas)}"
                yield _Finding("mirror", back, words)
            elif front.kind and not pair.is_one_piece:
                yield _Finding("mirror", back, f"behind {name} lies {part.name(back)}")


def _of_sheets(part: KitPart) -> Iterator[Fault]:
    """Yield a fault if the sheets' two sides fit for turning over another edge than they say."""
    pages = [[part.pages[k] for k in one.pages] for one in part.sheets if min(one.pages) >= 0]
    edge, stated = part.mode, part.wanted.duplex
    if stated == "auto":
        # A program may have put sheets on pages whose long edge is the other: no fault if both are one way up.
        as_drawn = all(whole_pages.are_one_way_up(*two) for two in pages)
        stated = "" if as_drawn else whole_pages.turned(page for two in pages for page in two)
    if pages and {stated, edge} == {"long", "short"}:
        words = f"made for turning over the {edge} edge, not the {stated} edge"
        yield on_pages("back", words, [back for _, back in pages])

"""Every fault of a game's own set, of inventories and of sheets, in words, with where it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import engine
from engine.errors import NotationError
from engine.geometry.plane import number
from engine.verify import Naming
from engine.words import count, listed, plural
from generator.checking import geometry, scale
from generator.checking.faults import (
    KINDS,
    OF_BACKS,
    Counted,
    Fault,
    Outcome,
    Wanted,
    amiss,
    at,
    in_order,
    on_pages,
    subject_of,
)
from generator.checking.geometry import FEW
from generator.checking.grouping import grouped
from generator.checking.pairing import KitPart, components, is_marked
from generator.checking.readback import SheetSet

if TYPE_CHECKING:
    from generator.checking.inventory import Inventory


_BACKS = {"none": ", no backs", "fold": ", backs beside the fronts, to fold"}


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


# -------------------------------------------------------------------------------------- sheets


def sheets(found: SheetSet, wanted: Wanted) -> Outcome:
    """Return what is wrong with the sheets, of all components or of those asked for."""
    kit = [*components(found, wanted)]
    parts = [part for part in kit if part.is_there or part.is_asked]
    faults = [fault for part in parts for fault in (*_missing(part), *geometry.faults(part))]
    faults += _of_pages(found, parts, wanted)
    paired = any(part.sides.mode != "none" for part in parts)
    own_backs = [piece for part in parts for piece in part.pieces if piece.side == "back"]
    others = {"model", *(() if paired else OF_BACKS), *(() if own_backs else ("alike",))}
    others |= set() if any(back.told for back in own_backs) else {"colour"}
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
        if part.first.is_named:
            what = count(part.found, "tile")
        else:
            what = f"{part.first.parts}: {part.found}"
        has_backs = any(min(one.pages) >= 0 for one in part.sides.sheets)
        mode = part.sides.mode if has_backs else "none"
        backs = _BACKS.get(mode, f", backs for turning over the {mode} edge")
        backs = backs if part.first.has_back else ""
        yield f"{what} of {number(geometry.usual_size(part), 2)} mm on {on}{backs}"
    yield from found.reading.notes
    yield f"colours by {found.reading.colours}"
    lacks = [part.first.part for part in kit if part not in parts and not part.first.optional]
    wanted = kit[0].wanted
    if lacks and wanted.printed is not None and not wanted.only:
        yield f"a part of the kit: its manifest lists no {listed(lacks, 'or')}"


# -------------------------------------------------------------------------------------- counts


def _missing(part: KitPart) -> Iterator[Fault]:
    """Yield the kinds of which there are too few, but for what is told by pieces whose kind is not known."""
    expected, counts = part.expected, part.counts
    if not counts:
        words = f"{part.first.parts}: none of {expected.total()} are there"
        if part.is_there:
            are_backs = all(piece.side == "back" for piece in part.fronts)
            words += f", only {len(part.fronts)} {'backs' if are_backs else 'that cannot be told'}"
        elif not part.wanted.only:
            words += "; to verify others alone, name them with --only"
        yield Fault("missing", words, tile=part.first.part)
        return
    untold = sum(is_marked(front) and not part.kind_of(front) for front in part.fronts)
    lacks = (expected - counts).total()
    if 0 < lacks <= untold or part.mirrored.intersection(one.page for one in part.fronts):
        return
    if lacks and untold > FEW:
        words = f"{lacks} {part.first.parts} are missing, or among {untold} that cannot be told"
        yield Fault("missing", words)
        return
    # Boards lie nowhere, where they should not be.
    yield from (one for one in amiss(part.counted) if one.kind == "missing" or not part.pieces)


# --------------------------------------------------------------------------------------- pages


def _of_pages(found: SheetSet, parts: Sequence[KitPart], wanted: Wanted) -> Iterator[Fault]:
    boards = found.reading.board_pages
    again = [*scale.repeated_boards(found.pages, boards, wanted.boards)]
    yield from again
    if mirrored := [*filter(scale.is_mirrored, found.pages)]:
        yield on_pages("mirror", "mirrored, as words tell; print without mirroring", mirrored)
    scaled = [*scale.faults(found.pages, wanted.backs.shares)]
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
    sheets = {one.pages for part in parts for one in part.sides.sheets}
    is_folded = bool(sheets) and all(front == back for front, back in sheets)
    # Where whole pages are missing or there twice, which are faults already, all others are moved.
    is_moved = any(min(two) < 0 for two in sheets)
    is_moved |= any(p.counts != p.expected for p in parts)
    if is_folded or is_moved:
        return
    of_game = {piece.page for piece in found.reading.pieces} | {*found.reading.board_pages}
    of_game -= found.others.keys()
    wrong = [two for two in scale.strangers(found.pages, sheets) if of_game & {*two}]
    if wrong:
        first, second = (found.pages[k] for k in wrong[0])
        more = f", and {count(len(wrong) - 1, 'more sheet')}" if wrong[1:] else ""
        words = (
            f"{first.title} and {second.title} come to lie on one sheet of paper{more}, but are not "
            "its two sides; check the order of pages, and put an empty page behind a title page"
        )
        yield at("back", words, first)

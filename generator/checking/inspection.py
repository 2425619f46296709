"""Every fault of a game's own set, of inventories and of sheets, in words, with where it is.

What sheets should hold is taken component by component; what is looked for is apart in
:mod:`~generator.checking.completeness`, :mod:`~generator.checking.geometry` and
:mod:`~generator.checking.backs`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import engine
from engine import verify
from engine.errors import GameError, NotationError, OptionError
from engine.geometry.plane import number
from engine.verify import Naming
from engine.words import count, listed, plural
from generator.checking import (
    backs,
    completeness,
    footers,
    geometry,
    pairing,
    papers,
    paperscale,
    readback,
    repeats,
    scale,
)
from generator.checking.component import KitPart, at, components
from generator.checking.faults import KINDS, OF_BACKS, Counted, Fault, Outcome, Wanted, in_order
from generator.checking.grouping import grouped
from generator.checking.readback import SheetSet
from generator.checking.recognise.results import Hints

if TYPE_CHECKING:
    from generator.checking.inventory import Inventory


def model(game: str) -> Outcome:
    """Return whether a game's own set is complete, and the argument for it.

    Raises UnknownGameError.
    """
    checks = verify.model(game)
    tiles = len(engine.game(game).tiles())
    faults = tuple(Fault("model", f"not so: {c.sentence}") for c in checks if not c.holds)
    facts = tuple(c.sentence for c in checks if c.holds)
    return Outcome(game, engine.game(game).title, tiles, tiles, faults, facts, ("model",))


def inventories(lists: Sequence[tuple[str, Inventory]], copies: int = 1) -> Outcome:
    """Return how inventories (with their files' names), taken together, compare with the set.

    Raises OptionError for fewer copies than one.
    """
    game = lists[0][1].game
    chosen = engine.game(game)
    good: list[str] = []
    bad: list[Fault] = []
    for name, inventory in lists:
        for entry in inventory.entries:
            try:
                good += [chosen.identify(entry.text)] * entry.copies
            except NotationError as error:
                words = f"{entry.where}: {error}"
                bad.append(Fault("impossible", words, name, line=entry.line))
    report = verify.tiles(game, good, copies=copies)
    faults = (*completeness.of_tiles(report, Naming(chosen)), *bad)
    found = report.found + len(bad)
    facts = (
        f"{count(found, 'tile')} {plural(found, 'is', 'are')} listed, {report.expected} expected",
    )
    kinds = ("missing", "duplicated", "impossible")
    subject = subject_of(name for name, _ in lists)
    return Outcome(
        game, subject, report.expected, found, faults, facts, kinds, _of_list(game, good, copies)
    )


def _of_list(game: str, tiles: Sequence[str], copies: int) -> tuple[Counted, ...]:
    """Return the kinds of a game's tiles with how many a list should hold and holds."""
    naming, found = Naming(engine.game(game)), Counter(tiles)
    usual = Counter(engine.game(game).tiles())
    return tuple(
        Counted("tiles", tile, naming.of(tile), amount * copies, found[tile])
        for tile, amount in usual.items()
    )


def subject_of(names: Iterable[str]) -> str:
    """Return the names of the files of a set, of many the first and how many more."""
    files = list(dict.fromkeys(names))
    return ", ".join(files) if len(files) <= 3 else f"{files[0]} and {len(files) - 1} more"


# -------------------------------------------------------------------------------------- sheets


def sheets(found: SheetSet, wanted: Wanted) -> Outcome:
    """Return what is wrong with the sheets, of all components or of those asked for.

    Raises OptionError for a component the game does not have, and for fewer copies than one.
    """
    if wanted.copies < 1:
        raise OptionError(f"{wanted.copies} copies cannot be verified; expected 1 or more")
    found, scaled = _unscaled(found, wanted)
    parts = _parts(found, wanted)
    faults: list[Fault] = []
    facts: list[str] = []
    notes: list[str] = []
    for part in parts:
        faults += completeness.faults(part)
        if part.pieces:
            hidden = geometry.hidden(part)
            behind = backs.inspected(part, hidden)
            faults += [*geometry.faults(part, behind.moved, hidden), *behind.faults]
            facts.append(_fact(part))
            notes += behind.notes
    faults += [*_of_pages(found, parts, wanted.boards or (1, wanted.copies)), *scaled]
    return Outcome(
        found.game,
        subject_of(page.source for page in found.pages),
        sum(part.expected.total() for part in parts),
        sum(part.found for part in parts),
        in_order(dict.fromkeys(faults)),  # sheets that components share bring theirs only once
        (*_with_colours(facts, parts, found), *notes),
        tuple(_checked(parts)),
        tuple(counted for part in parts for counted in _counted(part)),
    )


def painted_over(found: SheetSet, wanted: Wanted) -> Iterator[Fault]:
    """Yield the pieces on which there is paint that equal areas do not show; pages need pixels."""
    from generator.checking import stray  # it takes NumPy

    for part in _parts(_unscaled(found, wanted)[0], wanted):
        yield from stray.faults(part)


def component_names(found: SheetSet) -> tuple[str, ...]:
    """Return the names of the components that a kit of the sheets' game has, there or not."""
    return tuple(part.first.part for part in components(found, Wanted()))


def _parts(found: SheetSet, wanted: Wanted) -> list[KitPart]:
    """Return the components that are there, and those that must be.

    Raises OptionError for one that the game does not have.
    """
    see_components(wanted.only, {found.game: component_names(found)})
    parts = components(found, wanted)
    return [part for part in parts if part.is_there or part.is_asked]


def see_components(only: Iterable[str], known: Mapping[str, Sequence[str]]) -> None:
    """See that of games, with the components that they have, one at least has each that is asked for.

    Raises OptionError for one that none has.
    """
    there = tuple(dict.fromkeys(name for names in known.values() for name in names))
    for name in only:
        if name not in there:
            has_not = f"{listed(known)} {plural(len(known), 'has', 'have')} no component '{name}'"
            has = f"{plural(len(known), 'it has', 'they have')} {', '.join(there)}"
            raise OptionError(f"{has_not}; {has}")


def _of_pages(
    found: SheetSet, parts: Sequence[KitPart], amounts: Collection[int]
) -> Iterator[Fault]:
    """Yield what is wrong with pages and with what is on them beside pieces."""
    boards = repeats.of_boards(found.pages, found.reading.board_pages, amounts)
    again, right = boards.again, boards.right
    yield from completeness.repeated(found.pages, again)
    yield from scale.mirrored(found.pages)
    has_others = sum(boards.fewer.values()) < len(found.reading.board_pages)
    for k, amount in boards.fewer.items():
        words = f"{found.pages[k].title} is there {amount} of {right} times"
        others = ", others of the board are" if has_others else ""
        yield at("missing", words + others, found.pages[k])
    yield from _troubles(found)
    yield from _unexpected_pages(found, [part.first.parts for part in parts if not part.is_there])
    yield from _on_one_paper(found, parts, again)


def _unscaled(found: SheetSet, wanted: Wanted) -> tuple[SheetSet, list[Fault]]:
    """Return a set as it was before it was scaled, where that can be told, and what is scaled."""
    pages, pieces, shares = found.pages, found.reading.pieces, wanted.backs.shares
    scaled = list(scale.faults(pages, pieces, shares))
    scaled += paperscale.faults(pages, scale.of_pages(pages, pieces))
    pieces = scale.undone(pages, pieces, shares)
    # What is of another size since all is drawn so is told by that alone.
    troubles = tuple(t for t in found.reading.troubles if not (scaled and t.kind == "size"))
    reading = found.reading._replace(pieces=pieces, troubles=troubles)
    return found._replace(reading=reading), scaled


def _counted(part: KitPart) -> Iterator[Counted]:
    """Yield the kinds of a component with how many there should be and are."""
    for name, kind in part.kinds.items():
        amounts = part.expected[name], part.counts[name]
        yield Counted(part.first.part, name, kind.title, *amounts)


def in_a_theme(found: SheetSet, wanted: Wanted, hints: Hints) -> tuple[SheetSet, Outcome]:
    """Return sheets with what is wrong with them; where another theme than the one named fits better, in that.

    Raises what :func:`sheets` raises.
    """
    outcome = sheets(found, wanted)
    if outcome.ok or hints.theme is None:
        return found, outcome
    try:
        again = readback.read_again(found, replace(hints, theme=None))
    except GameError:
        return found, outcome
    own, named = again.reading.colours, found.reading.colours
    other = sheets(again, wanted)
    if own == named or len(other.faults) >= len(outcome.faults):
        return found, outcome
    words = f"{outcome.subject}: the colours are of {own}, not of {named}; say so by --theme"
    fault = Fault("foreign", words, is_placed=True)
    return again, replace(other, faults=in_order((fault, *other.faults)))


def _fact(part: KitPart) -> str:
    """Return how many pieces there are, how large, and how they are turned over."""
    pages = count(len({piece.page for piece in part.pieces}), "page")
    size = f"{number(geometry.usual_size(part), 2)} mm on {pages}"
    turned = f", {pairing.WORDS[part.sides.mode]}" if part.first.faces else ""
    if part.first.is_named:
        return f"{count(part.found, 'tile')} of {size}{turned}"
    return f"{part.first.parts}: {part.found} of {size}{turned}"


def _with_colours(
    facts: Sequence[str], parts: Sequence[KitPart], found: SheetSet
) -> tuple[str, ...]:
    """Return facts and the recogniser's remarks with what colours were told by."""
    told = f"colours by {found.reading.colours}"
    if any(part.first.is_named for part in parts):
        return ("; ".join([*facts, told]), *found.reading.notes)
    return (*facts, *found.reading.notes, told)


def _checked(parts: Sequence[KitPart]) -> Iterator[str]:
    """Yield the kinds of fault that were looked for."""
    pieces = [piece for part in parts for piece in part.pieces]
    paired = any(part.sides.mode != "none" for part in parts)
    needs = {
        "model": False,
        "alike": any(piece.side == "back" for piece in pieces),
        "colour": any(piece.told and piece.side == "back" for piece in pieces),
    }
    for kind in KINDS:
        if needs.get(kind, True) and (paired or kind not in OF_BACKS):
            yield kind


def _unexpected_pages(found: SheetSet, lacking: Collection[str]) -> Iterator[Fault]:
    """Yield the files on which there is nothing of the game, and pages of other games in its own.

    What is ``lacking`` is a fault already: so its sheets, by what they say, are none.
    """
    reading = found.reading
    own = {*(piece.page for piece in reading.pieces), *reading.board_pages}
    own |= {trouble.page for trouble in reading.troubles}
    of_game = {found.pages[page].source for page in own}
    drawn = (
        page.source
        for page in found.pages
        if (page.marks or page.images) and footers.of_page(page).part not in lacking
    )
    for source in dict.fromkeys(drawn):
        if source not in of_game:
            words = f"{source}: nothing on it is of {found.game}; verify each game by itself"
            yield Fault("foreign", words, source, is_placed=True)
    others = {k: game for k, game in found.others.items() if found.pages[k].source in of_game}
    for game in dict.fromkeys(others.values()):
        pages = [found.pages[k] for k in others if others[k] == game]
        titles, are = listed(page.title for page in pages), plural(len(pages), "is", "are")
        words = f"{titles} {are} of {game}, not of {found.game}; verify each game by itself"
        yield at("foreign", words, pages[0])


def _on_one_paper(
    found: SheetSet, parts: Sequence[KitPart], again: Mapping[int, int]
) -> Iterator[Fault]:
    """Yield sheets whose sides fall on two papers, and pages that share a paper but are not a sheet.

    Where whole pages are missing or there twice, which are faults already, all others are moved.
    """
    sheets = {(one.front, one.back) for part in parts for one in part.sides.sheets}
    is_folded = bool(sheets) and all(front == back for front, back in sheets)
    is_moved = again or any(p.repeated or p.is_one_sided or p.sides.astray for p in parts)
    lacks = is_moved or any(min(two) < 0 for two in sheets)
    shifted = [] if lacks or is_folded else [*papers.shifted(found.pages, sheets)]
    for k, first in shifted:
        page, front = found.pages[k], found.pages[first]
        words = (
            f"{page.title} shifts fronts and backs: page {front.number} and its other side, page "
            f"{front.number + 1}, come to lie on two sheets of paper; take page {page.number} out, or "
            "put an empty page after it"
        )
        yield at("back", words, page)
    if shifted:  # then other pages are as well
        return
    papers_of = [] if lacks or is_folded else papers.shared(found.pages, sheets)
    of_game = {piece.page for piece in found.reading.pieces} | {*found.reading.board_pages}
    wrong = [two for two in papers_of if not found.others.keys() & {*two} and of_game & {*two}]
    if wrong:
        titles = [f"{found.pages[a].title} and {found.pages[b].title}" for a, b in wrong]
        words = f"{'; '.join(titles)} come to lie on one sheet of paper, but are not its two sides"
        yield at("back", words, found.pages[wrong[0][0]])


def _troubles(found: SheetSet) -> Iterator[Fault]:
    """Yield what is wrong with what is no piece, with where that is; of many alike the first."""
    alike = grouped(found.reading.troubles, lambda trouble: trouble[:3])
    for (kind, words, k), those in alike.items():
        page = found.pages[k]
        more = len(those) > completeness.FEW
        for place in [trouble.at for trouble in those[: 1 if more else len(those)]]:
            where = "" if place is None else f" at {place.x:.1f}, {place.y:.1f} mm"
            where += f", and {len(those) - 1} more" if more else ""
            yield at(kind, f"{words} ({page.title}{where})", page, place)

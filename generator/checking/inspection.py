"""Every fault of a game's own set, of inventories and of sheets, in words, with where it is.

What sheets should hold is taken component by component.
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
from generator.checking.backs import Backs
from generator.checking.component import FEW, KitPart, components
from generator.checking.faults import (
    KINDS,
    OF_BACKS,
    Counted,
    Fault,
    Outcome,
    Wanted,
    at,
    in_order,
)
from generator.checking.grouping import grouped
from generator.checking.readback import SheetSet
from generator.checking.results import Hints

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
    """Return how inventories (with their files' names), taken together, compare with the set."""
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
    naming, told, usual = Naming(chosen), Counter(good), Counter(chosen.tiles())
    counted = tuple(
        Counted("tiles", tile, naming.of(tile), usual[tile] * copies, told[tile])
        for tile in {**usual, **told}
    )
    off = filter(None, (completeness.off_count(one, naming) for one in counted))
    expected = copies * usual.total()
    found = told.total() + len(bad)
    facts = (f"{count(found, 'tile')} {plural(found, 'is', 'are')} listed, {expected} expected",)
    kinds = ("missing", "duplicated", "impossible")
    subject = subject_of(name for name, _ in lists)
    return Outcome(game, subject, expected, found, in_order((*off, *bad)), facts, kinds, counted)


def subject_of(names: Iterable[str]) -> str:
    """Return the names of the files of a set, of many the first and how many more."""
    files = list(dict.fromkeys(names))
    return ", ".join(files) if len(files) <= 3 else f"{files[0]} and {len(files) - 1} more"


# -------------------------------------------------------------------------------------- sheets


def sheets(found: SheetSet, wanted: Wanted) -> Outcome:
    """Return what is wrong with the sheets, of all components or of those asked for.

    Raises OptionError for a component the game does not have.
    """
    see_components(wanted.only, {found.game: component_names(found)})
    found, scaled = _unscaled(found, wanted)
    parts = [part for part in components(found, wanted) if part.is_there or part.is_asked]
    faults: list[Fault] = []
    for part in parts:
        faults += completeness.faults(part)
        if part.pieces:
            behind = Backs(part)
            faults += [*geometry.faults(part, behind.wrong), *behind.faults]
    faults += [*_of_pages(found, parts, wanted.boards or (1, wanted.copies)), *scaled]
    paired = any(part.sides.mode != "none" for part in parts)
    told = any(p.told and p.side == "back" for part in parts for p in part.pieces)
    others = {"model", *(() if paired else OF_BACKS), *(() if told else ("colour",))}
    return Outcome(
        found.game,
        subject_of(page.source for page in found.pages),
        sum(part.expected.total() for part in parts),
        sum(part.found for part in parts),
        in_order(dict.fromkeys(faults)),  # sheets that components share bring theirs only once
        _facts(parts, found),
        tuple(kind for kind in KINDS if kind not in others),
        tuple(one for part in parts for one in part.counted),
    )


def component_names(found: SheetSet) -> tuple[str, ...]:
    """Return the names of the components that a kit of the sheets' game has, there or not."""
    return tuple(dict.fromkeys(kind.part for kind in found.reading.kinds))


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
    boards = repeats.of_boards(found.pages, found.reading.board_pages, amounts)
    yield from completeness.repeated(found.pages, boards.again)
    yield from scale.mirrored(found.pages)
    has_others = sum(boards.fewer.values()) < len(found.reading.board_pages)
    for k, amount in boards.fewer.items():
        words = f"{found.pages[k].title} is there {amount} of {boards.right} times"
        others = ", others of the board are" if has_others else ""
        yield at("missing", words + others, found.pages[k])
    yield from _troubles(found)
    yield from _unexpected_pages(found, [part.first.parts for part in parts if not part.is_there])
    yield from _on_two_papers(found, parts, boards.again)


def _unscaled(found: SheetSet, wanted: Wanted) -> tuple[SheetSet, list[Fault]]:
    pages, pieces, shares = found.pages, found.reading.pieces, wanted.backs.shares
    scaled = list(scale.faults(pages, pieces, shares))
    scaled += paperscale.faults(pages, scale.of_pages(pages, pieces))
    pieces = scale.undone(pages, pieces, shares)
    # What is of another size since all is drawn so is told by that alone.
    troubles = tuple(t for t in found.reading.troubles if not (scaled and t.kind == "size"))
    reading = found.reading._replace(pieces=pieces, troubles=troubles)
    return found._replace(reading=reading), scaled


def in_a_theme(found: SheetSet, wanted: Wanted, hints: Hints) -> tuple[SheetSet, Outcome]:
    """Return sheets with what is wrong with them; where another theme than the one named fits better, in that.

    Raises what :func:`sheets` raises.
    """
    outcome = sheets(found, wanted)
    if outcome.ok or hints.theme is None:
        return found, outcome
    try:
        again = readback.read_as(found.game, found.pages, replace(hints, theme=None))
    except GameError:
        return found, outcome
    own, named = again.reading.colours, found.reading.colours
    other = sheets(again, wanted)
    if own == named or len(other.faults) >= len(outcome.faults):
        return found, outcome
    words = f"{outcome.subject}: the colours are of {own}, not of {named}; say so by --theme"
    fault = Fault("foreign", words, is_placed=True)
    return again, replace(other, faults=in_order((fault, *other.faults)))


def _facts(parts: Sequence[KitPart], found: SheetSet) -> tuple[str, ...]:
    facts = []
    for part in (part for part in parts if part.pieces):
        on = count(len({piece.page for piece in part.pieces}), "page")
        drawn = geometry.usual_size(part) * part.scaled.get(part.pieces[0].page, 1.0)
        size = f"{number(drawn, 2)} mm on {on}"
        turned = f", {pairing.WORDS[part.sides.mode]}" if part.first.faces else ""
        what = f"{part.first.parts}: {part.found}"
        facts.append(
            f"{count(part.found, 'tile') if part.first.is_named else what} of {size}{turned}"
        )
    told = f"colours by {found.reading.colours}"
    if any(part.first.is_named for part in parts):
        return ("; ".join([*facts, told]), *found.reading.notes)
    return (*facts, *found.reading.notes, told)


def _unexpected_pages(found: SheetSet, lacking: Collection[str]) -> Iterator[Fault]:
    """Yield the files on which there is nothing of the game, and pages of other games in its own.

    What is ``lacking`` is a fault already: so its sheets, by what they say, are none.
    """
    pages, reading = found.pages, found.reading
    own = {piece.page for piece in reading.pieces} | {*reading.board_pages}
    own |= {trouble.page for trouble in reading.troubles}
    of_game = {pages[page].source for page in own}
    drawn = (p for p in pages if (p.marks or p.images) and footers.of_page(p).part not in lacking)
    for source in dict.fromkeys(page.source for page in drawn if page.source not in of_game):
        words = f"{source}: nothing on it is of {found.game}; verify each game by itself"
        yield Fault("foreign", words, source, is_placed=True)
    others = {k: game for k, game in found.others.items() if pages[k].source in of_game}
    for game, those in grouped(others, lambda k: others[k]).items():
        titles, are = listed(pages[k].title for k in those), plural(len(those), "is", "are")
        words = f"{titles} {are} of {game}, not of {found.game}; verify each game by itself"
        yield at("foreign", words, pages[those[0]])


def _on_two_papers(
    found: SheetSet, parts: Sequence[KitPart], again: Mapping[int, int]
) -> Iterator[Fault]:
    """Yield in one fault the sheets whose two sides are not printed on one paper.

    Where whole pages are missing or there twice, which are faults already, all others are moved.
    """
    pages = found.pages
    sheets = {(one.front, one.back) for part in parts for one in part.sides.sheets}
    is_moved = again or any(part.repeated or part.is_one_sided for part in parts)
    if is_moved or any(min(two) < 0 for two in sheets):
        return
    if wrong := papers.parted(pages, sheets):
        front, back = (pages[k] for k in wrong[0])
        more = f", and {count(len(wrong) - 1, 'sheet')} more" if len(wrong) > 1 else ""
        words = (
            f"{front.title} and its back, {back.title}, come to lie on two sheets of paper{more}: "
            "before them stands a page that is not of their sheets; take it out, or put an empty "
            "page after it"
        )
        yield at("back", words, front)
    elif not any(part.sides.mode == "fold" for part in parts):
        of_game = {piece.page for piece in found.reading.pieces} | {*found.reading.board_pages}
        on_one = [
            two
            for two in papers.shared(pages, sheets)
            if found.others.keys().isdisjoint(two) and not of_game.isdisjoint(two)
        ]
        if on_one:
            titles = "; ".join(f"{pages[a].title} and {pages[b].title}" for a, b in on_one)
            words = f"{titles} come to lie on one sheet of paper, but are not its two sides"
            yield at("back", words, pages[on_one[0][0]])


def _troubles(found: SheetSet) -> Iterator[Fault]:
    """Yield what is wrong with what is no piece, with where that is; of many alike the first."""
    for (kind, words, k), those in grouped(found.reading.troubles, lambda one: one[:3]).items():
        page, is_many = found.pages[k], len(those) > FEW
        for place in (trouble.at for trouble in those[: 1 if is_many else None]):
            where = "" if place is None else f" at {place.x:.1f}, {place.y:.1f} mm"
            where += f", and {len(those) - 1} more" if is_many else ""
            yield at(kind, f"{words} ({page.title}{where})", page, place)

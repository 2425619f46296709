"""What is there of a set, what is missing of it, and what is there too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.verify import Naming, Report
from engine.words import listed, plural
from generator.checking.component import KitPart, at
from generator.checking.faults import Fault
from generator.checking.grouping import grouped
from generator.checking.pages import Page
from generator.checking.results import CountedKind, Found

#: So many pieces that cannot be told leave no doubt what is missing.
FEW = 5


def of_tiles(report: Report, naming: Naming) -> Iterator[Fault]:
    """Yield the tiles of a list that are missing, and those that are there too often, each once."""
    for kind, tiles in (("missing", report.missing), ("duplicated", report.duplicated)):
        for tile, often in Counter(tiles).items():
            words = f"{naming.of(tile)} {_words(kind, often)}"
            yield Fault(kind, words, tile=tile, number=naming.number(tile))


def _words(kind: str, often: int) -> str:
    if kind == "missing":
        return "is missing" if often == 1 else f"is missing {often} times"
    return "is there once too often" if often == 1 else f"is there {often} times too often"


def faults(part: KitPart) -> Iterator[Fault]:
    """Yield the kinds of which there are too few or too many, these with where they lie."""
    expected, counts = part.expected, part.counts
    if not part.is_there:
        only = "; to verify others alone, name them with --only" if not part.wanted.only else ""
        words = f"{part.first.parts}: none of {expected.total()} are there{only}"
        yield Fault("missing", words, tile=part.first.part)
        return
    wrong = part.misplaced | part.spare
    places = grouped(sorted(part.fronts, key=lambda front: id(front) in wrong), part.kind_of)
    yield from repeated(part.pages, part.repeated)
    if part.has_backs_alone:
        words = f"{part.first.parts}: none of {expected.total()} are there, only {len(part.fronts)} backs"
        yield part.at("missing", words, part.fronts[0])
        return
    unread = sum(part.is_unread(front) and not part.kind_of(front) for front in part.fronts)
    missing = (expected - counts).total()
    if unread > FEW:
        words = f"{missing} {part.first.parts} are missing, or among {unread} that cannot be told"
        yield Fault("missing", words)
    for kind in part.kinds.values():
        count, right = counts[kind.name], expected[kind.name]
        if count > right or (count < right and unread <= FEW):
            yield _off(part, kind, count, right, places.get(kind.name, []))


def _off(part: KitPart, kind: CountedKind, count: int, right: int, lie: Sequence[Found]) -> Fault:
    """Return that there are too few of a kind, or too many: where the likeliest of them lies."""
    by, is_few = abs(count - right), count < right
    if kind.is_named:
        words = f"{kind.title} {_words('missing' if is_few else 'duplicated', by)}"
    else:
        words = f"{kind.title}: {count} of {right}, {by} {'missing' if is_few else 'too many'}"
    if is_few:
        words += _bereft(part, kind)
    if is_few or not lie:
        number = part.naming.number(kind.name)
        return Fault("missing" if is_few else "duplicated", words, tile=kind.name, number=number)
    if kind.is_named:
        where = " and ".join(map(part.place, lie))
        return part.fault("duplicated", f"{words}: {where}", lie[-1])
    return part.at("duplicated", f"{words}; the last lies here", lie[-1])


def _bereft(part: KitPart, kind: CountedKind) -> str:
    """Return where the backs of missing pieces lie, in words; "" where none is there."""
    alone = [b for b in part.pieces if part.bereft.get(id(b)) == kind.name]
    if not alone:
        return ""
    if len(alone) == 1:
        return f"; its back is there ({part.place(alone[0])})"
    return f"; {len(alone)} backs are there, the first on {part.place(alone[0])}"


def repeated(pages: Sequence[Page], again: Mapping[int, int]) -> Iterator[Fault]:
    """Yield in one fault the pages that are there once too often, each with the one it repeats."""
    if again:
        first = dict.fromkeys(pages[k].title for k in again.values())
        pages = [pages[k] for k in again]
        shows = plural(len(pages), "shows", "show")
        words = (
            f"{listed(page.title for page in pages)} {shows} once more what "
            f"{listed(first)} {plural(len(first), 'shows', 'show')}"
        )
        yield at("duplicated", words, pages[0])

"""What is there of a set, what is missing of it, and what is there too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.verify import Naming, Report
from engine.words import listed, plural
from generator.checking.component import FEW, KitPart
from generator.checking.faults import Fault, at
from generator.checking.grouping import grouped
from generator.checking.pages import Page
from generator.checking.results import CountedKind, Found


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
    none_there = f"{part.first.parts}: none of {expected.total()} are there"
    if not part.is_there:
        only = "; to verify others alone, name them with --only" if not part.wanted.only else ""
        yield Fault("missing", none_there + only, tile=part.first.part)
        return
    yield from repeated(part.pages, part.repeated)
    if part.has_backs_alone:
        words = f"{none_there}, only {len(part.fronts)} backs"
        yield part.at("missing", words, part.fronts[0])
        return
    fronts = sorted(part.fronts, key=lambda front: id(front) in part.miscounted)
    places = grouped(fronts, lambda front: front.kind)
    unread = sum(front.is_unread for front in fronts)
    if unread > FEW:  # so many leave no doubt what is missing
        missing = (expected - counts).total()
        words = f"{missing} {part.first.parts} are missing, or among {unread} that cannot be told"
        yield Fault("missing", words)
    for kind in part.kinds.values():
        count, right = counts[kind.name], expected[kind.name]
        if count > right or (count < right and unread <= FEW):
            yield _off(part, kind, count, right, places.get(kind.name, []))


def _off(part: KitPart, kind: CountedKind, count: int, right: int, lie: Sequence[Found]) -> Fault:
    by, name = abs(count - right), "missing" if count < right else "duplicated"
    words = f"{kind.title}: {count} of {right}, {by} {'missing' if count < right else 'too many'}"
    if kind.is_named:
        words = f"{kind.title} {_words(name, by)}"
    if count < right or not lie:
        backs = [back for back in part.pieces if part.miscounted.get(id(back)) == kind.name]
        if backs and count < right:
            words += f"; its back is there ({part.place(backs[0])})"
        return Fault(name, words, tile=kind.name, number=part.naming.number(kind.name))
    if kind.is_named:
        return part.at(name, words, lie[-1], " and ".join(map(part.place, lie)))
    return part.at(name, f"{words}; the last lies here", lie[-1])


def repeated(pages: Sequence[Page], again: Mapping[int, int]) -> Iterator[Fault]:
    """Yield in one fault the pages that are there once too often, each with the one it repeats."""
    if again:
        first = dict.fromkeys(pages[k].title for k in again.values())
        more = [pages[k] for k in again]
        words = (
            f"{listed(page.title for page in more)} {plural(len(more), 'shows', 'show')} once more "
            f"what {listed(first)} {plural(len(first), 'shows', 'show')}"
        )
        yield at("duplicated", words, more[0])

"""What is there of a set, what is missing of it, and what is there too often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.verify import Naming
from engine.words import listed, plural
from generator.checking.component import FEW, KitPart
from generator.checking.faults import Counted, Fault, at
from generator.checking.grouping import grouped
from generator.checking.pages import Page
from generator.checking.results import Found


def off_count(one: Counted, naming: Naming) -> Fault | None:
    """Return that there are too few of a kind, or too many of it; None where it is neither."""
    by = abs(one.found - one.expected)
    kind, many = ("missing", "missing") if one.found < one.expected else ("duplicated", "too many")
    words = f"{one.title}: {one.found} of {one.expected}, {by} {many}"
    if one.title == naming.of(one.kind):  # a tile of a set, or a few of it
        often = "" if by == 1 else f" {by} times"
        words = f"{one.title} is missing{often}"
        if kind == "duplicated":
            words = f"{one.title} is there {f'{by} times' if often else 'once'} too often"
    fault = Fault(kind, words, tile=one.kind, number=naming.number(one.kind))
    return fault if by else None


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
    places = grouped(fronts, part.kind_of)
    unread = sum(front.is_unread and not part.kind_of(front) for front in fronts)
    if unread > FEW:  # so many leave no doubt what is missing
        missing = (expected - counts).total()
        words = f"{missing} {part.first.parts} are missing, or among {unread} that cannot be told"
        yield Fault("missing", words)
    for one in part.counted:
        if one.found > one.expected or (one.found < one.expected and unread <= FEW):
            yield _off(part, one, places.get(one.kind, []))


def _off(part: KitPart, one: Counted, lie: Sequence[Found]) -> Fault:
    """Return that there are too few of a kind, or too many: where the likeliest of them lies."""
    fault = off_count(one, part.naming)
    assert fault is not None
    if one.found > one.expected and lie:
        if part.kinds[one.kind].is_named:
            places = " and ".join(map(part.place, lie))
            return part.at(fault.kind, fault.message, lie[-1], places)
        return part.at(fault.kind, f"{fault.message}; the last lies here", lie[-1])
    backs = [back for back in part.pieces if part.miscounted.get(id(back)) == one.kind]
    there = f"; its back is there ({part.place(backs[0])})" if backs else ""
    return fault._replace(message=fault.message + there)


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

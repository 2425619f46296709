"""What is there of a set, what is missing of it, and what is there too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.verify import Naming, Report
from generator.checking.component import KitPart
from generator.checking.faults import Fault
from generator.checking.recognise.found import CountedKind, Found


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
    places: dict[str, list[Found]] = {}
    for piece in sorted(part.fronts, key=lambda front: id(front) in part.misplaced):
        places.setdefault(piece.kind, []).append(piece)
    for kind in part.kinds.values():
        count, right = counts[kind.name], expected[kind.name]
        if count != right:
            yield _off(part, kind, count, right, places.get(kind.name, []))


def _off(part: KitPart, kind: CountedKind, count: int, right: int, lie: Sequence[Found]) -> Fault:
    """Return that there are too few of a kind, or too many: where the likeliest of them lies."""
    by, is_few = abs(count - right), count < right
    if kind.is_named:
        words = f"{kind.title} {_words('missing' if is_few else 'duplicated', by)}"
    else:
        words = f"{kind.title}: {count} of {right}, {by} {'missing' if is_few else 'too many'}"
    if is_few or not lie:
        number = part.naming.number(kind.name)
        return Fault("missing" if is_few else "duplicated", words, tile=kind.name, number=number)
    if kind.is_named:
        where = " and ".join(map(part.place, lie))
        return part.fault("duplicated", f"{words}: {where}", lie[-1])
    return part.at("duplicated", f"{words}; the last lies here", lie[-1])

"""What is there of a set, what is missing of it, and what is there too often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

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
        if counts[kind.name] < expected[kind.name]:
            yield _too_few(part, kind, expected)
        elif counts[kind.name] > expected[kind.name]:
            yield _too_many(part, kind, expected, places[kind.name])


def _too_few(part: KitPart, kind: CountedKind, expected: Mapping[str, int]) -> Fault:
    count, right = part.counts[kind.name], expected[kind.name]
    if kind.is_named:
        words = f"{kind.title} {_words('missing', right - count)}"
    else:
        words = f"{kind.title}: {count} of {right}, {right - count} missing"
    return Fault("missing", words, tile=kind.name, number=part.naming.number(kind.name))


def _too_many(
    part: KitPart, kind: CountedKind, expected: Mapping[str, int], lie: list[Found]
) -> Fault:
    """Return that there are too many of a kind, at the place of the one that is most likely it."""
    count, right = part.counts[kind.name], expected[kind.name]
    if kind.is_named:
        where = " and ".join(map(part.place, lie))
        words = f"{kind.title} {_words('duplicated', count - right)}: {where}"
        return part.fault("duplicated", words, lie[-1])
    words = f"{kind.title}: {count} of {right}, {count - right} too many; the last lies here"
    return part.at("duplicated", words, lie[-1])

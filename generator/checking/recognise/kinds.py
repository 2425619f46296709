"""The kinds of piece a kit has, and how many of each, from the parts that the game gives.

Pieces whose identities differ by their numbers alone are of one kind.  Knows no game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from engine.drawing.parts import Part, Piece, Pieces
from generator.checking.recognise.found import CountedKind

#: A piece's number at the end of its identity; what is before it is the kind.
_NUMBER = re.compile(r"-[0-9]+$")


def kind_of(identity: str) -> str:
    """Return the kind of a piece by its identity: ``planet-cyan`` of ``planet-cyan-17``."""
    return _NUMBER.sub("", identity)


def title_of(piece: Piece) -> str:
    """Return what a piece is called, without its number."""
    number = _NUMBER.search(piece.id)
    return piece.title.removesuffix(f" {number.group()[1:]}") if number else piece.title


def of_parts(
    parts: Sequence[Part], *, sized: bool, faces: tuple[str, ...] = ()
) -> tuple[CountedKind, ...]:
    """Return every kind of piece, the boards among them, with how many the kit has.

    Where they are ``sized`` they must measure what the parts say.  ``faces`` are what the two
    sides of double-sided pieces are called, the front first.
    """
    result: list[CountedKind] = []
    for part in parts:
        if not isinstance(part, Pieces):
            result.append(CountedKind(part.name, part.title, part.name, part.title, "board", 1))
            continue
        counts = Counter(kind_of(piece.id) for piece in part.pieces)
        titles = {kind_of(piece.id): title_of(piece) for piece in part.pieces}
        result += [
            CountedKind(
                kind,
                titles[kind],
                part.name,
                part.title,
                part.shape(part.size).kind,
                count,
                part.size if sized else None,
                faces if part.double_sided else (),
                part.optional,
            )
            for kind, count in counts.items()
        ]
    return tuple(result)

"""Single pieces picked out of a kit, as after one was lost: ``17,42``, ``r3*2``, ``@missing.txt``.

A file has a piece a line, with the game's name before it where several games are meant, and how
often after it: ``GAME 17``, ``GAME r3*2``.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

import engine
from engine.drawing.parts import Part, Piece, Pieces
from engine.errors import NotationError, OptionError
from generator import files


class Pick(NamedTuple):
    """A piece as it is written, how often it is wanted, and the game it is of, "" for any."""

    text: str
    copies: int = 1
    game: str = ""


Picked = tuple[Pick, ...]


def read(words: Sequence[str]) -> Picked:
    """Return the pieces that words name, ``@FILE`` standing for a file's lines.

    Raises OptionError for a file without pieces, OSError where it cannot be read.
    """
    found: list[Pick] = []
    for word in words:
        if not word.startswith("@"):
            found.append(_pick(word))
            continue
        lines = [line.strip() for line in files.read_text(word[1:]).splitlines()]
        listed = [_pick(line) for line in lines if line and not line.startswith("# ")]
        if not listed:
            raise OptionError(f"{word[1:]} names no piece; expected one a line, like 17 or r3*2")
        found += listed
    return tuple(found)


def _pick(text: str) -> Pick:
    game, _, rest = text.partition(" ")
    if rest and game in engine.names():
        return _pick(rest.strip())._replace(game=game)
    name, star, times = text.rpartition("*")
    return Pick(name, int(times)) if star and times.isdecimal() and name else Pick(text)


def of_game(picked: Picked, game: str) -> Picked:
    """Return what is picked of a game."""
    return tuple(one for one in picked if one.game in ("", game))


def picked(game: str, parts: Sequence[Part], only: Sequence[str], picks: Picked) -> list[Part]:
    """Return the components with those of their pieces alone that are picked.

    Raises OptionError for what is no piece of them.
    """
    pools = [part for part in parts if isinstance(part, Pieces) and (part.name in only or not only)]
    chosen: dict[str, list[Piece]] = {part.name: [] for part in pools}
    for pick in picks:
        part, alike = _found(game, pools, pick.text)
        chosen[part.name] += (alike[k % len(alike)] for k in range(min(pick.copies, 1000)))
    kept: list[Part] = [
        replace(part, pieces=tuple(chosen[part.name])) for part in pools if chosen[part.name]
    ]
    if not kept:
        raise OptionError(f"no pieces of {game} are asked for")
    return kept


def _found(game: str, pools: Sequence[Pieces], text: str) -> tuple[Pieces, list[Piece]]:
    """Return the component of a piece, and the pieces that its name stands for, at least one."""
    names = [text]
    with suppress(NotationError):
        names.append(engine.game(game).identify(text))
    for name in names:
        for part in pools:
            same = [p for p in part.pieces if p.id == name]
            if alike := same or [p for p in part.pieces if p.id.rpartition("-")[0] == name]:
                return part, alike
    examples = ", ".join(part.pieces[0].id for part in pools)
    raise OptionError(f"{game} has no piece '{text[:40]}'; expected one like {examples}")

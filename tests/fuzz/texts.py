"""Targets that are texts of the rules: positions, moves, records, marks, names of tiles."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice

import engine
from engine import Game, Position
from engine import record as recording
from engine.drawing import marks
from tests.fuzz.target import Target, text_of, valid_files


@cache
def _positions(name: str) -> tuple[Position, ...]:
    """Return positions of a game, every fourth of its sample games."""
    found: list[Position] = []
    for data in valid_files("templates/examples/*-game.txt", "tests/data/*/*-game.txt"):
        for record in recording.load_all(text_of(data)):
            if record.tags["Game"] == name:
                found += list(record.positions())[::4]
    return tuple(found)


def _position(game: Game[Position]) -> Target:
    def check(data: bytes) -> None:
        found = game.parse(text_of(data))
        assert game.parse(str(found)) == found, "parse(str(position)) is another position"
        assert hash(game.parse(str(found))) == hash(found)
        assert set(found.scores()) == set(game.parse(str(found)).scores())
        over, winners = found.is_over, found.winners()
        assert over == (winners is not None), "over without winners, or winners before the end"
        for move in islice(found.legal_moves(), 3):
            after = found.play(str(move))
            assert game.parse(str(after)) == after

    return Target(
        f"position-{game.name}",
        check,
        lambda: [str(position).encode() for position in _positions(game.name)],
    )


def _move(game: Game[Position]) -> Target:
    def check(data: bytes) -> None:
        number, _, text = text_of(data).partition(" ")
        known = _positions(game.name)
        now = known[int(number) % len(known) if number.isdecimal() and len(number) < 9 else 0]
        written = now.written(text)
        assert now.written(written) == written, "the full form of a full form is another"
        assert now.play(written) == now.play(text)

    def seeds() -> list[bytes]:
        rng = random.Random(1)
        found = []
        for number, position in enumerate(_positions(game.name)):
            moves = [str(move) for move in islice(position.legal_moves(), 40)]
            found += [f"{number} {move}".encode() for move in rng.sample(moves, min(3, len(moves)))]
        return found

    return Target(f"move-{game.name}", check, seeds, most=600)


def _record(data: bytes) -> None:
    for record in recording.load_all(text_of(data)):
        assert recording.loads(str(record)) == recording.loads(str(recording.loads(str(record))))
        recording.check(record)


def _marks(data: bytes) -> None:
    found = marks.parse(text_of(data))
    assert marks.parse(marks.format_marks(found)) == found


def _tiles(data: bytes) -> None:
    """A set of tiles as a text, the game's name first."""
    name, *tiles = text_of(data).split()[:200] or [""]
    report = engine.verify.tiles(name, tiles)
    assert report.ok == (not report.missing and not report.duplicated and not report.invalid)


def _sets() -> list[bytes]:
    return [
        " ".join((name, *engine.game(name).tiles()[:part])).encode()
        for name in engine.names()
        for part in (4, 200)
    ]


TARGETS = (
    *(_position(engine.game(name)) for name in engine.names()),
    *(_move(engine.game(name)) for name in engine.names()),
    Target(
        "record",
        _record,
        lambda: valid_files("templates/examples/*-game.txt", "tests/data/*/*game*.txt"),
        most=20_000,
    ),
    Target(
        "marks",
        _marks,
        lambda: [b"ring a4", b'arrow a4 b5 dx=1; label c6 "x\\u00e9"; area d7,e8 color=2'],
    ),
    Target("tiles", _tiles, _sets),
)

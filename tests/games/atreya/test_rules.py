"""Atreya's rules: the readings, every refusal, scores, ends, and what the shortcuts rest on."""

from __future__ import annotations

import pytest

import engine
from tests import paths

DATA = paths.DATA / "atreya"
ATREYA = engine.game("atreya")
START = "r:brrrrg@-1,1/b:brgbbb@0,0/g:gggbrg@0,1"


# ----------------------------------------------------------------------- examples from files


def readings():
    """Return the blocks of readings.txt: title and (key, value) pairs."""
    blocks = []
    for line in (DATA / "readings.txt").read_text(encoding="utf-8").splitlines():
        key, colon, value = line.partition(": ")
        if line.startswith("#"):
            title = line.removeprefix("# ")
        elif key == "position":
            blocks.append((title, [(key, value)]))
        elif colon:
            blocks[-1][1].append((key, value))
    assert {title[:3] for title, _ in blocks} >= {"3.1", "4.3", "4.4", "4.5", "5.3", "6.2", "6.4"}
    return [pytest.param(dict(block), block, id=title) for title, block in blocks]


@pytest.mark.parametrize(("block", "pairs"), readings())
def test_reading(block, pairs):
    position = ATREYA.parse(block["position"])
    move = block.get("move")
    if "refused" in block:
        rule, _, reason = block["refused"].partition(" ")
        with pytest.raises(engine.IllegalMoveError) as caught:
            position.play(move)
        assert (caught.value.rule, caught.value.reason) == (rule, reason)
        assert move not in set(map(str, position.legal_moves()))
        return
    if move is not None:
        assert move in set(map(str, position.legal_moves()))
        said = [value for key, value in pairs if key == "says"]
        assert [event.sentence() for event in position.events(move)] == said
        position = position.play(move)
        assert str(position) == block["after"]
    # A bare position, read anew, gives the same winners (6.2).
    for same in (position, ATREYA.parse(str(position))):
        winners = same.winners()
        assert ("-" if winners is None else "".join(winners)) == block["winners"]
        assert same.is_over == (winners is not None)


# --------------------------------------------------------------------------------- the start


def test_start():
    position = ATREYA.start()
    assert str(position) == f"{START} r sum rg 0,0"
    assert (position.turn, position.players, position.is_over) == ("r", ("r", "g"), False)
    assert position.scores() == {"r": 0, "g": 0}
    closed = [shape for shape in position.shapes() if shape.is_closed]
    assert sorted((shape.colour, shape.size, shape.span) for shape in closed) == [
        ("b", 1, 2),
        ("g", 1, 2),
        ("r", 1, 2),
    ]
    assert [position.freedom(cell) for cell in position.arena.tiles] == [5, 5, 5]
    assert len(position.pool()) == 165
    assert set(position.pool()) == set(ATREYA.tiles()) - set(
        map(ATREYA.identify, position.arena.tiles.values())
    )

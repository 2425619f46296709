"""Hex's rules, as its package has them: notation, what is illegal and why, the swap, who has won."""

import importlib
import sys
from pathlib import Path

import pytest

from engine import IllegalMoveError
from engine.play.position import perft
from tests.plugins import packages

HOME = Path(__file__).parent / "tilewright-hex"
EMPTY = "/".join(["11"] * 11)


@pytest.fixture(scope="module")
def hex_game():
    sys.path.append(str(HOME))
    yield importlib.import_module("tilewright_hex").GAME
    sys.path.remove(str(HOME))
    packages.forget_modules(HOME)


def played(game, text):
    position = game.start()
    for move in text.split():
        position = position.play(move)
    return position


def rows(**said):
    """Return the rows of a position, of which some are said by their numbers from the top: r1="r10"."""
    return "/".join(said.get(f"r{k}", "11") for k in range(1, 12))


#: Moves -> the position after them.
PLAYED = {
    "": f"{EMPTY} r",
    "a1": f"{rows(r1='r10')} b",
    "a1 k11": f"{rows(r1='r10', r11='10b')} r",
    "d3 swap": f"{rows(r4='2b8')} r",
    "d3 swap d3": f"{rows(r3='3r7', r4='2b8')} b",
    "f6 swap a1 b1": f"{rows(r1='rb9', r6='5b5')} r",
}


@pytest.mark.parametrize("moves", PLAYED)
def test_positions_are_written_and_read(hex_game, moves):
    position = played(hex_game, moves)
    assert str(position) == PLAYED[moves]
    assert hex_game.parse(PLAYED[moves]) == position


#: Moves, the one that is illegal after them, why and by which rule.
ILLEGAL = [
    ("", "l1", "no cell of the board, a1 to k11", "1"),
    ("", "a12", "no cell of the board, a1 to k11", "1"),
    ("a1", "a1", "red's stone is on a1", "2"),
    ("a1 b1", "b1", "blue's stone is on b1", "2"),
    ("", "swap", "only blue's first move can be the swap", "3"),
    ("a1 b1", "swap", "only blue's first move can be the swap", "3"),
    ("a1 b1 c1", "swap", "only blue's first move can be the swap", "3"),
    ("a1 swap", "swap", "only blue's first move can be the swap", "3"),
    ("a1 swap b2", "swap", "only blue's first move can be the swap", "3"),
]


@pytest.mark.parametrize(("moves", "move", "reason", "rule"), ILLEGAL)
def test_an_illegal_move_names_its_rule(hex_game, moves, move, reason, rule):
    with pytest.raises(IllegalMoveError) as error:
        played(hex_game, moves).play(move)
    assert (error.value.reason, error.value.rule) == (reason, rule)


def test_what_moves_bring_about(hex_game):
    swap = played(hex_game, "d3").events("swap")
    assert [event.sentence() for event in swap] == [
        "Blue swaps: red's stone on d3 becomes blue's on c4."
    ]
    almost = hex_game.parse(f"{rows(r1='rb9', **{f'r{k}': 'rb9' for k in range(2, 11)})} r")
    assert [event.sentence() for event in almost.events("a11")] == [
        "Red puts a stone on a11.",
        "Red has joined both edges and wins.",
    ]
    over = almost.play("a11")
    assert (over.is_over, over.winners(), over.scores()) == (True, ("r",), {"r": 1, "b": 0})
    assert list(over.legal_moves()) == []
    with pytest.raises(IllegalMoveError, match=r"the game is over \(rule 4\)"):
        over.play("k11")


def test_perft(hex_game):
    """After red's stone there are 120 cells and the swap; 119 cells after a stone, 120 after the swap."""
    start = hex_game.start()
    assert (perft(start, 1), perft(start, 2)) == (121, 121 * 121)
    assert perft(start.play("f6"), 2) == 120 * 119 + 120

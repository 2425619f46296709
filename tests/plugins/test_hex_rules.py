"""Hex's rules, as its package has them, and its players and page, which need nothing more of it."""

from pathlib import Path

import pytest

import engine
from engine import IllegalMoveError
from engine.play.players import player
from engine.play.position import perft
from generator.playing import answer
from tests.plugins import packages

HOME = Path(__file__).parent / "tilewright-hex"
EMPTY = "/".join(["11"] * 11)
#: Whoever moves joins both edges by f11.
NEARLY = "/".join([*["5r5"] * 10, "bbbbb1bbbbb"])


@pytest.fixture
def hex_game(site, monkeypatch):
    monkeypatch.syspath_prepend(HOME)
    packages.install(
        site, "tilewright-hex", {"tilewright.games": {"hex": "tilewright_hex:GAME"}}, {}
    )
    yield engine.game("hex")
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
    swap = played(hex_game, "d3").take_turn("swap").events
    assert [event.sentence() for event in swap] == [
        "Blue swaps: red's stone on d3 becomes blue's on c4."
    ]
    almost = hex_game.parse(f"{rows(r1='rb9', **{f'r{k}': 'rb9' for k in range(2, 11)})} r")
    assert [event.sentence() for event in almost.take_turn("a11").events] == [
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


# ---------------------------------------------------------------------- without quick states


@pytest.mark.parametrize("turn", "rb")
@pytest.mark.parametrize("name", ["greedy", "uct:20"])
def test_a_win_at_hand_is_taken(hex_game, name, turn):
    choice = player(name, "hex").choose(hex_game.parse(f"{NEARLY} {turn}"))
    assert choice.move == "f11"
    assert choice.candidates[0].line == ("f11",)
    assert choice.value > max(candidate.value for candidate in choice.candidates[1:])


def test_players_play_whole_games(hex_game):
    for names in (("random", "greedy"), ("uct:2", "random")):
        position, turns = hex_game.start(), 0
        while not position.is_over:
            seat = position.players.index(position.turn)
            position = position.play(player(names[seat], "hex").choose(position).move)
            turns += 1
        assert 21 <= turns <= 122


def test_a_game_of_one_pick_a_move_is_played(hex_game):
    shown = answer({"game": "hex"})
    assert len(shown["places"]) == len(list(hex_game.start().legal_moves()))
    assert shown["prompt"] == "Red: choose a move."
    name = shown["places"][5]["at"]
    shown = answer({"game": "hex", "picks": [name]})
    assert shown["moves"] == [name]
    text = answer({"ask": "record", "game": "hex", "moves": [name]})["text"]
    assert engine.record.check(engine.record.loads(text)) == []
    told = next(one for one in answer({"ask": "games"})["games"] if one["name"] == "hex")
    assert told["designer"] == hex_game.credit
    assert answer({"ask": "how", "game": "hex"}) == {"how": []}

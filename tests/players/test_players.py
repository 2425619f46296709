"""Players by name, and quick states, which are the rules, quicker.

Players: the same choice everywhere, what it tells, and which names there are. Quick states: the same
turns, the same states after them, the same leads; TILEWRIGHT_DEEP=1 plays many more games.
"""

from __future__ import annotations

import ast
import os
import re
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import pytest

import engine
from engine.play.players import Quick, player, quick_of
from engine.play.position import Position
from tests import records
from tests.cases import DATA, ROOT

GAMES = 100 if os.environ.get("TILEWRIGHT_DEEP") == "1" else 2

#: Game and settings of full size, whose quick states have every turn.
SETTINGS = (
    ("astralis", {"variant": "standard"}),
    ("astralis", {"variant": "simplified"}),
    ("astralis", {"variant": "dice"}),
    ("astralis", {"variant": "beeline"}),
    ("astralis", {"variant": "dispersed-go"}),
    ("abstrakto", {}),
    ("abstrakto", {"hands": "663/465", "turn": "o"}),
)


class Compared(NamedTuple):
    """How many games, positions and turns were found equal, and how many games ended."""

    games: int = 0
    positions: int = 0
    turns: int = 0
    ended: int = 0


def assert_equal(quick: Quick[Any], position: Position) -> int:
    """See that a position's state has its mover, leads, turns, and states after them; count these."""
    where, state = str(position), quick.of(position)
    assert position.players[quick.mover(state)] == position.turn, where
    moves, children = list(position.legal_moves()), quick.children(state)
    assert [quick.written(state, code) for code, _ in children] == list(map(str, moves)), where
    assert bool(children) != position.is_over, where
    for move, (_, after) in zip(moves, children, strict=True):
        assert after == quick.of(position.play(move)), f"{where}: {move}"
    assert_leads(quick, position)
    return len(moves)


def assert_leads(quick: Quick[Any], position: Position) -> None:
    """See that the leads are those of the scores, and at the end tell who has won.

    What decides a tie may be worth less than half a point.
    """
    state, scores = quick.of(position), position.scores()
    leads = {letter: quick.lead(state, k) for k, letter in enumerate(position.players)}
    for letter, lead in leads.items():
        ahead = scores[letter] - max(scores[other] for other in scores if other != letter)
        assert abs(lead - ahead) < 0.5, f"{position}: {leads}"
    if position.is_over:
        winners = tuple(letter for letter in leads if leads[letter] > 0)
        assert winners == position.winners(), f"{position}: {leads}"


def compare(name: str, settings: dict[str, str], games: range, most: int = 400) -> Compared:
    """Play random games whose every position is compared; a game has ``most`` turns at the most."""
    found = Compared()
    for number in games:
        rng, position = Random(f"{name} {number}"), engine.game(name).begin(settings)
        quick, positions, turns, listed = quick_of(position), 0, 0, 1
        while listed and positions < most:
            listed = assert_equal(quick, position)
            positions, turns = positions + 1, turns + listed
            if listed:
                position = _played(position, rng)
        found = Compared(*map(sum, zip(found, (1, positions, turns, not listed), strict=True)))
    return found


def _played(position: Position, rng: Random) -> Position:
    """Return the position after a random turn, in three of four turns one that puts a stone."""
    moves = list(position.legal_moves())
    if rng.random() < 0.75:
        moves = [move for move in moves if "+" in str(move)] or moves
    return position.play(moves[int(rng.random() * len(moves))])


def named(game: str) -> list[Position]:
    """Return the positions of a game that stand as texts in the tests of its rules."""
    texts = {
        node.value
        for path in sorted((ROOT / "tests" / "games" / game).glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
    }
    for path in sorted((DATA / game).glob("*.txt")):
        texts |= {re.split(" [|=]|:", line)[0] for line in path.read_text("utf-8").splitlines()}
    found = []
    for text in sorted(texts):
        with suppress(engine.GameError):
            found.append(engine.game(game).parse(text))
    for record in map(records.named, records.FILES):
        if record.tags["Game"] == game:
            found += record.positions()
    return found


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_random_games_of_full_size(name, settings):
    found = compare(name, settings, range(GAMES))
    assert found.games == GAMES
    assert found.ended


@pytest.mark.parametrize("side", ["3", "4"])
@pytest.mark.parametrize("variant", ["standard", "dice", "beeline", "dispersed-go"])
def test_boards_of_other_sides(side, variant):
    assert compare("astralis", {"side": side, "variant": variant}, range(3), 60).positions > 20


def test_the_largest_board():
    assert compare("astralis", {"side": "13"}, range(1), 40).positions > 20


@pytest.mark.parametrize("name", ["astralis", "abstrakto"])
def test_positions_that_the_tests_name_and_records_hold(name):
    turns = [assert_equal(quick_of(position), position) for position in named(name)]
    assert len(turns) > 20
    assert 0 in turns, "games that are over, too"


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_a_play_out_ends_as_a_game_does(name, settings):
    """Leads at the end are a game's: they add up to none, and are the same for the same lot."""
    start = engine.game(name).begin(settings)
    quick = quick_of(start)
    ends = [quick.roll(quick.of(start), Random(k)) for k in range(20)]
    assert ends == [quick.roll(quick.of(start), Random(k)) for k in range(20)]
    assert all(sum(leads) == 0 for leads in ends)
    assert {leads[0] > 0 for leads in ends} == {True, False}, "either may win"


#: Game, settings, moves before -> player, seed, and the turn chosen on every machine.
CHOICES = [
    ("astralis", {"side": "5"}, "a3 i7", "random", 1, "a2+b3"),
    ("astralis", {"side": "5"}, "a3 i7", "greedy", 1, "a1+b2"),
    ("astralis", {"side": "5"}, "a3 i7", "uct:40", 1, "c3+c2"),
    ("astralis", {"side": "5", "variant": "dice"}, "a3 i7", "uct:40", 1, "b3+c3"),
    ("astralis", {"side": "5", "variant": "beeline"}, "a3 i7", "uct:40", 1, "b3+"),
    ("astralis", {"side": "5", "variant": "dispersed-go"}, "e5", "uct:40", 1, "b4"),
    ("abstrakto", {}, "d4", "greedy", 1, "b4"),
    ("abstrakto", {}, "d4 c2n", "uct:100", 1, "a1"),
]


def played(game, settings, moves):
    """Return the position after some moves."""
    position = engine.game(game).begin(settings)
    for move in moves.split():
        position = position.play(move)
    return position


@pytest.mark.parametrize(("game", "settings", "moves", "name", "seed", "move"), CHOICES)
def test_the_same_lot_chooses_the_same_turn(game, settings, moves, name, seed, move):
    position = played(game, settings, moves)
    choice = player(name, game).choose(position, seed=seed)
    assert choice.move == move
    again = engine.game(game).parse(str(position))
    assert choice == player(name, game).choose(again, seed=seed)


@pytest.mark.parametrize(("game", "settings"), SETTINGS)
@pytest.mark.parametrize("name", ["random", "greedy", "uct:30"])
def test_a_choice_tells_turns_and_what_they_are_worth(game, settings, name):
    position = played(game, settings, "")
    for _ in range(2):
        choice = player(name, game).choose(position)
        first = choice.candidates[0]
        assert (choice.move, choice.value) == (first.move, first.value)
        assert choice.playouts == (30 if name == "uct:30" else 0)
        assert len({candidate.move for candidate in choice.candidates}) == len(choice.candidates)
        for candidate in choice.candidates:
            assert 0 <= candidate.value <= 1
            assert candidate.line[0] == position.written(candidate.move) == candidate.move
            follow(position, candidate.line)
        order = [(c.playouts, c.value) for c in choice.candidates]
        assert name == "random" or order == sorted(order, reverse=True)
        position = position.play(choice.move)


def follow(position, line):
    """See that every turn of a line is legal, and written in full."""
    for move in line:
        assert position.written(move) == move
        position = position.play(move)


#: Name of a player -> what is wrong with it.
REFUSED = {
    "uct": "no player 'uct': expected 1 to 1000000 play-outs a turn, like uct:300",
    "uct:0": "no player 'uct:0': expected 1 to 1000000 play-outs a turn, like uct:300",
    "uct:1000001": "no player 'uct:1000001': expected 1 to 1000000 play-outs a turn, like uct:300",
    "greedy:2": "no player 'greedy:2': it takes no number",
    "best": "no player 'best' of astralis; the players are random, greedy, uct:N",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_of_no_player_is_refused(name):
    with pytest.raises(engine.OptionError) as caught:
        player(name, "astralis")
    assert str(caught.value) == REFUSED[name]
    assert caught.value.setting == "player"

"""Players by name: the same choice everywhere, what it tells, and which names there are."""

import pytest

import engine
from engine.play.players import player
from tests.players.test_equal import SETTINGS

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

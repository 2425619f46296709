"""What all games do alike: signs of whose turn it is, ends, texts that are no positions, tags."""

import pytest

import engine
from engine.drawing.writers import svg

#: A start of each game, what a position of it is, and how an end is told after these moves.
STARTS = {
    "aathenuo": ({"seed": "3"}, "three fields, TABLE TURN HANDS, e.g. r"),
    "abstrakto": ({}, "four fields, BLUE ORANGE TURN HANDS, e.g. - - b 555/555"),
    "astralis": ({}, "three fields, ROWS TURN VARIANT, e.g. 3/"),
    "atreya": ({}, "five fields, ARENA TURN MODE PLAYERS SCORES, e.g. r:"),
}


@pytest.mark.parametrize("name", STARTS)
def test_a_sign_at_the_rim_tells_whose_turn_it_is(name):
    game = engine.game(name)
    start = game.begin(STARTS[name][0])
    assert "turn" in game.overlays
    shown = svg.write_text(engine.figure.of(start, show=["turn"]).scene())
    assert 'class="to-move"' in shown
    plain = svg.write_text(engine.figure.of(start, show=list(game.overlays)[:1]).scene())
    assert plain.count('class="to-move"') == shown.count('class="to-move"') - 1


@pytest.mark.parametrize("name", STARTS)
def test_a_text_that_is_no_position_is_told_in_one_form(name):
    game, form = engine.game(name), STARTS[name][1]
    with pytest.raises(engine.NotationError) as caught:
        game.parse("d4 e5")
    assert str(caught.value).startswith(
        f"'d4 e5' is not a position of {game.title}: expected {form}"
    )
    assert caught.value.text == "d4 e5"


def test_printed_numbers_are_read_in_moves_of_atreya():
    start = engine.game("atreya").start()
    assert start.written("2@-1,0") == "g:brgbbb@-1,0" == start.written("#2@-1,0")
    assert start.places("2@-1,0") == ("-1,0",)
    with pytest.raises(
        engine.IllegalMoveError, match=r"tile 17, g:bbbrgr, may lie there in no way"
    ):
        start.play("17@1,0")
    with pytest.raises(engine.InvalidMoveError, match="fits there in 2 ways"):
        start.play("4@-1,0")
    with pytest.raises(engine.InvalidMoveError, match="1 to 168"):
        start.play("999@1,0")
    with pytest.raises(engine.IllegalMoveError, match="the pool has no tile"):
        start.play("1@-1,0")

"""One tile, not 1 tiles: messages with a count agree with the number one."""

import pytest

import engine
from engine.games.aathenuo.parts import describe
from engine.games.aathenuo.tiles import TileSet, surplus
from engine.words import count, listed, plural, times
from generator import cli


def test_counts_and_lists():
    assert [count(n, "tile") for n in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]
    assert [count(n, "hex", "hexes") for n in (0, 1, 2)] == ["0 hexes", "1 hex", "2 hexes"]
    assert [plural(n, "is", "are") for n in (0, 1, 2)] == ["are", "is", "are"]
    assert [times(n) for n in (1, 2, 3)] == ["once", "twice", "3 times"]
    assert [listed("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("aathenuo", "- 1 r1", "1 hand; 2 to 4 players take part"),
        ("aathenuo", "- 2 r1", "player 2 is to move, but there is 1 hand"),
        ("aathenuo", "/".join(["r1"] * 257) + " 1 r2/r3", "the table spans 1 column and 257 rows"),
        ("abstrakto", "- - b 100/555", "blue has 1 tile (0 on the board, 1 left), not 15"),
        ("astralis", "1 y standard", "1 row makes no board"),
        ("astralis", "1/4/5/4/3 y standard", "row 1 from the top has 1 hex, on a board"),
        ("atreya", "b:brgbbb@0,0/g:gggbrg@0,1 r sum rg 0,0", "touches 1 other tile, not"),
    ],
)
def test_positions_that_cannot_be(game, text, words):
    with pytest.raises(engine.InvalidPositionError) as caught:
        engine.game(game).parse(text)
    assert words in str(caught.value)


def test_a_bag_with_one_tile():
    aathenuo = engine.game("aathenuo")
    few = {"colours": 3, "copies": 1, "stars": 0}
    hands = "r1r2r3r4r5r6r7r8g1g2g3g4g5g6g7g8y1y2y3y4y5y6/y7"
    with pytest.raises(engine.InvalidPositionError, match=r"while the bag has 1 tile$"):
        aathenuo.parse(f"- 1-1 {hands}", **few)
    assert "the bag still has 1 tile" in refusal(aathenuo.parse(f"- 1 {hands}", **few), "draw:-")
    with pytest.raises(engine.OptionError, match="players=3, but 1 hand is given"):
        aathenuo.start(hands="r1", players=3)
    with pytest.raises(engine.OptionError, match=r"but the tag Position has 2"):
        aathenuo.from_tags({"Position": "- 1 r1/g1", "Players": "3"})


def refusal(position, move):
    """Return why a move is refused."""
    with pytest.raises(engine.IllegalMoveError) as caught:
        position.play(move)
    return str(caught.value)


def test_sets_of_one():
    assert surplus(["r*"], TileSet(3, 1, 0)) == ("1 tile r*, but the set has 0",)
    aathenuo = engine.game("aathenuo")
    position = aathenuo.parse("- 1 o1/r1", colours=6, copies=1, stars=1)
    assert aathenuo.needs([position]) == (
        "A set of 6 colours with 1 copy and 1 star is needed; the kit has 4 colours, 3 copies, "
        "2 stars.",
    )
    assert describe(TileSet(3, 1, 1)).endswith("1 star each")


def test_commands(tmp_path, capsys):
    path = tmp_path / "one.txt"
    path.write_text('[Game "astralis"]\n\n1. a4\n')
    assert cli.run(["check", str(path)]) == 0
    assert capsys.readouterr().out.endswith("astralis, 1 move, in order\n")
    assert cli.run(["replay", str(path), "-o", str(tmp_path / "one.html")]) == 0
    assert ": 1 move, " in capsys.readouterr().err
    (tmp_path / "tiles.csv").write_text("tile\nb:brgbbb\n")
    cli.run(["verify", "atreya", str(tmp_path / "tiles.csv")])
    assert "1 tile is listed, 168 expected" in capsys.readouterr().out


def test_a_figure_of_one_panel():
    from engine import figure

    one = figure.of(engine.game("atreya").start())
    with pytest.raises(engine.OptionError, match="2 columns for 1 panel; expected 1 to 1"):
        figure.side_by_side([one], columns=2)

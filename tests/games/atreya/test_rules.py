"""Atreya's rules: the readings, every refusal, scores, ends, and what the shortcuts rest on."""

from __future__ import annotations

import os

import pytest

import engine
from engine.play.position import perft
from tests import paths
from tests.cases import lines, some

DATA = paths.DATA / "atreya"
DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"
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


def counts():
    table = [line.rsplit(": ", 1) for line in lines(DATA / "perft.txt")]
    return [(position, list(map(int, figures.split()))) for position, figures in table]


@pytest.mark.parametrize(("text", "figures"), counts())
def test_perft(text, figures):
    position = ATREYA.parse(text)
    for depth, figure in some(enumerate(figures, 1)):
        if DEEP or figure < 600 or text == f"{START} r sum rg 0,0":
            assert perft(position, depth) == figure
    assert perft(position, 0) == 1


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


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"mode": "Sum"}, "mode must be max, sum or dom, not 'Sum'"),
        ({"players": "rr"}, "like rg or rgb, not 'rr'"),
        ({"players": "r"}, "like rg or rgb, not 'r'"),
        ({"players": "rgby"}, "like rg or rgb, not 'rgby'"),
        ({"players": ""}, "like rg or rgb, not ''"),
    ],
)
def test_start_refuses(options, words):
    with pytest.raises(engine.OptionError) as caught:
        ATREYA.start(**options)
    assert words in str(caught.value)
    with pytest.raises(engine.OptionError):
        ATREYA.begin(options)


def test_start_by_tags():
    assert ATREYA.from_tags({}) == ATREYA.start()
    assert ATREYA.from_tags({"Mode": "dom", "Players": "bgr"}) == ATREYA.start(
        mode="dom", players=("b", "g", "r")
    )
    text = f"{START} g max rg 0,0"
    assert ATREYA.from_tags({"Position": text, "Mode": "max"}) == ATREYA.parse(text)
    with pytest.raises(
        engine.OptionError, match="the tag Mode says sum, but the tag Position has max"
    ):
        ATREYA.from_tags({"Position": text, "Mode": "sum"})


# ----------------------------------------------------------------------------- what is refused


#: move: rule broken, words of the reason
REFUSED_AT_START = {
    "b:bbbbbb@1,0": ("1.2", "no half-piece is red or green"),
    "b:bbbbgr@1,0": ("4.1", "the pool has no tile b:bbbbgr left; it lies at 0,0"),
    "r:brrrrg@1,0": ("4.1", "the pool has no tile r:bgrrrr left; it lies at -1,1"),
    "g:rbbggr@0,1": ("4.1", "0,1 is occupied by the tile g:gggbrg"),
    "r:bbrrgg@1,0": ("4.2", "E of 0,0 is blue, W of 1,0 is red; SE of 0,1 is green, NW of 1,0"),
    "r:bbgrrr@1,0": ("4.2", "colours differ: E of 0,0 is blue, W of 1,0 is red"),
    "r:rgbbrr@5,5": ("4.3", "a tile must touch at least two others, but at 5,5 none"),
    "r:ggbbrr@-2,1": ("4.2", "E of -2,1 is green, W of -1,1 is red"),
    "r:rgbbrr@-2,1": ("4.3", "at -2,1 only the one at -1,1"),
    "5,5>r:rgbbrr@1,0": ("4.1", "no tile lies at 5,5"),
    "0,0>r:rgbbrr@1,0": ("4.1", "the tile at 0,0 is b:brgbbb, and however turned or flipped"),
    "0,0>b:brgbbb@0,1": ("4.1", "0,1 is occupied"),
    "-1,1>r:brrrrg@1,0": ("4.5", "the tile at -1,1 is weakly pinned: E is in a closed blue"),
    "0,0>b:brgbbb@0,0": ("4.5", "weakly pinned: NE is in a closed red shape of size 1, NW is in"),
}


@pytest.mark.parametrize("move", REFUSED_AT_START)
def test_refused_at_start(move):
    rule, reason = REFUSED_AT_START[move]
    for method in ("play", "written", "events"):
        with pytest.raises(engine.IllegalMoveError) as caught:
            getattr(ATREYA.start(), method)(move)
        assert (caught.value.rule, caught.value.move) == (rule, move)
        assert reason in caught.value.reason

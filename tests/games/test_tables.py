"""Every game by tables: positions read and refused, moves, starts, perft, and signs of the mover."""

import importlib
import os
import tomllib

import pytest

import engine
from engine.drawing.writers import svg
from engine.play.position import perft
from tests import cases
from tests.cases import columns, pairs, some
from tests.reference import IllegalMove, NotationFault

#: Take minutes to look at the largest numbers of perft.
DEEP = bool(os.environ.get("TILEWRIGHT_DEEP"))


#: The second implementations, which know the tables too.
SLOW = {name: importlib.import_module(f"tests.reference.{name}") for name in engine.names()}


def rows(name, sign="=>"):
    """Return the rows of a table of all games, with the games."""
    return [(g, *row) for g in engine.names() for row in pairs(cases.DATA / g / name, sign)]


@pytest.mark.parametrize(("game", "text", "written"), rows("positions_valid.txt"))
def test_positions_are_read_and_written(game, text, written):
    position = engine.game(game).parse(text)
    assert str(position) == written == SLOW[game].format(SLOW[game].parse(text))
    again = engine.game(game).parse(written)
    assert (again, hash(again), again.turn) == (position, hash(position), position.turn)


@pytest.mark.parametrize(("game", "text", "error"), rows("positions_invalid.txt"))
def test_positions_are_refused_with_every_fault(game, text, error):
    kind, _, words = error.partition(": ")
    parts = words.split(" | ")
    with pytest.raises(engine.GameError) as caught:
        engine.game(game).parse(text)
    assert type(caught.value).__name__ == kind
    for part in some(parts):
        assert part in str(caught.value)
    if kind == "InvalidPositionError" and game != "aathenuo":  # whose table names faults in parts
        assert len(caught.value.faults) == len(parts), caught.value.faults
        for fault, part in zip(caught.value.faults, parts, strict=True):
            assert fault == part if game == "astralis" else part in fault


#: Texts that are no moves, very long ones too, with words of what is said of them.
NO_MOVES = [
    *(
        (game, known["position"], text, words)
        for game in engine.names()
        for known in [tomllib.loads((cases.DATA / game / "no_moves.toml").read_text("utf-8"))]
        for text, words in known["texts"].items()
    ),
    ("abstrakto", "- - b 555/555", "d" + "4" * 5000, "-- for a pass"),
    ("aathenuo", "r3,r4,r5 1 r2/y1", "+r3@1,0;" * 3000, ""),
    ("atreya", str(engine.game("atreya").start()), "b:brgbbb@1," + "9" * 10_000, "-9999 to 9999"),
]


@pytest.mark.parametrize(("game", "position", "text", "words"), NO_MOVES, ids=range(len(NO_MOVES)))
def test_texts_that_are_no_moves(game, position, text, words):
    with pytest.raises(engine.InvalidMoveError) as caught:
        engine.game(game).parse(position).play(text)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(("game", "text", "counts"), rows("perft.txt", ": "))
def test_perft(game, text, counts):
    position = engine.game(game).parse(text)
    usual = text == str(engine.game("atreya").start())
    for depth, count in some(enumerate(map(int, counts.split()), 1)):
        if DEEP or game != "atreya" or count < 600 or usual:
            assert perft(position, depth) == count
    assert perft(position, 0) == 1


def table(name):
    """Return the rows of tables in columns, with the games that have such a table."""
    files = {game: cases.DATA / game / name for game in engine.names()}
    return [(g, *row) for g, file in files.items() if file.exists() for row in columns(file)]


ILLEGAL = table("moves_illegal.txt")


@pytest.mark.parametrize(("game", "position", "move", "rule", "words"), ILLEGAL)
def test_illegal_moves(game, position, move, rule, words):
    if "256" not in words:  # no rule limits tables, but this machine's memory
        with pytest.raises((IllegalMove, NotationFault)):
            SLOW[game].play(SLOW[game].parse(position), move)
    position = engine.game(game).parse(position)
    for ask in (position.play, position.written):
        with pytest.raises(engine.IllegalMoveError) as caught:
            ask(move)
        assert not isinstance(caught.value, engine.InvalidMoveError)
        assert (caught.value.rule, caught.value.move) == (rule, move)
        reason = caught.value.reason
        assert reason == words[1:] if words.startswith("=") else words in reason


@pytest.mark.parametrize("row", table("events.txt"), ids=str)
def test_events(row):
    game, text, moves, *sentences = row
    *before, last = moves.split()
    position = engine.game(game).parse(text)
    for move in before:
        position = position.play(move)
    assert [event.sentence() for event in position.take_turn(last).events] == sentences


SMALL_DICE = "3/4/5/4/3 y dice"
MAX = f"{str(engine.game('atreya').start()).split()[0]} g max rg 0,0"

#: Tags of a record, and the position that it starts from.
TAGS = [
    ("astralis", {}, {}),
    ("astralis", {"Side": "7", "Variant": "beeline"}, {"side": 7, "variant": "beeline"}),
    ("astralis", {"Position": SMALL_DICE}, SMALL_DICE),
    ("astralis", {"Position": SMALL_DICE, "Side": "3", "Variant": "dice"}, SMALL_DICE),
    ("abstrakto", {"Hands": "663/366"}, "- - b 663/366"),
    ("aathenuo", {"Hands": "r1b2/y*y5"}, "- 1 r1b2/y*y5"),
    ("atreya", {}, {}),
    ("atreya", {"Mode": "dom", "Players": "bgr"}, {"mode": "dom", "players": ("b", "g", "r")}),
    ("atreya", {"Position": MAX, "Mode": "max"}, MAX),
]


@pytest.mark.parametrize(("name", "tags", "start"), TAGS)
def test_starts_by_tags(name, tags, start):
    game = engine.game(name)
    position = game.parse(start) if isinstance(start, str) else game.start(**start)
    assert game.from_tags(tags) == position


#: Settings of a start, or tags of a record, and words of what is wrong with them.
REFUSED = [
    (
        "astralis",
        {"Position": SMALL_DICE, "Side": "8"},
        "tag Side says 8, but the tag Position has 3",
    ),
    ("astralis", {"Position": SMALL_DICE, "Variant": "beeline"}, "the tag Variant says beeline"),
    ("astralis", {"Side": "big"}, "side must be a whole number from 3 to 13, not 'big'"),
    ("atreya", {"Position": MAX, "Mode": "sum"}, "tag Mode says sum, but the tag Position has max"),
    ("atreya", {"mode": "Sum"}, "mode must be max, sum or dom, not 'Sum'"),
    *(("atreya", {"players": p}, f"like rg or rgb, not '{p}'") for p in ("rr", "r", "rgby", "")),
    ("aathenuo", {}, "a start needs a seed"),
    ("aathenuo", {"players": 1, "seed": 1}, "players must be 2 to 4, not 1"),
    ("aathenuo", {"players": 5, "seed": 1}, "players must be 2 to 4, not 5"),
    ("aathenuo", {"seed": "7"}, "seed must be a whole number"),
    ("aathenuo", {"seed": 1, "colours": 9}, "colours must be"),
    (
        "aathenuo",
        {"seed": 1, "colours": 3, "copies": 1, "stars": 0},
        "draw 40 tiles at the start, but the set has 24",
    ),
    ("aathenuo", {"players": 3, "hands": "r1/r2"}, "players=3, but 2 hands are given"),
    ("abstrakto", {"hands": "555/556"}, "orange has 16 tiles"),
    ("abstrakto", {"hands": "555/554"}, "orange has 14 tiles"),
    ("abstrakto", {"hands": "753/555"}, "blue has 7 Solids"),
    ("abstrakto", {"hands": "465/276"}, "orange has 7 Lines"),
    *(
        ("abstrakto", {"hands": hands}, "like 555/663")
        for hands in ("555", "5 5 5/555", "", "555/555\n", "５55/555")
    ),
]


@pytest.mark.parametrize(("name", "settings", "words"), REFUSED, ids=range(len(REFUSED)))
def test_starts_are_refused(name, settings, words):
    game = engine.game(name)
    ways = [lambda: game.start(**settings)]
    if any(tag[0].isupper() for tag in settings):
        ways = [lambda: game.from_tags(settings)]
    elif name in ("abstrakto", "atreya"):
        tags = {option.capitalize(): text for option, text in settings.items()}
        ways += [lambda: game.begin(settings), lambda: game.from_tags(tags)]
    for start in ways:
        with pytest.raises(engine.OptionError) as caught:
            start()
        assert words in str(caught.value)


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

"""What a page is answered: the picture, what may be picked, what came of it; records and sheets.

A hostile question has an error of one line for an answer. Picks lead to the legal moves, to every one of
them and to no other; TILEWRIGHT_DEEP=1 walks ten thousand times in every game.
"""

from __future__ import annotations

import json
import os
import shlex
from base64 import b64decode
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

import engine
from engine.drawing import theme as themes
from engine.play.position import Position
from generator import cli
from generator.playing import answer
from tests import records
from tests.cases import DATA, columns, some

#: Games with their settings; boards are small where all may be.
GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("aathenuo", {"players": "2", "seed": "7"}),
    ("aathenuo", {"hands": "r2r3r4y4/b1b2b3y1"}),
    ("abstrakto", {}),
    ("abstrakto", {"seed": "5"}),
    *(("astralis", {"side": "4", "variant": v}) for v in ("standard", "simplified", "dice")),
    ("astralis", {"side": "4", "variant": "beeline"}),
    ("astralis", {"side": "3", "variant": "dispersed-go"}),
    ("atreya", {"mode": "max", "players": "rgb"}),
    ("atreya", {"mode": "sum"}),
    ("atreya", {"mode": "dom", "players": "gb"}),
)

#: A turn of free rearranging that is not found in so many picks is given up.
_PICKS = 8


def asked(game: str, settings: dict[str, str], **more: Any) -> dict[str, Any]:
    """Return a question about a game."""
    return {"game": game, "settings": [list(pair) for pair in settings.items()], **more}


def names(shown: dict[str, Any]) -> list[str]:
    """Return what an answer lets one pick."""
    return [one["at"] for one in shown["places"]] + [
        one["at"] for one in shown["pieces"] if one["enabled"]
    ]


def played(game: str, settings: dict[str, str], seed: int, moves: int) -> dict[str, Any]:
    """Return the answer after a game of picks by chance, so many moves long at most."""
    rng = Random(seed)
    shown = answer(asked(game, settings))
    while not shown["over"] and len(shown["moves"]) < moves:
        picks, typed = shown["picks"], ""
        if shown["move"] and (not names(shown) or rng.random() < 0.7):
            typed = shown["move"]
        elif len(picks) >= _PICKS:
            picks = ["draw"]
        else:
            picks = [*picks, rng.choice(names(shown))]
        shown = answer(asked(game, settings, moves=shown["moves"], picks=picks, typed=typed))
        assert "error" not in shown, shown
    return shown


#: Clicks from the start, with the moves they make, what is said and what is asked next.
CLICKS = [
    (
        ("astralis", {"side": "4"}),
        [["a2"], ["g5"], ["c2", "d3"]],
        ["a2", "g5", "c2+d3"],
        "Yellow flies from a2 to c2. Yellow puts a planet on d3.",
        "Cyan: choose where your ship goes.",
    ),
    (
        ("astralis", {"side": "4", "variant": "beeline"}),
        [["a2"], ["g5"], ["c2", "d2"]],
        ["a2", "g5", "c2+"],
        "Yellow flies from a2 to c2. Yellow puts a flower on d2.",
        "Cyan: choose where your bee goes.",
    ),
    (
        ("astralis", {"side": "4", "variant": "dispersed-go"}),
        [["d4"], ["--"]],
        ["d4", "--"],
        "Cyan passes.",
        "Yellow: choose a hex for a planet, or pass.",
    ),
    (
        ("abstrakto", {}),
        [["d4"], ["f6e"]],
        ["d4", "f6e"],
        "Orange puts a Line on f6e.",
        "Blue: choose a cell for a Solid, an edge for a Line or a corner for a Cross.",
    ),
    (
        ("atreya", {}),
        [["-1,0", "b:bbgrbr", "b:brgbbr"]],
        ["b:brgbbr@-1,0"],
        "Red places a blue tile at -1,0.",
        "Green: choose a free cell for a new tile, or a tile to move.",
    ),
    (
        ("aathenuo", {"hands": "r2r3r4y4/b1b2b3y1"}),
        [["1:r2", "0,0", "1:r3", "1,0", "1:r4", "2,0", None], ["draw"]],
        ["+r2@0,0;+r3@1,0;+r4@2,0", "draw:r6"],
        "Player 2 draws a tile.",
        "Player 1: choose a tile of your hand or the table, or draw.",
    ),
]


@pytest.mark.parametrize(("start", "turns", "moves", "told", "prompt"), CLICKS)
def test_clicks_play(start, turns, moves, told, prompt):
    shown = answer(asked(*start))
    for turn in some(turns):
        picks = [pick for pick in turn if pick]
        for k in some(range(len(picks))):
            assert picks[k] in names(shown), picks[k]
            more = {"moves": shown["moves"], "picks": picks[: k + 1]}
            shown = answer(asked(*start, **more))
        if turn[-1] is None:  # a turn that may go on is played when that is said
            assert shown["picks"] == picks
            shown = answer(asked(*start, **more, typed=shown["move"]))
    assert (shown["moves"], shown["picks"]) == (moves, [])
    assert (shown["told"].partition(" The area")[0], shown["prompt"]) == (told, prompt)


@pytest.mark.parametrize(("game", "settings"), GAMES)
def test_a_whole_game_by_picks_whose_record_is_in_order_and_opens_again(game, settings):
    shown = played(game, settings, seed=2, moves=9)
    position = engine.game(game).begin(settings)
    for move in some(shown["moves"]):
        position = position.play(move)
    assert shown["position"] == str(position)
    assert shown["over"] == position.is_over
    assert shown["winners"] == position.winners()
    assert [one["score"] for one in shown["players"]] == list(position.scores().values())
    assert len(shown["list"]) == len(shown["moves"])
    json.dumps(shown)
    text = answer(asked(game, settings, ask="record", moves=shown["moves"]))["text"]
    record = engine.record.loads(text)
    assert engine.record.check(record) == []
    assert list(record.moves) == shown["moves"]
    opened = answer({"ask": "load", "text": text})
    assert (opened["game"], dict(opened["settings"])) == (game, settings)
    assert opened["moves"] == shown["moves"]
    again = answer(asked(game, settings, moves=opened["moves"]))
    assert again["position"] == shown["position"]


# ------------------------------------------------------------------------------ typed moves


@pytest.mark.parametrize(
    ("game", "typed", "moves", "wrong"),
    [
        ("astralis", "c2+d3", ["a2", "g5", "c2+d3"], ""),
        ("astralis", " c2 ", ["a2", "g5", "c2"], ""),
        (
            "astralis",
            "g5",
            ["a2", "g5"],
            "Illegal move 'g5': g5 is not in a straight line from the ship on a2 (rule 4.1)",
        ),
        ("astralis", "zzz", ["a2", "g5"], "Not a move"),
        ("abstrakto", "e4w", ["d4e"], ""),
        ("abstrakto", "a7ne", [], "Illegal move 'a7ne': a7ne is not a place for a tile"),
        (
            "atreya",
            "r:brgbbg@9,9",
            [],
            "Illegal move 'r:brgbbg@9,9': a tile must touch at least two others",
        ),
    ],
)
def test_moves_may_be_typed(game, typed, moves, wrong):
    before = ["a2", "g5"] if game == "astralis" else []
    settings = {"side": "4"} if game == "astralis" else {}
    shown = answer(asked(game, settings, moves=before, typed=typed))
    assert shown["moves"] == moves
    assert shown["wrong"].startswith(wrong)
    assert bool(shown["wrong"]) == bool(wrong)


# ------------------------------------------------------------------------------ looking back


def test_a_page_looks_back_and_goes_on_from_there():
    moves = ["d4", "f6e", "b2"]
    assert len(answer(asked("abstrakto", {}, moves=moves))["list"]) == 3
    back = answer(asked("abstrakto", {}, moves=moves[:1]))
    assert (back["position"], len(back["list"])) == ("d4 - o 455/555", 1)
    assert back["told"].startswith("Blue puts a Solid on d4. ")
    on = answer(asked("abstrakto", {}, moves=moves[:1], picks=["a1"]))
    assert on["moves"] == ["d4", "a1"]


# ------------------------------------------------------------------------------ hidden hands


@pytest.mark.parametrize("viewer", ["1", "2", "", "9", None])
def test_a_viewer_sees_nothing_of_hands_but_the_own(viewer):
    """The same answer to all that the viewer may not know."""
    seen = []
    for hands, drawn in (("r2r3y4/b1b2y1", "b7"), ("r2r3y4/b5b6y8", "b7"), ("r5r6y8/b1b2y1", "b8")):
        own = {"1": 0, "2": 1}.get(viewer or "", 0)
        settings = {"hands": hands}
        moves = [f"draw:{drawn}", "draw:g1"]
        shown = answer(asked("aathenuo", settings, moves=moves, viewer=viewer))
        kept = {key: shown[key] for key in ("svg", "places", "pieces", "told", "list")}
        seen.append((hands.split("/")[own] + (drawn if own == 0 else "g1"), kept))
    hidden = viewer in ("", "9")
    alike = [(one, other) for one in seen for other in seen if hidden or one[0] == other[0]]
    assert len(alike) > len(seen)
    for one, other in alike:
        assert one[1] == other[1]


# ------------------------------------------------------------------- what is known before a game


def test_games_tell_whose_they_are_and_what_may_be_set():
    told = answer({"ask": "games"})
    assert [one["name"] for one in told["games"]] == list(engine.names())
    assert told["themes"] == list(themes.names())
    for one in told["games"]:
        assert all(one[key] for key in ("title", "designer", "source", "terms", "players"))
        lots = {option["name"]: "1" for option in one["options"] if option["lot"]}
        for option in some(one["options"]):
            assert option["kind"] == "choice" or not option["choices"]
            for choice in option["choices"]:
                begun = answer(asked(one["name"], {**lots, option["name"]: choice}))
                assert "error" not in begun, (option, choice)


@pytest.mark.parametrize("game", engine.names())
def test_a_level_thinks_of_a_legal_turn(game):
    settings = {"seed": "1"} if game == "aathenuo" else {}
    known = asked(game, settings, ask="think", player="level:1", seed=3)
    made = answer(known)
    assert set(made) == {"move"}, made
    assert made == answer(known)
    assert answer(asked(game, settings, typed=made["move"]))["wrong"] == ""


@pytest.mark.parametrize(
    ("settings", "drawn", "openly"),
    [
        ({"players": "2", "seed": "9"}, "draw:y2", "draw"),
        ({"players": "2", "seed": "9"}, "draw:y3", "draw:y3"),  # of a record: no seed tells it
        ({"hands": "r2/b1"}, "draw:b7", "draw:b7"),
    ],
)
def test_an_address_does_not_tell_what_was_drawn(settings, drawn, openly):
    assert answer(asked("aathenuo", settings, moves=[drawn]))["open"] == [openly]


@pytest.mark.parametrize(
    ("settings", "typed", "drawn"),
    [
        ({"players": "2", "seed": "5"}, "draw", "draw:b6"),
        ({"players": "2", "seed": "5"}, "draw:r1", "draw:b6"),
        ({"hands": "r2/b1"}, "draw:r1", "draw:r1"),
    ],
)
def test_a_seed_decides_what_is_drawn_whatever_is_typed(settings, typed, drawn):
    assert answer(asked("aathenuo", settings, typed=typed))["moves"] == [drawn]


# -------------------------------------------------------------------------------- records, sheets


@pytest.mark.parametrize("name", records.FILES)
def test_any_record_opens(name):
    record = records.named(name)
    opened = answer({"ask": "load", "text": records.FILES[name].read_text("utf-8")})
    assert [turn.written for turn in record.turns()] == opened["moves"]
    known = {"settings": opened["settings"], "moves": opened["moves"]}
    shown = answer({"game": opened["game"], **known})
    assert shown["position"] == str([*record.positions()][-1])
    text = answer({"ask": "record", "game": opened["game"], **known})["text"]
    assert engine.record.check(engine.record.loads(text)) == []


KITS = [
    {"game": "abstrakto"},
    {"game": "abstrakto", "paper": "a3", "theme": "mono", "only": ["board", "screen"]},
    {"game": "aathenuo", "paper": "letter", "duplex": "fold", "only": ["tiles"]},
    {"game": "astralis", "duplex": "none", "theme": "classic", "paper": "a4"},
]


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit["game"])
def test_the_command_makes_the_same(kit, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shown = answer({"ask": "print", "pdf": True, **kit})
    program, *words = shlex.split(shown["command"])
    assert (program, cli.run([*words, "--format", "pdf,svg"])) == ("tilewright", 0)
    folder = tmp_path / "output"
    assert b64decode(shown["pdf"]) == (folder / f"{kit['game']}.pdf").read_bytes()
    sheets = sorted(path.read_text() for path in folder.glob("*.svg"))
    assert sorted(page["svg"] for page in shown["pages"]) == sheets
    assert [note in capsys.readouterr().err for note in shown["notes"][:1]] == [True]
    named = [part["name"] for part in shown["components"]]
    assert set(kit.get("only", ())) <= set(named)


@pytest.mark.parametrize(("question", "error"), columns(DATA / "questions_refused.txt"))
def test_what_is_wrong_is_told_in_a_line(question, error):
    told = answer(json.loads(question, strict=False))
    assert set(told) == {"error"}
    assert told["error"].startswith(error)
    assert "\n" not in told["error"]
    assert len(told["error"]) <= 500


WORDS = st.sampled_from(
    ["", "d4", "a2", "draw", "hand", "--", "0,0", "1:r2", "r:brgbbg@-1,0", "é\u202e\x00", "9" * 30]
)
ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
ASKED = st.fixed_dictionaries(
    {"game": st.sampled_from(["astralis", "abstrakto", "atreya", "aathenuo"])},
    optional={
        "ask": st.sampled_from(["position", "ghost", "record", "load", "how"]) | ANY,
        "settings": st.just([["seed", "1"]]) | st.just([]) | ANY,
        "moves": st.lists(WORDS, max_size=3) | ANY,
        "picks": st.lists(WORDS, max_size=4) | ANY,
        **dict.fromkeys(("typed", "theme", "viewer", "text"), WORDS | ANY),
        **dict.fromkeys(("pdf",), ANY),
    },
)


@tries(max_examples=80)
@given(ASKED)
def test_any_question_has_an_answer(question):
    told = answer(question)
    json.dumps(told)
    assert "\n" not in told.get("error", "")


#: Walks of a game, shared by its settings.
WALKS = 10_000 if os.environ.get("TILEWRIGHT_DEEP") == "1" else 60


def start(game, settings):
    return engine.game(game).begin(settings)


def walk(position: Position, rng: Random) -> str | None:
    """Return the move that picks by chance make, None where they make none in a while."""
    picked: tuple[str, ...] = ()
    made = position.draft(picked)
    while len(picked) < 10:
        if made.move and (not made.choices or rng.random() < 0.5):
            return made.move
        assert made.choices, (str(position), picked)
        picked = (*picked, rng.choice(made.choices))
        made = position.draft(picked)
    return None


@pytest.mark.parametrize(("game", "settings"), GAMES)
def test_picks_by_chance_make_legal_moves(game, settings):
    rng, position = Random(3), start(game, settings)
    moves = set()
    for _ in range(WALKS // [name for name, _ in GAMES].count(game) + 1):
        move = walk(position, rng) or "draw"
        turn = position.take_turn(move, rng=rng)
        position = turn.after
        moves.add(turn.written)
        if position.is_over or rng.random() < 0.02:
            position = start(game, settings)
    assert len(moves) > 1


def ends(position: Position, picked: tuple[str, ...] = ()) -> set[str]:
    """Return all moves that picks beginning like these can make."""
    made = position.draft(picked)
    further = (ends(position, (*picked, name)) for name in made.choices)
    return set().union({made.move} - {None}, *further)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("abstrakto", "d4 f6e b 455/545"),
        ("astralis", "4/5/6/7/6/5/4 y standard"),
        ("astralis", "1c2/5/6/7/6/1yY2/4 c standard"),
        ("astralis", "1c2/5/6/7/6/1yY2/4 y beeline"),
        ("astralis", "1Y2/5/3C2/7/6/5/4 c dispersed-go"),
        ("astralis", "3/4/5/4/1y1 c dice"),
    ],
)
def test_picks_lead_to_every_legal_move_and_no_other(game, text):
    position = engine.game(game).parse(text)
    assert ends(position) == {str(move) for move in position.legal_moves()}

"""A hostile question has an error of one line for an answer, whatever it is."""

import json

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from generator.playing import answer
from tests.playing.games import asked

TWO = '[Game "abstrakto"]\n\n1. d4\n\n[Game "abstrakto"]\n\n1. a1 a1\n'

BAD = [
    ([], "a question must be a JSON object"),
    ({}, "unknown game ''"),
    ({"ask": "everything"}, "'everything' cannot be asked; expected one of position, games"),
    ({"game": "chess"}, "unknown game 'chess'"),
    ({"game": ["astralis"]}, "'game' must be a text"),
    (asked("astralis", {"side": "99"}), "option side=99: side must be a whole number"),
    (asked("astralis", {"colour": "red"}), "astralis has no option 'colour'"),
    (asked("astralis", {"position": "x"}), "'x' is not a position of Astralis"),
    ({"game": "abstrakto", "settings": [["turn"]]}, "'settings' must be a list of pairs"),
    (asked("abstrakto", {}, moves="d4"), "'moves' must be a list of texts"),
    (asked("abstrakto", {}, moves=[None]), "'moves' must be a list of texts"),
    (asked("abstrakto", {}, moves=["d4", "d4"]), "move 2: illegal move 'd4': it overlaps"),
    (asked("abstrakto", {}, picks=["z9"]), "'z9' cannot be picked here"),
    (asked("abstrakto", {}, ghost="z9"), "'z9' cannot be picked here"),
    (asked("abstrakto", {}, at=-1), "'at' must be a whole number"),
    (asked("abstrakto", {}, theme="../../etc/passwd.toml"), "no theme '../../etc/passwd.toml'"),
    (asked("abstrakto", {}, ask="think", player="uct:-1"), "no player 'uct:-1'"),
    (asked("atreya", {"position": "r:rrrbgg@0,0/" * 500}), "'r:rrrbgg@0,0/r:"),
    (asked("aathenuo", {}), "a start needs a seed"),
    (asked("aathenuo", {"seed": "1" * 50}), "option seed="),
    # sheets
    *(
        ({"ask": "print", **wrong}, error)
        for wrong, error in (
            ({"game": "chess"}, "unknown game 'chess'"),
            ({"game": "atreya", "paper": "a9"}, "no paper 'a9'; it can be a3, a4"),
            ({"game": "atreya", "theme": "/etc/passwd"}, "no theme '/etc/passwd'; the themes are"),
            (
                {"game": "atreya", "only": ["board"]},
                "atreya has no component 'board'; it has tiles",
            ),
            ({"game": "atreya", "duplex": "x"}, "no duplex 'x'; it can be long, short, fold, none"),
            ({"game": "atreya", "only": "tiles"}, "'only' must be a list of texts"),
        )
    ),
    # records
    *(
        ({"ask": "load", "text": text, "number": number}, error)
        for text, number, error in (
            ("", 1, "the text holds 0 games; there is no game 1"),
            (TWO, 2, "line 7, column 7: illegal move 'a1': "),
            ('[Game "chess"]\n', 1, "line 1, column 1: unknown game 'chess'"),
            ('[Game "abstrakto"]\n[Hands "999/555"]\n', 1, "line 2, column 1: impossible hands"),
            ("d4", 1, "line 1, column 1: a record begins with its tags"),
        )
    ),
]


@pytest.mark.parametrize(("question", "error"), BAD, ids=range(len(BAD)))
def test_what_is_wrong_is_told_in_a_line(question, error):
    told = answer(question)
    assert set(told) <= {"error", "moves"}
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
        "ask": st.sampled_from(["position", "record", "load", "how"]) | ANY,
        "settings": st.just([["seed", "1"]]) | st.just([]) | ANY,
        "moves": st.lists(WORDS, max_size=3) | ANY,
        "picks": st.lists(WORDS, max_size=4) | ANY,
        **dict.fromkeys(("typed", "theme", "viewer", "ghost", "text"), WORDS | ANY),
        **dict.fromkeys(("done", "at", "number"), ANY),
    },
)


@tries(max_examples=80)
@given(ASKED)
def test_any_question_has_an_answer(question):
    told = answer(question)
    json.dumps(told)
    assert "\n" not in told.get("error", "")

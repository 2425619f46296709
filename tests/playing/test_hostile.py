"""A hostile question has an error of one line for an answer, whatever it is."""

import json

import pytest
from hypothesis import given
from hypothesis import settings as tries
from hypothesis import strategies as st

from generator.playing import answer
from tests.cases import columns
from tests.paths import DATA


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

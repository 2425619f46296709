"""The fuzzer itself, and every reader tried with a few inputs; ``make fuzz`` tries many."""

import random

import pytest

pytest.importorskip("resource", reason="what inputs take is measured as POSIX does")

from engine import OptionError
from tests.fuzz.fuzzing import fuzz
from tests.fuzz.mutations import MUTATIONS, mutated
from tests.fuzz.targets import TARGETS, Target

CHEAP = [target for target in TARGETS if not target.costly]


@pytest.mark.parametrize("target", CHEAP, ids=lambda target: target.name)
def test_readers_hold(target):
    session = fuzz(target, seed=2, inputs=60)
    assert session.inputs == 60
    assert not session.failures


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
@pytest.mark.parametrize("data", [b"", b"a,", b"12 ab\n3,4\n" * 9])
def test_mutations_take_any_input(mutation, data):
    made = [mutation(random.Random(seed), data, [b"xyz"]) for seed in range(60)]
    assert data == b"" or any(one != data for one in made)


def test_mutated_inputs_are_no_longer_than_asked():
    rng = random.Random(3)
    assert all(len(mutated(rng, b"abc 1" * 50, [], 100)) <= 100 for _ in range(200))


def _wrong(kind: str):
    def check(data: bytes) -> None:
        if kind == "raises":
            raise KeyError("x")
        if kind == "disagrees":
            assert data == b"", "not the same"
        if kind == "hangs":
            while True:
                pass
        if kind == "swells":
            assert bytearray(600 * 2**20)[::4096]
        raise OptionError("refused")

    return check


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("raises", "KeyError: 'x'"),
        ("disagrees", "AssertionError: not the same"),
        ("hangs", "_Stopped: stopped after 0.25 s"),
        ("swells", " MiB"),
    ],
)
def test_wrong_answers_are_failures(kind, said):
    seconds = 0.05 if kind == "hangs" else 5.0
    target = Target("bad", _wrong(kind), lambda: [b"data"], seconds=seconds, mebibytes=200)
    session = fuzz(target, seed=1, inputs=1)
    assert [said in failure.what for failure in session.failures] == [True]
    assert session.failures[0].data == b"data"


def test_a_refusal_is_an_answer():
    target = Target("good", _wrong(""), lambda: [b"data"])
    session = fuzz(target, seed=1, inputs=30)
    assert (session.inputs, session.refused, session.failures) == (30, 30, [])
    assert len(session.kept) == 1

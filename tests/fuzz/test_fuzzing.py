"""The fuzzer itself, and every reader tried with a few inputs; ``make fuzz`` tries many."""

import mmap
import os
import random

import pytest

pytest.importorskip("resource", reason="what inputs take is measured as POSIX does")

from engine import OptionError
from tests.cases import some
from tests.fuzz import corpus
from tests.fuzz.fuzzing import Session, fuzz
from tests.fuzz.mutations import MUTATIONS, mutated
from tests.fuzz.target import Target
from tests.fuzz.targets import TARGETS

#: What is tried here; the gate's ``make fuzz`` tries all.
CHEAP = [target for target in TARGETS if not target.apart]

#: Python warns of a fork where there are threads, which those of the test runner are.
pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")


#: Of these an input is verified whole, which takes up to two seconds.
WHOLE = ("svg", "pdf", "picture", "table")


@pytest.mark.parametrize("target", CHEAP, ids=lambda target: target.name)
def test_readers_hold(target):
    inputs = 10 if target.name in WHOLE else 40
    session = fuzz(target, seed=2, inputs=inputs, grown=corpus.load(target.name))
    assert session.inputs == inputs
    assert not session.failures


def test_names_are_of_one_target_each():
    names = [target.name for target in TARGETS]
    assert sorted(set(names)) == sorted(names)
    assert len(CHEAP) < len(names)


def test_what_is_kept_is_short_and_of_a_target():
    names = {target.name for target in TARGETS}
    for path in some(corpus.FOLDER.iterdir()):
        assert path.stem in names
        kept = corpus.load(path.stem)
        assert 0 < len(kept) <= corpus.MOST
        assert all(len(data) <= corpus.LONGEST for data in kept)


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
        if kind == "ends":
            os._exit(3)
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
@pytest.mark.parametrize("apart", [False, True])
def test_wrong_answers_are_failures(kind, said, apart):
    seconds = 0.05 if kind == "hangs" else 5.0
    target = Target("bad", _wrong(kind), lambda: [b"data"], 9, seconds, mebibytes=200, apart=apart)
    session = fuzz(target, seed=1, inputs=1)
    assert [said in failure.what for failure in session.failures] == [True]
    assert session.failures[0].data == b"data"


def test_the_end_of_its_process_is_a_failure():
    target = Target("bad", _wrong("ends"), lambda: [b"data"], apart=True)
    session = fuzz(target, seed=1, inputs=1)
    assert [failure.what for failure in session.failures] == [
        "its process ends by 768, late: False"
    ]


@pytest.mark.parametrize("apart", [False, True])
def test_memory_is_measured_for_each_input_anew(apart):
    def check(data: bytes) -> None:
        # Memory of its own: what tests before gave back may be handed out again.
        with mmap.mmap(-1, len(data) * 2**20) as taken:
            for at in range(0, len(taken), mmap.PAGESIZE):
                taken[at] = 1

    target = Target("large", check, lambda: [b"x" * 90], apart=apart)
    first, second = Session(target), Session(target)
    first.try_one(b"x" * 90)
    second.try_one(b"x" * 50)
    assert 85 < first.largest < 120
    assert 45 < second.largest < 80


def test_a_refusal_is_an_answer():
    target = Target("good", _wrong(""), lambda: [b"data"])
    session = fuzz(target, seed=1, inputs=30)
    assert (session.inputs, session.refused, session.failures) == (30, 30, [])
    assert [*session.kept] == ["refused: OptionError refused"]


def test_what_has_grown_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(corpus, "FOLDER", tmp_path / "corpus")
    session = Session(Target("mine", _wrong(""), lambda: [b"data"]))
    session.kept = {"one": b"\xff\0", "two": "aé".encode(), "three": b"x" * (corpus.LONGEST + 1)}
    corpus.grow(session)
    assert corpus.load("mine") == [b"\xff\0", "aé".encode()]
    assert corpus.load("other") == []

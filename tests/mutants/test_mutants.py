"""The runner of mutants: planted faults are found where a test looks, and listed where none does."""

from textwrap import dedent

import pytest

pytest.importorskip("resource", reason="mutants run in forked processes, under POSIX limits")

from tests.mutants import running
from tests.mutants.__main__ import line, mutants
from tests.mutants.kept import Equivalents
from tests.mutants.mutations import mutants_of
from tests.mutants.running import recorded, verdicts
from tests.mutants.subjects import subjects
from tests.paths import ROOT

SOURCE = '''
"""A module to mutate."""

LIMIT = 3


def is_many(number: int) -> bool:
    """Tell whether a number is beyond the limit."""
    return number > LIMIT


def first(values):
    while True:
        for value in values:
            if value:
                break
        return value


def unasked(number):
    return -number
'''

TESTS = """
from planted import first, is_many


def test_many():
    assert is_many(4)
    assert not is_many(2)


def test_first():
    assert first([0, 5, 6]) == 5
"""


HANGING = """
def down(number):
    while number:
        number -= 1
    return number
"""


def made(folder, source):
    path = folder / "planted.py"
    path.write_text(dedent(source), "utf-8")
    return path


@pytest.mark.parametrize(
    ("source", "mutations"),
    [
        ("x = a < b", ["a < b → a <= b", "a < b → a >= b"]),
        (
            "x = a < 0.5 * b",
            [
                "a < 0.5 * b → a >= 0.5 * b",
                "a < 0.5 * b → a < 0.5 + b",
                "a < 0.5 * b → a < 1.25 * b",
            ],
        ),
        ("x = a < 0.0", ["a < 0.0 → a <= 0.0", "a < 0.0 → a >= 0.0", "a < 0.0 → a < 0.5"]),
        (
            "A, B = 0.5, 3\nx = a < A",
            [
                "(0.5, 3) → (1.25, 3)",
                "(0.5, 3) → (0.5, 4)",
                "(0.5, 3) → (0.5, 2)",
                "a < A → a >= A",
            ],
        ),
        ("A = 3\nx = a < A", ["3 → 4", "3 → 2", "a < A → a <= A", "a < A → a >= A"]),
        ("b.spend(20 * n)", ["b.spend(20 * n) → (removed)"]),
        ("x = a == b", ["a == b → a != b"]),
        ("x = a in b", ["a in b → a not in b"]),
        ("x = a is None", ["a is None → a is not None"]),
        ("x = a == b is c", ["a == b is c → a != b is c", "a == b is c → a == b is not c"]),
        ("x = a and b", ["a and b → a or b"]),
        ("x = not a", ["not a → a"]),
        ("x = -a + b", ["-a + b → -a - b", "-a + b → a + b"]),
        ("x = a // b", ["a // b → a * b"]),
        ("x += y", ["x += y → (removed)", "x += y → x -= y"]),
        ("x = 0", ["0 → 1"]),
        ("x = 2.5", ["2.5 → 4.25"]),
        ("x = True", ["True → False"]),
        ("x = range(3)", ["range(3) → range(4)", "range(3) → range(2)"]),
        ("x = 'sum'", ["'sum' → '?um'"]),
        ("x = 'No such thing'", []),
        ("x = f'{a} is {-b}'", ["f'{a} is {-b}' → f'{a} is {b}'"]),
        ("x = a if b else c", ["a if b else c → a if not b else c"]),
        ("if a:\n  b.c = 1", ["a → not a", "b.c = 1 → (removed)", "1 → 2", "1 → 0"]),
        ("x = [a for a in b if a]", ["a → not a"]),
        ("x = min(a)", ["min(a) → max(a)"]),
        ("x = a.startswith(b)", ["a.startswith(b) → a.endswith(b)"]),
        ("for a in b:\n  break", ["break → continue"]),
        ("raise ValueError", ["raise ValueError → (removed)"]),
        ("f(a)", ["f(a) → (removed)"]),
        ("def f(a: int = 1) -> None:\n  return a", ["1 → 2", "1 → 0", "return a → return None"]),
        ("'words'", []),
        ("__all__ = ['a']", []),
        ("@cache(1)\nclass A:\n  x: Literal['a']", []),
        ("def __repr__(self):\n  return 1", []),
    ],
)
def test_every_kind_of_mutation(tmp_path, source, mutations):
    assert [one.text for one in mutants_of(made(tmp_path, source))] == mutations


def test_a_mutant_has_a_name_that_outlives_its_line(tmp_path):
    source = "class A:\n  def f(self, a=1):\n    g(2)\n    return [g(2), lambda: 3]\n"
    found = mutants_of(made(tmp_path, source))
    assert [(one.function, one.outer, list(one.lines), one.text) for one in found] == [
        ("A", "", [2], "1 → 2"),
        ("A", "", [2], "1 → 0"),
        ("A.f", "A.f", [3], "g(2) → (removed)"),
        ("A.f", "A.f", [3], "g(2) → g(3)"),
        ("A.f", "A.f", [3], "g(2) → g(1)"),
        ("A.f", "A.f", [4], "return [g(2), lambda: 3] → return None"),
        ("A.f", "A.f", [4], "[g(2), lambda: 3] → [g(3), lambda: 3]"),
        ("A.f", "A.f", [4], "[g(2), lambda: 3] → [g(1), lambda: 3]"),
        ("A.f", "A.f", [4], "[g(2), lambda: 3] → [g(2), lambda: 4]"),
        ("A.f", "A.f", [4], "[g(2), lambda: 3] → [g(2), lambda: 2]"),
    ]


def test_the_lines_that_name_a_constant(tmp_path):
    source = """
    A, B = 1, [c for c in "x"]
    C = A


    def f(a=B):
        return A + g(a)
    """
    found = {
        (one.function, one.lines.start): one.named for one in mutants_of(made(tmp_path, source))
    }
    assert found == {("", 2): {2, 3, 6, 7}, ("f", 7): frozenset()}


def test_planted_mutants_are_killed_or_listed(tmp_path, monkeypatch):
    path, tests = made(tmp_path, SOURCE), tmp_path / "test_planted.py"
    tests.write_text(dedent(TESTS), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    record = recorded(tmp_path, [path], [tests], tmp_path / "kept.json")
    assert {name.split("::")[1] for name in record.tests} == {"test_many", "test_first"}
    ended = verdicts(tmp_path, mutants_of(path), record, 10.0)
    assert {one.mutant.text: one.killer.split("::")[-1] for one in ended} == {
        "3 → 4": "test_many",
        "3 → 2": "",  # nobody asks about 3 itself
        "return number > LIMIT → return None": "test_many",
        "number > LIMIT → number >= LIMIT": "",
        "number > LIMIT → number <= LIMIT": "test_many",
        "True → False": "test_first",
        "value → not value": "test_first",
        "break → continue": "test_first",
        "return value → return None": "test_first",
        "return -number → return None": "",
        "-number → number": "",
    }


def test_a_mutant_that_hangs_is_killed(tmp_path, monkeypatch):
    path, tests = made(tmp_path, HANGING), tmp_path / "test_planted.py"
    tests.write_text("from planted import down\ndef test_down():\n  assert down(3) == 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(running, "_PATIENCE", (0.1, 0.0))
    record = recorded(tmp_path, [path], [tests], tmp_path / "kept.json")
    hanging = [one for one in mutants_of(path) if "+= 1" in one.text]
    ended = list(verdicts(tmp_path, hanging, record, 10.0))
    assert [one.killer for one in ended] == ["(time)"]


def test_a_sample_is_the_same_for_the_same_seed():
    subject = subjects()[0]
    first, again, other = (mutants(subject, 20, seed, "") for seed in (1, 1, 2))
    assert [line(one) for one in first] == [line(one) for one in again]
    assert [line(one) for one in first] != [line(one) for one in other]
    assert len(first) == 20


def test_what_is_kept_as_equivalent_is_there_and_has_a_reason():
    kept = Equivalents.read(ROOT)
    files = {file for file, _, _ in kept.reasons}
    there = {
        (file, one.function or "(module)", one.text)
        for file in files
        for one in mutants_of(ROOT / file)
    }
    assert kept.reasons.keys() <= there
    assert len(kept.reasons) > 3
    assert all(reason.endswith(".") for reason in kept.reasons.values())

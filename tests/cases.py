"""Cases for tests that check one thing after another, and where the project and the tests' data are."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"
T = TypeVar("T")


def some(cases: Iterable[T]) -> Iterator[T]:
    """Yield the cases of a loop that checks something; fail where there is none to check."""
    none = True
    for case in cases:
        none = False
        yield case
    assert not none, "no case to check: the loop did not run"


def lines(path: Path) -> list[str]:
    """Return the lines of a table of cases, without comments."""
    found = path.read_text("utf-8").splitlines()
    return list(some(line for line in found if line and not line.startswith("#")))


def columns(path: Path) -> list[list[str]]:
    """Return the lines of a table in columns, in which ``\\n`` is the end of a line."""
    return [row.replace("\\n", "\n").split(" | ") for row in lines(path)]


def pairs(path: Path, sign: str = "=>") -> list[tuple[str, str]]:
    """Return the lines of a table as what stands before and after a sign."""
    parted = (line.partition(sign) for line in lines(path))
    return [(left.removesuffix(" "), right.strip()) for left, _, right in parted]

"""One target tried with input after input, each measured; what is wrong is told with its input.

Inputs that are answered in a way not seen before are kept and mutated in their turn.
"""

from __future__ import annotations

import random
import re
import resource
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType

from engine import GameError
from tests.fuzz.mutations import mutated
from tests.fuzz.targets import Target

#: An input that takes so many times its seconds is stopped.
_PATIENCE = 5
#: The most of the inputs to begin with that are tried as they are.
_AS_THEY_ARE = 20
#: The most inputs kept for their answers.
_KEPT = 400


@dataclass(frozen=True)
class Failure:
    """What was wrong with an answer, and the input."""

    what: str
    data: bytes


@dataclass
class Session:
    """What came of fuzzing a target: how many inputs, refused ones, the dearest, the failures."""

    target: Target
    inputs: int = 0
    refused: int = 0
    slowest: float = 0.0
    largest: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    kept: list[bytes] = field(default_factory=list)
    _answers: set[str] = field(default_factory=set)

    def try_one(self, data: bytes) -> None:
        """Try an input and note what came of it."""
        memory, begun = _memory(), _processor()
        answer, wrong = self._answer(data)
        taken, more = _processor() - begun, _memory() - memory
        self.inputs += 1
        self.slowest, self.largest = max(self.slowest, taken), max(self.largest, more)
        if taken > self.target.seconds:
            wrong = wrong or f"takes {taken:.1f} s of processor time"
        if more > self.target.mebibytes:
            wrong = wrong or f"takes {more:.0f} MiB"
        if wrong and wrong not in {failure.what for failure in self.failures}:
            self.failures.append(Failure(wrong, data))
        if answer not in self._answers and len(self.kept) < _KEPT:
            self._answers.add(answer)
            self.kept.append(data)

    def _answer(self, data: bytes) -> tuple[str, str]:
        """Return the kind of answer, and what is wrong with it or ""."""
        try:
            with _stopped_after(self.target.seconds * _PATIENCE):
                self.target.check(data)
        except GameError as error:
            self.refused += 1
            said = re.sub(r"'[^']*'|[0-9]+|\W+", " ", str(error))
            return f"{type(error).__name__} {said[:60]}", ""
        except (Exception, _Stopped) as error:
            what = f"{type(error).__name__}: {str(error)[:200]}"
            return what, what
        return "read", ""


class _Stopped(BaseException):
    """The input was stopped."""


class _stopped_after:
    """Within it, so many seconds of processor time end in :class:`_Stopped`."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        signal.signal(signal.SIGVTALRM, self._stop)
        signal.setitimer(signal.ITIMER_VIRTUAL, self._seconds)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def _stop(self, _: int, __: FrameType | None) -> None:
        raise _Stopped(f"stopped after {self._seconds:g} s")


def _processor() -> float:
    """Return the processor time of this process and its children, in seconds."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _memory() -> float:
    """Return the most memory this process, or a child of it, has had, in MiB."""
    own, children = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    return sum(resource.getrusage(who).ru_maxrss for who in (own, children)) / 1024


def fuzz(target: Target, *, seed: int, seconds: float = 1e9, inputs: int = 10**9) -> Session:
    """Try a target with some of its seeds as they are, then with mutated ones, for so long or so many inputs."""
    rng = random.Random(f"{target.name} {seed}")
    session = Session(target)
    end = time.monotonic() + seconds
    for data in _inputs(rng, session, target.seeds()):
        session.try_one(data)
        if session.inputs >= inputs or time.monotonic() > end:
            return session
    return session


def _inputs(rng: random.Random, session: Session, seeds: list[bytes]) -> Iterator[bytes]:
    assert seeds, f"{session.target.name} has nothing to begin with"
    yield from rng.sample(seeds, min(_AS_THEY_ARE, len(seeds)))
    while True:
        kept = session.kept if session.kept and rng.random() < 0.5 else seeds
        yield mutated(rng, rng.choice(kept), seeds, session.target.most)

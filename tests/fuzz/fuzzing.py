"""One target tried with input after input, each measured; what is wrong is told with its input.

Inputs that are answered in a way not seen before are kept and mutated in their turn.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import resource
import select
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from engine import GameError
from tests.fuzz import forked
from tests.fuzz.mutations import mutated
from tests.fuzz.target import Target

#: An input that takes so many times its seconds is stopped.
_PATIENCE = 5
#: The most of the inputs to begin with that are tried as they are.
_AS_THEY_ARE = 20
#: The most inputs kept for their answers.
_KEPT = 400
#: MiB that a process has which reads PDF files, before it reads one.
_READER = 30


@dataclass(frozen=True)
class Failure:
    """What was wrong with an answer, and the input."""

    what: str
    data: bytes


class Trial(NamedTuple):
    """How an input was answered, what is wrong with that or "", and what it took."""

    answer: str
    wrong: str
    seconds: float = 0.0
    mebibytes: float = 0.0


@dataclass
class Session:
    """What came of fuzzing a target: how many inputs, refused ones, the dearest, the failures."""

    target: Target
    inputs: int = 0
    refused: int = 0
    slowest: float = 0.0
    largest: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    #: For each way to answer the first input answered so; shorter ones take its place.
    kept: dict[str, bytes] = field(default_factory=dict)

    def try_one(self, data: bytes) -> None:
        """Try an input and note what came of it."""
        data = self.target.mended(data)
        trial = _apart(self.target, data) if self.target.apart else _here(self.target, data)
        wrong = trial.wrong
        self.inputs += 1
        self.refused += trial.answer.startswith(_REFUSED)
        self.slowest = max(self.slowest, trial.seconds)
        self.largest = max(self.largest, trial.mebibytes)
        if trial.seconds > self.target.seconds:
            wrong = wrong or f"takes {trial.seconds:.1f} s of processor time"
        if trial.mebibytes > self.target.mebibytes:
            wrong = wrong or f"takes {trial.mebibytes:.0f} MiB"
        if wrong and wrong not in {failure.what for failure in self.failures}:
            self.failures.append(Failure(wrong, data))
        if len(data) < len(self.kept.get(trial.answer, b"")) or (
            trial.answer not in self.kept and len(self.kept) < _KEPT
        ):
            self.kept[trial.answer] = data


#: How answers begin that refuse an input.
_REFUSED = "refused: "


def _here(target: Target, data: bytes) -> Trial:
    """Try an input in this process."""
    memory, begun = _memory_now(), time.process_time()
    answer, wrong = _answer(target, data)
    more = forked.used()
    seconds = time.process_time() - begun + more.seconds
    return Trial(answer, wrong, seconds, max(_memory() - memory, more.mebibytes - _READER))


def _answer(target: Target, data: bytes) -> tuple[str, str]:
    """Return the kind of answer, and what is wrong with it or ""."""
    try:
        with _stopped_after(target.seconds * _PATIENCE):
            target.check(data)
    except GameError as error:
        said = re.sub(r"'[^']*'|[0-9]+|\W+", " ", str(error))
        return f"{_REFUSED}{type(error).__name__} {said[:60]}", ""
    except (Exception, _Stopped) as error:
        what = f"{type(error).__name__}: {str(error)[:200]}"
        return what, what
    return "read", ""


def _apart(target: Target, data: bytes) -> Trial:
    """Try an input in a process of its own; memory is the larger of that process and what it starts."""
    ours, theirs = os.pipe()
    process = os.fork()
    if process == 0:
        with contextlib.suppress(BaseException):
            memory = _memory_now()
            answer, wrong = _answer(target, data)
            started = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            more = max(_memory() - memory, started - _READER)
            said = json.dumps((answer[:1000], wrong[:1000], more))
            os.write(theirs, said.encode("ascii", "replace"))
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        late = not select.select([pipe], [], [], target.seconds * _PATIENCE * 4)[0]
        if late:
            os.kill(process, signal.SIGKILL)
        said = pipe.read()
    _, status, used = os.wait4(process, 0)
    ended = f"its process ends by {status}, late: {late}"
    answer, wrong, more = json.loads(said) if said else (ended, ended, 0.0)
    return Trial(answer, wrong, used.ru_utime + used.ru_stime, more)


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


def _memory_now() -> float:
    """Begin to measure the most memory anew, where the system can (Linux), and return what is in use, in MiB."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
    return _memory()


def _memory() -> float:
    """Return the most memory this process has had since :func:`_memory_now`, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def fuzz(
    target: Target,
    *,
    seed: int,
    seconds: float = 1e9,
    inputs: int = 10**9,
    grown: Sequence[bytes] = (),
) -> Session:
    """Try a target with some of its seeds as they are, then with mutated ones, for so long or so many inputs.

    ``grown`` are inputs kept from before.
    """
    rng = random.Random(f"{target.name} {seed}")
    session = Session(target)
    end = time.monotonic() + seconds
    for data in _inputs(rng, session, [*target.seeds(), *grown]):
        session.try_one(data)
        if session.inputs >= inputs or time.monotonic() > end:
            return session
    return session


def _inputs(rng: random.Random, session: Session, seeds: list[bytes]) -> Iterator[bytes]:
    assert seeds, f"{session.target.name} has nothing to begin with"
    yield from rng.sample(seeds, min(_AS_THEY_ARE, len(seeds)))
    while True:
        kept = [*session.kept.values()] if session.kept and rng.random() < 0.5 else seeds
        yield mutated(rng, rng.choice(kept), seeds, session.target.most)

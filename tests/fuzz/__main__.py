"""``make fuzz``: try every reader with inputs made from valid ones; exit code 1 where one is wrong.

``python -m tests.fuzz --seconds 60 --seed 1 --target pdf``: a target may be named by the beginning
of its name, several times; ``--inputs N`` tries so many of each, however long that takes.  Failing
inputs are left in the folder of ``--keep``; ``--grow`` keeps the short ones that were answered in
ways of their own for all that come after.
"""

from __future__ import annotations

import argparse
import hashlib
import resource
import sys
import time
from dataclasses import replace
from pathlib import Path

from tests.fuzz import corpus
from tests.fuzz.fuzzing import Session, fuzz
from tests.fuzz.target import Target
from tests.fuzz.targets import TARGETS

#: Readers that are tried in processes of their own get so many times the time of the others.
_COSTLY = 3
#: Bytes of address space that all may take.
_MOST_MEMORY = 6 * 2**30


def main() -> int:
    """Fuzz the targets asked for, one after the other, and print a line for each."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=float, default=60.0, help="for all targets together")
    words.add_argument("--inputs", type=int, help="of each target, in place of seconds")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--target", action="append", default=[], help="the beginning of its name")
    words.add_argument("--keep", type=Path, default=Path("tests/fuzz/found"))
    words.add_argument("--grow", action="store_true", help="keep inputs answered in a new way")
    words.add_argument("--slow", type=float, default=1.0, help="of busy machines: times the bounds")
    asked = words.parse_args()
    known = [replace(target, seconds=asked.slow * target.seconds) for target in TARGETS]
    targets = [t for t in known if not asked.target or t.name.startswith(tuple(asked.target))]
    _bound()
    failed = False
    print(
        f"{'target':<20}{'inputs':>10}{'refused':>9}{'seconds':>9}{'dearest':>10}{'memory':>9}  wrong"
    )
    for target in targets:
        begun = time.monotonic()
        seconds = _share(target, targets, asked.seconds)
        bound = {"inputs": asked.inputs} if asked.inputs else {"seconds": seconds}
        session = fuzz(target, seed=asked.seed, grown=corpus.load(target.name), **bound)
        failed |= told(session, time.monotonic() - begun, asked.keep)
        if asked.grow:
            corpus.grow(session)
    return int(failed)


def _bound() -> None:
    """Let an input that swells end in an error, before it is the machine that ends."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, hard))


def _share(target: Target, targets: list[Target], seconds: float) -> float:
    """Return how many of the seconds are a target's."""
    shares = sum(_COSTLY if t.apart else 1 for t in targets)
    return seconds / shares * (_COSTLY if target.apart else 1)


def told(session: Session, seconds: float, folder: Path) -> bool:
    """Print a session, keep its failing inputs, and tell whether there are any."""
    print(
        f"{session.target.name:<20}{session.inputs:>10,}{session.refused / session.inputs:>9.0%}"
        f"{seconds:>9.0f}{session.slowest:>8.2f} s{session.largest:>5.0f} MiB  {len(session.failures)}",
        flush=True,
    )
    for failure in session.failures:
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{session.target.name}-{hashlib.sha256(failure.data).hexdigest()[:12]}"
        (folder / name).write_bytes(failure.data)
        print(f"    {failure.what}\n      kept as {folder / name}", flush=True)
    return bool(session.failures)


if __name__ == "__main__":
    sys.exit(main())

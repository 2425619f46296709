"""``make fuzz``: try every reader with inputs made from valid ones; exit code 1 where one is wrong.

``python -m tests.fuzz --seconds 60 --seed 1 --target pdf``: a target may be named by the beginning
of its name, several times.  Failing inputs are left in the folder of ``--keep``.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

from tests.fuzz.fuzzing import Session, fuzz
from tests.fuzz.targets import TARGETS

#: Costly readers get so many times the time of the others.
_COSTLY = 3


def main() -> int:
    """Fuzz the targets asked for, one after the other, and print a line for each."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=float, default=60.0, help="for all targets together")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--target", action="append", default=[], help="the beginning of its name")
    words.add_argument("--keep", type=Path, default=Path("tests/fuzz/found"))
    asked = words.parse_args()
    targets = [t for t in TARGETS if not asked.target or t.name.startswith(tuple(asked.target))]
    shares = sum(_COSTLY if t.costly else 1 for t in targets)
    failed = False
    print(f"{'target':<20}{'inputs':>9}{'refused':>9}{'dearest':>10}{'memory':>9}  wrong")
    for target in targets:
        share = asked.seconds / shares * (_COSTLY if target.costly else 1)
        session = fuzz(target, seed=asked.seed, seconds=share)
        failed |= _told(session, asked.keep)
    return int(failed)


def _told(session: Session, folder: Path) -> bool:
    """Print a session, keep its failing inputs, and tell whether there are any."""
    print(
        f"{session.target.name:<20}{session.inputs:>9,}{session.refused / session.inputs:>9.0%}"
        f"{session.slowest:>8.2f} s{session.largest:>5.0f} MiB  {len(session.failures)}",
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

"""``make mutants``: plant a sample of small faults and list those that no test finds.

``python -m tests.mutants --sample 150 --seed 1 --subject atreya``: the subjects are the games and
``recognise``.  Exit code 1 where a mutant survives that is not kept as equivalent.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Iterable

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # threads do not outlive a fork

from tests.mutants.kept import Equivalents
from tests.mutants.mutations import Mutant, mutants_of
from tests.mutants.running import Verdict, recorded, verdicts
from tests.mutants.subjects import Subject, subjects
from tests.paths import ROOT

_KEPT = ROOT / ".mutants"


def main() -> int:
    """Run the sample of each subject asked for, and print what survives and a line of counts."""
    named = {subject.name: subject for subject in subjects()}
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--sample", type=int, default=150, help="mutants a subject; 0 for all")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--subject", action="append", choices=named, help="several times")
    words.add_argument("--match", default="", help="only mutants whose line has this text")
    words.add_argument("--budget", type=float, default=10.0, help="seconds of tests a mutant")
    words.add_argument("--again", action="store_true", help="only those that survived last time")
    asked = words.parse_args()
    survived = False
    for name in asked.subject or named:
        found = mutants(named[name], asked.sample, asked.seed, asked.match)
        if asked.again:
            last = (_KEPT / f"{name}.survivors").read_text("utf-8").splitlines()
            found = [one for one in mutants(named[name], 0, 0, "") if line(one) in last]
        survived |= told(named[name], found, asked.budget)
    return int(survived)


def mutants(subject: Subject, sample: int, seed: int, match: str) -> list[Mutant]:
    """Return a subject's mutants, or a sample that is the same for the same seed and sources."""
    found = [one for path in subject.sources() for one in mutants_of(path)]
    found = [one for one in found if match in line(one)]
    if 0 < sample < len(found):
        places = random.Random(f"{subject.name} {seed}").sample(range(len(found)), sample)
        found = [found[i] for i in sorted(places)]
    return found


def line(mutant: Mutant) -> str:
    """Return the line that names a mutant."""
    return f"{mutant.path.relative_to(ROOT)} {mutant.function or '(module)'}: {mutant.text}"


def told(subject: Subject, found: list[Mutant], budget: float) -> bool:
    """Run mutants, print the survivors as they are found, and tell whether there are any."""
    began = time.monotonic(), time.process_time()
    equivalent = Equivalents.read(ROOT)
    tried = [one for one in found if not equivalent.has(one)]
    record = recorded(ROOT, subject.recorded(), subject.tests(), _KEPT / f"{subject.record}.json")
    ended = []
    log = (_KEPT / f"{subject.name}.log").open("w", encoding="utf-8")
    for verdict in verdicts(ROOT, tried, record, budget):
        ended.append(verdict)
        log.write(
            f"{verdict.seconds:6.2f} {verdict.tests:4} {verdict.killer or 'SURVIVED'}  {line(verdict.mutant)}\n"
        )
        log.flush()
        if not verdict.killer:
            print(f"{line(verdict.mutant)}  [{verdict.tests} tests]", flush=True)
    alive = [one for one in ended if not one.killer]
    (_KEPT / f"{subject.name}.survivors").write_text(
        "".join(f"{line(one.mutant)}\n" for one in alive), "utf-8"
    )
    print(
        f"{subject.name}: {len(found)} mutants, {len(ended) - len(alive)} killed "
        f"({sum(one.killer == '(time)' for one in ended)} by time), {len(alive)} survived, "
        f"{len(found) - len(tried)} equivalent: {_share(ended)} of the others killed, "
        f"{sum(one.seconds for one in ended):.0f} s of processor, "
        f"{time.monotonic() - began[0]:.0f} s",
        flush=True,
    )
    return bool(alive)


def _share(ended: Iterable[Verdict]) -> str:
    killed = [bool(one.killer) for one in ended]
    return f"{sum(killed) / max(len(killed), 1):.1%}"


if __name__ == "__main__":
    sys.exit(main())

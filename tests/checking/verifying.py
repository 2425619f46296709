"""The command ``tilewright verify``, asked in this process, and small sets: nothing of the reader is known here."""

from __future__ import annotations

import io
import json
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

from generator.cli import run
from tests.cases import DATA

#: How most sheets here are made: each component on its own, tiles as large as fill them.
USUAL = {"sheets": "separate", "tile_size": "fill"}


class Verdict(NamedTuple):
    """What the command answered: its exit code, the faults, and what it said of bad input."""

    code: int
    faults: tuple[dict[str, Any], ...] = ()
    found: int = 0
    expected: int = 0
    error: str = ""

    @property
    def kinds(self) -> Counter[str]:
        """How many faults there are of each kind."""
        return Counter(fault["kind"] for fault in self.faults)

    def __str__(self) -> str:
        if self.code == 2:
            return f"exit 2: {self.error}"
        if self.code == 0:
            return "ok"
        kinds = " ".join(f"{kind}×{n}" for kind, n in sorted(self.kinds.items()))
        return f"{kinds}: {self.faults[0]['message']}"


def verify(*arguments: str | Path) -> Verdict:
    """Return the answer of ``tilewright verify … --json``."""
    said, wrong = io.StringIO(), io.StringIO()
    with redirect_stdout(said), redirect_stderr(wrong):
        code = run(["verify", *map(str, arguments), "--json"])
    if code == 2:
        return Verdict(code, error=wrong.getvalue().strip())
    answer = json.loads(said.getvalue())
    assert answer["ok"] == (code == 0)
    outcomes = answer["outcomes"]
    assert all(outcome["ok"] == (not outcome["faults"]) for outcome in outcomes)
    faults = tuple(fault for outcome in outcomes for fault in outcome["faults"])
    found, expected = (sum(outcome[key] for outcome in outcomes) for key in ("found", "expected"))
    return Verdict(code, faults, found, expected)


#: Templates of sets of a third of the usual size, of the games that have such.
FEW = {
    "aathenuo": str(DATA / "aathenuo" / "few-colour.toml"),
    "astralis": str(DATA / "astralis" / "few.toml"),
}

"""One SVG diagram by a new process beside python-chess's, in turns: the ratio of processor times."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

CHESS = "import chess, chess.svg; print(chess.svg.board(chess.Board()))"


def processor_time(words: list[str], environment: dict[str, str]) -> float:
    """Return the seconds of processor that a process takes, which busy neighbours hardly change."""
    process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"{' '.join(words)} failed")
    return usage.ru_utime + usage.ru_stime


def compare(other: Path, rounds: int = 40) -> None:
    """Print the median times of both and their ratio."""
    tool = str(Path(sys.executable).parent / "tilewright")
    known = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(processor_time([tool, "diagram", "astralis", "start"], known))
        theirs.append(processor_time([str(other), "-c", CHESS], {**known, "PYTHONPATH": ""}))
    a, b = median(ours), median(theirs)
    print(f"cold SVG diagram: {a * 1000:.0f} ms of processor")
    print(f"reference: cold SVG of python-chess: {b * 1000:.0f} ms (ratio {a / b:.2f})")

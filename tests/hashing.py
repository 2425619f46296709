"""What a program prints must not hang on the order of hashing."""

import os
import subprocess
import sys

from tests.paths import ROOT


def printed(code: str) -> bytes:
    """Return what Python code prints, the same under two hash seeds."""
    first, second = (
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    )
    assert first == second
    return first

"""The house on other systems: paths on two drives, and processes that are spawned.

``make types`` asks mypy what Windows' library lacks.  No test of ours has run on Windows itself.
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests.paths import ROOT


def test_processes_that_are_spawned(tmp_path):
    """As on macOS and Windows: games are played by processes that know nothing of their parent."""
    (tmp_path / "start.py").write_text(
        "import multiprocessing\nif __name__ == '__main__':\n"
        "    multiprocessing.set_start_method('spawn')\n"
        "    from generator.start import main\n    main()\n"
    )
    words = "match abstrakto --players random,random --games 4 --jobs 2 --records games.txt"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "start.py", *words.split()],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "games.txt").read_text("utf-8").count("[Game ") == 4

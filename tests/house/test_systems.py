"""The house on other systems: paths on two drives, and processes that are spawned.

``make types`` asks mypy what Windows' library lacks.  No test of ours has run on Windows itself.
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests.paths import ROOT


def test_processes_that_are_spawned(tmp_path):
    """As on macOS and Windows: figures are made by processes that know nothing of their parent."""
    (tmp_path / "start.py").write_text(
        "import multiprocessing\nif __name__ == '__main__':\n"
        "    multiprocessing.set_start_method('spawn')\n"
        "    from generator.start import main\n    main()\n"
    )
    head = 'game = "abstrakto"\nformats = ["svg"]\n'
    eight = "".join(f'[figures.n{k}]\nposition = "start"\nsize = {40 + k}\n' for k in range(8))
    (tmp_path / "eight.toml").write_text(head + eight)
    words = [sys.executable, "start.py", "figures", "eight.toml", "--jobs", "2"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "8 written, 0 unchanged\n")

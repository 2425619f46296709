"""The house on other systems: paths on two drives, and processes that are spawned.

``make types`` asks mypy what Windows' library lacks.  No test of ours has run on Windows itself.
"""

from __future__ import annotations

import os
import subprocess
import sys

from generator import files
from tests.paths import ROOT


def other_drive(*_):
    raise ValueError("path is on mount 'D:', start on mount 'C:'")


def test_paths_on_another_drive(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert files.relative(tmp_path / "a" / "b", tmp_path / "c") == os.path.join("..", "a", "b")  # noqa: PTH118
    assert files.shown(tmp_path / "a") == "a"
    monkeypatch.setattr(os.path, "relpath", other_drive)
    assert files.relative(tmp_path / "a", tmp_path / "c") == str(tmp_path / "a")
    assert files.shown(tmp_path / "a") == str(tmp_path / "a")


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

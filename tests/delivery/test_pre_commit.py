"""The hooks for pre-commit, run by pre-commit itself from this repository.

``pre-commit try-repo`` takes the hooks from here, installs tilewright into an environment of its own,
as it does for users, and runs a hook; the libraries are those that are here already.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
import yaml

from tests.cases import ROOT, some
from tests.delivery import sample
from tests.programs import not_on_windows, program

#: The shells and folders here are those of POSIX.
pytestmark = not_on_windows

#: What a project says of the hooks, in good order as the guide tells it and in bad, and what is said then.
(TOLD,) = sample.configurations("repos")[0]["repos"]
GOOD = tuple(
    (hook.pop("id"), hook, words)
    for hook, words in zip(
        TOLD["hooks"],
        (
            "in order: 69 of 69",
            "games/first.txt: game 1: abstrakto, 30 moves, in order",
            "1 of 1 file is in order",
        ),
        strict=True,
    )
)
BAD = (
    ("tilewright-verify", {"args": ["lists of old"]}, "not in order: 2 faults"),
    ("tilewright-check", {"files": "broken/"}, "broken/second.txt:4:1: illegal move"),
    ("tilewright-figures", {"args": ["old/figures.toml"]}, "first.svg is not what the file gives"),
)


@pytest.fixture(scope="module")
def tool(tmp_path_factory):
    """Return a repository of tilewright as it is here, also where nothing is committed yet."""
    folder = sample.sources(tmp_path_factory.mktemp("hooks") / "tilewright")
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", folder)
    return _committed(folder)


@pytest.fixture
def project(tmp_path, repository):
    """Return the sample repository under git."""
    return _committed(shutil.copytree(repository, tmp_path / "project"))


def _committed(folder):
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "all")
    return folder


def git(folder, *words):
    """Run git in a folder, and return what it says."""
    told = ["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "core.hooksPath="]
    return subprocess.run(
        [program("git"), *told, *words], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.fixture
def pre_commit(project, linked, tmp_path):
    """Return what runs pre-commit in the project, and gives its exit code and what it said."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "PRE_COMMIT"))}

    def run(*words):
        done = subprocess.run(
            [sys.executable, "-m", "pre_commit", *words, "--all-files", "--verbose"],
            cwd=project,
            env={**kept, **linked, "PRE_COMMIT_HOME": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    return run


def test_all_hooks_of_a_project(pre_commit, tool, project):
    for hooks, code in ((GOOD, 0), (BAD, 1)):
        told = [{"id": name, **more} for name, more, _ in hooks]
        source = {"repo": str(tool), "rev": git(tool, "rev-parse", "HEAD"), "hooks": told}
        (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": [source]}))
        found, said = pre_commit("run")
        assert found == code, said
        for _, _, words in some(hooks):
            assert words in said
        assert said.count("- exit code: 1") == 3 * code

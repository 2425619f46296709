"""What environments that tests make are made of, from here: nothing is downloaded."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from tests.paths import ROOT

#: What an environment brings or installs itself.
OWN = ("tilewright", "__editable__", "_editable", "pip", "setuptools", "distutils", "_distutils")


def linked(folder: Path) -> dict[str, str]:
    """Link all libraries but our own into a folder; return what makes pip and Python see them.

    pip then finds every requirement met, so that it installs what it was asked to, and that alone.
    """
    folder.mkdir()
    for path in Path(click.__file__).parents[1].iterdir():
        if not path.name.startswith(OWN) and path.suffix != ".pth":
            (folder / path.name).symlink_to(path)
    return {
        "PYTHONPATH": str(folder),
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # which is how pip is told "no isolation"
        "PIP_FIND_LINKS": "",
    }


def sources(folder: Path) -> Path:
    """Copy what .dockerignore lets through, and nothing else: what a builder of images gets."""
    folder.mkdir()
    rules = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert [rule for rule in rules if not rule.startswith(("#", "!"))] == ["*", "**/__pycache__"]
    for name in (rule[1:] for rule in rules if rule.startswith("!")):
        if (ROOT / name).is_dir():
            ignore = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, folder / name, ignore=ignore)
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder

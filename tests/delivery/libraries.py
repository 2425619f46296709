"""The libraries of this environment, for environments that tests make: nothing is downloaded."""

from __future__ import annotations

from pathlib import Path

import click

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

"""Where the project's data files are: kits, papers and themes, in a wheel or a checkout."""

from __future__ import annotations

from pathlib import Path


def templates() -> Path:
    """Return the folder of templates."""
    # Not importlib.resources, which takes longer to import than a figure to draw.
    here = Path(__file__).resolve().parent
    for folder in (here / "_templates", here.parent / "templates"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError("tilewright's templates are missing; install tilewright again")

"""Where the project's data files are: kits, papers and themes, in a wheel or a checkout."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def templates() -> Traversable:
    """Return the folder of templates.

    Raises FileNotFoundError where the installation is broken.
    """
    packed = files("engine") / "_templates"
    if packed.is_dir():
        return packed
    checkout = Path(__file__).resolve().parent.parent / "templates"
    if checkout.is_dir():
        return checkout
    raise FileNotFoundError("tilewright's templates are missing; install tilewright again")

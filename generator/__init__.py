"""What is made from the games: print sheets, figures, reports, and the command line.

Each function does what the command of its name does, with its options by name: it writes the same
files, returns what came of it, and neither prints nor exits.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from generator.api.kits import KitFiles, kit
    from generator.api.verifying import Verification, verify

__all__ = ["KitFiles", "Verification", "kit", "verify"]

#: Name -> the module of :mod:`generator.api` where it is at home, imported when it is asked for.
_HOMES = {
    "KitFiles": "kits",
    "Verification": "verifying",
    "kit": "kits",
    "verify": "verifying",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'generator' has no attribute '{name}'")
    return getattr(importlib.import_module(f"generator.api.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""The whole toolkit under one name: the games of :mod:`engine`, the makers of :mod:`generator`.

``verify`` is the function of :mod:`generator`; the module of that name is ``engine.verify``.

>>> import tilewright
>>> tilewright.game(game.name) is engine.game(game.name)
True
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as typing's, which takes longer to import than the command line to start
if TYPE_CHECKING:
    from engine import *  # noqa: F403
    from engine import __version__ as __version__
    from generator import *  # type: ignore[no-redef]  # noqa: F403


def __dir__() -> list[str]:
    names = (import_module(package).__all__ for package in ("engine", "generator"))
    return sorted({"__version__", *(name for of in names for name in of)})


if not TYPE_CHECKING:  # type checkers would accept any name

    def __getattr__(name: str) -> object:
        if name == "__all__":
            return __dir__()
        if name not in __dir__():
            raise AttributeError(f"module 'tilewright' has no attribute '{name}'")
        generator = import_module("generator")
        home = generator if name in generator.__all__ else import_module("engine")
        return getattr(home, name)

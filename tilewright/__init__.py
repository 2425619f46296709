"""The whole toolkit under one name: the games of :mod:`engine`, the makers of :mod:`generator`.

``verify`` is the function of :mod:`generator`; the module of that name is ``engine.verify``.

>>> import tilewright
>>> tilewright.game(game.name) is engine.game(game.name)
True
"""

from __future__ import annotations

TYPE_CHECKING = False  # as typing's, which takes longer to import than the command line to start
if TYPE_CHECKING:
    from engine import *  # noqa: F403
    from engine import __version__ as __version__
    from generator import *  # type: ignore[no-redef]  # noqa: F403
else:

    def __getattr__(name: str) -> object:
        from importlib import import_module

        engine, generator = import_module("engine"), import_module("generator")
        if name == "__all__":
            return sorted({"__version__", *engine.__all__, *generator.__all__})
        if name not in __getattr__("__all__"):
            raise AttributeError(f"module 'tilewright' has no attribute '{name}'")
        return getattr(generator if name in generator.__all__ else engine, name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__getattr__("__all__")})

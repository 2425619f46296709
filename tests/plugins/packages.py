"""Packages outside the project, as an installer leaves them: modules, and lists of entry points."""

import importlib
import sys

import engine
from engine.play import plugins

CACHES = (
    plugins.from_outside,
    plugins.names,
)

#: A game by another's rules, to be broken in one way or another.
SOUND = """\
from {kind} import {cls}

class Other({cls}):
    name = "{name}"
    title = "Other"
    _package = property(lambda _: "{folder}")  # where its drawing and its kit are

GAME = Other()
"""


def sound(name):
    """Return the module of a game that is another in all but its name."""
    model = type(engine.game("abstrakto"))
    return SOUND.format(
        kind=model.__module__,
        cls=model.__name__,
        name=name,
        folder=model.__module__.rpartition(".")[0],
    )


def install(folder, package, entries, files, version="1.0"):
    """Write a package into a folder: its files by their names, its entry points by their groups."""
    info = folder / f"{package.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
    lists = (
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in named.items())
        for group, named in entries.items()
    )
    (info / "entry_points.txt").write_text("\n".join(lists), "utf-8")
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def forget():
    """Let all be looked for anew."""
    for cache in CACHES:
        cache.cache_clear()
    importlib.invalidate_caches()


def forget_modules(folder):
    """Let modules of a folder be imported anew."""
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None) or "").startswith(str(folder)):
            del sys.modules[name]

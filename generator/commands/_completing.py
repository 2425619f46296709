"""What shells are offered for values: games, components, themes, papers, overlays, fonts, files.

Asked only while a shell completes a line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module

import click
from click.shell_completion import CompletionItem

import engine


def _named() -> Iterable[str]:
    """Return the games on the line, all where none is named there.

    An option without its value yet hides the arguments from the parser, so the line itself is asked.
    """
    words = os.environ.get("COMP_WORDS", "").split()
    return [name for name in engine.names() if name in words] or engine.names()


def _components(_: click.Context) -> Iterable[str]:
    from generator.printing import kit, template

    sources = map(template.load, _named())
    return dict.fromkeys(one for s in sources for one in kit.component_names(s, s.printing))


def _overlays(_: click.Context) -> Iterable[str]:
    return dict.fromkeys(["list", *(one for n in _named() for one in engine.game(n).overlays)])


def _fonts(_: click.Context) -> Iterable[str]:
    from engine.drawing import ownfonts

    return sorted({font.families[0] for font in ownfonts.installed() if font.families})


def _figures(context: click.Context) -> Iterable[str]:
    from generator.illustrating import rulebook

    book = rulebook.load(str(context.params.get("file")))
    return [one.name for one in book.spec.figures]


def _help(context: click.Context) -> Iterable[str]:
    """Return what there is help on, and behind "notation" the games."""
    words, group = context.params.get("words") or (), context.find_root()
    if not words and isinstance(group.command, click.Group):
        return ("notation", *group.command.list_commands(group))
    return engine.names() if words == ("notation",) else ()


#: What gives the words, of what the line says already; or where a function is that does.
_OFFERS: dict[str, Callable[[click.Context], Iterable[str]] | tuple[str, str]] = {
    "games": ("engine", "names"),
    "all games": lambda _: (*engine.names(), "all"),
    "hinting games": lambda _: [n for n in engine.names() if engine.game(n).gives_hints],
    "components": _components,
    "overlays": _overlays,
    "themes": ("engine.drawing.theme", "names"),
    "papers": ("generator.printing.paper", "names"),
    "presets": ("generator.printing.presets", "names"),
    "languages": ("engine.messages", "codes"),
    "fonts": _fonts,
    "figures": _figures,
    "help": _help,
    "files": lambda _: (),
}


def items(
    offers: tuple[str, ...] | str, context: click.Context, begun: str
) -> list[CompletionItem]:
    """Return what may stand in the place of a word that is begun; behind a comma the last part.

    ``offers`` are words or what they are called; the shell looks for files itself.
    """
    before, comma, last = begun.rpartition(",")
    words: Iterable[str] = offers
    if isinstance(offers, str):
        offer = _OFFERS[offers.removesuffix(" or files")]
        words = ()
        # A file on the line may be wrong, or a game that a package adds; nobody asked about it.
        with suppress(Exception):
            if isinstance(offer, tuple):
                words = getattr(import_module(offer[0]), offer[1])()
            else:
                words = [*offer(context)]
    found = [CompletionItem(before + comma + one) for one in words if one.startswith(last)]
    has_files = isinstance(offers, str) and offers.endswith("files")
    return found or ([CompletionItem(begun, type="file")] if has_files else [])

"""What shells are offered for values: games, components, themes, papers, overlays, fonts, files.

Asked only while a shell completes a line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress

import click
from click.shell_completion import CompletionItem

import engine


def _named() -> list[str] | tuple[str, ...]:
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
    overlays = (one for name in _named() for one in engine.game(name).overlays)
    return dict.fromkeys(("list", *overlays))


def _themes(_: click.Context) -> Iterable[str]:
    from engine.drawing import theme

    return theme.names()


def _papers(_: click.Context) -> Iterable[str]:
    from generator.printing import paper

    return paper.names()


def _profiles(_: click.Context) -> Iterable[str]:
    from generator.printing import paper

    return paper.profiles()


def _presets(_: click.Context) -> Iterable[str]:
    from generator.printing import presets

    return presets.names()


def _languages(_: click.Context) -> Iterable[str]:
    from engine import messages

    return messages.codes()


def _fonts(_: click.Context) -> Iterable[str]:
    from engine.drawing import families

    return sorted({font.families[0] for font in families.installed() if font.families})


def _figures(context: click.Context) -> Iterable[str]:
    """Return the names of the figures of the file on the line."""
    from generator.illustrating import rulebook

    book = rulebook.load(str(context.params.get("file")))
    return [one.name for one in book.spec.figures]


def _help(context: click.Context) -> Iterable[str]:
    """Return what there is help on, and behind "notation" the games."""
    words = context.params.get("words") or ()
    group = context.find_root()
    if not words and isinstance(group.command, click.Group):
        return ("notation", *group.command.list_commands(group))
    return engine.names() if words == ("notation",) else ()


def _hinting(context: click.Context) -> Iterable[str]:
    if context.params.get("words"):
        return ()
    return (name for name in engine.names() if engine.game(name).gives_hints)


_OFFERS: dict[str, Callable[[click.Context], Iterable[str]]] = {
    "games": lambda _: engine.names(),
    "all games": lambda _: (*engine.names(), "all"),
    "components": _components,
    "overlays": _overlays,
    "themes": _themes,
    "papers": _papers,
    "profiles": _profiles,
    "presets": _presets,
    "languages": _languages,
    "fonts": _fonts,
    "figures": _figures,
    "help": _help,
    "hinting games": _hinting,
    "files": lambda _: (),
}


def items(
    offers: tuple[str, ...] | str, context: click.Context, begun: str
) -> list[CompletionItem]:
    """Return what may stand in the place of a word that is begun; behind a comma the last part.

    ``offers`` are words or the name of such; the shell looks for files itself.
    """
    before, comma, last = begun.rpartition(",")
    words: Iterable[str] = offers
    has_files = False
    if isinstance(offers, str):
        name, _, files = offers.partition(" or ")
        has_files = "files" in (name, files)
        words = ()
        # A file on the line may be wrong, or a game that a package adds; nobody asked about it.
        with suppress(Exception):
            words = [*_OFFERS[name](context)]
    found = [CompletionItem(before + comma + one) for one in words if one.startswith(last)]
    return found or ([CompletionItem(begun, type="file")] if has_files else [])

"""What shells offer for values: games, components, themes, papers, presets, overlays, fonts, files.

Asked only while a shell completes a line; what a command's parameters are called decides.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress

import click
from click.shell_completion import CompletionItem

import engine

#: What gives the values for a parameter, of what the line says already.
Offer = Callable[[click.Context], Iterable[str]]


def _games(_: click.Context) -> Iterable[str]:
    return engine.names()


def _all_games(_: click.Context) -> Iterable[str]:
    return (*engine.names(), "all")


def _named() -> list[str] | tuple[str, ...]:
    """Return the games on the line, all where none is named there.

    An option without its value yet hides the arguments from the parser, so the line itself is asked.
    """
    said = os.environ.get("COMP_WORDS", "").split()
    return [name for name in engine.names() if name in said] or engine.names()


def _components(_: click.Context) -> Iterable[str]:
    from generator.printing import kit, template

    sources = map(template.load, _named())
    return dict.fromkeys(one for s in sources for one in kit.component_names(s, s.printing))


def _overlays(_: click.Context) -> Iterable[str]:
    return dict.fromkeys(
        ("list", *(one for name in _named() for one in engine.game(name).overlays))
    )


def _starts(_: click.Context) -> Iterable[str]:
    return ("start",)


def _themes(_: click.Context) -> Iterable[str]:
    from engine.drawing import theme

    return theme.names()


def _papers(_: click.Context) -> Iterable[str]:
    from generator.printing import paper

    return paper.names()


def _presets(_: click.Context) -> Iterable[str]:
    from generator.printing import presets

    return presets.names()


def _languages(_: click.Context) -> Iterable[str]:
    from engine import messages

    return messages.codes()


def _fonts(_: click.Context) -> Iterable[str]:
    from engine.drawing import families

    return sorted({font.families[0] for font in families.installed() if font.families})


def _examples(_: click.Context) -> Iterable[str]:
    from generator.commands import example

    return (one.name for one in example.shipped())


def _figures(context: click.Context) -> Iterable[str]:
    """Return the names of the figures of the file on the line."""
    from generator.illustrating import rulebook

    book = rulebook.load(str(context.params.get("file")))
    return [one.name for one in book.spec.figures]


def _helped(context: click.Context) -> Iterable[str]:
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


def _snippets(_: click.Context) -> Iterable[str]:
    from generator.illustrating.spec import SNIPPETS

    return SNIPPETS


def _of_kits(name: str) -> Offer:
    """Return what gives the choices of a kit's setting."""

    def choices(_: click.Context) -> Iterable[str]:
        from generator.api import kits
        from generator.printing import paper, template

        others = {
            "format": kits.FORMATS,
            "cut": template.CUT_FORMATS,
            "per_piece": template.FORMATS,
            "pdfx": template.PDFX,
            "profile": paper.profiles(),
        }
        return {**template.CHOICES, **others}[name]

    return choices


#: Settings of kits that are words.
_CHOSEN = (
    "packing", "sheets", "orientation", "marks", "duplex", "sides", "color",
    "format", "cut", "per_piece", "pdfx", "profile",
)  # fmt: skip
#: Parameter -> what is offered for it, and whether files are as well.
OFFERS: dict[str, tuple[Offer | None, bool]] = {
    "game": (_games, False),
    "games": (_all_games, False),
    "subjects": (_all_games, True),
    "position": (_starts, False),
    "only": (_components, False),
    "show": (_overlays, False),
    "theme": (_themes, True),
    "paper": (_papers, False),
    "preset": (_presets, True),
    "lang": (_languages, False),
    "font": (_fonts, True),
    "snippets": (_snippets, False),
    "template": (None, True),
    "template_file": (None, True),
    "records": (None, True),
    "record": (None, True),
    "file": (None, True),
    "icc": (None, True),
}
#: Parameters of these names are something else in these commands.
ELSEWHERE = {
    ("preset", "name"): (_presets, False),
    ("template", "name"): (_games, False),
    ("theme", "name"): (_themes, False),
    ("example", "name"): (_examples, False),
    ("figures", "out"): (None, True),
    ("replay", "out"): (None, True),
    ("figures", "names"): (_figures, False),
    ("help", "words"): (_helped, False),
    ("hint", "words"): (_hinting, False),
    **{("kit", name): (_of_kits(name), False) for name in _CHOSEN},
}


def teach(command: click.Command, called: str) -> None:
    """Let a command's parameters offer their values."""
    for param in command.params:
        name = str(param.name)
        offer = ELSEWHERE.get((called, name), OFFERS.get(name))
        if offer is not None and not isinstance(param.type, click.Choice):
            # What the decorator's shell_complete= sets, for parameters that many modules declare.
            param._custom_shell_complete = _completer(*offer)


def _completer(
    offer: Offer | None, has_files: bool
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    def complete(
        context: click.Context, _: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",")
        known: list[str] = []
        # A file on the line may be wrong, or a game that a package adds; nobody asked about it.
        with suppress(Exception):
            known = [one for one in offer(context) if one.startswith(last)] if offer else []
        items = [CompletionItem(before + comma + one) for one in known]
        # A shell that is told of files looks for them itself, and for nothing else.
        return items if items or not has_files else [CompletionItem(incomplete, type="file")]

    return complete

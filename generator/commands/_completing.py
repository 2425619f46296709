"""What shells offer for values: games, components, themes, papers, presets, overlays, files.

Asked only while a shell completes a line; what a command's parameters are called decides.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

import engine

#: What gives the values for a parameter, of what the line says already.
Offer = Callable[[click.Context], Iterable[str]]


def _games(_: click.Context) -> Iterable[str]:
    return engine.names()


def _all_games(_: click.Context) -> Iterable[str]:
    return (*engine.names(), "all")


def _components(_: click.Context) -> Iterable[str]:
    """Return the components of the games on the line, of all where none is named there.

    An option without its value yet hides the arguments from the parser, so the line itself is asked.
    """
    from generator.printing import kit, template

    said = os.environ.get("COMP_WORDS", "").split()
    named = [name for name in engine.names() if name in said] or engine.names()
    sources = map(template.load, named)
    return dict.fromkeys(one for s in sources for one in kit.component_names(s, s.printing))


def _overlays(context: click.Context) -> Iterable[str]:
    game = context.params.get("game")
    known = [game] if game in engine.names() else engine.names()
    return dict.fromkeys(("list", *(one for name in known for one in engine.game(name).overlays)))


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


#: Parameter -> what is offered for it, and whether files are as well.
OFFERS: dict[str, tuple[Offer | None, bool]] = {
    "game": (_games, False),
    "games": (_all_games, False),
    "subjects": (_all_games, True),
    "only": (_components, False),
    "show": (_overlays, False),
    "theme": (_themes, True),
    "paper": (_papers, False),
    "preset": (_presets, True),
    "lang": (_languages, False),
    "template": (None, True),
    "template_file": (None, True),
    "records": (None, True),
    "record": (None, True),
    "file": (None, True),
}
#: Parameters of these names are something else in these commands.
ELSEWHERE = {
    ("preset", "name"): (_presets, False),
    ("template", "name"): (_games, False),
    ("theme", "name"): (_themes, False),
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
        known = [one for one in offer(context) if one.startswith(incomplete)] if offer else []
        items = [CompletionItem(one) for one in known]
        # A shell that is told of files looks for them itself, and for nothing else.
        return items if items or not has_files else [CompletionItem(incomplete, type="file")]

    return complete

"""The command line: finds the commands, and turns errors into one line and an exit code.

Commands live in :mod:`generator.commands`, and are imported only when run.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import click

#: Command -> its line in ``tilewright --help``.
COMMANDS = {
    "kit": "Print sheets of a game's components.",
    "template": "List the kits' templates, or copy one out.",
    "theme": "List the themes, or copy one out.",
    "preset": "List the presets of shops and machines, or copy one out.",
    "example": "List the examples of figures and records, or copy one out.",
    "printer": "Work out a printer's corrections from its test page.",
    "solid": "Write 3MF files of pieces to be told apart by touch.",
    "tabletop": "Write a game for Tabletop Simulator and virtualtabletop.io.",
    "verify": "Count tile sets: of a game, an inventory, or printed sheets.",
    "games": "List the games and the contents of their boxes.",
    "diagram": "Draw a position.",
    "figures": "Make all figures of a rulebook.",
    "replay": "Make a page to walk through a game.",
    "studio": "Play in the browser, or write the page for a web host.",
    "check": "Replay game records and check their results.",
    "moves": "List the legal moves of a position.",
    "play": "Play moves and show the position after them.",
    "score": "Show the scores of a position.",
    "perft": "Count the move sequences of a given length.",
    "hint": "Find a turn that plays as many tiles as possible.",
    "study": "Play a game against itself: is it fair, how long, does skill win?",
    "suggest": "Find the best turns of a position.",
    "match": "Let players play games against each other.",
    "help": "Show how to use a command, or how a game is written.",
    "doctor": "Show what this machine has, and what is missing.",
    "completion": "Print the shell completion script.",
}

#: Module -> the commands that share it; all others have the module of their name.
_SHARED = {
    "checks": ("check", "verify"),
    "kits": ("kit", "printer", "solid", "tabletop"),
    "pictures": ("diagram", "figures", "replay"),
    "players": ("match", "study", "suggest"),
    "rules": ("games", "moves", "play", "score", "perft", "hint"),
    "shipped": ("template", "theme", "preset", "example"),
    "help": ("completion",),
}

#: Exit codes (the contract): in order; the thing checked is not in order; bad input or usage.
OK, NOT_IN_ORDER, BAD_INPUT = 0, 1, 2

#: The exit code of a program that is interrupted, by custom 128 and the signal's number.
INTERRUPTED = 130

#: The variable that shells set to complete a line.
COMPLETING = "_TILEWRIGHT_COMPLETE"


class Commands(click.Group):
    """A group that knows its commands' names and imports them when they are run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command with the settings of the project, None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        home = next((home for home, names in _SHARED.items() if cmd_name in names), cmd_name)
        command = getattr(importlib.import_module(f"generator.commands.{home}"), cmd_name)
        assert isinstance(command, click.Command)
        if not ctx.resilient_parsing:
            from generator.commands import _settings

            _settings.set_defaults(ctx, command, cmd_name, COMMANDS)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table without importing a command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command; suggest one for a misspelt name."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            if ctx.resilient_parsing:
                return None, None, args
            from engine.words import meant

            right = meant(name, COMMANDS) or f"commands are {', '.join(COMMANDS)}"
            ctx.fail(f"no command '{name}'; {right}")
        return super().resolve_command(ctx, args)


def quiet_option() -> click.Option:
    """Return ``--quiet``, which stands before a command or after it."""

    def heed(context: click.Context, _: click.Parameter, value: bool) -> None:
        if value:
            from generator.commands import _telling

            context.meta[_telling.QUIET] = True

    words = "Print results and errors only, no notes."
    flag: dict[str, Any] = {"is_flag": True, "is_eager": True, "expose_value": False}
    return click.Option(["-q", "--quiet"], callback=heed, help=words, **flag)


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    None, "-V", "--version", package_name="tilewright", message="%(prog)s %(version)s"
)
def tilewright() -> None:
    """Printable components, figures and rules for four abstract board games.

    Exit codes: 0 fine, 1 the thing checked is not in order, 2 bad input or usage.
    """


tilewright.params.append(quiet_option())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; errors are one line on standard error."""
    if COMPLETING in os.environ:
        tilewright.main(prog_name="tilewright")
    meta: dict[str, Any] = {}
    words = _typed() if arguments is None else [*arguments]
    try:
        with tilewright.make_context("tilewright", [*words] or ["--help"]) as context:
            meta = context.meta
            code = tilewright.invoke(context)
            sys.stdout.flush()
        return code if isinstance(code, int) else OK
    except click.exceptions.Exit as error:
        return error.exit_code if words else BAD_INPUT
    except (KeyboardInterrupt, click.Abort):
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:  # the reader of our output is gone (``tilewright … | head``)
        _forget_output()
        return OK
    except (Exception, SystemExit) as error:
        return _failed(error, meta)


def _typed() -> list[str]:
    """Return the words of the command line; on Windows patterns are ours to replace."""
    words = sys.argv[1:]
    if sys.platform != "win32":
        return words
    import glob

    return [name for word in words for name in (glob.glob(word) or [word])]  # noqa: PTH207


def _failed(error: BaseException, meta: Mapping[str, Any]) -> int:
    """Print an error in one line and return the exit code; a defect of ours is raised again."""
    from engine.errors import GameError, OptionError, is_illegal_move
    from engine.play import finding
    from generator import files
    from generator.commands import _settings

    source = meta.get(_settings.FROM_FILE, "")
    if isinstance(error, click.ClickException):
        return _fail(error.format_message(), BAD_INPUT, source)
    if isinstance(error, MemoryError):
        return _fail("there is not enough memory for this", BAD_INPUT)
    if isinstance(error, OSError):
        if not error.filename:
            _forget_output()
        return _fail(files.sentence(error), BAD_INPUT)
    if isinstance(error, GameError):
        code = NOT_IN_ORDER if is_illegal_move(error) else BAD_INPUT
        return _fail(str(error), code, source if isinstance(error, OptionError) else "")
    if fault := finding.broken_by(error):
        return _fail(fault, BAD_INPUT)
    raise error


def _forget_output() -> None:
    """Let the rest of standard output go nowhere, so that it does not fail once more."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, code: int, source: str = "") -> int:
    from generator.commands import _telling

    _telling.error(f"{message} ({source})" if source else message)
    return code

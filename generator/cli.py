"""The command line: finds the commands, and turns errors into one line and an exit code.

Commands are functions of :mod:`generator.api` and :mod:`generator.commands`, imported only when run.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import click

from generator.commands import BAD_INPUT, FROM_FILE, NOT_IN_ORDER, OK, quiet_option

__all__ = ["BAD_INPUT", "COMMANDS", "INTERRUPTED", "NOT_IN_ORDER", "OK", "run", "tilewright"]

#: Command -> the module that has its function, and its line in ``tilewright --help``.
_COMMANDS = {
    "kit": ("api.kits", "Print sheets of a game's components."),
    "template": ("commands.toolkit", "List the kits' templates, or copy one out."),
    "theme": ("commands.toolkit", "List the themes, or copy one out."),
    "preset": ("commands.toolkit", "List the presets of shops and machines, or copy one out."),
    "example": ("commands.toolkit", "List the examples of figures and records, or copy one out."),
    "printer": ("commands.others", "Work out a printer's corrections from its test page."),
    "solid": ("api.kits", "Write 3MF files of pieces to be told apart by touch."),
    "tabletop": ("api.kits", "Write a game for Tabletop Simulator and virtualtabletop.io."),
    "verify": ("api.checks", "Count tile sets: of a game, an inventory, or printed sheets."),
    "games": ("commands.positions", "List the games and the contents of their boxes."),
    "diagram": ("commands.positions", "Draw a position."),
    "figures": ("api.rulebooks", "Make all figures of a rulebook."),
    "replay": ("api.pictures", "Make a page to walk through a game."),
    "studio": ("commands.others", "Play in the browser, or write the page for a web host."),
    "check": ("api.checks", "Replay game records and check their results."),
    "moves": ("commands.positions", "List the legal moves of a position."),
    "play": ("commands.positions", "Play moves and show the position after them."),
    "score": ("commands.positions", "Show the scores of a position."),
    "perft": ("commands.positions", "Count the move sequences of a given length."),
    "hint": ("commands.positions", "Find a turn that plays as many tiles as possible."),
    "study": ("commands.others", "Study a game: is it fair, how long is it, does skill win?"),
    "suggest": ("api.players", "Find the best turns of a position."),
    "match": ("api.players", "Let players play games against each other."),
    "help": ("commands.help", "Show how to use a command, or how a game is written."),
    "doctor": ("commands.toolkit", "Show what this machine has, and what is missing."),
    "completion": ("commands.help", "Print the shell completion script."),
}
COMMANDS = {name: line for name, (_, line) in _COMMANDS.items()}

#: The exit code of a program that is interrupted, by custom 128 and the signal's number.
INTERRUPTED = 130

#: The variable that shells set to complete a line.
COMPLETING = "_TILEWRIGHT_COMPLETE"


class Commands(click.Group):
    """A group that knows its commands' names and imports them when they are run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command with the settings of the project, None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        from generator.commands import _parameters

        home, _ = _COMMANDS[cmd_name]
        function = getattr(importlib.import_module(f"generator.{home}"), cmd_name)
        command = _parameters.command(cmd_name, function)
        if not ctx.resilient_parsing:
            _parameters.set_defaults(ctx, command, cmd_name, COMMANDS)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            from engine.words import meant

            right = meant(name, COMMANDS) or f"commands are {', '.join(COMMANDS)}"
            ctx.fail(f"no command '{name}'; {right}")
        return super().resolve_command(ctx, args)


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
    words = [*(sys.argv[1:] if arguments is None else arguments)]
    if sys.platform == "win32" and arguments is None:  # where patterns are ours to replace
        import glob

        words = [name for word in words for name in (glob.glob(word) or [word])]  # noqa: PTH207
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


def _failed(error: BaseException, meta: Mapping[str, Any]) -> int:
    """Print an error in one line and return the exit code; a defect of ours is raised again."""
    from engine.errors import GameError, OptionError, is_illegal_move
    from engine.play import plugins
    from generator import files

    if isinstance(error, OSError) and not error.filename:
        _forget_output()
    if isinstance(error, click.ClickException):
        words = error.format_message()
    elif isinstance(error, MemoryError):
        words = "there is not enough memory for this"
    elif isinstance(error, (OSError, GameError)):
        words = files.sentence(error)
    else:
        words = plugins.broken_by(error)
    if not words:
        raise error
    if isinstance(error, OptionError) and error.setting:  # as it is typed: -s seed=7
        name = re.escape(error.setting)
        words = re.sub(rf"(?<![-\w])(?<!-s )({name}=)", r"-s \1", words)
    if isinstance(error, (click.ClickException, OptionError)) and FROM_FILE in meta:
        words += f" ({meta[FROM_FILE]})"
    return _fail(words, NOT_IN_ORDER if is_illegal_move(error) else BAD_INPUT)


def _forget_output() -> None:
    """Let the rest of standard output go nowhere, so that it does not fail once more."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(words: str, code: int) -> int:
    from generator.commands import _output

    _output.error(words)
    return code

"""The command line: finds the commands, and turns errors into one line and an exit code.

Commands live in :mod:`generator.commands`, a module each, and are imported only when run, so
that ``tilewright --help`` starts at once.  The table below is all it knows of them.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EAGAIN, EMFILE, ENFILE, ENOMEM
from pathlib import Path
from typing import Any

import click

#: Command -> its line in ``tilewright --help``; the module is ``generator.commands.<name>``.
COMMANDS = {
    "kit": "Print sheets of a game's components.",
    "template": "List the kits' templates, or copy one out.",
    "theme": "List the themes, or copy one out.",
    "preset": "List the presets of shops and machines, or copy one out.",
    "example": "List the examples of figures and records, or copy one out.",
    "tabletop": "Write a game for Tabletop Simulator and virtualtabletop.io.",
    "verify": "Count tile sets: of a game, an inventory, or printed sheets.",
    "games": "List the games and what their boxes hold.",
    "diagram": "Draw a position.",
    "figures": "Make all figures of a rulebook.",
    "replay": "Make a page to walk through a game.",
    "check": "Replay game records and check their results.",
    "moves": "List the legal moves of a position.",
    "play": "Play moves and show the position after them.",
    "score": "Show the scores of a position.",
    "perft": "Count the move sequences of a given length.",
    "hint": "Find a turn that plays as many tiles as possible.",
    "help": "Tell how a command is used, or how a game is written.",
    "doctor": "Say what this machine has, and what is missing.",
    "completion": "Print the shell completion script.",
}

#: Exit codes (the contract): in order; the thing checked is not in order; bad input or usage.
OK, NOT_IN_ORDER, BAD_INPUT = 0, 1, 2

#: The exit code of a program that is interrupted, by custom 128 and the signal's number.
INTERRUPTED = 130

#: Where a command leaves the name of the game that it asks, for what that does wrong.
ASKED = "tilewright.game"

#: Where it stands what the project's settings and the environment say of a command.
SAID = "tilewright.said"

#: What shells set in the environment when they ask what a line may go on with.
COMPLETING = "_TILEWRIGHT_COMPLETE"


class Interrupted(BaseException):
    """The program was interrupted; click, which does not know it, lets it through."""


class ReaderGone(BaseException):
    """Nobody reads our output any more (``tilewright … | head``)."""


@contextmanager
def _past_click() -> Iterator[None]:
    """Let through what click would tell in two lines, or end with the wrong code."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted from None
    except BrokenPipeError:
        raise ReaderGone from None


@contextmanager
def _added_named(ctx: click.Context) -> Iterator[None]:
    """Let whatever a game of a package does wrong be an error that names it; -v tells where it came from."""
    try:
        yield
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except (Exception, SystemExit):
        from engine.errors import BrokenGameError
        from engine.play import finding
        from generator.commands import _telling

        try:
            with finding.answering(ctx.meta.get(ASKED, "")):
                raise
        except BrokenGameError as broken:
            _telling.origin(broken)
            raise


@contextmanager
def _settings_named(ctx: click.Context) -> Iterator[None]:
    """Let an error on an option say which file of settings or variable says that option, as nobody typed it."""
    try:
        yield
    except (click.ClickException, ValueError) as error:
        words = error.format_message() if isinstance(error, click.ClickException) else str(error)
        for one in ctx.meta.get(SAID, ()):
            if one.is_meant_by(words):
                error.add_note(one.words)
        raise


class Commands(click.Group):
    """A group that knows its commands' names and imports them when they are run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, or None where there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"generator.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        if not any("--quiet" in param.opts for param in command.params):
            command.params += _loudness_options()
        if ctx.resilient_parsing:
            from generator.commands import _completing

            _completing.teach(command, cmd_name)
        else:
            _set_defaults(ctx, command, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table without importing a single command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def make_context(self, *given: Any, **named: Any) -> click.Context:
        """Read the arguments."""
        with _past_click():
            return super().make_context(*given, **named)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _past_click(), _settings_named(ctx), _added_named(ctx):
            return super().invoke(ctx)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command, and for a misspelt one say which was meant, but to a shell that completes."""
        name = args[0] if args else ""
        if ctx.resilient_parsing and name not in COMMANDS:
            return None, None, args
        if args and not name.startswith("-") and name not in COMMANDS:
            ctx.fail(f"no command '{name}'{_nearest(name, COMMANDS)}")
        return super().resolve_command(ctx, args)


def _set_defaults(ctx: click.Context, command: click.Command, name: str) -> None:
    """Let the project's settings and the environment say options of a command.

    Raises OptionError for settings that are wrong.
    """
    from generator.commands import _settings, _telling

    found = _settings.find(Path.cwd(), COMMANDS)
    said = _settings.teach(command, name, found)
    ctx.default_map = {**(ctx.default_map or {}), name: said}
    for one in _settings.sources(command, name, found):
        _telling.later(ctx, one.words)
        ctx.meta.setdefault(SAID, []).append(one)


def _loudness_options() -> list[click.Option]:
    """Return ``--quiet`` and ``--verbose``, which stand before a command or after it."""

    def option(*names: str, loudness: int, help_line: str) -> click.Option:
        def heed(ctx: click.Context, _: click.Parameter, value: bool) -> None:
            if value:
                from generator.commands import _telling

                _telling.set_loudness(ctx, loudness)

        return click.Option(
            names, is_flag=True, is_eager=True, expose_value=False, callback=heed, help=help_line
        )

    return [
        option("-q", "--quiet", loudness=-1, help_line="Tell results and errors only, no notes."),
        option(
            "-v",
            "--verbose",
            loudness=1,
            help_line="Tell more: which settings of files and the environment count.",
        ),
    ]


def _nearest(name: str, known: Sequence[str] | dict[str, str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, list(known), n=1)
    return f"; did you mean '{close[0]}'?" if close else f"; commands are {', '.join(known)}"


def _version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from engine import __version__

        click.echo(f"tilewright {__version__}")
        ctx.exit()


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def tilewright() -> None:
    """Printable components, figures and rules for four abstract board games.

    Exit codes: 0 fine, 1 the thing checked is not in order, 2 bad input or usage.
    """


tilewright.params += _loudness_options()


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; errors are one line on standard error."""
    if COMPLETING in os.environ:
        from generator.commands import _shells

        _shells.register()
    try:
        result = _invoked(arguments)
        sys.stdout.flush()
        return result if isinstance(result, int) else OK
    except click.exceptions.Exit as error:
        return error.exit_code
    except (Interrupted, click.Abort):
        return _fail("interrupted", INTERRUPTED)
    except click.ClickException as error:
        return _fail(_noted(error, error.format_message()), BAD_INPUT)
    except (ReaderGone, BrokenPipeError):
        _forget_output()
        return OK
    except OSError as error:
        return _from_system(error)
    except MemoryError:
        return _fail("there is not enough memory for this", BAD_INPUT)
    except ValueError as error:
        return _from_engine(error)


def _invoked(arguments: Sequence[str] | None) -> object:
    """Return what the command returns, with nothing asked for the help and what says so."""
    words = list(arguments) if arguments is not None else None
    try:
        return tilewright.main(args=words, prog_name="tilewright", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return BAD_INPUT


def _from_engine(error: ValueError) -> int:
    """Tell an engine error in one line; any other is a defect and is raised again."""
    from engine.errors import GameError, is_illegal_move

    if not isinstance(error, GameError):
        raise error
    code = NOT_IN_ORDER if is_illegal_move(error) else BAD_INPUT
    return _fail(_noted(error, str(error)), code)


def _noted(error: Exception, words: str) -> str:
    """Return an error's words with what was noted on it."""
    notes = "; ".join(getattr(error, "__notes__", ()))
    return f"{words} ({notes})" if notes else words


def _from_system(error: OSError) -> int:
    """Tell a system's error; files are named, so one without a name is standard output's.

    That there is too little of something is nobody's.
    """
    where = "" if error.errno in (EMFILE, ENFILE, ENOMEM, EAGAIN) else "standard output"
    if not error.filename:
        _forget_output()
    from generator import files

    return _fail(files.told(error, where), BAD_INPUT)


def _forget_output() -> None:
    """Let what standard output still holds go nowhere, so that it does not fail once more."""
    with suppress(OSError):  # where no more files can be open
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, code: int) -> int:
    from generator.commands import _telling

    _telling.error(message)
    return code

"""The command line: finds the commands, and turns errors into one line and an exit code.

Commands live in :mod:`generator.commands`, and are imported only when run, so that
``tilewright --help`` starts at once.  The tables below are all it knows of them.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from errno import EAGAIN, EMFILE, ENFILE, ENOMEM
from pathlib import Path
from typing import Any

import click

#: Command -> its line in ``tilewright --help``.
COMMANDS = {
    "kit": "Print sheets of a game's components.",
    "template": "List the kits' templates, or copy one out.",
    "theme": "List the themes, or copy one out.",
    "preset": "List the presets of shops and machines, or copy one out.",
    "example": "List the examples of figures and records, or copy one out.",
    "printer": "Reckon a printer's corrections from its test page.",
    "solid": "Write 3MF files of pieces to be told apart by touch.",
    "tabletop": "Write a game for Tabletop Simulator and virtualtabletop.io.",
    "verify": "Count tile sets: of a game, an inventory, or printed sheets.",
    "games": "List the games and what their boxes hold.",
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
    "help": "Tell how a command is used, or how a game is written.",
    "doctor": "Say what this machine has, and what is missing.",
    "completion": "Print the shell completion script.",
}

#: Module -> the commands that share it; all others have the module of their name.
_SHARED = {
    "kits": ("kit", "printer", "solid", "tabletop"),
    "pictures": ("diagram", "replay"),
    "players": ("match", "study", "suggest"),
    "rules": ("games", "moves", "play", "score", "perft", "hint"),
    "shipped": ("template", "theme", "preset", "example"),
    "help": ("completion",),
}

#: Exit codes (the contract): in order; the thing checked is not in order; bad input or usage.
OK, NOT_IN_ORDER, BAD_INPUT = 0, 1, 2

#: The exit code of a program that is interrupted, by custom 128 and the signal's number.
INTERRUPTED = 130

#: Where a command leaves the name of the game that it asks, for what that does wrong.
ASKED = "tilewright.game"

#: Where it stands what the project's settings say of a command.
SAID = "tilewright.said"

#: What shells set in the environment when they ask what a line may go on with.
COMPLETING = "_TILEWRIGHT_COMPLETE"


class Commands(click.Group):
    """A group that knows its commands' names and imports them when they are run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, or None where there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        home = next((home for home, names in _SHARED.items() if cmd_name in names), cmd_name)
        module = importlib.import_module(f"generator.commands.{home}")
        command = getattr(module, "command" if home == cmd_name else cmd_name)
        assert isinstance(command, click.Command)
        if not any("--quiet" in param.opts for param in command.params):
            command.params += _loudness_options()
        if not ctx.resilient_parsing:
            _set_defaults(ctx, command, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table without importing a single command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command, and for a misspelt one say which was meant, but to a shell that completes."""
        name = args[0] if args else ""
        if ctx.resilient_parsing and name not in COMMANDS:
            return None, None, args
        if args and not name.startswith("-") and name not in COMMANDS:
            from engine.words import meant

            right = meant(name, COMMANDS) or f"commands are {', '.join(COMMANDS)}"
            ctx.fail(f"no command '{name}'; {right}")
        return super().resolve_command(ctx, args)


def _set_defaults(ctx: click.Context, command: click.Command, name: str) -> None:
    """Let the project's settings say options of a command."""
    from generator import files
    from generator.commands import _settings, _telling

    found = _settings.find(Path.cwd(), COMMANDS)
    if found is None or not found.tables.get(name):
        return
    ctx.default_map = {**(ctx.default_map or {}), name: _settings.values(command, name, found)}
    ctx.meta[SAID] = files.shown(found.file), sorted(found.tables[name])
    _telling.later(ctx, _source(ctx.meta))


def _source(meta: Mapping[str, Any], *keys: str) -> str:
    """Return what the project's file says, "" where it says nothing of the command."""
    file, said = meta.get(SAID, ("", ()))
    return f"{file} says {', '.join(keys or said)}" if file else ""


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

    more = "Tell more: which settings of files count."
    return [
        option("-q", "--quiet", loudness=-1, help_line="Tell results and errors only, no notes."),
        option("-v", "--verbose", loudness=1, help_line=more),
    ]


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
        tilewright.main(prog_name="tilewright")
    try:
        return _invoked(_typed() if arguments is None else list(arguments))
    except click.exceptions.Exit as error:
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:  # nobody reads our output any more (``tilewright … | head``)
        _forget_output()
        return OK
    except (Exception, SystemExit) as error:
        return _failed(error, {})


def _typed() -> list[str]:
    """Return the words of the command line, patterns replaced where the shell leaves that to us."""
    words = sys.argv[1:]
    if sys.platform != "win32":
        return words
    import glob

    return [found for word in words for found in (glob.glob(word) or [word])]  # noqa: PTH207


def _invoked(words: list[str]) -> int:
    """Run a command and return its exit code; without words that is its help, and bad input."""
    try:
        context = tilewright.make_context("tilewright", words)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.stdout.flush()
        return BAD_INPUT
    with context:
        try:
            code = tilewright.invoke(context)
            sys.stdout.flush()
        except (click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except (Exception, SystemExit) as error:
            return _failed(error, context.meta)
    return code if isinstance(code, int) else OK


def _failed(error: BaseException, meta: Mapping[str, Any]) -> int:
    """Tell an error in one line and return the exit code; a defect of ours is raised again.

    An error on options says which file says them too, as nobody typed it.
    """
    if isinstance(error, click.ClickException):
        param = getattr(error, "param", None)
        context = getattr(error, "ctx", None)
        source = context.get_parameter_source(param.name) if param and context else None
        is_from_file = source is click.core.ParameterSource.DEFAULT_MAP
        key = max(param.opts, key=len).removeprefix("--") if param and is_from_file else ""
        return _fail(error.format_message(), BAD_INPUT, _source(meta, key) if key else "")
    if isinstance(error, MemoryError):
        return _fail("there is not enough memory for this", BAD_INPUT)
    from engine.errors import GameError, OptionError, is_illegal_move
    from engine.play import finding

    try:  # whatever a game of a package does wrong is an error that names it
        with finding.answering(meta.get(ASKED, "")):
            raise error
    except OSError as raised:
        return _from_system(raised)
    except GameError as raised:
        from generator.commands import _telling

        _telling.detail(finding.origin(raised))
        code = NOT_IN_ORDER if is_illegal_move(raised) else BAD_INPUT
        return _fail(str(raised), code, _source(meta) if isinstance(raised, OptionError) else "")


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


def _fail(message: str, code: int, source: str = "") -> int:
    from generator.commands import _telling

    _telling.error(f"{message} ({source})" if source else message)
    return code

"""Reports of commands that check something: several in one run, each printed or into a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from engine.errors import GameError, OptionError
from engine.reading import resolved
from generator import files
from generator.api.reported import Reported
from generator.checking.unread import Unread
from generator.cli import BAD_INPUT, NOT_IN_ORDER, OK
from generator.commands import _asking, _telling

KINDS = ("text", "json", "junit", "github", "markdown")
#: Reports that share standard output with others: lines that each stand for themselves.
_LINES = ("text", "github")

F = TypeVar("F", bound=Callable[..., Any])


class Wish(NamedTuple):
    """A report that is wanted, and the file it goes into; None for standard output."""

    kind: str
    file: Path | None


#: The report that people read at once, for which standard error has what could not be read.
PRINTED = Wish("text", None)


def _parsed(_: click.Context, __: click.Parameter, values: Sequence[str]) -> tuple[Wish, ...]:
    wishes = []
    for value in values:
        kind, equals, file = value.partition("=")
        if kind not in KINDS or (equals and not file):
            raise click.BadParameter(
                f"'{value}' is no report; expected {', '.join(KINDS)}, or with a file: "
                f"{kind if kind in KINDS else 'junit'}=FILE"
            )
        wishes.append(Wish(kind, Path(file) if equals and file != "-" else None))
    return tuple(wishes)


def option(function: F) -> F:
    """Add ``--report`` and ``--json`` to a command."""
    report = click.option(
        "--report",
        "reports",
        multiple=True,
        metavar="KIND[=FILE]",
        shell_complete=_asking.offering(KINDS),
        callback=_parsed,
        help="text, json, junit, github or markdown, into FILE or to standard output; may be repeated. "
        "[default: text]",
    )
    brief = click.option("--json", "as_json", is_flag=True, help="The same as --report json.")
    return report(brief(function))


def wishes_of(
    reports: tuple[Wish, ...], inputs: Iterable[str] = (), *, as_json: bool
) -> tuple[Wish, ...]:
    """Return the reports wanted, of which one at least is printed.

    Raises OptionError where two would be one document, or one file, or one of the ``inputs``.
    """
    wishes = (*reports, Wish("json", None)) if as_json else reports
    wishes = tuple(dict.fromkeys(wishes))
    if all(wish.file for wish in wishes):
        wishes = (*wishes, PRINTED)
    printed = [wish.kind for wish in wishes if wish.file is None]
    if len(printed) > 1 and not set(printed) <= set(_LINES):
        raise OptionError(
            f"--report {' and '.join(printed)} would be one document; give one a file, "
            f"as in --report {printed[0]}=FILE"
        )
    into = [resolved(wish.file) for wish in wishes if wish.file]
    if len(set(into)) < len(into):
        raise OptionError("two reports into one file; give each a file of its own")
    see_apart(wishes, inputs)
    return wishes


def see_apart(wishes: Sequence[Wish], paths: Iterable[str | Path]) -> None:
    """See that no report is written into one of some files.

    Raises OptionError.
    """
    into = {resolved(wish.file) for wish in wishes if wish.file}
    for path in paths:
        if resolved(path) in into:
            raise OptionError(f"a report would overwrite {path}; give it another file")


def deliver(
    wishes: Sequence[Wish], found: Reported, *, whole: bool = False, lines: bool = False
) -> None:
    """Write the reports, those into files first; with ``lines`` the printed text is told already.

    Errors are left out of the printed text, as standard error has them.

    Raises OSError where a file cannot be written.
    """
    for wish in sorted(wishes, key=lambda wish: wish.file is None):
        if wish == PRINTED:
            text = "" if lines else _coloured(replace(found, errors=()).text(all=whole))
        elif wish.kind in ("json", "junit"):
            text = getattr(found, wish.kind)()
        else:
            text = getattr(found, wish.kind)(all=whole)
        if wish.file is None:
            click.echo(text, nl=False)
        else:
            files.write(wish.file, files.encoded(text))


def _coloured(text: str) -> str:
    """Return a report for people with its verdicts and faults in colour where that is seen."""
    if not _telling.has_colour():
        return text
    lines = []
    for line in text.splitlines():
        is_bad = line.startswith(("  - ", "  not in order"))
        is_good = line.startswith("  in order") or line.endswith(", in order")
        colour = "red" if is_bad else "green" if is_good else ""
        lines.append(_telling.coloured(line, colour) if colour else line)
    return "".join(f"{line}\n" for line in lines)


@contextmanager
def unread(
    wishes: Sequence[Wish], report: Callable[[Unread], Reported], file: str = ""
) -> Iterator[None]:
    """Report also what cannot be read: ``report`` is of an error, in ``file`` if in any."""
    try:
        yield
    except (GameError, OSError) as error:
        deliver([wish for wish in wishes if wish != PRINTED], report(Unread(error, file)))
        raise


def ended(found: Reported) -> int:
    """Tell what could not be read in lines of standard error, and return the exit code."""
    for one in found.errors:
        _telling.failed(one.error, one.message)
    if found.errors:
        return BAD_INPUT
    return OK if found.ok else NOT_IN_ORDER

"""Reports of commands that check something: several in one run, each printed or into a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from engine.errors import GameError, OptionError
from engine.reading import resolved
from generator import files
from generator.checking.unread import Unread
from generator.commands import _telling

KINDS = ("text", "json", "junit", "github", "markdown")
#: Reports that share standard output with others: lines that each stand for themselves.
_LINES = ("text", "github")

#: Report -> how it is made.
Forms = Mapping[str, Callable[[], str]]

F = TypeVar("F", bound=Callable[..., Any])


class Wish(NamedTuple):
    """A report that is wanted, and the file it goes into; None for standard output."""

    kind: str
    file: Path | None


#: The report that people read at once, for which standard error has what could not be read.
PRINTED = Wish("text", None)


def _wishes(_: click.Context, __: click.Parameter, values: Sequence[str]) -> tuple[Wish, ...]:
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
        shell_complete=lambda _, __, begun: [kind for kind in KINDS if kind.startswith(begun)],
        callback=_wishes,
        help="text, json, junit, github or markdown, into FILE or to standard output; may be repeated. "
        "[default: text]",
    )
    brief = click.option("--json", "as_json", is_flag=True, help="The same as --report json.")
    return report(brief(function))


def asked(
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


def deliver(wishes: Sequence[Wish], forms: Forms) -> None:
    """Write the reports, those into files first; the form ``printed`` is that of the printed text.

    Raises OSError where a file cannot be written.
    """
    for wish in wishes:
        if wish.file is not None:
            files.write(wish.file, files.encoded(forms[wish.kind]()))
    for wish in wishes:
        if wish.file is None:
            text = forms["printed" if wish == PRINTED else wish.kind]()
            click.echo(_coloured(text) if wish.kind == "text" else text, nl=False)


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
def told(
    wishes: Sequence[Wish], forms: Callable[[Unread], Forms], file: str = ""
) -> Iterator[None]:
    """Report also what cannot be read: ``forms`` are the reports of an error, in ``file`` if in any."""
    try:
        yield
    except (GameError, OSError) as error:
        deliver([wish for wish in wishes if wish != PRINTED], forms(Unread(error, file)))
        raise


def fail(errors: Iterable[Unread]) -> None:
    """Tell each of several errors in a line of standard error."""
    for one in errors:
        _telling.failed(one.error, one.message)

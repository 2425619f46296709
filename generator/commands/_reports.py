"""Reports of commands that check something: several in one run, each printed or into a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, NamedTuple

import click

from engine.errors import GameError, OptionError
from engine.reading import resolved
from generator import files
from generator.api.options import Names, Option
from generator.checking.faults import Unread
from generator.checking.report import Reported
from generator.cli import BAD_INPUT, NOT_IN_ORDER, OK
from generator.commands import _telling

KINDS = ("text", "json", "junit", "github", "markdown")

Reports = Annotated[
    Names,
    Option(
        "text, json, junit, github or markdown, into FILE or to standard output. Repeatable. "
        "[default: text]",
        "KIND[=FILE]",
        offers=KINDS,
        names="--report",
    ),
]
AsJson = Annotated[bool, Option("The same as --report json.", names="--json")]


class Wish(NamedTuple):
    """A report that is wanted, and its file; None for standard output."""

    kind: str
    file: Path | None


#: The report for people; files that cannot be read are on standard error.
PRINTED = Wish("text", None)


def _read(word: str) -> Wish:
    kind, equals, file = word.partition("=")
    if kind not in KINDS or (equals and not file):
        raise OptionError(
            f"--report '{word}' is not a report; expected {', '.join(KINDS)}, or with a file: "
            f"{kind if kind in KINDS else 'junit'}=FILE"
        )
    return Wish(kind, Path(file) if equals and file != "-" else None)


def wishes_of(reports: Iterable[str], inputs: Iterable[str], *, as_json: bool) -> tuple[Wish, ...]:
    """Return the reports wanted; at least one of them is printed.

    Raises OptionError for two reports in one document, or for one in a file that is read.
    """
    wishes = tuple(dict.fromkeys(map(_read, (*reports, *(["json"] if as_json else [])))))
    if all(wish.file for wish in wishes):
        wishes = (*wishes, PRINTED)
    printed = [wish.kind for wish in wishes if wish.file is None]
    if len(printed) > 1 and not set(printed) <= {"text", "github"}:
        raise OptionError(
            f"--report {' and '.join(printed)} would be one document; give one a file, "
            f"as in --report {printed[0]}=FILE"
        )
    paths = {resolved(one) for one in inputs}
    for file in (wish.file for wish in wishes if wish.file):
        if resolved(file) in paths:
            raise OptionError(f"a report would overwrite {file}; give it another file")
        paths.add(resolved(file))
    return wishes


def deliver(
    wishes: Sequence[Wish], outcome: Reported, *, whole: bool = False, lines: bool = False
) -> None:
    """Write the reports, files first; with ``lines`` the printed text is there already.

    Raises OSError if a file cannot be written.
    """
    for wish in sorted(wishes, key=lambda wish: wish.file is None):
        if wish == PRINTED:
            text = "" if lines else replace(outcome, errors=()).text(all=whole)
        elif wish.kind in ("json", "junit"):
            text = getattr(outcome, wish.kind)()
        else:
            text = getattr(outcome, wish.kind)(all=whole)
        if wish.file is None:
            click.echo(text, nl=False)
        else:
            files.write(wish.file, files.encoded(text))


@contextmanager
def unread(
    wishes: Sequence[Wish], report: Callable[[Unread], Reported], file: str = ""
) -> Iterator[None]:
    """Report also a file that cannot be read: ``report`` is of the error, in ``file`` if in any."""
    try:
        yield
    except (GameError, OSError) as error:
        deliver([wish for wish in wishes if wish != PRINTED], report(Unread(error, file)))
        raise


def ended(outcome: Reported) -> int:
    """Print the files that could not be read on standard error, and return the exit code."""
    for one in outcome.errors:
        _telling.error(one.message)
    if outcome.errors:
        return BAD_INPUT
    return OK if outcome.ok else NOT_IN_ORDER

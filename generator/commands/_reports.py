"""Reports of commands that check something: several in one run, each printed or into a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, TypedDict

import click

from engine.errors import GameError, OptionError
from generator import files
from generator.api.checks import see_no_input
from generator.api.declaration import Names, Option
from generator.checking.faults import Unread
from generator.checking.report import Checked
from generator.commands import BAD_INPUT, NOT_IN_ORDER, OK, _output

KINDS = ("text", "json", "junit", "github", "markdown")

#: The report for people; files that cannot be read are on standard error.
_PRINTED = ("text", None)


class ReportOptions(TypedDict):
    """The reports of a check, and where they go.

    - report KIND[=FILE]: text, json, junit, github or markdown, into FILE or to standard output. Repeatable. [default: text]
    - json: The same as --report json.
    - all: List every fault; otherwise the first few of each kind.
    """

    report: Annotated[Names, Option(offers=KINDS)]
    json: bool
    all: bool


def reported(
    kind: Callable[..., Checked],
    check: Callable[[], Checked],
    inputs: Sequence[str],
    *,
    report: Iterable[str],
    json: bool,
    all: bool,
) -> int:
    """Check, deliver the reports, of an error as a ``kind`` with it alone, and return the exit code."""
    wishes = _wishes((*report, *(["json"] if json else [])), inputs)
    try:
        outcome = check()
    except (GameError, OSError) as error:
        words = files.sentence(error)
        names = filter(None, map(files.named, inputs))
        file = next((name for name in names if words.startswith(name)), "")
        others = [one for one in wishes if one != _PRINTED]  # the error is printed anyway
        _deliver(others, kind(errors=(Unread(error, file).fault,)), all=all)
        raise
    for words in outcome.notes:
        _output.note(words)
    for words in outcome.messages:
        _output.error(words)
    _deliver(wishes, outcome, all=all)
    return BAD_INPUT if outcome.is_bad_input else OK if outcome.ok else NOT_IN_ORDER


def _wishes(reports: Iterable[str], inputs: Sequence[str]) -> list[tuple[str, Path | None]]:
    """Return the kinds of report with their files, files first; at least one is printed."""
    wishes: list[tuple[str, Path | None]] = []
    for word in dict.fromkeys(reports):
        kind, equals, name = word.partition("=")
        if kind not in KINDS or (equals and not name):
            raise OptionError(
                f"--report '{word}' is not a report; expected {', '.join(KINDS)}, or with a file: "
                f"{kind if kind in KINDS else 'junit'}=FILE"
            )
        file = Path(files.from_here(Path(name).resolve())) if name not in ("", "-") else None
        for other, place in wishes:
            if place == file and (file or {kind, other} != {"text", "github"}):
                words = f"--report {other} and {kind} would be one document; give one a file"
                raise OptionError(f"{words}, as in --report {kind}=FILE")
        if file is not None:
            see_no_input(file, inputs)
        wishes.append((kind, file))
    if all(file for _, file in wishes):
        wishes.append(_PRINTED)
    return sorted(wishes, key=lambda wish: wish[1] is None)


def _deliver(wishes: Iterable[tuple[str, Path | None]], outcome: Checked, *, all: bool) -> None:
    for kind, file in wishes:
        write: Any = getattr(outcome, "printed" if (kind, file) == _PRINTED else kind)
        text = write() if kind in ("json", "junit") else write(all=all)
        if file is None:
            click.echo(text, nl=False)
        else:
            files.write(file, files.encoded(text))

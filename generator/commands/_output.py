"""The output of commands: results, errors, notes on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from engine.errors import OptionError
from engine.words import one_line, visible
from generator import answers, files
from generator.api.declaration import Answer
from generator.commands import is_quiet

T = TypeVar("T")


def give(command: str, answer: Answer, *, as_json: bool) -> int:
    """Print the notes of an answer, and its object, its bytes or its lines; return the exit code."""
    if as_json and answer.data is None:
        raise OptionError("--json describes a file; name it with -o")
    for words in answer.notes:
        note(words)
    if as_json:
        click.echo(answers.written(command, answer.data or {}))
    elif answer.binary:
        copied(answer.binary, None)
    else:
        for line in answer.lines:
            click.echo(visible(str(line)))
    return answer.code


def error(words: str) -> None:
    """Print an error on standard error, in one line of under 500 characters."""
    click.echo(f"Error: {one_line(words)}", err=True)


def note(words: str) -> None:
    """Print a note on standard error, unless ``--quiet``."""
    if not is_quiet():
        click.echo(visible(words), err=True)


def columns(rows: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each name, with what is about it in a column."""
    width = max(map(len, rows), default=0)
    return (f"{name:<{width}}  {words}" for name, words in rows.items())


def progress(title: str) -> Callable[[Iterator[T], int], Iterable[T]]:
    """Return a function that yields values on, with a progress bar on a terminal."""

    def watched(values: Iterator[T], total: int) -> Iterable[T]:
        is_hidden = is_quiet() or not sys.stderr.isatty()
        about: dict[str, Any] = {"label": title, "file": sys.stderr, "hidden": is_hidden}
        with click.progressbar(values, length=total, **about) as bar:
            yield from bar

    return watched


def copied(data: bytes, out: Path | None) -> None:
    """Write a file's bytes to standard output, or into a file and its name to standard output."""
    if out is not None:
        files.write(out, data)
        click.echo(visible(str(out)))
        return
    if b"\0" in data and sys.stdout.isatty():
        raise OptionError("a terminal cannot show this; give a file with -o")
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()

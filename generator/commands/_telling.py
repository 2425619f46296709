"""How commands speak: results, errors, notes on standard error, more or fewer; colour."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO, TypeVar

import click

from engine.words import one_line, visible

T = TypeVar("T")
_KEY, _WAITING = "tilewright.loudness", "tilewright.waiting"


def set_loudness(context: click.Context, loudness: int) -> None:
    """Say how much is told: -1 errors and results only, 0 as usual, 1 more.

    Raises UsageError where both less and more is wanted.
    """
    meta = context.find_root().meta
    if meta.get(_KEY, loudness) != loudness:
        raise click.UsageError("--quiet tells less and --verbose more; leave out one of them")
    meta[_KEY] = loudness
    for words in meta.pop(_WAITING, ()):
        detail(words)


def later(context: click.Context, words: str) -> None:
    """Tell a detail, also where ``--verbose`` stands behind the command and is read only then."""
    if loudness() > 0:
        detail(one_line(words))
    else:
        context.find_root().meta.setdefault(_WAITING, []).append(one_line(words))


def loudness() -> int:
    """Return how much is told, 0 outside of any command."""
    context = click.get_current_context(silent=True)
    return int(context.find_root().meta.get(_KEY, 0)) if context else 0


def result(words: str) -> None:
    """Tell a result on standard output, whatever acts on a terminal made visible."""
    click.echo(visible(words))


def error(words: str) -> None:
    """Tell what is wrong on standard error, in one line of under 500 characters."""
    click.echo(f"{coloured('Error:', 'red', err=True)} {one_line(words)}", err=True)


def note(words: str) -> None:
    """Tell something on standard error, unless it is to be quiet."""
    if loudness() >= 0:
        click.echo(visible(words), err=True)


def detail(words: str) -> None:
    """Tell lines on standard error that only who asks for them wants to know."""
    for line in words.splitlines() if loudness() > 0 else ():
        click.echo(visible(line), err=True)


def failed(raised: Exception, words: str) -> None:
    """Tell in one line what was wrong with a part of what was asked; of a broken game, its origin, too."""
    if loudness() > 0:
        from engine.play import finding

        detail(finding.origin(raised))
    error(words)


def has_colour(*, err: bool = False) -> bool:
    """Tell whether output is seen on a terminal that shows colours, and colours are wanted."""
    return _is_seen(sys.stderr if err else sys.stdout) and not os.environ.get("NO_COLOR")


def _is_seen(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def coloured(words: str, colour: str, *, err: bool = False) -> str:
    """Return words in a colour where that is seen, else as they are."""
    return click.style(words, fg=colour) if has_colour(err=err) else words


def progress(title: str) -> Callable[[Iterator[T], int], Iterable[T]]:
    """Return what yields so many values on, with a progress bar where a person watches."""

    def watched(values: Iterator[T], total: int) -> Iterable[T]:
        if loudness() < 0 or not _is_seen(sys.stderr):
            yield from values
            return
        with click.progressbar(values, length=total, label=title, file=sys.stderr) as bar:
            yield from bar

    return watched

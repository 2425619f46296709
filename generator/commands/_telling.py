"""How commands speak: notes on standard error, more or fewer; colour; that they are still at work."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from engine.words import one_line, visible

#: How long a command works before it says so, and how often it says so again, in seconds.
PATIENCE, BEAT = 1.0, 0.2
_KEY, _WAITING = "tilewright.loudness", "tilewright.waiting"
#: Who writes to the terminal, so that no line is told into the one that says that work goes on.
_SPEAKING, _SHOWN = threading.Lock(), threading.Event()


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
    words = one_line(words)
    if loudness() > 0:
        detail(words)
    else:
        context.find_root().meta.setdefault(_WAITING, []).append(words)


def loudness() -> int:
    """Return how much is told, 0 outside of any command."""
    context = click.get_current_context(silent=True)
    return int(context.find_root().meta.get(_KEY, 0)) if context else 0


def result(words: str) -> None:
    """Tell a result on standard output, whatever acts on a terminal made visible."""
    _say(visible(words), err=False)


def error(words: str) -> None:
    """Tell what is wrong on standard error, in one line of under 500 characters."""
    _say(f"{coloured('Error:', 'red', err=True)} {one_line(words)}")


def note(words: str) -> None:
    """Tell something on standard error, unless it is to be quiet."""
    if loudness() >= 0:
        _say(visible(words))


def detail(words: str) -> None:
    """Tell something on standard error that only who asks for it wants to know."""
    if loudness() > 0:
        _say(visible(words))


def failed(raised: Exception, words: str) -> None:
    """Tell in one line what was wrong with a part of what was asked, and its origin."""
    origin(raised)
    error(words)


def origin(raised: Exception) -> None:
    """Tell what led to a broken game's error, to who asks for more."""
    if loudness() > 0:
        from engine.play import finding

        details(finding.origin(raised))


def details(words: str) -> None:
    """Tell lines on standard error that only who asks for them wants to know."""
    for line in words.splitlines():
        detail(line)


def _say(line: str, *, err: bool = True) -> None:
    """Tell a line, in place of the one that says that work goes on."""
    with _SPEAKING:
        _clear()
        click.echo(line, err=err)


def _clear() -> None:
    """Take the line that says that work goes on off the terminal, where it stands there."""
    if _SHOWN.is_set():
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()
        _SHOWN.clear()


def has_colour(*, err: bool = False) -> bool:
    """Tell whether output is seen on a terminal that shows colours, and colours are wanted."""
    stream = sys.stderr if err else sys.stdout
    return _is_seen(stream) and not os.environ.get("NO_COLOR")


def _is_seen(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal that knows control sequences."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def coloured(words: str, colour: str, *, err: bool = False) -> str:
    """Return words in a colour where that is seen, else as they are."""
    return click.style(words, fg=colour) if has_colour(err=err) else words


def shows_progress() -> bool:
    """Tell whether somebody watches standard error and wants to be told that work goes on."""
    return loudness() >= 0 and _is_seen(sys.stderr)


@contextmanager
def working(words: str) -> Iterator[None]:
    """Say on a terminal's standard error that work goes on, and for how long, where it takes a while.

    What is told meanwhile by this module's functions stands in lines of its own.
    """
    if not shows_progress():
        yield
        return
    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(words, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _tell(words: str, done: threading.Event) -> None:
    began = time.monotonic()
    if done.wait(PATIENCE):
        return
    while True:
        with _SPEAKING:
            sys.stderr.write(f"\r{words}… {time.monotonic() - began:.0f} s")
            sys.stderr.flush()
            _SHOWN.set()
        if done.wait(BEAT):
            break
    with _SPEAKING:
        _clear()

"""Processes that draw figures for strangers, each drawing bounded in time and memory.

A drawing that takes too long ends with its process, and another process takes its place.  It knows
blocks and formats, and nothing of HTTP.
"""

from __future__ import annotations

import multiprocessing
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import NamedTuple

from engine.errors import GameError

#: Mebibytes of memory that a process may take, and hours of processor time over all its drawings.
MEMORY, HOURS = 1024, 10

#: Seconds that a process may take to start, on a busy machine.
_START = 120


class DrawingRequest(NamedTuple):
    """What is asked for: a block, the game where the request names it, settings, and the format.

    ``lang`` is the language of blocks that name none.
    """

    text: str
    game: str
    extra: tuple[tuple[str, str], ...]
    form: str
    lang: str = ""


class DrawingAnswer(NamedTuple):
    """The picture's bytes, or in ``fault`` why there are none."""

    data: bytes
    fault: str = ""


class OverloadError(GameError):
    """All processes are busy for as long as a request may wait."""


class TooSlowError(GameError):
    """A drawing took longer than it may, or its process broke down."""


class Workers:
    """As many processes as are asked for, started at once."""

    def __init__(self, count: int, seconds: float) -> None:
        self.seconds = seconds
        self._idle: SimpleQueue[_Worker] = SimpleQueue()
        for _ in range(count):
            self._idle.put(_Worker())

    def draw(self, request: DrawingRequest) -> DrawingAnswer:
        """Return the answer to a request; callers may be many threads.

        Raises OverloadError where none is free in time, TooSlowError for what takes too long.
        """
        try:
            worker = self._idle.get(timeout=self.seconds)
        except Empty as error:
            raise OverloadError("too many figures are being drawn; try again later") from error
        try:
            answer = worker.draw(request, self.seconds)
        except TooSlowError:
            worker.stop()
            worker = _Worker()
            raise
        finally:
            self._idle.put(worker)
        return answer

    def stop(self) -> None:
        """End the processes that are idle."""
        with suppress(Empty):
            while True:
                self._idle.get_nowait().stop()


class _Worker:
    """A process and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_draw_all, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._ready = False

    def draw(self, request: DrawingRequest, seconds: float) -> DrawingAnswer:
        """Return the answer to a request.

        Raises TooSlowError where it takes longer than ``seconds`` or the process ends.
        """
        try:
            if not self._ready and self._pipe.poll(_START):
                self._ready = bool(self._pipe.recv())
            self._pipe.send(request)
            if self._pipe.poll(seconds):
                return DrawingAnswer(*self._pipe.recv())
        except (EOFError, OSError) as error:
            words = "drawing this figure takes more memory than there is for it"
            raise TooSlowError(words) from error
        raise TooSlowError(f"drawing this figure takes more than {seconds:g} s")

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _draw_all(pipe: Connection) -> None:
    """DrawingAnswer requests until nobody asks any more: what a process runs."""
    from engine.drawing import writers
    from engine.words import one_line
    from generator.checking import limits
    from generator.documents import block, html

    limits.end_after(HOURS * 3600)
    limits.bound_memory(MEMORY)
    pipe.send(True)
    with suppress(EOFError, KeyboardInterrupt):
        while True:
            request = DrawingRequest(*pipe.recv())
            try:
                read = block.parse(request.text, request.game, request.extra, request.lang)
                made = block.made(read, None)
                data = writers.write(made.scene, f".{request.form}", dpi=made.spec.dpi)
                if request.form == "svg":  # clients set it into pages that may be narrower
                    data = data.replace(b"<svg ", f'<svg style="{html.FITTING}" '.encode(), 1)
                answer = DrawingAnswer(data)
            except GameError as error:
                answer = DrawingAnswer(b"", one_line(str(error)))
            except MemoryError:
                return
            pipe.send(tuple(answer))

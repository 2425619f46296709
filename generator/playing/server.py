"""The page to play on, served to this machine alone: its files, and one question and answer.

Whoever else is in the net, or writes a page that this machine's browser opens, gets nothing: a
request must name this host, and come from no other page.  Answers are made in processes that are
ended when they take too long, or when nobody waits for them any more.
"""

from __future__ import annotations

import asyncio
import json
import mimetypes
import multiprocessing
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.errors import GameError
from engine.resources import templates

#: Bytes of a question at most, and how many seconds its answer may take.
MOST_BODY, SECONDS = 64 * 1024, 60.0

#: How many questions that take long are answered at once; and which they are.
THINKERS, LONG = 2, ("think", "print")

#: The page runs its own scripts alone, and asks this server alone.
SAFE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'; "
    "style-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


class _AnswerError(GameError):
    """There is no answer: it took too long, was stopped, or took more memory than there is."""


class _Answerer:
    """A process that answers questions, and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_answer_all, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def answer(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        try:
            self._pipe.send(question)
            if self._pipe.poll(seconds):
                answered: dict[str, Any] = self._pipe.recv()
                return answered
        except (EOFError, OSError) as error:
            raise _AnswerError("the answer was stopped") from error
        raise _AnswerError(f"the answer takes more than {seconds:g} s")

    def stop(self) -> None:
        self._process.kill()
        self._process.join()


def _answer_all(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.Handlers.SIG_IGN)  # who started it ends it
    from generator.playing import answer

    with suppress(EOFError):
        while True:
            pipe.send(answer(pipe.recv()))


class _Answerers:
    """At most so many processes, each started when it is first needed."""

    def __init__(self, most: int, seconds: float, *, thinkers: bool = False) -> None:
        self._thinkers = thinkers
        self._free = asyncio.Semaphore(most)
        self._idle: list[_Answerer] = []
        self._seconds = seconds

    def start(self) -> None:
        self._idle.append(_Answerer())

    def stop(self) -> None:
        for one in self._idle:
            one.stop()

    async def answer(self, question: Mapping[str, Any], http: Request) -> dict[str, Any]:
        """Return the answer to a question, if somebody waits for it.

        Thinking ends as soon as nobody does.  What is quick is answered: a new process takes longer.
        """
        async with self._free:
            if await http.is_disconnected():
                raise _AnswerError("nobody waits for the answer")
            one = self._idle.pop() if self._idle else _Answerer()
            task = asyncio.create_task(asyncio.to_thread(one.answer, question, self._seconds))
            try:
                while not (await asyncio.wait({task}, timeout=0.1))[0]:
                    if self._thinkers and await http.is_disconnected():
                        one.stop()
                answer = await task
            except BaseException:
                one.stop()
                raise
            self._idle.append(one)
            return answer


class _Guard:
    """Refuses what does not come from a page of this server, and says what answers may do."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        app = self._app
        if headers.get("host") not in self._hosts or (
            origin is not None and origin.removeprefix("http://") not in self._hosts
        ):
            app = PlainTextResponse("Error: this page is for this machine alone\n", 403)

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SAFE)
            await send(message)

        return await app(scope, receive, sent)


async def _question(http: Request) -> dict[str, Any] | JSONResponse:
    body = b""
    async for part in http.stream():
        body += part
        if len(body) > MOST_BODY:
            words = f"a question holds at most {MOST_BODY} bytes"
            return JSONResponse({"error": words}, 413, {"Connection": "close"})
    try:
        question = json.loads(body)
    except (ValueError, RecursionError):
        question = None
    if not isinstance(question, dict):
        return JSONResponse({"error": "a question is a JSON object"}, 400)
    return question


def application(port: int, seconds: float = SECONDS) -> Starlette:
    """Return the server's application, for requests to a port of this machine."""
    mimetypes.add_type("text/javascript", ".mjs")  # not known to every system
    short, long = _Answerers(1, seconds), _Answerers(THINKERS, seconds, thinkers=True)

    async def ask(http: Request) -> JSONResponse:
        try:
            question = await _question(http)
            if isinstance(question, JSONResponse):
                return question
            answerers = long if question.get("ask") in LONG else short
            return JSONResponse(await answerers.answer(question, http))
        except (_AnswerError, ClientDisconnect) as error:
            return JSONResponse({"error": str(error)}, 503)

    @asynccontextmanager
    async def living(_: Starlette) -> AsyncIterator[None]:
        short.start()
        yield
        short.stop()
        long.stop()

    files = StaticFiles(directory=templates() / "play", html=True)
    app = Starlette(
        routes=[Route("/ask", ask, methods=["POST"]), Mount("/", files)], lifespan=living
    )
    app.add_middleware(_Guard, port=port)
    return app

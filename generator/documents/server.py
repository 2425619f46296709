"""Figures over HTTP by Kroki's protocol, so that its clients show them.

``GET /TYPE/FORMAT/PACKED`` has the block deflated and in base64url, ``POST /`` a JSON object with
``diagram_source``, ``diagram_type``, ``output_format`` and ``diagram_options``, ``POST
/TYPE/FORMAT`` that or the block alone.  A type is ``tilewright`` or a game's name; clients that know
only their own list of types may name any of it, where the block begins with ``tilewright GAME``.

Sizes and times are bounded, and no file is read: whoever asks is a stranger.
"""

from __future__ import annotations

import asyncio
import binascii
import json
import zlib
from base64 import b64decode
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

import engine
from engine.errors import GameError, OptionError
from engine.words import one_line
from generator.documents import block
from generator.documents.workers import DrawingRequest, OverloadError, TooSlowError, Workers
from generator.illustrating.spec import FORMATS

#: Bytes of a request's body, and characters of a block, at most.
MOST_BODY, MOST_TEXT = 64 * 1024, 32 * 1024

#: So much of a larger body is read, and forgotten: who is cut off while sending hears no answer.
MOST_READ = 16 * 1024 * 1024

_TYPES = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png"}

_HEADER = "kroki-diagram-options-"

#: Pictures run nothing and fetch nothing, whatever a browser takes them for.
_SAFE = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
}


class _LargeError(GameError):
    """A request is larger than any figure needs."""


#: The status of an answer, by what went wrong; the first that fits counts.
_STATUS = ((_LargeError, 413), (OverloadError, 503), (TooSlowError, 504), (GameError, 400))


class _Service(NamedTuple):
    """The server's answers."""

    workers: Workers
    seconds: float
    lang: str

    async def get(self, http: HttpRequest) -> Response:
        """Answer a request whose address holds the block."""
        path = http.path_params
        return await self._told(self._drawn(path["kind"], path["form"], path["packed"], http))

    async def _drawn(self, kind: str, form: str, packed: str, http: HttpRequest) -> Response:
        options = [*http.query_params.multi_items(), *_options_in(http.headers.items())]
        return await self._draw(kind, form, _unpacked(packed), options)

    async def post(self, http: HttpRequest) -> Response:
        """Answer a request whose body holds the block, alone or in a JSON object."""
        return await self._told(self._posted(http))

    async def _posted(self, http: HttpRequest) -> Response:
        body = await self._body(http)
        kind, form = (http.path_params.get(name, "") for name in ("kind", "form"))
        options = [*http.query_params.multi_items(), *_options_in(http.headers.items())]
        if not kind or "json" in http.headers.get("content-type", ""):
            asked = _object(body)
            kind = kind or _text(asked, "diagram_type")
            form = form or _text(asked, "output_format", "svg")
            text = _text(asked, "diagram_source")
            options += _pairs(asked.get("diagram_options") or {})
        else:
            text = _utf8(body)
        return await self._draw(kind, form or "svg", text, options)

    async def _body(self, http: HttpRequest) -> bytes:
        """Return a request's body.

        Raises an error where it is too large, comes too slowly, or never whole.
        """
        body, read = b"", 0
        try:
            async with asyncio.timeout(self.seconds):
                async for part in http.stream():
                    read += len(part)
                    body += part if read <= MOST_BODY else b""
                    if read > MOST_READ:
                        break
        except TimeoutError as error:
            raise TooSlowError(f"a request comes within {self.seconds:g} s") from error
        except ClientDisconnect as error:
            raise OptionError("the request ended before it was whole") from error
        if read > MOST_BODY:
            raise _LargeError(f"a request holds at most {MOST_BODY} bytes")
        return body

    async def _draw(
        self, kind: str, form: str, text: str, options: Iterable[tuple[str, str]]
    ) -> Response:
        if form not in FORMATS:
            known = ", ".join(FORMATS)
            raise OptionError(f"no format '{form[:40]}'; expected one of {known}")
        game = _game(kind, text)
        request = DrawingRequest(text, game, tuple(options), form, self.lang)
        answer = await asyncio.to_thread(self.workers.draw, request)
        if answer.fault:
            raise OptionError(answer.fault)
        return Response(answer.data, media_type=_TYPES[form], headers=_SAFE)

    async def _told(self, answer: Any) -> Response:
        """Return an answer, or what went wrong in one line."""
        try:
            response = await answer
            assert isinstance(response, Response)
            return response
        except GameError as error:
            status = next(code for kind, code in _STATUS if isinstance(error, kind))
            words = one_line(str(error))
            return PlainTextResponse(f"Error: {words}\n", status, headers=_SAFE)


def _game(kind: str, text: str) -> str:
    """Return the game that a request's type names, "" where its block does.

    Raises OptionError for a type that is none of ours and a block that does not say so.
    """
    if kind in engine.names():
        return kind
    if kind != block.WORD and not text.lstrip().startswith(f"{block.WORD} "):
        types = ", ".join((block.WORD, *engine.names()))
        raise OptionError(
            f"no diagrams of the type '{kind[:40]}'; expected one of {types}, "
            f"or a source that begins with '{block.WORD} GAME'"
        )
    return ""


def _unpacked(packed: str) -> str:
    """Return a block from the form that addresses have.

    Raises OptionError for what is no such form, an error for what is too large.
    """
    try:
        data = b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True)
        inflater = zlib.decompressobj()
        text = inflater.decompress(data, MOST_TEXT)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise OptionError("the address holds no block, deflated and in base64url") from error
    if inflater.unconsumed_tail:
        raise _LargeError(f"a block holds at most {MOST_TEXT} bytes")
    return _utf8(text)


def _utf8(data: bytes) -> str:
    if len(data) > MOST_TEXT:
        raise _LargeError(f"a block holds at most {MOST_TEXT} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise OptionError(f"the block is not UTF-8 text (byte {error.start + 1})") from error


def _object(body: bytes) -> Mapping[str, Any]:
    """Return the JSON object of a body.

    Raises OptionError for anything else.
    """
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise OptionError("the request is no JSON") from error
    if not isinstance(found, dict):
        raise OptionError('the request is no JSON object; expected {"diagram_source": …}')
    return found


def _text(asked: Mapping[str, Any], key: str, default: str = "") -> str:
    value = asked.get(key, default)
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        raise OptionError(f"{key} is not right; expected a text")
    return value


def _pairs(options: Any) -> list[tuple[str, str]]:
    """Return settings given as a JSON object.

    Raises OptionError for anything else.
    """
    if not isinstance(options, dict):
        raise OptionError("diagram_options is not right; expected an object")
    pairs = []
    for key, value in options.items():
        for one in value if isinstance(value, list) else [value]:
            pairs.append((key, one if isinstance(one, str) else json.dumps(one)))
    return pairs


def _options_in(headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the settings that a request's headers hold."""
    return [(k[len(_HEADER) :], v) for k, v in headers if k.startswith(_HEADER)]


async def _health(_: HttpRequest) -> Response:
    return JSONResponse(
        {"status": "pass", "version": [{"service": block.WORD, "version": engine.__version__}]}
    )


def application(*, jobs: int, seconds: float, lang: str = "") -> Starlette:
    """Return the server's application: ``jobs`` processes, each request bounded by ``seconds``.

    ``lang`` is the language of figures that name none.
    """
    workers = Workers(jobs, seconds)
    service = _Service(workers, seconds, lang)

    @asynccontextmanager
    async def living(_: Starlette) -> AsyncIterator[None]:
        yield
        workers.stop()

    routes = [
        Route("/health", _health),
        Route("/{kind}/{form}/{packed}", service.get),
        Route("/", service.post, methods=["POST"]),
        Route("/{kind}", service.post, methods=["POST"]),
        Route("/{kind}/{form}", service.post, methods=["POST"]),
    ]
    return Starlette(routes=routes, lifespan=living)

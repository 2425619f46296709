"""The page to play on, served to this machine alone: its files, and one question and answer.

Whoever else is in the net, or writes a page that this machine's browser opens, gets nothing: a
request must name this host, and come from no other page.  What takes long is answered in processes
that are ended when they take too long, or when nobody waits for them any more.
"""

from __future__ import annotations

import json
import multiprocessing
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler
from multiprocessing.connection import Connection
from socketserver import ThreadingTCPServer
from typing import Any

from engine.resources import templates
from generator.playing.answer import answer

#: Bytes of a question at most, and how many seconds its answer may take.
MOST_BODY, SECONDS = 64 * 1024, 60.0

#: Questions that take long.
LONG = ("think", "print")

#: The page runs its own scripts alone, and asks this server alone.
SAFE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'; "
    "style-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def _thought(question: Mapping[str, Any], seconds: float, client: socket.socket) -> dict[str, Any]:
    """Return the answer of a process of its own, which ends in time, or when its client is gone."""
    context = multiprocessing.get_context("spawn")
    pipe, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_think, args=(theirs, question), daemon=True)
    process.start()
    theirs.close()
    end = time.monotonic() + seconds
    try:
        while not pipe.poll(min(0.1, seconds)):
            if time.monotonic() > end:
                return {"error": f"the answer takes more than {seconds:g} s"}
            if select.select([client], [], [], 0)[0] and not client.recv(1, socket.MSG_PEEK):
                return {"error": "nobody waits for the answer"}
        answered: dict[str, Any] = pipe.recv()
    except EOFError:
        return {"error": "the answer was stopped"}
    finally:
        process.kill()
        process.join()
    return answered


def _think(pipe: Connection, question: Mapping[str, Any]) -> None:
    signal.signal(signal.SIGINT, signal.Handlers.SIG_IGN)  # who started it ends it
    with suppress(OSError):  # the server is gone
        pipe.send(answer(question))


class Server(ThreadingTCPServer):
    """The server of the page on a port of this machine, 0 for a free one; raise OSError if it is taken."""

    daemon_threads = True
    allow_reuse_address = sys.platform != "win32"  # where it would take a port that is in use

    def __init__(self, port: int, seconds: float = SECONDS) -> None:
        super().__init__(("127.0.0.1", port), _Request)
        self.port: int = self.server_address[1]
        self._seconds, self._one_at_a_time = seconds, threading.Lock()

    def answer(self, question: Mapping[str, Any], client: socket.socket) -> dict[str, Any]:
        """Return the answer to a question of a client; what takes long stalls no other."""
        if question.get("ask") in LONG:
            return _thought(question, self._seconds, client)
        with self._one_at_a_time:
            return answer(question)

    def handle_error(self, *about: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(*about)


class _Request(SimpleHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    timeout = 60
    extensions_map = {".mjs": "text/javascript"}  # noqa: RUF012 - not known to every system

    def __init__(self, *about: Any) -> None:
        super().__init__(*about, directory=str(templates() / "play"))

    def parse_request(self) -> bool:
        if not super().parse_request():
            return False
        hosts = [f"{name}:{self.server.port}" for name in ("127.0.0.1", "localhost")]
        origin = self.headers.get("Origin", f"http://{hosts[0]}")
        if self.headers.get("Host") in hosts and origin.removeprefix("http://") in hosts:
            return True
        self._reply(403, "text/plain", "Error: this page is for this machine alone\n")
        return False

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        size = int(length) if length.isdecimal() else 0
        body = self.rfile.read(min(size, 2 * MOST_BODY))
        try:
            question = json.loads(body)
        except (ValueError, RecursionError):
            question = None
        if size > MOST_BODY:
            self._tell(413, {"error": f"a question holds at most {MOST_BODY} bytes"})
        elif self.path != "/ask" or not isinstance(question, dict):
            self._tell(400, {"error": "a question is a JSON object"})
        else:
            self._tell(200, self.server.answer(question, self.connection))

    def _tell(self, status: int, answer: Mapping[str, Any]) -> None:
        self._reply(status, "application/json", json.dumps(answer))

    def _reply(self, status: int, kind: str, text: str) -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        if status != HTTPStatus.OK:  # the rest of the question is not read
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)

    def end_headers(self) -> None:
        for name, value in SAFE.items():
            self.send_header(name, value)
        super().end_headers()

    def list_directory(self, path: Any) -> None:
        self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, *_: Any) -> None:
        """Say nothing of each request."""

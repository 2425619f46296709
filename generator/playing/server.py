"""The page to play on, served to this machine alone: its files, and one question and answer.

A request must name this host and come from no other page, so that no page of another site that is
open in the browser can ask.
"""

from __future__ import annotations

import json
import multiprocessing
import signal
import socket
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler
from multiprocessing.connection import Connection, wait
from socketserver import ThreadingTCPServer
from typing import Any

from engine.resources import templates
from generator.playing.answer import answer

#: Bytes of a question at most, and how many seconds its answer may take.
MOST_BODY, SECONDS = 2**20, 60.0


def _thought(question: Mapping[str, Any], seconds: float, client: socket.socket) -> dict[str, Any]:
    """Return the answer of a process of its own, which ends in time, or when its client is gone."""
    context = multiprocessing.get_context("spawn")
    pipe, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_think, args=(theirs, question), daemon=True)
    process.start()
    theirs.close()
    answered: dict[str, Any] = {"error": f"no answer came within {seconds:g} s"}
    with suppress(EOFError):  # the process ended
        if pipe in wait([pipe, client], seconds):  # a client that can be read from is gone
            answered = pipe.recv()
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
        page = partial(_Request, directory=str(templates() / "play"))
        super().__init__(("127.0.0.1", port), page)
        self.port: int = self.server_address[1]
        self.seconds, self.one_at_a_time = seconds, threading.Lock()

    def handle_error(self, *about: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(*about)


class _Request(SimpleHTTPRequestHandler):
    server: Server
    timeout = 60
    extensions_map = {".mjs": "text/javascript"}  # noqa: RUF012 - not known to every system

    def parse_request(self) -> bool:
        if not super().parse_request():
            return False
        hosts = [f"{name}:{self.server.port}" for name in ("127.0.0.1", "localhost")]
        origin = self.headers.get("Origin", f"http://{hosts[0]}")
        if self.headers.get("Host") in hosts and origin.removeprefix("http://") in hosts:
            return True
        self.send_error(HTTPStatus.FORBIDDEN, "This page is for this machine alone")
        return False

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        size = int(length) if length.isdecimal() else 0
        body = self.rfile.read(min(size, 2 * MOST_BODY))
        try:
            question = json.loads(body) if size <= MOST_BODY else None
        except (ValueError, RecursionError):
            question = None
        if not isinstance(question, dict):
            answered = {"error": f"a question is a JSON object of at most {MOST_BODY} bytes"}
        elif question.get("ask") in ("think", "print"):  # which take long
            answered = _thought(question, self.server.seconds, self.connection)
        else:
            with self.server.one_at_a_time:
                answered = answer(question)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answered).encode())

    def end_headers(self) -> None:
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing of each request."""

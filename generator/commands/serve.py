"""``tilewright serve``: figures over HTTP, for the clients of Kroki."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

import click

from engine.errors import OptionError
from engine.messages import language
from engine.words import shortened
from generator.commands import _asking, _telling


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to answer at; 0.0.0.0: all."
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="N",
    default=8000,
    show_default=True,
    help="The port to answer at.",
)
@click.option(
    "--seconds",
    type=_asking.Finite(0.1, 3600),
    default=10,
    show_default=True,
    help="How long a request may take.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="How many figures at a time. [default: all cores]",
)
@_asking.lang_option
def command(host: str, port: int, seconds: float, jobs: int | None, lang: str) -> None:
    """Serve figures as Kroki serves diagrams, until interrupted.

    GET /tilewright/svg/… (the block deflated, in base64url) or POST; no files are read.  Needs the
    extra serve.
    """
    try:
        import uvicorn

        from generator.documents import server
    except ImportError as error:
        raise OptionError(
            "serving needs Starlette and uvicorn: pip install starlette uvicorn"
        ) from error
    code = language(lang).code if lang else ""
    app = server.application(jobs=jobs or os.cpu_count() or 1, seconds=seconds, lang=code)
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws="none",  # else requests for one are answered with what to install
        limit_concurrency=100,
        timeout_keep_alive=5,
        server_header=False,
    )
    with _listening(host, port) as listener, suppress(KeyboardInterrupt):  # that is how it ends
        shown = f"[{host}]" if ":" in host else host
        _telling.note(f"serving figures at http://{shown}:{port}/")
        uvicorn.Server(config).run(sockets=[listener])


def _listening(host: str, port: int) -> socket.socket:
    """Return what requests come to.

    Raises OptionError where the host has no address, OSError where the port cannot be had.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise OptionError(f"--host '{shortened(host, 60)}' has no address: {why}") from error
    family, _, _, _, address = found[0]
    try:
        return socket.create_server(address[:2], family=family)
    except OSError as error:
        raise OSError(error.errno, error.strerror, f"{host}:{port}") from error

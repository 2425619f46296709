"""``tilewright serve``: figures over HTTP, for the clients of Kroki."""

from __future__ import annotations

import os

import click

from engine.errors import OptionError
from engine.messages import language
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
    _telling.note(f"serving figures at http://{host}:{port}/")
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_level="warning",
        limit_concurrency=100,
        timeout_keep_alive=5,
        server_header=False,
    )

"""``tilewright studio``: the page to play on, in the browser."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from pathlib import Path

import click

from engine.errors import OptionError
from generator import files
from generator.commands import _asking, _telling

#: Where the page is, if nobody says another port and nobody else is there.
_PORT = 8008


@click.command()
@click.argument("record", required=False, shell_complete=_asking.offering("files"))
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help=f"The port to answer at. [default: {_PORT}, or any that is free]",
)
@click.option("--no-browser", is_flag=True, help="Only say where the page is.")
@click.option(
    "--export",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the page into a folder instead, for any web host.",
)
def command(record: str | None, port: int | None, no_browser: bool, folder: Path | None) -> None:
    """Play in the browser, or go on with the game in RECORD, until interrupted.

    Only this machine reaches the page.  --export writes it as files that need no Python: the
    engine runs in the player's browser.  Exporting fetches Pyodide by npm, once.  Serving needs
    the extra studio.
    """
    if folder is not None:
        if record is not None or port is not None or no_browser:
            raise OptionError("--export takes no record, --port or --no-browser")
        _export(folder)
    else:
        _serve(_address(record), port, no_browser=no_browser)


def _export(folder: Path) -> None:
    from generator.playing.export import export

    made = export(folder)
    _telling.note(f"{folder}: {made.files} files, {made.packed / 1e6:.1f} MB packed")


def _address(record: str | None) -> str:
    """Return the end of the page's address that leads to a record's game, "" without one."""
    if record is None:
        return ""
    from generator.playing import answer

    found = answer({"ask": "load", "text": files.read_text(record)})
    if "error" in found:
        raise OptionError(f"{files.named(record)}: {found['error']}")
    game = {key: found[key] for key in ("game", "settings", "moves")}
    return str(answer({"ask": "position", "picks": [], **game})["address"])


def _serve(address: str, port: int | None, *, no_browser: bool) -> None:
    """Answer until interrupted."""
    try:
        import uvicorn

        from generator.playing import server
    except ImportError as error:
        raise OptionError(
            "the studio needs Starlette and uvicorn: pip install starlette uvicorn"
        ) from error
    with _listening(port) as listener, suppress(KeyboardInterrupt):  # that is how it ends
        number = listener.getsockname()[1]
        page = f"http://127.0.0.1:{number}/{address}"
        config = uvicorn.Config(
            server.application(number),
            log_level="warning",
            ws="none",
            limit_concurrency=64,
            timeout_graceful_shutdown=1,
            server_header=False,
        )
        _telling.note(f"the page is at {page} until Ctrl-C")
        if not no_browser:
            _open(page)
        uvicorn.Server(config).run(sockets=[listener])


def _open(page: str) -> None:
    """Open the page in a browser, without waiting for one that runs in the terminal."""
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()


def _listening(port: int | None) -> socket.socket:
    """Return what requests come to."""
    try:
        return socket.create_server(("127.0.0.1", _PORT if port is None else port))
    except OSError as error:
        if port is None:
            return socket.create_server(("127.0.0.1", 0))
        raise OSError(error.errno, error.strerror, f"127.0.0.1:{port}") from error

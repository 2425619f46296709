"""``tilewright studio``: the page to play on, in the browser."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from engine.errors import OptionError
from generator.api.options import Option
from generator.commands import _telling
from generator.commands._asking import command

if TYPE_CHECKING:
    from generator.playing.server import Server

#: The port of the page, if it is free.
_PORT = 8008


@command
def studio(
    *,
    port: Annotated[int | None, Option(kind=(0, 65535))],
    no_browser: bool,
    export: Annotated[Path | None, Option(kind="folder")],
) -> None:
    """Play in the browser, until interrupted.

    Only this machine reaches the page. --export writes it as files that need no Python: the
    engine runs in the player's browser. The export downloads Pyodide by npm, once.

    - port N: The port. [default: 8008, or a free one]
    - no_browser: Only print the page's address.
    - export: Write the page into a folder instead, for any web host.
    """
    if export is None:
        _serve(port, no_browser=no_browser)
        return
    if port is not None or no_browser:
        raise OptionError("--export takes no --port or --no-browser")
    from generator.playing import export as exporting

    made = exporting.export(export)
    _telling.note(f"{export}: {made.files} files, {made.packed / 1e6:.1f} MB packed")


def _serve(port: int | None, *, no_browser: bool) -> None:
    import webbrowser

    with _server(port) as server, suppress(KeyboardInterrupt):
        page = f"http://127.0.0.1:{server.port}/"
        _telling.note(f"the page is at {page} until Ctrl-C")
        if not no_browser:  # without waiting for one that runs in the terminal
            threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()
        server.serve_forever()


def _server(port: int | None) -> Server:
    from generator.playing.server import Server

    try:
        return Server(_PORT if port is None else port)
    except OSError as error:
        if port is None:
            return Server(0)
        raise OSError(error.errno, error.strerror, f"127.0.0.1:{port}") from error

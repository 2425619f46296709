"""The commands that do more than the function of their name, or have none in Python."""

from __future__ import annotations

import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Unpack

from engine.errors import OptionError
from generator import files
from generator.api import players
from generator.api.declaration import Answer, Option, PairOption
from generator.commands import _output

#: The port of the page, if it is free.
_PORT = 8008


def study(
    *words: Annotated[str, Option(metavar="GAME | compare A B")],
    **options: Unpack[players.StudyOptions],
) -> Answer:
    """Play a game against itself: is it fair, how long is it, does skill win?

    The folder gets a page with the answers, the data, and the games behind each answer. An
    interrupted study goes on. "compare A B" shows the studies in two folders side by side.
    """
    from generator.studying.report import in_words

    out = Path(options["out"])
    if words[0] == "compare" and len(words) == 3:
        page = players.compare(*words[1:], out=out.with_suffix(".html"))
        return Answer(None, notes=[f"wrote {page}"])
    if len(words) != 1:
        raise OptionError("expected one GAME, or: compare A B")
    answer = players.study(words[0], watching=_output.progress("playing"), **options)
    lines = (" ".join((claim["question"], *in_words(claim))) for claim in answer["claims"])
    return Answer(answer, lines, [f"wrote {out / 'index.html'}"])


def printer(
    *readings: Annotated[str, Option(metavar="[A=X,Y B=X,Y C=X,Y D=X,Y]")],
    paper: Annotated[str, Option(default="a4", offers="papers")],
    scales: PairOption,
    frame: PairOption,
    out: Annotated[Path | None, Option(kind="file")],
) -> None:
    """Work out a printer's corrections from your readings of the test page.

    A to D are where the front's crosses fall on the back's scales: millimetres to the right and
    down, a minus for left and up. Print the page with: tilewright kit GAME --test-page

    - paper: The test page's paper.
    - scales X,Y: The measured lengths of its two scales in mm, across and down. [default: correct]
    - frame X,Y: The offset of its frames, right and down, in mm. [default: 0,0]
    - out FILE: The file for kit --printer, such as printer.toml.
    """
    from generator.printing import duplex, template, testpage
    from generator.printing.paper import find

    read: dict[str, tuple[float, float]] = {}
    for word in readings:
        name, equals, value = word.upper().partition("=")
        if name not in tuple("ABCD") or not equals:
            raise OptionError(f"'{word}' is not a reading; expected one like A=0.4,-0.2")
        read[name] = template.parse_pair(value)
    if read and len(read) < 4:
        raise OptionError(f"expected readings of A, B, C and D, not only of {', '.join(read)}")
    corners, lengths = testpage.measures(find(paper))
    reckoned = duplex.reckoned(corners, read, scales or lengths, lengths, frame or (0.0, 0.0))
    _output.copied(files.encoded(duplex.written(reckoned)), out)


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
    if export is not None:
        if port is not None or no_browser:
            raise OptionError("--export takes no --port or --no-browser")
        from generator.playing import export as exporting

        exporting.export(export)
        _output.note(f"wrote {export / 'index.html'}")
        return
    from generator.playing.server import Server

    try:
        server = Server(_PORT if port is None else port)
    except OSError as error:
        if port is not None:
            raise OSError(error.errno, error.strerror, f"127.0.0.1:{port}") from error
        server = Server(0)
    with server, suppress(KeyboardInterrupt):
        page = f"http://127.0.0.1:{server.port}/"
        _output.note(f"the page is at {page} until Ctrl-C")
        if not no_browser:  # without waiting for one that runs in the terminal
            threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()
        server.serve_forever()

"""The page as a folder: what it holds, and that it plays without a network as the studio does."""

from __future__ import annotations

import gzip
import itertools
import json
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

import engine
from engine.errors import OptionError
from generator import cli
from generator.playing import answer, export

#: Megabytes that the folder may have as hosts pack it.
MOST = 8.5


class Host(SimpleHTTPRequestHandler):
    """Any web host: it gives files, and says nothing."""

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("site")
    try:
        export.export(made)
    except OptionError as error:
        pytest.skip(str(error))
    return made


@pytest.fixture(scope="module")
def page(folder, browser):
    """The folder's page in a browser that reaches nothing else."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        home = f"http://127.0.0.1:{server.server_port}/"
        context = browser.new_context()
        context.set_default_timeout(600_000)
        outside = []
        context.route(
            lambda url: not url.startswith(home),
            lambda route: (outside.append(route.request.url), route.abort()),
        )
        page = context.new_page()
        page.goto(f"{home}#astralis?!")
        yield page
        context.close()
        server.shutdown()
        assert outside == []


def test_the_folder_is_small_and_the_same_each_time(folder, tmp_path):
    found = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    packed = sum(len(gzip.compress(path.read_bytes(), 6)) for path in found.values())
    assert packed < MOST * 1_000_000
    export.export(tmp_path)
    assert {name for name, path in found.items() if path.read_bytes() != (tmp_path / name).read_bytes()} == set()  # fmt: skip
    licences = (folder / "LICENSES.txt").read_text("utf-8")
    for words in ("Mozilla Public License", "MIT License", "ReportLab", "Bitstream"):
        assert words in licences


def clicked(game, settings, count):
    """Yield questions as clicks ask them, each time on another of the places and pieces."""
    moves, picks = [], []
    for number in range(count):
        asked = {"game": game, "settings": settings, "moves": moves, "picks": picks}
        yield asked
        shown = answer(asked)
        assert "error" not in shown
        moves, picks = shown["moves"], shown["picks"]
        names = [one["at"] for one in (*shown["places"], *shown["pieces"])]
        picks = [*picks, names[number * 7 % len(names)]] if names else []
    yield {"ask": "record", "game": game, "settings": settings, "moves": moves}


WALKS = {
    "astralis": [["side", "5"]],
    "atreya": [["mode", "max"]],
    "aathenuo": [["seed", "3"], ["players", "2"]],
}
QUESTIONS = [
    {"ask": "games"},
    {"ask": "think", "game": "astralis", "moves": ["a2"], "player": "uct:20", "seed": 5},
    {"ask": "print", "game": "abstrakto", "paper": "letter", "theme": "mono"},
    {"game": "astralis", "typed": "zz"},
]
ASK = """async (question) => (await import("./ask.mjs")).ask(question)"""


def test_the_page_answers_as_the_studio_does_and_prints(page):
    """Everything in one test, as the page takes long to begin."""
    walks = (clicked(game, WALKS.get(game, []), 4) for game in engine.names())
    for question in [*itertools.chain.from_iterable(walks), *QUESTIONS]:
        assert page.evaluate(ASK, question) == json.loads(json.dumps(answer(question))), question
    page.evaluate("location.hash = 'print'")
    page.get_by_label("Game", exact=True).select_option("abstrakto")
    page.get_by_label("Paper").select_option("letter")
    command = page.get_by_text("tilewright kit abstrakto --paper letter --one-pdf", exact=True)
    command.wait_for()
    assert page.locator(".sheets img").count() == 2
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the PDF").click()
    assert download.value.suggested_filename == "abstrakto.pdf"
    assert download.value.path().read_bytes().startswith(b"%PDF-")
    for name in ("Board", "Tiles", "Markers", "Screens"):
        page.get_by_role("checkbox", name=name).uncheck()
    page.get_by_text("Choose pieces to print.").wait_for()
    assert page.get_by_role("button", name="Download the PDF").is_disabled()


# ------------------------------------------------------------------------- without npm


@pytest.mark.parametrize(
    ("npm", "said"),
    [
        ("", "exporting fetches Pyodide by npm, which is missing; install Node.js"),
        ("#!/bin/sh\necho 'npm error code ENOTFOUND' >&2; exit 1\n", "try again with a network: npm error code ENOTFOUND"),
        (f"#!/bin/sh\necho x > $5/pyodide-{export.PYODIDE}.tgz\n", "is not Pyodide"),
    ],
    ids=["no npm", "no network", "another package"],
)  # fmt: skip
def test_without_pyodide_a_line_says_what_to_do(npm, said, tmp_path, monkeypatch, capsys):
    if npm:
        (tmp_path / "npm").write_text(npm)
        (tmp_path / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert cli.run(["studio", "--export", str(tmp_path / "site")]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert not (tmp_path / "site").exists()

"""The studio's server, asked as anybody on the machine can ask it."""

from __future__ import annotations

import http.client
import json
import subprocess
import threading
import time
from contextlib import closing

import pytest

from generator import cli
from generator.playing.server import Server
from tests.cases import ROOT
from tests.programs import program

START = {"game": "astralis", "settings": [["side", "5"]]}
THINK = {"ask": "think", "game": "astralis", "moves": ["a2"], "player": "uct:100000", "seed": 1}


@pytest.fixture
def port(studio):
    return studio.port


def reply(port, method="POST", path="/ask", body=b"", **headers):
    """Return the status, the headers and the text that a request is answered with."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=300)) as connection:
        connection.request(method, path, body, headers)
        found = connection.getresponse()
        return found.status, found.headers, found.read().decode()


def ask(port, question, **headers):
    status, _, text = reply(port, body=json.dumps(question), **headers)
    return status, json.loads(text)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "example.org"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:1"},
        {"Origin": "http://example.org"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1"},
    ],
)
@pytest.mark.parametrize(("method", "path"), [("POST", "/ask"), ("GET", "/"), ("GET", "/play.mjs")])
def test_strangers_get_nothing(port, headers, method, path):
    status, _, text = reply(port, method, path, json.dumps(START), **headers)
    assert status == 403
    assert "This page is for this machine alone" in text


@pytest.mark.parametrize(
    "body",
    [b"", b"\xff\xfe{", b"[1]", b"[" * 60_000, b'{"game": "' + b"x" * 2**20 + b'"}'],
)
def test_what_is_no_question_is_told_in_a_line(port, body):
    text = reply(port, body=body)[2]
    assert json.loads(text) == {"error": "a question is a JSON object of at most 1048576 bytes"}


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/", "text/html"), ("/play.mjs", "text/javascript"), ("/page.css", "text/css")],
)
def test_the_page_runs_nothing_but_its_own(port, path, kind):
    status, headers, text = reply(port, "GET", path)
    assert (status, headers["Content-Type"].split(";")[0]) == (200, kind)
    assert headers["X-Content-Type-Options"] == "nosniff"
    if path == "/":
        assert "default-src 'none'; script-src 'self' 'wasm-unsafe-eval';" in text
        assert "'unsafe-" not in text


def test_thinking_does_not_stall_the_page_and_ends_when_nobody_waits(studio):
    running, port = studio.running, studio.port
    before = children(running)
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=300)) as waiting:
        waiting.request("POST", "/ask", json.dumps(THINK))
        until(lambda: children(running) - before)
        assert ask(port, START)[0] == 200
        (thinker,) = children(running) - before
    until(lambda: thinker not in children(running))
    assert ask(port, {**THINK, "player": "random"})[1]["move"]


def test_thinking_ends_in_time():
    with Server(0, 0.001) as slow:
        threading.Thread(target=slow.serve_forever, daemon=True).start()
        told = ask(slow.port, THINK)[1]
        slow.shutdown()
    assert told == {"error": "no answer came within 0.001 s"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "{port}"], "127.0.0.1:{port}: "),
        (["--export", "site"], "--export takes no --port or --no-browser"),
    ],
)
def test_what_cannot_be_served_is_told_in_a_line(port, words, said, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert cli.run(["studio", "--no-browser", *(word.format(port=port) for word in words)]) == 2
    err = capsys.readouterr().err
    assert said.format(port=port) in err
    assert err.count("\n") == 1


def children(running):
    """Return the processes that a process has started to think."""
    words = [program("pgrep"), "-f", "-P", str(running.pid), "spawn_main"]
    return set(subprocess.run(words, capture_output=True, text=True, check=False).stdout.split())


def until(condition):
    """Wait until something is so; a busy machine may need a while."""
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.02)
    pytest.fail("it never came to that")

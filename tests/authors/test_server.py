"""The server that speaks Kroki's protocol, asked over HTTP and by a client of Kroki's as it is."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zlib
from base64 import urlsafe_b64encode

import pytest

from tests.paths import ROOT

pytest.importorskip("starlette", reason="pip install starlette uvicorn")
pytest.importorskip("uvicorn", reason="pip install starlette uvicorn")

#: Seconds until the server counts as stuck: a busy machine may need a while.
PATIENCE = 120


@pytest.fixture(scope="module")
def server():
    """Return the port of a server with one process and five seconds for a request, in German."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "generator.start", "serve", "--port", str(port)]
    words += ["--jobs", "1", "--seconds", "5", "--lang", "de"]
    process = subprocess.Popen(words, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    for _ in range(10 * PATIENCE):
        with socket.socket() as probe:
            if process.poll() is not None or probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    assert process.poll() is None, process.stderr.read()
    yield port
    process.terminate()
    _, told = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("x" * 70, f"--host '{'x' * 57}...' has no address: "),
        ("999.1.1.1", "--host '999.1.1.1' has no address: "),
        ("192.0.2.1", "192.0.2.1:8000: "),
    ],
)
def test_a_place_where_nobody_can_answer_is_refused(host, said, refused):
    assert refused("serve", "--host", host).startswith(said)


def test_a_port_that_is_taken_is_refused(refused):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert refused("serve", "--port", str(port)).startswith(f"127.0.0.1:{port}: ")


def asked(port, path, body=None, **headers):
    """Return the status, the type and the bytes of an answer."""
    address = f"http://127.0.0.1:{port}{path}"
    request = urllib.request.Request(
        address, body, {k.replace("_", "-"): v for k, v in headers.items()}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers["content-type"], answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers["content-type"], error.read()


def packed(text):
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode()


def as_json(**asked):
    return json.dumps(asked).encode()


JSON = {"Content_Type": "application/json"}
START = as_json(diagram_source="start", diagram_type="atreya", output_format="png")
SIZED = as_json(
    diagram_source="start", diagram_options={"size": 60, "marks": ["dot 0,0", "ring 0,1"]}
)


@pytest.mark.parametrize(
    ("path", "body", "headers", "kind", "begin"),
    [
        (f"/tilewright/svg/{packed('start')}?game=atreya", None, {}, "image/svg+xml", b"<?xml"),
        (f"/atreya/pdf/{packed('start')}", None, {}, "application/pdf", b"%PDF-1.5"),
        (f"/mermaid/svg/{packed('tilewright atreya' + chr(10) + 'start')}", None, {}, "image/svg+xml", b"<?xml"),
        ("/", START, JSON, "image/png", b"\x89PNG"),
        ("/atreya/svg", SIZED, JSON, "image/svg+xml", b"<?xml"),
        ("/atreya/svg", b"start\ncaption: x", {}, "image/svg+xml", b"<?xml"),
        ("/atreya", b"start", {"Kroki_Diagram_Options_Size": "60"}, "image/svg+xml", b"<?xml"),
    ],
)  # fmt: skip
def test_what_is_asked_for_is_drawn(server, path, body, headers, kind, begin):
    status, found, data = asked(server, path, body, **headers)
    assert (status, found) == (200, kind)
    assert data.startswith(begin)
    sized = body == SIZED or bool(headers and "Kroki_Diagram_Options_Size" in headers)
    assert (b'width="60mm"' in data) == sized


@pytest.mark.parametrize(
    ("query", "title"),
    [("", "Rot am Zug"), ("?lang=en", "red to move"), ("?lang=ru-RU", "ход красных")],
)
def test_the_language_asked_for_is_spoken(server, query, title):
    _, _, data = asked(server, f"/atreya/svg/{packed('start')}{query}")
    assert f">Atreya: {title}</title>" in data.decode()


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        (f"/atreya/svg/{packed('rubbish')}", None, 400, "no position 'rubbish'"),
        (f"/atreya/gif/{packed('start')}", None, 400, "no format 'gif'; expected one of svg, pdf, png"),
        (f"/mermaid/svg/{packed('start')}", None, 400, "no diagrams of the type 'mermaid'; expected"),
        ("/atreya/svg/!!", None, 400, "the address holds no block, deflated and in base64url"),
        (f"/atreya/svg/{packed('a' * 10**6)}", None, 413, "a block holds at most 32768 bytes"),
        ("/atreya", b"x" * 70_000, 413, "a request holds at most 65536 bytes"),
        ("/atreya", b"\xff", 400, "the block is not UTF-8 text (byte 1)"),
        ("/", b"[]", 400, "the request is no JSON object"),
        ("/", b"{", 400, "the request is no JSON"),
        ("/", as_json(diagram_source=7), 400, "diagram_source is not right; expected a text"),
        ("/", as_json(diagram_source="start", diagram_type="atreya", diagram_options=3), 400, "diagram_options"),
        ("/atreya", b"@threat of templates/examples/atreya.toml", 400, "files are not read here"),
        ("/atreya", b"start\nlang: xx", 400, "no language 'xx'; there are de, en and ru"),
        ("/atreya", b"record: /etc/passwd", 400, "'/etc/passwd' is a file, and files are not read here"),
        ("/atreya", b"start\ntheme: /etc/a.toml", 400, "'/etc/a.toml' is a file, and files are not read"),
        ("/atreya", b"start\nfont: x.ttf", 400, "'x.ttf' is a file, and files are not read here"),
        ("/atreya/png", b"start\nsize: 2000\ndpi: 2400", 400, "is too large"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_a_line(server, path, body, status, words):
    found, kind, data = asked(server, path, body)
    assert (found, kind) == (status, "text/plain; charset=utf-8")
    assert words in data.decode()
    assert data.decode().startswith("Error: ")
    assert data.count(b"\n") == 1


def test_who_sends_too_slowly_is_sent_away(server):
    with socket.create_connection(("127.0.0.1", server), timeout=PATIENCE) as slow:
        slow.sendall(b"POST /atreya HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nst")
        assert slow.recv(1000).startswith(b"HTTP/1.1 504")


def test_who_leaves_before_the_end_breaks_nothing(server):
    """What the server told meanwhile is looked at when it ends: no traceback."""
    with socket.create_connection(("127.0.0.1", server), timeout=PATIENCE) as leaving:
        leaving.sendall(b"POST /atreya HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nst")
        leaving.shutdown(socket.SHUT_WR)
        assert not leaving.recv(1000)
    assert asked(server, "/health")[0] == 200


def test_a_drawing_that_takes_too_long_ends_and_the_next_is_drawn():
    from generator.documents.workers import DrawingRequest, TooSlowError, Workers

    workers = Workers(1, 0.02)
    marks = "\n".join(f"marks: label {k} 0,0" for k in range(1400))
    with pytest.raises(TooSlowError, match=r"takes more than 0\.02 s"):
        workers.draw(DrawingRequest(f"start\n{marks}", "atreya", (), "svg"))
    workers.seconds = PATIENCE
    assert workers.draw(DrawingRequest("start", "atreya", (), "svg")).data.startswith(b"<?xml")
    assert "no position" in workers.draw(DrawingRequest("", "atreya", (), "svg")).fault
    workers.stop()


def test_a_client_of_kroki_works_as_it_is(server, tmp_path):
    """The plug-in of MkDocs knows only Kroki's own types; the block says what it is."""
    pytest.importorskip("kroki")
    (tmp_path / "docs").mkdir()
    text = "# A\n\n```kroki-pikchr size=60\ntilewright atreya\nstart\nshow: cells\n```\n"
    (tmp_path / "docs" / "index.md").write_text(text, "utf-8")
    plugin = f"{{server_url: 'http://127.0.0.1:{server}', http_method: POST, fail_fast: true}}"
    config = f"site_name: A\nplugins: [{{kroki: {plugin}}}]\n"
    (tmp_path / "mkdocs.yml").write_text(config, "utf-8")
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q"]
    clean = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run(
        words, cwd=tmp_path, env=clean, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    name = re.search(r'src="(?:\./)?(kroki-generated-[^"]+\.svg)"', page)[1]
    assert 'width="60mm"' in (tmp_path / "site" / name).read_text("utf-8")

"""Virtual tables read back by what their pictures show, and by nothing that is written beside them."""

import io
import json
import zipfile

import pytest
from PIL import Image

from generator import cli
from generator.tabletops import readback
from tests.cases import some


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("table")
    assert cli.run(["tabletop", "abstrakto", "--out", str(folder)]) == cli.OK
    return folder


def verify(capsys, *words):
    code = cli.run(["verify", *map(str, words), "--json"])
    said = capsys.readouterr()
    (answer,) = json.loads(said.out)["outcomes"]
    return code, answer


def faults(answer):
    return [fault["message"] for fault in answer["faults"]]


def entries(made):
    with zipfile.ZipFile(made / "abstrakto.vtt") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


@pytest.mark.parametrize("name", ["abstrakto.vtt", "abstrakto-tts.json"])
@pytest.mark.parametrize("game", [(), ("abstrakto",)])
def test_what_was_written_is_in_order(made, name, game, capsys):
    code, answer = verify(capsys, *game, made / name)
    assert code == cli.OK
    assert (answer["game"], answer["found"], answer["expected"]) == ("abstrakto", 67, 67)


def test_what_is_missing_or_too_many_is_named(made, tmp_path, capsys):
    files = entries(made)
    state = json.loads(files["0.json"])
    cards = [n for n, w in state.items() if w.get("cardType") == "tiles-1"]
    for name in some(cards[:2]):
        del state[name]
    extra = next(w for w in state.values() if w.get("cardType") == "markers-1")
    state["one-more"] = extra | {"id": "one-more"}
    del state["board"]
    path = packed(tmp_path / "x.vtt", files | {"0.json": json.dumps(state).encode()})
    code, answer = verify(capsys, path)
    assert code == cli.NOT_IN_ORDER
    assert faults(answer) == [
        "blue Solid: 2 of 6 are missing",
        "board: 1 is missing",
        "blue marker: 1 of 10 too many",
    ]


def test_pictures_exchanged_or_spoilt_are_seen(made, tmp_path, capsys):
    saved = json.loads((made / "abstrakto-tts.json").read_text("utf-8"))
    folder = tmp_path / "abstrakto-tts"
    folder.mkdir()
    for file in (made / "abstrakto-tts").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    Image.linear_gradient("L").resize((128, 128)).save(folder / "tiles-2.png")
    (folder / "markers-1.png").write_bytes((folder / "markers-2.png").read_bytes())
    path = tmp_path / "abstrakto-tts.json"
    path.write_text(json.dumps(saved), "utf-8")
    code, answer = verify(capsys, path)
    assert code == cli.NOT_IN_ORDER
    first, *rest = sorted(faults(answer))
    assert first == "6 things show no piece of Abstrakto: tiles-2.png"
    assert len(rest) == 3, "one look of tiles and one of markers missing, one of markers too often"


def bomb():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("0.json", b" " * (readback.MOST_BYTES + 1))
    return buffer.getvalue()


def zipped(text, files=None):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {"0.json": text, **(files or {})}.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def pictured(side, count):
    """Return an archive of cards with pictures that are small as files and large as pictures."""
    buffer = io.BytesIO()
    Image.new("1", (side, side)).save(buffer, "PNG")
    types = {str(k): {"front": f"/assets/{k}"} for k in range(count)}
    cards = {f"c{k}": {"type": "card", "deck": "d", "cardType": str(k)} for k in range(count)}
    state = {"d": {"type": "deck", "cardTypes": types}, **cards}
    files = {f"assets/{k}": buffer.getvalue() for k in range(count)}
    return zipped(json.dumps(state), files)


def shown(*addresses):
    images = [{"CustomImage": {"ImageURL": address}} for address in addresses]
    return json.dumps({"ObjectStates": images}).encode()


CARD = '{"d":{"type":"deck","cardTypes":{"t":{"front":"/assets/1_1"}}},"c":{"type":"card","deck":"d","cardType":"t"}}'

BAD = {
    "bomb": (bomb, "the archive holds more than is read"),
    "cut": (zipped("{}")[:40], "cannot be read as a table"),
    "no table": (zipped("[1]"), "cannot be read as a table"),
    "no JSON": (zipped("{"), "cannot be read as a table"),
    "no picture": (zipped(CARD), "There is no item named 'assets/1_1' in the archive"),
    "object": (
        b'{"ObjectStates": [{"CustomImage": {"ImageURL": "https://x.org/a.png"}}]}',
        "no picture https://x.org/a.png in the folder",
    ),
    "large pictures": (lambda: pictured(4000, 4), "at most 48 million pixels of pictures are read"),
    "vast picture": (
        lambda: pictured(14000, 1),
        "cannot be read as a table: Image size (196000000 pixels)",
    ),
    "no address": (shown("http://[x"), "no picture http://[x in the folder"),
    "elsewhere": (shown("file:///etc/passwd"), "no picture file:///etc/passwd in the folder"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_cannot_be_read_is_refused(kind, tmp_path, refused):
    data, words = BAD[kind]
    file = tmp_path / "table.vtt"
    file.write_bytes(data() if callable(data) else data)
    assert words in refused("verify", file)

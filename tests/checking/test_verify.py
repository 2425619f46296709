"""Sets counted: the games' own, and inventories; the command; how far art reaches beyond the cut."""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path

import pytest

import engine
import generator
from engine import verify
from engine.errors import GameError, NotationError, UnknownGameError
from generator import Outcome
from generator.cli import run
from tests.cases import some
from tests.checking import verifying
from tests.checking.random_folders import kit

TILES = engine.game("atreya").tiles()

# -------------------------------------------------------------------------- engine.verify


def test_every_fault_is_listed():
    given = [*TILES[:16], *TILES[17:], TILES[0], TILES[0], "r:rrrrrr", "x"]
    report = verify.tiles("atreya", given)
    assert not report.ok
    assert (report.expected, report.found) == (168, 171)
    assert report.missing == (TILES[16],)
    assert report.duplicated == (TILES[0], TILES[0])
    assert report.invalid == ("r:rrrrrr", "x")
    faults = report.faults()
    assert f"tile 17 {TILES[16]} is missing" in faults
    assert faults.count("tile 1 b:bbbbgr is there once too often") == 2
    assert "no half-piece is green or blue in 'r:rrrrrr'" in faults[3]
    assert "not a written tile in 'x'" in faults[4]


def test_any_image_or_number_counts_as_its_tile():
    chance = random.Random(4)
    given = []
    for number, tile in enumerate(TILES, 1):
        turn = chance.randrange(6)
        turned = tile[2 + turn :] + tile[2 : 2 + turn]
        images = [f"{tile[:2]}{turned}", f"{tile[:2]}{turned[::-1]}"]
        given.append(chance.choice([*images, str(number), f"#{number}"]))
    assert verify.tiles("atreya", given).ok


@pytest.mark.parametrize(
    "text", ["0", "169", "017", "#", "1_0", "１７", " 17", "9" * 5000, "", "#b:brgbbb"]
)
def test_what_is_no_tile(text):
    with pytest.raises(NotationError):
        engine.game("atreya").identify(text)
    assert verify.tiles("atreya", [text]).invalid == (text,)


def test_a_multiset_is_counted_as_one():
    whole = engine.game("aathenuo").tiles()
    report = verify.tiles("aathenuo", whole[1:])
    assert report.missing == (whole[0],)
    assert report.faults() == (f"tile {whole[0]} is missing",)
    assert verify.tiles("aathenuo", whole + whole).duplicated == tuple(whole)


def test_an_unknown_game():
    with pytest.raises(UnknownGameError):
        verify.tiles("chess", [])


@pytest.mark.parametrize("game", engine.names())
def test_every_model_is_proved(game):
    checks = engine.game(game).counting()
    assert checks
    assert all(check.holds for check in checks)
    assert generator.verify(game).ok


# ----------------------------------------------------------------------------- inventories


def listed(text: str | bytes) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "list"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        (outcome,) = generator.verify(file).outcomes
    return outcome


def rows(*heads: str, delimiter: str = ",") -> str:
    """Return the whole set as CSV under headings; columns by the heading's name."""
    lines = [delimiter.join(heads)] if any(heads) else []
    for number, tile in enumerate(TILES, 1):
        cells = {"number": str(number), "tile": tile, "count": "1", "note": f"no. {number}"}
        lines.append(delimiter.join(cells[h or "tile"] for h in heads))
    return "\n".join(lines) + "\n"


INVENTORIES = {
    "one column": "\n".join(TILES),
    "headed": rows("tile"),
    "upper case heading": rows("tile").replace("tile", "Tile"),
    "semicolons": rows("note", "tile", "count", delimiter=";"),
    "tabs": rows("number", "tile", delimiter="\t"),
    "numbers": rows("number"),
    "windows": "\ufeff" + rows("tile", "count").replace("\n", "\r\n"),
    "no heading, second column": "\n".join(f"Kiste A,{t}" for t in TILES),
    "hash numbers": "\n".join(f"#{k}" for k in range(1, 169)),
    "JSON list": json.dumps(TILES),
    "JSON numbers": json.dumps(list(range(1, 169))),
    "JSON object": json.dumps({"tiles": [{"tile": t, "count": 1} for t in TILES]}),
    "JSON with game": json.dumps({"game": "atreya", "tiles": list(TILES)}),
}


@pytest.mark.parametrize("name", INVENTORIES)
def test_inventories_in_order(name):
    outcome = listed(INVENTORIES[name])
    assert outcome.ok, outcome.faults
    assert outcome.game == "atreya"
    assert outcome.found == 168


def test_an_inventorys_faults_say_the_line():
    lines = rows("tile", "count").splitlines()
    lines[3] = "b:bbbbbb,1"
    lines[20] = lines[20].replace(",1", ",3")
    outcome = listed("\n".join(lines))
    by_kind = {fault.kind: fault.message for fault in outcome.faults}
    assert by_kind["missing"] == f"tile 3 {TILES[2]} is missing"
    assert by_kind["duplicated"] == f"tile 20 {TILES[19]}: 3 instead of 1"
    assert by_kind["impossible"].startswith("line 4: not a tile of the set")
    assert outcome.found == 170


def test_a_wrong_first_line_is_named_before_what_it_hides():
    faults = listed("mine\n" + "\n".join(TILES[1:])).faults
    assert [fault.kind for fault in faults] == ["impossible", "missing"]
    assert faults[0].message.endswith("; the heading of tiles is 'tile'")


def test_a_list_and_the_pieces_that_were_printed_again_are_one_set(tmp_path):
    (tmp_path / "mine.csv").write_text("\n".join(TILES[2:]))
    generator.kit("atreya", out=tmp_path / "again", pieces=TILES[0])
    of_list, of_sheets = generator.verify(tmp_path / "mine.csv", tmp_path / "again").outcomes
    assert [fault.message for fault in of_list.faults] == [f"tile 2 {TILES[1]} is missing"]
    assert of_list.facts == ("166 tiles are listed, 1 printed again, 168 expected",)
    assert of_sheets.ok


def test_files_for_other_machines_are_not_read(tmp_path, capsys):
    faces = tmp_path / "faces"
    assert run(["kit", "astralis", "--format", "faces", "--out", str(faces), "--only", "card"]) == 0
    capsys.readouterr()
    assert run(["verify", str(faces)]) == 2
    assert "single faces or for cutting, not looked at" in capsys.readouterr().err


def test_inventories_of_other_games():
    for game in some(engine.names()):
        outcome = listed("\n".join(engine.game(game).tiles()))
        assert outcome.ok
        assert outcome.game == game


BAD_INVENTORIES = [
    (b"", "lists no tiles of any game"),
    (b"\xff\xfe\x00", "not UTF-8"),
    (b"apples\npears\n", "lists no tiles of any game"),
    (b"tile,note\napple,1\n", "lists no tiles of any game"),
    (b"[" * 100_000, "cannot be read as JSON"),
    (b"[" + b"9" * 10_000 + b"]", "cannot be read as JSON"),
    (b"{}", "list: not an inventory"),
    (b'{"tiles": []}', "lists no tiles"),
    (b'{"tiles": [null]}', "item 1 is not a tile"),
    (b'{"tiles": [{"tile": "17", "count": -1}]}', "item 1: the count"),
    (b'{"game": "chess", "tiles": ["17"]}', "unknown game 'chess'"),
    (b"tile,count\nb:brgbbb,many\n", "line 2: the count 'many'"),
    (b"tile,count\n" + b"b:brgbbb,9999\n" * 30, "at most 200,000"),
    (b'tile\n"b:brgbbb' + b"x" * 200_000, "CSV"),
    (b"1\n" * 200_001, "200,001 pieces"),
    (b"1" * (9 * 2**20), "8388608|8,388,608"),
]


@pytest.mark.parametrize(("data", "words"), BAD_INVENTORIES)
def test_bad_inventories_are_refused_in_words(data, words):
    with pytest.raises(GameError, match=words):
        listed(data)


# ------------------------------------------------------------------------ the command line


def test_exit_codes_and_words_of_bad_use(tmp_path, capsys):
    sheet = kit("atreya", ("--format", "svg")) / "atreya-tiles-01-front.svg"
    listing = tmp_path / "list.csv"
    listing.write_text("\n".join(TILES))
    bad = [
        ([], "nothing to verify"),
        (["atrea"], "neither a file nor a game; the games are"),
        ([str(tmp_path / "none.pdf")], "No such file"),
        (["atreya", "astralis", str(sheet)], "a set is of one game"),
        ([str(sheet), "--colors", "red"], "--colors: 'red' is not a colour"),
        ([str(sheet), "--colors", "#ff0000,#00ff00"], "expected different colours"),
        ([str(sheet), "--theme", "sepia"], "no theme 'sepia'"),
        ([str(sheet), "--tile-size", "0"], "0.0 is not in the range 5<=x<=1000"),
        ([str(sheet), "--margin", "nan"], "--margin nan is out of range; it can be 0 to 100"),
        ([str(sheet), "--duplex", "both"], "--duplex"),
        ([str(sheet), "--back-shift", "1"], "expected two numbers, across and down"),
    ]
    for arguments, words in some(bad):
        assert run(["verify", *arguments]) == 2
        said = capsys.readouterr()
        assert words in said.err
        assert said.out == ""
        assert said.err.count("\n") == 1


def test_standard_input(monkeypatch, capsys):
    import io
    import sys

    class Input:
        buffer = io.BytesIO("\n".join(TILES[1:]).encode())

    monkeypatch.setattr(sys, "stdin", Input())
    assert run(["verify", "-"]) == 1
    assert "tile 1 b:bbbbgr is missing" in capsys.readouterr().out


#: Of a large set these alone are printed; without the manifest the others are missing.
PIECES = {"atreya": ["--pieces", ",".join(map(str, range(1, 169, 8)))]}


@pytest.mark.parametrize(
    "sheets", ["abstrakto markers none", "astralis planets crop", "atreya tiles lines"]
)
def test_the_bleed_is_the_manifest_s_or_drawn_or_named(tmp_path, sheets):
    game, component, marks = sheets.split()
    ways = ["--bleed", "2", "--packing", "separate", "--gap", "5", "--marks", marks]
    only, picked = ["--only", component], PIECES.get(game, [])
    assert run(["kit", game, *ways, *only, *picked, "--out", str(tmp_path)]) == 0
    assert verifying.verify(tmp_path, *only).code == 0
    next(tmp_path.glob("*.json")).unlink()
    named = () if marks == "lines" else ("--bleed", "2")
    kinds = set(verifying.verify(tmp_path, *only, *named).kinds)
    assert kinds == ({"missing"} if picked else set())


def test_a_bleed_that_no_kit_has_is_refused(tmp_path):
    file = tmp_path / "sheets.pdf"
    file.write_bytes(b"")
    assert "--bleed" in verifying.verify(file, "--bleed", "40").error

"""What to print again, files passed over, damaged manifests: by the command."""

from xml.etree import ElementTree

import pytest

import engine
import generator
from generator import cli


def listed(tmp_path, tiles, name="mine.csv"):
    """Write an inventory and return its path."""
    path = tmp_path / name
    path.write_text("\n".join(["tile", *tiles]))
    return path


@pytest.mark.parametrize(
    ("game", "lost", "lines"),
    [
        ("atreya", [0, 41], "b:bbbbgr*1\nr:bbggrr*1\n"),
        ("aathenuo", [0, 1], "r**2\n"),
    ],
)
def test_what_is_missing_is_listed(tmp_path, game, lost, lines):
    tiles = engine.game(game).tiles()
    mine = listed(tmp_path, [tile for k, tile in enumerate(tiles) if k not in lost])
    missing = tmp_path / "missing.txt"
    assert cli.run(["verify", game, str(mine), "--missing", str(missing)]) == 1
    assert missing.read_text() == lines


def test_what_is_excluded_is_passed_over(tmp_path, capsys):
    generator.kit("aathenuo", only="racks", out=tmp_path)
    (tmp_path / "cover.png").write_bytes(b"no picture")
    assert cli.run(["verify", str(tmp_path), "--only", "racks"]) == 2
    capsys.readouterr()
    assert cli.run(["verify", str(tmp_path), "--only", "racks", "--exclude", "cover*"]) == 0
    assert "cover.png: excluded" in capsys.readouterr().out


@pytest.mark.parametrize("text", ['{"tilewright": "0.1.0", "game": "aat', "{}", ""])
def test_a_damaged_manifest_is_an_error(tmp_path, capsys, text):
    generator.kit("aathenuo", only="racks", out=tmp_path)
    (tmp_path / "aathenuo.json").write_text(text)
    assert cli.run(["verify", str(tmp_path), "--only", "racks"]) == 2
    assert "aathenuo.json is a damaged manifest; make the kit again" in capsys.readouterr().err


def test_cases_of_two_sets_of_a_game_have_names_of_their_own(tmp_path):
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        generator.kit("abstrakto", only="markers", out=folder)
    cases = ElementTree.fromstring(generator.verify(*folders).junit()).iter("testcase")
    names = [(case.get("classname"), case.get("name")) for case in cases]
    assert len(names) > 20
    assert len(set(names)) == len(names)

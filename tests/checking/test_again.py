"""What to print again, files passed over, kits of single pieces, damaged manifests: by the command."""

from xml.etree import ElementTree

import pytest
from pypdf import PdfWriter, Transformation

import engine
import generator
from generator import cli
from tests.checking.verifying import FEW


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
def test_what_is_missing_is_printed_and_verified(tmp_path, capsys, game, lost, lines):
    tiles = engine.game(game).tiles()
    mine = listed(tmp_path, [tile for k, tile in enumerate(tiles) if k not in lost])
    missing, made = tmp_path / "missing.txt", tmp_path / "made"
    assert cli.run(["verify", game, str(mine), "--missing", str(missing)]) == 1
    assert missing.read_text() == lines
    assert cli.run(["kit", game, "--pieces", f"@{missing}", "--out", str(made)]) == 0
    capsys.readouterr()
    assert cli.run(["verify", str(made)]) == 0
    assert "in order: 2 of 2" in capsys.readouterr().out


def test_pieces_of_a_lost_file_are_printed_again_and_boards_are_none(tmp_path):
    kit, lists = tmp_path / "kit", tmp_path / "missing.txt"
    generator.kit("astralis", only=["board", "contested", "card", "ships"], out=kit)
    for file in (file for file in kit.glob("*.pdf") if "ships" not in file.name):
        file.unlink()
    generator.kit("astralis", only="planets", out=kit)
    assert not generator.verify(kit, missing=lists, only="board,contested,card,planets").ok
    assert lists.read_text("utf-8").splitlines() == ["contested*60", "card*1"]


@pytest.mark.parametrize(
    ("game", "pieces", "count"),
    [
        ("abstrakto", "blue-solid-1", 1),
        ("abstrakto", "marker-grey-2*3,blue-solid-4", 4),
        ("astralis", "control-1,contested-3", 2),
        ("astralis", "planet-yellow-2", 1),
    ],
)
def test_pieces_with_others_alike_are_printed_and_verified(tmp_path, game, pieces, count):
    generator.kit(game, pieces=pieces, out=tmp_path)
    (outcome,) = generator.verify(tmp_path).outcomes
    assert (outcome.faults, outcome.expected) == ((), count)


def test_a_piece_that_was_picked_and_is_another_is_missing(tmp_path):
    generator.kit("atreya", pieces="17,42", out=tmp_path)
    manifest = tmp_path / "atreya-pieces.json"
    manifest.write_text(manifest.read_text().replace("r:bbggrr", "b:bbbbgr"))
    (outcome,) = generator.verify(tmp_path).outcomes
    assert outcome.expected == 2
    assert {fault.kind for fault in outcome.faults} == {"missing", "duplicated"}


def test_cases_of_two_sets_of_a_game_have_names_of_their_own(tmp_path):
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        generator.kit("atreya", only="tiles", pieces="17", out=folder)
    cases = ElementTree.fromstring(generator.verify(*folders).junit()).iter("testcase")
    names = [(case.get("classname"), case.get("name")) for case in cases]
    assert len(names) > 100
    assert len(set(names)) == len(names)


def test_fronts_and_backs_of_two_runs_are_one_kit(tmp_path):
    for sides in ("fronts", "backs"):
        own = {"template": FEW["aathenuo"], "sides": sides, "out": tmp_path}
        generator.kit("aathenuo", only=["tiles"], **own)
    backs = tmp_path / "aathenuo-tiles-backs.pdf"
    assert generator.verify(tmp_path, only=["tiles"]).ok
    writer = PdfWriter(clone_from=backs)
    for page in writer.pages:
        page.add_transformation(Transformation().translate(9, 6))
    writer.write(backs)
    run = generator.verify(tmp_path, only=["tiles"])
    assert [fault.kind for outcome in run.outcomes for fault in outcome.faults] == ["back"]
    backs.unlink()
    lost = generator.verify(tmp_path, only=["tiles"])
    assert any(f"{backs.name}" in str(f) for outcome in lost.outcomes for f in outcome.faults)


@pytest.mark.parametrize("name", ["fronts", "backs", "pieces", "fronts-pieces"])
def test_a_damaged_manifest_of_part_of_a_kit_is_an_error(tmp_path, name):
    options = {"sides": name.split("-")[0]} if name != "pieces" else {}
    generator.kit("aathenuo", only=["tiles"], pieces=["r3"], out=tmp_path, **options)
    (made,) = tmp_path.glob("*.json")
    made.replace(tmp_path / f"aathenuo-{name}.json").write_text("{")
    assert cli.run(["verify", str(tmp_path), "--only", "tiles"]) == 2

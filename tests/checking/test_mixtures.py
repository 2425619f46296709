"""Files and folders of several games verified together: each game reported, nothing in order that is not."""

from __future__ import annotations

import json
import os
import shutil

import pytest
from PIL import Image
from pypdf import PdfReader, PdfWriter

import engine
from generator.cli import run
from generator.printing import template
from tests.checking import random_folders
from tests.checking.random_folders import kit
from tests.checking.verifying import FEW, verify

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"
GAMES = ("abstrakto", "aathenuo")


def copied(folder, game, *look):
    """Copy a kit into a folder, and return the folder."""
    return shutil.copytree(kit(game, look), folder, dirs_exist_ok=True)


@pytest.fixture
def folder(tmp_path):
    """A folder with a kit of Abstrakto, and tiles of a small set of Aathenuo's."""
    copied(tmp_path, "abstrakto")
    return copied(tmp_path, "aathenuo", "--only", "tiles", "--template", FEW["aathenuo"])


@pytest.mark.parametrize("by", ["names that mean nothing", "one file"])
def test_every_game_is_found_and_reported(tmp_path, capsys, by):
    for game in GAMES:
        copied(tmp_path, game)
    if by == "one file":
        writer = PdfWriter()
        for path in sorted(tmp_path.glob("*.pdf"), reverse=True):
            writer.append(PdfReader(path))
        writer.write(tmp_path / "all")
    subjects = [path.rename(tmp_path / f"{k}") for k, path in enumerate(tmp_path.glob("*.pdf"))]
    for path in tmp_path.glob("*.json"):
        path.unlink()
    assert (
        run(["verify", *map(str, [tmp_path / "all"] if by == "one file" else subjects), "--json"])
        == 0
    )
    outcomes = json.loads(capsys.readouterr().out)["outcomes"]
    assert {outcome["game"]: outcome["ok"] for outcome in outcomes} == dict.fromkeys(GAMES, True)


def test_what_lacks_is_said_with_what_the_manifest_lists(folder, capsys):
    (folder / "abstrakto-parts.pdf").unlink()
    assert run(["verify", *map(str, folder.glob("*.pdf"))]) == 1
    said = capsys.readouterr().out
    assert "none of" not in said  # which the lost file explains
    lost = f"{folder}/abstrakto.json lists abstrakto-parts.pdf (tiles, markers and screen), which is not there"
    assert lost in said
    assert "in order: 30 of 30" in said
    assert run(["verify", str(folder)]) == 1
    assert lost in capsys.readouterr().out


def test_what_is_passed_over_is_named(folder, capsys):
    (folder / "letter.txt").write_text("print these")
    (folder / "old").mkdir()
    (folder / "package.json").write_text('{"name": "mine"}')
    assert run(["kit", "atreya", "--test-page", "--out", str(folder)]) == 0
    assert run(["verify", str(folder)]) == 0
    said = capsys.readouterr().out
    passed = "letter.txt, old/, printer-test-page.pdf, printer.json"
    assert f"{folder}: {passed}: not looked at\n" in said
    assert f"{folder}/package.json: not an inventory\n" in said
    assert said.endswith("  passed over\n")


def test_a_named_game_takes_its_own_files_of_a_folder(folder, capsys):
    assert run(["verify", "aathenuo", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "in order: 30 of 30" in said
    assert (
        f"{folder}: abstrakto-board.pdf, abstrakto-parts.pdf, abstrakto.json: not looked at" in said
    )


@pytest.mark.parametrize(
    ("words", "code", "in_order", "said"),
    [
        (("--only", "markers"), 0, {"abstrakto": True}, "{folder}/aathenuo-tiles.pdf: aathenuo has no markers"),
        (("--only", "markers,tiles"), 0, dict.fromkeys(GAMES, True), ""),
        (("--only", "markers,dice"), 2, {},
         "aathenuo or abstrakto has no component 'dice'; there are tiles, racks, board, markers, screen"),
        (("abstrakto", "--only", "dice"), 2, {},
         "abstrakto has no component 'dice'; there are board, tiles, markers, screen"),
        (("aathenuo", "--only", "markers"), 2, {}, "aathenuo has no component 'markers'; there are tiles, racks"),
    ],
)  # fmt: skip
def test_components_are_asked_of_the_games_that_have_them(
    folder, capsys, words, code, in_order, said
):
    assert run(["verify", *words, str(folder), "--json"]) == code
    answer = json.loads(capsys.readouterr().out)
    outcomes = answer.get("outcomes", [])
    assert {one["game"]: one["ok"] for one in outcomes if one["game"]} == in_order
    facts = [fact for one in outcomes if not one["game"] for fact in one["facts"]]
    told = [answer["error"]] if code == 2 else facts
    assert told == [said.format(folder=folder)] * bool(said)


def test_previews_and_cut_files_are_no_sheets(tmp_path, capsys):
    words = ["kit", "abstrakto", "--format", "pdf,svg,png", "--dpi", "20", "--cut", "svg"]
    assert run([*words, "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    assert run(["verify", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert said.count("in order: 69 of 69") == 2  # as PDF, and as SVG
    assert "more: previews, single faces or for cutting, not looked at" in said
    (tmp_path / "abstrakto-parts-01.svg").unlink()
    assert run(["verify", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert said.count("in order: 69 of 69") == 1
    assert "lists abstrakto-parts-01.svg (tiles, markers and screen), which is not there" in said


def test_an_inventory_beside_sheets_is_a_set_of_its_own(folder, capsys):
    tiles = engine.game("aathenuo").tiles()
    (folder / "mine.csv").write_text("\n".join(["tile", *tiles[1:]]))
    assert run(["verify", str(folder)]) == 1
    said = capsys.readouterr().out
    assert said.startswith(f"aathenuo: {folder}/mine.csv\n")
    assert "in order: 30 of 30" in said
    assert f"- tile {tiles[0]}: 1 instead of 2" in said


def test_several_copies_of_kits_in_folders_of_their_own(tmp_path):
    for name in ("one", "other"):
        copied(tmp_path / name, "abstrakto", "--only", "tiles")
    both, only = (tmp_path / "one", tmp_path / "other"), ("--only", "tiles")
    assert verify(*both, *only).code == 0
    (tmp_path / "other" / "abstrakto.json").unlink()  # now it is the first kit's, once too often
    assert verify(*both, *only).code == 1
    (tmp_path / "one" / "abstrakto-tiles.pdf").unlink()
    assert verify(*both, *only).kinds == {"missing": 1}
    copied(tmp_path / "other", "abstrakto", "--only", "tiles")  # which is whole, and in order
    assert verify(*both, *only).kinds == {"missing": 1}


def test_a_manifest_says_how_a_kit_was_made(tmp_path, capsys):
    (tmp_path / "mine.toml").write_text(
        'base = "classic"\n[slots]\nred = {fill = "#7a3b10"}\nblue = {fill = "#20a0f0"}\n'
        'orange = {fill = "#228822"}\n'
    )
    words = ["kit", "abstrakto", "--theme", str(tmp_path / "mine.toml"), "--copies", "2"]
    words += ["--only", "tiles"]
    out = tmp_path / "kit"
    (tmp_path / "printer.toml").write_text("print-scale = [98, 101]\n")
    assert run([*words, "--printer", str(tmp_path / "printer.toml"), "--out", str(out)]) == 0
    assert verify(out).code == 0
    assert verify(out, "--copies", "1").kinds["duplicated"] > 0
    (tmp_path / "mine.toml").unlink()
    capsys.readouterr()
    assert run(["verify", str(out)]) == 2
    assert "say by --theme which it is" in capsys.readouterr().err


def test_a_manifest_beside_another_kit(tmp_path, capsys):
    copied(tmp_path, "aathenuo", "--only", "tiles", "--tile-size", "24")
    shutil.copy(kit("aathenuo", ("--only", "tiles")) / "aathenuo.json", tmp_path)
    assert run(["verify", str(tmp_path)]) == 1
    assert capsys.readouterr().out.count("measures 24 mm, not 22 mm") == 1


@pytest.mark.parametrize(
    ("game", "components", "options"),
    [
        # What may be left out is there as often as there are copies; its hatches are fine.
        ("abstrakto", "screen", ("--copies", "3", "--theme", "mono")),
        # The marks of a board's pages are no tiles, where there are none.
        ("abstrakto", "board,markers", ("--tile-size", "30")),
        # Of oblong pieces one lies across, others along.
        ("aathenuo", "racks", ()),
        # A board without a ground or a frame, as SVG.
        ("astralis", "board,card", ("--theme", "mono", "--tile-size", "12", "--format", "svg")),
        # Cut lines in one long path, of which cairo rounds each step.
        ("astralis", "ships", ("--format", "svg", "--packing", "separate", "--gap", "2", "--bleed", "0.5")),
    ],
)  # fmt: skip
def test_components_alone_are_in_order(game, components, options):
    only = ("--only", components)
    assert str(verify(kit(game, (*only, *options)), *only)) == "ok"


def test_a_kit_that_is_a_part_is_what_its_manifest_lists(tmp_path, capsys):
    folder = kit("astralis", ("--only", "planets"))
    assert run(["verify", str(folder)]) == 0
    unprinted = "board, control, contested, ships, standees or card"
    assert f"a part of the kit: its manifest lists no {unprinted}\n" in capsys.readouterr().out
    for sheet in folder.glob("*.pdf"):
        shutil.copy(sheet, tmp_path)
    assert verify("astralis", tmp_path).kinds == {"missing": 6}


def test_a_manifest_beside_sheets_for_another_edge(tmp_path, capsys):
    copied(tmp_path, "aathenuo", "--only", "tiles", "--duplex", "short")
    assert verify(tmp_path).code == 0
    shutil.copy(kit("aathenuo", ("--only", "tiles")) / "aathenuo.json", tmp_path)
    capsys.readouterr()
    assert run(["verify", str(tmp_path)]) == 1
    said = (
        f"- the sheets are for turning over the short edge, {tmp_path}/aathenuo.json lists long\n"
    )
    assert said in capsys.readouterr().out


REFUSED = [
    (["{folder}/old"], "old has no files to verify (pdf, svg, png, jpg, jpeg, csv, json)"),
    (["{folder}/out"], "name the folders within: {folder}/out/a"),
    (["{folder}/x.pdf"], "x.pdf: no tiles were found: nothing drawn is a piece of any game"),
    (["{folder}/fake"], "fake/b.pdf is not a PDF file"),
    (["{folder}/broken"], "atreya.json: margin = 'wide' is not right"),
    (["{folder}/chess"], "chess.json is of a game 'chess' that is not known here"),
    (["{folder}/shots", "-o", "seen.png"], "-o shows what was read in photographs"),
]


@pytest.mark.parametrize(("words", "message"), REFUSED, ids=[words[0] for words, _ in REFUSED])
def test_what_cannot_be_verified(words, message, tmp_path, capsys):
    for name in ("old", "out/a", "fake", "broken", "chess", "shots"):
        (tmp_path / name).mkdir(parents=True)
    writer = PdfWriter()
    writer.add_blank_page(200, 200)
    writer.write(tmp_path / "x.pdf")
    (tmp_path / "fake" / "b.pdf").write_text("tile\n1\n")
    manifest = {"tilewright": "0", "game": "atreya", "settings": {"margin": "wide"}, "files": []}
    (tmp_path / "broken" / "atreya.json").write_text(json.dumps(manifest))
    chess = manifest | {"game": "chess", "settings": {}}
    (tmp_path / "chess" / "chess.json").write_text(json.dumps(chess))
    (tmp_path / "shots" / "a.csv").write_text("tile\n1\n")
    assert run(["verify", *(word.format(folder=tmp_path) for word in words)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert message.format(folder=tmp_path) in said.err


@pytest.mark.parametrize("seed", range(1, 101 if DEEP else 5))
def test_random_folders_are_never_in_order_when_they_are_not(seed):
    found = list(random_folders.cases(1, seed, GAMES))
    for _, one, verdict in found:
        assert random_folders.judged(one, verdict) == "as it is", f"{one.done}: {verdict}"
    assert len(found) <= 1


def test_files_of_two_games_exchanged(folder, capsys):
    a, b = folder / "abstrakto-board.pdf", folder / "aathenuo-tiles.pdf"
    first, second = a.read_bytes(), b.read_bytes()
    a.write_bytes(second)
    b.write_bytes(first)
    assert run(["verify", str(folder)]) == 1
    said = capsys.readouterr().out
    lists = "lists abstrakto's board", "lists aathenuo's tiles"
    assert f"- {a} shows aathenuo's tiles, but {folder}/abstrakto.json {lists[0]}\n" in said
    assert f"- {b} shows abstrakto's board, but {folder}/aathenuo.json {lists[1]}\n" in said


# ------------------------------------------------------------- manifests, and what lies beside


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: "",
        lambda text: "{}",
        lambda text: text.replace('"files"', '"fils"'),
        lambda text: text.replace('"settings"', '"set"'),
    ],
)
def test_a_damaged_manifest_is_an_error(tmp_path, capsys, damage):
    copied(tmp_path, "abstrakto", "--only", "markers")
    said = tmp_path / "abstrakto.json"
    said.write_text(damage(said.read_text("utf-8")), "utf-8")
    assert run(["verify", str(tmp_path), "--only", "markers"]) == 2
    out, err = capsys.readouterr()
    assert "in order: 30 of 30" in out  # as the sheets alone are
    assert "abstrakto.json is a damaged manifest; make the kit again, or remove it\n" in err
    assert err.count("\n") == 1


def test_a_kit_of_ones_own_template_is_in_order_without_its_file(tmp_path):
    source = tmp_path / "mine.toml"
    own = template.load("abstrakto").text.replace("size = 24 ", "size = 18 ")
    source.write_text(own.replace("include = false", "include = true"))
    assert run(["kit", "abstrakto", "--template", str(source), "--out", str(tmp_path / "kit")]) == 0
    source.unlink()
    for subject in ("kit", "kit/abstrakto.json", "kit/abstrakto-parts.pdf"):
        verdict = verify(tmp_path / subject, *(["--only", "screen"] * subject.endswith("pdf")))
        assert str(verdict) == "ok", subject
    assert verify(tmp_path / "kit").found == 69


@pytest.mark.parametrize("lost", ["", "abstrakto-board.pdf", "abstrakto-parts.pdf"])
def test_a_folder_and_its_manifest_agree(tmp_path, lost):
    copied(tmp_path, "abstrakto")
    if lost:
        (tmp_path / lost).unlink()
    whole = verify(tmp_path)
    assert verify(tmp_path / "abstrakto.json") == whole
    assert whole.code == bool(lost)


def test_what_has_no_pieces_beside_a_kit_is_excluded(tmp_path, capsys):
    copied(tmp_path, "abstrakto", "--only", "tiles")
    writer = PdfWriter()
    writer.add_blank_page(200, 200)
    writer.write(tmp_path / "rules.pdf")
    Image.linear_gradient("L").resize((80, 60)).save(tmp_path / "cover.png")
    assert run(["verify", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert f"  {tmp_path}/cover.png: a picture that shows no pieces\n" in said
    assert f"  - {tmp_path}/rules.pdf: nothing on it is of any game\n" in said
    assert run(["verify", str(tmp_path), "--exclude", "*.png", "--exclude", "rules.pdf"]) == 0
    said = capsys.readouterr().out
    assert all(f"{tmp_path}/{name}: excluded\n" in said for name in ("cover.png", "rules.pdf"))


def test_what_is_to_be_printed_again_may_be_of_several_games(refused, tmp_path, capsys):
    for game in ("atreya", "aathenuo"):
        tiles = engine.game(game).tiles()
        (tmp_path / f"{game}.csv").write_text("\n".join(["tile", *tiles[1:]]))
    missing = tmp_path / "missing.txt"
    assert run(["verify", str(tmp_path), "--missing", str(missing)]) == 1
    lost = [f"{game} {engine.game(game).tiles()[0]}*1" for game in ("aathenuo", "atreya")]
    assert missing.read_text().splitlines() == lost
    assert run(["kit", "--pieces", f"@{missing}", "--out", str(tmp_path / "again")]) == 0
    made = sorted(path.name for path in (tmp_path / "again").glob("*.pdf"))
    assert made == ["aathenuo-tiles-pieces.pdf", "atreya-tiles-pieces.pdf"]
    capsys.readouterr()
    said = refused("verify", "atreya", "--missing", missing)
    assert said == "--missing is for files; name the files or folders, too"


@pytest.mark.parametrize(
    ("width", "height", "words"),
    [
        ('width="210mm"', 'height="297mm"', ""),
        ('width="595.276pt"', 'height="841.89pt"', ""),
        ('width="793.7px"', 'height="1122.52"', ""),  # of paper A4, by CSS
        ('width="210"', 'height="297"', "abstrakto.svg is without millimetres"),
        ("", "", "abstrakto.svg is without millimetres"),
    ],
)
def test_sheets_that_lost_their_millimetres_are_not_in_order(tmp_path, width, height, words):
    (sheet,) = kit("abstrakto", ("--format", "svg", "--only", "markers")).glob("*.svg")
    text = sheet.read_text("utf-8").replace('width="210mm"', width, 1)
    (tmp_path / "abstrakto.svg").write_text(text.replace('height="297mm"', height, 1), "utf-8")
    verdict = verify(tmp_path, "--only", "markers")
    assert set(verdict.kinds) == ({"size"} if words else set())
    assert not words or any(words in fault["message"] for fault in verdict.faults)

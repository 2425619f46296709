"""One file a face: named by identity, exact in pixels and millimetres, with bleed, both sides."""

import io
import json
import re
from collections import Counter

import numpy as np
import pypdf
import pytest
from PIL import Image

import engine
from generator import cli
from generator.printing import kit, output, presets, template
from generator.printing.presets import FacePicture
from tests.cases import some
from tests.printing.kits import run

TGC = {"large": (1200, 1050, 3.75), "medium": (825, 750, 2.5), "small": (675, 600, 2.0)}


def made(game, picture=None, only=(), **options):
    source, picture = template.load(game), picture or FacePicture("png")
    return kit.make(source, source.printing.with_options(options), only, picture=picture)


def jobs(found):
    return output.planned(found, (found.picture.format,), (), 0)[:-1]


def pieces(face):
    return [place.piece.id for place in face.placements]


def of_preset(name, game="atreya", **options):
    preset = presets.load(name)
    return made(game, preset.picture, **{**preset.printing, **options})


def test_every_tile_has_a_front_and_a_back_of_its_own():
    found = made("atreya").sheets
    assert Counter(face.side for face in found) == {"front": 168, "back": 168}
    assert len({face.name for face in found}) == 336
    fronts = [face for face in found if face.side == "front"]
    assert [identity for face in fronts for identity in pieces(face)] == list(
        engine.game("atreya").tiles()
    )
    first = engine.game("atreya").tiles()[0].replace(":", "-")
    assert fronts[0].name == f"atreya-tiles-{first}-front"


@pytest.mark.parametrize("game", ["abstrakto", "astralis", "aathenuo"])
def test_pieces_that_look_alike_share_a_file(game):
    found = made(game)
    assert all(re.fullmatch(r"[a-z0-9-]+", face.name) for face in some(found.sheets))
    shown = Counter(i for f in found.sheets if f.side != "back" for i in pieces(f))
    names = [face.name for face in found.sheets]
    assert len(set(names)) == len(names)
    looks = Counter((f.component, f.scene.items) for f in found.sheets if f.side != "back")
    assert set(looks.values()) == {1}
    source = template.load(game)
    kinds = {part.name for part in kit.chosen_parts(source, source.printing, ())[1]}
    assert {f.component for f in found.sheets} == kinds - {"board"}
    assert sum(shown.values()) > 60


@pytest.mark.parametrize("size", TGC)
def test_the_game_crafters_tiles(size):
    """Pixels as asked, the tile in their middle from corner to corner, art up to the bleed."""
    width, height, inches = TGC[size]
    found = of_preset(f"tgc-{size}-hex", sides="fronts")
    face = found.sheets[1]
    assert face.trim.width == pytest.approx(inches * 25.4, abs=0.02)
    written = next(job.data() for job in jobs(found) if job.name.startswith(face.name))
    with Image.open(io.BytesIO(written)) as picture:
        assert picture.size == (width, height)
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        pixels = np.asarray(picture.convert("RGB")).astype(int)
    top, middle = pixels[1, width // 2], pixels[height // 2, 1 + (width - round(inches * 300)) // 4]
    assert top.min() < 200, "art reaches the upper edge"
    assert middle.min() < 200, "art reaches half-way into the bleed beyond a corner"
    assert pixels[0, 0].min() == 255, "beyond the bleed there is paper"


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_formats(suffix, tmp_path, capsys):
    words = ["kit", "abstrakto", "--only", "tiles", "--format", f"faces,{suffix}", "--bleed", 2]
    code, out, err = run(capsys, *words, "--out", tmp_path)
    assert code == cli.OK
    files = out.split()
    assert {name.rpartition(".")[2] for name in files} == {suffix, "json"}
    assert len(files) == 1 + 6
    assert err == "tiles: 6 faces of 24 mm\n"
    data = (tmp_path / f"abstrakto-tiles-blue-solid-1.{suffix}").read_bytes()
    if suffix == "png":
        with Image.open(io.BytesIO(data)) as picture:
            assert picture.size == (331, 331)
    else:
        assert b'height="28mm"' in data
        assert b'width="28mm"' in data


@pytest.mark.parametrize(("sides", "copies", "pages"), [("both", 1, 208), ("backs", 2, 208)])
def test_print_on_demand_has_a_page_a_face_as_often_as_it_is_wanted(
    sides, copies, pages, tmp_path, capsys
):
    words = ["kit", "aathenuo", "--only", "tiles", "--format", "faces,pdf", "--bleed", 2]
    words += ["--preset", "press", "--sides", sides, "--copies", copies, "--out", tmp_path]
    code, out, _ = run(capsys, *words)
    assert code == cli.OK
    stem = "aathenuo" if sides == "both" else "aathenuo-backs"
    assert out.split() == [f"{tmp_path}/{stem}-tiles-faces.pdf", f"{tmp_path}/{stem}.json"]
    reader = pypdf.PdfReader(tmp_path / f"{stem}-tiles-faces.pdf")
    assert "/OutputIntents" in reader.root_object
    assert len(reader.pages) == pages
    page = reader.pages[0]
    boxes = [[float(v) * 25.4 / 72 for v in page[f"/{n}Box"]] for n in ("Trim", "Bleed")]
    assert boxes == [
        pytest.approx([2, 2, 24, 24], abs=0.01),
        pytest.approx([0, 0, 26, 26], abs=0.01),
    ]


def test_the_manifest_says_which_pieces_a_file_shows(tmp_path, capsys):
    words = ["kit", "atreya", "--format", "faces,svg", "--pieces", "17,42,99", "--out", tmp_path]
    assert run(capsys, *words)[0] == cli.OK
    (manifest,) = tmp_path.glob("*.json")
    files = {one["file"] for one in json.loads(manifest.read_text())["files"]}
    assert files == {path.name for path in tmp_path.glob("*.svg")}
    assert len(files) == 6
    code, out, _ = run(capsys, "verify", manifest)
    assert code == cli.OK
    assert "in order: 3 of 3" in out

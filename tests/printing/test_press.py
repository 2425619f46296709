"""Kits for a press: ink instead of colours, as other programs count it, and PDF/X by its parts."""

import hashlib
import io
import re
import subprocess
import tempfile
import zlib
from functools import cache
from pathlib import Path
from uuid import UUID
from xml.etree import ElementTree as ET

import numpy as np
import pypdf
import pytest
from PIL import Image

from engine.drawing import scene
from engine.drawing.writers import pdf, press
from engine.errors import OptionError
from generator import cli
from generator.printing import output
from tests.cases import ROOT, some
from tests.printing.kits import printed
from tests.programs import program

PROFILE = ROOT / "templates" / "icc" / "coated.icc"
GAMES = ("atreya", "abstrakto", "astralis", "aathenuo")


#: A theme is printed by the game whose colours it shows most of, and all games in the first.
LOOKS = [(game, "classic") for game in GAMES] + [
    ("atreya", "ink-saver"),
    ("abstrakto", "mono"),
    ("astralis", "colorblind"),
]


@cache
def written(game, *only, **options):
    """The PDF files of a kit for a press, by component; each kit is made once."""
    made = printed(game, *only, color="cmyk", **options)
    return {part.name: output.pdf_of(made, part) for part in made.components}


def objects(reader):
    """Every object of a PDF file, by its number."""
    for number in range(1, len(reader.xref[0]) + 1 if reader.xref.get(0) else 1):
        yield reader.get_object(number)


def content(reader):
    """All that is drawn: the content of pages and of forms."""
    found = [page.get_contents().get_data() for page in reader.pages]
    for thing in objects(reader):
        if isinstance(thing, dict) and thing.get("/Subtype") == "/Form":
            found.append(thing.get_data())
    return b"\n".join(found)


def fonts(reader):
    return [o for o in objects(reader) if isinstance(o, dict) and o.get("/Type") == "/Font"]


# ------------------------------------------------------------------------------------- structure


#: Each game in both standards, each look in one.
STANDARDS = [(*look, "1a" if number < len(GAMES) else "4") for number, look in enumerate(LOOKS)]


@pytest.mark.parametrize(("game", "look", "standard"), STANDARDS)
def test_kits_are_pdfx_by_their_parts_and_no_spot_takes_more_ink_than_the_limit(
    game, look, standard
):
    most = 0
    for data in some(written(game, theme=look, pdfx=standard).values()):
        reader = pypdf.PdfReader(io.BytesIO(data), strict=True)
        preflight(reader, standard)
        assert data.startswith({"4": b"%PDF-1.6", "1a": b"%PDF-1.4"}[standard])
        for page in some(separated(data, 36)):
            total = page.sum(-1)
            most = max(most, total.max())
            assert total[0, 0] == 0, "paper is left white"
    assert 1 <= most <= press.MOST_INK + 0.01, "black ink at least"


def preflight(reader, standard):
    """What ISO 15930-7 and 15930-4 ask of a file such as ours."""
    root, info = reader.root_object, reader.metadata
    (intent,) = root["/OutputIntents"]
    assert (intent["/S"], intent["/OutputConditionIdentifier"]) == ("/GTS_PDFX", "FOGRA39")
    assert intent["/RegistryName"] == "http://www.color.org"
    stream = intent["/DestOutputProfile"].get_object()
    assert stream["/N"] == 4
    assert stream.get_data() == PROFILE.read_bytes()
    assert info["/Trapped"] == "/False"
    assert info["/Title"]
    assert "/ID" in reader.trailer
    assert "/Encrypt" not in reader.trailer
    assert not {"/AA", "/OpenAction", "/AcroForm", "/Names"} & root.keys()
    for page in some(reader.pages):
        media, bleed, trim = (page[f"/{name}Box"] for name in ("Media", "Bleed", "Trim"))
        assert within(trim, bleed)
        assert within(bleed, media)
        assert not {"/ArtBox", "/Annots", "/Group", "/Trans", "/AA"} & page.keys()
    assert all(is_embedded(font) for font in some(fonts(reader)))
    drawn = content(reader)
    assert re.search(rb"[\d.]+ [\d.]+ [\d.]+ [\d.]+ k\b", drawn)
    assert not re.search(rb"(?<=[\d.] )(rg|RG|g|G|cs|sc|scn|sh|gs|BI)\b", drawn)
    if standard == "4":
        metadata_of_x4(root, info)
    else:
        assert "/OCProperties" not in root
        assert b"/OC " not in drawn
        assert info["/GTS_PDFXVersion"] == "PDF/X-1a:2003"


def within(inner, outer):
    """Whether a box lies in another, up to the last decimal written."""
    left, bottom, right, top = (float(v) for v in inner)
    low = (left - float(outer[0]), bottom - float(outer[1]))
    high = (float(outer[2]) - right, float(outer[3]) - top)
    return min(*low, *high) > -1e-3


def is_embedded(font):
    return "/FontFile2" in font["/FontDescriptor"]


def metadata_of_x4(root, info):
    stream = root["/Metadata"].get_object()
    assert "/Filter" not in stream
    described = ET.fromstring(stream.get_data()).find(".//{*}Description")
    said = {child.tag.rpartition("}")[2]: "".join(child.itertext()) for child in described}
    assert said["GTS_PDFXVersion"] == "PDF/X-4"
    assert said["Trapped"] == "False"
    assert said["title"] == info["/Title"]
    assert said["CreatorTool"] == info["/Creator"]
    written = re.sub(r"\D", "", said["CreateDate"])[:14]
    assert written == re.sub(r"\D", "", info["/CreationDate"])[:14]
    assert UUID(said["DocumentID"].removeprefix("uuid:")).version == 5
    assert (said["RenditionClass"], said["VersionID"]) == ("default", "1")


def test_spot_colours_stay_apart_and_have_ink_for_their_alternate():
    data = written("abstrakto", "markers", spot=True)["markers"]
    found = [
        thing
        for thing in objects(pypdf.PdfReader(io.BytesIO(data)))
        if isinstance(thing, list) and thing and thing[0] == "/Separation"
    ]
    assert [(one[1], one[2]) for one in found] == [("/CutContour", "/DeviceCMYK")]


def test_transparency_is_refused_where_the_standard_has_none():
    veil = scene.Group((scene.Path(scene.disc(5), "#ff0000"),), opacity=0.5)
    picture = [pdf.Page(scene.Scene(20, 20, (veil,)))]
    with pytest.raises(OptionError, match="PDF/X-1a has no transparency"):
        pdf.write(picture, pdf.Document(press=press.load(), pdfx="1a"))
    assert pdf.write(picture, pdf.Document(press=press.load())).startswith(b"%PDF-1.6")


# ------------------------------------------------------------------------------------------- ink


def separated(data, dpi=60):
    """The pages of a file as Ghostscript separates them: shares of ink, (pages, y, x, 4)."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pages.tif"
        command = [program("gs"), "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiff32nc"]
        command += [f"-r{dpi}", f"-sOutputFile={file}", "-"]
        subprocess.run(command, input=data, capture_output=True, check=True)
        with Image.open(file) as pages:
            for number in range(pages.n_frames):
                pages.seek(number)
                assert pages.mode == "CMYK"
                yield np.asarray(pages) / 255


def test_black_text_and_lines_are_of_black_ink_alone():
    """Sheets of nothing but rulers, text and lines, and the strips of others, show no colour."""
    (page,) = separated(written("astralis", "card", theme="mono")["card"])
    assert page[..., 3].max() == 1
    assert page[..., :3].max() == 0
    (page, _, *_) = separated(written("atreya", theme="classic", pdfx="1a")["tiles"])
    strip = page[-24:]
    assert strip[..., 3].max() == 1
    assert strip[..., :3].max() == 0


# -------------------------------------------------------------------------------------- profiles


def test_the_profile_is_the_one_that_was_made_from_the_numbers_of_iso():
    data = PROFILE.read_bytes()
    assert hashlib.sha256(data).hexdigest().startswith("2f51496b1eff87db")
    assert data[12:24] == b"prtrCMYKLab "
    assert int.from_bytes(data[:4], "big") == len(data) < 60_000
    assert len(zlib.compress(data)) < 35_000


def test_a_shops_own_profile_is_named_and_embedded(tmp_path):
    own = tmp_path / "shop.icc"
    own.write_bytes(PROFILE.read_bytes())
    data = written("abstrakto", "markers", icc=str(own))["markers"]
    (intent,) = pypdf.PdfReader(io.BytesIO(data)).root_object["/OutputIntents"]
    assert intent["/OutputConditionIdentifier"] == "Custom"
    assert "/RegistryName" not in intent
    assert intent["/Info"] == "tilewright coated, ink up to 240 %"


def damaged():
    data = PROFILE.read_bytes()
    return {
        "empty": (b"", "is not an ICC profile of a CMYK printer"),
        "text": (b"x" * 400, "is not an ICC profile of a CMYK printer"),
        "screen": (data[:16] + b"RGB " + data[20:], "is not an ICC profile of a CMYK printer"),
        "cut": (data[:4000], "a damaged ICC profile"),
    }


@pytest.mark.parametrize("kind", damaged())
def test_profiles_that_are_none_are_refused(kind, tmp_path, capsys):
    data, words = damaged()[kind]
    (tmp_path / "own.icc").write_bytes(data)
    preset = tmp_path / "own.toml"
    icc = (tmp_path / "own.icc").as_posix()
    preset.write_text(f'title = "own"\n[print]\ncolor = "cmyk"\nicc = "{icc}"\n')
    command = ["kit", "abstrakto", "--preset", str(preset)]
    assert cli.run([*command, "--out", str(tmp_path / "out")]) == cli.BAD_INPUT
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert not (tmp_path / "out").exists()


# ---------------------------------------------------------------------------------- reading back


@pytest.mark.parametrize("game", ["abstrakto", "astralis"])
def test_verify_reads_kits_for_a_press(game, tmp_path, capsys):
    for name, data in written(game, theme="classic", pdfx="1a").items():
        (tmp_path / f"{game}-{name}.pdf").write_bytes(data)
    only = {"abstrakto": [], "astralis": ["--only", "planets", "--only", "contested"]}[game]
    files = tmp_path.glob("*parts.pdf") if only else tmp_path.iterdir()
    assert cli.run(["verify", game, *map(str, sorted(files)), *only]) == cli.OK
    assert "in order" in capsys.readouterr().out

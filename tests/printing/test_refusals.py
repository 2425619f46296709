"""Options that contradict each other or change nothing are refused, in one sentence that names them."""

import pytest

from engine.errors import OptionError
from generator import cli
from generator.printing.template import PrintSettings

TWO_SIDES = "--duplex fold prints fronts and backs beside each other; leave out --sides "
SETTLED = "the labels of avery-5371 settle the"

#: A line for ``kit`` -> the beginning of what is said.
REFUSED = {
    # nothing, or no such thing
    "": "no game; name one of",
    "atreya --nonsense": "No such option",
    "atreya --format doc": "no format 'doc'",
    "atreya --only board": "atreya has no component 'board'; it has tiles",
    "atreya --template nowhere.toml": "nowhere.toml: No such file",
    "atreya --back-shift 1": "--back-shift 1: expected two numbers, across and down",
    "atreya --format png --dpi nan": "Invalid value for '--dpi'",
    "atreya --pieces 999": "atreya has no piece '999'; expected one like ",
    "atreya --preset tgc": "no preset 'tgc'; the presets are avery-5294, ",
    "atreya --theme dark": "theme dark is for figures on screens; for a kit, use classic, colorblind",
    "atreya --paper a0": "no paper 'a0'; it can be a3, a4",
    # sizes
    "atreya --tile-size 300": "tiles: 300 mm is too large for a4 (210 × 297 mm) within the margin; "
    "the largest that fits is 200 mm",
    "astralis --only card --paper 80x80mm": "score card: 88 mm is too large for 80x80mm (80 × 80 mm) "
    "within the margin; the largest that fits is 70 mm",
    "aathenuo --tile-size 90": "racks: 281.6 × 355.5 mm is too large for a4 (210 × 297 mm) within the "
    "margin; a smaller --tile-size makes it less",
    "atreya --margin 100": "a margin of 100 mm leaves nothing of a4 (210 × 297 mm); the most is 95 mm",
    "atreya --back-shift 20,20": "the printer's corrections push the art off a4 (210 × 297 mm); a wider",
    "atreya --gap 2": "pieces in honeycomb packing share their edges; for a gap of 2 mm ask for --pack",
    "atreya --packing separate --gap 1 --bleed 2": "between bleeds of 2 mm the least gap is 4 mm; 1 mm",
    "atreya --kerf 0.2": "--kerf is for cut files; ask for them with --cut svg or dxf",
    "atreya --cut svg --kerf 0.2": "tiles: a kerf needs pieces that lie apart; ask for --packing",
    # options without a use
    "abstrakto --poster-overlap 20": "--poster-overlap is of boards on several pages, and none",
    "aathenuo --orientation flat": "--orientation is of hexagonal pieces, and there are none here",
    "abstrakto --duplex fold": "--duplex is for backs, and nothing here has one; leave it out",
    "abstrakto --only board --bleed 2": "--bleed is of pieces, and boards have none; leave it out",
    "abstrakto --only board --packing rows": "--packing is of pieces that share edges, and",
    "astralis --only card --back-shift 1,0": "--back-shift is for backs, and none are printed here",
    # one side alone
    "abstrakto --sides backs": "Abstrakto, board: nothing is printed on the back",
    "atreya --sides backs --duplex none": "--duplex none prints fronts only; --sides backs",
    "atreya --sides backs --duplex fold": TWO_SIDES + "backs",
    "atreya --cut svg --sides backs": "cut files go with the fronts; ask for --sides both or fronts",
    # files
    "atreya --dpi 200": "--dpi is for PNG; it goes with --format png",
    "atreya --one-pdf --format svg": "--one-pdf is for PDF; ask for --format pdf as well",
    "atreya --one-pdf --test-page": "the test page is one PDF file",
    "atreya --test-page --paper 100x150mm": "the test page needs a sheet of 140 × 200 mm or more",
    "atreya --preset press --format svg": "SVG has no inks; ink for a press goes with --format pdf",
    # presets
    "atreya --preset lightburn --cut dxf": "lightburn engraves, and DXF files cannot;",
    "atreya --preset avery-5371 --paper a5": f"{SETTLED} paper",
    "atreya --preset avery-5294 --duplex fold": "labels cannot be folded; avery-5294 goes without",
    "atreya --preset avery-8293": "Atreya, tiles: 40 mm is too large for labels of 38.1 mm across; "
    "the largest that fits is 32.9 mm",
    "abstrakto --preset avery-5371 --only board": "Abstrakto, board: a board goes on no label",
    # faces
    "atreya --format faces,pdf,svg": "faces are of one format; --format faces,pdf is one",
    "abstrakto --only board --format faces": "Abstrakto, board: a board is no piece",
    "aathenuo --preset tgc-large-hex": "Aathenuo, tiles: a rectangle is no hexagon",
    "atreya --format faces --paper a3": "--paper is for sheets; --format faces",
    "atreya --format faces --preset press": "PNG has no inks; ink for a press goes with",
    "atreya --preset tgc-large-hex --paper a4": "--paper is for sheets; --preset tgc-large-hex makes",
    "atreya --preset tgc-large-hex --tile-size 100": "the picture of tgc-large-hex settles the tile size",
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_makes_no_sense_is_refused(words, refused):
    assert refused("kit", *words.split()).startswith(REFUSED[words])


@pytest.mark.parametrize(
    "words",
    [
        "abstrakto --duplex none",  # granted, if for no reason
        "abstrakto atreya --labels --orientation flat --duplex fold",  # one of them has a use
        "abstrakto --only screen --tile-size 20 --only tiles",
        "atreya --preset silhouette --margin 20",
        "aathenuo --only racks --tile-size 18",  # so long as before, but lower
        "atreya --tile-size 200",  # the largest that was named above
    ],
)
def test_what_one_of_them_has_a_use_for_is_not(words, tmp_path, capsys):
    code = cli.run(["kit", *words.split(), "--paper", "a4", "--out", str(tmp_path)])
    assert (code, capsys.readouterr().err.count("Error")) == (cli.OK, 0)


#: Settings -> what is said of them, whether they come from options or a template.
SETTINGS = [
    ({"bleed": 50.0}, "bleed 50 is out of range; it can be 0 to 20"),
    ({"marks": "dots"}, "no marks 'dots'; it can be lines, crop, none"),
    ({"back_turn": 11.0}, "back-turn 11 is out of range; it can be -10 to 10"),
    ({"pdfx": "1a"}, 'pdfx is for a press; it goes with color = "cmyk"'),
    ({"cut_color": "red"}, "cut-color: 'red' is not a colour; expected #rrggbb"),
]


@pytest.mark.parametrize(("options", "words"), SETTINGS)
def test_settings_out_of_range_are_refused(options, words):
    with pytest.raises(OptionError) as caught:
        PrintSettings().with_options(options)
    assert str(caught.value) == words


#: A template's text -> what is said of it.
TEMPLATES = [
    ("game = ", "Invalid value"),
    ('game = "chess"', "game = 'chess'"),
    ('game = "atreya"\n[print]\npapr = "a4"', "unknown setting 'papr'; did you mean 'paper'?"),
    ('game = "atreya"\n[print]\nmargin = "wide"', "expected a number from 0 to 100"),
    ('game = "atreya"\n[print]\nduplex = "up"', "[print]: no duplex 'up'"),
    ('game = "atreya"\n[print]\npreset = "press"', "unknown setting 'preset'"),
    ('game = "atreya"\n[tiles]\nsize = -4', "expected a number from 10 to 200"),
    ('game = "atreya"\n[board]\nsize = 3', "unknown setting 'board'"),
]


@pytest.mark.parametrize(("text", "words"), TEMPLATES)
def test_templates_are_read_strictly(text, words, tmp_path, refused):
    (tmp_path / "own.toml").write_text(text)
    said = refused("kit", "atreya", "--template", "own.toml")
    assert words in said
    assert said.startswith("own.toml")

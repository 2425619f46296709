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
    "chess": "unknown game 'chess'",
    "atreya --nonsense": "No such option",
    "atreya --format doc": "no format 'doc'",
    "atreya --only board": "atreya has no component 'board'; it has tiles",
    "all --only sails": "none of ",
    "atreya --template nowhere.toml": "nowhere.toml: No such file",
    "--template latin.toml": "latin.toml is not UTF-8 text",
    "atreya --back-shift 1": "--back-shift 1: expected two numbers, across and down",
    "atreya --tile-size wide": "tile-size 'wide' is not a number of millimetres, or fill",
    "atreya --format png --dpi nan": "Invalid value for '--dpi'",
    "atreya --pieces 999": "atreya has no piece '999'; expected one like ",
    "abstrakto --pieces board": "abstrakto has no piece 'board'; expected one like ",
    "atreya --preset tgc": "no preset 'tgc'; the presets are avery-5294, ",
    "atreya --preset none.toml": "none.toml: No such file or directory",
    "atreya --theme neon": "no theme 'neon'; the themes are",
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
    "atreya --packing separate --gap 0": "pieces without a gap are not separate; ask for another",
    "atreya --preset silhouette --margin 5": "a margin of 5 mm is less than the 16 mm that a cut",
    "atreya --kerf 0.2": "--kerf is for cut files; ask for them with --cut svg or dxf",
    "atreya --cut svg --kerf 0.2": "tiles: a kerf needs pieces that lie apart; ask for --packing",
    # options without a use
    "abstrakto --poster-overlap 20": "--poster-overlap is of boards on several pages, and none",
    "aathenuo --orientation flat": "--orientation is of hexagonal pieces, and there are none here",
    "abstrakto aathenuo --orientation flat": "--orientation is of hexagonal pieces, and there",
    "abstrakto --only tiles --format faces,svg --orientation flat": "--orientation is of hexagonal",
    "abstrakto --duplex fold": "--duplex is for backs, and nothing here has one; leave it out",
    "abstrakto --only board --bleed 2": "--bleed is of pieces, and boards have none; leave it out",
    "abstrakto --only board --gap 4": "--gap lies between pieces, and boards are none",
    "abstrakto --only board --copies 2": "--copies is of pieces; a board is printed once",
    "abstrakto --only board --packing rows": "--packing is of pieces that share edges, and",
    "abstrakto --only markers --packing rows": "--packing is of pieces that share edges, and",
    "astralis --only card --back-shift 1,0": "--back-shift is for backs, and none are printed here",
    "atreya --sides fronts --back-shift 1,0": "--back-shift is for backs, and none are printed",
    # one side alone
    "abstrakto --sides backs": "Abstrakto, board: nothing is printed on the back",
    "abstrakto --sides backs --format faces,svg": "Abstrakto, board: nothing is printed on the",
    "aathenuo --sides backs --only tiles --only racks": "Aathenuo, racks: nothing is printed on the",
    "abstrakto astralis --only board --sides backs": "Abstrakto, board: nothing is printed on the",
    "atreya --sides backs --duplex none": "--duplex none prints fronts only; --sides backs",
    "atreya --sides backs --duplex fold": TWO_SIDES + "backs",
    "atreya --sides fronts --duplex fold": TWO_SIDES + "fronts",
    "atreya --cut svg --sides backs": "cut files go with the fronts; ask for --sides both or fronts",
    # files
    "atreya --dpi 200": "--dpi is for PNG; it goes with --format png",
    "atreya --one-pdf --format svg": "--one-pdf is for PDF; ask for --format pdf as well",
    "atreya --one-pdf --test-page": "the test page is one PDF file",
    "atreya --test-page --paper 100x150mm": "the test page needs a sheet of 140 × 200 mm or more",
    "atreya --test-page --cut svg": "nothing of the test page is cut; leave out --cut",
    "atreya --preset silhouette --test-page": "nothing of the test page is cut; leave out --preset",
    "atreya --preset press --format svg": "SVG has no inks; ink for a press goes with --format pdf",
    "atreya --preset press-x1a --format pdf,svg,png": "SVG and PNG have no inks; ink for a press",
    # presets
    "atreya --preset lightburn --cut dxf": "lightburn engraves, and DXF files cannot;",
    "atreya --preset lightburn --sides backs": "lightburn engraves fronts; leave out --sides",
    "atreya --preset avery-5371 --paper a5": f"{SETTLED} paper",
    "atreya --preset avery-5371 --gap 2": f"{SETTLED} gap",
    "atreya --preset avery-5371 --orientation flat": f"{SETTLED} orientation",
    "atreya --preset avery-5371 --packing rows": f"{SETTLED} packing",
    "atreya --preset avery-5371 --margin 9": f"{SETTLED} margin",
    "atreya --preset avery-5294 --duplex fold": "labels cannot be folded; avery-5294 goes without",
    "atreya --preset avery-8293": "Atreya, tiles: 40 mm is too large for labels of 38.1 mm across; "
    "the largest that fits is 32.9 mm",
    "abstrakto --preset avery-5371 --only board": "Abstrakto, board: a board goes on no label",
    "aathenuo --preset avery-5371 --only racks": "Aathenuo, racks: 224 mm is too large for labels of",
    "atreya --preset silhouette --format faces": "preset silhouette is for sheets; it goes without",
    # faces
    "atreya --format faces,pdf,svg": "faces are of one format; --format faces,pdf is one",
    "atreya --format faces,3mf": "no format '3mf'; it can be pdf, svg, png, faces",
    "abstrakto --only board --format faces": "Abstrakto, board: a board is no piece",
    "aathenuo --preset tgc-large-hex": "Aathenuo, tiles: a rectangle is no hexagon",
    "atreya --format faces --cut svg": "--cut is for sheets; --format faces makes a picture a face",
    "atreya --format faces --test-page": "--test-page is for sheets; --format faces",
    "atreya --format faces --paper a3": "--paper is for sheets; --format faces",
    "atreya --format faces,svg --back-shift 1,1": "--back-shift is for sheets; --format",
    "atreya --format faces,svg --dpi 200": "--dpi is for PNG; it goes with --format faces",
    "atreya --format faces --preset press": "PNG has no inks; ink for a press goes with",
    "atreya --preset tgc-large-hex --paper a4": "--paper is for sheets; --preset tgc-large-hex makes",
    "atreya --preset tgc-large-hex --tile-size 100": "the picture of tgc-large-hex settles the tile size",
    "atreya --preset tgc-large-hex --dpi 300": "the picture of tgc-large-hex settles the dpi; leave out",
    "atreya --preset tgc-large-hex --orientation flat": "the picture of tgc-large-hex settles the orie",
    "atreya --preset tgc-small-hex --bleed 1": "the picture of tgc-small-hex settles the bleed;",
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_makes_no_sense_is_refused(words, tmp_path, refused):
    (tmp_path / "latin.toml").write_bytes(b'game = "atreya" # \xe9')
    assert refused("kit", *words.split()).startswith(REFUSED[words])


@pytest.mark.parametrize(
    "words",
    [
        "abstrakto --duplex none",  # granted, if for no reason
        "abstrakto --no-labels --marks none --sheets separate --sides fronts",
        "abstrakto --only board --packing honeycomb --orientation auto",  # the template's own
        "abstrakto atreya --labels --orientation flat --duplex fold",  # one of them has a use
        "abstrakto --only board --marks crop",
        "astralis --only board --labels --poster-overlap 20",
        "abstrakto --only screen --tile-size 20 --only tiles",
        "atreya --preset silhouette --margin 20",
        "aathenuo --sides backs --copies 2",
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
    ({"sheets": "mixed"}, "no sheets 'mixed'; it can be combined, separate"),
    ({"packing": "spiral"}, "no packing 'spiral'; it can be honeycomb, rows, separate"),
    ({"orientation": "tilted"}, "no orientation 'tilted'; it can be auto, pointy, flat"),
    ({"back_turn": 11.0}, "back-turn 11 is out of range; it can be -10 to 10"),
    ({"back_scale": (80.0, 100.0)}, "back-scale 80 is out of range; it can be 90 to 110"),
    ({"pdfx": "1a"}, 'pdfx is for a press; it goes with color = "cmyk"'),
    ({"color": "cmyk", "pdfx": "2"}, "no pdfx '2'; it can be 4, 1a"),
    ({"cut_color": "red"}, "cut-color: 'red' is not a colour; expected #rrggbb"),
    ({"cut_width": 3.0}, "cut-width 3 is out of range; it can be 0.05 to 1"),
    ({"cut_color": "#ff0000", "spot": True},
     "cut lines in the spot colour have no other; leave out cut-color or spot"),
    ({"cut_color": "#ff0000", "marks": "none"},
     'cut-color is for cut lines and crop marks; marks = "none" draws neither'),
    ({"cut_width": 0.2, "marks": "none"},
     'cut-width is for cut lines and crop marks; marks = "none" draws neither'),
]  # fmt: skip


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
    ('game = "atreya"\n[tiles]\nnumbers = 1', "expected true or false"),
    ('game = "atreya"\ntiles = 3', "expected a table"),
    ('game = "atreya"\n[board]\nsize = 3', "unknown setting 'board'"),
]


@pytest.mark.parametrize(("text", "words"), TEMPLATES)
def test_templates_are_read_strictly(text, words, tmp_path, refused):
    (tmp_path / "own.toml").write_text(text)
    said = refused("kit", "atreya", "--template", "own.toml")
    assert words in said
    assert said.startswith("own.toml")


def test_of_several_games_those_that_nothing_fits_are_left_out(tmp_path, capsys):
    words = ["kit", "all", "--preset", "avery-8293", "--out", str(tmp_path)]
    assert cli.run(words) == cli.OK
    out, err = capsys.readouterr()
    assert "left out: Atreya, tiles: 40 mm is too large for labels of 38.1 mm across" in err
    assert "atreya" not in out
    assert {"aathenuo-tiles.pdf", "abstrakto-tiles.pdf"} <= {p.name for p in tmp_path.iterdir()}
    assert cli.run(["kit", "all", "--only", "board", *words[2:]]) == cli.BAD_INPUT
    assert capsys.readouterr().err == "Error: Abstrakto, board: a board goes on no label\n"

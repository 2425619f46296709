"""Options that contradict each other or change nothing are refused, in one sentence that names them."""

import pytest

from engine.errors import OptionError
from generator import cli
from generator.printing.template import PrintSettings


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
    ({"cut_color": "#ff0000", "spot": True},
     "cut lines in the spot colour have no other; leave out cut-color or spot"),
    ({"cut_color": "#ff0000", "marks": "none"},
     'cut-color is for cut lines and crop marks; marks = "none" draws neither'),
]  # fmt: skip


@pytest.mark.parametrize(("options", "words"), SETTINGS)
def test_settings_out_of_range_are_refused(options, words):
    with pytest.raises(OptionError) as caught:
        PrintSettings().with_options(options)
    assert str(caught.value) == words


OWN = 'title = "mine"\n'
LABELS = "[labels]\ncolumns = 2\nrows = 2\nleft = 10\ntop = 10\nacross = 60\ndown = 60\n"
SIZED = LABELS + "width = 50\nheight = 50\n"

#: A preset's text, or a template's, and what is said of it.
PRESETS = [
    (OWN + "size = 3\n", "unknown setting 'size'; known are"),
    (OWN + "[print]\nsheet = 'a4'\n", "[print]: unknown setting 'sheet'"),
    (OWN + "[print]\npreset = 'silhouette'\n", "[print]: unknown setting 'preset'"),
    (OWN + LABELS, "[labels]: nothing said for width, height"),
    (OWN + SIZED + "shape = 'star'\n", "[labels]: no shape 'star'; it can be hexagon"),
    (OWN + "[marks]\ncorners = 5\n", "expected a whole number from 3 to 4"),
    (OWN + "[cut]\ncut = 'red'\n", "[cut]: cut: 'red' is not a colour; expected #rrggbb"),
    (OWN + "[cut]\nformats = ['pdf']\n", "no formats 'pdf'; it can be svg, dxf"),
    (OWN + "[per-piece]\nformat = 'bmp'\n", "no format 'bmp'; it can be pdf, svg, png"),
    (OWN + "[per-piece]\n[cut]\n", "[per-piece] makes no sheets, which [labels], [marks]"),
    ("title = \n", "Invalid value"),
    (OWN + SIZED.replace("60", "170"), "reach 230 × 230 mm, beyond a4 (210 × 297 mm)"),
    # Also where only staggered rows reach beyond.
    (OWN + SIZED + "shift = 120\n", "the labels of own.toml reach 240 × 120 mm, beyond a4"),
]
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


@pytest.mark.parametrize(
    ("option", "text", "words"),
    [(name, *row) for name, rows in (("preset", PRESETS), ("template", TEMPLATES)) for row in rows],
)
def test_files_of_ones_own_are_read_strictly(option, text, words, tmp_path, refused):
    (tmp_path / "own.toml").write_text(text, "utf-8")
    said = refused("kit", "atreya", f"--{option}", "own.toml")
    assert said.startswith(("own.toml", "the labels of own.toml"))
    assert words in said

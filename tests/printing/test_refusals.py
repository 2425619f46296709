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

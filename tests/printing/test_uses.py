"""Options without effect are refused, in one sentence, and only where nothing has a use for them."""

import pytest

from generator import cli

USELESS = [
    ("abstrakto --poster-overlap 20", "--poster-overlap is of boards on several pages, and none"),
    (
        "aathenuo --orientation flat",
        "--orientation is of hexagonal pieces, and there are none here",
    ),
    (
        "abstrakto --only tiles --format faces,svg --orientation flat",
        "--orientation is of hexagonal",
    ),
    ("abstrakto --duplex fold", "--duplex is for backs, and nothing here has one; leave it out"),
    (
        "abstrakto --only board --bleed 2",
        "--bleed is of pieces, and boards have none; leave it out",
    ),
    ("abstrakto --only board --gap 4", "--gap lies between pieces, and boards are none"),
    ("abstrakto --only board --copies 2", "--copies is of pieces; a board is printed once"),
    ("abstrakto --only board --packing rows", "--packing is of pieces that share edges, and"),
    ("abstrakto --only markers --packing rows", "--packing is of pieces that share edges, and"),
    ("abstrakto aathenuo --orientation flat", "--orientation is of hexagonal pieces, and there"),
    (
        "atreya --packing separate --gap 1 --bleed 2",
        "between bleeds of 2 mm the least gap is 4 mm; 1 mm is too small",
    ),
    ("atreya --packing separate --gap 0", "pieces without a gap are not separate; ask for another"),
    ("atreya --preset silhouette --margin 5", "a margin of 5 mm is less than the 16 mm that a cut"),
    ("atreya --kerf 0.2", "--kerf is for cut files; ask for them with --cut svg or dxf"),
    ("atreya --cut svg --kerf 0.2", "tiles: a kerf needs pieces that lie apart; ask for --packing"),
    (
        "astralis --only card --back-shift 1,0",
        "--back-shift is for backs, and none are printed here",
    ),
    ("atreya --sides fronts --back-shift 1,0", "--back-shift is for backs, and none are printed"),
    ("atreya --tile-size big", "tile-size 'big' is not a number of millimetres, or fill"),
    (
        "atreya --theme dark",
        "theme dark is for figures on screens; for a kit, use classic, colorblind",
    ),
    ("atreya --pieces 999", "atreya has no piece '999'; expected one like "),
    ("abstrakto --pieces board", "abstrakto has no piece 'board'; expected one like "),
    ("atreya --preset lightburn --cut dxf", "lightburn engraves, and DXF files cannot;"),
    ("atreya --preset lightburn --sides backs", "lightburn engraves fronts; leave out --sides"),
    ("atreya --preset silhouette --test-page", "nothing of the test page is cut; leave out --pre"),
    ("atreya --preset tgc-small-hex --bleed 1", "the picture of tgc-small-hex settles the bleed;"),
]


@pytest.mark.parametrize(("words", "said"), USELESS)
def test_what_has_no_effect_is_refused(words, said, refused):
    assert refused("kit", *words.split()).startswith(said)


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
    ],
)
def test_what_one_of_them_has_a_use_for_is_not(words, tmp_path, capsys):
    code = cli.run(["kit", *words.split(), "--paper", "a4", "--out", str(tmp_path)])
    assert (code, capsys.readouterr().err.count("Error")) == (cli.OK, 0)


def test_of_several_games_those_that_nothing_fits_are_left_out(tmp_path, capsys):
    words = ["kit", "all", "--preset", "avery-8293", "--out", str(tmp_path)]
    assert cli.run(words) == cli.OK
    out, err = capsys.readouterr()
    assert "left out: Atreya, tiles: 40 mm is too large for labels of 38.1 mm across" in err
    assert "atreya" not in out
    assert {"aathenuo-tiles.pdf", "abstrakto-tiles.pdf"} <= {p.name for p in tmp_path.iterdir()}
    assert cli.run(["kit", "all", "--only", "board", *words[2:]]) == cli.BAD_INPUT
    assert capsys.readouterr().err == "Error: Abstrakto, board: a board goes on no label\n"

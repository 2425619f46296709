"""The files for tabletop programs, read as those programs read them.

The schemas in tests/data/tabletop say what the programs read; they are theirs, not ours, so they
are no part of the package.
"""

import itertools
import json
import math
import zipfile
import zlib
from collections import Counter
from functools import cache

import jsonschema
import numpy
import pytest
from PIL import Image

import engine
from engine.drawing import theme
from engine.drawing.parts import BoardPart, Laid
from engine.errors import OptionError
from engine.geometry.plane import Point
from generator import cli
from generator.printing import template
from generator.tabletops import stock
from tests.cases import ROOT, some

GAMES = engine.names()


@cache
def schema(name):
    text = (ROOT / f"tests/data/tabletop/{name}.schema.json").read_text("utf-8")
    found = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(found)
    return jsonschema.Draft202012Validator(found)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return what gives the folder of a game's files, which are written once."""
    folder = tmp_path_factory.mktemp("tabletop")

    @cache
    def folder_with(game):
        assert cli.run(["tabletop", game, "--out", str(folder)]) == cli.OK
        return folder

    return folder_with


def saved(folder, game):
    return json.loads((folder / f"{game}-tts.json").read_text("utf-8"))


def objects(states):
    """Yield every object, those in bags too."""
    for one in states:
        yield one
        yield from objects(one.get("ContainedObjects", ()))


def table(game, **settings):
    return stock.make(template.load(game), settings)


# ------------------------------------------------------------------------ Tabletop Simulator


@pytest.mark.parametrize("game", GAMES)
def test_saved_objects_fit_the_schema(made, game):
    assert [e.message for e in schema("saved-object").iter_errors(saved(made(game), game))] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_of_the_kit_is_there_once(made, game):
    kit = table(game)
    every = list(objects(saved(made(game), game)["ObjectStates"]))
    found = Counter(o["Nickname"] for o in every if o["Name"] == "Custom_Tile")
    expected = Counter(piece.title for kind in kit.kinds for piece in kind.pieces)
    if kit.board is not None:
        expected[f"{kit.game.title}: board"] += 1
    assert found == expected
    guids = [o["GUID"] for o in every]
    assert len(set(guids)) == len(guids) > 3


def outline(one):
    """Return the corners of a hexagon or rectangle on the table as the program puts them, in mm."""
    where = one["Transform"]
    if one["CustomImage"]["CustomTile"]["Type"] == 1:
        own = [(math.cos(math.radians(60 * k)), math.sin(math.radians(60 * k))) for k in range(6)]
    else:
        own = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    turn = math.radians(where["rotY"] - 180)
    for right, down in own:
        x, y = right * where["scaleX"], down * where["scaleZ"]
        yield Point(
            25.4 * (where["posX"] + x * math.cos(turn) - y * math.sin(turn)),
            25.4 * (-where["posZ"] + x * math.sin(turn) + y * math.cos(turn)),
        )


def test_tiles_measure_what_the_kit_says_and_meet(made):
    start = [
        o for o in saved(made("atreya"), "atreya")["ObjectStates"] if o["Name"] == "Custom_Tile"
    ]
    shapes = [list(outline(o)) for o in start]
    assert len(shapes) == 3
    for shape in shapes:
        xs = [p.x for p in shape]
        assert max(xs) - min(xs) == pytest.approx(40.0, abs=0.01)
    shared = [p for p in shapes[0] if all(min(p.distance(q) for q in s) < 0.01 for s in shapes[1:])]
    assert len(shared) == 1, "the three meet in one corner"


def test_the_board_and_its_snap_points_measure_what_the_kit_says(made):
    board = saved(made("astralis"), "astralis")["ObjectStates"][0]
    kit = table("astralis")
    assert isinstance(kit.board, BoardPart)
    xs, ys = zip(*outline(board), strict=True)
    assert max(xs) - min(xs) == pytest.approx(kit.board.box.width, abs=0.01)
    assert max(ys) - min(ys) == pytest.approx(kit.board.box.height, abs=0.01)
    scale = board["Transform"]
    places = [
        (-25.4 * p["Position"]["x"] * scale["scaleX"], 25.4 * p["Position"]["z"] * scale["scaleZ"])
        for p in board["AttachedSnapPoints"]
    ]
    assert len(places) == 169
    nearest = min(math.dist(places[0], other) for other in places[1:])
    assert nearest == pytest.approx(18.5, abs=0.01)
    assert (
        len(saved(made("abstrakto"), "abstrakto")["ObjectStates"][0]["AttachedSnapPoints"]) == 197
    )


# --------------------------------------------------------------------------- virtualtabletop


def archive(folder, game):
    return zipfile.ZipFile(folder / f"{game}.vtt")


@pytest.mark.parametrize("game", GAMES)
def test_archives_fit_the_schema_and_hold_together(made, game):
    with archive(made(game), game) as file:
        assert file.testzip() is None
        names = file.namelist()
        state = json.loads(file.read("0.json"))
        assert [e.message for e in schema("vtt").iter_errors(state)] == []
        assets = {f"/{name}" for name in names if name != "0.json"}
        for address in some(assets):
            data = file.read(address[1:])
            crc = int.from_bytes(zlib.crc32(data).to_bytes(4, "big"), "big", signed=True)
            assert address == f"/assets/{crc}_{len(data)}"
    del state["_meta"]
    shown = {a for w in state.values() for a in [w.get("image")] if a}
    for deck in some([w for w in state.values() if w.get("type") == "deck"]):
        shown |= {address for kind in deck["cardTypes"].values() for address in kind.values()}
        sides = [face["objects"][0]["dynamicProperties"]["value"] for face in deck["faceTemplates"]]
        assert {tuple(kind) for kind in deck["cardTypes"].values()} == {tuple(sides)}
    assert shown == assets
    for name, widget in state.items():
        assert widget["id"] == name
        assert widget.get("parent", name) in state
        for place, most in (("x", 1600), ("y", 1000)):
            if "parent" not in widget and widget.get("type") != "deck":
                length = widget.get("width" if place == "x" else "height", 0)
                assert 0 <= widget[place] <= widget[place] + length <= most
    cards = [w for w in state.values() if w.get("type") == "card"]
    assert len(cards) == sum(len(kind.pieces) for kind in table(game).kinds)
    assert all(card["cardType"] in state[card["deck"]]["cardTypes"] for card in cards)


# -------------------------------------------------------------------------------- pictures


def areas(picture, colours):
    """Return the letters of a hexagon's areas in a picture, E first, counter-clockwise; the middle.

    Found from the pixels alone: the mean colour round a point of each area, flat-top.
    """
    side = picture.shape[0]

    def letter(angle, reach):
        x = side / 2 * (1 + reach * math.cos(math.radians(angle)))
        y = side / 2 * (1 + reach * math.sin(math.radians(angle)))
        patch = picture[int(y) - 3 : int(y) + 4, int(x) - 3 : int(x) + 4].reshape(-1, 3)
        mean = patch.mean(axis=0)
        return min(colours, key=lambda c: sum(abs(mean - colours[c])))

    # Flat-top drawings are turned clockwise by 30 degrees: the area to the east lies 30 below it.
    ring = "".join(letter(30 - 60 * k, 0.66) for k in range(6))
    return letter(55, 0.3) + ":" + ring


def test_pictures_show_the_tiles_they_are_called_by(made):
    look = theme.load("classic")
    colours = {
        letter: [int(look.slot(name).fill[k : k + 2], 16) for k in (1, 3, 5)]
        for letter, name in (("r", "red"), ("g", "green"), ("b", "blue"))
    }
    for k, tile in enumerate(some(engine.game("atreya").tiles())):
        path = made("atreya") / f"atreya-tts/tiles-{k + 1:03}.png"
        front = numpy.asarray(Image.open(path).convert("RGB"), dtype=float)
        assert areas(front, colours) == tile, path


# --------------------------------------------------------------------------- what is laid


LAID = {
    "abstrakto": (
        "d4,d5e e6 b 445/455",
        {
            Laid("blue-solid-1", Point(3.5, 3.5)),
            Laid("blue-line-1", Point(4.0, 2.5), 90.0),
            Laid("orange-solid-1", Point(4.5, 1.5)),
        },
    ),
    "aathenuo": (
        "r*,r3,r4 1 r1b2/y*y5",
        {Laid("r*", Point(-1.0, 0.0)), Laid("r3", Point(0.0, 0.0)), Laid("r4", Point(1.0, 0.0))},
    ),
    "astralis": (
        "3/1Y2/2y2/1c2/3 y standard",
        {
            Laid("planet-yellow-1", Point(-0.5, -math.sqrt(3) / 2)),
            Laid("ship-yellow", Point(0.0, 0.0)),
            Laid("ship-cyan", Point(-0.5, math.sqrt(3) / 2)),
        },
    ),
}


@pytest.mark.parametrize("name", LAID)
def test_pieces_lie_where_the_position_has_them(name):
    text, expected = LAID[name]
    game = engine.game(name)
    found = {
        one._replace(at=Point(round(one.at.x, 9), round(one.at.y, 9)))
        for one in game.laid(game.parse(text))
        if not one.piece.startswith("control")
    }
    rounded = {p._replace(at=Point(round(p.at.x, 9), round(p.at.y, 9))) for p in expected}
    assert found == rounded


def test_a_position_that_needs_more_than_the_kit_is_refused():
    game = engine.game("astralis")
    empty = "/".join(str(n) for n in (*range(13, 26), *range(24, 19, -1)))
    stones = "Y1Y1Y1Y1Y1Y1Y6/18/Y1Y1Y1Y1Y1Y1Y1Y1Y/16/Y1Y1Y1Y1Y1Y1Y1Y/14/Y1Y1Y1Y1Y1Y1Y"
    with pytest.raises(OptionError, match="31 yellow planets are needed, the kit has 30"):
        game.laid(game.parse(f"{empty}/{stones} y dispersed-go"))


# --------------------------------------------------------------------------- settings, errors


def test_addresses_are_the_disks_with_a_note_or_those_given(tmp_path, capsys):
    folder = tmp_path / "a b"
    disk = f"file://{folder.absolute().as_posix()}/abstrakto-tts"
    for words, start in (
        (["--format", "tts"], disk),
        (["--base-url", "https://example.org/games/"], "https://example.org/games"),
    ):
        command = ["tabletop", "abstrakto", "--out", str(folder), "--only", "tiles", *words]
        assert cli.run(command) == cli.OK
        states = saved(folder, "abstrakto")["ObjectStates"]
        first = next(objects(states[0]["ContainedObjects"]))
        assert first["CustomImage"]["ImageURL"] == f"{start}/tiles-1.png"
        assert ("leave the folder" in capsys.readouterr().err) == (start == disk)


def test_pieces_beside_the_board_overlap_nothing():
    for game in some(("abstrakto", "astralis")):
        found = stock.arrange(table(game))
        middles = [(s.at, s.width / 2, s.height / 2) for s in found.spots]
        boxes = [(p.x - x, p.y - y, p.x + x, p.y + y) for p, x, y in middles]
        assert min(box[0] for box in boxes) > found.ground.right
        for a, b in some(itertools.combinations(boxes, 2)):
            assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]

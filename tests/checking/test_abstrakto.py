"""Abstrakto's kit read back: each type counted in every theme, and every fault found."""

import itertools
import os
from dataclasses import replace
from functools import cache

import pytest
from reportlab.pdfgen import canvas

import engine
from engine.drawing import scene, theme
from engine.drawing.writers import pdf, svg
from engine.errors import GameError, OptionError
from engine.games.abstrakto import drawing
from engine.games.abstrakto.places import Kind
from engine.geometry.plane import Box, Transform
from generator import cli
from generator.checking import inspection, readback
from generator.checking.faults import Wanted
from generator.checking.readback import Hints, Source
from generator.printing import kit, template
from tests.cases import some
from tests.checking import reading
from tests.checking.verifying import verify

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"
MM = 72 / 25.4
KINDS = [kind.name.lower() for kind in Kind]
WITHOUT_SCREENS = ("board", "tiles", "markers")


@cache
def made(only=(), **options):
    source = template.load("abstrakto")
    return kit.make(source, source.printing.with_options({"sheets": "separate", **options}), only)


def sources(printed, suffix="svg", change=None):
    """Return a kit's files, each sheet's items changed on the way."""
    files = []
    for component in printed.components:
        scenes = [
            s.scene._replace(items=tuple(change(component.name, s.scene.items)))
            if change
            else s.scene
            for s in component.sheets
        ]
        if suffix == "pdf":
            data = pdf.write([pdf.Page(picture) for picture in scenes])
            files.append(Source(f"{component.name}.pdf", data))
        else:
            files += [
                Source(f"{component.name}-{k}.svg", svg.write(picture))
                for k, picture in enumerate(scenes, 1)
            ]
    return files


def outcome_of(files, hints=None, game="abstrakto", **wanted):
    return inspection.sheets(reading.read(files, hints, game), Wanted(**wanted))


def faults(change=None, suffix="svg", hints=None, printed=None, **wanted):
    """Return the faults of a changed kit: their kinds and words."""
    files = sources(printed or made(), suffix, change)
    return [(f.kind, f.message) for f in outcome_of(files, hints, **wanted).faults]


def edited(names, edit):
    """Return a change of the pieces of these identities, each to the items that ``edit`` gives."""
    ids = {f"piece-{name}" for name in names.split()}

    def change(_, items):
        return [
            new
            for item in items
            for new in (edit(item) if getattr(item, "id", "") in ids else [item])
        ]

    return change


def with_board(edit):
    """Return a change of the board's items, in its own frame."""

    def change(name, items):
        if name != "board":
            return items
        (group, *rest) = items
        (inner,) = group.items
        return [group._replace(items=(inner._replace(items=tuple(edit(inner.items))),)), *rest]

    return change


def named(name, edit):
    """Return what edits a piece's items of a class."""
    return lambda group: [
        group._replace(
            items=tuple(
                new
                for item in group.items
                for new in (edit(item) if getattr(item, "name", "") == name else [item])
            )
        )
    ]


def moved(dx, dy):
    return lambda g: [g._replace(transform=Transform.translation(dx, dy) @ g.transform)]


def resized(share):
    return lambda g: [g._replace(transform=g.transform @ Transform.scaling(share))]


def painted(paint):
    """Return what paints a piece's ground."""
    grounds = ("blue", "orange", "grey")

    def edit(group):
        items = tuple(
            item._replace(fill=paint) if getattr(item, "name", "") in grounds else item
            for item in group.items
        )
        return [group._replace(items=items)]

    return edit


# ------------------------------------------------------------------------------------ in order


@pytest.mark.parametrize("suffix", ["svg", "pdf"])
@pytest.mark.parametrize("look", theme.names())
def test_every_theme_is_read_back(look, suffix):
    printed = made(theme=look)
    found = readback.read(sources(printed, suffix), Hints())
    assert found.game == "abstrakto"
    wanted = [
        p.piece.id if c.name == "screen" else p.piece.id.rpartition("-")[0]
        for c in printed.components
        for s in c.sheets
        for p in s.placements
    ]
    assert sorted(piece.written for piece in found.reading.pieces) == sorted(wanted)
    assert found.reading.whole == ("board",)
    outcome = inspection.sheets(found, Wanted())
    assert outcome.faults == ()
    assert (outcome.found, outcome.expected) == (69, 69)
    assert outcome.facts == (
        "tiles: 36 of 24 mm on 1 page",
        "markers: 30 of 10.8 mm on 1 page",
        "screens: 2 of 190 mm on 1 page",
        "board of 7 × 7 cells of 24 mm",
        f"colours by theme {look}",
    )


@pytest.mark.parametrize(
    ("options", "hints", "wanted"),
    [
        ({"bleed": 2.0}, {}, {}),
        ({"bleed": 2.0, "packing": "separate"}, {}, {"margin": 4.9}),
        (
            {"bleed": 3.0, "packing": "separate", "marks": "crop", "theme": "mono"},
            {"bleed": 3.0},
            {},
        ),
        ({"packing": "rows", "marks": "none", "theme": "mono"}, {}, {}),
        ({"packing": "separate", "gap": 4.0, "spot": True}, {}, {}),
        ({"copies": 2}, {}, {"copies": 2}),
        ({"print_scale": (98.5, 101.2)}, {"print_scale": (98.5, 101.2)}, {}),
        ({"preset": "silhouette", "paper": "letter"}, {}, {}),
        ({"tile_size": 30.0}, {"tile_size": 30.0}, {"tile_size": 30.0}),
        ({"tile_size": 10.0, "theme": "mono"}, {}, {}),
        ({"tile_size": 60.0, "theme": "mono", "poster_overlap": 0.0}, {}, {}),
    ],
    ids=str,
)
def test_every_way_to_print_is_in_order(options, hints, wanted):
    for suffix in ("svg", "pdf"):
        assert faults(None, suffix, Hints(**hints), made(**options), **wanted) == []


def test_pictures_of_tiles_on_screens_are_no_tiles():
    everything = made(("board", "tiles", "markers", "screen"))
    assert [c.name for c in everything.components][-1] == "screen"
    assert faults(printed=everything) == []


def test_parts_asked_for_alone():
    tiles = made(("tiles",))
    assert [kind for kind, _ in faults(printed=tiles)] == ["missing"] * 3
    assert faults(printed=tiles, only=("tiles",)) == []
    assert faults(printed=made(("board",)), only=("board",)) == []
    with pytest.raises(OptionError, match="no component 'ships'; it has board, tiles, markers"):
        faults(only=("ships",))


def test_ids_and_names_do_not_count():
    (tiles,) = sources(made(("tiles",)))
    plain = tiles.data.decode()
    for word in ("piece-", "blue", "orange", "abstrakto", "cut", "grid"):
        plain = plain.replace(word, word[::-1])
    assert plain.encode() != tiles.data
    assert outcome_of([Source("t.svg", plain.encode())], only=("tiles",)).ok


@pytest.mark.parametrize("look", ["classic", "mono", "colorblind"])
@pytest.mark.parametrize("turn", [90, 180, 270])
def test_sheets_may_lie_turned(look, turn):
    def turned(_, items):
        return [
            scene.Group(
                tuple(items),
                Transform(e=148.5, f=148.5)
                @ Transform.rotation(turn)
                @ Transform(e=-148.5, f=-148.5),
            )
        ]

    wide = {"theme": look, "paper": "297x297mm"}
    assert faults(turned, printed=made(**wide)) == []


def test_the_sizes_of_a_template(tmp_path):
    text = template.load("abstrakto").text.replace("size = 24 ", "size = 20 ")
    file = tmp_path / "mine.toml"
    file.write_text(text, "utf-8")
    said = Hints(template=str(file))
    words = [message for _, message in faults(hints=said)]
    assert "all 36 tiles measure 24 mm, not 20 mm" in words[0]
    assert "markers" in words[1] or "30 tiles measure 10.8 mm, not 9 mm" in words[1]
    assert faults(printed=made(tile_size=20.0), hints=said) == []


# ------------------------------------------------------------------------------------- counted


@pytest.mark.parametrize("suffix", ["svg", "pdf"])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("blue-solid-3", "blue Solid: 5 of 6, 1 missing"),
        ("orange-line-1", "orange Line: 5 of 6, 1 missing"),
        ("blue-cross-6", "blue Cross: 5 of 6, 1 missing"),
        ("marker-grey-10", "grey marker: 9 of 10, 1 missing"),
    ],
)
def test_one_removed(name, words, suffix):
    assert faults(edited(name, lambda _: []), suffix) == [("missing", words)]


@pytest.mark.parametrize("look", theme.names())
def test_one_in_the_other_players_colour(look):
    other = {
        kind: drawing.tile(theme.load(look), "o", kind, 24.0, outlined=False).items for kind in Kind
    }
    for name, kind in (("blue-solid-2", Kind.SOLID), ("blue-cross-4", Kind.CROSS)):
        change = edited(name, lambda g, kind=kind: [g._replace(items=other[kind])])
        (missing, duplicated) = faults(change, printed=made(theme=look))
        assert missing == ("missing", f"blue {kind.title}: 5 of 6, 1 missing")
        assert duplicated[0] == "duplicated"
        assert duplicated[1].startswith(f"orange {kind.title}: 7 of 6, 1 too many")


@pytest.mark.parametrize(
    ("look", "suffix"), [("classic", "svg")] + [(look, "pdf") for look in theme.names()]
)
def test_a_line_missing(look, suffix):
    """What remains is a Solid, or a damaged Line where the seam beside the line shows."""
    change = edited("orange-line-5", named("grid", lambda _: []))
    found = faults(change, suffix, printed=made(theme=look))
    if look in ("classic", "dark"):
        (missing, duplicated) = found
        assert missing == ("missing", "orange Line: 5 of 6, 1 missing")
        assert duplicated[1].startswith("orange Solid: 7 of 6, 1 too many")
    else:
        ((kind, words),) = found
        assert kind == "foreign"
        assert "orange Line is not as it should be" in words
        assert "at 117.0, 97.8 mm" in words


def test_one_of_a_cross_s_lines_missing():
    change = edited("blue-cross-1", named("grid", lambda p: [p._replace(outline=p.outline[:2])]))
    assert [message[:24] for _, message in faults(change)] == [
        "blue Cross: 5 of 6, 1 mi",
        "blue Line: 7 of 6, 1 too",
    ]


def test_a_line_too_many():
    extra = scene.Path(scene.polyline(((0, -12), (0, 12))), None, scene.Stroke("#3a3a3a", 1.32))
    change = edited("blue-line-1", lambda g: [g._replace(items=(*g.items, extra))])
    assert [message[:24] for _, message in faults(change)] == [
        "blue Line: 5 of 6, 1 mis",
        "blue Cross: 7 of 6, 1 to",
    ]


@pytest.mark.parametrize(
    ("name", "paint", "words"),
    [
        ("orange-solid-2", "#b61a2d", "orange Solid is not as it should be: it shows #b61a2d"),
        ("marker-blue-2", "#00ff00", "blue marker is not as it should be: it shows #00ff00"),
        ("blue-line-2", "#d3d6da", "blue Line is not as it should be: it shows #d3d6da"),
    ],
)
def test_one_repainted(name, paint, words):
    ((kind, message),) = faults(edited(name, painted(paint)))
    assert kind == "foreign"
    placement = next(
        p for c in made().components for s in c.sheets for p in s.placements if p.piece.id == name
    )
    assert words in message
    assert f"at {placement.x:.1f}, {placement.y:.1f} mm" in message


def test_a_tile_without_its_pattern():
    ((kind, words),) = faults(edited("blue-line-2", painted("#ffffff")), printed=made(theme="mono"))
    assert kind == "foreign"
    assert "blue Line is not as it should be: it shows #ffffff" in words
    files = sources(
        made(("tiles",), theme="mono"), change=edited("blue-solid-2", painted("#ffffff"))
    )
    outcome = outcome_of(files, only=("tiles",))
    assert [f.message for f in outcome.faults] == ["blue Solid: 5 of 6, 1 missing"]
    assert "1 blank outline was passed over" in outcome.facts


def test_a_tile_half_painted_over():
    patch = scene.Path(scene.rectangle(Box(-12, -12, 2, 12)), "#ffffff")
    ((kind, words),) = faults(
        edited("blue-solid-1", lambda g: [g._replace(items=(*g.items, patch))])
    )
    assert kind == "foreign"
    assert "blue Solid is not as it should be: it shows #ffffff instead of #457fca" in words
    assert "at 21.0, 25.8 mm" in words


# --------------------------------------------------------------------------- sizes and places


@pytest.mark.parametrize("suffix", ["svg", "pdf"])
def test_one_of_another_size(suffix):
    (fault,) = faults(edited("blue-cross-2", resized(23 / 24)), suffix)
    assert fault[0] == "size"
    assert "a blue Cross measures 23 mm, not 24 mm" in fault[1]
    hatched = made(theme="colorblind")
    (fault,) = faults(edited("marker-orange-1", resized(0.95)), suffix, printed=hatched)
    assert fault[0] == "size"
    assert "orange marker measures 10.2" in fault[1]
    assert "mm, not 10.8 mm" in fault[1]


def test_tiles_that_do_not_fit_the_board():
    files = [
        *sources(made(("board", "screen"), tile_size=24.0)),
        *sources(made(("tiles", "markers"), tile_size=23.0)),
    ]
    (fault,) = outcome_of(files).faults
    assert fault.kind == "size"
    assert fault.message.startswith("the board's cells measure 24 mm, not 23 mm as the tiles")
    asked = [f.message for f in outcome_of(files, Hints(tile_size=24.0)).faults]
    assert asked == ["all 36 tiles measure 23 mm, not 24 mm"]


def test_tiles_over_each_other_and_over_the_edge():
    kinds = {kind for kind, _ in faults(edited("blue-solid-1", moved(6, 3)))}
    assert kinds == {"slip"}  # by which they overlap
    placement = made().components[1].sheets[0].placements[0]
    (fault,) = faults(edited(placement.piece.id, moved(-20, 0)), margin=0.0)
    assert fault[0] == "outside"


@pytest.mark.parametrize(
    ("edit", "kind", "words"),
    [
        (
            lambda p: [p._replace(outline=scene.polyline(((-9, 0), (12, 0))))],
            "foreign",
            "orange Line is not as it should be: it shows #f28c3c instead of #3a3a3a on the left",
        ),
        (
            lambda p: [p._replace(stroke=p.stroke._replace(colour="#ff0000"))],
            "foreign",
            "orange Line is not as it should be: it shows #f",
        ),
        (
            lambda p: [p._replace(outline=scene.polyline(((-12, 1), (12, 1))))],
            "slip",
            "the art of an orange Line lies off its outline by ",
        ),
    ],
)
def test_lines_that_do_not_continue_the_board_s(edit, kind, words):
    for suffix in ("svg", "pdf"):
        found = faults(edited("orange-line-3", named("grid", edit)), suffix)
        assert [message for name, message in found if name == kind and words in message]
        assert {name for name, _ in found} <= {kind, "size"}


# ------------------------------------------------------------------------------------ the board


def without(*numbers):
    """Return a change of the board's lines: those of these numbers, as they are drawn, left out."""

    def edit(items):
        for item in items:
            if getattr(item, "name", "") != "grid":
                yield item
                continue
            parts = []
            for segment in item.outline:
                if isinstance(segment, scene.MoveTo):
                    parts.append([])
                parts[-1].append(segment)
            kept = [s for k, part in enumerate(parts) if k not in numbers for s in part]
            yield item._replace(outline=tuple(kept))

    return with_board(edit)


@pytest.mark.parametrize("suffix", ["svg", "pdf"])
def test_lines_of_the_board_missing(suffix):
    # The border is drawn first, then upright and level lines in turn.
    found = faults(without(1, 6), suffix)
    assert [kind for kind, _ in found] == ["missing", "missing"]
    assert {message.partition(" (")[0] for _, message in found} == {
        "the board's line 2 of 8 from the left is missing",
        "the board's line 4 of 8 from the top is missing",
    }
    border = {message.partition(" (")[0] for _, message in faults(without(0), suffix)}
    assert border == {
        f"the board's line {k} of 8 from the {side} is missing"
        for k in (1, 8)
        for side in ("left", "top")
    }


def test_a_line_of_the_board_out_of_place():
    def edit(items):
        for item in items:
            if getattr(item, "name", "") == "grid":
                outline = tuple(
                    s._replace(x=25.0) if getattr(s, "x", 0) == 24.0 else s for s in item.outline
                )
                item = item._replace(outline=outline)  # noqa: PLW2901
            yield item

    (fault,) = faults(with_board(edit))
    assert fault[0] == "slip"
    assert fault[1].startswith("the board's line 2 of 8 from the left is not in its place")


def test_no_board():
    (fault,) = faults(printed=made(("tiles", "markers", "screen")))
    assert fault[0] == "missing"
    assert fault[1].startswith("board: none of 1")
    none, file = faults(with_board(lambda items: [i for i in items if i.name != "grid"]))
    assert none[1].startswith("board: none of 1")
    assert "nothing on it is of abstrakto" in file[1]


@pytest.mark.parametrize("suffix", ["svg", "pdf"])
def test_a_poster_s_pages_must_show_all_of_the_board(suffix):
    printed = made(tile_size=36.0)
    assert faults(suffix=suffix, printed=printed) == []
    board, *others = printed.components
    assert len(board.sheets) == 4
    short = replace(printed, components=(replace(board, sheets=board.sheets[:3]), *others))
    found = faults(suffix=suffix, printed=short)
    assert {kind for kind, _ in found} == {"missing"}
    lost = sum(int(words.split(" of the board's 49 cells ")[0]) for _, words in found)
    assert 9 <= lost <= 16


def test_a_block_of_tiles_is_no_board():
    """49 tiles of one kind, seven by seven, cut apart by lines as far apart as a board's."""
    tile = drawing.tile(theme.load("classic"), "b", Kind.SOLID, 20.0, outlined=False)
    lines = [
        scene.Path(scene.polyline(ends), None, scene.Stroke("#8c8c8c", 0.1))
        for k in range(8)
        for ends in (
            ((10 + 20 * k, 10), (10 + 20 * k, 150)),
            ((10, 10 + 20 * k), (150, 10 + 20 * k)),
        )
    ]
    uses = [
        scene.Use(tile, Transform.translation(20 + 20 * x, 20 + 20 * y))
        for x, y in itertools.product(range(7), repeat=2)
    ]
    picture = scene.Scene(210, 297, (*uses, *lines), background="#ffffff")
    found = readback.read([Source("block.svg", svg.write(picture))], Hints(), "abstrakto")
    assert [piece.written for piece in found.reading.pieces] == ["blue-solid"] * 49
    assert not found.reading.whole


# --------------------------------------------------------------------------------- other tools


def foreign(blue="#1040a0", orange="#f08020", grey="#909090", line="#222222"):
    """Return a PDF of the whole kit as another tool may draw it: rectangles, circles, cells."""
    import io

    data = io.BytesIO()
    page = canvas.Canvas(data, pagesize=(210 * MM, 297 * MM), invariant=1)
    place = itertools.product(range(7), range(7))
    for colour in (blue, orange):
        for lines in (0, 1, 2):
            for _ in range(6):
                row, column = next(place)
                x, y = (10 + 26 * column) * MM, (20 + 26 * row) * MM
                page.setFillColor(colour)
                page.rect(x, y, 25 * MM, 25 * MM, stroke=0, fill=1)
                page.setFillColor(line)
                if lines:
                    page.rect(x, y + 12 * MM, 25 * MM, 1 * MM, stroke=0, fill=1)
                if lines == 2:
                    page.rect(x + 12 * MM, y, 1 * MM, 25 * MM, stroke=0, fill=1)
    for k, colour in enumerate((blue, orange, grey)):
        page.setFillColor(colour)
        for n in range(10):
            page.circle((20 + 15 * n) * MM, (220 + 15 * k) * MM, 6 * MM, stroke=0, fill=1)
    page.showPage()
    page.setStrokeColor(line)
    page.setLineWidth(1 * MM)
    for x, y in itertools.product(range(7), repeat=2):
        page.rect((10 + 25 * x) * MM, (20 + 25 * y) * MM, 25 * MM, 25 * MM, stroke=1, fill=0)
    page.save()
    return data.getvalue()


def test_sheets_of_another_tool_in_no_theme_of_ours_are_never_in_order():
    odd = {"blue": "#702080", "orange": "#208040", "grey": "#101010"}
    files = [Source("other.pdf", foreign(**odd))]
    assert not outcome_of(files, Hints(theme="classic"), only=WITHOUT_SCREENS).ok
    with pytest.raises(GameError, match="no theme of ours paints the pieces; say by --theme"):
        outcome_of(files)


def test_a_theme_of_ones_own(tmp_path):
    file = tmp_path / "stripes.toml"
    file.write_text(
        'base = "mono"\n[slots]\n'
        'blue   = { fill = "#eeeeee", ink = "#000000", pattern = "hatch", angle = 20 }\n'
        'orange = { fill = "#eeeeee", ink = "#000000", pattern = "dots" }\n'
        'grey   = { fill = "#eeeeee" }\n',
        "utf-8",
    )
    printed = made(theme=str(file))
    for suffix in ("svg", "pdf"):
        assert faults(suffix=suffix, printed=printed, hints=Hints(theme=str(file))) == []


# ------------------------------------------------------------------------------- the command


def test_the_command(tmp_path, capsys):
    words = ["kit", "abstrakto", "--sheets", "separate", "--format", "pdf,svg"]
    assert cli.run([*words, "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    for suffix in ("pdf", "svg"):
        files = sorted(str(path) for path in tmp_path.glob(f"abstrakto-*.{suffix}"))
        assert cli.run(["verify", "abstrakto", *files]) == 0
        assert "in order: 69 of 69" in capsys.readouterr().out
        assert cli.run(["verify", *files]) == 0  # the game is found from the sheets
        assert capsys.readouterr().out.startswith("abstrakto: ")
    markers = str(tmp_path / "abstrakto-markers.pdf")
    assert cli.run(["verify", "abstrakto", markers]) == 1
    assert "tiles: none of 36 are there" in capsys.readouterr().out
    assert cli.run(["verify", "abstrakto", markers, "--only", "markers"]) == 0
    assert cli.run(["verify", "abstrakto", str(tmp_path / "abstrakto.json")]) == 0
    (tmp_path / "empty.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"/>', "utf-8"
    )
    capsys.readouterr()
    assert cli.run(["verify", "abstrakto", str(tmp_path / "empty.svg")]) == 2
    assert "nothing drawn is a piece of abstrakto" in capsys.readouterr().err


def test_every_kind_is_counted_as_the_game_says():
    reading = readback.read(sources(made(("markers",))), Hints(), "abstrakto").reading
    amounts = {
        kind.name: kind.amount
        for kind in reading.kinds
        if kind.part != "screen" and not kind.optional
    }
    assert amounts == {c.name: c.count for c in engine.game("abstrakto").components()}


@pytest.mark.skipif(not DEEP, reason="TILEWRIGHT_DEEP=1 takes every piece out, one by one")
def test_every_piece_is_missed():
    for identity in some(engine.game("abstrakto").tiles()):
        (fault,) = faults(edited(identity, lambda _: []))
        assert fault[0] == "missing"


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("look", ["classic", "colorblind", "mono", "ink-saver"])
def test_screens_are_in_order_in_every_theme(tmp_path, look, paper):
    kit = ["abstrakto", "--only", "screen", "--theme", look, "--paper", paper]
    assert cli.run(["kit", *kit, "--out", str(tmp_path), "--quiet"]) == 0
    assert str(verify(tmp_path, "--only", "screen")) == "ok"


@pytest.mark.parametrize(
    ("width", "height", "says"),
    [
        ('width="210mm"', 'height="297mm"', ""),
        ('width="595.276pt"', 'height="841.89pt"', ""),
        ('width="793.7px"', 'height="1122.52"', ""),  # of paper A4, by CSS
        ('width="210"', 'height="297"', "has no millimetres"),
        ('width="420px"', 'height="594px"', "has no millimetres"),
        ('width="595.276"', 'height="841.89"', "has no millimetres"),
        ("", "", "has no millimetres"),
    ],
)
def test_an_svg_sheet_without_millimetres_is_a_fault(tmp_path, width, height, says):
    data = svg.write(made(only=("tiles",)).components[0].sheets[0].scene).decode()
    assert 'width="210mm"' in data
    data = data.replace('width="210mm"', width, 1).replace('height="297mm"', height, 1)
    (tmp_path / "sheet.svg").write_text(data, "utf-8")
    answer = verify(tmp_path, "--only", "tiles")
    assert {fault["kind"] for fault in answer.faults} == ({"size"} if says else set())
    assert any(says in fault["message"] for fault in answer.faults) == bool(says)

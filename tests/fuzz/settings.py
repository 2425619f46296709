"""Targets that are files of settings and lists: themes, templates, figure files, inventories, manifests, profiles, fonts."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import click

import engine
from engine import GameError
from engine.drawing import ownfonts, theme
from engine.drawing.parts import Request
from engine.drawing.writers import press
from generator import cli
from generator.checking import inventory, manifest
from generator.commands import _settings as project
from generator.illustrating import manifest as figures
from generator.illustrating import spec
from generator.illustrating.rulebook import Rulebook
from generator.printing import output, presets, template
from tests import tiny_fonts
from tests.fuzz.target import Target, emptied_folder, made, run, text_of, valid_files, written
from tests.paths import ROOT


def _theme(data: bytes) -> None:
    with written(data, ".toml") as path:
        theme.load(path)


def _template(data: bytes) -> None:
    with written(data, ".toml") as path:
        name = template.game_of(path)
        found = template.load(name, path)
        engine.game(name).parts(Request(theme.load("mono"), found.settings(), (200.0, 287.0)))


def _preset(data: bytes) -> None:
    with written(data, ".toml") as path:
        presets.load(path)


def _specification(data: bytes) -> None:
    assert spec.parse(text_of(data), "input").source == "input"


def _figures(data: bytes) -> None:
    """A figure file, and the first figures of it drawn, with the examples' records beside it."""
    found = spec.parse(text_of(data), "input")
    with emptied_folder() as folder:
        for record in (ROOT / "templates" / "examples").glob("*.txt"):
            (folder / record.name).write_bytes(record.read_bytes())
        book = Rulebook(found, folder)
        for figure in found.figures[:2]:
            try:
                assert book.make(figure).scene.width > 0
            except OSError as error:
                raise GameError("no such file") from error


def _project(data: bytes) -> None:
    """Defaults of options, as a project's file says them."""
    with emptied_folder() as folder:
        (folder / "tilewright.toml").write_bytes(data)
        found = project.find(folder, cli.COMMANDS)
        context = click.Context(cli.tilewright, resilient_parsing=True)
        for name in found.tables if found else ():
            command = cli.tilewright.get_command(context, name)
            project.values(command, name, found)


def _profile(data: bytes) -> None:
    with written(data, ".icc") as path:
        press.load.__wrapped__(path)


def _font(data: bytes) -> None:
    with written(data, ".ttf") as path:
        for font in ownfonts.all_of(Path(path)):
            assert font.families is not None
            for weight in (ownfonts.REGULAR, ownfonts.BOLD):
                face = font.face(weight)
                assert all(face.letter(c) is None or face.forbidden is not None for c in "aZ 日。")


def _fonts() -> list[bytes]:
    few = "aZ 日。"
    found = [tiny_fonts.data(few, outlines=outlines) for outlines in ("glyf", "cff", "none")]
    several = tiny_fonts.collection({"letters": few}, {"letters": "a", "weight": 700})
    return [*found, several, tiny_fonts.data(few, axis=(100, 900))]


def _inventory(data: bytes) -> None:
    inventory.read("input", data)


def _inventories() -> list[bytes]:
    found: list[bytes] = []
    for name in engine.names():
        tiles = engine.game(name).tiles()
        found.append(("tile\n" + "\n".join(tiles)).encode())
        found.append(("n;piece;copies\n" + "\n".join(f"1;{t};1" for t in tiles[:20])).encode())
        found.append(json.dumps({"game": name, "tiles": tiles[:30]}).encode())
        found.append(json.dumps([{"tile": t, "count": 1} for t in tiles[:30]]).encode())
    return [*found, b'""', b'"', b",,,", b', "count"', b"{}", b"[]", b"sep=;\n1;2"]


def _counted(data: bytes) -> None:
    """An inventory as the command counts it."""
    with written(data, ".csv") as path:
        run(["verify", "abstrakto", path])


def _manifest(data: bytes) -> None:
    found = manifest.read("folder/input.json", data)
    if found is None:
        return
    manifest.see_game(found, engine.names())
    faults = [
        *manifest.lacking(found, [], None),
        *manifest.short(found, "folder/a.pdf", 0, ()),
        *manifest.fewer(found, {one.name: 0 for one in found.components}),
        *manifest.of_other_sizes(found, {one.name: 1.0 for one in found.components}),
    ]
    assert all(fault.message for fault in faults)
    assert found.wishes.keys() is not None
    assert found.reading["print_scale"]


def _manifests() -> list[bytes]:
    kits = made("kit", "abstrakto", "--only", "markers"), made("kit", "aathenuo", "--only", "racks")
    return [data for kit in kits for data in kit if data.lstrip()[:1] == b"{"]


def _earlier(data: bytes) -> None:
    """What stands in an output folder already: lists of a kit's files and of figures'."""
    with emptied_folder() as folder:
        for name in ("input.json", figures.NAME):
            (folder / name).write_bytes(data)
        part = SimpleNamespace(components=(SimpleNamespace(name="markers"),))
        kit = SimpleNamespace(game="input", components=(part,))
        assert all(isinstance(name, str) for name in output.earlier(kit, folder))
        found = figures.FigureManifest.read(folder, "book.toml")
        for name in found.made:
            assert found.stands(folder, name) in (True, False)


def _lists() -> list[bytes]:
    own = {"keys": {"a": "b"}, "made": {"a.svg": "00"}, "shown": {"a": ["b", 1]}}
    return [
        *_manifests(),
        json.dumps({"schema": "figures-made/1", "files": {"book.toml": own}}).encode(),
    ]


TARGETS = (
    Target("theme", _theme, lambda: valid_files("templates/themes/**/*.toml"), most=30_000),
    Target("template", _template, lambda: valid_files("templates/*.toml"), most=30_000),
    Target("preset", _preset, lambda: valid_files("templates/presets/*.toml"), most=10_000),
    Target(
        "spec",
        _specification,
        lambda: valid_files("templates/examples/*.toml", "tests/data/figures/invalid/*.toml"),
        most=30_000,
    ),
    Target("figures", _figures, lambda: valid_files("templates/examples/*.toml"), most=30_000),
    Target(
        "project",
        _project,
        lambda: [
            b'[kit]\npaper = "a5"\nmarks = "crop"\nonly = ["board", "cards"]\n',
            b'[diagram]\nsize = 60\nlabels = true\nlang = "de"\n\n[figures]\njobs = 2\n',
        ],
    ),
    Target("profile", _profile, lambda: valid_files("templates/icc/*.icc", most=10**7), most=10**6),
    Target("font", _font, _fonts, most=50_000),
    Target("inventory", _inventory, _inventories, most=20_000),
    Target("verify", _counted, _inventories, most=20_000),
    Target("earlier", _earlier, _lists, most=30_000),
    Target("manifest", _manifest, _manifests, most=30_000),
)

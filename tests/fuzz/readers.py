"""Every reader of texts and files, what to begin with, and what must hold of what it reads."""

from __future__ import annotations

import contextlib
import io
import json
import random
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from PIL import Image

import engine
from engine import Game, Position
from engine import record as recording
from engine.drawing import marks, theme, writers
from engine.drawing.parts import Request
from generator import cli
from generator.documents import block
from generator.illustrating import spec
from generator.printing import presets, template
from tests.paths import ROOT


class Reader(NamedTuple):
    """A reader: what it does with an input, valid inputs, and the longest one that is tried.

    ``check`` raises :class:`engine.GameError` for an input that is refused, AssertionError or
    anything else where the reader is wrong.
    """

    check: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    most: int = 4_000


def text_of(data: bytes) -> str:
    """Return what bytes say as text, whatever they are."""
    return data.decode("utf-8", "replace")


def valid_files(*patterns: str) -> list[bytes]:
    """Return the project's files of such names, but for large ones."""
    found = [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    return [path.read_bytes() for path in found if path.stat().st_size <= 300_000]


@contextlib.contextmanager
def written(data: bytes, suffix: str) -> Iterator[str]:
    """Give the name of a file of such bytes, alone in its folder, for a while."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"input{suffix}"
        path.write_bytes(data)
        yield str(path)


# ------------------------------------------------------------------------------ positions, moves


@cache
def _positions(name: str) -> tuple[Position, ...]:
    """Return positions of a game, every fourth of its sample games."""
    found: list[Position] = []
    for data in valid_files("templates/examples/*-game.txt", "tests/data/*/*-game.txt"):
        for record in recording.load_all(text_of(data)):
            if record.tags["Game"] == name:
                found += list(record.positions())[::4]
    return tuple(found)


def _position(game: Game[Position]) -> Reader:
    def check(data: bytes) -> None:
        found = game.parse(text_of(data))
        assert game.parse(str(found)) == found, "parse(str(position)) is another position"
        assert hash(game.parse(str(found))) == hash(found)
        assert found.is_over == (found.winners() is not None), "over and won are not one"
        for move in islice(found.legal_moves(), 3):
            after = found.play(str(move))
            assert game.parse(str(after)) == after

    return Reader(check, lambda: [str(position).encode() for position in _positions(game.name)])


def _move(game: Game[Position]) -> Reader:
    def check(data: bytes) -> None:
        number, _, text = text_of(data).partition(" ")
        known = _positions(game.name)
        now = known[int(number) % len(known) if number.isdecimal() and len(number) < 9 else 0]
        written = now.written(text)
        assert now.written(written) == written, "the full form of a full form is another"
        assert now.play(written) == now.play(text)

    def seeds() -> list[bytes]:
        rng, found = random.Random(1), list[bytes]()
        for number, position in enumerate(_positions(game.name)):
            moves = [str(move) for move in islice(position.legal_moves(), 40)]
            found += [f"{number} {move}".encode() for move in rng.sample(moves, min(3, len(moves)))]
        return found

    return Reader(check, seeds, most=600)


def _record(data: bytes) -> None:
    for record in recording.load_all(text_of(data)):
        assert recording.loads(str(record)) == recording.loads(str(recording.loads(str(record))))
        recording.check(record)


def _marks(data: bytes) -> None:
    found = marks.parse(text_of(data))
    assert marks.parse(marks.format_marks(found)) == found


def _tiles(data: bytes) -> None:
    """A set of tiles as a text, the game's name first."""
    name, *tiles = text_of(data).split()[:200] or [""]
    report = engine.verify.tiles(name, tiles)
    assert report.ok == (not report.missing and not report.duplicated and not report.invalid)


def _sets() -> list[bytes]:
    return [
        " ".join((name, *engine.game(name).tiles()[:part])).encode()
        for name in engine.names()
        for part in (4, 200)
    ]


# --------------------------------------------------------------------------------- settings


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


BLOCKS = (
    "tilewright astralis\nstart\nshow: start-rows\ncaption: The start",
    "tilewright abstrakto\nstart\noptions: hands=555/663\nmark: ring a1\nsize: 60",
    "tilewright atreya\nstart\noptions: mode=dom players=rgb\ntitle: **Begin**\nlegend: true",
    "tilewright astralis\nstart\nmoves: a4\nmark: ring a4\nmark: arrow a4 b5\nlabel: one",
)


def _block(data: bytes) -> None:
    finished = block.made(block.parse(text_of(data)), None)
    assert writers.write(finished.scene, ".svg")[:200].count(b"<svg") == 1


# ------------------------------------------------------------------------------ what is verified


def _verified(suffix: str, *words: str) -> Callable[[bytes], None]:
    """Return what verifies a file by the command, which ends as the contract says."""

    def check(data: bytes) -> None:
        out, error = io.StringIO(), io.StringIO()
        telling = contextlib.redirect_stdout(out), contextlib.redirect_stderr(error)
        with written(data, suffix) as path, telling[0], telling[1]:
            code = cli.run(["verify", *words, path])
        wrong = error.getvalue().splitlines()
        assert code in (0, 1, 2), f"exit code {code}"
        assert len(wrong) == (code == 2), wrong
        assert all(line.startswith("Error: ") and line.isprintable() for line in wrong)
        assert all(len(line) < 500 for line in wrong)

    return check


@cache
def _kit(suffix: str) -> list[bytes]:
    """Return the files of a small kit, or its manifest, by their names' end."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["kit", "abstrakto", "--only", "markers", "--format", "pdf,svg,png"]
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            assert cli.run([*words, "--dpi", "40", "--out", folder]) == 0
        return [path.read_bytes() for path in sorted(Path(folder).glob(f"*.{suffix}"))]


def _inventories() -> list[bytes]:
    found: list[bytes] = []
    for name in engine.names():
        tiles = engine.game(name).tiles()
        found.append(("tile\n" + "\n".join(tiles)).encode())
        found.append(("n;piece;copies\n" + "\n".join(f"1;{t};1" for t in tiles[:20])).encode())
        found.append(json.dumps({"game": name, "tiles": tiles[:30]}).encode())
        found.append(json.dumps([{"tile": t, "count": 1} for t in tiles[:30]]).encode())
    return found


def _pictures() -> list[bytes]:
    found = []
    for kind, mode in (("PNG", "RGBA"), ("PNG", "I;16"), ("JPEG", "RGB"), ("JPEG", "L")):
        buffer = io.BytesIO()
        Image.radial_gradient("L").convert(mode).save(buffer, kind)
        found.append(buffer.getvalue())
    return [*_kit("png"), *found]


READERS = {
    **{f"position-{name}": _position(engine.game(name)) for name in engine.names()},
    **{f"move-{name}": _move(engine.game(name)) for name in engine.names()},
    "record": Reader(_record, lambda: valid_files("templates/examples/*-game.txt"), 20_000),
    "marks": Reader(
        _marks, lambda: [b"ring a4", b'arrow a4 b5 dx=1; label c6 "x\\u00e9"; area d7,e8 color=2']
    ),
    "tiles": Reader(_tiles, _sets),
    "theme": Reader(_theme, lambda: valid_files("templates/themes/*.toml"), 30_000),
    "template": Reader(_template, lambda: valid_files("templates/*.toml"), 30_000),
    "preset": Reader(_preset, lambda: valid_files("templates/presets/*.toml"), 10_000),
    "spec": Reader(_specification, lambda: valid_files("templates/examples/*.toml"), 30_000),
    "block": Reader(_block, lambda: [text.encode() for text in BLOCKS]),
    "inventory": Reader(_verified(".csv", "abstrakto"), _inventories, 20_000),
    "manifest": Reader(_verified(".json"), lambda: _kit("json"), 30_000),
}
#: Those that start a process or draw a game's pictures for each input.
COSTLY = {
    "svg": Reader(_verified(".svg", "abstrakto"), lambda: _kit("svg"), 300_000),
    "pdf": Reader(_verified(".pdf", "abstrakto"), lambda: _kit("pdf"), 300_000),
    "picture": Reader(_verified(".png", "abstrakto"), _pictures, 300_000),
}

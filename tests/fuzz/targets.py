"""What is fuzzed: every reader of texts and files, the inputs to begin with, what it may raise.

A target's ``check`` raises :class:`engine.GameError` for an input that is refused, and
AssertionError or anything else where the reader is wrong.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import shlex
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

import engine
from engine import Game, Position
from engine import record as recording
from engine.drawing import fontfiles, marks, theme
from engine.drawing.parts import Request
from engine.drawing.writers import press
from generator import cli
from generator.checking import inventory, readback
from generator.checking.pages import files as sheets
from generator.illustrating import spec
from generator.printing import presets, template
from tests import tiny_fonts
from tests.paths import ROOT


@dataclass(frozen=True)
class Target:
    """A reader: how it is tried, what to begin with, and its limits for one input.

    ``seconds`` of processor time and ``mebibytes`` of memory more than before are the most that an
    input may take, ``most`` is its greatest length in bytes.
    """

    name: str
    check: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    most: int = 4_000
    seconds: float = 2.0
    mebibytes: int = 300
    costly: bool = False


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _files(*patterns: str, most: int = 300_000) -> list[bytes]:
    found = [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    return [path.read_bytes() for path in found if path.stat().st_size <= most]


# ---------------------------------------------------------------------------------- the rules


@cache
def _positions(name: str) -> tuple[Position, ...]:
    """Return positions of a game, every fourth of its sample games."""
    found: list[Position] = []
    for data in _files("templates/examples/*-game.txt", "tests/data/*/*-game.txt"):
        for record in recording.load_all(_text(data)):
            if record.tags["Game"] == name:
                found += list(record.positions())[::4]
    return tuple(found)


def _position(game: Game[Position]) -> Target:
    def check(data: bytes) -> None:
        found = game.parse(_text(data))
        assert game.parse(str(found)) == found, "parse(str(position)) is another position"
        assert hash(game.parse(str(found))) == hash(found)
        assert set(found.scores()) == set(game.parse(str(found)).scores())
        over, winners = found.is_over, found.winners()
        assert over == (winners is not None), "over without winners, or winners before the end"
        for move in islice(found.legal_moves(), 3):
            after = found.play(str(move))
            assert game.parse(str(after)) == after

    return Target(
        f"position-{game.name}",
        check,
        lambda: [str(position).encode() for position in _positions(game.name)],
    )


def _move(game: Game[Position]) -> Target:
    def check(data: bytes) -> None:
        number, _, text = _text(data).partition(" ")
        known = _positions(game.name)
        now = known[int(number) % len(known) if number.isdecimal() and len(number) < 9 else 0]
        written = now.written(text)
        assert now.written(written) == written, "the full form of a full form is another"
        assert now.play(written) == now.play(text)

    def seeds() -> list[bytes]:
        rng = random.Random(1)
        found = []
        for number, position in enumerate(_positions(game.name)):
            moves = [str(move) for move in islice(position.legal_moves(), 40)]
            found += [f"{number} {move}".encode() for move in rng.sample(moves, min(3, len(moves)))]
        return found

    return Target(f"move-{game.name}", check, seeds, most=600)


def _record(data: bytes) -> None:
    for record in recording.load_all(_text(data)):
        assert recording.loads(str(record)) == recording.loads(str(recording.loads(str(record))))
        recording.check(record)


def _marks(data: bytes) -> None:
    found = marks.parse(_text(data))
    assert marks.parse(marks.format_marks(found)) == found


# ------------------------------------------------------------------------------ files of settings


@contextlib.contextmanager
def _written(data: bytes, suffix: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        path = Path(folder) / f"input{suffix}"
        path.write_bytes(data)
        yield str(path)


@cache
def _memory() -> str | None:
    """Return a folder in memory, where files cost nothing, or None for the usual one."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _theme(data: bytes) -> None:
    with _written(data, ".toml") as path:
        theme.load(path)


def _template(data: bytes) -> None:
    with _written(data, ".toml") as path:
        name = template.game_of(path)
        found = template.load(name, path)
        engine.game(name).parts(Request(theme.load("mono"), found.settings(), (200.0, 287.0)))


def _preset(data: bytes) -> None:
    with _written(data, ".toml") as path:
        presets.load(path)


def _icc(data: bytes) -> None:
    with _written(data, ".icc") as path:
        press.load.__wrapped__(path)


def _font(data: bytes) -> None:
    with _written(data, ".ttf") as path:
        for font in fontfiles.all_of(Path(path)):
            assert font.families is not None
            for weight in (fontfiles.REGULAR, fontfiles.BOLD):
                face = fontfiles.FileFace(font, weight)
                assert all(face.letter(c) is None or face.forbidden is not None for c in "aZ 日。")


def _fonts() -> list[bytes]:
    few = "aZ 日。"
    made = [tiny_fonts.data(few, outlines=outlines) for outlines in ("glyf", "cff", "none")]
    several = tiny_fonts.collection({"letters": few}, {"letters": "a", "weight": 700})
    return [*made, several, tiny_fonts.data(few, axis=(100, 900))]


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


# ------------------------------------------------------------------------------------- sheets


def _sheet(data: bytes) -> None:
    source = sheets.Source("input", data)
    if sheets.kind_of(data) in ("pdf", "svg"):
        readback.read([source], readback.Hints())


@cache
def _kit(*words: str) -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder:
        _quiet(["kit", *words, "--out", folder])
        kinds = (".svg", ".pdf", ".png")
        return tuple(p.read_bytes() for p in sorted(Path(folder).iterdir()) if p.suffix in kinds)


def _svgs() -> list[bytes]:
    own = _kit("aathenuo", "--only", "racks", "--format", "svg")
    return [*own, *_files("tests/data/readback/*.svg", "templates/examples/shown/*.svg")]


def _pdfs() -> list[bytes]:
    own = _kit("aathenuo", "--only", "racks"), _kit("abstrakto", "--only", "board")
    return [*own[0], *own[1], *_files("tests/data/readback/*.pdf", most=60_000)]


def _pngs() -> list[bytes]:
    return list(_kit("aathenuo", "--only", "racks", "--format", "png", "--dpi", "30"))


def _verify(data: bytes) -> None:
    with _written(data, "") as path:
        _run(["verify", "aathenuo", path])


# -------------------------------------------------------------------------------- the command line


def _quiet(words: list[str]) -> tuple[int, str]:
    out, error = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        return cli.run(words), error.getvalue()


def _run(words: list[str]) -> None:
    """Run the command and see that it ends as the contract says."""
    code, said = _quiet(words)
    assert code in (0, 1, 2), f"exit code {code}"
    wrong = [line for line in said.splitlines() if line.startswith("Error: ")]
    assert len(wrong) <= 1, "more than one line of error"
    assert all(line.isprintable() and len(line) < 500 for line in wrong), "an error's line"
    if code == 2:
        assert wrong, "exit code 2 without an error"


#: Words that a command line may hold; nothing here writes but into a folder that is thrown away.
_COMMANDS = (
    *("moves astralis start", "moves abstrakto start -s hands=555/663 --count", "games --json"),
    *("score astralis start --json", "help notation atreya", "theme --json", "preset avery-8293"),
    *("play astralis start a4", "verify atreya --json", "diagram abstrakto start --show areas"),
    *("diagram astralis start --mark a4 --size 60", "kit abstrakto --only board --paper a5"),
    *(
        "kit aathenuo --only racks --paper 130x220mm --marks crop",
        "check -",
        "--help",
        "kit --help",
    ),
)


def _command(data: bytes) -> None:
    try:
        words = shlex.split(_text(data))
    except ValueError:
        return
    if not words or words[0] in (
        "figures",
        "replay",
        "tabletop",
        "doctor",
        "hint",
        "perft",
        "serve",
    ):
        return  # they write beside their input, or take long; their readers are tried above
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        writes = ["--out", folder] if words[0] == "kit" else []
        if any(word.startswith(("-o", "--o")) for word in words):
            return
        with contextlib.chdir(folder):
            _run([*words, *writes])


TARGETS = (
    *(_position(engine.game(name)) for name in engine.names()),
    *(_move(engine.game(name)) for name in engine.names()),
    Target(
        "record",
        _record,
        lambda: _files("templates/examples/*-game.txt", "tests/data/*/*game*.txt"),
        most=20_000,
    ),
    Target(
        "marks",
        _marks,
        lambda: [b"ring a4", b'arrow a4 b5 dx=1; label c6 "x\\u00e9"; area d7,e8 color=2'],
    ),
    Target("theme", _theme, lambda: _files("templates/themes/**/*.toml"), most=30_000),
    Target("template", _template, lambda: _files("templates/*.toml"), most=30_000),
    Target("preset", _preset, lambda: _files("templates/presets/*.toml"), most=10_000),
    Target(
        "spec",
        lambda data: void(spec.parse(_text(data), "input")),
        lambda: _files("templates/examples/*.toml", "tests/data/figures/invalid/*.toml"),
        most=30_000,
    ),
    Target("profile", _icc, lambda: _files("templates/icc/*.icc", most=10**7), most=10**6),
    Target("font", _font, _fonts, most=50_000),
    Target("inventory", _inventory, _inventories, most=20_000),
    Target("svg", _sheet, _svgs, most=300_000, costly=True),
    Target("pdf", _sheet, _pdfs, most=300_000, costly=True),
    Target("picture", _verify, _pngs, most=300_000, seconds=6.0, costly=True),
    Target("command", _command, lambda: [c.encode() for c in _COMMANDS], most=400),
)


def void(_: object) -> None:
    """Take a value and give none."""

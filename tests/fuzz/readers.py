"""Every reader of texts, files and command lines: valid inputs, and what holds of an answer."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import random
import shlex
import sys
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
from generator import cli
from tests import tiny_fonts
from tests.cases import ROOT


class Reader(NamedTuple):
    """A reader: how it is tried, valid inputs, and the longest input in bytes.

    ``check`` raises :class:`engine.GameError` if the input is refused, and anything else if the
    reader is wrong.
    """

    check: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    most: int = 4_000


def text_of(data: bytes) -> str:
    """Return bytes as text, whatever they are."""
    return data.decode("utf-8", "replace")


def valid_files(*patterns: str) -> list[bytes]:
    """Return the project's files of such names."""
    return [path.read_bytes() for pattern in patterns for path in sorted(ROOT.glob(pattern))]


@contextlib.contextmanager
def own_folder() -> Iterator[Path]:
    """Work in an empty folder for a while."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        yield Path(folder)


def run(words: list[str], given: bytes = b"") -> int:
    """Run the command with standard input, see that it ends as documented, return its exit code."""
    out, error = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    usual, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(given), "utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
            code = cli.run(words)
    finally:
        sys.stdin = usual
    notes = error.getvalue()
    errors = [line for line in notes.splitlines() if line.startswith("Error: ")]
    assert code in (0, 1, 2), f"exit code {code}"
    assert bool(errors) or code != 2, "refused without a word"
    assert not errors or code, errors  # of several figures one may be wrong, which is 1
    assert all(line.isprintable() and len(line) < 500 for line in errors), errors
    assert all(ord(sign) > 31 or sign == "\n" for sign in notes), "a control sign in the terminal"
    return code


@cache
def made(suffix: str, *words: str) -> list[bytes]:
    """Return the files with such a name that a command writes into ``--out``."""
    with tempfile.TemporaryDirectory() as folder:
        assert run([*words, "--out", folder]) == 0
        return [path.read_bytes() for path in sorted(Path(folder).rglob(f"*{suffix}"))]


def file_of(suffix: str, *words: str) -> Callable[[bytes], None]:
    """Return what runs the command in an empty folder on a file of the input, named INPUT there."""

    def check(data: bytes) -> None:
        with own_folder() as folder:
            (folder / f"input{suffix}").write_bytes(data)
            run([word.replace("INPUT", f"input{suffix}") for word in words])

    return check


# ------------------------------------------------------------------------- positions and moves


@cache
def _positions(name: str) -> tuple[Position, ...]:
    """Return positions of a game, every fourth of its sample games."""
    positions: list[Position] = []
    for data in valid_files("templates/examples/*-game.txt", "tests/data/*/*-game.txt"):
        for record in recording.load_all(text_of(data)):
            if record.tags["Game"] == name:
                positions += list(record.positions())[::4]
    return tuple(positions)


def _position(game: Game[Position]) -> Reader:
    def check(data: bytes) -> None:
        position = game.parse(text_of(data))
        again = game.parse(str(position))
        assert again == position, "parse(str(position)) is another position"
        assert hash(again) == hash(position)
        assert position.is_over == (position.winners() is not None), "over, or won, but not both"
        for move in islice(position.legal_moves(), 3):
            after = position.play(str(move))
            assert game.parse(str(after)) == after

    return Reader(check, lambda: [str(position).encode() for position in _positions(game.name)])


def _move(game: Game[Position]) -> Reader:
    def check(data: bytes) -> None:
        number, _, text = text_of(data).partition(" ")
        known = _positions(game.name)
        position = known[int(number) % len(known) if number.isdecimal() and len(number) < 9 else 0]
        full = position.written(text)
        assert position.written(full) == full, "the full form of a full form is another"
        assert position.play(full) == position.play(text)

    def seeds() -> list[bytes]:
        rng, inputs = random.Random(1), list[bytes]()
        for number, position in enumerate(_positions(game.name)):
            moves = [str(move) for move in islice(position.legal_moves(), 40)]
            inputs += [
                f"{number} {move}".encode() for move in rng.sample(moves, min(3, len(moves)))
            ]
        return inputs

    return Reader(check, seeds, most=600)


def _record(data: bytes) -> None:
    for record in recording.load_all(text_of(data)):
        assert recording.loads(str(record)) == recording.loads(str(recording.loads(str(record))))
        recording.check(record)


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


# --------------------------------------------------------------------------- figures and texts

MARKS = (b"ring a4", b'arrow a4 b5 dx=1; label c6 "x\\u00e9"; area d7,e8 color=2')
BLOCKS = (
    "tilewright astralis\nstart\nshow: start-rows\ncaption: The start",
    "tilewright abstrakto\nstart\noptions: hands=555/663\nmark: ring a1\nsize: 60",
    "tilewright atreya\nstart\noptions: mode=dom players=rgb\ntitle: **Begin**\nlegend: true",
    "tilewright astralis\nstart\nmoves: a4\nmark: ring a4\nmark: arrow a4 b5\nlabel: one",
)
SPEC = b"""# Two figures
game = "astralis"
theme = "mono"
[figures.start]
position = "start"
caption = "Before the first move: **{yellow planet}** begins."
show = ["start-rows"]
[figures.after]
position = "start"
play = "a4"
marks = "ring a4"
size = 60
"""


def _marks(data: bytes) -> None:
    text = text_of(data).replace("\0", "")
    run(["diagram", "astralis", "start", f"--mark={text}"])


def _markdown(data: bytes) -> None:
    from markdown import Markdown

    loggers = [logging.getLogger("mkdocs" + name) for name in ("", ".plugins.tilewright")]
    with own_folder() as folder, contextlib.ExitStack() as after:
        for logger in loggers:  # wrong figures are logged
            after.callback(setattr, logger, "disabled", logger.disabled)
            logger.disabled = True
        extension = {"tilewright": {"folder": str(folder)}}
        reader = Markdown(extensions=["tilewright"], extension_configs=extension)
        text = text_of(data).replace("\x02", "")
        # Markdown leaves its own marks in links to texts with code.
        assert "\x02" not in reader.convert(text) or "\x02" in Markdown().convert(text)


def _project(data: bytes) -> None:
    """A folder's own defaults of options."""
    with own_folder() as folder:
        (folder / "tilewright.toml").write_bytes(data)
        run(["diagram", "astralis", "start"])


def _texts() -> list[bytes]:
    fences = [f"# One\n\n```{text}\n```\n\nSee [](#one).\n".encode() for text in BLOCKS]
    return [*fences, f"- item\n\n    ~~~ {BLOCKS[0]}\n    ~~~\n".encode()]


# ------------------------------------------------------------------------------- command lines

COMMANDS = (
    *("moves astralis start", "moves abstrakto start -s hands=555/663 --count", "games --json"),
    *("score astralis start --json", "help notation atreya", "theme --json", "preset avery-8293"),
    *("play astralis start a4", "verify atreya --json", "diagram abstrakto start --show areas"),
    *("diagram astralis start --mark a4 --size 60", "kit abstrakto --only board --paper a5"),
    *("kit aathenuo --only racks --paper 130x220mm --marks crop", "check -", "--help"),
    *("kit --help", "tabletop abstrakto --format vtt --only board", "template atreya", "example"),
    *("kit atreya --preset thegamecrafter --test-page --json", "completion bash", "figures x.toml"),
    *("replay - --format html", "-V", "kit abstrakto --only markers --duplex fold --gap 1"),
)
#: These take long, look at the machine, or wait.
LEFT_OUT = ("doctor", "hint", "match", "perft", "studio", "study", "suggest")


def _command(data: bytes) -> None:
    try:
        words = shlex.split(text_of(data).replace("\0", ""))
    except ValueError:
        return
    large = any(word.isdecimal() and len(word) > 1 for word in words) and "--copies" in words
    outside = any("/" in word or ".." in word for word in words)
    waiting = any(word.startswith("--w") for word in words)
    if words and words[0] not in LEFT_OUT and not (large or outside or waiting):
        with own_folder():
            run(words, b"1. a4\n")


# ---------------------------------------------------------------------------- files to verify

MARKERS = ("kit", "abstrakto", "--only", "markers")


def _inventories() -> list[bytes]:
    inputs: list[bytes] = []
    for name in engine.names():
        tiles = engine.game(name).tiles()
        inputs.append(("tile\n" + "\n".join(tiles)).encode())
        inputs.append(("n;piece;copies\n" + "\n".join(f"1;{t};1" for t in tiles[:20])).encode())
        inputs.append(json.dumps({"game": name, "tiles": tiles[:30]}).encode())
        inputs.append(json.dumps([{"tile": t, "count": 1} for t in tiles[:30]]).encode())
    return inputs


def _pictures() -> list[bytes]:
    inputs = []
    for kind, mode in (("PNG", "RGBA"), ("PNG", "I;16"), ("JPEG", "RGB"), ("JPEG", "L")):
        buffer = io.BytesIO()
        Image.radial_gradient("L").convert(mode).save(buffer, kind)
        inputs.append(buffer.getvalue())
    return [*made(".png", *MARKERS, "--format", "png", "--dpi", "100"), *inputs]


def _fonts() -> list[bytes]:
    inputs = [tiny_fonts.data("aZ 日。", outlines=outlines) for outlines in ("glyf", "cff", "none")]
    return [*inputs, tiny_fonts.collection({"letters": "aZ"}, {"letters": "a", "weight": 700})]


ASTRALIS = ("diagram", "astralis", "start")
READERS = {
    **{f"position-{name}": _position(engine.game(name)) for name in engine.names()},
    **{f"move-{name}": _move(engine.game(name)) for name in engine.names()},
    "record": Reader(_record, lambda: valid_files("templates/examples/*-game.txt"), 20_000),
    "tiles": Reader(_tiles, _sets),
    "marks": Reader(_marks, lambda: [*MARKS]),
    "theme": Reader(
        file_of(".toml", *ASTRALIS, "--theme", "INPUT"),
        lambda: valid_files("templates/themes/*.toml"),
        30_000,
    ),
    "font": Reader(file_of(".ttf", *ASTRALIS, "--font", "INPUT"), _fonts, 50_000),
    "project": Reader(
        _project,
        lambda: [
            b'[diagram]\nsize = 60\nlegend = true\nlang = "de"\n\n[kit]\npaper = "a5"\n',
            b'[diagram]\ntheme = "mono"\nshow = ["start-rows"]\n[figures]\njobs = 2\n',
        ],
    ),
    "figures": Reader(file_of(".toml", "figures", "INPUT"), lambda: [SPEC]),
    "markdown": Reader(_markdown, _texts, 20_000),
    "command": Reader(_command, lambda: [words.encode() for words in COMMANDS], 400),
    "inventory": Reader(file_of(".csv", "verify", "abstrakto", "INPUT"), _inventories, 20_000),
    "manifest": Reader(
        file_of(".json", "verify", "INPUT"), lambda: made(".json", *MARKERS), 30_000
    ),
}
#: These start a process or draw a kit for each input.
COSTLY = {
    "template": Reader(
        file_of(".toml", *MARKERS, "--template", "INPUT"),
        lambda: valid_files("templates/abstrakto.toml"),
        30_000,
    ),
    "preset": Reader(
        file_of(".toml", *MARKERS, "--preset", "INPUT"),
        lambda: valid_files("templates/presets/*.toml"),
        10_000,
    ),
    "svg": Reader(
        file_of(".svg", "verify", "abstrakto", "INPUT"),
        lambda: made(".svg", *MARKERS, "--format", "svg"),
        300_000,
    ),
    "pdf": Reader(
        file_of(".pdf", "verify", "abstrakto", "INPUT"), lambda: made(".pdf", *MARKERS), 300_000
    ),
    "picture": Reader(file_of(".png", "verify", "abstrakto", "INPUT"), _pictures, 300_000),
}

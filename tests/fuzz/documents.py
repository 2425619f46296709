"""Targets that are documents with figures in them, and command lines."""

from __future__ import annotations

import contextlib
import io
import logging
import shlex
from itertools import pairwise
from typing import Any

from engine.drawing import writers
from generator import cli
from generator.documents import block, pandoc
from tests.fuzz.target import Target, emptied_folder, run, standing_in, text_of, valid_files

_BLOCKS = (
    "tilewright astralis\nstart\nshow: start-rows\ncaption: The start",
    "tilewright abstrakto\nstart\noptions: hands=555/663\nmark: ring a1\nsize: 60",
    "tilewright atreya\nstart\noptions: mode=dom players=rgb\ntitle: **Begin**\nlegend: true",
    "tilewright astralis\nstart\nmoves: a4\nmark: ring a4\nmark: arrow a4 b5\nlabel: one",
)


def _block(data: bytes) -> None:
    finished = block.made(block.parse(text_of(data)), None)
    assert writers.write(finished.scene, ".svg")[:200].count(b"<svg") == 1


def _markdown(data: bytes) -> None:
    from markdown import Markdown

    with emptied_folder() as folder, _unlogged():
        extension = {"tilewright": {"folder": str(folder)}}
        reader = Markdown(extensions=["tilewright"], extension_configs=extension)
        text = text_of(data).replace("\x02", "")
        # Its own marks stay where Markdown itself leaves them: in links to texts with code.
        assert "\x02" not in reader.convert(text) or "\x02" in Markdown().convert(text)


@contextlib.contextmanager
def _unlogged():
    """Tell nothing of wrong figures for a while."""
    logger = logging.getLogger("mkdocs")
    usual, logger.disabled = logger.disabled, True
    child = logging.getLogger("mkdocs.plugins.tilewright")
    child.disabled = True
    try:
        yield
    finally:
        logger.disabled = child.disabled = usual


def _texts() -> list[bytes]:
    fences = [f"# One\n\n```{text}\n```\n\nSee [](#one).\n".encode() for text in _BLOCKS]
    listed = f"- item\n\n    ~~~ {_BLOCKS[0]}\n    ~~~\n".encode()
    return [*fences, listed, *valid_files("docs/authors.md", most=20_000)]


def _pandoc(data: bytes) -> None:
    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error), standing_in(data):
        code = pandoc.run("html")
    assert code in (0, 2)
    assert code == 0 or error.getvalue().startswith("Error: ")


def _trees() -> list[bytes]:
    import json

    def tree(text: str) -> bytes:
        word, _, rest = text.partition("\n")
        attributes: list[Any] = ["fig:one", word.split(), [["cell", "9"]]]
        code = {"t": "CodeBlock", "c": [attributes, rest]}
        meta = {"lang": {"t": "MetaInlines", "c": [{"t": "Str", "c": "de"}]}}
        said = {"pandoc-api-version": [1, 23], "meta": meta, "blocks": [code]}
        return json.dumps(said).encode()

    return [tree(text) for text in _BLOCKS]


# -------------------------------------------------------------------------------- the command line

#: Words that a command line may hold; nothing here writes but into a folder that is thrown away.
_COMMANDS = (
    *("moves astralis start", "moves abstrakto start -s hands=555/663 --count", "games --json"),
    *("score astralis start --json", "help notation atreya", "theme --json", "preset avery-8293"),
    *("play astralis start a4", "verify atreya --json", "diagram abstrakto start --show areas"),
    *("diagram astralis start --mark a4 --size 60", "kit abstrakto --only board --paper a5"),
    *("kit aathenuo --only racks --paper 130x220mm --marks crop", "check -", "--help"),
    *("kit --help", "tabletop abstrakto --format vtt --only board", "template atreya", "example"),
    *("kit atreya --preset thegamecrafter --test-page --json", "completion bash", "figures x.toml"),
    *("replay - --format html", "-V", "kit all --only tiles --copies 2 --duplex fold --gap 1"),
)

#: What takes long or looks at the machine.
_LEFT_OUT = ("doctor", "hint", "match", "perft", "studio", "suggest")
#: What writes into the folder it is run in.
_WRITING = ("kit", "tabletop", "figures", "replay", "template", "theme", "preset", "example")


def _command(data: bytes) -> None:
    try:
        words = shlex.split(text_of(data).replace("\0", ""))
    except ValueError:
        return
    if not words or words[0] in _LEFT_OUT or any(word[:3] == "--w" for word in words):
        return  # --watch goes on for ever
    if any("/" in word or ".." in word for word in words):
        return  # it would write elsewhere
    copies = (after for word, after in pairwise(words) if word == "--copies")
    if any(n.isdecimal() and 9 < int(n[:4300]) <= 100 for n in copies):
        return  # a thousand sheets are a large order, not a hard one
    with emptied_folder() as folder, contextlib.chdir(folder):
        run(words, b"1. a4\n")


TARGETS = (
    Target("block", _block, lambda: [text.encode() for text in _BLOCKS]),
    Target("markdown", _markdown, _texts, most=20_000),
    Target("pandoc", _pandoc, _trees),
    Target("command", _command, lambda: [c.encode() for c in _COMMANDS], most=400, seconds=6.0),
)

assert set(_WRITING) <= set(cli.COMMANDS)

"""Print: the sheets that a page shows are those that its command prints."""

from __future__ import annotations

import shlex
from base64 import b64decode

import pytest

from generator import cli
from generator.playing import answer

KITS = [
    {"game": "abstrakto"},
    {"game": "abstrakto", "paper": "a3", "theme": "mono", "only": ["board", "screen"]},
    {"game": "aathenuo", "paper": "letter", "duplex": "fold", "only": ["tiles"]},
    {"game": "astralis", "duplex": "none", "theme": "classic", "paper": "a4"},
]


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit["game"])
def test_the_command_makes_the_same(kit, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shown = answer({"ask": "print", "pdf": True, **kit})
    program, *words = shlex.split(shown["command"])
    assert (program, cli.run([*words, "--format", "pdf,svg"])) == ("tilewright", 0)
    folder = tmp_path / "output"
    assert b64decode(shown["pdf"]) == (folder / f"{kit['game']}.pdf").read_bytes()
    sheets = sorted(path.read_text() for path in folder.glob("*.svg"))
    assert sorted(page["svg"] for page in shown["pages"]) == sheets
    assert [note in capsys.readouterr().err for note in shown["notes"][:1]] == [True]
    named = [part["name"] for part in shown["components"]]
    assert set(kit.get("only", ())) <= set(named)

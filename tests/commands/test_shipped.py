"""What is shipped as text: listed, copied out whole, and no file of the user's overwritten."""

import json
import tomllib

import pytest

import engine
from engine.drawing import theme
from generator import cli
from generator.printing import presets
from tests.cases import some

NAMES = {
    "template": engine.names(),
    "theme": theme.names(),
    "preset": presets.names(),
    "example": tuple(f"{name}{end}" for name in engine.names() for end in ("-game.txt", ".toml")),
}
KINDS = {"template": "templates", "theme": "themes", "preset": "presets", "example": "examples"}


def run(capsys, *words):
    code = cli.run([str(word) for word in words])
    return code, *capsys.readouterr()


@pytest.mark.parametrize("kind", NAMES)
def test_all_are_listed_with_a_title(kind, capsys):
    code, out, _ = run(capsys, kind)
    assert code == cli.OK
    lines = dict(line.split(None, 1) for line in out.splitlines())
    assert tuple(lines) == tuple(NAMES[kind])
    code, out, _ = run(capsys, kind, "--json")
    answer = json.loads(out)
    assert answer["schema"] == f"{kind}/1"
    titles = {one["name"]: one["title"] for one in answer[KINDS[kind]]}
    assert all(lines[name].startswith(title) and title for name, title in some(titles.items()))


@pytest.mark.parametrize(("kind", "name"), [(k, n) for k, ns in NAMES.items() for n in ns])
def test_a_copy_is_the_text_whole(kind, name, tmp_path, capsysbinary):
    assert cli.run([kind, name]) == cli.OK
    shown = capsysbinary.readouterr().out
    own = tmp_path / "new" / "own"
    assert cli.run([kind, name, "--out", str(own)]) == cli.OK
    assert own.read_bytes() == shown != b""
    if not name.endswith(".txt"):
        assert tomllib.loads(shown.decode())


def test_no_file_of_ones_own_is_overwritten(tmp_path, capsys):
    own = tmp_path / "own.toml"
    for _ in range(2):  # the same text once more harms nothing
        assert run(capsys, "theme", "dark", "--out", own)[0] == cli.OK
    own.write_text("mine", "utf-8")
    code, out, err = run(capsys, "theme", "dark", "--out", own)
    assert (code, out) == (cli.BAD_INPUT, "")
    assert err == f"Error: {own} exists and differs from dark; name a new file\n"
    assert own.read_text("utf-8") == "mine"

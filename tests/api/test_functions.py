"""What the commands do, from Python: the same files and words, and nothing printed."""

import re
import subprocess
import sys

import pytest

import engine
import generator
from generator.cli import run

RECORD = '[Game "atreya"]\n[Mode "dom"]\n\n1. r:brgbbg@-1,0 g:gbgbbr@0,-1\n'
FIGURES = 'game = "atreya"\n[figures.one]\nposition = "start"\n[figures.two]\nposition = "start"\n'

#: A call of each function, and the command line that does the same; both write the same files.
SAME = {
    "kit": (
        lambda: generator.kit("atreya", only="tiles", tile_size=100, sides="fronts", out="out"),
        "kit atreya --only tiles --tile-size 100 --sides fronts --out out",
    ),
    "diagram": (
        lambda: generator.diagram(
            "astralis", settings={"side": 5}, show=["control", "turn"], labels=False, paper=False,
            play=["a2"], out="out/figure.svg",
        ),
        "diagram astralis start -s side=5 --show control\u00a0turn --no-labels --no-paper --play a2 "
        "-o out/figure.svg",
    ),
    "figures": (
        lambda: generator.figures("figures.toml", out="out", snippets="typst"),
        "figures figures.toml --out out --snippets typst",
    ),
    "page": (
        lambda: generator.replay("game.txt", theme="mono", out="out/game.html"),
        "replay game.txt --theme mono -o out/game.html",
    ),
}  # fmt: skip


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a record and a figure file, where one works."""
    (tmp_path / "game.txt").write_text(RECORD)
    (tmp_path / "figures.toml").write_text(FIGURES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder):
    """Return the files of a folder with their bytes, and remove them."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
            path.unlink()
    return found


@pytest.mark.parametrize("name", SAME)
def test_a_function_writes_what_its_command_does(name, here, capfd):
    call, line = SAME[name]
    call()
    assert capfd.readouterr() == ("", "")
    mine = files(here / "out")
    assert run([word.replace("\u00a0", " ") for word in line.split(" ")]) == 0
    assert mine == files(here / "out")
    assert mine


#: Calls that are refused, and in which words.
REFUSED = {
    "no game": (generator.kit, "no game; name one of aathenuo"),
    "another game": (lambda: generator.kit("chess"), "unknown game 'chess'"),
    "a setting": (lambda: generator.kit("atreya", papr="a4"), "a kit has no setting 'papr'"),
    "no file": (lambda: generator.replay("none.txt"), "No such file"),
    "a suffix": (lambda: generator.diagram("atreya", out="x.gif"), "'x.gif' does not end in .svg"),
    "settings": (
        lambda: generator.diagram("abstrakto", "- - b 555/555", settings={"turn": "o"}),
        "a written position needs no settings",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_wrong_is_one_sentence_and_nothing_is_written(name, here, capfd):
    call, words = REFUSED[name]
    before = sorted(here.rglob("*"))
    with pytest.raises((engine.GameError, OSError), match=re.escape(words)) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert sorted(here.rglob("*")) == before
    assert capfd.readouterr() == ("", "")


def test_checks_have_the_reports_of_their_commands(here, capsys):
    (here / "list.csv").write_text("\n".join(["tile", *engine.game("atreya").tiles()[1:]]))
    (here / "game.txt").write_text(RECORD.replace("0,-1", "9,9"))
    verified = generator.verify("atreya", "list.csv")
    checked = generator.check("game.txt")
    assert [fault.kind for fault in verified.faults] == ["missing"]
    assert [(f.line, f.column) for f in checked.records[0].faults] == [(4, 18)]
    for found, line in ((verified, "verify atreya list.csv"), (checked, "check game.txt")):
        assert not found.ok
        for kind in ("text", "json", "github", "markdown"):
            assert run([*line.split(), "--report", kind]) == 1
            assert getattr(found, kind)() == capsys.readouterr().out
        assert found.junit().count("<testsuite ") == 1
    assert "1 fault" in verified.text(all=True)
    assert len(generator.verify("all").outcomes) == len(engine.names())


#: What a program says, and which of our modules and of the libraries it may load for that.
LOADED = {
    "import tilewright, generator": {"tilewright", "generator"},
    "import tilewright; tilewright.kit; tilewright.verify; tilewright.replay": {
        "tilewright", "generator", "engine",
    },
}  # fmt: skip


@pytest.mark.parametrize("program", LOADED)
def test_what_is_not_asked_for_is_not_imported(program):
    libraries = {"click", "reportlab", "svgwrite", "numpy", "pypdfium2", "PIL", "fontTools"}
    code = f"{program}\nimport sys\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours = {"engine", "generator", "tilewright", *libraries}
    assert ours & {*done.stdout.split()} == LOADED[program]


@pytest.mark.parametrize("form", ["svg", "pdf", "png"])
def test_a_diagram_saves_itself_in_every_format(tmp_path, form):
    position = engine.game("abstrakto").start()
    drawn = generator.diagram("abstrakto", position, format=form, caption="The start.")
    for other in ("svg", "pdf", "png"):
        path = drawn.save(tmp_path / f"saved.{other}")
        same = generator.diagram("abstrakto", position, format=other, caption="The start.")
        assert path.read_bytes() == same.data
    assert drawn.svg() == (tmp_path / "saved.svg").read_text()
    with pytest.raises(engine.OptionError, match="does not end in"):
        drawn.save(tmp_path / "saved.jpg")

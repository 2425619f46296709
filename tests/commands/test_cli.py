"""The command line as its users meet it: help, documents, errors, exit codes."""

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata

import click
import pytest
from packaging.requirements import Requirement

import engine
from engine.drawing import theme
from generator import cli
from generator.cli import COMMANDS, tilewright
from generator.printing.template import PrintSettings
from tests.cases import some
from tests.paths import ROOT

README = (ROOT / "README.md").read_text("utf-8")
PRINTING = (ROOT / "docs" / "printing.md").read_text("utf-8")
#: The README and the pages of the manual that are written by hand.
MANUAL = [README, *(path.read_text("utf-8") for path in sorted((ROOT / "docs").glob("*.md")))]


def run(*words):
    return cli.run([str(w) for w in words])


def command(name: str) -> click.Command:
    found = tilewright.get_command(click.Context(tilewright), name)
    assert found is not None
    return found


def options(name: str) -> set[str]:
    return {
        o
        for p in command(name).params
        if isinstance(p, click.Option)
        for o in (*p.opts, *p.secondary_opts)
    }


# ----------------------------------------------------------------------------- documentation


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_help(name):
    found = command(name)
    assert found.help, f"{name} says what it does"
    for parameter in some(found.params):
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.opts[0]} has no help"


def test_help_and_manual_name_every_theme():
    # Commands keep the names of their help option, so it is asked for as the command line does.
    group = click.Context(tilewright, **tilewright.context_settings)
    shown = command("kit").get_help(click.Context(command("kit"), parent=group))
    for name in some(theme.names()):
        assert name in shown or theme.load(name).screen
        assert f"`{name}`" in PRINTING


def test_every_kit_option_is_in_the_guide():
    for option in some(options("kit") - {"--no-labels"}):
        assert f"`{option}" in PRINTING, f"docs/printing.md does not tell of {option}"


def test_every_option_of_the_readme_exists():
    known = {o for name in COMMANDS for o in options(name)} | {"--help", "--version", "--strict"}
    told = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", README))
    assert len(told) > 10
    assert told <= known, f"README tells of {told - known}"


def test_every_command_is_in_the_manual():
    text = "\n".join(MANUAL)
    for name in some(COMMANDS):
        assert re.search(rf"tilewright {name}\b|`{name}`", text), f"no page has {name}"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_there(name, capsys):
    assert run(name, "--help") == 0
    assert "Usage: tilewright" in capsys.readouterr().out


def test_templates_name_known_settings():
    for game in some(engine.names()):
        table = tomllib.loads((ROOT / "templates" / f"{game}.toml").read_text("utf-8"))
        known = {k.replace("_", "-") for k in PrintSettings.__dataclass_fields__}
        assert table["game"] == game
        assert set(table["print"]) <= known


# --------------------------------------------------------------------------------- behaviour


def test_help_imports_no_command_and_no_engine():
    code = (
        "import sys; from generator.cli import run; run(['--help']);"
        "bad = [m for m in sys.modules if m.startswith(('engine', 'reportlab', 'generator.commands.'))];"
        "sys.exit(bool(bad))"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode
        == 0
    )


def test_version():
    words = [sys.executable, "-m", "generator.start", "--version"]
    answer = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert answer == f"tilewright {engine.__version__}\n"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["moev"], 2, "no command 'moev'; did you mean 'moves'?"),
        (["zzz"], 2, "commands are"),
        (["moves", "chess", "start"], 2, "unknown game 'chess'; the games are"),
        (["moves", "atreya", "nonsense"], 2, "nonsense"),
        (["moves", "atreya", "start", "-s", "mode"], 2, "expected name=value"),
        (["moves", "atreya", "start", "-s", "colour=red"], 2, "has no option 'colour'"),
        (["moves", "astralis", "start", "-s", "side=99"], 2, "side"),
        (["play", "astralis", "start", "a1"], 1, "rule 3.1"),
        (["play", "astralis", "start", "?"], 2, "not a move"),
        (["play", "abstrakto", "start", "--"], 1, "may not pass"),
        (["score", "abstrakto", "d4 d4 b 455/455"], 2, "impossible position"),
        (["perft", "atreya", "start", "-1"], 2, "-1"),
        (["check", "no-such-file.txt"], 2, "no-such-file.txt"),
        (["games", "extra"], 2, "extra"),
    ],
)
def test_errors_are_one_line_with_the_right_code(
    words, code, message, capsys, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    assert run(*words) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Error: ")
    assert err.count("\n") == 1, err
    assert message in err


def test_games_lists_all_with_counts(capsys):
    assert run("games", "--json") == 0
    listed = {game["name"]: game for game in json.loads(capsys.readouterr().out)["games"]}
    assert set(listed) == {"aathenuo", "abstrakto", "astralis", "atreya"}
    (tiles,) = listed["atreya"]["components"]
    assert (tiles["name"], tiles["count"]) == ("tiles", 168)
    assert run("games") == 0
    said = capsys.readouterr().out
    assert "168" in said
    assert " \n" not in said


def test_moves_and_play_agree(capsys):
    assert run("moves", "astralis", "start", "-s", "side=7", "--json") == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert moves == ["a2", "a3", "a4", "a5", "a6"]
    assert run("moves", "astralis", "start", "--count") == 0
    assert capsys.readouterr().out == "6\n"
    assert run("play", "astralis", "start", "-s", "side=7", *moves[:1], "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["turn"] == "c"
    assert answer["position"].endswith(" c standard")


def test_positions_that_begin_with_a_hyphen_are_no_options(capsys):
    assert run("score", "abstrakto", "- - b 555/555", "--json") == 0
    assert json.loads(capsys.readouterr().out)["scores"] == {"b": 0, "o": 0}
    assert run("play", "aathenuo", "- 1 r1r2r3/g4", "+r1@-1,0;+r2@0,0;+r3@1,0") == 0
    assert capsys.readouterr().out == "r1,r2,r3 2 -/g4\n"


def test_numbers_below_nought_are_numbers(capsys):
    start = ("aathenuo", "start", "-s", "players=2", "-s", "seed=7")
    assert run("play", *start, "draw", "--seed", "-3") == 0
    assert run("perft", *start, "-1") == 2
    assert "'DEPTH': -1 is not in the range 0<=x<=20." in capsys.readouterr().err


def test_a_draw_by_seed_tells_the_tile(capsys):
    start = ("aathenuo", "start", "-s", "players=2", "-s", "seed=7")
    assert run("play", *start, "draw", "--seed", "3", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    (played,) = answer["moves"]
    tile = played["move"].removeprefix("draw:")
    assert tile in engine.game("aathenuo").start(players=2, seed=7).bag
    colour = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}[tile[0]]
    assert played["events"] == [f"Player 2 draws {colour} {tile[1]}."]
    assert run("play", *start, "draw", "--seed", "3", "--events") == 0
    shown = capsys.readouterr()
    assert shown.err == f"{played['events'][0]}\n"
    assert shown.out == f"{answer['position']}\n"
    assert run("play", *start, played["move"]) == 0
    assert capsys.readouterr().out == shown.out


def test_a_position_from_standard_input():
    words = [sys.executable, "-m", "generator.start", "moves", "astralis", "-", "--count"]
    start = "3/4/5/4/3 y standard"
    done = subprocess.run(words, input=start, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "1\n"


def test_a_closed_pipe_is_no_error():
    words = f"{sys.executable} -m generator.start moves atreya start | head -1"
    done = subprocess.run(words, shell=True, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


def test_check_replays_and_says_where(tmp_path, capsys):
    good = tmp_path / "good.txt"
    good.write_text('[Game "astralis"]\n[Result "*"]\n\n1. a4 o11\n2. d7+e8 l11\n')
    bad = tmp_path / "bad.txt"
    bad.write_text('[Game "astralis"]\n\n1. a4 o11\n2. d7+e9\n')
    assert run("check", good) == 0
    assert run("check", bad) == 1
    out = capsys.readouterr().out
    assert f"{bad}:4:4: illegal move 'd7+e9'" in out
    assert run("check", good, bad, "--json") == 1
    report = json.loads(capsys.readouterr().out)["records"]
    assert [r["ok"] for r in report] == [True, False]
    assert report[1]["faults"][0]["line"] == 4


def test_doctor(capsys):
    run("doctor", "--json")
    rows = json.loads(capsys.readouterr().out)["checks"]
    told = {r["what"] for r in rows}
    assert {"Python", "reportlab", "typeface"} <= told
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = {k: v for k, v in table["optional-dependencies"].items() if k != "dev"}
    for one in some([*table["dependencies"], *(one for extra in extras.values() for one in extra)]):
        assert Requirement(one).name in told, f"doctor does not tell of {one}"


def test_doctor_says_how_to_get_what_is_not_there(capsys, monkeypatch):
    def nothing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", nothing)
    assert run("doctor") == 1
    lines = capsys.readouterr().out.splitlines()
    assert "   LACKS  reportlab: not installed; PDF files" in lines
    assert "optional  shapely: not installed; 3MF solids: pip install shapely" in lines
    optional = [line for line in lines if line.startswith("optional") and "not installed" in line]
    assert all("pip install" in line for line in some(optional))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell, capsys):
    assert run("completion", shell) == 0
    assert "_TILEWRIGHT_COMPLETE" in capsys.readouterr().out


def test_completion_knows_the_commands():
    env = {
        "_TILEWRIGHT_COMPLETE": "bash_complete",
        "COMP_WORDS": "tilewright pe",
        "COMP_CWORD": "1",
    }
    script = "from generator.cli import tilewright; tilewright.main(prog_name='tilewright')"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert "perft" in done.stdout


def test_the_clock_is_not_asked():
    """Nothing that is written depends on the time (same input, same bytes)."""
    for path in some([*ROOT.glob("engine/**/*.py"), *ROOT.glob("generator/**/*.py")]):
        text = path.read_text("utf-8")
        assert "datetime" not in text, path
        assert not re.search(r"(import|from) uuid", text), path


# ------------------------------------------------------------------------------------- hints


@pytest.fixture
def solver():
    pytest.importorskip("ortools")


@pytest.mark.parametrize("game", [(), ("aathenuo",)])
def test_hint_of_the_only_game_that_gives_them(solver, capsys, game):
    assert run("hint", *game, "r*,r3,r4 1 r5b1/y3") == 0
    assert capsys.readouterr().out == "+r5@3,0 lays 1 tile, and no turn lays more.\n"
    assert run("hint", *game, "r*,r3,r4 1 r5b1/y3", "--json") == 0
    answer = {"move": "+r5@3,0", "tiles": 1, "bound": 1, "status": "optimal"}
    told = json.loads(capsys.readouterr().out)
    assert {key: told[key] for key in answer} == answer


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "Missing argument 'POSITION'"),
        (("atreya",), "Missing argument 'POSITION'"),
        (("aathenuo", "- 1 r1/b1", "more"), "unexpected extra argument (more)"),
        (("atreya", "start"), "atreya gives no hints; games that do: aathenuo"),
        (("chess", "start"), "chess"),
        (("r3,r4,r5 1 r6/-",), "the game is over"),
    ],
)
def test_hint_refuses(capsys, words, message):
    assert run("hint", *words) == 2
    assert message in capsys.readouterr().err


def test_hint_wants_the_game_where_several_give_them(capsys, monkeypatch):
    monkeypatch.setattr(type(engine.game("atreya")), "gives_hints", True)
    assert run("hint", "r*,r3,r4 1 r5b1/y3") == 2
    wanted = "name the game; games that give hints: aathenuo and atreya"
    assert wanted in capsys.readouterr().err


#: Words that nearly are right, or of a form that is not, and how that is told.
MEANT = [
    (("diagram", "atraya", "start"), "unknown game 'atraya'; did you mean 'atreya'? the games are"),
    (("score", "atreya", "strat"), "'strat' is not a position of Atreya; did you mean 'start'?"),
    (("kit", "atreya", "--only", "tile"), "atreya has no component 'tile'; did you mean 'tiles'?"),
    (
        ("verify", "atreya", "--print-scale", "0.98"),
        "--print-scale 0.98: expected two numbers, across",
    ),
    (("replay", "x.txt", "-o", "x.mp4"), "'x.mp4' does not end in .html, .gif, .png, .svg or .pdf"),
    (("suggest", "atreya", "start", "-o", "x.gif"), "'x.gif' does not end in .svg, .pdf or .png"),
    *(
        (("score", name, "d4 e5"), f"'d4 e5' is not a position of {name.title()}: expected ")
        for name in engine.names()
    ),
]


@pytest.mark.parametrize(("words", "message"), MEANT)
def test_what_was_meant_is_told(words, message, capsys):
    assert run(*words) == 2
    assert capsys.readouterr().err.startswith(f"Error: {message}")


def test_a_file_that_is_written_is_told_unless_it_is_quiet(tmp_path, capsys):
    path = tmp_path / "a.svg"
    assert run("diagram", "atreya", "start", "--size", 60, "-o", path) == 0
    assert capsys.readouterr().err.startswith(f"{path}: 60 × ")
    assert run("-q", "diagram", "atreya", "start", "-o", path) == 0
    assert capsys.readouterr() == ("", "")

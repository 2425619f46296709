"""Packages that are broken: each is named in doctor with what is wrong, and breaks no other command."""

import json
import shutil

import pytest
from click.shell_completion import ShellComplete

import engine
from engine.errors import UnknownGameError
from engine.resources import templates
from generator import cli
from tests.cases import some
from tests.plugins.packages import forget, install, sound

TEMPLATE = (templates() / "abstrakto.toml").read_text("utf-8")


def template(name):
    return TEMPLATE.replace("abstrakto", name)


#: The entry point's name, the package's module, its template's game, and what doctor says is wrong.
GAMES = {
    "import": ("alpha", "import nothing_of_that_name", "alpha",
               "pkg cannot be imported: ModuleNotFoundError: No module named 'nothing_of_that_name'"),
    "exit": ("alpha", "raise SystemExit(3)", "alpha", "pkg:GAME cannot be imported: SystemExit: 3"),
    "no-attribute": ("alpha", "other = 1", "alpha", "cannot be imported: AttributeError: "),
    "syntax": ("alpha", "def (", "alpha", "cannot be imported: SyntaxError: "),
    "no-game": ("alpha", "GAME = 'alpha'", "alpha", "pkg:GAME is no game called alpha"),
    "class": ("alpha", sound("alpha").replace("Other()", "Other"), "alpha", "is no game called alpha"),
    "other-name": ("alpha", sound("beta"), "alpha", "pkg:GAME is no game called alpha"),
    "taken": ("abstrakto", sound("abstrakto"), "abstrakto",
              "the name abstrakto is that of a game of tilewright's own"),
}  # fmt: skip

#: Games that are taken, and what they cannot do.
UNSOUND = {
    "start": ("Other.start = lambda _: 1 / 0", "its start fails: ZeroDivisionError: division by zero"),
    "parse": ("Other.parse = lambda *_: None",
              "the notation of its start reads back as another position"),
    "draw": ("Other.draw = lambda *_, **__: 1 / 0", "its drawing fails: ZeroDivisionError"),
    "places": (
        "draw = Other.draw\n"
        "def draws(*of, **how):\n"
        "    drawing = draw(*of, **how)\n"
        "    return drawing._replace(place=lambda name: drawing.place(name)._replace(kind='hole'))\n"
        "Other.draw = draws",
        "its drawing has a place of no kind: hole",
    ),
    "parts": ("Other.parts = lambda *_: 1 / 0", "its kit fails: ZeroDivisionError"),
    "identify": ("Other.identify = lambda *_: {}['x']", "its kit fails: KeyError: 'x'"),
    "names-all": ("Other.identify = lambda *_: ''", "its kit fails: it names what is no piece"),
}  # fmt: skip


def add(site, name, module, of, package="tilewright-pkg", imported="pkg"):
    """Install a package with a game in a module and its template."""
    files = {f"{imported}/__init__.py": module}
    if of is not None:
        files[f"{imported}/{name}.toml"] = template(of)
    install(site, package, {"tilewright.games": {name: f"{imported}:GAME"}}, files)
    forget()


def run(capsys, *words):
    code = cli.run([str(word) for word in words])
    out, err = capsys.readouterr()
    return code, out, err


def rows(capsys):
    """Return what doctor says of games and presets, by what it is of."""
    code, out, _ = run(capsys, "doctor", "--json")
    checks = json.loads(out)["checks"]
    found = {c["what"]: c for c in checks if c["what"].startswith(("game ", "preset "))}
    assert code == (0 if all(c["ok"] is not False for c in checks) else 1)
    return found


@pytest.mark.parametrize("case", GAMES)
def test_a_broken_game_is_named_in_doctor_and_breaks_no_other_command(site, capsys, case):
    shipped = engine.names()
    before = run(capsys, "games")
    name, module, of, wrong = GAMES[case]
    add(site, name, module, of)
    row = rows(capsys)[f"game {name}"]
    assert row["ok"] is False
    assert row["detail"].startswith("tilewright-pkg 1.0: ")
    assert wrong.split(" cannot be imported")[-1] in row["detail"]
    assert engine.names() == shipped
    assert run(capsys, "games") == before


@pytest.mark.parametrize("case", [case for case in GAMES if GAMES[case][0] == "alpha"])
def test_a_broken_game_asked_for_by_name_says_why(site, capsys, case):
    name, module, of, _ = GAMES[case]
    add(site, name, module, of)
    with pytest.raises(UnknownGameError) as error:
        engine.game(name)
    assert "the one that tilewright-pkg 1.0 adds is broken: " in str(error.value)
    code, out, err = run(capsys, "score", name, "start")
    assert (code, out, err.count("\n")) == (cli.BAD_INPUT, "", 1)
    assert "is broken: " in err


def test_the_name_of_a_game_of_ours_stays_ours(site, capsys):
    add(site, *GAMES["taken"][:3])
    assert type(engine.game("abstrakto")).__module__.startswith("engine.games.")
    assert run(capsys, "score", "abstrakto", "start")[0] == cli.OK


def test_a_package_installed_twice_counts_once(site, tmp_path, monkeypatch):
    add(site, "alpha", sound("alpha"), "alpha")
    again = tmp_path / "again"
    shutil.copytree(site, again)
    monkeypatch.syspath_prepend(again)
    forget()
    assert engine.game("alpha").title == "Other"


def test_what_is_not_there_or_cannot_be_read_is_passed_over(site, monkeypatch):
    monkeypatch.syspath_prepend(site / "nothing.zip")
    (site / "nothing.dist-info").write_text("")
    add(site, "alpha", sound("alpha"), "alpha")
    assert "alpha" in engine.names()


@pytest.mark.parametrize("case", UNSOUND)
def test_a_game_that_fails_later_is_told_by_doctor(site, capsys, case):
    change, wrong = UNSOUND[case]
    add(site, "alpha", sound("alpha").replace("GAME =", f"{change}\nGAME ="), "alpha")
    row = rows(capsys)["game alpha"]
    assert (row["ok"], wrong in row["detail"]) == (False, True), row
    code, out, _ = run(capsys, "doctor")
    assert code == cli.NOT_IN_ORDER
    assert "  BROKEN  game alpha: tilewright-pkg 1.0: " in out


def test_sheets_of_others_are_read_though_a_game_fails(site, capsys, tmp_path):
    """Sheets that do not say whose they are are tried as those of each game."""
    made = run(capsys, "kit", "abstrakto", "--only", "markers", "--out", tmp_path)
    assert made[0] == cli.OK
    (tmp_path / "list.csv").write_text("\n".join(["tile", *engine.game("abstrakto").tiles()]))
    sheet = (tmp_path / "abstrakto-markers.pdf").rename(tmp_path / "unnamed.pdf")
    lists = [(sheet,), (tmp_path / "list.csv",)]
    before = [run(capsys, "verify", *one) for one in lists]
    add(
        site, "aaa", sound("aaa").replace("GAME =", "Other.parts = lambda *_: 1 / 0\nGAME ="), "aaa"
    )
    assert engine.game("aaa")
    assert [run(capsys, "verify", *one) for one in lists] == before


#: How a game fails that loads well, the line that says so, and what commands then ask of it.
FAILING = {
    "parts": ("Other.parts = lambda *_: 1 / 0", ("kit alpha", "tabletop alpha", "solid alpha",
              "kit alpha --format faces")),
    "no-parts": ("Other.parts = lambda *_: None", ("kit alpha",)),
    "start": ("Other.start = lambda *_, **__: 1 / 0", ("score alpha start", "moves alpha start",
              "play alpha start d4", "perft alpha start 1", "diagram alpha start", "check a.txt",
              "replay a.txt", "figures a.toml", "figures a.toml --check --report github")),
    "no-start": ("Other.begin = lambda *_: 'a position'", ("score alpha start", "moves alpha start",
                 "diagram alpha start", "figures a.toml")),
    "exit": ("Other.begin = lambda *_: sys.exit(3)", ("score alpha start", "figures a.toml")),
    "parse": ("Other.parse = lambda *_: {}['x']", ("score alpha x", "diagram alpha x")),
    "overlays": ("Other.overlays = property(lambda _: 1 / 0)", ("diagram alpha start --show list",)),
    "counting": ("Other.counting = lambda _: 1 / 0", ("verify alpha",)),
    "identify": ("Other.identify = lambda *_: {}['x']", ("verify alpha", "verify alpha a.csv")),
    "hint": ("Other.gives_hints = True; Other.start = lambda *_, **__: 1 / 0", ("hint alpha start",)),
}  # fmt: skip


@pytest.fixture
def failing(site, tmp_path, monkeypatch):
    """Return what installs a game that fails in a way; files to ask commands of it are there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text('[Game "alpha"]\n\n1. d4\n')
    (tmp_path / "a.toml").write_text('[figures.a]\ngame = "alpha"\nposition = "start"\n')
    (tmp_path / "a.csv").write_text("tile\nd4\n")
    return lambda case: add(
        site, "alpha", f"import sys\n{sound('alpha')}{FAILING[case][0]}\n", "alpha"
    )


@pytest.mark.parametrize("case", FAILING)
def test_a_game_that_fails_when_asked_is_named_and_its_package(failing, capsys, case):
    failing(case)
    for command in some(FAILING[case][1]):
        code, _, err = run(capsys, *command.split())
        assert code == cli.BAD_INPUT, command
        (line,) = (line for line in err.splitlines() if line.startswith("Error: "))
        assert "the game alpha of the package tilewright-pkg 1.0 is broken: " in line
        assert "Traceback" not in err


@pytest.mark.parametrize("words", [(), ("--format", "faces")])
def test_a_game_that_fails_among_others_is_named(failing, capsys, words):
    failing("parts")
    code, out, err = run(capsys, "kit", "abstrakto", "alpha", "--only", "markers", *words, "--json")
    assert (code, out) == (cli.BAD_INPUT, "")
    assert err == (
        "Error: the game alpha of the package tilewright-pkg 1.0 is broken: "
        "ZeroDivisionError: division by zero\n"
    )


def test_other_games_records_are_checked_though_one_fails(failing, capsys, tmp_path):
    failing("start")
    (tmp_path / "b.txt").write_text('[Game "abstrakto"]\n\n1. d4\n')
    code, out, _ = run(capsys, "check", "a.txt", "b.txt", "--report", "github")
    assert code == cli.BAD_INPUT
    assert "::notice title=tilewright check::b.txt: game 1: abstrakto, 1 move, in order" in out
    assert "::error file=a.txt,title=tilewright check::a.txt: the game alpha" in out


def test_texts_of_a_package_that_are_none_break_no_list(site, capsys):
    before = run(capsys, "example")[1].splitlines()
    own = "Other.folder = pathlib.Path(__file__).parent"
    add(site, "alpha", f"import pathlib\n{sound('alpha')}{own}\n", "alpha")
    (site / "pkg" / "examples").mkdir()
    for name in ("notation.md", "examples/alpha-game.txt"):
        (site / "pkg" / name).write_bytes(b"\xff\xfe")
    code, out, _ = run(capsys, "example")
    assert (code, out.splitlines()[-1].split("  ")[0]) == (cli.OK, "alpha-game.txt")
    assert {line.split()[0] for line in out.splitlines()} > {line.split()[0] for line in before}
    code, _, err = run(capsys, "help", "notation", "alpha")
    assert (code, "the game alpha of the package" in err) == (cli.BAD_INPUT, True)
    assert "reading its texts fails: UnicodeDecodeError: " in rows(capsys)["game alpha"]["detail"]


def test_what_a_package_prints_is_in_no_answer(site, capsys):
    add(site, "alpha", f"print('hello')\n{sound('alpha')}", "alpha")
    code, out, err = run(capsys, "games", "--json")
    assert (code, "hello" in err) == (cli.OK, True)
    assert "alpha" in [game["name"] for game in json.loads(out)["games"]]


def test_a_shell_completes_though_a_game_fails(failing, monkeypatch):
    failing("overlays")
    monkeypatch.setenv("COMP_WORDS", "tilewright diagram alpha start --show ")
    shell = ShellComplete(cli.tilewright, {}, "tilewright", cli.COMPLETING)
    assert shell.get_completions(["diagram", "alpha", "start", "--show"], "") == []
    assert len(shell.get_completions(["diagram"], "a")) == len(engine.names())


def test_verbose_tells_where_it_came_from(failing, capsys):
    failing("parts")
    for words in (("-v", "kit", "alpha"), ("kit", "abstrakto", "alpha", "-v")):
        err = run(capsys, *words)[2]
        assert "Traceback (most recent call last):\n" in err
        assert "    Other.parts = lambda *_: 1 / 0\n" in err
        assert err.splitlines()[-1].startswith("Error: the game alpha of the package ")


def test_verbose_tells_where_a_figures_error_came_from(failing, capsys):
    failing("start")
    assert (
        "ZeroDivisionError: division by zero\nError: " in run(capsys, "-v", "figures", "a.toml")[2]
    )
    assert "Traceback" not in run(capsys, "figures", "a.toml")[2]


def test_a_defect_of_ours_is_not_hidden(failing, monkeypatch):
    failing("parts")
    for name in ("parts", "begin", "counting"):
        monkeypatch.setattr(type(engine.game("atreya")), name, lambda *_: 1 / 0)
    for command in ("kit atreya", "score atreya start", "verify all"):
        with pytest.raises(ZeroDivisionError):
            cli.run(command.split())


PRESET = 'title = "A shop"\nconfirmed = true\nsource = "its page"\n\n[print]\nbleed = 2\n'

#: The files of a package with presets, the folder named, and what is wrong with which preset.
PRESETS = {
    "no-folder": ({"shop/__init__.py": ""}, "shops", "shop", "shops is no folder with presets"),
    "nothing": ({"shop/__init__.py": ""}, "shop", "shop", "shop is no folder with presets"),
    "taken": ({"shop/silhouette.toml": PRESET}, "shop", "silhouette",
              "the name silhouette is that of a preset of tilewright's own"),
    "toml": ({"shop/mine.toml": "title = "}, "shop", "mine", "mine.toml: "),
    "setting": ({"shop/mine.toml": PRESET.replace("bleed", "blood")}, "shop", "mine", "blood"),
    "import": ({"shop/__init__.py": "1 / 0", "shop/deep/mine.toml": PRESET}, "shop.deep", "shop",
               "shop.deep cannot be found: ZeroDivisionError: division by zero"),
}  # fmt: skip


@pytest.mark.parametrize("case", PRESETS)
def test_a_broken_preset_is_named_in_doctor_and_breaks_no_other_command(site, capsys, case):
    before = run(capsys, "preset")
    files, folder, name, wrong = PRESETS[case]
    install(site, "acme", {"tilewright.presets": {"shop": folder}}, files)
    forget()
    row = rows(capsys)[f"preset {name}"]
    assert (row["ok"], wrong in row["detail"]) == (False, True), row
    assert run(capsys, "preset") == before
    if name == "mine":
        code, _, err = run(capsys, "kit", "abstrakto", "--preset", "mine")
        assert (code, "; the one that acme 1.0 adds is broken: " in err) == (cli.BAD_INPUT, True)


def test_two_packages_with_one_preset_add_none(site, capsys):
    for package in ("one", "two"):
        files = {f"{package}_shop/mine.toml": PRESET, f"{package}_shop/{package}.toml": PRESET}
        install(site, package, {"tilewright.presets": {"shop": f"{package}_shop"}}, files)
    forget()
    found = rows(capsys)
    assert "another package adds a preset of this name, too" in found["preset mine"]["detail"]
    assert found["preset one"]["ok"]
    assert found["preset two"]["ok"]


def test_a_package_adds_presets(site, capsys, tmp_path):
    install(
        site,
        "acme-shop",
        {"tilewright.presets": {"acme": "acme_shop.presets"}},
        {"acme_shop/__init__.py": "", "acme_shop/presets/acme-hex.toml": PRESET},
    )
    forget()
    assert rows(capsys)["preset acme-hex"]["detail"] == "acme-shop 1.0, A shop"
    assert "acme-hex" in run(capsys, "preset")[1]
    assert run(capsys, "preset", "acme-hex")[1] == PRESET
    words = ("kit", "abstrakto", "--only", "markers", "--preset", "acme-hex", "--out", tmp_path)
    assert run(capsys, *words)[0] == cli.OK
    made = json.loads((tmp_path / "abstrakto.json").read_text("utf-8"))
    assert made["settings"]["bleed"] == 2

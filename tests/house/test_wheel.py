"""The wheel, built and run outside the repository in an environment of its own."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.paths import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    pytest.importorskip("hatchling")
    out = tmp_path_factory.mktemp("dist")
    words = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    return next(out.glob("tilewright-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The Python of an environment where our packages come from the wheel alone."""
    home = tmp_path_factory.mktemp("installed") / "env"
    venv.create(home, with_pip=False, symlinks=True)
    site = next(home.glob("lib/python*/site-packages"))
    zipfile.ZipFile(wheel).extractall(site)
    import click

    # The libraries are those of this environment.
    (site / "libraries.pth").write_text(str(Path(click.__file__).parent.parent) + "\n")
    return home / "bin" / "python"


def run(words, folder):
    """Run a program in a folder, without this shell's path of imports."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [*map(str, words)], cwd=folder, env=clean, capture_output=True, text=True, check=False
    )


def test_the_wheel_holds_templates_and_manual_pages_and_says_that_it_is_typed(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "engine/_templates/atreya.toml" in names
    assert "engine/_templates/themes/classic.toml" in names
    assert {"engine/languages/de.mo", "engine/games/atreya/languages/ru.mo"} <= names
    assert "generator/cli.py" in names
    assert {f"{package}/py.typed" for package in ("engine", "generator", "tilewright")} <= names
    assert "engine/games/__init__.pyi" in names
    assert any(name.endswith("/data/share/man/man1/tilewright-kit.1") for name in names)
    assert not [n for n in names if n.startswith(("tests/", "templates/", "output/"))]


def test_the_wheel_runs_outside_the_repository(installed, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import engine, generator, tilewright\n"
        "print(engine.__file__)\n"
        "made = generator.kit('abstrakto', only='board', out='made')\n"
        "found = tilewright.verify('made', only='board')\n"
        "print(found.ok, [path.name for path in made.files])\n"
    )
    done = run([installed, program], tmp_path)
    assert done.returncode == 0, done.stderr
    where, told = done.stdout.splitlines()
    assert where.startswith(str(installed.parent.parent))
    assert told == "True ['abstrakto-board.pdf', 'abstrakto.json']"
    (tmp_path / "templates.py").write_text("raise SystemExit('it shadowed ours')\n")
    done = run([installed, "-m", "tilewright", "kit", "atreya", "--out", "printed"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "printed" / "atreya-tiles.pdf").read_bytes().startswith(b"%PDF")

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
    words = [
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        str(out),
        str(ROOT),
    ]
    subprocess.run(words, check=True, capture_output=True)
    return next(out.glob("tilewright-*.whl"))


def test_the_wheel_holds_the_templates(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "engine/_templates/atreya.toml" in names
    assert "engine/_templates/themes/classic.toml" in names
    assert "generator/cli.py" in names
    assert {"engine/languages/de.mo", "engine/games/atreya/languages/ru.mo"} <= names
    assert not [n for n in names if n.startswith(("tests/", "templates/", "output/"))]


def test_the_wheel_runs_outside_the_repository(wheel, tmp_path):
    """Our packages come from the wheel alone; the libraries are those of this environment."""
    home = tmp_path / "env"
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    site = next(home.glob("lib/python*/site-packages"))
    zipfile.ZipFile(wheel).extractall(site)
    import click

    (site / "libraries.pth").write_text(str(Path(click.__file__).parent.parent) + "\n")
    (tmp_path / "templates.py").write_text(
        "raise SystemExit('a folder of the user shadowed ours')\n"
    )
    code = "import engine, sys; print(engine.__file__); from generator.start import main; main()"
    words = [str(python), "-c", code, "kit", "atreya", "--out", "printed"]
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        words, cwd=tmp_path, env=clean, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert str(site) in done.stdout
    assert (tmp_path / "printed" / "atreya-tiles.pdf").read_bytes().startswith(b"%PDF")

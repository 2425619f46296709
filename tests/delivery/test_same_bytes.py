"""What is made is the same bytes whatever the clock, the place and the language; the wheel runs anywhere."""

import io
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import click
import pytest

from tests.cases import ROOT
from tests.delivery.same_bytes import OTHERWISE, USUAL, differing, digests


def test_all_otherwise_at_once_gives_the_same_bytes(tmp_path):
    usual = digests(USUAL)
    kinds = {Path(name).suffix for name in usual}
    assert kinds >= {".pdf", ".svg", ".png", ".dxf", ".3mf", ".html", ".gif", ".vtt", ".json"}
    assert differing(usual, digests(OTHERWISE._replace(folder=str(tmp_path)))) == []


# ------------------------------------------------------------------------- wheel and source


def built(folder, umask, **environment):
    """Build wheel and source from a copy of the sources, and return their bytes by name."""
    sources, out = folder / "sources", folder / "dist"
    with Umask(umask):
        for name in ("engine", "generator", "tilewright", "templates", "docs", ".ci", ".github"):
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(
                ROOT / name, sources / name, ignore=ignored, copy_function=shutil.copyfile
            )
        for path in ROOT.iterdir():
            if path.is_file() and path.name != ".git":
                shutil.copyfile(path, sources / path.name)
        words = ["-m", "build", "--no-isolation", "--outdir", str(out), str(sources)]
        clean = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", **environment}
        subprocess.run([sys.executable, *words], env=clean, check=True, capture_output=True)
    return {path.name: path.read_bytes() for path in out.iterdir()}


class Umask:
    """Within it, files are made with these rights left out."""

    def __init__(self, mask):
        self.mask = mask

    def __enter__(self):
        self.mask = os.umask(self.mask)

    def __exit__(self, *_):
        os.umask(self.mask)


@pytest.fixture(scope="module")
def distributions(tmp_path_factory):
    """Wheel and source by name, built twice in unlike places."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("built")
    (folder / "a").mkdir()
    (folder / "another place é").mkdir()
    one = built(folder / "a", 0o022, TZ="UTC", PYTHONHASHSEED="0")
    return one, built(folder / "another place é", 0o077, TZ="Asia/Kathmandu", PYTHONHASHSEED="1")


def archive(distributions, suffix):
    (data,) = (data for name, data in distributions[0].items() if name.endswith(suffix))
    return io.BytesIO(data)


@pytest.mark.skipif(sys.platform == "win32", reason="rights of files are POSIX's")
def test_wheel_and_source_are_the_same_bytes(distributions):
    one, other = distributions
    assert [name.rpartition(".")[2] for name in sorted(one)] == ["whl", "gz"]
    assert [name for name in one if one[name] != other[name]] == []
    with zipfile.ZipFile(archive(distributions, ".whl")) as wheel:
        assert {entry.date_time for entry in wheel.infolist()} == {(2023, 11, 14, 22, 13, 20)}
    with tarfile.open(fileobj=archive(distributions, ".gz")) as source:
        assert {(entry.mtime, entry.uid, entry.uname) for entry in source} == {(1700000000, 0, "")}


def test_the_wheel_holds_templates_and_manual_pages_and_says_that_it_is_typed(distributions):
    names = set(zipfile.ZipFile(archive(distributions, ".whl")).namelist())
    assert "engine/_templates/atreya.toml" in names
    assert "engine/_templates/themes/classic.toml" in names
    assert {"engine/languages/de.mo", "engine/games/atreya/languages/ru.mo"} <= names
    assert "generator/cli.py" in names
    assert {f"{package}/py.typed" for package in ("engine", "generator", "tilewright")} <= names
    assert "engine/games/__init__.pyi" in names
    assert any(name.endswith("/data/share/man/man1/tilewright-kit.1") for name in names)
    assert not [n for n in names if n.startswith(("tests/", "templates/", "output/"))]


def test_the_wheel_runs_outside_the_repository(distributions, tmp_path):
    """In an environment where our packages come from the wheel alone, the libraries from here."""
    venv.create(tmp_path / "env", with_pip=False, symlinks=True)
    site = next((tmp_path / "env").glob("lib/python*/site-packages"))
    zipfile.ZipFile(archive(distributions, ".whl")).extractall(site)
    (site / "libraries.pth").write_text(str(Path(click.__file__).parent.parent) + "\n")
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def run(*words):
        program = [str(tmp_path / "env" / "bin" / "python"), *words]
        done = subprocess.run(
            program, cwd=tmp_path, env=clean, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    program = tmp_path / "program.py"
    program.write_text(
        "import engine, generator, tilewright\n"
        "print(engine.__file__)\n"
        "made = generator.kit('abstrakto', only='board', out='made')\n"
        "found = tilewright.verify('made', only='board')\n"
        "print(found.ok, [path.name for path in made.files])\n"
    )
    where, told = run(str(program))
    assert where.startswith(str(tmp_path / "env"))
    assert told == "True ['abstrakto-board.pdf', 'abstrakto.json']"
    (tmp_path / "templates.py").write_text("raise SystemExit('it shadowed ours')\n")
    run("-m", "tilewright", "kit", "atreya", "--out", "printed")
    assert (tmp_path / "printed" / "atreya-tiles.pdf").read_bytes().startswith(b"%PDF")

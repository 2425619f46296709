"""Set-up: what is installed is installed again when that changes, and only then."""

import importlib.util
import shutil
import subprocess
import sys

import pytest

from tests.paths import ROOT
from tests.programs import not_on_windows, program


def installation(root, *extras):
    spec = importlib.util.spec_from_file_location("installation", ROOT / ".ci" / "installation.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.installation(root, *extras)


@pytest.fixture
def checkout(tmp_path):
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def changed(checkout, old, new):
    """Return whether a change of pyproject.toml calls for another installation."""
    before = installation(checkout, "dev")
    file = checkout / "pyproject.toml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    return installation(checkout, "dev") != before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("click>=8.2", "click>=8.3"),
        ("ezdxf>=1.3", "ezdxf>=1.4"),
        ('tilewright = "generator', 'tw = "generator'),
        ('dev-mode-dirs = ["."]', 'dev-mode-dirs = ["..", "."]'),
        ("hatchling>=1.25", "hatchling>=1.26"),
    ],
)
def test_what_calls_for_another_installation(checkout, old, new):
    assert changed(checkout, old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# the command line", "# commands"),
        ("line-length = 100", "line-length = 99"),
        ("Printable components", "Printed components"),
        ("strict = true", "strict = false"),
    ],
)
def test_what_calls_for_none(checkout, old, new):
    assert not changed(checkout, old, new)


def test_other_extras_and_another_place_call_for_another_installation(checkout):
    assert installation(checkout, "dev") == installation(checkout, "dev")
    assert installation(checkout, "dev") != installation(checkout, "dev,dxf")
    assert installation(checkout, "dev") != installation(ROOT, "dev")


# ------------------------------------------------------------------------- make setup

#: A Python, uv or dpkg that does nothing but note what it is told, and fails when it is to.
FAKE = """#!/bin/sh
echo "$(basename "$0") $*" >> "$LOG"
case "$*" in
  *installation.py*) exec "$REAL" "$@" ;;
  "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  "venv "*) mkdir -p "$7/bin" && cp "$(dirname "$0")/python" "$7/bin/python" ;;
esac
case "$(basename "$0") $*" in $FAILS) exit 1 ;; esac
"""
#: What recipes call besides.
TOOLS = ("make", "cmp", "id", "cat", "mkdir", "cp", "basename", "dirname", "true")
#: Nobody answers there.
NOWHERE = dict.fromkeys(
    ("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "https_proxy", "http_proxy"), "http://127.0.0.1:9"
)


@pytest.fixture
def set_up(tmp_path):
    """Return what runs ``make setup`` with noted tools, and gives its exit code, output, and the notes."""
    tools, log = tmp_path / "tools", tmp_path / "log"
    tools.mkdir()
    for name in TOOLS:
        (tools / name).symlink_to(program(name))

    def run(*fakes, fails="nothing", target="setup"):
        for name in ("python", "dpkg", "apt-get", *fakes):
            (tools / name).write_text(FAKE)
            (tools / name).chmod(0o755)
        log.write_text("")
        told = {"PATH": str(tools), "LOG": str(log), "REAL": sys.executable, "FAILS": fails}
        words = ["make", target, f"VENV={tmp_path}/env", "PYTHON=python"]
        done = subprocess.run(
            words, cwd=ROOT, env={**told, **NOWHERE}, capture_output=True, text=True, check=False
        )
        noted = log.read_text().replace(str(tmp_path), "").splitlines()
        short = [line.partition(" --editable")[0] for line in noted]
        calls = [line for line in short if line.startswith(("uv", "python -m"))]
        return done.returncode, done.stdout + done.stderr, calls

    return run


OFFLINE = "python -m pip install --quiet --no-index --no-build-isolation"
WITH_UV = ["uv venv --quiet --allow-existing --seed --python python /env", "uv pip install --quiet --python /env/bin/python"]  # fmt: skip
WITH_PIP = ["python -m venv /env", "python -m pip install --quiet --upgrade pip", "python -m pip install --quiet"]  # fmt: skip
COMPILED = "python -m compileall -q engine generator tilewright"


@not_on_windows
def test_set_up_twice_needs_no_network_the_second_time(set_up):
    code, said, calls = set_up()
    assert (code, calls) == (0, [*WITH_PIP, COMPILED]), said
    code, said, calls = set_up()
    assert (code, calls) == (0, [COMPILED]), said
    assert "setting up" not in said


@not_on_windows
def test_set_up_with_uv_where_it_is(set_up):
    code, said, calls = set_up("uv")
    assert (code, calls) == (0, [*WITH_UV, COMPILED])
    assert "setting up with uv" in said


@not_on_windows
@pytest.mark.parametrize(("fails", "tried"), [("uv venv*", 1), ("uv pip*", 2)])
def test_set_up_with_pip_where_uv_fails(set_up, fails, tried):
    code, said, calls = set_up("uv", fails=fails)
    assert (code, calls) == (0, [*WITH_UV[:tried], *WITH_PIP, COMPILED]), said


@not_on_windows
def test_set_up_again_with_what_is_there(set_up, tmp_path):
    """Another installation of the same packages asks no index."""
    set_up()
    (tmp_path / "env" / ".installed").unlink()
    code, said, calls = set_up("uv")
    assert (code, calls) == (0, [OFFLINE, COMPILED]), said
    (tmp_path / "env" / ".installed").unlink()
    code, said, calls = set_up("uv", fails="*--no-index*")
    assert (code, calls) == (0, [OFFLINE, *WITH_UV, COMPILED]), said


@not_on_windows
def test_a_python_that_is_too_old(set_up):
    code, said, calls = set_up(fails="python -c*")
    assert (code, calls) == (2, [])
    assert "tilewright needs Python 3.11 or later" in said
    assert "Try: make PYTHON=python3.12 setup" in said

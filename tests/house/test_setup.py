"""Set-up: a change of what is installed installs again, and only that does."""

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


#: A change of pyproject.toml, and whether it calls for another installation.
CHANGES = [
    ("click>=8.2", "click>=8.3", True),
    ('tilewright = "generator', 'tw = "generator', True),
    ("hatchling>=1.25", "hatchling>=1.26", True),
    ("# the command line", "# commands", False),
    ("line-length = 100", "line-length = 99", False),
]


@pytest.mark.parametrize(("old", "new", "again"), CHANGES)
def test_changes_of_the_project(tmp_path, old, new, again):
    file = tmp_path / "pyproject.toml"
    shutil.copy(ROOT / "pyproject.toml", file)
    before = installation(tmp_path, "dev")
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    assert (installation(tmp_path, "dev") != before) == again
    assert installation(tmp_path, "dev") != installation(tmp_path, "dev,dxf")


#: A Python, uv or dpkg that does nothing but note its words, and fails when it is to.
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
    """Return what runs ``make setup`` with noted tools: exit code, output, and the notes."""
    tools, log = tmp_path / "tools", tmp_path / "log"
    tools.mkdir()
    for name in TOOLS:
        (tools / name).symlink_to(program(name))

    def run(*fakes, fails="nothing"):
        for name in ("python", "dpkg", "apt-get", *fakes):
            (tools / name).write_text(FAKE)
            (tools / name).chmod(0o755)
        log.write_text("")
        env = {"PATH": str(tools), "LOG": str(log), "REAL": sys.executable, "FAILS": fails}
        words = ["make", "setup", f"VENV={tmp_path}/env", "PYTHON=python"]
        done = subprocess.run(
            words, cwd=ROOT, env={**env, **NOWHERE}, capture_output=True, text=True, check=False
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
def test_set_up_twice_needs_no_network_the_second_time(set_up, tmp_path):
    code, output, calls = set_up()
    assert (code, calls) == (0, [*WITH_PIP, COMPILED]), output
    assert set_up()[2] == [COMPILED]
    (tmp_path / "env" / ".installed").unlink()
    assert set_up("uv")[2] == [OFFLINE, COMPILED]


@not_on_windows
@pytest.mark.parametrize(
    ("fails", "tried"), [("nothing", WITH_UV), ("uv venv*", [*WITH_UV[:1], *WITH_PIP]), ("uv pip*", [*WITH_UV, *WITH_PIP])]
)  # fmt: skip
def test_set_up_with_uv_or_else_with_pip(set_up, fails, tried):
    code, output, calls = set_up("uv", fails=fails)
    assert (code, calls) == (0, [*tried, COMPILED]), output


@not_on_windows
def test_a_python_that_is_too_old(set_up):
    code, output, calls = set_up(fails="python -c*")
    assert (code, calls) == (2, [])
    assert "tilewright needs Python 3.11 or later" in output

"""The Dockerfile: what it says, and its own RUN lines carried out in a folder.

No image is built here: that needs a base image from a registry.  The first stage is carried out as it
is written, but in a folder, with the libraries that are here in place of those that are pinned.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest
from dockerfile_parse import DockerfileParser
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.cases import some
from tests.delivery import sample
from tests.paths import ROOT
from tests.programs import not_on_windows

#: The shells and folders here are those of POSIX.
pytestmark = not_on_windows


@pytest.fixture(scope="module")
def stages():
    """Return the instructions of each stage, as pairs of a name and what is said."""
    with (ROOT / "Dockerfile").open("rb") as file:
        lines = DockerfileParser(fileobj=file).structure
    found: list[list[tuple[str, str]]] = []
    for line in lines:
        if line["instruction"] == "FROM":
            found.append([])
        if found and line["instruction"] != "COMMENT":
            found[-1].append((line["instruction"], line["value"]))
    return found


def test_the_first_stage_carried_out(stages, tmp_path, linked):
    source, home, bin_ = sample.sources(tmp_path / "source"), tmp_path / "opt", tmp_path / "bin"
    bin_.mkdir()
    (bin_ / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (bin_ / "python").chmod(0o755)
    assert ("WORKDIR", "/source") in stages[0]
    environment = {
        "PATH": f"{bin_}:/usr/bin:/bin",
        "EXTRAS": dict(stages[0])["ARG"].partition("=")[2],
        **linked,
    }
    lines = [value for name, value in stages[0] if name == "RUN"]
    for line in some(lines):
        there = line.replace("/opt/tilewright", str(home))
        assert there != line
        done = subprocess.run(
            ["/bin/sh", "-c", there],
            cwd=source, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    code = "import engine, pathlib; print(pathlib.Path(engine.__file__).parent, engine.names())"
    run = [home / "bin" / "python", "-c", code]
    said = subprocess.run(
        run, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert said.startswith(str(home))
    assert "astralis" in said
    compiled = next(home.glob("lib/*/site-packages/engine/__pycache__/words.*.pyc")).read_bytes()
    assert compiled[4:8] == b"\1\0\0\0", "bytecode is to be found by its sources' hash, unchecked"
    made = subprocess.run(
        [home / "bin" / "tilewright", "kit", "abstrakto", "--only", "markers"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "output" / "abstrakto-markers.pdf").is_file()


def test_the_pins_meet_what_is_asked_for():
    """A requirement that is raised without ``make pins`` would let no image be built."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = [*table["build-system"]["requires"], *table["project"]["dependencies"]]
    for name, extra in table["project"]["optional-dependencies"].items():
        asked += extra if name not in NOT_PINNED else []
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    pins = [Requirement(line) for line in lines if not line.startswith("#")]
    here = {canonicalize_name(p.name): p for p in pins if not p.marker or p.marker.evaluate()}
    assert len(pins) > 50
    for text in some(asked):
        wanted = Requirement(text)
        (pin,) = here[canonicalize_name(wanted.name)].specifier
        assert pin.operator == "=="
        assert wanted.specifier.contains(pin.version), text


#: Extras of who works on the project.
NOT_PINNED = ("dev", "docs")

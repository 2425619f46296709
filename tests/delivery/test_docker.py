"""The Dockerfile: what it says, and its own RUN lines carried out in a folder.

No image is built here: that needs a base image from a registry.  The first stage is carried out as it
is written, but in a folder, with the libraries that are here in place of those that are pinned.
"""

from __future__ import annotations

import tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.cases import some
from tests.paths import ROOT
from tests.programs import not_on_windows

#: The shells and folders here are those of POSIX.
pytestmark = not_on_windows


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

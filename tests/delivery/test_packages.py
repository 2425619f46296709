"""The packages that pyproject.toml asks for: in CREDITS.md with their licences, and pinned for the image."""

import re
import tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.cases import some
from tests.paths import ROOT

CREDITS = (ROOT / "CREDITS.md").read_text("utf-8")
SHIPPED, INSTALLED = CREDITS.split("## What comes with it")[1].split("## What it is installed with")
TABLE = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = TABLE["project"]
#: Extra, "" for none -> its requirements; tools of ours are left out.
WANTED = {k: v for k, v in PROJECT["optional-dependencies"].items() if k != "dev"}
WANTED[""] = PROJECT["dependencies"]


def test_every_package_is_told_with_where_it_is_wanted():
    rows = re.findall(r"^\| ([a-z][\w-]+) \| .+? \| (.+?) \|$", INSTALLED, re.MULTILINE)
    assert {name: where.partition(";")[0] for name, where in rows if name != "package"} == {
        Requirement(line).name.lower(): f"`{extra}`" if extra else "all"
        for extra, lines in WANTED.items()
        for line in lines
    }


def test_the_pins_meet_what_is_asked_for():
    """A requirement that is raised without ``make pins`` would let no image be built."""
    asked = [one for extra, lines in WANTED.items() if extra != "docs" for one in lines]
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    pins = [Requirement(line) for line in lines if not line.startswith("#")]
    here = {canonicalize_name(p.name): p for p in pins if not p.marker or p.marker.evaluate()}
    assert len(pins) > 50
    for text in some([*TABLE["build-system"]["requires"], *asked]):
        wanted = Requirement(text)
        (pin,) = here[canonicalize_name(wanted.name)].specifier
        assert pin.operator == "=="
        assert wanted.specifier.contains(pin.version), text


def test_what_is_others_is_told():
    for path in some(
        [*(ROOT / "templates/typeface").glob("*.txt"), *(ROOT / "templates/icc").iterdir()]
    ):
        assert path.name in SHIPPED
    assert "LICENSE" in SHIPPED
    told = re.findall(r"`([\w/.-]+/[\w.-]*)`", SHIPPED)
    assert len(told) >= 8
    assert [path for path in told if not (ROOT / path).exists()] == []
    # No picture, typeface or profile lies elsewhere in what is shipped.
    kinds = (".ttf", ".otf", ".woff", ".woff2", ".icc", ".png", ".jpg", ".gif")
    rooms = [ROOT / name for name in ("engine", "generator", "tilewright", "templates")]
    found = [path for room in rooms for path in room.rglob("*") if path.suffix in kinds]
    assert [path.relative_to(ROOT).as_posix() for path in found] == ["templates/icc/coated.icc"]

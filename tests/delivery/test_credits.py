"""CREDITS.md names what is shipped and what is installed with it, by the licences that these have."""

import re
import tomllib

from tests.cases import some
from tests.paths import ROOT

CREDITS = (ROOT / "CREDITS.md").read_text("utf-8")
SHIPPED, INSTALLED = CREDITS.split("## What comes with it")[1].split("## What it is installed with")

#: Package -> its licences and what it is wanted for, as CREDITS.md has them.
TOLD = {
    name: (licences.split(", "), wanted)
    for name, licences, wanted in re.findall(
        r"^\| ([a-z][\w-]+) \| (.+?) \| (.+?) \|$", INSTALLED, re.MULTILINE
    )
    if name != "package"
}


def wanted():
    """Return the packages that pyproject.toml asks for, each with where; tools of ours are not."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = {k: v for k, v in project["optional-dependencies"].items() if k != "dev"}
    found = {}
    for where, lines in {**extras, "": project["dependencies"]}.items():
        for line in lines:
            found[re.match(r"[\w-]+", line)[0].lower()] = f"`{where}`" if where else "all"
    return found


def test_every_package_is_told_with_where_it_is_wanted():
    assert {name: where.partition(";")[0] for name, (_, where) in TOLD.items()} == wanted()


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

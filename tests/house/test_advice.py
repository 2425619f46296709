"""Advice on what to install is true: of a checkout now, and of a release when there is one.

``pip install ezdxf`` works wherever tilewright is; ``pip install 'tilewright[dxf]'`` only with a
release on the index, so it stands in the README's sentence that says so, and nowhere else.
"""

import re
import tomllib

from packaging.requirements import Requirement

from tests.cases import some
from tests.paths import ROOT

TABLE = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = {
    name: {Requirement(one).name for one in listed}
    for name, listed in TABLE["optional-dependencies"].items()
}
SOURCES = [path for room in ("engine", "generator") for path in (ROOT / room).rglob("*.py")]
GUIDES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def advised(paths):
    """Yield what files advise to install: their names, and the words after ``pip install``."""
    for path in paths:
        for words in re.findall(r"(?<!uv )pip install ([^`\"\n)]+)", path.read_text("utf-8")):
            yield path.name, words.rstrip(" .,;")


def test_messages_name_packages_of_an_extra():
    found = list(advised(SOURCES))
    assert len(found) > 6
    for name, words in found:
        assert any(set(words.split()) <= packages for packages in EXTRAS.values()), (name, words)


def test_guides_name_packages_and_extras_there_are():
    of_the_checkout, of_a_release = [], []
    for name, words in some(advised(GUIDES)):
        if match := re.fullmatch(r"'?(\.|tilewright)\[(.+)\]'?", words):
            assert set(match[2].split(",")) <= set(EXTRAS), (name, words)
            (of_the_checkout if match[1] == "." else of_a_release).append(name)
        elif words not in (".", "uv") and not words.startswith(("tilewright", "git+")):
            assert any(set(words.split()) <= one for one in EXTRAS.values()), (name, words)
    assert set(of_the_checkout) >= {"README.md"}
    assert of_a_release == ["README.md"]


def test_what_a_release_is_needed_for_is_told():
    said = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert "`pip install 'tilewright[dxf,photo]'` once a release is on the index" in said
    ci = " ".join((ROOT / "docs" / "checking.md").read_text("utf-8").split())
    assert "Until there is a release on the index it is `pip install git+" in ci

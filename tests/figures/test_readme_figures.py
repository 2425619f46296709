"""The README's figure is what its specification gives."""

import re
from pathlib import Path

import pytest

from generator import cli
from tests.paths import ROOT

SHOWN = re.findall(
    r"\((templates/examples/shown/[^)]+\.svg)\)", (ROOT / "README.md").read_text("utf-8")
)


def test_the_readme_shows_a_figure():
    assert {ROOT / name for name in SHOWN} == set((ROOT / "templates/examples/shown").iterdir())


@pytest.mark.parametrize("name", SHOWN)
def test_shown_figures_are_what_the_specification_gives(name, tmp_path, capsys):
    game, _, figure = Path(name).stem.partition("-")
    spec = ROOT / "templates" / "examples" / f"{game}.toml"
    assert cli.run(["figures", str(spec), figure, "--out", str(tmp_path)]) == 0
    assert (tmp_path / f"{figure}.svg").read_bytes() == (ROOT / name).read_bytes()

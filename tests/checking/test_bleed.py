"""How far art reaches beyond the cut: told by lines, by the manifest, or by ``--bleed``; never guessed."""

import pytest

from generator.cli import run
from tests.checking.verifying import verify

#: Of a large set these alone are printed; without the manifest the others are missing.
PIECES = {"atreya": ["--pieces", ",".join(map(str, range(1, 169, 8)))]}


@pytest.mark.parametrize(
    "sheets", ["abstrakto markers none", "astralis planets crop", "atreya tiles lines"]
)
def test_the_bleed_is_the_manifest_s_or_drawn_or_named(tmp_path, sheets):
    game, component, marks = sheets.split()
    ways = ["--bleed", "2", "--packing", "separate", "--gap", "5", "--marks", marks]
    only, picked = ["--only", component], PIECES.get(game, [])
    assert run(["kit", game, *ways, *only, *picked, "--out", str(tmp_path)]) == 0
    assert verify(tmp_path, *only).code == 0
    next(tmp_path.glob("*.json")).unlink()
    named = () if marks == "lines" else ("--bleed", "2")
    kinds = set(verify(tmp_path, *only, *named).kinds)
    assert kinds == ({"missing"} if picked else set())


def test_a_bleed_that_no_kit_has_is_refused(tmp_path):
    file = tmp_path / "sheets.pdf"
    file.write_bytes(b"")
    assert "--bleed" in verify(file, "--bleed", "40").error

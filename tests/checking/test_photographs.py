"""Scans and photographs read back: a hundred written-down conditions, and sets that are not whole.

Photographs come from :mod:`tests.checking.photographed`, which shares no code with the reader.
"""

from __future__ import annotations

import io
import json
import os
import random
from collections import Counter

import cv2
import numpy as np
import pytest
from PIL import Image

from engine.errors import GameError, OptionError
from generator.checking.faults import Wanted
from generator.checking.pages.files import Source, kind_of
from generator.checking.photographs import loading, reading
from generator.checking.recognise.found import Hints
from generator.cli import run
from tests.checking.photographed import Condition, conditions, photograph, tiles

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"

#: How many tiles lie in one photograph, and which conditions are tried.
IN_ONE = 42
TRIED = range(0, 100) if DEEP else range(0, 100, 13)


def read(game, *photographs):
    sources = [Source(f"{k}.jpg", data) for k, data in enumerate(photographs, 1)]
    return reading.read(sources, game, Hints(), Wanted(only=("tiles",)))


def told(seen):
    return Counter(m.kind for one in seen.told for m in one.matches if m.is_sure and m.kind)


def chosen(condition, number=IN_ONE):
    ids, _ = tiles(condition.game, condition.theme)
    return random.Random(condition.seed).sample(ids, number)


def test_tiles_are_told_in_every_condition():
    listed = conditions()
    assert len(listed) == 100
    right = 0
    for k in TRIED:
        ids = chosen(listed[k])
        got = told(read(listed[k].game, photograph(listed[k], ids)))
        assert got - Counter(ids) == Counter(), listed[k]  # none is guessed
        right += (got & Counter(ids)).total()
    assert right >= 0.995 * IN_ONE * len(TRIED)


@pytest.mark.parametrize("game", ["atreya", "aathenuo"])
def test_several_photographs_are_one_set(game):
    ids, _ = tiles(game, "classic")
    parts = [ids[k : k + 56] for k in range(0, len(ids), 56)]
    shots = [
        photograph(Condition(game, seed=k, table="wood", side=2000), part)
        for k, part in enumerate(parts)
    ]
    seen = read(game, *shots)
    assert seen.outcome.faults == ()
    assert seen.outcome.found == seen.outcome.expected == len(ids)
    assert len(list(seen.pictures())) == len(parts)
    part = read(game, *shots[1:])
    assert {fault.kind for fault in part.outcome.faults} == {"missing"}


def one_short(**more):
    """Return the tiles of two photographs less the last, and what the first shows with ``more``."""
    ids, _ = tiles("aathenuo", "classic")
    shots = [
        photograph(Condition("aathenuo", seed=1), ids[:52], **more),
        photograph(Condition("aathenuo", seed=2), ids[52:]),
    ]
    return read("aathenuo", *shots).outcome


def coin(plane):
    cv2.circle(plane, (plane.shape[1] - 150, plane.shape[0] - 150), 100, (186, 140, 80), -1)


def test_something_foreign_on_the_table_is_unclear():
    outcome = one_short(extra=coin)
    assert [fault.kind for fault in outcome.faults] == ["unclear"]
    assert "no whole piece" in outcome.faults[0].message
    assert outcome.faults[0].file == "1.jpg"


def test_a_tile_half_covered_is_never_counted():
    outcome = one_short(cover="b8")
    assert outcome.ok  # no b8 lies in the first photograph
    outcome = one_short(cover="r*")
    assert {fault.kind for fault in outcome.faults} == {"missing", "unclear"}


def test_a_tile_of_another_game_is_never_counted():
    condition = Condition("aathenuo", seed=4)
    ids = chosen(condition, 20)
    got = told(read("aathenuo", photograph(condition, ids, extra=stranger)))
    assert got == Counter(ids)
    assert any(
        f.kind == "unclear"
        for f in read("aathenuo", photograph(condition, ids, extra=stranger)).outcome.faults
    )


def stranger(plane):
    """A plain square tile as another game has."""
    x, y = plane.shape[1] - 300, plane.shape[0] - 300
    cv2.rectangle(plane, (x, y), (x + 190, y + 190), (47, 111, 196), -1)


def test_a_photograph_of_another_game_is_not_in_order():
    condition = Condition("atreya", seed=5)
    shot = photograph(condition, chosen(condition, 12))
    try:
        outcome = read("aathenuo", shot).outcome
    except GameError:
        return
    assert outcome.found == 0


def jpeg(pixels):
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "JPEG")
    return buffer.getvalue()


PLAIN = jpeg(np.full((300, 400, 3), 120, np.uint8))
HUGE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (60000).to_bytes(4, "big") * 2
HUGE += bytes.fromhex("0802000000") + b"\x00" * 64

BAD = {
    "nothing lies there": (PLAIN, "1.jpg: no pieces are seen"),
    "cut short": (PLAIN[: len(PLAIN) // 2], "1.jpg cannot be read as an image: it is cut short"),
    "no image": (b"\x89PNG\r\n nonsense", "1.jpg cannot be read as an image: it is damaged"),
    "a bomb": (HUGE, "1.jpg "),
}


@pytest.mark.parametrize(("data", "words"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line(data, words):
    with pytest.raises(GameError) as caught:
        read("atreya", data)
    assert str(caught.value).startswith(words)
    assert "\n" not in str(caught.value)


def test_the_game_is_named():
    with pytest.raises(OptionError, match="name it before them"):
        read(None, PLAIN)


def test_large_images_are_looked_at_smaller():
    photo = loading.load(Source("large", jpeg(np.zeros((3000, 6000, 3), np.uint8))))
    assert max(photo.pixels.shape) <= loading.SIDE
    assert photo.scale == pytest.approx(6000 / photo.pixels.shape[1])
    assert kind_of(PLAIN) == "image"


def test_the_command_shows_what_was_seen(tmp_path, capsys):
    condition = Condition("atreya", seed=6, side=1600)
    shot = tmp_path / "shot.jpg"
    shot.write_bytes(photograph(condition, chosen(condition, 12)))
    words = ["verify", "atreya", str(shot), "--json", "-o", str(tmp_path / "seen.png")]
    assert run(words) == 1
    answer = json.loads(capsys.readouterr().out)["outcomes"][0]
    assert (answer["found"], answer["expected"]) == (12, 168)
    assert len(answer["faults"]) == 156
    with Image.open(tmp_path / "seen.png") as image:
        assert max(image.size) == 1600
    (tmp_path / "list.csv").write_text("tile\n")
    assert run(["verify", "atreya", str(tmp_path / "list.csv"), "-o", "seen.png"]) == 2
    assert "these files are none" in capsys.readouterr().err

"""Readers given what is nearly valid: each answers as documented, or refuses in words.

``make fuzz EXAMPLES=1000`` tries as many inputs of each; the suite tries a few.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from engine import GameError
from tests.fuzz.mutations import mutated
from tests.fuzz.readers import COSTLY, READERS

EXAMPLES = int(os.environ.get("TILEWRIGHT_EXAMPLES", "0"))
#: Inputs that were answered wrongly once, or in ways of their own.
CORPUS = json.loads((Path(__file__).parent / "corpus.json").read_text("utf-8"))


def tried(check, data: bytes) -> None:
    """Give a reader an input, which it may refuse in words."""
    with suppress(GameError):
        check(data)


@pytest.mark.parametrize("name", CORPUS)
def test_inputs_that_were_kept(name):
    for text in CORPUS[name]:
        tried((READERS | COSTLY)[name].check, text.encode())


@pytest.mark.parametrize("name", [*READERS, *COSTLY])
def test_readers_answer_or_refuse_in_words(name):
    reader = (READERS | COSTLY)[name]
    seeds = reader.seeds()
    for data in seeds[:1]:
        tried(reader.check, data)

    @settings(
        max_examples=EXAMPLES // 20 + 2 if name in COSTLY else EXAMPLES or 15,
        derandomize=not EXAMPLES,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(mutated(seeds, reader.most))
    def answers(data):
        tried(reader.check, data)

    answers()

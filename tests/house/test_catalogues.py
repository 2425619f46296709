"""The house: catalogues hold every message of the sources and no other, and what they hold fits."""

import re

import pytest

from engine.messages import PLACE
from tests.cases import ROOT
from tests.house import catalogues

FILES = [
    package / "languages" / f"{code}.po"
    for package in catalogues.packages()
    for code in catalogues.codes()
]


def named(file):
    return file.relative_to(ROOT).as_posix()


def entries(file):
    """Yield each message of a catalogue: its texts in English, and all its translations."""
    for message in catalogues.read(file):
        if message.id:
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            told = message.string if isinstance(message.string, tuple) else (message.string,)
            yield ids, told


def places(text):
    """Return the names of the places in a text, whatever they begin with and ask for."""
    return {name.lower() for name, _ in PLACE.findall(text)}


def forms(text):
    """Return the forms of a word that a translation has, each with its text; "" is the word."""
    first, *others = text.split("\n")
    return {"": first, **dict(line.split(": ", 1) for line in others)}


@pytest.mark.parametrize("file", FILES, ids=named)
def test_a_catalogue_holds_the_messages_of_its_sources_and_no_other(file):
    """``make catalogues`` writes it so, and lists what is still to be translated."""
    said = set(catalogues.messages(file.parents[1]))
    assert {message.id for message in catalogues.read(file) if message.id} == said
    assert catalogues.untranslated(file) == []
    assert not any(message.fuzzy for message in catalogues.read(file))


@pytest.mark.parametrize("file", FILES, ids=named)
def test_translations_have_the_places_of_their_messages(file):
    """The number alone may be left out, and be told where the English says "a stone"."""
    checked = 0
    for ids, told in entries(file):
        wanted = set().union(*map(places, ids))
        for text in (form for one in told for form in forms(one).values()):
            assert places(text) | {"n"} == wanted | {"n"}, (ids, text)
            assert "n" in wanted or "n" not in places(text) or len(ids) > 1, (ids, text)
            assert not re.search(r"[{}]", PLACE.sub("", text)), text
            checked += 1
    assert checked > 10

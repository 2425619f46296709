"""Every word that a figure says is a message: told without the words of messages, none is left."""

import re

import pytest

import engine
from engine import catalogues, figure, record
from engine.geometry.plane import Box
from engine.messages import PLACE, Language
from tests.paths import ROOT

#: What is written alike in all languages: names of games and variants, tiles, moves, places, numbers.
_ALIKE = re.compile(r"\b(standard|[rgb]:[rgb]{6}|[a-g][1-9][0-9]?(n|e|s|w|ne|se|nw|sw)?)\b")

#: Overlays that leave something out.
_LESS = {"table"}


@pytest.fixture
def wordless(monkeypatch):
    """A language whose translations have the places of messages, and no word."""

    def text(code, module, one, many, number):
        said = many if many and number != 1 else one
        return " ".join(f"{{{name}}}" for name, _ in PLACE.findall(said))

    monkeypatch.setattr(catalogues, "text", text)
    return Language("xx")


def spoken(game, speech):
    """Yield what the figures of a game say: at the start, amid a record and at its end, all shown."""
    played = record.load((ROOT / f"templates/examples/{game.name}-game.txt").read_text("utf-8"))
    turns = list(played.turns())
    show = [name for name in game.overlays if name not in _LESS]
    for turn in (turns[0], turns[len(turns) // 2], turns[-1]):
        theme = figure.themes.load("classic")
        drawing = game.draw(turn.after, theme=theme, show=frozenset(show))
        middle = drawing.place(drawing.focus[0]).centre
        part = drawing.part(Box(*middle, *middle).grown(1.5 * drawing.unit))
        words = figure.wording.description(
            turn.after, [*drawing.description, *part], last=turn.written, turn=turn, marks=()
        )
        pictures = [*drawing.glyphs().values(), *drawing.legend()]
        yield from (
            *words,
            figure.wording.part(drawing.focus[:2]),
            figure.wording.standing(turn.after),
            *(glyph.words for glyph in pictures),
            *(glyph.name for glyph in pictures),
        )


@pytest.mark.parametrize("name", engine.names())
def test_every_word_is_a_messages(name, wordless):
    said = list(spoken(engine.game(name), wordless))
    assert len(said) > 20
    for words in said:
        left = _ALIKE.sub("", wordless.told(words))
        assert not re.search(r"[A-Za-z]{3,}", left), (str(words), left)

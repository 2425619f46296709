"""What moves bring about, told in German and Russian, and that every word of a figure is a message."""

import re

import pytest

import engine
from engine import figure, messages, record
from engine.messages import PLACE, Language, language
from tests import records
from tests.paths import ROOT

#: A record, and what is told of one of its moves.
TOLD = [
    ("aathenuo-game.txt", "Spieler 1 legt eine grüne 2, einen roten Stern und eine blaue 2.", "Игрок 1 выкладывает зелёную 2, красную звезду и синюю 2."),
    ("aathenuo-game.txt", "Spieler 4 verschiebt die rote 5.", "Игрок 4 перемещает красную 5."),
    ("abstrakto-game.txt", "Blau legt einen Linienstein auf d6n.", "Синие кладут линейную плитку на d6n."),
    ("abstrakto-game.txt", "Das Gebiet bei a1 gehörte niemandem und gehört jetzt Blau (Blau 1, Orange 0).", "Область у a1 была ничейной, а теперь синяя (синих 1, оранжевых 0)."),
    ("abstrakto-game.txt", "Das teilt ein Gebiet in 2: eines von Blau bei a1 (Blau 4, Orange 3) und eines von Blau bei d7 (Blau 2, Orange 1).", "Это делит область на 2 части: синюю у a1 (синих 4, оранжевых 3) и синюю у d7 (синих 2, оранжевых 1)."),
    ("abstrakto-game.txt", "Das Gebiet bei c6 ist entschieden und gehört Blau (Blau 3, Orange 1).", "Область у c6 определена как синяя (синих 3, оранжевых 1)."),
    ("abstrakto-game.txt", "Die Partie ist zu Ende: Blau gewinnt, 7 zu 5.", "Партия окончена: победа синих, 7 : 5."),
    ("astralis-game.txt", "Gelb legt einen Planeten auf b6.", "Жёлтые кладут планету на b6."),
    ("astralis-game.txt", "Gelb hat a4 umstellt und erhält dort einen Bonusplaneten.", "Жёлтые окружили a4 и получают там бонусную планету."),
    ("astralis-game.txt", "Cyan extrahiert den Planeten von Gelb auf i13.", "Бирюзовые извлекают планету жёлтых на i13."),
    ("astralis-game.txt", "Die Partie ist zu Ende: Gelb gewinnt, 65 zu 63,5.", "Партия окончена: победа жёлтых, 65 : 63,5."),
    ("atreya-game.txt", "Eine grüne Form der Größe 3 auf 3 Plättchen ist geschlossen, gesund und dominiert von Blau 4: 0 Punkte für Grün.", "Замкнута зелёная фигура размера 3 на 3 плитках, здоровая и подчинённая (над ней синяя 4): 0 очков зелёным."),
    ("max-game.txt", "Grün versetzt das Plättchen von -3,0 nach 2,-1; seine Freiheit sinkt von 7 auf 5.", "Зелёные переносят плитку с -3,0 на 2,-1; её свобода падает с 7 до 5."),
    ("max-game.txt", "Die Partie ist zu Ende: Rot gewinnt.", "Партия окончена: победа красных."),
    ("sum-game.txt", "Eine blaue Form der Größe 3 auf 3 Plättchen ist geschlossen; Blau gehört niemandem.", "Замкнута синяя фигура размера 3 на 3 плитках; синий цвет никому не принадлежит."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "german", "russian"), TOLD)
def test_events_are_told(name, german, russian):
    events = [event.sentence() for turn in records.named(name).turns() for event in turn.events]
    pairs = {(language("de").text(event), language("ru").text(event)) for event in events}
    assert (german, russian) in pairs


#: What is written alike in all languages: names of games and variants, tiles, moves, places, numbers.
_ALIKE = re.compile(r"\b(standard|[rgb]:[rgb]{6}|[a-g][1-9][0-9]?(n|e|s|w|ne|se|nw|sw)?)\b")

#: Overlays that leave something out.
_LESS = {"table"}


@pytest.fixture
def wordless(monkeypatch):
    """A language whose translations have the places of messages, and no word."""

    def text(code, message):
        said = message.many if message.many and message.number != 1 else message.text
        return " ".join(f"{{{name}}}" for name, _ in PLACE.findall(said))

    monkeypatch.setattr(messages, "translated", text)
    return Language("xx")


def spoken(game, speech):
    """Yield what the figures of a game say: at the start, amid a record and at its end, all shown."""
    played = record.load((ROOT / f"templates/examples/{game.name}-game.txt").read_text("utf-8"))
    turns = list(played.turns())
    show = [name for name in game.overlays if name not in _LESS]
    for turn in (turns[0], turns[len(turns) // 2], turns[-1]):
        theme = figure.themes.load("classic")
        drawing = game.draw(turn.after, theme=theme, show=frozenset(show))
        words = figure.wording.description(
            turn.after, drawing.description, last=turn.written, turn=turn, marks=()
        )
        pictures = drawing.glyphs().values()
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
        left = _ALIKE.sub("", wordless.text(words))
        assert not re.search(r"[A-Za-z]{3,}", left), (str(words), left)

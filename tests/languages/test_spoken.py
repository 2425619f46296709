"""What figures and moves say in German and Russian, and that every word of a figure is a message."""

import importlib
import re

import pytest

import engine
from engine import figure, game, messages, record
from engine.drawing import writers
from engine.errors import OptionError
from engine.messages import PLACE, Language, Messages, language
from tests import records
from tests.cases import ROOT
from tests.house import catalogues

#: Game, position, settings, language, and what the figure says: title, caption, words, legend.
FIGURES = [
    ("astralis", "4/5/6/7/6/4c/y3 y standard", {"show": ["ship-moves", "placements", "changes"], "marks": "dot:red a1; arrow a1 a4"}, "de", "Astralis: Gelb am Zug", "Gelb am Zug; Gelb 0, Cyan 3,5.", "Gelb ist am Zug. Der Punktestand ist Gelb 0 und Cyan 3,5. Das Brett ist ein Sechseck der Seitenlänge 4; gespielt wird die Variante standard. Gelb hat das Schiff auf a1. Cyan hat das Schiff auf b5. Das Schiff von Gelb kann auf 12 Felder (a2, a3, a4, b1, b2, c1, c3, d1, d4, e5, f6 und g7) fliegen. Neben dem Schiff kann Gelb auf 3 Felder (a2, b1 und b2) einen Planeten legen. Der letzte Zug hat kein Feld verändert. Markiert: roter Punkt auf a1; Pfeil von a1 nach a4.", ["gelbes Schiff", "cyanfarbenes Schiff", "nutzbar"]),
    ("astralis", "4/5/6/7/6/4c/y3 y standard", {"show": ["ship-moves", "placements", "changes"], "marks": "dot:red a1; arrow a1 a4"}, "ru", "Astralis: ход жёлтых", "Ход жёлтых; жёлтые 0, бирюзовые 3,5.", "Сейчас ход жёлтых. Счёт: жёлтые 0 и бирюзовые 3,5. Доска — шестиугольник со стороной 4; вариант игры — standard. У жёлтых корабль на a1. У бирюзовых корабль на b5. Корабль жёлтых может лететь на 12 полей (a2, a3, a4, b1, b2, c1, c3, d1, d4, e5, f6 и g7). Рядом с кораблём жёлтые могут положить планету на 3 поля (a2, b1 и b2). Последний ход не изменил ни одного поля. Отмечено: красная точка на a1; стрелка от a1 к a4.", ["жёлтый корабль", "бирюзовый корабль", "можно использовать"]),
    ("abstrakto", "d4 e5ne b 455/554", {"show": ["places", "settled", "counts"]}, "de", "Abstrakto: Blau am Zug", "Blau am Zug; Blau 0, Orange 0.", "Blau ist am Zug. Der Punktestand ist Blau 0 und Orange 0. Blau hat 14 Steine übrig und 1 auf dem Brett: einen Vollstein auf d4. Orange hat 14 Steine übrig und 1 auf dem Brett: einen Kreuzstein auf e5ne. Blau hat 44 Plätze für einen Vollstein, 104 Plätze für einen Linienstein und 31 Plätze für einen Kreuzstein. Das einzige Gebiet gehört niemandem. Kein Gebiet ist entschieden. Blaue und orangefarbene Steine begrenzen das Gebiet: a1 mit 1 und 1.", ["blauer Vollstein", "orangefarbener Kreuzstein", "Platz für einen Vollstein", "Platz für einen Linienstein", "Platz für einen Kreuzstein", "Steine von Blau und von Orange um ein Gebiet"]),
    ("abstrakto", "d4 e5ne b 455/554", {"show": ["places", "settled", "counts"]}, "ru", "Abstrakto: ход синих", "Ход синих; синие 0, оранжевые 0.", "Сейчас ход синих. Счёт: синие 0 и оранжевые 0. У синих в запасе 14 плиток, на доске 1: сплошная на d4. У оранжевых в запасе 14 плиток, на доске 1: крестовая на e5ne. У синих 44 места для сплошной плитки, 104 места для линейной плитки и 31 место для крестовой плитки. Единственная область ничья. Ни одна область не определена. Область ограничена синими и оранжевыми плитками: a1 — 1 и 1.", ["синяя сплошная плитка", "оранжевая крестовая плитка", "место для сплошной плитки", "место для линейной плитки", "место для крестовой плитки", "плитки синих и оранжевых вокруг области"]),
    ("atreya", "r:brgbbg@-1,0/r:brrrrg@-1,1/b:brgbbb@0,0/g:gggbrg@0,1 g dom rg 0,0", {"show": ["cells", "pinned"]}, "de", "Atreya: Grün am Zug", "Grün am Zug; Rot 0, Grün 0.", "Grün ist am Zug. Der Punktestand ist Rot 0 und Grün 0. In der Arena liegen ein rotes Plättchen an -1,0, ein rotes Plättchen an -1,1, ein blaues Plättchen an 0,0 und ein grünes Plättchen an 0,1. Gegen den Uhrzeigersinn von Osten aus sind die Kanten des Plättchens an -1,0 blau, rot, grün, blau, blau und grün. Gegen den Uhrzeigersinn von Osten aus sind die Kanten des Plättchens an -1,1 blau, rot, rot, rot, rot und grün. Gegen den Uhrzeigersinn von Osten aus sind die Kanten des Plättchens an 0,0 blau, rot, grün, blau, blau und blau. Gegen den Uhrzeigersinn von Osten aus sind die Kanten des Plättchens an 0,1 grün, grün, grün, blau, rot und grün. Rot hat eine geschlossene Form der Größe 1. Grün hat eine geschlossene Form der Größe 1. Blau hat eine geschlossene Form der Größe 1. 4 Felder können ein Plättchen aufnehmen: -2,1, -1,2, 0,-1 und 1,0. 3 Plättchen sind unbeweglich: die an -1,1, 0,0 und 0,1.", ["Rot", "Grün", "Blau", "nimmt ein Plättchen auf", "unbeweglich"]),
    ("atreya", "r:brgbbg@-1,0/r:brrrrg@-1,1/b:brgbbb@0,0/g:gggbrg@0,1 g dom rg 0,0", {"show": ["cells", "pinned"]}, "ru", "Atreya: ход зелёных", "Ход зелёных; красные 0, зелёные 0.", "Сейчас ход зелёных. Счёт: красные 0 и зелёные 0. На арене лежат красная плитка на -1,0, красная плитка на -1,1, синяя плитка на 0,0 и зелёная плитка на 0,1. Края плитки на -1,0 против часовой стрелки с востока: синий, красный, зелёный, синий, синий и зелёный. Края плитки на -1,1 против часовой стрелки с востока: синий, красный, красный, красный, красный и зелёный. Края плитки на 0,0 против часовой стрелки с востока: синий, красный, зелёный, синий, синий и синий. Края плитки на 0,1 против часовой стрелки с востока: зелёный, зелёный, зелёный, синий, красный и зелёный. У красных 1 замкнутая фигура, её размер 1. У зелёных 1 замкнутая фигура, её размер 1. У синих 1 замкнутая фигура, её размер 1. 4 клетки могут принять плитку: -2,1, -1,2, 0,-1 и 1,0. 3 плитки не могут двигаться: на -1,1, 0,0 и 0,1.", ["красные", "зелёные", "синие", "принимает плитку", "не может двигаться"]),
    ("aathenuo", "r*,r3,r4 1 r5b1/y3", {"show": ["sets", "hidden"]}, "de", "Aathenuo: Spieler 1 am Zug", "Spieler 1 am Zug.", "Spieler 1 ist am Zug. 3 Steine liegen auf dem Tisch in einem Gitter. In Zeile 0, Spalten 0–2, liegen roter Stern als 2, rote 3 und rote 4. Spieler 1 hat 2 Steine: rote 5 und blaue 1. Spieler 2 hat 1 Stein: 1 gelb.", ["roter Stein", "gelber Stein", "blauer Stein", "Satz"]),
    ("aathenuo", "r*,r3,r4 1 r5b1/y3", {"show": ["sets", "hidden"]}, "ru", "Aathenuo: ход игрока 1", "Ход игрока 1.", "Сейчас ход игрока 1. На столе лежат 3 фишки, одна сетка. Строка 0, столбцы 0–2: лежат красная звезда как 2, красная 3 и красная 4. Игрок 1 держит 2 фишки: красная 5 и синяя 1. Игрок 2 держит 1 фишку: жёлтых 1.", ["красная фишка", "жёлтая фишка", "синяя фишка", "набор"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("played", "position", "look", "lang", "title", "caption", "words", "legend"), FIGURES
)
def test_figures_speak(played, position, look, lang, title, caption, words, legend):
    made = figure.of(game(played).parse(position), lang=lang, **look)
    assert (made.title, made.caption, made.description) == (title, caption, words)
    assert [glyph.words for glyph in made.panels[0].legend()] == legend
    assert made.lang == lang


# ----------------------------------------------------------------------------- the mechanism


def test_a_package_from_outside_brings_its_translations(tmp_path, monkeypatch):
    package = tmp_path / "foreign"
    (package / "languages").mkdir(parents=True)
    (package / "__init__.py").write_text("", "utf-8")
    written = package / "languages" / "de.po"
    written.write_text('msgid "{Player} waits."\nmsgstr "{Player} wartet."\n', "utf-8")
    written.with_suffix(".mo").write_bytes(catalogues.compiled(written))
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.import_module("foreign")
    say = Messages("foreign.rules.events")
    assert language("de").text(say("{Player} waits.", player="x")) == "X wartet."
    assert language("ru").text(say("{Player} waits.", player="x")) == "X waits."


@pytest.mark.parametrize(
    ("code", "found"),
    [("de", "de"), ("de-AT", "de"), ("RU", "ru"), ("ru_RU.UTF-8", "ru"), ("en-GB", "en")],
)
def test_regions_fall_back(code, found):
    assert language(code).code == found


@pytest.mark.parametrize("code", ["fr", "", "d", "../de", "de/x"])
def test_an_unknown_language_is_refused_with_those_there_are(code):
    with pytest.raises(OptionError, match=f"^no language '{code}'; there are de, en and ru$"):
        language(code)


def test_a_figure_in_your_own_words_may_be_in_any_language():
    start = game("astralis").start(side=5)
    words = {"title": "Początek", "description": "Plansza.", "lang": "pl"}
    made = figure.of(start, caption="Początek gry", **words)
    assert made.lang == "pl"
    assert made.scene().notes == (
        "'pl' has no words here: texts that you did not write are in English",
    )
    assert b"/Lang (pl)" in writers.write(made.scene(), ".pdf")
    for lacking in ({}, {"caption": ""}):
        with pytest.raises(OptionError, match="'pl'; there are de, en and ru, and any other for a"):
            figure.of(start, **{"lang": "pl", **lacking})


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

"""What moves bring about, told in German and Russian: every sentence of every game."""

import pytest

from engine.games.aathenuo import events as aathenuo
from engine.games.aathenuo.notation import Put
from engine.games.abstrakto import events as abstrakto
from engine.games.abstrakto.areas import Area
from engine.games.abstrakto.places import PLACES
from engine.games.astralis import events as astralis
from engine.games.atreya import events as atreya
from engine.games.atreya.scoring import Dominator
from engine.messages import language


def place(name):
    return next(one for one in PLACES if one.name == name)


OWNED = Area(1 << 17, (place("d4"),), (), False)
TIED = Area(1 << 17, (place("d4"),), (place("e5"),), True)


def closed(**changes):
    usual = {"mode": "dom", "colour": "r", "size": 3, "span": 3, "cells": (), "healthy": True}
    usual |= {"dominated_by": (), "owner": "r", "points": 3, "bonus": 0}
    return atreya.ShapeClosed(**{**usual, **changes})


#: An event, and the event in German and in Russian.
EVENTS = [
    (
        astralis.ShipSetUp("y", "a3", "bee"),
        "Gelb stellt die Biene auf a3 auf.",
        "Жёлтые ставят пчелу на a3.",
    ),
    (
        astralis.ShipMoved("c", "d7", "e8"),
        "Cyan fliegt von d7 nach e8.",
        "Бирюзовые летят с d7 на e8.",
    ),
    (
        astralis.DepartureBonus("y", "d4"),
        "Gelb erhält den Bonusplaneten auf d4, da das Schiff von dort abgeflogen ist.",
        "Жёлтые получают бонусную планету на d4, так как корабль оттуда улетел.",
    ),
    (
        astralis.StonePlaced("y", "b2", "flower"),
        "Gelb legt eine Blume auf b2.",
        "Жёлтые кладут цветок на b2.",
    ),
    (
        astralis.StonePlaced("c", "b2"),
        "Cyan legt einen Planeten auf b2.",
        "Бирюзовые кладут планету на b2.",
    ),
    (
        astralis.Bonus("y", "d4"),
        "Gelb hat d4 umstellt und erhält dort einen Bonusplaneten.",
        "Жёлтые окружили d4 и получают там бонусную планету.",
    ),
    (
        astralis.Extracted("c", "d4"),
        "Cyan extrahiert den Planeten von Gelb auf d4.",
        "Бирюзовые извлекают планету жёлтых на d4.",
    ),
    (
        astralis.Captured("y", ("a1",)),
        "Der Planet von Gelb auf a1 hat keine Freiheit und wird entfernt.",
        "Планета жёлтых на a1 без дыхания и снимается.",
    ),
    (
        astralis.Captured("c", ("a1", "a2")),
        "Die Planeten von Cyan auf a1 und a2 haben keine Freiheit und werden entfernt.",
        "Планеты бирюзовых на a1 и a2 без дыхания и снимаются.",
    ),
    (astralis.AstralisPassed("y"), "Gelb passt.", "Жёлтые пасуют."),
    (
        abstrakto.PlaceTaken("o", place("d4n")),
        "Orange legt einen Linienstein auf d4n.",
        "Оранжевые кладут линейную плитку на d4n.",
    ),
    (
        abstrakto.AbstraktoPassed("b"),
        "Blau kann keinen Stein legen und passt.",
        "Синие не могут положить плитку и пасуют.",
    ),
    (
        abstrakto.AreaDivided((OWNED, TIED)),
        "Das teilt ein Gebiet in 2: eines von Blau bei a1 (Blau 1, Orange 0) und eines von niemandem bei a1 (Blau 1, Orange 1).",
        "Это делит область на 2 части: синюю у a1 (синих 1, оранжевых 0) и ничейную у a1 (синих 1, оранжевых 1).",
    ),
    (abstrakto.AreaFilled(OWNED), "Das füllt das Gebiet bei a1.", "Это заполняет область у a1."),
    (
        abstrakto.ControlChanged(TIED, "b"),
        "Das Gebiet bei a1 gehörte Blau und gehört jetzt niemandem (Blau 1, Orange 1).",
        "Область у a1 была синей, а теперь ничейная (синих 1, оранжевых 1).",
    ),
    (
        abstrakto.ControlChanged(OWNED, None),
        "Das Gebiet bei a1 gehörte niemandem und gehört jetzt Blau (Blau 1, Orange 0).",
        "Область у a1 была ничейной, а теперь синяя (синих 1, оранжевых 0).",
    ),
    (
        abstrakto.AreaSettled(TIED),
        "Das Gebiet bei a1 ist entschieden und gehört niemandem (Blau 1, Orange 1).",
        "Область у a1 определена и никому не принадлежит (синих 1, оранжевых 1).",
    ),
    (
        aathenuo.TilesLaid("1", (Put("r5", (0, 0)), Put("b*", (1, 0)))),
        "Spieler 1 legt eine rote 5 und einen blauen Stern.",
        "Игрок 1 выкладывает красную 5 и синюю звезду.",
    ),
    (
        aathenuo.TilesShifted("2", ("y1",), ()),
        "Spieler 2 verschiebt die gelbe 1.",
        "Игрок 2 перемещает жёлтую 1.",
    ),
    (
        aathenuo.Drew("3", "o*"),
        "Spieler 3 zieht einen orangefarbenen Stern.",
        "Игрок 3 берёт оранжевую звезду.",
    ),
    (
        aathenuo.AathenuoPassed("1"),
        "Spieler 1 passt, da der Beutel leer ist.",
        "Игрок 1 пасует, так как мешок пуст.",
    ),
    (
        aathenuo.EmptiedHand("4", 2),
        "Spieler 4 hat keine Steine mehr und belegt den zweiten Platz.",
        "У игрока 4 не осталось фишек, он занимает второе место.",
    ),
    (
        atreya.TilePlaced("r", "r:brgbbg", (-1, 0)),
        "Rot legt ein rotes Plättchen an -1,0.",
        "Красные кладут красную плитку на -1,0.",
    ),
    (
        atreya.TileMoved("g", "r:brgbbg", (0, 1), (2, 1), 3, 1),
        "Grün versetzt das Plättchen von 0,1 nach 2,1; seine Freiheit sinkt von 3 auf 1.",
        "Зелёные переносят плитку с 0,1 на 2,1; её свобода падает с 3 до 1.",
    ),
    (
        atreya.TileMoved("g", "r:brgbbg", (0, 1), (0, 1), 3, 1),
        "Grün dreht das Plättchen an 0,1; seine Freiheit sinkt von 3 auf 1.",
        "Зелёные поворачивают плитку на 0,1; её свобода падает с 3 до 1.",
    ),
    (
        closed(owner=None),
        "Eine rote Form der Größe 3 auf 3 Plättchen ist geschlossen, gesund und nicht dominiert; Rot gehört niemandem.",
        "Замкнута красная фигура размера 3 на 3 плитках, здоровая и неподчинённая; красный цвет никому не принадлежит.",
    ),
    (
        closed(points=21, bonus=2),
        "Eine rote Form der Größe 3 auf 3 Plättchen ist geschlossen, gesund und nicht dominiert: 21 Punkte und ein Bonus von 2 für Rot.",
        "Замкнута красная фигура размера 3 на 3 плитках, здоровая и неподчинённая: 21 очко и бонус 2 красным.",
    ),
    (
        closed(points=1, dominated_by=(Dominator("b", 5), Dominator("g", 4))),
        "Eine rote Form der Größe 3 auf 3 Plättchen ist geschlossen, gesund und dominiert von Blau 5 und Grün 4: 1 Punkt für Rot.",
        "Замкнута красная фигура размера 3 на 3 плитках, здоровая и подчинённая (над ней синяя 5 и зелёная 4): 1 очко красным.",
    ),
    (
        closed(mode="max"),
        "Eine rote Form der Größe 3 auf 3 Plättchen ist geschlossen.",
        "Замкнута красная фигура размера 3 на 3 плитках.",
    ),
]


@pytest.mark.parametrize(
    ("event", "german", "russian"),
    EVENTS,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_events_are_told(event, german, russian):
    assert language("de").told(event.sentence()) == german
    assert language("ru").told(event.sentence()) == russian

"""Made by ``python -m tests.house.typed_games`` from the folders here, not by hand."""

from typing import Literal, overload

from engine.games.aathenuo.game import Aathenuo
from engine.games.abstrakto.game import Abstrakto
from engine.games.astralis.game import Astralis
from engine.games.atreya.game import Atreya
from engine.play.game import Game
from engine.play.position import Position

__all__ = ["game"]

@overload
def game(name: Literal["aathenuo"]) -> Aathenuo: ...
@overload
def game(name: Literal["abstrakto"]) -> Abstrakto: ...
@overload
def game(name: Literal["astralis"]) -> Astralis: ...
@overload
def game(name: Literal["atreya"]) -> Atreya: ...
@overload
def game(name: str) -> Game[Position]: ...

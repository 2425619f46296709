"""Pages into a game's pieces, by the way its game names.  Goes when the new reader takes its place."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from importlib.util import find_spec

import engine
from engine.play.game import Game
from engine.play.position import Position
from generator.checking.pages.paint import Page
from generator.checking.recognise import cuts
from generator.checking.recognise.results import Hints, Reading, Recogniser
from generator.printing import trial

_WAYS = "generator.checking.recognise"


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the game's pieces on the pages; raises GameError where they are not the game's."""
    found = _way(game).find(pages, game, hints)
    return found._replace(pieces=cuts.held(pages, found.pieces))


def _way(game: Game[Position]) -> Recogniser:
    name = game.recognised_by
    known = name.isidentifier() and find_spec(f"{_WAYS}.{name}") is not None
    way: Recogniser = importlib.import_module(f"{_WAYS}.{name if known else 'pictures'}")
    return way


def games() -> list[str]:
    """Return the games in the order in which pages are tried as theirs: what takes most to be drawn first."""
    known = map(engine.game, trial.names())
    return [game.name for game in sorted(known, key=lambda game: -_way(game).DETAIL)]

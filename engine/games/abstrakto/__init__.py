"""Abstrakto, by Néstor Romeral Andrés and José Manuel Astilleros García-Monge."""

from __future__ import annotations

from engine.games.abstrakto.game import Abstrakto

GAME = Abstrakto()

"""Atreya: tiles of three colours that close shapes, for two or three players."""

from __future__ import annotations

from engine.games.atreya.game import Atreya

GAME = Atreya()

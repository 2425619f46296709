"""Aathenuo: sets of tiles on a growing grid that every turn may rearrange."""

from __future__ import annotations

from engine.games.aathenuo.game import Aathenuo

GAME = Aathenuo()

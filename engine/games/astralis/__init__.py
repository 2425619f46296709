"""Astralis, by Phil Leduc, with its variants."""

from __future__ import annotations

from engine.games.astralis.game import Astralis

GAME = Astralis()

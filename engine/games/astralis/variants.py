"""The five variants by name (rule 1.4)."""

from __future__ import annotations

from types import MappingProxyType

from engine.games.astralis.beeline import Beeline
from engine.games.astralis.dice import Dice
from engine.games.astralis.dispersed_go import DispersedGo
from engine.games.astralis.standard import Simplified, Standard
from engine.games.astralis.variant import Variant

_ALL: tuple[Variant, ...] = (Standard(), Simplified(), Dice(), Beeline(), DispersedGo())

VARIANTS = MappingProxyType({variant.name: variant for variant in _ALL})

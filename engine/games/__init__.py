"""The games, a folder each; their ``game``, whose stub types it by the names of the folders."""

from __future__ import annotations

from engine.play.plugins import game

__all__ = ["game"]

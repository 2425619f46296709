"""``tilewright preset``: list the presets of shops and machines, or copy one out."""

from __future__ import annotations

from generator.commands._shipped import Shipped, copier
from generator.printing import presets


def _found() -> list[Shipped]:
    return [
        Shipped(p.name, p.title, presets.file_of(p.name), _doubt(p))
        for p in map(presets.load, presets.names())
    ]


def _doubt(preset: presets.Preset) -> dict[str, str | bool]:
    return {"confirmed": preset.confirmed, "source": preset.source}


command = copier(
    "preset",
    "give a preset, or a file of your own, with: tilewright kit GAME --preset NAME.",
    _found,
)

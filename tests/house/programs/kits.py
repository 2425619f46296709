"""Kits, verified after they were made."""

from pathlib import Path

import generator
from generator import KitFiles, Verification

made: KitFiles = generator.kit("atreya", paper="letter", tile_size=40, format=["pdf", "svg"])
files: tuple[Path, ...] = made.files
found: Verification = generator.verify(*files, back_shift=(0.4, -0.2), tolerance=0.3)
sentences: list[str] = [fault.message for fault in found.faults]
games: set[str] = {outcome.game for outcome in found.outcomes}
generator.kit("atreya", papr="a4")  # type: ignore[call-arg]
generator.kit("atreya", tile_size=[40])  # type: ignore[arg-type]
generator.kit("atreya", back_shift=0.4)  # type: ignore[arg-type]
generator.verify("atreya", copys=2)  # type: ignore[call-arg]

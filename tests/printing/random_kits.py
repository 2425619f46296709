"""Kits of random options, by a seed, for looking at their ink and their cuts."""

from __future__ import annotations

import random
from typing import Any

import engine
from engine.drawing import theme
from generator.printing import template
from generator.printing.kit import Kit, make, parts_of
from tests.printing import cutting, ink

PAPERS = (
    "a4", "letter", "a3", "tabloid", "a5", "legal", "130x220mm", "297x210mm", "120x160mm", "90x120mm",
)  # fmt: skip

#: Components with backs, which alone can be moved.
TWO_SIDED = ("tiles", "control")

#: What is chosen from; None leaves an option out.
CHOICES: dict[str, tuple[object, ...]] = {
    "paper": PAPERS,
    "theme": tuple(theme.names()),
    "tile_size": (None, None, None, 12.0, 25.4, 40.0, 90.0),
    "margin": (None, None, 0.0, 3.0, 12.5),
    "bleed": (None, None, 1.5, 3.0),
    "gap": (None, 1.0, 4.0),
    "packing": ("honeycomb", "rows", "separate"),
    "orientation": ("auto", "pointy", "flat"),
    "marks": ("lines", "crop", "none"),
    "spot": (None, None, True),
    "duplex": ("long", "short", "fold", "none"),
    "sides": ("both", "both", "fronts", "backs"),
    "back_shift": (None, None, (0.4, -0.2), (-3.0, 2.5)),
    "back_scale": (None, None, (99.6, 100.3)),
    "back_turn": (None, None, 0.4, -1.0),
    "print_scale": (None, None, (99.0, 100.5), (103.0, 96.0)),
    "preset": (None, None, "silhouette"),
    "labels": (None, True),
    "copies": (None, None, 2),
}


def options_of(seed: int) -> tuple[str, str, dict[str, Any]]:
    """Return a game, one of its components ("" for the whole kit) and options."""
    chance = random.Random(seed)
    game = chance.choice(engine.names())
    options = {name: chance.choice(values) for name, values in CHOICES.items()}
    if options["packing"] != "separate":
        options["gap"] = None
    source = template.load(game)
    part = chance.choice((*(p.name for p in parts_of(source, source.printing)), ""))
    if part not in TWO_SIDED or options["duplex"] not in ("long", "short"):
        options |= {"back_shift": None, "back_scale": None, "back_turn": None}
    return game, part, {name: value for name, value in options.items() if value is not None}


def kit_of(seed: int) -> Kit:
    """Return a kit, of one component or whole.

    Raises OptionError where the options make none.
    """
    game, part, options = options_of(seed)
    source = template.load(game)
    return make(source, source.printing.with_options(options), (part,) if part else ())


def faults(kit: Kit, most: int = 2, per_mm: float = 2.5) -> list[str]:
    """Return what is wrong with the ink and the cuts of ``most`` sheets of each component."""
    wrong = [f"{sheet}: {words}" for sheet, words in ink.faults(kit, per_mm, most)]
    if kit.printing.marks != "none":
        wrong += cutting.uncut(kit, most)
    return wrong

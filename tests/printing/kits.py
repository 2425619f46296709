"""Kits for the tests of printing: from a game's own template, of random options, of parts made otherwise."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import engine
from engine.drawing import theme
from generator import cli
from generator.printing import template
from generator.printing.kit import Kit, make, parts_of
from tests.printing import cutting, ink


def printed(game, *only, **options):
    """Return a kit, or components of it, with options of print."""
    source = template.load(game)
    return make(source, source.printing.with_options(options), only)


def sheets(game, *only, **options):
    """Return the sheets of a kit's first component."""
    return printed(game, *only, **options).components[0].sheets


def run(capsys, *words):
    """Return the exit code of a command line, its output and its notes."""
    code = cli.run([str(word) for word in words])
    return code, *capsys.readouterr()


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


def with_stars_apart(usual: Callable, **changed: object) -> Callable:
    """Return Aathenuo's parts with its stars as a component of their own, ``changed`` as said."""

    def parts(request):
        tiles, *others = usual(request)
        stars = tuple(p for p in tiles.pieces if p.id.endswith("*"))
        numbers = tuple(p for p in tiles.pieces if p not in stars)
        named = replace(tiles, name="stars", title="stars", pieces=stars)
        drawn = {name: change(tiles) for name, change in changed.items()}
        return (replace(tiles, pieces=numbers), replace(named, **drawn), *others)

    return parts

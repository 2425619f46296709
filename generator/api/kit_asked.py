"""What is asked for of a kit: print settings by the names of the options, and which of them were asked."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypedDict

from engine.errors import OptionError


class KitOptions(TypedDict, total=False):
    """Settings of a kit beside its template's, by the names of the command's options.

    Lengths are millimetres, pairs are across and down; None says no more than the template.  What
    each may be is told in ``docs/printing.md``.

    >>> options: generator.KitOptions = {"paper": "letter", "tile_size": 100, "sides": "fronts"}
    >>> len(generator.kit(game.name, out="letter", **options).files)
    2
    """

    paper: str | None
    theme: str | None
    labels: bool | None
    tile_size: float | None
    margin: float | None
    bleed: float | None
    gap: float | None
    packing: str | None
    sheets: str | None
    orientation: str | None
    marks: str | None
    spot: bool | None
    cut_color: str | None
    cut_width: float | None
    duplex: str | None
    sides: str | None
    back_shift: tuple[float, float] | None
    back_scale: tuple[float, float] | None
    back_turn: float | None
    print_scale: tuple[float, float] | None
    profile: str | None
    poster_overlap: float | None
    copies: int | None
    thickness: float | None
    plate: str | None
    preset: str | None
    per_piece: str | None
    color: str | None
    pdfx: str | None
    icc: str | None


def exact(options: KitOptions) -> dict[str, Any]:
    """Return settings by name, lengths that are whole numbers as the same lengths elsewhere.

    Raises OptionError for a name that is no setting's.
    """
    said: dict[str, Any] = {**options}
    for name in said.keys() - KitOptions.__annotations__.keys():
        raise OptionError(f"a kit has no setting '{name}'")
    for name, value in said.items():
        if isinstance(value, tuple):
            said[name] = tuple(map(_length, value))
        elif isinstance(value, int) and not isinstance(value, bool) and name != "copies":
            said[name] = _length(value)
    return said


def _length(value: float) -> float:
    """Return a length as a floating number; infinity for a whole number past all of them."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


@dataclass(frozen=True)
class KitAsked:
    """What is to be printed: ``options`` as given, or with what a preset says.

    ``defaults`` are those that a project says of all its kits: where one has no use for them,
    nothing is refused.
    """

    options: dict[str, Any]
    format: tuple[str, ...] | None = None
    template: str | None = None
    only: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    dpi: float | None = None
    one_pdf: bool = False
    test_page: bool = False
    defaults: frozenset[str] = frozenset()

    @property
    def given(self) -> set[str]:
        """The names of what was asked for of this kit."""
        said = {name for name, value in self.options.items() if value is not None}
        said |= {name for name in ("format", "dpi") if getattr(self, name) is not None}
        said |= {name for name in ("cut", "one_pdf", "test_page") if getattr(self, name)}
        return said - self.defaults

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats of the kit's files."""
        return ("pdf",) if self.format is None else self.format

"""Which options a kit has a use for: what was asked for and changes nothing is to be refused.

It knows what is printed and what each option is for.  What is granted as it stands, such as cut
lines where none are asked for, or fronts only of what has no backs, needs no use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.drawing import scene
from engine.drawing.parts import BoardPart, Part, Pieces, Stance, chosen
from engine.errors import OptionError
from engine.geometry.plane import number
from generator.printing.kit import Kit, parts_of
from generator.printing.sheet import Sheet
from generator.printing.sheet_settings import set_up
from generator.printing.template import PrintSettings, Template

if TYPE_CHECKING:
    from generator.printing.faces import Faces


@dataclass(frozen=True)
class Printed:
    """What is printed of a game: components by name, and the sheets, if any."""

    template: Template
    printing: PrintSettings
    names: tuple[str, ...]
    sheets: tuple[Sheet, ...]

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The components as they were asked for."""
        return _parts_with(self)

    @property
    def pieces(self) -> list[Pieces]:
        """The parts that are no boards."""
        return [part for part in self.parts if isinstance(part, Pieces)]


class _Use(NamedTuple):
    """What an option is for, in words, and whether what is printed has any of it."""

    words: str
    of: Callable[[Printed], bool]


def _has_pieces(printed: Printed) -> bool:
    return bool(printed.pieces)


def _shares_edges(printed: Printed) -> bool:
    apart = printed.printing.packing == "separate"
    return any(apart or part.shares_edges for part in printed.pieces)


def _has_hexagons(printed: Printed) -> bool:
    """Tell whether something can stand on a side or on a corner, as is asked for."""
    return any(p.turnable and p.shape(p.size).kind == "hexagon" for p in printed.pieces)


def _has_backs(printed: Printed) -> bool:
    return any(part.double_sided for part in printed.pieces)


def _has_cut_lines(printed: Printed) -> bool:
    groups = (item for s in printed.sheets for item in scene.walk(s.scene.items))
    return any(isinstance(item, scene.Group) and item.layer == "cut" for item in groups)


def _has_posters(printed: Printed) -> bool:
    return any(not s.placements and s.count > 1 for s in printed.sheets)


def _has_letters(printed: Printed) -> bool:
    """Tell whether colour letters change a drawing."""
    bare = _parts_with(printed, labels=False)
    look = set_up("", printed.printing).theme
    for with_letters, without in zip(_parts_with(printed, labels=True), bare, strict=True):
        if isinstance(with_letters, BoardPart) or isinstance(without, BoardPart):
            if with_letters != without:
                return True
            continue
        for piece in with_letters.pieces:
            for back in (False, True)[: 1 + with_letters.double_sided]:
                stance = Stance(look, without.size, back=back)
                if without.draw(piece, stance) != without.draw(piece, stance._replace(labels=True)):
                    return True
    return False


def _follows_tiles(printed: Printed) -> bool:
    """Tell whether the size of tiles says the size of anything."""
    size = printed.printing.tile_size or 0.0
    if any(s.placements and s.placements[0].part.size == size for s in printed.sheets):
        return True
    other = _parts_with(printed, tile_size=size * 1.1)
    return any(
        _measures(one) != _measures(more)
        for one, more in zip(_parts_with(printed, tile_size=size), other, strict=True)
    )


def _measures(part: Part) -> tuple[float, ...]:
    if isinstance(part, BoardPart):
        return part.cell, part.box.width
    shape = part.shape(part.size)
    return shape.width, shape.height


def _parts_with(printed: Printed, **settings: Any) -> tuple[Part, ...]:
    """Return the parts that are printed, as they would be with other settings."""
    changed = replace(printed.printing, **settings)
    return chosen(parts_of(printed.template, changed), printed.names, printed.template.game)


_USES = {
    "bleed": _Use("is of pieces, and boards have none", _has_pieces),
    "gap": _Use("lies between pieces, and boards are none", _has_pieces),
    "copies": _Use("is of pieces; a board is printed once", _has_pieces),
    "packing": _Use("is of pieces that share edges, and nothing here does", _shares_edges),
    "orientation": _Use("is of hexagonal pieces, and there are none here", _has_hexagons),
    "duplex": _Use("is for backs, and nothing here has one", _has_backs),
    "spot": _Use("is of cut lines, and none are drawn here", _has_cut_lines),
    "cut_color": _Use("is of cut lines, and none are drawn here", _has_cut_lines),
    "cut_width": _Use("is of cut lines, and none are drawn here", _has_cut_lines),
    "poster_overlap": _Use("is of boards on several pages, and none is here", _has_posters),
    "labels": _Use("is of pieces with areas of colours, and there are none here", _has_letters),
    "tile_size": _Use("says no size of what is printed here", _follows_tiles),
}

#: What is granted where there is nothing to do for it.
_GRANTED = {("duplex", "none"), ("labels", False), ("bleed", 0.0), ("gap", 0.0)}


def _printed(template: Template, made: Kit | Faces) -> Printed:
    if not isinstance(made, Kit):
        return Printed(template, made.printing, tuple(part.name for part in made.parts), ())
    names = tuple(one.name for c in made.components for one in c.components)
    sheets = tuple(s for component in made.components for s in component.sheets)
    return Printed(template, made.printing, names, sheets)


def unused(asked: Mapping[str, Any], template: Template, made: Kit | Faces) -> set[str]:
    """Return which of the options asked for, by name, a game's kit has no use for."""
    said = {
        name
        for name in _USES.keys() & asked.keys()
        if asked[name] != getattr(template.printing, name) and (name, asked[name]) not in _GRANTED
    }
    one = _printed(template, made) if said else None
    return {name for name in said if one and not _USES[name].of(one)}


def refuse(name: str) -> None:
    """Refuse an option that nothing has a use for.

    Raises OptionError.
    """
    raise OptionError(f"--{name.replace('_', '-')} {_USES[name].words}; leave it out")


def see_lengths(asked: Mapping[str, Any], printing: PrintSettings) -> None:
    """See that lengths asked for are not less than others need, which would be taken instead.

    Raises OptionError saying the least.
    """
    if not {"gap", "margin", "profile"} & asked.keys():
        return
    gap, margin = asked.get("gap"), asked.get("margin")
    if gap == 0 and printing.packing == "separate":
        raise OptionError("pieces without a gap are not separate; ask for another --packing")
    if gap and gap < 2 * printing.bleed:
        raise OptionError(
            f"between bleeds of {number(printing.bleed)} mm the least gap is "
            f"{number(2 * printing.bleed)} mm; {number(gap)} mm is too small"
        )
    profile = set_up("", replace(printing, margin=0.0)).profile
    if margin is not None and margin < profile.margin:
        raise OptionError(
            f"a margin of {number(margin)} mm is less than the {number(profile.margin)} mm that "
            "a cutting machine's marks need; leave out --margin"
        )
    if asked.get("profile") == "plain" and profile.marks:
        raise OptionError(
            f"preset {printing.preset} has registration marks; leave out --profile plain"
        )

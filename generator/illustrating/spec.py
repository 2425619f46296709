"""Figure files: TOML that says which figures a rulebook has, read strictly into values.

A file holds settings for all figures, ``[positions.NAME]`` to build on and ``[figures.NAME]``::

    game     = "name"
    out      = "figures"            # the folder for the files, from where this file lies
    formats  = ["svg", "pdf"]
    size     = 60                   # millimetres

    [positions.opening]
    position = "start"
    options  = { mode = "dom" }
    play     = "r:brgbbg@-1,0"

    [figures.opening]
    position = "opening"
    show     = ["coords", "cells"]
    marks    = ["dot:white 0,0", "arrow 0,0 1,0"]

The keys are a table in :mod:`generator.illustrating.spec_keys`; :mod:`generator.illustrating.rulebook`
makes the figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import GameError, OptionError
from engine.settings import Settings, parse_toml
from generator.illustrating.spec_keys import (
    FIGURES,
    MOST_PANELS,
    NAME,
    OF_FILES,
    OF_PANELS_TOO,
    PICTURES,
    SOURCES,
    USUAL,
    SpecKey,
)

#: More figures in a file are refused.
MOST_FIGURES = 5_000

KeyValues = Mapping[str, Any]


@dataclass(frozen=True)
class PositionSpec:
    """Where a position comes from: written or named, or from a record; then moves played on.

    The fields are the keys of the same names.  A source with an ``example``, the written form of what
    is no position, has nothing else but the game.
    """

    where: str
    game: str = ""
    position: str = ""
    options: tuple[tuple[str, str], ...] = ()
    record: str = ""
    number: int = 1
    after: str = ""
    play: tuple[str, ...] = ()
    example: str | None = None


@dataclass(frozen=True)
class PanelSpec:
    """One picture: its position, and by the keys of these names what is shown of it and on it."""

    source: PositionSpec
    theme: str
    show: tuple[str, ...]
    marks: tuple[str, ...]
    crop: tuple[str, ...]
    caption: str | None
    title: str
    alt: str
    last: bool | str
    view: str
    turned: int
    moves: str
    labels: bool
    comments: bool
    label_sides: tuple[str, ...]
    font: tuple[str, ...]


@dataclass(frozen=True)
class FigureSpec:
    """A figure of one panel or several, the files it makes, and its label in a text."""

    name: str
    where: str
    panels: tuple[PanelSpec, ...]
    columns: int | None
    size: float | None
    cell: float | None
    caption: str | None
    captions: str
    title: str
    alt: str
    formats: tuple[str, ...]
    dpi: float
    label: str
    legend: bool
    paper: bool
    id_prefix: str
    lang: str


@dataclass(frozen=True)
class Spec:
    """A whole figure file."""

    source: str
    out: str = "."
    snippets: tuple[str, ...] = ()
    contact_sheet: str = ""
    positions: Mapping[str, PositionSpec] = field(default_factory=dict)
    figures: tuple[FigureSpec, ...] = ()
    #: The names of positions that are wrong, and what is wrong with them and with figures.
    unread: frozenset[str] = frozenset()
    faults: tuple[GameError, ...] = ()
    #: The names of all figures of the file, also of those that are wrong or not asked for.
    names: tuple[str, ...] = ()

    def number(self, name: str) -> int:
        """Return a figure's number in its file."""
        return self.names.index(name) + 1

    def in_font(self, font: tuple[str, ...]) -> Spec:
        """Return the file with other fonts for all its figures, whatever they say."""
        figures = tuple(
            replace(figure, panels=tuple(replace(panel, font=font) for panel in figure.panels))
            for figure in self.figures
        )
        return replace(self, figures=figures)


def parse(text: str, source: str, *, elsewhere: bool = False) -> Spec:
    """Return what a figure file says; what is wrong with it is listed.

    Where a setting of the whole file is wrong, there are no figures.  ``elsewhere`` tells that the
    files go to another folder than the file says.

    Raises OptionError naming the file where it is no TOML or has no figures.
    """
    table = parse_toml(text, source)
    return _read(table.over({"out": "figures"}) if elsewhere else table, "", {}, {})


def alone(text: str, source: str, name: str, over: KeyValues, lang: str = "") -> Spec:
    """Return what a figure file says of one figure, with ``over`` in place of its own settings.

    ``lang`` is its language where the file names none.

    Raises OptionError for a figure there is not, or that is wrong.
    """
    spec = _read(parse_toml(text, source), name, over, {"lang": lang})
    for fault in spec.faults:
        raise fault
    return spec


def one(name: str, table: Settings, game: str = "", lang: str = "") -> FigureSpec:
    """Return a figure that stands alone in a text.

    It is of ``game`` and speaks ``lang`` unless its table says otherwise.  Raises OptionError
    naming the key.
    """
    return _figure(name, table, {"game": game, "captions": "text", "lang": lang})


def _read(table: Settings, only: str, over: KeyValues, usual: KeyValues) -> Spec:
    """Return what a figure file's table says, of the figure called ``only`` alone or of all."""
    source, keys = table.where, {**USUAL, **OF_FILES}
    faults: list[GameError] = []
    values = {**{name: key.default for name, key in keys.items()}, **usual}
    for name, key in keys.items():
        with _noted(faults):
            values[name] = key.read(table, name, values[name])
    with _noted(faults):
        table.see_names(keys)
    kinds = (*values["snippets"], *(["latex"] if values["latex"] else []))
    spec = Spec(source, values["out"], tuple(dict.fromkeys(kinds)), values["contact_sheet"])
    if faults:
        return replace(spec, faults=tuple(faults))
    positions = {}
    for name in values["positions"].names():
        with _noted(faults):
            positions[name] = _position(name, values["positions"].table(name), values["game"])
    tables = values["figures"]
    if not tables.names():
        raise OptionError(f"{source}: no figures; expected a table such as [figures.opening]")
    if len(tables.names()) > MOST_FIGURES:
        raise OptionError(f"{source}: more than {MOST_FIGURES} figures; split the file")
    if only and only not in tables.names():
        raise OptionError(f"{source}: no figure '{only}'; it has {', '.join(tables.names())}")
    figures = []
    for name in [only] if only else tables.names():
        with _noted(faults):
            figures.append(_figure(name, tables.table(name).over(over), values))
    return replace(
        spec,
        positions=positions,
        figures=tuple(figures),
        unread=frozenset(values["positions"].names()) - positions.keys(),
        faults=tuple(faults),
        names=tables.names(),
    )


@contextmanager
def _noted(faults: list[GameError]) -> Iterator[None]:
    """Add an error to the faults, and go on."""
    try:
        yield
    except GameError as error:
        faults.append(error)


def _values(table: Settings, keys: Mapping[str, SpecKey], usual: KeyValues) -> dict[str, Any]:
    """Return the values of keys; those that the table does not say are the usual ones."""
    return {name: key.read(table, name, usual.get(name, key.default)) for name, key in keys.items()}


def _checked_name(name: str, where: str) -> str:
    if not NAME.fullmatch(name):
        words = "a name begins with a letter and has only letters, digits, - and _"
        raise OptionError(f"{where}: {words}")
    return name


def _position(name: str, table: Settings, game: str) -> PositionSpec:
    """Read a named position."""
    if name == "start":
        raise OptionError(f"{table.where}: 'start' is every game's start position already")
    _checked_name(name, table.where)
    table.see_names(("game", *SOURCES))
    return _source(table, game)


def _refuse(table: Settings, keys: tuple[str, ...], words: str) -> None:
    """Raise OptionError for the first of the keys that the table has."""
    for key in keys:
        if key in table:
            raise OptionError(f"{table.where}: {key} goes with {words}", setting=key)


def _source(table: Settings, game: str) -> PositionSpec:
    """Read where a position comes from."""
    values = _values(table, {"game": USUAL["game"], **SOURCES}, {"game": game})
    if bool(values["record"]) == bool(values["position"]):
        raise OptionError(
            f"{table.where}: expected either position (start, a written one, or a name of "
            "[positions]) or record (a file)"
        )
    if values["record"]:
        _refuse(table, ("options",), "position; leave it out here")
        if "game" not in table:
            values["game"] = ""
    else:
        _refuse(table, ("after", "number"), "record; leave it out here")
    return PositionSpec(table.where, **values)


def _example(table: Settings, game: str) -> PositionSpec:
    """Read what no position can hold."""
    _refuse(table, (*SOURCES, "last", "moves"), "a position, not with an example; leave it out")
    return PositionSpec(table.where, table.text("game", game), example=table.text("example"))


def _panel(table: Settings, usual: KeyValues) -> PanelSpec:
    """Read one picture."""
    values = _values(table, PICTURES, {})
    own = _values(table, {name: USUAL[name] for name in OF_PANELS_TOO}, usual)
    if values.pop("example") is None:
        source = _source(table, usual["game"])
    else:
        source = _example(table, usual["game"])
    del own["game"]
    return PanelSpec(source, usual["theme"], font=usual["font"], **own, **values)


def _figure(name: str, table: Settings, usual: KeyValues) -> FigureSpec:
    """Read one figure: a picture, or a list of panels with settings of their own."""
    texts = {key: PICTURES[key] for key in ("caption", "title", "alt")}
    whole = {**USUAL, **FIGURES, **texts}
    panels = table.tables("panels")
    if panels:
        table.see_names(whole)
    else:
        whole.pop("columns")
        table.see_names({**whole, **SOURCES, **PICTURES})
    if len(panels) > MOST_PANELS:
        raise OptionError(f"{table.where}: more than {MOST_PANELS} panels")
    for panel in panels:
        panel.see_names((*OF_PANELS_TOO, *SOURCES, *PICTURES))
    values = _values(table, whole, usual)
    pictures = [_panel(one, values) for one in panels] or [_panel(table, values)]
    columns = values.get("columns") or len(panels) or None
    own = {key: values[key] for key in FigureSpec.__dataclass_fields__ if key in values}
    own |= {"columns": columns, "label": values["label"] or f"fig:{name}"}
    own |= {"panels": tuple(pictures)}
    return FigureSpec(name=_checked_name(name, table.where), where=table.where, **own)

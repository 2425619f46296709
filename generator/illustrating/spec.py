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
from dataclasses import fields, replace
from typing import Any

from engine.errors import GameError, OptionError
from engine.settings import Settings, parse_toml
from generator.illustrating.spec_keys import (
    COMMON,
    FIGURES,
    MOST_PANELS,
    NAME,
    OF_FILES,
    OF_PANELS_TOO,
    PICTURES,
    SOURCES,
    FigureSpec,
    PanelSpec,
    PositionSpec,
    Spec,
    SpecKey,
)

KeyValues = Mapping[str, Any]


def parse(
    text: str,
    source: str,
    *,
    only: str = "",
    over: KeyValues | None = None,
    lang: str = "",
) -> Spec:
    """Return what a figure file says, of the figure called ``only`` or of all, with its faults.

    Where a setting of the whole file is wrong, there are no figures. ``over`` stands in place of
    figures' own settings, and ``lang`` is their language where the file names none. Raises
    OptionError naming the file where it is no TOML, has no figures, or not that one.
    """
    table = parse_toml(text, source)
    keys, faults = {**COMMON, **OF_FILES}, list[GameError]()
    values: dict[str, Any] = {}
    for name, key in keys.items():
        with _noted(faults):
            values[name] = key.read(table, name, lang if name == "lang" else key.default)
    with _noted(faults):
        table.see_names(keys)
    if faults:
        return Spec(source, faults=tuple(faults))
    positions, figures = {}, []
    for name in values["positions"].names():
        with _noted(faults):
            positions[name] = _position(name, values["positions"].table(name), values["game"])
    names = values["figures"].names()
    if not names:
        raise OptionError(f"{source}: no figures; expected a table such as [figures.opening]")
    if only and only not in names:
        raise OptionError(f"{source}: no figure '{only}'; it has {', '.join(names)}")
    for name in [only] if only else names:
        with _noted(faults):
            own = values["figures"].table(name)
            own = replace(own, values={**own.values, **(over or {})})
            figures.append(_figure(name, own, values))
    return Spec(
        source,
        out=values["out"],
        snippets=values["snippets"],
        positions=positions,
        figures=tuple(figures),
        unread=frozenset(values["positions"].names()) - positions.keys(),
        faults=tuple(faults),
    )


def one(name: str, table: Settings, game: str = "", lang: str = "") -> FigureSpec:
    """Return a figure that stands alone in a text, of ``game`` and in ``lang`` unless it says otherwise.

    Raises OptionError naming the key.
    """
    return _figure(name, table, {"game": game, "captions": "text", "lang": lang})


@contextmanager
def _noted(faults: list[GameError]) -> Iterator[None]:
    try:
        yield
    except GameError as error:
        faults.append(error)


def _values(table: Settings, keys: Mapping[str, SpecKey], defaults: KeyValues) -> dict[str, Any]:
    return {
        name: key.read(table, name, defaults.get(name, key.default)) for name, key in keys.items()
    }


def _check_name(name: str, table: Settings) -> None:
    if not NAME.fullmatch(name):
        words = "a name begins with a letter and has only letters, digits, - and _"
        raise OptionError(f"{table.where}: {words}")


def _position(name: str, table: Settings, game: str) -> PositionSpec:
    if name == "start":
        raise OptionError(f"{table.where}: 'start' is every game's start position already")
    _check_name(name, table)
    table.see_names(("game", *SOURCES))
    return _source(table, game)


def _refuse(table: Settings, keys: tuple[str, ...], words: str) -> None:
    for key in (key for key in keys if key in table):
        raise OptionError(f"{table.where}: {key} goes with {words}; leave it out", setting=key)


def _source(table: Settings, game: str) -> PositionSpec:
    if "example" in table:
        _refuse(table, (*SOURCES, "last", "moves"), "a position, not with an example")
        return PositionSpec(table.where, table.text("game", game), example=table.text("example"))
    values = _values(table, {"game": COMMON["game"], **SOURCES}, {"game": game})
    if bool(values["record"]) == bool(values["position"]):
        words = "position (start, a written one, or a name of [positions]) or record (a file)"
        raise OptionError(f"{table.where}: expected either {words}")
    if values["record"]:
        _refuse(table, ("options",), "position")
        values["game"] = table.text("game")
    else:
        _refuse(table, ("after", "number"), "record")
    return PositionSpec(table.where, **values)


def _panel(table: Settings, defaults: KeyValues) -> PanelSpec:
    values = _values(table, PICTURES, {})
    own = _values(table, {name: COMMON[name] for name in OF_PANELS_TOO}, defaults)
    del values["example"], own["game"]
    source = _source(table, defaults["game"])
    return PanelSpec(source, theme=defaults["theme"], font=defaults["font"], **own, **values)


def _figure(name: str, table: Settings, defaults: KeyValues) -> FigureSpec:
    whole = {**COMMON, **FIGURES, **{key: PICTURES[key] for key in ("caption", "title", "alt")}}
    panels = table.tables("panels")
    if not panels:
        del whole["columns"]
    table.see_names(whole if panels else {**whole, **SOURCES, **PICTURES})
    if len(panels) > MOST_PANELS:
        raise OptionError(f"{table.where}: more than {MOST_PANELS} panels")
    for panel in panels:
        panel.see_names((*OF_PANELS_TOO, *SOURCES, *PICTURES))
    values = {"columns": None, **_values(table, whole, defaults)}
    values["columns"] = values["columns"] or len(panels) or None
    values["label"] = values["label"] or f"fig:{name}"
    values["panels"] = tuple(_panel(one, values) for one in panels or [table])
    _check_name(name, table)
    values |= {"name": name, "where": table.where}
    return FigureSpec(**{one.name: values[one.name] for one in fields(FigureSpec)})

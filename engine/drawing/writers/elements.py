"""svgwrite's elements, loaded without what it needs only to check values and to fetch style sheets.

Half of its time goes into a web client, its tables of all attributes and the expressions of its
validator, which nothing here asks for; they come when they are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any
from xml.etree import ElementTree as ET


class _Validator:
    """What checks the values of a profile's elements, loaded when it is asked something."""

    def __init__(self, profile: str, debug: bool = True) -> None:
        self._asked = profile, debug

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(_VALIDATOR).get_validator(*self._asked), name)


def _urlopen(*given: Any, **named: Any) -> Any:
    return import_module(_CLIENT).urlopen(*given, **named)


_CLIENT, _VALIDATOR = "urllib.request", "svgwrite.validator2"

#: Module -> what svgwrite takes from it when it is imported.
_LATER: dict[str, dict[str, Callable[..., Any]]] = {
    _CLIENT: {"urlopen": _urlopen},
    _VALIDATOR: {"get_validator": _Validator},
}


@contextmanager
def _loaded_later() -> Iterator[None]:
    """Let modules that are not loaded be stood in for by what loads them when it is used."""
    absent = [name for name in _LATER if name not in sys.modules]
    for name in absent:
        stand_in = ModuleType(name)
        vars(stand_in).update(_LATER[name])
        sys.modules[name] = stand_in
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]


with _loaded_later():
    from svgwrite.base import BaseElement
    from svgwrite.drawing import Drawing


class Element(BaseElement):  # type: ignore[misc]
    """An element of any name; attributes are given as they are written."""

    def __init__(
        self,
        name: str,
        attributes: dict[str, str],
        elements: list[Element] | None = None,
        text: str = "",
    ) -> None:
        super().__init__(debug=False)
        self.elementname = name
        self.attribs = attributes
        self.elements = [] if elements is None else elements
        self.text = text

    def get_xml(self) -> ET.Element:
        """Return the element as ElementTree has it."""
        element: ET.Element = super().get_xml()
        if self.text:
            element.text = self.text
        return element

    def written(self) -> str:
        """Return the element as it stands in a file."""
        return _short(self.tostring())


def document(attributes: dict[str, str], elements: list[Element], inside: dict[str, str]) -> str:
    """Return an SVG document; ``inside`` are its definitions by id, written already."""
    drawing = Drawing(debug=False)
    drawing.attribs = attributes
    drawing.elements = elements
    text = _short(drawing.tostring())
    definitions = f"<defs>{''.join(inside.values())}</defs>"
    return text.replace("<defs/>", definitions if inside else "", 1)


def _short(text: str) -> str:
    """Return what svgwrite wrote without blanks and names that say nothing."""
    text = text.replace(' xmlns:ev="http://www.w3.org/2001/xml-events"', "")
    return text.replace(' baseProfile="full"', "").replace(" />", "/>")

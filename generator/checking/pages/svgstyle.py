"""How SVG elements are painted: attributes, style sheets and styles, inherited (SVG 2, 6 and 13).

Knows elements, but neither shapes nor pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from generator.checking.pages import svgvalues as values

#: How often, one within another, an element may refer to another: a loop ends here.
DEEPEST_USE = 16

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_XLINK = "{http://www.w3.org/1999/xlink}href"


def name_of(element: Element) -> str:
    """Return an SVG element's name, "" for others' (comments, other namespaces)."""
    name = element.tag
    if not isinstance(name, str):
        return ""
    if name.startswith(_NAMESPACE):
        return name[len(_NAMESPACE) :]
    return "" if name.startswith("{") else name


def href(element: Element) -> str:
    """Return the id an element refers to, "" for none in its document."""
    link = element.get("href") or element.get(_XLINK) or ""
    return link[1:] if link.startswith("#") else ""


def url(text: str) -> str:
    """Return the id in ``url(#id)``, "" for anything else."""
    if not text.startswith("url("):
        return ""
    return text[4:].split(")", maxsplit=1)[0].strip("'\"# ")


class Style(NamedTuple):
    """The properties an element inherits, as far as they show."""

    fill: str = "black"
    stroke: str = "none"
    color: str = "black"
    stroke_width: str = "1"
    stroke_linecap: str = "butt"
    fill_rule: str = "nonzero"
    visibility: str = "visible"
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    #: Of all groups together; not inherited but multiplied.
    opacity: float = 1.0

    @property
    def visible(self) -> bool:
        """Whether it shows."""
        return self.visibility.strip() == "visible"


#: The properties that are read, and how much of what is said of one.
_READ = frozenset(
    {name.replace("_", "-") for name in Style._fields}
    | {"display", "clip-path", "clip-rule", "stop-color"}
)
_MOST = 1000
#: So many letters of a colour cost something; longer ones are none.
_MOST_OF_COLOUR = 100


class Styles:
    """What a document says of its elements' paint."""

    def __init__(self, root: Element) -> None:
        self.ids: dict[str, Element] = {}
        self._rules: dict[str, dict[str, str]] = {}
        #: What was found out: of elements what is said of them, of gradients their colours.
        self._said: dict[Element, Mapping[str, str]] = {}
        self._flats: dict[Element, str] = {}
        for element in root.iter():
            identifier = element.get("id")
            if identifier:
                self.ids.setdefault(identifier, element)
            if name_of(element) == "style":
                self._read_sheet("".join(element.itertext()))

    def _read_sheet(self, text: str) -> None:
        """Read a style sheet; each selector of a rule keeps what is read of it.

        Raises GameError where it is too long.
        """
        for names, rule in values.style_sheet(text):
            kept = _read(rule)
            for name in names:
                self._rules.setdefault(name, {}).update(kept)

    def said(self, element: Element) -> Mapping[str, str]:
        """Return the properties said of an element: attributes, under rules, under its style."""
        if element not in self._said:
            style, classes = element.get("style", ""), element.get("class", "")[:_MOST]
            said = dict(_read(element.attrib))
            identifier = element.get("id", "")
            said.update(values.applied(self._rules, name_of(element), identifier, classes))
            if style:
                said.update(_read(values.declarations(style)))
            self._said[element] = said
        return self._said[element]

    def styled(self, element: Element, style: Style) -> Style | None:
        """Return an element's style, or None where it is not displayed."""
        said = self.said(element)
        if said.get("display", "").strip() == "none":
            return None
        changes: dict[str, Any] = {}
        for field, usual in Style._field_defaults.items():
            text = said.get(field.replace("_", "-"), "inherit")
            if text == "inherit":
                continue
            if isinstance(usual, str):
                changes[field] = text
            elif (share := _share(text)) is not None:
                changes[field] = share * style.opacity if field == "opacity" else share
        return style._replace(**changes) if changes else style

    def paint(self, text: str, style: Style) -> tuple[str | None, float]:
        """Return a paint, None for none, and its opacity."""
        text = text.strip()
        if text == "none":
            return None, 0.0
        if text.lower() == "currentcolor":
            text = style.color
        if text.startswith("url("):
            server = self.ids.get(url(text))
            if server is None:
                return "none found", 1.0
            if server not in self._flats:
                self._flats[server] = self._flat(server)
            return self._flats[server], 1.0
        found = values.colour(text)
        return found or (None, 0.0)

    def _flat(self, server: Element) -> str:
        """Return the colour of a gradient that has but one (some tools write swatches so)."""
        if name_of(server) not in ("linearGradient", "radialGradient"):
            return "pattern"
        for _ in range(DEEPEST_USE):
            stops = [stop for stop in server if name_of(stop) == "stop"]
            further = self.ids.get(href(server))
            if stops or further is None:
                break
            server = further
        paints = {self.said(stop).get("stop-color", "black") for stop in stops}
        colour = values.colour(paints.pop()) if len(paints) == 1 else None
        return colour[0] if colour else "gradient"


def _read(said: Mapping[str, str]) -> dict[str, str]:
    """Return what is read of what is said."""
    return {name: text[:_MOST] for name, text in said.items() if name in _READ}


def _share(text: str) -> float | None:
    """Return an opacity from 0 to 1, None where none is said."""
    numbers = values.numbers(text[:40])
    if not numbers:
        return None
    value = numbers[0] / 100 if text.strip().endswith("%") else numbers[0]
    return min(max(value, 0.0), 1.0)

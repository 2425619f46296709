"""Scenes as SVG, by svgwrite: sized in millimetres, text as outlines, the same bytes each time.

Every id is made from content, so that several figures can share one page.
"""

from __future__ import annotations

from hashlib import blake2s
from typing import Any
from xml.etree import ElementTree as ET

from svgwrite.base import BaseElement
from svgwrite.container import Defs, Group, Use
from svgwrite.drawing import Drawing

from engine.drawing import fonts, scene
from engine.geometry.plane import IDENTITY, Point, Transform, number


class _Element(BaseElement):  # type: ignore[misc]
    """An element of any name; attributes are given as they are written."""

    def __init__(self, name: str, attributes: dict[str, str], text: str = "") -> None:
        super().__init__(debug=False)
        self.elementname = name
        self.attribs = attributes
        self.words = text

    def get_xml(self) -> ET.Element:
        element: ET.Element = super().get_xml()
        if self.words:
            element.text = self.words
        return element


def write_text(picture: scene.Scene, *, accessible: bool = True) -> str:
    """Return the SVG document of a scene.

    With ``accessible`` it carries title, description and ``role="img"`` where the scene has them.
    """
    size = (f"{number(picture.width)}mm", f"{number(picture.height)}mm")
    drawing = Drawing(
        size=size,
        viewBox=f"0 0 {number(picture.width)} {number(picture.height)}",
        debug=False,
    )
    drawing.elements.clear()  # svgwrite's own empty <defs>
    if accessible and picture.title:
        _describe(drawing, picture)
    body = _Body()
    elements = body.elements(picture.items)
    if body.symbols or body.defs.elements:
        drawing.add(body.defs)
    if picture.background:
        fill = {"width": "100%", "height": "100%", "fill": picture.background}
        drawing.add(_Element("rect", {**fill, "class": "paper"}))
    for element in elements:
        drawing.add(element)
    text = drawing.tostring()
    if body.symbols:
        empty, symbols = "<defs />", "".join(body.symbols.values())
        if empty in text:
            text = text.replace(empty, f"<defs>{symbols}</defs>", 1)
        else:
            text = text.replace("<defs>", f"<defs>{symbols}", 1)
    return f'<?xml version="1.0" encoding="utf-8" ?>\n{text}\n'


def write(picture: scene.Scene) -> bytes:
    """Return the SVG file of a scene."""
    return write_text(picture).encode()


def write_parts(picture: scene.Scene) -> tuple[dict[str, str], str]:
    """Return a scene's definitions by id, and what it draws with them.

    So several pictures can share a page and their definitions.  The ground is left to the page.
    """
    body = _Body()
    elements = body.elements(picture.items)
    later = {element.attribs["id"]: element.tostring() for element in body.defs.elements}
    return body.symbols | later, "".join(element.tostring() for element in elements)


def _describe(drawing: Any, picture: scene.Scene) -> None:
    """Give the document its name and description (SVG 2, 5.7; WAI-ARIA img)."""
    key = _digest(f"{picture.title}\n{picture.description}")
    ids = [f"title-{key}"]
    drawing.add(_Element("title", {"id": ids[0]}, picture.title))
    if picture.description:
        ids.append(f"desc-{key}")
        drawing.add(_Element("desc", {"id": ids[1]}, picture.description))
    drawing.attribs["role"] = "img"
    drawing.attribs["aria-labelledby"] = " ".join(ids)


def _digest(text: str) -> str:
    return blake2s(text.encode(), digest_size=5).hexdigest()


#: Symbols already written: id(symbol) -> (the symbol, its id, the text of each definition by id).
#: Drawings keep their symbols, so that a position drawn again finds them here, as text; the symbol
#: is held to keep its id().
_SYMBOLS: dict[int, tuple[scene.Symbol, str, dict[str, str]]] = {}
_MOST_SYMBOLS = 4096


class _Body:
    """Items as svgwrite elements, with the definitions they need."""

    def __init__(self) -> None:
        self.defs = Defs(debug=False)
        self.defs.attribs = {}
        #: The definitions of symbols, in their written form; they come before those of ``defs``.
        self.symbols: dict[str, str] = {}
        self.clips: set[str] = set()

    def elements(self, items: tuple[scene.Item, ...]) -> list[Any]:
        result: list[Any] = []
        for item in items:
            if isinstance(item, scene.Use):
                result.append(self.use(item))
            elif isinstance(item, scene.Path):
                result.extend(self.path(item))
            elif isinstance(item, scene.Circle):
                result.extend(self.circle(item))
            elif isinstance(item, scene.Text):
                result.append(_text(item))
            else:
                result.append(self.group(item))
        return result

    def path(self, item: scene.Path) -> list[Any]:
        if isinstance(item.fill, scene.Pattern):
            return self.elements(scene.resolved(item))
        attributes = _paint(item.fill, item.stroke)
        attributes["d"] = scene.path_data(item.outline)
        return [_named("path", attributes, item.name)]

    def circle(self, item: scene.Circle) -> list[Any]:
        if isinstance(item.fill, scene.Pattern):
            outline = scene.disc(item.radius, Point(item.x, item.y))
            return self.path(scene.Path(outline, item.fill, item.stroke, item.name))
        attributes = _paint(item.fill, item.stroke)
        attributes |= {"cx": number(item.x), "cy": number(item.y), "r": number(item.radius)}
        return [_named("circle", attributes, item.name)]

    def group(self, item: scene.Group) -> Any:
        group = Group(debug=False)
        group.attribs = attributes = {}
        if item.id:
            attributes["id"] = item.id
        if item.name:
            attributes["class"] = item.name
        if item.layer:
            attributes |= {"id": f"layer-{item.layer}", "class": f"layer {item.layer}"}
        if item.transform != IDENTITY:
            attributes["transform"] = _matrix(item.transform)
        if item.opacity < 1:
            share = number(item.opacity)
            attributes |= {"fill-opacity": share, "stroke-opacity": share}
        if item.clip is not None:
            attributes["clip-path"] = f"url(#{self.clip(item.clip)})"
        for element in self.elements(item.items):
            group.add(element)
        return group

    def clip(self, outline: scene.Outline) -> str:
        data = scene.path_data(outline)
        key = f"clip-{_digest(data)}"
        if key not in self.clips and key not in self.symbols:
            self.clips.add(key)
            clip = _Element("clipPath", {"id": key})
            clip.add(_Element("path", {"d": data}))
            self.defs.add(clip)
        return key

    def use(self, item: scene.Use) -> Any:
        key = self.symbol(item.symbol)
        use = Use(f"#{key}", debug=False)
        use.attribs = attributes = {"xlink:href": f"#{key}"}
        t = item.transform
        if t != IDENTITY:
            attributes["transform"] = _matrix(t)
        if item.name:
            attributes["class"] = item.name
        if item.id:
            attributes["id"] = item.id
        return use

    def symbol(self, symbol: scene.Symbol) -> str:
        known = _SYMBOLS.get(id(symbol))
        if known is None:
            known = self.new_symbol(symbol)
        _, key, definitions = known
        if key not in self.symbols:
            for name, text in definitions.items():
                if name not in self.clips:
                    self.symbols[name] = text
        return key

    def new_symbol(self, symbol: scene.Symbol) -> tuple[scene.Symbol, str, dict[str, str]]:
        """Write a symbol on its own: the definitions it needs, then its group."""
        inner = _Body()
        group = Group(debug=False)
        group.attribs = {}
        for element in inner.elements(symbol.items):
            group.add(element)
        key = f"{symbol.key}-{_digest(group.tostring())}"
        group.attribs["id"] = key
        definitions = dict(inner.symbols)
        for element in (*inner.defs.elements, group):
            definitions[element.attribs["id"]] = element.tostring()
        if len(_SYMBOLS) >= _MOST_SYMBOLS:
            _SYMBOLS.clear()
        entry = (symbol, key, definitions)
        _SYMBOLS[id(symbol)] = entry
        return entry


def _named(kind: str, attributes: dict[str, str], name: str) -> _Element:
    if name:
        attributes["class"] = name
    return _Element(kind, attributes)


def _text(item: scene.Text) -> _Element:
    advance = fonts.advance(item.text, item.bold) * item.size
    shift = {"start": 0.0, "middle": advance / 2, "end": advance}[item.anchor]
    scale = number(item.size / 1000, 6)
    attributes = {
        "fill": item.fill,
        "transform": f"translate({number(item.x - shift)} {number(item.y)})scale({scale})",
        "d": fonts.text_path(item.text, item.bold),
    }
    return _named("path", attributes, item.name or "text")


def _paint(fill: str | None, stroke: scene.Stroke | None) -> dict[str, str]:
    attributes = {"fill": scene.SPOT_COLOURS.get(fill, fill) if fill else "none"}
    if stroke is not None:
        attributes["stroke"] = scene.SPOT_COLOURS.get(stroke.colour, stroke.colour)
        attributes["stroke-width"] = number(stroke.width)
        if stroke.cap != "butt":
            attributes["stroke-linecap"] = stroke.cap
        if stroke.join != "miter":
            attributes["stroke-linejoin"] = stroke.join
        if stroke.dash:
            attributes["stroke-dasharray"] = " ".join(number(d) for d in stroke.dash)
    return attributes


def _matrix(t: Transform) -> str:
    if t[:4] == (1.0, 0.0, 0.0, 1.0):
        return f"translate({number(t.e)} {number(t.f)})"
    words = [number(v, 6) for v in t[:4]] + [number(v) for v in t[4:]]
    return f"matrix({' '.join(words)})"

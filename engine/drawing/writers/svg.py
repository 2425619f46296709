"""Scenes as SVG, by svgwrite: sized in millimetres, text as outlines, the same bytes each time.

Every id is made from content.  A figure's ids begin with a prefix of its own besides, and its
clips stand in its style, too: browsers do not clip by what is hidden, so that figures that share
a page must not share clips.
"""

from __future__ import annotations

import re

from engine.digests import digest
from engine.drawing import fonts, scene
from engine.drawing.letters import EM
from engine.drawing.pathdata import path_data
from engine.drawing.writers import palettes
from engine.drawing.writers.elements import Element, document
from engine.geometry.plane import IDENTITY, Point, Transform, number

_LINKS = ' xmlns:xlink="http://www.w3.org/1999/xlink"'
_LAYERS = ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'


def write_text(picture: scene.Scene, *, accessible: bool = True) -> str:
    """Return the SVG document of a scene.

    With ``accessible`` it carries title, description and ``role="img"`` where the scene has them.
    """
    if picture.dark:
        picture = palettes.paired(picture, picture.dark)
    width, height = number(picture.width), number(picture.height)
    attributes = {
        "width": f"{width}mm",
        "height": f"{height}mm",
        "viewBox": f"0 0 {width} {height}",
    }
    body = _Body()
    drawn = body.elements(picture.items)
    elements = [Element("defs", {})]
    if accessible and picture.title:
        elements = [*_described(picture, attributes), *elements]
    if picture.background:
        ground = _painted("paper", picture.background) | {"width": "100%", "height": "100%"}
        elements.append(Element("rect", ground))
    text = document(attributes, [*elements, *drawn], body.symbols)
    if "xlink:href" not in text:
        text = text.replace(_LINKS, "", 1)
    if "inkscape:groupmode" in text:
        text = text.replace("<svg", f"<svg{_LAYERS}", 1)
    if picture.id_prefix is not None and accessible:
        text = _styled(_prefixed(text, picture.id_prefix), picture.width)
    return f'<?xml version="1.0" encoding="utf-8" ?>\n{text}\n'


def write(picture: scene.Scene) -> bytes:
    """Return the SVG file of a scene."""
    return write_text(picture).encode()


def write_parts(picture: scene.Scene) -> tuple[dict[str, str], str]:
    """Return a scene's definitions by id, and what it draws with them.

    So several pictures can share a page and their definitions.  The ground is left to the page.
    """
    body = _Body()
    drawn = body.elements(picture.items)
    return body.symbols, "".join(element.written() for element in drawn)


def _described(picture: scene.Scene, attributes: dict[str, str]) -> list[Element]:
    """Return a document's name and description (SVG 2, 5.7; WAI-ARIA img), and set its attributes."""
    key = _digest(f"{picture.title}\n{picture.description}")
    ids = [f"title-{key}"]
    elements = [Element("title", {"id": ids[0]}, text=picture.title)]
    if picture.description:
        ids.append(f"desc-{key}")
        elements.append(Element("desc", {"id": ids[1]}, text=picture.description))
    attributes |= {"role": "img", "aria-labelledby": " ".join(ids)}
    if picture.lang:
        attributes |= {"lang": picture.lang, "xml:lang": picture.lang}
    return elements


def _digest(text: str) -> str:
    return digest(text.encode(), 5)


#: An id of the writer's own, where it is given and where it is asked for.
_GIVEN = re.compile(r'(?<= id=")[a-z][a-z0-9-]*-[0-9a-f]{10}(?=")')
_ASKED = re.compile(r'(?<=["# ])[a-z][a-z0-9-]*-[0-9a-f]{10}(?=[") ])')


def _prefixed(text: str, prefix: str) -> str:
    """Return a document with short ids after ``prefix``, or one made from the text for ""."""
    prefix = prefix or f"f{digest(text.encode(), 4)}"
    short = {name: f"{prefix}-{k}" for k, name in enumerate(dict.fromkeys(_GIVEN.findall(text)))}
    return _ASKED.sub(lambda found: short.get(found[0], found[0]), text)


_CLIP = re.compile(r'<clipPath id="([^"]+)"><path d="([^"]+)"/></clipPath>')
_CLIPPED = re.compile(r'<g(?: class="([^"]*)")?([^<>]* clip-path="url\(#([^)]+)\)")')


#: The class of labels round a board.  Where a figure is shown narrower than this share of its
#: width, or on a screen so narrow, they grow so much.
_RIM, _NARROW, _GROWTH = "rim-label", 0.9, 1.5


def _styled(text: str, width: float) -> str:
    """Return a document with a style: its palettes, larger labels where it is shown small, its clips.

    Clips are said there too, where they need no id, so that the same figure may stand on a page
    twice, its first copy hidden.
    """
    style = palettes.rules(text)
    if f'class="{_RIM}"' in text:
        style += (
            f"@media (max-width:{number(_NARROW * width)}mm){{.{_RIM}{{transform-box:fill-box;"
            f"transform-origin:center;transform:scale({_GROWTH})}}}}"
        )
    if clips := _CLIP.findall(text):
        rules = "".join(f'.{name}{{clip-path:path("{data}") view-box}}' for name, data in clips)
        style += f'@supports (clip-path:path("M0 0") view-box){{{rules}}}'
        text = _CLIPPED.sub(
            lambda g: '<g class="' + " ".join(filter(None, (g[1], g[3]))) + f'"{g[2]}', text
        )
    if not style:
        return text
    style = f"<style>{style}</style>"
    if "<defs>" in text:
        return text.replace("<defs>", f"<defs>{style}", 1)
    return _AFTER_WORDS.sub(lambda head: f"{head[0]}<defs>{style}</defs>", text, count=1)


#: A document's beginning, with what it says of itself.
_AFTER_WORDS = re.compile(r"<svg[^>]*>(?:<(title|desc)[^>]*>[^<]*</\1>)*")


#: Symbols already written: id(symbol) -> (the symbol, its id, the text of each definition by id).
#: Drawings keep their symbols, so that a position drawn again finds them here, as text; the symbol
#: is held to keep its id().
_SYMBOLS: dict[int, tuple[scene.Symbol, str, dict[str, str]]] = {}
_MOST_SYMBOLS = 4096


class _Body:
    """Items as svgwrite's elements, with the definitions they need."""

    def __init__(self) -> None:
        #: The definitions by id, in their written form.
        self.symbols: dict[str, str] = {}

    def elements(self, items: tuple[scene.Item, ...]) -> list[Element]:
        found: list[Element] = []
        for item in items:
            if isinstance(item, scene.Use):
                found.append(self.use(item))
            elif isinstance(item, scene.Path):
                found += self.path(item)
            elif isinstance(item, scene.Circle):
                found += self.circle(item)
            elif isinstance(item, scene.Text):
                found.append(_text(item))
            else:
                found.append(self.group(item))
        return found

    def path(self, item: scene.Path) -> list[Element]:
        if isinstance(item.fill, scene.Pattern):
            return self.elements(scene.resolved(item))
        data = {"d": path_data(item.outline)}
        return [Element("path", _painted(item.name, item.fill, item.stroke) | data)]

    def circle(self, item: scene.Circle) -> list[Element]:
        if isinstance(item.fill, scene.Pattern):
            outline = scene.disc(item.radius, Point(item.x, item.y))
            return self.path(scene.Path(outline, item.fill, item.stroke, item.name))
        place = {"cx": number(item.x), "cy": number(item.y), "r": number(item.radius)}
        return [Element("circle", _painted(item.name, item.fill, item.stroke) | place)]

    def group(self, item: scene.Group) -> Element:
        attributes, name = {"id": item.id} if item.id else {}, item.name
        if item.layer:
            attributes, name = {"id": f"layer-{item.layer}"}, f"layer {item.layer}"
            attributes |= {"inkscape:groupmode": "layer", "inkscape:label": item.layer}
        attributes |= _class(name) | _matrix(item.transform)
        if item.opacity < 1:
            share = number(item.opacity)
            attributes |= {"fill-opacity": share, "stroke-opacity": share}
        if item.clip is not None:
            attributes["clip-path"] = f"url(#{self.clip(item.clip)})"
        elements = self.elements(item.items)
        if item.name.endswith(f"{_RIM}s"):
            elements = [Element("g", {"class": _RIM}, [label]) for label in elements]
        return Element("g", attributes, elements)

    def clip(self, outline: scene.Outline) -> str:
        data = path_data(outline)
        key = f"clip-{_digest(data)}"
        if key not in self.symbols:
            clip = Element("clipPath", {"id": key}, [Element("path", {"d": data})])
            self.symbols[key] = clip.written()
        return key

    def use(self, item: scene.Use) -> Element:
        attributes = {"id": item.id} if item.id else {}
        attributes |= _class(item.name) | _matrix(item.transform)
        return Element("use", attributes | {"xlink:href": f"#{self.symbol(item.symbol)}"})

    def symbol(self, symbol: scene.Symbol) -> str:
        known = _SYMBOLS.get(id(symbol))
        if known is None:
            known = self.new_symbol(symbol)
        _, key, definitions = known
        if key not in self.symbols:
            self.symbols |= definitions
        return key

    def new_symbol(self, symbol: scene.Symbol) -> tuple[scene.Symbol, str, dict[str, str]]:
        """Write a symbol on its own: the definitions it needs, then its group."""
        inner = _Body()
        elements = inner.elements(symbol.items)
        key = f"{symbol.key}-{_digest(''.join(element.written() for element in elements))}"
        definitions = {**inner.symbols, key: Element("g", {"id": key}, elements).written()}
        if len(_SYMBOLS) >= _MOST_SYMBOLS:
            _SYMBOLS.clear()
        entry = (symbol, key, definitions)
        _SYMBOLS[id(symbol)] = entry
        return entry


def _class(name: str) -> dict[str, str]:
    return {"class": name} if name else {}


def _text(item: scene.Text) -> Element:
    advance = fonts.advance(item.text, item.bold, item.font) * item.size
    shift = {"start": 0.0, "middle": advance / 2, "end": advance}[item.anchor]
    scale = number(item.size / EM, 7)
    attributes = _painted(item.name or "text", item.fill) | {
        "transform": f"translate({number(item.x - shift)} {number(item.y)})scale({scale})",
        "d": fonts.text_path(item.text, item.bold, item.font),
    }
    return Element("path", attributes)


def _painted(name: str, fill: str | None, stroke: scene.Stroke | None = None) -> dict[str, str]:
    """Return the attributes of a class, a fill and a line."""
    fill = scene.SPOT_COLOURS.get(fill, fill) if fill else "none"
    line = scene.SPOT_COLOURS.get(stroke.colour, stroke.colour) if stroke else None
    attributes, classes = palettes.names(fill=fill, stroke=line)
    attributes |= _class(" ".join(filter(None, (name, *classes))))
    if stroke is not None:
        attributes["stroke-width"] = number(stroke.width)
        if stroke.cap != "butt":
            attributes["stroke-linecap"] = stroke.cap
        if stroke.join != "miter":
            attributes["stroke-linejoin"] = stroke.join
        if stroke.dash:
            attributes["stroke-dasharray"] = " ".join(number(d) for d in stroke.dash)
    return attributes


def _matrix(t: Transform) -> dict[str, str]:
    """Return the attribute of a transform, nothing for none."""
    if t == IDENTITY:
        return {}
    if t[:4] == (1.0, 0.0, 0.0, 1.0):
        return {"transform": f"translate({number(t.e)} {number(t.f)})"}
    words = [number(v, 6) for v in t[:4]] + [number(v) for v in t[4:]]
    return {"transform": f"matrix({' '.join(words)})"}

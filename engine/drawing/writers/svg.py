"""Scenes as SVG: sized in millimetres, text as outlines, the same bytes each time.

Every id is made from content.  A figure's ids begin with a prefix of its own besides.  Its style has
two palettes, where colours are two, ``#rrggbb/#rrggbb``, and larger labels where it is shown small.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.drawing import fonts, scene
from engine.drawing.pathdata import EM, path_data
from engine.geometry.plane import IDENTITY, Transform, number
from engine.resources import digest


def write_text(picture: scene.Scene) -> str:
    """Return the SVG document of a scene, with its title and description where it has them."""
    width, height = number(picture.width), number(picture.height)
    size = {"width": f"{width}mm", "height": f"{height}mm", "viewBox": f"0 0 {width} {height}"}
    symbols, drawn = write_parts(picture)
    words, naming = _described(picture) if picture.title else ("", {})
    definitions = _tag("defs", {}, "".join(symbols.values())) if symbols else ""
    ground = ""
    if picture.background:
        share = {"width": "100%", "height": "100%"}
        ground = _tag("rect", _painted("paper", picture.background) | share)
    inside = f"{words}{definitions}{ground}{drawn}"
    names = {"version": "1.1", "xmlns": "http://www.w3.org/2000/svg"}
    if "xlink:href" in inside:
        names["xmlns:xlink"] = "http://www.w3.org/1999/xlink"
    text = _tag("svg", size | naming | names, inside)
    if "inkscape:groupmode" in inside:
        inkscape = "http://www.inkscape.org/namespaces/inkscape"
        text = text.replace("<svg", f'<svg xmlns:inkscape="{inkscape}"', 1)
    if picture.id_prefix is not None:
        text = _styled(_prefixed(text, picture.id_prefix), picture.width)
    return f'<?xml version="1.0" encoding="utf-8" ?>\n{text}\n'


def write(picture: scene.Scene) -> bytes:
    """Return the SVG file of a scene."""
    return write_text(picture).encode()


def write_parts(picture: scene.Scene) -> tuple[dict[str, str], str]:
    """Return a scene's definitions by id, and what it draws with them, for pages of several pictures."""
    body = _Body()
    drawn = body.written(picture.items)
    return body.symbols, drawn


#: How characters are written in an attribute, and in a text.
_QUOTED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;"})
_PLAIN = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def _tag(name: str, attributes: dict[str, str], inside: str = "") -> str:
    known = sorted(attributes.items())
    words = "".join(f' {key}="{value.translate(_QUOTED)}"' for key, value in known if value)
    return f"<{name}{words}>{inside}</{name}>" if inside else f"<{name}{words}/>"


def _described(picture: scene.Scene) -> tuple[str, dict[str, str]]:
    key = _digest(f"{picture.title}\n{picture.description}")
    texts = {"title": picture.title, "desc": picture.description}
    parts = {
        f"{name}-{key}": (name, text.translate(_PLAIN)) for name, text in texts.items() if text
    }
    words = "".join(_tag(name, {"id": one}, text) for one, (name, text) in parts.items())
    naming = {"role": "img", "aria-labelledby": " ".join(parts)}
    return words, naming | {"lang": picture.lang, "xml:lang": picture.lang}


def _digest(text: str) -> str:
    return digest(text.encode(), 5)


#: An id of the writer's own, where it is defined and where it is referred to.
_ID = re.compile(r'(?<= id=")[a-z][a-z0-9-]*-[0-9a-f]{10}(?=")')
_REFERENCE = re.compile(r'(?<=["# ])[a-z][a-z0-9-]*-[0-9a-f]{10}(?=[") ])')


def _prefixed(text: str, prefix: str) -> str:
    """Return a document with short ids after ``prefix``, or one made from the text for ""."""
    prefix = prefix or f"f{digest(text.encode(), 4)}"
    short = {name: f"{prefix}-{k}" for k, name in enumerate(dict.fromkeys(_ID.findall(text)))}
    return _REFERENCE.sub(lambda match: short.get(match[0], match[0]), text)


class _Body:
    def __init__(self) -> None:
        self.symbols: dict[str, str] = {}

    def written(self, items: Iterable[scene.Item]) -> str:
        return "".join(map(self.item, items))

    def item(self, item: scene.Item) -> str:
        if isinstance(item, scene.Use):
            key, definitions = _symbol(item.symbol)
            if key not in self.symbols:
                self.symbols |= definitions
            place = {"id": item.id, "class": item.name, "transform": _matrix(item.transform)}
            return _tag("use", place | {"xlink:href": f"#{key}"})
        if isinstance(item, scene.Group):
            return self.group(item)
        if isinstance(item, scene.Text):
            return _text(item)
        if isinstance(item.fill, scene.Pattern):
            return self.written(scene.resolved(item))
        painted = _painted(item.name, item.fill, item.stroke)
        if isinstance(item, scene.Path):
            return _tag("path", painted | {"d": path_data(item.outline)})
        place = {"cx": number(item.x), "cy": number(item.y), "r": number(item.radius)}
        return _tag("circle", painted | place)

    def group(self, item: scene.Group) -> str:
        attributes, name = {"id": item.id}, item.name
        if item.layer:
            attributes, name = {"id": f"layer-{item.layer}"}, f"layer {item.layer}"
            attributes |= {"inkscape:groupmode": "layer", "inkscape:label": item.layer}
        attributes |= {"class": name, "transform": _matrix(item.transform)}
        if item.opacity < 1:
            share = number(item.opacity)
            attributes |= {"fill-opacity": share, "stroke-opacity": share}
        if item.clip is not None:
            data = path_data(item.clip)
            key = f"clip-{_digest(data)}"
            self.symbols.setdefault(key, _tag("clipPath", {"id": key}, _tag("path", {"d": data})))
            attributes["clip-path"] = f"url(#{key})"
        if item.name.endswith(f"{RIM}s"):
            labels = (_tag("g", {"class": RIM}, self.item(one)) for one in item.items)
            return _tag("g", attributes, "".join(labels))
        return _tag("g", attributes, self.written(item.items))


@scene.by_identity
def _symbol(symbol: scene.Symbol) -> tuple[str, dict[str, str]]:
    inner = _Body()
    drawn = inner.written(symbol.items)
    key = f"{symbol.key}-{_digest(drawn)}"
    return key, inner.symbols | {key: _tag("g", {"id": key}, drawn)}


def _text(item: scene.Text) -> str:
    scale = number(item.size / EM, 7)
    place = f"translate({number(fonts.begin(item))} {number(item.y)})scale({scale})"
    data = fonts.text_path(item.text, item.bold, item.font)
    painted = _painted(item.name or "text", item.fill)
    return _tag("path", painted | {"transform": place, "d": data})


def _painted(name: str, fill: scene.Paint, stroke: scene.Stroke | None = None) -> dict[str, str]:
    assert not isinstance(fill, scene.Pattern)
    fill = scene.SPOT_COLOURS.get(fill, fill) if fill else "none"
    line = scene.SPOT_COLOURS.get(stroke.colour, stroke.colour) if stroke else None
    attributes, classes = colour_classes(fill=fill, stroke=line)
    attributes["class"] = " ".join(filter(None, (name, *classes)))
    if stroke is not None:
        attributes["stroke-width"] = number(stroke.width)
        attributes["stroke-linecap"] = stroke.cap if stroke.cap != "butt" else ""
        attributes["stroke-linejoin"] = stroke.join if stroke.join != "miter" else ""
        attributes["stroke-dasharray"] = " ".join(map(number, stroke.dash))
    return attributes


def _matrix(t: Transform) -> str:
    if t == IDENTITY:
        return ""
    if t[:4] == (1.0, 0.0, 0.0, 1.0):
        return f"translate({number(t.e)} {number(t.f)})"
    words = [number(v, 6) for v in t[:4]] + [number(v) for v in t[4:]]
    return f"matrix({' '.join(words)})"


# ------------------------------------------------------------------------------------ styles

#: The class of labels round a board.  Where a figure is shown narrower than this share of its
#: width, or on a screen so narrow, they grow so much.
RIM, _NARROW, _GROWTH = "rim-label", 0.9, 1.5

#: A document's beginning, with what it says of itself and where its definitions begin.
_HEAD = re.compile(r"<svg[^>]*>(?:<(title|desc)[^>]*>[^<]*</\1>)*(<defs>)?")

#: The class of what has two colours: the property, then the light and the dark one.
_CLASS = re.compile(r"(fill|stroke)-([0-9a-f]{6})-([0-9a-f]{6})(?=[ \"])")

#: What says that a page is dark: the reader's system, unless MkDocs Material's switch does.
_PAGES = "@media (prefers-color-scheme:dark){{:root{{{dark}}}}}[data-md-color-scheme=default]{{{light}}}[data-md-color-scheme=slate]{{{dark}}}"


def _styled(text: str, width: float) -> str:
    style = rules(text)
    if f'class="{RIM}"' in text:
        style += (
            f"@media (max-width:{number(_NARROW * width)}mm){{.{RIM}{{transform-box:fill-box;"
            f"transform-origin:center;transform:scale({_GROWTH})}}}}"
        )
    head = _HEAD.match(text) if style else None
    if not head:
        return text
    defs = f"<style>{style}</style>" if head[2] else f"<defs><style>{style}</style></defs>"
    return f"{head[0]}{defs}{text[head.end() :]}"


def colour_classes(**colours: str | None) -> tuple[dict[str, str], list[str]]:
    """Return colours by property as they are on light pages, and the classes of those that are two."""
    pairs = {name: colour.partition("/") for name, colour in colours.items() if colour}
    classes = [f"{name}-{one[1:]}-{two[1:]}" for name, (one, _, two) in pairs.items() if two]
    return {name: light for name, (light, _, _) in pairs.items()}, classes


def rules(text: str) -> str:
    """Return the style of a text whose classes have two colours, "" where none has.

    A page's colours are variables, which reach what is drawn by ``<use>`` too.
    """
    known = sorted({(m[0], m[1], f"#{m[2]}", f"#{m[3]}") for m in _CLASS.finditer(text)})
    if not known:
        return ""
    used = "".join(f".{name}{{{key}:var(--{name},{light})}}" for name, key, light, _ in known)
    light, dark = (";".join(f"--{one[0]}:{one[k]}" for one in known) for k in (2, 3))
    # Typst's reader paints variables black, but skips all media rules.
    return f"@media all{{{used}}}{_PAGES.format(light=light, dark=dark)}"

"""Scenes as SVG: sized in millimetres, text as outlines, the same bytes each time.

Every id is made from content.  A figure's ids begin with a prefix of its own besides, and its
clips stand in its style, too: browsers do not clip by what is hidden, so that figures that share
a page must not share clips.
"""

from __future__ import annotations

import re
from hashlib import blake2s

from engine.drawing import fonts, scene
from engine.geometry.plane import IDENTITY, Point, Transform, number

_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg"{links} version="1.1" width="{0}mm" height="{1}mm"'
    ' viewBox="0 0 {0} {1}"{more}>'
)
_LINKS = ' xmlns:xlink="http://www.w3.org/1999/xlink"'


def write_text(picture: scene.Scene, *, accessible: bool = True) -> str:
    """Return the SVG document of a scene.

    With ``accessible`` it carries title, description and ``role="img"`` where the scene has them.
    """
    parts: list[str] = []
    more = ""
    if accessible and picture.title:
        more = _describe(picture, parts)
    body = _Body()
    drawn = body.items(picture.items)
    if body.symbols:
        parts.append(f"<defs>{''.join(body.symbols.values())}</defs>")
    if picture.background:
        parts.append(
            f'<rect width="100%" height="100%" fill="{picture.background}" class="paper"/>'
        )
    head = _HEAD.format(
        number(picture.width),
        number(picture.height),
        links=_LINKS if "xlink:href" in drawn or "xlink:href" in "".join(parts) else "",
        more=more,
    )
    text = "".join((head, *parts, drawn, "</svg>"))
    if picture.id_prefix is not None and accessible:
        text = _styled(_prefixed(text, picture.id_prefix))
    return f'<?xml version="1.0" encoding="utf-8" ?>\n{text}\n'


def write(picture: scene.Scene) -> bytes:
    """Return the SVG file of a scene."""
    return write_text(picture).encode()


def write_parts(picture: scene.Scene) -> tuple[dict[str, str], str]:
    """Return a scene's definitions by id, and what it draws with them.

    So several pictures can share a page and their definitions.  The ground is left to the page.
    """
    body = _Body()
    drawn = body.items(picture.items)
    return body.symbols, drawn


def _describe(picture: scene.Scene, parts: list[str]) -> str:
    """Add a document's name and description (SVG 2, 5.7; WAI-ARIA img); return its attributes."""
    key = _digest(f"{picture.title}\n{picture.description}")
    ids = f"title-{key}"
    parts.append(f'<title id="{ids}">{_escaped(picture.title)}</title>')
    if picture.description:
        parts.append(f'<desc id="desc-{key}">{_escaped(picture.description)}</desc>')
        ids += f" desc-{key}"
    return f' role="img" aria-labelledby="{ids}"'


def _escaped(text: str) -> str:
    """Return a text as XML holds it between tags."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _digest(text: str) -> str:
    return blake2s(text.encode(), digest_size=5).hexdigest()


#: An id of the writer's own, where it is given and where it is asked for.
_GIVEN = re.compile(r'(?<= id=")[a-z][a-z0-9-]*-[0-9a-f]{10}(?=")')
_ASKED = re.compile(r'(?<=["# ])[a-z][a-z0-9-]*-[0-9a-f]{10}(?=[") ])')


def _prefixed(text: str, prefix: str) -> str:
    """Return a document with short ids after ``prefix``, or one made from the text for ""."""
    prefix = prefix or f"f{blake2s(text.encode(), digest_size=4).hexdigest()}"
    short = {name: f"{prefix}-{k}" for k, name in enumerate(dict.fromkeys(_GIVEN.findall(text)))}
    return _ASKED.sub(lambda found: short.get(found[0], found[0]), text)


_CLIP = re.compile(r'<clipPath id="([^"]+)"><path d="([^"]+)"/></clipPath>')
_CLIPPED = re.compile(r'<g(?: class="([^"]*)")?([^<>]* clip-path="url\(#([^)]+)\)")')


def _styled(text: str) -> str:
    """Return a document whose clips are said in its style too, where they need no id.

    So the same figure may stand on a page twice, its first copy hidden.
    """
    clips = _CLIP.findall(text)
    if not clips:
        return text
    rules = "".join(f'.{name}{{clip-path:path("{data}") view-box}}' for name, data in clips)
    style = f'<style>@supports (clip-path:path("M0 0") view-box){{{rules}}}</style>'
    text = _CLIPPED.sub(lambda g: f'<g class="{f"{g[1]} {g[3]}".strip()}"{g[2]}', text)
    return text.replace("<defs>", f"<defs>{style}", 1)


#: Symbols already written: id(symbol) -> (the symbol, its id, the text of each definition by id).
#: Drawings keep their symbols, so that a position drawn again finds them here, as text; the symbol
#: is held to keep its id().
_SYMBOLS: dict[int, tuple[scene.Symbol, str, dict[str, str]]] = {}
_MOST_SYMBOLS = 4096


class _Body:
    """Items in their written form, with the definitions they need."""

    def __init__(self) -> None:
        #: The definitions by id, in their written form.
        self.symbols: dict[str, str] = {}

    def items(self, items: tuple[scene.Item, ...]) -> str:
        words: list[str] = []
        for item in items:
            if isinstance(item, scene.Use):
                words.append(self.use(item))
            elif isinstance(item, scene.Path):
                words.append(self.path(item))
            elif isinstance(item, scene.Circle):
                words.append(self.circle(item))
            elif isinstance(item, scene.Text):
                words.append(_text(item))
            else:
                words.append(self.group(item))
        return "".join(words)

    def path(self, item: scene.Path) -> str:
        if isinstance(item.fill, scene.Pattern):
            return self.items(scene.resolved(item))
        look = _paint(item.fill, item.stroke)
        return f'<path{_class(item.name)}{look} d="{scene.path_data(item.outline)}"/>'

    def circle(self, item: scene.Circle) -> str:
        if isinstance(item.fill, scene.Pattern):
            outline = scene.disc(item.radius, Point(item.x, item.y))
            return self.path(scene.Path(outline, item.fill, item.stroke, item.name))
        at = f'cx="{number(item.x)}" cy="{number(item.y)}" r="{number(item.radius)}"'
        return f"<circle{_class(item.name)}{_paint(item.fill, item.stroke)} {at}/>"

    def group(self, item: scene.Group) -> str:
        inner = self.items(item.items)
        name = item.name
        words = f' id="{item.id}"' if item.id else ""
        if item.layer:
            words, name = f' id="layer-{item.layer}"', f"layer {item.layer}"
        words += _class(name) + _matrix(item.transform)
        if item.opacity < 1:
            share = number(item.opacity)
            words += f' fill-opacity="{share}" stroke-opacity="{share}"'
        if item.clip is not None:
            words += f' clip-path="url(#{self.clip(item.clip)})"'
        return f"<g{words}>{inner}</g>"

    def clip(self, outline: scene.Outline) -> str:
        data = scene.path_data(outline)
        key = f"clip-{_digest(data)}"
        if key not in self.symbols:
            self.symbols[key] = f'<clipPath id="{key}"><path d="{data}"/></clipPath>'
        return key

    def use(self, item: scene.Use) -> str:
        words = f' id="{item.id}"' if item.id else ""
        words += _class(item.name) + _matrix(item.transform)
        return f'<use{words} xlink:href="#{self.symbol(item.symbol)}"/>'

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
        text = inner.items(symbol.items)
        key = f"{symbol.key}-{_digest(text)}"
        definitions = {**inner.symbols, key: f'<g id="{key}">{text}</g>'}
        if len(_SYMBOLS) >= _MOST_SYMBOLS:
            _SYMBOLS.clear()
        entry = (symbol, key, definitions)
        _SYMBOLS[id(symbol)] = entry
        return entry


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _text(item: scene.Text) -> str:
    advance = fonts.advance(item.text, item.bold) * item.size
    shift = {"start": 0.0, "middle": advance / 2, "end": advance}[item.anchor]
    scale = number(item.size / fonts.EM, 7)
    move = f"translate({number(item.x - shift)} {number(item.y)})scale({scale})"
    data = fonts.text_path(item.text, item.bold)
    return f'<path class="{item.name or "text"}" fill="{item.fill}" transform="{move}" d="{data}"/>'


def _paint(fill: str | None, stroke: scene.Stroke | None) -> str:
    words = f' fill="{scene.SPOT_COLOURS.get(fill, fill) if fill else "none"}"'
    if stroke is not None:
        colour = scene.SPOT_COLOURS.get(stroke.colour, stroke.colour)
        words += f' stroke="{colour}" stroke-width="{number(stroke.width)}"'
        if stroke.cap != "butt":
            words += f' stroke-linecap="{stroke.cap}"'
        if stroke.join != "miter":
            words += f' stroke-linejoin="{stroke.join}"'
        if stroke.dash:
            words += f' stroke-dasharray="{" ".join(number(d) for d in stroke.dash)}"'
    return words


def _matrix(t: Transform) -> str:
    """Return the attribute of a transform, nothing for none."""
    if t == IDENTITY:
        return ""
    if t[:4] == (1.0, 0.0, 0.0, 1.0):
        return f' transform="translate({number(t.e)} {number(t.f)})"'
    words = [number(v, 6) for v in t[:4]] + [number(v) for v in t[4:]]
    return f' transform="matrix({" ".join(words)})"'

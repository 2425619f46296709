"""A page of an SVG file as marks: what a viewer shows, walked without recursion, bounded.

Reads geometry, fills and lines; no ids but where one element shows another, no classes but where
a style sheet paints by them, no metadata.  Text, masks, markers and filters are passed over.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from engine.errors import GameError, placed
from engine.geometry.plane import Transform
from generator.checking.pages import svgvalues as values
from generator.checking.pages.paint import Clip, Page, Scale, unscaled
from generator.checking.pages.shapes import Shape, Tracer
from generator.checking.pages.svgstyle import DEEPEST_USE, Style, Styles, href, name_of, url

#: Elements within elements deeper than this are refused; more elements than this too.
DEEPEST = 200
MOST_ELEMENTS = 400_000
#: A page's sides in millimetres: no shorter and no longer.
SMALLEST, LARGEST = 0.01, 10_000.0

#: What holds others and is walked into.
_GROUPS = frozenset({"g", "a", "svg", "switch", "symbol"})

#: How lines end, as marks tell it.
_CAPS = {"round": 1, "square": 2}


class _Step(NamedTuple):
    """An element still to be drawn, with where and how."""

    element: Element
    transform: Transform
    style: Style
    clips: tuple[Clip, ...]
    uses: int


def pages(source: str, data: bytes, scale: Scale) -> list[Page]:
    """Return the page of an SVG file, as a list of one, its ``scale`` undone.

    Raises GameError where the file is no SVG, or holds what is not read (a document type), or more
    than is read.
    """
    root = _tree(source, data)
    if name_of(root) != "svg":
        raise GameError(f"{source} is no SVG: its root is <{name_of(root)[:40]}>")
    try:
        return [_Drawing(source, root, scale).page()]
    except GameError as error:
        raise GameError(f"{source}: {error}") from error


class _Builder(TreeBuilder):
    """Builds the tree and refuses one too deep or too large."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = self._count = 0

    def start(self, tag: Any, attrs: Any, /) -> Element:
        self._depth += 1
        self._count += 1
        if self._depth > DEEPEST:
            raise GameError(f"its elements nest deeper than {DEEPEST}")
        if self._count > MOST_ELEMENTS:
            raise GameError(f"it has more than {MOST_ELEMENTS:,} elements")
        return super().start(tag, attrs)

    def end(self, tag: Any, /) -> Element:
        self._depth -= 1
        return super().end(tag)


def _tree(source: str, data: bytes) -> Element:
    from defusedxml import DefusedXmlException, DTDForbidden
    from defusedxml.ElementTree import DefusedXMLParser

    try:
        parser = DefusedXMLParser(target=_Builder(), forbid_dtd=True)
        parser.feed(data)
        root = parser.close()
    except GameError as error:
        raise GameError(f"{source} is not read: {error}") from error
    except DTDForbidden as error:
        raise GameError(
            f"{source} has a document type (<!DOCTYPE …>), which is not read; delete that line"
        ) from error
    except DefusedXmlException as error:
        raise GameError(f"{source} declares entities, which are not read") from error
    except (ParseError, ValueError, LookupError) as error:
        line, column = getattr(error, "position", (0, -1))
        wrong = GameError(f"{source} cannot be read as SVG: {error}")
        raise placed(wrong, line, column + 1) from error
    if not isinstance(root, Element):
        raise GameError(f"{source} cannot be read as SVG: it has no root element")
    return root


class _Drawing:
    """One document being drawn onto its page."""

    def __init__(self, source: str, root: Element, scale: Scale) -> None:
        self._source = source
        self._scale = scale
        self._root = root
        self._shapes: dict[tuple[str, ...], Shape] = {}
        self._clips: dict[tuple[str, Transform], Clip] = {}
        self._styles = Styles(root)

    def page(self) -> Page:
        """Draw the document.

        Raises GameError where it has no size, or draws more than is read.
        """
        width, height, transform = self._placed()
        page = Page(self._source, 0, width, height)
        page.is_unsized = not all(
            values.is_physical(self._root.get(n)) for n in ("width", "height")
        )
        root = self._root
        style = self._styles.styled(root, Style())
        stack = [
            _Step(child, transform, style, (), 0) for child in reversed(root) if style is not None
        ]
        while stack:
            step = stack.pop()
            stack.extend(reversed(self._drawn(page, step)))
        return page

    def _placed(self) -> tuple[float, float, Transform]:
        """Return the page's size in millimetres and the transform from user units."""
        root = self._root
        view = values.view_box(root.get("viewBox"))
        width = values.length(root.get("width", "100%"), view.width if view else 0.0)
        height = values.length(root.get("height", "100%"), view.height if view else 0.0)
        if not width or not height or width < 0 or height < 0:
            raise GameError("it has no width and height, and no viewBox to take them from")
        if max(width, height) * values.PX > LARGEST:
            raise GameError(f"its sides are longer than {LARGEST / 1000:g} m")
        if min(width, height) * values.PX < SMALLEST:
            raise GameError(f"its sides are shorter than {SMALLEST:g} mm")
        to_mm = Transform.scaling(values.PX)
        if view is not None:
            how = root.get("preserveAspectRatio")
            to_mm @= values.fitted(view, width, height, how)
        width, height = width * values.PX, height * values.PX
        return width, height, unscaled(width, height, self._scale) @ to_mm

    # ---------------------------------------------------------------------------- elements

    def _drawn(self, page: Page, step: _Step) -> list[_Step]:
        """Draw an element and return what it holds, still to be drawn."""
        element = step.element
        tag = name_of(element)
        if not tag or (tag == "symbol" and not step.uses):
            return []
        if tag not in _GROUPS and tag not in _READERS and tag not in ("use", "image", "text"):
            return []
        style = self._styles.styled(element, step.style)
        if style is None:
            return []
        transform = step.transform @ self._transform(element)
        clips = self._clipped(element, transform, step.clips)
        step = _Step(element, transform, style, clips, step.uses)
        if tag == "use":
            return self._used(step)
        if tag in _GROUPS:
            return self._entered(tag, step)
        page.images += tag == "image"
        if tag == "text" and style.visible:
            page.unread += 1
            page.mirrored_words += 1 if transform.determinant < 0 else -1
        self._paint(page, tag, step)
        return []

    def _entered(self, tag: str, step: _Step) -> list[_Step]:
        """Return what a group holds; a nested svg has a frame of its own."""
        if tag == "svg":
            moved = step.transform @ _shift(step.element)
            step = self._framed(step._replace(transform=moved))
        return [step._replace(element=child) for child in step.element]

    def _framed(
        self, step: _Step, width: float | None = None, height: float | None = None
    ) -> _Step:
        """Return a step inside the viewBox of its svg or symbol, if it has one."""
        element = step.element
        view = values.view_box(element.get("viewBox"))
        if view is None:
            return step
        across = width or values.length(element.get("width"), view.width) or view.width
        down = height or values.length(element.get("height"), view.height) or view.height
        inner = values.fitted(view, across, down, element.get("preserveAspectRatio"))
        return step._replace(transform=step.transform @ inner)

    def _used(self, step: _Step) -> list[_Step]:
        """Return the element that a use shows."""
        element = step.element
        target = self._styles.ids.get(href(element))
        if target is None or step.uses >= DEEPEST_USE:
            return []
        step = step._replace(transform=step.transform @ _shift(element), uses=step.uses + 1)
        if name_of(target) != "symbol":
            return [step._replace(element=target)]
        style = self._styles.styled(target, step.style)
        if style is None:
            return []
        framed = self._framed(
            step._replace(element=target, style=style),
            values.length(element.get("width")),
            values.length(element.get("height")),
        )
        return [framed._replace(element=child) for child in target]

    def _paint(self, page: Page, tag: str, step: _Step) -> None:
        """Paint a shape."""
        style = step.style
        shape = self._shape(tag, step.element)
        if shape is None or not style.visible:
            return
        fill, fill_alpha = self._styles.paint(style.fill, style)
        stroke, stroke_alpha = self._styles.paint(style.stroke, style)
        if tag == "image":
            fill, fill_alpha, stroke = "image", 1.0, None
        if tag == "line":
            fill = None
        width = values.length(style.stroke_width) or 0.0
        fill_alpha *= style.fill_opacity * style.opacity
        stroke_alpha *= style.stroke_opacity * style.opacity
        fill = fill if fill_alpha > 0 else None
        stroke = stroke if stroke_alpha > 0 and width > 0 else None
        page.paint(
            shape,
            step.transform,
            step.clips,
            fill=fill,
            even_odd=style.fill_rule == "evenodd",
            stroke=stroke,
            width=width * math.sqrt(abs(step.transform.determinant)),
            cap=_CAPS.get(style.stroke_linecap.strip(), 0),
            alpha=fill_alpha if fill else stroke_alpha,
        )

    # ------------------------------------------------------------------------------- clips

    def _clipped(
        self, element: Element, transform: Transform, clips: tuple[Clip, ...]
    ) -> tuple[Clip, ...]:
        """Return the clips on an element: those around it and its own."""
        name = url(self._styles.said(element).get("clip-path", ""))
        target = self._styles.ids.get(name)
        if target is None or name_of(target) != "clipPath":
            return clips
        if target.get("clipPathUnits") == "objectBoundingBox":
            transform @= self._unit_of(element)
        key = (name, transform)
        if key not in self._clips:
            self._clips[key] = self._clip(target, transform)
        return (*clips[-63:], self._clips[key])

    def _clip(self, target: Element, transform: Transform) -> Clip:
        """Return a clipPath's shapes together."""
        transform @= self._transform(target)
        shapes: list[tuple[Shape, Transform]] = []
        even_odd = False
        for child in target:
            placed = transform @ self._transform(child)
            if name_of(child) == "use":
                placed @= _shift(child)
                found = self._styles.ids.get(href(child))
                if found is None:
                    continue
                child = found  # noqa: PLW2901 - the element that is shown
                placed @= self._transform(child)
            shape = self._shape(name_of(child), child)
            if shape is not None:
                shapes.append((shape.filled(), placed))
                even_odd = self._styles.said(child).get("clip-rule") == "evenodd"
        return Clip(tuple(shapes), even_odd)

    def _transform(self, element: Element) -> Transform:
        """Return an element's own transform."""
        said = element.get("transform")
        if not said:
            return Transform()
        return values.transform(said)

    def _unit_of(self, element: Element) -> Transform:
        """Return the transform from the unit square to an element's box."""
        shape = self._shape(name_of(element), element)
        if shape is None:
            return Transform()
        left, top, right, bottom = shape.box
        return Transform(right - left, 0.0, 0.0, bottom - top, left, top)

    # ------------------------------------------------------------------------------ shapes

    def _shape(self, tag: str, element: Element) -> Shape | None:
        """Return an element's outline, read once for elements that say the same."""
        names = _READERS.get(tag)
        if names is None:
            return None
        said = tuple(element.get(name, "") for name in names)
        key = (tag, *said)
        shape = self._shapes.get(key)
        if shape is None:
            shape = self._shapes[key] = _outline(tag, said)
        return shape


#: The elements with an outline, and the attributes it is made of.
_READERS: Mapping[str, tuple[str, ...]] = {
    "path": ("d",),
    "polygon": ("points",),
    "polyline": ("points",),
    "rect": ("x", "y", "width", "height"),
    "image": ("x", "y", "width", "height"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
}


def _shift(element: Element) -> Transform:
    """Return what moves to an element's own place."""
    x, y = (values.length(element.get(name)) or 0.0 for name in ("x", "y"))
    return Transform(e=x, f=y)


def _outline(tag: str, said: tuple[str, ...]) -> Shape:
    """Return the shape that attributes describe."""
    if tag == "path":
        return values.path(said[0])
    if tag in ("polygon", "polyline"):
        return values.points(said[0], closed=tag == "polygon")
    n = [values.length(text) or 0.0 for text in said]
    if tag in ("circle", "ellipse"):
        return values.ellipse(n[0], n[1], n[2], n[-1])
    tracer = Tracer()
    if tag == "line":
        tracer.move(n[0], n[1])
        tracer.line(n[2], n[3])
    elif n[2] > 0 and n[3] > 0:
        tracer.rectangle(*n)
    return tracer.shape()

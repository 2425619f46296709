"""The style of an SVG document: two palettes, and larger labels where it is shown small.

A colour of two palettes is both of them, ``#rrggbb/#rrggbb``, for light pages and for dark ones.
"""

from __future__ import annotations

import re

from engine.geometry.plane import number

#: The class of labels round a board.  Where a figure is shown narrower than this share of its
#: width, or on a screen so narrow, they grow so much.
RIM, _NARROW, _GROWTH = "rim-label", 0.9, 1.5

#: A document's beginning, with what it says of itself.
_AFTER_WORDS = re.compile(r"<svg[^>]*>(?:<(title|desc)[^>]*>[^<]*</\1>)*")


def styled(text: str, width: float) -> str:
    """Return a document with a style where it needs one."""
    style = rules(text)
    if f'class="{RIM}"' in text:
        style += (
            f"@media (max-width:{number(_NARROW * width)}mm){{.{RIM}{{transform-box:fill-box;"
            f"transform-origin:center;transform:scale({_GROWTH})}}}}"
        )
    if not style:
        return text
    style = f"<style>{style}</style>"
    if "<defs>" in text:
        return text.replace("<defs>", f"<defs>{style}", 1)
    return _AFTER_WORDS.sub(lambda head: f"{head[0]}<defs>{style}</defs>", text, count=1)


# --------------------------------------------------------------------------------- palettes

#: The class of what has two colours: the property, then the light and the dark one.
_CLASS = re.compile(r"(fill|stroke)-([0-9a-f]{6})-([0-9a-f]{6})(?=[ \"])")

#: What says that a page is dark: the reader's system, unless MkDocs Material's switch does.
_PAGES = "@media (prefers-color-scheme:dark){{:root{{{dark}}}}}[data-md-color-scheme=default]{{{light}}}[data-md-color-scheme=slate]{{{dark}}}"


def names(**colours: str | None) -> tuple[dict[str, str], list[str]]:
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

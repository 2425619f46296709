"""SVG files of under a mebibyte that are made to cost as much as they can, by their names."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

_RNG_SEED = 15


def _svg(body: str, root: str = "") -> bytes:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="210mm" height="297mm" viewBox="0 0 210 297"{root}>{body}</svg>'
    ).encode()


_HEX = "M20 0L10 17.32L-10 17.32L-20 0L-10 -17.32L10 -17.32Z"


def _uses(levels: int, each: int) -> str:
    groups = [f"<g id='a0'><path d='{_HEX}'/></g>"]
    groups += [
        f"<g id='a{k}'>" + f"<use href='#a{k - 1}' x='1'/>" * each + "</g>"
        for k in range(1, levels)
    ]
    return "<defs>" + "".join(groups) + f"</defs><use href='#a{levels - 1}'/>"


def _svg_hexagons(count: int, look: str = "", spread: float = 200.0) -> str:
    rng = random.Random(_RNG_SEED)
    out = []
    for _ in range(count):
        x, y, r = rng.uniform(0, spread), rng.uniform(0, spread), rng.uniform(3, 15)
        h = r * 0.8660254
        out.append(
            f"<path d='M{x + r:.2f} {y:.2f}l{-r / 2:.2f} {h:.2f}h{-r:.2f}l{-r / 2:.2f} {-h:.2f}l{r / 2:.2f} {-h:.2f}h{r:.2f}z'{look}/>"
        )
    return "".join(out)


SVG: Mapping[str, Callable[[], bytes]] = {
    "hexagons stacked": lambda: _svg(
        "".join(
            f"<path transform='translate({100 + k / 1e4:.4f} 100)' d='{_HEX}'/>"
            for k in range(9_000)
        )
    ),
    "hexagons of different paths": lambda: _svg(_svg_hexagons(8_000)),
    "hexagons outlined": lambda: _svg(_svg_hexagons(6_000, " fill='none' stroke='red'")),
    "hexagons translucent": lambda: _svg(_svg_hexagons(6_000, " opacity='.5'")),
    "squares": lambda: _svg(
        "".join(
            f"<rect x='{k * 31 % 200}' y='{k * 17 % 290}' width='9' height='9'/>"
            for k in range(18_000)
        )
    ),
    "squares of all sizes": lambda: _svg(
        "".join(
            f"<rect x='{k * 31 % 200}' y='{k * 17 % 290}' width='{5 + k / 3000:.4f}' height='9'/>"
            for k in range(16_000)
        )
    ),
    "circles": lambda: _svg(
        "".join(
            f"<circle cx='{k * 31 % 200}' cy='{k * 17 % 290}' r='{5 + k / 3000:.4f}'/>"
            for k in range(18_000)
        )
    ),
    "uses ten to the fifth": lambda: _svg(_uses(6, 10)),
    "uses doubled": lambda: _svg(_uses(15, 2)),
    "uses of nothing": lambda: _svg("<defs><g id='a'/></defs>" + "<use href='#a'/>" * 60_000),
    "uses of a clipped": lambda: _svg(
        f"<defs><clipPath id='c'><path d='{_HEX}'/></clipPath><path id='a' clip-path='url(#c)' d='{_HEX}'/></defs>"
        + "<use href='#a' x='9' y='9'/>" * 30_000
    ),
    "nested groups": lambda: _svg(("<g>" * 190 + f"<path d='{_HEX}'/>" + "</g>" * 190) * 700),
    "words in transforms": lambda: _svg(("<g transform='" + "a" * 19_000 + "'/>") * 45),
    "nested transforms": lambda: _svg(
        ("<g transform='rotate(1)scale(1.01)'>" * 150 + f"<path d='{_HEX}'/>" + "</g>" * 150) * 150
    ),
    "a long transform": lambda: (
        _svg("<g transform='" + "rotate(1)" * 2_200 + f"'><path d='{_HEX}'/></g>") * 1
    ),
    "long transforms": lambda: _svg(
        ("<g transform='" + "scale(1)" * 2_400 + f"'><path d='{_HEX}'/></g>") * 50
    ),
    "a path of arcs": lambda: _svg("<path d='M0 0" + "a3 4 5 0 1 7 8" * 70_000 + "'/>"),
    "a path of flat arcs": lambda: _svg("<path d='M0 0" + "a1 1 0 0 1 1 1" * 70_000 + "'/>"),
    "an arc of zeros": lambda: _svg("<path d='M0 0a1 1 0 0" + "0" * 900_000 + "'/>"),
    "a path of curves": lambda: _svg("<path d='M0 0" + "c1 2 3 4 5 6" * 80_000 + "'/>"),
    "a path of smooth curves": lambda: _svg("<path d='M0 0" + "t1 1" * 250_000 + "'/>"),
    "a path of moves": lambda: _svg("<path d='" + "M0 0l1 1" * 120_000 + "'/>"),
    "a path of ends": lambda: _svg("<path d='M0 0" + "h1z" * 300_000 + "'/>"),
    "arcs without letters": lambda: _svg("<path d='M0 0a" + "3 4 5 0 1 7 8 " * 66_000 + "'/>"),
    "a path of lines": lambda: _svg("<path d='M0 0" + "h1v1" * 250_000 + "'/>"),
    "a path stroked": lambda: _svg(
        "<path fill='none' stroke='red' d='M0 0"
        + "".join(f"L{k * 31 % 200} {k * 17 % 290}" for k in range(120_000))
        + "'/>"
    ),
    "a polygon of many": lambda: _svg(
        "<polygon points='"
        + "".join(f"{k * 31 % 200} {k * 17 % 290} " for k in range(130_000))
        + "'/>"
    ),
    "polygons of fifty points": lambda: _svg(
        "".join(
            "<polygon points='"
            + "".join(f"{(k * 31 + j * 7) % 200} {(k * 17 + j * 11) % 290} " for j in range(50))
            + "'/>"
            for k in range(2_000)
        )
    ),
    "paths one letter long": lambda: _svg("<path d='M0 0'/>" * 60_000),
    "clips in a chain": lambda: _svg(
        "<defs>"
        + "".join(
            f"<clipPath id='c{k}' clip-path='url(#c{k + 1})'><rect width='99' height='99'/></clipPath>"
            for k in range(4_000)
        )
        + "</defs>"
        + "<rect clip-path='url(#c0)' width='9' height='9'/>" * 8_000
    ),
    "clips of many": lambda: _svg(
        "<clipPath id='c'>"
        + "<rect width='1' height='1'/>" * 10_000
        + "</clipPath>"
        + f"<path clip-path='url(#c)' d='{_HEX}' fill='red'/>" * 5_000
    ),
    "clips nested": lambda: _svg(
        "<clipPath id='c'><rect width='99' height='99'/></clipPath>"
        + ("<g clip-path='url(#c)'>" * 60 + "<rect width='9' height='9'/>" * 20 + "</g>" * 60) * 300
    ),
    "clips by box": lambda: _svg(
        "<clipPath id='c' clipPathUnits='objectBoundingBox'>"
        + "<rect width='1' height='1'/>" * 100
        + "</clipPath>"
        + "".join(
            f"<rect clip-path='url(#c)' x='{k % 190}' y='{k % 280}' width='{5 + k / 1e4:.4f}' height='9'/>"
            for k in range(10_000)
        )
    ),
    "a clip of a long path": lambda: _svg(
        "<clipPath id='c'><path d='M0 0"
        + "l1 2" * 100_000
        + "'/></clipPath>"
        + "<rect clip-path='url(#c)' width='9' height='9'/>" * 8_000
    ),
    "many selectors": lambda: _svg(
        "<style>"
        + "".join(f".a{k}{{fill:red}}" for k in range(55_000))
        + "</style>"
        + "<rect class='a1' width='9' height='9'/>" * 3_000
    ),
    "selectors in one rule": lambda: _svg(
        "<style>"
        + ",".join(f".a{k}" for k in range(60_000))
        + "{"
        + "fill:red;" * 2_000
        + "}</style>"
    ),
    "long rules": lambda: _svg(
        "<style>"
        + "".join(f".a{k}{{" + "".join(f"p{j}:1;" for j in range(2_500)) + "}" for k in range(2))
        + "</style>"
        + "<g class='a0 a1'/>" * 40_000
    ),
    "braces": lambda: _svg("<style>" + "a{" * 400_000 + "</style>"),
    "comments not closed": lambda: _svg("<style>" + "/* " * 300_000 + "</style>"),
    "comments in a sheet": lambda: _svg("<style>" + "/*" * 400_000 + "</style>"),
    "sheets": lambda: _svg("<style>a{}</style>" * 40_000),
    "many classes": lambda: _svg(
        "<style>.a{fill:red}</style>" + ("<g class='" + "a " * 499 + "'/>") * 900
    ),
    "classes over rules": lambda: _svg(
        "<style>"
        + ".a{"
        + "".join(f"p{j}:1;" for j in range(2_500))
        + "}</style>"
        + ("<g class='" + "a " * 499 + "'/>") * 900
    ),
    "styles": lambda: _svg(
        "<rect width='9' height='9' style='fill:red;stroke:blue;stroke-width:2mm;opacity:.5;fill-rule:evenodd'/>"
        * 9_000
    ),
    "long styles": lambda: _svg(("<g style='" + "a:b;" * 4_900 + "'/>") * 50),
    "colours": lambda: _svg(
        "".join(
            f"<rect fill='hsl({k / 100:.2f},50%,{k % 100}%)' width='9' height='9'/>"
            for k in range(18_000)
        )
    ),
    "colours of functions": lambda: _svg(
        "".join(
            f"<rect fill='rgb({k % 255} {k % 255} {k // 99} / .{k})' width='9' height='9'/>"
            for k in range(15_000)
        )
    ),
    "colours in Oklch": lambda: _svg(
        "".join(
            f"<rect fill='oklch(.5 .{k} {k % 360})' width='9' height='9'/>" for k in range(15_000)
        )
    ),
    "images": lambda: _svg(
        "".join(
            f"<image x='{k % 200}' y='{k % 290}' width='9' height='9' href='a.png'/>"
            for k in range(14_000)
        )
    ),
    "ten metres of hexagons": lambda: (
        _svg(_svg_hexagons(7_000, spread=9_000))
        .replace(b"210mm", b"9999mm")
        .replace(b"297mm", b"9999mm")
        .replace(b"0 0 210 297", b"0 0 9999 9999")
    ),
    "attributes": lambda: _svg("<g " + " ".join(f"a{k}='1'" for k in range(90_000)) + "/>"),
    "attributes with children": lambda: _svg(
        "<g " + " ".join(f"a{k}='1'" for k in range(3_000)) + "/>" + ""
    ),
    "gradients in a chain": lambda: _svg(
        "<defs>"
        + "".join(f"<linearGradient id='l{k}' href='#l{k + 1}'/>" for k in range(20))
        + "<linearGradient id='l20'>"
        + "<stop/>" * 9_000
        + "</linearGradient></defs>"
        + "<rect fill='url(#l6)' width='9' height='9'/>" * 15_000
    ),
    "symbols": lambda: _svg(
        "<symbol id='s' viewBox='0 0 9 9'>"
        + "<rect width='1' height='1'/>" * 300
        + "</symbol>"
        + "<use href='#s' width='9' height='9'/>" * 20_000
    ),
    "markers": lambda: _svg(
        "<marker id='m'><path d='M0 0L9 9'/></marker>"
        + "<path marker-mid='url(#m)' fill='none' stroke='red' d='M0 0L9 9L5 5L2 2'/>" * 10_000
    ),
    "patterns": lambda: _svg(
        "<pattern id='p' width='.1' height='.1' patternUnits='userSpaceOnUse'><rect width='1' height='1'/></pattern>"
        + "<rect fill='url(#p)' width='200' height='290'/>" * 15_000
    ),
    "dashes": lambda: _svg(
        "<path stroke-dasharray='"
        + ".01 " * 100_000
        + "' fill='none' stroke='red' d='M0 0L200 290'/>"
    ),
    "wide lines": lambda: _svg(
        "".join(
            f"<path stroke-width='30' fill='none' stroke='red' stroke-linecap='round' d='M{k % 200} {k % 290}l99 99l-50 20l40 -90'/>"
            for k in range(8_000)
        )
    ),
    "full-page fills": lambda: _svg(
        "".join(
            f"<rect width='210' height='297' fill='#{k:06x}' fill-opacity='.5'/>"
            for k in range(12_000)
        )
    ),
    "nested documents": lambda: _svg(
        (
            "<svg viewBox='0 0 9 9' width='9' height='9'>" * 60
            + f"<path d='{_HEX}'/>"
            + "</svg>" * 60
        )
        * 200
    ),
    "texts": lambda: _svg("<text>a</text>" * 60_000),
    "switches": lambda: _svg("<switch>" * 190 + "<g/>" * 100_000 + "</switch>" * 190),
    "names of their own": lambda: _svg("".join(f"<a{k}/>" for k in range(110_000))),
    "comments": lambda: _svg("<!---->" * 140_000),
    "letters in references": lambda: _svg("&#65;" * 200_000),
    "an image within": lambda: _svg(
        "<image width='200' height='290' href='data:image/png;base64," + "A" * 900_000 + "'/>"
    ),
}

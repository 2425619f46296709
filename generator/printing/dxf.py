"""Lines as DXF R12, by ezdxf (the extra ``dxf``): what old and new cutting software reads."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from engine.drawing import scene
from engine.errors import OptionError


def write(layers: Mapping[str, Sequence[scene.Outline]]) -> bytes:
    """Return a DXF file of polylines, closed where the outline is; arcs are chords within 0.01 mm.

    Raises OptionError where ezdxf is not installed.
    """
    try:
        from ezdxf.addons.r12writer import R12FastStreamWriter
    except ImportError as error:
        raise OptionError(
            "DXF files need ezdxf; install it with: pip install 'tilewright[dxf]'"
        ) from error
    stream = io.StringIO()
    dxf = R12FastStreamWriter(stream)
    for layer, outlines in layers.items():
        for outline in outlines:
            closed = any(isinstance(s, scene.Close) for s in outline)
            for part in scene.flattened(outline):
                points = [(round(p.x, 4) + 0.0, round(p.y, 4) + 0.0) for p in part]
                if closed and points[0] == points[-1]:
                    points.pop()
                dxf.add_polyline_2d(points, closed=closed, layer=layer)
    dxf.close()
    return stream.getvalue().encode("ascii")

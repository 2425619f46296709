"""Figures of positions, alone and side by side."""

import engine
from engine.figure import Figure, of, side_by_side

start = engine.game("astralis").start(side=5)
after: Figure = of(start.play("a2"), last="a2", theme="mono", marks="dot b3", size=60)
both: Figure = side_by_side([engine.figure.of(start, caption=""), after], columns=2)
width: float = both.scene().width
svg: str = start._repr_svg_()
engine.figure.of(start, sise=60)  # expected: call-arg
engine.figure.of(start, crop=3)  # expected: arg-type
engine.figure.of("start")  # expected: arg-type

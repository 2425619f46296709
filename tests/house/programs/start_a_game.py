"""A game by its name, with its own options; what it has, and others have not, is known."""

import engine

start = engine.game("aathenuo").start(players=3, seed=7)
turn: str | None = start.hint(seconds=1.5).move
hands: tuple[tuple[str, ...], ...] = start.hands
side: int = engine.game("astralis").start(side=6, variant="dice").side
frontier: tuple[tuple[int, int], ...] = engine.game("atreya").start(mode="dom").frontier()
solids: int = engine.game("abstrakto").start(turn="o").hand("o").solids

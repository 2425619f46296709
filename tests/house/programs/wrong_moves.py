"""What moves and positions are not."""

import engine

start = engine.game("abstrakto").start()
first = start.legal_moves()[0]
start.legal_moves()["a1"]  # expected: call-overload
start.legal_moves().append(first)  # expected: attr-defined
start.play(7)  # expected: arg-type
start.turn = "o"  # expected: misc
number: int = start.winners()  # expected: assignment

"""Options that a game has not, or of another kind."""

import engine

engine.game("aathenuo").start(player=3)  # expected: call-arg
engine.game("aathenuo").start(players="3")  # expected: arg-type
engine.game("astralis").start(8)  # expected: call-arg
engine.game("abstrakto").start(side=8)  # expected: call-arg
engine.game("atreya").start(mode=1)  # expected: arg-type
engine.game("atreya").start().hint()  # expected: attr-defined
engine.game(7).start()  # expected: call-overload

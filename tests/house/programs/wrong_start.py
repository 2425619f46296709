"""Options that a game has not, or of another kind."""

import engine

engine.game("aathenuo").start(player=3)  # type: ignore[call-arg]
engine.game("aathenuo").start(players="3")  # type: ignore[arg-type]
engine.game("astralis").start(8)  # type: ignore[call-arg]
engine.game("abstrakto").start(side=8)  # type: ignore[call-arg]
engine.game("atreya").start(mode=1)  # type: ignore[arg-type]
engine.game("atreya").start().hint()  # type: ignore[attr-defined]
engine.game(7).start()  # type: ignore[call-overload]

"""Sets of pieces compared with a game's."""

import engine
from engine.verify import Report, model

report: Report = engine.verify.tiles("atreya", engine.game("atreya").tiles()[1:])
missing: tuple[str, ...] = report.missing
sentences: tuple[str, ...] = report.faults()
proved: bool = all(check.holds for check in model("atreya"))
report.ok = True  # expected: misc
engine.verify.tiles("atreya", 168)  # expected: arg-type

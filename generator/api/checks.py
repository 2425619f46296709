"""Checks and what comes of them: game records replayed, and sets of pieces verified."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict, Unpack

import engine
from engine import settings
from engine.errors import GameError, OptionError
from engine.record import Record
from engine.record import check as faults_of
from engine.words import count, listed
from generator import answers, files
from generator.api.declaration import Names, Option, PairOption, completed, option_name, parted
from generator.api.pictures import games_in
from generator.checking import report
from generator.checking.faults import Fault, Outcome, Unread
from generator.checking.report import Case, Checked, Suite


def see_no_input(file: Path, inputs: Iterable[str | Path]) -> None:
    """Check that an output replaces no file that is read, unless it is an earlier report of ours."""
    from generator.checking.manifest import CALLED

    target = file.resolve()
    is_read = target.is_file() and target.suffix.lower() in CALLED
    start = target.read_bytes()[:100] if is_read else b""
    for one in (Path(name).resolve() for name in inputs):
        is_inside = one == target.parent and start and b'"schema": "' not in start
        is_manifest = one.parent == target.parent and b'"tilewright"' in start
        if one == target or is_inside or is_manifest:
            raise OptionError(f"a report would overwrite {file}; give it another file")


class CheckedRecord(NamedTuple):
    """A record of a file, its number there, and its faults."""

    file: str
    number: int
    record: Record
    faults: tuple[Fault, ...]

    @property
    def game(self) -> str:
        """The name of its game."""
        return self.record.tags.get("Game", "")

    @property
    def verdict(self) -> str:
        """The outcome in words."""
        wrong = f"not in order: {count(len(self.faults), 'fault')}"
        moves = count(len(self.record.moves), "move")
        return f"game {self.number}: {self.game}, {moves}, {wrong if self.faults else 'in order'}"


@dataclass(frozen=True)
class RecordsChecked(Checked):
    """The outcome for each game of the files, and the files that could not be read."""

    _tool = "tilewright check"

    records: tuple[CheckedRecord, ...] = ()

    def printed(self, *, all: bool = False) -> str:
        lines: list[str] = []
        for one in self.records:
            lines += map(report.placed, one.faults)
            lines += [] if one.faults else [f"{one.file}: {one.verdict}"]
        return report.lined(lines)

    def json(self) -> str:
        """Return the report for programs, whose schema is ``check/1``."""
        records = [
            {
                "file": one.file,
                "record": one.number,
                "game": one.game,
                "moves": len(one.record.moves),
                "ok": not one.faults,
                "faults": [
                    {"line": f.line, "column": f.column, "fault": f.message} for f in one.faults
                ],
            }
            for one in self.records
        ]
        unread = report.unread_fields(self.errors)
        return answers.written("check", {"ok": self.ok, **unread, "records": records}) + "\n"

    def _suites(self) -> tuple[Suite, ...]:
        suites = []
        for one in self.records:
            case = Case(one.file, f"game {one.number}: {one.game}", one.faults)
            suites.append(Suite(one.file, (case,), one.faults, one.verdict))
        return tuple(suites)


def check(
    *records: Annotated[str | Path, Option(metavar="RECORD…", offers="files")],
) -> RecordsChecked:
    """Replay the games in record files, "-" for standard input.

    Finds illegal moves, wrong results and more pieces than the kit has. Then the exit code is 1; it
    is 2 if a file cannot be read, which does not stop the others.

    >>> _ = Path("wrong.txt").write_text(str(record).replace("0,-1", "9,9"))
    >>> [one.faults[0].line for one in generator.check("wrong.txt").records]
    [3]
    """
    records_checked: list[CheckedRecord] = []
    errors: list[Unread] = []
    for name in map(str, records):
        file = files.named(name)
        try:
            for number, one in enumerate(games_in(name), 1):
                faults = (
                    Fault("record", fault.reason, file, line=fault.line, column=fault.column)
                    for fault in faults_of(one)
                )
                records_checked.append(CheckedRecord(file, number, one, tuple(faults)))
        except (GameError, OSError) as error:
            errors.append(Unread(error, file))
    if len(errors) == 1 and not records_checked:
        raise errors[0].error
    return RecordsChecked(tuple(records_checked), errors=tuple(one.fault for one in errors))


# --------------------------------------------------------------------------------- sets of pieces


class VerifyOptions(TypedDict, total=False):
    """How sheets were made and what must be there: the options of ``tilewright verify``.

    - tile_size MM: Size of every tile, flat to flat. [default: that of most tiles]
    - bleed MM: Art beyond the cut, if no cut line is drawn. [default: the manifest's, or 0]
    - theme: The sheets' theme, or a theme file.toml. [default: found]
    - colors COLOR,COLOR,…: Colours of sheets without a theme, as #rrggbb, in the game's order.
    - duplex: The edge to turn sheets over: where backs must lie. [default: auto]
    - back_shift X,Y: The kit's --back-shift in mm. [default: the manifest's, or 0,0]
    - back_scale X,Y: The kit's scale of backs. [default: 100,100]
    - back_turn DEG: The kit's turn of backs. [default: 0]
    - print_scale X,Y: The kit's scale; its correction is undone. [default: 100,100]
    - margin MM: The kit's --margin, which must be free of tiles. [default: 0]
    - copies N: The number of whole sets. [default: the manifest's, or 1]
    - only COMPONENT: The components that must be there. Repeatable. [default: the whole kit]
    - template FILE: The kit's template: pieces and sizes. [default: the game's]
    - tolerance MM: Allowed error of sizes, areas and backs. [default: 0.05 for sizes, 0.1]
    - exclude PATTERN: Files to leave out, such as 'cover*'. Repeatable.
    - missing FILE: Write the pieces to print again, for kit --pieces @FILE.
    - output FILE.png: Draw what was read in photographs; of several, FILE-1.png and so on.
    """

    tile_size: Annotated[float | None, Option(kind=(5, 1000))]
    bleed: Annotated[float | None, Option(kind=(0, 20))]
    theme: Annotated[str | None, Option(offers="themes or files")]
    colors: Names | None
    duplex: Annotated[str | None, Option(kind=("auto", "long", "short", "fold", "none"))]
    back_shift: PairOption
    back_scale: PairOption
    back_turn: Annotated[float | None, Option(kind=(-10, 10))]
    print_scale: PairOption
    margin: Annotated[float | None, Option(kind=(0, 100))]
    copies: Annotated[int | None, Option(kind=(1, 100))]
    only: Annotated[Names | None, Option(kind="names")]
    template: Annotated[str | Path | None, Option(offers="files")]
    tolerance: Annotated[float | None, Option(kind=(0.01, 5))]
    exclude: Names | None
    missing: Annotated[str | Path | None, Option(kind="file")]
    output: Annotated[str | Path | None, Option(kind="file", names="-o --output")]


@dataclass(frozen=True)
class Verification(Checked):
    """The outcome for each set, and the files that could not be read."""

    _tool = "tilewright verify"

    outcomes: tuple[Outcome, ...] = ()

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Every fault of every set."""
        return tuple(fault for outcome in self.outcomes for fault in outcome.faults)

    def json(self) -> str:
        """Return the report for programs, whose schema is ``verify/1``."""
        return report.as_json(self.outcomes, self.errors)

    def missing(self) -> str:
        """Return the pieces to print again, a line each; raise OptionError if nothing was counted."""
        counted = [one for one in self.outcomes if one.counted]
        if not counted:
            raise OptionError("--missing lists pieces, and nothing was counted")
        return report.to_print_again(counted)

    def _suites(self) -> tuple[Suite, ...]:
        return report.suites(self.outcomes)


def verify(
    *subjects: Annotated[
        str | Path, Option(metavar="[GAME] [FILE|FOLDER…]", offers="games or files")
    ],
    defaults: Collection[str] = (),
    **options: Unpack[VerifyOptions],
) -> Verification:
    """Count tile sets and name every fault.

    GAME alone: the game's own set, with the counting argument. FILE… and FOLDER…: sets of any
    mixture of games. They are inventories (CSV, JSON), sheets (PDF, SVG) read back from the
    drawing, photographs of separate tiles, or scanned sheets (PNG, JPEG, PDF); "-" is standard
    input. A kit's manifest beside its sheets gives the settings and the pieces. Exit code 1: not in
    order.

    All components of a kit are required, or those of --only. Any other component must be complete.

    ``options`` are for files: with a game's name alone they are errors, unless ``defaults`` names them.
    """
    values = completed(VerifyOptions, options, "a verification").items()
    given: dict[str, Any] = {name: value for name, value in values if value not in (None, ())}
    colours = tuple(settings.colour(one, "--colors") for one in parted(given.pop("colors", ())))
    games, names = _sorted(tuple(map(str, subjects)))
    for name in options if not names else ():
        if name in given and name not in defaults:
            raise OptionError(f"{option_name(name)} is for files; name the files or folders, too")
    game = games[0] if games else None
    outputs = {name: Path(given.pop(name)) for name in ("missing", "output") if name in given}
    for file in outputs.values():
        see_no_input(file, names)
    if colours:
        _fit(colours, game)
        given["colours"] = colours
    if names:
        from generator.checking import verification

        exclude = parted(given.pop("exclude", ()))
        views_file = outputs.get("output")
        outcomes, unread = verification.findings(names, game, given, views_file, exclude)
    else:
        from generator.checking import judge

        outcomes, unread = [*map(judge.model, games)], []
    if len(unread) == 1 and not outcomes:
        raise unread[0].error
    outcome = Verification(tuple(outcomes), errors=tuple(one.fault for one in unread))
    missing = outputs.get("missing")
    if missing is not None and not outcome.errors:
        again = outcome.missing()
        files.write(missing, files.encoded(again))
        if not again and outcome.faults:
            words = f"{missing} is empty: no piece is missing; print the named sheets again"
            outcome = replace(outcome, notes=(words,))
    return outcome


def _sorted(subjects: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Return the games, and the files; what is there under a game's name is a file."""
    known = engine.names()
    if not subjects:
        named = ", ".join(known)
        raise OptionError(f"nothing to verify; name a game ({named}, or all) or files")
    is_all = "all" in subjects and not Path("all").exists()
    if is_all and len(subjects) == 1:
        return list(known), []
    if is_all:
        raise OptionError("all stands alone, for the sets of all games; files tell their game")
    games = [one for one in dict.fromkeys(subjects) if one in known and not Path(one).exists()]
    names = [one for one in subjects if one not in games]
    if names and len(games) > 1:
        raise OptionError(f"a set is of one game, not of {listed(games)}")
    return games, names


def _fit(colours: Sequence[str], game: str | None) -> None:
    """See that there are different colours, as many as a game has."""
    games = [engine.game(name) for name in ([game] if game else engine.names())]
    known = [one.piece_colours for one in games if one.piece_colours]
    if not known:
        raise OptionError(f"--colors: sheets of {games[0].title} are not told by their colours")
    if len(colours) == len(set(colours)) and len(colours) in map(len, known):
        return
    named = " or ".join(",".join(one.values()) for one in known)
    raise OptionError(f"--colors: expected different colours as #rrggbb, for {named}")

"""What is checked: sets counted, sheets read back, and game records replayed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict, Unpack

import engine
from engine.drawing import theme as themes
from engine.errors import GameError, OptionError
from engine.record import Record
from engine.record import check as faults_of
from engine.words import count, listed
from generator import answers, files
from generator.api.options import (
    Names,
    Option,
    completed,
    names_in,
    option_name,
    parted,
)
from generator.api.pictures import games_in
from generator.checking import report
from generator.checking.faults import Fault, Outcome, Unread, Wanted
from generator.checking.pairing import MODES
from generator.checking.recognise.results import Hints
from generator.checking.report import Case, CheckRun, Reported, Suite

_Pair = tuple[float, float] | None


class VerifyOptions(TypedDict, total=False):
    """How sheets were made and what must be there: the options of ``tilewright verify``.

    Lengths are millimetres.  None leaves an option to the sheets and their manifest.

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
    - output FILE.png: Draw what was read in photographs; of several, FILE-1.png and so on.
    """

    tile_size: Annotated[float | None, Option(kind=(5, 1000))]
    bleed: Annotated[float | None, Option(kind=(0, 20))]
    theme: Annotated[str | None, Option(offers="themes or files")]
    colors: Names | None
    duplex: Annotated[str | None, Option(kind=MODES)]
    back_shift: _Pair
    back_scale: _Pair
    back_turn: Annotated[float | None, Option(kind=(-10, 10))]
    print_scale: _Pair
    margin: Annotated[float | None, Option(kind=(0, 100))]
    copies: Annotated[int | None, Option(kind=(1, 100))]
    only: Names | None
    template: Annotated[str | Path | None, Option(offers="files")]
    tolerance: Annotated[float | None, Option(kind=(0.01, 5))]
    exclude: Names | None
    output: Annotated[str | Path | None, Option(kind="file", names="-o --output")]


@dataclass(frozen=True)
class Verification(Reported):
    """The outcome for each set, and the files that could not be read."""

    outcomes: tuple[Outcome, ...]

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Every fault of every set."""
        return tuple(fault for outcome in self.outcomes for fault in outcome.faults)

    def text(self, *, all: bool = False) -> str:
        """Return the report for people, with the first faults of each kind, or with ``all``."""
        return report.text(self.outcomes, self.errors, whole=all)

    def json(self) -> str:
        """Return the report for programs, whose schema is ``verify/1``."""
        return report.as_json(self.outcomes, self.errors)

    def missing(self) -> str:
        """Return the pieces to print again, a line each, for ``kit --pieces``.

        Raises OptionError if nothing was counted.
        """
        counted = [one for one in self.outcomes if one.counted]
        if not counted:
            raise OptionError("--missing lists pieces, and nothing was counted")
        return report.to_print_again(counted)

    def _run(self) -> CheckRun:
        return CheckRun("tilewright verify", report.suites(self.outcomes), self.errors)


def verify(
    *subjects: str | Path, defaults: Collection[str] = (), **options: Unpack[VerifyOptions]
) -> Verification:
    """Count the sets of games, or of files and folders, and find every fault.

    The name of a game alone counts the game's own set, and tells why it is complete.  Files and
    folders may hold several games.  A game's name before them says that all are of this game.

    An unreadable file does not stop the others; see :attr:`Verification.errors`.  Options go with
    files: with a game's name alone they are errors, unless ``defaults`` names them.

    Raises OptionError for wrong options, GameError if nothing is recognised.  Raises GameError if the
    only file cannot be read, OSError if it cannot be opened.

    >>> _ = Path("mine.csv").write_text(chr(10).join(["tile", *game.tiles()[1:]]))
    >>> found = generator.verify(game.name, "mine.csv")
    >>> found.ok
    False
    >>> [fault.message for fault in found.faults]
    ['tile 1 b:bbbbgr is missing']
    """
    outcome = verified(*subjects, defaults=defaults, **options)
    if not outcome.outcomes and len(outcome.errors) == 1:
        raise outcome.errors[0].named
    return outcome


def verified(
    *subjects: str | Path, defaults: Collection[str] = (), **options: Unpack[VerifyOptions]
) -> Verification:
    """Do as :func:`verify`, but return the error of a single file that cannot be read."""
    given = _given(options)
    picture = Path(given.pop("output")) if "output" in given else None
    games, names = _sorted(tuple(map(str, subjects)))
    for name, value in options.items() if not names else ():
        if value not in (None, ()) and name not in defaults:
            raise OptionError(f"{option_name(name)} is for files; name the files or folders, too")
    if "colours" in given and names:
        _fit(given["colours"], games[0] if games else None)
    found = list(_outcomes(games, names, given, picture))
    outcomes = tuple(one for one in found if isinstance(one, Outcome))
    return Verification(outcomes, errors=tuple(one for one in found if isinstance(one, Unread)))


def _given(options: VerifyOptions) -> dict[str, Any]:
    values = completed(VerifyOptions, options, "a verification")
    given: dict[str, Any] = {k: v for k, v in values.items() if v not in (None, ())}
    if "colors" in given:
        colours = parted(given.pop("colors"))
        given["colours"] = tuple(themes.colour(one, "--colors") for one in colours)
    for name in given.keys() & {"only", "exclude"}:
        given[name] = names_in(given[name])
    if "template" in given:
        given["template"] = str(given["template"])
    return given


def _outcomes(
    games: Sequence[str], names: Sequence[str], given: Mapping[str, Any], picture: Path | None
) -> Iterator[Outcome | Unread]:
    from generator.checking import verification

    if not names:
        from generator.checking import judge

        for name in games:
            yield judge.model(name)
        return
    yield from verification.findings(
        verification.Asked(
            tuple(names),
            games[0] if games else None,
            {one.name: given[one.name] for one in fields(Hints) if one.name in given},
            {one.name: given[one.name] for one in fields(Wanted) if one.name in given},
            picture,
            given.get("exclude", ()),
        )
    )


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


# ----------------------------------------------------------------------------------- records


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

    def lines(self) -> Iterator[str]:
        """Yield its faults with file, line and column, or its verdict."""
        yield from map(report.placed, self.faults)
        if not self.faults:
            yield f"{self.file}: {self.verdict}"


@dataclass(frozen=True)
class RecordsChecked(Reported):
    """The outcome for each game of the files, and the files that could not be read."""

    records: tuple[CheckedRecord, ...] = ()

    def text(self, *, all: bool = False) -> str:
        """Return the report for people: lines of faults, of games in order, of unreadable files."""
        lines = (line for one in self.records for line in one.lines())
        return report.lined([*lines, *map(report.error_line, self.errors)])

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

    def _run(self) -> CheckRun:
        suites = []
        for one in self.records:
            case = Case(one.file, f"game {one.number}: {one.game}", one.faults)
            verdict = f"{one.file}: {one.verdict}"
            suites.append(Suite(one.file, (case,), one.faults, verdict))
        return CheckRun("tilewright check", tuple(suites), self.errors)


def check(*records: str | Path) -> RecordsChecked:
    """Replay the games of record files, and return what is wrong with each.

    Faults are illegal moves, wrong results, and more pieces than the kit has.  An unreadable file
    does not stop the others; see :attr:`RecordsChecked.errors`.

    Raises GameError if the only file cannot be read, OSError if it cannot be opened.

    >>> _ = Path("wrong.txt").write_text(str(record).replace("0,-1", "9,9"))
    >>> [one.faults[0].line for one in generator.check("wrong.txt").records]
    [3]
    """
    outcome = checked(*records)
    if len(records) == 1:
        for error in outcome.errors:
            raise error.named
    return outcome


def checked(*records: str | Path) -> RecordsChecked:
    """Do as :func:`check`, but return the error of a single file that cannot be read."""
    records_checked: list[CheckedRecord] = []
    errors: list[Unread] = []
    for name in map(str, records):
        file = files.named(name)
        try:
            for number, one in enumerate(games_in(name), 1):
                faults = (
                    Fault("record", fault.sentence, file, line=fault.line, column=fault.column)
                    for fault in faults_of(one)
                )
                records_checked.append(CheckedRecord(file, number, one, tuple(faults)))
        except (GameError, OSError) as error:
            errors.append(Unread(error, file))
    return RecordsChecked(tuple(records_checked), errors=tuple(errors))

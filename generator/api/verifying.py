"""Sets counted and sheets read back: the model of a game, or files and folders of any mixture."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypedDict, Unpack

import engine
from engine.drawing import theme as themes
from engine.errors import OptionError
from engine.play import finding
from engine.words import listed, out_of_range
from generator.api.options import (
    AcrossAndDown,
    CommandOption,
    Degrees,
    Millimetres,
    Names,
    Number,
    names_in,
    options_of,
    parted,
)
from generator.api.reported import Reported
from generator.checking import report
from generator.checking.faults import MODES, Fault, Outcome
from generator.checking.report import CheckRun
from generator.checking.unread import Unread

#: Numbers in words; themes have colours for no more.
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

#: Limits of the numbers among the options.
LIMITS: Mapping[str, tuple[float, float]] = {
    "tile_size": (5, 1000),
    "bleed": (0, 20),
    "back_turn": (-10, 10),
    "margin": (0, 100),
    "copies": (1, 100),
    "tolerance": (0.01, 5),
}

#: What the reader is told, and what sheets should be: the options by the names of their fields.
_HINTS = ("tile_size", "theme", "colours", "print_scale", "template", "bleed")
_WANTED = (
    "tile_size", "margin", "duplex", "back_shift", "back_scale", "back_turn", "copies", "only",
    "tolerance",
)  # fmt: skip


class VerifyOptions(TypedDict, total=False):
    """How sheets were made and what must be there: the options of ``tilewright verify``.

    Lengths are millimetres; None leaves it to the sheets and the manifest beside them.  ``output``
    is the file to show in what was read in photographs.

    >>> options: generator.VerifyOptions = {"tolerance": 0.3}
    >>> generator.verify(game.name, **options).ok
    True
    """

    tile_size: Annotated[
        Millimetres,
        "What every tile must measure, flat to flat; else what most do. Also finds the tiles.",
    ]
    bleed: Annotated[
        Millimetres,
        "How far art reaches beyond the cut; else as the kit's manifest or cut lines tell.",
    ]
    theme: Annotated[
        str | None,
        "The theme of the sheets, or a theme file.toml; else it is found.",
        CommandOption(offers="themes or files"),
    ]
    colors: Annotated[
        Names | None,
        "The colours of sheets without a theme, as #rrggbb, in the order the game names them.",
        CommandOption(metavar="COLOR,COLOR,…"),
    ]
    duplex: Annotated[
        str | None,
        "Which edge the sheets are turned over: where backs must lie. [default: auto]",
        CommandOption(kind=MODES),
    ]
    back_shift: Annotated[
        AcrossAndDown,
        "How far the kit was told to move backs, in mm. [default: as the manifest says, or 0,0]",
    ]
    back_scale: Annotated[
        AcrossAndDown, "What the kit was told 100 mm of backs measure. [default: 100,100]"
    ]
    back_turn: Annotated[Degrees, "How far the kit was told to turn backs. [default: 0]"]
    print_scale: Annotated[
        AcrossAndDown,
        "What the kit was told 100 mm measure; its correction is undone. [default: 100,100]",
    ]
    margin: Annotated[
        Millimetres, "The edge of the sheet that tiles must keep clear of. [default: 0]"
    ]
    copies: Annotated[
        Number, "How many whole sets there must be. [default: as the manifest says, or 1]"
    ]
    only: Annotated[
        Names | None,
        "The component, or components, that must be there. [default: all of the kit]",
        CommandOption(metavar="COMPONENT", many=True, offers="components"),
    ]
    template: Annotated[
        str | Path | None,
        "The template of the kit: how many of what, and of which size. [default: the game's]",
        CommandOption(metavar="FILE", offers="files"),
    ]
    tolerance: Annotated[
        Millimetres, "How far sizes, areas and backs may be off. [default: 0.05 for sizes, 0.1]"
    ]
    exclude: Annotated[
        Names | None,
        "Files to pass over, such as 'cover*'; may be repeated.",
        CommandOption(metavar="PATTERN", many=True),
    ]
    output: Annotated[
        str | Path | None,
        "Where to show what was read in photographs; of several, FILE-1.png and so on.",
        CommandOption(metavar="FILE.png", kind="file", names="-o --output"),
    ]


@dataclass(frozen=True)
class Verification(Reported):
    """What was verified: an outcome for each set found, and the files that could not be read.

    >>> found = generator.verify(game.name)
    >>> found.ok, found.faults
    (True, ())
    >>> print(found.text().splitlines()[-1])
      in order: 168 of 168
    >>> found.json().splitlines()[1]
    ' "schema": "verify/1",'
    """

    outcomes: tuple[Outcome, ...]
    #: How long each took.
    seconds: tuple[float, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all is in order."""
        return not self.errors and all(outcome.ok for outcome in self.outcomes)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Every fault of every set."""
        return tuple(fault for outcome in self.outcomes for fault in outcome.faults)

    def text(self, *, all: bool = False) -> str:
        """Return the report for people; of a kind of fault the first few, or with ``all`` every one."""
        return report.text(self.outcomes, self.errors, whole=all)

    def json(self) -> str:
        """Return the report for programs, whose schema is ``verify/1``."""
        return report.as_json(self.outcomes, self.errors)

    def missing(self) -> str:
        """Return the pieces to print again, a line each, as the file that ``kit --pieces`` reads.

        Raises OptionError where sets are of several games, or nothing was counted.

        >>> _ = Path("mine.csv").write_text(chr(10).join(["tile", *game.tiles()[1:]]))
        >>> print(generator.verify(game.name, "mine.csv").missing(), end="")
        b:bbbbgr*1
        """
        games = list(dict.fromkeys(one.game for one in self.outcomes if one.counted))
        if len(games) != 1:
            several = f"the sets are of {listed(games)}" if games else "nothing was counted"
            raise OptionError(f"--missing lists the pieces of one game, and {several}")
        return report.to_print_again(self.outcomes)

    def _run(self) -> CheckRun:
        suites = report.suites(self.outcomes, self.seconds)
        return CheckRun("tilewright verify", suites, self.errors)


def verify(*subjects: str | Path, **options: Unpack[VerifyOptions]) -> Verification:
    """Count the sets of games, or of files and folders, and find every fault.

    A game alone is its own set, with the counting argument.  Files and folders may be of any mixture
    of games; one game named before them says what they are of.

    A file that cannot be read does not stop the others: ask :attr:`Verification.errors`.

    Raises OptionError for options that are wrong or do not fit, GameError where nothing is recognised
    or the only file cannot be read, OSError where it cannot be opened.

    >>> _ = Path("mine.csv").write_text(chr(10).join(["tile", *game.tiles()[1:]]))
    >>> found = generator.verify(game.name, "mine.csv")
    >>> found.ok
    False
    >>> [fault.message for fault in found.faults]
    ['tile 1 b:bbbbgr is missing']
    """
    found = verified(*subjects, **options)
    if not found.outcomes and len(found.errors) == 1:
        raise found.errors[0].named
    return found


def verified(*subjects: str | Path, **options: Unpack[VerifyOptions]) -> Verification:
    """Return what :func:`verify` does, also where nothing but one file was given that cannot be read.

    Raises OptionError for options that are wrong, GameError where nothing is recognised.
    """
    given = _given({**options})
    picture = Path(given.pop("output")) if "output" in given else None
    games, names = _sorted(tuple(map(str, subjects)), picture)
    if "colours" in given and names:
        _fit(given["colours"], games[0] if games else None)
    sets: list[tuple[Outcome, float]] = []
    errors: list[Unread] = []
    began = time.monotonic()
    for one in _found(games, names, given, picture):
        now = time.monotonic()
        if isinstance(one, Outcome):
            sets.append((one, now - began))
        else:
            errors.append(one)
        began = now
    outcomes, seconds = tuple(one for one, _ in sets), tuple(took for _, took in sets)
    return Verification(outcomes, seconds, errors=tuple(errors))


def _given(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that say something, by the names of the fields they are for."""
    for name in options.keys() - options_of(VerifyOptions).keys():
        raise OptionError(f"a verification has no setting '{name}'")
    given = {key: value for key, value in options.items() if value not in (None, ())}
    for name, (low, high) in LIMITS.items():
        if name in given and not low <= given[name] <= high:
            option = f"--{name.replace('_', '-')}"
            raise OptionError(out_of_range(option, given[name], low, high))
    if "duplex" in given and given["duplex"] not in MODES:
        raise OptionError(f"no --duplex '{given['duplex']}'; it can be {', '.join(MODES)}")
    if "colors" in given:
        colours = parted(given.pop("colors"))
        given["colours"] = tuple(themes.colour(one, "--colors") for one in colours)
    if "only" in given:
        given["only"] = names_in(given["only"])
    if "exclude" in given:
        given["exclude"] = names_in(given["exclude"])
    if "template" in given:
        given["template"] = str(given["template"])
    return given


def _found(
    games: Sequence[str], names: Sequence[str], given: Mapping[str, Any], picture: Path | None
) -> Iterator[Outcome | Unread]:
    """Yield what comes of games' own sets, or of files; raises as these do."""
    from generator.checking import verification

    if not names:
        from generator.checking import inspection

        for name in games:
            with finding.answering(name):
                yield inspection.model(name)
        return
    yield from verification.findings(
        verification.Asked(
            tuple(names),
            games[0] if games else None,
            {key: given[key] for key in _HINTS if key in given},
            {key: given[key] for key in _WANTED if key in given},
            picture,
            given.get("exclude", ()),
        )
    )


def _sorted(subjects: tuple[str, ...], picture: Path | None) -> tuple[list[str], list[str]]:
    """Return the games named, and the files; a file of a game's name is that file.

    A folder of a game's name is that folder behind the game.
    """
    known = engine.names()
    if picture is not None and set(subjects) <= {*known, "all"}:
        from generator.checking.verification import NONE_SEEN

        raise OptionError(NONE_SEEN)
    if not subjects:
        named = ", ".join(known)
        raise OptionError(f"nothing to verify; name a game ({named}, or all) or files")
    games: list[str] = []
    names: list[str] = []
    if subjects == ("all",):
        games += known
    elif "all" in subjects and not Path("all").exists():
        raise OptionError("all stands alone, for the sets of all games; files tell their game")
    for subject in subjects if not games else ():
        is_path = Path(subject).is_file() or (Path(subject).is_dir() and subject in games)
        (games if subject in known and not is_path else names).append(subject)
    games = list(dict.fromkeys(games))
    if names and len(games) > 1:
        raise OptionError(f"a set is of one game, not of {listed(games)}")
    for subject in subjects if not names else ():
        if Path(subject).is_dir():
            raise OptionError(
                f"'{subject}' is a folder here too; for its files name ./{subject}, "
                "for the game's own set ask in another folder"
            )
    return games, names


def _fit(colours: Sequence[str], game: str | None) -> None:
    """See that colours are those of a game, each another; of any game where none is named."""
    games = [engine.game(name) for name in ([game] if game else engine.names())]
    known = [one for one in games if one.piece_colours]
    if not known:
        raise OptionError(f"--colors: sheets of {games[0].title} are not told by their colours")
    numbers = sorted({len(one.piece_colours) for one in known})
    if len(colours) == len(set(colours)) and len(colours) in numbers:
        return
    wanted = " or ".join(_NUMBERS[number] for number in numbers)
    named = ", ".join(f"{','.join(g.piece_colours.values())} of {g.title}" for g in known)
    raise OptionError(f"--colors: expected {wanted} different colours as #rrggbb: {named}")

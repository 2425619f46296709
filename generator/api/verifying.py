"""Sets counted and sheets read back: the model of a game, or files and folders of any mixture."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypedDict, Unpack

import engine
from engine.drawing import theme as themes
from engine.errors import OptionError
from engine.words import listed, out_of_range
from generator.api.asking import Names, names_in, parted
from generator.api.sparing import Sparing
from generator.checking import report
from generator.checking.faults import Fault, Outcome
from generator.checking.pairing import MODES
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
    """How sheets were made and what must be there, by the names of the command's options.

    Lengths are millimetres; None leaves it to the sheets and the manifest beside them.

    >>> options: generator.VerifyOptions = {"tolerance": 0.3}
    >>> generator.verify(game.name, **options).ok
    True
    """

    tile_size: float | None
    bleed: float | None
    theme: str | None
    colors: Names | None
    duplex: str | None
    back_shift: tuple[float, float] | None
    back_scale: tuple[float, float] | None
    back_turn: float | None
    print_scale: tuple[float, float] | None
    margin: float | None
    copies: int | None
    only: Names | None
    template: str | Path | None
    tolerance: float | None
    exclude: Names | None


@dataclass(frozen=True)
class Verification:
    """What was verified: an outcome for each set found, and the files that could not be read.

    >>> found = generator.verify(game.name)
    >>> found.ok, found.faults
    (True, ())
    >>> print(found.text().splitlines()[-1])
      in order: 168 of 168
    """

    outcomes: tuple[Outcome, ...]
    #: How long each took.
    seconds: tuple[float, ...] = ()
    errors: tuple[Unread, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all is in order.

        >>> generator.verify("all").ok
        True
        """
        return not self.errors and all(outcome.ok for outcome in self.outcomes)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Every fault of every set.

        >>> generator.verify("all").faults
        ()
        """
        return tuple(fault for outcome in self.outcomes for fault in outcome.faults)

    def text(self, *, all: bool = False) -> str:
        """Return the report for people; of a kind of fault the first few, or with ``all`` every one.

        >>> print(generator.verify(game.name).text().splitlines()[-1])
          in order: 168 of 168
        """
        return report.text(self.outcomes, self.errors, whole=all)

    def json(self) -> str:
        """Return the report for programs, whose schema is ``verify/1``.

        >>> generator.verify(game.name).json().splitlines()[1]
        ' "schema": "verify/1",'
        """
        return report.as_json(self.outcomes, self.errors)

    def junit(self) -> str:
        """Return the report as JUnit XML.

        >>> "<testsuites" in generator.verify(game.name).junit()
        True
        """
        return report.junit(self._run)

    def github(self, *, all: bool = False) -> str:
        """Return the report as GitHub's workflow commands.

        >>> generator.verify(game.name).github()[:8]
        '::notice'
        """
        return report.github(self._run, whole=all)

    def markdown(self, *, all: bool = False) -> str:
        """Return the report as Markdown, for the page of a job or a comment.

        >>> generator.verify(game.name).markdown().splitlines()[0]
        '### tilewright verify'
        """
        return report.markdown(self._run, whole=all)

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

    @cached_property
    def _run(self) -> CheckRun:
        suites = report.suites(self.outcomes, self.seconds)
        return CheckRun("tilewright verify", suites, self.errors)


def verify(
    *subjects: str | Path, output: str | Path | None = None, **options: Unpack[VerifyOptions]
) -> Verification:
    """Count the sets of games, or of files and folders, and find every fault.

    A game alone is its own set, with the counting argument.  Files and folders may be of any mixture
    of games; one game named before them says what they are of.  All is named as the options of
    ``tilewright verify``, see :class:`VerifyOptions`; ``output`` is the file to show in what was read
    in photographs.

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
    found = verified(*subjects, output=output, **options)
    if not found.outcomes and len(found.errors) == 1:
        raise found.errors[0].named
    return found


def verified(
    *subjects: str | Path, output: str | Path | None = None, **options: Unpack[VerifyOptions]
) -> Verification:
    """Return what :func:`verify` does, also where nothing but one file was given that cannot be read.

    Raises OptionError for options that are wrong, GameError where nothing is recognised.
    """
    seen = None if output is None else Path(output)
    games, names = _sorted(tuple(map(str, subjects)), seen)
    given = _given({**options})
    if "colours" in given and names:
        _fit(given["colours"], games[0] if games else None)
    timed = list(_timed(_found(games, names, given, seen)))
    sets = [(one, took) for one, took in timed if isinstance(one, Outcome)]
    errors = tuple(one for one, _ in timed if isinstance(one, Unread))
    return Verification(tuple(one for one, _ in sets), tuple(took for _, took in sets), errors)


def _given(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that say something, by the names of the fields they are for.

    Raises OptionError for a value that is out of range.
    """
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
    games: Sequence[str], names: Sequence[str], given: Mapping[str, Any], seen: Path | None
) -> Iterator[Outcome | Unread]:
    """Yield what comes of games' own sets, or of files; raises as these do."""
    from generator.checking import verification

    if not names:
        yield from _models(games)
        return
    yield from verification.findings(
        verification.Asked(
            tuple(names),
            games[0] if games else None,
            {key: given[key] for key in _HINTS if key in given},
            {key: given[key] for key in _WANTED if key in given},
            seen,
            given.get("exclude", ()),
        )
    )


def _models(games: Sequence[str]) -> Iterator[Outcome | Unread]:
    """Yield the outcomes of games' own sets, and of several what packages' games do wrong."""
    from generator.checking import inspection

    sparing = Sparing(games)
    for name in games:
        outcome = None
        with sparing(name):
            outcome = inspection.model(name)
        if outcome is not None:
            yield outcome
    yield from map(Unread, sparing.errors)


def _timed(found: Iterator[Outcome | Unread]) -> Iterator[tuple[Outcome | Unread, float]]:
    """Yield what comes with the seconds that each took."""
    began = time.monotonic()
    for one in found:
        now = time.monotonic()
        yield one, now - began
        began = now


def _sorted(subjects: tuple[str, ...], seen: Path | None) -> tuple[list[str], list[str]]:
    """Return the games named, and the files; a file of a game's name is that file.

    A folder of a game's name is that folder behind the game.

    Raises OptionError where neither is named, for files of several games, where there is no file
    that could be ``seen``, and where a game alone is a folder too.
    """
    if seen is not None and set(subjects) <= {*engine.names(), "all"}:
        from generator.checking.verification import NONE_SEEN

        raise OptionError(NONE_SEEN)
    if subjects == ("all",):
        _see_no_folders(subjects)
        return list(engine.names()), []
    if "all" in subjects and not Path("all").exists():
        raise OptionError("all stands alone, for the sets of all games; files tell their game")
    games: list[str] = []
    names: list[str] = []
    for subject in subjects:
        is_path = Path(subject).is_file() or (Path(subject).is_dir() and subject in games)
        (games if subject in engine.names() and not is_path else names).append(subject)
    if not subjects:
        known = ", ".join(engine.names())
        raise OptionError(f"nothing to verify; name a game ({known}, or all) or files")
    games = list(dict.fromkeys(games))
    if names and len(games) > 1:
        raise OptionError(f"a set is of one game, not of {listed(games)}")
    if not names:
        _see_no_folders(games)
    return games, names


def _see_no_folders(names: Sequence[str]) -> None:
    """See that no word that stands for games is a folder too, which may be meant.

    Raises OptionError.
    """
    for name in names:
        if Path(name).is_dir():
            raise OptionError(
                f"'{name}' is a folder here too; for its files name ./{name}, "
                "for the game's own set ask in another folder"
            )


def _fit(colours: Sequence[str], game: str | None) -> None:
    """See that colours are those of a game, each another; of any game where none is named.

    Raises OptionError saying which colours are expected.
    """
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

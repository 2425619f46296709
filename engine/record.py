"""Game records: tag pairs, numbered moves, comments and results, read, written, replayed and checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import IO

from engine.errors import GameError, RecordError
from engine.geometry.plane import number as number_text
from engine.play.game import Game
from engine.play.plugins import game as game_named
from engine.play.position import Position, Turn
from engine.reading import Spot
from engine.words import first_upper, listed

__all__ = [
    "MAX_CHARACTERS",
    "Record",
    "Spot",
    "check",
    "format_all",
    "load",
    "load_all",
    "loads",
    "result",
]

#: Longer texts are refused.
MAX_CHARACTERS = 4 * 1024 * 1024

_BEGIN = Spot()


def _error(reason: str, spot: Spot = _BEGIN) -> RecordError:
    return RecordError(reason, line=spot.line, column=spot.column)


@dataclass(frozen=True)
class Record:
    """One game: its tags, the moves as written, and the comments."""

    tags: Mapping[str, str]
    moves: tuple[str, ...] = ()
    #: Those before the first move, then those after each.
    comments: tuple[tuple[str, ...], ...] = ()
    #: The places in the text that was read, or else in ``str(self)``.
    move_spots: tuple[Spot, ...] = field(default=(), compare=False, repr=False)
    tag_spots: Mapping[str, Spot] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        comments = self.comments or ((),) * (len(self.moves) + 1)
        object.__setattr__(self, "tags", MappingProxyType(dict(self.tags)))
        object.__setattr__(self, "moves", tuple(self.moves))
        object.__setattr__(self, "comments", tuple(map(tuple, comments)))
        if not self.tag_spots:  # made by hand
            read = [draft.record() for draft in _drafts(_text_of(str(self)))]
            if read != [self]:
                raise GameError("a record cannot have such tags, moves or comments")
            object.__setattr__(self, "move_spots", read[0].move_spots)
            object.__setattr__(self, "tag_spots", read[0].tag_spots)

    def __str__(self) -> str:
        """Return the text: the tags, Game first, then the moves, a line for each round."""
        lines = []
        for name in sorted(self.tags, key=lambda name: name != "Game"):
            value = self.tags[name].replace("\\", "\\\\").replace('"', '\\"')
            lines.append(f'[{name} "{value}"]')
        rounds = [line for line in _rounds(self) if line]
        return "\n".join([*lines, *[""] * bool(rounds), *rounds]) + "\n"

    @property
    def game(self) -> Game[Position]:
        """The game that was played; UnknownGameError if the Game tag names none."""
        return game_named(self.tags["Game"])

    def start(self) -> Position:
        """Return the position the game started from; raise RecordError if the tags give none."""
        try:
            return self.game.from_tags(self.tags)
        except GameError as error:
            tag = first_upper(error.setting)  # the setting mode is the tag Mode
            spot = self.tag_spots[tag if tag in self.tags else "Game"]
            raise _error(str(error), spot) from error

    def positions(self) -> Iterator[Position]:
        """Yield the start position, then that after each move; raise RecordError at an illegal one."""
        yield self.start()
        for turn in self.turns():
            yield turn.after

    def turns(self) -> Iterator[Turn[Position]]:
        """Yield the moves carried out one after the other; raise RecordError as :meth:`positions`."""
        position = self.start()
        for index, move in enumerate(self.moves):
            try:
                turn = position.take_turn(move)
            except GameError as error:
                raise _error(str(error), self.move_spots[index]) from error
            yield turn
            position = turn.after


# A semicolon at the beginning of a word begins a comment; inside a move it is part of it.
_TOKEN = re.compile(
    r'(?P<space>\s+)|(?P<tag>\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\\n]|\\.)*)"\s*\])'
    r"|(?P<bracket>\[)|(?P<comment>\{([^}]*)\}|;([^\n]*))|(?P<brace>\{)|(?P<number>[0-9]+\.)"
    r"|(?P<word>[^\s{]+)"
)


@dataclass
class _Draft:
    """A record as far as it is read; ``numbers`` are each before the move of an index, at a place."""

    spot: Spot
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    comments: list[list[str]] = field(default_factory=lambda: [[]])
    move_spots: list[Spot] = field(default_factory=list)
    tag_spots: dict[str, Spot] = field(default_factory=dict)
    numbers: list[tuple[str, int, Spot]] = field(default_factory=list)

    def record(self) -> Record:
        if "Game" not in self.tags:
            raise _error('a record begins with its tags; expected [Game "…"]', self.spot)
        comments, move_spots = tuple(map(tuple, self.comments)), tuple(self.move_spots)
        record = Record(self.tags, tuple(self.moves), comments, move_spots, self.tag_spots)
        players = len(record.start().players)
        for number, index, spot in self.numbers:
            expected = index // players + 1
            if index % players:
                raise _error(
                    f"the move number {number[:10]} stands inside round {expected}; "
                    f"expected numbers only where a round of {players} moves begins",
                    spot,
                )
            if number != f"{expected}.":
                raise _error(f"the move number is {number[:10]}; expected {expected}.", spot)
        return record

    def add_tag(self, name: str, value: str, spot: Spot) -> None:
        if name in self.tags:
            raise _error(f"the tag {name} is given twice", spot)
        if "\\" in re.sub(r'\\["\\]', "", value):
            raise _error('a backslash in a tag may only stand before " or \\', spot)
        self.tags[name], self.tag_spots[name] = re.sub(r'\\(["\\])', r"\1", value), spot

    def add_move(self, move: str, spot: Spot) -> None:
        if "}" in move:
            raise _error("a } without a { before it", spot)
        self.moves.append(move)
        self.move_spots.append(spot)
        self.comments.append([])


def _drafts(text: str) -> list[_Draft]:
    drafts: list[_Draft] = []
    spot, gap = Spot(), True  # whether a blank line or nothing is before it, but for comments
    for match in _TOKEN.finditer(text):  # every character begins one
        kind, name, value, braced, plain = match.lastgroup, *match.group(3, 4, 7, 8)
        if kind == "bracket":
            raise _error('not a tag pair; expected [Name "value"]', spot)
        if kind == "brace":
            raise _error("this comment is never closed; expected }", spot)
        if kind == "space":
            gap = gap or match[0].count("\n") > 1
        elif not drafts or (kind == "tag" and _begins_next(drafts[-1], name, gap, spot)):
            drafts.append(_Draft(spot))
        if kind == "tag":
            drafts[-1].add_tag(name, value, spot)
        elif kind == "comment":
            drafts[-1].comments[-1].append((plain if braced is None else braced).strip())
        elif kind == "number":
            drafts[-1].numbers.append((match[0], len(drafts[-1].moves), spot))
        elif kind == "word":
            drafts[-1].add_move(match[0], spot)
        gap = gap and kind in ("space", "comment")
        spot = spot.after(match[0])
    return drafts


def _begins_next(draft: _Draft, tag: str, gap: bool, spot: Spot) -> bool:
    """Tell whether a tag begins the next record: after moves, or Game again after a blank line."""
    if draft.moves or draft.numbers:
        if not gap:
            raise _error("a blank line must stand before the next game's tags", spot)
        return True
    return gap and tag == "Game" and tag in draft.tags


def load(source: str | Path | IO[str] | IO[bytes]) -> Record:
    """Return the one record of a text, a file's path, or an open file; raise RecordError, OSError."""
    records = load_all(source)
    if len(records) != 1:
        raise _error(f"{len(records) or 'no'} records; expected one (load_all reads several)")
    return records[0]


def loads(text: str) -> Record:
    """Return the one record written as ``text``; raise RecordError as :func:`load`."""
    return load(text)


def load_all(source: str | Path | IO[str] | IO[bytes]) -> list[Record]:
    """Return all records of a source as of :func:`load`; their starts are right, moves may be illegal."""
    return [draft.record() for draft in _drafts(_text_of(source))]


def _text_of(source: str | Path | IO[str] | IO[bytes]) -> str:
    if isinstance(source, Path):
        with source.open("rb") as file:
            return _text_of(file)
    text = source if isinstance(source, str) else source.read(4 * MAX_CHARACTERS + 1)
    try:
        text = text if isinstance(text, str) else text.decode()
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode(errors="replace")
        raise _error("the text is not UTF-8", Spot().after(before)) from error
    if len(text) > MAX_CHARACTERS:
        raise _error(f"the text is too long; expected at most {MAX_CHARACTERS} characters")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def format_all(records: Iterable[Record]) -> str:
    """Return the text of several records, with a blank line between them."""
    return "\n".join(map(str, records))


def _rounds(record: Record) -> Iterator[str]:
    """Yield the comments before the first move, then a line for each round, or all in one line."""
    players = 0
    with suppress(GameError):
        players = len(game_named(record.tags.get("Game", "")).from_tags(record.tags).players)
    line, *others = (
        "".join(f"; {text}\n" if "}" in text else f"{{{text}}} " for text in comments)
        for comments in record.comments
    )
    for index, (move, comments) in enumerate(zip(record.moves, others, strict=False)):
        if players and index % players == 0:
            yield line[:-1]
            line = f"{index // players + 1}. "
        line += f"{move} {comments}"
    yield line[:-1]


def result(position: Position, *, stopped: bool = False) -> str:
    """Return the result of a game in its last position, or with ``stopped`` as if it ended there.

    It is the winners' letters with the margin to the nearest other player, as ``c+4.5``, where
    scores decide; ``draw`` without winners; ``*`` while the game is on.
    """
    winners = position.winners()
    if winners is None:
        if not stopped:
            return "*"
        winners = position.leaders()
    if not winners:
        return "draw"
    letters, scores = "".join(winners), position.scores()
    if not position.has_margin:
        return letters
    others = [player for player in position.players if player not in winners]
    gaps = [abs(scores[winner] - scores[other]) for winner in winners for other in others]
    return f"{letters}+{number_text(min(gaps, default=0))}"


def _in_order(result: str) -> tuple[str, str]:
    """Return the winners of a result in the order of their letters, and its margin."""
    winners, plus, margin = result.partition("+")
    letters = winners if winners == "draw" else "".join(sorted(winners))
    return letters, plus + margin.removesuffix(".0")


def _result_fault(given: str, position: Position, game: Game[Position]) -> str:
    """Return what is wrong with a Result tag; a margin may be missing, a win of all be a draw."""
    is_on = position.winners() is None
    expected = [result(position)]
    if is_on and game.may_stop_early:
        expected.append(result(position, stopped=True))
    right = {_in_order(text) for text in expected}
    right |= {(winners, "") for winners, _ in right}
    is_shared = given == "draw" and ("".join(sorted(position.players)), "") in right
    if _in_order(given) in right or is_shared:
        return ""
    why = "the game is not over" if is_on else "the game is over"
    return f"the result is '{given[:40]}', but {why}; expected {listed(expected, 'or')}"


def check(record: Record) -> list[RecordError]:
    """Return everything wrong with a record: its first illegal move, or its result and pieces."""
    try:
        positions = list(record.positions())
    except RecordError as error:
        return [error]
    game, given = record.game, record.tags.get("Result")
    faults = [_error(need, record.tag_spots["Game"]) for need in game.needs(positions)]
    if given is not None and (reason := _result_fault(given, positions[-1], game)):
        faults.append(_error(reason, record.tag_spots["Result"]))
    return sorted(faults, key=lambda fault: (fault.line, fault.column))

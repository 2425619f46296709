"""Game records: tag pairs, numbered moves, comments and results, read, written, replayed and checked.

Only the game knows what tags and moves mean.  A move number stands before the first move of a
round.  A semicolon at the beginning of a word begins a comment; inside a move it is part of it.

>>> engine.record.check(engine.record.loads(str(record)))
[]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import IO, NamedTuple

from engine.errors import GameError, RecordError, UnknownGameError
from engine.geometry.plane import number as number_text
from engine.play.finding import game as game_named
from engine.play.game import Game
from engine.play.position import Position, Turn
from engine.reading import Spot
from engine.words import first_upper, listed

__all__ = [
    "MAX_CHARACTERS",
    "MAX_MOVES",
    "Record",
    "RecordFault",
    "Spot",
    "check",
    "format_all",
    "format_record",
    "load",
    "load_all",
    "loads",
    "result",
]


def error_at(reason: str, spot: Spot) -> RecordError:
    """Return the error that something at ``spot`` is wrong."""
    return RecordError(reason, line=spot.line, column=spot.column)


class Token(NamedTuple):
    """A word, a comment or a tag pair; ``gap`` says that a blank line or nothing is before it."""

    kind: str
    text: str
    spot: Spot
    gap: bool
    value: str = ""


TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

_TOKEN = re.compile(r"(?P<space>\s+)|(?P<tag>\[)|(?P<comment>\{[^}]*\}?|;[^\n]*)|(?P<word>[^\s{]+)")
_TAG = re.compile(r'\[\s*([^\s"\]]+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]')


def _tokens(text: str) -> Iterator[Token]:
    at, spot, gap = 0, Spot(), True
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None, "every character begins a token"
        end, kind = match.end(), match.lastgroup
        if kind == "space":
            gap = gap or match[0].count("\n") > 1
        elif kind == "tag":
            tag = _TAG.match(text, at)
            if tag is None or not TAG_NAME.fullmatch(tag[1]):
                raise error_at('not a tag pair; expected [Name "value"]', spot)
            if re.sub(r'\\["\\]', "", tag[2]).count("\\"):
                raise error_at('a backslash in a tag may only stand before " or \\', spot)
            end = tag.end()
            yield Token("tag", tag[1], spot, gap, re.sub(r'\\(["\\])', r"\1", tag[2]))
        elif kind == "comment":
            is_braced = match[0][0] == "{"
            if is_braced and not match[0].endswith("}"):
                raise error_at("this comment is never closed; expected }", spot)
            yield Token("comment", match[0][1 : -1 if is_braced else None].strip(), spot, gap)
        else:
            yield Token("word", match[0], spot, gap)
        if kind in ("tag", "word"):  # a comment may stand between the blank line and the tags
            gap = False
        at, spot = end, spot.after(text[at:end])


#: Records with more moves are refused.
MAX_MOVES = 100_000

_NUMBERED = re.compile(r"([0-9]+)\.(.*)", re.DOTALL)


@dataclass(frozen=True)
class Record:
    """One game: its tags, the moves as written, and the comments.

    ``comments[0]`` are those before the first move, ``comments[k]`` those after the k-th.
    ``move_spots`` and ``tag_spots`` are the places of moves and tags in the text that was read;
    comparing records ignores them.
    """

    tags: Mapping[str, str]
    moves: tuple[str, ...] = ()
    comments: tuple[tuple[str, ...], ...] = ()
    move_spots: tuple[Spot, ...] = field(default=(), compare=False, repr=False)
    tag_spots: Mapping[str, Spot] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        comments = self.comments or ((),) * (len(self.moves) + 1)
        object.__setattr__(self, "tags", MappingProxyType(dict(self.tags)))
        object.__setattr__(self, "moves", tuple(self.moves))
        object.__setattr__(self, "comments", tuple(tuple(group) for group in comments))
        _check_writable(self)

    def __hash__(self) -> int:
        return hash((frozenset(self.tags.items()), self.moves, self.comments))

    def __str__(self) -> str:
        return format_record(self)

    @property
    def game(self) -> Game[Position]:
        """The game that was played.

        Raises RecordError if the Game tag is missing or does not name a game.
        """
        if "Game" not in self.tags:
            raise RecordError('no Game tag; expected [Game "…"]', line=1, column=1)
        try:
            return game_named(self.tags["Game"])
        except UnknownGameError as error:
            raise error_at(str(error), self.spot_of_tag("Game")) from error

    @property
    def result(self) -> str | None:
        """The Result tag, or None without one."""
        return self.tags.get("Result")

    def start(self) -> Position:
        """Return the position the game started from.

        Raises RecordError if the tags do not give one.
        """
        game = self.game
        try:
            return game.from_tags(self.tags)
        except GameError as error:
            tag = first_upper(error.setting)  # the setting mode is the tag Mode
            tag = tag if tag in self.tags else "Game"
            raise error_at(str(error), self.spot_of_tag(tag)) from error

    def positions(self) -> Iterator[Position]:
        """Yield the start position, then the position after each move.

        Raises RecordError at a move that is illegal, with the game's own words.
        """
        yield self.start()
        for turn in self.turns():
            yield turn.after

    def turns(self) -> Iterator[Turn[Position]]:
        """Yield the moves carried out one after the other, from the start position.

        Raises RecordError as :meth:`positions`.
        """
        position = self.start()
        for index, move in enumerate(self.moves):
            try:
                turn = position.take_turn(move)
            except GameError as error:
                raise error_at(str(error), self.spot_of_move(index)) from error
            yield turn
            position = turn.after

    def spot_of_move(self, index: int) -> Spot:
        """Return the place of a move, by its index, in the text read or else in ``str(self)``."""
        return (self.move_spots or _reread(self).move_spots)[index]

    def spot_of_tag(self, name: str) -> Spot:
        """Return the place of a tag in the text read or else in ``str(self)``; 1, 1 without it."""
        return (self.tag_spots or _reread(self).tag_spots).get(name, Spot())


#: The move numbers in a text: each with the index of the move behind it and its place.
_Numbers = list[tuple[str, int, Spot]]


def _parsed(text: str) -> list[tuple[Record, _Numbers]]:
    """Return the records of a text, with the move numbers in it."""
    games: list[list[Token]] = []
    for token in _tokens(text):
        if not games or (token.kind == "tag" and _begins_next(games[-1], token)):
            games.append([])
        games[-1].append(token)
    return list(map(_read, games))


def _begins_next(game: Sequence[Token], token: Token) -> bool:
    """Tell whether a tag begins the next record: after moves, or Game again after a blank line."""
    if any(before.kind == "word" for before in game):
        if not token.gap:
            raise error_at("a blank line must stand before the next game's tags", token.spot)
        return True
    is_again = any((before.kind, before.text) == ("tag", "Game") for before in game)
    return token.gap and token.text == "Game" and is_again


def _read(game: Sequence[Token]) -> tuple[Record, _Numbers]:
    tags: dict[str, str] = {}
    moves: list[str] = []
    comments: list[list[str]] = [[]]
    move_spots, tag_spots = list[Spot](), dict[str, Spot]()
    numbers: _Numbers = []
    for kind, text, spot, _, value in game:
        if kind == "tag":
            if text in tags:
                raise error_at(f"the tag {text} is given twice", spot)
            tags[text], tag_spots[text] = value, spot
        elif kind == "comment":
            comments[-1].append(text)
        elif "}" in text:
            raise error_at("a } without a { before it", spot)
        else:
            move, place = text, spot
            if number := _NUMBERED.fullmatch(text):
                numbers.append((number[1], len(moves), spot))
                move, place = number[2], spot.after(f"{number[1]}.")
            if move and not _is_writable_move(move):
                raise error_at(f"{move!r} is not a move", place)
            if move:
                moves.append(move)
                move_spots.append(place)
                comments.append([])
            if len(moves) > MAX_MOVES:
                raise error_at(f"too many moves; expected at most {MAX_MOVES}", spot)
    if "Game" not in tags:
        raise error_at('a record begins with its tags; expected [Game "…"]', game[0].spot)
    groups = tuple(map(tuple, comments))
    return Record(tags, tuple(moves), groups, tuple(move_spots), tag_spots), numbers


def _reread(record: Record) -> Record:
    return _parsed(str(record))[0][0]


def _is_writable_move(word: str) -> bool:
    return bool(re.fullmatch(r"[^\s{}\[;][^\s{}]*", word)) and not _NUMBERED.fullmatch(word)


def _check_writable(record: Record) -> None:
    for name, value in record.tags.items():
        if not TAG_NAME.fullmatch(name) or re.search(r"[\r\n]", value):
            raise GameError(f"a record cannot have the tag {name!r} with the value {value!r}")
    for move in record.moves:
        if not _is_writable_move(move):
            raise GameError(f"a record cannot have the move {move!r}")
    if len(record.comments) != len(record.moves) + 1:
        raise GameError("a record has one group of comments more than moves")
    for comment in (comment for group in record.comments for comment in group):
        if comment != comment.strip() or "\r" in comment or ("}" in comment and "\n" in comment):
            raise GameError(f"a record cannot have the comment {comment!r}")


def format_record(record: Record) -> str:
    """Return a record's text: the tags, Game first, then the moves, a line for each round.

    >>> engine.record.format_record(record).splitlines()[-1]
    '1. r:brgbbg@-1,0 g:gbgbbr@0,-1'
    """
    names = sorted(record.tags, key=lambda name: name != "Game")
    values = {name: record.tags[name].replace("\\", "\\\\").replace('"', '\\"') for name in names}
    lines = [f'[{name} "{value}"]' for name, value in values.items()]
    body = _format_moves(record)
    return "\n".join([*lines, *(["", body] if body else [])]) + "\n"


def format_all(records: Iterable[Record]) -> str:
    """Return the text of several records, with a blank line between them.

    >>> len(engine.record.load_all(engine.record.format_all([record, record])))
    2
    """
    return "\n".join(map(format_record, records))


def _format_moves(record: Record) -> str:
    players = 0
    with suppress(GameError):
        game = game_named(record.tags.get("Game", ""))
        players = len(game.from_tags(record.tags).players)
    lines: list[list[str]] = [list(_format_comments(record.comments[0]))]
    for index, move in enumerate(record.moves):
        if players and index % players == 0:
            lines.append([f"{index // players + 1}."])
        lines[-1] += [move, *_format_comments(record.comments[index + 1])]
    spaced = (
        "".join(word + ("\n" if word.startswith(";") else " ") for word in words)[:-1]
        for words in lines
        if words
    )
    return "\n".join(spaced)


def _format_comments(comments: Iterable[str]) -> Iterator[str]:
    for comment in comments:
        yield f"; {comment}" if "}" in comment else f"{{{comment}}}"


# ------------------------------------------------------------------------------------------ results


def result(position: Position, *, stopped: bool = False) -> str:
    """Return the result of a game in its last position, or with ``stopped`` as if it ended there.

    It is the winners' letters with the margin to the nearest other player, as ``c+4.5``.  If scores
    do not decide, it is the letters alone.  It is ``draw`` without winners, and ``*`` while the game
    is on.

    >>> engine.record.result(start), engine.record.result(start, stopped=True)
    ('*', 'rg+0')
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
    margin = min(gaps, default=0)
    return f"{letters}+{margin if isinstance(margin, int) else number_text(margin)}"


_RESULT = re.compile(r"(\w+?)(?:\+([0-9]{1,15}(?:\.[0-9]{1,15})?))?", re.ASCII)


#: What a written result claims: the winners, none for a draw, and the margin if there is one.
_Claim = tuple[frozenset[str], float | None]


def _claimed(text: str, players: Sequence[str]) -> _Claim | None:
    if text == "draw":
        return frozenset(), None
    match = _RESULT.fullmatch(text)
    if match is None or len(set(match[1])) < len(match[1]) or not set(match[1]) <= set(players):
        return None
    return frozenset(match[1]), None if match[2] is None else float(match[2])


def result_fault(given: str, position: Position, game: Game[Position]) -> str:
    """Return what is wrong with a Result tag, or an empty text.

    A margin may be missing, and a win of all may be a draw.
    """
    players = position.players
    claim = _claimed(given, players)
    if claim is None and given != "*":
        return (
            f"the result '{given}' cannot be read; expected winners of {''.join(players)} with "
            "their margin, draw, or *"
        )
    expected = [result(position)]
    if position.winners() is None and game.may_stop_early:
        expected.append(result(position, stopped=True))
    right = [one for text in expected if (one := _claimed(text, players))]
    accepted = {*right, *((winners, None) for winners, _ in right)}
    accepted |= {(winners, margin or 0.0) for winners, margin in right}
    if any(winners == frozenset(players) for winners, _ in right):
        accepted.add((frozenset(), None))
    if given in expected or claim in accepted:
        return ""
    why = "the game is not over" if position.winners() is None else "the game is over"
    return f"the result is '{given}', but {why}; expected {listed(expected, 'or')}"


# ------------------------------------------------------------------- read from files, and checked

#: Longer texts are refused.
MAX_CHARACTERS = 4 * 1024 * 1024


def load(source: str | Path | IO[str] | IO[bytes]) -> Record:
    """Return the one record of a text, a file's path, or an open file.

    Raises RecordError if it cannot be read or does not hold one record, OSError if the file
    cannot be opened.

    >>> engine.record.load(Path("game.txt")) == record
    True
    """
    records = load_all(source)
    if len(records) != 1:
        words = f"{len(records) or 'no'} records; expected one (load_all reads several)"
        raise RecordError(words, line=1, column=1)
    return records[0]


def loads(text: str) -> Record:
    """Return the one record written as ``text``.

    Raises RecordError as :func:`load`.

    >>> engine.record.loads(str(record)).moves
    ('r:brgbbg@-1,0', 'g:gbgbbr@0,-1')
    """
    return load(text)


def load_all(source: str | Path | IO[str] | IO[bytes]) -> list[Record]:
    """Return all records of a text, a file's path, or an open file.

    Every record is of a known game, its tags give a start position and its move numbers are
    right; the moves may be illegal.

    Raises RecordError if it cannot be read, OSError if the file cannot be opened.

    >>> two = engine.record.format_all([record, record])
    >>> [len(one.moves) for one in engine.record.load_all(two)]
    [2, 2]
    """
    records = _parsed(_text_of(source))
    for record, numbers in records:
        _check_numbers(record, numbers)
    return [record for record, _ in records]


def _text_of(source: str | Path | IO[str] | IO[bytes]) -> str:
    try:
        if isinstance(source, str):
            text = source
        elif isinstance(source, Path):
            with source.open("rb") as file:
                text = file.read(4 * MAX_CHARACTERS + 1).decode()
        else:
            data = source.read(4 * MAX_CHARACTERS + 1)
            text = data if isinstance(data, str) else data.decode()
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode(errors="replace")
        raise error_at("the text is not UTF-8", Spot().after(before)) from error
    if len(text) > MAX_CHARACTERS:
        words = f"the text is too long; expected at most {MAX_CHARACTERS} characters"
        raise RecordError(words, line=1, column=1)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _check_numbers(record: Record, numbers: _Numbers) -> None:
    players = len(record.start().players)
    for number, index, spot in numbers:
        expected = index // players + 1
        if index % players:
            raise error_at(
                f"the move number {number[:10]}. stands inside round {expected}; "
                f"expected numbers only where a round of {players} moves begins",
                spot,
            )
        if number != str(expected):
            raise error_at(f"the move number is {number[:10]}.; expected {expected}.", spot)


class RecordFault(NamedTuple):
    """Something wrong with a record, and its place."""

    line: int
    column: int
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.sentence}"


def check(record: Record) -> list[RecordFault]:
    """Return everything wrong with a record; nothing for one in order.

    A record is replayed up to its first illegal move; without one, the result and the number of
    pieces are checked too.

    >>> wrong = engine.record.loads(str(record).replace("0,-1", "9,9"))
    >>> print(engine.record.check(wrong)[0])
    line 3, column 18: illegal move 'g:gbgbbr@9,9': a tile must touch at least two others, ...
    """
    try:
        positions = list(record.positions())
    except RecordError as error:
        return [RecordFault(error.line, error.column, error.reason)]
    faults = [
        RecordFault(*record.spot_of_tag("Game"), need) for need in record.game.needs(positions)
    ]
    if record.result is not None:
        sentence = result_fault(record.result, positions[-1], record.game)
        if sentence:
            faults.append(RecordFault(*record.spot_of_tag("Result"), sentence))
    return sorted(faults)

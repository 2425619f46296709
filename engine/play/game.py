"""What a game is to the rest of the toolkit.

Every game is a folder, in :mod:`engine.games` or a package of its own: its ``game`` module says what it
is, as one :class:`Game` that its ``__init__`` binds to the name ``GAME``.  Nothing here knows any
particular game; :mod:`.finding` finds them.
"""

from __future__ import annotations

import importlib
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from engine.errors import NotationError, OptionError, blaming
from engine.geometry.hexgrid import Hex, hexhex
from engine.play.position import Draft, Position
from engine.play.texts import GameTexts

if TYPE_CHECKING:
    from engine.drawing.diagram import Drawing
    from engine.drawing.parts import Laid, Part, Request
    from engine.drawing.scene import Item
    from engine.drawing.theme import Theme
    from engine.geometry.plane import Box, Point

T = TypeVar("T")


@dataclass(frozen=True)
class Option:
    """A setting of a start position, given as ``start(name=…)`` or ``-s name=…``.

    >>> [(option.name, option.default) for option in game.options]
    [('mode', 'sum'), ('players', 'rg')]
    """

    name: str
    help: str
    #: Turns the command line's text into the value; raises ValueError saying what is right.
    read: Callable[[str], object]
    default: object = None
    #: The values it may have, as texts, where they are few.
    choices: tuple[str, ...] = ()


def read_seed(text: str) -> int:
    """Return the seed of a lot given as text.

    Raises ValueError saying what is right.
    """
    if not re.fullmatch(r"-?[0-9]{1,18}", text):
        raise ValueError("a seed is a whole number of at most 18 digits, like 7")
    return int(text)


def check_seed(seed: object) -> None:
    """See that a seed is a whole number.

    Raises OptionError.
    """
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise OptionError(f"seed must be a whole number, not {seed!r}", setting="seed")


def read_tag(tags: Mapping[str, str], name: str, read: Callable[[str], T]) -> T | None:
    """Return what a record's tag says, None where it has none.

    Raises OptionError for a text that ``read`` refuses by a ValueError.
    """
    if name not in tags:
        return None
    try:
        return read(tags[name])
    except ValueError as error:
        words = f'[{name} "{tags[name][:40]}"]: {error}'
        raise OptionError(words, setting=name.lower()) from error


@dataclass(frozen=True)
class Component:
    """A kind of thing in the box, and how many of it.

    >>> game.components()[0]
    Component(name='tiles', title='Tiles', count=168)
    """

    name: str
    title: str
    count: int


class Check(NamedTuple):
    """A statement about a game's set, in words, and whether it is true of it.

    >>> game.counting()[0].holds
    True
    """

    sentence: str
    holds: bool


class TrialPiece(NamedTuple):
    """What is picked beside the board: its name, its words, the kind it is listed with, its picture.

    The picture is ``items`` about the origin, ``size`` millimetres wide and high.

    >>> from engine.play.game import TrialPiece
    >>> TrialPiece("draw", "draw a tile").items
    ()
    """

    name: str
    label: str = ""
    group: str = ""
    items: tuple[Item, ...] = ()
    size: float = 10.0


class Trial(NamedTuple):
    """What players see while a turn is picked: a drawing, whose window stays still, and the pieces beside.

    Pieces that are places of the drawing, too, are picked there.
    """

    drawing: Drawing
    pieces: tuple[TrialPiece, ...] = ()
    #: What places are called for those who listen, by name, where that is more than a name.
    words: Mapping[str, str] = MappingProxyType({})


P = TypeVar("P", bound=Position)


class Game(GameTexts, ABC, Generic[P]):
    """A game: its start positions, notation, pieces and drawing.

    What playing does not need lies in modules beside the one of the game's class, loaded when
    first asked for: ``diagram`` with ``draw_position`` and ``OVERLAYS``, ``parts`` with ``parts``,
    and where the game draws examples ``examples`` with ``parse_examples`` and ``draw_examples``.

    >>> game.options[0].name, game.player_names["g"], game.gives_hints
    ('mode', 'green', False)
    """

    title: ClassVar[str]
    credit: ClassVar[str]
    #: Colour letters (or numbers) a player may have, with their names: {"r": "red", ...}.
    player_names: ClassVar[Mapping[str, str]]
    #: The settings of :meth:`start`.
    options: ClassVar[tuple[Option, ...]] = ()
    #: Whether players may agree to stop, the score at that point giving the result.
    may_stop_early: ClassVar[bool] = False
    #: Whether positions have a ``hint``, as :mod:`.hinting` says.
    gives_hints: ClassVar[bool] = False
    #: How printed pieces are told from their drawings, in a word that the readers of sheets know:
    #: usually by pictures of them; "" for a game whose sheets nobody can read back.
    recognised_by: ClassVar[str] = "pieces"
    #: The colours that pieces are told by: letters with the themes' slots, {"r": "red", ...}.
    piece_colours: ClassVar[Mapping[str, str]] = MappingProxyType({})
    #: The sides, in cells, that a board to be found on sheets may have; () where none is looked for.
    board_sides: ClassVar[Sequence[int]] = ()
    #: Settings of a template under which the pieces look otherwise, each tried when sheets are read.
    looks: ClassVar[tuple[Mapping[str, object], ...]] = (MappingProxyType({}),)
    #: Settings that any lot may decide for a start of which only what lies open is asked.
    any_lot: ClassVar[Mapping[str, str]] = MappingProxyType({})
    #: Packages the game can use but does without: what for, and how to install each.
    optional_packages: ClassVar[Mapping[str, str]] = MappingProxyType({})

    def __repr__(self) -> str:
        return f"<Game: {self.title}>"

    @abstractmethod
    def start(self, *args: Any, **options: Any) -> P:
        """Return the start position; each game names its own keyword-only options.

        Raises OptionError for values out of range.
        """

    @abstractmethod
    def parse(self, text: str) -> P:
        """Return the position written as ``text``.

        Raises NotationError where it cannot be read, InvalidPositionError with every fault
        where it can be read but cannot occur.
        """

    def from_tags(self, tags: Mapping[str, str]) -> P:
        """Return the position a record with these tags starts from: its Position, or as its settings say.

        A game with settings sees that they do not contradict a Position.

        Raises OptionError (or what :meth:`parse` raises) for tags that say nothing possible; its
        ``setting`` is the tag to blame, by the setting's name: "mode" for the tag Mode.
        """
        if "Position" in tags:
            with blaming("position"):
                return self.parse(tags["Position"])
        said = {option.name: tags.get(option.name.capitalize()) for option in self.options}
        return self.begin({name: text for name, text in said.items() if text is not None})

    @abstractmethod
    def tiles(self) -> tuple[str, ...]:
        """Return the complete set of tiles, as written identities in order of number."""

    @abstractmethod
    def components(self) -> tuple[Component, ...]:
        """Return what the box holds."""

    def identify(self, text: str) -> str:
        """Return the identity, as in :meth:`tiles`, of a piece written in any way the game reads.

        Raises NotationError for a text that is no piece of the set.
        """
        if text not in self.tiles():
            example = ", ".join(dict.fromkeys(self.tiles()[:: max(1, len(self.tiles()) // 3)]))
            raise NotationError(
                f"not a piece of {self.title}", text=text, expected=f"one like {example}"
            )
        return text

    def written_piece(self, areas: str) -> str:
        """Return in the game's notation a piece whose areas show these colour letters, in order.

        Whether the set has such a piece is :meth:`identify`'s.
        """
        return areas

    def board_cells(self, side: int) -> frozenset[Hex]:
        """Return the cells of a hexagonal board of a side, about its middle: a hexhex, unless it says more.

        The side is one more than the steps from the middle to the farthest cell.
        """
        return frozenset(hexhex(side))

    def cell_label(self, cell: Hex, side: int) -> str:
        """Return what a cell of a hexagonal board of a side is called, "" where the board has none there."""
        return f"{cell[0]},{cell[1]}"

    def counting(self) -> tuple[Check, ...]:
        """Return why the set is complete: its counts, argued independently where that can be."""
        tiles = self.tiles()
        reads = all(self.identify(tile) == tile for tile in set(tiles))
        parts = self.components()
        return (
            *(Check(f"{part.title}: {part.count}", part.count > 0) for part in parts),
            Check(f"each of the {len(tiles)} written pieces reads back as itself", reads),
        )

    def needs(self, positions: Sequence[P]) -> tuple[str, ...]:
        """Return in sentences what a game through ``positions`` needs beyond the kit."""
        return ()

    # ------------------------------------------------------------- from modules loaded when needed

    @property
    def _package(self) -> str:
        """The folder of the game's class, by its dotted name."""
        return sys.modules[type(self).__module__].__package__ or ""

    def _module(self, name: str) -> Any:
        return importlib.import_module(f"{self._package}.{name}")

    @property
    def quick_module(self) -> Any:
        """The module ``quick`` of the game's folder, None where it has none; see :mod:`engine.play.quick`."""
        return self._module("quick") if find_spec(f"{self._package}.quick") else None

    @property
    def overlays(self) -> Mapping[str, str]:
        """What :meth:`draw` accepts in ``show``: name -> one line of help."""
        overlays: Mapping[str, str] = self._module("diagram").OVERLAYS
        return overlays

    def room(self, positions: Iterable[P]) -> Box | None:
        """Return the room that the boards of all positions need, None where it is always the same.

        A game whose board grows says so by ``room`` of its diagram; :meth:`draw` takes what it says.
        """
        room = getattr(self._module("diagram"), "room", None)
        found: Box | None = room(positions) if room else None
        return found

    def draw(
        self, position: P, *, theme: Theme, show: frozenset[str], room: Box | None = None
    ) -> Drawing:
        """Return the drawing of a position in its natural size in millimetres.

        With ``room`` its board is at least so large, as :meth:`room` has it.

        Raises OptionError for a name in ``show`` the game does not know.
        """
        roomy = {"room": room} if room else {}
        draw = self._module("diagram").draw_position
        drawing: Drawing = draw(position, theme=theme, show=show, **roomy)
        return drawing

    def trial(
        self, position: P, picked: tuple[str, ...], made: Draft, *, theme: Theme, viewer: str
    ) -> Trial:
        """Return what players see of a position with a turn as far as it is picked, its draft ``made``.

        ``viewer`` is the player whose hidden things are shown, "" for nobody, ``all`` for everyone.  A
        game that shows more than the position after the move has ``trial`` in a module so called.
        """
        if find_spec(f"{self._package}.trial") is not None:
            own = self._module("trial").trial
            found: Trial = own(position, picked, made, theme=theme, viewer=viewer)
            return found
        shown = position.play(made.move) if made.move else position
        drawing = self.draw(shown, theme=theme, show=frozenset())
        return Trial(drawing, tuple(map(TrialPiece, made.choices)))

    def draw_example(self, text: str, *, theme: Theme, show: frozenset[str]) -> Drawing:
        """Return the drawing of what no position can hold, such as pieces laid against the rules.

        Its description says what is wrong.  ``text`` has a form of the game's own.

        Raises NotationError for a text of another form, OptionError for a game that has none, and
        for a name in ``show`` the game does not know.
        """
        if find_spec(f"{self._package}.examples") is None:
            raise OptionError(f"{self.title} draws no examples, only positions")
        examples = self._module("examples")
        laid = examples.parse_examples(text)
        drawing: Drawing = examples.draw_examples(laid, theme=theme, show=show)
        return drawing

    def parts(self, request: Request) -> tuple[Part, ...]:
        """Return the components of the printed kit.

        Raises OptionError for a setting of the template that is wrong.
        """
        parts: tuple[Part, ...] = self._module("parts").parts(request)
        font = request.theme.font
        return tuple(part.in_font(font) for part in parts) if font else parts

    def laid(self, position: P) -> tuple[Laid, ...]:
        """Return the pieces of the kit that lie on the table in a position, each at its place.

        Raises OptionError where the kit has too few of them.
        """
        if find_spec(f"{self._package}.laid") is None:
            return ()
        found: tuple[Laid, ...] = self._module("laid").laid(position)
        return found

    def resting_places(self, position: P) -> tuple[Point, ...]:
        """Return where on the board pieces come to lie, in widths of a cell as in :meth:`laid`."""
        if find_spec(f"{self._package}.laid") is None:
            return ()
        places: tuple[Point, ...] = self._module("laid").resting_places(position)
        return places

    def begin(self, settings: Mapping[str, str]) -> P:
        """Return the start position for settings given as texts (``-s name=value``).

        Raises OptionError for an unknown name or a value that cannot be read.
        """
        known = {option.name: option for option in self.options}
        values: dict[str, object] = {}
        for name, text in settings.items():
            if name not in known:
                names = ", ".join(known) or "none"
                words = f"{self.name} has no option '{name}'; its options are {names}"
                raise OptionError(words, setting=name)
            try:
                values[name] = known[name].read(text)
            except ValueError as error:
                raise OptionError(f"option {name}={text}: {error}", setting=name) from error
        return self.start(**values)

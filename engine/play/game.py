"""What a game is to the rest of the toolkit; :mod:`.plugins` finds the games."""

from __future__ import annotations

import importlib
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from engine.errors import NotationError, OptionError, blaming
from engine.play.position import Draft, Position
from engine.resources import templates
from engine.words import listed, meant, shortened

if TYPE_CHECKING:
    from engine.drawing.diagram import Drawing
    from engine.drawing.parts import Laid, Part, Request
    from engine.drawing.scene import Item
    from engine.drawing.theme import Theme
    from engine.geometry.plane import Box, Point

P = TypeVar("P", bound=Position)


@dataclass(frozen=True)
class Option:
    """A setting of a start position, given as ``start(name=…)`` or ``-s name=…``."""

    name: str
    help: str
    kind: type[int | str]
    default: object = None
    choices: tuple[str, ...] = ()
    #: Returns the value in a position; None if positions do not hold it.
    of: Callable[[Any], object] | None = None
    #: Whether it is an argument of :meth:`Game.parse` too, as the written form does not hold it.
    beside: bool = False
    #: What is right, in words; by default the choices.
    right: str = ""

    def value(self, text: str) -> object:
        """Return the value given as text; raise OptionError."""
        is_whole = self.kind is int and re.fullmatch(r"-?[0-9]{1,18}", text)
        value = int(text) if is_whole else text
        self.check(value)
        return value

    def check(self, value: object) -> None:
        """See that a value is right; raise OptionError saying what would be."""
        right = self.right or listed(self.choices, "or")
        if self.kind is int and not self.right:
            ends = f" from {self.choices[0]} to {self.choices[-1]}" if self.choices else ""
            right = f"a whole number{ends}"
        if type(value) is not self.kind or (self.choices and str(value) not in self.choices):
            words = f"{self.name} must be {right}, not {shortened(repr(value), 60)}"
            raise OptionError(words, setting=self.name)


@dataclass(frozen=True)
class Component:
    """A kind of thing in the box, and how many of it."""

    name: str
    title: str
    count: int

    @property
    def pieces(self) -> tuple[str, ...]:
        """Their identities: the name, with a number if there are several."""
        if self.count == 1:
            return (self.name,)
        return tuple(f"{self.name}-{k}" for k in range(1, self.count + 1))


class Check(NamedTuple):
    """A sentence about a game's set, and whether it is true."""

    sentence: str
    holds: bool


class TrialPiece(NamedTuple):
    """A piece that players pick beside the board, and its picture about the origin."""

    name: str
    #: Words for people, and the kind it is listed with.
    label: str = ""
    group: str = ""
    items: tuple[Item, ...] = ()
    size: float = 10.0


class Trial(NamedTuple):
    """What players see while they pick a turn: a drawing, and the pieces that are not places of it."""

    drawing: Drawing
    pieces: tuple[TrialPiece, ...] = ()
    #: For screen readers, by the names of places.
    words: Mapping[str, str] = MappingProxyType({})


class Game(ABC, Generic[P]):
    """A game: its start positions, notation and box; ``diagram`` and ``parts`` beside it draw them."""

    name: ClassVar[str]
    title: ClassVar[str]
    credit: ClassVar[str]
    #: Colour letters (or numbers) a player may have, with their names: {"r": "red", ...}.
    player_names: ClassVar[Mapping[str, str]]
    options: ClassVar[tuple[Option, ...]] = ()
    #: Whether players may agree to stop.  The score at that point is then the result.
    may_stop_early: ClassVar[bool] = False
    gives_hints: ClassVar[bool] = False
    #: How printed pieces are found on sheets: ``pieces`` (by their pictures) or ``seven_areas``.
    recognised_by: ClassVar[str] = "pieces"
    #: The colours that pieces are told by: letters with the themes' slots, {"r": "red", ...}.
    piece_colours: ClassVar[Mapping[str, str]] = MappingProxyType({})
    #: Settings of a template that change the look of pieces.  Readers of sheets try each of them.
    looks: ClassVar[tuple[Mapping[str, object], ...]] = (MappingProxyType({}),)
    #: Settings of chance, such as the seed of a draw, each with a value for when any will do.
    any_lot: ClassVar[Mapping[str, str]] = MappingProxyType({})
    event_kinds: ClassVar[tuple[str, ...]] = ()
    #: The size of the sign of whose turn it is, in cells.
    turn_size: ClassVar[float] = 0.45
    #: The overlays that players see while a turn is picked.
    trial_shows: ClassVar[frozenset[str]] = frozenset()

    @abstractmethod
    def start(self, *args: Any, **options: Any) -> P:
        """Return the start position, by the game's own keyword-only options; raise OptionError."""

    @abstractmethod
    def parse(self, text: str) -> P:
        """Return the position written as ``text``; raise NotationError, InvalidPositionError."""

    def begin(self, settings: Mapping[str, str]) -> P:
        """Return the start position for settings given as texts; raise OptionError."""
        known = [option.name for option in self.options]
        for name in settings:
            if name not in known:
                names = ", ".join(known) or "none"
                words = f"{self.name} has no option '{name}'; its options are {names}"
                raise OptionError(words, setting=name)
        return self.from_tags({name.capitalize(): text for name, text in settings.items()})

    def check(self, **values: object) -> None:
        """See that the values of options, but for None, are right; raise OptionError for the first."""
        for option in self.options:
            if values.get(option.name) is not None:
                option.check(values[option.name])

    def from_tags(self, tags: Mapping[str, str]) -> P:
        """Return the start of a record with these tags; the ``setting`` of errors is the tag to blame."""
        given = {o: tags[o.name.capitalize()] for o in self.options if o.name.capitalize() in tags}
        values = {option: option.value(text) for option, text in given.items()}
        if "Position" not in tags:
            return self.start(**{option.name: value for option, value in values.items()})
        beside: Any = {option.name: value for option, value in values.items() if option.beside}
        with blaming("position"):
            position = self.parse(tags["Position"], **beside)
        for option, value in values.items():
            tag, held = option.name.capitalize(), option.of(position) if option.of else None
            if held != value and not option.beside:
                words = f"the tag {tag} says {given[option][:40]}, but the tag Position has {held}"
                if option.of is None:
                    words = f"[Position] tells it already; [{tag}] cannot be with it"
                raise OptionError(words, setting=option.name)
        return position

    @abstractmethod
    def tiles(self) -> tuple[str, ...]:
        """Return the complete set of tiles, as written identities in order of number."""

    @abstractmethod
    def components(self) -> tuple[Component, ...]:
        """Return what the box holds."""

    def identify(self, text: str) -> str:
        """Return the identity, as in :meth:`tiles`, of a written piece; raise NotationError."""
        if text not in self.tiles():
            example = ", ".join(dict.fromkeys(self.tiles()[:: max(1, len(self.tiles()) // 3)]))
            expected = f"one like {example}"
            raise NotationError(f"not a piece of {self.title}", text=text, expected=expected)
        return text

    def written_piece(self, areas: str) -> str:
        """Return a piece in the game's notation, by the colour letters of its areas in order."""
        return areas

    def counting(self) -> tuple[Check, ...]:
        """Return why the set is complete: its counts, by a second argument if there is one."""
        tiles = self.tiles()
        reads = all(self.identify(tile) == tile for tile in set(tiles))
        parts = self.components()
        return (
            *(Check(f"{part.title}: {part.count}", part.count > 0) for part in parts),
            Check(f"each of the {len(tiles)} written pieces reads back as itself", reads),
        )

    def needs(self, positions: Sequence[P]) -> tuple[str, ...]:
        """Return sentences on what a game through ``positions`` needs more of than the kit has."""
        return ()

    @property
    def folder(self) -> Path:
        """The folder of the game's texts: ``NAME.toml``, ``notation.md``, ``about.toml``, ``examples/``."""
        return Path(str(sys.modules[type(self).__module__].__file__)).parent

    @property
    def template(self) -> Path:
        """The file of the kit's settings: with those of the toolkit, else in the :attr:`folder`."""
        own = self.folder / f"{self.name}.toml"
        ours = templates() / own.name
        return ours if ours.is_file() and not own.is_file() else own

    @property
    def examples(self) -> tuple[Path, ...]:
        """Figures and records to begin with: ``examples/NAME*.toml`` and ``….txt``."""
        own = sorted((self.folder / "examples").glob(f"{self.name}*"))
        return tuple(path for path in own if path.suffix in (".toml", ".txt"))

    @property
    def notation(self) -> str:
        """How tiles, moves and positions are written, for people; "" without such a page."""
        page = self.folder / "notation.md"
        return page.read_text("utf-8") if page.is_file() else ""

    @property
    def about(self) -> Mapping[str, Any]:
        """The designer, source, terms and lessons: ``about.toml``, else the credit."""
        import tomllib

        page = self.folder / "about.toml"
        if not page.is_file():
            return {"designer": self.credit}
        return tomllib.loads(page.read_text("utf-8"))

    def module(self, name: str) -> Any:
        """Return a module of the game's folder, such as ``quick``; None without one."""
        package = sys.modules[type(self).__module__].__package__
        return find_spec(f"{package}.{name}") and importlib.import_module(f"{package}.{name}")

    @property
    def overlays(self) -> Mapping[str, str]:
        """What :meth:`draw` accepts in ``show``: name -> one line of help."""
        own = {name: overlay.help for name, overlay in self.module("diagram").OVERLAYS.items()}
        return {**own, "turn": "a sign at the rim of whose turn it is"}

    def room(self, positions: Iterable[P]) -> Box | None:
        """Return the box that holds the boards of all positions, None if all have the same box."""
        room = getattr(self.module("diagram"), "room", None)
        box: Box | None = room(positions) if room else None
        return box

    def draw(
        self, position: P, *, theme: Theme, show: frozenset[str], room: Box | None = None
    ) -> Drawing:
        """Return the drawing of a position, whose board covers at least ``room``; raise OptionError."""
        self._check_overlays(show, self.overlays)
        draw = self.module("diagram").draw_position
        roomy = {"room": room} if room else {}
        drawing: Drawing = draw(position, theme=theme, show=show - {"turn"}, **roomy)
        if "turn" in show and not position.is_over:
            return self._with_turn(drawing, position, theme)
        return drawing

    def _check_overlays(self, show: frozenset[str], overlays: Iterable[str]) -> None:
        for name in sorted(show.difference(overlays)):
            right = meant(name, overlays) or f"it can show {', '.join(overlays)}"
            raise OptionError(f"{self.name} cannot show '{name}'; {right}")

    def turn_sign(self, position: P) -> str:
        """Return the name of the small picture for the mover; a drawing may lack it."""
        return self.player_names.get(position.turn, position.turn)

    def _with_turn(self, drawing: Drawing, position: P, theme: Theme) -> Drawing:
        """Return a drawing with a sign of the mover, in the corner of a board's frame or beside it."""
        from engine.drawing import scene
        from engine.geometry.plane import Transform

        box, size = drawing.box, self.turn_size * drawing.unit
        if drawing.cells is None:
            box = box._replace(right=box.right + 1.2 * size)
        x, y = box.right - 0.6 * size, box.top + 0.6 * size
        glyph = drawing.glyphs().get(self.turn_sign(position))
        sign: Item
        if glyph:
            sign = scene.Group(glyph.items, Transform(size, 0, 0, size, x, y))
        else:
            ink = theme.role("ink")
            sign = scene.centred(x, y, position.turn.upper(), 0.8 * size, fill=ink, bold=True)
        overlays = (*drawing.overlays, sign._replace(name="to-move"))
        return drawing._replace(box=box, overlays=overlays)

    def trial(
        self, position: P, picked: tuple[str, ...], made: Draft, *, theme: Theme, viewer: str
    ) -> Trial:
        """Return what players see while a turn is picked; ``viewer`` is who sees hidden things, or ``all``."""
        if trial := getattr(self.module("diagram"), "trial", None):
            own: Trial = trial(position, picked, made, theme=theme, viewer=viewer)
            return own
        after = position.play(made.move) if made.move else position
        drawing = self.draw(after, theme=theme, show=self.trial_shows)
        return Trial(drawing, tuple(map(TrialPiece, made.choices)))

    def draw_example(self, text: str, *, theme: Theme, show: frozenset[str]) -> Drawing:
        """Return the drawing of what no position can hold; its description says what is wrong."""
        draw = getattr(self.module("diagram"), "draw_example", None)
        if draw is None:
            raise OptionError(f"{self.title} draws no examples, only positions")
        self._check_overlays(show, [name for name in self.overlays if name != "turn"])
        drawing: Drawing = draw(text, theme=theme, show=show)
        return drawing

    def parts(self, request: Request) -> tuple[Part, ...]:
        """Return the components of the printed kit; raise OptionError for a wrong setting."""
        from engine.settings import table_of

        module = self.module("parts")
        settings = table_of(request.settings, module.KitSettings)
        parts: tuple[Part, ...] = module.parts(request, settings)
        font = request.theme.font
        return tuple(part.in_font(font) for part in parts) if font else parts

    @property
    def board_sides(self) -> Sequence[int]:
        """The sides, in cells, that a template may give a board; () if all boards are alike."""
        known = {one.name: one.metadata for one in fields(self.module("parts").KitSettings)}
        if "side" not in known:
            return ()
        low, high = known["side"]["limits"]
        return range(low, high + 1)

    def laid(self, position: P) -> tuple[Laid, ...]:
        """Return the kit's pieces that lie on the table; raise OptionError if the kit has too few."""
        laid = getattr(self.module("parts"), "laid", None)
        return tuple(laid(position)) if laid else ()

    def resting_places(self, position: P) -> tuple[Point, ...]:
        """Return the centres of the places for pieces, in widths of a cell as in :meth:`laid`."""
        places = getattr(self.module("parts"), "resting_places", None)
        return tuple(places(position)) if places else ()

    def __repr__(self) -> str:
        return f"engine.game({self.name!r})"

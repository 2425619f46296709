"""Kits printed: sheets, single faces, cut files and solids of one game or several, as files in a folder.

Notes come back with the files; nothing is shown, but by the ``progress`` that is given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import engine
from engine.errors import GameError, OptionError
from engine.words import plural
from generator.api import kit_shops, kit_solids
from generator.api.asking import Names, Progress, known_names, names_in, silently
from generator.api.kit_asked import KitAsked, KitOptions, exact
from generator.api.kit_shops import Shop
from generator.api.sparing import Sparing
from generator.printing import template as templates

if TYPE_CHECKING:
    from generator.printing.faces import Faces
    from generator.printing.kit import Kit

FORMATS = (*templates.FORMATS, kit_solids.FORMAT)
#: Dots to an inch of PNG previews, where nothing is said.
DPI: float = 100


@dataclass(frozen=True)
class KitFiles:
    """The files of kits that were written, and notes of what their maker should know.

    >>> made = generator.kit(game.name, format="svg", sides="fronts", out="fronts")
    >>> made.files[0].suffix, made.notes
    ('.svg', ('tiles: 168 of 36.4 mm, 42 a sheet, 4 sheets of a4',))
    """

    games: tuple[str, ...]
    files: tuple[Path, ...]
    notes: tuple[str, ...]
    #: Of several games, what packages' games did wrong; all others were made.
    errors: tuple[GameError, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the kits of all games could be made.

        >>> generator.kit(game.name, format="svg", sides="fronts", out="fronts").ok
        True
        """
        return not self.errors


def kit(
    *games: str,
    out: str | Path = "output",
    format: Names | None = None,
    template: str | Path | None = None,
    only: Names = (),
    cut: Names = (),
    dpi: float | None = None,
    one_pdf: bool = False,
    test_page: bool = False,
    defaults: Collection[str] = (),
    progress: Progress = silently,
    **options: Unpack[KitOptions],
) -> KitFiles:
    """Write print sheets of games, or of ``"all"``, into the folder ``out``.

    All is named as the options of ``tilewright kit``, see :class:`KitOptions`; formats are pdf and
    ``dpi`` 100 unless said.  What ``defaults`` names is a project's, and passed over, not refused,
    where a kit has no use for it.

    Of several games one of a package's that cannot be made does not stop the others: ask
    :attr:`KitFiles.ok`.

    Raises GameError for what is wrong or of no use, OSError for files not read or written.

    >>> made = generator.kit(game.name, paper="letter", tile_size=40, theme="mono", out="sheets")
    >>> [path.suffix for path in made.files]
    ['.pdf', '.json']
    """
    asked = KitAsked(
        exact(options),
        None if format is None else known_names(format, FORMATS, "format"),
        None if template is None else str(template),
        names_in(only),
        known_names(cut, templates.CUT_FORMATS, "cut format"),
        *(dpi, one_pdf, test_page, frozenset(defaults)),
    )
    return _Run(_games(games, asked.template), Path(out), progress).made(asked)


def _games(names: tuple[str, ...], template: str | None) -> tuple[str, ...]:
    """Return the games asked for; a template alone names its own."""
    if not names and template:
        return (templates.game_of(template),)
    if not names:
        raise OptionError(f"no game; name one of {', '.join(engine.names())}, or all")
    if "all" in names:
        names = engine.names()
    for name in names:
        engine.game(name)
    return tuple(dict.fromkeys(names))


@dataclass
class _Run:
    """Kits of games made and written, and the notes on them."""

    games: tuple[str, ...]
    out: Path
    progress: Progress
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Let a package's game fail where there are others."""
        self.sparing = Sparing(self.games)

    def made(self, asked: KitAsked) -> KitFiles:
        """Write what is asked for, and return the files."""
        shop, taken = kit_shops.taken(asked)
        formats = (shop.picture.format,) if shop.picture else asked.formats
        taken = _in_formats(taken, formats)
        _see_one_pdf(asked.one_pdf, "pdf" in formats, asked.test_page)
        kit_shops.see_use(asked, formats, shop)
        paths = kit_solids.written(self.games, taken, self.out, self.notes, self.sparing)
        taken = _in_formats(taken, tuple(f for f in formats if f != kit_solids.FORMAT))
        if taken.formats or shop.cuts or not paths:
            for name, one in _Printing(asked, taken, shop, self.notes).kits(
                self.games, self.sparing
            ):
                with self.sparing(name):
                    paths += self._written(one, taken, shop)
        errors = tuple(self.sparing.errors)
        if not paths:
            for error in errors:
                raise error
            of = ", ".join(self.games)
            raise OptionError(f"none of {of} has a component {' or '.join(asked.only)}")
        return KitFiles(self.games, tuple(paths), tuple(self.notes), errors)

    def _written(self, made: Kit | Faces, asked: KitAsked, shop: Shop) -> Iterable[Path]:
        """Write a kit's files, and note what the maker should know."""
        from generator.printing.kit import Kit

        if isinstance(made, Kit):
            return self._sheets(made, asked, shop)
        from generator.printing import faces

        paths = [*self.progress(faces.write(made, self.out), len(made.faces) + 1, made.title)]
        self.notes += made.notes
        return paths

    def _sheets(self, made: Kit, asked: KitAsked, shop: Shop) -> Iterable[Path]:
        """Write a kit's sheets, and note what the maker should know."""
        from generator.printing import output

        formats, dpi = asked.formats, DPI if asked.dpi is None else asked.dpi
        total = output.steps(made, formats, shop.cuts, one_pdf=asked.one_pdf)
        before = output.earlier(made, self.out)
        writing = output.write(made, self.out, formats, shop.cuts, dpi, one_pdf=asked.one_pdf)
        paths = [*self.progress(writing, total, made.title)]
        left = [p for name in before if (p := self.out / name).exists() and p not in paths]
        warnings = [*made.warnings, *_left_over(left)]
        self.notes += [*made.notes, *(f"Warning: {warning}" for warning in warnings)]
        return paths


def _in_formats(asked: KitAsked, formats: tuple[str, ...]) -> KitAsked:
    return replace(asked, format=formats)


def _see_one_pdf(wanted: bool, has_pdf: bool, test_page: bool) -> None:
    """Refuse one PDF file of a kit where none is written; raises OptionError."""
    if wanted and (test_page or not has_pdf):
        why = "the test page is one PDF file" if test_page else "ask for --format pdf as well"
        raise OptionError(f"--one-pdf puts all sheets of a kit into one PDF file; {why}")


def _left_over(paths: Sequence[Path]) -> Iterator[str]:
    """Yield a warning of files of an earlier kit, which hold the same pieces once more."""
    if paths:
        more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
        are = plural(len(paths), "is", "are")
        yield f"{paths[0]}{more} {are} of an earlier kit and would count twice; remove what you do not print"


@dataclass(frozen=True)
class _Printing:
    """What is to be printed of every game: as it was ``asked``, and as a preset says more."""

    asked: KitAsked
    taken: KitAsked
    shop: Shop
    notes: list[str]

    def kits(self, games: Sequence[str], sparing: Sparing) -> Sequence[tuple[str, Kit | Faces]]:
        """Return the kits of the games that have what is asked for, or a test page instead.

        Of several games those that have nothing of it are left out with a note.

        Raises OptionError for settings that are wrong, and options that nothing has a use for.
        """
        from generator.printing import uses
        from generator.printing.kit import NothingSuitsError

        if self.asked.test_page:
            return [(games[0], self._test_page(games[0]))]
        given = {key: self.asked.options.get(key) for key in self.asked.given}
        made: dict[str, Kit | Faces] = {}
        useless: list[set[str]] = []
        left: list[NothingSuitsError] = []
        for name in games:
            try:
                with sparing(name, NothingSuitsError):
                    source = templates.load(name, self.asked.template)
                    printing = self._settings(source)
                    uses.see_lengths(given, printing)
                    found = self._kit(source, printing, alone=len(games) == 1)
                    if found is not None:
                        made[name] = found
                        useless.append(uses.unused(given, source, found))
            except NothingSuitsError as error:
                left.append(error)
        if left and not made:
            raise left[0]
        self.notes.extend(f"left out: {none}" for none in left)
        for unused in sorted(set.intersection(*useless)) if useless else ():
            uses.refuse(unused)
        return [*made.items()]

    def _test_page(self, name: str) -> Kit:
        """Return the test page of a game's kit, which is the same of all games."""
        from generator.printing import testpage

        return testpage.make(self._settings(templates.load(name, self.asked.template)))

    def _settings(self, source: templates.Template) -> templates.PrintSettings:
        """Return a game's print settings with the options; raises OptionError where they clash."""
        printing = source.printing.with_options(self.taken.options)
        kit_shops.see_formats(printing, self.taken.formats, self.shop.picture)
        if self.shop.cuts and printing.sides == "backs":
            raise OptionError("cut files go with the fronts; ask for --sides both or fronts")
        return printing

    def _kit(
        self, source: templates.Template, printing: templates.PrintSettings, *, alone: bool
    ) -> Kit | Faces | None:
        """Return a game's kit; None where, of several games, it has no component asked for."""
        from generator.printing import kit

        only = self.asked.only
        if only and not alone:
            known = kit.component_names(source, printing)
            only = tuple(one for one in only if one in known)
            if not only:
                return None
        if self.shop.picture:
            from generator.printing import faces

            return faces.make(source, printing, self.shop.picture, only)
        if not alone:
            printing = kit.for_its_backs(source, printing, only)
        return kit.make(source, printing, only)

"""A game's pieces on pages: found, named, laid over what they should be, as one reading.

What there should be, and how each looks, the parts of the game's kit say; this module knows no
game.  Whether the set is complete is told by others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from engine.drawing import theme
from engine.drawing.parts import BoardPart, Pieces
from engine.errors import GameError
from engine.geometry.plane import Point, Transform
from engine.play.game import Game
from engine.play.position import Position
from engine.verify import Naming
from engine.words import count, plural
from generator.checking import areas, boards, compare, cuts, match, outlines, scale
from generator.checking.album import MARGIN, USUAL_AREA, Album, of_template, parts_of, sampled
from generator.checking.boards import Board
from generator.checking.compare import Conversion, Difference
from generator.checking.faults import BACK_TOLERANCE, SIZE_TOLERANCE
from generator.checking.grouping import grouped, usual
from generator.checking.match import Match, Seeker
from generator.checking.outlines import Outline, Place
from generator.checking.pages import Page
from generator.checking.results import (
    CountedKind,
    Flaw,
    Found,
    Hints,
    Reading,
    Trouble,
    kinds_of,
)
from generator.printing import trial

#: So many rivals of a damaged piece are laid over it.
_RIVALS = 24
#: A page of which more than this share of the pieces differ may have been turned by 90 degrees.
_ASKEW = 0.25
#: Where so many pieces differ, letters may be printed on them.
_LETTERED = 0.1
#: Tiles whose sizes differ by a smaller share are as large as the kit's usual ones.
_ONE_SIZE = 0.002
#: Hatches on pieces that are smaller than this, in millimetres, are seen more finely.
_SMALL = 20.0
#: What is as light as this is paper.
_WHITE = 237


def find(pages: Sequence[Page], game: Game[Position], hints: Hints) -> Reading:
    """Return the pieces and boards on the pages.

    Raises GameError where no theme paints what is drawn, OptionError for an unknown theme or template.
    """
    places = [place for k, page in enumerate(pages) for place in outlines.places(k, page)]
    own = of_template(game, hints.template)
    seeker = Seeker(pages, hints.bleed)
    album, board = _chosen(pages, places, game, own, hints, seeker)
    is_strange = board is None and (album is None or match.POOR < album.off < 1.0)
    if (is_strange or hints.colours is not None) and game.piece_colours:
        foreign = _foreign(pages, game, own, hints)
        if foreign.pieces:
            return foreign
    if album is None:
        return Reading((), "no theme: there are no pieces", kinds=_kinds(game, own, hints))
    if is_strange and hints.theme is None and hints.colours is None:
        raise GameError(
            "no theme of ours paints the pieces as they are; say by --theme which it is, "
            f"one of {', '.join(theme.names())} or a theme file.toml"
        )
    if board is None and album.boards:
        album, board = _of_another_side(pages, places, game, own, hints, album)
    if board is not None:
        places = [p for p in places if not board.holds(p.page, p.outlines[0].centre)]
    kinds = _kinds(game, {**own, **dict(album.look.settings)}, hints, album.look.area)
    reader = _Reader(pages, places, album, seeker, hints)
    pieces, troubles = reader.pieces(kinds)
    if sum(not piece.is_clear for piece in pieces) > _LETTERED * len(pieces):
        lettered = Album(game, album.look._replace(labels=True), own)
        other = _Reader(pages, places, lettered, seeker, hints)
        again, strange = other.pieces(kinds)
        if sum(p.is_clear for p in again) > sum(p.is_clear for p in pieces):
            pieces, troubles, reader = again, strange, other
    has = _as_many_alike(kinds, pieces, hints)
    named = tuple(kind.name for kind in has for _ in range(kind.amount) if kind.is_named)
    if board is not None:
        troubles = [*_of_board(pages, board, album, own, _cell(game, own, hints)), *troubles]
    found = Reading(
        tuple(pieces),
        album.look.name,
        (*_notes(board), *reader.notes),
        tuple(has),
        whole=("board",) if board else (),
        troubles=tuple(troubles),
        expected=named or None,
        board_pages=tuple(dict.fromkeys(w.page for w in board.windows)) if board else (),
        is_small=album.is_hatched and any(piece.size < _SMALL for piece in pieces if piece.spots),
    )
    if game.piece_colours and 2 * _clear(found) < len(pieces):
        return max(found, _foreign(pages, game, own, hints), key=_clear)
    return found


def _chosen(
    pages: Sequence[Page],
    places: Sequence[Place],
    game: Game[Position],
    own: Mapping[str, object],
    hints: Hints,
    seeker: Seeker,
) -> tuple[Album | None, Board | None]:
    """Return the pictures of the likeliest look in the size of the tiles, and a board."""
    board = None
    album = match.choose(pages, places, game, own, hints, seeker)
    if album is not None:
        album = _of_size(pages, places, album, own, seeker)
        album = _of_paper(pages, places, album, own, seeker)
        board = _board(pages, places, album)
    if board is None and (album is None or album.off > match.POOR):
        other, board = _board_alone(pages, places, game, own, hints)
        album = other or album
    return album, board


def _of_size(
    pages: Sequence[Page],
    places: Sequence[Place],
    album: Album,
    own: Mapping[str, object],
    seeker: Seeker,
) -> Album:
    """Return the pictures of a kit whose tiles are as large as those on the pages: other parts follow them."""
    if album.look.tile_size is not None:
        return album
    found = match.pieces(seeker.matches(match.sample(places), album, finely=False))
    scales = scale.by_rulers(pages)
    for part, alike in grouped(found, lambda m: m.face.part.name).items():
        size = usual(round(m.size / scales.get(m.place.page, 1.0), 2) for m in alike)
        now = next(one.size for one in album.parts if one.name == part)
        if abs(size / now - 1) < _ONE_SIZE:
            continue
        parts = parts_of(album.game, own, album.look.theme, size)
        if any(one.name == part and isinstance(one, Pieces) and one.size == size for one in parts):
            resized = Album(album.game, album.look._replace(tile_size=size), own)
            resized.off = album.off
            return resized
    return album


def _of_paper(
    pages: Sequence[Page],
    places: Sequence[Place],
    album: Album,
    own: Mapping[str, object],
    seeker: Seeker,
) -> Album:
    """Return the pictures of a kit for the paper that is there, where that shows more of its components."""
    short, long = usual(tuple(sorted(page.paper)) for page in pages)
    area = round(short - 2 * MARGIN, 1), round(long - 2 * MARGIN, 1)
    parts = parts_of(album.game, own, album.look.theme, album.look.tile_size, area=area)
    forms = {part.shape(part.size) for part in parts if isinstance(part, Pieces)}
    if forms <= {*album.cuts}:
        return album
    other = Album(album.game, album.look._replace(area=area), own)

    def components(one: Album) -> int:
        found = match.pieces(seeker.matches(places, one, finely=False))
        return len({m.face.part.name for m in found})

    other.off = album.off
    return other if components(other) > components(album) else album


def _clear(found: Reading) -> int:
    """Return how many pieces are as they should be."""
    return sum(piece.is_clear for piece in found.pieces)


def _foreign(
    pages: Sequence[Page], game: Game[Position], own: Mapping[str, object], hints: Hints
) -> Reading:
    """Return what there is on sheets that are in no theme of ours."""
    kinds = _kinds(game, own, hints)
    found = areas.find(pages, game, hints) or Reading((), "no theme: there are no pieces")
    named = tuple(kind.name for kind in kinds for _ in range(kind.amount) if kind.is_named)
    return found._replace(kinds=kinds, expected=named or None)


def games() -> Sequence[str]:
    """Return the games in the order in which pages are tried as theirs."""
    return trial.names()


# --------------------------------------------------------------------------- what should be


def _kinds(
    game: Game[Position],
    own: Mapping[str, object],
    hints: Hints,
    area: tuple[float, float] = USUAL_AREA,
) -> tuple[CountedKind, ...]:
    """Return what a kit has; tiles of a set of different ones by their own names."""
    parts = parts_of(game, own, theme.load("classic"), hints.tile_size, area=area)
    has = [*kinds_of(parts, sized=hints.template is not None, faces=("front", "back"))]
    asked = {p.name for p in parts if isinstance(p, Pieces) and p.size == hints.tile_size}
    has = [k._replace(size=hints.tile_size) if k.part in asked else k for k in has]
    tiles = set(game.tiles())
    sets = {kind.part for kind in has if kind.name in tiles and kind.faces}
    naming = Naming(game, tuple(k.name for k in has for _ in range(k.amount) if k.part in sets))
    return tuple(
        kind._replace(title=naming.of(kind.name), is_named=True) if kind.part in sets else kind
        for kind in has
    )


def _as_many_alike(
    has: Sequence[CountedKind], pieces: Sequence[Found], hints: Hints
) -> Sequence[CountedKind]:
    """Return the kinds, of those that may be left out as many as there are of most of them.

    How many a player wants is the template's to say; all kinds alike.
    """
    optional = {kind.name for kind in has if kind.optional}
    counts = Counter(piece.kind for piece in pieces if piece.kind in optional)
    if not counts or hints.template is not None:
        return has
    amount = usual(counts.values())
    return [k._replace(amount=amount, in_all=True) if k.optional else k for k in has]


def _cell(game: Game[Position], own: Mapping[str, object], hints: Hints) -> float | None:
    """Return how wide the cells of a board are by a template, None where none says."""
    if hints.template is None:
        return None
    parts = parts_of(game, own, theme.load("classic"), hints.tile_size)
    return next(part.cell for part in parts if isinstance(part, BoardPart))


# ------------------------------------------------------------------------------------- boards


def _board(pages: Sequence[Page], places: Sequence[Place], album: Album) -> Board | None:
    found = (boards.seek(pages, places, part, album.look) for part in album.boards)
    return next((board for board in found if board is not None), None)


def _of_board(
    pages: Sequence[Page],
    board: Board,
    album: Album,
    own: Mapping[str, object],
    cell: float | None,
) -> Sequence[Trouble]:
    """Return what is wrong with a board, whose cells may have their names written on them."""
    found = [*boards.troubles(pages, board, cell)]
    if not found or album.look.labels:
        return found
    look = album.look._replace(labels=True)
    parts = {part.name: part for part in Album(album.game, look, own).boards}
    lettered = board._replace(part=parts[board.part.name], look=look)
    return min(found, [*boards.troubles(pages, lettered, cell)], key=len)


def _board_alone(
    pages: Sequence[Page],
    places: Sequence[Place],
    game: Game[Position],
    own: Mapping[str, object],
    hints: Hints,
) -> tuple[Album | None, Board | None]:
    """Return a board where there are no pieces, in the look in which it differs least."""
    found: list[tuple[float, int, Album, Board]] = []
    for look in match.looks(pages, game, hints) if places else ():
        album = Album(game, look, own)
        board = _board(pages, places, album)
        if board is not None:
            found.append((board.windows[0].off, len(found), album, board))
    return min(found)[2:] if found else (None, None)


def _of_another_side(
    pages: Sequence[Page],
    places: Sequence[Place],
    game: Game[Position],
    own: Mapping[str, object],
    hints: Hints,
    album: Album,
) -> tuple[Album, Board | None]:
    """Return the pictures for the side of board that is there, and that board."""
    cells = sum(p.outlines[0].kind == "hexagon" for p in places)
    if hints.template is None and len(game.board_sides) > 1 and cells:
        for side in game.board_sides:
            look = album.look._replace(settings=(*album.look.settings, ("side", side)))
            other = Album(game, look, own)
            board = _board(pages, places, other)
            if board is not None:
                return other, board
    return album, None


def _notes(board: Board | None) -> Iterator[str]:
    if board is not None:
        width = board.part.cell * board.windows[0].scale
        on = count(len({w.page for w in board.windows}), "page")
        yield f"board with cells of {width:.4g} mm, on {on}"


# ------------------------------------------------------------------------------------- pieces


class _Reader:
    """Reads the pieces of one look."""

    def __init__(
        self,
        pages: Sequence[Page],
        places: Sequence[Place],
        album: Album,
        seeker: Seeker,
        hints: Hints,
    ) -> None:
        self._pages = pages
        self._places = places
        self._album = album
        self._seeker = seeker
        self._hints = hints
        self._conversion = Conversion()
        self.notes: list[str] = []

    def pieces(self, has: Sequence[CountedKind]) -> tuple[list[Found], list[Trouble]]:
        """Return the pieces, with what is wrong with each, and what is no piece."""
        kept = match.pieces(self._seeker.matches(self._places, self._album))
        lines = [cuts.lines_of(page) for page in self._pages]
        if not self._hints.bleed and (bleed := cuts.bleed_of(lines, kept)):
            self._seeker = Seeker(self._pages, bleed)
            kept = match.pieces(self._seeker.matches(self._places, self._album))
        # What is written on pieces does not grow with them: as large as they were before all was scaled.
        scales = scale.by_rulers(self._pages)
        self._sizes = {
            part: usual(round(m.size / scales.get(m.place.page, 1.0), 2) for m in own)
            for part, own in grouped(kept, lambda m: m.face.part.name).items()
        }
        compared = self._settled(self._upright(self._compared(kept, learns=True)))
        kept = [found for found, _ in compared]
        lacking = _Lacking(self._album, has, compared)
        compared = [lacking.rather(one) for one in compared]
        troubles: list[Trouble] = []
        blank = 0
        for page, outline, like in self._strange(kept):
            shown = self._shown(page, outline)
            if shown is None:
                blank += 1
                continue
            rather = lacking.of_size(self._seeker, self._album, page, outline)
            if rather is not None:
                compared += self._compared([rather])
                continue
            words = f"what is of the size of {like} shows none of them but {shown}"
            troubles.append(Trouble("foreign", words, page, outline.centre))
        if blank:
            self.notes.append(
                f"{blank} blank {plural(blank, 'outline was', 'outlines were')} passed over"
            )
        if (most := self._conversion.most) > 2:
            self.notes.append(
                f"all colours alike differ by up to {most} of 255 levels, as by a conversion"
            )
        order = {id(place): k for k, place in enumerate(self._places)}
        compared.sort(key=lambda one: (one[0].place.page, order.get(id(one[0].place), 0)))
        held = cuts.held(lines, [found for found, _ in compared])
        return [self._piece(*one, by) for one, by in zip(compared, held, strict=True)], troubles

    def _compared(
        self, matches: Sequence[Match], *, learns: bool = False
    ) -> list[tuple[Match, Difference | None]]:
        """Return matches with how each differs from its picture, page by page; the first time colours are learnt."""
        result: list[tuple[Match, Difference | None]] = []
        for k, own in grouped(matches, lambda m: m.place.page).items():
            page, outlines = self._pages[k], [m.outline for m in own]
            drawn = compare.expected(page, own, self._album.look, self._sizes)
            seen = page.pixels
            of = compare.labels(page, outlines, seen.shape)
            compare.leave_out(of, page.per_mm, _folds(own))
            if learns:
                self._conversion.learn(drawn, seen, of > 0)
            off = compare.differences(page, seen, self._conversion.of(drawn), of, outlines)
            result += [(m, off.get(n)) for n, m in enumerate(own)]
        return result

    def _upright(
        self, compared: list[tuple[Match, Difference | None]]
    ) -> list[tuple[Match, Difference | None]]:
        """Return pieces, those of a page that was turned by 90 degrees by the pictures that turn with it."""
        result = []
        for page, own in grouped(compared, lambda one: one[0].place.page).items():
            off = sum(one.outline.kind == "hexagon" and by is not None for one, by in own)
            if off > _ASKEW * len(own):
                places = [
                    p._replace(outlines=tuple(o._replace(is_askew=True) for o in p.outlines))
                    if p.page == page
                    else p
                    for p in self._places
                ]
                here = [place for place in places if place.page == page]
                other = self._compared(match.pieces(self._seeker.matches(here, self._album)))
                if sum(by is not None for _, by in other) < off:
                    self._places = places
                    result += other
                    continue
            result += own
        return result

    def _settled(
        self, compared: list[tuple[Match, Difference | None]]
    ) -> list[tuple[Match, Difference | None]]:
        """Return pieces that differ as those of their rivals, turned or not, that differ least."""
        if sum(off is not None for _, off in compared) > max(_RIVALS, len(compared) / 2):
            return compared  # the sheets are others, or lettered, not damaged
        best = dict(enumerate(compared))
        parts = {m.face.part.name for m, off in compared if off is None}
        open_ = {
            k: [
                rival
                for rival in self._seeker.rivals(m, self._album)
                if rival.face.part.name in {*parts, m.face.part.name}
            ]
            for k, (m, off) in best.items()
            if off and (m.off <= match.POOR or m.face.part.name in parts)
        }
        for n in range(_RIVALS):
            tried = {k: rivals[n] for k, rivals in open_.items() if n < len(rivals) and best[k][1]}
            found = self._compared([*tried.values()])
            by_place = {id(m.place): (m, off) for m, off in found}
            for k, rival in tried.items():
                other = by_place[id(rival.place)]
                known = best[k][1]
                if known is not None and (other[1] is None or other[1].area < 0.8 * known.area):
                    best[k] = other
        return [best[k] for k in range(len(compared))]

    def _strange(self, kept: Sequence[Match]) -> Iterator[tuple[int, Outline, str]]:
        """Yield what is of a piece's form and size and shows none, with what its like are called."""
        sizes = {_form(m.outline): m.face.part.title for m in kept}
        taken = {id(match.place) for match in kept}
        held = grouped(kept, lambda m: m.place.page)
        for place in self._places:
            if id(place) in taken:
                continue
            for outline in place.outlines:
                like = sizes.get(_form(outline))
                own = held.get(place.page, ())
                if like and not any(m.outline.holds(outline.centre) for m in own):
                    yield place.page, outline, like
                    break

    def _shown(self, page: int, outline: Outline) -> str | None:
        """Return the colour that most of an outline shows, None for nothing on white paper."""
        drawn = self._pages[page]
        frame = (*outline.centre, outline.angle, 0.8 * outline.width, 0.8 * outline.height)
        seen = sampled(drawn.pixels, drawn.per_mm, [frame]).reshape(-1, 3)
        if (seen > _WHITE).all(axis=1).mean() > 0.93:
            return None
        middle = [median(channel) for channel in seen.T.tolist()]
        return "#" + "".join(f"{round(value):02x}" for value in middle)

    def _piece(self, found: Match, off: Difference | None, held: cuts.Held) -> Found:
        outline, face, cut = found.outline, found.face, found.face.cut
        sizes = outline.sizes_as(cut.width / cut.height)
        if outline.cut:  # else it is the art that is measured
            sizes = (*sizes, *(sizes[0] / (1 - by) for by in held.growth if by))
        # What lies off its line, or is larger, differs for that.
        grown = max(map(abs, held.growth)) * max(outline.width, outline.height)
        is_off = grown > SIZE_TOLERANCE or math.hypot(*held.slip) > BACK_TOLERANCE
        piece = Found(
            found.place.page,
            outline.centre,
            outline.around(),
            sizes,
            held.slip,
            (),
            face.kind,
            tuple(_flaws(off)) if off and not is_off else (),
            part=face.part.name,
            kind=face.kind,
        )
        if not face.part.double_sided:
            return piece
        if face.part.name in self._album.mirrored:
            return piece._replace(spots=areas.spots(self._album, found))
        alike = self._album.alike(found.number)
        if len(alike) == 1:
            return piece._replace(face=("front", "back")[face.back])
        kinds = {one.kind for one in self._album.faces if one.part.name == face.part.name}
        told = _in_common(alike) if len(alike) < len(kinds) else ""
        if face.back:
            return piece._replace(side="back", kind="", written="", told=told)
        return piece._replace(side="front", told=told)


def _form(outline: Outline) -> tuple[str, float, float]:
    """Return an outline's form and sides, which are to a tenth of a millimetre those of its like."""
    short, long = sorted((outline.width, outline.height))
    return outline.kind, round(short, 1), round(long, 1)


def _folds(matches: Sequence[Match]) -> Iterator[tuple[Point, Point]]:
    """Yield the lines along which pieces are folded, which are no part of their pictures."""
    for one in matches:
        ends = [Point(*step[:2]) for step in one.face.part.folds if len(step) >= 2]
        share = one.size / one.face.part.size
        turn = Transform.rotation(one.heading) @ Transform.scaling(share)
        lying = Transform.translation(*one.outline.centre) @ turn
        for start, end in zip(ends[::2], ends[1::2], strict=False):
            yield lying.apply(start), lying.apply(end)


def _in_common(titles: Sequence[str]) -> str:
    """Return the words that all titles share."""
    first, *others = (title.split() for title in titles)
    return " ".join(word for word in first if all(word in other for other in others))


def _flaws(off: Difference) -> Iterator[Flaw]:
    if off.even:
        yield Flaw("foreign", f"it shows {off.seen} instead of {off.wanted}{_where(off)}")
    else:
        words = "a part of its picture is missing, misplaced or covered"
        yield Flaw("unclear", words + _where(off))


def _where(off: Difference) -> str:
    """Return in words on which side of a piece something is off."""
    x, y = off.at
    down = "at the top" if y < -0.15 else "at the bottom" if y > 0.15 else ""
    across = "on the left" if x < -0.15 else "on the right" if x > 0.15 else ""
    words = " ".join(filter(None, (down, across)))
    return f" {words}" if words else " in the middle"


# ------------------------------------------------------------------------------------ damaged


class _Lacking:
    """Which pieces are lacking: a damaged one is one of these rather than one too many of what it resembles."""

    def __init__(
        self,
        album: Album,
        has: Sequence[CountedKind],
        compared: Sequence[tuple[Match, Difference | None]],
    ) -> None:
        self._album = album
        self._shown = Counter(self._group(m.number) for m, _ in compared)
        shown = Counter((m.face.part.name, m.face.back) for m, _ in compared)
        of_one: Counter[str] = Counter()
        for kind in has:
            of_one[kind.part] += kind.amount
        amounts = {kind.name: kind.amount for kind in has}
        self._amounts: Counter[tuple[object, ...]] = Counter()
        faces = {(face.kind, face.back): n for n, face in enumerate(album.faces)}
        for (name, back), number in faces.items():
            part = album.faces[number].part.name
            on_side = shown[part, back]
            copies = max(1, round(on_side / max(1, of_one[part])))
            if on_side:
                self._amounts[self._group(number)] += amounts.get(name, 0) * copies

    def _group(self, number: int) -> tuple[object, ...]:
        """Return what a picture cannot be told from: of backs, those of all kinds that look alike."""
        face = self._album.faces[number]
        if face.part.name in self._album.mirrored:
            return face.part.name, False, face.kind
        alike = self._album.alike(number) if face.back else (face.kind,)
        return face.part.name, face.back, alike

    def _lacks(self, number: int) -> bool:
        group = self._group(number)
        return self._shown[group] < self._amounts[group]

    def rather(self, compared: tuple[Match, Difference | None]) -> tuple[Match, Difference | None]:
        """Return a damaged piece as one that is lacking, where there are too many of what it resembles."""
        found, off = compared
        group = self._group(found.number)
        if off is None or self._shown[group] <= self._amounts[group]:
            return compared
        for number, face in enumerate(self._album.faces):
            is_like = face.part is found.face.part and face.back == found.face.back
            if is_like and self._lacks(number):
                self._shown[group] -= 1
                self._shown[self._group(number)] += 1
                return found._replace(number=number, face=face), off
        return compared

    def of_size(self, seeker: Seeker, album: Album, page: int, outline: Outline) -> Match | None:
        """Return what is of the size of pieces that are lacking as the one that it is most like."""
        place = Place(page, (outline,))
        numbers = {n for n in range(len(album.faces)) if self._lacks(n)}
        found = seeker.nearest(place, album, numbers)
        if found is not None:
            self._shown[self._group(found.number)] += 1
        return found

"""The words below a picture: bold, line breaks and small drawn pieces, broken into lines.

``**words**`` are bold, a line end is one, ``{name}`` is one of the small pictures that a drawing
offers, and ``{{`` a brace.  What belongs together stays on a line: a number and the word after
it, and what is joined by a no-break space; East Asian lines may end between characters.  This
module knows letters, and nothing of figures.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import NamedTuple

from engine.drawing import fonts, hyphens, kinsoku
from engine.drawing.scene import CAP_HEIGHT, Group, Item, Text, Use
from engine.errors import NotationError
from engine.geometry.plane import Transform
from engine.messages import Language

#: Longer texts are refused: what breaks them into lines takes the more the longer they are.
_LONGEST = 5_000

#: What follows a line's last character so soon may tell where the line ends.
_BEYOND = 8

#: A small picture is so many ems wide.
_SIGN = 1.25

_TOKEN = re.compile(r"\*\*|\{\{|\}\}|\{[^{}]*\}|[^*{}]+|.", re.DOTALL)

#: A character, with the marks that stand on it.
_CHARACTER = re.compile(".[\u0300-\u036f]*", re.DOTALL)

#: Less than this, in millimetres, is no difference of widths.
_NOTHING = 1e-6

#: A line this near to its limit, as a share of it, is measured: a blank that is bold is another.
_UNSURE = 0.04

#: A number, with what may stand round it, and a word that may belong to one.
_NUMBER = re.compile(r"[(\[]?[0-9][0-9.,:/×–-]*[).,:;]?")
_WORD = re.compile(r"[(\[]?[^\W\d].*")


class Glyph(NamedTuple):
    """A small picture for captions and legends: items about the origin, a unit wide, and words.

    ``words`` say what it means, for legends, and ``name`` what it is, for captions read aloud,
    where that is something else; ``sign`` names in a drawing what the picture stands for, by class
    or symbol.
    """

    items: tuple[Item, ...]
    words: str
    name: str = ""
    sign: str = ""

    @classmethod
    def of(cls, item: Item, size: float, words: str, *, name: str = "", sign: str = "") -> Glyph:
        """Return the small picture of an item about the origin in a square of ``size``.

        Its sign is the item's own unless one is given.
        """
        own = item.symbol.key if isinstance(item, Use) else item.name
        return cls((Group((item,), Transform.scaling(1 / size)),), words, name, sign or own)

    def is_among(self, names: Iterable[str]) -> bool:
        """Tell whether what the picture stands for, or a kind of it, is one of the names."""
        kinds = f"{self.sign}-"
        return bool(self.sign) and any(n == self.sign or n.startswith(kinds) for n in names)

    def told(self, speech: Language) -> Glyph:
        """Return the same picture with its words in a language."""
        return self._replace(words=speech.told(self.words), name=speech.told(self.name))

    @property
    def spoken(self) -> str:
        """What the picture is, for those who listen."""
        return self.name or self.words


class _Run(NamedTuple):
    """A piece of a word of one weight, or a small picture."""

    text: str
    bold: bool = False
    glyph: Glyph | None = None
    font: fonts.Font = ()
    #: Whether it begins a word that follows the one before without a blank.
    tight: bool = False

    def width(self, size: float) -> float:
        if self.glyph:
            return _SIGN * size
        return fonts.width(self.text, size, self.bold, self.font)


#: What must stay on a line; a blank within is a run of its own.
_Word = tuple[_Run, ...]


def plain(text: str, glyphs: Mapping[str, Glyph]) -> str:
    """Return a caption as it is read aloud, on one line.

    Raises NotationError for a small picture there is not.
    """
    runs = (run for line in _lines(text, glyphs) for run in (*line, _Run(" ")))
    words = "".join(run.glyph.spoken if run.glyph else run.text for run in runs)
    return " ".join(words.split())


class CaptionPiece(NamedTuple):
    """A piece of a caption in a document: words, bold or not, or what a small picture shows."""

    words: str
    bold: bool = False
    glyph: Glyph | None = None


#: The lines of a caption.
CaptionLines = tuple[tuple[CaptionPiece, ...], ...]


def spans(text: str, glyphs: Mapping[str, Glyph]) -> CaptionLines:
    """Return a caption for a document, "" as no line; what stays together has no-break spaces.

    Raises NotationError as :func:`plain`.
    """
    if not text:
        return ()
    lines = ([map(_bound, word) for word in _words(line)] for line in _lines(text, glyphs))
    return tuple(tuple(map(_span, _joined(map(tuple, line)))) for line in lines)


def _bound(run: _Run) -> _Run:
    """Return a piece of what must stay on a line with no-break spaces."""
    return run._replace(text=run.text.replace(" ", "\u00a0"))


def _span(run: _Run) -> CaptionPiece:
    return CaptionPiece(run.glyph.spoken if run.glyph else run.text, run.bold, run.glyph)


def width(text: str, glyphs: Mapping[str, Glyph], size: float, font: fonts.Font = ()) -> float:
    """Return how wide a caption is whose lines are not broken further."""
    lines = (_words(line) for line in _lines(text, glyphs, font))
    return max((_length(line, size) for line in lines), default=0.0)


def fitted(
    text: str,
    glyphs: Mapping[str, Glyph],
    size: float,
    within: float,
    least: float,
    font: fonts.Font = (),
) -> float:
    """Return the size, from ``least`` to ``size``, at which no word and no unit is wider than a line."""
    lines = (_words(line) for line in _lines(text, glyphs, font))
    widest = max((_length([word], size) for line in lines for word in line), default=0.0)
    return max(least, size * within / widest) if widest > within else size


def drawn(
    text: str,
    glyphs: Mapping[str, Glyph],
    size: float,
    ink: str,
    within: float,
    name: str = "caption",
    font: fonts.Font = (),
) -> list[tuple[Item, ...]]:
    """Return the items of each line, centred on x = 0, the baseline at y = 0, of class ``name``.

    No line is wider than ``within`` unless a picture is; only a word longer than a line is parted.
    """
    lines = (list(_cut(_words(asked), size, within)) for asked in _lines(text, glyphs, font))
    return [_drawn(line, size, ink, name) for words in lines for line in _even(words, size, within)]


def broken(text: str, within: float, size: float, font: fonts.Font = ()) -> list[str]:
    """Return a caption as lines of at most ``within`` millimetres, about equally long."""
    lines = drawn(text, {}, size, "#000000", within, font=font)
    return ["".join(item.text for item in line if isinstance(item, Text)) for line in lines]


# ------------------------------------------------------------------------------------ reading


def _lines(text: str, glyphs: Mapping[str, Glyph], font: fonts.Font = ()) -> list[list[_Run]]:
    """Return the lines that a text asks for, as runs."""
    if len(text) > _LONGEST:
        raise NotationError(
            f"a text of {len(text):,} characters", expected=f"at most {_LONGEST:,} of them"
        )
    lines: list[list[_Run]] = [[]]
    bold = False
    if text.count("**") % 2:
        raise NotationError("bold that does not end", text=text, expected="** before and after it")
    for token in _TOKEN.findall(text):
        if token == "**":
            bold = not bold
        elif token in ("{{", "}}"):
            lines[-1].append(_Run(token[0], bold, font=font))
        elif token[0] == "{" and token[-1] == "}":
            lines[-1].append(_Run("", bold, _glyph(token[1:-1].strip(), glyphs), font))
        else:
            first, *more = token.split("\n")
            lines[-1].append(_Run(first, bold, font=font))
            lines += [[_Run(part, bold, font=font)] for part in more]
    return lines


def _glyph(name: str, glyphs: Mapping[str, Glyph]) -> Glyph:
    if name not in glyphs:
        known = f"one of {', '.join(glyphs)}" if glyphs else "none, as there are none here"
        raise NotationError(f"no small picture '{name[:40]}'", expected=f"{known}; {{{{ is a brace")
    return glyphs[name]


def _words(runs: Iterable[_Run]) -> list[_Word]:
    """Return the words of a line, numbers with the words that follow them."""
    words: list[list[_Run]] = [[]]
    for run in runs:
        if run.glyph:
            words[-1].append(run)
            continue
        for k, part in enumerate(run.text.split(" ")):
            if k:
                words.append([])
            for piece in kinsoku.pieces(part.replace("\u00a0", " ")):
                before = words[-1][-1].text if words[-1] else ""
                if before and piece and kinsoku.may_part(before[-1], piece[0]):
                    words.append([run._replace(text=piece, tight=True)])
                elif piece:
                    words[-1].append(run._replace(text=piece))
    found: list[_Word] = []
    for word in filter(None, words):
        if found and _belong(found[-1][-1], word[0]):
            found[-1] = (*found[-1], _blank(word[0], bold=word[0].bold), *word)
        else:
            found.append(tuple(word))
    return found


def _belong(one: _Run, two: _Run) -> bool:
    """Tell whether two words stay together: a number with its unit, or what it numbers with it.

    A number that ends a sentence or a part of one holds nothing more, but for a move after its own.
    """
    if one.glyph or two.glyph or two.tight:
        return False
    if _NUMBER.fullmatch(two.text):
        return bool(_WORD.fullmatch(one.text)) and one.text[-1].isalpha()
    if not _NUMBER.fullmatch(one.text):
        return False
    return one.text[-1].isdigit() or (one.text[-1] in ".)" and two.text[:1].islower())


# ------------------------------------------------------------------------------------ breaking


def _even(words: list[_Word], size: float, within: float) -> list[list[_Word]]:
    """Return lines as narrow as the same number of them can be."""
    lengths = [_length([word], size) for word in words]
    lines = _filled(words, lengths, size, within)
    low, high = max(lengths, default=0.0), within
    while high - low > size / 2:
        middle = (low + high) / 2
        narrow = _filled(words, lengths, size, middle)
        if len(narrow) == len(lines):
            lines, high = narrow, middle
        else:
            low = middle
    return lines


def _filled(
    words: Sequence[_Word], lengths: Sequence[float], size: float, within: float
) -> list[list[_Word]]:
    """Return words of such lengths as lines, each filled with as many as fit.

    A line is measured where the lengths of its words alone do not tell.
    """
    lines: list[list[_Word]] = [[]]
    about = 0.0
    for word, length in zip(words, lengths, strict=True):
        blank = 0.0 if word[0].tight else _blank(word[0], bold=False).width(size)
        longer = about + blank + length
        is_near = abs(longer - within) <= _UNSURE * within
        if is_near and lines[-1]:
            is_full = _length([*lines[-1], word], size) > within
        else:
            is_full = longer > within
        if is_full and lines[-1]:
            lines.append([])
        about = longer if lines[-1] else length
        lines[-1].append(word)
    return lines


def _cut(words: Iterable[_Word], size: float, within: float) -> Iterator[_Word]:
    """Yield words, those longer than a line in pieces that fit.

    What is of three words or more is parted at a blank, a number and a word within the word.
    """
    for word in words:
        rest = word
        while _reach(rest, size, within + _NOTHING):
            blanks = [*islice((k for k, run in enumerate(rest) if run.text == " "), 2)]
            if len(blanks) < 2:
                yield from _parted(rest, size, within)
                break
            yield from _cut([rest[: blanks[0]]], size, within)
            rest = rest[blanks[0] + 1 :]
        else:
            yield rest


def _reach(word: _Word, size: float, within: float) -> int:
    """Return so many of a word's pieces as are wider, or none; of a long one no more is measured than tells."""
    most = 32
    while most < len(word) and _length([word[:most]], size) <= within:
        most *= 2
    return min(most, len(word)) if _length([word[:most]], size) > within else 0


def _parted(word: _Word, size: float, within: float) -> Iterator[_Word]:
    """Yield a word's parts that fit, with hyphens between letters."""
    rest = tuple(one for run in word for one in ((run,) if run.glyph else _characters(run)))
    while len(rest) > 1 and (reach := _reach(rest, size, within)):
        room = within - rest[0]._replace(text="-", glyph=None).width(size)
        begun = rest[: reach + _BEYOND]
        most = bisect_right(range(reach), room, 1, key=lambda k: _length([begun[: k + 1]], size))
        at, sign = hyphens.end("".join(run.text[:1] or " " for run in begun), most)
        hyphen = (rest[at - 1]._replace(text=sign),) if sign else ()
        yield (*rest[:at], *hyphen)
        rest = rest[at:]
    yield rest


def _characters(run: _Run) -> Iterator[_Run]:
    """Yield the characters of a run, each with the marks that stand on it."""
    return (run._replace(text=one) for one in _CHARACTER.findall(run.text))


def _joined(line: Iterable[_Word]) -> list[_Run]:
    """Return a line as few runs, blanks between its words."""
    runs: list[_Run] = []
    for word in line:
        first = word[0]
        if runs and not first.tight:
            runs.append(_blank(first, bold=first.bold and runs[-1].bold))
        runs += word
    alike = groupby(enumerate(runs), lambda one: (one[1].bold, one[1].glyph and one[0]))
    return [_one([run for _, run in group]) for _, group in alike]


def _one(runs: Sequence[_Run]) -> _Run:
    """Return runs of one weight as one, or a small picture alone."""
    if len(runs) == 1:
        return runs[0]
    return runs[0]._replace(text="".join(run.text for run in runs))


def _blank(beside: _Run, *, bold: bool) -> _Run:
    """Return the blank before a run."""
    return _Run(" ", bold, font=beside.font)


def _length(line: Iterable[_Word], size: float) -> float:
    return sum(run.width(size) for run in _joined(line))


def _drawn(line: list[_Word], size: float, ink: str, name: str) -> tuple[Item, ...]:
    """Return a line's items, centred on x = 0."""
    runs = _joined(line)
    if len(runs) == 1 and not runs[0].glyph:
        words, bold, _, font, _ = runs[0]
        return (Text(0.0, 0.0, words, size, ink, bold=bold, name=name, font=font),)
    items: list[Item] = []
    x = -_length(line, size) / 2
    for run in runs:
        if run.glyph:
            wide = 0.9 * _SIGN * size
            at = Transform(wide, 0.0, 0.0, wide, x + run.width(size) / 2, -size * CAP_HEIGHT / 2)
            items.append(Group(run.glyph.items, at, name="sign"))
        else:
            text = Text(x, 0.0, run.text, size, ink, "start", name=name, font=run.font)
            items.append(text._replace(bold=run.bold))
        x += run.width(size)
    return tuple(items)

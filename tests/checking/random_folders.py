"""Folders of kits, mixed and damaged at random by a seed, and what verify says of them.

It works on files alone, as people and scripts do, and knows nothing of how sheets are read back.
"""

from __future__ import annotations

import contextlib
import io
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pypdf import PdfReader, PdfWriter, Transformation

import engine
from generator.cli import run
from tests.checking.verifying import Verdict, verify

#: What a kit may be made with; each game of a folder with one of these.
LOOKS = (
    (),
    ("--paper", "letter"),
    ("--theme", "colorblind"),
    ("--sheets", "separate"),
    ("--one-pdf",),
    ("--format", "svg"),
    ("--format", "pdf,svg"),
    ("--duplex", "short"),
    ("--duplex", "none"),
    ("--back-shift", "0.6,-0.4", "--margin", "8"),
)


class Case(NamedTuple):
    """A folder: what was done to it, whether it is in order still, and what verify is asked."""

    done: str
    is_whole: bool
    subjects: tuple[Path, ...]


#: Where kits are made, until the process ends.
_KITS = tempfile.TemporaryDirectory()


@cache
def kit(game: str, look: tuple[str, ...]) -> Path:
    """Return a folder with the whole kit of a game, made once."""
    folder = Path(_KITS.name) / f"{game}-{len([*Path(_KITS.name).iterdir()])}"
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        made = run(["kit", game, "--out", str(folder), *look]) == 0
    assert made or game == "abstrakto", look
    return folder if made else kit(game, ())  # what has no backs takes no option of backs


def sheets(folder: Path) -> list[Path]:
    """Return the sheets of a folder."""
    return sorted(path for path in folder.iterdir() if path.suffix in (".pdf", ".svg"))


def group(path: Path) -> str:
    """Return the game and component of which a file is by its name."""
    return "-".join(path.stem.split("-")[:2])


# ------------------------------------------------------------------------------------ damage


def removed(folder: Path, chance: random.Random) -> str:
    """Take a sheet away."""
    path = chance.choice(sheets(folder))
    path.unlink()
    return f"without {path.name}"


def doubled(folder: Path, chance: random.Random) -> str:
    """Lay a sheet there once more, under another name."""
    path = chance.choice(sheets(folder))
    name = chance.choice(("copy", f"{path.stem}-2", "zz", path.stem.replace("-", "_")))
    if name == path.stem:
        name = "once-more"
    shutil.copy(path, folder / f"{name}{path.suffix}")
    return f"{path.name} once more as {name}{path.suffix}"


def swapped(folder: Path, chance: random.Random) -> str:
    """Exchange two files of different components, or of different games."""
    pairs = [
        (a, b)
        for a in sheets(folder)
        for b in sheets(folder)
        if a < b and a.suffix == b.suffix and group(a) != group(b)
    ]
    if not pairs:
        return ""
    a, b = chance.choice(pairs)
    first, second = a.read_bytes(), b.read_bytes()
    a.write_bytes(second)
    b.write_bytes(first)
    return f"{a.name} and {b.name} exchanged"


def replaced(folder: Path, chance: random.Random) -> str:
    """Put another game's sheet in the place of one."""
    path = chance.choice(sheets(folder))
    others = [game for game in engine.names() if not path.name.startswith(game)]
    other = chance.choice(sheets(kit(chance.choice(others), ())))
    target = path.with_suffix(other.suffix)
    path.unlink()
    shutil.copy(other, target)
    return f"{target.name} is another game's {other.name}"


def edited(path: Path, edit: Callable[[PdfReader, PdfWriter], None]) -> None:
    """Write a PDF anew."""
    writer = PdfWriter()
    edit(PdfReader(io.BytesIO(path.read_bytes())), writer)
    out = io.BytesIO()
    writer.write(out)
    path.write_bytes(out.getvalue())


def scaled(folder: Path, chance: random.Random) -> str:
    """Draw the sheets of a PDF file smaller or larger than they are, all or one."""
    paths = [path for path in sheets(folder) if path.suffix == ".pdf"]
    if not paths:
        return ""
    path, by = chance.choice(paths), chance.choice((0.94, 0.97, 0.98, 0.99, 1.02, 1.04))
    only = chance.random() < 0.3

    def edit(reader: PdfReader, writer: PdfWriter) -> None:
        chosen = chance.randrange(len(reader.pages)) if only else None
        for k, old in enumerate(reader.pages):
            page = writer.add_page(old)
            if chosen in (None, k):
                width, height = float(page.mediabox.width), float(page.mediabox.height)
                move = Transformation().translate(width * (1 - by) / 2, height * (1 - by) / 2)
                page.add_transformation(Transformation().scale(by).transform(move))

    edited(path, edit)
    return f"{path.name}{' a page' if only else ''} at {by:.0%}"


def without_a_page(folder: Path, chance: random.Random) -> str:
    """Take a page out of a PDF file of several."""
    paths = [p for p in sheets(folder) if p.suffix == ".pdf" and len(PdfReader(p).pages) > 1]
    if not paths:
        return ""
    path = chance.choice(paths)
    lost = chance.randrange(len(PdfReader(path).pages))

    def edit(reader: PdfReader, writer: PdfWriter) -> None:
        # An empty back in one PDF of all sheets is nothing that could be lacking.
        for k, page in enumerate(reader.pages):
            if k != lost:
                writer.add_page(page)

    is_empty = len(PdfReader(path).pages[lost].get_contents().get_data()) < 400  # type: ignore[union-attr]
    edited(path, edit)
    return "" if is_empty else f"{path.name} without page {lost + 1}"


def with_a_stranger(folder: Path, chance: random.Random) -> str:
    """Lay something there that is of no game."""
    name = chance.choice(("notes.pdf", "astralis-extra.pdf", "drawing.svg"))
    if name.endswith("svg"):
        text = '<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="50mm" viewBox="0 0 90 50">'
        (folder / name).write_text(f'{text}<circle cx="40" cy="25" r="9" fill="#0a7"/></svg>')
        return name
    writer = PdfWriter()
    page = writer.add_blank_page(300, 300)
    from pypdf.generic import ContentStream, NameObject

    stream = ContentStream(None, writer)
    stream.set_data(b"0.2 0.6 0.1 rg 30 30 90 140 re f")
    page[NameObject("/Contents")] = writer._add_object(stream)
    writer.write(folder / name)
    return name


def broken(folder: Path, chance: random.Random) -> str:
    """Cut a file short, or empty it."""
    path = chance.choice(sheets(folder))
    data = path.read_bytes()
    path.write_bytes(data[: chance.choice((0, 9, len(data) // 3))])
    return f"{path.name} cut short"


#: What is done, and whether the kit is in order after it.
DAMAGE: tuple[tuple[Callable[[Path, random.Random], str], bool], ...] = (
    (removed, True),
    (doubled, True),
    (swapped, False),
    (replaced, True),
    (scaled, True),
    (without_a_page, True),
    (with_a_stranger, True),
    (broken, True),
)


# ------------------------------------------------------------------------------------- cases


def renamed(folder: Path, chance: random.Random) -> str:
    """Give every sheet another name and take the manifests away; nothing is amiss."""
    paths = sheets(folder)
    names = [f"sheet-{k:03}" for k in range(len(paths))]
    chance.shuffle(names)
    for path, name in zip(paths, names, strict=True):
        path.rename(folder / f"{name}{path.suffix}")
    for path in folder.glob("*.json"):
        path.unlink()
    return "names mean nothing"


def case(seed: int, folder: Path, games: Sequence[str] = ()) -> Case:
    """Return a mixture of kits in an empty folder, damaged or whole, by a seed."""
    chance = random.Random(seed)
    chosen = games or chance.sample(engine.names(), chance.choice((1, 1, 2, 2, 3)))
    looks = {game: chance.choice(LOOKS) for game in chosen}
    for game, look in looks.items():
        shutil.copytree(kit(game, look), folder, dirs_exist_ok=True)
    words = ", ".join(" ".join((game, *look)) for game, look in looks.items())
    plain = all(look in ((), LOOKS[1], LOOKS[3]) for look in looks.values())
    if chance.random() < 0.15:
        done = renamed(folder, chance) if plain and chance.random() < 0.6 else "whole"
        return Case(f"{words}: {done}", True, _subjects(folder, chance))
    damage, may_lose = chance.choice(DAMAGE)
    done = damage(folder, chance)
    if not done:
        return Case(f"{words}: whole ({damage.__name__} does not apply)", False, ())
    # Without its manifest a kit of fronts alone is a kit without backs, and any number of sheets.
    if may_lose and plain and chance.random() < 0.4:
        for path in folder.glob("*.json"):
            path.unlink()
        done += ", no manifests"
    return Case(f"{words}: {done}", False, _subjects(folder, chance))


def _subjects(folder: Path, chance: random.Random) -> tuple[Path, ...]:
    """Return the folder, or its files in any order, the manifests with them or not."""
    if chance.random() < 0.6:
        return (folder,)
    with_manifests = chance.random() < 0.5
    files = [p for p in folder.iterdir() if with_manifests or p.suffix != ".json"]
    files.sort()
    chance.shuffle(files)
    return tuple(files)


def judged(one: Case, verdict: Verdict) -> str:
    """Return "as it is", or in which way verify was wrong."""
    if one.is_whole:
        return "as it is" if verdict.code == 0 else "false red"
    return "as it is" if verdict.code in (1, 2) else "FALSE GREEN"


def cases(count: int, first: int, games: Sequence[str] = ()) -> Iterator[tuple[int, Case, Verdict]]:
    """Yield seeds, the cases they make, and what verify says of each."""
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as name:
            one = case(seed, Path(name), games)
            if one.subjects:
                yield seed, one, verify(*one.subjects)

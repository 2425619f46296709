"""The catalogues of messages brought up to date and compiled: ``python -m tests.house.catalogues``.

A code behind it, such as ``fr``, begins a further language.  Every package that has a folder ``languages`` has a catalogue of each language: its messages are
those of its sources, in their order.  What is translated is kept; what is no message any more goes.
Then all are compiled, and what is still to be translated is listed.
"""

from __future__ import annotations

import io
import re
import sys
from datetime import UTC, datetime
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests.cases import ROOT

#: The functions that say messages, with the arguments that are texts.
KEYWORDS = {"say": None, "counted": (2, 3)}


def packages() -> list[Path]:
    """Return the folders of the packages with catalogues."""
    return sorted(
        folder.parent
        for top in ("engine", "generator")
        for folder in (ROOT / top).rglob("languages")
    )


def codes() -> list[str]:
    """Return the languages, which are those of the package that all share."""
    return sorted(file.stem for file in (ROOT / "engine/languages").glob("*.po"))


def sources(package: Path) -> list[Path]:
    """Return the sources whose messages a package's catalogues hold: its own, not those below."""
    below = [other for other in packages() if other != package and package in other.parents]
    found = sorted(package.rglob("*.py"))
    return [path for path in found if not any(other in path.parents for other in below)]


@cache
def messages(package: Path) -> dict[str | tuple[str, str], list[str]]:
    """Return the messages of a package's sources, each with the files that say it."""
    found: dict[str | tuple[str, str], list[str]] = {}
    for path in sources(package):
        for _, message, _, _ in extract_from_file("python", path, keywords=KEYWORDS):
            places = found.setdefault(message, [])
            name = path.relative_to(ROOT).as_posix()
            if name not in places:
                places.append(name)
    return found


def read(file: Path) -> Catalog:
    """Return a catalogue as it is written."""
    with file.open("rb") as stream:
        return read_po(stream, locale=file.stem)


def compiled(file: Path) -> bytes:
    """Return a catalogue as the program reads it: the same bytes whenever it is compiled."""
    catalogue, buffer = read(file), io.BytesIO()
    catalogue.creation_date = catalogue.revision_date = datetime.fromtimestamp(0, UTC)
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def texts(data: bytes) -> dict:
    """Return what a compiled catalogue says, but for its header."""
    known = GNUTranslations(io.BytesIO(data))._catalog
    return {key: text for key, text in known.items() if key}


def header(file: Path) -> str:
    """Return a catalogue's comments and header, those of a new one where there is none."""
    if file.exists():
        return file.read_text("utf-8").split("\n\n")[0]
    plural = Catalog(locale=file.stem).plural_forms
    lines = (
        f"Language: {file.stem}",
        "Content-Type: text/plain; charset=UTF-8",
        f"Plural-Forms: {plural}",
    )
    return "\n".join(['msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in lines)])


def updated(package: Path, code: str) -> str:
    """Return a package's catalogue with the messages of its sources, as it should be written."""
    file = package / "languages" / f"{code}.po"
    known = read(file) if file.exists() else Catalog(locale=code)
    made, buffer = Catalog(locale=code), io.BytesIO()
    for message, places in messages(package).items():
        old = known.get(message[0] if isinstance(message, tuple) else message)
        one = made.add(message, locations=[(place, None) for place in places])
        one.flags.clear()
        if old and isinstance(old.string, tuple) == isinstance(message, tuple):
            one.string, one.user_comments = old.string, old.user_comments
    write_po(buffer, made, width=0, omit_header=True)
    entries = re.sub(r"(?<=\.py) (?=\w+/)", "\n#: ", buffer.getvalue().decode().strip())
    return f"{header(file)}\n\n{entries}\n"


def untranslated(file: Path) -> list[str]:
    """Return the messages of a catalogue that have no translation."""
    return [
        str(one.id)
        for one in read(file)
        if one.id and not all([one.string] if isinstance(one.string, str) else one.string)
    ]


def main(new: list[str]) -> int:
    """Write all catalogues and compile them; return how many messages are still to translate."""
    missing = 0
    for package in packages():
        for code in sorted({*codes(), *new}):
            file = package / "languages" / f"{code}.po"
            file.write_text(updated(package, code), "utf-8")
            file.with_suffix(".mo").write_bytes(compiled(file))
            for text in untranslated(file):
                print(f"{file.relative_to(ROOT)}: {text}")
                missing += 1
    return missing


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))

"""The mutants that nothing can tell from the sources: ``equivalent.toml``, with reasons."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.mutations import Mutant

FILE = Path(__file__).with_name("equivalent.toml")


@dataclass(frozen=True)
class Equivalents:
    """Equivalent mutants by file, function and mutation, each with its reason."""

    root: Path
    reasons: dict[tuple[str, str, str], str]

    @classmethod
    def read(cls, root: Path, path: Path = FILE) -> Equivalents:
        """Return the list of a file: tables of sources, of functions, of mutations."""
        files = tomllib.loads(path.read_text("utf-8"))
        return cls(
            root,
            {
                (file, function, text): reason
                for file, functions in files.items()
                for function, mutations in functions.items()
                for text, reason in mutations.items()
            },
        )

    def has(self, mutant: Mutant) -> bool:
        """Tell whether a mutant is in the list."""
        file = str(mutant.path.relative_to(self.root))
        return (file, mutant.function or "(module)", mutant.text) in self.reasons

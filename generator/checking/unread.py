"""A file that cannot be read, as a value beside the outcomes of those that can: why, and where in it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import GameError, placed
from generator import files


@dataclass(frozen=True)
class Unread:
    """A file, "" for none in particular, and the error that says why it could not be read.

    >>> _ = Path("nothing.txt").write_text("1. a4")
    >>> found = generator.check("game.txt", "nothing.txt")
    >>> (unread,) = found.errors
    >>> unread.file, unread.line, unread.column
    ('nothing.txt', 1, 1)
    """

    error: Exception
    file: str = ""

    @property
    def message(self) -> str:
        """Why it could not be read, in one sentence that names the file where that is known.

        >>> generator.check("game.txt", "lost.txt").errors[0].message
        'lost.txt: No such file or directory'
        """
        words = sentence(self.error)
        return words if not self.file or self.file in words else f"{self.file}: {words}"

    @property
    def line(self) -> int:
        """The line at fault, from 1; 0 where none is.

        >>> generator.check("game.txt", "lost.txt").errors[0].line
        0
        """
        return self._place[0]

    @property
    def column(self) -> int:
        """The column of that line, from 1; 0 where none is.

        >>> generator.check("game.txt", "lost.txt").errors[0].column
        0
        """
        return self._place[1]

    @property
    def named(self) -> Exception:
        """The error, or one with its words that names the file.

        >>> type(generator.check("game.txt", "lost.txt").errors[0].named).__name__
        'FileNotFoundError'
        """
        if self.message == sentence(self.error):
            return self.error
        wrong = placed(GameError(self.message), self.line, self.column)
        wrong.__cause__ = self.error
        return wrong

    def fields(self) -> dict[str, object]:
        """Return what is known of it by the names of the answers for programs.

        >>> generator.check("game.txt", "lost.txt").errors[0].fields()
        {'message': 'lost.txt: No such file or directory', 'file': 'lost.txt'}
        """
        known = {"message": self.message, "file": self.file}
        return {k: v for k, v in {**known, "line": self.line, "column": self.column}.items() if v}

    @property
    def _place(self) -> tuple[int, int]:
        """The line and column that the error knows, or those that it came of."""
        error: BaseException | None = self.error
        while error is not None:
            if isinstance(error, GameError) and error.line:
                return error.line, error.column
            error = error.__cause__
        return 0, 0


def sentence(error: Exception) -> str:
    """Return an error as the sentence that is told of it."""
    return files.told(error) if isinstance(error, OSError) else str(error)

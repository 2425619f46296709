"""Uses of commands: words, the exit code, and words of the answer."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from subprocess import CompletedProcess

from generator.cli import BAD_INPUT
from tests.cases import some

Use = tuple[Sequence[str], int, str]


def wrong(run: Callable[[Sequence[str]], CompletedProcess], uses: Iterable[Use]) -> Iterator[str]:
    """Yield every use that does not end or answer as said; bad input is told in one line."""
    for words, code, answer in some(uses):
        done = run(words)
        said = done.stdout + done.stderr
        in_a_line = code != BAD_INPUT or said.count("\n") == 1
        if done.returncode != code or answer not in said or not in_a_line:
            yield f"{' '.join(words)}: {done.returncode}, {said}"

"""Uses of commands: words, the exit code, and words of the answer; and a process that carries them out."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from subprocess import PIPE, CompletedProcess, Popen

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


#: Carries out command lines, a JSON list each, and answers with the exit code and both outputs.
_COMMANDS = """
import io, json, sys
from generator import cli
answers = sys.stdout
for line in sys.stdin:
    sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    code = cli.run(json.loads(line))
    made = []
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
        made.append(stream.buffer.getvalue().decode(errors="replace"))
    print(json.dumps([code, *made]), file=answers, flush=True)
"""


class Commands:
    """A process that carries out command lines in a folder, with other packages on its path."""

    def __init__(self, folder: Path, *path: Path) -> None:
        self.folder = folder
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
        words = [sys.executable, "-c", _COMMANDS]
        self._process = Popen(words, cwd=folder, env=env, stdin=PIPE, stdout=PIPE, text=True)

    def __enter__(self) -> "Commands":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def run(self, words: Sequence[str]) -> CompletedProcess:
        """Carry out a command line."""
        print(json.dumps(list(words)), file=self._process.stdin, flush=True)
        code, out, err = json.loads(self._process.stdout.readline())
        return CompletedProcess(words, code, out, err)

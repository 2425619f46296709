"""The shards of a study, played on processes or a Dask cluster, each written whole when it is played.

A study that is started again plays only the shards that are missing.  Its answers do not depend on
who played what.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import OptionError
from generator import files
from generator.studying.games import GameRow, Shard, Study, shard

A = TypeVar("A")
B = TypeVar("B")

#: Takes the shards as they come, and their number, and yields them on.
Watch = Callable[[Iterator[Shard], int], Iterable[Shard]]


def play(
    study: Study, folder: Path, *, jobs: int, scheduler: str, watching: Watch
) -> tuple[list[GameRow], Counter[str]]:
    """Return the rows and counts of a study's games; ``watching`` sees the shards as they come.

    The folder keeps the study's plan, and the shards until the caller removes them.

    Raises OptionError where Dask is missing or does not answer, or the folder holds another study;
    OSError where a file cannot be written.
    """
    plan, text = folder / "plan.json", json.dumps(study._asdict())
    if plan.exists() and plan.read_text("utf-8") != text:
        raise OptionError(
            f"{files.from_here(folder)} holds another study; delete it, or use another -o"
        )
    shards = folder / "shards"
    shards.mkdir(parents=True, exist_ok=True)
    files.write(plan, text.encode())
    games = {shards / f"{index:06}.json": numbers for index, numbers in enumerate(study.shards)}
    missing = {path: numbers for path, numbers in games.items() if not path.exists()}
    with closing(mapped(partial(shard, study), missing.values(), jobs, scheduler)) as played:
        for path, made in zip(missing, watching(played, len(missing)), strict=True):
            files.write(path, json.dumps(made).encode())
    rows: list[GameRow] = []
    counts: Counter[str] = Counter()
    for path in games:
        shard_rows, shard_counts = json.loads(path.read_text("utf-8"))
        rows += (GameRow(*row) for row in shard_rows)
        counts.update(shard_counts)
    return rows, counts


def mapped(
    work: Callable[[A], B], items: Iterable[A], jobs: int, scheduler: str = ""
) -> Generator[B]:
    """Yield what ``work`` makes of the items, in order, on processes or a Dask cluster.

    Raises OptionError where Dask is missing or does not answer.
    """
    if jobs == 1 and not scheduler:
        yield from map(work, items)
        return
    with _cluster(scheduler) if scheduler else ProcessPoolExecutor(jobs) as workers:
        yield from workers.map(work, items)


@contextmanager
def _cluster(scheduler: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError as error:
        raise OptionError("--scheduler needs Dask: pip install distributed") from error
    try:
        client: Any = Client(scheduler, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise OptionError(f"no Dask scheduler answers at {scheduler}") from error
    with client, client.get_executor(pure=False, retries=5) as workers:
        yield workers

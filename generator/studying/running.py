"""The shards of a study, played on processes or a Dask cluster, each written whole when it is played.

A study that is started again plays only the shards that are missing.  Its answers do not depend on
who played what.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import OptionError
from generator import files
from generator.studying.games import Study, shard

Played = Iterator[tuple[int, dict[str, Any]]]
A = TypeVar("A")
B = TypeVar("B")

#: Takes the shards as they come, and their number, and yields them on.
Watch = Callable[[Played, int], Iterable[tuple[int, dict[str, Any]]]]


def play(
    study: Study, folder: Path, *, jobs: int, scheduler: str, watching: Watch
) -> list[dict[str, Any]]:
    """Return the shards of a study in order; ``watching`` sees them as they come.

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
    paths = [shards / f"{index:06}.json" for index in range(study.shards)]
    missing = [index for index, path in enumerate(paths) if not path.exists()]
    with closing(mapped(partial(shard, study), missing, jobs, scheduler)) as played:
        for index, made in watching(zip(missing, played, strict=True), len(missing)):
            files.write(paths[index], json.dumps(made).encode())
    return [json.loads(path.read_text("utf-8")) for path in paths]


def mapped(
    work: Callable[[A], B], items: Iterable[A], jobs: int, scheduler: str = ""
) -> Generator[B]:
    """Yield what ``work`` makes of the items, in order, on processes or a Dask cluster.

    Raises OptionError where Dask is missing or does not answer.
    """
    if jobs == 1 and not scheduler:
        yield from map(work, items)
        return
    with _workers(jobs, scheduler) as workers:
        yield from workers.map(work, items)


@contextmanager
def _workers(jobs: int, scheduler: str) -> Iterator[Executor]:
    if not scheduler:
        pool = ProcessPoolExecutor(jobs)
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)
        return
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

"""The shards of a study, played on processes or a Dask cluster, each written whole when it is played.

A study that is started again plays only the shards that are missing.  What it finds does not
depend on who played what.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any

from engine.errors import OptionError
from generator import files
from generator.studying.games import Study, shard

#: So many shards a worker are under way at once; the others are not even asked for.
_AHEAD = 2

Played = Iterator[tuple[int, dict[str, Any]]]
#: Takes what is played as it comes, and how much there will be, and yields it on.
Watch = Callable[[Played, int], Iterable[tuple[int, dict[str, Any]]]]


def play(
    study: Study, folder: Path, *, jobs: int, scheduler: str, watching: Watch
) -> list[dict[str, Any]]:
    """Return the shards of a study in order; ``watching`` yields on those that are played, whose number it hears.

    Raises OptionError where Dask is missing or does not answer, or the folder holds another study;
    OSError where a file cannot be written.
    """
    plan, text = folder / "plan.json", json.dumps(study._asdict())
    if plan.exists() and plan.read_text("utf-8") != text:
        raise OptionError(
            f"{files.shown(folder)} holds another study; delete it, or use another -o"
        )
    folder.mkdir(parents=True, exist_ok=True)
    files.write(plan, text.encode())
    paths = [folder / f"{index:06}.json" for index in range(study.shards)]
    missing = [index for index, path in enumerate(paths) if not path.exists()]
    play_all = _on_dask(study, missing, scheduler) if scheduler else _here(study, missing, jobs)
    for index, played in watching(play_all, len(missing)):
        files.write(paths[index], json.dumps(played).encode())
    return [json.loads(path.read_text("utf-8")) for path in paths]


def _here(study: Study, missing: Iterable[int], jobs: int) -> Played:
    if jobs == 1:
        yield from (_numbered(study, index) for index in missing)
        return
    waiting, running = iter(missing), set[Future[tuple[int, dict[str, Any]]]]()
    with ProcessPoolExecutor(jobs) as pool:
        try:
            while True:
                free = _AHEAD * jobs - len(running)
                running |= {pool.submit(_numbered, study, k) for k in islice(waiting, free)}
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _on_dask(study: Study, missing: Iterable[int], scheduler: str) -> Played:
    try:
        from distributed import Client, as_completed
    except ImportError as error:
        raise OptionError("--scheduler needs Dask: pip install distributed") from error
    try:
        client: Any = Client(scheduler, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise OptionError(f"no Dask scheduler answers at {scheduler}") from error
    with client:
        waiting, ahead = iter(missing), _AHEAD * sum(client.nthreads().values())
        running: Any = as_completed(with_results=True)  # type: ignore[no-untyped-call]

        def submit(most: int) -> None:
            for index in islice(waiting, most):
                running.add(client.submit(_numbered, study, index, pure=False, retries=5))

        submit(max(1, ahead))
        for _, played in running:
            yield played
            submit(1)


def _numbered(study: Study, index: int) -> tuple[int, dict[str, Any]]:
    return index, shard(study, index)

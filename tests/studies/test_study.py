"""Studies: what their files say, recomputed by other code; the same bytes however the games were shared."""

import csv
import math
import os
import signal
import statistics
import subprocess
import sys
import time

import pytest

import engine
import generator
from tests.cases import ROOT, some

STUDY = {"settings": {"side": "3"}, "games": 1000, "duels": 4, "seed": 5}


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A study made in one go: its folder and its answer."""
    folder = tmp_path_factory.mktemp("study")
    return folder, generator.study("astralis", **STUDY, out=folder)


def rows(folder):
    with (folder / "games.csv").open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def claim(answer, name):
    return next(one for one in answer["claims"] if one["name"] == name)


def test_answers_follow_from_the_table(made):
    folder, answer = made
    own = rows(folder)[: STUDY["games"]]
    wins = sum(row["winners"] == "y" for row in own)
    assert claim(answer, "first")["value"] == pytest.approx(wins / len(own))
    for name in ("margin", "turns", "lead_changes"):
        values = [float(row[name]) for row in own]
        found = claim(answer, name)
        error = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
        assert found["value"] == pytest.approx(statistics.fmean(values))
        assert found["high"] - found["value"] == pytest.approx(error, rel=0.2)
        assert found["value"] - found["low"] == pytest.approx(error, rel=0.2)
    legal = [float(row["legal"]) for row in own if row["legal"]]
    assert len(legal) == 500
    assert claim(answer, "legal")["value"] == pytest.approx(statistics.fmean(legal))


def test_games_behind_the_answers_are_in_order_and_as_the_table_says(made):
    folder, answer = made
    records = engine.record.load_all(folder / "games.txt")
    table = rows(folder)
    linked = {page for one in answer["claims"] for page in one["pages"]}
    assert {f"games/{record.tags['Round']}.html" for record in records} == linked
    for record in records:
        assert engine.record.check(record) == []
        row = table[int(record.tags["Round"]) - 1]
        *_, last = record.positions()
        scores = last.scores()
        assert (row["winners"], int(row["turns"])) == ("".join(last.winners()), len(record.moves))
        assert float(row["margin"]) == scores["y"] - scores["c"]
        assert (folder / f"games/{row['game']}.html").exists()
    longest = max(table[: STUDY["games"]], key=lambda row: int(row["turns"]))
    assert claim(answer, "turns")["pages"][0] == f"games/{longest['game']}.html"


def test_a_comparison_has_an_empty_cell_where_a_study_lacks_an_answer(made, tmp_path):
    generator.study("astralis", settings={"side": "3"}, games=2, duels=0, out=tmp_path / "few")
    both = generator.compare(tmp_path / "few", made[0], out=tmp_path / "both.html")
    page = both.read_text("utf-8")
    assert page.count("<td>") == 2 * len(made[1]["claims"])
    assert page.count("<td></td>") == 1, "no duel, no answer"


def test_a_study_that_was_killed_goes_on(made, tmp_path):
    words = ["astralis", "-s", "side=3", "--games", "1000", "--duels", "4", "--seed", "5"]
    command = [sys.executable, "-m", "generator.start", "study", *words, "-o", str(tmp_path)]
    process = subprocess.Popen(command, cwd=ROOT)
    while process.poll() is None and not list(tmp_path.glob("shards/0*.json")):
        time.sleep(0.01)
    process.kill()
    process.wait()
    kept = set(tmp_path.glob("shards/0*.json"))
    assert kept
    missing = []

    def watched(played, count):
        missing.append(count)
        yield from played

    generator.study("astralis", **STUDY, out=tmp_path, watching=watched)
    assert missing == [3 - len(kept)]
    assert contents(tmp_path) == contents(made[0])


def test_a_dask_cluster_that_loses_a_worker_makes_the_same_bytes(made, tmp_path):
    distributed = pytest.importorskip("distributed")
    local = {"processes": True, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(n_workers=2, **local) as cluster:
        victims = [worker.process.pid for worker in cluster.workers.values()]

        def watched(played, _):
            for one in played:
                if victims:
                    os.kill(victims.pop(), signal.SIGKILL)
                    victims.clear()
                yield one

        address = cluster.scheduler_address
        generator.study("astralis", **STUDY, out=tmp_path, scheduler=address, watching=watched)
    assert contents(tmp_path) == contents(made[0])


#: Settings with which a game of chance is soon over.
SOON = {
    "aathenuo": {"players": "2", "colours": "3", "copies": "1", "stars": "0"},
    "atreya": {"mode": "max"},
}


@pytest.mark.parametrize("game", sorted({*engine.names()} - {"astralis"}))
def test_every_game_can_be_studied(game, tmp_path):
    found = generator.study(game, settings=SOON.get(game, {}), games=2, duels=0, out=tmp_path)
    assert [claim(found, name)["games"] for name in ("first", "turns")] == [2, 2]
    never = [one for one in found["claims"] if one["unit"] != "points" and one["value"] == 0]
    assert [one["pages"] for one in some(never)] == [[]] * len(never), "no game shows it"
    assert all(one["pages"] for one in found["claims"] if one["name"] in ("turns", "legal"))

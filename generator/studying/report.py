"""The files of a study: its answers and data, a page of them, and pages of the games behind them."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from string import Template
from typing import Any

import engine
from engine import figure
from engine.drawing.parts import kind_of
from engine.drawing.theme import load
from engine.drawing.writers import svg
from engine.errors import GameError, OptionError
from engine.play.position import Position
from engine.record import Record
from engine.resources import templates
from generator import answers
from generator.replaying import page as replaying
from generator.studying.claims import claims
from generator.studying.games import GameRow, Study, record

#: Dots of the heat map, from seldom to often: darker and larger.
_HEAT = ("#fde0c5", "#facba6", "#f2a484", "#eb7f86", "#ce5a89", "#9b3d87", "#5d2671")


def answer(study: Study, rows: Sequence[GameRow], counts: Mapping[str, int]) -> dict[str, Any]:
    """Return what ``study --json`` answers; games are numbered from 1."""
    game = engine.game(study.game)
    counted: dict[str, dict[str, int]] = {"events": {}, "places": {}, "pieces": {}}
    for key, count in sorted(counts.items()):
        kind, _, name = key.partition(" ")
        counted[kind][name] = count
    settings = "".join(f", {name} {value}" for name, value in study.settings)
    return {
        "title": f"{game.title}{settings}: {study.games} games of {study.player}",
        **study._asdict(),
        "settings": dict(study.settings),
        "claims": [*claims(study, rows)],
        **counted,
        "unused_events": sorted({*game.event_kinds} - {*counted["events"]}),
        "unused_pieces": sorted({*map(kind_of, game.tiles())} - {*counted["pieces"]}),
    }


def made(
    study: Study, rows: Sequence[GameRow], answered: Mapping[str, Any]
) -> Iterator[tuple[str, bytes]]:
    """Yield the name in the folder and the bytes of each file, the page first.

    Raises OptionError where matplotlib is missing.
    """
    cited = {int(Path(page).stem) for claim in answered["claims"] for page in claim["pages"]}
    records = {number: record(study, number - 1) for number in sorted(cited)}
    longest = max(records.values(), key=lambda one: len(one.moves))
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(("game", *GameRow._fields[1:]))
    writer.writerows((row.number + 1, *row[1:]) for row in rows)
    yield "index.html", page([answered], _charts(study, rows[: study.games], answered, longest))
    yield "study.json", answers.written("study", answered).encode()
    yield "games.csv", table.getvalue().encode()
    yield "games.txt", engine.record.format_all([*records.values()]).encode()
    for number, one in records.items():
        yield f"games/{number}.html", replaying.page(one).encode()


def page(studies: Sequence[Mapping[str, Any]], below: str = "") -> bytes:
    """Return the page of the answers of studies, side by side."""
    rows = []
    for name in dict.fromkeys(claim["name"] for study in studies for claim in study["claims"]):
        same = [claim for study in studies for claim in study["claims"] if claim["name"] == name]
        cells = "".join(f"<td>{_cell(claim)}</td>" for claim in same)
        head = f"{escape(same[0]['question'])}<small>{escape(same[0]['definition'])}</small>"
        rows.append(f'<tr><th scope="row">{head}</th>{cells}</tr>')
    titles = [escape(study["title"]) for study in studies]
    text = Template((templates() / "study.html").read_text("utf-8")).substitute(
        title=" and ".join(titles),
        heads="".join(f'<th scope="col">{title}</th>' for title in titles),
        rows="\n".join(rows),
        below=below,
    )
    return text.encode()


def _cell(claim: Mapping[str, Any]) -> str:
    pages = map(escape, claim["pages"])
    links = [f'<a href="{page}">game {Path(page).stem}</a>' for page in pages]
    games = "; ".join([f"{claim['games']} games", *filter(None, [", ".join(links)])])
    value, interval = in_words(claim)
    return f"<b>{value}</b> {interval}<small>{games}</small>"


def in_words(claim: Mapping[str, Any]) -> tuple[str, str]:
    """Return a claim's value and interval as they are read: shares in percent, a real minus sign."""
    is_share = claim["unit"] == "share"
    value, low, high = (
        (f"{100 * claim[key]:.1f} %" if is_share else f"{claim[key]:.2f}").replace("-", "\u2212")
        for key in ("value", "low", "high")
    )
    return value, f"({low} to {high})"


def _charts(
    study: Study, rows: Sequence[GameRow], answered: Mapping[str, Any], longest: Record
) -> str:
    *_, last = longest.positions()
    return f"""\
<h2>Spread</h2><div class="charts">
{_histogram([row.margin for row in rows], "lead of the first player at the end")}
{_histogram([row.turns for row in rows], "turns of a game")}
</div><h2>Where turns are played</h2>
{_heat_map([study.start(0), last], answered["places"])}
<h2>What never came up</h2>
<p>Events of the game: {escape(", ".join(answered["unused_events"]) or "none")}.</p>
<p>Pieces: {escape(", ".join(answered["unused_pieces"]) or "none")}.</p>"""


def _histogram(values: Sequence[float], label: str) -> str:
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as error:
        message = "the charts of a study need matplotlib: pip install matplotlib"
        raise OptionError(message) from error
    with rc_context({"svg.hashsalt": "tilewright", "svg.fonttype": "none"}):
        chart, drawn = Figure(figsize=(6, 2.6), layout="constrained"), io.StringIO()
        axes = chart.subplots()
        axes.hist(values, bins=min(40, len(set(values))), color="#7d8fa9", edgecolor="#222")
        axes.set(xlabel=label, ylabel="games")
        axes.spines[["top", "right"]].set_visible(False)
        undated = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        chart.savefig(drawn, format="svg", metadata=undated)
    (common, often), *_ = Counter(values).most_common(1)
    alt = f"{label}: from {min(values):g} to {max(values):g}; most often {common:g}, {often} times."
    text = drawn.getvalue()
    return f'<figure role="img" aria-label="{escape(alt)}">{text[text.index("<svg") :]}</figure>'


def _heat_map(positions: Sequence[Position], counts: Mapping[str, int]) -> str:
    """Draw the position whose drawing has most of the places."""
    there = [_places_of(position, counts) for position in positions]
    best = max(range(len(positions)), key=lambda index: sum(there[index].values()))
    most = max(there[best].values(), default=0)
    drawn = figure.of(
        positions[best],
        marks=[
            f"dot:{_HEAT[min(6, 7 * times // most)]} size={0.5 + times / most:.2f} {place}"
            for place, times in sorted(there[best].items())
        ],
        caption="",
        size=110,
        title="Where turns are played",
        description="Larger and darker dots are places that turns touch more often.",
    )
    return svg.write_text(drawn.scene())


def _places_of(position: Position, counts: Mapping[str, int]) -> dict[str, int]:
    """Return the counts of the places that a position's drawing has."""
    drawing = engine.game(position.game).draw(position, theme=load("classic"), show=frozenset())
    places = {}
    for place, times in counts.items():
        with suppress(GameError):
            drawing.place(place)
            places[place] = times
    return places

"""A game record as one HTML page to walk through, self-contained, with or without JavaScript.

All positions stand in the page; its script shows one at a time.  Names and comments come from
strangers: all of it is escaped, and by the page's own policy no script runs but the page's.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from html import escape
from string import Template
from typing import Unpack

from engine.drawing.theme import SLOTS
from engine.drawing.writers import svg
from engine.errors import OptionError
from engine.geometry.plane import number
from engine.messages import Messages, numeral, row
from engine.play import wording
from engine.play.position import Position
from engine.record import Record
from engine.resources import templates
from engine.words import first_upper
from generator.replaying.pictures import Drawn, filled, pictures
from generator.replaying.stops import ReplayLook, Stop, Walk

say = Messages(__name__)

#: What the page's form says, by its places.
_CONTROLS = {
    "unscripted": say("Without JavaScript all positions stand one below the other."),
    "walk": say("Walk through the game"),
    "first": say("To the start"),
    "back": say("Back one move"),
    "on": say("On one move"),
    "last": say("To the end"),
    "list": say("Moves"),
    "about": say("About this game"),
    "copy": say("The record, to copy and play on from:"),
}

#: Longer games are refused: a page holds all positions.
MOST_MOVES = 2000


def page(record: Record, **look: Unpack[ReplayLook]) -> str:
    """Return the HTML page of a game; without a size its pictures are as large as the window allows.

    Raises RecordError at an illegal move, NotationError for a mark in a comment that is wrong,
    OptionError for a setting, or a game too long.
    """
    if len(record.moves) > MOST_MOVES:
        words = f"a page holds at most {MOST_MOVES}"
        raise OptionError(f"the game has {len(record.moves)} moves; {words}")
    walk = Walk(record, look)
    stops, in_language = walk.stops(), walk.speech.text
    definitions, drawn = pictures([stop.figure for stop in stops])
    sections = [_section(walk, *one) for one in zip(stops, drawn, strict=True)]
    colours = svg.rules("".join((definitions, *sections)))
    style = (templates() / "play/page.css").read_text("utf-8") + colours
    form = (templates() / "replay.html").read_text("utf-8").replace("$style", style)
    return Template(form).substitute(
        policy=_policy(form),
        fit="fixed" if walk.size else "fluid",
        lang=walk.speech.code,
        **{name: _html(in_language(words)) for name, words in _CONTROLS.items()},
        title=_html(_title(record, stops[0].position)),
        facts=_html(in_language(_facts(record))),
        tags="\n".join(
            f"<dt>{_html(name)}</dt><dd><bdi>{_html(value)}</bdi></dd>"
            for name, value in record.tags.items()
        ),
        record=_html(str(replace(record, comments=()))),
        definitions=definitions,
        positions="\n".join(sections),
        moves="\n".join(_rounds(stops)),
    )


#: Characters that steer a device, which HTML cannot hold.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def _html(text: str) -> str:
    return escape(_CONTROL.sub("\ufffd", text))


def _name(record: Record, position: Position, player: str) -> str:
    return record.tags.get(wording.player_tag(position, player), "")


def _title(record: Record, start: Position) -> str:
    names = [_name(record, start, player) for player in start.players]
    return f"{record.game.title}: {' – '.join(names)}" if all(names) else record.game.title


def _facts(record: Record) -> str:
    tags = [record.tags[tag] for tag in ("Event", "Site", "Date") if tag in record.tags]
    result = record.tags.get("Result", "*")
    if result != "*":
        tags.append(say("Result {result}", result=result))
    return row(tags, " · ")


def _section(walk: Walk, stop: Stop, drawn: Drawn) -> str:
    width, height = number(drawn.width), number(drawn.height)
    lines = (
        f'<section class="position" id="{stop.number}">',
        f'<ul class="players">{"".join(_players(walk, stop.position))}</ul>',
        f'<svg class="picture" viewBox="0 0 {width} {height}" width="{width}mm" '
        f'height="{height}mm" role="img" aria-label="{_html(stop.figure.description)}">'
        f'<rect x="-500%" y="-500%" width="1100%" height="1100%" {drawn.ground}/>'
        f"{drawn.items}</svg>",
        f'<div class="words"><h2>{_html(stop.heading)} <code>{_html(stop.move)}</code></h2>',
        f'<p class="told">{_html(stop.events)} <b>{_html(stop.result)}.</b></p>',
        f'<p class="comment"><bdi>{_html(stop.comment)}</bdi></p>' if stop.comment else "",
        "</div></section>",
    )
    return "\n".join(lines)


def _players(walk: Walk, position: Position) -> Iterator[str]:
    scores = position.scores() if position.scores_decide else {}
    turn = None if position.is_over else position.turn
    for player in position.players:
        colour = wording.player_name(position, player)
        name = _name(walk.record, position, player)
        yield f"<li{' class=turn' if player == turn else ''}>"
        if colour in SLOTS:
            disc = f'<circle cx="5" cy="5" r="4.5" {filled(walk.theme.colour(colour))}/>'
            yield f'<svg viewBox="0 0 10 10" aria-hidden="true">{disc}</svg>'
        yield f"<span>{_html(first_upper(walk.speech.text(colour)))}</span>"
        yield f" <bdi>{_html(name)}</bdi>" if name else ""
        yield f" <b>{walk.speech.text(numeral(number(scores[player])))}</b>" if scores else ""
        yield "</li>"


def _rounds(stops: Sequence[Stop]) -> Iterator[str]:
    yield f"<li><span></span><div>{_link(stops[0])}</div></li>"
    size = len(stops[0].position.players)
    for begin in range(1, len(stops), size):
        links = "\n".join(map(_link, stops[begin : begin + size]))
        yield f"<li><span>{stops[begin].round}.</span><div>{links}</div></li>"


def _link(stop: Stop) -> str:
    comment = f" <i><bdi>{_html(stop.comment)}</bdi></i>" if stop.comment else ""
    return f'<a href="#{stop.number}">{_html(stop.move or stop.heading)}</a>{comment}'


def _policy(form: str) -> str:
    """Return the content security policy (CSP 3): only the form's script and style, by their digests."""
    sources = ""
    for tag in ("script", "style"):
        text = form.partition(f"<{tag}>")[2].partition(f"</{tag}>")[0]
        digest = b64encode(sha256(text.encode()).digest()).decode()
        sources += f"{tag}-src 'sha256-{digest}'; "
    return f"default-src 'none'; {sources}base-uri 'none'; form-action 'none'"

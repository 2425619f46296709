"""A game record as one HTML page to walk through, self-contained, with or without JavaScript.

All positions stand in the page; its script shows one at a time.  Names and comments come from
strangers: all of it is escaped, and by the page's own policy no script runs but the page's.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from html import escape
from itertools import accumulate
from string import Template

from engine.drawing.theme import SLOTS
from engine.errors import OptionError
from engine.geometry.plane import Box, number
from engine.messages import Language, Messages, numeral, row
from engine.play import wording
from engine.play.position import Position
from engine.record import Record
from engine.resources import templates
from engine.words import first_upper
from generator.replaying.pictures import Drawn, pictures
from generator.replaying.stops import Stop, StopLook, stops_of

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

#: The window on a growing board is at most so many times wider or higher than what it shows.
_ROOM = 2.0


def page(
    record: Record,
    *,
    theme: str = "classic",
    font: str | Iterable[str] = (),
    size: float | None = None,
    show: Iterable[str] = (),
    lang: str = "",
) -> str:
    """Return the HTML page of a game.

    ``size`` is the pictures' width in millimetres, None for as large as the window allows;
    ``show`` names overlays of the game, ``font`` the fonts of their texts, in place of the theme's;
    ``lang`` is the page's language.

    Raises RecordError at an illegal move, NotationError for a mark in a comment that is wrong,
    OptionError for a setting, or a game too long.
    """
    if len(record.moves) > MOST_MOVES:
        raise OptionError(
            f"the game has {len(record.moves)} moves; a page holds at most {MOST_MOVES}"
        )
    look = StopLook.of(theme, font, show, size, lang)
    stops = list(stops_of(record, look))
    drawings = [stop.figure for stop in stops]
    drawn = pictures(drawings, _windows([figure.panels[0].box for figure in drawings]))
    sections = (_section(record, *one, look) for one in zip(stops, drawn.drawn, strict=True))
    form = _form()
    return Template(form).substitute(
        policy=_policy(form),
        fit="fixed" if size else "fluid",
        **_controls(look.speech),
        title=_html(_title(record, stops[0].position)),
        facts=_html(look.speech.told(_facts(record))),
        tags="\n".join(_tags(record)),
        record=_html(str(replace(record, comments=()))),
        definitions=drawn.definitions,
        positions="\n".join(sections),
        moves="\n".join(_rounds(stops)),
    )


def _form() -> str:
    """Return the page's form, with the style that it has in common with the page to play on."""
    form = (templates() / "replay.html").read_text("utf-8")
    return form.replace("$style", (templates() / "play/page.css").read_text("utf-8"))


def _controls(speech: Language) -> dict[str, str]:
    """Return the page's language, and what its controls say in it."""
    said = {name: _html(speech.told(words)) for name, words in _CONTROLS.items()}
    return {"lang": speech.code, **said}


# ------------------------------------------------------------------------------------ pictures


def _windows(boxes: Sequence[Box]) -> list[Box]:
    """Return a window on each drawing: one for all, unless the drawings grow a lot.

    So the picture stands still from move to move, and a game that starts small is seen.
    """
    seen = list(accumulate(boxes, Box.union))
    window = seen[-1]
    windows = []
    for box in reversed(seen):
        if window.width > _ROOM * box.width or window.height > _ROOM * box.height:
            window = box
        windows.append(window)
    return windows[::-1]


# ---------------------------------------------------------------------------------------- words


#: Characters that steer a device, which HTML cannot hold.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def _html(text: str) -> str:
    """Return a text for HTML."""
    return escape(_CONTROL.sub("\ufffd", text))


def _name(record: Record, position: Position, player: str) -> str:
    """Return who plays a colour, as the tags tell, or an empty text."""
    return record.tags.get(wording.player_tag(position, player), "")


def _title(record: Record, start: Position) -> str:
    """Return the game, and who plays whom where every player is named."""
    names = [_name(record, start, player) for player in start.players]
    return f"{record.game.title}: {' – '.join(names)}" if all(names) else record.game.title


def _facts(record: Record) -> str:
    """Return when and where it was played, and how it ended."""
    told = [record.tags[tag] for tag in ("Event", "Site", "Date") if tag in record.tags]
    if record.result not in (None, "*"):
        told.append(say("Result {result}", result=record.result))
    return row(told, " · ")


def _tags(record: Record) -> Iterator[str]:
    """Yield the record's tags, which are alike in all languages."""
    for name, value in record.tags.items():
        yield f"<dt>{_html(name)}</dt><dd><bdi>{_html(value)}</bdi></dd>"


def _section(record: Record, stop: Stop, drawn: Drawn, look: StopLook) -> str:
    """Return a position: the players and their scores, the picture, what happened and what is said."""
    return "\n".join(
        (
            f'<section class="position" id="{stop.number}">',
            f'<ul class="players">{"".join(_players(record, stop, look))}</ul>',
            _svg(stop, drawn),
            f'<div class="words"><h2>{_html(stop.heading)} <code>{_html(stop.move)}</code></h2>',
            f'<p class="told">{_html(stop.told)} <b>{_html(stop.result)}.</b></p>',
            f'<p class="comment"><bdi>{_html(stop.comment)}</bdi></p>' if stop.comment else "",
            "</div></section>",
        )
    )


def _players(record: Record, stop: Stop, look: StopLook) -> Iterator[str]:
    """Yield every player with name and score; the one to move is marked."""
    position = stop.position
    scores = position.scores() if position.scores_decide else {}
    turn = None if position.is_over else position.turn
    for player in position.players:
        colour = wording.player_name(position, player)
        name = _name(record, position, player)
        yield "".join(
            (
                f"<li{' class=turn' if player == turn else ''}>",
                _chip(look.theme.colour(colour)) if colour in SLOTS else "",
                f"<span>{_html(first_upper(look.speech.told(colour)))}</span>",
                f" <bdi>{_html(name)}</bdi>" if name else "",
                f" <b>{look.speech.told(numeral(number(scores[player])))}</b>" if scores else "",
                "</li>",
            )
        )


def _chip(colour: str) -> str:
    """Return a disc in a player's colour; the name stands beside it."""
    disc = f'<circle cx="5" cy="5" r="4.5" fill="{colour}"/>'
    return f'<svg viewBox="0 0 10 10" aria-hidden="true">{disc}</svg>'


def _svg(stop: Stop, drawn: Drawn) -> str:
    """Return the picture with its alternative text, the ground reaching beyond its window."""
    width, height = number(drawn.width), number(drawn.height)
    return (
        f'<svg class="picture" viewBox="0 0 {width} {height}" width="{width}mm" height="{height}mm"'
        f' role="img" aria-label="{_html(stop.figure.description)}">'
        f'<rect x="-500%" y="-500%" width="1100%" height="1100%" fill="{drawn.paper}"/>'
        f"{drawn.items}</svg>"
    )


def _rounds(stops: Sequence[Stop]) -> Iterator[str]:
    """Yield the list of moves: the start, then every round, with the comments."""
    yield f"<li><span></span><div>{_link(stops[0])}</div></li>"
    size = len(stops[0].position.players)
    for begin in range(1, len(stops), size):
        links = "\n".join(map(_link, stops[begin : begin + size]))
        yield f"<li><span>{stops[begin].round}.</span><div>{links}</div></li>"


def _link(stop: Stop) -> str:
    """Return a link to a position, and the comment on it."""
    said = f" <i><bdi>{_html(stop.comment)}</bdi></i>" if stop.comment else ""
    return f'<a href="#{stop.number}">{_html(stop.move or stop.heading)}</a>{said}'


# --------------------------------------------------------------------------------------- policy


def _policy(form: str) -> str:
    """Return the content security policy: nothing from elsewhere, no script or style but the form's."""
    script, style = (_digest(form, tag) for tag in ("script", "style"))
    return (
        f"default-src 'none'; script-src {script}; style-src {style}; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(form: str, tag: str) -> str:
    """Return the digest of an element's text as a policy names it (CSP 3, 2.3.1)."""
    text = form.partition(f"<{tag}>")[2].partition(f"</{tag}>")[0]
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

"""The page to play on in a real browser: whole games by mouse, touch and keyboard, and what strangers send."""

from __future__ import annotations

import json
import re
from random import Random
from urllib.parse import parse_qsl, unquote

import pytest

import engine
from generator.playing import answer
from tests.programs import watched
from tests.records import named
from tests.records import of as record_of

axe = pytest.importorskip("axe_playwright_python.sync_playwright")

NARROW, WIDE = {"width": 360, "height": 740}, {"width": 1300, "height": 850}

#: Games against the computer, near their end; one on a small board is played by the keyboard alone.
GAMES = (
    f"abstrakto?hands=564/555&orange=level:1!{'~'.join(record_of('abstrakto').moves[:22])}",
    f"atreya?mode=max&green=level:1!{'~'.join(named('max-game.txt').moves[:6])}",
)


@pytest.fixture
def visit(window, studio):
    """Open the page at an address; whatever it complains of, or asks of others, fails the test."""
    ours = (studio.address, "blob:", "data:")

    def opened(address="", viewport=WIDE, color_scheme="light"):
        window.goto("about:blank")  # elsewhere in the page would not load it again
        window.set_viewport_size(viewport)
        window.emulate_media(reduced_motion="reduce", color_scheme=color_scheme)
        window.goto(studio.address + (f"#{address}" if address else ""))
        settle(window)
        return window

    with watched(window, lambda url: url.startswith(ours)):
        yield opened


def settle(page):
    """Wait until the page has shown what it was asked for, and no opponent thinks."""
    page.locator("#game[aria-busy=false], #start:enabled").first.wait_for(state="attached")


def names(page):
    """Return what may be picked."""
    return page.locator("#game [data-at]").evaluate_all("all => all.map(one => one.dataset.at)")


def pick(page, name):
    page.locator(f"#game [data-at={json.dumps(name)}]").click()
    settle(page)


def press(page, name):
    page.locator(f"#{name}").click()
    settle(page)


def turn(page):
    return page.locator("#turn").inner_text()


def moves(page):
    return page.locator("#moves li").all_inner_texts()


def shown(page):
    """Return what is answered to the game that the page's address holds."""
    head, _, played = page.url.partition("#")[2].partition("!")
    game, _, query = head.partition("?")
    settings = [
        p for p in parse_qsl(query) if p[0] not in ("theme", "luck") and "level:" not in p[1]
    ]
    made = [unquote(move) for move in played.split("~") if move]
    return answer({"game": game, "settings": [list(pair) for pair in settings], "moves": made})


def play_out(page, seed):
    """Play by chance until the game is over."""
    rng = Random(seed)
    while "The game is over." not in turn(page):
        if page.locator("#play").is_enabled() and rng.random() < 0.5:
            press(page, "play")
        elif choices := names(page):
            pick(page, rng.choice(choices))
        else:
            press(page, "cancel")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks(visit, game):
    page = visit(game, viewport=(NARROW, WIDE)[GAMES.index(game) % 2])
    play_out(page, 1)
    end = shown(page)
    assert end["over"]
    assert len(moves(page)) > 1
    assert names(page) == []
    winners = page.locator("#players li", has_text="wins")
    assert winners.count() == len(end["winners"])


def test_a_game_of_rearranging_by_clicks(visit):
    page = visit("aathenuo?hands=r1r2r3r4/y1y2&2=level:1", viewport=NARROW)
    for number in "123":
        pick(page, f"1:r{number}")
        pick(page, f"{number},0")
        assert page.locator("#play").is_enabled() == (number == "3")
    press(page, "play")
    assert len(moves(page)) == 2, "the computer has played, too"
    pick(page, "2,0")
    pick(page, "0,2")
    assert "Not yet" in page.locator("#would").inner_text()
    press(page, "cancel")
    pick(page, "1:r4")
    pick(page, "3,0")
    press(page, "play")
    assert shown(page)["over"]
    assert "Player 1" in page.locator("#players li", has_text="wins").inner_text()


def test_a_whole_game_by_keyboard_alone(visit):
    page, rng = visit("astralis?side=3"), Random(2)
    focused = (
        "document.activeElement.closest('#game [data-at]') ? 'place' : document.activeElement.id"
    )
    while "The game is over." not in turn(page):
        while (here := page.evaluate(focused)) not in ("place", "play"):
            page.keyboard.press("Tab")
        if here == "place":
            for _ in range(rng.randrange(4)):
                page.keyboard.press(rng.choice(["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"]))
        page.keyboard.press("Enter")
        settle(page)
        if page.locator("#play").is_enabled() and rng.random() < 0.3:
            while page.evaluate(focused) != "play":
                page.keyboard.press("Shift+Tab" if page.evaluate(focused) == "redo" else "Tab")
            page.keyboard.press("Enter")
            settle(page)
    assert shown(page)["over"]


# ------------------------------------------------------------------------------------- turns


def test_turns_are_taken_back_and_played_again(visit):
    page = visit("astralis?side=5!a3~i7~b4+c5")
    for count in (2, 1):
        press(page, "undo")
        assert len(moves(page)) == count
    page.reload()
    settle(page)
    for count in (2, 3):
        press(page, "redo")
        assert len(moves(page)) == count
    assert moves(page)[-1] == "b4+c5"
    press(page, "undo")
    pick(page, "a4")
    press(page, "play")
    assert page.locator("#redo").is_disabled(), "what was taken back is forgotten"


def test_one_looks_back_and_goes_on_from_there(visit):
    page = visit("astralis?side=5!a3~i7~b4+c5")
    page.get_by_role("button", name="Back one move").click()
    page.locator("#turn", has_text="after 2 of 3 moves").wait_for()
    assert (len(moves(page)), names(page)) == (3, [])
    page.keyboard.press("Home")
    page.locator("#turn", has_text="after 0 of 3 moves").wait_for()
    page.get_by_role("button", name="Back to the game").click()
    page.locator("#turn", has_text="Cyan: choose").wait_for()
    page.locator("#moves a").nth(1).click()
    page.get_by_role("button", name="Go on from here").click()
    page.locator("#turn", has_text="Yellow: choose").wait_for()
    assert moves(page) == ["a3", "i7"]
    assert page.locator("#redo").is_enabled()


def test_a_tile_is_turned_by_keys_wheel_and_buttons(visit):
    page = visit("atreya?mode=sum!r:brbbgb@-1,0")
    pick(page, "1,0")
    pick(page, next(name for name in names(page) if name.startswith("g:")))
    ways = names(page)
    pressed = page.locator("#pieces [aria-pressed=true]")
    seen = {pressed.get_attribute("data-at")}
    for _ in ways:
        page.keyboard.press("r")
        seen.add(pressed.get_attribute("data-at"))
    page.locator("#board").hover()
    page.mouse.wheel(0, 100)
    seen.add(pressed.get_attribute("data-at"))
    if page.get_by_role("button", name="Flip (f)").is_enabled():
        page.keyboard.press("f")
    last = pressed.get_attribute("data-at")
    assert seen | {last} <= set(ways)
    press(page, "play")
    assert moves(page)[-1] == f"{last}@1,0"


# --------------------------------------------------------------------------------- opponents


def test_thinking_can_be_stopped_and_taken_up_again(visit):
    page = visit("abstrakto?orange=level:5")
    halt = page.get_by_role("button", name="Stop thinking")
    page.locator("[data-at=d4]").click()
    halt.click()
    page.locator("#turn", has_text="waits").wait_for()
    settle(page)
    page.get_by_role("button", name="Let Orange play").click()
    page.locator("#turn", has_text="Orange is thinking").wait_for()
    page.locator("#undo").click()
    settle(page)
    assert (moves(page), halt.count()) == ([], 0)


def test_nobody_sees_the_hand_of_another(visit):
    page = visit("aathenuo?hands=r1r2r3/y1y2y3&players=2")
    own = page.locator("#pieces svg")
    for player, letter in (("1", "r"), ("2", "y"), ("1", "r")):
        dialog = page.get_by_role("dialog", name=f"Player {player}, it is your turn")
        dialog.wait_for()
        assert own.count() == 0
        dialog.get_by_role("button", name="Show my hand").click()
        page.locator(f"[data-at='{player}:{letter}1']").wait_for()
        assert {name.partition(":")[0] for name in names(page)} == {player, "draw"}
        pick(page, "draw")


def test_a_game_is_set_up(visit):
    page = visit()
    page.get_by_role("radio", name="Aathenuo").check()
    page.get_by_text("More settings").click()
    page.get_by_label("Hands", exact=True).fill("nonsense")
    page.get_by_label("Hands", exact=True).blur()
    page.get_by_role("alert").filter(has_text="nonsense").wait_for()
    page.locator("#start:disabled").wait_for(timeout=60_000)
    page.get_by_role("radio", name="Atreya").check()
    page.get_by_text("Astralis", exact=True).click()
    page.get_by_label("Side", exact=True).select_option("4")
    page.get_by_label("Cyan", exact=True).select_option("1")
    page.get_by_text("2021").first.wait_for()
    page.locator("#start").click()
    page.locator("#board [data-at]").first.wait_for()
    assert "#astralis?side=4&cyan=level:1&luck=" in page.url
    page.go_back()
    page.locator("#start").wait_for()


# --------------------------------------------------------------------------------- strangers


def test_a_record_is_saved_and_opened(visit):
    page = visit("astralis?side=5!a3~i7~b4+c5")
    with page.expect_download() as download:
        page.locator("#save").click()
    text = download.value.path().read_text("utf-8")
    assert engine.record.loads(text).moves == ("a3", "i7", "b4+c5")
    fresh = visit()
    fresh.get_by_text("Open a recorded game").click()
    for wrong in ("", "<b>", text.replace("b4", "a4"), '[Game "chess"]\n\n1. e4'):
        fresh.get_by_label("or its text").fill(wrong)
        fresh.locator("#open").click()
        alert = fresh.locator("details [role=alert]", has_text=re.compile("."))
        alert.wait_for()
        assert "\n" not in alert.inner_text()
    evil = text.replace("\n\n", '\n[Yellow "<img src=x onerror=alert(1)>"]\n\n', 1)
    fresh.get_by_label("or its text").fill(evil)
    fresh.locator("#open").click()
    fresh.locator("#moves li").nth(2).wait_for()
    assert moves(fresh) == ["a3", "i7", "b4+c5"]


# ---------------------------------------------------------------------------------- for all

#: What is on the page in every kind of state.
STATES = ("", "abstrakto?!d4", "atreya?mode=sum", "aathenuo?players=2&seed=3")
SMALL = """all => all.filter(one => one.checkVisibility()).map(one => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
    .filter(([, {width, height}]) => width && Math.min(width, height) < 23.99).map(([text]) => text)"""


@pytest.mark.parametrize(
    ("viewport", "look", "states"),
    [(NARROW, "light", STATES[::2]), (WIDE, "dark", STATES[1::2])],
    ids=["narrow", "wide"],
)
def test_everybody_can_use_the_page(visit, look, viewport, states):
    for state in states:
        page = visit(state, viewport=viewport, color_scheme=look)
        if state.startswith("atreya"):
            pick(page, "-1,0")
        faults = axe.Axe().run(page).response["violations"]
        assert [(fault["id"], fault["nodes"][0]["html"]) for fault in faults] == [], state
        targets = page.locator("button, a, input, select, textarea, summary, [data-at]")
        assert targets.evaluate_all(SMALL) == [], state
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]

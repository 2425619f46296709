"""What browsers make of our pages and pictures, in the system's chromium."""

import io
from contextlib import ExitStack
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from engine import figure
from engine.drawing.writers import svg
from engine.record import Record
from generator.replaying import page as replay
from tests.programs import watched
from tests.records import named, of


@pytest.fixture
def open_page(window, tmp_path):
    """Open HTML from a file; whatever the page complains of fails the test."""
    with ExitStack() as watching:

        def open_text(text: str, address: str = "", page=window):
            path = tmp_path / "page.html"
            path.write_text(text, "utf-8")
            watching.enter_context(watched(page, lambda url: url.startswith("file:")))
            page.goto("about:blank")  # elsewhere in a page would not load it again
            page.goto(path.as_uri() + address)
            return page

        yield open_text


def shot(element) -> Image.Image:
    return Image.open(io.BytesIO(element.screenshot(animations="disabled"))).convert("RGB")


def differ(a: Image.Image, b: Image.Image) -> bool:
    return a.size != b.size or ImageChops.difference(a, b).getbbox() is not None


def is_blank(image: Image.Image) -> bool:
    return len(image.getcolors(1 << 24)) < 5


def state(page) -> tuple[str, str, str]:
    """Return the counter, the current move, and the address's end."""
    current = page.locator(".moves a[aria-current]")
    assert current.count() == 1
    assert page.locator(".position").count() == 1
    return page.locator("output").inner_text(), current.inner_text(), page.url.rpartition("#")[2]


# ------------------------------------------------------------------------------------ walking


def test_the_keys_walk_through_the_game(open_page):
    game = named("max-game.txt")
    end = len(game.moves)
    page = open_page(replay.page(game))
    assert state(page)[:2] == (f"0 / {end}", "Start")
    pictures = [shot(page.locator(".picture"))]
    assert not is_blank(pictures[0])
    for number, move in enumerate(game.moves, 1):
        page.keyboard.press("ArrowRight")
        assert state(page) == (f"{number} / {end}", move, str(number))
        assert move in page.locator(".words h2").inner_text()
        if number < 3 or number > end - 2:
            pictures.append(shot(page.locator(".picture")))
    assert all(differ(a, b) for a, b in pairwise(pictures))
    page.keyboard.press("ArrowRight")
    assert state(page)[2] == str(end), "there is nothing after the end"
    page.keyboard.press("ArrowLeft")
    assert state(page) == (f"{end - 1} / {end}", game.moves[-2], str(end - 1))
    assert not differ(shot(page.locator(".picture")), pictures[-2])
    page.keyboard.press("Home")
    assert state(page) == (f"0 / {end}", "Start", "0")
    page.keyboard.press("ArrowLeft")
    assert state(page)[2] == "0"
    page.keyboard.press("End")
    assert state(page) == (f"{end} / {end}", game.moves[-1], str(end))
    page.keyboard.press("Alt+ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    assert state(page)[2] == str(end), "keys with others belong to the browser"


def test_buttons_links_and_addresses_lead_to_moves(open_page):
    game = of("abstrakto")
    end = len(game.moves)
    page = open_page(replay.page(game), "#12")
    assert state(page) == (f"12 / {end}", game.moves[11], "12")
    for label, number in (("On one", 13), ("Back one", 12), ("To the end", end), ("To the st", 0)):
        page.get_by_role("button", name=label).click()
        assert state(page)[2] == str(number)
    disabled = page.locator(".bar button[aria-disabled=true]")
    assert disabled.count() == 2, "from the start no way leads back"
    page.locator('.moves a[href="#5"]').click()
    assert state(page) == (f"5 / {end}", game.moves[4], "5")
    page.evaluate("location.hash = '#99999'")
    page.wait_for_function(f"document.querySelector('output').textContent.startsWith('{end} ')")
    page.evaluate("location.hash = '#nonsense'")
    assert state(page)[0] == f"{end} / {end}"


def test_nothing_sticks_out_sideways(open_page):
    tags = {"Game": "abstrakto", "Blue": "x" * 90, "Event": "y" * 200}
    game = Record(tags, ("d6n", "c5ne"), ((), ("z" * 300,), ()))
    page = open_page(replay.page(game), "#1")
    for width in (320, 820, 1400):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        board = page.locator(".picture").bounding_box()
        assert board["width"] > width / 3
        assert board["height"] > 150


def test_without_scripts_all_positions_stand_in_the_page(open_page, browser):
    game = named("max-game.txt")
    page = open_page(replay.page(game), page=browser.new_page(java_script_enabled=False))
    boards = page.locator(".picture")
    assert boards.count() == len(game.moves) + 1
    assert not page.locator(".bar").is_visible()
    for index in (0, len(game.moves)):
        boards.nth(index).scroll_into_view_if_needed()
        assert not is_blank(shot(boards.nth(index)))
    page.locator(f'.moves a[href="#{len(game.moves)}"]').click()
    assert page.url.endswith(f"#{len(game.moves)}")


# ----------------------------------------------------------------------------------- strangers


def test_scripts_of_strangers_do_not_run(open_page):
    evil = "<script>window.caught = 1</script><img src=x onerror='window.caught = 1'>"
    out = f"</p></noscript></title></style>{evil}"
    tags = {"Game": "abstrakto", "Blue": f'"{out}', "Orange": out, "Event": out}
    game = Record(tags, ("d6n", "c5ne"), ((out,), (f'{out} [%mark label "<b>" d4]',), ()))
    page = open_page(replay.page(game))
    for key in ("ArrowRight", "ArrowRight", "Home"):
        page.keyboard.press(key)
        assert page.evaluate("window.caught") is None
    assert page.locator("img").count() == 0
    assert evil in page.locator("h1").inner_text()
    page.keyboard.press("ArrowRight")
    assert evil in page.locator(".comment").inner_text()
    assert state(page)[0] == "1 / 2"


# ------------------------------------------------------------------------------------ pictures


@pytest.mark.parametrize(
    ("game", "look"),
    [("aathenuo", "classic"), ("abstrakto", "classic/dark")],
)
def test_a_position_of_a_page_looks_like_its_figure(open_page, game, look):
    """Boards that do not grow are seen through a window of their own size."""
    record = of(game)
    positions = list(record.positions())
    at = len(positions) - 1
    alone = figure.of(
        positions[at], theme=look, size=100, caption="", last=record.moves[at - 1]
    ).scene()
    page = open_page(replay.page(record, theme=look, size=100), f"#{at}")
    picture = shot(page.locator(".picture"))
    plain = svg.write_text(alone).partition("\n")[2]
    one = shot(open_page(f"<!DOCTYPE html>{plain}").locator("svg"))
    assert near(one, picture)


def near(a: Image.Image, b: Image.Image) -> bool:
    """Tell whether two pictures are alike but for frames and the edges of pixels."""
    size = (24, 24)
    a, b = (image.resize(size, Image.Resampling.BOX).crop((2, 2, 22, 22)) for image in (a, b))
    return max(high for _, high in ImageChops.difference(a, b).getextrema()) < 40

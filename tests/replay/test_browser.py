"""What browsers make of our pages and pictures, in the system's chromium."""

import io
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

import engine
from engine import figure
from engine.drawing.writers import svg
from engine.record import Record
from generator.replaying import page as replay
from tests.browser import watched_page
from tests.cases import some
from tests.records import named, of


@pytest.fixture
def open_page(browser, tmp_path):
    """Open HTML from a file; whatever the page complains of fails the test."""
    contexts, troubles = [], []

    def open_text(text: str, address: str = "", **settings):
        path = tmp_path / "page.html"
        path.write_text(text, "utf-8")
        context = browser.new_context(**settings)
        contexts.append(context)
        page = watched_page(context, troubles, lambda url: url.startswith("file:"))
        page.goto(path.as_uri() + address)
        return page

    yield open_text
    for context in contexts:
        context.close()
    assert troubles == []


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


PICTURE = "document.querySelector('.picture').outerHTML"


def test_however_one_walks_the_picture_is_the_same(open_page):
    """Only what differs is made anew, and that is seen in nothing but the time it takes."""
    game = of("astralis")
    end = len(game.moves)
    walked = open_page(replay.page(game))
    for number in (1, end, 7, 0, 8):
        walked.evaluate(f"location.hash = '#{number}'")
        walked.wait_for_function(
            f"document.querySelector('output').textContent.startsWith('{number} ')"
        )
        opened = open_page(replay.page(game), f"#{number}")
        assert walked.evaluate(PICTURE) == opened.evaluate(PICTURE)
    walked.evaluate("document.querySelectorAll('.picture *').forEach(e => { e.stays = true; })")
    walked.keyboard.press("ArrowRight")
    count = "[...document.querySelectorAll('.picture *')].filter(e => e.stays {}).length"
    stay, fresh = (walked.evaluate(count.format(test)) for test in ("", "!== true"))
    assert stay > 2 * fresh > 0


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


def test_what_happened_is_announced(open_page):
    page = open_page(replay.page(of("abstrakto")))
    live = page.locator("[aria-live=polite]")
    assert live.inner_text() == "", "a page that opens says nothing by itself"
    page.keyboard.press("ArrowRight")
    assert "Blue puts a Line on d6n" in live.inner_text()
    assert page.locator(".picture").get_attribute("role") == "img"
    assert "It is orange's turn." in page.locator(".picture").get_attribute("aria-label")


def test_the_list_follows_the_current_move(open_page):
    page = open_page(
        replay.page(named("stopped-game.txt")), viewport={"width": 1000, "height": 420}
    )
    page.keyboard.press("End")
    frame = page.locator(".moves").bounding_box()
    link = page.locator(".moves a[aria-current]").bounding_box()
    assert frame["y"] <= link["y"]
    assert link["y"] + link["height"] <= frame["y"] + frame["height"]
    assert page.evaluate("scrollY") == 0


def test_swipes_walk_too(open_page):
    page = open_page(
        replay.page(of("abstrakto")),
        has_touch=True,
        viewport={"width": 390, "height": 800},
    )
    session = page.context.new_cdp_session(page)

    def swipe(*points):
        for kind, point in zip(("touchStart", *["touchMove"] * len(points)), points, strict=False):
            at = [{"x": point[0], "y": point[1]}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe((300, 300), (200, 305), (100, 305))
    assert state(page)[0].startswith("1 /")
    swipe((100, 300), (200, 305), (300, 305))
    assert state(page)[0].startswith("0 /")
    swipe((300, 300), (280, 300))
    assert state(page)[0].startswith("0 /"), "too short"


@pytest.mark.parametrize("width", [320, 390, 820, 1400])
def test_nothing_sticks_out_sideways(open_page, width):
    tags = {"Game": "abstrakto", "Blue": "x" * 90, "Event": "y" * 200}
    game = Record(tags, ("d6n", "c5ne"), ((), ("z" * 300,), ()))
    page = open_page(replay.page(game), "#1", viewport={"width": width, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    board = page.locator(".picture").bounding_box()
    assert board["width"] > width / 3
    assert board["height"] > 150


def test_a_sized_page_has_pictures_of_that_size(open_page):
    page = open_page(replay.page(of("abstrakto"), size=60))
    assert page.locator(".picture").bounding_box()["width"] == pytest.approx(60 * 96 / 25.4, abs=1)


def test_dark_rooms_get_a_dark_page_and_the_same_board(open_page):
    text = replay.page(of("abstrakto"))
    pages = [open_page(text, "#9", color_scheme=scheme) for scheme in ("light", "dark")]
    grounds = [page.evaluate("getComputedStyle(document.body).backgroundColor") for page in pages]
    assert grounds[0] != grounds[1]
    light, dark = (shot(page.locator(".picture")) for page in pages)
    inner = (9, 9, light.width - 9, light.height - 9)  # without the rounded corners
    assert not differ(light.crop(inner), dark.crop(inner))


def test_without_scripts_all_positions_stand_in_the_page(open_page):
    game = named("max-game.txt")
    page = open_page(replay.page(game), java_script_enabled=False)
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


def test_the_policy_stops_what_the_page_does_not_bring(browser, tmp_path):
    path = tmp_path / "page.html"
    text = replay.page(Record({"Game": "abstrakto"}, ("d6n",)))
    path.write_text(text.replace("</body>", "<script>window.caught = 1</script></body>"), "utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    assert page.evaluate("window.caught") is None
    assert page.locator("output").inner_text() == "0 / 1", "the page's own script runs"
    page.close()


# ------------------------------------------------------------------------------------ pictures

STARTS = {name: engine.game(name).begin({}) for name in ("abstrakto", "astralis", "atreya")}


def test_figures_side_by_side_look_as_they_do_alone(open_page):
    """Ids are made from content: figures that share a page must not change each other."""
    pictures = [
        figure.of(position, theme=name, size=60).scene()
        for position in (*STARTS.values(), list(named("max-game.txt").positions())[5])
        for name in ("classic", "mono")
    ]
    boxes = [f"<div>{svg.write_text(p).partition(chr(10))[2]}</div>" for p in pictures]
    head = "<!DOCTYPE html><title>x</title><style>div { width: 260px; height: 260px }</style>"
    together = open_page(head + "".join(boxes)).locator("div")
    assert together.count() == len(boxes) == 8
    seen = [shot(together.nth(k)) for k in range(len(boxes))]
    assert all(differ(a, b) for a, b in some(pairwise(seen)))
    for box, picture in zip(boxes, seen, strict=True):
        assert not is_blank(picture)
        assert near(shot(open_page(head + box).locator("div")), picture)


@pytest.mark.parametrize("hidden", ["<details style='position: absolute; top: 400px'>{}</details>",
                                    "<p style='display: none'>{}</p>"])  # fmt: skip
@pytest.mark.parametrize("prefix", ["", "second"])
def test_a_hidden_copy_takes_nothing_from_the_one_that_shows(open_page, hidden, prefix):
    """Browsers do not clip by what is hidden: a copy needs its own ids, or clips in its style."""
    start = STARTS["atreya"]
    made = figure.of(start, theme="mono", size=60, crop="0,0 0,1", caption="")
    first, second = (
        svg.write_text(replace(made, id_prefix=p).scene()).partition("\n")[2] for p in ("", prefix)
    )
    assert (first == second) == (prefix == "")
    head = "<!DOCTYPE html><title>x</title><style>div { width: 260px; height: 260px }</style>"
    alone = shot(open_page(f"{head}<div>{first}</div>").locator("div"))
    page = open_page(f"{head}{hidden.format(first)}<div>{second}</div>")
    assert not is_blank(alone)
    assert not differ(alone, shot(page.locator("div")))
    if prefix:
        shared = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
        assert len(shared) == len(set(shared)) > 10


@pytest.mark.parametrize("look", ["classic", "mono", "classic/dark"])
@pytest.mark.parametrize("game", ["aathenuo", "abstrakto", "astralis", "atreya"])
def test_a_position_of_a_page_looks_like_its_figure(open_page, game, look):
    record = named("max-game.txt") if game == "atreya" else of(game)
    positions = list(record.positions())
    at = len(positions) - 1
    alone = figure.of(
        positions[at], theme=look, size=100, caption="", last=record.moves[at - 1]
    ).scene()
    page = open_page(replay.page(record, theme=look, size=100), f"#{at}")
    picture = page.locator(".picture")
    if game != "atreya":  # boards that do not grow are seen through a window of their own size
        plain = svg.write_text(alone).partition("\n")[2]
        one = shot(open_page(f"<!DOCTYPE html>{plain}").locator("svg"))
        assert near(one, shot(picture))


def near(a: Image.Image, b: Image.Image) -> bool:
    """Tell whether two pictures are alike but for frames and the edges of pixels."""
    size = (24, 24)
    a, b = (image.resize(size, Image.Resampling.BOX).crop((2, 2, 22, 22)) for image in (a, b))
    return max(high for _, high in ImageChops.difference(a, b).getextrema()) < 40

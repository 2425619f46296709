"""The system's chromium for tests that look at pages; without it they are skipped."""

import shutil

import pytest

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
]
#: Milliseconds before the browser counts as stuck: a busy machine may need a while.
PATIENCE = 600_000


@pytest.fixture(scope="session")
def browser():
    """A browser for all tests of a process."""
    api = pytest.importorskip("playwright.sync_api", reason="pip install playwright")
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if chromium is None:
        pytest.skip("no chromium here; apt install chromium")
    with api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=ARGUMENTS, timeout=PATIENCE)
        yield browser
        browser.close()


def watched_page(context, troubles, is_ours):
    """Return a new page; what it complains of, and requests that are not ours, are troubles."""
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("dialog", lambda dialog: troubles.append(dialog.message))
    page.on("request", lambda r: is_ours(r.url) or troubles.append(r.url))
    return page

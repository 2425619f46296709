"""What tests need of the system: its programs, its chromium, and marks for tests that are not for every system.

Where a program is missing, a machine of ours has failed; without chromium tests of pages are skipped.
"""

import os
import shutil
import sys
from contextlib import contextmanager

import pytest

not_on_windows = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such thing")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a device")


def program(name: str) -> str:
    """The path of a program; without it the test is skipped, and fails in CI."""
    path = shutil.which(name)
    if path is None and os.environ.get("CI"):
        pytest.fail(f"no {name} here; make setup installs it")
    if path is None:
        pytest.skip(f"no {name} here")
    return path


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


@pytest.fixture(scope="session")
def window(browser):
    """A page for all tests of a process: a new one takes a second of a processor."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    return context.new_page()


@contextmanager
def watched(page, is_ours):
    """Within it, what a page complains of, and requests that are not ours, fail the test; it is left empty."""
    troubles = []
    watchers = {
        "console": lambda message: troubles.append(message.text),
        "pageerror": lambda error: troubles.append(str(error)),
        "dialog": lambda dialog: (troubles.append(dialog.message), dialog.dismiss()),
        "request": lambda request: is_ours(request.url) or troubles.append(request.url),
    }
    for event, watcher in watchers.items():
        page.on(event, watcher)
    yield
    page.goto("about:blank")
    for event, watcher in watchers.items():
        page.remove_listener(event, watcher)
    assert troubles == []

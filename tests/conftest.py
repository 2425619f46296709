"""What holds for every test: property tests try the same cases everywhere, on no clock; a browser."""

from hypothesis import settings

from tests.browser import browser  # a fixture for all rooms

__all__ = ["browser"]

settings.register_profile("tilewright", derandomize=True, deadline=None)
settings.load_profile("tilewright")

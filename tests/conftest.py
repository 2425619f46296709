"""What holds for every test: property tests try the same cases everywhere, and on no clock."""

from hypothesis import settings

settings.register_profile("tilewright", derandomize=True, deadline=None)
settings.load_profile("tilewright")

"""What the tests of this room share: the libraries, and a repository to check."""

import pytest

from tests.delivery import sample


@pytest.fixture(scope="session")
def linked(tmp_path_factory):
    """Return the environment in which pip and Python see the libraries that are here."""
    return sample.linked(tmp_path_factory.mktemp("libraries") / "site")


@pytest.fixture(scope="session")
def repository(tmp_path_factory):
    """Return the sample repository; tests write reports into it and change nothing else."""
    return sample.make(tmp_path_factory.mktemp("work") / "repository")

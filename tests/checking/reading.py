"""Small sets, which are read back sooner."""

from tests.paths import DATA

#: Templates of sets of a third of the usual size, of the games that have such.
FEW = {
    "aathenuo": str(DATA / "aathenuo" / "few-colour.toml"),
    "astralis": str(DATA / "astralis" / "few.toml"),
}

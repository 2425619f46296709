"""The configurations that docs/checking.md shows, as their readers copy them."""

from __future__ import annotations

import re
from typing import Any

import yaml

from tests.paths import ROOT

#: The guide, whose examples fit the sample repository of this room.
GUIDE = ROOT / "docs" / "checking.md"


def configurations(key: str) -> list[dict[str, Any]]:
    """Return the blocks of YAML that have a key at the top."""
    blocks = re.findall(r"^```yaml\n(.*?)^```$", GUIDE.read_text("utf-8"), re.M | re.S)
    return [found for found in map(yaml.safe_load, blocks) if key in found]

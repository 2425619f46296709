"""Games to walk through, position by position."""

"""Games as files for tabletop programs."""

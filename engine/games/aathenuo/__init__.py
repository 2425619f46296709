"""Aathenuo: sets of tiles on a growing grid that every turn may rearrange."""

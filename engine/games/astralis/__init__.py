"""Astralis, by Phil Leduc, with its variants."""

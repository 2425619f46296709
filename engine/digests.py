"""Short names made from content."""

from __future__ import annotations

try:
    from _blake2 import blake2s  # hashlib's own; hashlib loads OpenSSL besides, which takes longer
except ImportError:
    from hashlib import blake2s


def digest(data: bytes, size: int) -> str:
    """Return ``size`` bytes made from content, in hexadecimal letters."""
    return blake2s(data, digest_size=size).hexdigest()

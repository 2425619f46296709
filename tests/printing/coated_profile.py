"""The profile of ``--color cmyk`` made from numbers: sheet-fed offset on coated paper.

``python -m tests.printing.coated_profile`` writes ``templates/icc/coated.icc``.  It holds only what
follows from the Lab values of solid inks and their overprints in ISO 12647-2:2004/Amd 1:2007, paper
types 1 and 2, and from its tone value increases, by Neugebauer's equations: no measurement and no
profile of others.  No separation takes more ink than ``MOST_INK``.
"""

import itertools
import struct

import numpy as np

from tests.paths import ROOT

FILE = ROOT / "templates" / "icc" / "coated.icc"
MOST_INK = 2.4
D50 = np.array([0.9642, 1.0, 0.8249])

#: Lab of the paper and of solids, by the inks printed.
SOLIDS = {
    "": (95, 0, -2), "c": (55, -37, -50), "m": (48, 74, -3), "y": (89, -5, 93),
    "cm": (24, 17, -46), "cy": (50, -65, 27), "my": (47, 68, 48), "cmy": (23, 0, -1),
    "k": (16, 0, 0),
}  # fmt: skip

#: Tone value increase of a half tone of 50 %: chromatic inks, black.
GAINS = np.array([0.143, 0.143, 0.143, 0.17])

#: Grid points each way, from ink to colour and from colour to ink, and entries of the curves.
A2B, B2A, CURVE = 7, 17, 65

#: Where the grid from colour to ink stands on the axes a* and b*: closer near grey.
CHROMA = 128 * np.sign(np.linspace(-1, 1, B2A)) * np.abs(np.linspace(-1, 1, B2A)) ** 1.25


def xyz_of(lab):
    """XYZ of Lab, the white being D50."""
    lab = np.asarray(lab, float)
    y = (lab[..., 0] + 16) / 116
    f = np.stack([y + lab[..., 1] / 500, y, y - lab[..., 2] / 200], -1)
    return D50 * np.where(f > 6 / 29, f**3, 3 * (6 / 29) ** 2 * (f - 4 / 29))


def lab_of(xyz):
    """Lab of XYZ, the white being D50."""
    t = np.asarray(xyz) / D50
    f = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1
    )


PAPER = xyz_of(SOLIDS[""])


def primaries():
    """XYZ of the sixteen overprints, by which inks are printed; relative to the paper."""
    found = {}
    for inks in itertools.product((0, 1), repeat=4):
        below = xyz_of(SOLIDS["".join(c for c, on in zip("cmy", inks, strict=False) if on)])
        # Black upon other inks is a little darker than upon paper: their share of it is small.
        black = xyz_of(SOLIDS["k"]) * (0.45 + 0.55 * below / PAPER)
        found[inks] = (black if inks[3] else below) / PAPER * D50
    return found


PRIMARIES = primaries()


def printed(dots):
    """Lab, relative to the paper, of shares of cyan, magenta, yellow and black (…, 4)."""
    dots = np.asarray(dots, float)
    dots = np.clip(dots + 4 * GAINS * dots * (1 - dots), 0, 1)
    total = 0.0
    for inks, xyz in PRIMARIES.items():
        share = np.prod(np.where(np.array(inks), dots, 1 - dots), -1)
        total = total + share[..., None] * xyz
    return lab_of(total)


def weighed(difference, wanted):
    """Differences in lightness, chroma and hue, by how much each matters to a game's colours."""
    chroma = np.hypot(wanted[..., 1], wanted[..., 2])
    grey = chroma < 1e-6
    a = np.where(grey, 1, wanted[..., 1] / np.where(grey, 1, chroma))
    b = np.where(grey, 0, wanted[..., 2] / np.where(grey, 1, chroma))
    along = a * difference[..., 1] + b * difference[..., 2]
    across = a * difference[..., 2] - b * difference[..., 1]
    return np.stack([1.0 * difference[..., 0], 0.7 * along, 1.7 * across], -1)


def within_limit(dots, black):
    """Cyan, magenta and yellow as near as they may be with that black."""
    dots = np.clip(dots, 0, 1)
    for _ in range(3):
        over = np.maximum(0, dots.sum(-1) + black - MOST_INK)
        used = np.maximum(1, (dots > 0).sum(-1))
        dots = np.clip(dots - (over / used)[..., None], 0, 1)
    return dots


def solved(wanted, black, steps=40):
    """Cyan, magenta and yellow that come nearest to Lab with a share of black, and how near."""
    start = np.clip((100 - wanted[..., :1]) / 100 + np.zeros(3), 0.1, 0.9)
    dots = within_limit(start, black)
    best, least = dots, np.full(len(wanted), np.inf)
    h = 0.01
    for _ in range(steps):
        whole = np.concatenate([dots, np.broadcast_to(black, (*dots.shape[:-1], 1))], -1)
        seen = printed(whole)
        off = weighed(seen - wanted, wanted)
        error = (off**2).sum(-1)
        better = error < least
        best, least = np.where(better[..., None], dots, best), np.minimum(error, least)
        slopes = []
        for k in range(3):
            moved = whole.copy()
            up = np.where(whole[..., k] < 0.5, h, -h)
            moved[..., k] += up
            slopes.append(weighed(printed(moved) - seen, wanted) / up[..., None])
        j = np.stack(slopes, -1)
        square = np.einsum("nij,nik->njk", j, j) + 30 * np.eye(3)
        push = np.einsum("nij,ni->nj", j, off)
        dots = within_limit(dots - np.linalg.solve(square, push[..., None])[..., 0], black)
    return best, least


def separated(wanted, blacks=25):
    """The inks for Lab, and how far off they are: the least ink of what is as near, light hues without black."""
    found, cost, off = None, None, None
    for black in np.linspace(0, 1, blacks):
        dots, error = solved(wanted, black)
        ink = dots.sum(-1) + black
        light = np.clip((wanted[:, 0] - 45) / 40, 0, 1)
        price = error + 1.0 * ink + 40 * black * light
        whole = np.concatenate([dots, np.full((len(dots), 1), black)], -1)
        if found is None:
            found, cost, off = whole, price, error
        else:
            better = price < cost
            found = np.where(better[:, None], whole, found)
            off, cost = np.where(better, error, off), np.minimum(price, cost)
    return found, np.sqrt(off)


# ------------------------------------------------------------------------------- the file's tags


def lut16(curves, table, outs, points):
    """A table from one space to another (ICC.1:2001-04, 6.5.8): curves in, table, plain curves out."""
    identity = "".join(f"{v:08x}" for v in np.eye(3, dtype=int).ravel() << 16)
    head = struct.pack(">4s4xBBBx", b"mft2", len(curves), outs, points) + bytes.fromhex(identity)
    inputs = np.concatenate([np.round(np.clip(c, 0, 1) * 65535) for c in curves])
    return (
        head + struct.pack(">HH", len(curves[0]), 2)
        + inputs.astype(">u2").tobytes() + table.astype(">u2").tobytes()
        + np.tile(np.array([0, 65535]), outs).astype(">u2").tobytes()
    )  # fmt: skip


def to_colour():
    """From ink to colour: curves of the tone value increase, so that few grid points do."""
    x = np.linspace(0, 1, CURVE)
    curves = [np.cbrt(1 - (x + 4 * g * x * (1 - x)) * 0.95) for g in GAINS]
    curves = [(1 - c) / (1 - c[-1]) for c in curves]
    nodes = [np.interp(np.linspace(0, 1, A2B), c, x) for c in curves]
    lab = printed(np.stack(np.meshgrid(*nodes, indexing="ij"), -1).reshape(-1, 4))
    table = np.stack([lab[:, 0] / 100 * 0xFF00, *((lab[:, 1:] + 128) * 256).T], -1)
    return lut16(curves, np.round(np.clip(table, 0, 65535)).ravel(), 3, A2B)


def to_ink():
    """From colour to ink, and whether the colour can be printed at all."""
    whole = 65535 / 0xFF00  # Lab's largest code stands for a little more than 100
    light = np.linspace(0, 1, CURVE)
    codes = np.linspace(0, 65535, CURVE) / 256 - 128
    place = np.interp(codes, CHROMA, np.linspace(0, 1, B2A))
    curves = [np.clip(light * whole, 0, 1), place, place]
    axes = (np.linspace(0, 100, B2A), CHROMA, CHROMA)
    wanted = np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 3)
    inks, off = separated(wanted)
    table = np.round(inks * 255) * 257  # whole bytes, which pack well
    gamut = np.where(off < 3, 0, 65535).reshape(B2A, B2A, B2A)[::2, ::2, ::2]
    return lut16(curves, table.ravel(), 4, B2A), lut16(curves, gamut.ravel(), 1, len(gamut))


def text(kind, words):
    raw = words.encode("ascii") + b"\0"
    if kind == "text":
        return b"text\0\0\0\0" + raw
    return b"desc\0\0\0\0" + struct.pack(">I", len(raw)) + raw + bytes(4 + 4 + 2 + 1 + 67)


def profile():
    """The profile's bytes (ICC.1:2001-04, an output profile)."""
    colour = to_colour()
    ink, gamut = to_ink()
    white = b"XYZ \0\0\0\0" + np.round(PAPER * 65536).astype(">i4").tobytes()
    parts = [
        (("desc",), text("desc", "tilewright coated, ink up to 240 %")),
        (("cprt",), text("text", "MIT, the authors of tilewright")),
        (("wtpt",), white),
        (("A2B0", "A2B1", "A2B2"), colour),
        (("B2A0", "B2A1", "B2A2"), ink),
        (("gamt",), gamut),
    ]
    count = sum(len(names) for names, _ in parts)
    tags, body, at = b"", b"", 128 + 4 + 12 * count
    for names, data in parts:
        for name in names:
            tags += struct.pack(">4sII", name.encode(), at, len(data))
        padded = data + bytes(-len(data) % 4)
        body += padded
        at += len(padded)
    d50 = np.round(D50 * 65536).astype(">i4").tobytes()
    head = struct.pack(
        ">I4xI4s4s4s6H4s4xI4x4xQI12s", at, 0x02400000, b"prtr", b"CMYK", b"Lab ",
        2026, 1, 1, 0, 0, 0, b"acsp", 0, 0, 1, d50,
    )  # fmt: skip
    return head.ljust(128, b"\0") + struct.pack(">I", count) + tags + body


if __name__ == "__main__":
    FILE.write_bytes(profile())
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size} bytes")

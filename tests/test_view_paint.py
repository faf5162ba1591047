"""Painted pictures: the file format, smooth edges, correct shapes."""

import struct
import zlib
from math import pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_tk.view.kit import paint
from loa_tk.view.kit.paint import png, radial, rounded, stack, stretch
from loa_tk.view.kit.palette import CONTRAST, DARK, LIGHT


def alpha(rows, x, y):
    return rows[y][4 * x + 3]


def colour(rows, x, y):
    return tuple(rows[y][4 * x : 4 * x + 3])


def area(rows):
    return sum(sum(row[3::4]) for row in rows) / 255


def mirrored(row):
    return b"".join(row[i : i + 4] for i in range(len(row) - 4, -4, -4))


def decoded(data):
    """Return the rows of a PNG as `png` writes it: 8 bits a channel, no filters."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        tag, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (crc,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert crc == zlib.crc32(tag + body)
        chunks[tag] = body
        at += 12 + length
    width, height, *kind = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert kind == [8, 6, 0, 0, 0]
    raw = zlib.decompress(chunks[b"IDAT"])
    step = 1 + 4 * width
    assert len(raw) == height * step
    return [raw[k * step + 1 : (k + 1) * step] for k in range(height)]


@given(st.integers(1, 9), st.integers(1, 9), st.randoms())
def test_a_png_holds_its_rows(width, height, random):
    rows = [random.randbytes(4 * width) for _ in range(height)]
    assert decoded(png(rows)) == rows


def test_layers_are_laid_over_each_other():
    black, white = (0, 0, 0), (255, 255, 255)
    assert stack([(black, 1.0), (white, 0.5)]) == bytes((128, 128, 128, 255))
    assert stack([(white, 0.5)]) == bytes((255, 255, 255, 128))
    assert stack([]) == bytes(4)


@pytest.mark.parametrize("size", (29, 30, 64, 81))
@pytest.mark.parametrize("palette", (LIGHT, DARK, CONTRAST), ids=lambda palette: palette.name)
@pytest.mark.parametrize("kind", ("black", "white", "red"))
def test_a_disc_is_the_same_when_every_pixel_is_computed(size, palette, kind, monkeypatch):
    arguments = (size, palette.discs[kind], size * 0.03, palette.shadow)
    quick = paint.disc(*arguments)
    everywhere = [(0, size)]
    monkeypatch.setattr(paint, "radial", lambda size, _, pixel: radial(size, everywhere, pixel))
    assert quick == paint.disc.__wrapped__(*arguments)


@pytest.mark.parametrize("size", (40, 41))
def test_a_disc_has_face_rim_and_clear_corners(size):
    white = LIGHT.discs["white"]
    rows = paint.disc(size, white, 3.0)
    middle = size // 2
    assert len(rows) == size
    assert all(len(row) == 4 * size for row in rows)
    assert all(row == mirrored(row) for row in rows)
    face = paint.rgb(white.face)
    assert all(abs(a - b) <= 2 for a, b in zip(colour(rows, middle, middle), face, strict=True))
    edge = round(size / 2 - size * 0.455) + 1
    assert colour(rows, edge, middle) == paint.rgb(white.rim)
    assert alpha(rows, 0, 0) == 0
    top = size // 8 + 4
    assert sum(colour(rows, middle, top)) > sum(colour(rows, middle, size - 1 - top))


@given(st.integers(20, 60), st.floats(4, 9))
def test_a_dot_covers_the_area_of_its_circle(size, radius):
    # Only smooth edges meet this: a jagged circle of radius 4 is off by several percent.
    assert area(paint.dot(size, radius, "#000000")) == pytest.approx(pi * radius**2, rel=0.02)


@given(st.integers(50, 80), st.floats(18, 22), st.floats(3, 5))
def test_a_ring_covers_the_area_of_its_ring(size, radius, width):
    ring = paint.ring(size, radius, width, "#000000")
    assert area(ring) == pytest.approx(2 * pi * radius * width, rel=0.01)
    assert alpha(ring, size // 2, size // 2) == 0


def test_arcs_are_open_on_the_axes_and_closed_between():
    size, radius = 81, 34
    middle, diagonal = size // 2, round(radius * 0.7071)
    arcs = paint.ring(size, radius, 5, "#1F5FBF", ("#F7F2E6", 1.5), arcs=True)
    closed = paint.ring(size, radius, 5, "#1F5FBF", ("#F7F2E6", 1.5))
    for x, y in ((radius, 0), (-radius, 0), (0, radius), (0, -radius)):
        assert alpha(arcs, middle + x, middle + y) == 0
        assert alpha(closed, middle + x, middle + y) == 255
    for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        assert colour(arcs, middle + x * diagonal, middle + y * diagonal) == (0x1F, 0x5F, 0xBF)


@pytest.mark.parametrize("size", (40, 41))
@pytest.mark.parametrize("arcs", (False, True))
def test_a_ring_is_the_same_when_every_pixel_is_computed(size, arcs, monkeypatch):
    arguments = (size, 16.5, 3.2, "#1F5FBF", ("#F7F2E6", 1.5), arcs)
    quick = paint.ring(*arguments)
    everywhere = [(0, size)]
    monkeypatch.setattr(
        paint, "radial", lambda size, _, pixel, even: radial(size, everywhere, pixel)
    )
    assert quick == paint.ring.__wrapped__(*arguments)


def test_a_ring_is_outlined_with_the_gap():
    size, radius = 81, 34
    row = paint.ring(size, radius, 5, "#1F5FBF", ("#F7F2E6", 1.5))[size // 2]
    outline = size // 2 + radius + 3
    assert tuple(row[4 * outline : 4 * outline + 3]) == (0xF7, 0xF2, 0xE6)


def test_fading_lowers_only_opacity():
    rows = paint.disc(40, LIGHT.discs["black"], 1.0)
    half = paint.faded(rows, 0.5)
    assert colour(half, 20, 20) == colour(rows, 20, 20)
    assert alpha(half, 20, 20) == 128


@pytest.mark.parametrize("cell", (60, 61))
def test_bars_join_the_centres(cell):
    half, side = 6.0, paint.bar_length(cell)
    level, upright, rising, falling = (
        paint.bar(shape, cell, half, "#000000")
        for shape in ("level", "upright", "rising", "falling")
    )
    assert area(level) == area(upright) == pytest.approx(side * 2 * half, rel=0.001)
    assert rising == falling[::-1]
    assert all(alpha(falling, k, k) == 255 for k in range(side))
    assert alpha(falling, side - 1, 0) == alpha(falling, 0, side - 1) == 0
    assert rising == [mirrored(row) for row in falling]


@given(st.integers(8, 40), st.integers(8, 40))
def test_a_stretched_corner_has_the_size_asked_for(width, height):
    corner = rounded(4, [(0, 4, "#FF0000")])
    rows = stretch(corner, width, height)
    assert len(rows) == height
    assert {len(row) for row in rows} == {4 * width}
    assert rows == rows[::-1]
    assert [mirrored(row) for row in rows] == rows
    assert alpha(rows, width // 2, height // 2) == 255
    assert alpha(rows, 0, 0) < 100

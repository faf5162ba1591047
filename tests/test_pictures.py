"""The pictures of the documents: the writer of small PNG files, and wrong names."""

import struct
import zlib

import pictures


def read(data):
    """Return the rows of colours (red, green, blue) of a PNG file with a palette."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    parts, at = {}, 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        tag, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length :][:4]) == (zlib.crc32(tag + body),)
        parts[tag] = body
        at += 12 + length
    width, height = struct.unpack(">II", parts[b"IHDR"][:8])
    palette = list(zip(*[iter(parts[b"PLTE"])] * 3, strict=True))
    raw = zlib.decompress(parts[b"IDAT"])
    rows = [raw[y * (width + 1) + 1 : (y + 1) * (width + 1)] for y in range(height)]
    return [[palette[number] for number in row] for row in rows]


def test_few_colours_are_kept_exactly():
    rows = [bytes((3, 2, 1, 9, 90, 80, 70, 9)), bytes((90, 80, 70, 0, 255, 0, 128, 0))]
    found = read(pictures.small_png(rows))
    assert found == [[(1, 2, 3), (70, 80, 90)], [(70, 80, 90), (128, 0, 255)]]


def test_many_colours_are_kept_nearly():
    rows = [bytes(part for x in range(32) for part in (8 * x, 8 * y, 0, 0)) for y in range(32)]
    found = read(pictures.small_png(rows))
    for y, row in enumerate(found):
        for x, (red, green, blue) in enumerate(row):
            assert red == 0 and abs(green - 8 * y) + abs(blue - 8 * x) < 256
    assert len({pixel for row in found for pixel in row}) <= 256


def test_an_unknown_picture_is_refused(capsys):
    assert pictures.main(["moon"]) == 2
    assert capsys.readouterr().err.startswith("there is no picture 'moon'")

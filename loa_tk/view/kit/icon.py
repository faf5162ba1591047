"""The program's icon, a black and a white checker, linked; it is painted without a screen."""

from __future__ import annotations

from loa_tk.view.kit import paint
from loa_tk.view.kit.palette import LIGHT


def icon_png(size: int) -> bytes:
    """Return the icon of that size as a PNG file."""
    return paint.png(icon(size))


def icon(size: int) -> list[bytes]:
    """Return the icon as rows of pixels."""
    side = size * 5 // 8
    rows = [bytearray(size * 4) for _ in range(size)]
    bar = paint.bar("rising", size - side, size * 0.07, LIGHT.discs["white"].rim)
    black = paint.disc(side, LIGHT.discs["black"], max(1.0, size * 0.02))
    white = paint.disc(side, LIGHT.discs["white"], max(1.0, size * 0.03))
    _lay(rows, bar, side // 2, side // 2)
    _lay(rows, black, 0, size - side)
    _lay(rows, white, size - side, 0)
    return [bytes(row) for row in rows]


def _lay(rows: list[bytearray], image: list[bytes], x: int, y: int) -> None:
    """Lay an image over the rows; a partly covered edge pixel replaces only fainter ones."""
    for j, row in enumerate(image):
        for i in range(len(row) // 4):
            pixel = row[4 * i : 4 * i + 4]
            at = 4 * (x + i)
            if pixel[3] > rows[y + j][at + 3] or pixel[3] == 255:
                rows[y + j][at : at + 4] = pixel

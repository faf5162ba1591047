"""The picture of a tree as a PNG file, painted without the screen and without its fonts."""

from __future__ import annotations

from loa_tk.scenes.explorer import Frame, TreePictureScene
from loa_tk.view.board.lettering import lettering, width
from loa_tk.view.explorer.picture import HIGHEST
from loa_tk.view.kit.colour import rgb
from loa_tk.view.kit.hatching import paint
from loa_tk.view.kit.paint import png
from loa_tk.view.kit.theme import Look

PAD = 12  # pixels around the picture
DIGIT = 10  # the height of a digit in pixels


def tree_png(scene: TreePictureScene, wide: int, look: Look) -> bytes:
    """Return the PNG file of a tree with its best line, as far as the search has got."""
    palette, high = look.palette, look.px(HIGHEST)
    rows = [bytearray(line) for line in paint(scene.rows, wide, high, palette, look.scale)]
    for row, reached in enumerate(scene.reached):
        later = bytes(rgb(palette.trough)) * (wide - reached)
        for line in rows[row * high : (row + 1) * high - 1]:
            line[3 * reached :] = later
    size = DIGIT * look.scale
    for row, spans in enumerate(scene.rows):
        for span in spans:
            across = round(width(span.label, size)) if span.label else wide
            seen = row >= len(scene.reached) or span.right <= scene.reached[row]
            if across + 4 <= span.right - span.left and seen:
                left = (span.left + span.right - across) // 2 - 2
                top = row * high + round((high - size) / 2) - 2
                lay(rows, lettering(span.label, size, palette.on_tree), left, top)
    for frame in scene.best:
        outline(rows, frame, high, palette.tree_best, max(2, look.px(2)))
    pad, ground = look.px(PAD), bytes(rgb(palette.surface))
    beside = round(max(width(caption, size) for caption in scene.captions)) + 2 * pad
    rows = [bytearray(ground * beside) + row + ground * pad for row in rows]
    for row, caption in enumerate(scene.captions):
        left = beside - pad - round(width(caption, size)) - 2
        top = row * high + round((high - size) / 2) - 2
        lay(rows, lettering(caption, size, palette.muted), left, top)
    blank = bytearray(ground * (beside + wide + pad))
    return png([with_alpha(row) for row in (*[blank] * pad, *rows, *[blank] * pad)])


def lay(rows: list[bytearray], picture: list[bytes], left: int, top: int) -> None:
    """Blend a picture with alpha into the rows."""
    for j, line in enumerate(picture):
        if not 0 <= top + j < len(rows):
            continue
        row = rows[top + j]
        for i, alpha in enumerate(line[3::4]):
            at = 3 * (left + i)
            if alpha and 0 <= at < len(row):
                for k in range(3):
                    row[at + k] = (line[4 * i + k] * alpha + row[at + k] * (255 - alpha)) // 255


def outline(rows: list[bytearray], frame: Frame, high: int, colour: str, thick: int) -> None:
    """Draw a frame within its edges."""
    pixel = bytes(rgb(colour))
    top, bottom = frame.top * high, (frame.bottom + 1) * high - 1
    right = max(frame.right, frame.left + 2 * thick)
    for y in range(top, min(bottom, len(rows))):
        row = rows[y]
        if y < top + thick or y >= bottom - thick:
            row[3 * frame.left : 3 * right] = pixel * (right - frame.left)
        else:
            row[3 * frame.left : 3 * (frame.left + thick)] = pixel * thick
            row[3 * (right - thick) : 3 * right] = pixel * thick


def with_alpha(row: bytearray) -> bytes:
    """Return a row of three bytes a pixel as one of four, opaque."""
    out = bytearray(b"\xff") * (len(row) // 3 * 4)
    for k in range(3):
        out[k::4] = row[k::3]
    return bytes(out)

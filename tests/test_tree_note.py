"""The note in the place of a tree that has not been searched yet."""

import pytest

from loa_tk.control.explorer.commands import TOOL as EXPLORER
from loa_tk.scenes.explorer import TreePictureScene
from loa_tk.view.explorer.tree_canvas import TreeCanvas
from loa_tk.view.kit.theme import Look
from loa_tk.words.explorer import EMPTY_PICTURE
from viewing import TEXT_SIZES, ToolRecorder, settle


@pytest.mark.parametrize("size", TEXT_SIZES)
def test_the_note_is_never_cut_off(root, size):
    look, seen = Look(root), []
    look.change("light", size)
    canvas = TreeCanvas(root, look, ToolRecorder(EXPLORER))
    canvas.pack(fill="both", expand=True)
    canvas.show(TreePictureScene(note=EMPTY_PICTURE))
    for height in range(90, 26, -4):
        root.geometry(f"420x{height}")
        settle(root)
        canvas.redraw()
        (item,) = canvas.find_all()
        left, top, right, bottom = canvas.bbox(item)
        assert left >= 0 and right <= canvas.winfo_width()
        assert top >= 0 and bottom <= canvas.winfo_height() + 1
        seen.append(canvas.itemcget(item, "text"))
    assert seen[0] == EMPTY_PICTURE and EMPTY_PICTURE.startswith(seen[-1])

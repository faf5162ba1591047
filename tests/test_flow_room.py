"""The right column of the Flow Free window where there is little room."""

import pytest

from test_view_flow import SCENE, resize, seen_whole, the_window, window  # noqa: F401 - fixtures
from viewing import settle


def test_the_least_important_counts_are_left_out_first_and_told(window):  # noqa: F811
    card = window.column.puzzle
    row, seen = card._counts, []
    card.pack_forget()
    card.pack_propagate(False)
    window.look.change("light", 14)
    for width in range(500, 100, -20):
        card.place(x=0, y=0, width=width, height=300)
        settle(window)
        shown = [str(over["text"]) for over, _ in row._labels if over.winfo_viewable()]
        seen.append(tuple(shown))
        left = [": ".join(pair) for pair in SCENE.counts if pair[0] not in shown]
        assert row.note.text() == "\n".join(left)
        if len(shown) > 2:
            for pair in row._labels:
                for one in pair:
                    assert one.winfo_x() + one.winfo_width() <= row.winfo_width() or (
                        not one.winfo_viewable()
                    )
    card.place_forget()
    card.pack_propagate(True)
    card.pack(before=window.column.watch, fill="x")
    assert list(dict.fromkeys(seen)) == [
        ("flows", "cells", "moves", "solutions"), ("flows", "moves", "solutions"),
        ("flows", "moves"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ("watch", "compare"))
def test_the_cards_move_together_rather_than_be_cut_off(window, name):  # noqa: F811
    window.look.change("light", 14)
    window.column._choose(name)
    resize(window, 752, 640)
    cards = [window.column._cards[part] for part in ("puzzle", name)]
    need = sum(card.winfo_reqheight() for card in cards) + window.look.xs
    spare = window.column.winfo_height() - need
    resize(window, 752, 640 - spare)  # enough for both cards with the smallest gap
    seen_whole(window)
    window.column._choose("watch")

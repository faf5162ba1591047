"""Games as HTML: one board that steps through any of several games, for pages and notebooks.

The board shows the last position where scripts do not run, and on paper.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from loa_tk.model.drawing import CELL, MARGIN, board_svg, piece_svg
from loa_tk.model.game import Game, Move, State
from loa_tk.model.notation import move_text

EMPTY = "."
# The handlers are attributes and find their board around them: a page may have several boards, and
# a notebook runs no script elements. A frame has a letter for each square, from a1 on.
SHOW = (
    "const f=this.closest('figure'),d=JSON.parse(f.dataset.play),s=f.querySelector('input'),"
    "g=d.games[f.dataset.game],t=g.frames[s.value];let p='';"
    "for(let i=0;i<t.length;i++){const c=d.pieces[t[i]];if(c)p+=c"
    f".replaceAll('CX',{MARGIN}+{CELL}*(i%d.columns+.5))"
    f".replaceAll('CY',1+{CELL}*(d.rows-Math.floor(i/d.columns)-.5))}}"
    "f.querySelector('g.pieces').innerHTML=p;f.querySelector('output').textContent=g.moves[s.value]"
)
STEP = (
    "const s=this.closest('figure').querySelector('input');s.value=+s.value{sign}1;"
    "s.dispatchEvent(new Event('input'))"
)
# A button elsewhere on the page shows another game on the board with this id.
CHOOSE = (
    "const f=document.getElementById('{board}'),s=f.querySelector('input'),"
    "d=JSON.parse(f.dataset.play);f.dataset.game={game};s.max=d.games[{game}].frames.length-1;"
    "s.value=0;s.dispatchEvent(new Event('input'));f.scrollIntoView({{block:'nearest'}})"
)


@dataclass(frozen=True)
class PlayedGame:
    """The states of a game from its start on, and the moves between them."""

    states: tuple[State, ...]
    moves: tuple[Move, ...]


def replayed(game: Game, start: State, moves: Sequence[Move]) -> PlayedGame:
    """Return a game from a state on."""
    states = [start]
    for move in moves:
        states.append(game.play(states[-1], move))
    return PlayedGame(tuple(states), tuple(moves))


def board_html(game: Game, games: Sequence[PlayedGame], name: str = "", width: int = 0) -> str:
    """Return the board with its slider; it begins with the last position of the first game.

    `name` is the id by which `chooser` finds the board, `width` its pixels.
    """
    content = {
        "rows": game.rows, "columns": game.columns,
        "pieces": {side.letter: piece_svg(game, number) for number, side in enumerate(game.sides)},
        "games": [
            {"frames": [frame(game, state) for state in one.states], "moves": labels(game, one)}
            for one in games
        ],
    }  # fmt: skip
    last, width = len(games[0].moves), width or CELL * game.columns + MARGIN
    picture = board_svg(game, games[0].states[-1]).replace("<svg ", f'<svg width="{width}" ', 1)
    buttons = [
        f'<button type="button" title="{title}" onclick="{escape(STEP.format(sign=sign))}">'
        f"{text}</button>"
        for text, title, sign in (("◀", "back", "-"), ("▶", "on", "+"))
    ]
    named = f' id="{escape(name)}"' if name else ""
    return (
        f'<figure class="play"{named} data-game="0" style="margin:0;width:{width}px" '
        f'data-play="{escape(json.dumps(content, separators=(",", ":")))}">{picture}'
        f'<div style="display:flex;gap:4px;align-items:center">{buttons[0]}'
        f'<input type="range" min="0" max="{last}" value="{last}" style="flex:1;min-width:0" '
        f'aria-label="move" oninput="{escape(SHOW)}"/>{buttons[1]}</div>'
        f"<output>{escape(labels(game, games[0])[last])}</output></figure>"
    )


def chooser(board: str, number: int, text: str) -> str:
    """Return a button that shows a game of the board with this id."""
    handler = escape(CHOOSE.format(board=board, game=number))
    return f'<button type="button" class="show" onclick="{handler}">{escape(text)}</button>'


def frame(game: Game, state: State) -> str:
    """Return a letter for each square from a1 on, row by row."""
    squares = [EMPTY] * (game.rows * game.columns)
    for square, side in game.pieces(state).items():
        squares[square] = game.sides[side].letter
    return "".join(squares)


def labels(game: Game, played: PlayedGame) -> list[str]:
    """Return what stands under the board at each moment: the number and the move."""
    texts = ["start"]
    for number, (state, move) in enumerate(zip(played.states, played.moves, strict=False)):
        side = game.sides[game.player(state)].name
        texts.append(f"{number + 1}. {move_text(game, state, move)} ({side})")
    return texts

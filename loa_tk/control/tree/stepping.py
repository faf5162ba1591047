"""The part of a tree's page that steps through the search: its data, its elements, its script.

The script runs in the reader's browser, without this program or a server. It makes the moments of
`model/tree/figure.py` again from the nodes. Values are numbered by their size, so that the script
compares numbers of values and never computes with the values themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from json import dumps
from math import inf

from loa_tk.control.tree.text import ascii_text
from loa_tk.model.numbers import apart, number
from loa_tk.model.tree.figure import FIGURES, Execution, figure_of
from loa_tk.model.tree.recording import RECORDED
from loa_tk.model.tree.searchtree import SearchTree
from loa_tk.model.tree.steplink import link_text, search_texts
from loa_tk.words import explorer as window_words
from loa_tk.words import tree as words

MOST_STEPPED = 5_000  # nodes; their data has about 400 kB

STYLE = """
.steps { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 8px 20px; }
.steps pre { overflow-x: auto; } .steps .now { background: #E8C868; color: #1D2127; }
.steps .now, .steps .row { display: block; padding: 0 6px; }
.steps .bar { grid-column: 1 / 3; display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.steps input[type=range] { flex: 1 1 200px; } .steps input[type=text] { flex: 1 1 320px; }
.steps button { font: inherit; padding: 4px 12px; } .steps .said { min-height: 1.5em; }
.steps td, .steps th { text-align: right; font: 14px ui-monospace, monospace; }
.steps td:first-child, .steps th:first-child { text-align: left; }
.steps .last td { background: #F7E8BE; color: #1D2127; }
@media (max-width: 700px) { .steps { grid-template-columns: 1fr; } .steps .bar { grid-column: 1; } }
"""

# What the data means is said by `step_data`.
SCRIPT = """
"use strict";
function moments(D) {
  const out = [], children = D.parents.map(() => []);
  for (let n = 1; n < D.parents.length; n++) children[D.parents[n]].push(n);
  function call(n, ply) {
    const max = (ply + D.minFirst) % 2 === 0, first = max ? D.maxLine : D.minLine;
    let a = D.alphas[n], b = D.betas[n], v = null;
    function add(step, child, returned, same = false) {
      const line = first + D.steps.indexOf(step === "back" ? "call" : step);
      out.push({node: n, step, line, child, v, a, b, returned, same});
    }
    add("enter", null, null);
    if (D.kinds[n] === 1) { add("terminal", null, D.values[n]); return; }
    add("terminal", null, null);
    if (D.kinds[n] === 2) { add("cutoff", null, D.values[n]); return; }
    add("cutoff", null, null);
    v = max ? 0 : D.texts.length - 1;
    add("start", null, null);
    for (let i = 0; i < children[n].length; i++) {
      const c = children[n][i];
      add("next", c, null);
      add("call", c, null);
      call(c, ply + 1);
      const before = v;
      v = max ? Math.max(v, D.values[c]) : Math.min(v, D.values[c]);
      add("back", c, null, v === before);
      if (!D.prunes) continue;
      const cut = D.cuts[n] > 0 && i === children[n].length - 1;
      add("test", c, cut ? v : null);
      if (cut) return;
      if (max) a = Math.max(a, v); else b = Math.min(b, v);
      add("bound", c, null);
    }
    add("return", null, v);
  }
  call(0, 0);
  return out;
}
function sentence(D, m) {
  const max = (D.plies[m.node] + D.minFirst) % 2 === 0;
  const name = n => D.texts[D.values[n]] + D.remarks[D.bounds[n]];
  const facts = {
    "function": max ? "MAX-VALUE" : "MIN-VALUE", other: max ? "MIN-VALUE" : "MAX-VALUE",
    move: m.child === null ? "" : D.moves[m.child], v: m.v === null ? "" : D.texts[m.v],
    alpha: D.texts[m.a], beta: D.texts[m.b], value: m.child === null ? "" : name(m.child)};
  const close = D.close[m.v + " " + (max ? m.b : m.a)];
  if (m.step === "test" && close) [facts.v, facts[max ? "beta" : "alpha"]] = close;
  let kind = m.step;
  const ended = D.cuts[m.node] === 2 ? "cut" : "last";
  if (m.returned !== null) { kind = m.step === "test" ? ended : "returns"; facts.v = name(m.node); }
  else if (m.same) kind = "back-same";
  else if (["back", "test", "bound"].includes(m.step)) {
    const own = m.step + (max ? "-max" : "-min");
    kind = own in D.events ? own : m.step;
  } else if (m.step === "enter" && !D.prunes) kind = "enter-minimax";
  return D.events[kind].replace(/\\{(\\w+)\\}/g, (whole, key) => facts[key]);
}
function frames(D, all, at) {
  const path = [];
  for (let n = all[at].node; ; n = D.parents[n]) { path.unshift(n); if (n === 0) break; }
  const last = new Map();
  for (let i = at; i >= 0 && last.size < path.length; i--)
    if (path.includes(all[i].node) && !last.has(all[i].node)) last.set(all[i].node, all[i]);
  return path.map(n => last.get(n));
}
function linked(D, text) {
  const found = /^(.*?)(?:step\\s+)?([\\d,]+)\\s*$/.exec(text.trim().replace(/\\s+/g, " "));
  if (!found) return D.noLink;
  const search = found[1].trim();
  return search && !D.links.includes(search) ? D.otherLink : Number(found[2].replace(/,/g, ""));
}
if (typeof document !== "undefined") (function () {
  const D = JSON.parse(document.getElementById("step-data").textContent), all = moments(D);
  const get = id => document.getElementById(id), slider = get("step-slider");
  slider.max = all.length;
  let at = 0;
  function board(n) {
    if (!D.rows) return;
    const path = [], held = new Map(D.pieces);
    for (let m = n; m !== 0; m = D.parents[m]) path.unshift(m);
    let marked = [];
    for (const m of path) {
      marked = D.changes[m].map(change => change[0]);
      for (const [square, side] of D.changes[m])
        if (side < 0) held.delete(square); else held.set(square, side);
    }
    let parts = "";
    for (let s = 0; s < D.rows * D.columns; s++) {
      const x = s % D.columns * 20, y = (D.rows - 1 - Math.floor(s / D.columns)) * 20;
      const fill = marked.includes(s) ? "#E9D394" : (x + y) / 20 % 2 ? "#DACFB9" : "#EDE5D6";
      parts += `<rect x="${x}" y="${y}" width="20" height="20" fill="${fill}"/>`;
      if (held.has(s))
        parts += `<circle cx="${x + 10}" cy="${y + 10}" r="7.5" fill="${D.paint[held.get(s)]}"
          stroke="#555"/>`;
    }
    get("step-board").setAttribute("viewBox", `0 0 ${20 * D.columns} ${20 * D.rows}`);
    get("step-board").innerHTML = parts;
  }
  function show(wanted, asked = true) {
    at = Math.max(0, Math.min(all.length - 1, wanted));
    const m = all[at];
    document.querySelectorAll("#step-code .row").forEach((line, place) => {
      line.classList.toggle("now", place === m.line);
      if (place === m.line && asked) line.scrollIntoView({block: "nearest", inline: "nearest"});
    });
    get("step-said").textContent = sentence(D, m);
    get("step-number").textContent = D.stepOf.replace("{number:,}", (at + 1).toLocaleString("en"))
      .replace("{all:,}", all.length.toLocaleString("en"));
    const rows = frames(D, all, at), table = get("step-calls");
    while (table.rows.length > 1) table.deleteRow(1);
    rows.forEach((frame, place) => {
      const row = table.insertRow(), max = (place + D.minFirst) % 2 === 0;
      if (place === rows.length - 1) row.className = "last";
      const cells = [(max ? "MAX-VALUE " : "MIN-VALUE ") + (D.moves[frame.node] || D.start),
        frame.child === null ? "" : D.moves[frame.child]];
      if (D.prunes) cells.push(D.texts[frame.a], D.texts[frame.b]);
      cells.push(frame.v === null ? "" : D.texts[frame.v]);
      for (const text of cells) row.insertCell().textContent = text;
    });
    board(m.node);
    slider.value = at + 1;
    const link = D.links[0] + " step " + (at + 1);
    if (document.activeElement !== get("step-link")) get("step-link").value = link;
    if (asked) history.replaceState(null, "", "#step=" + (at + 1));
  }
  function follow(text) {
    const asked = linked(D, text);
    if (typeof asked === "string") get("step-said").textContent = asked; else show(asked - 1);
  }
  get("step-first").onclick = () => show(0);
  get("step-back").onclick = () => show(at - 1);
  get("step-next").onclick = () => show(at + 1);
  get("step-cut").onclick = () => {
    let n = at + 1;
    while (n < all.length && !(all[n].step === "test" && all[n].returned !== null)) n++;
    if (n < all.length) show(n);
  };
  get("step-last").onclick = () => show(all.length - 1);
  slider.oninput = () => show(Number(slider.value) - 1);
  get("step-link").onkeydown = event => { if (event.key === "Enter") follow(event.target.value); };
  document.addEventListener("keydown", event => {
    if (event.target.tagName === "INPUT") return;
    if (event.key === "ArrowRight") show(at + 1);
    else if (event.key === "ArrowLeft") show(at - 1);
    else return;
    event.preventDefault();
  });
  function open() {
    const found = /step=(\\d+)/.exec(location.hash);
    show(found ? Number(found[1]) - 1 : 0, Boolean(found));
    if (found) slider.closest("section").scrollIntoView();
  }
  window.addEventListener("hashchange", open);
  open();
})();
else if (typeof module !== "undefined") module.exports = {moments, sentence, frames, linked};
"""
BUTTONS = (
    ("first", "|◀"), ("back", "◀"), ("next", "▶"), ("last", "▶|"), ("cut", words.NEXT_CUT),
)  # fmt: skip


def can_step(tree: SearchTree) -> bool:
    """Return whether the steps of a tree are known, and fit into a page."""
    return tree.complete and tree.search in RECORDED and len(tree) <= MOST_STEPPED


def step_data(tree: SearchTree) -> dict[str, object]:
    """Return what the script needs: for each node its place, move, kind, and numbers of values."""
    nodes, figure = range(len(tree)), FIGURES[tree.search]
    bounds = [bound(node) for bound in (tree.alpha, tree.beta) for node in nodes]
    values = sorted({-inf, inf, *bounds, *map(tree.value, nodes)})
    place = {value: at for at, value in enumerate(values)}
    game, first = tree.game, tree.game.pieces(tree.root)
    paint = {"black": "#2B2F36", "white": "#F7F6F2", "blue": "#2F6FBF", "red": "#B3372B"}
    return {
        "parents": list(tree.columns.parents),
        "plies": list(tree.columns.plies),
        "kinds": [kind & 3 for kind in tree.columns.kinds],
        "cuts": [tree.cut(node) + tree.leaves_out(node) for node in nodes],
        "moves": [tree.move_name(node) for node in nodes],
        "values": [place[tree.value(node)] for node in nodes],
        "alphas": [place[tree.alpha(node)] for node in nodes],
        "betas": [place[tree.beta(node)] for node in nodes],
        "bounds": list(tree.columns.bounds),
        "texts": [number(value) for value in values],
        "close": close(tree, place),
        "remarks": ["", window_words.RETURNED["lower"], window_words.RETURNED["upper"], ""],
        "prunes": tree.prunes,
        "minFirst": int(game.min_first),
        "maxLine": figure.max_line,
        "minLine": figure.min_line,
        "steps": figure.steps,
        "events": dict(window_words.EVENTS),
        "links": search_texts(tree),
        "stepOf": window_words.STEP_OF,
        "start": window_words.START,
        "otherLink": words.OTHER_LINK,
        "noLink": words.NO_LINK,
        "rows": game.rows,
        "columns": game.columns,
        "pieces": sorted(first.items()),
        "paint": [paint.get(side.name, "#888") for side in game.sides],
        "changes": [changes(tree, node) for node in nodes] if game.rows else [],
    }


def close(tree: SearchTree, place: Mapping[float, int]) -> dict[str, tuple[str, ...]]:
    """Return the texts of each v with its bound that would look equal and are not."""
    found: dict[str, tuple[str, ...]] = {}
    for node in range(len(tree)) if tree.prunes else ():
        maximises = tree.is_max(node)
        v, bound = (-inf, tree.beta(node)) if maximises else (inf, tree.alpha(node))
        for child in tree.each_child(node):
            v = (max if maximises else min)(v, tree.value(child))
            if v != bound and number(v) == number(bound):
                found[f"{place[v]} {place[bound]}"] = apart(v, bound)
    return found


def changes(tree: SearchTree, node: int) -> list[tuple[int, int]]:
    """Return the squares that a node's move changed: who stands there now, or -1."""
    parent = tree.parent(node)
    if parent is None:
        return []
    before, after = tree.game.pieces(tree.state(parent)), tree.game.pieces(tree.state(node))
    squares = sorted({*before, *after})
    return [
        (square, after.get(square, -1))
        for square in squares
        if before.get(square) != after.get(square)
    ]


def step_section(tree: SearchTree) -> str:
    """Return the elements of a page that steps through the search, with their script."""
    lines = "".join(
        f'<span class="row">{escape(line) or " "}</span>' for line in figure_of(tree).lines
    )
    heads = ("", window_words.ACTION, *(("α", "β") if tree.prunes else ()), "v")
    head = "".join(f"<th>{text}</th>" for text in heads)
    buttons = "".join(
        f'<button type="button" id="step-{name}">{text}</button>' for name, text in BUTTONS
    )
    # No text of it ends the script, or begins another one in it.
    data = dumps(step_data(tree), ensure_ascii=False).replace("<", "\\u003c")
    return (
        f'<p class="muted">{escape(words.STEP_HINT)}</p><div class="steps">'
        f'<div class="bar">{buttons}<strong id="step-number"></strong>'
        f'<input type="range" id="step-slider" min="1" aria-label="{words.STEP}"></div>'
        f'<pre id="step-code">{lines}</pre>'
        f'<div><svg id="step-board" width="200" role="img" aria-label="{words.POSITION}"></svg>'
        f'<p class="said" id="step-said"></p><table id="step-calls"><tr>{head}</tr></table></div>'
        f'<div class="bar"><label for="step-link">{words.LINK}</label>'
        '<input type="text" id="step-link" spellcheck="false"></div></div>'
        f'<script type="application/json" id="step-data">{data}</script>'
        f"<script>{SCRIPT}</script>"
    )


def step_text(tree: SearchTree, step: int) -> str:
    """Return a step, counted from 1, as text: the link, the calls, and the line executed."""
    execution = Execution(tree)
    here = execution.moment(step - 1)
    line = execution.figure.lines[here.line].strip()
    lines = [link_text(tree, here.number + 1), ""]
    path = tree.path(here.node)
    for node, below in zip(path, (*path[1:], None), strict=True):
        frame = here if below is None else execution.moment(execution.starts[below] - 1)
        name = window_words.FUNCTIONS[tree.is_max(node)]
        where = tree.move_name(node) or window_words.START
        facts = {"a": "" if frame.child is None else tree.move_name(frame.child)}
        if tree.prunes:
            facts |= {"alpha": number(frame.alpha), "beta": number(frame.beta)}
        facts["v"] = "" if frame.v is None else number(frame.v)
        shown = "  ".join(f"{key} {value}" for key, value in facts.items() if value)
        lines.append(f"{name} {where}  {shown}")
    returns = "" if here.returned is None else words.RETURNS.format(number(here.returned))
    lines += ["", f"> {line}{returns}"]
    return ascii_text("\n".join(lines))

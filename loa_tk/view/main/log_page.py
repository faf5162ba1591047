"""The log's text: entries that are only added, aligned by tab stops, columns hidden if narrow."""

from __future__ import annotations

import tkinter as tk
from collections import deque
from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from loa_tk.scenes.main import LogEntry, LogRow, WindowScene
from loa_tk.scenes.services import Choose, Report
from loa_tk.view.kit.dialogs import paint_text
from loa_tk.view.kit.style import QUIET_INSET
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import TextPane, button, label, paint_menu
from loa_tk.words import main as words


class EmptyLog(ttk.Frame):
    """A note, long or short, and a button that opens the rules; it covers the log's text."""

    def __init__(self, log: tk.Widget, look: Look, command: Report) -> None:
        super().__init__(log.master, style="In.TFrame")
        self._log, self._look = log, look
        self._note = label(self, "Small")
        self._note.configure(justify="left")
        self.rules = button(self, "Quiet", words.SHOW_RULES, lambda: command("rules"))

    def cover(self, width: int, height: int) -> None:
        """Cover a text of this size with the longest note that fits, and the button below it."""
        gap, left = self._look.s, self._look.px(QUIET_INSET)  # the button's text is below the note
        below = 0
        for note in (words.LOG_WILL_SHOW, words.LOG_WILL_SHOW_SHORT, ""):
            self._note.configure(text=note, wraplength=max(1, width - 2))
            below = gap + self._note.winfo_reqheight() + gap // 2
            if below <= height:
                break
        self._note.place(x=left, y=gap)
        if below + self.rules.winfo_reqheight() <= height:
            self.rules.place(x=0, y=below)
        else:
            self.rules.place_forget()
        self.place(in_=self._log, x=2 - left, y=0, width=width + left - 2, height=height)


MOST = 400  # entries kept: some 6,000 lines, which Tk still scrolls without delay
DEPTH = 5  # characters of the depth table's first column
LEAST = (5, 7, 5)  # the same of its value, nodes and time, which grow with what is in them
MOVE = 5  # characters of the shortest move
MOST_ACROSS = 64  # characters from a statistic's name to the end of its number
GAPS = (0.6, 2.5)  # least and most characters between two columns
SECOND = 1.0  # the same with which a second move is shown
# The characters that a line should have: a wide log shows two moves of a line, a narrow one a
# statistic and one move. A smaller font is used if that many fit only then.
NARROW, FEW, MANY = 270, 35, 40
FOLD, OPENS = "folded", "opens"  # the tags of rows that a line opens, and of that line
CLOSED, OPENED = "▸", "▾"
HEAD = "head"  # the mark at the beginning of the last entry
SCROLLING = ("<MouseWheel>", "<Button-4>", "<Button-5>", "<Key>", "<B1-Motion>")


class LogText(TextPane):
    """Keeps the last entry visible until the user scrolls away: its end, but rather its head."""

    def __init__(self, parent: tk.Misc, look: Look, command: Report, choose: Choose) -> None:
        super().__init__(parent, look)
        self._explore = partial(choose, "explore")
        self.empty = EmptyLog(self, look, command)
        self._following = True  # whether the end is kept visible
        self._top = "1.0"  # where the text began when it was last seen whether it follows
        self._lines: deque[int] = deque()  # the number of lines of each entry
        self._keys: deque[str] = deque()  # what explores each entry, or nothing
        self._folded = 0  # how many lines that open others there have been
        self._folds: deque[int] = deque()  # the number of that line in each entry, or 0
        self._last = ""  # tag of the last line
        self._font = "mono"
        self._longest = ["", ""]  # the longest statistic so far, whole and without the spare word
        self._longest_head = ""  # the same of the lines with a move, its value and its time
        self._columns = list(LEAST)  # characters of value, nodes and time
        self._moves_room = 0  # characters available for a line's moves
        self._ends: set[int] = set()  # the lengths in characters at which moves end
        self.text.mark_set(HEAD, "1.0")
        self.text.mark_gravity(HEAD, "left")
        self.text.bind("<Configure>", lambda event: self._resized())
        # These bindings follow Text's own, so the text has already scrolled when they are called.
        own, kind, *rest = self.text.bindtags()
        self.text.bindtags((own, kind, f"after{own}", *rest))
        for sequence in SCROLLING:
            self.text.bind_class(f"after{own}", sequence, lambda event: self._notice())
        self.text.bind("<Button-1>", lambda event: self.text.focus_set(), add=True)
        self._menu = tk.Menu(self, tearoff=False)
        self._menu.add_command(label=words.EXPLORE_MENU, command=lambda: self._explore(self._there))
        self._there = ""  # the entry under the menu
        self.text.bind("<<ContextMenu>>", self._post)
        self.text.bind("<Return>", lambda event: self._enter())
        # One binding for all links, because one for each would outlive its entry. On release,
        # because the press gives the keyboard to the log.
        self.text.tag_bind("link", "<ButtonRelease-1>", self._clicked)
        self.text.tag_bind("link", "<Enter>", lambda event: self.text.configure(cursor="hand2"))
        self.text.tag_bind("link", "<Leave>", lambda event: self.text.configure(cursor="arrow"))
        self.text.tag_bind("fold", "<Enter>", lambda event: self.text.configure(cursor="hand2"))
        self.text.tag_bind("fold", "<Leave>", lambda event: self.text.configure(cursor="arrow"))
        self.text.tag_bind(
            "fold", "<ButtonRelease-1>", lambda event: self._toggle(f"@{event.x},{event.y}")
        )
        self.text.bind("<space>", lambda event: self._toggle_near())
        look.watch(self.text, self._restyle)

    def show(self, scene: WindowScene) -> None:
        """Show nothing new: entries are added one by one."""

    def add(self, entry: LogEntry) -> None:
        """Add an entry; it becomes visible unless the user has scrolled away from its game."""
        self.empty.place_forget()
        self._following = self._following or entry.title  # another game begins
        self.text.configure(state="normal")
        before, folded = self._line_count(), self._folded
        self._write(entry)
        self._folds.append(self._folded if self._folded > folded else 0)
        self.text.mark_set(HEAD, f"{before + 1}.0")
        self._lines.append(self._line_count() - before)
        self._keys.append(entry.key)
        while len(self._lines) > MOST:
            self.text.delete("1.0", f"{1 + self._lines.popleft()}.0")
            self._keys.popleft()
            self._forget_fold(self._folds.popleft())
        self.text.configure(state="disabled")
        self._hide_moves()
        self._follow()

    def clear(self) -> None:
        """Empty the log."""
        with self.writing():
            pass
        self._lines.clear()
        self._keys.clear()
        while self._folds:
            self._forget_fold(self._folds.pop())
        self._last, self._following = "", True
        self._longest, self._columns = ["", ""], list(LEAST)
        self._longest_head = ""
        self._resized()

    def _resized(self) -> None:
        self._align()
        if not self._lines:
            self.empty.cover(self.text.winfo_width(), self.text.winfo_height())

    def _scroll(self, *where: str) -> None:
        super()._scroll(*where)
        self._notice()

    def _notice(self) -> None:
        """Stop following the last entry if the user has scrolled away from it, or resume.

        Reading on within an entry that is taller than the log is not scrolling away. A key or a
        drag that has scrolled nothing changes nothing: rows that were opened may hide the end.
        """
        top = self.text.index("@0,0")
        if top != self._top or self.text.dlineinfo("end-1c") is not None:
            last = self.text.compare(f"{top} linestart", ">=", HEAD)
            self._following = last or self.text.dlineinfo("end-1c") is not None
        self._top = top

    def _follow(self) -> None:
        """Show the end of the last entry, or its beginning if there is no room for all of it."""
        if self._following:
            self.text.see("end-1c")
            if self.text.dlineinfo(HEAD) is None:
                self.text.yview(HEAD)
        self._top = self.text.index("@0,0")

    def _line_count(self) -> int:
        return 0 if not self._last else int(self.text.index("end-1c").partition(".")[0])

    def _write(self, entry: LogEntry) -> None:
        tag = "title" if entry.title else "head" if entry.statistics or entry.result else "note"
        value, space, time = entry.facts.rpartition("  ")
        shown = filter(None, (entry.head, value or time))
        self._line("bad" if entry.bad else tag, "\t".join(shown))
        if value:
            self.text.insert("end", space + time, (self._last, "elapsed"))
            self._longest_head = max(self._longest_head, f"{entry.head}  {entry.facts}", key=len)
            self._align()
        if entry.by:
            self._line("by", entry.by)
        if entry.key:  # in the line of the player, if there is one: a low log shows more below it
            if entry.by:
                self.text.insert("end", "\t", "by")
            else:
                self._line("explore", "")
            self.text.insert("end", words.EXPLORE, (self._last, "link"))
        for number, (name, figure) in enumerate(entry.statistics, 1):
            self._statistic(f"({number}) {name}", figure)
        if entry.proof:
            self._line("proved", entry.proof)
        if entry.blunder:
            self._line("blunder", entry.blunder)
        if entry.why:
            self._line("why", f"{words.WHY} ")
            self.text.tag_add("muted", "end-1c linestart", "end-1c")
            self.text.insert("end", " ".join(entry.why), "why")
        if entry.rows:
            self._line("gap", "")
            names = LogRow(
                depth=words.DEPTH, value=words.VALUE, nodes=words.NODES, time=words.TIME,
                line=(words.LINE,),
            )  # fmt: skip
            self._write_row(names, "muted")
            for row in entry.rows:
                if not row.aside:
                    self._write_row(row)
            self._fold([row for row in entry.rows if row.aside])
            self._widen(entry.rows)

    def _fold(self, rows: Sequence[LogRow]) -> None:
        """Write rows behind one line that opens them."""
        if not rows:
            return
        self._folded += 1
        tag = f"{FOLD}{self._folded}"
        self._line("fold", "")
        text = words.folded(len(rows), rows[-1].depth)
        self.text.insert("end", f"{CLOSED} {text}", ("fold", f"{OPENS}{self._folded}"))
        for row in rows:
            self._write_row(row, "muted")
            self.text.tag_add(tag, "end-1c linestart -1c", "end-1c")
        self.text.tag_configure(tag, elide=True)
        self.text.tag_raise(tag)  # above the tags of its moves, which may hide and show, too

    def _forget_fold(self, number: int) -> None:
        """Delete the tags of an entry that is no longer there; each would stay for ever."""
        if number:
            self.text.tag_delete(f"{FOLD}{number}", f"{OPENS}{number}")

    def _toggle_near(self) -> str:
        """Open or close the rows at the insertion mark, else the latest that are folded."""
        if any(tag.startswith(OPENS) for tag in self.text.tag_names("insert")):
            return self._toggle("insert")
        latest = self.text.tag_prevrange("fold", "end")
        return self._toggle(latest[0]) if latest else "break"

    def _toggle(self, index: str) -> str:
        """Open or close the folded rows whose line is at a place of the text."""
        opener = next((tag for tag in self.text.tag_names(index) if tag.startswith(OPENS)), "")
        if opener:
            tag = FOLD + opener.removeprefix(OPENS)
            closed = self.text.tk.getboolean(self.text.tag_cget(tag, "elide"))
            self.text.tag_configure(tag, elide=not closed)
            start = self.text.tag_ranges(opener)[0]
            self.text.configure(state="normal")
            self.text.insert(f"{start} +1c", OPENED if closed else CLOSED, ("fold", opener))
            self.text.delete(start)
            self.text.configure(state="disabled")
        return "break"

    def _statistic(self, name: str, figure: str) -> None:
        """Write a statistic; a word of its name is left out if the column is narrow."""
        first, spare, rest = name.partition(words.SPARE)
        self._line("stat", first)
        self.text.insert("end", spare, ("stat", "spare"))
        self.text.insert("end", f"{rest}\t{figure}", "stat")
        texts = (f"{name} {figure}", f"{first}{rest} {figure}")
        longest = [max(*two, key=len) for two in zip(self._longest, texts, strict=True)]
        if longest != self._longest:
            self._longest = longest
            self._align()

    def _widen(self, rows: Sequence[LogRow]) -> None:
        """Make the columns wide enough for these rows."""
        texts = zip(*((row.value, row.nodes, row.time) for row in rows), strict=True)
        widths = [max(map(len, column)) for column in texts]
        columns = list(map(max, self._columns, widths))
        if columns != self._columns:
            self._columns = columns
            self._align()

    def key_at(self, index: str) -> str:
        """Return the key of the entry at a place of the text, or nothing."""
        line = int(self.text.index(index).partition(".")[0])
        for lines, key in zip(self._lines, self._keys, strict=True):
            line -= lines
            if line <= 0:
                return key
        return ""

    def _enter(self) -> str:
        """Explore the entry with the insertion mark, else the latest that can be explored."""
        latest = next((key for key in reversed(self._keys) if key), "")
        key = self.key_at("insert") or latest
        if key:
            self._explore(key)
        return "break"

    def _clicked(self, event: tk.Event) -> None:
        at = f"@{event.x},{event.y}"
        key = self.key_at(at)
        if key and "row" in self.text.tag_names(at):
            key = f"{key}/{self.text.get(f'{at} linestart', f'{at} lineend').split()[0]}"
        self._explore(key)

    def _post(self, event: tk.Event) -> None:
        self._there = self.key_at(f"@{event.x},{event.y}")
        if self._there:
            self._menu.tk_popup(event.x_root, event.y_root)

    def _line(self, tag: str, text: str) -> None:
        """Start a line and end the last one with that line's own tag, which sets its height."""
        if self._last:
            self.text.insert("end", "\n", self._last)
        self._last = tag
        self.text.insert("end", text, tag)

    def _write_row(self, row: LogRow, colour: str = "") -> None:
        insert = self.text.insert
        self._line("depth", f"{row.depth:>{DEPTH}}\t{row.value}\t{row.nodes}")
        start = self.text.index("end-1c linestart")
        if row.link:
            first = f"{start}+{DEPTH - len(row.depth)}c"
            for tag in ("link", "row"):
                self.text.tag_add(tag, first, f"{start}+{DEPTH}c")
        insert("end", f"\t{row.time}", ("depth", "time"))
        length = 0
        for number, move in enumerate(row.line):
            length += len(move) + (number > 0)
            self._ends.add(length)
            insert("end", (" " if number else "\t") + move, ("depth", "line", f"end{length}"))
        if colour:
            self.text.tag_add(colour, start, "end-1c")

    def _align(self) -> None:
        """Set the tab stops for the current width; a right stop must not lie on the very edge."""
        width = max(1, self.text.winfo_width() - 2 * 2 - 1)
        mono = self._mono(width)
        char = self._look.fonts[mono].measure("0")
        room = width / char
        configure = self.text.tag_configure
        indent = 4 * char
        for tag in ("head", "bad", "by", "stat", "note"):
            configure(tag, tabs=(min(width, MOST_ACROSS * char), "right"), lmargin2=indent)
        # A word less keeps the font in the smallest window. The proportional fonts are narrower:
        # in very large text the numbers still fit.
        choices = [(mono, 0), (mono, 1), ("small", 1), ("caption", 1)]
        fitting = (
            (name, brief) for name, brief in choices
            if self._look.fonts[name].measure(self._longest[brief]) <= width
        )  # fmt: skip
        font, brief = next(fitting, choices[-1])
        configure("stat", font=self._look.fonts[font])
        configure("spare", elide=bool(brief))
        head = self._look.fonts[f"{mono}_bold"].measure(self._longest_head)
        configure("elapsed", elide=head > width)  # the depth table has the times, too
        fixed = DEPTH + sum(self._columns)
        moves = 2 * MOVE + 1 if room >= fixed + 4 * SECOND + 2 * MOVE + 1 else MOVE
        gap = int(char * min(GAPS[1], max(GAPS[0], (room - fixed - moves) / 4)))
        value = (DEPTH + self._columns[0]) * char + gap
        nodes = value + self._columns[1] * char + gap
        time = nodes + self._columns[2] * char + gap
        configure("depth", tabs=(value, "right", nodes, "right", time, "right", time + gap, "left"))
        self._moves_room = int((width - time - gap) / char)
        configure("line", elide=self._moves_room < MOVE)
        configure("time", elide=time > width)
        self._hide_moves()
        self._follow()

    def _mono(self, width: int) -> str:
        """Return the name of the log's font in this width, and use it."""
        fonts, wanted = self._look.fonts, FEW if width < self._look.px(NARROW) else MANY
        fitting = (
            name for name in ("mono", "mono_small") if wanted * fonts[name].measure("0") <= width
        )
        name = next(fitting, "mono")
        if name != self._font:
            self._font = name
            self.text.configure(font=fonts[name])
            for tag in ("head", "bad"):
                self.text.tag_configure(tag, font=fonts[f"{name}_bold"])
        return name

    def _hide_moves(self) -> None:
        """Hide the moves of a line that do not fit; they stay in the text for copying."""
        for end in self._ends:
            hidden = end > self._moves_room and end > MOVE
            self.text.tag_configure(f"end{end}", elide=hidden or self._moves_room < MOVE)

    def _restyle(self) -> None:
        palette, fonts, configure = self._look.palette, self._look.fonts, self.text.tag_configure
        paint_text(self.text, self._look)
        paint_menu(self._menu, self._look)
        for tag in ("head", "bad"):
            configure(tag, font=fonts[f"{self._font}_bold"], spacing1=self._look.s, spacing3=3)
        configure("title", font=fonts["bold"], spacing1=self._look.m, spacing3=3)
        configure("note", foreground=palette.muted, spacing1=self._look.s, spacing3=3)
        configure("by", foreground=palette.muted, font=fonts["small"], spacing3=3)
        configure("muted", foreground=palette.muted)
        configure("why", font=fonts["small"], spacing1=3, wrap="word")
        configure("proved", foreground=palette.good)
        configure("link", foreground=palette.accent, underline=True)
        configure("fold", foreground=palette.muted, font=fonts["small"])
        for tag in ("bad", "blunder"):
            configure(tag, foreground=palette.bad)
        configure("gap", font=(fonts["mono"].actual("family"), 3))
        configure("depth", wrap="none")
        self.text.tag_raise("link")
        self.text.tag_raise("sel")
        self._resized()


PAGE = LogText

"""`loa handout`: the document as text, and as a page that has every word of it."""

import re
import shutil
import subprocess
from html import unescape

import pytest

from loa_tk.cli import handout
from loa_tk.cli.parser import main
from loa_tk.control.markdown import as_page, blocks
from patience import PATIENCE
from test_structure import ROOT

BROWSER = shutil.which("chromium")
HANDOUT = (ROOT / "docs" / "STUDENTS.md").read_text("utf-8")


def words(text):
    return re.sub(r"[^\w=.()]+", " ", text).split()


def test_the_handout_is_printed(capsys):
    assert main(["handout"]) == 0
    assert capsys.readouterr().out == HANDOUT


def test_the_page_has_every_word(tmp_path, capsys):
    path = tmp_path / "handout.html"
    assert main(["handout", "--html", str(path)]) == 0
    made = path.read_text("utf-8")
    assert "<h2>1. An evaluation</h2>" in made and "http" not in made
    body = unescape(re.sub(r"<[^>]+>", " ", made.partition("<body>")[2]))
    numbered = re.sub(r"^\d+\. ", "", re.sub(r"^\|[-|]+\|$", "", HANDOUT, flags=re.M), flags=re.M)
    assert words(body) == words(numbered)


@pytest.mark.skipif(BROWSER is None, reason="chromium is not installed")
def test_it_prints_on_two_pages_and_one_for_other_languages(tmp_path):
    """CLASS.md promises it. One row of a table on a page of its own made four of them."""
    path, printed = tmp_path / "handout.html", tmp_path / "handout.pdf"
    assert main(["handout", "--html", str(path)]) == 0
    subprocess.run(
        [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         f"--user-data-dir={tmp_path / 'browser'}", "--no-pdf-header-footer",
         f"--print-to-pdf={printed}", path.as_uri()],
        capture_output=True, check=True, timeout=PATIENCE,
    )  # fmt: skip
    assert len(re.findall(rb"/Type\s*/Page\b", printed.read_bytes())) == 3


def test_a_copy_without_the_handout_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(handout, "PLACES", (tmp_path / "STUDENTS.md",))
    assert main(["handout"]) == 2
    assert capsys.readouterr().err.startswith("loa: this copy of the program has no handout")


def test_no_file_is_overwritten(tmp_path, capsys):
    path = tmp_path / "handout.html"
    path.write_text("mine")
    assert main(["handout", "--html", str(path)]) == 2
    assert capsys.readouterr().err == f"loa: {path} exists; use another name\n"
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("One\ntwo.", "<p>One two.</p>"),
        ("## Of `a < b`\n\nText", "<h2>Of <code>a &lt; b</code></h2><p>Text</p>"),
        ("- one\n  more\n- **two**", "<ul><li>one more</li><li><b>two</b></li></ul>"),
        ("1. one\n2. two", "<ol><li>one</li><li>two</li></ol>"),
        ("Say:\n\n    a <b\n\n      c\n\nEnd",
         "<p>Say:</p><pre><code>a &lt;b\n\n  c</code></pre><p>End</p>"),
        ("|a|b|\n|---|---|\n|`c`|d|",
         "<table><tr><th>a</th><th>b</th></tr><tr><td><code>c</code></td><td>d</td></tr></table>"),
        ("| | |\n|---|---|\n|c|d|",
         "<table><tr><th></th><th></th></tr><tr><td>c</td><td>d</td></tr></table>"),
    ],
)  # fmt: skip
def test_markdown_as_html(text, page):
    assert "".join(blocks(text)) == page


def test_the_title_is_the_first_heading():
    assert "<title>A</title>" in as_page("# A\n\nText")

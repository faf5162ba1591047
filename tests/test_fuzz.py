"""The readers and wrong input: a short run of `build/tasks.py fuzz`, and what it reports."""

import pytest

import fuzz
from loa_tk.control.classroom.rubric import parse_rubric
from loa_tk.model.game import UserError

NAMES = [reader.name for reader in fuzz.readers(fuzz.Path())]


@pytest.mark.parametrize("name", NAMES)
def test_no_reader_breaks(tmp_path, name):
    (reader,) = [one for one in fuzz.readers(tmp_path) if one.name == name]
    trial = fuzz.attempt(reader, 100, seed=30)
    assert trial.shown == [] and trial.accepted and trial.refused


def test_what_breaks_is_counted_and_shown(capsys, monkeypatch):
    def read(text):
        if not text:
            raise UserError("nothing")
        if "7" in text:
            raise UserError("two\nlines")
        return 1 / text.count("b")

    planted = fuzz.Reader(
        name="planted",
        what="divides",
        samples=lambda dice: ["ab"],
        words=("a", "b", "7"),
        read=read,
    )
    monkeypatch.setattr(fuzz, "readers", lambda folder: [planted])
    assert fuzz.main(["--count", "50", "--seed", "2"]) == 1
    first = capsys.readouterr().out
    assert "ZeroDivisionError" in first and first.count("\n    '") == fuzz.SHOWN
    assert fuzz.main(["planted", "--count", "50", "--seed", "2"]) == 1
    assert capsys.readouterr().out.split("\n")[2:] == first.split("\n")[2:], "a seed repeats a run"
    assert fuzz.main(["other"]) == 2 and "there are planted" in capsys.readouterr().err


def test_a_section_of_a_rubric_is_named_in_one_short_line():
    with pytest.raises(UserError) as caught:
        parse_rubric(f"[checks\x85{'x' * 5000}]\n", ["numbers"], "rubric.ini")
    assert len(str(caught.value).splitlines()) == 1 and len(str(caught.value)) < 300

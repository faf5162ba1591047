"""Files, review, analysis and the editor as a person uses them: real mouse and keys."""

from patience import wait_until
from test_end_to_end import start  # noqa: F401 - a fixture

GAME = "(;FF[4]GM[9]SZ[5]PB[Ann]PW[Bob];B[c1-c3];W[a2-c2];B[b1-b3])"
MOVES = ["c1-c3", "a2-c2", "b1-b3"]


def point(program, name):
    """Click on a word of the third card as soon as it is there."""
    wait_until(lambda: name in program.look()["study"], name)
    program.settle("study")
    program.xdotool("mousemove", *program.look()["study"][name], "click", 1)


def test_a_file_is_opened_stepped_through_branched_saved_and_reopened(start, tmp_path):  # noqa: F811
    file = tmp_path / "game.sgf"
    file.write_text(GAME, "utf-8")
    program = start(file=str(file), animation=False)
    program.wait("moves", MOVES)
    assert program.look()["page"] == "moves"
    point(program, "c1-c3")
    program.wait("moves", MOVES[:1])
    program.keys("Right")
    program.wait("moves", MOVES[:2])
    program.keys("Home")
    program.wait("moves", [])
    program.keys("End")
    program.wait("moves", MOVES)
    point(program, "c1-c3")
    program.wait("moves", MOVES[:1])
    program.drag("a3", "b2")  # white's move is made by hand, because this is a review
    program.wait("moves", ["c1-c3", "a3-b2"])
    program.keys("ctrl+s")
    program.wait("status", "Saved as game.sgf.")
    program.close()
    again = start(file=str(file), animation=False)
    again.wait("moves", ["c1-c3", "a3-b2"])
    point(again, "b1-b3")
    again.wait("moves", MOVES)
    again.close()


def test_the_open_dialog_and_a_wrong_file(start, tmp_path):  # noqa: F811
    right, wrong = tmp_path / "right.sgf", tmp_path / "wrong.sgf"
    right.write_text(GAME, "utf-8")
    wrong.write_text("(;GM[1]SZ[19];B[dd])", "utf-8")
    program = start()
    for path in (wrong, right):
        program.keys("ctrl+o")
        program.xdotool("search", "--sync", "--onlyvisible", "--name", "^Open a game$")
        # The field for the name takes the keys only some time after the dialog appears.
        wait_until(lambda: "filedialog" in program.look()["focused"], "the dialog's keys")
        program.xdotool("type", "--delay", 5, str(path))
        program.keys("Return")
        if path == wrong:
            program.wait("dialogs", ["Could not open"])
            assert program.look()["moves"] == []
            program.keys("Return")
            program.wait("dialogs", [])
    program.wait("moves", MOVES)
    program.close()


def test_a_position_is_edited_played_and_analysed(start):  # noqa: F811
    # A position that cannot be proved: on the small board a win is found within 0.3 s, and a
    # proof shows one arrow instead of three.
    program = start(game="loa8", side="both", animation=False)
    program.keys("ctrl+shift+e")
    program.wait("editing", True)
    program.click("c3")
    program.wait("pieces", 25)
    program.click("c1")
    program.wait("pieces", 24)
    point(program, "edit-done")
    program.wait("status", "A new game begins from this position.")
    program.keys("ctrl+shift+a")
    program.wait("arrows", 3)
    program.drag("c3", "b2")
    program.wait("moves", ["c3-b2"])
    program.wait("arrows", 3)
    point(program, "switch")
    # There are no arrows for a moment after the move, too, and half of a game's analysis may come
    # and go unseen on a busy machine.
    program.wait("analysing", False)
    program.wait("live", False)
    assert program.look()["arrows"] == 0 and program.look()["moves"] == ["c3-b2"]
    point(program, "analyse-game")
    analysed = "Game analysed: 2 positions"
    wait_until(lambda: program.look().get("status", "").startswith(analysed), analysed)
    assert program.look()["progress"] is None
    program.close()

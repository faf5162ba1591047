"""A window, a command and a kept file accept and refuse the same values with the same sentence."""

import json
from dataclasses import asdict, replace

import pytest

from explorer_samples import explorer
from loa_tk.cli import flow, playing
from loa_tk.cli.argument_parser import make_parser
from loa_tk.cli.classroom import wanted_plan
from loa_tk.cli.parser import main
from loa_tk.control import player_form
from loa_tk.control.classroom import setup as class_setup
from loa_tk.control.explorer import quizzing
from loa_tk.control.flow import new_puzzle
from loa_tk.control.series import gamefiles
from loa_tk.control.series import setup as series_setup
from loa_tk.control.series.plan import JOBS, Plan
from loa_tk.control.series.store import PLAN, SeriesStore, open_table, read_plan
from loa_tk.model.fields import Field, Real, Whole, errors
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.search import all_searches
from loa_tk.model.search.players import Player, read_player

LOA5, BREAKTHROUGH = find_game("loa5"), find_game("breakthrough8")
BOUNDS = (0, 1, 4, 15, 61, 100, 1000, 1024, 3600, 86_400, 100_000, 10**9, 10**12, 10**18, 2**63 - 1)
WHOLE = [str(bound + step) for bound in BOUNDS for step in (-1, 0, 1)]
NUMBERS = ["0.04", "0.05", "0.5", "3600.5", "1e3", "1_000", "+2", "007", " 7 ", "nan", "inf"]
OTHERS = [" ", "x", "½", "²", "٣", "1,5", "9" * 30, "9" * 5000, "easy", "normal", "Hard"]
TEXTS = ["", *WHOLE, *NUMBERS, *OTHERS]


def answer(read, *given):
    """Return the value that is read, or the sentence with which it is refused."""
    try:
        return read(*given)
    except UserError as error:
        return f"refused: {error}"


def parsed(*words):
    """Return the arguments of a command line, read by the program's own parser."""
    return make_parser(words[0]).parse_args(words)


def same(window, command, texts=TEXTS):
    """Check that both accept some of the texts and refuse others, each alike."""
    answers = [(text, answer(window, text), answer(command, text)) for text in texts]
    assert [row for row in answers if row[1] != row[2]] == []
    refused = [str(row[1]).startswith("refused: ") for row in answers]
    assert any(refused) and not all(refused)


def in_form(wrong, read, name):
    """Raise the sentence that a form shows for a field, or return what is read."""
    if name in wrong:
        raise UserError(wrong[name])
    return read()


SERIES = [name for name in series_setup.DEFAULTS if name not in ("first", *series_setup.PLAYERS)]


@pytest.mark.parametrize("name", SERIES)
@pytest.mark.parametrize("command", ["match", "tournament"])
def test_a_series_in_the_window_and_on_the_command_line(name, command):
    players = ("random", "random:seed=1")

    def window(text):
        given = {"player1": players[0], "player2": players[1], name: text}
        values = {"game": "loa5", **series_setup.DEFAULTS, **given}
        jobs = name == JOBS.name
        return in_form(
            series_setup.wrong(values),
            lambda: JOBS.read(text) if jobs else getattr(series_setup.plan_of(values), name), name,
        )  # fmt: skip

    def typed(text):
        args = parsed(command, "loa5", *players, f"--{name}={text}")
        return getattr(args if name == JOBS.name else playing.plan_of(args, "loa5", players), name)

    same(window, typed)


@pytest.mark.parametrize("name", [field.name for field in (*class_setup.NUMBERS, JOBS)])
def test_a_class_in_the_window_and_on_the_command_line(name):
    fields = {field.name: field for field in class_setup.FIELDS}

    def window(text):
        limits = {"depth": "", "seconds": "1"} if name == "seconds" else {"seconds": ""}
        values = {"game": "loa5", **class_setup.DEFAULTS, **limits, name: text}
        return in_form(class_setup.wrong(values), lambda: fields[name].read(text), name)

    limit = name in ("depth", "seconds")  # without either the window asks for one of them
    texts = [text for text in TEXTS if text.strip() or not limit]
    same(window, lambda text: vars(parsed("class", "x", f"--{name}={text}"))[name], texts)


@pytest.mark.parametrize(("depth", "seconds"), [("2", ""), ("", "2"), ("2", "2")])
def test_the_limits_of_a_class_in_the_window_and_on_the_command_line(tmp_path, depth, seconds):
    (tmp_path / "ann.py").write_text("def evaluate(position, player):\n    return 0\n")
    (tmp_path / "bob.py").write_text("def evaluate(position, player):\n    return 1\n")
    fields = {"folder": str(tmp_path), "depth": depth, "seconds": seconds}
    values = {"game": "loa5", **class_setup.DEFAULTS, **fields}

    def typed():
        limits = f"--depth={depth}", f"--seconds={seconds}"
        args = parsed("class", str(tmp_path), *limits, f"--seed={values['seed']}")
        return wanted_plan(args, {})

    shown = class_setup.wrong(values)
    window = answer(in_form, shown, lambda: class_setup.prepare(values).plan, "depth")
    assert window == answer(typed) and bool(shown) == (depth == seconds)


@pytest.mark.parametrize("name", ["columns", "rows", "difficulty", "seed"])
def test_a_new_puzzle_in_the_window_and_on_the_command_line(name):
    def window(text):
        form = {field.key: field.value for field in new_puzzle.form({}).sections[0].fields}
        values = {**form, name: text}
        return in_form(
            new_puzzle.check(values), lambda: getattr(new_puzzle.job(values), name), name
        )

    def typed(text):
        if name == "columns":
            return flow.read_size(f"{text}x9")[0]
        if name == "rows":
            return parsed("flow", f"--generate=9x{text}").generate[1]
        return vars(parsed("flow", "--generate=9x9", f"--{name}={text}"))[name]

    same(window, typed, [text for text in TEXTS if "x" not in text])


def test_the_seed_of_a_quiz_in_the_window_and_on_the_command_line():
    def window(text):
        state = explorer(page="quiz", seed=text)
        effects = quizzing.new(state)
        if state.bad:
            raise UserError(state.status)
        return effects[0].job.seed

    same(window, lambda text: parsed("quiz", "loa5", f"--seed={text}").seed)


OPTIONS = [
    (search.name, option.name)
    for search in all_searches().values()
    for option in search.options
    if option.label and isinstance(option.kind, (Whole, Real))
]


@pytest.mark.parametrize(("search", "name"), OPTIONS)
def test_a_player_in_the_form_and_on_the_command_line(search, name):
    game = BREAKTHROUGH if search == "uci" else LOA5
    first = {"file": "mine.py", "ugi": "x", "uci": "x"}.get(search, "")

    def window(text):
        player = Player("random")
        fields = player_form.player_fields(game, "player", player, player)
        values = {field.key: field.value for field in fields}
        values |= {"player.search": search, "player.file": "mine.py", "player.command": "x"}
        values |= {"player.eval": "full", "player.seconds": "1", f"player.{name}": text}
        return in_form(
            player_form.check(values),
            lambda: read_player(game, player_form.spec(values, "player")).options[name],
            f"player.{name}",
        )

    def typed(text):
        given = ",".join(filter(None, (first, f"{name}={text}")))
        return read_player(game, parsed("search", game.key, f"--player={search}:{given}").player)

    # In a form, an empty field is an option that is not given.
    texts = [text for text in TEXTS if text.strip() and "," not in text]
    same(window, lambda text: typed(text).options[name], texts)


@pytest.mark.parametrize("name", ["games", "openings", "seed", "seconds", "grace"])
def test_a_kept_plan_names_its_file_and_the_command_s_sentence(tmp_path, name):
    path, plan = tmp_path / "plan.json", asdict(Plan(game="loa5", players=("random", "random")))

    def kept(text):
        path.write_text(json.dumps({**plan, name: text}))
        try:
            return getattr(read_plan(path), name)
        except UserError as error:
            sentence, _, aside = str(error).removeprefix(f"{path}: ").rpartition("; ")
            assert aside == f"it was set aside as {tmp_path / 'plan.corrupt.json'}"
            raise UserError(sentence) from None

    words = ("match", "loa5", "random", "random")
    same(kept, lambda text: vars(parsed(*words, f"--{name}={text}"))[name])
    for value in (True, None, [], 1.5e300):
        assert str(answer(kept, value)).startswith(f"refused: {name} {str(value)!r} is not a ")


def test_a_table_of_games_with_a_wrong_number_is_refused_with_its_name(tmp_path):
    path, plan = tmp_path / "games.csv", Plan(game="loa5", players=("random", "random"), games=1)
    empty = gamefiles.as_csv(plan, [])
    row = ["loa5", *plan.players, "500", "1", "no"]
    path.write_text(f"{empty}{','.join(row)}{',' * (empty.count(',') - len(row) + 1)}\n")
    sentence = "openings '500' is not a whole number from 0 to 100"
    assert answer(open_table, path) == f"refused: {path}: {sentence}"


def test_a_sentence_is_one_line_of_the_command(capsys):
    assert main(["match", "loa5", "random", "random", "--games=0"]) == 2
    error = "loa: games '0' is not a whole number from 1 to 100000\n"
    assert capsys.readouterr() == ("", error)


def test_a_value_is_shown_as_it_is_read():
    field = Field(name="seconds", kind=Real(0, 10**9), default=1.0)
    for value in (0.0, 0.1, 1 / 3, 2.0, 1234567.125):
        assert field.read(field.show(value)) == value
    empty = Field(name="rounds", kind=Whole(1, 9), default=None, optional=True)
    assert empty.show(None) == "" and empty.read(" ") is None
    assert errors([empty, field], {"rounds": "0", "seconds": "2"}) == {
        "rounds": "rounds '0' is not a whole number from 1 to 9"
    }


def test_another_range_in_one_place_is_seen(monkeypatch):
    """The tests above compare what is read: a window with a range of its own makes them fail."""
    fields = [replace(field, kind=Whole(1, 99)) if field.name == "games" else field
              for field in series_setup.FIELDS]  # fmt: skip
    monkeypatch.setattr(series_setup, "FIELDS", tuple(fields))
    with pytest.raises(AssertionError):
        test_a_series_in_the_window_and_on_the_command_line("games", "match")


def test_a_kept_series_that_is_passed_over_is_in_the_log(tmp_path, caplog):
    folder = tmp_path / "1"
    folder.mkdir()
    plan = {**asdict(Plan(game="loa5", players=("random", "random"))), "seed": -1}
    (folder / PLAN).write_text(json.dumps(plan))
    assert SeriesStore(tmp_path).last() is None
    assert f"{folder / PLAN}: seed '-1' is not a whole number from 0 to " in caplog.text

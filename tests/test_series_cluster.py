"""A series on a Dask cluster: a real scheduler and two workers on this machine."""

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.series import executors
from loa_tk.control.series.executors import Cluster
from loa_tk.control.series.plan import Plan, tasks
from loa_tk.control.series.play import play_game
from loa_tk.model.games import find_game
from patience import PATIENCE, wait_until

# And the tests kill groups of processes. No other Windows has been tried.
NO_CLUSTER = "Wine cannot load psutil, which Dask needs"

LOA5 = find_game("loa5")
pytestmark = pytest.mark.skipif(os.name == "nt", reason=NO_CLUSTER)


def start(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip


@contextmanager
def running_cluster(tmp_path, workers=(1, 2), tls=()):
    """Return the address of a scheduler that knows its workers, and the processes of all."""
    note = tmp_path / "scheduler.json"
    quiet = ["--no-dashboard", "--scheduler-file", str(note), *tls]
    host = "tls://127.0.0.1" if tls else "127.0.0.1"
    started = [start("scheduler", "--host", host, "--port", "0", *quiet)]
    wait_until(lambda: note.exists() or started[0].poll() is not None, "a scheduler")
    for number in workers:
        started.append(
            start("worker", "--no-nanny", "--nthreads", "1", "--no-dashboard",
                  "--local-directory", str(tmp_path / f"worker{number}"),
                  "--scheduler-file", str(note), *tls)
        )  # fmt: skip
    try:
        where = str(address(note))
        # A loaded machine needs longer than the program waits for a cluster that should be there.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(executors, "CONNECTING", PATIENCE)
            if workers:
                patch.setattr(executors, "WORKERS", PATIENCE)
                files = (path for path in tls if not path.startswith("--"))
                there = Cluster(where, dict(zip(executors.TLS, files, strict=False)))
                there.client.wait_for_workers(len(workers), timeout=PATIENCE)
                there.close()
            yield where, started
    finally:
        for process in started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE)


@pytest.fixture
def cluster(tmp_path):
    """Return the address of a scheduler, and its two workers."""
    if os.name == "nt":
        pytest.skip(NO_CLUSTER)
    with running_cluster(tmp_path) as (where, (_, *workers)):
        yield where, workers


def address(note):
    """Return the address in the file that a scheduler writes."""

    def written():
        with suppress(ValueError):  # it is being written
            return json.loads(note.read_text())["address"]

    return wait_until(written, "the address of the scheduler")


def played(results):
    return sorted((r.number, r.first, r.winner, r.moves) for r in results)


def test_a_cluster_plays_the_same_games_and_a_killed_worker_loses_none(cluster):
    where, workers = cluster
    plan = Plan(
        game="loa5", players=("strong:depth=4", "alphabeta:eval=groups,depth=3"), games=12, seed=5
    )
    there, results = Cluster(where), []
    for _, result in there.each(play_game, tasks(LOA5, plan)):
        results.append(result)
        if len(results) == 3:
            os.killpg(workers[0].pid, signal.SIGKILL)
    assert played(results) == played(play_game(task) for task in tasks(LOA5, plan))


def test_no_scheduler_is_one_line(capsys, monkeypatch):
    monkeypatch.setattr(executors, "CONNECTING", 0.5)
    arguments = ["match", "loa5", "random", "random", "--games", "2"]
    assert main([*arguments, "--dask", "127.0.0.1:1"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "no Dask scheduler" in err


def test_a_lost_scheduler_is_one_line_and_the_finished_games_are_kept(tmp_path):
    path = tmp_path / "games.csv"
    match = ["match", "loa5", "random", "strong:depth=1", "--games", "50000", "--csv", str(path)]
    with running_cluster(tmp_path, workers=(1,)) as (where, (scheduler, _)):
        process = subprocess.Popen(
            [sys.executable, "-m", "loa_tk", *match, "--dask", where],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            wait_until(lambda: path.exists() and path.read_text().count("\n") > 3, "some games")
            os.killpg(scheduler.pid, signal.SIGKILL)
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
            process.wait(PATIENCE)
    assert (process.returncode, out, err.count("\n")) == (2, "", 1), err
    assert "Dask scheduler" in err and "was lost" in err
    assert path.read_text().count("\n") > 3


def test_a_scheduler_without_workers_is_one_line(tmp_path, capsys, monkeypatch):
    """It waited for ever, without a word."""
    monkeypatch.setattr(executors, "WORKERS", 0.5)
    with running_cluster(tmp_path, workers=()) as (where, _):
        arguments = ["match", "loa5", "random", "random", "--games", "2", "--dask", where]
        assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert "has no workers; start one with: dask worker" in err


CERTIFY = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
           "-nodes", "-days", "2")  # fmt: skip


def certificates(folder):
    """Return the options of TLS: an authority of our own, and a certificate that it has signed."""
    authority = ["-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=authority"]
    signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-keyout", "key.pem", "-out", "cert.pem"]
    for arguments in (authority, [*signed, "-subj", "/CN=127.0.0.1"]):
        done = subprocess.run(
            [*CERTIFY, *arguments], cwd=folder, capture_output=True, text=True, timeout=PATIENCE
        )
        if done.returncode:
            pytest.skip(f"this openssl makes no certificates: {done.stderr.splitlines()[-1]}")
    return ["--tls-ca-file", str(folder / "ca.pem"), "--tls-cert", str(folder / "cert.pem"),
            "--tls-key", str(folder / "key.pem")]  # fmt: skip


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates")
def test_a_series_is_played_by_tls_and_not_without_the_certificates(tmp_path, capsys, monkeypatch):
    pytest.importorskip("distributed")
    tls = certificates(tmp_path)
    match = ["match", "loa5", "random", "random", "--games", "4"]
    with running_cluster(tmp_path, workers=(1,), tls=tls) as (where, _):
        assert where.startswith("tls://127.0.0.1:")
        assert main([*match, "--dask", where, *tls]) == 0
        assert "4 games" in capsys.readouterr().out
        monkeypatch.setattr(executors, "CONNECTING", 1.0)
        for address in (where, where.removeprefix("tls://")):
            assert main([*match, "--dask", address]) == 2
            error = capsys.readouterr().err
            assert error.count("\n") == 1 and "no Dask scheduler" in error


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--tls-key", "k"], "--tls-key needs --dask tls://HOST:PORT"),
        (["--dask", "a:1", "--tls-key", "k"], "begins with tls://"),
        (["--dask", "tls://a:1", "--tls-key", "k"], "needs --tls-ca-file and --tls-cert"),
        (["--dask", "tls://a:1", "--tls-key", "k", "--tls-cert", "c", "--tls-ca-file", "no/ca"],
         "no/ca cannot be read: No such file"),
    ],
)  # fmt: skip
def test_wrong_options_of_tls_are_one_line(capsys, arguments, reason):
    assert main(["match", "loa5", "random", "random", "--games", "2", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and reason in err


def test_without_the_extra_the_way_to_install_it_is_told(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["match", "loa5", "random", "random", "--games", "2", "--dask", "x:1"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "pip install '.[cluster]'" in err

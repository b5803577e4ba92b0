"""The commands of the match server: ``serve``, ``backup`` and ``restore``."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from battlewright.cli.serve import ServerOptions
from battlewright.cli.workers import MAX_START_FAILURES, run_workers
from battlewright.engine.errors import BattlewrightError
from battlewright.store.store import Store
from tests.commands import run_command
from tests.databases import Postgres
from tests.processes import started
from tests.store.test_backup import fill


def refused(database: str, folder: Path) -> str:
    """Start a server that must refuse; return its one sentence."""
    done = run_command(["battlewright", "serve", "--port", "0", "--database", database], folder, {})
    assert done.code == 2, done.text
    assert done.text.startswith("Error: ")
    assert done.text.count("\n") == 1
    assert "Traceback" not in done.text
    return done.text


def test_the_interface_is_described_without_a_server(tmp_path: Path) -> None:
    done = run_command(["battlewright", "serve", "--describe"], tmp_path, {})
    assert done.code == 0, done.text
    described = json.loads(done.text)
    assert {"News", "Problem", "SocketAnswer"} <= described["components"]["schemas"].keys()
    for path, answer in (("/api/matches/{match}/news", "News"), ("/api/matches/{match}/guide/reach", "ReachAnswer")):
        (sent,) = described["paths"][path]["get"]["responses"]["200"]["content"].values()
        assert sent["schema"]["$ref"].endswith(f"/{answer}")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("database", "sentence"),
    [
        ("battles", "'battles' is not a database URL; use one such as sqlite:///battles.db"),
        ("mysql://somebody@localhost/battles", "'mysql' is not a supported database"),
        ("postgresql://me:secret@host:five/battles", "'postgresql://…@host:five/battles' is not a database URL"),
        ("sqlite://", "An in-memory database would lose its matches"),
        ("sqlite:///:memory:", "An in-memory database would lose its matches"),
        ("sqlite+pysqlite:///:memory:", "An in-memory database would lose its matches"),
        ("sqlite:////no/such/folder/matches.db", "there is no folder /no/such/folder"),
        ("sqlite:////usr", "/usr is a folder"),
        ("sqlite:////proc/matches.db", "The database cannot be opened (unable to open database file)"),
        ("postgresql://me:secret@/battles?host=/no/such/folder", "The database cannot be opened (connection"),
    ],
)
def test_a_server_without_its_database_says_so(tmp_path: Path, database: str, sentence: str) -> None:
    text = refused(database, tmp_path)
    assert sentence in text
    assert "secret" not in text


def test_a_server_whose_port_of_postgresql_is_closed_says_so(tmp_path: Path) -> None:
    with closing(socket.socket()) as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
        assert "Connection refused" in refused(f"postgresql://me@127.0.0.1:{port}/battles", tmp_path)


def test_a_server_whose_database_is_not_there_says_so(tmp_path: Path, postgres: Postgres) -> None:
    assert 'database "nothing" does not exist' in refused(postgres.address("nothing"), tmp_path)


def test_a_damaged_file_is_told_to_whoever_starts_the_server(tmp_path: Path) -> None:
    (tmp_path / "matches.db").write_bytes(b"no database " * 1000)
    assert "is damaged" in refused(f"sqlite:///{tmp_path / 'matches.db'}", tmp_path)


def test_a_file_of_sqlite_has_one_worker(tmp_path: Path) -> None:
    command = ["battlewright", "serve", "--workers", "2", "--database", f"sqlite:///{tmp_path / 'm.db'}"]
    done = run_command(command, tmp_path, {})
    assert (done.code, done.text.count("\n")) == (2, 1)
    assert "Several workers need PostgreSQL" in done.text
    assert not (tmp_path / "m.db").exists()


def test_the_commands_say_what_they_did(database: str, tmp_path: Path) -> None:
    store = Store(database)
    fill(store, 2)
    store.close()
    kept, target = str(tmp_path / "kept"), f"sqlite:///{tmp_path / 'new.db'}"
    done = run_command(["battlewright", "backup", kept, "--database", database], tmp_path, {})
    assert (done.code, done.text.count("\n")) == (0, 1)
    assert "2 matches with 8 entries" in done.text
    done = run_command(["battlewright", "restore", kept], tmp_path, {"BATTLEWRIGHT_DATABASE": target})
    assert (done.code, done.text) == (0, f"2 matches with 8 entries restored from {kept}.\n")
    done = run_command(["battlewright", "restore", kept], tmp_path, {"BATTLEWRIGHT_DATABASE": target})
    assert (done.code, done.text.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("file", "name", "sentence"),
    [
        ("no/folder/kept", "matches.db", "cannot be written: there is no folder no/folder"),
        (".", "matches.db", "cannot be written: it is a folder"),
        ("/proc/kept", "matches.db", "cannot be written (No such file or directory)"),
        ("kept", "nothing.db", "There is no database nothing.db"),
        ("kept", "empty.db", "This is not a database of matches"),
    ],
)
def test_a_backup_that_cannot_be_made_is_one_sentence(tmp_path: Path, file: str, name: str, sentence: str) -> None:
    Store(f"sqlite:///{tmp_path / 'matches.db'}").close()
    (tmp_path / "empty.db").touch()
    done = run_command(["battlewright", "backup", file, "--database", f"sqlite:///{name}"], tmp_path, {})
    assert (done.code, done.text.count("\n")) == (2, 1)
    assert sentence in done.text
    assert not (tmp_path / "kept").exists()
    assert not (tmp_path / "nothing.db").exists()


# Workers: a program that only writes down what it was told stands for them


def stand_in(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let a script run in place of each worker; return the folder that it runs in."""
    program = folder / "worker"
    program.write_text(f"#!/bin/sh\ncd {folder}\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    return folder


def run_two(folder: Path) -> None:
    """Run a server of two workers; the handlers of signals are those of before afterwards."""
    kept = [(number, signal.getsignal(number)) for number in (signal.SIGTERM, signal.SIGINT)]
    try:
        with closing(socket.socket()) as listening:
            run_workers(2, listening, ServerOptions("postgresql://nowhere", {}, (), False, "nowhere.key"))
    finally:
        for number, handler in kept:
            signal.signal(number, handler)


def test_workers_that_do_not_start_end_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = stand_in(tmp_path, "echo started >> starts; exit 3", monkeypatch)
    with pytest.raises(BattlewrightError, match="The server's workers failed to start"):
        run_two(folder)
    assert MAX_START_FAILURES <= (folder / "starts").read_text().count("started") <= MAX_START_FAILURES + 2


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_that_is_killed_is_started_anew_and_all_end_with_a_signal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    folder = stand_in(tmp_path, "echo $$ >> starts; exec cat >> told", monkeypatch)
    starts: list[int] = []

    def disturb() -> None:
        for wanted in (2, 3):
            late = time.monotonic() + 20
            while len(starts) < wanted and time.monotonic() < late:
                time.sleep(0.02)
                if (folder / "starts").exists():
                    starts[:] = map(int, (folder / "starts").read_text().split())
            if wanted == 2:
                os.kill(starts[0], signal.SIGKILL)
        os.kill(os.getpid(), how)

    disturbing = threading.Thread(target=disturb, daemon=True)
    disturbing.start()
    run_two(folder)
    disturbing.join(30)
    assert len(starts) == 3
    assert not any(Path(f"/proc/{each}").exists() for each in starts)
    told = (folder / "told").read_text()
    assert told.count("postgresql://nowhere") == 3, "what a worker is told is no part of its command line"


def test_a_battle_in_the_browser_opens_the_page_of_a_server_of_ones_own(tmp_path: Path) -> None:
    opened = tmp_path / "opened.txt"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "BROWSER": f"{browser} %s"}
    command = [sys.executable, "-m", "battlewright", "play", "--browser"]
    with started(command, stdout=subprocess.PIPE, env=environment) as server:
        assert server.stdout is not None
        page = server.stdout.readline().split("listens on ")[1].split(" (")[0]
        late = time.monotonic() + 30
        while not opened.exists() and time.monotonic() < late:
            time.sleep(0.05)
        server.send_signal(signal.SIGINT)
        assert server.wait(30) in (0, -signal.SIGINT, 130)
    assert opened.read_text().strip() == page
    assert (tmp_path / "battlewright" / "matches.db").is_file()


def test_in_the_browser_the_battle_is_chosen_on_the_page(tmp_path: Path) -> None:
    done = run_command(["battlewright", "play", "skirmish", "--browser"], tmp_path, {})
    assert (done.code, done.text.startswith("Error: Got unexpected extra argument(s) (skirmish).")) == (2, True)

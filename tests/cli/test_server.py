"""The commands of the match server: ``serve``, ``backup`` and ``restore``."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from battlewright.cli import serve
from battlewright.cli.serve import ServerOptions
from battlewright.cli.workers import MAX_START_FAILURES, run_workers
from battlewright.client import Client
from battlewright.engine.errors import BattlewrightError
from battlewright.store.store import Store
from tests.commands import run_command
from tests.databases import Postgres
from tests.processes import started
from tests.store.test_backup import fill

ROSTER = """name = "The Zephyrine Watch"
[[characters]]
name = "Ottokar"
melee = 4
ballistics = 4
toughness = 4
agility = 4
weapons = ["Sword", "Pistol"]
"""


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


@contextmanager
def playing(folder: Path, *arguments: str) -> Iterator[Callable[[], str]]:
    """``battlewright play --browser`` with a browser that only notes what it is to open; yields what returns that, once
    it was opened."""
    opened, browser = folder / "opened.txt", folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new; mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "BROWSER": f"{browser} %s"}

    def next_page() -> str:
        late = time.monotonic() + 30
        while not opened.exists() and time.monotonic() < late:
            time.sleep(0.05)
        page = opened.read_text().strip()
        opened.unlink()
        return page

    command = [sys.executable, "-m", "battlewright", "play", "--browser", *arguments]
    with started(command, stdout=subprocess.PIPE, env=environment) as server:
        assert server.stdout is not None
        told = server.stdout.readline()
        yield next_page
        server.send_signal(signal.SIGINT)
        assert server.wait(30) in (0, -signal.SIGINT, 130)
    assert "listens on" in told


def test_a_battle_in_the_browser_opens_the_page_of_a_server_of_ones_own(tmp_path: Path) -> None:
    with playing(tmp_path) as next_page:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", next_page())
    assert (tmp_path / "battlewright" / "matches.db").is_file()


def test_a_battle_that_is_named_is_left_for_the_page_once(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(ROSTER)
    mine = str(tmp_path / "mine.toml")
    with playing(tmp_path, mine, "red-hall", "--rounds", "4", "--level", "hard") as next_page:
        page, _, secret = next_page().partition("?level=hard#draft=")
        assert httpx.post(f"{page}api/drafts/{secret}x").status_code == 409
        assert httpx.post(f"{page}api/drafts/{secret}").json() == {
            "system": "skirmish",
            "names": [mine, "red-hall"],
            "options": {"rounds": 4},
            "files": {mine: ROSTER},
        }
        again = httpx.post(f"{page}api/drafts/{secret}")
        assert (again.status_code, again.json()["sentence"].startswith("What the command line named")) == (409, True)
        left = [httpx.post(f"{page}api/drafts", json={"system": "heroes"}).json()["draft"] for _ in range(17)]
        taken = [httpx.post(f"{page}api/drafts/{each}").status_code for each in left]
        assert taken == [409] + 16 * [200], "the oldest goes first"


def test_a_server_for_others_takes_no_drafts(client: Client) -> None:
    for path in ("drafts", "drafts/x"):
        assert httpx.post(f"{client.url}/api/{path}", json={"system": "heroes"}).status_code == 404


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere.toml", "red-hall"], "Error: nowhere.toml: there is no such file"),
        (["bad.toml", "red-hall"], "bad.toml:1: characters: is missing"),
        (["skirmish", "red-hall"], "Error: A battle has two rosters, not 1"),
        (["formations", "--rounds", "0"], "Error: rounds must be a whole number from 1 to 100, not 0"),
        (["red-hall", "gable-foxes", "--seed", "1"], "Error: No such option: --seed"),
    ],
)
def test_what_is_wrong_with_a_battle_in_the_browser_is_told_before_a_server_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str
) -> None:
    (tmp_path / "bad.toml").write_text('name = "Bad"')
    monkeypatch.chdir(tmp_path)
    done = run_command(["battlewright", "play", *arguments, "--browser"], tmp_path, {})
    assert (done.code, sentence in done.text) == (2, True), done.text


def test_the_server_that_runs_already_is_the_one_that_opens_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with playing(tmp_path) as next_page:
        page = next_page()
        monkeypatch.setattr(serve, "PORT", int(page.rpartition(":")[2].strip("/")))
        serve.play_in_browser(serve.Opening("easy", {"system": "heroes", "options": {"rounds": 3}}))
        serve.play_in_browser(serve.Opening())
        assert capsys.readouterr().out == 2 * f"Opened with the server that runs already: {page}\n"
        secret = opened[0].removeprefix(f"{page}?level=easy#draft=")
        assert httpx.post(f"{page}api/drafts/{secret}").json()["options"] == {"rounds": 3}
        assert opened[1:] == [page]
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "somebody else"))
        (tmp_path / "somebody else").mkdir()
        monkeypatch.setattr(serve, "serve", lambda host, port, *more, **options: opened.append(f"{host}:{port}"))
        serve.play_in_browser(serve.Opening())
        assert opened[2:] == ["127.0.0.1:0"], "that is another person's"

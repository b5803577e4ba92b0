"""Databases for tests: a file of SQLite, and a PostgreSQL server that is started for the session."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Self

import psycopg
import pytest

from tests.processes import end

FOLDERS = ("/usr/local/bin", "/usr/local/pgsql/bin", "/opt/homebrew/bin")
UNPRIVILEGED = ("postgres", "nobody")
"""Who runs PostgreSQL where the tests are root's: it refuses to run as root."""
STARTS = 30.0


def find_postgres() -> Path | None:
    """Return the folder with the programs of PostgreSQL, the newest; ``tools/postgres.sh`` installs them."""
    on_path = shutil.which("initdb")
    newest = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: float(each.parent.name), reverse=True)
    of_package = find_spec("pgserver")
    packaged = [Path(of_package.origin).parent / "pginstall" / "bin"] if of_package and of_package.origin else []
    listed = [*newest, *([Path(on_path).parent] if on_path else []), *map(Path, FOLDERS), *packaged]
    return next((each for each in listed if (each / "initdb").exists() and (each / "postgres").exists()), None)


class Postgres:
    """A PostgreSQL server on a Unix socket in a temporary folder. It can be stopped and started again."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="bw-pg-"))
        self.process: subprocess.Popen[bytes] | None = None
        self._made: set[str] = set()
        self._unused: list[str] = []
        self.user = _unprivileged() if os.geteuid() == 0 else None
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        made = [self.programs / "initdb", "-D", self.folder / "data", "-U", "tests", "-A", "trust", "--no-sync"]
        done = self._start([*map(str, made), "--locale", "C", "-E", "UTF8"], subprocess.PIPE)
        try:
            output, _ = done.communicate(timeout=STARTS)
        finally:
            end(done, signal.SIGKILL)
        assert done.returncode == 0, output.decode()

    def start(self) -> Self:
        """Start it, and wait until it answers. What it commits is on the disk, as on a real server."""
        command = [str(self.programs / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder)]
        options = ["listen_addresses=", "fsync=on", "max_connections=60", "shared_buffers=16MB"]
        with (self.folder / "log").open("ab") as log:
            self.process = self._start([*command, *(part for each in options for part in ("-c", each))], log.fileno())
        late = time.monotonic() + STARTS
        while True:
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=5).close()
                return self
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < late, (self.folder / "log").read_text()
                time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: at once, with SIGQUIT, as a crash would; else with the connections closed."""
        if self.process is not None:
            end(self.process, how)
            self.process = None

    def address(self, name: str) -> str:
        """Return the URL of a database."""
        return f"postgresql://tests@/{name}?host={self.folder}"

    def new_database(self) -> str:
        """Return the URL of an empty database: one that is no longer used, emptied, or a new one."""
        name = self._unused.pop() if self._unused else f"matches_{secrets.token_hex(6)}"
        is_new = name not in self._made
        with psycopg.connect(self.address("postgres" if is_new else name), autocommit=True) as connection:
            if is_new:
                connection.execute(f"CREATE DATABASE {name}".encode())
                self._made.add(name)
            else:
                others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> %s"
                connection.execute(others, (name, connection.info.backend_pid))
                connection.execute("DROP SCHEMA public CASCADE")
                connection.execute("CREATE SCHEMA public")
        return self.address(name)

    def use_again(self, url: str) -> None:
        """Let another test have a database."""
        self._unused.append(url.partition("@/")[2].partition("?")[0])

    def remove(self) -> None:
        """Stop it, and remove all it has written."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _start(self, command: list[str], output: int) -> subprocess.Popen[bytes]:
        """Start a program as somebody who is not root, out of reach of the Ctrl-C that ends the tests."""
        group = None if self.user is None else pwd.getpwnam(self.user).pw_gid
        return subprocess.Popen(
            command,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            user=self.user,
            group=group,
        )


def _unprivileged() -> str:
    names = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in UNPRIVILEGED if name in names)


def started() -> Postgres:
    """Start a server, or skip the test with the reason why there is none."""
    programs = find_postgres()
    if programs is None:
        pytest.skip("PostgreSQL is not installed here, and tools/postgres.sh could not install it")
    return Postgres(programs).start()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that the tests of this process share."""
    if sys.platform == "win32":
        pytest.skip("the tests start PostgreSQL on a Unix socket")
    server = started()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a new database, of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'matches.db'}"
        return
    server: Postgres = request.getfixturevalue("postgres")
    url = server.new_database()
    yield url
    server.use_again(url)

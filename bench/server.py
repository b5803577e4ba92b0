"""The match server under load: 200 matches at once on one worker, beside boardgame.io in the same run.

    python bench/server.py [--seconds 10] [--matches 200] [--postgresql URL] [--boardgame] [--out FILE]

The people are in a second process (``bench/server_client.py``), on loopback; all of them answer at once, with choices
at random. Every acknowledged choice is committed to disk first. An entry is a choice or a roll of dice: in boardgame.io
each of them would be a move. Measured: two people in each match; a person against the greedy bot; the same with odds
before every choice. Where the machine has other work to do, the server's processor time for an entry is the surer
figure. ``--boardgame`` measures a boardgame.io server too (``bench/boardgame``: run ``npm install`` there
first), with a game that does next to nothing, in memory and with its FlatFile store.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
GENEROUS = (
    *("new_matches=100000", "commands=10000000", "connections=5000", "connections_each=5000"),
    *("waiting=5000", "waiting_each=5000", "open_matches_each=20000", "sockets=20000", "sockets_each=5000"),
)


@contextmanager
def running(database: str, changed: Sequence[str] = GENEROUS) -> Iterator[tuple[str, int]]:
    """A server on a database, with some limits: its address, and its process."""
    limits = [part for limit in changed for part in ("--limit", limit)]
    command = [sys.executable, "-m", "battlewright", "serve", "--port", "0", "--database", database, *limits]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        url = server.stdout.readline().split("listens on ")[1].split("/ ")[0]
        while not is_ready(url):
            time.sleep(0.1)
        try:
            yield url, server.pid
        finally:
            server.terminate()


def is_ready(url: str) -> bool:
    """Whether a server takes matches."""
    try:
        with urllib.request.urlopen(f"{url}/readyz"):
            return True
    except urllib.error.HTTPError:
        return False


def memory(pid: int) -> int:
    """The bytes of memory that a process has."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def loaded(database: str, asked: argparse.Namespace) -> dict[str, Any]:
    """What a server on a database achieves."""
    results: dict[str, Any] = {}
    for name, options in (
        ("two people", []),
        ("against greedy", ["--players", "greedy"]),
        ("against greedy, with odds", ["--players", "greedy", "--advice"]),
    ):
        with running(database) as (url, pid):
            before = memory(pid)
            command = [sys.executable, str(HERE / "server_client.py"), url, "--matches", str(asked.matches), *options]
            command += ["--seconds", str(asked.seconds), "--server", str(pid)]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"{name}: {done.stderr.strip()}")
            results[name] = json.loads(done.stdout)
            results[name]["kib_a_match"] = round((memory(pid) - before) / asked.matches / 1024)
        show(name, results[name])
    return results


def boardgame(asked: argparse.Namespace, folder: str) -> dict[str, Any]:
    """What a boardgame.io server achieves: in memory, and with files."""
    results: dict[str, Any] = {}
    for place, (name, more) in enumerate((("in memory", []), ("FlatFile", [folder]))):
        port = str(8700 + place)
        command = ["node", "server.cjs", port, *more]
        with subprocess.Popen(
            command, cwd=HERE / "boardgame", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as server:
            assert server.stdout is not None
            server.stdout.readline()
            people = ["node", "client.cjs", f"http://127.0.0.1:{port}", str(asked.matches), str(asked.seconds)]
            people.append(str(server.pid))
            done = subprocess.run(people, cwd=HERE / "boardgame", capture_output=True, text=True)
            server.terminate()
        failed = {"failed": done.stderr.strip().splitlines()[-1:] or ["no answer"]}
        results[name] = json.loads(done.stdout) if done.returncode == 0 and done.stdout else failed
        show(f"boardgame.io {name}", results[name])
    return results


def show(name: str, result: dict[str, Any]) -> None:
    print(f"{name}: {json.dumps(result)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--postgresql", help="the URL of an empty database")
    parser.add_argument("--boardgame", action="store_true")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        results = {
            "what": "acknowledged, committed choices of matches over WebSockets on loopback, and all entries",
            "date": datetime.date.today().isoformat(),
            "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
            "boardgame.io": boardgame(asked, f"{folder}/flat") if asked.boardgame else None,
            "sqlite": loaded(f"sqlite:///{folder}/load.db", asked),
            "postgresql": loaded(asked.postgresql, asked) if asked.postgresql else None,
        }
    if asked.out:
        asked.out.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""How soon people get a star where many ask at once: a server, and seats that all look at a decision at the same time.

python bench/advice_load.py [--people 20]

Prints the milliseconds until the odds and until the first star, the median and the longest of all, and the rollouts.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from battlewright.client import Client, RemoteMatch

PORT = 8977


def timed(ask: Callable[[], Any]) -> tuple[float, Any]:
    """The milliseconds that an answer takes, and the answer."""
    began = time.perf_counter()
    answer = ask()
    return 1000 * (time.perf_counter() - began), answer


def opened(client: Client) -> RemoteMatch:
    """A match in which a model is to act."""
    match = client.new_match("skirmish", options={"table": "ruins"})
    while True:
        offers = match.news(parts="offers,suggestions")["offers"]
        if any(each["kind"] == "move" for each in offers):
            return match
        match.choose(offers[0]["choice"])


def main() -> None:
    """Let people ask one at a time, then all at once."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=20)
    people = parser.parse_args().people
    with tempfile.TemporaryDirectory() as folder:
        command = (
            Path(sys.executable).parent / "battlewright",
            "serve",
            "--port",
            str(PORT),
            "--limit",
            "new_matches=100",
        )
        server = subprocess.Popen([*command, "--database", f"sqlite:///{folder}/bench.db"], stderr=subprocess.DEVNULL)
        try:
            client = Client(f"http://127.0.0.1:{PORT}")
            for _ in range(100):
                try:
                    client.systems()
                    break
                except Exception:  # it is still starting
                    time.sleep(0.3)
            matches = [opened(client) for _ in range(people)]
            for title, threads in (("one at a time", 1), (f"{people} at once", people)):
                with ThreadPoolExecutor(threads) as pool:
                    for look in ("odds", "first"):
                        found = [
                            *pool.map(lambda match, look=look: timed(lambda: match.get("/advice", look=look)), matches)
                        ]
                        times = [each for each, _ in found]
                        rollouts = statistics.median(answer["rollouts"] for _, answer in found)
                        short = sum(answer["shortened"] for _, answer in found)
                        print(
                            f"{title}, {look}: median {statistics.median(times):.0f} ms, longest {max(times):.0f} ms, "
                            f"{rollouts:.0f} rollouts, {short} of {people} shortened"
                        )
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()

"""The example clients in plain JavaScript and in plain Python: they play whole matches on a real server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import battlewright as bw
from battlewright.client import Client
from tests.web.play import result_of

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
NODE = ROOT / ".venv" / "bin" / "node"
CLIENTS = {"client.js": NODE, "client.py": Path(sys.executable)}
MOST_LINES = 40


def run(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = CLIENTS[name]
    assert program.exists(), f"{program} is missing; `make setup` installs it."
    command = [str(program), str(EXAMPLES / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("system", [*bw.system_names(), "pig"])
@pytest.mark.parametrize("name", CLIENTS)
def test_a_client_plays_a_match_of_every_system(client: Client, name: str, system: str) -> None:
    done = run(name, client.url, system)
    assert (done.returncode, done.stderr) == (0, "")
    first, *_, last = done.stdout.splitlines()
    link, _, words = first.rpartition(": ")
    match = client.match(link.rpartition("/")[2])
    assert (link, words) == (f"{client.url}/match/{match.id}", "I play at seat a.")
    assert match.about()["system"] == system
    assert result_of(match)["sentence"] == last
    told = [each["text"] for step in match.news(0)["story"] for each in step["sentences"]]
    assert done.stdout.splitlines()[1:-1] == told


@pytest.mark.parametrize("name", CLIENTS)
def test_a_client_ends_with_the_sentence_of_a_refusal(client: Client, name: str) -> None:
    done = run(name, client.url, "hereos")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Unknown system 'hereos'. Did you mean 'heroes'?")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", CLIENTS)
def test_a_client_says_that_no_server_is_there(name: str) -> None:
    done = run(name, "http://127.0.0.1:1")
    assert (done.returncode, done.stdout) == (1, "")
    assert "http://127.0.0.1:1" in done.stderr
    assert "does not answer" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_client_in_javascript_is_short() -> None:
    assert len((EXAMPLES / "client.js").read_text(encoding="utf-8").splitlines()) <= MOST_LINES

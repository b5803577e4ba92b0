"""The example of a bot that connects: it plays whole matches on a real server."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from battlewright.cli.join import Address, invitation_link
from battlewright.client import Client
from tests.commands import run_script
from tests.web.play import play, result_of

SCRIPT = Path(__file__).parents[2] / "examples" / "server_bot.py"


@pytest.mark.parametrize("system", ["formations", "heroes"])
def test_the_bot_plays_a_match_of_its_own(client: Client, system: str) -> None:
    done = run_script(SCRIPT, (client.url, "--system", system))
    assert done.code == 0, done.text
    id = done.text.split(":")[2].rpartition("/")[2]
    about = client.match(id).about()
    assert about["state"] == "over"
    result = result_of(client.match(id))
    assert result["sentence"] in done.text
    assert about["seats"][0]["player"] == "remote"
    assert ("I have won" in done.text) == (result["winner"] == "a")


def test_the_bot_takes_the_seat_that_it_is_invited_to(client: Client) -> None:
    match = client.new_match("formations", players={"a": "person", "b": "remote"}, name="Ann")
    link = invitation_link(Address(client.url, match.id), "b", match.invitations["b"])
    printed: list[str] = []
    bot = threading.Thread(target=lambda: printed.append(run_script(SCRIPT, (link,)).text), daemon=True)
    bot.start()
    seen = play(match)
    bot.join(60)
    assert seen[-1]["state"] == "over"
    assert "I play at seat b." in printed[0]
    assert result_of(match)["sentence"] in printed[0]
    assert match.invitations["b"] not in printed[0]


def test_the_bot_says_what_is_wrong(client: Client) -> None:
    done = run_script(SCRIPT, (client.url, "--system", "chess"))
    assert done.code == 1
    assert "Unknown system 'chess'" in done.text
    assert "Traceback" not in done.text


def test_the_bot_is_small() -> None:
    code = SCRIPT.read_text(encoding="utf-8").partition('"""\n\n')[2].partition("def connect")[2]
    lines = [line for line in code.splitlines() if line.strip() and '"""' not in line]
    assert len(lines) < 45

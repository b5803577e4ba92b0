"""A bot that connects to a server and plays a whole match there.

    python examples/server_bot.py http://127.0.0.1:8321
    python examples/server_bot.py http://127.0.0.1:8321 --system heroes
    python examples/server_bot.py 'http://127.0.0.1:8321/match/ID?seat=b&invitation=...'

With an invitation it takes that seat: whoever begins the match names the player of the seat ``remote``. Otherwise it
begins a match of its own against a bot of the server. It takes what the server's advice calls best, or any choice.
"""

from __future__ import annotations

import argparse
import random
import sys
from urllib.parse import parse_qs, urlsplit

import battlewright as bw
from battlewright.client import Client, RemoteMatch
from battlewright.engine.errors import ServerError
from battlewright.web.models import News

CONFLICT = 409


def connect(client: Client, url: str, system: str) -> RemoteMatch:
    """Take the seat that the link invites to, or begin a match."""
    parts = urlsplit(url)
    invited = {name: values[0] for name, values in parse_qs(parts.query).items()}
    if "invitation" in invited:
        return client.join(parts.path.split("/")[-1], invited["seat"], invited["invitation"], "Example bot")
    return client.new_match(system, players={"a": "remote"}, seat="a", name="Example bot")


def choose(match: RemoteMatch, news: News) -> str:
    """Return one of the choices: what is worked out as best, or any."""
    best = [advice for advice in match.advice()["advice"] if advice["best"]]
    return random.choice(best or news["brief"])["choice"]


def play(match: RemoteMatch) -> None:
    """Play to the end."""
    for news in match.follow(parts="brief"):
        if match.seat in news["to_act"] and news["brief"]:
            try:
                match.choose(choose(match, news), number=news["number"])
            except ServerError as error:
                if error.status != CONFLICT:  # otherwise something was taken back meanwhile, and more news come
                    raise


def main() -> None:
    """Read the arguments, and play."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("url", help="a server, or an invitation to a seat")
    parser.add_argument("--system", default="formations", help="what to play without an invitation")
    typed = parser.parse_args()
    with Client(typed.url) as client:
        match = connect(client, typed.url, typed.system)
        print(f"{client.url}/match/{match.id}: I play at seat {match.seat}.", flush=True)
        play(match)
        result = match.about()["result"]
        if result:
            print(result["sentence"], "I have won." if result["winner"] == match.seat else "")


if __name__ == "__main__":
    try:
        main()
    except bw.BattlewrightError as error:
        sys.exit(str(error))

"""A client in plain Python, written from the description of the interface (``/api/docs``): it plays a match of any
rulebook against a bot of the server, with choices at random. It needs nothing of Battlewright.

    python examples/client.py http://127.0.0.1:8321 heroes
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen


def ask(method: str, address: str, token: str = "", body: object = None) -> Any:
    """Send a request; return the answer. What the server refuses ends the program with its sentence."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    sent = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address, sent, headers, method=method)) as answer:
            return json.load(answer)
    except HTTPError as error:
        sys.exit(json.load(error)["error"])
    except URLError as error:
        sys.exit(f"{address} does not answer ({error.reason}).")


def play(server: str, system: str) -> None:
    """Play a match to its end, and print what happens."""
    made = ask("POST", f"{server}/api/matches", body={"system": system, "name": "Example"})
    match, token = f"{server}/api/matches/{made['match']}", made["token"]
    print(f"{server}/match/{made['match']}: I play at seat {made['seat']}.")
    news: dict[str, Any] = {"number": 0, "state": "running", "more": False}
    while news["state"] != "over" or news["more"]:
        news = ask("GET", f"{match}/news?since={news['number']}&parts=story,offers", token)
        for step in news["story"]:
            for sentence in step["sentences"]:
                print(sentence["text"])
        if news["offers"]:
            choice = random.choice(news["offers"])["choice"]
            ask("POST", f"{match}/commands", token, {"kind": "choose", "choice": choice, "number": news["number"]})
        elif news["state"] != "over" and not news["more"]:
            time.sleep(0.02)
    print(news["result"]["sentence"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("server", nargs="?", default="http://127.0.0.1:8321", help="its address")
    parser.add_argument("system", nargs="?", default="skirmish", help="what to play")
    play(**vars(parser.parse_args()))

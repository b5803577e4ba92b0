"""The examples of answers in the description of the interface: real ones, with lists cut short.

python docs/interface_examples.py    ask a server everything anew, and keep what it answers
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any

import httpx

from battlewright import systems
from battlewright.cli.serve import compile_rules_of
from battlewright.web.app import make_app
from battlewright.web.description import EXAMPLES
from battlewright.web.preparation import Preparation
from battlewright.web.registry import Registry

MOST, LONGEST = 2, 300
"""How many entries of a list, and how many characters of a text, an example has."""


class Recorder:
    """A client that keeps the answer of every endpoint, by its description."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.kept: dict[str, Any] = {}

    async def ask(
        self, method: str, path: str, body: Any = None, token: str = "", query: str = "", **parts: Any
    ) -> Any:
        """Ask an endpoint, by its address with the names of its parts; return and keep the answer."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = await self.client.request(method, path.format(**parts) + query, json=body, headers=headers)
        assert answer.is_success, (path, answer.text)
        self.kept[f"{method} {path}"] = shortened(answer.json())
        return answer.json()


def shortened(data: Any) -> Any:
    """Return data with only the first entries of its lists and objects of many entries."""
    if isinstance(data, dict):
        return {key: shortened(value) for key, value in data.items()}
    if isinstance(data, list):
        return [shortened(each) for each in (data if len(data) == 3 else data[:MOST])]  # three numbers are a range
    return f"{data[:LONGEST]}…" if isinstance(data, str) and len(data) > LONGEST else data


async def record(recorder: Recorder) -> None:
    """Ask everything once."""
    ask = recorder.ask
    for path in ("/healthz", "/readyz", "/api/preparation", "/api/systems", "/api/rules", "/api/odds"):
        await ask("GET", path)
    await ask("GET", "/api/rules/{system}", system="skirmish")
    await ask("GET", "/api/rules/{system}/summary", system="skirmish")
    await ask("GET", "/api/rules/{system}/{clause}", system="skirmish", clause="S2.F1")
    odds = {"system": "skirmish", "question": "shot"}
    await ask("GET", "/api/odds/{system}/{question}", query="?ballistics=4&difficulty=12.5", **odds)
    await ask("POST", "/api/odds/{system}/{question}", {"arguments": {"ballistics": "4", "difficulty": "12.5"}}, **odds)
    await ask("GET", "/api/systems/{system}/{kind}", system="skirmish", kind="weapons")
    shown = await ask("GET", "/api/systems/{system}/{kind}/{name}", system="skirmish", kind="rosters", name="red-hall")
    await ask("POST", "/api/systems/{system}/{kind}", {"file": shown["file"]}, system="skirmish", kind="rosters")
    await ask("GET", "/api/schemas/{system}/{kind}", system="skirmish", kind="effects")
    template = {"system": "heroes", "kind": "sheets", "name": "brute"}
    await ask("GET", "/api/systems/{system}/{kind}/templates/{name}", query="?level=3", **template)
    await ask("POST", "/api/files", {"name": "mine.json", "text": json.dumps(shown["file"])})
    await ask("POST", "/api/systems/{name}/preview", {"names": ["red-hall", "gable-foxes"]}, name="skirmish")
    await ask("POST", "/api/systems/{name}/estimate", {"names": ["red-hall", "gable-foxes"]}, name="skirmish")
    await ask("POST", "/api/commitments")
    await _record_library(ask, shown)
    await _record_measure(ask)
    await _record_match(ask)
    await _record_guides(ask)


async def _record_library(ask: Any, shown: Any) -> None:
    made = await ask("POST", "/api/library")
    for method in ("GET", "POST"):
        await ask(method, "/api/library/token", token=made["token"])
    thing = {"system": "skirmish", "kind": "rosters", "name": "Our hall", "file": shown["file"], "changed": 1}
    one = {"token": made["token"], "id": "x1"}
    await ask("PUT", "/api/library/things/{id}", thing, **one)
    await ask("GET", "/api/library", token=made["token"])
    link = await ask("POST", "/api/library/things/{id}/link", **one)
    await ask("POST", "/api/copies", {"secret": link["secret"]})
    await ask("DELETE", "/api/library/things/{id}/link", **one)
    await ask("DELETE", "/api/library/things/{id}", **one)
    await ask("DELETE", "/api/library/token", token=made["token"])
    await ask("DELETE", "/api/library", token=made["token"])


async def _record_measure(ask: Any) -> None:
    """Play on a table of the players' own until a shot is to be measured."""
    people = {"players": {"a": "person", "b": "person"}, "options": {"options": ["companion"]}, "seed": 7}
    made = await ask("POST", "/api/matches", {"system": "skirmish", **people})
    match, invitation = made["match"], {"invitation": made["invitations"]["b"]}
    sat = await ask("POST", "/api/matches/{match}/seats/{name}", invitation, match=match, name="b")
    tokens = {"a": made["token"], "b": sat["token"]}
    while not (await ask("GET", "/api/matches/{match}/guide/measure", match=match))["measure"]:
        token = tokens[(await ask("GET", "/api/matches/{match}/news", match=match))["to_act"][0]]
        news = await ask("GET", "/api/matches/{match}/news", token=token, query="?parts=offers", match=match)
        choices = [offer["choice"] for offer in news["offers"]]
        choice = next((each for each in choices if each.startswith("shoot")), choices[0])
        command = {"kind": "choose", "choice": choice, "number": news["number"]}
        await ask("POST", "/api/matches/{match}/commands", command, token, match=match)


async def _record_match(ask: Any) -> None:
    people = {
        "system": "formations",
        "players": {"a": "person", "b": "person"},
        "name": "Ann",
        "seed": 7,
        "public": True,
    }
    made = await ask("POST", "/api/matches", people)
    seat = {"match": made["match"], "name": "b"}
    sat = await ask("POST", "/api/matches/{match}/seats/{name}", {"invitation": made["invitations"]["b"]}, **seat)
    tokens, match = {"a": made["token"], "b": sat["token"]}, made["match"]
    await ask("GET", "/api/matches")
    await ask("GET", "/api/matches/{match}", token=made["token"], match=match)
    for method in ("GET", "POST"):
        await ask(method, "/api/matches/{match}/token", token=made["token"], match=match)
    await ask("POST", "/api/matches/{match}/chat", {"text": "Good luck"}, tokens["a"], match=match)
    await ask("GET", "/api/matches/{match}/people", match=match)
    for _ in range(4):
        news = await ask("GET", "/api/matches/{match}/news", match=match)
        token = tokens[news["to_act"][0]]
        advice = await ask("GET", "/api/matches/{match}/advice", token=token, match=match)
        command = {"kind": "choose", "choice": advice["advice"][0]["choice"], "number": news["number"]}
        await ask("POST", "/api/matches/{match}/commands", command, token, match=match)
    parts = "?since=2&parts=offers,suggestions,brief,story,status,battle,scene"
    news = await ask("GET", "/api/matches/{match}/news", token=tokens["a"], query=parts, match=match)
    await ask("GET", "/api/matches/{match}/news", token=tokens[news["to_act"][0]], query=parts, match=match)
    await ask("POST", "/api/matches/{match}/commands", {"kind": "resign"}, tokens["b"], match=match)
    await ask("GET", "/api/matches/{match}/report", match=match)
    await ask("GET", "/api/matches/{match}/report/progress", match=match)
    await ask("GET", "/api/matches/{match}/moments", match=match)
    await ask("GET", "/api/matches/{match}/moments/{at}", match=match, at=3)
    await ask("POST", "/api/matches/{match}/rematch", {"name": "Ann"}, tokens["a"], match=match)
    await ask("POST", "/api/matches/{match}/what-if", {"steps": 3}, match=match)
    party = await ask("POST", "/api/matches", {"system": "heroes", "seed": 7})
    match, token = party["match"], party["token"]
    await ask("POST", "/api/matches/{match}/commands", {"kind": "resign"}, token, match=match)
    await ask("GET", "/api/matches/{match}/next", token=token, match=match)
    following = {"names": ["the-barrow"], "options": {"rest": "night"}, "name": "Ann"}
    await ask("POST", "/api/matches/{match}/next", following, token, match=match)
    host = {**people, "master": "apart", "players": {"a": "easy", "b": "person", "master": "person"}, "seat": "master"}
    made = await ask("POST", "/api/matches", host)
    seat = {"match": made["match"], "name": "b"}
    await ask("POST", "/api/matches/{match}/seats/{name}", {"invitation": made["invitations"]["b"]}, **seat)
    free = {"match": made["match"], "name": "a", "token": made["token"]}
    await ask("POST", "/api/matches/{match}/seats/{name}/invitation", **free)
    replay = (Path(__file__).parent / "examples" / "forces" / "short.replay").read_text(encoding="utf-8")
    await ask("POST", "/api/replays", {"replay": replay})


async def _record_guides(ask: Any) -> None:
    made = {name: await ask("POST", "/api/matches", {"system": name, "seed": 7}) for name in systems.names()}
    asked = {
        "skirmish": {
            "scene": "",
            "reach": "?who=0&purpose=move",
            "path": "?who=0&purpose=move&x=9000&y=9000",
            "fire": "?who=0&whom=5",
            "threats": "",
            "prospects": "?choice=deploy who=0 count=1 legs=0/6000/2000/0",
        },
        "heroes": {"cards": "", "uses": "", "round": "", "master_forms": "", "suggestion_forms": ""},
        "formations": {"groups": "", "engagement": "", "reroll": "", "rulings": "", "rulings_in_force": ""},
    }
    for name, answers in asked.items():
        for answer, query in answers.items():
            await ask("GET", f"/api/matches/{{match}}/guide/{answer}", query=query, match=made[name]["match"])
    match, token = made["skirmish"]["match"], made["skirmish"]["token"]
    await ask("GET", "/api/matches/{match}/rules", match=match)
    await ask("GET", "/api/matches/{match}/parse", token=token, query="?text=deploy a1 6 2", match=match)


async def main() -> None:
    """Start a server in this process, and ask it."""
    registry = Registry(systems.names, systems.load, systems.DEFAULT)
    with tempfile.TemporaryDirectory() as folder:
        preparation = Preparation([systems.DEFAULT], compile_rules_of)
        app = make_app(f"sqlite:///{folder}/matches.db", registry, preparation=preparation)
        transport = httpx.ASGITransport(app)
        async with (
            app.app.router.lifespan_context(app.app),
            httpx.AsyncClient(transport=transport, base_url="http://here") as client,
        ):
            while (await client.get("/readyz")).status_code != 200:
                await asyncio.sleep(0.05)
            recorder = Recorder(client)
            await record(recorder)
    EXAMPLES.write_text(json.dumps(recorder.kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())

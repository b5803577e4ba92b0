"""The people of ``bench/server.py``: many matches at once from a process of its own, each seat with its WebSocket.

    python bench/server_client.py http://127.0.0.1:8321 --matches 200 --seconds 10 --players person

Everybody answers at once, with a choice at random. It prints one line of JSON: the acknowledged choices and entries,
and how long each acknowledgement took.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import orjson
import uvloop
from websockets.asyncio.client import ClientConnection, connect


@dataclass
class Load:
    """What is asked for, and what was counted."""

    url: str
    system: str
    players: str
    seconds: float
    with_advice: bool
    waits: list[float] = field(default_factory=list)
    entries: int = 0
    over: int = 0


@dataclass
class Seat:
    """One person at one seat of one match."""

    load: Load
    http: httpx.AsyncClient
    match: str
    seat: str
    token: str
    chance: random.Random
    sent: dict[int, tuple[int, float]] = field(default_factory=dict)

    async def play(self) -> None:
        url = f"{self.load.url.replace('http', 'ws')}/api/matches/{self.match}/socket?parts=brief"
        headers = {"Authorization": f"Bearer {self.token}"}
        async with connect(
            url, additional_headers=headers, max_size=2**24, compression=None, open_timeout=60
        ) as socket:
            async for text in socket:
                data = orjson.loads(text)
                if data["kind"] == "refused":
                    raise RuntimeError(data["error"])
                if "done" in data:
                    number, sent = self.sent.pop(data["done"]["id"])
                    self.load.waits.append(time.perf_counter() - sent)
                    self.load.entries += data["done"]["number"] - number
                if data["state"] == "over":
                    self.load.over += 1
                    return
                if self.seat in data["to_act"] and data["brief"]:
                    await self.answer(socket, data)

    async def answer(self, socket: ClientConnection, news: dict[str, Any]) -> None:
        if self.load.with_advice:
            path = f"/api/matches/{self.match}/advice"
            await self.http.get(path, headers={"authorization": f"Bearer {self.token}"})
        choice = self.chance.choice(news["brief"])["choice"]
        key = f"{news['number']}-{self.chance.getrandbits(64):x}"
        command = {"id": news["number"], "kind": "choose", "choice": choice, "number": news["number"], "key": key}
        self.sent[news["number"]] = news["number"], time.perf_counter()
        await socket.send(orjson.dumps(command).decode())


async def sit_down(load: Load, http: httpx.AsyncClient, number: int) -> list[Seat]:
    """Begin a match; return the people in it."""
    chance = random.Random(number)
    asked = {"system": load.system, "players": {"a": "person", "b": load.players}, "value": "x"}
    made = (await http.post("/api/matches", json=asked)).json()
    if "match" not in made:
        raise RuntimeError(made)
    seats = [(made["seat"], made["token"])]
    for seat, invitation in made["invitations"].items():
        path = f"/api/matches/{made['match']}/seats/{seat}"
        taken = (await http.post(path, json={"invitation": invitation, "value": "y"})).json()
        seats.append((seat, taken["token"]))
    return [Seat(load, http, made["match"], *each, random.Random(chance.random())) for each in seats]


def processor_time(process: int | None) -> float:
    """Return the seconds that a process has used."""
    if process is None:
        return 0.0
    used = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")


async def run(asked: argparse.Namespace) -> dict[str, Any]:
    load = Load(asked.url, asked.system, asked.players, asked.seconds, asked.advice)
    limits = httpx.Limits(max_connections=64)
    async with httpx.AsyncClient(base_url=asked.url, timeout=60, limits=limits) as http:
        began = time.perf_counter()
        tables = await asyncio.gather(*(sit_down(load, http, number) for number in range(asked.matches)))
        opening = time.perf_counter() - began
        began, used = time.perf_counter(), processor_time(asked.server)
        playing = [asyncio.create_task(seat.play()) for table in tables for seat in table]
        finished, others = await asyncio.wait(playing, timeout=load.seconds)
        seconds, used = time.perf_counter() - began, processor_time(asked.server) - used
        for task in others:
            task.cancel()
        for task in finished:
            task.result()
        entries, waits = load.entries, sorted(load.waits)
        await asyncio.wait(playing)
    return {
        "matches": asked.matches,
        "players": asked.players,
        "advice": asked.advice,
        "new_matches_a_second": round(asked.matches / opening, 1),
        "seconds": round(seconds, 2),
        "choices": len(waits),
        "choices_a_second": round(len(waits) / seconds, 1),
        "entries_a_second": round(entries / seconds, 1),
        "server_us_an_entry": round(1_000_000 * used / max(entries, 1)),
        "p50_ms": round(1000 * statistics.median(waits), 2),
        "p99_ms": round(1000 * waits[int(len(waits) * 0.99)], 2),
        "finished": load.over,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("url")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--system", default="skirmish")
    parser.add_argument("--players", default="person", help="who plays at seat b: person, or a bot")
    parser.add_argument("--server", type=int, help="the server's process, to tell its processor time")
    parser.add_argument("--advice", action="store_true", help="ask for the odds before each choice")
    print(json.dumps(uvloop.run(run(parser.parse_args()))))


if __name__ == "__main__":
    main()

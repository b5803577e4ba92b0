"""One address takes all that it can, in one way after the other: what do others notice?

    python bench/crowding.py [--seconds 10] [--only NAME ...] [--out FILE]

A real server; other people, each from an address of her own (127.0.0.2 and so on), who send commands all the time; and
an attacker at 127.0.0.1 in a process of its own, who does one thing as hard as one address can. For each attack: how
long the others' commands took, from sending until they are committed and answered, and how many were refused.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import json
import os
import platform
import random
import resource
import socket
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import battlewright as bw
from battlewright import systems
from battlewright.engine.node import NodeKind
from battlewright.engine.replay import write
from server import running

PEOPLE = 15
"""How many others there are; each sends a command a second."""
ATTACKER = "127.0.0.1"
STARTING = 3
"""The seconds that the attacker's process may take to start."""
AT_ONCE = 64
"""The requests that an attacker has under way."""
HALF_HEAD = b"GET /healthz HTTP/1.1\r\nHost: here\r\nX-More:"
HALF_BODY = (
    b"POST /api/matches HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{"
)


class Address:
    """A client of the server with an address of its own."""

    def __init__(self, url: str, address: str) -> None:
        self.url, self.address = url, address
        transport = httpx.AsyncHTTPTransport(
            local_address=address, limits=httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)
        )
        self.http = httpx.AsyncClient(base_url=url, transport=transport, timeout=120)
        self.answers: Counter[int] = Counter()

    async def ask(self, method: str, path: str, data: Any = None, token: str | None = None) -> Any:
        """Send a request; return the answer, None where there is none."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        try:
            answer = await self.http.request(method, path, json=data, headers=headers)
        except httpx.HTTPError:
            self.answers[0] += 1
            return None
        self.answers[answer.status_code] += 1
        return answer.json() if answer.is_success else None

    async def new_match(self, **asked: Any) -> Any:
        """Begin a match, unless it is refused."""
        return await self.ask("POST", "/api/matches", {"system": "skirmish", "value": "x", **asked})

    def socket(self, path: str, token: str | None = None) -> Any:
        """Return a WebSocket."""
        host, port = self.url.split("://")[1].split(":")
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.bind((self.address, 0))
        raw.connect((host, int(port)))
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        address = f"{self.url.replace('http', 'ws')}{path}"
        return connect(address, sock=raw, additional_headers=headers, compression=None, max_size=2**24)


class Person(Address):
    """Somebody who plays both seats of a match of her own, at her own pace."""

    def __init__(self, url: str, number: int) -> None:
        super().__init__(url, f"127.0.0.{number + 2}")
        self.chance = random.Random(number)
        self.waits: list[float] = []
        self.refused: list[str] = []

    async def sit_down(self) -> None:
        """Begin a match."""
        made = await self.new_match(players={"a": "person", "b": "person"}, beside={"b": "other"}, seat="a")
        self.match, self.tokens = made["match"], {"a": made["token"], **made["beside"]}

    async def play(self, until: float) -> None:
        """Send commands until a moment."""
        await asyncio.sleep(self.chance.random())
        while time.perf_counter() < until:
            began = time.perf_counter()
            try:
                await self._command()
            except Exception as error:
                self.refused.append(str(error) or type(error).__name__)
            await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - began)))

    async def _command(self) -> None:
        path = f"/api/matches/{self.match}"
        for seat, token in self.tokens.items():
            headers = {"authorization": f"Bearer {token}"}
            news = (await self.http.get(f"{path}/news?since=0&parts=brief", headers=headers)).raise_for_status().json()
            while news.get("more"):
                again = await self.http.get(f"{path}/news?since={news['number']}&parts=brief", headers=headers)
                news = again.raise_for_status().json()
            if seat in news["to_act"] and news["brief"]:
                command = {"kind": "choose", "choice": self.chance.choice(news["brief"])["choice"]}
                began = time.perf_counter()
                answer = await self.http.post(f"{path}/commands", json=command, headers=headers)
                self.waits.append(time.perf_counter() - began)
                answer.raise_for_status()
                return
        await self.sit_down()  # it is over


# What an attacker does. Each attack is given an address and the moment until which it goes on.

Attack = Callable[[Address, float], Awaitable[None]]
ATTACKS: dict[str, Attack] = {}


def attack(name: str) -> Callable[[Attack], Attack]:
    """Declare an attack."""

    def declared(work: Attack) -> Attack:
        ATTACKS[name] = work
        return work

    return declared


async def again_and_again(until: float, work: Callable[[int], Awaitable[object]], count: int = AT_ONCE) -> None:
    """Do something all the time, many times at once."""

    async def again(number: int) -> None:
        while time.perf_counter() < until:
            with suppress(OSError, WebSocketException):
                await work(number)
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(again(number)) for number in range(count)]
    await asyncio.wait(tasks, timeout=max(0.0, until - time.perf_counter()))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def long_replay() -> str:
    """Return the replay of a battle of some 2,000 steps, played at random."""
    system, chance = systems.load("skirmish"), random.Random(1)
    session = bw.Session(system, system.setup.read(rounds=50).setup, 0)
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(chance.choice(session.choices()))
    return write(session)


async def uploaded(own: Address) -> str:
    """Upload a long battle; return the path of its match."""
    made = await own.ask("POST", "/api/replays", {"replay": long_replay()})
    return f"/api/matches/{made['match']}"


@attack("nothing")
async def nothing(own: Address, until: float) -> None:
    await asyncio.sleep(until - time.perf_counter())


@attack("news of a long battle")
async def long_news(own: Address, until: float) -> None:
    path, chance = await uploaded(own), random.Random(1)
    parts = "offers,suggestions,story,status,battle,scene"
    await again_and_again(until, lambda _: own.ask("GET", f"{path}/news?since={chance.randrange(1990)}&parts={parts}"))


@attack("moments of a long battle")
async def moments(own: Address, until: float) -> None:
    path, chance = await uploaded(own), random.Random(1)
    what: Sequence[Callable[[int], str]] = (
        lambda at: f"moments?since={at}",
        lambda at: f"moments/{at}",
        lambda at: "replay",
        lambda at: f"guide/scene?at={at}",
        lambda at: "report",
    )
    await again_and_again(
        until, lambda number: own.ask("GET", f"{path}/{what[number % len(what)](chance.randrange(1990))}")
    )


async def bots_alone(own: Address, until: float, bot: str, count: int) -> None:
    matches: list[str] = []
    while len(matches) < count and time.perf_counter() < until:
        made = await own.new_match(players={"a": bot, "b": bot}, watch=True)
        if made is None:
            await asyncio.sleep(0.1)
            continue
        matches.append(made["match"])
    async with asyncio.TaskGroup() as group:
        for match in matches[:40]:
            group.create_task(watch(own, match, until))
        for match in matches[40:]:
            group.create_task(look(own, match, until))


async def watch(own: Address, match: str, until: float) -> None:
    with suppress(OSError, WebSocketException, TimeoutError):
        async with own.socket(f"/api/matches/{match}/socket") as opened, asyncio.timeout_at(loop_time(until)):
            async for _ in opened:
                pass


async def look(own: Address, match: str, until: float) -> None:
    while time.perf_counter() < until:
        await own.ask("GET", f"/api/matches/{match}")
        await asyncio.sleep(1)


def loop_time(until: float) -> float:
    return asyncio.get_running_loop().time() + until - time.perf_counter()


@attack("66 searching matches")
async def searching(own: Address, until: float) -> None:
    await bots_alone(own, until, "search:2000ms", 66)


@attack("40 watched matches of quick bots")
async def quick(own: Address, until: float) -> None:
    await bots_alone(own, until, "greedy", 40)


async def half_sent(own: Address, until: float, sent: bytes) -> None:
    """Open connections, send half a request, and open another wherever one is ended."""
    host, port = own.url.split("://")[1].split(":")

    async def one(_: int) -> None:
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(own.address, 0))
        try:
            writer.write(sent)
            await reader.read()
        finally:
            writer.close()

    await again_and_again(until, one, 800)


@attack("half-sent heads")
async def half_heads(own: Address, until: float) -> None:
    await half_sent(own, until, HALF_HEAD)


@attack("half-sent bodies")
async def half_bodies(own: Address, until: float) -> None:
    await half_sent(own, until, HALF_BODY)


@attack("sockets that never read")
async def never_read(own: Address, until: float) -> None:
    path = await uploaded(own)

    async def one(number: int) -> None:
        opened = own.socket(f"{path}/socket?since={number % 20}&parts=offers,story,status,scene,battle")
        connection = await opened
        connection.transport.pause_reading()
        with suppress(TimeoutError):
            await asyncio.wait_for(connection.wait_closed(), max(0.1, until - time.perf_counter()))
        connection.transport.abort()

    await again_and_again(until, one, 60)


@attack("sockets that come and go")
async def come_and_go(own: Address, until: float) -> None:
    path = await uploaded(own)

    async def one(number: int) -> None:
        async with own.socket(f"{path}/socket?since={number}&people=0") as opened:
            await opened.recv()

    await again_and_again(until, one)


@attack("new matches with clocks")
async def clocks(own: Address, until: float) -> None:
    await again_and_again(until, lambda _: own.new_match(players={"b": "greedy"}, seconds=2_592_000))


async def in_a_match(
    own: Address, until: float, ask: Callable[[str, str, int], Awaitable[object]], **asked: Any
) -> None:
    """Do something at a seat of a match."""
    made = await own.new_match(**asked)
    while (await own.ask("GET", f"/api/matches/{made['match']}/news", token=made["token"])) is None:
        await asyncio.sleep(0.1)
    await again_and_again(until, lambda number: ask(f"/api/matches/{made['match']}", made["token"], number))


@attack("advice")
async def advice(own: Address, until: float) -> None:
    await in_a_match(own, until, lambda path, token, _: own.ask("GET", f"{path}/advice?look=deep", token=token))


@attack("questions to the guide")
async def guide(own: Address, until: float) -> None:
    names = ("moves", "threats", "reach", "scene", "fire", "guide", "cards")
    await in_a_match(
        own,
        until,
        lambda path, token, number: own.ask("GET", f"{path}/guide/{names[number % len(names)]}", token=token),
    )


@attack("typed words")
async def typed(own: Address, until: float) -> None:
    await in_a_match(own, until, lambda path, token, n: own.ask("GET", f"{path}/parse?text=deploy+{n}+2", token=token))


@attack("commands and undo")
async def commands(own: Address, until: float) -> None:
    async def act(path: str, token: str, number: int) -> None:
        news = await own.ask("GET", f"{path}/news?parts=brief", token=token)
        if news and news["brief"]:
            command = {"kind": "choose", "choice": news["brief"][0]["choice"]}
            await own.ask("POST", f"{path}/commands", command, token)
        if number == 0:
            await own.ask("POST", f"{path}/commands", {"kind": "undo", "to": 0}, token)

    await in_a_match(own, until, act, players={"b": "greedy"})


@attack("chat")
async def chat(own: Address, until: float) -> None:
    await in_a_match(own, until, lambda path, token, _: own.ask("POST", f"{path}/chat", {"text": "hey"}, token))


@attack("odds")
async def odds(own: Address, until: float) -> None:
    asked = (
        "dice/roll?notation=200d6",
        "skirmish/clash?ability=5",
        "heroes/check",
        "skirmish/shot?ballistics=4&difficulty=12",
    )
    await again_and_again(until, lambda number: own.ask("GET", f"/api/odds/{asked[number % len(asked)]}"))


@attack("previews and files")
async def previews(own: Address, until: float) -> None:
    file = {"text": "name = 'x'\n" + "# long\n" * 4000, "name": "x.toml"}
    await again_and_again(
        until,
        lambda number: (
            own.ask("POST", "/api/systems/skirmish/preview", {})
            if number % 2
            else own.ask("POST", "/api/systems/skirmish/rosters", file)
        ),
    )


@attack("estimates")
async def estimates(own: Address, until: float) -> None:
    path, asked = "/api/systems/skirmish/estimate", {"names": ["gable-foxes"], "against": ["red-hall", "hollow-king"]}
    await again_and_again(until, lambda number: own.ask("POST", path, asked | {"key": str(number)}), 32)


@attack("uploads")
async def uploads(own: Address, until: float) -> None:
    replay = long_replay()
    await again_and_again(until, lambda _: own.ask("POST", "/api/replays", {"replay": replay}), 16)


@attack("large bodies")
async def bodies(own: Address, until: float) -> None:
    data = {"arguments": {"x": [1] * 120_000}}
    await again_and_again(until, lambda _: own.ask("POST", "/api/odds/skirmish/shot", data), 16)


@attack("lists and health")
async def lists(own: Address, until: float) -> None:
    paths = ("/api/matches", "/healthz", "/api/systems", "/api/rules/skirmish", "/api/odds", "/api/openapi.json")
    await again_and_again(until, lambda number: own.ask("GET", paths[number % len(paths)]), 128)


async def attacked(url: str, name: str, seconds: float) -> None:
    """Carry out an attack, in a process of its own; print what was answered."""
    own = Address(url, ATTACKER)
    try:
        await ATTACKS[name](own, time.perf_counter() + seconds)
    except Exception as error:
        print(json.dumps({"failed": f"{type(error).__name__}: {error}"}))
        return
    print(json.dumps({str(status or "none"): count for status, count in sorted(own.answers.items())}))


# What others notice


async def measured(url: str, name: str, seconds: float, people: list[Person]) -> dict[str, Any]:
    """Return what people notice of an attack."""
    command = [sys.executable, __file__, "--attack", name, "--url", url, "--seconds", str(seconds)]
    for person in people:
        person.waits, person.refused = [], []
    attacking = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, preexec_fn=lambda: os.nice(10)
    )
    assert attacking.stdout is not None
    until = time.perf_counter() + seconds + STARTING
    await asyncio.gather(*(person.play(until) for person in people))
    try:
        answers = json.loads(await asyncio.wait_for(attacking.stdout.read(), 30) or b"{}")
    except TimeoutError:
        attacking.kill()
        answers = {"failed": "it did not end"}
    await attacking.wait()
    waits = sorted(1000 * wait for person in people for wait in person.waits)
    refused = [reason for person in people for reason in person.refused]
    return {
        "commands": len(waits),
        "p50_ms": round(statistics.median(waits), 1) if waits else None,
        "p99_ms": round(waits[int(len(waits) * 0.99)], 1) if waits else None,
        "longest_ms": round(waits[-1], 1) if waits else None,
        "refused": len(refused),
        "why": sorted({reason[:120] for reason in refused})[:3],
        "attacker": answers,
    }


async def warm_up(person: Person) -> None:
    """Ask a fresh server for everything once, which loads what it has compiled."""
    made = await person.new_match(players={"b": "greedy"})
    path, token = f"/api/matches/{made['match']}", made["token"]
    for what in ("news", "advice", "guide/moves", "guide/threats", "guide/reach"):
        await person.ask("GET", f"{path}/{what}", token=token)
    news = await person.ask("GET", f"{path}/news?parts=brief", token=token)
    await person.ask("POST", f"{path}/commands", {"kind": "choose", "choice": news["brief"][0]["choice"]}, token)
    await person.ask("POST", "/api/systems/skirmish/estimate", {})


async def run(asked: argparse.Namespace) -> dict[str, Any]:
    """Try all attacks on one server, one after the other."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, running(f"sqlite:///{folder}/crowd.db", ()) as (url, _):
        people = [Person(url, number) for number in range(PEOPLE)]
        await asyncio.gather(*(person.sit_down() for person in people))
        await warm_up(people[0])
        for name in asked.only or ATTACKS:
            found[name] = await measured(url, name, asked.seconds, people)
            print(f"{name}: {json.dumps(found[name])}", flush=True)
            await asyncio.sleep(1)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--only", nargs="+", choices=ATTACKS)
    parser.add_argument("--attack", choices=ATTACKS, help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    if asked.attack:
        asyncio.run(attacked(asked.url, asked.attack, asked.seconds))
        return
    results = {
        "what": f"commands of {PEOPLE} people, one a second each, while one address takes all that it can",
        "date": datetime.date.today().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "load": os.getloadavg()[0],
        "attacks": asyncio.run(run(asked)),
    }
    if asked.out:
        asked.out.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

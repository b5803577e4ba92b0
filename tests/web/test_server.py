"""The server itself: its start, its health, its description, its limits, and systems of other packages."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from battlewright.bots.levels import LEVELS
from battlewright.client import Client
from battlewright.engine import formats
from battlewright.engine.compiler.precompile import Report
from battlewright.engine.errors import ServerError
from battlewright.web.app import make_app
from battlewright.web.preparation import Preparation
from battlewright.web.registry import Registry
from tests.commands import run_command
from tests.toy.pig import PIG
from tests.web.conftest import NewServer
from tests.web.play import play
from tests.web.server import Server


def test_what_is_not_there_and_what_is_too_long_is_said_in_a_sentence(client: Client) -> None:
    assert "nothing at this address" in httpx.get(f"{client.url}/api/nothing").json()["error"]
    assert "does not accept DELETE" in httpx.delete(f"{client.url}/api/matches").json()["error"]
    endless = (b" " * 65536 for _ in range(64))  # sent in parts, without its length
    answer = httpx.post(f"{client.url}/api/matches", content=endless)
    assert answer.status_code == 413
    assert "at most 262144 bytes" in answer.json()["error"]


def test_a_server_that_prepares_its_rules_says_how_far_it_is(tmp_path: Path) -> None:
    begun, prepared = threading.Event(), threading.Event()

    def compile(name: str, tell: Report, goes_on: Callable[[], bool]) -> None:
        tell(3, 12, "a rule")
        begun.set()
        prepared.wait(20)

    registry = Registry(lambda: ("pig",), {"pig": PIG}.__getitem__, "pig")
    app = make_app(f"sqlite:///{tmp_path / 'matches.db'}", registry, preparation=Preparation(["pig"], compile))

    async def ask() -> None:
        transport = httpx.ASGITransport(app)
        async with (
            app.app.router.lifespan_context(app.app),
            httpx.AsyncClient(transport=transport, base_url="http://here") as client,
        ):
            health = (await client.get("/healthz")).json()
            assert (health["status"], health["interface"]) == ("warming", formats.INTERFACE)
            answer = await client.get("/readyz")
            assert (answer.status_code, answer.json()) == (503, {"status": "warming"})
            await asyncio.to_thread(begun.wait, 20)
            (pig,) = (await client.get("/api/preparation")).json()["systems"]
            assert (pig["system"], pig["state"], pig["done"], pig["rules"]) == ("pig", "compiling", 3, 12)
            for path in ("matches", "systems/pig/preview"):
                answer = await client.post(f"/api/{path}", json={"system": "pig"} if path == "matches" else {})
                assert answer.status_code == 503
                assert answer.json()["error"].startswith("Pig is being prepared: 3 of 12 rules are compiled")
            for path in ("systems", "rules/pig", "odds", "matches"):
                assert (await client.get(f"/api/{path}")).status_code == 200, path
            prepared.set()
            for _ in range(500):
                answer = await client.get("/readyz")
                if answer.status_code == 200:
                    break
                await asyncio.sleep(0.01)
            assert (answer.status_code, answer.json()) == (200, {"status": "ready"})
            assert (await client.get("/healthz")).json()["status"] == "ready"
            (pig,) = (await client.get("/api/preparation")).json()["systems"]
            assert (pig["state"], pig["seconds"]) == ("ready", None)
            assert (await client.post("/api/matches", json={"system": "pig"})).status_code == 201

    asyncio.run(ask())


def test_a_system_of_another_package_is_played_over_the_server(client: Client) -> None:
    systems = {system["name"]: system for system in client.systems()["systems"]}
    file, goal = systems["pig"]["options"]
    assert (file["name"], file["is_file"]) == ("setup", True)
    assert goal["name"] == "goal"
    assert (goal["kind"], goal["least"], goal["most"], goal["default"]) == ("whole", 1, 100, 12)
    assert systems["pig"]["bots"] == ["random", "search"]
    assert [level["name"] for level in systems["pig"]["levels"]] == list(LEVELS)
    assert systems["pig"]["usual_level"] == "beginner"
    match = client.new_match("pig", options={"goal": 20})
    assert match.about()["system"] == "pig"
    assert [each["choice"] for each in match.advice()["advice"]] == [each["choice"] for each in match.news()["offers"]]
    seen = play(match)
    assert seen[-1]["result"]
    assert match.rematch().news(0)["state"] == "running"
    with pytest.raises(ServerError, match="goal"):
        client.new_match("pig", options={"goal": 0})


def test_the_server_says_what_it_plays_and_counts_what_it_does(client: Client) -> None:
    found = client.systems()
    names = [system["name"] for system in found["systems"]]
    assert {"skirmish", "heroes", "formations"} <= set(names)
    skirmish = found["systems"][names.index("skirmish")]
    assert "red-hall" in skirmish["shelves"]["rosters"]
    assert "edition" in [option["name"] for option in skirmish["options"]]
    play(client.new_match("formations"), most=3)
    counted = httpx.get(f"{client.url}/metrics").text
    assert 'battlewright_matches_begun_total{system="formations"}' in counted
    assert "battlewright_command_seconds_bucket" in counted


def test_the_interface_is_described_offline(client: Client) -> None:
    page = httpx.get(f"{client.url}/api/docs")
    assert page.status_code == 200
    assert "'unsafe-inline'" in page.headers["content-security-policy"]
    for name in ("swagger-ui.css", "swagger-ui-bundle.js", "start.js"):
        assert f"/api/docs/{name}" in page.text
        assert httpx.get(f"{client.url}/api/docs/{name}").status_code == 200
    assert httpx.get(f"{client.url}/api/docs/secrets.txt").status_code == 400
    assert "https://" not in page.text
    described = httpx.get(f"{client.url}/api/openapi.json").json()
    assert "/api/matches/{match}/commands" in described["paths"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--database", "mysql://x"], "'mysql' is not a supported database"),
        (["--database", "nonsense"], "'nonsense' is not a database URL"),
        (["--database", "sqlite://"], "An in-memory database would lose its matches"),
        (["--database", "sqlite:////no/such/folder/x.db"], "there is no folder"),
        (["--workers", "2", "--database", "sqlite:///x.db"], "Several workers need PostgreSQL"),
        (["--limit", "matches=no"], "--limit matches must be a number"),
        (["--limit", "mathces=3"], "Did you mean 'matches'?"),
        (["--host", "203.0.113.1", "--database", "sqlite:///m.db"], "cannot listen on 203.0.113.1"),
    ],
)
def test_a_server_that_cannot_start_says_why(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    done = run_command(["battlewright", "serve", "--port", "0", *arguments], tmp_path, {})
    assert done.code == 2
    assert sentence in done.text
    assert "Traceback" not in done.text


def test_a_port_that_is_taken_is_said(shared_server: Server, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"
    command = ["battlewright", "serve", "--port", str(shared_server.port), "--database", database]
    done = run_command(command, tmp_path, {})
    assert (done.code, "Address already in use" in done.text) == (2, True)


def test_limits_are_said_where_they_are_reached(new_server: NewServer) -> None:
    server = new_server(None, "--limit", "matches=2", "--limit", "open_matches=3", "--limit", "new_matches=100")
    ann, ben, eve = (server.client.new_match("formations", name=name) for name in ("Ann", "Ben", "Eve"))
    assert [match.about()["state"] for match in (ann, ben, eve, ann)] == ["running"] * 4
    with pytest.raises(ServerError, match="3 matches are not over yet") as refused:
        server.client.new_match("formations")
    assert refused.value.status == 503
    ann.command("resign")
    assert server.client.new_match("formations").about()["state"] == "running"


def test_a_server_with_too_many_bots_that_think_says_so(new_server: NewServer) -> None:
    server = new_server(None, "--limit", "thinking=1", "--limit", "waiting=1", "--limit", "new_matches=100")
    thinking = {"a": "search:2000ms", "b": "search:2000ms"}
    for _ in range(2):
        server.client.new_match("skirmish", players=thinking)
        time.sleep(0.2)
    with pytest.raises(ServerError, match="busy with bots: 1 running and 1 waiting") as refused:
        server.client.new_match("skirmish", players=thinking)
    assert refused.value.status == 503
    assert server.client.new_match("skirmish").about()["state"] == "running", "quick bots still play"


def test_logs_have_no_secrets(new_server: NewServer) -> None:
    server = new_server()
    match = server.client.new_match("skirmish")
    play(match, most=5)
    with pytest.raises(ServerError):
        match.choose("nonsense")
    match.command("resign")
    secret = match.about()["dice"]["secret"]
    server.stop()
    logged = (server.folder / "server.log").read_text()
    assert "ready" in logged
    assert all(str(each) not in logged for each in (match.token, secret))

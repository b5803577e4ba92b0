"""What is compiled before a battle is all that its server calls: in a battle nobody waits for the compiler."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlewright import systems
from battlewright.engine.record import PLAIN
from tests.fresh import FreshProcesses

pytestmark = pytest.mark.skipif(PLAIN, reason="rules are not compiled")

BATTLE = """
import socket, threading

import uvicorn

from battlewright import systems
from battlewright.cli.build import import_table
from battlewright.client import Client
from battlewright.engine.compiler.rule import RULES, Compiled
from battlewright.engine.compiler.stamps import reachable
from battlewright.store.database import open_database
from battlewright.web.app import make_app
from battlewright.web.registry import Registry

open_database("sqlite:///matches.db").dispose()
app = make_app("sqlite:///matches.db", Registry(lambda: (NAME,), systems.load, NAME))
server = uvicorn.Server(uvicorn.Config(app, log_config=None))
listening = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True).start()
with Client(f"http://127.0.0.1:{listening.getsockname()[1]}", tries=30) as client:
    system = next(each for each in client.systems()["systems"] if each["name"] == NAME)
    usual = {"a": "person", "b": system["usual_level"]}
    match = client.new_match(NAME, players=usual, options=system["pages"].get("options", {}), advice="full")
    news = match.follow("offers,suggestions,scene,story")
    for _ in range(CHOICES):
        while not next(news)["offers"]:
            pass
        given = match.get("/advice", look="first")["advice"]
        match.choose(max(given, key=lambda each: each["marked"])["choice"])
    client.request("POST", f"/api/systems/{NAME}/estimate", {})
    print(sum(each["win"] is not None for each in given))
entries = {entry.py_func for entry in import_table(NAME) if isinstance(entry, Compiled)}
known = {function for entry in entries for function in reachable(entry)}
for rule in RULES:
    used = rule.compiled._dispatcher
    if used is not None and used.overloads and rule.function not in (entries if used.is_ready else known):
        print("compiled in the server:", rule.name)
"""


@pytest.mark.parametrize("name", systems.names())
def test_a_battle_with_advice_and_an_estimate_need_no_rule_but_those_of_its_table(
    name: str, fresh_processes: FreshProcesses, tmp_path: Path
) -> None:
    given = BATTLE.replace("NAME", repr(name)).replace("CHOICES", "6")
    done = fresh_processes.run(given, tmp_path, {})
    assert done.returncode == 0, done.stderr
    count, *others = done.stdout.splitlines()
    assert int(count) > 0, "there was advice"
    assert not others

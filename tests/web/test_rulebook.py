"""The rulebooks over HTTP."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from battlewright import systems
from tests.web.server import Server

RULINGS = Path(__file__).parents[2] / "docs" / "rulings.md"


@pytest.mark.parametrize("name", systems.names())
def test_a_rulebook_is_complete(shared_server: Server, name: str) -> None:
    book = httpx.get(f"{shared_server.url}/api/rules/{name}").json()
    catalogue = systems.load(name).catalogue
    assert [each["id"] for each in book["clauses"]] == [clause.id for clause in catalogue]
    assert [each["summary"] for each in book["clauses"]] == [clause.summary for clause in catalogue]
    for clause in book["clauses"]:
        assert clause["id"].startswith(f"{clause['edition']}.{clause['chapter']}")
        assert clause["title"], clause["id"]
        assert book["chapters"][clause["chapter"]]
        assert clause["edition"] in book["editions"] or not book["editions"]


def test_all_rulebooks_are_listed(shared_server: Server) -> None:
    listed = httpx.get(f"{shared_server.url}/api/rules").json()["systems"]
    shipped = {name: len(systems.load(name).catalogue) for name in systems.names()}
    assert {each["name"]: each["clauses"] for each in listed} == shipped | {"pig": 3}
    assert httpx.get(f"{shared_server.url}/api/rules/nothing").status_code == 400


@pytest.mark.parametrize("name", systems.names())
def test_every_switch_of_the_rules_belongs_to_a_clause(name: str) -> None:
    system = systems.load(name)
    assert system.setup.switches is not None
    named = [switch for clause in system.catalogue for switch in clause.switches]
    assert sorted(named) == sorted(system.setup.switches())


def test_the_switches_of_heroes_belong_to_the_clauses_that_its_page_names() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| (H\.\w+) \|", RULINGS.read_text(encoding="utf-8"), re.MULTILINE))
    catalogue = systems.load("heroes").catalogue
    clause_of = {switch: clause.id for clause in catalogue for switch in clause.switches}
    assert rows.items() <= clause_of.items()
    assert len(rows) > 20


def test_a_rulebook_in_short_is_told_and_that_of_a_match_has_its_rulings(shared_server: Server) -> None:
    with httpx.Client(base_url=shared_server.url, timeout=60) as web:
        usual = web.get("/api/rules/skirmish/summary").json()
        assert (usual["title"], usual["edition"]) == ("Skirmish, second edition", "S2")
        assert usual["blocks"][0] == {"block": "line", "text": "In force", "heading": True}
        refused = web.get("/api/rules/skirmish/summary?edition=S3")
        assert refused.status_code == 400
        assert "S1" in refused.json()["error"]
        asked = {"system": "skirmish", "options": {"edition": "first", "scenario": "no-way-past"}}
        made = web.post("/api/matches", json=asked | {"players": {"a": "person", "b": "greedy"}}).json()
        told = web.get(f"/api/matches/{made['match']}/rules").json()
        assert told["edition"] == "S1"
        lines = [each["text"] for each in told["blocks"] if each["block"] == "line"]
        rulings = web.get(f"/api/matches/{made['match']}/guide/rulings").json()["rulings"]
        for each in rulings:
            assert any(line.lower().startswith(f"{each['name']} is on") for line in lines[:6])
        assert rulings

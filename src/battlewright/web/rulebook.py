"""The rulebooks over HTTP: all of one, and a clause by its id."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from fastapi import Path, Query, Request

from battlewright.contract.rules_summary import rules_summary
from battlewright.contract.system import System
from battlewright.engine.clauses import Clause
from battlewright.engine.index import Entry, read_index
from battlewright.web import system_models as models
from battlewright.web.endpoints import AnyLobby, Json, Router, SystemName

router = Router(prefix="/api/rules", tags=["rules"])


@router.get("")
async def list_rulebooks(lobby: AnyLobby, request: Request) -> Json[models.Rulebooks]:
    """The rulebooks, each with the number of its clauses."""
    loaded = request.app.state.registry.load_all()
    named: list[models.NamedRulebook] = [
        {"name": each.name, "title": each.title, "clauses": len(each.catalogue)} for each in loaded
    ]
    return Json({"systems": named})


@router.get("/{system}")
async def get_rulebook(lobby: AnyLobby, system: SystemName) -> Json[models.Rulebook]:
    """A rulebook, clause by clause, with the names of its editions and chapters, and the tests of each clause."""
    loaded = lobby.load(system)
    catalogue = loaded.catalogue
    clauses: list[models.TestedClause] = [
        {**_clause_data(loaded, each), "tests": _tests(each.id)} for each in catalogue
    ]
    return Json(
        {
            "system": loaded.name,
            "title": loaded.title,
            "editions": dict(catalogue.editions),
            "chapters": dict(catalogue.chapters),
            "clauses": clauses,
        }
    )


@router.get("/{system}/summary")
async def get_summary(
    lobby: AnyLobby,
    system: SystemName,
    edition: Annotated[
        str, Query(max_length=8, description="The letters of the edition. Default: the first.", examples=["S1"])
    ] = "",
) -> Json[models.RulesSummary]:
    """A rulebook in short, for one page: what one looks up during a battle, where all options are as usual."""
    return Json(rules_summary(lobby.load(system), edition=edition).as_data())


@router.get("/{system}/{clause}")
async def get_clause(
    lobby: AnyLobby,
    system: SystemName,
    clause: Annotated[str, Path(max_length=32, description="The id of the clause.", examples=["S2.F1"])],
) -> Json[models.Clause]:
    """A clause: what it says in our own words, where it comes from, and whether it is the text's or a ruling."""
    loaded = lobby.load(system)
    return Json(_clause_data(loaded, loaded.catalogue.by_id(clause)))


def _clause_data(system: System, clause: Clause) -> models.Clause:
    switches = system.setup.switches() if system.setup.switches else {}
    edition, _, place = clause.id.partition(".")
    return {
        "system": system.name,
        "id": clause.id,
        "edition": edition,
        "chapter": place.rstrip("0123456789"),
        "title": clause.title,
        "kind": clause.kind,
        "summary": clause.summary,
        "source": clause.source,
        "stands_for": list(clause.stands_for),
        "switches": {name: switches.get(name) for name in clause.switches},
    }


_index = cache(read_index)


def _tests(clause: str) -> list[str]:
    """Return what the tests of a clause say, as phrases: their names are written to be read."""
    names = [each["name"].partition("[")[0] for each in _index().get(clause, Entry(functions=[], tests=[]))["tests"]]
    return list(dict.fromkeys(name.removeprefix("test_").replace("_", " ") for name in names))

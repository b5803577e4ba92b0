"""The catalogue, the rules and the tests hold together."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

from battlewright import systems
from battlewright.cli.build import import_everything
from battlewright.contract.system import System
from battlewright.engine.clauses import KINDS
from battlewright.engine.compiler.rule import RULES
from battlewright.engine.index import Entry, make_index, read_index, write_index
from battlewright.systems.formations.record import Clause as FormationsClause
from battlewright.systems.heroes.enums import Clause as HeroesClause
from battlewright.systems.skirmish.clauses import Clause as SkirmishClause
from battlewright.systems.skirmish.clauses import First

ROOT = Path(__file__).parents[1]
SYSTEMS = [systems.load(name) for name in systems.names()]
KNOWN = {clause.id for system in SYSTEMS for clause in system.catalogue}
IN_CODE = {"F": FormationsClause, "H": HeroesClause, "S2": SkirmishClause, "S1": First}
"""The numbers of the clauses as the rules know them, by the letters before the dot of an id."""
READ = {".py", ".md", ".toml", ".js", ".ts", ".html", ".json", ".txt"}
"""The kinds of files in which a clause may be cited."""
UNKNOWN_ON_PURPOSE = {"F.D31", "F.D32", "F.D312", "F.D99", "S2.X13", "S2.Z9"}
"""What tests ask for to see how it is refused."""


@cache
def index() -> dict[str, Entry]:
    """The index of this checkout, made when a test first asks for it."""
    return make_index(ROOT)


@pytest.mark.parametrize("id", sorted(KNOWN))
def test_every_clause_has_a_rule_function_and_a_test(id: str) -> None:
    assert id in index()
    assert index()[id]["functions"], f"no rule carries out {id}"
    assert index()[id]["tests"], f"no test holds {id}"


def test_no_unknown_clause_is_cited() -> None:
    toy = {"P.A1", "P.A2", "P.A3"}
    assert set(index()) - KNOWN - toy == set()


def test_texts_cite_only_known_clauses() -> None:
    """In code, tests, docs and data alike, wherever something looks like a clause of a system that is here."""
    letters = {id.split(".")[0] for id in KNOWN}
    pattern = re.compile(rf"\b(?:{'|'.join(letters)})\.[A-Z]\d+\b")
    unknown: dict[str, set[str]] = {}
    folders = [ROOT / folder for folder in ("src", "tests", "bench", "examples", "docs", "tools")]
    for file in [*ROOT.glob("*.md"), *(file for folder in folders for file in folder.rglob("*"))]:
        if file.suffix in READ and "_build" not in file.parts:
            allowed = KNOWN | (UNKNOWN_ON_PURPOSE if file.is_relative_to(ROOT / "tests") else set())
            found = set(pattern.findall(file.read_text(encoding="utf-8"))) - allowed
            if found:
                unknown[str(file.relative_to(ROOT))] = found
    assert unknown == {}


def test_the_functions_of_the_index_are_the_registered_rules() -> None:
    import_everything()
    for module in walk_packages(systems.__path__, f"{systems.__name__}."):  # guides bring rules of their own in late
        import_module(module.name)
    ours = [rule for rule in RULES if rule.function.__module__.startswith("battlewright.")]
    registered = {(rule.function.__name__, id) for rule in ours for id in rule.clauses}
    indexed = {
        (cited["name"], id)
        for id, entry in index().items()
        for cited in entry["functions"]
        if cited["file"].startswith("src/")
    }
    assert indexed == registered
    assert {id for _, id in registered} == KNOWN


@pytest.mark.parametrize("system", SYSTEMS, ids=[system.name for system in SYSTEMS])
def test_a_catalogue_is_in_order(system: System) -> None:
    ids = [clause.id for clause in system.catalogue]
    assert len(set(ids)) == len(ids)
    for clause in system.catalogue:
        assert clause.kind in KINDS
        assert clause.summary.endswith(".")
        assert clause.source


@pytest.mark.parametrize("edition", IN_CODE)
def test_the_numbers_in_the_code_are_those_of_the_catalogue(edition: str) -> None:
    """Of the first edition of Skirmish the rules name only those clauses whose events and refusals cite them."""
    clauses: type[IntEnum] = IN_CODE[edition]
    in_code = {f"{edition}.{clause.name}": int(clause) for clause in clauses}
    numbers = {clause.id: clause.number for system in SYSTEMS for clause in system.catalogue}
    in_catalogue = {id: number for id, number in numbers.items() if id.startswith(f"{edition}.")}
    assert in_code == in_catalogue if clauses is not First else in_code.items() <= in_catalogue.items()


def test_every_edition_has_its_numbers_in_the_code() -> None:
    assert {id.split(".")[0] for id in KNOWN} == set(IN_CODE)


@pytest.mark.plain
def test_the_index_is_written_into_the_package_and_read_back() -> None:
    write_index(ROOT)
    assert read_index() == index()

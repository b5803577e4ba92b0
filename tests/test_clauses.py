"""The catalogue, the rules and the tests hold together."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from battlewright import systems
from battlewright.cli.build import import_everything
from battlewright.contract.system import System
from battlewright.engine.clauses import KINDS
from battlewright.engine.compiler.rule import RULES
from battlewright.engine.index import Entry, make_index, read_index, write_index
from battlewright.systems.formations.record import Clause

ROOT = Path(__file__).parents[1]
SYSTEMS = [systems.load(name) for name in systems.names()]
KNOWN = {clause.id for system in SYSTEMS for clause in system.catalogue}


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
    """In code, docs and data alike, wherever something looks like a clause of a system that is here."""
    letters = {id.split(".")[0] for id in KNOWN}
    pattern = re.compile(rf"\b(?:{'|'.join(letters)})\.[A-Z]\d+\b")
    unknown = {}
    for folder in ("src", "docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        place = ROOT / folder
        files = [place] if place.is_file() else [f for f in place.rglob("*") if f.suffix in {".py", ".md", ".toml"}]
        for file in files:
            found = set(pattern.findall(file.read_text(encoding="utf-8"))) - KNOWN
            if found and "_build" not in file.parts:
                unknown[str(file.relative_to(ROOT))] = found
    assert unknown == {}


def test_the_functions_of_the_index_are_the_registered_rules() -> None:
    import_everything()
    registered = {(rule.function.__name__, id) for rule in RULES for id in rule.clauses if id in KNOWN}
    indexed = {
        (cited["name"], id)
        for id, entry in index().items()
        if id in KNOWN
        for cited in entry["functions"]
        if cited["file"].startswith("src/")
    }
    assert indexed == {each for each in registered if each in indexed}
    assert indexed


@pytest.mark.parametrize("system", SYSTEMS, ids=[system.name for system in SYSTEMS])
def test_a_catalogue_is_in_order(system: System) -> None:
    ids = [clause.id for clause in system.catalogue]
    assert len(set(ids)) == len(ids)
    for clause in system.catalogue:
        assert clause.kind in KINDS
        assert clause.summary.endswith(".")
        assert clause.source


def test_the_numbers_in_the_code_are_those_of_the_catalogue() -> None:
    in_code = {f"F.{clause.name}": int(clause) for clause in Clause}
    assert in_code == {clause.id: clause.number for clause in systems.load("formations").catalogue}


@pytest.mark.plain
def test_the_index_is_written_into_the_package_and_read_back() -> None:
    write_index(ROOT)
    assert read_index() == index()

"""The catalogue of clauses is data, with ids and numbers that stay."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

from battlewright import systems
from battlewright.contract.system import System
from battlewright.engine.clauses import KINDS, Catalogue, Clause, read_catalogue
from battlewright.engine.errors import UnknownError

pytestmark = pytest.mark.plain

CATALOGUE = """\
system = "duel"
source = "The book of duels"

[[clauses]]
id = "D.A2"
number = 7
kind = "text"
summary = "Both bow. Größe zählt nicht."

[[clauses]]
id = "D.A1"
number = 3
kind = "ruling"
summary = "Who does not bow has lost."
"""


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    """The catalogue of a package that is made for one test, under a name of its own."""
    name = f"duel_{tmp_path.name}"
    package = tmp_path / name
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "clauses.toml").write_text(CATALOGUE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return read_catalogue(name)


def test_a_catalogue_is_read_in_the_order_of_the_rulebook(duel: Catalogue) -> None:
    book = "The book of duels"
    assert duel.system == "duel"
    assert list(duel) == [
        Clause("D.A2", 7, book, "Both bow. Größe zählt nicht.", "text"),
        Clause("D.A1", 3, book, "Who does not bow has lost.", "ruling"),
    ]
    assert len(duel) == 2


def test_a_clause_is_found_by_its_id_in_any_case(duel: Catalogue) -> None:
    assert duel.by_id("D.A1").number == 3
    assert duel.by_id("d.a1") is duel.by_id("D.A1")
    assert duel.by_id("D.a2").number == 7


def test_a_clause_is_found_by_its_number(duel: Catalogue) -> None:
    assert duel.by_number(7).id == "D.A2"
    assert duel.by_number(3).id == "D.A1"


@pytest.mark.parametrize("id", ["D.A9", "D.A", "D", "", "D.A1 ", "7"])
def test_an_unknown_id_is_refused_with_the_known_ones(duel: Catalogue, id: str) -> None:
    with pytest.raises(UnknownError) as refused:
        duel.by_id(id)
    message = str(refused.value)
    assert message.startswith(f"Unknown clause {id!r}.")
    assert message.endswith("Known: D.A2, D.A1.")


def test_an_id_that_is_nearly_right_is_offered(duel: Catalogue) -> None:
    with pytest.raises(UnknownError, match=r"Did you mean 'D\.A1'\?"):
        duel.by_id("da1")


@pytest.mark.parametrize("number", [0, 1, 2, 4, -3, 73])
def test_an_unknown_number_is_refused_with_the_known_ones(duel: Catalogue, number: int) -> None:
    with pytest.raises(UnknownError) as refused:
        duel.by_number(number)
    message = str(refused.value)
    assert message.startswith(f"Unknown clause number '{number}'.")
    assert message.endswith("Known: 7, 3.")


def test_a_clause_cannot_be_changed(duel: Catalogue) -> None:
    clause, name = duel.by_id("D.A1"), "number"
    with pytest.raises(FrozenInstanceError):
        setattr(clause, name, 4)
    assert replace(clause, number=4) != clause


def test_a_catalogue_is_read_once() -> None:
    package = "battlewright.systems.formations"
    assert read_catalogue(package) is read_catalogue(package)


def test_every_clause_of_a_shipped_catalogue_is_of_a_known_kind(formations: System) -> None:
    assert {clause.kind for clause in formations.catalogue} <= set(KINDS)


def test_every_clause_of_a_shipped_catalogue_has_an_id_and_a_number_of_its_own(formations: System) -> None:
    clauses = list(formations.catalogue)
    assert len({clause.id.lower() for clause in clauses}) == len(clauses) > 0
    assert len({clause.number for clause in clauses}) == len(clauses)
    assert all(0 < clause.number < 2**31 for clause in clauses)  # 0 says that nothing is refused


def test_every_clause_of_a_shipped_catalogue_says_something_and_where_it_is_from(formations: System) -> None:
    for clause in formations.catalogue:
        assert clause.summary.strip().endswith("."), clause.id
        assert clause.source


def test_every_clause_of_a_shipped_catalogue_is_found_again(formations: System) -> None:
    catalogue = formations.catalogue
    assert catalogue.system == formations.name
    for clause in catalogue:
        assert catalogue.by_id(clause.id.swapcase()) is clause
        assert catalogue.by_number(clause.number) is clause


def test_a_text_cites_the_clauses_of_an_edition() -> None:
    catalogue = systems.load("skirmish").catalogue
    text = "no room (S2.A6), see S2.K1, S2.X13 and X2.A6; S2.B1, S2.M13"
    assert catalogue.cited_in(text, "S1") == "no room (S1.A1), see S1.K1, S2.X13 and X2.A6; S1.C3, S1.A1"
    assert catalogue.cited_in(text, "S2") == text

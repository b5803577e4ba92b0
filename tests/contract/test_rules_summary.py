"""The rules in short: they cite clauses that there are, and take numbers of rulings from the rulings in force."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from battlewright import systems
from battlewright.answers.report import Grid, Line, Report
from battlewright.contract.rules_summary import rules_summary
from battlewright.contract.system import System
from battlewright.engine.errors import UnknownError
from battlewright.systems.heroes.guide.rules_summary import rules_summary as heroes_summary
from battlewright.systems.heroes.setup.rulings import RulingsSetup, as_shipped
from tests.commands import run_command
from tests.toy.pig import PIG

ID = re.compile(r"\b[A-Z]\d?\.[A-Z]\d+\b")
BOOKS = [(name, edition) for name in systems.names() for edition in systems.load(name).catalogue.editions or ("",)]
NUMBERS = [name for name, field in RulingsSetup.model_fields.items() if field.annotation in (int, bool)]


def cited(report: Report) -> list[list[str]]:
    """Return the ids of each line and each table, without headings."""
    found = []
    for block in report.blocks:
        if isinstance(block, Line) and not block.heading:
            found.append(ID.findall(block.text))
        if isinstance(block, Grid):
            found.append(ID.findall(f"{block.caption} {block.rows}"))
    return found


@pytest.mark.parametrize(("name", "edition"), BOOKS)
def test_each_line_cites_clauses_that_there_are(name: str, edition: str) -> None:
    system = systems.load(name)
    assert system.guide.rules_summary is not None
    known = {clause.id for clause in system.catalogue if clause.id.startswith(edition)}
    for changed in ({}, dict.fromkeys(system.setup.switches() if system.setup.switches else (), True)):
        if name == "heroes" and changed:
            continue
        lines = cited(system.guide.rules_summary(changed, edition))
        assert all(lines)
        assert {id for each in lines for id in each} <= known


@pytest.mark.parametrize("ruling", [name for name in NUMBERS if name != "complete"])
def test_a_ruling_that_is_changed_is_changed_in_the_summary(ruling: str) -> None:
    usual = getattr(as_shipped(), ruling)
    now = (not usual) if isinstance(usual, bool) else usual - 1 or 2
    assert heroes_summary({ruling: now}, "").blocks != heroes_summary({}, "").blocks


def test_the_tables_of_rulings_are_those_in_force() -> None:
    changed = {
        "conditions": {"stunned": {"ap": 1, "turns": 7}},
        "armour": {"light": {"value": 5}},
        "situations": {"deep mud": {"component": "dodge", "amount": -3}},
        "responses": {"weakened": {"attack": -9}},
    }
    rows = [row for block in heroes_summary(changed, "").blocks if isinstance(block, Grid) for row in block.rows]
    assert ["Stunned", "-1 AP", "7 turns"] in rows
    assert ["light", "5", "12", "-"] in rows
    assert ["deep mud", "dodge", "-3"] in rows
    text = " ".join(block.text for block in heroes_summary(changed, "").blocks if isinstance(block, Line))
    assert "weakened: attack -9" in text


@pytest.mark.parametrize(
    ("name", "edition", "option"),
    [
        ("formations", "", {"heavy_sixes": True}),
        ("formations", "", {"opening_penalty": 3}),
        *(("skirmish", "S2", {name: True}) for name in ("threat_stops_moves", "modifier_added", "solid_blocks")),
        *(("skirmish", "S1", {name: True}) for name in ("threat_stops_moves", "solid_blocks")),
    ],
)
def test_an_option_that_is_on_is_in_force_and_in_the_summary(name: str, edition: str, option: dict[str, int]) -> None:
    system = systems.load(name)
    report, usual = rules_summary(system, option, edition), rules_summary(system, edition=edition)
    (key,) = option
    assert any(isinstance(block, Line) and block.text.lower().startswith(f"{key} is ") for block in report.blocks[:3])
    later = [[block for block in each.blocks if isinstance(block, Line)][4:] for each in (report, usual)]
    assert later[0] != later[1]


def test_a_system_without_a_summary_has_its_clauses_in_short() -> None:
    report = rules_summary(PIG)
    texts = [block.text for block in report.blocks if isinstance(block, Line)]
    assert [any(clause.summary in text for text in texts) for clause in PIG.catalogue] == [True] * len(PIG.catalogue)


def test_an_edition_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownError, match="S1"):
        rules_summary(systems.load("skirmish"), edition="S3")


def test_the_command_prints_a_summary(tmp_path: Path) -> None:
    printed = run_command(["battlewright", "rules", "s1", "--summary"], tmp_path, {})
    assert "(S1.K2, S1.K9)" in printed.text
    system: System = systems.load("skirmish")
    assert rules_summary(system, edition="s1").data["title"] == "Skirmish, first edition"
    refused = run_command(["battlewright", "rules", "chess", "--summary"], tmp_path, {})
    assert refused.code == 2
    assert "Name a system or an edition" in refused.text
    assert "not chess" in refused.text

"""Skirmish keeps the contract, and plays the same battles compiled and as plain Python."""

from __future__ import annotations

from itertools import cycle
from typing import Any, Literal

import pytest

from battlewright import systems
from battlewright.conformance import check, digest
from battlewright.systems.skirmish.setup.battle import SCENARIOS, BattleSetup, DeploymentSetup, read_scenario
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES, RosterSetup, read_roster, read_table
from tests.modes import digests_of_the_other_mode

Edition = Literal["first", "second"]
EDITIONS: tuple[Edition, ...] = ("second", "first")
OPTIONS: dict[Edition, list[dict[str, Any]]] = {
    "second": [
        {},
        {"threat_stops_moves": True},
        {"modifier_added": True, "solid_blocks": True},
        {"threat_stops_moves": True, "modifier_added": True, "solid_blocks": True},
    ],
    "first": [
        {"deployment": DeploymentSetup(depth=11.5)} | options
        for options in ({}, {"threat_stops_moves": True}, {"solid_blocks": True})
    ],
}
"""The sides of the first edition begin near each other, so that they soon clash."""
FEW, MANY = 4, 40
"""Battles of each small set-up; there is one for each table."""


def few(name: str, most: int) -> RosterSetup:
    """The first models of a shipped roster, one of each card."""
    roster = read_roster(name)
    cards = tuple(card.model_copy(update={"count": 1}) for card in roster.characters[:most])
    return roster.model_copy(update={"characters": cards})


def battle(
    edition: Edition, one: RosterSetup, other: RosterSetup, table: str, scenario: str, **options: Any
) -> BattleSetup:
    fought_for = read_scenario(scenario).model_copy(update=options)
    return BattleSetup(edition=edition, rosters=(one, other), table=read_table(table), scenario=fought_for)


def whole_setups(edition: Edition) -> list[BattleSetup]:
    """Every table, roster, scenario and option in some battle, with all models."""
    rosters, scenarios, options = ROSTERS.names, cycle(SCENARIOS.names), cycle(OPTIONS[edition])
    tables = cycle(TABLES.names)
    return [
        battle(
            edition,
            read_roster(one),
            read_roster(other),
            next(tables),
            next(scenarios),
            **next(options),
            round_limit=2,
        )
        for one, other in zip(rosters, rosters[1:] + rosters[:1], strict=True)
    ]


def small_setups(edition: Edition) -> list[BattleSetup]:
    """Two or three models a side, a round or two, each shipped table once."""
    rosters, scenarios, options = cycle(ROSTERS.names), cycle(SCENARIOS.names), cycle(OPTIONS[edition])
    return [
        battle(
            edition,
            few(next(rosters), 3),
            few(next(rosters), 2),
            table,
            next(scenarios),
            **next(options),
            round_limit=rounds,
        )
        for table, rounds in zip(TABLES.names, (1, 2, 1, 2, 1), strict=True)
    ]


def digests(battles: int) -> list[str]:
    setups = [setup for edition in EDITIONS for setup in small_setups(edition)]
    return [digest(systems.load("skirmish"), setup, battles, seed=17) for setup in setups]


@pytest.mark.parametrize("battles", [1, pytest.param(4, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_skirmish_keeps_the_contract(edition: Edition, battles: int) -> None:
    """One battle of each set-up by day, four by night."""
    setups = whole_setups(edition)
    report = check(systems.load("skirmish"), setups, battles=battles)
    assert report.battles == battles * len(setups)
    assert min(report.choices, report.refusals, report.rolls, report.edits) > 25 * battles


@pytest.mark.parametrize("battles", [FEW, pytest.param(MANY, marks=pytest.mark.nightly)])
def test_the_same_skirmishes_have_the_same_bytes_compiled_and_plain(battles: int) -> None:
    """In this process and in one of the other mode; 200 battles of each edition by night."""
    here = digests(battles)
    assert digests_of_the_other_mode(__name__, battles) == here
    assert len(set(here)) == len(here)

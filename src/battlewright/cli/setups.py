"""Battles of Skirmish put together from what was typed: names of rosters, a table, a scenario, or their files."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from battlewright.cli.show import read_together
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.systems.skirmish.setup.battle import (
    EDITIONS,
    OPTIONS,
    BattleSetup,
    ScenarioSetup,
    cited_in,
    read_scenario,
    set_up,
    warnings,
)
from battlewright.systems.skirmish.setup.files import (
    ROSTERS,
    RosterSetup,
    TableSetup,
    read_roster,
    read_table,
)

DEFAULT_ROSTERS = ("lantern-company", "hollow-king")
DEFAULT_SCENARIO = "last-stand"
DEFAULT_EDITION = "second"
DEFAULT_TABLE = "ruins"
"""Where a scenario does not name a table."""


def check_rosters(names: Sequence[str]) -> None:
    """A battle has two rosters, or those that are usual."""
    if len(names) not in (0, 2):
        raise BattlewrightError(f"A battle has two rosters, not {len(names)}; name two or none.")


def check_edition(edition: str) -> None:
    """An edition of the rulebook, by its name."""
    if edition not in EDITIONS:
        raise UnknownError("edition", edition, EDITIONS)


def check_options(names: Sequence[str], edition: str) -> None:
    """Options of the rules, by their names, that the edition has."""
    for name in names:
        if name not in OPTIONS:
            raise UnknownError("option", name, OPTIONS)
        refusal = OPTIONS[name].refusal(edition)
        if refusal:
            raise BattlewrightError(f"--option {name} {refusal}.")


def with_options(scenario: ScenarioSetup, names: Sequence[str]) -> ScenarioSetup:
    """A scenario with these options switched on as well."""
    return scenario.model_copy(update=dict.fromkeys(names, True))


def terms_of(setup: BattleSetup) -> str:
    """The edition of a battle, its options and its rounds, for people."""
    options = " and ".join(setup.scenario.options)
    return f"{setup.edition} edition{options and f' with {options}'}, {setup.scenario.round_limit} rounds"


def read_setup(
    names: Sequence[str],
    table: str | None,
    scenario: str | None,
    rounds: int | None,
    edition: str = DEFAULT_EDITION,
    options: Sequence[str] = (),
) -> BattleSetup:
    """The set-up that the names stand for; what is odd about a roster is told, not refused."""
    check_edition(edition)
    check_options(options, edition)
    rosters = tuple(names) or DEFAULT_ROSTERS
    first, second, found, ground = read_together(
        (rosters[0], read_roster),
        (rosters[1], read_roster),
        (scenario or DEFAULT_SCENARIO, read_scenario),
        (table, read_table),
    )
    warn(dict(zip(rosters, (first, second), strict=True)), edition)
    return put_together((first, second), ground, with_options(found, options), rounds, edition)


def warn(rosters: dict[str, RosterSetup], edition: str = DEFAULT_EDITION) -> None:
    """Tell what is odd about rosters, by the names they were read from."""
    for name, roster in rosters.items():
        for warning in warnings(roster, ROSTERS.find(name)):
            print(f"Warning: {cited_in(str(warning), edition)}", file=sys.stderr)


def put_together(
    rosters: tuple[RosterSetup, RosterSetup],
    table: TableSetup | None,
    scenario: ScenarioSetup,
    rounds: int | None,
    edition: str = DEFAULT_EDITION,
) -> BattleSetup:
    """A battle on a table (without one that of the scenario, or the usual one), perhaps with other rounds."""
    if table is None and scenario.table is None:
        table = read_table(DEFAULT_TABLE)
    if rounds is not None:
        scenario = scenario.model_copy(update={"round_limit": rounds})
    return set_up(rosters, table, scenario, edition)


def swapped(setup: BattleSetup) -> BattleSetup:
    """The same battle with the other roster at each seat."""
    return set_up((setup.rosters[1], setup.rosters[0]), setup.table, setup.scenario, setup.edition)

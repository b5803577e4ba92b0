"""Battles put together from the command line: rosters, a table and a scenario, by name or by file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from battlewright.answers.parameters import LONGEST_LIST, argument, option, parameters_of
from battlewright.contract.parts import MatchUps
from battlewright.engine.errors import BattlewrightError, SetupError, UnknownError
from battlewright.engine.rulebook import Prepared
from battlewright.engine.seat_files import swap_seats
from battlewright.engine.shelf import Shelf
from battlewright.engine.source import read_together
from battlewright.systems.skirmish.setup.battle import (
    OPTIONS,
    BattleSetup,
    ScenarioSetup,
    cited_in,
    read_scenario,
    set_up,
    warnings,
)
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES, RosterSetup, TableSetup, read_roster, read_table

DEFAULT_ROSTERS = ("lantern-company", "hollow-king")
DEFAULT_SCENARIO = "last-stand"
DEFAULT_EDITION: Literal["second"] = "second"
DEFAULT_TABLE = "ruins"
"""The table for a scenario that names none."""
ALL = "all"

Edition = Annotated[Literal["first", "second"], option("The edition of the rulebook: first or second.")]
Scenario = Annotated[str | None, option("A scenario, by name or file. None: last-stand.")]
Options = Annotated[
    tuple[str, ...],
    option(
        "An option of the rules, besides those of the scenario: threat_stops_moves, modifier_added, solid_blocks or "
        "companion (`battlewright scenarios` tells what they do). Once for each.",
        None,
        None,
        "--option",
        choices=tuple(OPTIONS),
    ),
]


def read_setup(
    rosters: Annotated[
        tuple[str, ...],
        argument(
            "Two rosters, by name or by file: .toml, .json, or a list in .txt. None: lantern-company hollow-king.",
            "ROSTERS",
        ),
    ] = (),
    table: Annotated[str | None, option("A table, by name or file. None: the scenario's, or ruins.")] = None,
    scenario: Scenario = None,
    edition: Edition = DEFAULT_EDITION,
    options: Options = (),
    rounds: Annotated[int | None, option("The round limit. None: the scenario's.", 1, 50)] = None,
) -> Prepared:
    """The battle that the names stand for, with a warning for what is odd about a roster.

    Examples: `battlewright VERB`, `battlewright VERB red-hall gable-foxes --table rooftops`,
    `battlewright VERB my-roster.toml red-hall --scenario hold-the-middle`, `battlewright VERB --edition first`,
    `battlewright VERB --option threat_stops_moves --option solid_blocks`
    """
    if len(rosters) not in (0, 2):
        raise BattlewrightError(f"A battle has two rosters, not {len(rosters)}; name two or none.")
    check_options(options, edition)
    names = rosters or DEFAULT_ROSTERS
    first, second, found, terrain = read_together(
        (names[0], read_roster),
        (names[1], read_roster),
        (scenario or DEFAULT_SCENARIO, read_scenario),
        (table, read_table),
    )
    odd = warnings_of(dict(zip(names, (first, second), strict=True)), edition)
    try:
        return Prepared(put_together((first, second), terrain, with_options(found, options), rounds, edition), odd)
    except SetupError as error:
        for warning in odd:
            error.add_note(f"Warning: {warning}")
        raise


def match_ups(
    rosters: Annotated[str, option("Rosters, by name or file, with commas; or all.", longest=LONGEST_LIST)] = ALL,
    crossed: Annotated[
        bool, option("Also every roster against every other, both ways.", None, None, "--crossed/--mirrored")
    ] = False,
    table: Annotated[str, option("Tables, by name or file, with commas; or all.", longest=LONGEST_LIST)] = ALL,
    scenario: Scenario = None,
    edition: Edition = DEFAULT_EDITION,
    options: Options = (),
) -> MatchUps:
    """Every roster against itself on every table; optionally every roster against every other, both ways.

    Examples: `battlewright VERB --rosters red-hall,gable-foxes --table ruins --seed 7`,
    `battlewright VERB --battles 10000 --crossed --out ladder.json`,
    `battlewright VERB --edition first --out first.json`,
    `battlewright VERB --option threat_stops_moves --out threats.json`
    """
    check_options(options, edition)
    roster_names, table_names = _names(ROSTERS, rosters), _names(TABLES, table)
    terms, *found = read_together(
        (scenario or DEFAULT_SCENARIO, read_scenario),
        *((name, read_roster) for name in roster_names),
        *((name, read_table) for name in table_names),
    )
    terms = with_options(terms, options)
    read = dict(zip(roster_names, found, strict=False))
    tables = dict(zip(table_names, found[len(roster_names) :], strict=True))
    made = [
        (
            f"{one} on {place}" if one == other else f"{one} against {other} on {place}",
            put_together((read[one], read[other]), tables[place], terms, None, edition),
        )
        for place in table_names
        for one in roster_names
        for other in (roster_names if crossed else (one,))
    ]
    about = {"edition": edition, "scenario": scenario or DEFAULT_SCENARIO, "options": terms.options}
    title = " with ".join(filter(None, [f"{edition} edition", " and ".join(terms.options)]))
    return MatchUps(made, about, title, () if rosters == ALL else warnings_of(read, edition))


def _names(shelf: Shelf[RosterSetup] | Shelf[TableSetup], text: str) -> list[str]:
    """Names separated by commas, or all that are shipped; each once."""
    return shelf.names if text == ALL else list(dict.fromkeys(name.strip() for name in text.split(",")))


def check_options(names: Sequence[str], edition: str) -> None:
    """Raise an error unless these are options of the rules, in an edition that there is."""
    parameters_of(read_setup)["edition"].read(edition)  # a program may pass any text
    for name in names:
        if name not in OPTIONS:
            raise UnknownError("option", name, OPTIONS)
        refusal = OPTIONS[name].refusal(edition)
        if refusal:
            raise BattlewrightError(f"--option {name} {refusal}.")


def with_options(scenario: ScenarioSetup, names: Sequence[str]) -> ScenarioSetup:
    """A scenario with these options switched on as well."""
    return scenario.model_copy(update=dict.fromkeys(names, True))


def warnings_of(rosters: Mapping[str, RosterSetup], edition: str = DEFAULT_EDITION) -> tuple[str, ...]:
    """The oddities of rosters, by the names they were read from."""
    found = (warning for name, roster in rosters.items() for warning in warnings(roster, ROSTERS.find(name)))
    return tuple(cited_in(str(warning), edition) for warning in found)


def put_together(
    rosters: tuple[RosterSetup, RosterSetup],
    table: TableSetup | None,
    scenario: ScenarioSetup,
    rounds: int | None,
    edition: str = DEFAULT_EDITION,
) -> BattleSetup:
    """Put a battle together on a table (by default the scenario's, or the usual one), optionally with another number of
    rounds."""
    if scenario.companion:
        scenario = scenario.model_copy(update={"table": None, "effects": (), "hold": None})
        if table is not None:
            raise BattlewrightError("Leave out the table: with the option companion it is your own (S2.A7).")
        table = TableSetup(name="Our own table")
    elif table is None and scenario.table is None:
        table = read_table(DEFAULT_TABLE)
    if rounds is not None:
        scenario = scenario.model_copy(update={"round_limit": rounds})
    return set_up(rosters, table, scenario, edition)


def swap(setup: BattleSetup) -> BattleSetup:
    """The same battle with the other roster at each side."""
    rosters = setup.rosters[1], setup.rosters[0]
    return set_up(rosters, setup.table, setup.scenario, setup.edition, swap_seats(setup.seats))


def points_of(setup: BattleSetup) -> list[int]:
    """What the roster of each side costs in points."""
    return [roster.points for roster in setup.rosters]


def terms_of(setup: BattleSetup) -> str:
    """The edition of a battle, its options and its rounds, as text."""
    options = " and ".join(setup.scenario.options)
    return f"{setup.edition} edition{options and f' with {options}'}, {setup.scenario.round_limit} rounds"

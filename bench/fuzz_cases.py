"""The battle that a number stands for: its edition, table, rosters, scenario, options, and the bots at its seats.

A *block* of numbers has the same edition, table and rosters, with all scenarios, bots and options, so all its battles
share the bots' tables. (An option that the first edition lacks is left out there, and the battle is played with other
dice instead.) The next block has the same in the other edition. A *lap* of blocks has all tables and pairs of rosters
in both editions; the next lap has them again, with other dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from battlewright.bots.named import NamedBot, named
from battlewright.engine.record import Many, allocate, look, restore, snapshot
from battlewright.systems.skirmish.bots.make_tables import tables_of
from battlewright.systems.skirmish.bots.tables import Tables
from battlewright.systems.skirmish.record import Setting
from battlewright.systems.skirmish.setup.battle import (
    OPTIONS,
    SCENARIOS,
    BattleSetup,
    ScenarioSetup,
    build,
    read_scenario,
)
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES, read_roster, read_table

Pair = tuple[NamedBot, NamedBot]
EditionName = Literal["second", "first"]

VARIANTS = 1 << len(OPTIONS)
BOTS = (named("random"), named("greedy"))
PAIRS: tuple[Pair, ...] = tuple((one, other) for one in BOTS for other in BOTS)
"""Who sits at the seats, by turns."""
EDITIONS: tuple[EditionName, ...] = ("second", "first")
STRIDE = 204
"""The blocks come in steps of so many tables and rosters, so that a few have each of them."""
LAPS = 8
"""So many laps are gone at once: a block of the one, then the same of the next."""


@dataclass(frozen=True)
class Case:
    """The parts of a battle, by their shipped names, and its options."""

    edition: EditionName
    table: str
    rosters: tuple[str, str]
    scenario: str
    options: tuple[str, ...]

    def setup(self) -> BattleSetup:
        given = dict.fromkeys(self.options, True)
        scenario = _scenario(self.scenario).model_copy(update=given)
        rosters = _roster(self.rosters[0]), _roster(self.rosters[1])
        return BattleSetup(edition=self.edition, rosters=rosters, table=_table(self.table), scenario=scenario)


_roster, _table = cache(read_roster), cache(read_table)


@cache
def _scenario(name: str) -> ScenarioSetup:
    return read_scenario(name) if name else ScenarioSetup(name="Battle")


@cache
def shelves() -> tuple[list[str], list[str], list[str]]:
    """All shipped tables, rosters and scenarios; '' is a battle without one."""
    return TABLES.names, ROSTERS.names, ["", *SCENARIOS.names]


def block() -> int:
    """The battles of a block."""
    return VARIANTS * len(PAIRS) * len(shelves()[2])


def lap() -> int:
    """The battles of a lap."""
    return len(EDITIONS) * block() * len(shelves()[0]) * len(shelves()[1]) ** 2


def case_of(index: int) -> Case:
    """The set-up of the battle with this number."""
    tables, rosters, scenarios = shelves()
    number, edition = divmod(index // block(), len(EDITIONS))
    number = number * STRIDE % (lap() // (block() * len(EDITIONS)))
    number, table = divmod(number, len(tables))
    other, one = divmod(number, len(rosters))
    scenario = index // (VARIANTS * len(PAIRS)) % len(scenarios)
    return Case(
        EDITIONS[edition],
        tables[table],
        (rosters[one], rosters[other]),
        scenarios[scenario],
        _options(index, EDITIONS[edition]),
    )


def _options(index: int, edition: EditionName) -> tuple[str, ...]:
    """The options of the battle with this number, as far as its edition has them."""
    wanted = (item for bit, item in enumerate(OPTIONS.items()) if index % VARIANTS >> bit & 1)
    return tuple(name for name, option in wanted if not option.refusal(edition))


def pair_at(index: int) -> Pair:
    """Who sits at the seats of the battle with this number, where nobody says otherwise."""
    return PAIRS[index // VARIANTS % len(PAIRS)]


@cache
def _bare_setting(edition: EditionName, table: str, rosters: tuple[str, str], scenario: str) -> bytes:
    return snapshot(build(Case(edition, table, rosters, scenario, ()).setup()))


def write_settings(settings: Many[Setting], first: int, count: int) -> None:
    """The settings of so many battles; options are mere switches in them."""
    for place in range(count):
        case = case_of(first + place)
        restore(settings[place : place + 1], _bare_setting(case.edition, case.table, case.rosters, case.scenario))
        setting = look(Setting, settings, place)
        for name in case.options:
            setattr(setting, name, 1)


def tables_for_block(index: int) -> Tables:
    """The bots' tables in all battles of a block: neither scenarios nor options change them."""
    case, setting = case_of(index), allocate(Setting)
    restore(setting, _bare_setting(case.edition, case.table, case.rosters, ""))
    return tables_of(setting)


def stretches(first: int, battles: int, every: int = 1) -> Iterator[list[range]]:
    """Numbers of battles, in the order in which they are played: the same block in some laps, then the next one. If not
    ``every`` one is wanted, they are played one by one."""
    if every > 1:
        yield from ([range(index, index + 1)] for index in range(first, first + battles * every, every))
        return
    last = first + battles
    for begin_at in range(first // lap() * lap(), last, LAPS * lap()):
        for block_at in range(begin_at, begin_at + lap(), block()):
            laps = range(block_at, block_at + LAPS * lap(), lap())
            some = [range(max(at, first), min(at + block(), last)) for at in laps]
            if any(some):
                yield [each for each in some if each]

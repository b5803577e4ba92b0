"""Skirmish for the fuzz: its battles by number, its invariants, and edits of a game master.

A block of numbers has the same edition, table and rosters, with all scenarios, bots and options. (An option that the
first edition lacks is left out there, and the battle is played with other dice instead.) The next block has the same in
the other edition. A lap has all tables and pairs of rosters in both editions.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, Literal

from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, allocate, look, restore, snapshot
from battlewright.geometry.bases import Base, is_free_but_for
from battlewright.geometry.distance import INCH
from battlewright.geometry.terrain import has_room, level_at
from battlewright.systems.skirmish.bots.make_tables import tables_of
from battlewright.systems.skirmish.bots.tables import Tables
from battlewright.systems.skirmish.record import (
    AP,
    MAX_FRAMES,
    NOBODY,
    STEP,
    Editable,
    Fate,
    FrameKind,
    Model,
    Purpose,
    Setting,
    Skirmish,
    SkirmishEdit,
    Step,
)
from battlewright.systems.skirmish.rules.editions import tests_at_once
from battlewright.systems.skirmish.setup.battle import (
    OPTIONS,
    SCENARIOS,
    BattleSetup,
    ScenarioSetup,
    build,
    read_scenario,
)
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES, read_roster, read_table
from battlewright.systems.skirmish.system import SYSTEM
from fuzz.cases import PAIRS, Cases
from fuzz.checks import OWN, Found, Game

EditionName = Literal["second", "first"]
EDITIONS: tuple[EditionName, ...] = ("second", "first")
STRIDE = 204
"""The blocks come in steps of so many tables and rosters, so that a few have each of them."""
SWITCHES = {name: option for name, option in OPTIONS.items() if name != "companion"}
"""The options that are a number of the setting each; at a table of the players' own the bots have nothing to go by."""


@dataclass(frozen=True)
class SkirmishCase:
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
def _bare_setting(edition: EditionName, table: str, rosters: tuple[str, str], scenario: str) -> bytes:
    return snapshot(build(SkirmishCase(edition, table, rosters, scenario, ()).setup()))


class SkirmishCases(Cases):
    """The battles of Skirmish by their numbers."""

    counted = ("edition", "table")

    def __init__(self) -> None:
        super().__init__(SYSTEM)
        self.tables, self.rosters, self.scenarios = TABLES.names, ROSTERS.names, ["", *SCENARIOS.names]
        self.variants = 1 << len(SWITCHES)
        self.block = self.variants * len(PAIRS) * len(self.scenarios)
        self.lap = len(EDITIONS) * self.block * len(self.tables) * len(self.rosters) ** 2

    def case_of(self, index: int) -> SkirmishCase:
        number, edition = divmod(index // self.block, len(EDITIONS))
        number = number * STRIDE % (self.lap // (self.block * len(EDITIONS)))
        number, table = divmod(number, len(self.tables))
        other, one = divmod(number, len(self.rosters))
        scenario = index // (self.variants * len(PAIRS)) % len(self.scenarios)
        return SkirmishCase(
            EDITIONS[edition],
            self.tables[table],
            (self.rosters[one], self.rosters[other]),
            self.scenarios[scenario],
            self._options(index, EDITIONS[edition]),
        )

    def _options(self, index: int, edition: EditionName) -> tuple[str, ...]:
        """The options of the battle with this number, as far as its edition has them."""
        wanted = (item for bit, item in enumerate(SWITCHES.items()) if index % self.variants >> bit & 1)
        return tuple(name for name, option in wanted if not option.refusal(edition))

    def write_settings(self, settings: Row[Any], first: int, count: int) -> None:
        """The settings of so many battles; options are mere switches in them."""
        for place in range(count):
            case = self.case_of(first + place)
            restore(settings[place : place + 1], _bare_setting(case.edition, case.table, case.rosters, case.scenario))
            setting = look(Setting, settings, place)
            for name in case.options:
                setattr(setting, name, 1)

    def tables_for_block(self, index: int) -> Tables:
        """The bots' tables in all battles of a block: neither scenarios nor options change them."""
        case, setting = self.case_of(index), allocate(Setting)
        restore(setting, _bare_setting(case.edition, case.table, case.rosters, ""))
        return tables_of(setting)


class Breach(IntEnum):
    """What must not be found after a node of Skirmish."""

    STRESS = OWN + 1
    ACTION_POINTS = OWN + 2
    TOUGHNESS = OWN + 3
    FATE = OWN + 4
    OVERLAP = OWN + 5
    NO_ROOM = OWN + 6
    SCRATCH = OWN + 7
    STACK = OWN + 8
    UNTESTED = OWN + 9


NONE = 0
EDITABLE = len(Editable)


@rule()
def breach_of(setting: Setting, battle: Skirmish, found: Found) -> int:
    """The first thing that must not be, and (in ``found``) whose it is."""
    breach = breach_of_frame(battle)
    if breach:
        return breach
    for who in range(setting.models):
        found.who = who
        base = battle.crowd.bases[who]
        fallen = tests_at_once(setting) and is_in_exchange(battle, who)
        breach = breach_of_model(battle.models[who], base, fallen)
        if breach:
            return breach
        if base.stands:
            passing = mover_of(battle)
            is_apart = is_free_but_for(battle.crowd, who, base.x, base.y, base.level, passing, passing + 1)
            if who != passing and not is_apart:
                return Breach.OVERLAP
            if not has_room(setting.terrain, base.x, base.y, base.level, base.radius, base.height, STEP):
                return Breach.NO_ROOM
    return NONE


@rule()
def mover_of(battle: Skirmish) -> int:
    """Whoever is halfway through an engage move, on which opponents do not hinder it; NOBODY if there is none."""
    frame = battle.frames[max(battle.depth - 1, 0)]
    is_halfway = frame.kind == FrameKind.MOVE and frame.purpose == Purpose.ENGAGE
    return frame.actor if is_halfway else NOBODY


@rule()
def is_in_exchange(battle: Skirmish, who: int) -> bool:
    """Whether a model shoots, or is shot at, in an exchange of shots that is not over."""
    for number in range(battle.depth):
        frame = battle.frames[number]
        if frame.kind == FrameKind.SHOT and (frame.actor == who or frame.target == who):
            return True
    return False


@rule()
def breach_of_model(model: Model, base: Base, fallen: bool) -> int:
    """Its numbers: stress and Toughness never below 0, AP from 0 to 3, and on the table just those who are fielded.
    ``fallen``: it may have been taken out and still be there."""
    if model.stress < 0:
        return Breach.STRESS
    if model.ap < 0 or model.ap > AP:
        return Breach.ACTION_POINTS
    if model.toughness < 0 or (model.fate == Fate.FIELDED) != (base.stands == 1 and (model.toughness > 0 or fallen)):
        return Breach.TOUGHNESS if model.toughness <= 0 else Breach.FATE
    return NONE


@rule()
def breach_of_frame(battle: Skirmish) -> int:
    """The stack, that nobody chooses before all stress is tested that must be at once, and that nothing is
    left where things are worked out."""
    kind, step = battle.node.kind, battle.node.step
    if kind == NodeKind.DECISION and battle.hurt:
        return Breach.UNTESTED
    least = 0 if kind == NodeKind.OVER else 1
    if battle.depth < least or battle.depth > MAX_FRAMES:
        return Breach.STACK
    for depth in range(MAX_FRAMES):
        if (battle.frames[depth].kind != 0) != (depth < battle.depth):
            return Breach.STACK
    gait, stride, spot, path = battle.gait, battle.stride, battle.spot, battle.path
    if gait.who or gait.range or gait.step or gait.climb or gait.jump or gait.passing:
        return Breach.SCRATCH
    if gait.through_first or gait.through_last or spot.x or spot.y or spot.level:
        return Breach.SCRATCH
    if stride.far or stride.cost or stride.height or stride.test or stride.fall:
        return Breach.SCRATCH
    on_the_way = step == Step.CLIMB_TEST or step == Step.JUMP_TEST
    if (path.count > 0) != on_the_way or (path.next > 0 and not on_the_way):
        return Breach.SCRATCH
    if not on_the_way and (path.start.x or path.start.y or path.start.level):
        return Breach.SCRATCH
    for number in range(battle.marker_count, len(battle.markers)):
        marker = battle.markers[number]
        if marker.kind or marker.x or marker.y or marker.level or marker.until or marker.stress:
            return Breach.SCRATCH
    for number in range(path.count, len(path.legs)):
        leg = path.legs[number]
        if leg.way or leg.x or leg.y or leg.level:
            return Breach.SCRATCH
    return NONE


@rule()
def propose_edit(setting: Setting, battle: Skirmish, chance: Row[int], change: SkirmishEdit) -> None:
    """Make up an edit: any number of any model or of the battle, a place near its own, or an effect on the table."""
    what, who, drawn = 1 + chance[1] % EDITABLE, chance[2] % setting.models, chance[3]
    base = battle.crowd.bases[who]
    change.what = what
    change.who = who
    change.value = 0
    change.x = 0
    change.y = 0
    change.level = 0
    if what == Editable.STRESS:
        change.value = drawn % 12
    elif what == Editable.TOUGHNESS:
        change.value = drawn % (setting.cards[who].toughness + 1)
    elif what == Editable.AP:
        change.value = drawn % (AP + 1)
    elif what == Editable.ROUND:
        change.who = 0
        change.value = 1 + drawn % setting.round_limit
    elif what == Editable.PLACE:
        change.x = base.x + drawn % (4 * INCH) - 2 * INCH
        change.y = base.y + chance[4] % (4 * INCH) - 2 * INCH
        change.level = level_at(setting.terrain, change.x, change.y, base.level)
    elif what == Editable.EXPLOSION:
        change.who = drawn % max(setting.terrain.count, 1)
        change.value = INCH + chance[4] % (2 * INCH + 1)
    else:
        change.who = 0
        change.x = drawn * setting.terrain.width // (1 << 16)
        change.y = chance[4] * setting.terrain.depth // (1 << 16)
        change.level = level_at(setting.terrain, change.x, change.y, 0) if what == Editable.FIRE else 0


GAME = Game(SYSTEM, SkirmishCases(), Breach, breach_of, propose_edit, listed_every=16)

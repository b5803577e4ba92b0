"""Battles played and checked inside one compiled loop: the invariants after every node."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from typing import Annotated, NamedTuple

from battlewright.bots import greedy
from battlewright.bots.random import act
from battlewright.bots.secret_draw import ranker
from battlewright.bots.workspace import Workspace
from battlewright.engine.battle import draw_faces
from battlewright.engine.dice import Dice
from battlewright.engine.events import MAX_EVENTS
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Many, Record
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.bots.evaluate import SkirmishScratch
from battlewright.systems.skirmish.bots.tables import Tables
from battlewright.systems.skirmish.record import (
    AP,
    MAX_FRAMES,
    NOBODY,
    STEP,
    Fate,
    FrameKind,
    Model,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.rules.editions import tests_at_once
from battlewright.systems.skirmish.rules.flow import choose, roll, start
from battlewright.systems.skirmish.rules.stress_first import is_in_exchange
from battlewright.systems.skirmish.system import SYSTEM
from battlewright.table.bases import Base, is_free_but_for
from battlewright.table.ground import has_room

SLICE = 64
"""The battles of one call, at most: some tenths of a second."""
REFUSED = -1
"""Stands for the number of events where the last choice was refused."""


class Breach(IntEnum):
    """What must not be found after a node."""

    NONE = 0
    STRESS = 1
    ACTION_POINTS = 2
    TOUGHNESS = 3
    FATE = 4
    OVERLAP = 5
    NO_ROOM = 6
    SCRATCH = 7
    STACK = 8
    EVENTS = 9
    NODE = 10
    ENDLESS = 11
    BYTES_DIFFER = 12
    TEXT_DIFFERS = 13
    ILLEGAL = 14
    LATE = 15
    UNTESTED = 16


class Found(Record):
    """A breach: in which battle, after how many nodes, of which model."""

    index: int
    breach: int
    node: int
    who: int


class Tally(Record):
    """What a slice of battles came to."""

    battles: int
    nodes: int
    failures: int
    found: Annotated[Many[Found], SLICE]


# What is checked after every node


@rule()
def breach_of(setting: Many[Setting], battle: Many[Skirmish], found: Found) -> int:
    """The first thing that must not be, and (in ``found``) whose it is."""
    found.who = -1
    breach = breach_of_frame(battle[0])
    if breach:
        return breach
    for who in range(setting[0].models):
        found.who = who
        fallen = tests_at_once(setting[0]) and is_in_exchange(battle[0], who)
        breach = breach_of_model(battle[0].models[who], battle[0].crowd.bases[who], fallen)
        if breach:
            return breach
        base = battle[0].crowd.bases[who]
        if base.stands:
            passing = mover_of(battle[0])
            is_apart = is_free_but_for(battle[0].crowd, who, base.x, base.y, base.level, passing, passing + 1)
            if who != passing and not is_apart:
                return Breach.OVERLAP
            if not has_room(setting[0].ground, base.x, base.y, base.level, base.radius, base.height, STEP):
                return Breach.NO_ROOM
    return Breach.NONE


@rule()
def mover_of(battle: Skirmish) -> int:
    """Whoever is halfway through an engage move, on which opponents do not hinder it; NOBODY if there is none."""
    frame = battle.frames[max(battle.depth - 1, 0)]
    is_halfway = frame.kind == FrameKind.MOVE and frame.purpose == Purpose.ENGAGE
    return frame.actor if is_halfway else NOBODY


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
    return Breach.NONE


@rule()
def breach_of_frame(battle: Skirmish) -> int:
    """The node, the stack, that nobody chooses before all stress is tested that must be at once, and that nothing is
    left where things are worked out."""
    kind, step = battle.node.kind, battle.node.step
    if kind != NodeKind.DECISION and kind != NodeKind.CHANCE and kind != NodeKind.OVER:
        return Breach.NODE
    if battle.tail.count == REFUSED:
        return Breach.ILLEGAL
    if battle.tail.count > MAX_EVENTS:
        return Breach.EVENTS
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
    return Breach.NONE


@rule()
def breach_in(setting: Many[Setting], battle: Many[Skirmish], tally: Many[Tally]) -> int:
    """As ``breach_of``, to be called from outside."""
    return breach_of(setting, battle, tally[0].found[0])


@rule()
def begin(battle: Many[Skirmish], blank: Many[Skirmish], bot: Many[Dice], index: int) -> None:
    """An empty battle with this number, its dice and its bot's at their beginning."""
    battle[0] = blank[0]
    battle[0].tail.dice.index_low = index
    for lane in range(len(bot)):
        bot[lane].index_low = index
        bot[lane].blocks = 0


@rule()
def choose_or_mark(setting: Many[Setting], battle: Many[Skirmish], choice: Many[SkirmishChoice]) -> int:
    """As ``choose``; a refusal is seen in the number of events."""
    battle[0].tail.count = 0
    refused = choose(setting, battle, choice)
    if refused:
        battle[0].tail.count = REFUSED
    return refused


choose_at_random, rank = act(replace(SYSTEM, choose=choose_or_mark)), ranker(SYSTEM)
Work = Workspace[Tables, SkirmishChoice, SkirmishScratch]


@rule()
def fight(
    setting: Many[Setting],
    battle: Many[Skirmish],
    work: Work,
    seats: Many[int],
    bot: Many[Dice],
    tally: Tally,
    most: int,
) -> int:
    """Play one battle to its end, or to the first breach: the answer is which. ``seats`` says of each seat whether the
    greedy bot sits there (1) or the random one (0)."""
    found = tally.found[tally.failures]
    start(setting, battle)
    nodes = 0
    while True:
        found.node = nodes
        breach = breach_of(setting, battle, found)
        if breach or battle[0].node.kind == NodeKind.OVER:
            break
        if nodes >= most:
            breach = Breach.ENDLESS
            break
        battle[0].tail.count = 0
        if battle[0].node.kind == NodeKind.CHANCE:
            draw_faces(battle, work.faces)
            roll(setting, battle, work.faces)
        elif seats[battle[0].node.seat]:
            rank(setting, battle, work, bot, 1)
            choose_or_mark(setting, battle, work.room[:1])
        else:
            choose_at_random(setting, battle, work.room, work.faces, bot)
        nodes += 1
    tally.nodes += nodes
    return breach


class Slice(NamedTuple):
    """Battles one number after the other: each has its setting in the row, and who sits at its seats."""

    settings: Many[Setting]
    seats: Many[int]
    first: int
    battles: int


@rule()
def fight_many(
    some: Slice,
    battle: Many[Skirmish],
    blank: Many[Skirmish],
    work: Work,
    bot: Many[Dice],
    tally: Many[Tally],
    most: int,
) -> None:
    """Fight the battles of a slice."""
    first = some.first
    for place in range(some.battles):
        begin(battle, blank, bot, first + place)
        setting, pair = some.settings[place : place + 1], some.seats[2 * place : 2 * place + 2]
        breach = fight(setting, battle, work, pair, bot, tally[0], most)
        tally[0].battles += 1
        if breach:
            found = tally[0].found[tally[0].failures]
            found.index = first + place
            found.breach = breach
            tally[0].failures += 1


def ready() -> None:
    """For compiling ahead: with this module, and this, all rules that a fuzz needs are there."""
    greedy.playout(SYSTEM)

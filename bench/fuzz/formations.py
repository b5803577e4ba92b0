"""Formations for the fuzz: its engagements by number, its invariants, and edits of a game master."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import Edit, NodeKind
from battlewright.engine.record import Row
from battlewright.systems.formations.record import (
    MAX_DICE,
    MAX_FRAMES,
    MAX_GROUPS,
    SIDES,
    SLOTS,
    Characteristic,
    Editable,
    Engagement,
    FrameKind,
    Group,
    Setting,
    Step,
)
from battlewright.systems.formations.rules.groups import MIN_FORMATION, may_activate, side_of
from battlewright.systems.formations.setup.engagement import FORCES, EngagementSetup, read_force
from battlewright.systems.formations.system import SYSTEM
from fuzz.cases import PAIRS, Cases
from fuzz.checks import OWN, Found, Game

ROUNDS, PENALTIES = (5, 1, 12), (0, 1, 4)
_force = cache(read_force)


@dataclass(frozen=True)
class FormationsCase:
    """The forces of an engagement, by their shipped names, and its options."""

    forces: tuple[str, str]
    rounds: int
    heavy_sixes: bool
    opening_penalty: int

    def setup(self) -> EngagementSetup:
        return EngagementSetup(
            forces=(_force(self.forces[0]), _force(self.forces[1])),
            round_limit=self.rounds,
            heavy_sixes=self.heavy_sixes,
            opening_penalty=self.opening_penalty,
        )


class FormationsCases(Cases):
    """The engagements of Formations by their numbers: all pairs of forces, with all options."""

    counted = ("forces",)

    def __init__(self) -> None:
        super().__init__(SYSTEM)
        self.forces = FORCES.names
        self.variants = 2 * len(ROUNDS) * len(PENALTIES)
        self.block = self.variants * len(PAIRS)
        self.lap = self.block * len(self.forces) ** 2

    def case_of(self, index: int) -> FormationsCase:
        option, heavy = divmod(index % self.variants, 2)
        penalty, rounds = divmod(option, len(ROUNDS))
        one, other = divmod(index // self.block % len(self.forces) ** 2, len(self.forces))
        pair = self.forces[one], self.forces[(one + other) % len(self.forces)]
        return FormationsCase(pair, ROUNDS[rounds], bool(heavy), PENALTIES[penalty])


class Breach(IntEnum):
    """What must not be found after a node of Formations."""

    ROUND = OWN + 1
    MODELS = OWN + 2
    WOUNDS = OWN + 3
    NUMBERS = OWN + 4
    GONE = OWN + 5
    GROWN = OWN + 6
    STACK = OWN + 7
    CANNOT_ACT = OWN + 8
    WRONG_DICE = OWN + 9
    NOT_ENDED = OWN + 10
    WRONG_RESULT = OWN + 11
    SCRATCH = OWN + 12


NONE = 0
EDITABLE = len(Editable)


@rule()
def breach_of(setting: Setting, battle: Engagement, found: Found) -> int:
    """The first thing that must not be, and (in ``found``) whose it is."""
    if battle.round < 1 or battle.round > setting.round_limit or battle.turn < 0 or battle.turn > 1:
        return Breach.ROUND
    for slot in range(2 * SLOTS):
        found.who = slot
        breach = breach_of_group(setting, battle.groups[slot], slot)
        if breach:
            return breach
    found.who = -1
    for side in range(2):
        if models_of(battle, side) > mustered(setting, side):
            return Breach.GROWN
    breach = breach_of_stack(battle)
    if breach == NONE:
        breach = breach_of_end(setting, battle) if battle.node.kind == NodeKind.OVER else breach_of_node(battle, found)
    return breach


@rule()
def breach_of_group(setting: Setting, group: Group, slot: int) -> int:
    """A formation of three or more models or a single one, whose model lives; who is gone leaves nothing behind."""
    numbers = group.wounds + group.acted + group.rerolls + group.weakened + group.exposed + group.dazed
    if group.models == 0:
        return Breach.GONE if numbers or group.kind else NONE
    if group.models < 0 or 1 < group.models < MIN_FORMATION or group.kind // MAX_GROUPS != side_of(slot):
        return Breach.MODELS
    if group.wounds < 0 or group.wounds >= setting.kinds[group.kind].might:
        return Breach.WOUNDS
    if group.acted < 0 or group.acted > 1 or group.rerolls < 0 or group.rerolls > MAX_DICE:
        return Breach.NUMBERS
    if group.weakened < 0 or group.exposed < 0 or group.dazed < 0 or group.dazed > Characteristic.DEF:
        return Breach.NUMBERS
    return NONE


@rule()
def models_of(battle: Engagement, side: int) -> int:
    """The models that a force has."""
    count = 0
    for slot in range(side * SLOTS, (side + 1) * SLOTS):
        count += battle.groups[slot].models
    return count


@rule()
def mustered(setting: Setting, side: int) -> int:
    """The models that a force began with."""
    count = 0
    for place in range(side * MAX_GROUPS, (side + 1) * MAX_GROUPS):
        count += setting.musters[place].models
    return count


@rule()
def breach_of_stack(battle: Engagement) -> int:
    """The frames up to the top one, and none beyond; and no outcome of a roll on its own."""
    if battle.depth < (0 if battle.node.kind == NodeKind.OVER else 1) or battle.depth > MAX_FRAMES:
        return Breach.STACK
    for depth in range(MAX_FRAMES):
        if (battle.frames[depth].kind != 0) != (depth < battle.depth):
            return Breach.STACK
    outcome = battle.outcome
    if outcome.successes or outcome.wounds or outcome.double or outcome.triple or outcome.scale or outcome.landed:
        return Breach.SCRATCH
    return NONE


@rule()
def breach_of_node(battle: Engagement, found: Found) -> int:
    """Both forces stand, and whoever acts may do so: with a group that is there, in its turn, with its own dice."""
    if models_of(battle, 0) == 0 or models_of(battle, 1) == 0:
        frame = battle.frames[battle.depth - 1]
        if frame.kind == FrameKind.ENGAGEMENT or battle.node.kind == NodeKind.DECISION:
            return Breach.NOT_ENDED
    node, frame = battle.node, battle.frames[battle.depth - 1]
    if node.step == Step.ROLL_OFF:
        return NONE if frame.kind == FrameKind.ENGAGEMENT else Breach.STACK
    if node.step == Step.ACTIVATE:
        for slot in range(node.side * SLOTS, (node.side + 1) * SLOTS):
            if may_activate(battle, slot):
                return NONE if node.side == battle.turn else Breach.CANNOT_ACT
        return Breach.CANNOT_ACT
    found.who = frame.actor
    group = battle.groups[frame.actor]
    if side_of(frame.actor) != node.side or group.models == 0 or group.acted == 0:
        return Breach.CANNOT_ACT
    shown = 0
    for face in range(SIDES):
        shown += frame.shown[face]
    if node.step == Step.ACT:
        return Breach.CANNOT_ACT if group.dazed else NONE
    if node.step == Step.REROLL:
        return NONE if group.rerolls > 0 and shown == frame.dice else Breach.WRONG_DICE
    asked = frame.dice if node.step == Step.ROLL else frame.dice - shown
    return NONE if node.dice == asked and node.sides == SIDES else Breach.WRONG_DICE


@rule()
def breach_of_end(setting: Setting, battle: Engagement) -> int:
    """An engagement ends with a force that is gone, or after the last round; more MIGHT minus Wounds wins."""
    lead, waiting = 0, False
    for slot in range(2 * SLOTS):
        group = battle.groups[slot]
        worth = group.models * setting.kinds[group.kind].might - group.wounds
        lead += worth if side_of(slot) == 0 else -worth
        waiting = waiting or may_activate(battle, slot)
    both_stand = models_of(battle, 0) > 0 and models_of(battle, 1) > 0
    if both_stand and (waiting or battle.round < setting.round_limit):
        return Breach.NOT_ENDED
    winner = 1 if lead > 0 else (2 if lead < 0 else 0)
    return NONE if battle.node.result == winner else Breach.WRONG_RESULT


@rule()
def propose_edit(setting: Setting, battle: Engagement, chance: Row[int], change: Edit) -> None:
    """Make up an edit: any number of a group that is there, or the round."""
    what, who, drawn = 1 + chance[1] % EDITABLE, chance[2] % (2 * SLOTS), chance[3]
    for _ in range(2 * SLOTS):
        if battle.groups[who].models == 0:
            who = (who + 1) % (2 * SLOTS)
    group = battle.groups[who]
    change.what = what
    change.who = who
    if what == Editable.WOUNDS:
        change.value = drawn % max(setting.kinds[group.kind].might, 1)
    elif what == Editable.MODELS:
        change.value = drawn % (group.models + 1)
    elif what == Editable.REROLLS:
        change.value = drawn % 5
    else:
        change.who = 0
        change.value = 1 + drawn % setting.round_limit


GAME = Game(SYSTEM, FormationsCases(), Breach, breach_of, propose_edit)

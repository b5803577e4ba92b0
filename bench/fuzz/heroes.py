"""Heroes for the fuzz: its encounters by number, its invariants, and edits of a game master."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import MAX_SIDES, NodeKind
from battlewright.engine.record import Row
from battlewright.systems.heroes.enums import (
    CONDITIONS,
    PAIRED,
    TYPES,
    Check,
    Component,
    ConditionName,
    DamageType,
    Source,
    Target,
)
from battlewright.systems.heroes.record import (
    DIGIT,
    MAX_COMBATANTS,
    MAX_FRAMES,
    MAX_MODIFIERS,
    RING,
    Card,
    Combatant,
    Editable,
    Encounter,
    Frame,
    FrameKind,
    HeroesEdit,
    Setting,
    Stage,
    Step,
)
from battlewright.systems.heroes.rules.aim import count_of
from battlewright.systems.heroes.rules.conditions import controller_of, is_there, lasts_until_check, side_of
from battlewright.systems.heroes.rules.defence import is_flanked, is_out, is_surrounded, places_taken, stand_ready
from battlewright.systems.heroes.rules.edit import MOST
from battlewright.systems.heroes.rules.uses import place_of_digit
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, read_encounter
from battlewright.systems.heroes.setup.rulings import RulingsSetup, shipped_rulings
from battlewright.systems.heroes.setup.typed import at_level
from battlewright.systems.heroes.system import SYSTEM
from fuzz.cases import PAIRS, Cases
from fuzz.checks import OWN, Found, Game

RULINGS = 48
"""The sets of rulings: the shipped ones, and others with up to four numbers that are changed."""
LEVELS = (0, 1, 12)
"""The levels of the heroes; 0 is that of their sheets."""
LONGEST = 30
"""The most rounds."""


@cache
def rulings_of(number: int) -> tuple[tuple[str, int], ...]:
    """A set of rulings by its number: the names and numbers that differ from the shipped ones."""
    chance = random.Random(number)
    limits = {name: _limits(name) for name, value in sorted(shipped_rulings().items()) if type(value) is int}
    names = chance.sample(sorted(limits), min(number, chance.randint(1, 4)))
    return tuple((name, chance.randint(*limits[name])) for name in names)


def _limits(name: str) -> tuple[int, int]:
    """The least and the greatest number of a ruling."""
    found = {type(each).__name__: each for each in RulingsSetup.model_fields[name].metadata}
    most: int = found["Le"].le
    return found["Ge"].ge, min(most, LONGEST) if name == "round_limit" else most


@dataclass(frozen=True)
class HeroesCase:
    """An encounter by its shipped name, its rulings, and the level of its heroes."""

    encounter: str
    rulings: int
    level: int

    def setup(self) -> EncounterSetup:
        setup = read_encounter(self.encounter)
        changed = RulingsSetup.model_validate({**setup.rulings.model_dump(), **dict(rulings_of(self.rulings))})
        setup = setup.model_copy(update={"rulings": changed})
        return at_level(setup, self.level) if self.level else setup


class HeroesCases(Cases):
    """The encounters of Heroes by their numbers: all that ship, with the bots by turns, and many rulings."""

    counted = ("encounter",)

    def __init__(self) -> None:
        super().__init__(SYSTEM)
        self.encounters = ENCOUNTERS.names
        self.variants = len(LEVELS)
        self.block = self.variants * len(PAIRS)
        self.lap = self.block * RULINGS * len(self.encounters)

    def case_of(self, index: int) -> HeroesCase:
        rulings, encounter = divmod(index // self.block, len(self.encounters))
        return HeroesCase(self.encounters[encounter], rulings % RULINGS, LEVELS[index % self.variants])


class Breach(IntEnum):
    """What must not be found after a node of Heroes."""

    ROUND = OWN + 1
    POOL = OWN + 2
    ACTION_POINTS = OWN + 3
    PLACE = OWN + 4
    NO_CAUSE = OWN + 5
    EFFECT = OWN + 6
    BOTH_FORMS = OWN + 7
    UPHELD_BY_NOBODY = OWN + 8
    NUMBERS = OWN + 9
    MODIFIERS = OWN + 10
    STACK = OWN + 11
    ORDER = OWN + 12
    SCRATCH = OWN + 13
    CANNOT_ACT = OWN + 14
    NOT_ENDED = OWN + 15
    WRONG_RESULT = OWN + 16
    USES = OWN + 17
    AIM = OWN + 18


NONE = 0
EDITABLE, OFTEN = len(Editable), 6
"""The kinds of edits; so many more times a condition is given or taken, most of which are refused."""
FEW = 2
"""The hazards of a set-up that edits name."""


@rule()
def breach_of(setting: Setting, battle: Encounter, found: Found) -> int:
    """The first thing that must not be, and (in ``found``) whose it is."""
    if battle.round < 1 or battle.round > setting.rulings.round_limit:
        return Breach.ROUND
    for who in range(setting.combatants):
        found.who = who
        breach = breach_of_combatant(setting, battle, who)
        if breach:
            return breach
    found.who = -1
    breach = breach_of_rest(setting, battle)
    if breach:
        return breach
    a, b = is_there(setting, battle, 0), is_there(setting, battle, 1)
    if battle.node.kind == NodeKind.OVER:
        winner = (1 if a else 2) if a != b else 0
        return NONE if battle.node.result == winner else Breach.WRONG_RESULT
    if not (a and b):
        return Breach.NOT_ENDED
    return breach_of_actor(setting, battle, found) if battle.node.kind == NodeKind.DECISION else NONE


@rule()
def breach_of_combatant(setting: Setting, battle: Encounter, who: int) -> int:
    """Its pools, its points, its place, its conditions with their causes, and its numbers that follow from these."""
    combatant, card = battle.combatants[who], setting.cards[who]
    if combatant.health < 0 or combatant.health > card.health or combatant.wounds < 0 or combatant.wounds > card.wounds:
        return Breach.POOL
    if combatant.morale < 0 or combatant.morale > card.morale or combatant.stress < 0 or combatant.stress > card.stress:
        return Breach.POOL
    if combatant.ap < 0 or combatant.ap > MOST:
        return Breach.ACTION_POINTS
    if combatant.hidden < 0 or combatant.hidden > 100 or not stands_right(setting, combatant, who):
        return Breach.PLACE
    if combatant.caused != causes(setting, battle, who) or (combatant.broken != 0) != (combatant.stress >= card.stress):
        return Breach.NO_CAUSE
    for index in range(card.actions_count):
        if not 0 <= combatant.spent // place_of_digit(index) % DIGIT <= card.actions[index].uses:
            return Breach.USES
    breach = breach_of_effects(setting, battle, combatant)
    if breach:
        return breach
    before = digest(combatant)
    stand_ready(setting, battle, who)
    is_able = not combatant.idle and not is_out(combatant)
    return NONE if digest(combatant) == before and (combatant.acts != 0) == is_able else Breach.NUMBERS


@rule()
def stands_right(setting: Setting, combatant: Combatant, who: int) -> bool:
    """Whether opponents alone stand around a combatant, each at one place."""
    seen = 0
    for place in range(RING):
        neighbour = combatant.ring[place]
        if neighbour < 0 or neighbour > setting.combatants or (seen >> neighbour) & 1:
            return False
        if neighbour > 0:
            seen |= 1 << neighbour
            if side_of(setting, neighbour - 1) == side_of(setting, who):
                return False
    return True


@rule()
def causes(setting: Setting, battle: Encounter, who: int) -> int:
    """The conditions that the pools and the neighbours of a combatant bring, a bit for each."""
    places = places_taken(battle, who)
    found = of_pools(setting, battle.combatants[who], setting.cards[who])
    if is_surrounded(places):
        return found | 1 << ConditionName.SURROUNDED
    return found | 1 << ConditionName.FLANKED if is_flanked(places) else found


@rule()
def of_pools(setting: Setting, combatant: Combatant, card: Card) -> int:
    """The conditions that the pools of a combatant bring, a bit for each."""
    share, found = 100 * combatant.health, 0
    bloodied = share < setting.rulings.bloodied * card.health
    if share < setting.rulings.near_death * card.health:
        found |= 1 << ConditionName.NEAR_DEATH
    elif bloodied:
        found |= 1 << ConditionName.BLOODIED
    if combatant.wounds >= card.wounds:
        found |= 1 << ConditionName.DEAD
    elif combatant.health == 0:
        found |= 1 << ConditionName.UNCONSCIOUS
    if combatant.morale == 0 or (bloodied and card.fears_blood):
        found |= 1 << ConditionName.AFRAID
    return found


@rule()
def breach_of_effects(setting: Setting, battle: Encounter, combatant: Combatant) -> int:
    """Effects that are over leave nothing behind; a condition and its severe form exclude each other; and what is kept
    up has somebody who keeps it up."""
    count = 0
    for condition in range(CONDITIONS):
        effect = combatant.effects[condition]
        if effect.left < 0 or effect.by < 0 or effect.by > setting.combatants or effect.check > Check.MAINTENANCE:
            return Breach.EFFECT
        if effect.left == 0:
            if effect.by or effect.check or effect.tried or effect.defence or effect.source or effect.power:
                return Breach.EFFECT
            continue
        count += 1
        if condition < PAIRED and condition % 2 == 1 and combatant.effects[condition - 1].left:
            return Breach.BOTH_FORMS
        upheld = effect.source != Source.GIVEN and lasts_until_check(setting, effect, condition)
        is_decided = not is_there(setting, battle, 0) or not is_there(setting, battle, 1)
        if upheld and (effect.by == 0 or (is_out(battle.combatants[effect.by - 1]) and not is_decided)):
            return Breach.UPHELD_BY_NOBODY
    return NONE if count == combatant.afflictions else Breach.EFFECT


@rule()
def digest(combatant: Combatant) -> int:
    """One number for all that follows from a combatant's situation and conditions."""
    mixed = 0
    for value in (
        combatant.dodge, combatant.parry, combatant.armor, combatant.willpower, combatant.fortitude, combatant.reflex,
        combatant.attack, combatant.spell_power, combatant.talent_power, combatant.initiative, combatant.idle,
        combatant.speechless, combatant.confused, combatant.ruled_by,
    ):  # fmt: skip
        mixed = (mixed * 1009 + value) & 0xFFFFFFFFFF
    return mixed


@rule()
def breach_of_rest(setting: Setting, battle: Encounter) -> int:
    """The modifiers, the order of turns, the stack, and that nothing is left of a hazard that is over."""
    if battle.modifiers_count < 0 or battle.modifiers_count > MAX_MODIFIERS:
        return Breach.MODIFIERS
    for place in range(MAX_MODIFIERS):
        modifier = battle.modifiers[place]
        is_there_one = modifier.amount != 0
        if is_there_one != (place < battle.modifiers_count) or modifier.whom < 0 or modifier.turns < 0:
            return Breach.MODIFIERS
    if battle.next < 0 or battle.next > battle.count or battle.count > setting.combatants:
        return Breach.ORDER
    seen = 0
    for place in range(battle.count):
        who = battle.order[place]
        if who < 0 or who >= setting.combatants or (seen >> who) & 1:
            return Breach.ORDER
        seen |= 1 << who
    if battle.depth < (0 if battle.node.kind == NodeKind.OVER else 1) or battle.depth > MAX_FRAMES:
        return Breach.STACK
    hazards = False
    for depth in range(MAX_FRAMES):
        frame = battle.frames[depth]
        if (frame.kind != 0) != (depth < battle.depth):
            return Breach.STACK
        if frame.targets >> setting.combatants or (frame.kind == 0 and (frame.rolled or frame.rolled_again)):
            return Breach.AIM
        hazards = hazards or frame.kind == FrameKind.HAZARD
    hazard = battle.hazard
    if not hazards and (hazard.once or hazard.dice or hazard.sides or hazard.plus or hazard.types):
        return Breach.SCRATCH
    for who in range(setting.combatants, MAX_COMBATANTS):
        if battle.combatants[who].health or battle.combatants[who].afflictions:
            return Breach.SCRATCH
    return NONE


@rule()
def breach_of_actor(setting: Setting, battle: Encounter, found: Found) -> int:
    """Whoever acts is in the encounter, able to, with points left, and led by the side that decides for it."""
    frame = battle.frames[battle.depth - 1]
    found.who = frame.actor
    combatant = battle.combatants[frame.actor]
    if battle.node.step == Step.AIM:
        is_right = is_aiming(setting, frame) and battle.node.side == controller_of(setting, battle, frame.actor)
        return NONE if is_right and combatant.acts else Breach.AIM
    if battle.node.step != Step.ACT or frame.kind != FrameKind.TURN:
        return Breach.STACK
    is_able = combatant.acts and combatant.ap > 0 and not is_out(combatant)
    return NONE if is_able and battle.node.side == controller_of(setting, battle, frame.actor) else Breach.CANNOT_ACT


@rule()
def is_aiming(setting: Setting, frame: Frame) -> bool:
    """Whether an action is aimed that may have more targets than it has."""
    is_exchange = frame.kind == FrameKind.ATTACK or frame.kind == FrameKind.CONTEST
    most = setting.cards[frame.actor].actions[frame.action].targets
    return is_exchange and frame.stage == Stage.AIMING and 0 < count_of(frame.targets) < most


@rule()
def propose_edit(setting: Setting, battle: Encounter, chance: Row[int], change: HeroesEdit) -> None:
    """Make up an edit: a number of a combatant, its place, a modifier, a condition, or a trap."""
    drawn, of, who = chance[3], chance[4], chance[2] % setting.combatants
    what = min(1 + chance[1] % (EDITABLE + OFTEN), EDITABLE + 1)
    clear(change)
    change.what = what
    change.who = who
    card = setting.cards[who]
    if what == Editable.HEALTH:
        change.value = drawn % (card.health + 1)
    elif what == Editable.WOUNDS:
        change.value = drawn % (card.wounds + 1)
    elif what == Editable.MORALE:
        change.value = drawn % (card.morale + 1)
    elif what == Editable.STRESS:
        change.value = drawn % (card.stress + 1)
    elif what == Editable.AP:
        change.who = battle.frames[battle.depth - 1].actor
        change.value = drawn % 6
    elif what == Editable.ROUND:
        change.who = 0
        change.value = 1 + drawn % setting.rulings.round_limit
    elif what == Editable.HIDDEN:
        change.value = drawn % 101
    elif what == Editable.RING:
        change.of = of % RING
        change.value = drawn % (setting.combatants + 1)
    elif what == Editable.MODIFIER:
        change.of = of % (Component.INITIATIVE + 1)
        change.value = drawn % 13 - 6
        change.turns = chance[5] % 3
        change.name[0] = chance[6] % 3
    elif what == Editable.CONDITION:
        propose_condition(setting, chance, change)
    elif what == Editable.EXPOSED:
        change.of = 1 + of % FEW
        change.value = drawn % 2
    elif what == Editable.TRAP:
        propose_trap(chance, change)
    elif what == Editable.USES:
        change.of = of % max(card.actions_count, 1)
        change.value = drawn % (card.actions[change.of].uses + 1)
    elif what == Editable.DAMAGE:
        change.value = 1 + drawn % 12
        change.types = 1 + of % ((1 << TYPES) - 1)
    elif what == Editable.HEALING:
        change.value = 1 + drawn % 12
        change.types = of % 2 << DamageType.PSYCHIC
    else:
        change.what = Editable.CONDITION
        propose_condition(setting, chance, change)


@rule()
def propose_condition(setting: Setting, chance: Row[int], change: HeroesEdit) -> None:
    """A condition, for some turns or until a check, upheld by somebody or with a power of its own; or its end."""
    change.of = chance[4] % CONDITIONS
    change.value = chance[3] % 5 - 1
    if change.value != 0:
        change.defence = chance[6] % (Target.REFLEX + 1)
        if chance[5] % 2:
            change.by = 1 + chance[7] % setting.combatants
        else:
            change.power = chance[7] % 20


@rule()
def propose_trap(chance: Row[int], change: HeroesEdit) -> None:
    """A trap of the set-up, or one that is made up on the spot."""
    if chance[3] % 2:
        change.of = 1 + chance[4] % FEW
        return
    change.defence = 1 + chance[5] % Target.REFLEX
    change.power = chance[6] % 20
    change.condition = chance[7] % (CONDITIONS + 1)
    if chance[4] % 3:
        change.dice = 1 + chance[4] % 4
        change.sides = 2 + chance[5] % (MAX_SIDES - 1)
        change.plus = chance[6] % 9 - 4
        change.types = 1 << (chance[7] % TYPES)


@rule()
def clear(change: HeroesEdit) -> None:
    """An edit without any number."""
    change.value = 0
    change.of = 0
    change.turns = 0
    change.by = 0
    change.defence = 0
    change.power = 0
    change.dice = 0
    change.sides = 0
    change.plus = 0
    change.types = 0
    change.condition = 0
    change.name[:] = 0


GAME = Game(SYSTEM, HeroesCases(), Breach, breach_of, propose_edit)

"""What a game master may change, at any moment.

health, wounds, morale, stress, hidden:  a number of ``who``
ap:         the same, of the combatant whose turn it is
round:      the number of the round
ring:       ``of`` is a place, the value 1 + the opponent who stands there (0: none)
modifier:   ``of`` is the component, the value its amount (0: it is taken away), with turns and a name; ``by``
            is 1 + the attacker against whom alone it counts, where it is to Physical Defence
condition:  ``of`` is the condition, the value its turns (-1: as its row says, 0: it is over); ``by`` upholds it,
            or it has a defence and a power that it is resisted with and against
exposed:    ``of`` is 1 + a hazard of the set-up, the value whether it threatens ``who``
trap:       one goes off at ``who``: that of the set-up (``of``), or one made up on the spot
uses:       ``of`` is an action of limited uses, the value those that are left
damage:     ``who`` takes the value, of these types, after resistances and vulnerabilities
healing:    ``who`` recovers the value: Health, or Morale if its types are psychic alone
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import MAX_SIDES
from battlewright.engine.record import Row, clear
from battlewright.systems.heroes.enums import CONDITIONS, PAIRED, TYPES, Check, Component, ConditionName, Source, Target
from battlewright.systems.heroes.reasons import Reason
from battlewright.systems.heroes.record import (
    LIVE,
    MAX_DICE,
    MAX_HAZARDS,
    NAME_INTS,
    NOBODY,
    RING,
    Card,
    Combatant,
    Editable,
    Encounter,
    EventKind,
    FrameKind,
    HeroesEdit,
    Setting,
    Stage,
)
from battlewright.systems.heroes.rules.checks import check_between
from battlewright.systems.heroes.rules.conditions import (
    empower,
    lift,
    say_what_ends_it,
    set_effect,
    side_of,
    sustain,
    update_pools,
    update_ring,
)
from battlewright.systems.heroes.rules.damage import is_mental, recover, suffer
from battlewright.systems.heroes.rules.defence import has, is_out, is_reached
from battlewright.systems.heroes.rules.flow import ask_again, spring
from battlewright.systems.heroes.rules.hazards import go_off
from battlewright.systems.heroes.rules.modifiers import has_room, is_physical, say_name, set_modifier
from battlewright.systems.heroes.rules.pointless import revive
from battlewright.systems.heroes.rules.uses import set_uses

MOST = 99
"""The largest modifier, power, number of turns and of action points."""
MOST_DAMAGE = 999
"""The largest damage and healing by hand."""
USUAL = -1
"""The turns of a condition that lasts as its row says."""


@rule("H.D11", "H.P1", "H.X5", "H.E2", "H.E3", "H.N1")
def edit(setting: Row[Setting], battle: Row[Encounter], change: Row[HeroesEdit]) -> int:
    """Make one change, or return the reason why it is refused. The flow continues from the changed encounter."""
    refused = refuse_edit(setting[0], battle[0], change[0])
    if refused:
        return refused
    if battle[0].depth == 0:
        revive(battle[0])
    what, who = change[0].what, change[0].who
    was = set_number(setting[0], battle[0], change[0])
    emit_edit(battle[0], change[0], was)
    if what == Editable.RING:
        update_ring(setting[0], battle[0], who)
    elif what == Editable.CONDITION:
        change_condition(setting[0], battle[0], change[0])
    elif what == Editable.MODIFIER:
        say_name(battle[0], change[0].name)
    elif what == Editable.TRAP:
        set_off(setting[0], battle[0], change[0])
    elif what == Editable.DAMAGE:
        suffer(setting[0], battle[0], who, change[0].value, change[0].types, NOBODY)
    elif what == Editable.HEALING:
        recover(setting[0], battle[0], who, change[0].value, change[0].types, NOBODY)
    if what != Editable.ROUND:
        update_pools(setting[0], battle[0], who)
    ask_again(setting[0], battle[0])
    return 0


@rule("H.D9", "H.D11", "H.P1", "H.X5", "H.N1", "H.R0")
def emit_edit(battle: Encounter, change: HeroesEdit, was: int) -> None:
    """Emit a change, with the number that it replaces."""
    tail, what, who, of, value = battle.tail, change.what, change.who, change.of, change.value
    if what == Editable.RING:
        emit(tail, EventKind.EDITED_RING, 0, who=who, place=of, whom=value - 1, was=was - 1)
    elif what == Editable.MODIFIER:
        against = change.by - 1
        emit(tail, EventKind.EDITED_MODIFIER, 0, who=who, component=of, amount=value, was=was, against=against)
    elif what == Editable.CONDITION:
        stays = 1 if value == 0 and (battle.combatants[who].caused >> of) & 1 else 0
        emit(tail, EventKind.EDITED_CONDITION, 0, who=who, by=change.by - 1, condition=of, value=value, stays=stays)
    elif what == Editable.EXPOSED:
        emit(tail, EventKind.EDITED_EXPOSED, 0, who=who, hazard=of - 1, exposed=value, was=was)
    elif what == Editable.TRAP:
        emit(tail, EventKind.EDITED_TRAP, 0, who=who, hazard=of - 1)
    elif what == Editable.DAMAGE:
        emit(tail, EventKind.EDITED_DAMAGE, 0, who=who, total=value, types=change.types)
    elif what == Editable.HEALING:
        emit(tail, EventKind.EDITED_HEALING, 0, who=who, amount=value, types=change.types)
    elif what == Editable.USES:
        emit(tail, EventKind.EDITED_USES, 0, who=who, action=of, uses=value, was=was)
    else:
        emit(tail, EventKind.EDITED, 0, who=NOBODY if what == Editable.ROUND else who, what=what, value=value, was=was)


@rule("H.D9", "H.D11", "H.P1", "H.N1", "H.R0", "H.O2")
def set_number(setting: Setting, battle: Encounter, change: HeroesEdit) -> int:
    """Set a single number; return what it was."""
    what, who, value, of = change.what, change.who, change.value, change.of
    combatant = battle.combatants[who]
    was = 0
    if what == Editable.HEALTH:
        was = combatant.health
        combatant.health = value
    elif what == Editable.WOUNDS:
        was = combatant.wounds
        combatant.wounds = value
    elif what == Editable.MORALE:
        was = combatant.morale
        combatant.morale = value
    elif what == Editable.STRESS:
        was = combatant.stress
        combatant.stress = value
    elif what == Editable.AP:
        was = combatant.ap
        combatant.ap = value
    elif what == Editable.ROUND:
        was = battle.round
        battle.round = value
    elif what == Editable.HIDDEN:
        was = combatant.hidden
        combatant.hidden = value
    elif what == Editable.RING:
        was = combatant.ring[of]
        place_neighbour(combatant, of, value)
    elif what == Editable.MODIFIER:
        was = set_modifier(battle, change)
    elif what == Editable.EXPOSED:
        was = (combatant.hazards >> (of - 1)) & 1
        if was != value:
            combatant.hazards ^= 1 << (of - 1)
    elif what == Editable.USES:
        was = set_uses(setting, battle, who, of, value)
    return was


@rule("H.D9")
def place_neighbour(combatant: Combatant, place: int, neighbour: int) -> None:
    """Put an opponent at a place around a combatant, and at no other place around it."""
    for other in range(RING):
        if neighbour > 0 and combatant.ring[other] == neighbour:
            combatant.ring[other] = 0
    combatant.ring[place] = neighbour


@rule("H.X1", "H.X5", "H.R9", "H.R10", "H.R11")
def change_condition(setting: Setting, battle: Encounter, change: HeroesEdit) -> None:
    """Give a combatant a condition, or end it. A condition and its severe form replace each other. What a combatant
    upholds goes by its Spell Power; anything else by the defence and the power it is given with."""
    whom, condition, by = change.who, change.of, change.by - 1
    combatant = battle.combatants[whom]
    if change.value == 0:
        lift(combatant, condition)
        return
    if condition < PAIRED:
        lift(combatant, condition + 1 if condition % 2 == 0 else condition - 1)
    turns = setting.conditions[condition].turns if change.value == USUAL else change.value
    set_effect(setting, combatant, condition, turns, by)
    effect = combatant.effects[condition]
    if by != NOBODY:
        sustain(effect, Source.SPELL, check_between(setting, by, whom, change.check), change.defence, LIVE)
    else:
        empower(effect, change.defence, change.power or setting.rulings.default_power)
    say_what_ends_it(setting, battle, whom, condition)


@rule("H.R0")
def set_off(setting: Setting, battle: Encounter, change: HeroesEdit) -> None:
    """Set off a trap or a hazard: that of the set-up, which is then spent, or the one that the change describes."""
    if change.of > 0:
        if setting.hazards[change.of - 1].once:
            spring(setting, battle, change.of - 1)
        go_off(battle, setting.hazards[change.of - 1], change.who, change.of)
        return
    clear(battle.hazard)
    hazard = battle.hazard
    hazard.once = 1
    hazard.dice = change.dice
    hazard.sides = change.sides
    hazard.plus = change.plus
    hazard.types = change.types
    hazard.brings.condition = change.condition
    hazard.brings.defence = change.defence
    hazard.brings.power = change.power
    go_off(battle, hazard, change.who, 0)


@rule("H.D11", "H.P1", "H.X5", "H.N1")
def refuse_edit(setting: Setting, battle: Encounter, change: HeroesEdit) -> int:
    """Refuse a change to a number that makes no sense."""
    what, who, value = change.what, change.who, change.value
    if who < 0 or who >= setting.combatants or (what == Editable.ROUND and who != 0):
        return Reason.EDIT_NO_SUCH_COMBATANT
    card = setting.cards[who]
    if has_more_than_it_takes(change):
        return Reason.EDIT_NAMES_MORE
    if what == Editable.HEALTH:
        return 0 if 0 <= value <= card.health else Reason.EDIT_POOL
    if what == Editable.WOUNDS:
        return 0 if 0 <= value <= card.wounds else Reason.EDIT_POOL
    if what == Editable.MORALE:
        return 0 if 0 <= value <= card.morale else Reason.EDIT_POOL
    if what == Editable.STRESS:
        return 0 if 0 <= value <= card.stress else Reason.EDIT_POOL
    if what == Editable.AP:
        return 0 if 0 <= value <= MOST and who == acting(battle) else Reason.EDIT_AP
    if what == Editable.ROUND:
        return 0 if 1 <= value <= setting.rulings.round_limit else Reason.EDIT_ROUND
    if what == Editable.HIDDEN:
        return 0 if 0 <= value <= 100 else Reason.EDIT_HIDDEN
    if what == Editable.RING:
        return refuse_neighbour(setting, change)
    if what == Editable.MODIFIER:
        return refuse_modifier(setting, battle, change)
    if what == Editable.CONDITION:
        return refuse_condition(setting, battle, change)
    if what == Editable.EXPOSED:
        known = 1 <= change.of <= MAX_HAZARDS and setting.hazards[change.of - 1].brings.defence
        return 0 if known and 0 <= value <= 1 else Reason.EDIT_HAZARD
    if what == Editable.TRAP:
        return refuse_trap(setting, battle, change)
    if what == Editable.USES:
        return refuse_uses(card, change)
    if what == Editable.DAMAGE or what == Editable.HEALING:
        return refuse_amount(battle, change)
    return Reason.EDIT_UNKNOWN


@rule("H.E1", "H.E2", "H.E3", "H.P1", "H.P3")
def refuse_amount(battle: Encounter, change: HeroesEdit) -> int:
    """Refuse damage without a type, healing of another than Health or Morale, a wrong amount, and either at the
    Dead."""
    sound = 1 <= change.value <= MOST_DAMAGE
    if change.what == Editable.DAMAGE and not (sound and 0 < change.types < 1 << TYPES):
        return Reason.EDIT_DAMAGE
    if change.what == Editable.HEALING and not (sound and (change.types == 0 or is_mental(change.types))):
        return Reason.EDIT_HEALING
    return Reason.EDIT_DEAD if has(battle.combatants[change.who], ConditionName.DEAD) else 0


@rule("H.N1")
def acting(battle: Encounter) -> int:
    """Return the combatant that takes the actions of its turn; NOBODY before they are counted, and between turns."""
    turn = battle.frames[1]
    return turn.actor if turn.kind == FrameKind.TURN and turn.stage == Stage.ACTING else NOBODY


@rule("H.R0")
def is_going_off(battle: Encounter) -> bool:
    """Return whether a trap or a hazard is just going off."""
    return battle.hazard.brings.defence != 0


@rule("H.N1")
def has_more_than_it_takes(change: HeroesEdit) -> bool:
    """Return whether a change has numbers that its kind does not take."""
    what = change.what
    made_up = what == Editable.TRAP and change.of == 0
    if (what < Editable.RING or what > Editable.USES) and change.of != 0:
        return True
    if what != Editable.MODIFIER and change.turns != 0:
        return True
    if what != Editable.CONDITION and what != Editable.MODIFIER and change.by != 0:
        return True
    if what != Editable.CONDITION and not made_up and (change.defence != 0 or change.power != 0):
        return True
    if not made_up and (change.dice or change.sides or change.plus or change.condition):
        return True
    if change.types and not made_up and what < Editable.DAMAGE:
        return True
    if change.check and (what != Editable.CONDITION or change.by == 0):
        return True
    for index in range(NAME_INTS):
        if what != Editable.MODIFIER and change.name[index] != 0:
            return True
    return False


@rule("H.D9")
def refuse_neighbour(setting: Setting, change: HeroesEdit) -> int:
    """Refuse a place that is not around a combatant, or a neighbour that is not an opponent."""
    if change.of < 0 or change.of >= RING or change.value < 0 or change.value > setting.combatants:
        return Reason.EDIT_RING
    if change.value == 0:
        return 0
    return Reason.EDIT_RING if side_of(setting, change.value - 1) == side_of(setting, change.who) else 0


@rule("H.D11", "H.D10")
def refuse_modifier(setting: Setting, battle: Encounter, change: HeroesEdit) -> int:
    """Refuse a component that a situation cannot modify, a wrong amount or duration, an attacker that there is not, or
    to whom the component is the same as to all, and one modifier too many."""
    of = change.of
    sound = 0 <= of <= Component.INITIATIVE and of != Component.SPELL_POTENCY and -MOST <= change.value <= MOST
    if not sound or change.turns < 0 or change.turns > MOST:
        return Reason.EDIT_MODIFIER
    if change.by != 0:
        there = 0 < change.by <= setting.combatants and change.by != change.who + 1
        if not there or not is_physical(of):
            return Reason.EDIT_AGAINST
    for index in range(NAME_INTS):
        if change.name[index] < 0:
            return Reason.EDIT_MODIFIER
    return 0 if change.value == 0 or has_room(battle, change) else Reason.EDIT_MODIFIERS_FULL


@rule("H.X4", "H.X5", "H.D9", "H.P3")
def refuse_condition(setting: Setting, battle: Encounter, change: HeroesEdit) -> int:
    """Refuse a condition that only follows from something else, or a combatant that cannot uphold it; Dominated needs a
    combatant that upholds it, and Dead has no number of turns."""
    condition, by = change.of, change.by - 1
    if condition < 0 or condition >= CONDITIONS or change.value < USUAL or change.value > MOST:
        return Reason.EDIT_CONDITION
    if condition == ConditionName.BLOODIED or condition == ConditionName.NEAR_DEATH:
        return Reason.EDIT_CONDITION_OF_POOLS
    if change.value == 0:
        plain = change.by == 0 and change.defence == 0 and change.power == 0
        there = battle.combatants[change.who].effects[condition].left > 0
        return 0 if plain and there else Reason.EDIT_CONDITION_NOT_THERE
    if condition == ConditionName.DEAD and change.value != USUAL:
        return Reason.EDIT_TURNS_OF_DEAD
    if by < NOBODY or by >= setting.combatants or by == change.who:
        return Reason.EDIT_UPHOLDER
    if by != NOBODY and (change.power != 0 or is_out(battle.combatants[by])):
        return Reason.EDIT_UPHOLDER
    if by == NOBODY and setting.conditions[condition].dominated:
        return Reason.EDIT_DOMINATED_BY_NOBODY
    if change.defence < 0 or change.defence > Target.REFLEX or change.power < 0 or change.power > MOST:
        return Reason.EDIT_POWER
    return 0 if Check.BY_RULE <= change.check <= Check.MAINTENANCE else Reason.EDIT_POWER


@rule("H.R0")
def refuse_trap(setting: Setting, battle: Encounter, change: HeroesEdit) -> int:
    """Refuse an unknown trap, one that targets no arcane defence or brings nothing, or a target that is out of the
    encounter and does not only sleep."""
    if is_going_off(battle):
        return Reason.EDIT_TRAP_UNDER_WAY
    if change.value != 0 or not is_reached(battle.combatants[change.who]):
        return Reason.EDIT_TRAP
    if change.of != 0:
        known = 1 <= change.of <= MAX_HAZARDS and setting.hazards[change.of - 1].brings.defence
        return 0 if known else Reason.EDIT_HAZARD
    if change.defence < Target.WILLPOWER or change.defence > Target.REFLEX or change.power < 0 or change.power > MOST:
        return Reason.EDIT_TRAP
    if change.condition < 0 or change.condition > CONDITIONS or refuses_to_be_brought(setting, change.condition - 1):
        return Reason.EDIT_TRAP
    if change.dice == 0:
        return 0 if change.condition and not (change.sides or change.plus or change.types) else Reason.EDIT_TRAP
    sound = 1 <= change.dice <= MAX_DICE // 2 and 2 <= change.sides <= MAX_SIDES and -MOST <= change.plus <= MOST
    return 0 if sound and 0 < change.types < 1 << TYPES else Reason.EDIT_TRAP


@rule("H.O2")
def refuse_uses(card: Card, change: HeroesEdit) -> int:
    """Refuse an action that is not on the sheet, one without limit, or more uses than it has."""
    known = 0 <= change.of < card.actions_count
    return 0 if known and 0 <= change.value <= card.actions[change.of].uses > 0 else Reason.EDIT_USES


@rule("H.X4", "H.D9", "H.X5")
def refuses_to_be_brought(setting: Setting, condition: int) -> bool:
    """Return whether a condition follows only from pools or neighbours, or needs a combatant that upholds it."""
    if condition < 0:
        return False
    if ConditionName.BLOODIED <= condition <= ConditionName.NEAR_DEATH:
        return True
    if ConditionName.FLANKED <= condition <= ConditionName.SURROUNDED:
        return True
    return setting.conditions[condition].dominated != 0

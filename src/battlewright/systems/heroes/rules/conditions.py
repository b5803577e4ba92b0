"""Chapter X: how conditions come and go: by themselves, by the turn, or by an action."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.record import clear
from battlewright.systems.heroes.enums import CONDITIONS, PAIRED, Check, Clause, ConditionName, Source
from battlewright.systems.heroes.record import (
    BROKEN,
    MAX_COMBATANTS,
    NOBODY,
    RING,
    Combatant,
    Effect,
    Encounter,
    EventKind,
    Setting,
)
from battlewright.systems.heroes.rules.defence import (
    has,
    is_bloodied,
    is_flanked,
    is_in_force,
    is_out,
    is_surrounded,
    places_taken,
    stand_ready,
)


@rule("H.X1")
def is_severe(condition: int) -> bool:
    """Return whether a condition is the severe form of another."""
    return condition < PAIRED and condition % 2 == 1


@rule("H.X1", "H.X2", "H.X3", "H.X5", "H.P3")
def afflict(setting: Setting, battle: Encounter, whom: int, condition: int, by: int, clause: int) -> bool:
    """Give a combatant a condition, for as long as its row says; return whether it gets it. A severe form replaces the
    milder one; a combatant with the severe form does not get the milder one. The same condition again lasts longer,
    never shorter. The Dead get nothing."""
    combatant = battle.combatants[whom]
    if has(combatant, ConditionName.DEAD) or (
        condition < PAIRED and not is_severe(condition) and has(combatant, condition + 1)
    ):
        return False
    if is_severe(condition):
        lift(combatant, condition - 1)
    turns = setting.conditions[condition].turns
    if turns >= 0:
        turns = max(turns, combatant.effects[condition].left - 1)
    set_effect(setting, combatant, condition, turns, by)
    emit(battle.tail, EventKind.CONDITION, clause, who=whom, by=by, condition=condition, turns=turns)
    return True


@rule("H.X5", "H.R10")
def set_effect(setting: Setting, combatant: Combatant, condition: int, turns: int, by: int) -> None:
    """Write a condition into a combatant, for some turns (0: until a check; below: for good). By default it is resisted
    with the defence of its row against the usual power."""
    effect = combatant.effects[condition]
    if effect.left == 0:
        combatant.afflictions += 1
    effect.left = 1 + max(turns, 0)
    effect.by = by + 1
    effect.check = Check.RESISTANCE
    effect.tried = 0
    effect.defence = setting.conditions[condition].defence
    effect.source = Source.GIVEN
    effect.power = setting.rulings.default_power


@rule("H.R9", "H.R10", "H.R11")
def sustain(effect: Effect, source: int, check: int, defence: int, power: int) -> None:
    """Tie an effect to the Spell Power of the combatant that brought it (LIVE), or to a given power, against the
    defence that was targeted."""
    effect.source = source
    effect.power = power
    if defence:
        effect.defence = defence
    set_check(effect, check)


@rule("H.R10", "H.R11")
def set_check(effect: Effect, check: int) -> None:
    """Set the check that ends an effect: by resistance, unless it is to be kept up, as it is in the turn that brings
    it."""
    effect.check = Check.MAINTENANCE if check == Check.MAINTENANCE else Check.RESISTANCE
    effect.tried = 1 if check == Check.MAINTENANCE else 0


@rule("H.R0", "H.R10")
def empower(effect: Effect, defence: int, power: int) -> None:
    """Set the defence and the power that an effect was given with."""
    effect.power = power
    if defence:
        effect.defence = defence


@rule("H.R9", "H.R10")
def say_what_ends_it(setting: Setting, battle: Encounter, whom: int, condition: int) -> None:
    """Emit who upholds an effect that lasts until a check, and what it is checked against."""
    effect = battle.combatants[whom].effects[condition]
    if lasts_until_check(setting, effect, condition):
        by, defence, check = effect.by - 1, effect.defence, effect.check
        clause = Clause.R10 if check == Check.MAINTENANCE else Clause.R9
        emit(battle.tail, EventKind.LASTS, clause, who=whom, by=by, condition=condition, defence=defence, check=check)


@rule("H.R9", "H.R10", "H.X5")
def lasts_until_check(setting: Setting, effect: Effect, condition: int) -> bool:
    """Return whether a check ends an effect: it has no number of turns, and is not for good."""
    return effect.left == 1 and setting.conditions[condition].turns >= 0


@rule("H.X5")
def lift(combatant: Combatant, condition: int) -> None:
    """Clear an effect."""
    effect = combatant.effects[condition]
    if effect.left:
        combatant.afflictions -= 1
        clear(effect)


@rule("H.X5", "H.R9", "H.R10")
def end_condition(setting: Setting, battle: Encounter, whom: int, condition: int, clause: int) -> None:
    """End an effect; emit an event if nothing else keeps the condition."""
    if battle.combatants[whom].effects[condition].left > 0:
        lift(battle.combatants[whom], condition)
        if not has(battle.combatants[whom], condition):
            emit(battle.tail, EventKind.OVER, clause, who=whom, condition=condition)
        refresh(setting, battle, whom)


@rule("H.X4", "H.P3", "H.X5")
def update_pools(setting: Setting, battle: Encounter, whom: int) -> None:
    """Update the conditions that follow from the pools: Bloodied and the response to it, Near Death, Unconscious, Dead,
    Afraid, broken."""
    combatant, card, rulings = battle.combatants[whom], setting.cards[whom], setting.rulings
    share = 100 * combatant.health
    near_death, bloodied = share < rulings.near_death * card.health, share < rulings.bloodied * card.health
    dead = combatant.wounds >= card.wounds
    cause(battle, whom, ConditionName.NEAR_DEATH, near_death, Clause.X5)
    cause(battle, whom, ConditionName.BLOODIED, bloodied and not near_death, Clause.X4)
    cause(battle, whom, ConditionName.DEAD, dead, Clause.P3)
    cause(battle, whom, ConditionName.UNCONSCIOUS, combatant.health == 0 and not dead, Clause.P3)
    fears_blood = bloodied and card.fears_blood != 0
    clause = Clause.X4 if fears_blood and combatant.morale > 0 else Clause.P3
    cause(battle, whom, ConditionName.AFRAID, combatant.morale == 0 or fears_blood, clause)
    broken = combatant.stress >= card.stress
    if broken != ((combatant.broken & BROKEN) != 0):
        combatant.broken ^= BROKEN
        emit(battle.tail, EventKind.BROKEN if broken else EventKind.RALLIED, Clause.P3, who=whom)
    refresh(setting, battle, whom)


@rule("H.X4", "H.P3", "H.D9")
def cause(battle: Encounter, whom: int, condition: int, due: bool, clause: int) -> None:
    """Add or remove a condition that follows from something else. No event is emitted for its end if the combatant has
    the severe form instead, or the condition for another reason too."""
    combatant = battle.combatants[whom]
    caused = (combatant.caused >> condition) & 1 == 1
    if due and not caused:
        known = has(combatant, condition)
        combatant.caused |= 1 << condition
        if not known:
            emit(battle.tail, EventKind.CONDITION, clause, who=whom, by=NOBODY, condition=condition, turns=-1)
    elif caused and not due:
        combatant.caused ^= 1 << condition
        worse = condition < PAIRED and not is_severe(condition) and has(combatant, condition + 1)
        if not worse and not has(combatant, condition):
            emit(battle.tail, EventKind.OVER, clause, who=whom, condition=condition)


@rule("H.P3", "H.R10", "H.D9")
def refresh(setting: Setting, battle: Encounter, who: int) -> None:
    """Update what depends on a combatant's conditions: its numbers; if it falls, it lets go of what it upholds (unless
    its fall ends the encounter), and acts again from the next round on; if it cannot act, it flanks no opponent."""
    combatant = battle.combatants[who]
    stand_ready(setting, battle, who)
    if is_out(combatant):
        combatant.absent = 1
        if not is_decided(setting, battle):
            let_go(setting, battle, who)
    update_neighbours(setting, battle, who)


@rule("H.R10")
def let_go(setting: Setting, battle: Encounter, who: int) -> None:
    """End the effects of a combatant's spells and talents that have no number of turns, whichever check they use, when
    it is out. Who is Dead stays so."""
    for whom in range(setting.combatants):
        combatant = battle.combatants[whom]
        if combatant.afflictions > 0:
            for condition in range(CONDITIONS):
                effect = combatant.effects[condition]
                upheld = effect.source != Source.GIVEN and effect.by == who + 1
                if upheld and effect.left == 1 and condition != ConditionName.DEAD:
                    lift(combatant, condition)
                    if not has(combatant, condition):
                        emit(battle.tail, EventKind.OVER, Clause.R10, who=whom, condition=condition)
                    stand_ready(setting, battle, whom)
                    update_neighbours(setting, battle, whom)


@rule("H.D9")
def update_neighbours(setting: Setting, battle: Encounter, who: int) -> None:
    """Update Flanked and Surrounded around a combatant that has become able, or unable, to act."""
    combatant = battle.combatants[who]
    acts = 0 if combatant.idle or is_out(combatant) else 1
    if acts != combatant.acts:
        combatant.acts = acts
        for whom in range(setting.combatants):
            for place in range(RING):
                if battle.combatants[whom].ring[place] == who + 1:
                    update_ring(setting, battle, whom)


@rule("H.D9")
def update_ring(setting: Setting, battle: Encounter, whom: int) -> None:
    """Update Flanked and Surrounded from the ring of opponents; Surrounded replaces Flanked."""
    places = places_taken(battle, whom)
    surrounded = is_surrounded(places)
    cause(battle, whom, ConditionName.SURROUNDED, surrounded, Clause.D9)
    cause(battle, whom, ConditionName.FLANKED, is_flanked(places) and not surrounded, Clause.D9)
    stand_ready(setting, battle, whom)


@rule("H.X5", "H.X4")
def seals(setting: Setting, battle: Encounter, whom: int, mental: bool) -> int:
    """Return 1 + the condition that keeps a combatant from recovering Health, or Morale (0: none). Bloodied stands for
    the response to it."""
    combatant = battle.combatants[whom]
    for condition in range(CONDITIONS):
        row = setting.conditions[condition]
        if is_in_force(combatant, condition) and (row.seals_morale if mental else row.seals_health):
            return condition + 1
    response = setting.cards[whom].response
    if is_bloodied(combatant) and (response.seals_morale if mental else response.seals_health):
        return ConditionName.BLOODIED + 1
    return 0


@rule("H.N1")
def side_of(setting: Setting, who: int) -> int:
    """Return the side of a combatant."""
    return 1 if who >= setting.first_of_b else 0


@rule("H.N1", "H.P3")
def is_there(setting: Setting, battle: Encounter, side: int) -> bool:
    """Return whether a side has a combatant still in the encounter."""
    first = setting.first_of_b if side else 0
    last = setting.combatants if side else setting.first_of_b
    for who in range(first, last):
        if not is_out(battle.combatants[who]):
            return True
    return False


@rule("H.N1")
def sides_gone(setting: Setting, battle: Encounter) -> int:
    """Return the sides that are gone, a bit for each: all of it are Dead, Unconscious or broken."""
    return (0 if is_there(setting, battle, 0) else 1) | (0 if is_there(setting, battle, 1) else 2)


@rule("H.N1", "H.O4")
def is_decided(setting: Setting, battle: Encounter) -> bool:
    """Return whether a side is gone without which the game master has not gone on."""
    return sides_gone(setting, battle) & ~battle.went_on != 0


@rule("H.X5", "H.X3")
def decides_for(battle: Encounter, who: int) -> int:
    """Return the combatant that decides for one: the last in the chain of its dominators; in a circle itself."""
    at = who
    while battle.combatants[at].ruled_by > 0 and not is_in_circle(battle, at):
        at = battle.combatants[at].ruled_by - 1
    return at


@rule("H.X5", "H.X3")
def is_in_circle(battle: Encounter, who: int) -> bool:
    """Return whether a combatant is dominated by itself, through others."""
    at = who
    for _ in range(MAX_COMBATANTS):
        ruler = battle.combatants[at].ruled_by
        if ruler == 0:
            return False
        at = ruler - 1
        if at == who:
            return True
    return False


@rule("H.X5", "H.X3")
def controller_of(setting: Setting, battle: Encounter, who: int) -> int:
    """Return the side that decides for a combatant: its own, or the side that decides for its dominator."""
    return side_of(setting, decides_for(battle, who))

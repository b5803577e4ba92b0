"""The tally of an encounter, for studies."""

from __future__ import annotations

from battlewright.contract.parts import PLACES, EventCount
from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.systems.heroes.enums import ConditionName
from battlewright.systems.heroes.record import MAX_COMBATANTS, Encounter, EventKind, Setting
from battlewright.systems.heroes.rules.conditions import side_of
from battlewright.systems.heroes.rules.defence import has, is_out

EACH = ("standing", "dead", "health", "wounds")
"""The numbers of a combatant."""
SIDE = (*EACH, "all standing", "somebody dead")
"""The numbers of a side: the sums, and whether all are still in the encounter, or any is Dead."""
OF_COMBATANTS = tuple(f"{what} {place}" for place in range(1, MAX_COMBATANTS) for what in EACH)
"""The numbers of each combatant."""
LEFT = (*SIDE, *OF_COMBATANTS)
COUNTS = (
    EventCount("damage caused", EventKind.DAMAGE, whose="by", amount="damage", against="who"),
    EventCount("healed", EventKind.HEALED, amount="healed"),
    EventCount("attacks rolled", EventKind.ATTACK_ROLL),
    EventCount("turns", EventKind.TURN),
)
"""What a study counts of the events of an encounter."""
WIDTH, OF_SIDE, OF_EACH = len(LEFT), len(SIDE), len(EACH)


@rule()
def tally(setting: Row[Setting], battle: Row[Encounter], out: Row[int]) -> None:
    """Write the rounds; then for each side how many are in the encounter and how many Dead, their Health and their
    Wounds, and the same for each of them."""
    out[:] = 0
    out[0] = battle[0].round
    out[1 + OF_EACH] = 1
    out[1 + WIDTH + OF_EACH] = 1
    for who in range(setting[0].combatants):
        side = side_of(setting[0], who)
        first = 1 + WIDTH * side
        place = who - setting[0].first_of_b if side else who
        own = first + OF_SIDE + OF_EACH * place
        combatant = battle[0].combatants[who]
        out[own] = 0 if is_out(combatant) else 1
        out[own + 1] = 1 if has(combatant, ConditionName.DEAD) else 0
        out[own + 2] = combatant.health
        out[own + 3] = combatant.wounds
        for at in range(OF_EACH):
            out[first + at] += out[own + at]
        out[first + OF_EACH] = min(out[first + OF_EACH], out[own])
        out[first + OF_EACH + 1] = max(out[first + OF_EACH + 1], out[own + 1])


@rule()
def place_of(setting: Row[Setting], who: int) -> int:
    """Return the place of a combatant: its side times PLACES, plus its index within its side."""
    side = side_of(setting[0], who)
    return side * PLACES + who - side * setting[0].first_of_b


@rule("H.N1", "H.P3")
def first_out(setting: Row[Setting], battle: Row[Encounter]) -> int:
    """Return the place of the first combatant in order that is out of the encounter; -1 if none is."""
    for who in range(setting[0].combatants):
        if is_out(battle[0].combatants[who]):
            return place_of(setting, who)
    return -1

"""What an encounter has come to, for studies."""

from __future__ import annotations

from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.heroes.conditions import has, seat_of
from battlewright.systems.heroes.defence import is_out
from battlewright.systems.heroes.record import MAX_COMBATANTS, ConditionName, Encounter, Setting

EACH = ("standing", "dead", "health", "wounds")
"""What is written down of a combatant."""
WHOLE = len(EACH)
LEFT = (*EACH, *(f"{what} {place}" for place in range(1, MAX_COMBATANTS) for what in EACH))
"""What is written down of a side: of all together, then of each by its place."""


@rule()
def tally(setting: Many[Setting], battle: Many[Encounter], out: Many[int]) -> None:
    """The rounds; then of each side how many are in the encounter and how many Dead, their Health and their Wounds, and
    the same of each of them."""
    out[:] = 0
    out[0] = battle[0].round
    for who in range(setting[0].combatants):
        seat = seat_of(setting[0], who)
        first = 1 + len(LEFT) * seat
        place = who - setting[0].first_of_b if seat else who
        combatant = battle[0].combatants[who]
        for at in range(first, first + WHOLE * (place + 2), WHOLE * (place + 1)):
            out[at] += 0 if is_out(combatant) else 1
            out[at + 1] += 1 if has(combatant, ConditionName.DEAD) else 0
            out[at + 2] += combatant.health
            out[at + 3] += combatant.wounds

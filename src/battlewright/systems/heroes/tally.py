"""What an encounter has come to, for studies."""

from __future__ import annotations

from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.heroes.conditions import seat_of
from battlewright.systems.heroes.defence import is_out
from battlewright.systems.heroes.record import Encounter, Setting

LEFT = ("standing", "health", "wounds")


@rule()
def tally(setting: Many[Setting], battle: Many[Encounter], out: Many[int]) -> None:
    """The rounds; then of each side how many are in the encounter, their Health and their Wounds."""
    out[:] = 0
    out[0] = battle[0].round
    for who in range(setting[0].combatants):
        at = 1 + len(LEFT) * seat_of(setting[0], who)
        combatant = battle[0].combatants[who]
        out[at] += 0 if is_out(combatant) else 1
        out[at + 1] += combatant.health
        out[at + 2] += combatant.wounds

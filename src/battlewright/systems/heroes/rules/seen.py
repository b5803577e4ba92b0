"""What happened, as those see it who see foes in words, or not at all: without the numbers of foes."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import UNTOLD, Event
from battlewright.engine.record import Row
from battlewright.systems.heroes.enums import Clause, ConditionName, Seen
from battlewright.systems.heroes.record import NOBODY, Editable, EventKind, Setting
from battlewright.systems.heroes.rules.secrets import foes_seen, is_unseen


@rule()
def hide_event(setting: Row[Setting], event: Row[Event], side: int) -> bool:
    """Blank what a side may not know of an event; return whether it is told of it at all."""
    if foes_seen(setting[0]) == Seen.NUMBERS or side == 1 or is_of_all(event[0].kind):
        return True
    first = is_unseen(setting[0], event[0].values[0], side)
    if first and is_own_secret(setting[0], event[0]):
        return False
    hide_numbers_of(setting[0], event[0], first, is_unseen(setting[0], event[0].values[1], side))
    return True


@rule()
def is_of_all(kind: int) -> bool:
    """Return whether a kind of event is about no combatant."""
    if kind == EventKind.ROUND or kind == EventKind.TIE or kind == EventKind.NAMED:
        return True
    if kind == EventKind.AMENDED_RULING or kind >= EventKind.HAZARD_ADDED:
        return True
    return kind == EventKind.GONE or kind == EventKind.LIMIT or kind == EventKind.GOES_ON


@rule()
def is_own_secret(setting: Setting, event: Event) -> bool:
    """Return whether nothing is told of an event about a foe: its resistances, what it has spent, how Bloodied it is,
    and a change of its pools or its sheet by the game master."""
    kind = event.kind
    if kind == EventKind.RESISTANCE or kind == EventKind.VULNERABILITY or kind == EventKind.RESTED:
        return True
    if kind == EventKind.SPENT or kind == EventKind.EDITED_USES:
        return True
    if kind == EventKind.EDITED:
        what = event.values[1]
        return what == Editable.HEALTH or what == Editable.WOUNDS or what == Editable.MORALE or what == Editable.STRESS
    if kind >= EventKind.AMENDED_SHEET and kind <= EventKind.AMENDED_VULNERABILITY:
        return True
    if kind == EventKind.CONDITION:
        return is_blood(event.values[2]) and foes_seen(setting) == Seen.NOTHING
    return kind == EventKind.OVER and is_blood(event.values[1]) and foes_seen(setting) == Seen.NOTHING


@rule()
def is_blood(condition: int) -> bool:
    """Return whether a condition comes and goes with Health alone."""
    return condition == ConditionName.BLOODIED or condition == ConditionName.NEAR_DEATH


@rule()
def own_number(kind: int) -> int:
    """Return which field of an event about a foe is a number of its own (-1: none): what it loses or recovers, and what
    it adds to its dice."""
    if kind == EventKind.EDITED_DAMAGE or kind == EventKind.EDITED_HEALING:
        return 1
    if kind == EventKind.DAMAGE or kind == EventKind.NO_DAMAGE or kind == EventKind.HEALED:
        return 2
    if kind == EventKind.TICK or kind == EventKind.INITIATIVE:
        return 2
    if kind == EventKind.ATTACK_ROLL or kind == EventKind.DAMAGE_ROLL:
        return 3
    return 3 if kind == EventKind.CONTEST_DIE or kind == EventKind.CHECK_ROLL else -1


@rule()
def others_number(kind: int) -> int:
    """Return which field of an event tells the defence or the power of its second combatant (-1: none)."""
    if kind == EventKind.BAND:
        return 2
    if kind == EventKind.MAINTAINED or kind == EventKind.NOT_MAINTAINED:
        return 4
    if kind == EventKind.WITHSTOOD or kind == EventKind.NOT_WITHSTOOD:
        return 4
    return 4 if kind == EventKind.RESISTED or kind == EventKind.NOT_RESISTED else -1


@rule()
def hide_numbers_of(setting: Setting, event: Event, first: bool, second: bool) -> None:
    """Blank the numbers of the first and the second combatant of an event, where they are foes. Of a round of a contest
    only who has won it is told; where foes are not seen at all, no damage is told as some."""
    if first and event.kind == EventKind.NO_DAMAGE and foes_seen(setting) == Seen.NOTHING:
        event.kind = EventKind.DAMAGE
        event.clause = Clause.P2
    if event.kind == EventKind.CONTEST_ROUND and (first or second):
        tell_winner(event)
    own, others = own_number(event.kind), others_number(event.kind)
    if first and own >= 0:
        event.values[own] = UNTOLD
    is_nobodys = others == 4 and not first and event.values[1] == NOBODY  # what a foe's weapon has left on a hero
    if others >= 0 and (second or is_nobodys):
        event.values[others] = UNTOLD


@rule()
def tell_winner(event: Event) -> None:
    """Let an event tell who has won a round of a contest, and no totals."""
    winner = event.values[0] if event.values[2] > event.values[3] else event.values[1]
    event.values[1] = event.values[0] + event.values[1] - winner
    event.values[0] = winner
    event.values[2] = 0
    event.values[3] = 0
    event.kind = EventKind.CONTEST_WON

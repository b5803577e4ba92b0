"""A sentence for each reason of a refusal, with what would be allowed."""

from __future__ import annotations

from collections.abc import Callable

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.sentences import filled
from battlewright.systems.heroes.reasons import Reason
from battlewright.systems.heroes.record import ChoiceKind, Encounter, HeroesChoice
from battlewright.systems.heroes.rules.choices import cost_of
from battlewright.systems.heroes.words.names import Names, condition_name, frame_of
from battlewright.systems.heroes.words.questions import question

REFUSALS: dict[int, str] = {
    Reason.ENCOUNTER_OVER: "The encounter is over; nothing can be chosen any more",
    Reason.MASTER_ASKED: "{question} Nothing else is to be answered, and no more is named",
    Reason.DICE_AWAITED: "Dice must be rolled now; nothing can be chosen before. {question}",
    # An action of the sheet
    Reason.NO_SUCH_ACTION: "{who} has no such action; on its sheet are {known}",
    Reason.NO_AP_FOR_ACTION: "{action} costs {cost} AP, and {who} has {ap}",
    Reason.AIMED_AT_SIDE: "{action} is used on a whole side, and so names no target",
    Reason.NOBODY_IN_REACH: "{action} is used on a whole side, and there is nobody whom it would reach",
    Reason.NOT_AIMING: "{who} is aiming {aimed}: one more target is named, or it is enough",
    Reason.TARGET_TWICE: "{aimed} is aimed at {whom} already",
    Reason.SPENT: "{who} has spent its uses of {action}, and cannot use it until they return",
    Reason.MUTE: "{who} cannot cast {action} while it is Mute; it may do something without words",
    Reason.NOT_BLOODIED: "{who} uses {action} only while it is Bloodied",
    Reason.NOT_A_BLOODIED_OPPONENT: "{who} uses {action} only at an opponent who is Bloodied, and {whom} is not",
    Reason.NOT_A_BLOODIED_FRIEND: (
        "{who} uses {action} only at a combatant of its own side who is Bloodied, and {whom} is not"
    ),
    Reason.NOT_OF_OWN_SIDE: "{action} is aimed at a combatant of its own side who is not Dead, not at {whom}",
    Reason.TARGET_DEAD: "{action} is aimed at a combatant of its own side who is not Dead, not at {whom}",
    Reason.NO_SUCH_TARGET: "{action} is aimed at a combatant of the encounter, not at {whom}",
    Reason.NOT_AN_OPPONENT: "{action} is aimed at an opponent who is still in the encounter, not at {whom}",
    Reason.TARGET_OUT: "{action} is aimed at an opponent who is still in the encounter, not at {whom}",
    # A check, or something else
    Reason.NO_AP_FOR_CHECK: "A check costs {check_ap} AP, and {who} has {ap} AP",
    Reason.NO_AP_FOR_OTHER: "Something else costs {other_ap} AP, and {who} has {ap} AP",
    Reason.NO_SUCH_CONDITION: (
        "There is no such condition: a check is of an effect that lasts until one ({check_ap} AP)"
    ),
    Reason.NOTHING_TO_RESIST: (
        "{who} has {ap} AP and cannot shake off {condition} now: "
        "it takes {check_ap} AP and an effect that lasts until a check, one try a turn"
    ),
    Reason.RESISTED_THIS_TURN: "{who} has tried to shake off {condition} this turn; it has one try a turn",
    Reason.RESISTANCE_NAMES_TARGET: "{who} shakes off an effect on itself, and so names no target",
    Reason.NOTHING_TO_MAINTAIN: (
        "{who} has {ap} AP and cannot keep up {condition} now: "
        "it takes {check_ap} AP and an effect of its own that is kept up, one check a turn"
    ),
    Reason.TARGET_OF_EFFECT_DEAD: "{whom} is Dead, and nothing on the Dead is kept up",
    Reason.MAINTAINED_THIS_TURN: "{who} has kept up {condition} this turn; there is one check a turn",
    Reason.NAMES_MORE: "It is the turn of {who}, with {ap} AP: {named}",
}
OTHERWISE = (
    "It is the turn of {who}, with {ap} AP: it may attack ({attack_ap} AP), cast ({spell_ap}), "
    "make a check ({check_ap}), do something else ({other_ap}) or end it"
)
NAMED = {
    ChoiceKind.USE: "an action is named with its target, and nothing more",
    ChoiceKind.RESIST: "a resistance check names a condition, and nothing more",
    ChoiceKind.MAINTAIN: "a maintenance check names a condition and a target, and nothing more",
    ChoiceKind.ALSO: "a further target is named, and nothing more",
    ChoiceKind.ENOUGH: "there are enough targets without naming more",
    ChoiceKind.OTHER: "something else is done without naming more",
    ChoiceKind.END: "it is ended without naming more",
}
"""What each kind of choice names."""


def refusal_text(names: Names, encounter: Encounter, choice: HeroesChoice, reason: int) -> str:
    """Return why a choice is refused, by the reason that the rules returned, and what would be allowed."""
    actor = frame_of(encounter).actor
    index = frame_of(encounter).action if choice.kind == ChoiceKind.ALSO else choice.action
    fields: dict[str, Callable[[], object]] = {
        "question": lambda: question(names, encounter),
        "who": lambda: names.name(actor),
        "whom": lambda: names.name(choice.target),
        "ap": lambda: encounter.combatants[actor].ap,
        "action": lambda: names.action_name(actor, index),
        "aimed": lambda: names.action_name(actor, frame_of(encounter).action),
        "cost": lambda: as_plain(cost_of)(names.setting, names.cards[actor].actions[index].kind),
        "known": lambda: ", ".join(each.name for each in names.setup.combatants[actor].sheet.actions),
        "condition": lambda: condition_name(choice.condition),
        "named": lambda: NAMED[ChoiceKind(choice.kind)],
    }
    rulings = names.setup.rulings
    return filled(
        REFUSALS.get(reason, OTHERWISE), lambda name: fields[name]() if name in fields else getattr(rulings, name)
    )

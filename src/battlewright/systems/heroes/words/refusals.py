"""A sentence for each reason of a refusal, with what would be allowed."""

from __future__ import annotations

from battlewright.engine.compiler.rule import as_plain
from battlewright.systems.heroes.reasons import Reason
from battlewright.systems.heroes.record import ChoiceKind, Encounter, HeroesChoice
from battlewright.systems.heroes.rules.choices import cost_of
from battlewright.systems.heroes.words.names import Names, condition_name, frame_of
from battlewright.systems.heroes.words.questions import question

USES = {
    Reason.NO_AP_FOR_ACTION,
    Reason.MUTE,
    Reason.NOT_BLOODIED,
    Reason.NO_SUCH_TARGET,
    Reason.NOT_OF_OWN_SIDE,
    Reason.TARGET_DEAD,
    Reason.NOT_AN_OPPONENT,
    Reason.TARGET_OUT,
    Reason.NOT_A_BLOODIED_OPPONENT,
    Reason.NOT_A_BLOODIED_FRIEND,
}
"""The reasons that are about an action of the sheet."""


def refusal_text(names: Names, encounter: Encounter, choice: HeroesChoice, reason: int) -> str:
    """Return why a choice is refused, by the reason that the rules returned, and what would be allowed."""
    if reason == Reason.ENCOUNTER_OVER:
        return "The encounter is over; nothing can be chosen any more"
    if reason == Reason.DICE_AWAITED:
        return f"Dice must be rolled now; nothing can be chosen before. {question(names, encounter)}"
    return _use(names, encounter, choice, reason) if reason in USES else _turn(names, encounter, choice, reason)


def _use(names: Names, encounter: Encounter, choice: HeroesChoice, reason: int) -> str:
    """Return why an action of the sheet is refused."""
    actor = frame_of(encounter).actor
    who, whom, ap = names.name(actor), names.name(choice.target), encounter.combatants[actor].ap
    action, used = names.action_name(actor, choice.action), names.cards[actor].actions[choice.action]
    match reason:
        case Reason.NO_AP_FOR_ACTION:
            return f"{action} costs {as_plain(cost_of)(names.setting, used.kind)} AP, and {who} has {ap}"
        case Reason.MUTE:
            return f"{who} cannot cast {action} while it is Mute; it may do something without words"
        case Reason.NOT_BLOODIED:
            return f"{who} uses {action} only while it is Bloodied"
        case Reason.NOT_A_BLOODIED_OPPONENT:
            return f"{who} uses {action} only at an opponent who is Bloodied, and {whom} is not"
        case Reason.NOT_A_BLOODIED_FRIEND:
            return f"{who} uses {action} only at a combatant of its own side who is Bloodied, and {whom} is not"
        case Reason.NOT_OF_OWN_SIDE | Reason.TARGET_DEAD:
            return f"{action} is aimed at a combatant of its own side who is not Dead, not at {whom}"
        case Reason.NO_SUCH_TARGET:
            return f"{action} is aimed at a combatant of the encounter, not at {whom}"
    return f"{action} is aimed at an opponent who is still in the encounter, not at {whom}"


def _turn(names: Names, encounter: Encounter, choice: HeroesChoice, reason: int) -> str:
    """Return why any other choice is refused in a turn."""
    actor, rules = frame_of(encounter).actor, names.setup.rulings
    who, ap = names.name(actor), encounter.combatants[actor].ap
    has, turn = f"{who} has {ap} AP", f"It is the turn of {who}, with {ap} AP"
    match reason:
        case Reason.NO_SUCH_ACTION:
            known = ", ".join(each.name for each in names.setup.combatants[actor].sheet.actions)
            return f"{who} has no such action; on its sheet are {known}"
        case Reason.NO_AP_FOR_CHECK:
            return f"A check costs {rules.check_ap} AP, and {has}"
        case Reason.NO_AP_FOR_OTHER:
            return f"Something else costs {rules.other_ap} AP, and {has}"
        case Reason.NO_SUCH_CONDITION:
            return f"There is no such condition: a check is of an effect that lasts until one ({rules.check_ap} AP)"
        case Reason.NOTHING_TO_RESIST:
            need = f"it takes {rules.check_ap} AP and an effect that lasts until a check, one try a turn"
            return f"{has} and cannot shake off {condition_name(choice.condition)} now: {need}"
        case Reason.RESISTED_THIS_TURN:
            return f"{who} has tried to shake off {condition_name(choice.condition)} this turn; it has one try a turn"
        case Reason.RESISTANCE_NAMES_TARGET:
            return f"{who} shakes off an effect on itself, and so names no target"
        case Reason.NOTHING_TO_MAINTAIN:
            need = f"it takes {rules.check_ap} AP and an effect of its own that is kept up, one check a turn"
            return f"{has} and cannot keep up {condition_name(choice.condition)} now: {need}"
        case Reason.TARGET_OF_EFFECT_DEAD:
            return f"{names.name(choice.target)} is Dead, and nothing on the Dead is kept up"
        case Reason.MAINTAINED_THIS_TURN:
            return f"{who} has kept up {condition_name(choice.condition)} this turn; there is one check a turn"
        case Reason.NAMES_MORE:
            return f"{turn}: {NAMED[ChoiceKind(choice.kind)]}"
    allowed = f"attack ({rules.attack_ap} AP), cast ({rules.spell_ap}), make a check ({rules.check_ap})"
    return f"{turn}: it may {allowed}, do something else ({rules.other_ap}) or end it"


NAMED = {
    ChoiceKind.USE: "an action is named with its target, and nothing more",
    ChoiceKind.RESIST: "a resistance check names a condition, and nothing more",
    ChoiceKind.MAINTAIN: "a maintenance check names a condition and a target, and nothing more",
    ChoiceKind.OTHER: "something else is done without naming more",
    ChoiceKind.END: "it is ended without naming more",
}
"""What each kind of choice names."""

"""The text of a choice in a list."""

from __future__ import annotations

from battlewright.systems.heroes.enums import CONDITIONS
from battlewright.systems.heroes.record import ChoiceKind, Encounter, HeroesChoice
from battlewright.systems.heroes.words.names import Names, frame_of, kept_up, resisted

ANSWERS = {
    ChoiceKind.CONCLUDE: "End the encounter",
    ChoiceKind.GO_ON: "Go on",
    ChoiceKind.BY_RESISTANCE: "Whoever has it shakes it off (resistance)",
    ChoiceKind.BY_MAINTENANCE: "Whoever brought it keeps it up (maintenance)",
}
"""What the game master may answer."""


def choice_text(names: Names, encounter: Encounter, choice: HeroesChoice) -> str:
    """Return a choice in words, whatever it holds."""
    who = frame_of(encounter).actor
    match choice.kind:
        case ChoiceKind.USE if names.is_for_side(who, choice.action):
            return f"{names.action_name(who, choice.action)} at {whole_side(names, encounter, choice.action)}"
        case ChoiceKind.ALSO:
            return f"And at {names.name(choice.target)}"
        case ChoiceKind.ENOUGH:
            return "At nobody else"
        case ChoiceKind.USE:
            return f"{names.action_name(who, choice.action)} at {names.name(choice.target)}"
        case ChoiceKind.RESIST if 0 <= choice.condition < CONDITIONS:
            return f"Shake off {resisted(names, encounter, who, choice.condition)}"
        case ChoiceKind.MAINTAIN if 0 <= choice.condition < CONDITIONS and names.exists(choice.target):
            return f"Keep up {kept_up(names, encounter, choice.target, choice.condition)}"
        case ChoiceKind.OTHER:
            return "Do something else"
        case ChoiceKind.END:
            return "End the turn"
    if choice.kind in ANSWERS:
        return ANSWERS[ChoiceKind(choice.kind)]
    return f"A choice that makes no sense ({choice.kind})"


def whole_side(names: Names, encounter: Encounter, index: int) -> str:
    """Return the side that an action is used on as a whole, by its name: for the Confused it is drawn."""
    who, side = frame_of(encounter).actor, encounter.node.side
    if encounter.combatants[who].confused:
        return "a whole side, which is drawn"
    return f"all of {names.side(side if names.cards[who].actions[index].heals else 1 - side)}"

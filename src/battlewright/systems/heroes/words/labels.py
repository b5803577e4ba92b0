"""How the choices of a turn are shown beside their sentences."""

from __future__ import annotations

from collections.abc import Mapping

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.labels import Cost, Heading, Label, Reference
from battlewright.engine.sides import side_letter
from battlewright.engine.text import plural
from battlewright.systems.heroes.enums import CONDITIONS
from battlewright.systems.heroes.record import MAX_ACTIONS, WHOLE_SIDE, Action, ChoiceKind, Encounter, HeroesChoice
from battlewright.systems.heroes.rules.choices import cost_of
from battlewright.systems.heroes.rules.uses import uses_left
from battlewright.systems.heroes.setup.file_types import Damage
from battlewright.systems.heroes.words.choices import ANSWERS, choice_text, whole_side
from battlewright.systems.heroes.words.names import Names, condition_name, frame_of, types_of, weighed

HEADINGS: Mapping[int, tuple[str, str]] = {
    ChoiceKind.RESIST: ("resist", "Shake off"),
    ChoiceKind.MAINTAIN: ("maintain", "Keep up"),
    ChoiceKind.OTHER: ("other", "Or"),
    ChoiceKind.END: ("end", "End the turn"),
    ChoiceKind.ALSO: ("also", "At whom else?"),
    ChoiceKind.ENOUGH: ("enough", "Or"),
}
BY_MASTER = Heading("master", ChoiceKind.CONCLUDE * MAX_ACTIONS, "The game master decides")


def label_of(names: Names, encounter: Encounter, choice: HeroesChoice) -> Label | None:
    """Return how a choice is shown, by what is known of the sheets; None for one that makes no sense."""
    who = frame_of(encounter).actor
    match choice.kind:
        case ChoiceKind.USE if names.is_for_side(who, choice.action):
            return _use(names, encounter, choice, who)
        case ChoiceKind.ALSO if names.exists(choice.target):
            return _also(names, encounter, choice)
        case ChoiceKind.ENOUGH:
            return Label(_heading(choice), choice_text(names, encounter, choice))
        case ChoiceKind.USE if names.action(who, choice.action) and names.exists(choice.target):
            return _use(names, encounter, choice, who)
        case ChoiceKind.RESIST if 0 <= choice.condition < CONDITIONS:
            return _check(names, encounter, choice, who)
        case ChoiceKind.MAINTAIN if 0 <= choice.condition < CONDITIONS and names.exists(choice.target):
            return _check(names, encounter, choice, choice.target)
        case ChoiceKind.OTHER:
            cost = Cost(names.setup.rulings.other_ap, "AP")
            return Label(_heading(choice), choice_text(names, encounter, choice), cost=cost)
        case kind if kind in ANSWERS:
            return Label(BY_MASTER, choice_text(names, encounter, choice))
        case ChoiceKind.END:
            return Label(_heading(choice), choice_text(names, encounter, choice))
    return None


def _heading(choice: HeroesChoice) -> Heading:
    key, text = HEADINGS[choice.kind]
    return Heading(key, choice.kind * MAX_ACTIONS, text)


def _use(names: Names, encounter: Encounter, choice: HeroesChoice, who: int) -> Label:
    """Return an action at a target: under its name, and its damage where that is known."""
    action, name = names.cards[who].actions[choice.action], names.action_name(who, choice.action)
    cost = Cost(as_plain(cost_of)(names.setting, action.kind), "AP")
    damage = _damage(action) if names.knows(who) else ""
    aimed = f"up to {action.targets} targets" if action.targets > 0 else ""
    text = " · ".join(filter(None, (name, damage, aimed, _uses(names, encounter, who, choice.action))))
    heading = Heading(f"use-{choice.action}", ChoiceKind.USE * MAX_ACTIONS + choice.action, text)
    chance_of = None if action.heals else side_letter(encounter.node.side)
    if action.targets == WHOLE_SIDE:
        title, fields = whole_side(names, encounter, choice.action), {"action": Reference(choice.action, name)}
        return Label(heading, title[0].upper() + title[1:], "", fields, cost, chance_of=chance_of)
    target = names.reference(choice.target)
    return Label(
        heading,
        names.called[choice.target],
        health_of(names, encounter, choice.target),
        {"action": Reference(choice.action, name), "target": target},
        cost,
        about=target,
        chance_of=chance_of,
    )


def _also(names: Names, encounter: Encounter, choice: HeroesChoice) -> Label:
    """Return a further target of an action."""
    frame, target = frame_of(encounter), names.reference(choice.target)
    heals = names.cards[frame.actor].actions[frame.action].heals
    return Label(
        _heading(choice),
        names.called[choice.target],
        health_of(names, encounter, choice.target),
        {"target": target},
        about=target,
        chance_of=None if heals else side_letter(encounter.node.side),
    )


def _damage(action: Action) -> str:
    """Return the damage dice of an action and their types; empty if it has none."""
    dice = str(Damage(action.dice, action.sides, action.plus)) if action.dice else ""
    return f"{dice} {types_of(action.types, ', ')}" if dice and action.types else dice


def _uses(names: Names, encounter: Encounter, who: int, index: int) -> str:
    """Return the uses that are left of an action: ``1 use left``; empty if they are not limited."""
    if not names.cards[who].actions[index].uses:
        return ""
    return f"{plural(as_plain(uses_left)(names.setting, encounter, who, index), 'use')} left"


def health_of(names: Names, encounter: Encounter, whom: int) -> str:
    """Return a combatant's Health: ``Health 12/20``, or ``Health ?`` if its sheet is secret."""
    if not names.knows(whom):
        return "Health ?"
    return f"Health {encounter.combatants[whom].health}/{names.cards[whom].health}"


def _check(names: Names, encounter: Encounter, choice: HeroesChoice, whom: int) -> Label:
    """Return a check of a condition that a combatant has: resisted by itself, or kept up by who brought it."""
    name, is_kept_up = condition_name(choice.condition), choice.kind == ChoiceKind.MAINTAIN
    by, about = encounter.combatants[whom].effects[choice.condition].by - 1, names.reference(whom)
    fields = {"condition": Reference(choice.condition, name)} | ({"target": about} if is_kept_up else {})
    other = f"on {names.called[whom]}" if is_kept_up else f"of {names.called[by]}" if by >= 0 else ""
    return Label(
        _heading(choice),
        name,
        " · ".join(filter(None, (other, weighed(names, encounter, whom, choice.condition, is_kept_up)))),
        fields,
        Cost(names.setup.rulings.check_ap, "AP"),
        about=about,
        chance_of=side_letter(encounter.node.side),
    )

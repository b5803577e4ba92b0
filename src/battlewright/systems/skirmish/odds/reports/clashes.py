"""Clashes of the second edition, if both play best; and the value of every choice once the dice are rolled."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Annotated

from battlewright.answers.parameters import option
from battlewright.answers.report import Report, exactness, fractions, number
from battlewright.engine.errors import BattlewrightError, shorten
from battlewright.engine.node import NodeKind
from battlewright.engine.record import allocate, copy_of, look, numbers
from battlewright.engine.text import plural
from battlewright.odds.distribution import Odds
from battlewright.systems.skirmish.odds import situations
from battlewright.systems.skirmish.odds import solved as answers
from battlewright.systems.skirmish.odds.figures import (
    EditionName,
    Text,
    described,
    in_words,
    parts_of,
    read_edition,
    read_figures,
)
from battlewright.systems.skirmish.odds.situations import Figure
from battlewright.systems.skirmish.odds.solved import Clash, ClashAnswer
from battlewright.systems.skirmish.record import SIDES, ChoiceKind, Edition, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.rules.contract import RULES

FIGHTER = ("melee", "toughness", "stress", "weapon")
NOTE = "Both are in reach throughout, and nobody is shoved: bare numbers do not say where they stand."

Fighters = Mapping[str, Figure]
"""The attacker and the defender."""


def clash(
    attacker: Annotated[
        str, option("Such as melee=4,toughness=3,stress=0,weapon=sword.", parts=parts_of(FIGHTER, may_be_unarmed=False))
    ],
    defender: Annotated[str, option("The same.", parts=parts_of(FIGHTER))],
    struck: Annotated[str | None, option("The attacker's dice, such as 4,6,5,1.")] = None,
    parried: Annotated[str | None, option("The defender's dice.")] = None,
    edition: Annotated[
        EditionName, option("The second; for the first ask with split.", choices=("second",))
    ] = "second",
) -> Report:
    """The outcome of a clash if both play best; once the dice are rolled, the value of every choice.

    Example: `battlewright odds skirmish clash --attacker melee=4,weapon=sword --defender melee=3,weapon=spear`
    """
    if read_edition(edition) == Edition.FIRST:
        reason = "In the first edition both split their dice in secret (S1.K2), so there is no best play in turn"
        raise BattlewrightError(f"{reason}. Ask with 'battlewright odds skirmish split'.")
    one, other = read_figures(
        Text("--attacker", attacker, FIGHTER, names_weapon=True, may_be_unarmed=False),
        Text("--defender", defender, FIGHTER, names_weapon=True),
    )
    if (struck is None) != (parried is None):
        raise BattlewrightError("--struck and --parried go together: the dice of the attacker and of the defender.")
    who = {"attacker": one, "defender": other}
    if struck is None or parried is None:
        return _before_the_dice(who, answers.clash(one, other))
    return _after_the_dice(who, _faces("--struck", struck, one.melee), _faces("--parried", parried, other.melee))


def _faces(option: str, text: str, dice: int) -> list[int]:
    """Read rolled faces, separated by commas or blanks."""
    faces = re.split(r"[\s,;]+", text.strip()) if text.strip() else []
    if len(faces) != dice or not all(re.fullmatch(rf"[1-{SIDES}]", face) for face in faces):
        wanted = f"{plural(dice, 'face')} from 1 to {SIDES} with commas between them, one for each point of Melee"
        raise BattlewrightError(f"{option} takes {wanted}, not {shorten(text)} (S2.K6).")
    return [int(face) for face in faces]


def _before_the_dice(who: Fighters, clash: Clash) -> Report:
    report = _begin(who, clash, (clash.value, clash.net_stress), clash.odds)
    report.say(f"{exactness(clash)}, by the best play of both.")
    breaks = _breaks(who, clash.odds)
    report.chances("", {f"{name} breaks down": chance for name, chance in breaks.items()}, bar=30)
    _say_outcomes(report, (clash.value, clash.net_stress), clash.odds)
    return report


def _after_the_dice(who: Fighters, struck: list[int], parried: list[int]) -> Report:
    """Every choice after these dice, and the cost of a mistake to the chooser."""
    one, other = who.values()
    chooser, listed = _first_choice(one, other, struck, parried)
    answer = answers.clash_after(one, other, struck, parried)
    choices = (answer.choices or tuple((choice, answer) for choice in listed)) if listed else ()
    best = max(answer.best, 0)
    report = _begin(who, answer, answer.values, answer.odds)
    entries = [_choice_data(choice, each, at == best) for at, (choice, each) in enumerate(choices)]
    report.data |= {"chooses": chooser if listed else None, "choices": entries}
    rolls = zip(who, (struck, parried), strict=True)
    faces = " and ".join(f"the {name} {' '.join(map(str, dice)) or 'nothing'}" for name, dice in rolls)
    report.say(f"After {faces}. {exactness(answer)}, by the best play of both from here.")
    if choices:
        _say_choices(report, chooser, choices, best)
    else:
        report.say("There is nothing to choose: what is left resolves itself.")
    _say_outcomes(report, answer.values, answer.odds)
    return report


def _begin(
    who: Fighters, answer: Clash | ClashAnswer, values: Sequence[Fraction], odds: Odds[tuple[int, int]]
) -> Report:
    """Begin a report with the data of every clash, and introduce the two fighters."""
    value, net_stress = map(str, values)
    report = Report({"exact": answer.exact, "value": value, "net_stress": net_stress})
    report.data["breaks"] = {name: str(chance) for name, chance in _breaks(who, odds).items()}
    report.data |= {"distribution": fractions(odds), "note": NOTE}
    report.data |= {name: described(figure, FIGHTER) for name, figure in who.items()}
    for name, figure in who.items():
        report.say(f"{name.capitalize()}: {in_words(figure, FIGHTER)}.")
    report.say(NOTE)
    return report


def _breaks(who: Fighters, odds: Odds[tuple[int, int]]) -> dict[str, Fraction]:
    """The chance that each breaks down at its next activation."""
    return {
        name: odds.map(itemgetter(at)).at_least(figure.toughness - figure.stress)
        for at, (name, figure) in enumerate(who.items())
    }


def _say_outcomes(report: Report, values: Sequence[Fraction], odds: Odds[tuple[int, int]]) -> None:
    value, net_stress = (f"{float(each):+.4f}" for each in values)
    suffered = [number(odds.map(itemgetter(at)).mean) for at in range(2)]
    report.say(f"On average the attacker suffers {suffered[0]} stress and the defender {suffered[1]}.")
    report.say(f"For the attacker: break-downs {value}, stress {net_stress}.")
    named = {f"attacker {one}, defender {other}": chance for (one, other), chance in odds}
    report.chances("stress suffered", named, bar=30)


def _first_choice(
    one: Figure, other: Figure, struck: list[int], parried: list[int]
) -> tuple[str, list[SkirmishChoice]]:
    """The first chooser after these dice, and its choices."""
    question = situations.clash(one, other)
    view = look(Skirmish, question.battle)
    for faces in filter(None, (struck, parried)):
        if view.node.kind == NodeKind.CHANCE:
            RULES.roll(question.setting, question.battle, numbers(faces))
    if view.node.step != Step.RESOLVE:
        return "", []
    room = allocate(SkirmishChoice, RULES.max_choices)
    count = RULES.choices(question.setting, question.battle, room, 0)
    return ("attacker", "defender")[view.node.side], [copy_of(look(SkirmishChoice, room, at)) for at in range(count)]


def _choice_words(choice: SkirmishChoice) -> str:
    """A choice as text: ``strike with a critical``, ``parry a success with a critical``."""
    used, against = (("a success", "a critical")[critical] for critical in (choice.critical, choice.against))
    match choice.kind:
        case ChoiceKind.STRIKE:
            return f"strike with {used}"
        case ChoiceKind.PARRY:
            return f"parry {against} with {used}"
    return f"spend {used} without effect"


def _choice_data(choice: SkirmishChoice, answer: ClashAnswer, is_best: bool) -> dict[str, object]:
    value, net_stress = map(str, answer.values)
    odds = {"distribution": fractions(answer.odds), "best": is_best}
    return {"choice": _choice_words(choice), "value": value, "net_stress": net_stress, **odds}


def _say_choices(
    report: Report, chooser: str, choices: Sequence[tuple[SkirmishChoice, ClashAnswer]], best: int
) -> None:
    report.say(f"The {chooser} chooses:")
    rows = [
        [
            f"{_choice_words(choice)}{' *' if at == best else ''}",
            *(f"{float(value):+.4f}" for value in answer.values),
            "" if at == best else _cost(answer, choices[best][1]),
        ]
        for at, (choice, answer) in enumerate(choices)
    ]
    report.table(("choice", "break-downs", "stress", "a mistake costs"), rows, best=frozenset({best}))
    report.say("Break-downs at the next activation and stress, as the attacker sees them. * is best.")


def _cost(answer: ClashAnswer, best: ClashAnswer) -> str:
    """The loss by a choice that is not the best: break-downs, or where they are equal, stress."""
    for what, one, other in zip(("break-downs", "stress"), answer.values, best.values, strict=True):
        if one != other:
            return f"{float(abs(one - other)):.4f} {what}"
    return "nothing"

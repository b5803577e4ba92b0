"""Clashes if both play best, the value of every choice once the dice are rolled, and the first edition's split."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Annotated

from battlewright.answers.parameters import option
from battlewright.answers.report import Report, exactness, fractions, number
from battlewright.engine.errors import BattlewrightError, shorten
from battlewright.engine.record import look
from battlewright.engine.text import plural
from battlewright.odds.distribution import Odds
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
from battlewright.systems.skirmish.odds.split import Dominated, Figures, Split, SplitEquilibrium, solve_split
from battlewright.systems.skirmish.record import SIDES, ChoiceKind, Edition, Skirmish, SkirmishChoice, Step

FIGHTER, SPLITTER = ("melee", "toughness", "stress", "weapon"), ("melee", "weapon")
UNARMED: Figures = (0, 0)
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
    question = answers.rolled_clash(one, other, struck, parried)
    node = look(Skirmish, question.battle).node
    listed, chooser = (answers.listed(question), [*who][node.side]) if node.step == Step.RESOLVE else ([], "")
    answer = answers.clash_after(one, other, struck, parried)
    choices = (answer.choices or tuple((choice, answer) for choice in listed)) if listed else ()
    best = max(answer.best, 0)
    report = _begin(who, answer, answer.values, answer.odds)
    entries = [_choice_data(choice, each, at == best) for at, (choice, each) in enumerate(choices)]
    report.data |= {"chooses": chooser or None, "choices": entries}
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


# The first edition


def split(
    attacker: Annotated[str, option("Such as melee=3,weapon=sword.", parts=parts_of(SPLITTER, may_be_unarmed=False))],
    defender: Annotated[str, option("The same; weapon=none is out of reach as well.", parts=parts_of(SPLITTER))],
    out_of_reach: Annotated[bool, option("The defender's weapon does not reach the attacker.")] = False,
    edition: Annotated[EditionName, option("Only the first edition splits dice.", choices=("first",))] = "first",
) -> Report:
    """How both sides split their dice in secret in a clash of the first edition, and the expected damage.

    Neither side sees the other's split, so the answer is an equilibrium: chances for each side's splits that nothing
    the other side does can beat. Its value is the damage caused minus the damage suffered, by the weapons' figures.

    Example: `battlewright odds skirmish split --attacker melee=3,weapon=sword --defender melee=5,weapon=spear`

    Example: `battlewright odds skirmish split --attacker melee=3,weapon=spear --defender melee=4,weapon=sword
    --out-of-reach --json`
    """
    if read_edition(edition) != Edition.FIRST:
        reason = "In the second edition dice are not split: successes strike or parry in turn (S2.K6)"
        raise BattlewrightError(f"{reason}. Ask with 'battlewright odds skirmish clash'.")
    one, other = read_figures(
        Text("--attacker", attacker, SPLITTER, "melee", True, False, least={"melee": 1}, edition=Edition.FIRST),
        Text("--defender", defender, SPLITTER, "melee", True, edition=Edition.FIRST),
    )
    out_of_reach = out_of_reach or other.blade is None
    equilibrium = solve_split(one.melee, _figures(one), other.melee, _figures(other), out_of_reach)
    who = {"attacker": one, "defender": other}
    report = Report(_data(who, equilibrium, out_of_reach))
    _say(report, who, equilibrium, out_of_reach)
    return report


def _figures(figure: Figure) -> Figures:
    """The Damage of a weapon and of its criticals (S1.K8)."""
    blade = figure.blade
    if blade is None:
        return UNARMED
    assert blade.oppression is not None, "a melee weapon has a Damage"
    assert isinstance(blade.critical, int), "the criticals of a melee weapon are a number"
    return blade.oppression, blade.critical


def _data(who: Mapping[str, Figure], equilibrium: SplitEquilibrium, out_of_reach: bool) -> dict[str, object]:
    own, their = tuple(equilibrium.attacker), tuple(equilibrium.defender)
    return {
        "edition": "first",
        "exact": equilibrium.exact,
        "value": equilibrium.value,
        "tolerance": equilibrium.tolerance,
        "attacker": _policy_data(equilibrium.attacker),
        "defender": _policy_data(equilibrium.defender),
        "caused": equilibrium.caused,
        "suffered": equilibrium.suffered,
        "dominated": {
            "attacker": _dominated_data(equilibrium.dominated_of_attacker),
            "defender": _dominated_data(equilibrium.dominated_of_defender),
        },
        "payoff": {
            _key(split): {_key(answer): str(each) for answer, each in zip(their, row, strict=True)}
            for split, row in zip(own, equilibrium.payoff, strict=True)
        },
        "out_of_reach": out_of_reach,
        "fighters": {name: described(figure, SPLITTER) for name, figure in who.items()},
    }


def _key(split: Split) -> str:
    return f"{split[0]},{split[1]}"


def _policy_data(policy: Mapping[Split, float]) -> dict[str, float]:
    return {_key(split): chance for split, chance in policy.items()}


def _dominated_data(dominated: Mapping[Split, Dominated]) -> dict[str, object]:
    return {
        _key(split): {"strictly": found.strictly, "by": _policy_data(found.by)} for split, found in dominated.items()
    }


def _say(report: Report, who: Mapping[str, Figure], equilibrium: SplitEquilibrium, out_of_reach: bool) -> None:
    for name, figure in who.items():
        damage, critical = _figures(figure)
        does = f" (Damage {damage}, critical {critical})" if figure.blade else ""
        report.say(f"{name.capitalize()}: {in_words(figure, SPLITTER)}{does}.")
    if out_of_reach:
        report.say("The attacker is out of the defender's reach, so all of the defender's dice defend (S1.K3).")
    else:
        report.say("Both split their dice in secret (S1.K2), each so that nothing the other does can beat it.")
    report.say(
        f"On average the attacker causes {equilibrium.caused:.4f} damage and suffers {equilibrium.suffered:.4f}."
    )
    within = "exactly" if equilibrium.exact else f"within {equilibrium.tolerance:.1g}"
    report.say(f"For the attacker: {equilibrium.value:+.4f}, {within}; the payoffs are exact.")
    payoffs = [[float(each) for each in row] for row in equilibrium.payoff]
    columns = [list(column) for column in zip(*payoffs, strict=True)]
    sides = (
        ("attacker", equilibrium.attacker, payoffs, equilibrium.defender, equilibrium.dominated_of_attacker),
        ("defender", equilibrium.defender, columns, equilibrium.attacker, equilibrium.dominated_of_defender),
    )
    for name, policy, values, others, dominated in sides:
        rows = []
        for (split, chance), row in zip(policy.items(), values, strict=True):
            average = sum(part * each for part, each in zip(others.values(), row, strict=True))
            remark = _dominated_words(dominated[split]) if split in dominated else ""
            rows.append([f"{split[0]}, {split[1]}", f"{chance:.2%}", f"{average:+.4f}", remark])
        report.table((f"{name}: attack, defence", "chance", "value", ""), rows, left=frozenset({0, 3}))
    report.say(
        "Value: the mean damage that the attacker causes minus what it suffers, if the other side splits as above."
    )


def _dominated_words(found: Dominated) -> str:
    """A dominated split as text: ``always worse than 3, 0``."""
    mixed = len(found.by) > 1
    others = " and ".join(
        f"{attack}, {defence}{f' ({chance:.0%})' if mixed else ''}" for (attack, defence), chance in found.by.items()
    )
    return f"always worse than {others}" if found.strictly else f"never better than {others}, and sometimes worse"

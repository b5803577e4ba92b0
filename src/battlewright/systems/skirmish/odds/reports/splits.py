"""The split of dice in a clash of the first edition, solved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from battlewright.engine.errors import BattlewrightError
from battlewright.odds.question import option
from battlewright.odds.report import Report
from battlewright.systems.skirmish.odds.figures import Text, described, in_words, read_edition, read_figures
from battlewright.systems.skirmish.odds.questions import Figure
from battlewright.systems.skirmish.odds.split import Dominated, Figures, Split, SplitEquilibrium, solve_split
from battlewright.systems.skirmish.record import Edition

FIGHTER = ("melee", "weapon")
UNARMED: Figures = (0, 0)


def split(
    attacker: Annotated[str, option("Such as melee=3,weapon=sword.")],
    defender: Annotated[str, option("The same; weapon=none is out of reach as well.")],
    out_of_reach: Annotated[bool, option("The defender's weapon does not reach the attacker.")] = False,
    edition: Annotated[str, option("Dice are divided in the first one only.")] = "first",
) -> Report:
    """How both divide their dice in secret in a clash of the first edition, and what that comes to.

    Neither sees how the other divides, so the answer is a mixture for each side that nothing the other does can better;
    its value is the damage caused less that suffered, by the weapons' figures.

    Example: `battlewright odds skirmish split --attacker melee=3,weapon=sword --defender melee=5,weapon=spear`

    Example: `battlewright odds skirmish split --attacker melee=3,weapon=spear --defender melee=4,weapon=sword
    --out-of-reach --json`
    """
    if read_edition(edition) != Edition.FIRST:
        reason = "In the second edition nobody divides dice: successes strike or parry in turn (S2.K6)"
        raise BattlewrightError(f"{reason}. Ask with 'battlewright odds skirmish clash'.")
    one, other = read_figures(
        Text("--attacker", attacker, FIGHTER, "melee", True, False, least={"melee": 1}, edition=Edition.FIRST),
        Text("--defender", defender, FIGHTER, "melee", True, edition=Edition.FIRST),
    )
    out_of_reach = out_of_reach or other.blade is None
    division = solve_split(one.melee, _figures(one), other.melee, _figures(other), out_of_reach)
    who = {"attacker": one, "defender": other}
    report = Report(_data(who, division, out_of_reach))
    _say(report, who, division, out_of_reach)
    return report


def _figures(figure: Figure) -> Figures:
    """The Damage of a weapon and of its criticals (S1.K8)."""
    blade = figure.blade
    if blade is None:
        return UNARMED
    assert blade.oppression is not None, "a melee weapon has a Damage"
    assert isinstance(blade.critical, int), "the criticals of a melee weapon are a number"
    return blade.oppression, blade.critical


def _data(who: Mapping[str, Figure], division: SplitEquilibrium, out_of_reach: bool) -> dict[str, Any]:
    own, their = tuple(division.attacker), tuple(division.defender)
    return {
        "edition": "first",
        "exact": division.exact,
        "value": division.value,
        "tolerance": division.tolerance,
        "attacker": _mixture_data(division.attacker),
        "defender": _mixture_data(division.defender),
        "caused": division.caused,
        "suffered": division.suffered,
        "dominated": {
            "attacker": _dominated_data(division.dominated_of_attacker),
            "defender": _dominated_data(division.dominated_of_defender),
        },
        "payoff": {
            _key(split): {_key(answer): str(each) for answer, each in zip(their, row, strict=True)}
            for split, row in zip(own, division.payoff, strict=True)
        },
        "out_of_reach": out_of_reach,
        "fighters": {name: described(figure, FIGHTER) for name, figure in who.items()},
    }


def _key(split: Split) -> str:
    return f"{split[0]},{split[1]}"


def _mixture_data(mixture: Mapping[Split, float]) -> dict[str, float]:
    return {_key(split): chance for split, chance in mixture.items()}


def _dominated_data(dominated: Mapping[Split, Dominated]) -> dict[str, Any]:
    return {
        _key(split): {"strictly": found.strictly, "by": _mixture_data(found.by)} for split, found in dominated.items()
    }


def _say(report: Report, who: Mapping[str, Figure], division: SplitEquilibrium, out_of_reach: bool) -> None:
    for name, figure in who.items():
        damage, critical = _figures(figure)
        does = f" (Damage {damage}, critical {critical})" if figure.blade else ""
        report.say(f"{name.capitalize()}: {in_words(figure, FIGHTER)}{does}.")
    if out_of_reach:
        report.say("The attacker is out of the defender's reach, so all of the defender's dice defend (S1.K3).")
    else:
        report.say("Both divide their dice in secret (S1.K2), each so that nothing the other does can better it.")
    report.say(f"On average the attacker causes {division.caused:.4f} damage and suffers {division.suffered:.4f}.")
    within = "exactly" if division.exact else f"within {division.tolerance:.1g}"
    report.say(f"For the attacker: {division.value:+.4f}, {within}; the payoffs are exact.")
    payoffs = [[float(each) for each in row] for row in division.payoff]
    columns = [list(column) for column in zip(*payoffs, strict=True)]
    sides = (
        ("attacker", division.attacker, payoffs, division.defender, division.dominated_of_attacker),
        ("defender", division.defender, columns, division.attacker, division.dominated_of_defender),
    )
    for name, mixture, worth, others, dominated in sides:
        rows = []
        for (split, chance), row in zip(mixture.items(), worth, strict=True):
            average = sum(part * each for part, each in zip(others.values(), row, strict=True))
            told = _dominated_words(dominated[split]) if split in dominated else ""
            rows.append([f"{split[0]}, {split[1]}", f"{chance:.2%}", f"{average:+.4f}", told])
        report.table((f"{name}: attack, defence", "chance", "worth", ""), rows, left=frozenset({0, 3}))
    worth_is = "the damage that the attacker causes less what it suffers, on average, if the other divides as above"
    report.say(f"Worth: {worth_is}.")


def _dominated_words(found: Dominated) -> str:
    """A dominated split as text: ``always worse than 3, 0``."""
    mixed = len(found.by) > 1
    others = " and ".join(
        f"{attack}, {defence}{f' ({chance:.0%})' if mixed else ''}" for (attack, defence), chance in found.by.items()
    )
    return f"always worse than {others}" if found.strictly else f"never better than {others}, and sometimes worse"

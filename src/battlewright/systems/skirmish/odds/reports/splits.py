"""The split of dice in a clash of the first edition, solved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from battlewright.answers.parameters import option
from battlewright.answers.report import Report
from battlewright.engine.errors import BattlewrightError
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
from battlewright.systems.skirmish.odds.split import Dominated, Figures, Split, SplitEquilibrium, solve_split
from battlewright.systems.skirmish.record import Edition

FIGHTER = ("melee", "weapon")
UNARMED: Figures = (0, 0)


def split(
    attacker: Annotated[str, option("Such as melee=3,weapon=sword.", parts=parts_of(FIGHTER, may_be_unarmed=False))],
    defender: Annotated[str, option("The same; weapon=none is out of reach as well.", parts=parts_of(FIGHTER))],
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
        Text("--attacker", attacker, FIGHTER, "melee", True, False, least={"melee": 1}, edition=Edition.FIRST),
        Text("--defender", defender, FIGHTER, "melee", True, edition=Edition.FIRST),
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
        "fighters": {name: described(figure, FIGHTER) for name, figure in who.items()},
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
        report.say(f"{name.capitalize()}: {in_words(figure, FIGHTER)}{does}.")
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

"""The command that solves the division of dice of Skirmish's first edition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from battlewright.cli.build import compile_if_needed
from battlewright.cli.chances import say
from battlewright.cli.roll import print_json
from battlewright.engine.errors import BattlewrightError
from battlewright.systems.skirmish.guide.figures import Text, described, in_words, read_edition, read_figures
from battlewright.systems.skirmish.odds.questions import Figure
from battlewright.systems.skirmish.odds.split import Division, Dominated, Figures, Split, solve_division
from battlewright.systems.skirmish.record import Edition

FIGHTER = ("melee", "weapon")
UNARMED: Figures = (0, 0)


def show_split(attacker: str, defender: str, out_of_reach: bool, edition: str, as_json: bool) -> None:
    """How both divide their dice, what that comes to, and which divisions are never good."""
    if read_edition(edition) != Edition.FIRST:
        reason = "In the second edition nobody divides dice: successes strike or parry in turn (S2.K6)"
        raise BattlewrightError(f"{reason}. Ask with 'battlewright odds skirmish clash'.")
    one, other = read_figures(
        Text("--attacker", attacker, FIGHTER, "melee", True, False, least={"melee": 1}, edition=Edition.FIRST),
        Text("--defender", defender, FIGHTER, "melee", True, edition=Edition.FIRST),
    )
    compile_if_needed("skirmish")
    out_of_reach = out_of_reach or other.blade is None
    division = solve_division(one.melee, _figures(one), other.melee, _figures(other), out_of_reach)
    who = {"attacker": one, "defender": other}
    if as_json:
        print_json(_data(who, division, out_of_reach))
    else:
        _print(who, division, out_of_reach)


def _figures(figure: Figure) -> Figures:
    """The Damage of a weapon and of its criticals (S1.K8)."""
    blade = figure.blade
    if blade is None:
        return UNARMED
    assert blade.oppression is not None, "a melee weapon has a Damage"
    assert isinstance(blade.critical, int), "the criticals of a melee weapon are a number"
    return blade.oppression, blade.critical


def _data(who: Mapping[str, Figure], division: Division, out_of_reach: bool) -> dict[str, Any]:
    own, their = tuple(division.attacker), tuple(division.defender)
    return {
        "edition": "first",
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


def _print(who: Mapping[str, Figure], division: Division, out_of_reach: bool) -> None:
    for name, figure in who.items():
        damage, critical = _figures(figure)
        does = f" (Damage {damage}, critical {critical})" if figure.blade else ""
        say(f"{name.capitalize()}: {in_words(figure, FIGHTER)}{does}.")
    if out_of_reach:
        say("The attacker is out of the defender's reach, so all of the defender's dice defend (S1.K3).")
    else:
        say("Both divide their dice in secret (S1.K2), each so that nothing the other does can better it.")
    say(f"On average the attacker causes {division.caused:.4f} damage and suffers {division.suffered:.4f}.")
    say(f"For the attacker: {division.value:+.4f}, within {division.tolerance:.1g}; the payoffs are exact.")
    rows = [[float(each) for each in row] for row in division.payoff]
    columns = [list(column) for column in zip(*rows, strict=True)]
    sides = (
        ("attacker", division.attacker, rows, division.defender, division.dominated_of_attacker),
        ("defender", division.defender, columns, division.attacker, division.dominated_of_defender),
    )
    for name, mixture, worth, others, dominated in sides:
        table = Table(box=box.SIMPLE, pad_edge=False)
        table.add_column(f"{name}: attack, defence")
        table.add_column("chance", justify="right")
        table.add_column("worth", justify="right")
        table.add_column("")
        for (split, chance), row in zip(mixture.items(), worth, strict=True):
            average = sum(part * each for part, each in zip(others.values(), row, strict=True))
            told = _dominated_words(dominated[split]) if split in dominated else ""
            table.add_row(f"{split[0]}, {split[1]}", f"{chance:.2%}", f"{average:+.4f}", told)
        Console().print(table)
    say("Worth: the damage that the attacker causes less what it suffers, on average, if the other divides as above.")


def _dominated_words(found: Dominated) -> str:
    """``always worse than 3, 0``."""
    mixed = len(found.by) > 1
    others = " and ".join(
        f"{attack}, {defence}{f' ({chance:.0%})' if mixed else ''}" for (attack, defence), chance in found.by.items()
    )
    return f"always worse than {others}" if found.strictly else f"never better than {others}, and sometimes worse"

"""Odds of Skirmish's first edition where they are told otherwise than the second's: stress tests and shots."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from battlewright import systems
from battlewright.cli.build import compile_if_needed
from battlewright.cli.chances import fractions, number, print_chances, say
from battlewright.cli.roll import print_json
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.record import look, numbers
from battlewright.odds import Odds
from battlewright.systems.skirmish.odds import first as exact
from battlewright.systems.skirmish.odds import questions
from battlewright.systems.skirmish.odds.answers import REMOVED, Removal, Standing
from battlewright.systems.skirmish.odds.first import Shot
from battlewright.systems.skirmish.record import Skirmish, Step

VALUES = ("value", "net_toughness", "net_stress")
"""What both aim at: removals, Toughness and stress, the target's less the shooter's."""


def show_stress_test(
    toughness: int, stress: int, damage: int | None, until: tuple[int, int] | None, as_json: bool
) -> None:
    """What damage does to a model; with ``until``, the damage of every further event and how many to look at, also in
    which of them it is removed."""
    if until is not None and until[0] == 0:
        reason = "it is the damage of every further event, and a damaging event does 1 or more (S1.T2)"
        raise BattlewrightError(f"--gain must be from 1 to 99 in the first edition, not 0: {reason}.")
    compile_if_needed("skirmish")
    odds = exact.stress_test(toughness, stress, damage or 0)
    after = stress + (damage or 0)
    removal = None if until is None else exact.until_taken_out(toughness, after, *until)
    tested, removed = _is_tested(toughness, after), odds.chance(REMOVED)
    distribution = _standings(odds)
    if as_json:
        data: dict[str, Any] = {"exact": True, "edition": "first", "tested": tested, "breaks_down": False}
        data |= {"removed": str(removed), "distribution": _texts(distribution)}
        print_json(data | (_removal_data(removal) if removal else {}))
        return
    what = "is tested (S1.T2)" if tested else "is not tested (S1.T2)"
    suffered = f", after {damage} damage {after}" if damage else ""
    say(f"Toughness {toughness}, stress {stress}{suffered}: the model {what}. Exact.")
    named = {name.replace(",", ", stress "): chance for name, chance in distribution.items()}
    print_chances("Toughness after", named, bar=30)
    if removal and until:
        gain, events = until
        say(f"In which damaging event it is removed, where this is the first and every other does {gain} damage:")
        chances = {str(event): chance for event, chance in removal.activations.items()}
        rest = {f"not within {events}": removal.left} if removal.left else {}
        print_chances("event", chances | rest)


def _is_tested(toughness: int, stress: int) -> bool:
    """Whether a model with so much stress, some of which it has just got, has to make a test."""
    if stress == 0:
        return False
    question = questions.damaging_event(toughness, stress - 1, 1)
    systems.load("skirmish").roll(question.setting, question.battle, numbers([1]))
    return look(Skirmish, question.battle).node.step == Step.STRESS_TEST


def _standings(odds: Odds[Standing]) -> dict[str, Fraction]:
    """Toughness and stress, such as ``3,1``, with their chances; ``removed`` comes last."""
    chances = {",".join(map(str, standing)): chance for standing, chance in odds if standing != REMOVED}
    removed = odds.chance(REMOVED)
    return chances | ({"removed": removed} if removed else {})


def _texts(chances: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: str(chance) for name, chance in chances.items()}


def _removal_data(removal: Removal) -> dict[str, Any]:
    events = {str(event): str(chance) for event, chance in removal.activations.items()}
    return {"events": events, "left": str(removal.left)}


def best_reaction(found: Mapping[str, Shot]) -> str:
    """The reaction that is best for the target."""
    return min(found, key=lambda name: found[name].values)


def shot_data(shot: Shot) -> dict[str, Any]:
    """A shot itself, for JSON."""
    return {"hit": str(shot.hit), "critical": str(shot.critical), "stress": fractions(shot.damage)}


def reaction_data(shot: Shot) -> dict[str, Any]:
    """A shot and what follows, for JSON."""
    sides = {"target": shot.target, "shooter": shot.shooter}
    return {
        **shot_data(shot),
        **{side: _texts(_standings(odds)) for side, odds in sides.items()},
        "removed": {side: str(odds.chance(REMOVED)) for side, odds in sides.items()},
        **{name: str(value) for name, value in zip(VALUES, shot.values, strict=True)},
    }


def print_reactions(found: Mapping[str, Shot]) -> None:
    """What becomes of both, by the target's reactions."""
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column("reaction", no_wrap=True)
    for heading in ("hit", "critical", "damage", "target out", "shooter out", "Toughness", "stress"):
        table.add_column(heading, justify="right")
    best = best_reaction(found)
    for name, shot in found.items():
        out = (shot.target.chance(REMOVED), shot.shooter.chance(REMOVED))
        table.add_row(
            f"{name}{' *' if name == best else ''}",
            *(f"{float(chance):.1%}" for chance in (shot.hit, shot.critical)),
            number(shot.damage.mean),
            *(f"{float(chance):.1%}" for chance in out),
            *(f"{float(value):+.3f}" for value in shot.values[1:]),
        )
    Console().print(table)
    say("Damage of the shot; who is taken out; what the shooter wins on average, in Toughness and in stress.")
    if "return fire" in found:
        say("Return fire is chosen after the shot, even by a target that is taken out (S1.F7).")
    say("* is best for the target: first by who is removed, then by Toughness, then by stress.")

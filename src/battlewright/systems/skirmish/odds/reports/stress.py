"""Stress: the check at the start of an activation, and the first edition's test on damage."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from battlewright.answers.parameters import option
from battlewright.answers.report import Report, exactness, is_exact
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.record import allocate, look, numbers
from battlewright.odds.distribution import Odds
from battlewright.systems.skirmish.odds import first, situations
from battlewright.systems.skirmish.odds import solved as answers
from battlewright.systems.skirmish.odds.figures import AnyEdition, read_edition
from battlewright.systems.skirmish.odds.solved import MOST_ACTIVATIONS, REMOVED, Removal, Standing
from battlewright.systems.skirmish.record import MAX_ABILITY, ChoiceKind, Edition, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.rules.contract import RULES

MOST = 99
"""The most stress or damage that may be asked about."""
Until = tuple[int, int]
"""The stress gained between two activations (or the damage of every further event), and the number of these to show."""


def stress(
    toughness: Annotated[int, option("The model's Toughness.", 1, MAX_ABILITY)],
    stress: Annotated[int, option("The stress it has.", 0, MOST, usual=(0, 12, 1))],
    until_removed: Annotated[bool, option("Also when the model is removed.")] = False,
    gain: Annotated[
        int | None, option("The stress gained between two activations (0 if it is left out).", 0, MOST, usual=(0, 6, 1))
    ] = None,
    activations: Annotated[int, option("How many of them to look at.", 1, MOST_ACTIVATIONS, usual=(1, 30, 1))] = 20,
    damage: Annotated[
        int | None, option("First edition: damage on top of the stress.", 1, MOST, usual=(1, 6, 1))
    ] = None,
    edition: AnyEdition = "second",
) -> Report:
    """The effect of a model's stress at the start of its activation: break-down, stress test, recovery.

    Example: `battlewright odds skirmish stress --toughness 4 --stress 5 --until-removed`

    In the first edition: the test on damage. The stress is that with the damage just suffered; or --damage is on top of
    it. With --until-removed come damaging events in place of activations, each further one with --gain damage (or 1).

    Example: `battlewright odds skirmish stress --toughness 4 --stress 3 --damage 2 --edition first`
    """
    if read_edition(edition) == Edition.FIRST:
        return _stress_test(toughness, stress, damage, (1 if gain is None else gain, activations), until_removed)
    if damage is not None:
        reason = "In the second edition damage is stress, and is looked at when the model is next activated (S2.T6)"
        raise BattlewrightError(f"{reason}: add it to --stress, or ask with --edition first.")
    return _stress_check(toughness, stress, (gain or 0, activations), until_removed)


def _stress_check(toughness: int, stress: int, until: Until, until_removed: bool) -> Report:
    odds = answers.stress_check(toughness, stress)
    breaks_down, removed = _breaks_down(toughness, stress), odds.chance(REMOVED)
    report = Report({"exact": odds.exact, "breaks_down": breaks_down, "removed": str(removed)})
    report.data["distribution"] = texts(standings(odds))
    what = "breaks down (S2.T3)" if breaks_down else "is removed at once (S2.T2)" if removed else "does not break down"
    report.say(f"Toughness {toughness}, stress {stress}: the model {what}. {exactness(odds)}.")
    _say_standings(report, odds)
    if until_removed:
        removal, (gain, activations) = answers.until_removed(toughness, stress, *until), until
        never = {"never": str(removal.left)} if removal.for_good else {}
        report.data |= {"exact": is_exact(odds, removal), **_removal_data("activations", removal), **never}
        report.say(f"In which activation it is removed, with {gain} stress gained between two:")
        _say_removal(report, "activation", removal, "never" if removal.for_good else f"not within {activations}")
    return report


def _breaks_down(toughness: int, stress: int) -> bool:
    """Whether an activated model has to make a stress test."""
    question, made = situations.stress_check(toughness, stress), allocate(SkirmishChoice)
    look(SkirmishChoice, made).kind = ChoiceKind.ACTIVATE
    RULES.choose(question.setting, question.battle, made)
    return look(Skirmish, question.battle).node.step == Step.STRESS_TEST


def _stress_test(toughness: int, stress: int, damage: int | None, until: Until, until_removed: bool) -> Report:
    """Report the effect of damage on a model in the first edition."""
    gain, events = until
    if until_removed and gain == 0:
        reason = "it is the damage of every further event, and a damaging event does 1 or more (S1.T2)"
        raise BattlewrightError(f"--gain must be from 1 to {MOST} in the first edition, not 0: {reason}.")
    odds = first.stress_test(toughness, stress, damage or 0)
    after = stress + (damage or 0)
    tested, removed = _is_tested(toughness, after), odds.chance(REMOVED)
    report = Report({"exact": odds.exact, "edition": "first", "tested": tested, "breaks_down": False})
    report.data |= {"removed": str(removed), "distribution": texts(standings(odds))}
    what = "is tested (S1.T2)" if tested else "is not tested (S1.T2)"
    suffered = f", after {damage} damage {after}" if damage else ""
    report.say(f"Toughness {toughness}, stress {stress}{suffered}: the model {what}. {exactness(odds)}.")
    _say_standings(report, odds)
    if until_removed:
        removal = first.until_taken_out(toughness, after, gain, events)
        report.data |= {"exact": is_exact(odds, removal), **_removal_data("events", removal)}
        every = f"where this is the first and every other does {gain} damage"
        report.say(f"In which damaging event it is removed, {every}:")
        _say_removal(report, "event", removal, f"not within {events}")
    return report


def _is_tested(toughness: int, stress: int) -> bool:
    """Whether a model with this stress, some of it just gained, has to make a test."""
    if stress == 0:
        return False
    question = situations.damaging_event(toughness, stress - 1, 1)
    RULES.roll(question.setting, question.battle, numbers([1]))
    return look(Skirmish, question.battle).node.step == Step.STRESS_TEST


def standings(odds: Odds[Standing]) -> dict[str, Fraction]:
    """The chances of Toughness and stress, such as ``3,1``; ``removed`` comes last."""
    chances = {",".join(map(str, standing)): chance for standing, chance in odds if standing != REMOVED}
    removed = odds.chance(REMOVED)
    return chances | ({"removed": removed} if removed else {})


def texts(chances: Mapping[str, Fraction]) -> dict[str, str]:
    """Chances as data."""
    return {name: str(chance) for name, chance in chances.items()}


def _say_standings(report: Report, odds: Odds[Standing]) -> None:
    named = {name.replace(",", ", stress "): chance for name, chance in standings(odds).items()}
    report.chances("Toughness after", named, bar=30)


def _removal_data(what: str, removal: Removal) -> dict[str, object]:
    return {
        what: {str(number): str(chance) for number, chance in removal.activations.items()},
        "left": str(removal.left),
    }


def _say_removal(report: Report, what: str, removal: Removal, rest: str) -> None:
    chances = {str(number): chance for number, chance in removal.activations.items()}
    report.chances(what, chances | ({rest: removal.left} if removal.left else {}))

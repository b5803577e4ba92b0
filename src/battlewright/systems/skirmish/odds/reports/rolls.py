"""Rolls of one model: ability tests, climbs and jumps; the stress check, and the first edition's test on damage."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from operator import itemgetter
from typing import Annotated

from battlewright.answers.parameters import option
from battlewright.answers.report import Report, exactness, fractions, is_exact, report_of
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.record import look, numbers
from battlewright.engine.text import plural
from battlewright.geometry.lengths import inches
from battlewright.odds.distribution import Odds
from battlewright.systems.skirmish.odds import first, situations
from battlewright.systems.skirmish.odds import solved as answers
from battlewright.systems.skirmish.odds.figures import AnyEdition, length, read_edition
from battlewright.systems.skirmish.odds.solved import MOST_ACTIVATIONS, REMOVED, Attempt, Removal, Standing
from battlewright.systems.skirmish.record import MAX_ABILITY, STEP, ChoiceKind, Edition, Skirmish, Step
from battlewright.systems.skirmish.rules.contract import RULES

MOST = 99
"""The most stress or damage that may be asked about."""
Until = tuple[int, int]
"""The stress gained between two activations (or the damage of every further event), and the number of these to show."""
Ability = Annotated[int, option("How many dice it rolls.", 0, MAX_ABILITY)]


def ability_test(
    ability: Ability,
    critical: Annotated[bool, option("Also its critical successes and failures.")] = False,
    edition: AnyEdition = "second",
) -> Report:
    """The successes of an ability test; they are the same in both editions.

    Example: `battlewright odds skirmish test --ability 5 --critical`
    """
    read_edition(edition)  # checks the name; the tests are the same
    report = report_of(f"A test with {plural(ability, 'die')}: successes", answers.test(ability))
    if critical:
        joint = answers.critical_test(ability)
        failures, criticals = joint.map(itemgetter(0)), joint.map(itemgetter(2))
        report.data |= {"criticals": fractions(criticals), "critical_failures": fractions(failures)}
        report.data["joint"] = fractions(joint)
        report.odds("Critical successes (each 6, among the successes)", criticals)
        report.odds("Critical failures (each 1)", failures)
        report.say("", hint="--json has the three together.")
    return report


def climb(
    agility: Ability,
    height: Annotated[float, option("In inches.", usual=(1.5, 20, 0.5))],
    ladder: Annotated[bool, option("There is a ladder.")] = False,
    edition: AnyEdition = "second",
) -> Report:
    """The chance that a climb succeeds, and the cost of a fall.

    Example: `battlewright odds skirmish climb --agility 3 --height 5`

    In the first edition 3" need no test, every success adds 2", and beyond the range a climb fails with certainty.
    """
    high, which = length("--height", height), read_edition(edition)
    if high <= STEP:
        clause = situations.cite("S2.M2", which)
        reason = f"what is up to {inches(STEP)} high is ignored while moving and not climbed ({clause})"
        raise BattlewrightError(f"--height must be more than {inches(STEP)}: {reason}.")
    support = " by a ladder" if ladder else ""
    attempt = answers.climb(agility, high, ladder, which)
    return _attempted(f"A climb of {inches(high)}{support} with Agility {agility}", attempt)


def jump(
    agility: Ability,
    distance: Annotated[float, option("In inches.", usual=(0.5, 20, 0.5))],
    drop: Annotated[float, option("How deep one falls, in inches.", usual=(0, 30, 0.5))] = 0,
    edition: AnyEdition = "second",
) -> Report:
    """The chance that a jump succeeds, and the cost of a fall.

    Example: `battlewright odds skirmish jump --agility 3 --distance 2.5 --drop 6`

    A model that fails comes down 1" farther for each success; without one it stays where it is. In the first edition a
    jump beyond the range may be tried too, and fails.
    """
    far, deep, which = length("--distance", distance), length("--drop", drop), read_edition(edition)
    over = f", {inches(deep)} above the ground," if deep else ""
    return _attempted(f"A jump of {inches(far)}{over} with Agility {agility}", answers.jump(agility, far, deep, which))


def _attempted(title: str, attempt: Attempt) -> Report:
    report = Report({"exact": attempt.exact, "success": str(attempt.success), "stress": fractions(attempt.stress)})
    report.say(f"{title}. {exactness(attempt)}.")
    report.chances("", {"success": attempt.success, "failure": 1 - attempt.success})
    report.chances("stress", {str(stress): chance for stress, chance in attempt.stress})
    return report


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
    question = situations.stress_check(toughness, stress)
    answers.choose(question, ChoiceKind.ACTIVATE)
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
    RULES.roll(*question, numbers([1]))
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

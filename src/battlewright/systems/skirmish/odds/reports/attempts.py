"""Ability tests, climbs and jumps."""

from __future__ import annotations

from operator import itemgetter
from typing import Annotated

from battlewright.answers.parameters import option
from battlewright.answers.report import Report, exactness, fractions, report_of
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.text import plural
from battlewright.geometry.lengths import inches
from battlewright.systems.skirmish.odds import situations
from battlewright.systems.skirmish.odds import solved as answers
from battlewright.systems.skirmish.odds.figures import AnyEdition, length, read_edition
from battlewright.systems.skirmish.odds.solved import Attempt
from battlewright.systems.skirmish.record import MAX_ABILITY, STEP

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

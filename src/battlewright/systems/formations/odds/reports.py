"""The questions about Formations, answered with reports: attacks, tests, combinations."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Annotated, Literal, get_args

from battlewright.answers.parameters import option
from battlewright.answers.question import Question
from battlewright.answers.report import Report, chances_report, report_of
from battlewright.engine.battle import draw_faces
from battlewright.engine.dice import new_seed, seed_dice
from battlewright.engine.errors import BattlewrightError, TooLarge
from battlewright.engine.node import NodeKind
from battlewright.engine.record import allocate, look, numbers, restore, snapshot
from battlewright.engine.text import plural
from battlewright.engine.time_limit import check_time
from battlewright.odds.distribution import Odds, Sampled
from battlewright.odds.solve import solve
from battlewright.systems.formations.odds import situations
from battlewright.systems.formations.odds.combinations import best_combination, combination_weights
from battlewright.systems.formations.record import MAX_DICE, Combination, Engagement
from battlewright.systems.formations.rules.contract import RULES

TRIALS = 20_000
Wanted = Literal["double", "triple", "scale"]
WANTED = get_args(Wanted)
MOST_DICE_OF_COMBINATIONS = 20

Rerolls = Annotated[int, option("Available Rerolls, used best.", 0, MAX_DICE, usual=(0, 10, 1))]


def attack(
    dice: Annotated[int, option("Number of dice.", 1, MAX_DICE, usual=(1, 30, 1))],
    deflection: Annotated[int, option("The target's DEF (or WILL).", 1, 10, "--def")],
    rerolls: Rerolls = 0,
    heavy_sixes: Annotated[bool, option("The option of F.G5.")] = False,
) -> Report:
    """Show the Wounds of an attack.

    Example: `battlewright odds formations attack --dice 8 --def 4 --rerolls 2`
    """
    question = situations.attack(dice, deflection, rerolls, heavy_sixes)
    use, remarks = "used best", list[str]()
    odds: Odds[int]
    try:
        odds = _solve(question, lambda battle: battle.outcome.wounds)
    except TooLarge as error:
        remarks.append(f"Not exact. {error} So: {TRIALS:,} trials, misses rerolled.")
        odds, use = _sample_attack(question, TRIALS), "used on misses"
    with_rerolls = f" with {plural(rerolls, 'Reroll')}, {use}" if rerolls else ""
    report = report_of(f"{plural(dice, 'die')} against DEF {deflection}{with_rerolls}: Wounds", odds)
    report.remarks += remarks
    return report


def characteristic_test(
    score: Annotated[int, option("The characteristic's score.", 1, 10)],
    rerolls: Rerolls = 0,
) -> Report:
    """Show the chance to pass a test.

    Example: `battlewright odds formations test --score 4`
    """
    question = situations.characteristic_test(score, rerolls)
    success = _solve(question, lambda battle: battle.outcome.landed).chance(1)
    return chances_report(f"A test of {score} or less", {"success": success})


def combination(
    dice: Annotated[int, option("Number of dice.", 1, MOST_DICE_OF_COMBINATIONS)],
    rerolls: Rerolls = 0,
    want: Annotated[Wanted | None, option("double, triple or scale; required with Rerolls.")] = None,
) -> Report:
    """Show the chances of a Double, a Triple, a Scale.

    Example: `battlewright odds formations combination --dice 5 --rerolls 2 --want triple`
    """
    if rerolls and want is None:
        raise BattlewrightError(f"With Rerolls, say what you want: --want {', '.join(WANTED[:-1])} or {WANTED[-1]}.")
    if rerolls:
        chances = {str(want): best_combination(dice, rerolls, Combination[str(want).upper()])}
    else:
        odds = Odds(combination_weights(dice))
        chances = {name: odds.mean_of(itemgetter(at)) for at, name in enumerate(WANTED) if want in (None, name)}
    with_rerolls = f" with {plural(rerolls, 'Reroll')}, used best" if rerolls else ""
    return chances_report(f"{plural(dice, 'die')}{with_rerolls}", chances)


def _solve(question: situations.Situation, measure: Callable[[Engagement], int]) -> Odds[int]:
    """Return the odds of a number of which there should be as much as possible."""
    return solve(RULES, question.setting, question.battle, measure, int).odds


def _sample_attack(question: situations.Situation, count: int) -> Sampled[int]:
    """Sample the Wounds of ``count`` attacks that reroll misses as far as the Rerolls go."""
    seed = new_seed()
    start, faces = snapshot(question.battle), numbers(RULES.max_dice)
    battle = allocate(RULES.battle)
    seen = look(RULES.battle, battle)
    weights: dict[int, int] = {}
    for index in range(count):
        check_time()
        restore(battle, start)
        seed_dice(seen.tail.dice, seed, index)
        while seen.node.kind != NodeKind.OVER:
            if seen.node.kind == NodeKind.CHANCE:
                draw_faces(battle, faces)
                RULES.roll(question.setting, battle, faces)
            else:
                RULES.choose(question.setting, battle, situations.reroll_misses(seen))
        weights[seen.outcome.wounds] = weights.get(seen.outcome.wounds, 0) + 1
    return Sampled(weights)


QUESTIONS = (
    Question("attack", attack, title="How many Wounds?"),
    Question("test", characteristic_test, title="Is a test passed?"),
    Question("combination", combination, title="Double, Triple or Scale?"),
)

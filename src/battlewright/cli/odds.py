"""The commands that answer with odds."""

from __future__ import annotations

import sys
from fractions import Fraction
from operator import itemgetter
from typing import Any

from rich.console import Console
from rich.markup import escape

from battlewright import systems
from battlewright.bots.random import playout
from battlewright.cli.chances import show_chances, show_odds, table_of
from battlewright.cli.roll import new_seed, print_json
from battlewright.engine.battle import throw
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.node import NodeKind
from battlewright.engine.notation import parse_roll
from battlewright.engine.record import Many, allocate, look, numbers, restore, snapshot
from battlewright.engine.session import Session
from battlewright.odds import Odds, Sampled, TooLarge, sample, solve, sum_of
from battlewright.systems.formations.odds import questions
from battlewright.systems.formations.odds.combinations import best_combination, combination_weights
from battlewright.systems.formations.record import Combination
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force

TRIALS = 20_000
WANTED = ("double", "triple", "scale")


def show_roll_odds(notation: str, at_least: int | None, as_json: bool) -> None:
    """The odds of a total."""
    roll = parse_roll(notation)
    odds = sum_of(roll)
    extra = {} if at_least is None else {"at_least": {str(at_least): str(odds.at_least(at_least))}}
    show_odds(f"{roll}: the total", odds, as_json, extra)


def show_attack_odds(dice: int, score: int, rerolls: int, heavy_sixes: bool, as_json: bool) -> None:
    """The odds of the Wounds of an attack, with the best use of its Rerolls."""
    question = questions.attack(dice, score, rerolls, heavy_sixes)
    use = "used best"
    try:
        odds = _solve(question, lambda battle: battle.outcome.wounds, lambda wounds: wounds)
    except TooLarge as error:
        print(f"Not exact. {error} So: {TRIALS:,} trials, misses thrown again.", file=sys.stderr)
        odds, use = _sample_attack(question, TRIALS), "used on misses"
    title = f"{dice} dice against DEF {score}{f' with {rerolls} Rerolls, {use}' if rerolls else ''}: Wounds"
    show_odds(title, odds, as_json)


def show_test_odds(score: int, rerolls: int, as_json: bool) -> None:
    """The chance to pass a test."""
    question = questions.characteristic_test(score, rerolls)
    success = _solve(question, lambda battle: battle.outcome.landed, lambda landed: landed).chance(1)
    show_chances(f"A test of {score} or less", {"success": success}, as_json)


def show_combination_odds(dice: int, rerolls: int, want: str | None, as_json: bool) -> None:
    """The chance of combinations; with Rerolls, of the one that is wanted, with the best choice of dice."""
    if want is not None and want not in WANTED:
        raise UnknownError("combination", want, WANTED)
    if rerolls and want is None:
        raise BattlewrightError(f"With Rerolls say what you want: --want {', '.join(WANTED[:-1])} or {WANTED[-1]}.")
    if rerolls:
        aimed = Combination[str(want).upper()]
        chances = {str(want): best_combination(dice, rerolls, aimed)}
    else:
        odds = Odds(combination_weights(dice))
        chances = {name: odds.mean_of(itemgetter(at)) for at, name in enumerate(WANTED) if want in (None, name)}
    show_chances(f"{dice} dice{f' with {rerolls} Rerolls, used best' if rerolls else ''}", chances, as_json)


def show_engagement_odds(forces: tuple[str, str], rounds: int, seconds: float, battles: int, as_json: bool) -> None:
    """Who wins an engagement: exactly, by the best play of both, or by trial where that is too large."""
    setup = EngagementSetup(forces=(read_force(forces[0]), read_force(forces[1])), round_limit=rounds)
    system = systems.load("formations")
    session = Session(system, setup)
    worth = {"a": Fraction(1), "draw": Fraction(1, 2), "b": Fraction(0)}
    try:
        odds: Odds[str] = solve(
            system, session.setting, session.battle, _winner, lambda who: worth[who], seconds=seconds
        ).odds
        how = "both sides play best"
    except TooLarge as error:
        odds = _sample_engagement(session, battles)
        how = f"{error} So: {battles:,} battles by trial, both sides at random"
    names = {"a": session.words.side(0), "b": session.words.side(1), "draw": "a draw"}
    chances = {who: odds.chance(who) for who in ("a", "b", "draw")}
    if as_json:
        data: dict[str, Any] = {"exact": odds.exact, "how": how, **{who: str(each) for who, each in chances.items()}}
        if isinstance(odds, Sampled):
            data |= {"battles": battles, "interval": {who: odds.interval(who) for who in chances}}
        print_json(data)
        return
    print(f"{'Exact' if odds.exact else 'Not exact'}: {how}.")
    Console().print(table_of(("winner", ""), {escape(names[who]): each for who, each in chances.items()}))
    if isinstance(odds, Sampled):
        for who, name in names.items():
            low, high = odds.interval(who)
            print(f"{name}: between {low:.2%} and {high:.2%}, at 95 in 100")


def _sample_engagement(session: Session, battles: int) -> Sampled[str]:
    system, play, seed = session.system, playout(session.system), new_seed()
    listed, faces, bot = allocate(system.choice, system.max_choices), numbers(system.max_dice), allocate(Dice)
    seed_dice(look(Dice, bot), seed, 0, Lane.BOT)

    def at_random(battle: Many[Any]) -> None:
        play(session.setting, battle, listed, faces, bot, system.max_nodes)

    return sample(at_random, system, session.setting, _winner, battles, seed)


def _sample_attack(question: questions.Question, count: int) -> Sampled[int]:
    """An attack tried out so many times, where the misses are thrown again as far as the Rerolls go."""
    system, seed = systems.load("formations"), new_seed()
    start, faces = snapshot(question.battle), numbers(system.max_dice)
    battle: Many[Any] = allocate(system.battle)
    seen = look(system.battle, battle)
    weights: dict[int, int] = {}
    for index in range(count):
        restore(battle, start)
        seed_dice(seen.tail.dice, seed, index)
        while seen.node.kind != NodeKind.OVER:
            if seen.node.kind == NodeKind.CHANCE:
                throw(battle, faces)
                system.roll(question.setting, battle, faces)
            else:
                system.choose(question.setting, battle, questions.throw_misses_again(seen))
        weights[seen.outcome.wounds] = weights.get(seen.outcome.wounds, 0) + 1
    return Sampled(weights)


def _winner(battle: Any) -> str:
    return ("draw", "a", "b")[battle.node.result]


def _solve(question: questions.Question, measure: Any, aim: Any) -> Odds[Any]:
    return solve(systems.load("formations"), question.setting, question.battle, measure, aim).odds

"""Exact answers about Skirmish: tests, stress, climbs and jumps, shots, clashes, and any position of a battle.

Every answer enumerates the battle's own nodes: with bare numbers on a table set up for the question, or from a position
of a battle. A side that chooses aims first at removals, the opponents' minus its own; then at break-downs at the next
activation, counted the same way; then at the stress caused minus the stress suffered.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from operator import itemgetter

from battlewright.engine.compiler.rule import as_plain, ready
from battlewright.engine.dice import check_faces
from battlewright.engine.errors import TooLarge
from battlewright.engine.node import Node
from battlewright.engine.record import (
    Row,
    allocate,
    array_of,
    copy_of,
    duplicate,
    int64_row,
    look,
    memory_of,
    numbers,
    offset_of,
)
from battlewright.engine.text import seconds_of
from battlewright.engine.time_limit import within
from battlewright.odds.distribution import Odds, OutcomeT
from battlewright.odds.ends import FieldMeasure
from battlewright.odds.pools import outcomes
from battlewright.odds.roll_tables import new_rolls
from battlewright.odds.solve import Aim, Answer, solve
from battlewright.odds.state_graph import NO_REDUCTION, StateReduction, Until
from battlewright.systems.skirmish.odds import situations
from battlewright.systems.skirmish.odds.situations import Figure, Situation, weigh_shots
from battlewright.systems.skirmish.record import SIDES, ChoiceKind, Edition, Fate, Model, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.rules.contract import RULES
from battlewright.systems.skirmish.rules.dice import count_criticals, count_successes
from battlewright.systems.skirmish.rules.stress import is_over_stressed

SECONDS = 20.0
MOST_ACTIVATIONS = 200
REMOVED = (0, 0)
"""The standing of a removed model."""
EXCHANGE = Until(depth=2, step=Step.ACT)
"""An exchange ends when its actor may act again, or its activation is over."""
AT_ONCE = replace(EXCHANGE, at_once=True)
"""The same, where the exchange may be over without dice."""
ACTIVATION = Until(depth=2)

Standing = tuple[int, int]
"""Toughness and stress."""
ClashAnswer = Answer[tuple[int, int], SkirmishChoice]
"""Its outcome is the stress that the attacker and the defender suffer."""


def test(ability: int) -> Odds[int]:
    """The successes of an ability test.

    >>> test(2).chance(1)
    Fraction(1, 2)
    """
    return _rolled(situations.ability_test(ability, critical=False), lambda faces: count_successes(faces, ability))


def critical_test(ability: int) -> Odds[tuple[int, int, int]]:
    """The critical failures, successes and critical successes (which are also successes) of a critical test."""
    count = as_plain(count_criticals)
    return _rolled(
        situations.ability_test(ability, critical=True),
        lambda faces: (list(faces).count(1), count_successes(faces, ability), count(faces, ability)),
    )


def _rolled(node: Node, seen: Callable[[Row[int]], OutcomeT]) -> Odds[OutcomeT]:
    weights: dict[OutcomeT, int] = {}
    for faces, weight in outcomes(node):
        outcome = seen(numbers(faces))
        weights[outcome] = weights.get(outcome, 0) + weight
    return Odds(weights)


def will_break_down(model: Model) -> bool:
    """Whether a model is gone, or will break down (or go) when it is next activated."""
    return model.fate == Fate.REMOVED or bool(as_plain(is_over_stressed)(model))


def stress_check(toughness: int, stress: int) -> Odds[Standing]:
    """Toughness and stress after the whole check at the start of an activation; REMOVED if the model is removed.

    >>> stress_check(4, 3).chance((4, 3))
    Fraction(1, 1)
    """
    question = situations.stress_check(toughness, stress)
    return solve_exchange(question, FieldMeasure(of_models(1, "toughness", "stress"))).odds


@dataclass(frozen=True)
class Removal:
    """The chance to be removed in each activation, and the chance to survive the last; ``for_good`` if further
    activations do not change that."""

    activations: dict[int, Fraction]
    left: Fraction
    for_good: bool
    exact: bool = True


def until_removed(
    toughness: int,
    stress: int,
    gain: int = 0,
    most: int = 20,
    seconds: float = SECONDS,
    check: Callable[[int, int], Odds[Standing]] = stress_check,
) -> Removal:
    """The activation in which a model is removed. It gains ``gain`` stress between two activations; without any, a
    model that no longer breaks down stays for good. ``check`` may replace the check at the start of an activation.

    >>> until_removed(1, 2).activations
    {1: Fraction(1, 1)}
    """
    situations.check("The stress gained", gain, 0, situations.MOST_STRESS, "S2.T1")
    situations.check("The number of activations", most, 1, MOST_ACTIVATIONS, "S2.T2")
    standing: dict[Standing, Fraction] = {(toughness, stress): Fraction(1)}
    removed: dict[int, Fraction] = {}
    known: dict[Standing, Odds[Standing]] = {}
    late = time.monotonic() + within(seconds)
    for activation in range(1, most + 1):
        after: dict[Standing, Fraction] = {}
        for each, chance in standing.items():
            if each not in known:
                known[each] = check(*each)
            if time.monotonic() > late:
                raise TooLarge(f"{activation} of {most} activations take more than {seconds_of(seconds)} to look at.")
            for outcome, part in known[each]:
                after[outcome] = after.get(outcome, Fraction(0)) + chance * part
        gone = after.pop(REMOVED, Fraction(0))
        if gone:
            removed[activation] = gone
        standing = {(tough, stressed + gain): chance for (tough, stressed), chance in after.items()}
        for_good = not standing or (not gain and all(stressed < tough for tough, stressed in standing))
        if for_good:
            break
    left, exact = sum(standing.values(), Fraction(0)), all(odds.exact for odds in known.values())
    return Removal(removed, left, for_good, exact)


@dataclass(frozen=True)
class Attempt:
    """A climb or a jump: its chance of success, and the stress it costs."""

    success: Fraction
    stress: Odds[int]

    @property
    def exact(self) -> bool:
        """Whether the answer is exact."""
        return self.stress.exact


def climb(agility: int, height: int, ladder: bool = False, edition: Edition = Edition.SECOND) -> Attempt:
    """A climb of ``height`` thousandths of an inch.

    >>> climb(3, 5000).success
    Fraction(1, 8)
    >>> climb(3, 5000, edition=Edition.FIRST).success
    Fraction(7, 8)
    """
    return _attempt(situations.climb(agility, height, ladder, edition), "level", height)


def jump(agility: int, distance: int, drop: int = 0, edition: Edition = Edition.SECOND) -> Attempt:
    """A jump of ``distance`` thousandths of an inch, over a gap ``drop`` deep.

    >>> jump(3, 2500).success
    Fraction(1, 8)
    """
    return _attempt(situations.jump(agility, distance, drop, edition), "x", situations.MIDDLE + distance)


def _attempt(question: Situation, what: str, enough: int) -> Attempt:
    """A move that succeeds where the base's level, or its place, comes to at least ``enough``."""
    odds = solve_exchange(question, _of_first_model(what), until=AT_ONCE).odds
    return Attempt(odds.chance_that(lambda end: end[0] >= enough), odds.map(itemgetter(1)))


@cache
def _of_first_model(what: str) -> FieldMeasure[tuple[int, ...]]:
    """A field of the first model's base, and the model's stress."""
    return FieldMeasure((offset_of(Skirmish, "crowd", "bases", 0, what), *of_models(1, "stress")))


@dataclass(frozen=True)
class Shot:
    """A shot against one reaction. ``strays`` are the obstacles, from the one closest to the target on, with the chance
    that each is hit instead; ``suffered`` is the shooter's stress from the reaction; ``values`` are the shooter's."""

    hit: Fraction
    critical: Fraction
    stress: Odds[int]
    strays: tuple[Fraction, ...]
    suffered: Odds[int]
    values: tuple[Fraction, ...]

    @property
    def exact(self) -> bool:
        """Whether the answer is exact."""
        return self.stress.exact and self.suffered.exact


REACTIONS = {"nothing": ChoiceKind.NOTHING, "cover": ChoiceKind.COVER, "return fire": ChoiceKind.RETURN_FIRE}


def shot(shooter: Figure, target: Figure, difficulty: int, obstacles: int = 0) -> dict[str, Shot]:
    """A shot of a difficulty (in thousandths), for each legal reaction of the target and for none."""
    question = situations.shot(shooter, target, difficulty, obstacles)
    answer = solve_exchange(
        question,
        FieldMeasure(of_models(obstacles + 2, "stress")),
        lambda stress: _value(shooter, target, stress[0] - shooter.stress, stress[1] - target.stress),
        reduction=exchange_reduction(obstacles + 2),
    )
    if not answer.choices:
        return {"nothing": _shot(hits_of(question), answer, shooter, target, obstacles)}
    answers = {choice.kind: each for choice, each in answer.choices}
    found = {
        name: _shot(hits, answers[REACTIONS[name]], shooter, target, obstacles)
        for name, hits in hits_by_reaction(question).items()
    }
    if "return fire" in found:  # the return shot may hit the same obstacles
        found["return fire"] = replace(found["return fire"], strays=found["nothing"].strays)
    return found


Hits = tuple[Fraction, Fraction]
"""The chances of a hit and of a critical."""


def hits_by_reaction(question: Situation) -> dict[str, Hits]:
    """The chances of a hit and of a critical for each legal reaction of the target. The battle is not changed."""
    found, tried = dict[str, Hits](), Situation(question.setting, duplicate(question.battle))
    for name, kind in REACTIONS.items():
        memory_of(tried.battle)[:] = memory_of(question.battle)
        if not choose(tried, kind):
            found[name] = hits_of(tried)
    return found


def choose(question: Situation, kind: int) -> int:
    """Make a choice that names only its kind. Return the reason for a refusal, or 0."""
    made = allocate(SkirmishChoice)
    look(SkirmishChoice, made).kind = kind
    refused = RULES.refusal(*question, made)
    if not refused:
        RULES.choose(*question, made)
    return refused


def listed(question: Situation) -> list[SkirmishChoice]:
    """The choices that the rules list."""
    room = allocate(SkirmishChoice, RULES.max_choices)
    return [copy_of(look(SkirmishChoice, room, index)) for index in range(RULES.choices(*question, room, 0))]


def _shot(
    hits: Hits, answer: Answer[tuple[int, ...], SkirmishChoice], shooter: Figure, target: Figure, obstacles: int
) -> Shot:
    """The dice of a shot, and all that follows."""
    odds = answer.odds
    return Shot(
        *hits,
        stress=odds.map(lambda stress: stress[1] - target.stress),
        strays=tuple(odds.map(itemgetter(at)).at_least(1) for at in range(obstacles + 1, 1, -1)),
        suffered=odds.map(lambda stress: stress[0] - shooter.stress),
        values=answer.values,
    )


def hits_of(question: Situation) -> Hits:
    """The chances of a hit and of a critical of the shot whose dice are to be rolled."""
    ways = int64_row(3)
    total = ready(weigh_shots)(duplicate(question.battle), new_rolls(1), ways)
    _, hits, criticals = array_of(ways).tolist()
    return Fraction(hits + criticals, total), Fraction(criticals, total)


def _value(one: Figure, other: Figure, suffered: int, caused: int) -> tuple[int, int]:
    """The aim of an exchange of two models: break-downs at the next activation, then stress."""
    breaks = (other.stress + caused >= other.toughness) - (one.stress + suffered >= one.toughness)
    return breaks, caused - suffered


@dataclass(frozen=True)
class Clash:
    """A clash if both play best. ``value`` is the first part of the attacker's aim, ``odds`` are of the stress that the
    attacker and the defender suffer, ``breaks`` the chance that each then breaks down."""

    value: Fraction
    net_stress: Fraction
    breaks: tuple[Fraction, Fraction]
    odds: Odds[tuple[int, int]]
    exact: bool = True


def clash(attacker: Figure, defender: Figure) -> Clash:
    """A clash with bare numbers: both stay in reach, and no model is shoved."""
    answer = _clash(situations.clash(attacker, defender), attacker, defender)
    odds = answer.odds
    value, net_stress = answer.values
    bears, other_bears = (each.toughness - each.stress for each in (attacker, defender))
    breaks = (
        odds.chance_that(lambda suffered: suffered[0] >= bears),
        odds.chance_that(lambda suffered: suffered[1] >= other_bears),
    )
    return Clash(value, net_stress, breaks, odds, answer.exact and odds.exact)


def clash_after(attacker: Figure, defender: Figure, struck: Sequence[int], parried: Sequence[int]) -> ClashAnswer:
    """A clash after these dice are rolled, with the value of every choice if there is one."""
    return _clash(rolled_clash(attacker, defender, struck, parried), attacker, defender, AT_ONCE)


def rolled_clash(attacker: Figure, defender: Figure, struck: Sequence[int], parried: Sequence[int]) -> Situation:
    """A clash at the node after these dice."""
    question = situations.clash(attacker, defender)
    view = look(Skirmish, question.battle)
    for step, faces in ((Step.STRIKE_ROLL, struck), (Step.PARRY_ROLL, parried)):
        waited_for = view.node.dice if view.node.step == step else 0
        check_faces(faces, waited_for, SIDES)
        if waited_for:
            RULES.roll(*question, numbers(list(faces)))
    return question


def _clash(question: Situation, attacker: Figure, defender: Figure, until: Until = EXCHANGE) -> ClashAnswer:
    return solve_exchange(
        question,
        FieldMeasure(of_models(2, "stress"), lambda stress: (stress[0] - attacker.stress, stress[1] - defender.stress)),
        lambda stress: _value(attacker, defender, *stress),
        exchange_reduction(2),
        until,
    )


@cache
def exchange_reduction(models: int) -> StateReduction:
    """The numbers that an exchange only adds to. Stress is read when an activation begins, never in a clash or after a
    shot (S2.T6); the stress caused is read only by Aid (S2.D2), which is not asked about here."""
    return StateReduction(of_models(models, "stress"), of_models(models, "caused"))


@cache
def of_models(models: int, *names: str) -> tuple[int, ...]:
    """The offsets of these fields in the first models."""
    return tuple(offset_of(Skirmish, "models", who, name) for who in range(models) for name in names)


def solve_exchange(
    question: Situation,
    measure: FieldMeasure[OutcomeT],
    aim: Aim[OutcomeT] = lambda outcome: (),
    reduction: StateReduction = NO_REDUCTION,
    until: Until = EXCHANGE,
) -> Answer[OutcomeT, SkirmishChoice]:
    """The outcome of an exchange if the side that chooses follows its aim."""
    return solve(RULES, *question, measure, aim, until=until, seconds=SECONDS, reduction=reduction)

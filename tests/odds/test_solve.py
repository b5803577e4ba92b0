"""Answers by the rules' own nodes, against all faces written out and against other libraries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlewright import systems
from battlewright.engine.errors import BattlewrightError, TooLarge
from battlewright.engine.record import PLAIN, Row, allocate, look, numbers, offset_of, snapshot
from battlewright.engine.session import Session
from battlewright.odds import Answer, Odds, solve
from battlewright.odds.solve import Hidden, mixture
from battlewright.odds.solve_exact import ExactVertex, SolvedVertex, components, solve_loop
from battlewright.odds.state_graph import NO_REDUCTION, StateReduction
from battlewright.systems.formations.odds import situations
from battlewright.systems.formations.odds.combinations import best_combination, combination_weights
from battlewright.systems.formations.record import SLOTS, Combination, Engagement, Step
from battlewright.systems.formations.rules.dice import COUNTED, has_double, has_scale, has_triple
from battlewright.systems.formations.setup.engagement import EngagementSetup
from tests.modes import nightly_when_plain
from tests.systems.formations.helpers import force
from tests.toy.pig import PIG, Pig, PigSetup, start

pytestmark = pytest.mark.plain

FORMATIONS = systems.load("formations")
D6 = range(1, 7)


PATIENT = 3600.0
"""Seconds: no test is to fail because a machine is slow."""


def wounds(question: situations.Situation, seconds: float = PATIENT, **more: Any) -> Answer:
    return solve(
        FORMATIONS.rules,
        question.setting,
        question.battle,
        lambda battle: battle.outcome.wounds,
        lambda each: each,
        seconds=seconds,
        **more,
    )


def shown(question: situations.Situation, want: Combination) -> Answer:
    return solve(
        FORMATIONS.rules,
        question.setting,
        question.battle,
        lambda battle: (battle.outcome.double, battle.outcome.triple, battle.outcome.scale),
        lambda flags: flags[want - 1],
        seconds=PATIENT,
    )


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize("score", [1, 4, 6, 7])
@pytest.mark.parametrize("heavy", [False, True])
def test_an_attack_is_all_its_faces_written_out(dice: int, score: int, heavy: bool) -> None:
    cases = Counter(
        sum((face >= score) + (heavy and face == 6 and score < 6) for face in faces)
        for faces in product(D6, repeat=dice)
    )
    assert wounds(situations.attack(dice, score, heavy_sixes=heavy)).odds == Odds(cases)


def test_the_example_of_eight_dice_against_def_four() -> None:
    answer = wounds(situations.attack(8, 4))
    assert answer.value == answer.odds.mean == Fraction(4)
    assert answer.odds.chance(0) == Fraction(1, 256)


@nightly_when_plain
def test_an_attack_of_a_thousand_dice_is_answered_exactly() -> None:
    odds = wounds(situations.attack(1000, 5)).odds
    assert (odds.mean, odds.chance(0)) == (Fraction(1000, 3), Fraction(2, 3) ** 1000)


@pytest.mark.parametrize(("dice", "score", "rerolls"), [(1, 4, 1), (3, 3, 2), (4, 5, 9), (8, 4, 3)])
def test_the_best_use_of_rerolls_is_to_throw_misses_again(dice: int, score: int, rerolls: int) -> None:
    """Against the same written with icepool: of the misses, as many as there are Rerolls."""
    die = icepool.d6 >= score
    by_hand = (dice @ die).map(lambda hits: hits + min(rerolls, dice - hits) @ die)
    assert wounds(situations.attack(dice, score, rerolls)).odds == Odds(dict(by_hand.items()))


@pytest.mark.parametrize("score", range(1, 9))
def test_a_test_passes_as_often_as_its_faces_say(score: int) -> None:
    question = situations.characteristic_test(score)
    answer = solve(
        FORMATIONS.rules, question.setting, question.battle, lambda battle: battle.outcome.landed, lambda landed: landed
    )
    assert answer.value == Fraction(min(score, 6) - 1, 6)


def flags(faces: Sequence[int]) -> tuple[int, int, int]:
    most = max(faces.count(face) for face in D6)
    scale = any({low, low + 1, low + 2} <= set(faces) for low in range(1, 5))
    return int(most >= 2), int(most >= 3), int(scale)


@pytest.mark.parametrize("dice", [1, 2, 3, 5])
def test_combinations_are_all_their_faces_written_out(dice: int) -> None:
    cases = Counter(flags(faces) for faces in product(D6, repeat=dice))
    assert shown(situations.combination(dice), Combination.DOUBLE).odds == Odds(cases)


@nightly_when_plain
@pytest.mark.parametrize("want", [Combination.DOUBLE, Combination.TRIPLE, Combination.SCALE])
def test_the_best_rerolls_for_a_combination_are_those_of_trying_every_way(want: Combination) -> None:
    """Three dice, two Rerolls, every naming of dice tried for every roll."""
    dice, rerolls = 3, 2
    best_of_all = Fraction(0)
    for faces in product(D6, repeat=dice):
        best = Fraction(0)
        for named in product((False, True), repeat=dice):
            if sum(named) <= rerolls:
                again = [D6 if taken else (face,) for face, taken in zip(faces, named, strict=True)]
                results = [flags(thrown)[want - 1] for thrown in product(*again)]
                best = max(best, Fraction(sum(results), len(results)))
        best_of_all += best / 6**dice
    assert shown(situations.combination(dice, rerolls, want), want).value == best_of_all


def test_at_a_decision_every_choice_has_its_value_and_the_best_is_marked() -> None:
    question = situations.attack(2, 4, rerolls=1)
    FORMATIONS.rules.roll(question.setting, question.battle, numbers([1, 6]))
    answer = wounds(question)
    values = [each.value for _, each in answer.choices]
    assert (max(values), answer.choices[answer.best][1].value, answer.value) == (Fraction(3, 2),) * 3
    assert min(values) == Fraction(1, 2)  # the hit thrown again


def test_a_policy_takes_the_place_of_the_best_choice() -> None:
    kept = wounds(situations.attack(4, 4, rerolls=4), policy=lambda battle, choices: 0)
    assert kept.odds == wounds(situations.attack(4, 4)).odds


@pytest.mark.parametrize("weights", [(1, 0), (0, 1), (1, 3), (5, 2)])
def test_hidden_choices_are_made_by_their_weights(weights: tuple[int, int]) -> None:
    """A die that misses is kept or thrown again by chance; one that hits is kept."""

    def by_chance(battle: Row[Any]) -> tuple[int, int]:
        view = look(Engagement, battle)
        missed = sum(view.frames[view.depth - 1].shown[:3])
        return weights if missed else (1, 0)

    answer = wounds(situations.attack(1, 4, rerolls=1), hidden=Hidden(int(Step.REROLL), by_chance))
    assert answer.value == answer.odds.chance(1) == Fraction(1, 2) + Fraction(weights[1], 4 * sum(weights))


def test_where_a_hidden_choice_is_asked_about_all_are_weighed() -> None:
    question = situations.attack(1, 4, rerolls=2)
    FORMATIONS.rules.roll(question.setting, question.battle, numbers([1]))
    answer = wounds(question, hidden=Hidden(int(Step.REROLL), lambda battle: (1, 0)))
    assert [each.value for _, each in answer.choices] == [Fraction(0), Fraction(1, 2)]


def test_answers_together_are_chosen_from_without_knowing_which_it_is() -> None:
    hit, miss = Answer((Fraction(1),), lambda: Odds({1: 1})), Answer((Fraction(0),), lambda: Odds({0: 1}))
    one = Answer(hit.values, lambda: hit.odds, (("left", hit), ("right", miss)), 0)
    other = Answer(hit.values, lambda: hit.odds, (("left", miss), ("right", hit)), 1)
    both = mixture([(1, one), (2, other)])
    assert (both.value, both.best) == (Fraction(2, 3), 1)
    assert both.odds.chance(1) == Fraction(2, 3)
    assert [each.value for _, each in both.choices] == [Fraction(1, 3), Fraction(2, 3)]


def test_a_question_leaves_the_battle_alone() -> None:
    question = situations.attack(3, 4, rerolls=1)
    before = snapshot(question.battle)
    wounds(question)
    assert snapshot(question.battle) == before


def winner(battle: Any) -> str:
    return ("draw", "a", "b")[battle.node.result]


def test_an_engagement_with_ties_in_its_roll_off_is_solved_exactly() -> None:
    """One model against one, each killed by any hit of 4+: who acts first wins half, then the other half ..."""
    session = Session(FORMATIONS, EngagementSetup(forces=(force(), force()), round_limit=1, opening_penalty=0))
    worth = {"a": Fraction(1), "draw": Fraction(1, 2), "b": Fraction(0)}
    answer = solve(FORMATIONS.rules, session.setting, session.battle, winner, lambda who: worth[who], seconds=PATIENT)
    first, second = Fraction(1, 2), Fraction(1, 4)  # the one who acts first, the one who acts second
    assert answer.odds.chance("a") == answer.odds.chance("b") == (first + second) / 2
    assert answer.odds.chance("draw") == Fraction(1, 4)
    assert answer.value == Fraction(1, 2)


def test_ties_are_solved_exactly_where_numbers_are_kept_apart() -> None:
    """The Wounds of a group that takes no part never change, so the answer must not either."""
    session = Session(FORMATIONS, EngagementSetup(forces=(force(), force()), round_limit=1, opening_penalty=0))
    aside = StateReduction((offset_of(Engagement, "groups", 2 * SLOTS - 1, "wounds"),))
    question = FORMATIONS.rules, session.setting, session.battle, winner, lambda who: int(who == "a")
    merged, apart = (solve(*question, seconds=PATIENT, reduction=reduction) for reduction in (NO_REDUCTION, aside))
    assert (apart.values, apart.odds) == (merged.values, merged.odds)


@settings(max_examples=15)
@given(goal=st.integers(2, 6))
def test_a_small_game_is_solved_as_by_hand(goal: int) -> None:
    """Pig with a policy: roll once, then hold. The first to reach the goal wins."""
    setting, battle = PIG.setup.build(PigSetup(goal=goal)), allocate(Pig)
    start(setting, battle)

    def once(pig: Any, choices: list[Any]) -> int:
        return 1 if pig.at_stake else 0

    asked = solve(
        PIG.rules, setting, battle, lambda pig: pig.node.result, lambda who: int(who == 1), policy=once, seconds=PATIENT
    )
    chance = _race(goal, 0, 0, {})
    assert asked.odds.chance(1) == chance


def _race(goal: int, mine: int, theirs: int, known: dict[tuple[int, int], Fraction]) -> Fraction:
    """The chance of the player to move, where a 1 brings nothing and passes the turn."""
    if (mine, theirs) not in known:
        # x: me to move at (mine, theirs), y: the other at (theirs, mine); x = A + (1 - y) / 6, y = B + (1 - x) / 6
        def part(a: int, b: int) -> Fraction:
            total = Fraction(0)
            for face in range(2, 7):
                score = a + min(face, goal)
                total += Fraction(1, 6) if score >= goal else Fraction(1, 6) * (1 - _race(goal, b, score, known))
            return total

        a, b = part(mine, theirs), part(theirs, mine)
        sixth = Fraction(1, 6)
        known[mine, theirs] = (a + sixth - sixth * b - sixth * sixth) / (1 - sixth * sixth)
    return known[mine, theirs]


def test_a_question_that_takes_too_long_says_so() -> None:
    with pytest.raises(TooLarge, match="more than 0 seconds"):
        wounds(situations.attack(3, 4, rerolls=2), seconds=0)


def test_dice_in_too_many_ways_are_refused_before_they_are_tried() -> None:
    with pytest.raises(TooLarge, match=r"60 dice of 6 sides have 8,259,888 distinct outcomes"):
        shown(situations.combination(60), Combination.DOUBLE)


@pytest.mark.parametrize(("dice", "score", "rerolls"), [(0, 4, 0), (1001, 4, 0), (1, 0, 0), (1, 11, 0), (1, 4, -1)])
def test_questions_beyond_the_rules_are_refused(dice: int, score: int, rerolls: int) -> None:
    with pytest.raises(BattlewrightError, match="must be from"):
        situations.attack(dice, score, rerolls)


def test_the_view_of_a_question_is_of_the_battle() -> None:
    question = situations.attack(5, 3)
    assert look(FORMATIONS.rules.battle, question.battle).node.dice == 5


@pytest.mark.parametrize("dice", [1, 2, 3, 5, 6])
def test_counted_combinations_are_all_their_faces_written_out(dice: int) -> None:
    cases = Counter(flags(faces) for faces in product(D6, repeat=dice))
    assert combination_weights(dice) == dict(sorted(cases.items()))


@pytest.mark.parametrize("dice", [4] if PLAIN else [8, 10])
def test_counted_combinations_are_those_of_the_nodes(dice: int) -> None:
    assert Odds(combination_weights(dice)) == shown(situations.combination(dice), Combination.DOUBLE).odds


@given(st.lists(st.integers(0, 12), min_size=6, max_size=6))
def test_more_than_three_dice_of_a_face_are_alike_for_combinations(counts: list[int]) -> None:
    capped = numbers([min(count, COUNTED) for count in counts])
    for holds in (has_double, has_triple, has_scale):
        assert bool(holds(numbers(counts))) == bool(holds(capped))


def test_twenty_dice_all_fall_somehow() -> None:
    assert sum(combination_weights(20).values()) == 6**20
    assert sum(combination_weights(200).values()) == 6**200


def test_a_loop_of_several_positions_is_solved_as_its_equations() -> None:
    """0 goes to 1 or ends well, 1 goes to 0 or ends badly: from 0 it ends well in two of three."""
    places = [
        ExactVertex(weights=[1, 1], children=[1, 2]),
        ExactVertex(weights=[1, 1], children=[0, 3]),
        ExactVertex(outcome="well", values=(Fraction(1),)),
        ExactVertex(outcome="badly", values=(Fraction(0),)),
    ]
    found = {2: SolvedVertex({"well": 1}, 1, (Fraction(1),)), 3: SolvedVertex({"badly": 1}, 1, (Fraction(0),))}
    assert [sorted(group) for group in components(places)] == [[3], [2], [0, 1]]
    solved = solve_loop([0, 1], places, found)
    assert solved[0].values == (Fraction(2, 3),)
    assert Fraction(solved[1].weights["well"], solved[1].total) == Fraction(1, 3)


def test_a_loop_that_never_ends_has_no_odds() -> None:
    places = [ExactVertex(weights=[1], children=[1]), ExactVertex(weights=[1], children=[0])]
    with pytest.raises(TooLarge, match="never ends"):
        solve_loop([0, 1], places, {})


def test_decisions_in_a_loop_are_refused_not_answered_wrongly() -> None:
    setting, battle = PIG.setup.build(PigSetup(goal=4)), allocate(Pig)
    start(setting, battle)
    with pytest.raises(TooLarge, match="Decisions lead back"):
        solve(PIG.rules, setting, battle, lambda pig: pig.node.result, lambda who: int(who == 1))


@nightly_when_plain
@pytest.mark.parametrize("want", [Combination.DOUBLE, Combination.TRIPLE, Combination.SCALE])
@pytest.mark.parametrize(("dice", "rerolls"), [(1, 1), (2, 1), (3, 2), *([] if PLAIN else [(4, 4), (5, 2), (6, 3)])])
def test_the_best_rerolls_that_are_counted_are_those_of_the_nodes(dice: int, rerolls: int, want: Combination) -> None:
    by_nodes = shown(situations.combination(dice, rerolls, want), want).value
    assert best_combination(dice, rerolls, want) == by_nodes


def test_more_rerolls_than_dice_are_as_good_as_one_for_each() -> None:
    assert best_combination(3, 99, Combination.TRIPLE) == best_combination(3, 3, Combination.TRIPLE)

"""The explorer and the induction themselves: on a road that is walked by dice, on Pig, Formations and Skirmish."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlewright import systems
from battlewright.engine.battle import Battle
from battlewright.engine.compiler.rule import rule
from battlewright.engine.errors import TooLarge
from battlewright.engine.events import Tail
from battlewright.engine.node import Choice, NodeKind, OutcomeSymmetry, await_choice, await_dice, end
from battlewright.engine.record import Record, Row, allocate, look, numbers, offset_of, restore, snapshot
from battlewright.engine.rulebook import Rules
from battlewright.engine.session import Session
from battlewright.odds import Answer, Odds, Plan, Until, graph_records, solve, sum_of
from battlewright.odds import state_graph as explored
from battlewright.odds.solve import TO_THE_END, Solved
from battlewright.odds.state_graph import NO_REDUCTION, StateGraph, StateReduction
from battlewright.systems.formations.record import SLOTS
from battlewright.systems.formations.setup.engagement import EngagementSetup
from battlewright.systems.skirmish.odds import situations
from battlewright.systems.skirmish.odds.situations import Figure
from battlewright.systems.skirmish.record import Skirmish
from battlewright.systems.skirmish.setup.files import shipped_weapons
from tests.modes import nightly_when_plain
from tests.systems.formations.helpers import force
from tests.toy.pig import PIG, Kind, Pig, PigSetup, start
from tests.toy.pig import Step as PigStep

plain = pytest.mark.plain
PATIENT = 120.0
"""Seconds: no test is to fail because a machine is slow, nor to hang."""


class Road(Record):
    """So many rounds, in each of which a side stakes 1 to ``width``, and a die of some sides falls; ``keeps``: every
    fall is remembered, so that no two ways lead to the same place."""

    rounds: int
    width: int
    sides: int
    keeps: int


class Walk(Battle):
    round: int
    total: int
    stake: int
    trail: int
    tail: Tail


class Step(IntEnum):
    STAKE = 1
    DIE = 2


WAIT = -1
"""A choice that is allowed but not listed, and changes nothing."""


@rule()
def set_out(setting: Row[Road], battle: Row[Walk]) -> None:
    await_choice(battle[0].node, Step.STAKE, 0)


@rule()
def list_stakes(setting: Row[Road], battle: Row[Walk], out: Row[Choice], first: int) -> int:
    listed = 0
    if battle[0].node.kind == NodeKind.DECISION:
        for stake in range(first + 1, setting[0].width + 1):
            if listed == len(out):
                break
            out[listed].kind = stake
            listed += 1
    return listed


@rule()
def refuse_stake(setting: Row[Road], battle: Row[Walk], choice: Row[Choice]) -> int:
    stake = choice[0].kind
    if battle[0].node.kind != NodeKind.DECISION or stake > setting[0].width or (stake < 1 and stake != WAIT):
        return 1
    return 0


@rule()
def put_stake(setting: Row[Road], battle: Row[Walk], choice: Row[Choice]) -> None:
    if choice[0].kind != WAIT:
        battle[0].stake = choice[0].kind
        await_dice(battle[0].node, Step.DIE, battle[0].round % 2, 1, setting[0].sides, OutcomeSymmetry.EACH)


@rule()
def walk_on(setting: Row[Road], battle: Row[Walk], faces: Row[int]) -> None:
    walk, sides = battle[0], setting[0].sides
    walk.total += faces[0] * walk.stake % (sides + 1)
    if setting[0].keeps:
        walk.trail = walk.trail * sides + faces[0] - 1
    walk.stake = 0
    walk.round += 1
    if walk.round == setting[0].rounds:
        end(walk.node, 0)
    else:
        await_choice(walk.node, Step.STAKE, walk.round % 2)


ROAD = Rules(
    start=set_out, choices=list_stakes, refusal=refuse_stake, choose=put_stake, roll=walk_on, choice_kinds=Kind
)
TOTAL, TRAIL = (offset_of(Walk, name) for name in ("total", "trail"))
Worth = Callable[[int], Any]


def road(rounds: int, width: int = 1, sides: int = 6, keeps: int = 0) -> tuple[Row[Road], Row[Walk]]:
    """A road, and a walk that has just begun."""
    setting, battle = allocate(Road), allocate(Walk)
    made = look(Road, setting)
    made.rounds, made.width, made.sides, made.keeps = rounds, width, sides, keeps
    set_out(setting, battle)
    return setting, battle


def total(walk: Walk) -> int:
    return walk.total


def walked(question: tuple[Row[Road], Row[Walk]], aim: Worth, measure: Any = total, **more: Any) -> Answer:
    return solve(ROAD, *question, measure, aim, seconds=PATIENT, **more)


def explore(question: tuple[Row[Road], Row[Walk]], reduction: StateReduction = NO_REDUCTION) -> tuple[StateGraph, int]:
    made = StateGraph(ROAD, question[0], TO_THE_END, PATIENT, reduction)
    root = made.begin(question[1])
    made.explore()
    return made, root


Found = tuple[tuple[Fraction, ...], dict[int, Fraction]]
"""What something is worth, and how likely each total is."""


def by_hand(rounds: int, width: int, sides: int, aim: Callable[[int], tuple[int, ...]]) -> Callable[[int, int], Found]:
    """The best play of both: side 0, in the even rounds, for the aim, side 1 against it; of equal stakes the lowest."""

    @cache
    def best(done: int, so_far: int) -> Found:
        if done == rounds:
            return tuple(map(Fraction, aim(so_far))), {so_far: Fraction(1)}
        stakes = [staked(done, so_far, stake) for stake in range(1, width + 1)]
        values = [value for value, _ in stakes]
        return stakes[values.index(min(values) if done % 2 else max(values))]

    def staked(done: int, so_far: int, stake: int) -> Found:
        futures = [best(done + 1, so_far + face * stake % (sides + 1)) for face in range(1, sides + 1)]
        chances: dict[int, Fraction] = {}
        for _, future in futures:
            for outcome, chance in future.items():
                chances[outcome] = chances.get(outcome, Fraction(0)) + chance / sides
        columns = zip(*(value for value, _ in futures), strict=True)
        return tuple(sum(column, Fraction(0)) / sides for column in columns), chances

    return best


def odd(so_far: int) -> tuple[int, int]:
    """An aim in two parts, the first of which is often equal."""
    return so_far * so_far % 3, so_far * 5 % 7 - 3


@nightly_when_plain
@plain
@settings(max_examples=25)
@given(st.integers(1, 4), st.integers(1, 6), st.integers(2, 5))
def test_the_best_play_of_both_is_that_of_trying_everything(rounds: int, width: int, sides: int) -> None:
    answer = walked(road(rounds, width, sides), odd)
    values, chances = by_hand(rounds, width, sides, odd)(0, 0)
    assert (answer.values, dict(answer.odds)) == (values, chances)


@plain
def test_the_other_seat_aims_at_the_opposite() -> None:
    question = road(3, 4, 4)
    values, _ = by_hand(3, 4, 4, lambda so_far: tuple(-part for part in odd(so_far)))(0, 0)
    assert walked(question, odd, side=1).values == tuple(-part for part in values)


@plain
def test_the_second_part_of_an_aim_counts_where_the_first_is_equal() -> None:
    question = road(2, 6, 5)
    first = walked(question, lambda so_far: odd(so_far)[0])
    both = walked(question, odd)
    assert first.value == both.value
    assert both.odds.mean_of(lambda so_far: odd(so_far)[1]) == both.values[1]
    assert first.odds.mean_of(lambda so_far: odd(so_far)[1]) != both.values[1]  # otherwise this would show nothing


# Room.


def test_many_positions_find_room() -> None:
    """6 ** 5 ways to walk, and all that lies before them, each a position of its own: none is lost or met twice."""
    made, root = explore(road(5, sides=6, keeps=1))
    assert len(made) == sum(6**done for done in range(6)) + sum(6**done for done in range(5))
    assert Solved(made, total, lambda so_far: so_far).answer(root).odds == sum_of("5d6")
    trails = {made.show(number).trail for number in range(len(made)) if made.show(number).round == 5}
    assert trails == set(range(6**5))


@nightly_when_plain
@plain
@pytest.mark.parametrize("width", [1, 3, 4, 5, 8, 11, 200])
def test_choices_come_page_after_page(width: int) -> None:
    """A page has room for four."""
    answer = walked(road(1, width, 12), lambda so_far: so_far)
    assert [choice.kind for choice, _ in answer.choices] == list(range(1, width + 1))
    means = [Fraction(sum(face * stake % 13 for face in range(1, 13)), 12) for stake in range(1, width + 1)]
    assert [each.value for _, each in answer.choices] == means
    assert answer.best == means.index(max(means))


def test_a_decision_with_too_many_choices_is_refused() -> None:
    with pytest.raises(TooLarge, match="A decision has more than 50,000 choices here"):
        walked(road(1, 200_000, 2), lambda so_far: so_far)


@nightly_when_plain
@plain
def test_how_many_choices_are_too_many_is_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explored, "MOST_CHOICES", 700)
    assert len(walked(road(1, 700, 2), lambda so_far: so_far).choices) == 700
    with pytest.raises(TooLarge, match="A decision has more than 700 choices here"):
        walked(road(1, 4000, 2), lambda so_far: so_far)


@plain
def test_a_question_that_takes_too_long_says_how_far_it_has_come() -> None:
    with pytest.raises(TooLarge, match=r"more than 0 seconds .*: 0 positions were expanded and 1 more were waiting"):
        solve(ROAD, *road(1), total, lambda so_far: so_far, seconds=0)


def test_the_time_is_looked_at_while_positions_are_found() -> None:
    with pytest.raises(TooLarge, match=r"more than 0.2 seconds .*: [1-9][\d,]* positions were expanded and [1-9]"):
        solve(ROAD, *road(9, sides=10, keeps=1), total, lambda so_far: so_far, seconds=0.2)


# Arrays, which one question leaves for the next.


@plain
@pytest.mark.parametrize("reduction", [NO_REDUCTION, StateReduction((TOTAL,))])
def test_the_next_question_finds_nothing_of_the_one_before(reduction: StateReduction) -> None:
    alone = [told(*explore(road(rounds, sides=sides), reduction)) for rounds, sides in ((3, 6), (2, 4))]
    for _ in range(3):
        assert [told(*explore(road(rounds, sides=sides), reduction)) for rounds, sides in ((3, 6), (2, 4))] == alone


@plain
@pytest.mark.parametrize("reduction", [NO_REDUCTION, StateReduction((TOTAL,))])
def test_questions_at_the_same_time_do_not_share_arrays(reduction: StateReduction) -> None:
    alone = [told(*explore(road(rounds), reduction)) for rounds in (3, 2)]
    together = [explore(road(rounds), reduction) for rounds in (3, 2)]
    assert [told(*each) for each in together] == alone


def test_no_more_arrays_are_kept_than_are_often_used_at_once() -> None:
    made = [StateGraph(ROAD, road(1)[0], TO_THE_END, PATIENT) for _ in range(2 * graph_records.MOST_FREE)]
    kept = explored._pool._free[ROAD]
    del made
    assert len(kept) == graph_records.MOST_FREE


# Typical positions, from which changes are counted.


def told(made: StateGraph, root: int) -> tuple[Any, ...]:
    """All that an exploration says."""
    solved = Solved(made, total, odd)
    answer = solved.answer(root)
    tried = tuple((choice.kind, each.values, each.odds) for choice, each in answer.choices)
    shown = [(made.show(number).round, made.show(number).total, made.show(number).trail) for number in range(len(made))]
    return len(made), answer.values, answer.odds, tried, answer.best, shown


@nightly_when_plain
@plain
@pytest.mark.parametrize("often", [2, 3, 7])
def test_from_which_position_changes_are_counted_makes_no_difference(
    often: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = road(3, 2, 3, keeps=1)
    never, once = 1 << 30, told(*explore(question))
    for typical in (often, never):
        monkeypatch.setattr(explored, "TYPICAL", typical)
        assert told(*explore(question)) == once


def test_a_second_typical_position_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first is taken after 64 positions, the second after 4,096."""
    question = road(4, 2, 5, keeps=1)
    once = told(*explore(question))
    assert once[0] > 4096
    monkeypatch.setattr(explored, "TYPICAL", 1 << 30)
    assert told(*explore(question)) == once


@nightly_when_plain
@pytest.mark.parametrize("melee", [pytest.param(2, marks=plain), 3, 4, 6])
def test_a_typical_position_of_a_clash_makes_no_difference(melee: int, monkeypatch: pytest.MonkeyPatch) -> None:
    once = clash_values(melee)
    for typical in (5, 1 << 30):
        monkeypatch.setattr(explored, "TYPICAL", typical)
        assert clash_values(melee) == once


def clash_values(melee: int) -> tuple[int, tuple[Fraction, ...]]:
    sword = next(weapon for weapon in shipped_weapons() if weapon.name == "Sword")
    question = situations.clash(Figure(melee=melee, blade=sword), Figure(melee=melee, blade=sword))
    skirmish = systems.load("skirmish")
    made = StateGraph(skirmish.rules, question.setting, Until(depth=2, step=5), PATIENT)
    root = made.begin(question.battle)
    made.explore()
    solved = Solved(made, lambda battle: battle.models[1].stress - battle.models[0].stress, lambda net: net)
    return len(made), solved.values(root)


# Numbers that no rule reads.


@nightly_when_plain
@plain
@pytest.mark.parametrize("keeps", [0, 1])
def test_what_is_only_gained_may_be_kept_apart(keeps: int) -> None:
    question = road(3, 3, 4, keeps)
    (count, *answer, shown), apart = told(*explore(question)), explore(question, reduction=StateReduction((TOTAL,)))
    count_apart, *answer_apart, shown_apart = told(*apart)
    assert (count_apart, answer_apart, sorted(shown_apart)) == (count, answer, sorted(shown))


@plain
def test_what_is_not_asked_about_may_be_forgotten() -> None:
    count, *answer, _ = told(*explore(road(3, 3, 4)))
    made, root = explore(road(3, 3, 4, keeps=1), reduction=StateReduction((TOTAL,), (TRAIL,)))
    assert told(made, root)[:-1] == (count, *answer)


@plain
def test_what_is_kept_apart_is_known_again() -> None:
    setting, battle = road(3, 3, 4)
    view, begun = look(Walk, battle), snapshot(battle)
    made, roots = StateGraph(ROAD, setting, TO_THE_END, PATIENT, StateReduction((TOTAL,))), []
    for so_far in (5, 0, 9, 5):
        restore(battle, begun)
        view.total = so_far
        roots.append(made.begin(battle))
    made.explore()
    solved, best = Solved(made, total, odd), by_hand(3, 3, 4, odd)
    for so_far, root in zip((5, 0, 9, 5), roots, strict=True):
        assert (solved.answer(root).values, dict(solved.answer(root).odds)) == best(0, so_far)
        restore(battle, begun)
        view.total = so_far
        put_stake(setting, battle, choice(2))
        walk_on(setting, battle, numbers([4]))
        number = made.find(battle)
        assert number is not None
        assert (made.show(number).round, made.show(number).total) == (1, view.total)
        assert solved.values(number) == best(1, view.total)[0]
    view.total = 50
    assert made.find(battle) is None


# Values of any size.


@nightly_when_plain
@pytest.mark.parametrize("rounds", [pytest.param(3, marks=plain), pytest.param(6, marks=plain), 11, 12, 13, 14, 15])
def test_sums_of_any_size_are_exact(rounds: int) -> None:
    """15 dice of 20 sides have more outcomes than 64 bits hold."""
    answer = walked(road(rounds, sides=20), lambda so_far: so_far)
    assert answer.odds == sum_of(f"{rounds}d20")
    assert answer.value == sum_of(f"{rounds}d20").mean


@plain
@pytest.mark.parametrize("factor", [1 << 70, Fraction(1, 10**30), 1 << 55, Fraction(1, (1 << 61) - 1), -(1 << 62)])
def test_values_beyond_64_bits_agree_with_small_ones(factor: Fraction | int) -> None:
    question = road(3, 5, 5)
    sign = 1 if factor > 0 else -1
    small = walked(question, lambda so_far: tuple(sign * part for part in odd(so_far)))
    large = walked(question, lambda so_far: tuple(factor * part for part in odd(so_far)))
    assert large.values == tuple(part * sign * Fraction(factor) for part in small.values)
    assert (large.odds, large.best) == (small.odds, small.best)
    assert [each.odds for _, each in large.choices] == [each.odds for _, each in small.choices]


@plain
def test_parts_of_an_aim_may_be_fractions() -> None:
    """Thirds and sevenths, whose common denominator grows from round to round."""
    values = walked(road(3, 3, 4), lambda so_far: (Fraction(odd(so_far)[0], 3), Fraction(odd(so_far)[1], 7))).values
    whole = walked(road(3, 3, 4), odd).values
    assert values == (whole[0] / 3, whole[1] / 7)


@plain
def test_an_aim_that_is_always_the_same_leaves_the_first_choice() -> None:
    answer = walked(road(2, 3, 2), lambda so_far: 0)
    assert (answer.value, answer.best) == (Fraction(0), 0)
    assert answer.odds == Odds({2: 1, 3: 2, 4: 1})


# Several beginnings; finding positions again.


@plain
def test_several_beginnings_are_explored_together() -> None:
    setting, battle = road(3, 3, 4)
    view, begun = look(Walk, battle), snapshot(battle)
    made, roots = StateGraph(ROAD, setting, TO_THE_END, PATIENT), []
    places = [(0, 0), (1, 2), (2, 7), (1, 2), (1, 9), (2, 0)]
    for done, so_far in places:
        restore(battle, begun)
        view.round, view.total, view.node.side = done, so_far, done % 2
        roots.append(made.begin(battle))
    made.explore()
    solved, best = Solved(made, total, odd), by_hand(3, 3, 4, odd)
    assert roots[1] == roots[3]
    assert len(set(roots)) == len(places) - 1
    for (done, so_far), root in zip(places, roots, strict=True):
        answer = solved.answer(root)
        assert (answer.values, dict(answer.odds)) == best(done, so_far)
        assert len(answer.choices) == 3


@plain
def test_no_beginning_is_an_end_even_where_another_leads_to_it() -> None:
    """A question up to the next decision: the second beginning is one, and goes on all the same."""
    setting, battle = road(3, 2, 3)
    made = StateGraph(ROAD, setting, Until(step=Step.STAKE), PATIENT)
    first = made.begin(battle)
    later = allocate(Walk)
    restore(later, snapshot(battle))
    put_stake(setting, later, choice(1))
    walk_on(setting, later, numbers([2]))
    second = made.begin(later)
    made.explore()
    solved = Solved(made, total, lambda so_far: so_far)
    assert solved.answer(second).odds == Odds({2: 1, 4: 2})  # the other side stakes 2, for 2, 0 or 2 more
    alone = walked((setting, later), lambda so_far: so_far, until=Until(step=Step.STAKE))
    assert (solved.answer(second).values, solved.answer(second).odds) == (alone.values, alone.odds)
    assert solved.answer(first).odds.chance(1) == Fraction(1, 3)


def choice(kind: int) -> Row[Choice]:
    made = allocate(Choice)
    look(Choice, made).kind = kind
    return made


@plain
def test_a_position_is_found_again_with_its_best_choice() -> None:
    setting, battle = road(3, 4, 5)
    made, root = explore((setting, battle))
    solved, best, view = Solved(made, total, odd), by_hand(3, 4, 5, odd), look(Walk, battle)
    assert made.find(battle) == root
    while view.node.kind != NodeKind.OVER:
        number = made.find(battle)
        assert number is not None
        if view.node.kind == NodeKind.DECISION:
            assert solved.values(number) == best(view.round, view.total)[0]
            chosen = solved.best_choice(battle)
            answer = solved.answer(number)
            assert chosen is not None
            assert chosen.kind == answer.best + 1 == answer.choices[answer.best][0].kind
            assert not put_stake(setting, battle, choice(chosen.kind))
        else:
            walk_on(setting, battle, numbers([5]))
    assert solved.outcomes.by_end()[made.find(battle) or 0] == view.total
    view.total = 999
    assert made.find(battle) is None
    assert solved.best_choice(battle) is None


@plain
def test_looking_for_positions_changes_nothing() -> None:
    setting, battle = road(2, 3, 3)
    made, root = explore((setting, battle))
    before = told(made, root)
    strange = allocate(Walk)
    for number in range(200):
        look(Walk, strange).trail = number
        assert made.find(strange) is None
    assert told(made, root) == before
    assert made.find(battle) == root


# Ends, policies, plans.


@plain
def test_a_question_may_end_at_a_step_but_never_where_it_begins() -> None:
    answer = walked(road(5, 2, 6), lambda so_far: so_far, until=Until(step=Step.STAKE))
    assert [dict(each.odds.weights) for _, each in answer.choices] == [
        dict.fromkeys(range(1, 7), 1),
        dict.fromkeys((2, 4, 6, 1, 3, 5), 1),
    ]
    pig = pig_at(goal=12)
    rolled = solve(
        PIG.rules, *pig, lambda battle: battle.at_stake, lambda stake: stake, until=Until(step=PigStep.DECIDE)
    )
    assert dict(rolled.choices[Kind.ROLL - 1][1].odds) == dict.fromkeys((0, 2, 3, 4, 5, 6), Fraction(1, 6))
    assert (rolled.best, rolled.value) == (0, Fraction(20, 6))


@plain
def test_a_question_may_end_where_the_stack_is_less_deep() -> None:
    """An engagement of Formations up to the end of an action: its frames lie on a stack."""
    formations = systems.load("formations")
    session = Session(formations, EngagementSetup(forces=(force(), force()), round_limit=1, opening_penalty=0))
    session.roll_typed([6, 1])
    session.choose(session.choices()[0])
    depth = session.record.depth
    (action, *_) = session.choices()
    answer = solve(
        formations.rules,
        session.setting,
        session.battle,
        lambda battle: (battle.depth < depth, battle.groups[SLOTS].models),
        lambda outcome: -outcome[1],
        until=Until(depth=depth),
        seconds=PATIENT,
    )
    assert all(ended for (ended, _), _ in answer.odds)
    assert len(answer.odds) == 2
    assert action.kind == answer.choices[0][0].kind


@plain
def test_a_policy_sees_the_battle_and_every_choice() -> None:
    seen = set()

    def always(walk: Walk, choices: list[Choice]) -> int:
        assert [each.kind for each in choices] == list(range(1, 10))
        seen.add((walk.round, walk.total))
        return walk.round + 1

    answer = walked(road(2, 9, 3), lambda so_far: so_far, policy=always)
    assert answer.choices == ()
    assert seen == {(0, 0), (1, 2), (1, 0)}
    assert answer.odds == Odds(two_then_three())


def two_then_three() -> dict[int, int]:
    """A stake of 2, then one of 3, on dice of three sides."""
    counted: dict[int, int] = {}
    for first in (1, 2, 3):
        for second in (1, 2, 3):
            so_far = first * 2 % 4 + second * 3 % 4
            counted[so_far] = counted.get(so_far, 0) + 1
    return counted


def stakes(*kinds: int) -> Plan:
    return Plan(Step.STAKE, [look(Choice, choice(kind)) for kind in kinds])


@plain
def test_a_plan_is_followed_choice_by_choice_and_then_ends() -> None:
    answer = walked(road(4, 5, 3), lambda so_far: so_far, plan=stakes(2, 3))
    assert answer.odds == Odds(two_then_three())
    assert answer.choices == ()


@plain
def test_how_much_of_a_plan_is_done_tells_positions_apart() -> None:
    """Who waits is where it was before, with a part of the plan done."""
    patient = walked(road(2, 5, 3), lambda so_far: so_far, plan=stakes(WAIT, WAIT, 2, WAIT, 3, WAIT))
    assert patient.odds == Odds(two_then_three())
    assert walked(road(2, 5, 3), lambda so_far: so_far, plan=stakes(WAIT, WAIT)).odds == Odds({0: 1})


@plain
def test_what_is_refused_ends_a_plan() -> None:
    assert walked(road(2, 5, 3), lambda so_far: so_far, plan=stakes(2, 6, 3)).odds == Odds({2: 2, 0: 1})
    assert walked(road(2, 5, 3), lambda so_far: so_far, plan=stakes(6, 2)).odds == Odds({0: 1})


# Loops.


def pig_at(goal: int, turn: int = 0, scores: tuple[int, int] = (0, 0)) -> tuple[Any, Row[Pig]]:
    setting, battle = PIG.setup.build(PigSetup(goal=goal)), allocate(Pig)
    start(setting, battle)
    view = look(Pig, battle)
    view.turn, view.node.side = turn, turn
    view.scores[0], view.scores[1] = scores
    return setting, battle


def once(pig: Any, choices: list[Any]) -> int:
    return 1 if pig.at_stake else 0


@plain
def test_a_loop_is_solved_from_any_of_its_positions() -> None:
    """Pig where each rolls once: with a goal of 2 any face but 1 wins, so who begins wins 6 of 11."""
    solved = solve(PIG.rules, *pig_at(2), lambda pig: pig.node.result, lambda who: (int(who == 1), who), policy=once)
    other = solve(
        PIG.rules, *pig_at(2, turn=1), lambda pig: pig.node.result, lambda who: (int(who == 1), who), policy=once
    )
    chance = Fraction(5, 6) / (1 - Fraction(1, 36))
    assert solved.odds.chance(1) == other.odds.chance(2) == chance == Fraction(6, 7)
    assert solved.values == (chance, chance + 2 * (1 - chance))
    assert other.values == (1 - chance, 1 - chance + 2 * chance)


@plain
def test_decisions_that_do_not_lead_back_are_solved_beside_loops() -> None:
    """The first to choose in a loop of dice: the roll-off of an engagement leads to decisions, but never back."""
    formations = systems.load("formations")
    session = Session(formations, EngagementSetup(forces=(force(), force()), round_limit=1, opening_penalty=0))
    measure, worth = (lambda battle: battle.node.result), {0: Fraction(1, 2), 1: Fraction(1), 2: Fraction(0)}
    asked = solve(formations.rules, session.setting, session.battle, measure, lambda who: worth[who], seconds=PATIENT)
    values = []
    for faces in ((6, 1), (1, 6)):
        session = Session(formations, EngagementSetup(forces=(force(), force()), round_limit=1, opening_penalty=0))
        session.roll_typed(faces)
        answer = solve(
            formations.rules, session.setting, session.battle, measure, lambda who: worth[who], seconds=PATIENT
        )
        values.append(answer.value)
    assert asked.value == sum(values) / 2
    assert values[0] > values[1]


@plain
def test_a_question_leaves_its_battle_alone() -> None:
    setting, battle = road(3, 2, 3)
    before = snapshot(setting), snapshot(battle)
    walked((setting, battle), odd)
    walked((setting, battle), odd, plan=stakes(1, 2))
    assert (snapshot(setting), snapshot(battle)) == before


def test_what_is_not_part_of_the_position_does_not_hide_it() -> None:
    sword = next(weapon for weapon in shipped_weapons() if weapon.name == "Sword")
    fighter = Figure(melee=1, blade=sword)
    question = situations.clash(fighter, fighter)
    made = StateGraph(systems.load("skirmish").rules, question.setting, Until(depth=2), 60)
    root = made.begin(question.battle)
    made.explore()
    look(Skirmish, question.battle).tail.silent = 1
    assert made.find(question.battle) == root

"""Exact answers about Skirmish against real dice: the same battle, thrown many times to its end by best play.

The seeds are fixed, so each test passes always or never. With other seeds a right answer would fail once in
``1 / FALSE_ALARM`` tests.
"""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scipy import stats  # type: ignore[import-untyped]  # it ships no types

from battlewright import systems
from battlewright.engine.battle import draw_faces
from battlewright.engine.dice import seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, allocate, assign, look, numbers, restore, snapshot
from battlewright.odds import Odds, Sampled
from battlewright.odds.solve import Solved
from battlewright.odds.state_graph import StateGraph
from battlewright.systems.skirmish.odds import solved as skirmish
from battlewright.systems.skirmish.odds.exchange import Exchange
from battlewright.systems.skirmish.odds.solved import EXCHANGE
from battlewright.systems.skirmish.record import ChoiceKind, Skirmish, SkirmishChoice
from tests.systems.skirmish.helpers import Fight, climb

FALSE_ALARM = 1e-4
TRIALS = 20_000
EXAMPLE = runpy.run_path(
    str(Path(__file__).parents[4] / "docs" / "examples" / "skirmish_sampled.py"), run_name="example"
)
SKIRMISH = systems.load("skirmish")
RIFLE, PISTOL, SWORD, SPEAR = (EXAMPLE[name] for name in ("RIFLE", "PISTOL", "SWORD", "SPEAR"))


def hold(exact: Odds[Any], tried: Sampled[Any]) -> None:
    """A chi-square test: what is expected less than five times is counted together; the impossible never happens."""
    assert set(tried.weights) <= set(exact.weights)
    rare_expected, rare_seen, parts = 0.0, 0, list[tuple[float, int]]()
    for outcome, chance in exact:
        expected, seen = float(chance * tried.total), tried.weights.get(outcome, 0)
        if expected < 5:
            rare_expected, rare_seen = rare_expected + expected, rare_seen + seen
        else:
            parts.append((expected, seen))
    if rare_expected:
        parts.append((rare_expected, rare_seen))
    distance = sum((seen - expected) ** 2 / expected for expected, seen in parts)
    if len(parts) > 1:
        assert stats.chi2.sf(distance, len(parts) - 1) > FALSE_ALARM
    else:
        assert distance == 0


QUESTIONS: dict[str, Callable[[], Any]] = {
    "a stress check": lambda: EXAMPLE["stress_check"](4, 5),
    "a stress check of the overwhelmed": lambda: EXAMPLE["stress_check"](3, 6),
    "a climb": lambda: EXAMPLE["climb"](3, 5000),
    "a jump": lambda: EXAMPLE["jump"](4, 3500, 4000),
    "a shot": lambda: EXAMPLE["shot"](RIFLE, PISTOL, 9000, ChoiceKind.NOTHING),
    "a shot past models": lambda: EXAMPLE["shot"](PISTOL, RIFLE, 12000, ChoiceKind.NOTHING, 3),
    "a shot against cover": lambda: EXAMPLE["shot"](RIFLE, PISTOL, 9000, ChoiceKind.COVER, 1),
    "a shot against return fire": lambda: EXAMPLE["shot"](RIFLE, PISTOL, 9000, ChoiceKind.RETURN_FIRE, 1),
    "a clash": lambda: EXAMPLE["clash"](SWORD, SPEAR),
    "a clash of many dice": lambda: EXAMPLE["clash"](EXAMPLE["ACE"], EXAMPLE["BRUTE"]),
    "a shot in the ruins": EXAMPLE["ruins"],
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_real_dice_come_to_what_is_exact(name: str) -> None:
    asked = QUESTIONS[name]()
    solved, first = EXAMPLE["solve"](asked)
    tried = EXAMPLE["sample"](asked, solved, TRIALS, seed=len(name))
    assert tried.total == TRIALS
    hold(solved.answer(first).odds, tried)


def test_other_odds_than_the_exact_ones_would_be_noticed() -> None:
    """One face more or less: a shot at a difficulty of 9 sampled, and the odds of 8 and of 10."""
    asked = QUESTIONS["a shot"]()
    tried = EXAMPLE["sample"](asked, EXAMPLE["solve"](asked)[0], TRIALS, seed=1)
    for difficulty in (8000, 10000):
        other = EXAMPLE["shot"](RIFLE, PISTOL, difficulty, ChoiceKind.NOTHING)
        solved, first = EXAMPLE["solve"](other)
        with pytest.raises(AssertionError):
            hold(solved.answer(first).odds, tried)


def test_the_short_answers_are_those_that_were_sampled() -> None:
    """The functions of ``odds.skirmish`` and the questions above are about the same."""
    answers = {
        name: solved.answer(first) for name in QUESTIONS for solved, first in [EXAMPLE["solve"](QUESTIONS[name]())]
    }
    checked = skirmish.stress_check(4, 5)
    assert answers["a stress check"].odds == checked
    assert answers["a climb"].odds.map(lambda end: end[1]) == skirmish.climb(3, 5000).stress
    assert answers["a jump"].odds.map(lambda end: end[1]) == skirmish.jump(4, 3500, 4000).stress
    shot = skirmish.shot(RIFLE, PISTOL, 9000, 1)
    for name, reaction in (("a shot against cover", "cover"), ("a shot against return fire", "return fire")):
        assert answers[name].odds.map(lambda end: end[1]) == shot[reaction].stress
        assert answers[name].odds.map(lambda end: end[0]) == shot[reaction].suffered
        assert answers[name].values == shot[reaction].values
    clash = skirmish.clash(SWORD, SPEAR)
    assert (answers["a clash"].odds, answers["a clash"].values) == (clash.odds, (clash.value, clash.net_stress))
    answer = Exchange(*EXAMPLE["ruins"]().question).answer()  # the one who reacts aims at the opposite
    assert answer.values == (0, *(-part for part in answers["a shot in the ruins"].values))


def stresses(battle: Skirmish) -> tuple[int, ...]:
    return tuple(model.stress for model in battle.models[:3])


def rooftop() -> Fight:
    """Next to a roof of 3", which needs both of two successes; the target is past a wall, with a friend behind."""
    return Fight(
        a=[{"at": (5, 12), "ballistics": 4, "toughness": 2, "agility": 2, "weapons": ["Rifle"]}],
        b=[{"at": (15, 12.5), "toughness": 2, "agility": 4, "weapons": ["Pistol"]}, {"at": (16.5, 12), "toughness": 1}],
        pieces=[{"box": [3, 6, 4, 5.5], "top": 3}, {"box": [12, 10, 0.5, 5], "top": 1.5}],
    ).activate(0)


def test_a_plan_to_climb_and_shoot_comes_to_what_is_exact() -> None:
    """What follows the climb is solved from both its ends at once: from the roof, and from its foot after a fall."""
    fight = rooftop()
    up, fire = fight.choice(ChoiceKind.MOVE, climb(5, 11, 3)), fight.choice(ChoiceKind.SHOOT, whom=1)
    exchange = Exchange(fight.session.setting, fight.session.battle)
    exact = exchange.plan([up, fire])
    look(Skirmish, fight.session.battle).tail.silent = 1
    begin = exchange.choose(up)
    explored = StateGraph(SKIRMISH.rules, fight.session.setting, EXCHANGE, seconds=600)
    for fallen in ((6, 6), (1, 6)):
        explored.begin(fire_after(fight, begin, fallen, fire))
    explored.explore()
    solved = Solved(explored, stresses, lambda stress: worth(stress))
    weights: dict[tuple[int, ...], int] = {}
    battle, faces, made = allocate(Skirmish), numbers(SKIRMISH.rules.max_dice), allocate(SkirmishChoice)
    view, saved = look(Skirmish, battle), snapshot(begin)
    for trial in range(TRIALS):
        restore(battle, saved)
        seed_dice(view.tail.dice, 77, trial)
        shot = False
        while view.depth >= 2:
            if view.node.kind == NodeKind.CHANCE:
                draw_faces(battle, faces)
                SKIRMISH.rules.roll(fight.session.setting, battle, faces)
            else:
                best = solved.best_choice(battle) if shot else fire
                assert best is not None
                assign(look(SkirmishChoice, made), best)
                SKIRMISH.rules.choose(fight.session.setting, battle, made)
                shot = True
        weights[stresses(view)] = weights.get(stresses(view), 0) + 1
    stress: Odds[Any] = exact.odds.map(
        lambda changes: tuple(sum(change.stress for change in changes if change.who == who) for who in range(3))
    )
    hold(stress, Sampled(weights))
    assert stress.mean_of(lambda gained: worth(gained)[1]) == exact.values[2]


def fire_after(fight: Fight, begin: Row[Skirmish], faces: tuple[int, int], fire: SkirmishChoice) -> Row[Skirmish]:
    """The battle after the dice of the climb, and the choice to shoot."""
    battle, made = allocate(Skirmish), allocate(SkirmishChoice)
    restore(battle, snapshot(begin))
    SKIRMISH.rules.roll(fight.session.setting, battle, numbers(list(faces)))
    assign(look(SkirmishChoice, made), fire)
    SKIRMISH.rules.choose(fight.session.setting, battle, made)
    return battle


def worth(stress: tuple[int, ...]) -> tuple[int, int]:
    """Break-downs to come, then stress, to the shooter: it and its target have Toughness 2, the friend has 1."""
    breaks = int(stress[1] >= 2) + int(stress[2] >= 1) - int(stress[0] >= 2)
    return breaks, stress[1] + stress[2] - stress[0]

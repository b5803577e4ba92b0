"""What learners see of Skirmish's first edition: the splits of dice, and never somebody else's."""

from __future__ import annotations

from importlib import import_module
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np
import pytest

from battlewright import systems
from battlewright.engine.record import snapshot
from battlewright.systems.skirmish.learning.features import CHOICE_NAMES, TABLE_NAMES
from battlewright.systems.skirmish.record import ChoiceKind, Step
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.training import Battles, Sight, petting
from tests.systems.skirmish.helpers import Fight
from tests.training.helpers import mirrored

SKIRMISH = systems.load("skirmish")


def first() -> BattleSetup:
    return mirrored().model_copy(update={"edition": "first"})


def clash(**more: Any) -> Fight:
    a: list[dict[str, Any]] = [{"at": (5, 5), "melee": 4}, {"at": (20, 4)}]
    b = [{"at": (6.5, 5), "melee": 3, "weapons": ["Spear", "Sword"]}]
    return Fight(a=a, b=b, edition="first", **more).activate(0).engage()


def shown(fight: Fight, side: int) -> tuple[dict[str, int], list[dict[str, int]]]:
    """The table and the actions that a side sees."""
    sight = Sight(SKIRMISH)
    count = sight.look(fight.session.setting, fight.session.battle, side)
    table = dict(zip(TABLE_NAMES, sight.table.tolist(), strict=True))
    return table, [dict(zip(CHOICE_NAMES, row, strict=True)) for row in sight.actions[:count].tolist()]


@pytest.mark.clause("S1.K2")
def test_every_split_looks_different() -> None:
    table, actions = shown(clash(), 0)
    assert (table["step_divide"], table["own1_acting"], table["their1_targeted"]) == (1000, 1000, 1000)
    assert [(each["attack"], each["defence"]) for each in actions] == [(100 * n, 400 - 100 * n) for n in range(5)]
    assert [each["harm"] for each in actions] == [400 * dice // 6 for dice in range(5)], "a Sword: 1, or 2"
    assert all((each["kind_divide"], each["own_melee"], each["their_melee"]) == (1000, 400, 300) for each in actions)
    fight = clash().choose(ChoiceKind.DIVIDE, attack=2)
    _, actions = shown(fight, 1)
    assert len(actions) == 7, "none on attack, or one to three with either weapon"
    assert all((each["own_melee"], each["their_melee"]) == (300, 400) for each in actions)
    assert len({tuple(each.values()) for each in actions}) == len(actions)


@pytest.mark.clause("S1.K9")
def test_what_is_shown_never_depends_on_somebody_elses_secret() -> None:
    """While the target divides its dice: its own observation and actions, all the same."""
    seen = []
    for attack in range(5):
        fight = clash().choose(ChoiceKind.DIVIDE, attack=attack)
        assert (fight.node.step, fight.node.side) == (Step.DIVIDE, 1)
        before = snapshot(fight.session.battle)
        seen.append(shown(fight, 1))
        assert snapshot(fight.session.battle) == before
    assert all(each == seen[0] for each in seen)


@pytest.mark.clause("S1.K9")
def test_the_environment_shows_no_secret_either() -> None:
    """Two battles that differ in the attacker's division only look the same to the target until it has chosen."""
    looked: dict[int, Any] = {}
    for attack in (0, 3):
        env = petting.BattleEnv(SKIRMISH, first(), render_mode="ansi")
        env.reset(seed=12)
        rng, node = np.random.default_rng(5), env.record.node
        while node.step != Step.DIVIDE:
            if not any(env.observe(env.agent_selection)["action_mask"]):
                env.reset()  # the next battle: nobody came close in this one
            env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
        attacker = env.agent_selection
        env.step(attack)
        assert (node.step, env.agent_selection != attacker) == (Step.DIVIDE, True)
        looked[attack] = env.observe(env.agent_selection), env.render()
    (one, text), (other, same) = looked.values()
    assert text == same
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_a_return_shot_is_paid_for_when_it_is_fired() -> None:
    gun = {"weapons": ["Pistol"], "ballistics": 4}
    costs = {}
    for edition in ("first", "second"):
        fight = Fight(a=[{"at": (5, 5)} | gun], b=[{"at": (8, 5)} | gun], edition=edition).activate(0).shoot(1)
        fight.choose(ChoiceKind.NOTHING if edition == "first" else ChoiceKind.RETURN_FIRE).roll(1, 1, 1, 2)
        _, actions = shown(fight, 1)
        costs[edition] = [each["cost"] for each in actions if each["kind_fire"]]
    assert costs == {"first": [666], "second": [0]}


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:We recommend agents to be named")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_the_api_test_of_pettingzoo_passes() -> None:
    with catch_warnings():
        simplefilter("ignore", DeprecationWarning)
        zoo = import_module("pettingzoo.test")
    zoo.api_test(petting.env(SKIRMISH, first()), num_cycles=120)


@pytest.mark.parametrize("opponent", [None, "random", "greedy"])
def test_battles_by_the_array_are_played_to_their_end(opponent: str | None) -> None:
    rng, over, steps = np.random.default_rng(2), 0, set()
    with Battles(SKIRMISH, first(), 12, 3, opponent=opponent) as battles:
        for _ in range(150):
            places = (rng.random(12) * battles.counts).astype(np.int32)
            steps |= {battles.record(i).node.step for i in range(12)}
            _, ended = battles.step(places)
            over += int(ended.sum())
    assert over > 12
    assert Step.DIVIDE in steps


def test_the_same_seed_and_actions_give_the_same_battles_with_a_greedy_opponent() -> None:
    tables = []
    for _ in range(2):
        with Battles(SKIRMISH, first(), 6, 7, opponent="greedy") as battles:
            for step in range(60):
                battles.step(np.minimum(step % 3, battles.counts - 1))
            tables.append(battles.table.copy())
    assert np.array_equal(tables[0], tables[1])

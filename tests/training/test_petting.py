"""The environment for PettingZoo: its own tests, and what it promises besides."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from battlewright import systems
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.record import position
from battlewright.engine.session import Session
from battlewright.engine.story import last_step_text
from battlewright.training import petting
from battlewright.training.petting import BattleEnv
from tests.training.helpers import NAMES, mirrored, system_and_setup

pytestmark = [  # what PettingZoo recommends to all but its own games
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),  # ours has a mask, too
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),  # the sides are called a and b
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),  # a battle that is over has no choices
]


@pytest.fixture(scope="module")
def zoo() -> ModuleType:
    """PettingZoo's tests; they bring in a game by a way that PettingZoo itself has come to discourage."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return import_module("pettingzoo.test")


def maker(name: str) -> Callable[..., Any]:
    return partial(petting.env, *system_and_setup(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_api_test_passes(zoo: ModuleType, name: str) -> None:
    """With whole battles of Formations, with the beginning of one and broken-off battles of Skirmish."""
    zoo.api_test(maker(name)(), num_cycles=60)
    zoo.api_test(maker(name)(max_decisions=15), num_cycles=30)


@pytest.mark.plain
def test_the_api_test_passes_with_a_battle_to_its_end(zoo: ModuleType) -> None:
    zoo.api_test(petting.env(systems.load("skirmish"), short()), num_cycles=200)


def short() -> Any:
    setup = mirrored()
    return setup.model_copy(update={"scenario": setup.scenario.model_copy(update={"round_limit": 1})})


@pytest.mark.parametrize("name", NAMES)
def test_the_seed_test_passes(zoo: ModuleType, name: str) -> None:
    zoo.seed_test(maker(name), num_cycles=60)


@pytest.mark.parametrize("name", NAMES)
def test_the_render_test_passes(zoo: ModuleType, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    zoo.render_test(maker(name))
    assert "AP" in capsys.readouterr().out or name == "formations"


@pytest.mark.plain
def test_a_battle_broken_off_is_truncated_for_both() -> None:
    env = maker("formations")(max_decisions=4)
    env.reset(seed=1)
    decisions = 0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        assert truncation == (decisions == 4)
        assert not termination
        assert reward == 0
        env.step(None if truncation else env.action_space(agent).sample(observation["action_mask"]))
        decisions += not truncation
    assert decisions == 4


def test_the_winner_is_rewarded_and_the_loser_pays() -> None:
    env, ends = maker("formations")(), []
    for side, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(side)
    for number in range(6):
        env.reset(seed=3 if number == 0 else None)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, termination, _, _ = env.last()
            total[agent] += reward
            env.step(None if termination else env.action_space(agent).sample(observation["action_mask"]))
        assert env.unwrapped.number == number
        result = env.unwrapped.record.node.result
        ends.append(result)
        assert total == ({"a": 0, "b": 0} if result == 0 else {"a": 3 - 2 * result, "b": 2 * result - 3})
    assert set(ends) >= {1, 2}


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_the_battle_of_a_session(name: str) -> None:
    system, setup = system_and_setup(name)
    env, session = BattleEnv(system, setup), Session(system, setup, seed=9)
    env.reset(seed=9)
    rng = np.random.default_rng(1)
    for _ in range(60):
        while session.node.kind == NodeKind.CHANCE:
            session.roll()
        if session.is_over:
            break
        assert position(system.rules.battle, env.battle) == position(system.rules.battle, session.battle)
        action = int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
        session.choose(env._sights[env.agent_selection].choice(action))
        assert env.say(action) == last_step_text(session).sentence
        env.step(action)


def test_the_mask_is_empty_for_whoever_is_not_to_choose() -> None:
    env = BattleEnv(*system_and_setup("skirmish"))
    env.reset(seed=1)
    other = "b" if env.agent_selection == "a" else "a"
    assert env.observe(env.agent_selection)["action_mask"].any()
    assert not env.observe(other)["action_mask"].any()
    assert (env.observe(other)["actions"] == 0).all()


@pytest.mark.plain
def test_an_action_that_the_mask_does_not_show_is_refused_and_changes_nothing() -> None:
    env = BattleEnv(*system_and_setup("skirmish"))
    env.reset(seed=1)
    before = position(env.system.rules.battle, env.battle)
    count = int(env.observe(env.agent_selection)["action_mask"].sum())
    for wrong in (count, -1, None):
        with pytest.raises(
            BattlewrightError, match=rf"Agent [ab] may take the actions 0 to {count - 1} .* not {wrong}"
        ):
            env.step(wrong)
    with pytest.raises(BattlewrightError, match="may take the actions"):
        env.say(count)
    assert position(env.system.rules.battle, env.battle) == before


def test_observations_are_the_callers_own() -> None:
    env = BattleEnv(*system_and_setup("skirmish"))
    env.reset(seed=1)
    first = env.observe("a")
    kept = {name: array.copy() for name, array in first.items()}
    for _ in range(10):
        env.step(0)
        env.observe("a")
    assert all((first[name] == kept[name]).all() for name in kept)


@pytest.mark.plain
def test_the_table_is_shown_as_text() -> None:
    env = BattleEnv(systems.load("skirmish"), mirrored(), render_mode="ansi")
    env.reset(seed=1)
    shown = env.render()
    assert shown is not None
    assert "Captain (a1)" in shown
    assert shown.rstrip().endswith("?")
    with pytest.raises(BattlewrightError, match="The render mode is one of human, ansi, not rgb"):
        BattleEnv(systems.load("skirmish"), mirrored(), render_mode="rgb")
    with pytest.raises(BattlewrightError, match="without a render mode"):
        BattleEnv(systems.load("skirmish"), mirrored()).render()


def test_without_pettingzoo_one_learns_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "battlewright.training.petting")
    with pytest.raises(BattlewrightError, match=r'pip install "battlewright\[rl\]"'):
        import_module("battlewright.training.petting")

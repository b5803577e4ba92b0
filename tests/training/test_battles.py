"""Battles by the array: the same battles as one by one, whoever shares the work."""

from __future__ import annotations

import gc
import time
import tracemalloc
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, allocate, bytes_of, look, position, snapshot
from battlewright.engine.session import Session
from battlewright.training import Battles, features_of
from tests.toy.pig import PIG, PigSetup
from tests.training.helpers import NAMES, mirrored, system_and_setup
from tests.training.pig_features import LEARNED


def at_random(battles: Battles, rng: np.random.Generator) -> Any:
    return (rng.random(battles.count) * battles.counts).astype(np.int32)


def arrays_of(battles: Battles) -> list[bytes]:
    kept = (battles.table, battles.actions, battles.masks, battles.counts, battles.sides, battles.numbers)
    return [each.tobytes() for each in (*kept, battles.rewards, battles.over)]


@pytest.mark.parametrize("name", NAMES)
def test_each_battle_is_the_one_that_a_session_plays(name: str) -> None:
    system, setup = (systems.load(name), mirrored()) if name == "skirmish" else system_and_setup(name)
    count, seed = 3, 5
    battles, rng = Battles(system, setup, count, seed), np.random.default_rng(1)
    sessions = [Session(system, setup, seed, i) for i in range(count)]
    finished = 0
    for _ in range(150):
        chosen = at_random(battles, rng)
        for i, session in enumerate(sessions):
            while session.node.kind == NodeKind.CHANCE:
                session.roll()
            assert position(system.rules.battle, session.battle) == position(system.rules.battle, battles._battles, i)
            assert bytes_of(session.tail.dice) == bytes_of(battles.record(i).tail.dice)
            assert battles.sides[i] == session.node.side
            session.choose(look(system.rules.choice, battles._room, i * battles.max_actions + int(chosen[i])))
        rewards, over = battles.step(chosen)
        for i, session in enumerate(sessions):
            while session.node.kind == NodeKind.CHANCE:
                session.roll()
            assert over[i] == session.is_over
            if session.is_over:
                side = next("ab".index(move.text[0]) for move in reversed(session.steps) if move.text[1] == ":")
                assert rewards[i] == {0: 0, side + 1: 1, 2 - side: -1}[session.node.result]
                sessions[i] = Session(system, setup, seed, session.index + count)
                assert battles.numbers[i] == session.index + count
                finished += 1
            else:
                assert rewards[i] == 0
    assert finished > 0


@pytest.mark.parametrize("name", NAMES)
def test_the_masks_show_what_is_worth_a_look_and_all_of_it_is_allowed(name: str) -> None:
    system, setup = system_and_setup(name)
    battles, rng = Battles(system, setup, 4, 2), np.random.default_rng(2)
    listed: Row[Any] = allocate(system.rules.choice, system.rules.max_choices)
    for _ in range(40):
        battles.step(at_random(battles, rng))
        assert (battles.masks.sum(1) == battles.counts).all()
        for i in range(battles.count):
            battle, at = battles._battles[i : i + 1], i * battles.max_actions
            assert battles.masks[i, : battles.counts[i]].all()
            for place in range(int(battles.counts[i])):
                assert system.rules.refusal(battles._setting, battle, battles._room[at + place : at + place + 1]) == 0
            count = system.rules.choices(battles._setting, battle, listed, 0)
            assert snapshot(listed[:count]) == snapshot(battles._room[at : at + count]), "what is listed comes first"
            assert (battles.actions[i, battles.counts[i] :] == 0).all()
            assert (battles.actions[i, : battles.counts[i]] != 0).any(1).all()


def test_a_step_that_fails_leaves_nobody_at_work() -> None:
    with Battles(systems.load("skirmish"), mirrored(), 40, 3, workers=2) as battles:
        done: list[int] = []

        def fail() -> None:
            raise KeyboardInterrupt

        battles._parts = [fail, *(lambda number=number: done.append(number) for number in range(400))]
        with pytest.raises(KeyboardInterrupt):
            battles._run()
        after = len(done)
        time.sleep(0.05)
        assert len(done) == after
    with pytest.raises(RuntimeError):
        battles._run()


@pytest.mark.parametrize("opponent", [None, "random", "greedy"])
def test_the_workers_do_not_matter(opponent: str | None) -> None:
    told = []
    for workers in (1, 3):
        with Battles(systems.load("skirmish"), mirrored(), 7, 3, opponent=opponent, workers=workers) as battles:
            rng = np.random.default_rng(3)
            told.append([arrays_of(battles)])
            for _ in range(60):
                battles.step(at_random(battles, rng))
                told[-1].append(arrays_of(battles))
            assert battles.numbers.max() >= 7, "some battles came to their end"
    assert told[0] == told[1]


@pytest.mark.plain
def test_a_reset_begins_anew_with_the_same_or_another_seed() -> None:
    system, setup = system_and_setup("formations")
    battles, rng = Battles(system, setup, 4, 1), np.random.default_rng(1)
    begun = arrays_of(battles)
    for _ in range(30):
        battles.step(at_random(battles, rng))
    battles.reset(1)
    assert arrays_of(battles) == begun
    battles.reset(2)
    assert arrays_of(battles) != begun


@pytest.mark.parametrize("side", ["a", "b", None])
def test_with_an_opponent_the_learner_sees_its_own_choices_alone(side: str | None) -> None:
    battles = Battles(systems.load("skirmish"), mirrored(), 6, 1, opponent="random", side=side)
    rng, seen = np.random.default_rng(1), set()
    for _ in range(100):
        battles.step(at_random(battles, rng))
        wanted = battles.numbers % 2 if side is None else "ab".index(side)
        assert (battles.sides == wanted).all()
        seen |= set(battles.sides.tolist())
    assert seen == ({0, 1} if side is None else {"ab".index(str(side))})


def test_the_random_opponent_is_the_random_bot() -> None:
    """The learner always takes its first action, in the array and in a session."""
    system, setup, seed = systems.load("skirmish"), mirrored(), 4
    battles = Battles(system, setup, 1, seed, opponent="random", side="a")
    session, bot = Session(system, setup, seed), RandomBot(seed)
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        elif session.node.side == 1:
            session.choose(bot.choose(session))
        else:
            assert position(system.rules.battle, session.battle) == position(system.rules.battle, battles._battles)
            session.choose(look(system.rules.choice, battles._room))
            battles.step([0])
    assert battles.over[0]
    assert battles.rewards[0] == {0: 0, 1: 1, 2: -1}[session.node.result]


@pytest.mark.plain
def test_a_battle_that_is_over_before_the_learner_chooses_is_passed_over() -> None:
    """To one who needs a single point, the first player has often won before the second has a turn."""
    system = LEARNED
    battles = Battles(system, PigSetup(goal=2), 16, 1, opponent="random", side="b")
    assert (battles.numbers % 16 == np.arange(16)).all()
    assert (battles.numbers >= 16).any()
    assert (battles.sides == 1).all()


@pytest.mark.plain
def test_any_system_with_features_can_be_learned() -> None:
    system = LEARNED
    battles = Battles(system, PigSetup(goal=12), 5, 1)
    assert battles.table.shape == (5, 3)
    assert battles.actions.shape == (5, PIG.rules.max_choices, 2)
    battles.step([0] * 5)
    assert (battles.counts == 2).all()


@pytest.mark.plain
def test_a_system_without_features_says_so() -> None:
    with pytest.raises(BattlewrightError, match="Pig shows learners nothing"):
        Battles(PIG, PigSetup(), 2)


@pytest.mark.plain
def test_an_action_that_is_not_there_is_refused_and_nothing_changes() -> None:
    battles = Battles(systems.load("skirmish"), mirrored(), 3, 1)
    before = arrays_of(battles)
    for wrong in (int(battles.counts[1]), -1):
        with pytest.raises(BattlewrightError, match=rf"Battle 1 may take the actions 0 to \d+ .* not {wrong}"):
            battles.step([0, wrong, 0])
    for shape in ([0, 0], [[0, 0, 0]], [0.5, 0, 0]):
        with pytest.raises(BattlewrightError, match="A step takes 3 whole numbers"):
            battles.step(shape)
    assert arrays_of(battles) == before


@pytest.mark.plain
def test_bad_arguments_get_a_sentence() -> None:
    system, setup = system_and_setup("formations")
    with pytest.raises(BattlewrightError, match="There is no greedy bot for Formations yet"):
        Battles(replace(system, bots=replace(system.bots, rank=None, tables=None)), setup, 2, opponent="greedy")
    with pytest.raises(UnknownError, match=r"Unknown opponent 'radnom'\. Did you mean 'random'"):
        Battles(system, setup, 2, opponent="radnom")
    with pytest.raises(UnknownError, match="Unknown side 'c'"):
        Battles(system, setup, 2, side="c")
    with pytest.raises(BattlewrightError, match="The count must be from 1 to"):
        Battles(system, setup, 0)
    with pytest.raises(BattlewrightError, match="The max_actions must be from 1 to 512, not 513"):
        Battles(system, setup, 2, max_actions=513)


def test_fewer_max_actions_leave_out_the_last_actions() -> None:
    system, setup = systems.load("skirmish"), mirrored()
    few, all_of_them = Battles(system, setup, 4, 1, max_actions=8), Battles(system, setup, 4, 1)
    for _ in range(30):
        for i, filled in enumerate(few.counts):
            assert (few.actions[i, :filled] == all_of_them.actions[i, :filled]).all()
        last = few.counts - 1
        for each in (few, all_of_them):
            each.step(last)


def test_the_arrays_are_made_once_and_steps_leave_no_memory_behind() -> None:
    battles, rng = Battles(systems.load("skirmish"), mirrored(), 8, 1), np.random.default_rng(1)
    places = [each.__array_interface__["data"] for each in (battles.table, battles.actions, battles.masks)]
    for _ in range(20):
        battles.step(at_random(battles, rng))
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(300):
        battles.step(at_random(battles, rng))
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 100_000, "one array a step would be more than a million"
    assert places == [each.__array_interface__["data"] for each in (battles.table, battles.actions, battles.masks)]


@pytest.mark.parametrize("name", NAMES)
def test_every_feature_has_a_name_of_its_own(name: str) -> None:
    system, setup = system_and_setup(name)
    features, battles = features_of(system), Battles(system, setup, 1)
    assert len(set(features.table)) == len(features.table) == battles.table.shape[1]
    assert len(set(features.choice)) == len(features.choice) == battles.actions.shape[2]

"""Studies: the same battles whoever fights them, with swapped sides, interrupted or not."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright.bots.greedy import GreedyBot
from battlewright.bots.named import NamedBot, bots_for, named, pair_of
from battlewright.bots.random import RandomBot
from battlewright.contract.counts import Winner
from battlewright.contract.system import System, tally
from battlewright.engine.errors import BattlewrightError, NotConforming
from battlewright.engine.observation import observe
from battlewright.engine.position import Position
from battlewright.engine.session import Session
from battlewright.engine.view import NOBODY
from battlewright.lab.pairing import Pairing
from battlewright.lab.recorder import CompiledRecorder, SessionRecorder, recorder_for
from battlewright.lab.simulation import fight
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force
from tests.lab.helpers import SKIRMISH, pairing, played
from tests.toy.pig import PIG, PigSetup


@pytest.mark.parametrize("bots", ["random", "greedy", "greedy,random"])
def test_the_totals_are_the_same_whatever_the_number_of_workers(bots: str) -> None:
    one, two, three = (fight(pairing(bots), 61, 5, workers).counts for workers in (1, 2, 3))
    assert one == two == three
    assert fight(pairing(bots), 61, 6).counts != one


def test_battles_may_be_fought_in_parts() -> None:
    whole, parts = fight(pairing(), 40, 5), [fight(pairing(), 10, 5, first=first) for first in (0, 10, 20, 30)]
    assert whole.counts == sum((part.counts for part in parts[1:]), parts[0].counts)


@pytest.mark.parametrize("bots", ["random", "greedy,random"])
@pytest.mark.parametrize("index", range(4))
def test_a_battle_is_the_one_that_is_played_step_by_step(bots: str, index: int) -> None:
    """Odd numbers have the sides swapped, and the bots go with their sides."""
    made, pair = pairing(bots), pair_of(bots)
    session = Session(SKIRMISH, made.setups[index % 2], 9, index)
    both = bots_for(pair, observe(session, NOBODY), 9, index)
    session = played(session, both[::-1] if index % 2 else both)
    counts = fight(made, 1, 9, first=index).counts
    rounds, left = tally(session)
    winner = session.node.result - 1
    assert counts.battles == counts.count(swapped=index % 2) == 1
    assert counts.count(Winner.DRAW if winner < 0 else Winner(1 + (winner ^ (index % 2)))) == 1
    assert counts.rounds == {rounds: 1}
    assert counts.nodes == len(session.steps)
    for side in range(2):
        assert {name: mean.total for name, mean in counts.left(side).items()} == left[side ^ (index % 2)]
    beginner = next(move.text[0] for move in session.steps if "activate" in move.text)
    assert counts.count(began="ab".index(beginner) ^ (index % 2)) == 1


def test_bots_that_play_from_python_come_to_the_same_totals() -> None:
    slow = NamedBot("slow greedy", GreedyBot), NamedBot("slow random", RandomBot)
    by_python, by_compiled = pairing(slow, rounds=2), pairing("greedy,random", rounds=2)
    assert isinstance(recorder_for(by_python, 3)(), SessionRecorder)
    assert isinstance(recorder_for(by_compiled, 3)(), CompiledRecorder)
    wanted = fight(by_compiled, 6, 3).counts
    assert [fight(by_python, 6, 3, workers).counts for workers in (1, 3)] == [wanted, wanted]


def test_an_interrupt_keeps_what_is_done() -> None:
    calls: list[int] = []

    def interrupt(done: int) -> None:
        calls.append(done)
        if done:
            raise KeyboardInterrupt

    part = fight(pairing(), 10_000_000, 5, 2, progress=interrupt)
    assert part.interrupted
    assert 0 < part.counts.battles < 10_000_000
    again = fight(pairing(), part.counts.battles, 5)
    assert not again.interrupted
    assert again.counts == part.counts, "the first battles, without a gap"


def test_an_interrupt_leaves_a_battle_from_python_where_it_stands() -> None:
    slow = NamedBot("slow random", RandomBot), NamedBot("slow greedy", GreedyBot)

    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    part = fight(pairing(slow), 1000, 5, progress=interrupt)
    assert part.interrupted
    assert part.counts.battles < 1000


def test_what_goes_wrong_in_a_worker_is_raised() -> None:
    class Broken(RandomBot):
        def choose(self, seen: Position) -> Any:
            raise BattlewrightError("out of ideas")

    broken = NamedBot("broken", Broken)
    with pytest.raises(BattlewrightError, match="out of ideas"):
        fight(pairing((broken, named("random"))), 100, 5, 2)


@pytest.mark.plain
def test_a_small_game_is_interrupted_and_may_go_wrong() -> None:
    class Broken(RandomBot):
        def choose(self, seen: Position) -> Any:
            raise BattlewrightError("out of ideas")

    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    setups, slow = (PigSetup(goal=20), PigSetup(goal=20)), NamedBot("slow random", RandomBot)
    for bots in (pair_of("random"), (slow, named("random"))):
        part = fight(Pairing(PIG, setups, bots), 10_000_000, 5, 2, progress=interrupt)
        assert part.interrupted
        assert part.counts.battles < 10_000_000
    with pytest.raises(BattlewrightError, match="out of ideas"):
        fight(Pairing(PIG, setups, (slow, NamedBot("broken", Broken))), 100, 5)
    with pytest.raises(BattlewrightError, match="no greedy bot for Pig"):
        fight(Pairing(PIG, setups, pair_of("greedy")), 100, 5)


@pytest.mark.plain
def test_the_battles_of_python_and_compiled_bots_are_the_same_in_a_small_game() -> None:
    setups, slow = (PigSetup(goal=9), PigSetup(goal=9)), NamedBot("slow random", RandomBot)
    one, other = (fight(Pairing(PIG, setups, bots), 9, 5).counts for bots in (pair_of("random"), (slow, slow)))
    assert one == other


@pytest.mark.plain
def test_a_battle_that_does_not_end_is_told() -> None:
    recorder = recorder_for(Pairing(PIG, (PigSetup(), PigSetup()), pair_of("random")), 5)()
    assert isinstance(recorder, CompiledRecorder)
    recorder._write = lambda *rest: 3
    with pytest.raises(NotConforming, match="battle 13 of seed 5 did not end"):
        recorder.record(10, 20)


def test_formations_can_be_studied_and_a_system_without_a_greedy_bot_says_so(formations: System) -> None:
    forces = read_force("river-guard"), read_force("marsh-coven")
    setups = EngagementSetup(forces=forces), EngagementSetup(forces=forces[::-1])
    made = Pairing(formations, setups, pair_of("random"))
    counts = fight(made, 50, 5, 2).counts
    assert counts.battles == counts.count(began=0) + counts.count(began=1) == 50
    assert set(counts.left(0)) == {"models", "strength"}
    one = Session(formations, setups[1], 5, 1)
    played(one, bots_for(made.bots, observe(one, NOBODY), 5, 1))
    assert fight(made, 1, 5, first=1).counts.left(0)["strength"].total == tally(one)[1][1]["strength"]
    with pytest.raises(BattlewrightError, match="no greedy bot for Pig"):
        fight(Pairing(PIG, (PigSetup(), PigSetup()), pair_of("random,greedy")), 2, 5)


@pytest.mark.plain
def test_a_system_without_a_tally_can_be_studied() -> None:
    made = Pairing(PIG, (PigSetup(goal=10), PigSetup(goal=10)), pair_of("random"))
    counts = fight(made, 20, 5, 2).counts
    assert counts.battles == 20
    assert counts.rounds == {0: 20}
    assert counts.left(0) == {}
    assert counts.count(began=0) + counts.count(began=1) == 20, "whoever is asked first begins"

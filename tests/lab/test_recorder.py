"""A row for each battle: the same battles as the arena's, with what happened in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from battlewright import systems
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.named import NamedBot, bots_for, pair_of
from battlewright.bots.random import RandomBot
from battlewright.contract.counts import Winner
from battlewright.contract.parts import PLACES, EventCount
from battlewright.contract.system import System
from battlewright.engine.errors import NotConforming
from battlewright.engine.events import events_in
from battlewright.engine.observation import observe
from battlewright.engine.session import Session
from battlewright.engine.view import NOBODY
from battlewright.lab.pairing import Pairing
from battlewright.lab.recorder import BEGAN, NODES, ROUNDS, WINNER, Columns, Rows, recorder_for
from battlewright.lab.simulation import fight
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force
from battlewright.systems.heroes.setup.encounters import read_encounter
from battlewright.systems.skirmish.record import EventKind, Fate
from tests.lab.helpers import SKIRMISH, pairing, played
from tests.toy.pig import PIG, PigSetup


def engagement(system: System) -> Pairing:
    forces = read_force("river-guard"), read_force("marsh-coven")
    return Pairing(system, (EngagementSetup(forces=forces), EngagementSetup(forces=forces[::-1])), pair_of("random"))


def encounter(system: System) -> Pairing:
    setup = read_encounter("the-toll-bridge")
    return Pairing(system, (setup, setup), pair_of("greedy"), swaps=False)


def pairings(formations: System) -> list[Pairing]:
    pig = Pairing(PIG, (PigSetup(goal=9), PigSetup(goal=9)), pair_of("random"))
    return [pairing("greedy,random"), engagement(formations), encounter(systems.load("heroes")), pig]


def test_rows_add_up_to_the_totals_of_the_same_battles(formations: System) -> None:
    for made in pairings(formations):
        rows = recorder_for(made, 5)().record(0, 40)
        counts, columns = fight(made, 40, 5).counts, Columns(made.system)
        assert [(rows[:, WINNER] == who).sum() for who in (0, 1, 2)] == [counts.count(Winner(who)) for who in (0, 1, 2)]
        assert [(rows[:, BEGAN] == side).sum() for side in (0, 1)] == [counts.count(began=side) for side in (0, 1)]
        assert rows[:, NODES].sum() == counts.nodes
        assert Counter(rows[:, ROUNDS].tolist()) == counts.rounds
        named = {name: (a, b) for name, a, b in columns.of_sides()}
        for side in range(2):
            for name, mean in counts.left(side).items():
                assert rows[:, named[f"{name} at the end"][side]].sum() == mean.total


def test_slices_of_battles_have_the_rows_of_the_whole() -> None:
    make = recorder_for(pairing("random"), 5)
    whole, parts = make().record(0, 12), [make().record(first, 4) for first in (0, 4, 8)]
    assert (whole == np.concatenate(parts)).all()


def test_bots_that_play_from_python_have_the_same_rows() -> None:
    slow = NamedBot("slow greedy", GreedyBot), NamedBot("slow random", RandomBot)
    by_python = recorder_for(pairing(slow, rounds=2), 3)().record(0, 4)
    assert (by_python == recorder_for(pairing("greedy,random", rounds=2), 3)().record(0, 4)).all()


def test_battles_in_a_row_are_one_as_long_as_side_a_wins_and_begin_with_what_the_one_before_left() -> None:
    heroes = systems.load("heroes")
    row = {"then": ("webs-in-the-reeds", "the-giant-at-the-pass"), "between": "breather", "level": 2}
    setup = heroes.setup.read("the-toll-bridge", **row).setup
    slow = NamedBot("slow greedy", GreedyBot), NamedBot("slow greedy", GreedyBot)
    by_python = recorder_for(Pairing.of(heroes, setup, slow), 3)().record(0, 6)
    make = recorder_for(Pairing.of(heroes, setup, pair_of("greedy")), 3)
    assert (by_python == make().record(0, 6)).all()
    assert (by_python == np.concatenate([make().record(first, 2) for first in (0, 2, 4)])).all()
    first = recorder_for(replace(Pairing.of(heroes, setup, pair_of("greedy")), in_a_row=1), 3)().record(0, 6)
    assert (first[:, WINNER] == Winner.A).all()
    assert (by_python[:, NODES] > first[:, NODES]).all()
    assert len(set(by_python[:, WINNER])) == 2, "some evenings are lost later"


@pytest.mark.plain
def test_they_have_the_same_rows_in_a_small_game() -> None:
    slow, setups = NamedBot("slow random", RandomBot), (PigSetup(goal=9), PigSetup(goal=9))
    one, other = (
        recorder_for(Pairing(PIG, setups, bots), 5)().record(0, 6) for bots in (pair_of("random"), (slow, slow))
    )
    assert (one == other).all()
    columns = Columns(PIG)
    named = {name: at for name, *at in columns.of_sides()}
    assert one[:, named["use of roll"]].sum() + one[:, named["use of hold"]].sum() > 6
    assert (one[:, columns.out] == -1).all(), "nobody is ever out in Pig"


def row_of(rows: Rows, name: str, side: int) -> int:
    places = {each: at for each, *at in Columns(SKIRMISH).of_sides()}
    return int(rows[0, places[name][side]])


@pytest.mark.clause("S2.T5")
@pytest.mark.parametrize("index", [0, 3])
def test_a_row_has_what_happened_in_its_battle(index: int) -> None:
    made = pairing("greedy")
    rows = recorder_for(made, 9)().record(index, 1)
    swapped = index % 2
    one = Session(SKIRMISH, made.setups[swapped], 9, index)
    played(one, bots_for(made.bots, observe(one, NOBODY), 9, index))
    events = [event for step in one.steps for event in events_in(EventKind, step.events)]
    split = len(made.setups[swapped].rosters[0].models)
    for side in range(2):
        named = side ^ swapped
        mine = [event for event in events if "who" in event.fields and (event["who"] >= split) == bool(side)]
        assert row_of(rows, "shots", named) == sum(event.kind == EventKind.SHOT for event in mine)
        caused = sum(
            event["stress_added"]
            for event in events
            if event.kind == EventKind.STRESS and event["by"] >= 0
            if (event["by"] >= split) == bool(side) and (event["who"] >= split) != bool(side)
        )
        assert row_of(rows, "stress caused", named) == caused
        shoots = sum(step.text.startswith(f"{'ab'[side]}: shoot") for step in one.steps)
        assert row_of(rows, "use of shoot", named) == shoots
    removed = next((event["who"] for event in events if event.kind == EventKind.REMOVED), None)
    out = int(rows[0, Columns(SKIRMISH).out])
    if removed is None:
        assert out == -1
        assert all(model.fate != Fate.REMOVED for model in one.record.models)
    else:
        side = int(removed >= split)
        assert out == (side ^ swapped) * PLACES + removed - side * split


def test_a_count_names_fields_that_its_events_have() -> None:
    with pytest.raises(NotConforming, match="The count 'falls': REMOVED has no field 'whom'"):
        EventCount("falls", EventKind.REMOVED, against="whom")

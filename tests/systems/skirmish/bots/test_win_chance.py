"""How a battle stands: even at its beginning, clear at its end, and about right in between."""

from __future__ import annotations

from functools import cache
from math import exp

import pytest

from battlewright import systems
from battlewright.bots.workspace import no_tables
from battlewright.engine.battle import draw_faces
from battlewright.engine.dice import seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, allocate, look, memory_of, numbers, offset_of, width_of
from battlewright.systems.skirmish.bots.make_tables import tables_of
from battlewright.systems.skirmish.bots.tables import MILLION, Basics, Tables
from battlewright.systems.skirmish.bots.win_chance import chance_of, weight_of, win_chance
from battlewright.systems.skirmish.record import Skirmish, Step, Victory
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import read_roster, read_table
from tests.systems.skirmish.helpers import Fight

SYSTEM = systems.load("skirmish")


@cache
def even_tables() -> Tables:
    """Everybody who is on the table counts in full."""
    tables: Tables = no_tables(SYSTEM)
    at = offset_of(Basics, "standings")
    memory_of(tables.basics)[at:] = memory_of(numbers([MILLION] * (width_of(Basics) - at)))
    return tables


def stands(fight: Fight) -> float:
    return win_chance(fight.session.setting, fight.session.battle, even_tables()) / MILLION


@pytest.mark.plain
@pytest.mark.clause("S2.A4")
@pytest.mark.parametrize("victory", ["points", "hold", "leaders"])
def test_a_mirrored_battle_is_even_until_somebody_is_gone(victory: str) -> None:
    fight = Fight(a=[{"at": (8, 12)}, {"at": (16, 12)}], b=[{"at": (8, 13)}, {"at": (16, 13)}], victory=victory)
    assert stands(fight) == pytest.approx(0.5, abs=0.02)
    fight.model(3).fate = 2
    early = stands(fight)
    fight.battle.round = fight.setting.round_limit
    late = stands(fight)
    assert 0.7 < early < late
    fight.model(3).fate, fight.model(0).fate = 1, 2
    assert stands(fight) < 0.1


@pytest.mark.plain
@pytest.mark.clause("S2.A4")
def test_late_in_a_battle_for_a_place_it_counts_who_is_there() -> None:
    fight = Fight(a=[{"at": (12, 2)}], b=[{"at": (12, 13)}], victory="hold", round_limit=2)
    first = stands(fight)
    fight.battle.round = 2
    assert stands(fight) < first < 0.5
    fight.model(0).activated = fight.model(1).activated = 1
    assert stands(fight) < 0.01


@pytest.mark.plain
def test_a_lead_weighs_less_the_more_is_to_come_and_its_chance_is_logistic() -> None:
    weights = [weight_of(Victory.POINTS, time) for time in range(0, 20_000, 100)]
    assert weights == sorted(weights, reverse=True)
    for lead in range(-5900, 6000, 300):
        assert chance_of(lead) == pytest.approx(MILLION / (1 + exp(-lead / 1000)), abs=MILLION / 500)
        assert chance_of(lead) + chance_of(-lead) == MILLION
    assert chance_of(60_000) == chance_of(6000) < MILLION


@pytest.mark.parametrize(
    ("scenario", "edition"),
    [("last-stand", "second"), ("kill-the-captain", "second"), ("hold-the-middle", "second"), ("last-stand", "first")],
)
def test_what_it_says_comes_true_about_as_often(scenario: str, edition: str) -> None:
    """Among positions from greedy battles whose chance is about p, a share of about p is won."""
    assert SYSTEM.bots.rank is not None
    side = read_roster("hollow-king")
    setting = SYSTEM.setup.build(set_up((side, side), read_table("open-field"), read_scenario(scenario), edition))
    tables, room, scratch, faces = (
        tables_of(setting),
        allocate(SYSTEM.rules.choice, 128),
        allocate(SYSTEM.bots.scratch),
        numbers(20),
    )
    said: list[tuple[float, float]] = []
    for index in range(120):
        battle: Row[Skirmish] = allocate(Skirmish)
        view, seen = look(Skirmish, battle), []
        view.tail.silent = 1
        seed_dice(view.tail.dice, 4, index)
        SYSTEM.rules.start(setting, battle)
        while view.node.kind != NodeKind.OVER:
            if view.node.kind == NodeKind.CHANCE:
                draw_faces(battle, faces)
                SYSTEM.rules.roll(setting, battle, faces)
                continue
            if view.node.step == Step.ACTIVATE:
                seen.append(win_chance(setting, battle, tables) / MILLION)
            SYSTEM.bots.rank(setting, battle, tables, room, scratch, 1)
            SYSTEM.rules.choose(setting, battle, room[:1])
        said += [(chance, (0.5, 1.0, 0.0)[view.node.result]) for chance in seen]
    for low, high in ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0)):
        there = [(chance, result) for chance, result in said if low <= chance < high]
        mean, won = (sum(each) / len(there) for each in zip(*there, strict=True))
        assert won == pytest.approx(mean, abs=0.2), (low, mean, won, len(there))

"""Weighing a place by all opponents at once: the same as one opponent after another."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row, allocate, look
from battlewright.geometry.distance import INCH, root, small_root
from battlewright.systems.skirmish.bots.attacks import SLOPE_BITS
from battlewright.systems.skirmish.bots.distance_map import BERTH, DETOUR, cell_at, distance_between
from battlewright.systems.skirmish.bots.evaluate import SkirmishScratch, write_foes, write_models, write_side
from battlewright.systems.skirmish.bots.tables import CELLS, MILLION, NO_CELL, Basics, Tables, need_at
from battlewright.systems.skirmish.bots.weigh import (
    GOOD_SUM,
    LANES,
    OTHERS,
    FoeLanes,
    Weighing,
    clear_lanes,
    need_for,
    weigh,
)
from battlewright.systems.skirmish.record import Card, Setting, Skirmish
from battlewright.systems.skirmish.rules.shooting import lowest_sum
from tests.systems.skirmish.helpers import Fight, small_tables

pytestmark = pytest.mark.plain
MOST = 30
"""The most of a value, in thousandths of a point, and of other numbers, in inches."""


@rule()
def ask_weigh(
    rows: Row[FoeLanes], out: Row[Weighing], tables: Tables, cards: Row[Card], x: int, y: int, level: int, within: int
) -> None:
    """Rules take records; from Python rows are handed over."""
    clear_lanes(rows, out[0].lanes)
    weigh(rows, out[0], tables.basics[0], tables.maps[0], cards[0], x, y, level, within)


@rule()
def ask_cell(tables: Tables, x: int, y: int, level: int) -> int:
    return cell_at(tables.maps[0], x, y, level)


@rule()
def ask_distance(tables: Tables, cell: int, other: int) -> int:
    return distance_between(tables.maps[0], cell, other)


@rule()
def ask_notes(
    setting: Row[Setting], battle: Row[Skirmish], tables: Tables, notes: Row[SkirmishScratch], who: int
) -> None:
    write_models(setting[0], battle[0], tables, notes[0])
    write_side(setting[0], battle[0], tables.basics[0], notes[0], 0)
    write_foes(setting[0], battle[0], tables, notes[0], who, False)


@pytest.mark.parametrize(
    "length", [-5 * INCH, -1, 0, 1, INCH - 1, INCH, INCH + 1, 59 * INCH + 1, 62 * INCH, 200 * INCH]
)
def test_the_lowest_sum_that_hits_needs_no_division(length: int) -> None:
    assert need_for(length) == need_at(lowest_sum(length))


def test_inches_are_exact_without_a_division() -> None:
    random = Random(5)
    for length in (random.randrange(120 * INCH) for _ in range(500)):
        assert need_for(length) == need_at(lowest_sum(length))
        assert small_root(length * length + 1) == root(length * length + 1)


def random_rows(random: Random, lanes: int) -> Row[FoeLanes]:
    """Rows with these lanes in use; the others hold what was there before."""
    rows = allocate(FoeLanes, 2 + lanes // LANES)
    for lane in range(LANES * (1 + lanes // LANES)):
        row, at = look(FoeLanes, rows, lane // LANES), lane % LANES
        row.x[at], row.y[at] = random.randrange(36 * INCH), random.randrange(36 * INCH)
        row.level[at] = random.choice((0, 0, 3 * INCH))
        row.known[at] = int(random.random() < 0.9)
        row.cell[at] = random.randrange(CELLS)
        row.radii[at] = random.randrange(INCH, 2 * INCH)
        row.strike[at], row.threat[at] = random.randrange(MOST * INCH), random.randrange(MOST * INCH)
        row.near[at], row.slope[at] = random.randrange(9 * INCH), random.randrange(60)
        row.weight[at] = random.choice((60, 100))
        row.hit[at], row.critical[at], row.modifier[at] = (random.randrange(MOST * INCH) for _ in range(3))
        row.their_hit[at], row.their_critical[at] = random.randrange(MOST * INCH), random.randrange(MOST * INCH)
        row.their_modifier[at] = random.randrange(-9 * INCH, 9 * INCH)
        row.ballistics[at] = random.randrange(8)
        row.line[at] = random.randrange(4) * INCH
        row.from_block[at] = random.randrange(40 * INCH)
        row.away[at] = 0
    return rows


def by_turns(
    rows: Row[FoeLanes], out: Weighing, tables: Tables, card: Card, place: tuple[int, int, int], within: int
) -> tuple[int, int, int, int]:
    """The slow twin: one opponent after another, with divisions of ints."""
    x, y, level = place
    basics, cell = look(Basics, tables.basics), ask_cell(tables, x, y, level)
    hopes, laters, threats, nearest = [0], [0], [], []
    for lane in range(out.lanes):
        row, at = look(FoeLanes, rows, lane // LANES), lane % LANES
        apart = max(root((x - row.x[at]) ** 2 + (y - row.y[at]) ** 2) - row.radii[at], 0)
        walk = ask_distance(tables, cell, row.cell[at] if row.known[at] else NO_CELL)
        distance = max(apart, walk - DETOUR)
        if out.block != NO_CELL and walk + BERTH >= ask_distance(tables, cell, out.block) + row.from_block[at]:
            distance += out.delay
        difficulty = root(apart**2 + (level - row.level[at]) ** 2) + row.line[at]
        ours = basics.shots[card.ballistics].by_need[need_at(lowest_sum(difficulty + row.modifier[at]))]
        theirs = basics.shots[row.ballistics[at]].by_need[need_at(lowest_sum(difficulty + row.their_modifier[at]))]
        hopes.append(((ours.hit - ours.critical) * row.hit[at] + ours.critical * row.critical[at]) // MILLION)
        shot = (
            (theirs.hit - theirs.critical) * row.their_hit[at] + theirs.critical * row.their_critical[at]
        ) // MILLION
        danger = max(100 - (max(distance - row.near[at], 0) * row.slope[at] >> SLOPE_BITS), 0)
        threats.append(max(row.threat[at] * danger // 100, shot) * row.weight[at])
        beyond = max(distance - out.reach, 0)
        hopes.append(row.strike[at] if distance <= within else 0)
        laters.append(row.strike[at] * max(100 - (beyond * out.slope >> SLOPE_BITS), 0) // 100)
        nearest += [beyond] * (card.blades > 0)
        nearest += [max(apart + row.line[at] - card.ballistics * GOOD_SUM * INCH, 0)] * (card.guns > 0)
    most = max(threats, default=0)
    fear = (most + (sum(threats) - most) // OTHERS) // 100
    return max(hopes), max(laters), fear, min(nearest, default=0)


@pytest.mark.parametrize("lanes", [0, 1, 5, 8, 9, 16, 19])
def test_all_opponents_at_once_come_to_the_same_as_one_after_another(lanes: int) -> None:
    random, tables, cards = Random(lanes), small_tables(), allocate(Card)
    card, out = look(Card, cards), allocate(Weighing)
    found = look(Weighing, out)
    for _ in range(20):
        rows = random_rows(random, lanes)
        card.ballistics, card.guns, card.blades = random.randrange(1, 7), random.randrange(2), random.randrange(2)
        found.lanes, found.reach, found.slope = lanes, random.randrange(9 * INCH), random.randrange(60)
        found.block, found.delay = random.choice((NO_CELL, random.randrange(CELLS))), random.randrange(9 * INCH)
        place = random.randrange(24 * INCH), random.randrange(24 * INCH), random.choice((0, 3 * INCH))
        wanted = by_turns(rows, found, tables, card, place, 8 * INCH)
        ask_weigh(rows, out, tables, cards, *place, 8 * INCH)
        assert (found.hope, found.later_hope, found.fear, found.farther) == wanted


def test_an_opponent_has_a_lane_for_each_of_its_guns() -> None:
    tables, notes = small_tables(), allocate(SkirmishScratch)
    both: dict[str, Any] = {"weapons": ["Rifle", "Pistol"], "at": (5, 12)}
    fight = Fight(a=[{"at": (5, 5), "weapons": ["Sword"]}], b=[both, {"at": (9, 12), "weapons": ["Sword"]}])
    ask_notes(fight.session.setting, fight.session.battle, tables, notes, 0)
    known = look(SkirmishScratch, notes)
    assert [(foe.lane, foe.lanes) for foe in known.foes[1:3]] == [(0, 2), (2, 1)]
    row = known.rows[0]
    assert known.place.lanes == 3
    assert row.their_hit[0] > 0 < row.their_hit[1]
    assert (row.threat[0], row.threat[1], row.their_hit[2]) == (0, 0, 0)
    assert row.threat[2] > 0
    assert list(row.hit[:3]) == [0, 0, 0]

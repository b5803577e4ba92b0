"""What holds for every leg of a move, on any table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from battlewright.engine.record import PLAIN, snapshot
from battlewright.geometry.bases import is_free
from battlewright.geometry.distance import INCH
from battlewright.geometry.legs import LegKind
from battlewright.geometry.terrain import has_room, level_at
from tests.geometry import twin
from tests.geometry.helpers import Point, Spot, a_crowd, a_ground, box
from tests.geometry.scene import HEIGHT, RADIUS, Scene
from tests.modes import nightly_when_plain

pytestmark = pytest.mark.plain

TOPS = [500, 1000, 1001, 2000, 3000, 3000, 3500, 5000]


Part = tuple[Fraction, Fraction, int]
"""A part of a walk, as twin.Stretch, and its level."""


def any_scene(random: Random, tops: Sequence[int] = TOPS) -> Scene:
    """Houses, floors and steps on a grid, a mover that has room, and some models."""
    blocks = []
    height = random.choice([HEIGHT, HEIGHT, INCH, 700])
    for _ in range(random.randint(2, 7)):
        left, near = 1000 * random.randint(0, 8), 1000 * random.randint(0, 8)
        wide, deep = 1000 * random.randint(1, 4), 1000 * random.randint(1, 4)
        top = random.choice(tops)
        bottom = max(top - 200, 0) if random.random() < 0.3 else 0
        blocks.append(box(left, near, left + wide, near + deep, bottom, top, random.randint(0, 15)))
    others: list[Spot] = []
    terrain = a_ground(*blocks, width=12_000, depth=12_000)
    for _ in range(20):
        x, y, highest = 250 * random.randint(2, 46), 250 * random.randint(2, 46), random.choice([*tops, 0])
        spot = Spot(x, y, level_at(terrain[0], x, y, highest), height=height)
        crowd = a_crowd(spot, *others)
        if has_room(terrain[0], x, y, spot.level, RADIUS, height, INCH) and is_free(crowd[0], 0, x, y, spot.level):
            others.append(spot)
    others.sort(key=lambda spot: spot.level, reverse=random.random() < 0.6)
    return Scene(*blocks, at=others[0], others=tuple(others[1:8]), side=12_000)


def any_leg(random: Random, scene: Scene) -> tuple[LegKind, int, int, int]:
    at, way = scene.at, random.choice([LegKind.WALK, LegKind.JUMP, *[LegKind.CLIMB, LegKind.DROP] * 3])
    if way in (LegKind.WALK, LegKind.JUMP):
        x, y = at.x + 250 * random.randint(-12, 12), at.y + 250 * random.randint(-12, 12)
    else:
        far, aside = random.choice([-1000, -750, -500, 500, 750, 1000]), random.choice([0, 0, 250])
        x, y = random.choice([(at.x + far, at.y + aside), (at.x + aside, at.y + far)])
    highest = {
        LegKind.WALK: at.level + INCH,
        LegKind.JUMP: at.level + INCH,
        LegKind.CLIMB: 9000,
        LegKind.DROP: at.level - 1001,
    }[way]
    level = level_at(scene.terrain[0], x, y, random.choice([highest, highest, random.choice(TOPS)]))
    return way, x, y, level


def may_walk(scene: Scene, x: int, y: int, level: int) -> bool:
    """Whether a walk is allowed, by its definition."""
    begin, end = (scene.at.x, scene.at.y), (x, y)
    parts = walked(scene, begin, end)
    return (
        twin.square(begin, end) <= scene.gait.range**2
        and bool(parts)
        and level == parts[-1][2]
        and all(has_way(scene, part, begin, end) for part in parts)
        and may_end(scene, x, y, level)
    )


def walked(scene: Scene, begin: Point, end: Point) -> list[Part]:
    """The parts of a walk, each on one level; none if it leads over an edge."""
    on = [(twin.stretch_on(block.corners, begin, end), block.top) for block in scene.blocks]
    floors = [(*stretch, top) for stretch, top in on if stretch]
    cuts = sorted({Fraction(0), Fraction(1), *(cut for first, last, _ in floors for cut in (first, last))})
    parts = [(Fraction(0), Fraction(0), scene.at.level)]
    for first, last in [each for cut, after in pairwise([*cuts, Fraction(1)]) for each in ((cut, cut), (cut, after))]:
        level = parts[-1][2]
        under = [top for from_, to, top in floors if from_ <= first and last <= to and top <= level + INCH]
        found = max(under, default=0)
        if found < level - INCH:
            return []
        parts = [*parts[:-1], (parts[-1][0], last, level)] if found == level else [*parts, (first, last, found)]
    return parts


def has_way(scene: Scene, part: Part, begin: Point, end: Point) -> bool:
    """Whether a part of a walk leads through nothing that hinders it on its level."""
    first, last, level = part
    way = twin.along(begin, end, first), twin.along(begin, end, last)
    by = [(block.bottom, block.top) for block in scene.blocks if twin.brushes(block.corners, *way, RADIUS)]
    beside = [(other.x, other.y) for other in scene.others if abs(other.level - level) < scene.at.height]
    return not hinders(by, level, scene.at.height) and not any(twin.is_near_line(at, *way, 2 * RADIUS) for at in beside)


def hinders(pieces: list[tuple[int, int]], level: int, height: int) -> bool:
    """Whether pieces under a base, on one another without a gap, are too high to step on and not overhead."""
    stacks: list[tuple[int, int]] = []
    for bottom, top in sorted(pieces):
        if stacks and bottom <= stacks[-1][1]:
            stacks[-1] = (stacks[-1][0], max(stacks[-1][1], top))
        else:
            stacks.append((bottom, top))
    return any(top > level + INCH and bottom < level + height for bottom, top in stacks)


def level_under(scene: Scene, x: int, y: int, highest: int) -> int:
    """The highest floor under a point, not above ``highest``."""
    return max((b.top for b in scene.blocks if b.top <= highest and twin.contains(b.corners, (x, y))), default=0)


def may_end(scene: Scene, x: int, y: int, level: int) -> bool:
    """Whether a leg may end somewhere, by its definition."""
    under = [(block.bottom, block.top) for block in scene.blocks if twin.reaches_into(block.corners, (x, y), RADIUS)]
    beside = [spot for spot in scene.others if abs(spot.level - level) < scene.at.height]
    return (
        RADIUS <= min(x, y) <= max(x, y) <= 12_000 - RADIUS
        and level == level_under(scene, x, y, level + INCH)
        and not hinders(under, level, scene.at.height)
        and not any(twin.square((spot.x, spot.y), (x, y)) < (2 * RADIUS) ** 2 for spot in beside)
    )


@nightly_when_plain
@pytest.mark.clause("S2.M2", "S2.M3")
def test_every_leg_that_is_taken_ends_where_there_is_room_and_none_changes_the_table() -> None:
    random = Random(2)
    taken_ways = dict.fromkeys(LegKind, 0)
    for _ in range(50 if PLAIN else 200):
        scene = any_scene(random)
        for _ in range(12):
            way, x, y, level = any_leg(random, scene)
            before = snapshot(scene.terrain), snapshot(scene.crowd), snapshot(scene.gaits)
            taken = scene.take(way, x, y, level)
            assert (snapshot(scene.terrain), snapshot(scene.crowd), snapshot(scene.gaits)) == before
            if way == LegKind.WALK:
                assert taken.is_allowed == may_walk(scene, x, y, level), (scene.at, x, y, level)
            if not taken.is_allowed:
                continue
            taken_ways[way] += 1
            flat = twin.square((scene.at.x, scene.at.y), (x, y))
            assert may_end(scene, x, y, level)
            assert has_room(scene.terrain[0], x, y, level, RADIUS, scene.at.height, INCH)
            assert is_free(scene.crowd[0], 0, x, y, level)
            assert flat <= taken.cost**2 <= scene.gait.range**2
            assert taken.height == (abs(level - scene.at.level) if way == LegKind.CLIMB else 0)
            deep = max(0, scene.at.level - level)
            assert taken.fall == (deep if way == LegKind.DROP or (way == LegKind.JUMP and deep > INCH) else 0)
            assert taken.test in (0, taken.height if way == LegKind.CLIMB else taken.cost if way == LegKind.JUMP else 0)
    assert min(taken_ways.values()) >= (3 if PLAIN else 20), taken_ways


STEPS = [500, 900, 1000, 1600, 2000, 2400, 3000]


def any_walk(random: Random, scene: Scene) -> tuple[int, int, int]:
    """A walk that mostly leads where the twin says that it ends."""
    x, y = (at + 250 * random.randint(-16, 16) for at in (scene.at.x, scene.at.y))
    parts = walked(scene, (scene.at.x, scene.at.y), (x, y))
    return x, y, parts[-1][2] if parts and random.random() < 0.9 else random.choice([*STEPS, 0])


@nightly_when_plain
@pytest.mark.parametrize("scenes", [60, pytest.param(1000, marks=pytest.mark.nightly)])
@pytest.mark.clause("S2.M2")
def test_a_walk_over_uneven_ground_is_judged_part_by_part(scenes: int) -> None:
    random, levels = Random(5), set()
    for _ in range(scenes):
        scene = any_scene(random, STEPS)
        for _ in range(12):
            x, y, level = any_walk(random, scene)
            taken = scene.walk(x, y, level)
            assert taken.is_allowed == may_walk(scene, x, y, level), (scene.blocks, scene.at, scene.others, x, y, level)
            if taken.is_allowed:
                levels.add(level - scene.at.level)
    assert {abs(rise) > INCH for rise in levels} == {True, False}


@nightly_when_plain
@pytest.mark.clause("S2.M2")
def test_what_is_allowed_in_several_legs_is_allowed_in_one() -> None:
    random, allowed = Random(6), 0
    for _ in range(60 if PLAIN else 400):
        scene = any_scene(random, STEPS)
        dx, dy, count = random.randint(-4, 4), random.randint(-4, 4), random.randint(2, 4)
        at, level = scene.at, scene.at.level
        for number in range(1, count + 1):
            x, y = at.x + 250 * dx * number, at.y + 250 * dy * number
            begin = replace(at, x=x - 250 * dx, y=y - 250 * dy, level=level)
            piece = Scene(*scene.blocks, at=begin, others=scene.others, side=12_000)
            ends = [end for end in (*STEPS, 0) if piece.walk(x, y, end).is_allowed]
            if not ends:
                break
            (level,) = ends
            assert scene.walk(x, y, level).is_allowed, (scene.blocks, at, scene.others, x, y, level)
            allowed += 1
    assert allowed >= (60 if PLAIN else 400)

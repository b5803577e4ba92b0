"""What holds for every leg of a move, on any table."""

from __future__ import annotations

from random import Random

import pytest

from battlewright.engine.record import PLAIN, snapshot
from battlewright.table.bases import is_free
from battlewright.table.ground import has_room, level_at
from battlewright.table.legs import Way
from battlewright.table.measure import INCH
from tests.modes import nightly_when_plain
from tests.table import twin
from tests.table.helpers import Point, Spot, a_crowd, a_ground, box
from tests.table.scene import HEIGHT, RADIUS, Scene

pytestmark = pytest.mark.plain

TOPS = [500, 1000, 1001, 2000, 3000, 3000, 3500, 5000]


def any_scene(random: Random) -> Scene:
    """Houses, floors and steps on a grid, a mover that has room, and some models."""
    blocks = []
    for _ in range(random.randint(2, 7)):
        left, near = 1000 * random.randint(0, 8), 1000 * random.randint(0, 8)
        wide, deep = 1000 * random.randint(1, 4), 1000 * random.randint(1, 4)
        top = random.choice(TOPS)
        bottom = max(top - 200, 0) if random.random() < 0.3 else 0
        blocks.append(box(left, near, left + wide, near + deep, bottom, top, random.randint(0, 15)))
    others: list[Spot] = []
    ground = a_ground(*blocks, width=12_000, depth=12_000)
    for _ in range(20):
        x, y, highest = 250 * random.randint(2, 46), 250 * random.randint(2, 46), random.choice([*TOPS, 0])
        spot = Spot(x, y, level_at(ground[0], x, y, highest))
        crowd = a_crowd(spot, *others)
        if has_room(ground[0], x, y, spot.level, RADIUS, HEIGHT, INCH) and is_free(crowd[0], 0, x, y, spot.level):
            others.append(spot)
    others.sort(key=lambda spot: spot.level, reverse=random.random() < 0.6)
    return Scene(*blocks, at=others[0], others=tuple(others[1:8]), side=12_000)


def any_leg(random: Random, scene: Scene) -> tuple[Way, int, int, int]:
    at, way = scene.at, random.choice([Way.WALK, Way.JUMP, *[Way.CLIMB, Way.DROP] * 3])
    if way in (Way.WALK, Way.JUMP):
        x, y = at.x + 250 * random.randint(-12, 12), at.y + 250 * random.randint(-12, 12)
    else:
        far, aside = random.choice([-1000, -750, -500, 500, 750, 1000]), random.choice([0, 0, 250])
        x, y = random.choice([(at.x + far, at.y + aside), (at.x + aside, at.y + far)])
    highest = {Way.WALK: at.level + INCH, Way.JUMP: at.level + INCH, Way.CLIMB: 9000, Way.DROP: at.level - 1001}[way]
    level = level_at(scene.ground[0], x, y, random.choice([highest, highest, random.choice(TOPS)]))
    return way, x, y, level


def may_walk(scene: Scene, x: int, y: int, level: int) -> bool:
    """Whether a walk is allowed, by its definition."""
    at, begin, end = scene.at, (scene.at.x, scene.at.y), (x, y)
    reached = [b.top for b in scene.blocks if twin.stretch_on(b.corners, begin, end) and b.top <= at.level + INCH]
    high = max(at.level, *reached, 0)
    low = at.level if never_below(scene, at.level, high, begin, end) else max(high - INCH, 0)
    walls = [block.corners for block in scene.blocks if block.top > low + INCH and block.bottom < high + HEIGHT]
    beside = [spot for spot in scene.others if low < spot.level + HEIGHT and spot.level < high + HEIGHT]
    return (
        twin.square(begin, end) <= scene.gait.range**2
        and never_below(scene, low, high, begin, end)
        and level == level_under(scene, x, y, at.level + INCH)
        and not any(twin.brushes(wall, begin, end, RADIUS) for wall in walls)
        and not any(twin.is_near_line((spot.x, spot.y), begin, end, 2 * RADIUS) for spot in beside)
        and may_end(scene, x, y, level)
    )


def never_below(scene: Scene, low: int, high: int, begin: Point, end: Point) -> bool:
    """Whether a way leads over floors between two levels only."""
    floors = [block.corners for block in scene.blocks if low <= block.top <= high]
    return low <= 0 or twin.widest_gap(floors, begin, end) == 0


def level_under(scene: Scene, x: int, y: int, highest: int) -> int:
    """The highest floor under a point, not above ``highest``."""
    return max((b.top for b in scene.blocks if b.top <= highest and twin.contains(b.corners, (x, y))), default=0)


def may_end(scene: Scene, x: int, y: int, level: int) -> bool:
    """Whether a leg may end somewhere, by its definition."""
    walls = [block for block in scene.blocks if block.top > level + INCH and block.bottom < level + HEIGHT]
    beside = [spot for spot in scene.others if abs(spot.level - level) < HEIGHT]
    return (
        RADIUS <= min(x, y) <= max(x, y) <= 12_000 - RADIUS
        and level == level_under(scene, x, y, level + INCH)
        and not any(twin.reaches_into(wall.corners, (x, y), RADIUS) for wall in walls)
        and not any(twin.square((spot.x, spot.y), (x, y)) < (2 * RADIUS) ** 2 for spot in beside)
    )


@nightly_when_plain
@pytest.mark.clause("S2.M2", "S2.M3")
def test_every_leg_that_is_taken_ends_where_there_is_room_and_none_changes_the_table() -> None:
    random = Random(2)
    taken_ways = dict.fromkeys(Way, 0)
    for _ in range(50 if PLAIN else 200):
        scene = any_scene(random)
        for _ in range(12):
            way, x, y, level = any_leg(random, scene)
            before = snapshot(scene.ground), snapshot(scene.crowd), snapshot(scene.gaits)
            taken = scene.take(way, x, y, level)
            assert (snapshot(scene.ground), snapshot(scene.crowd), snapshot(scene.gaits)) == before
            if way == Way.WALK:
                assert taken.is_allowed == may_walk(scene, x, y, level), (scene.at, x, y, level)
            if not taken.is_allowed:
                continue
            taken_ways[way] += 1
            flat = twin.square((scene.at.x, scene.at.y), (x, y))
            assert may_end(scene, x, y, level)
            assert has_room(scene.ground[0], x, y, level, RADIUS, HEIGHT, INCH)
            assert is_free(scene.crowd[0], 0, x, y, level)
            assert flat <= taken.cost**2 <= scene.gait.range**2
            assert taken.height == (abs(level - scene.at.level) if way == Way.CLIMB else 0)
            deep = max(0, scene.at.level - level)
            assert taken.fall == (deep if way == Way.DROP or (way == Way.JUMP and deep > INCH) else 0)
            assert taken.test in (0, taken.height if way == Way.CLIMB else taken.cost if way == Way.JUMP else 0)
    assert min(taken_ways.values()) >= (3 if PLAIN else 20), taken_ways

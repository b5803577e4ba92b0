"""How far a walk leads: what is beside the whole line is all that can block a part of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.geometry.bases import ALL
from battlewright.geometry.distance import INCH, Place, share
from battlewright.geometry.legs import walk_to
from battlewright.geometry.paths import SCALE, walk_before_block
from battlewright.geometry.terrain import near_line
from tests.geometry.helpers import Block, Spot, box, often
from tests.geometry.scene import Scene

pytestmark = pytest.mark.plain

along = st.integers(1000, 12_000)


@st.composite
def blocks(draw: st.DrawFn) -> Block:
    """A box: a step, a wall, or a floor overhead."""
    left, near = draw(along), draw(along)
    bottom, top = draw(st.sampled_from([(0, 1), (0, 2), (0, 3), (1, 2), (3, 4)]))
    right, far = left + draw(st.integers(1, 5000)), near + draw(st.integers(1, 5000))
    return box(left, near, right, far, bottom * INCH, top * INCH)


def by_halves(scene: Scene, to: Place) -> int:
    """The same with a look at every piece and model of the table at each part of the line."""
    at, near, far = scene.at, 0, SCALE
    while far - near > 1:
        middle = (near + far) // 2
        x, y = at.x + share(to.x - at.x, middle, SCALE), at.y + share(to.y - at.y, middle, SCALE)
        pieces = near_line(scene.terrain[0], at.x, at.y, x, y, at.radius)
        start = Place(at.x, at.y, at.level)
        end = walk_to(scene.terrain[0], scene.crowd[0], scene.gaits[0], start, x, y, pieces, ALL)
        near, far = (middle, far) if end >= 0 else (near, middle)
    return near


@often
@given(
    st.lists(blocks(), max_size=4),
    st.lists(st.tuples(along, along), max_size=3),
    st.tuples(along, along, st.sampled_from([0, INCH, 2 * INCH])),
    st.tuples(along, along),
)
def test_a_walk_leads_as_far_as_it_does_with_a_look_at_everything(
    terrain: list[Block], others: list[tuple[int, int]], start: tuple[int, int, int], to: tuple[int, int]
) -> None:
    scene = Scene(*terrain, at=Spot(*start), others=tuple(Spot(*each) for each in others))
    end = Place(*to, 0)
    found = walk_before_block(scene.terrain[0], scene.crowd[0], scene.gaits[0], Place(*start), end)
    assert found == by_halves(scene, end)


def test_a_walk_leads_up_to_a_wall_or_a_model() -> None:
    wall, model = box(5000, 0, 6000, 9000), Spot(6000, 5000)
    for scene in (Scene(wall, at=Spot(1000, 5000)), Scene(at=Spot(1000, 5000), others=(model,))):
        walk = walk_before_block(
            scene.terrain[0], scene.crowd[0], scene.gaits[0], Place(1000, 5000, 0), Place(9000, 5000, 0)
        )
        reach = 3500 if scene.blocks else 4000
        assert walk == reach * SCALE // 8000

"""Chapter F: lines of fire, by worked examples and against a slow exact twin."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from battlewright.engine.errors import Refused
from battlewright.geometry.terrain import MarkerKind
from battlewright.systems.skirmish.record import ChoiceKind
from battlewright.systems.skirmish.rules.lines import count_obstacles
from tests.systems.skirmish import line_twin
from tests.systems.skirmish.helpers import Fight, thousandths

pytestmark = pytest.mark.plain

Card = dict[str, Any]
EXAMPLES = tomllib.loads((Path(__file__).parents[3] / "examples" / "lines.toml").read_text(encoding="utf-8"))
CASES: list[Card] = EXAMPLES["cases"]
TABLES = resources.files("battlewright.systems.skirmish") / "data" / "tables"
SHOOTER, TARGET = 0, 1

each_case = pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])


def pieces_of(case: Card) -> list[Card]:
    """The pieces of its table, if it names one, and then its own."""
    name = case.get("table")
    table: Card = {}
    if name in EXAMPLES["tables"]:
        table = EXAMPLES["tables"][name]
    elif name is not None:
        table = tomllib.loads((TABLES / f"{name}.toml").read_text(encoding="utf-8"))
    return [*table.get("pieces", ()), *case.get("pieces", ())]


def models_of(case: Card) -> list[Card]:
    return [case["shooter"], case["target"], *case.get("others", ())]


def fight_of(pieces: Sequence[Card], models: Sequence[Card], **scenario: Any) -> Fight:
    """The shooter against the target and all others, each where it is said to stand."""
    shooter = {"weapons": ["Rifle"]} | models[SHOOTER]
    return Fight(a=[shooter], b=models[TARGET:], pieces=pieces, **scenario)


def raise_dust(fight: Fight, centres: Sequence[Sequence[float]]) -> None:
    fight.battle.marker_count = len(centres)
    for number, (x, y) in enumerate(centres):
        marker = fight.battle.markers[number]
        marker.kind, marker.x, marker.y = MarkerKind.DUST, thousandths(x), thousandths(y)


def counted(fight: Fight) -> int:
    """How many obstacles the rules find between shooter and target."""
    base = fight.base(TARGET)
    setting, battle = fight.session.setting[0], fight.session.battle[0]
    return int(count_obstacles(setting, battle, SHOOTER, TARGET, base.x, base.y, base.level))


@pytest.mark.clause("S2.F2", "S2.F9")
@each_case
def test_the_twin_finds_the_obstacles_of_an_example(case: Card) -> None:
    found = line_twin.obstacles(pieces_of(case), models_of(case), SHOOTER, TARGET, case.get("dust", ()))
    assert len(found) == case["obstacles"]
    if "order" in case:
        assert [f"{kind} {number}" for kind, number in found] == case["order"]


@pytest.mark.clause("S2.F2", "S2.F9")
@each_case
def test_the_rules_count_the_obstacles_of_an_example(case: Card) -> None:
    fight = fight_of(pieces_of(case), models_of(case))
    raise_dust(fight, case.get("dust", ()))
    assert counted(fight) == case["obstacles"]


@pytest.mark.clause("S2.F12")
@pytest.mark.parametrize("case", [case for case in CASES if "forbidden" in case], ids=lambda case: case["name"])
def test_a_solid_piece_that_counts_forbids_the_shot_of_an_example(case: Card) -> None:
    pieces, models = pieces_of(case), models_of(case)
    assert line_twin.forbids(pieces, models, SHOOTER, TARGET) == case["forbidden"]
    fight = fight_of(pieces, models, solid_blocks=True).activate(SHOOTER)
    assert fight.refused(ChoiceKind.SHOOT, whom=TARGET) == ("S2.F12" if case["forbidden"] else "")


# Small tables at random, in quarters of an inch: edges, tops and middles of models often meet exactly


def quarters(least: float, most: float) -> st.SearchStrategy[float]:
    return st.integers(round(4 * least), round(4 * most)).map(lambda count: count / 4)


@st.composite
def tables(draw: st.DrawFn) -> list[Card]:
    """Pieces on the ground, on top of others or in the air, some of them in groups."""
    pieces: list[Card] = []
    for _ in range(draw(st.integers(2, 6))):
        x, y = draw(quarters(6, 15)), draw(quarters(8.5, 11.5))
        width, depth = draw(quarters(0.25, 3)), draw(quarters(1, 5))
        bottom = 0.0
        match draw(st.sampled_from(["on the ground", "on the ground", "on top", "in the air"])):
            case "on top" if pieces:
                below = draw(st.sampled_from(pieces))
                bottom = below["top"]
                left, near, across, deep = below["box"]
                if draw(st.booleans()):  # as a whole; else it may jut out, or lie beside it
                    width, depth = min(width, across), min(depth, deep)
                    x = left + draw(quarters(0, across - width))
                    y = near + draw(quarters(0, deep - depth))
                else:
                    x, y = left + draw(quarters(-0.5, across)), near + draw(quarters(-0.5, deep))
            case "in the air":
                bottom = draw(quarters(0.25, 3))
        x, y = min(x, 20), min(y, 14)
        piece: Card = {"box": [x, y, width, depth], "bottom": bottom, "top": bottom + draw(quarters(0.25, 4))}
        group = draw(st.sampled_from(["Hill", "Hill", "House", None]))
        if group is not None:
            piece["group"] = group
        if draw(st.booleans()):
            piece["solid"] = True
        pieces.append(piece)
    return pieces


@st.composite
def models_at(draw: st.DrawFn, pieces: Sequence[Card], some: Sequence[Card], west: float, east: float) -> Card:
    """A model on top of some piece, under it or at its edge, or anywhere between west and east."""
    if draw(st.booleans()):
        left, near, across, deep = draw(st.sampled_from(some))["box"]
        x, y = left + draw(quarters(0, across)), near + draw(quarters(0, deep))
    else:
        x, y = draw(quarters(west, east)), draw(quarters(11, 13))
    point = line_twin.exact(x), line_twin.exact(y)
    here = [piece for piece in map(line_twin.read_piece, pieces) if piece.covers(point)]
    levels = {line_twin.exact(0), *(piece.top for piece in here)}
    free = [level for level in levels if not any(piece.foot <= level < piece.top for piece in here)]
    level = draw(st.sampled_from(sorted(free)))
    height = draw(st.sampled_from([1.5, 1.5, 0.5, 1, 2.5]))
    return {"at": [x, y, float(level)], "base": draw(st.sampled_from([0.5, 1])), "height": height}


@st.composite
def scenes(draw: st.DrawFn) -> tuple[list[Card], list[Card], list[list[float]]]:
    """Pieces, two to four models and up to two circles of dust."""
    pieces = draw(tables())
    some = draw(st.sampled_from([pieces, pieces[-1:]]))
    models = [draw(models_at(pieces, some, 4, 6)), draw(models_at(pieces, some, 18, 20))]
    models += [draw(models_at(pieces, pieces, 6, 18)) for _ in range(draw(st.sampled_from([0, 0, 1, 2])))]
    dust = [[draw(quarters(6, 18)), draw(quarters(10.5, 13.5))] for _ in range(draw(st.sampled_from([0, 0, 1, 2])))]
    return pieces, models, dust


@pytest.mark.clause("S2.F2", "S2.F9", "S2.F12")
@given(scenes())
def test_the_rules_count_as_many_obstacles_as_the_twin(scene: tuple[list[Card], list[Card], list[list[float]]]) -> None:
    pieces, models, dust = scene
    try:
        fight = fight_of(pieces, models, solid_blocks=True)
    except Refused:  # a model has no room there (S2.M2)
        assume(False)
    raise_dust(fight, dust)
    expected = len(line_twin.obstacles(pieces, models, SHOOTER, TARGET, dust))
    event(f"{expected} obstacles")
    assert counted(fight) == expected
    refusal = fight.activate(SHOOTER).refused(ChoiceKind.SHOOT, whom=TARGET)
    assert refusal == ("S2.F12" if line_twin.forbids(pieces, models, SHOOTER, TARGET) else "")

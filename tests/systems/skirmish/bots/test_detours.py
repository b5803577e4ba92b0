"""Detours: along alleys, over roofs, and to whom nothing straight leads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlewright.bots.greedy import GreedyBot
from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row, allocate, look, snapshot
from battlewright.geometry.distance import INCH
from battlewright.geometry.legs import LegKind
from battlewright.systems.skirmish.bots.detours import stress_of_falls, take_detour
from battlewright.systems.skirmish.bots.make_tables import tables_of
from battlewright.systems.skirmish.bots.tables import Tables
from battlewright.systems.skirmish.record import ChoiceKind, Setting, Skirmish, SkirmishChoice
from tests.systems.skirmish.helpers import Fight

HOUSE = {"box": [4, 8, 8, 4], "top": 12}
"""Too high for anybody here to climb."""
ROOFS = [{"box": [2, 5, 20, 4], "top": 3}, {"box": [2, 10.2, 20, 4], "top": 3}]
"""Two long roofs, with a narrow alley between them."""


@rule()
def ask_detour(
    setting: Row[Setting], battle: Row[Skirmish], tables: Tables, who: int, choice: Row[SkirmishChoice]
) -> bool:
    """Rules take records; from Python rows are handed over."""
    return take_detour(setting[0], battle[0], tables, who, choice[0])


@rule()
def ask_falls(setting: Row[Setting], battle: Row[Skirmish], who: int, choice: Row[SkirmishChoice]) -> int:
    return stress_of_falls(setting[0], battle[0], who, choice[0])


class Detour:
    """What becomes of the sketch of a move, or of an engagement of the first opponent."""

    def __init__(self, fight: Fight, to: Sequence[float], kind: ChoiceKind = ChoiceKind.MOVE, level: float = 0) -> None:
        row: Row[SkirmishChoice] = allocate(SkirmishChoice)
        self.choice, self.fight = look(SkirmishChoice, row), fight
        self.choice.kind, self.choice.count = int(kind), 1
        if kind == ChoiceKind.CLOSE_COMBAT:
            self.choice.whom = 1
        end = self.choice.legs[0]
        end.x, end.y, end.level = round(to[0] * INCH), round(to[1] * INCH), round(level * INCH)
        self.sketch = snapshot(row)
        setting, battle = fight.session.setting, fight.session.battle
        before = snapshot(battle)
        self.found = ask_detour(setting, battle, tables_of(setting), 0, row)
        assert snapshot(battle) == before
        self.falls = ask_falls(setting, battle, 0, row)
        assert snapshot(battle) == before
        self.after = snapshot(row)

    @property
    def leg_kinds(self) -> list[LegKind]:
        return [LegKind(self.choice.legs[number].way) for number in range(self.choice.count)]

    @property
    def end(self) -> tuple[float, float, float]:
        leg = self.choice.legs[self.choice.count - 1]
        return leg.x / INCH, leg.y / INCH, leg.level / INCH


def stand(at: tuple[float, ...], pieces: Sequence[dict[str, Any]], enemy: tuple[float, float], **card: Any) -> Fight:
    """Somebody who is about to act, and an opponent."""
    return Fight(a=[{"at": at, "weapons": ["Sword"]} | card], b=[{"at": enemy}], pieces=pieces).activate(0)


def test_a_house_is_gone_round_in_one_move() -> None:
    fight = stand((11.5, 7), [HOUSE], (8, 20), agility=5)
    detour = Detour(fight, (10.5, 13.5))
    assert detour.found
    assert fight.session.refusal(detour.choice) == ""
    assert len(detour.leg_kinds) > 1
    assert set(detour.leg_kinds) == {LegKind.WALK}
    assert detour.end[1] > 12.4


def test_a_detour_is_straight_past_as_many_cells_as_can_be() -> None:
    detour = Detour(stand((14, 4), [HOUSE], (8, 20), agility=5), (14, 14))
    assert detour.found
    assert len(detour.leg_kinds) <= 2


def test_it_goes_as_far_as_the_range_leads() -> None:
    detour = Detour(stand((11.5, 7), [HOUSE], (8, 20), agility=2), (8, 14))
    assert detour.found
    assert 0 < ((detour.end[0] - 11.5) ** 2 + (detour.end[1] - 7) ** 2) ** 0.5 <= 4


def test_an_alley_is_jumped_from_roof_to_roof() -> None:
    fight = stand((12, 7, 3), ROOFS, (12, 20), agility=4)
    detour = Detour(fight, (12, 12), level=3)
    assert detour.found
    assert LegKind.JUMP in detour.leg_kinds
    assert detour.end[1] > 10.5
    assert detour.end[2] == 3
    assert detour.falls == 0


def test_where_nothing_else_leads_on_one_drops_and_it_is_weighed() -> None:
    """Five inches down: a fall of one stress, where climbing down would take a test. The other way round is shorter
    than the way down for nobody here: the roof is as wide as the table."""
    tower = {"box": [0, 4, 24, 6], "top": 5}
    detour = Detour(stand((12, 9.5, 5), [tower], (12, 20), agility=3), (12, 12))
    assert detour.found
    assert detour.leg_kinds[-1] == LegKind.DROP
    assert detour.falls == 1000


def test_somebody_behind_a_corner_is_engaged() -> None:
    fight = stand((12.7, 7.3), [HOUSE], (11.2, 12.8), agility=6)
    detour = Detour(fight, (11.2, 12.8), ChoiceKind.CLOSE_COMBAT)
    assert detour.found
    assert fight.session.refusal(detour.choice) == ""
    assert len(detour.leg_kinds) > 1


def test_a_jump_with_a_test_is_weighed_by_half() -> None:
    """With an Agility of 2 the alley is too wide to be jumped for sure, and three inches deep."""
    detour = Detour(stand((12, 8.9, 3), ROOFS, (12, 20), agility=2), (12, 12), level=3)
    assert detour.found
    assert detour.leg_kinds[-1] in (LegKind.JUMP, LegKind.WALK)
    assert detour.falls == 500


def test_where_there_is_no_way_the_sketch_stays_as_it_was() -> None:
    """Walled in on all sides."""
    walls = [
        {"box": [8, 8, 8, 1], "top": 9},
        {"box": [8, 15, 8, 1], "top": 9},
        {"box": [8, 9, 1, 6], "top": 9},
        {"box": [15, 9, 1, 6], "top": 9},
    ]
    fight = stand((12, 12), walls, (12, 20), agility=5)
    detour = Detour(fight, (12, 18), ChoiceKind.CLOSE_COMBAT)
    assert not detour.found
    assert detour.after == detour.sketch


def test_the_greedy_bot_engages_somebody_behind_a_corner() -> None:
    """In the last round, with no points left for a move before it."""
    a, b = {"at": (12, 7), "weapons": ["Sword"], "agility": 9}, {"at": (10, 13)}
    fight = Fight(a=[a], b=[b], pieces=[HOUSE], round_limit=1).stress(1, 2).activate(0)
    fight.model(0).ap = 2
    choice = GreedyBot().choose(fight.session)
    assert choice.kind == ChoiceKind.CLOSE_COMBAT
    assert choice.count > 1


def test_the_greedy_bot_takes_a_way_round() -> None:
    """Straight ahead there is a wall; it goes past its end at once."""
    wall = {"box": [0, 8, 14, 1], "top": 9}
    fight = stand((12, 6), [wall], (6, 16), agility=5)
    choice = GreedyBot().choose(fight.session)
    assert choice.kind == ChoiceKind.MOVE
    assert choice.legs[choice.count - 1].y > 8 * INCH


def test_a_long_way_round_is_gone_over_roofs_by_a_broad_base() -> None:
    """An ogre that fits into no alley still comes nearer in each round."""
    fight = stand((12, 3), ROOFS, (12, 21), agility=3, base=2)
    before = 0
    for _ in range(3):
        choice = GreedyBot().choose(fight.session)
        if choice.kind != ChoiceKind.MOVE:
            break
        assert choice.legs[choice.count - 1].y > before
        before = choice.legs[choice.count - 1].y
        fight.session.choose(choice)
    assert before > 6 * INCH


def test_the_greedy_bot_goes_round_a_friend_who_blocks_the_way() -> None:
    """A wall with two gaps: a friend stands in the nearer one. Without the friend it goes that way."""
    wall = [{"box": [0, 8, 9, 1], "top": 9}, {"box": [10.5, 8, 3.5, 1], "top": 9}, {"box": [15.5, 8, 8.5, 1], "top": 9}]
    sword, ends = {"weapons": ["Sword"], "agility": 5}, []
    for friend in ((9.75, 8.5), (1, 1)):
        a = [{"at": (9.75, 6)} | sword, {"at": friend} | sword]
        fight = Fight(a=a, b=[{"at": (9, 20), "weapons": ["Sword"]}], pieces=wall).activate(0)
        choice = GreedyBot().choose(fight.session)
        assert choice.kind == ChoiceKind.MOVE
        end = choice.legs[choice.count - 1]
        ends.append((end.x / INCH, end.y / INCH))
    assert ends[0][0] > 12, "towards the other gap"
    assert ends[1][0] < 11
    assert ends[1][1] > 9

"""Chapter A: placing the models before the first round, on any level of their zone."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright import systems
from battlewright.engine.session import Session
from battlewright.engine.story import last_step_text
from battlewright.systems.skirmish.record import ChoiceKind, Fate, SkirmishChoice, Step
from battlewright.systems.skirmish.setup.battle import BattleSetup
from tests.systems.skirmish.helpers import roster, thousandths

pytestmark = pytest.mark.plain

Card = dict[str, Any]
RAMPART: Card = {"box": [0, 0, 24, 4], "top": 3}
"""It fills the zone of side a."""


class Placing:
    """A battle in which models are being placed, side a's first."""

    def __init__(self, a: list[Card], pieces: list[Card], b: list[Card] | None = None, **more: Any) -> None:
        scenario = {"name": "Test", "deployment": more.pop("deployment", {"depth": 4})}
        setup = {
            "rosters": [roster("a", a), roster("b", b or [{}])],
            "table": {"name": "Test table", "pieces": pieces} | more,
            "scenario": scenario,
        }
        self.session = Session(systems.load("skirmish"), BattleSetup.model_validate(setup), 0)
        self.session.roll_typed((6, 1))

    def choice(self, who: int, x: float, y: float, level: float = 0) -> SkirmishChoice:
        made = SkirmishChoice()
        made.kind, made.who, made.count = ChoiceKind.DEPLOY, who, 1
        made.legs[0].x, made.legs[0].y, made.legs[0].level = thousandths(x), thousandths(y), thousandths(level)
        return made

    def place(self, who: int, x: float, y: float, level: float = 0) -> Placing:
        self.session.choose(self.choice(who, x, y, level))
        return self

    def refused(self, who: int, x: float, y: float, level: float = 0) -> str:
        return self.session.refusal(self.choice(who, x, y, level))

    def offered(self, who: int) -> set[float]:
        """The levels on which places are offered for a model."""
        choices = [each for each in self.session.choices() if each.who == who]
        assert all(self.session.refusal(each) == "" for each in choices)
        return {each.legs[0].level / 1000 for each in choices}

    def place_all(self) -> Placing:
        """Everybody where it is offered first."""
        while self.session.node.step == Step.DEPLOY:
            self.session.choose(self.session.choices()[0])
        return self

    def fates(self) -> list[Fate]:
        battle = self.session.record
        return [Fate(battle.models[who].fate) for who in range(battle.crowd.count)]

    def levels(self) -> list[float]:
        battle = self.session.record
        return [battle.crowd.bases[who].level / 1000 for who in range(battle.crowd.count)]

    def told(self) -> str:
        return " ".join(str(told) for told in last_step_text(self.session).sentences)


@pytest.mark.clause("S2.A6")
def test_a_side_whose_zone_is_a_rampart_is_placed_on_top_of_it() -> None:
    placing = Placing([{}, {}, {}], [RAMPART], b=[{}, {}])
    assert placing.offered(0) == {3}
    assert placing.refused(0, 12, 2, 3) == ""
    assert placing.refused(0, 12, 2) == "S2.A6"  # inside it
    placing.place_all()
    assert (placing.fates(), placing.levels()) == ([Fate.FIELDED] * 5, [3, 3, 3, 0, 0])


@pytest.mark.clause("S2.A6", "S1.A1")
@pytest.mark.parametrize("top", [1.001, 3, 30])
def test_a_zone_may_be_of_any_height(top: float) -> None:
    assert Placing([{}], [RAMPART | {"top": top}]).place_all().levels() == [top, 0]


@pytest.mark.clause("S2.A6")
def test_a_model_is_placed_on_any_level_where_it_fits() -> None:
    floor = {"box": [0, 0, 24, 4], "bottom": 2.5, "top": 3}
    placing = Placing([{}], [floor])
    assert placing.offered(0) == {0}  # the lowest level that will do
    assert (placing.refused(0, 12, 2, 3), placing.refused(0, 12, 2), placing.refused(0, 12, 2, 2)) == ("", "", "S2.A6")
    assert Placing([{"height": 3}], [floor]).offered(0) == {3}  # it is too tall for the ground floor
    assert Placing([{}], [floor | {"bottom": 1.4}]).offered(0) == {3}


CORNERS: Card = {"edges": "corners", "depth": 2.2}
"""Zones in which one model in the middle leaves no room for a second one on its level."""


@pytest.mark.clause("S2.A6")
def test_nobody_is_left_out_while_a_level_has_room() -> None:
    floor = {"box": [0, 0, 2.2, 2.2], "bottom": 2.5, "top": 3}
    placing = Placing([{}, {}], [floor], deployment=CORNERS).place(0, 1.1, 1.1)
    placing.session.choose(placing.session.choices()[0])  # side b's
    assert placing.session.node.step == Step.DEPLOY
    assert placing.offered(1) == {3}
    placing.place_all()
    assert (placing.fates(), placing.levels()[:2]) == ([Fate.FIELDED] * 3, [0, 3])


@pytest.mark.clause("S2.A6")
def test_who_finds_no_room_on_any_level_takes_no_part() -> None:
    placing = Placing([{}, {}], [], deployment=CORNERS).place(0, 1.1, 1.1)
    placing.session.choose(placing.session.choices()[0])
    assert (placing.session.node.step, placing.fates()) == (
        Step.ROLL_OFF,
        [Fate.FIELDED, Fate.REMOVED, Fate.FIELDED],
    )
    assert "There is no room for a2 (a2)" in placing.told()


@pytest.mark.clause("S2.A6")
def test_a_wide_model_waits_while_a_small_one_finds_room_and_is_not_left_out_before() -> None:
    placing = Placing([{}, {"base": 2}, {"base": 0.5}], [], deployment={"edges": "corners", "depth": 3})
    placing.place(0, 1.5, 1.5)
    placing.session.choose(placing.session.choices()[0])
    assert (placing.session.node.step, {each.who for each in placing.session.choices()}) == (Step.DEPLOY, {2})
    placing.place_all()
    assert placing.fates() == [Fate.FIELDED, Fate.REMOVED, Fate.FIELDED, Fate.FIELDED]


@pytest.mark.clause("S2.A6")
def test_a_spot_between_those_of_the_lattice_is_room_too() -> None:
    """Along the edge stands a thin wall; a base beside it fits in the zone by a hair."""
    wall = {"box": [0, 0, 24, 0.05], "top": 30}
    placing = Placing([{}], [wall], deployment={"depth": 1.3})
    assert placing.refused(0, 12, 0.6) == ""
    assert placing.place_all().fates() == [Fate.FIELDED, Fate.FIELDED]

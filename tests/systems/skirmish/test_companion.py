"""A table of the players' own: the same battles without a map, what is measured, and what is taken back."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.conformance import check
from battlewright.engine import replay
from battlewright.engine.errors import BattlewrightError, Refused
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.engine.story import last_step_text, step_texts
from battlewright.play.match import Match
from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.record import ChoiceKind, SkirmishChoice, Step
from battlewright.systems.skirmish.setup.battle import BattleSetup
from tests.golden import FOLDER
from tests.modes import nightly_when_plain
from tests.systems.skirmish.companion import Twin, made, without_a_table
from tests.systems.skirmish.test_conformance import EDITIONS, Edition, small_setups, whole_setups

pytestmark = pytest.mark.plain

SKIRMISH = systems.load("skirmish")
PLAYED = sorted(path.stem for path in FOLDER.glob("*.replay") if path.name.startswith(("skirmish", "first")))
LEFT_OUT = {"skirmish-no-room", "skirmish-at-a-table-of-their-own"}
"""A battle in which a model finds no room in its zone, which the players see to where they keep the table; and one that
has no map anyway."""
FIGHTER = {"melee": 3, "ballistics": 3, "toughness": 3, "agility": 3, "weapons": ["Sword", "Rifle"]}
WALK, CLIMB, JUMP, DROP = 1, 2, 3, 4


def setup(edition: str = "second", *, card: dict[str, Any] | None = None, **scenario: Any) -> BattleSetup:
    """Two a side, at a table of their own."""
    rosters = [
        {"name": side, "characters": [FIGHTER | (card or {}) | {"name": f"{side} {number}"} for number in (1, 2)]}
        for side in ("West", "East")
    ]
    return BattleSetup.model_validate(
        {
            "edition": edition,
            "rosters": rosters,
            "scenario": {"name": "Ours", "companion": True, "round_limit": 2} | scenario,
        }
    )


def ready(edition: str = "second", **more: Any) -> Session:
    """A battle in which all are placed, and side a is to activate a model."""
    battle = Session(SKIRMISH, setup(edition, **more))
    battle.roll_typed([6, 1])
    while battle.node.step == Step.DEPLOY:
        battle.choose(battle.choices()[0])
    battle.roll_typed([6, 1])
    return battle


def begun(edition: str = "second", **more: Any) -> Session:
    """A battle in which a1 has just been activated."""
    battle = ready(edition, **more)
    battle.choose(made(ChoiceKind.ACTIVATE, who=0))
    return battle


def move(
    *legs: tuple[int, float, float] | tuple[int, float, float, int], kind: int = ChoiceKind.MOVE
) -> SkirmishChoice:
    """A move by measured legs: the way, how far, how much higher, and 1 by a ladder; in inches."""
    choice = made(ChoiceKind(kind), count=len(legs))
    for leg, (way, far, high, *ladder) in zip(choice.legs, legs, strict=False):
        leg.way, leg.x, leg.level, leg.y = way, round(1000 * far), round(1000 * high), ladder[0] if ladder else 0
    return choice


def measure(distance: float = 0, height: float = 0, number: int = 0) -> SkirmishChoice:
    inches = {"distance": round(1000 * distance), "height": round(1000 * height)}
    return made(ChoiceKind.MEASURE, number=number, **inches)


def shoot(battle: Session, distance: float, obstacles: int, whom: int = 2) -> None:
    battle.choose(made(ChoiceKind.SHOOT, whom=whom, weapon=0))
    battle.choose(measure(distance, number=obstacles))


def ap(battle: Session, who: int = 0) -> int:
    return int(battle.record.models[who].ap)


def told(battle: Session) -> str:
    return "\n".join(map(str, last_step_text(battle).sentences))


# The same battles


@pytest.mark.clause("S2.A7", "S1.A1")
@pytest.mark.parametrize("name", [name for name in PLAYED if name not in LEFT_OUT])
@nightly_when_plain
def test_a_golden_battle_is_the_same_with_measures_taken_from_its_map(name: str) -> None:
    """After every step: dice, AP, stress, Toughness, fate and what is remembered of a round; and the same winner."""
    twin = Twin(replay.read(FOLDER / f"{name}.replay", systems.load).repeat())
    twin.play()
    assert twin.compared >= len(twin.on_map.steps) - 10
    assert twin.measures or name == "skirmish-to-the-last"


@pytest.mark.clause("S2.A7")
@pytest.mark.parametrize("edition", EDITIONS)
@nightly_when_plain
def test_random_battles_are_the_same_with_measures_taken_from_their_maps(edition: Edition) -> None:
    measures = 0
    for seed, on_map in enumerate(small_setups(edition)):
        battle, bot = Session(SKIRMISH, on_map, seed), RandomBot(seed)
        while not battle.is_over:
            if battle.node.kind == NodeKind.CHANCE:
                battle.roll()
            else:
                battle.choose(bot.choose(battle))
        twin = Twin(battle)
        twin.play()
        measures += twin.measures
    assert measures > 10


@pytest.mark.parametrize("edition", EDITIONS)
@nightly_when_plain
def test_a_table_of_ones_own_keeps_the_contract(edition: Edition) -> None:
    setups = [without_a_table(each) for each in (*whole_setups(edition), *small_setups(edition))]
    report = check(SKIRMISH, setups, battles=2)
    assert min(report.choices, report.refusals, report.rolls, report.edits) > 100


# Measures


@pytest.mark.clause("S2.A7", "S2.F1", "S2.F2")
def test_a_shot_asks_for_its_line_and_the_answer_is_the_difficulty() -> None:
    battle = begun()
    battle.choose(made(ChoiceKind.SHOOT, whom=2, weapon=0))
    assert battle.node.step == Step.MEASURE
    assert "how far is it to East 1" in battle.words.ask(battle.record)
    battle.choose(measure(7.25, number=2))
    assert battle.record.frames[2].difficulty == 9250
    assert battle.record.frames[2].need == 10
    assert "with 2 obstacles in the line" in told(battle)
    assert battle.node.step == Step.REACT


@pytest.mark.clause("S2.A7", "S2.K3")
def test_an_attack_that_is_measured_out_of_reach_is_taken_back_and_costs_nothing() -> None:
    battle = begun()
    battle.choose(made(ChoiceKind.CLOSE_COMBAT, whom=2, weapon=0))
    assert ap(battle) == 1
    battle.choose(measure(1.001))
    assert ap(battle) == 3
    assert battle.node.step == Step.ACT
    assert "takes that back: it costs nothing. [S2.K3]" in told(battle)
    battle.choose(made(ChoiceKind.CLOSE_COMBAT, whom=2, weapon=0))
    battle.choose(measure(1, height=4))
    assert battle.node.step == Step.STRIKE_ROLL
    assert ap(battle) == 1


@pytest.mark.clause("S2.A7", "S2.K5")
def test_a_height_beyond_the_threat_range_is_out_of_reach() -> None:
    battle = begun()
    battle.choose(made(ChoiceKind.CLOSE_COMBAT, whom=2, weapon=0))
    battle.choose(measure(0, height=-4.001))
    assert ap(battle) == 3


@pytest.mark.clause("S2.A7")
def test_an_action_may_be_taken_back_until_it_is_measured() -> None:
    battle = begun()
    battle.choose(made(ChoiceKind.SHOOT, whom=2, weapon=0))
    battle.choose(made(ChoiceKind.TAKE_BACK))
    assert (ap(battle), battle.node.step) == (3, Step.ACT)
    shoot(battle, 5, 0)
    battle.choose(made(ChoiceKind.RETURN_FIRE))
    battle.roll_typed([1, 1, 1])
    battle.choose(made(ChoiceKind.FIRE))
    assert battle.node.step == Step.MEASURE
    with pytest.raises(Refused, match="can no longer be taken back"):
        battle.choose(made(ChoiceKind.TAKE_BACK))
    usual = battle.choices()[0]
    assert (usual.kind, usual.distance, usual.number) == (ChoiceKind.MEASURE, 5000, 0)


@pytest.mark.clause("S2.A7", "S2.F12")
def test_solid_terrain_forbids_a_shot_where_that_is_on() -> None:
    battle = begun()
    battle.choose(made(ChoiceKind.SHOOT, whom=2, weapon=0))
    with pytest.raises(Refused):
        battle.choose(made(ChoiceKind.NO_LINE))
    battle = begun(solid_blocks=True)
    battle.choose(made(ChoiceKind.SHOOT, whom=2, weapon=0))
    battle.choose(made(ChoiceKind.NO_LINE))
    assert (ap(battle), battle.node.step) == (3, Step.ACT)
    assert "[S2.F12]" in told(battle)


@pytest.mark.clause("S2.A7", "S2.M1", "S2.M3")
def test_a_move_on_foot_is_paid_for_and_measured_legs_must_be_in_range() -> None:
    battle = begun()
    battle.choose(made(ChoiceKind.MOVE))
    assert ap(battle) == 2
    with pytest.raises(Refused, match=r'takes 6\.5".*range of 6"'):
        battle.choose(move((WALK, 4, 0), (CLIMB, 0, 2.5)))
    battle.choose(move((WALK, 4, 0), (CLIMB, 0, 2)))
    assert "climbs 2" in told(battle)
    assert ap(battle) == 1


@pytest.mark.clause("S2.A7", "S2.M5", "S2.M6", "S2.M11")
def test_a_high_climb_is_tested_unless_there_is_a_ladder_and_a_failed_one_falls() -> None:
    battle = begun()
    battle.choose(move((CLIMB, 0, 4, 1)))
    assert battle.node.step == Step.ACT
    battle.choose(move((CLIMB, 0, 4)))
    assert battle.node.step == Step.CLIMB_TEST
    battle.roll_typed([4, 1, 1])
    assert battle.record.models[0].stress == 1
    assert battle.node.step == Step.ACT


@pytest.mark.clause("S2.A7", "S2.M10", "S2.M11")
def test_a_failed_jump_asks_how_far_down_it_falls() -> None:
    battle = begun()
    battle.choose(move((JUMP, 3, -1)))
    battle.roll_typed([4, 4, 1])
    assert battle.node.step == Step.MEASURE
    battle.choose(measure(height=6))
    assert battle.record.models[0].stress == 2
    battle.choose(move((JUMP, 3, -1)))
    battle.roll_typed([1, 1, 1])
    assert battle.node.step == Step.ACT, "it balks, and stays where it is"


@pytest.mark.clause("S2.A7", "S2.K3")
def test_after_a_failed_engage_move_the_target_is_named_anew() -> None:
    battle = begun(card={"agility": 2})
    choice = move((JUMP, 2, 0), kind=ChoiceKind.CLOSE_COMBAT)
    choice.whom = 2
    battle.choose(choice)
    battle.choose(measure(0))
    assert battle.node.step == Step.JUMP_TEST
    battle.roll_typed([4, 1])
    battle.choose(measure())
    assert battle.node.step == Step.TARGET
    battle.choose(made(ChoiceKind.TARGET, whom=3))
    battle.choose(measure(2))
    assert battle.node.step == Step.TARGET, "out of reach: another one, or nobody"
    assert ap(battle) == 1, "after a failed jump the AP stay spent"
    battle.choose(made(ChoiceKind.NO_TARGET))
    assert "reaches no opponent" in told(battle)
    assert battle.node.step == Step.ACT


@pytest.mark.clause("S2.A7", "S2.K11", "S2.K9", "S2.F9")
def test_a_shove_is_measured_with_its_fall_and_then_the_distance_anew() -> None:
    battle = begun(card={"weapons": ["Spear"]})
    battle.choose(made(ChoiceKind.CLOSE_COMBAT, whom=2, weapon=0))
    battle.choose(measure(1.5))
    battle.roll_typed([6, 4, 1])
    battle.roll_typed([4, 1, 1])
    battle.choose(made(ChoiceKind.STRIKE, critical=1))
    assert battle.node.step == Step.MEASURE
    with pytest.raises(Refused, match="up to"):
        battle.choose(measure(1.2))
    battle.choose(measure(1, height=3))
    assert battle.record.models[2].stress == 2, "the critical, and the fall"
    usual = battle.choices()[0]
    assert (usual.distance, usual.height) == (2500, -3000)
    battle.choose(measure(2.5, height=-3))
    assert all(each.kind != ChoiceKind.STRIKE for each in battle.choices()), "nobody reaches the other any more"


@pytest.mark.clause("S2.A7", "S2.D1")
def test_aid_needs_contact_by_measure() -> None:
    battle = ready()
    (edit,) = SkirmishGuide(battle).edits("set a2 stress 3") or ()
    battle.edit(edit)
    battle.choose(made(ChoiceKind.ACTIVATE, who=1))
    battle.roll_typed([4, 4, 4])
    battle.choose(made(ChoiceKind.ACTIVATE, who=2))
    battle.choose(made(ChoiceKind.STOP))
    battle.choose(made(ChoiceKind.ACTIVATE, who=0))
    battle.choose(made(ChoiceKind.AID, whom=1))
    battle.choose(measure(0.06))
    assert ap(battle) == 3
    assert "[S2.D1]" in told(battle)
    battle.choose(made(ChoiceKind.AID, whom=1))
    battle.choose(measure(0.05, height=-1))
    assert ap(battle) == 1
    assert battle.record.models[0].helps == 2


@pytest.mark.clause("S2.A7", "S2.F8", "S2.F9")
def test_a_stray_shot_asks_what_it_hit_and_who_is_near() -> None:
    battle = begun()
    shoot(battle, 20, 1)
    battle.choose(made(ChoiceKind.NOTHING))
    battle.roll_typed([1, 1, 1])
    battle.roll_typed([4])
    assert battle.node.step == Step.STRUCK
    with pytest.raises(Refused):
        battle.choose(made(ChoiceKind.HITS_MODEL, whom=2))
    battle.choose(made(ChoiceKind.EXPLODES, number=2))
    battle.choose(made(ChoiceKind.WITHIN, whom=1))
    battle.choose(made(ChoiceKind.WITHIN, whom=3))
    battle.choose(made(ChoiceKind.NOBODY_ELSE))
    assert [battle.record.models[who].stress for who in range(4)] == [0, 2, 0, 2]
    battle.choose(made(ChoiceKind.LEAVES_FIRE, number=1))
    assert battle.node.step == Step.ACT
    battle.choose(made(ChoiceKind.MOVE))
    assert battle.node.step == Step.IN_FIRE
    battle.choose(made(ChoiceKind.BURNS))
    assert battle.record.models[0].stress == 1


@pytest.mark.clause("S2.A7", "S2.F10")
def test_a_cover_move_is_on_foot_or_by_measured_legs_in_range() -> None:
    battle = begun()
    shoot(battle, 9, 0)
    battle.choose(made(ChoiceKind.COVER))
    battle.roll_typed([1, 1, 1])
    assert battle.node.step == Step.COVER_MOVE
    with pytest.raises(Refused):
        battle.choose(move((WALK, 1.6, 0), kind=ChoiceKind.COVER_MOVE))
    battle.choose(made(ChoiceKind.COVER_MOVE))
    assert ap(battle, 2) == 2


@pytest.mark.clause("S2.A7", "S2.A4")
def test_who_holds_the_circle_is_asked_at_the_end() -> None:
    battle = begun(victory="hold", round_limit=1)
    while battle.node.step != Step.WITHIN:
        kinds = {each.kind: each for each in battle.choices()}
        battle.choose(kinds.get(ChoiceKind.STOP) or battle.choices()[0])
    battle.choose(made(ChoiceKind.WITHIN, whom=3))
    battle.choose(made(ChoiceKind.NOBODY_ELSE))
    assert battle.is_over
    assert battle.words.result(battle.node).startswith("East")


# Who plays, and what is kept


@pytest.mark.clause("S2.A7")
def test_no_bot_plays_and_a_table_or_terrain_is_refused() -> None:
    with pytest.raises(BattlewrightError, match="no bot sees it"):
        Match(SKIRMISH, setup(), {"b": "greedy"})
    with pytest.raises(BattlewrightError, match="Leave out the table"):
        SKIRMISH.setup.read(("red-hall", "gable-foxes"), table="ruins", options=("companion",))
    read = SKIRMISH.setup.read(("red-hall", "gable-foxes"), options=("companion",)).setup
    assert read.scenario.companion
    assert not read.table.pieces
    with pytest.raises(ValidationError, match="has terrain"):
        SKIRMISH.setup.model.model_validate(
            read.model_dump() | {"table": {"name": "T", "pieces": [{"box": [1, 1, 2, 2], "top": 2}]}}
        )


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_battle_is_undone_kept_and_repeated(edition: Edition) -> None:
    battle = begun(edition)
    shoot(battle, 8, 1)
    there = battle.fingerprint
    battle.choose(made(ChoiceKind.COVER))
    battle.undo()
    assert battle.fingerprint == there
    battle.choose(made(ChoiceKind.NOTHING))
    text = replay.write(battle)
    again = replay.repeat(replay.parse(text, "ours.replay", systems.load))
    assert again.fingerprint == battle.fingerprint
    assert [each.sentences for each in step_texts(again)] == [each.sentences for each in step_texts(battle)]
    assert "companion = true" in text

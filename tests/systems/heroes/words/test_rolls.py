"""Rolls as data: whose dice they are, what they came to, and what the events say of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from battlewright import systems
from battlewright.engine.events import EventView, events_in
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.roll_results import RollResult
from battlewright.engine.session import Session
from battlewright.engine.story import last_step_text, step_texts
from battlewright.play.dice import DiceSource
from battlewright.play.match import Match
from battlewright.systems.heroes.enums import Band, ConditionName
from battlewright.systems.heroes.record import Editable, EventKind, Step
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, read_encounter
from tests.systems.heroes.helpers import Meeting

HEROES = systems.load("heroes")
STUN = {"name": "Hold", "target": "willpower", "effect": "stunned"}
MEND = {"name": "Mend", "heals": True, "damage": "1d8"}
VENOM = {
    "name": "Fang",
    "damage": "1d6",
    "types": ["piercing"],
    "effect": {"condition": "diseased", "defence": "fortitude", "power": 5},
}
PASSED = {EventKind.RESISTED, EventKind.MAINTAINED, EventKind.WITHSTOOD}
FAILED = {EventKind.NOT_RESISTED, EventKind.NOT_MAINTAINED, EventKind.NOT_WITHSTOOD}


def last(meeting: Meeting) -> RollResult:
    """What the last roll meant."""
    roll = last_step_text(meeting.session).roll
    assert roll is not None
    return roll


def owners(roll: RollResult) -> list[str]:
    return [die.of.tag if die.of else "" for die in roll.dice]


def test_each_die_of_the_initiative_belongs_to_its_combatant() -> None:
    meeting = Meeting([{}, {}], [{}])
    roll = last(meeting)
    assert (roll.kind, owners(roll)) == ("initiative", ["a1", "a2", "b1"])
    assert [die.as_data()["side"] for die in roll.dice] == ["a", "a", "b"]


def test_each_die_of_a_tie_belongs_to_its_combatant() -> None:
    session = Session(HEROES, read_encounter("the-toll-bridge"))
    session.roll_typed([5] * session.node.dice)
    tied = session.node.dice
    assert session.node.step == Step.TIE
    session.roll_typed([*range(1, tied + 1)])
    roll = last_step_text(session).roll
    assert roll is not None
    assert roll.kind == "tie"
    assert len({die.of.number for die in roll.dice if die.of}) == tied


BANDS = [("dodged", "Dodged"), ("parried", "Parried"), ("armour", "Stopped by armour"), ("hit", "Hit")]


@pytest.mark.parametrize(("outcome", "verdict"), [*BANDS, ("critical", "Critical hit")])
def test_an_attack_roll_tells_its_band_and_what_it_needed(outcome: str, verdict: str) -> None:
    walls = [("dodge", 4), ("parry", 1), ("armor", 2)]
    meeting = Meeting([{}], [{"modifiers": [{"component": name, "amount": more} for name, more in walls]}])
    dodge, parry, armor = meeting.defence(1)
    bonus, whole = 3, dodge + parry + armor  # the Strength
    margin = meeting.setting.rulings.critical_margin
    total = {
        "dodged": dodge,
        "parried": dodge + parry,
        "armour": whole,
        "hit": whole + 1,
        "critical": whole + margin + 1,
    }
    shown = total[outcome] - bonus
    roll = last(meeting.use(1).roll(*[shown // 3 + (die < shown % 3) for die in range(3)]))
    assert (roll.outcome, roll.verdict, roll.good) == (outcome, verdict, outcome in ("hit", "critical"))
    assert (roll.total, roll.bonus, roll.needed) == (total[outcome], bonus, whole + 1)
    assert (owners(roll), roll.reading) == (["a1"] * 3, f"{shown} + {bonus} = {roll.total}")


def test_damage_is_read_after_resistances_and_healing_by_what_came_back() -> None:
    meeting = Meeting([{"spells": [MEND]}], [{"resistances": {"bludgeoning": 2}}])
    roll = last(Meeting([{}], [{"resistances": {"bludgeoning": 2}}]).use(1).roll(8, 8, 8).roll(*[3, 3]))
    assert (roll.kind, roll.total, roll.outcome, roll.verdict, roll.good) == (
        "damage-roll",
        6,
        "damage",
        "4 damage",
        True,
    )
    roll = last(Meeting([{}], [{"resistances": {"bludgeoning": 9}}]).use(1).roll(8, 8, 8).roll(*[1, 1]))
    assert (roll.outcome, roll.verdict, roll.good) == ("no-damage", "No damage", False)
    meeting.edit(Editable.HEALTH, 0, meeting.card(0).health - 2)
    roll = last(meeting.use(0).roll(8))
    assert (roll.outcome, roll.verdict, roll.good) == ("healed", "2 healed", True)


def test_both_dice_of_a_contest_belong_to_whoever_rolls_them() -> None:
    meeting = Meeting([{"spells": [STUN], "wisdom": 6}], [{}])
    power, willpower = meeting.who(0).spell_power, meeting.who(1).willpower
    roll = last(meeting.use(1).roll(5))
    assert (roll.kind, owners(roll), roll.total, roll.bonus) == ("contest-attack", ["a1"], 5 + power, power)
    assert (roll.outcome, roll.good) == ("", None)
    roll = last(meeting.roll(1))
    assert (roll.kind, owners(roll), roll.total) == ("contest-defence", ["b1"], 1 + willpower)
    assert (roll.needed, roll.outcome, roll.verdict, roll.good) == (6 + power, "lost", "Round lost", False)
    assert last(meeting.roll(5).roll(1)).verdict == "Contest lost"


def test_a_check_is_of_who_makes_it_and_tells_what_it_took() -> None:
    meeting = Meeting([{}], [{"constitution": 3, "strength": 3}]).give(1, ConditionName.STUNNED).end().end()
    roll = last(meeting.roll(3, 3, 3))
    assert (roll.kind, owners(roll), roll.total, roll.needed) == ("resistance", ["b1"] * 3, 14, 15)
    assert (roll.outcome, roll.verdict, roll.good) == ("not-resisted", "Not resisted", False)


def test_what_a_weapon_brings_is_withstood_by_its_target() -> None:
    meeting = Meeting([{"weapons": [VENOM]}], [{}]).use(1).roll(8, 8, 8)
    meeting.roll(*[1] * meeting.node.dice)
    about = meeting.session.words.reference(meeting.session.words.about(meeting.battle))
    assert about is not None
    assert about.tag == "b1"
    roll = last(meeting.roll(8, 8, 8))
    assert (roll.kind, owners(roll)) == ("exposure", ["b1"] * 3)
    assert (roll.outcome, roll.verdict, roll.good, roll.needed) == ("withstood", "Withstood", True, 17)


def rolls_of(session: Session) -> Iterator[tuple[Position, RollResult, dict[object, EventView]]]:
    """The rolls of a battle: the position before each, what it meant, and the first event of each kind."""
    told = step_texts(session)
    for (before, step), each in zip(session.replayed(), told, strict=True):
        assert (each.roll is not None) == step.is_roll
        if each.roll is not None:
            assert [die.face for die in each.roll.dice] == list(step.faces)
            events = events_in(HEROES.rules.event_kinds, step.events)
            yield before, each.roll, {event.kind: event for event in reversed(events)}


@pytest.mark.parametrize("name", ENCOUNTERS.names)
def test_the_rolls_of_whole_encounters_agree_with_their_events(name: str) -> None:
    session, chance, kinds = Session(HEROES, read_encounter(name), 11), random.Random(3), set()
    while not session.is_over and len(session.steps) < 300:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            listed = session.choices()
            session.choose(chance.choice(listed[:-2] or listed))
    for before, roll, events in rolls_of(session):
        kinds.add(roll.kind)
        assert roll.sides == before.node.sides
        if EventKind.INITIATIVE in events:
            assert [die.of.number if die.of else -1 for die in roll.dice] == list(before.record.order[: len(roll.dice)])
        if EventKind.BAND in events:
            band = events[EventKind.BAND]["band"]
            assert roll.good == (band >= Band.HIT)
            assert (roll.outcome == "critical") == (band == Band.CRITICAL)
            assert roll.total is not None
            assert roll.needed is not None
            assert roll.good == (roll.total >= roll.needed)
        if roll.kind in ("resistance", "maintenance", "exposure"):
            assert roll.good == bool(events.keys() & PASSED) != bool(events.keys() & FAILED)
            assert roll.total is not None
            assert roll.needed is not None
            assert roll.good == (roll.total >= roll.needed)
        if EventKind.DAMAGE in events and EventKind.BAND not in events and EventKind.CONTEST_ROUND not in events:
            assert roll.verdict == f"{events[EventKind.DAMAGE]['damage']} damage"
        if EventKind.CONTEST_ROUND in events:
            event = events[EventKind.CONTEST_ROUND]
            assert roll.good == (event["their_total"] > event["own_total"])
        about = before.words.about(before.record)
        assert about < 0 or roll.kind == "hazard-damage" or {die.of and die.of.number for die in roll.dice} == {about}
    assert {"initiative", "attack-roll"} <= kinds


@pytest.mark.parametrize("more", [{}, {"armour": "heavy"}])
def test_what_a_secret_sheet_would_have_needed_is_not_told(more: dict[str, str]) -> None:
    setup = Meeting([{}], [more]).setup.model_copy(update={"secret_sheets": True})
    match = Match(HEROES, setup, dice=DiceSource(seed=1))
    match.session.roll_typed([1, 1])
    match = Match(HEROES, setup, dice=DiceSource(seed=1), resumed=match.session)
    match.choose("a", match.observe("a").choices()[0])
    match.roll_typed("a", [1, 1, 1])
    needed = {}
    for side in ("a", "b", "spectator"):
        roll = match.step_texts(side)[-1].roll
        assert roll is not None
        needed[side] = roll.needed
    assert needed["a"] is needed["spectator"] is None
    assert needed["b"] is not None


def test_nobody_rolls_the_dice_of_a_hazard_for_a_side() -> None:
    pit = {"name": "Pit", "defence": "reflex", "power": 9, "damage": "1d6", "types": ["bludgeoning"], "trap": True}
    meeting = Meeting([{}], [{}], hazards=[pit]).edit(Editable.TRAP, 0, 0, of=1).roll(1, 1, 1)
    roll = last(meeting.roll(4))
    assert (roll.kind, owners(roll), roll.verdict, roll.good) == ("hazard-damage", [""], "4 damage", None)

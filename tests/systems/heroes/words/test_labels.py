"""Choices of a turn as they are offered: every number and name as data, and nothing of a secret sheet."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest

from battlewright import systems
from battlewright.answers.data import offers_data
from battlewright.answers.offers import offer_data
from battlewright.engine.labels import Cost
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.record_text import read_record
from battlewright.engine.session import Session
from battlewright.systems.heroes.enums import ConditionName, Target
from battlewright.systems.heroes.guide.guide import HeroesGuide
from battlewright.systems.heroes.record import ChoiceKind, Editable
from battlewright.systems.heroes.setup.encounters import read_encounter
from tests.systems.heroes.helpers import Meeting

HEROES = systems.load("heroes")
SWORD = {"name": "Longsword", "damage": "1d8+3", "types": ["slashing"]}
FLAME = {"name": "Flame", "target": "reflex", "damage": "2d6", "types": ["fire", "radiant"]}
MEND = {"name": "Mend", "heals": True, "damage": "1d8"}
CHARM = {"name": "Charm", "target": "willpower", "effect": "stunned", "check": "maintenance"}


def data(meeting: Meeting) -> dict[str, dict[str, Any]]:
    """The offers of a turn as data, by their lines."""
    found: Any = offers_data(HeroesGuide(meeting.session))["offers"]
    return {each["choice"]: each for each in found}


def test_an_action_stands_under_its_name_and_damage() -> None:
    meeting = Meeting([{"weapons": [SWORD], "spells": [FLAME, MEND]}], [{}, {}], spell_ap=3)
    found = data(meeting)
    attack = found["use target=1"]
    assert attack["heading"] == {"key": "use-0", "order": 8, "text": "Longsword · 1d8+3 slashing"}
    assert attack["title"] == "b1"
    assert attack["detail"] == f"Health {meeting.card(1).health}/{meeting.card(1).health}"
    assert attack["cost"] == {"number": 2, "unit": "AP"}
    assert attack["about"] == {"number": 1, "tag": "b1", "name": "b1", "side": "b"}
    assert attack["fields"] == {
        "action": {"number": 0, "tag": "", "name": "Longsword", "side": None},
        "target": attack["about"],
    }
    assert attack["chance_of"] == "a"
    potency = meeting.card(0).spell_potency
    assert found["use action=1 target=2"]["heading"]["text"] == f"Flame · 2d6+{potency} fire, radiant"
    mend = found["use action=2"]
    assert mend["heading"]["text"] == f"Mend · 1d8+{potency}"
    assert mend["chance_of"] is None
    assert mend["about"]["tag"] == "a1"
    meeting.edit(Editable.HEALTH, 1, 5)
    assert data(meeting)["use target=1"]["detail"] == f"Health 5/{meeting.card(1).health}"


def test_a_check_of_an_effect_weighs_its_defence_against_the_power() -> None:
    meeting = Meeting([{}], [{"wisdom": 7}])
    meeting.give(0, ConditionName.DISEASED, defence=Target.FORTITUDE, power=7)
    resist = next(each for each in data(meeting).values() if each["kind"] == "resist")
    assert (resist["heading"]["text"], resist["title"]) == ("Shake off", "Diseased")
    assert resist["detail"] == f"Fortitude {meeting.who(0).fortitude} against 12 + 7"
    assert resist["fields"] == {"condition": {"number": 20, "tag": "", "name": "Diseased", "side": None}}
    assert (resist["about"]["tag"], resist["cost"]["number"]) == ("a1", meeting.setting.rulings.check_ap)
    meeting.give(0, ConditionName.STUNNED, by=2, defence=Target.WILLPOWER)
    assert any(each["detail"].startswith("of b1 · Willpower ") for each in data(meeting).values())


def test_a_check_that_keeps_up_an_effect_is_about_its_target() -> None:
    meeting = Meeting([{"player": True, "wisdom": 12}], [{}]).give(1, ConditionName.STUNNED, by=1)
    meeting.end().end().initiative()
    keep = next(each for each in data(meeting).values() if each["kind"] == "maintain")
    power, fortitude = meeting.who(0).spell_power, meeting.who(1).fortitude
    assert (keep["heading"]["text"], keep["title"]) == ("Keep up", "Stunned")
    assert keep["detail"] == f"on b1 · Spell Power {power} against 12 + Fortitude {fortitude}"
    assert keep["about"] == keep["fields"]["target"] == {"number": 1, "tag": "b1", "name": "b1", "side": "b"}
    assert keep["fields"]["condition"]["name"] == "Stunned"
    assert keep["chance_of"] == "a"


def test_what_else_a_turn_has_costs_and_ends_as_it_says() -> None:
    found = data(Meeting([{}], [{}]))
    other, end = found["other"], found["end"]
    assert (other["title"], other["heading"]["text"], other["cost"]) == (
        "Do something else",
        "Or",
        Cost(1, "AP")._asdict(),
    )
    assert (end["title"], end["cost"], end["ends_turn"], end["about"]) == ("End the turn", None, True, None)
    assert [each["heading"]["order"] for each in found.values()] == sorted(
        each["heading"]["order"] for each in found.values()
    )


def test_what_no_dice_can_do_is_marked() -> None:
    wall = {"modifiers": [{"component": "armor", "amount": 60}, {"component": "reflex", "amount": 90}]}
    meeting = Meeting([{"weapons": [SWORD], "spells": [FLAME, MEND]}], [wall, {}])
    found = data(meeting)
    assert found["use target=1"]["cannot_succeed"]
    assert found["use action=1 target=1"]["cannot_succeed"]
    assert not found["use target=2"]["cannot_succeed"]
    assert found["use action=2"]["cannot_succeed"]  # nothing is lost
    meeting.edit(Editable.HEALTH, 0, 1)
    assert not data(meeting)["use action=2"]["cannot_succeed"]
    meeting.give(0, ConditionName.DISEASED, defence=Target.FORTITUDE, power=99)
    assert next(each for each in data(meeting).values() if each["kind"] == "resist")["cannot_succeed"]


@pytest.mark.parametrize("name", ["the-barrow", "the-court-of-hexes", "webs-in-the-reeds"])
def test_the_offers_of_whole_encounters_agree_with_their_records(name: str) -> None:
    session, chance, kinds = Session(HEROES, read_encounter(name), 5), random.Random(7), set()
    while not session.is_over and len(session.steps) < 400:
        if session.node.kind != NodeKind.DECISION:
            session.roll()
            continue
        guide = HeroesGuide(session)
        made = guide.offers()
        listed = session.choices()
        by_place = sorted(made, key=lambda each: each.place)
        assert [each.choice for each in by_place] == listed
        assert (guide.left_out(), list(guide.to_type())) == (0, [])
        asked = session.words.reference(session.words.about(session.record))
        assert asked is not None
        assert asked.number == session.record.frames[session.record.depth - 1].actor
        for offer, advice in zip(by_place, guide.advise(listed), strict=True):
            kinds.add(offer.kind)
            fields = offer.label.fields
            for field, number in (("action", offer.choice.action), ("target", offer.choice.target)):
                assert field not in fields or fields[field].number == number
            assert offer.label.about is None or "(" not in offer.label.about.name
            line = json.loads(json.dumps(offer_data(session, offer)))["choice"]
            assert read_record(line, HEROES.rules.choice, ChoiceKind) == offer.choice
            chances = {advice.chances.get("hit"), advice.chances.get("success")} - {None}
            if chances:
                assert offer.cannot_succeed == (chances == {Fraction(0)})
            if offer.kind in ("use", "resist", "maintain"):
                assert offer.label.about is not None
                assert offer.label.cost is not None
                before = session.record.combatants[asked.number].ap
                assert offer.label.cost.number <= before
        session.choose(chance.choice(listed[:-2] or listed))
    assert {"use", "other", "end"} <= kinds


def test_a_secret_sheet_is_in_no_offer() -> None:
    strong = {"weapons": [SWORD | {"name": "Wyrmbane", "damage": "3d8+9"}], "constitution": 11}
    meeting = Meeting([{"spells": [CHARM | {"effect": "dominated"}], "wisdom": 9}, {}], [strong, {}])
    session = Session(HEROES, meeting.setup.model_copy(update={"secret_sheets": True}))
    session.roll_typed([1] * session.node.dice)
    for each in HeroesGuide(observe(session, 0)).offers():
        if each.kind == "use":
            assert each.label.detail == ("Health ?" if each.choice.target >= 2 else "")
            assert not each.cannot_succeed
    edit = read_record(
        "condition who=2 value=-1 of=25 by=1 defence=1", HEROES.rules.edit_record, HEROES.rules.edit_kinds
    )
    session.edit(edit)
    while session.record.frames[session.record.depth - 1].actor != 2 or session.node.kind != NodeKind.DECISION:
        if session.node.kind == NodeKind.DECISION:
            session.choose(session.choices()[-1])
        else:
            session.roll_typed([1] * session.node.dice)
    assert session.node.side == 0  # the dominated foe is led by side a
    seen = json.dumps(offers_data(HeroesGuide(observe(session, 0))), ensure_ascii=False)
    assert 'Weapon 1"' in seen
    assert not any(secret in seen for secret in ("Wyrmbane", "3d8", "1d6", "slashing", str(meeting.card(2).health)))

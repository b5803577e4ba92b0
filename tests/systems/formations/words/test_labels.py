"""Choices of an engagement as they are offered: groups, actions and dice as data."""

from __future__ import annotations

import random
from typing import Any

from battlewright import systems
from battlewright.answers.data import offers_data
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.systems.formations.guide.groups import count_rerolls
from battlewright.systems.formations.guide.guide import FormationsGuide
from battlewright.systems.formations.record import Engagement
from battlewright.systems.formations.setup.engagement import FORCES, EngagementSetup, read_force
from tests.systems.formations.helpers import ENEMY, Engaged, force

FORMATIONS = systems.load("formations")
VOLLEY = {"name": "Volley", "dice": 2, "wounds": True}
HEX = {"name": "Hex", "against": "will", "effect": "weakened", "combination": "triple"}
SHOUT = {"name": "Shout", "roll": "order", "effect": "rerolls"}
LEAP = {"name": "Leap", "roll": "test", "against": "dex", "effect": "exposed"}


def data(session: Session) -> dict[str, dict[str, Any]]:
    """The offers as data, by their lines."""
    found: Any = offers_data(FormationsGuide(session))["offers"]
    return {each["choice"]: each for each in found}


def engaged(**more: Any) -> Engaged:
    """Side a acts first: five models that can do everything, against four."""
    a = force({"models": 5, "name": "Pikes"}, {"rerolls": 3}, actions=[VOLLEY, HEX, SHOUT, LEAP], **more)
    return Engaged(a, force({"models": 4, "name": "Wall"}, deflection=5, will=2)).roll(6, 1)


def test_a_group_is_offered_by_its_name_and_models() -> None:
    found = data(engaged().session)
    pikes = {"number": 0, "tag": "a1", "name": "Pikes", "side": "a"}
    assert found["activate"]["about"] == pikes
    assert found["activate"]["fields"] == {"group": pikes}
    assert found["activate"]["heading"] == {"key": "activate", "order": 5, "text": "Activate"}
    assert (found["activate"]["title"], found["activate"]["detail"]) == ("Pikes", "5 \N{MULTIPLICATION SIGN} Kind")
    assert (found["activate group=1"]["title"], found["activate group=1"]["about"]["tag"]) == ("Kind", "a2")
    assert found["activate"]["chance_of"] is None


def test_an_action_stands_under_its_name_and_what_it_does() -> None:
    found = data(engaged().activate(0).session)
    by_action = {each["fields"]["action"]["name"]: each for each in found.values()}
    assert {name: each["heading"]["text"] for name, each in by_action.items()} == {
        "Attack": "Attack",
        "Volley": "Volley · 2 dice each against DEF, Wounds",
        "Hex": "Hex · ATK dice against WILL, on a Triple weakened by 1 die",
        "Shout": "Shout · order, 1 Reroll",
        "Leap": "Leap · DEX test, DEF 1 lower",
    }
    assert [each["heading"]["order"] for each in by_action.values()] == [10, 11, 12, 13, 14]
    wall = {"number": ENEMY, "tag": "b1", "name": "Wall", "side": "b"}
    assert by_action["Volley"]["about"] == by_action["Volley"]["fields"]["target"] == wall
    times = "\N{MULTIPLICATION SIGN}"
    details = {name: each["detail"] for name, each in by_action.items()}
    assert details["Volley"] == f"4 {times} DEF 5"
    assert details["Hex"] == f"4 {times} WILL 2"
    assert details["Leap"] == f"4 {times} Kind"
    assert {name for name, each in by_action.items() if each["chance_of"] == "a"} == {"Attack", "Volley", "Hex", "Leap"}
    assert by_action["Shout"]["about"]["side"] == "a"


def test_dice_to_roll_again_are_a_list() -> None:
    session = engaged().activate(1).act(ENEMY, 1).roll(1, 6).session
    found = data(session)
    assert {each["heading"]["text"] for each in found.values()} == {"Dice to roll again"}
    assert found["reroll"]["title"] == "Keep them all"
    assert found["reroll dice=1,0,0,0,0,0"]["fields"] == {"dice": [1, 0, 0, 0, 0, 0]}
    assert found["reroll dice=1,0,0,0,0,0"]["title"] == "Reroll 1 of 1 misses"


def test_the_second_model_of_a_broken_formation_has_a_tag_of_its_own() -> None:
    words = engaged().session.words
    assert [getattr(words.reference(slot), "tag", None) for slot in (0, 12, ENEMY, ENEMY + 12, 2, -1)] == [
        "a1",
        "a1/2",
        "b1",
        "b1/2",
        None,
        None,
    ]


def test_what_no_dice_can_do_is_marked() -> None:
    found = data(engaged(dex=1).activate(1).session)
    vain = {each["fields"]["action"]["name"] for each in found.values() if each["cannot_succeed"]}
    assert vain == {"Hex", "Leap"}  # one die shows no Triple, and a 1 passes no test
    a = force(actions=[VOLLEY])
    found = data(Engaged(a, force(deflection=7)).roll(6, 1).activate(0).session)
    assert all(each["cannot_succeed"] for each in found.values())


def test_ways_to_name_dice_are_counted_and_not_listed_without_end() -> None:
    a = force({"models": 20, "rerolls": 1000}, actions=[HEX | {"dice": 10}], will=3)
    session = Engaged(a, force({"models": 20})).roll(6, 1).activate(0).act(ENEMY, 1).session
    session.roll_typed([1 + die % 6 for die in range(200)])
    guide = FormationsGuide(session)
    offered: Any = offers_data(guide)
    assert len(offered["offers"]) == FORMATIONS.rules.max_choices
    assert offered["left_out"] == 35**2 * 34**4 - FORMATIONS.rules.max_choices
    assert [each["kind"] for each in offered["to_type"]] == ["reroll"]


def test_the_offers_of_whole_engagements_agree_with_their_records() -> None:
    forces = [read_force(name) for name in FORCES.names]
    for seed, (a, b) in enumerate([(0, 1), (2, 3), (3, 0)]):
        setup = EngagementSetup(forces=(forces[a], forces[b]), round_limit=3)
        session, chance = Session(FORMATIONS, setup, seed), random.Random(seed)
        while not session.is_over:
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
                continue
            guide, listed = FormationsGuide(session), session.choices()
            made = guide.offers()
            assert [each.choice for each in made] == listed
            assert guide.left_out() == 0
            battle: Engagement = session.record
            if made[0].kind == "reroll":
                assert count_rerolls(battle) == len(listed)
            for each in made:
                fields, choice = each.label.fields, each.choice
                assert each.label.about is fields.get("target", fields.get("group"))
                if each.kind == "reroll":
                    assert fields == {"dice": list(choice.dice)}
                else:
                    slot = choice.group if each.kind == "activate" else choice.target
                    assert each.label.about is not None
                    assert each.label.about.number == slot
                    assert each.label.detail.startswith(f"{battle.groups[slot].models} ")
            session.choose(chance.choice(listed))

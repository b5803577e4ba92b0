"""Secret sheets: what a side, a spectator and a game master know of an encounter."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, cast

import pytest

from battlewright import systems
from battlewright.conformance import check
from battlewright.contract.guides import guide_of, observation_data
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import Observation, known_to, observe
from battlewright.engine.record import copy_of, look, snapshot
from battlewright.engine.record_text import read_record
from battlewright.engine.session import Session
from battlewright.engine.view import EVERYTHING, NOBODY, view
from battlewright.play.dice import DiceSource
from battlewright.play.match import Match
from battlewright.play.players import play_on, seat_bots
from battlewright.systems.heroes.enums import ConditionName
from battlewright.systems.heroes.guide.guide import HeroesGuide
from battlewright.systems.heroes.lab.sim_report import HeroesSummary
from battlewright.systems.heroes.record import ChoiceKind, HeroesChoice, Setting
from battlewright.systems.heroes.rules.secrets import has_secrets
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, read_encounter
from battlewright.systems.heroes.setup.secrets import hide_setup, is_unknown
from battlewright.systems.heroes.system import SENTENCES
from tests.advice import advice_texts
from tests.systems.heroes.helpers import Meeting, sheet

HEROES = systems.load("heroes")
CLUB = {"name": "Club", "damage": "1d6", "types": ["bludgeoning"]}
CHARM = {"name": "Charm", "target": "willpower", "effect": "dominated", "check": "maintenance"}
MEND = {"name": "Mend", "heals": True, "damage": "1d8"}


def secret(name: str) -> EncounterSetup:
    return read_encounter(name).model_copy(update={"secret_sheets": True})


def duel(foe: dict[str, Any], **more: Any) -> EncounterSetup:
    """Two against two, with secret sheets; the first foe has this sheet."""
    sides = [
        [{"name": "Ann", "sheet": sheet(spells=[CHARM], wisdom=9)}, {"name": "Ben", "sheet": sheet()}],
        [{"name": "Foe", "sheet": foe}, {"name": "Other", "sheet": sheet(spells=[MEND])}],
    ]
    return EncounterSetup.model_validate({"sides": sides, "secret_sheets": True} | more)


def bytes_known(seen: Observation) -> tuple[bytes, bytes, str, str]:
    """All that can be read from an observation."""
    data = json.dumps(observation_data(seen))
    return snapshot(seen.battle), snapshot(seen.setting), data, seen.setup.model_dump_json()


@pytest.mark.plain
def test_a_side_knows_its_own_sheets_and_only_the_names_of_others() -> None:
    setup = secret("the-barrow")
    for side in (0, 1, NOBODY):
        hidden = hide_setup(setup, side)
        assert EncounterSetup.model_validate(hidden.model_dump(mode="json", exclude_none=True)) == hidden
        assert [each.name for each in hidden.combatants] == [each.name for each in setup.combatants]
        for other in (0, 1):
            assert (hidden.sides[other] == setup.sides[other]) == (other == side)
        for who, each in enumerate(hidden.combatants):
            assert is_unknown(hidden, who) == (side != int(who >= len(setup.sides[0])))
            assert len(each.sheet.actions) == len(setup.combatants[who].sheet.actions)
    assert hide_setup(setup, EVERYTHING) is setup


@pytest.mark.plain
def test_an_ordinary_encounter_has_no_secrets() -> None:
    setup = read_encounter("the-barrow")
    session = Session(HEROES, setup, 1)
    session.roll()
    assert not as_plain(has_secrets)(look(Setting, session.setting))
    assert hide_setup(setup, 0) is setup
    whole = snapshot(view(HEROES, session.setting, session.battle, EVERYTHING))
    assert all(snapshot(view(HEROES, session.setting, session.battle, side)) == whole for side in (0, 1, NOBODY))
    assert "secret_sheets" not in setup.model_dump()


FOES: list[dict[str, Any]] = [
    {"strength": 9},
    {"constitution": 12},
    {"dexterity": 1},
    {"wisdom": 8, "charisma": 8},
    {"level": 7},
    {"armour": "heavy"},
    {"resistances": {"slashing": 5}},
    {"vulnerabilities": {"fire": 2}},
    {"weapons": [CLUB | {"name": "Mace", "damage": "2d8+3", "types": ["fire"], "bonus": 4}]},
    {"items": [{"name": "Ring", "bonuses": {"willpower": 3}}]},
    {"bloodied": "frenzied"},
    {"about": "A king in disguise."},
]


@pytest.mark.parametrize("changed", FOES)
def test_an_observation_is_the_same_whatever_is_on_a_foes_sheet(changed: dict[str, Any]) -> None:
    matches = [Match(HEROES, duel(sheet(**more)), dice=DiceSource(seed=1)) for more in ({}, changed)]
    one, other = (
        {seat: bytes_known(match.observe(seat, since=0)) for seat in [*match.seats.names, "spectator"]}
        for match in matches
    )
    assert one["a"] == other["a"]
    assert one["spectator"] == other["spectator"]
    assert one["b"] != other["b"]


@pytest.mark.parametrize("changed", [{"level": 7}, {"armour": "heavy"}, {"resistances": {"fire": 5}}, {"strength": 4}])
def test_it_stays_the_same_in_the_turn_of_a_hero(changed: dict[str, Any]) -> None:
    matches = [Match(HEROES, duel(sheet(**more)), dice=DiceSource(seed=1)) for more in ({}, changed)]
    for match in matches:
        match.session.roll_typed([10, 9, 2, 1])
        assert match.session.node.kind == NodeKind.DECISION
    one, other = (bytes_known(match.observe("a")) for match in matches)
    assert one == other


@pytest.mark.parametrize("name", ["the-court-of-hexes", "duel"])
def test_the_choices_and_refusals_of_a_side_are_those_of_the_true_encounter(name: str) -> None:
    setup = duel(sheet(spells=[MEND], wisdom=1, charisma=1)) if name == "duel" else secret(name)
    chance, dominated = random.Random(5), 0
    session = Session(HEROES, setup, 1)
    known = {side: known_to(session, side) for side in (0, 1, NOBODY)}
    while not session.is_over and len(session.steps) < 300:
        if chance.random() < 0.1:
            for side in known:
                assert json.dumps(observation_data(observe(session, side, known[side])))
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        seen, listed = observe(session, session.node.side, known[session.node.side]), session.choices()
        assert seen.choices() == listed
        assert seen.fingerprint == session.fingerprint
        for _ in range(4):
            tried: HeroesChoice = copy_of(chance.choice(listed))
            tried.target, tried.action = chance.randint(-1, 9), chance.randint(-1, 5)
            tried.condition = chance.randint(0, 30)
            assert seen.refusal(tried) == session.refusal(tried)
        actor = session.record.frames[session.record.depth - 1].actor
        dominated += session.record.combatants[actor].ruled_by > 0
        session.choose(chance.choice([each for each in listed if each.kind == ChoiceKind.USE] or listed))
    assert dominated or name != "duel"


def test_a_stand_in_has_the_numbers_of_its_sheet() -> None:
    session = Session(HEROES, secret("the-barrow"), 1)
    seen = observe(session, 0)
    setting, first = look(Setting, seen.setting), len(session.setup.sides[0])
    for who in range(first, len(session.setup.combatants)):
        now, card = seen.record.combatants[who], setting.cards[who]
        for name in ("health", "morale", "dodge", "parry", "armor", "willpower", "fortitude", "reflex", "initiative"):
            assert getattr(now, name) == getattr(card, name), name
    own = session.record.combatants[0]
    assert seen.record.combatants[0].health == own.health


@pytest.mark.clause("H.X4")
def test_everybody_sees_that_a_foe_is_bloodied_but_not_its_health() -> None:
    meeting = Meeting([{}], [{}])
    setup = meeting.setup.model_copy(update={"secret_sheets": True})
    match = Match(HEROES, setup, dice=DiceSource(seed=1), with_master=True)
    match.roll()
    edit = read_record("health who=1 value=2", HEROES.rules.edit_record, HEROES.rules.edit_kinds)
    match.edit("master", edit)
    seen = match.observe("a")
    row = seen.words.status(seen.record)[2]
    assert row[1:5] == ["?"] * 4
    assert row[6] == "?"
    assert "Near Death" in row[-1] or "Bloodied" in row[-1]
    foe = seen.record.combatants[1]
    assert foe.health > 0
    assert (foe.caused >> ConditionName.BLOODIED) & 1 or (foe.caused >> ConditionName.NEAR_DEATH) & 1
    assert match.observe("master").words.status(match.session.record)[2][1].startswith("2/")
    seen_by = {side: cast("HeroesSummary", match.summary(side))["combatants"][1]["health"] for side in "ab"}
    assert seen_by["a"] is None
    assert seen_by["b"] is not None
    assert seen_by["b"]["now"] == 2


def test_a_guide_tells_nothing_about_a_secret_sheet() -> None:
    match = Match(HEROES, duel(sheet()), dice=DiceSource(seed=1))
    match.session.roll_typed([10, 9, 2, 1])
    seen = match.observe("a")
    guide, choices = guide_of(seen), seen.choices()
    assert guide.view("s foe") == ["The sheet of Foe is secret."]
    assert guide.view("s ann") == guide_of(match.session).view("s ann")
    assert isinstance(guide, HeroesGuide)
    assert guide.uses()
    for use in guide.uses():
        assert (use.bonus, use.chances, use.hit, use.damage, use.brings) == (0, {}, None, None, {})
    advice = advice_texts(guide, choices)
    assert advice is not None
    for text, choice in zip(advice, choices, strict=True):
        assert text.strip("* ") == "", SENTENCES(seen.setup).choice(seen.record, choice)


def test_an_encounter_with_secret_sheets_keeps_the_contract() -> None:
    report = check(HEROES, [secret("the-court-of-hexes")], battles=1)
    assert report.bot_choices > 0


@pytest.mark.parametrize("bot", ["greedy", "search:20"])
def test_bots_play_against_sheets_that_they_do_not_know(bot: str) -> None:
    match = Match(HEROES, secret("cudgels-in-the-alley"), {"a": bot, "b": "greedy"}, DiceSource(seed=2))
    play_on(match, seat_bots(match))
    assert match.is_over


@pytest.mark.plain
def test_an_encounter_file_keeps_its_sheets_secret(tmp_path: Path) -> None:
    path = tmp_path / "dark.toml"
    path.write_text('name = "Dark"\nheroes = ["silarn"]\nfoes = ["ruffian"]\nsecret_sheets = true\n', encoding="utf-8")
    setup = read_encounter(str(path))
    assert setup.secret_sheets
    assert HEROES.setup.complete is not None
    again = EncounterSetup.model_validate(HEROES.setup.complete(setup).model_dump(mode="json", exclude_none=True))
    assert again.secret_sheets
    assert not any(read_encounter(name).secret_sheets for name in ENCOUNTERS.names)

"""Set-ups written out in full: they come back from a file as they were, whatever has changed in shipped files."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from battlewright import systems
from battlewright.contract.system import System
from battlewright.engine.errors import SetupError
from battlewright.engine.record import look, snapshot
from battlewright.systems.formations.setup.engagement import FORCES, ActionSetup, EngagementSetup, read_force
from battlewright.systems.heroes.setup import rulings
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, read_encounter
from battlewright.systems.skirmish.record import Setting
from battlewright.systems.skirmish.rules.contract import EDITIONS
from battlewright.systems.skirmish.setup import files
from battlewright.systems.skirmish.setup.battle import SCENARIOS, BattleSetup, read_scenario, set_up
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES, EffectRow, WeaponSetup, read_roster, read_table
from tests.systems.heroes.helpers import sheet
from tests.systems.skirmish.parts import roster, scenario, table

FORMATIONS, HEROES, SKIRMISH = (systems.load(name) for name in ("formations", "heroes", "skirmish"))


def written(setup: BaseModel) -> dict[str, Any]:
    """What a replay writes of a set-up that is complete."""
    return setup.model_dump(mode="json", by_alias=True, exclude_none=True)


@contextmanager
def other_shipped_files() -> Iterator[None]:
    """Ship other weapons, effects and rulings: no number stays, and a few names are gone."""
    weapons = [{"name": "Sword", "kind": "shooting", "modifier": 9, "damage": 9, "points": 50}]
    weapons += [{"name": "Rifle", "kind": "melee", "threat": 6, "oppression": 9, "critical": 9, "points": 50}]
    effects = [{"name": "explosion", "radius": 3, "stress": 5, "once": False, "leaves": "fire"}]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "shipped_weapons", lambda: tuple(map(WeaponSetup.model_validate, weapons)))
        patch.setattr(files, "shipped_effects", lambda: tuple(map(EffectRow.model_validate, effects)))
        patch.setattr(rulings, "shipped_rulings", dict)
        patch.setattr(rulings, "as_shipped", lambda: pytest.fail("complete rulings were compared with the shipped"))
        yield


def keeps_complete(system: System, setup: Any) -> None:
    """Hold a set-up to the contract of ``complete``."""
    complete = system.setup.complete or (lambda same: same)
    whole, setting = complete(setup), snapshot(system.setup.build(setup))
    assert complete(whole) == whole
    data = json.loads(json.dumps(written(whole)))
    assert tomllib.loads(tomli_w.dumps(data)) == data
    again = system.setup.model.model_validate(data)
    assert again == whole
    assert written(again) == data
    assert snapshot(system.setup.build(whole)) == snapshot(system.setup.build(again)) == setting
    assert complete(again) == again
    if system.setup.swap:
        swapped = snapshot(system.setup.build(system.setup.swap(setup)))
        assert snapshot(system.setup.build(system.setup.swap(again))) == swapped
        assert system.setup.swap(system.setup.swap(again)) == again
    with other_shipped_files():
        later = system.setup.model.model_validate(data)
        assert snapshot(system.setup.build(later)) == setting
        if system.setup.swap:
            assert snapshot(system.setup.build(system.setup.swap(later))) == swapped


# Skirmish

own_weapons = st.lists(
    st.sampled_from(
        [
            {"name": "Sword", "kind": "melee", "threat": 1.5, "oppression": 2, "critical": 3, "points": 6},
            {"name": "Pistol", "kind": "shooting", "modifier": -0.5, "damage": 2, "critical": "d3", "points": 4},
            {"name": "Hook", "kind": "melee", "threat": 0, "oppression": 0, "critical": 0, "shove": True, "points": 0},
        ]
    ),
    unique_by=lambda weapon: str(weapon["name"]),
)


@st.composite
def armed_rosters(draw: st.DrawFn) -> files.RosterSetup:
    """A roster with its own versions of some weapons, carried or not."""
    own = draw(own_weapons)
    names = [
        "Sword",
        "Spear",
        "Pistol",
        "Rifle",
        "Sniper",
        *(["Hook"] if any(w["name"] == "Hook" for w in own) else []),
    ]
    carried = st.lists(st.sampled_from(names), unique=True, max_size=3)
    return roster(*({"weapons": draw(carried)} for _ in range(draw(st.integers(1, 3)))), weapons=own)


own_effects = st.lists(
    st.sampled_from(
        [
            {"name": "explosion", "stress": 3},
            {"name": "explosion", "radius": 2.5, "once": False},
            {"name": "dust", "leaves": "dust", "once": True},
            {"name": "geyser", "radius": 1.125, "leaves": "fire"},
        ]
    ),
    unique_by=lambda row: str(row["name"]),
)
given_effects = st.fixed_dictionaries(
    {"effect": st.sampled_from(["explosion", "dust", "fire"]), "radius": st.sampled_from([1, 1.5, 3])},
    optional={"stress": st.integers(1, 5), "once": st.booleans(), "leaves": st.sampled_from(["dust", "fire"])},
)
scenarios = st.fixed_dictionaries(
    {"deployment": st.sampled_from([{}, {"depth": 5.25}, {"edges": "corners"}, {"edges": "west-east", "depth": 4}])},
    optional={"effects": st.lists(given_effects.map(lambda each: {"piece": "Wall"} | each), min_size=1, max_size=1)},
)
victories = st.sampled_from([{}, {"victory": "hold"}, {"victory": "hold", "hold": [9.5, 9, 1]}, {"victory": "leaders"}])


@given(
    rosters=st.tuples(armed_rosters(), armed_rosters()),
    effects=own_effects,
    pieces=st.lists(given_effects, max_size=2),
    terms=scenarios,
    victory=victories,
    width=st.sampled_from([24, 20.001, 30]),
    edition=st.sampled_from([*EDITIONS]),
)
def test_a_battle_is_complete_in_itself(
    rosters: tuple[files.RosterSetup, files.RosterSetup],
    effects: list[dict[str, Any]],
    pieces: list[dict[str, Any]],
    terms: dict[str, Any],
    victory: dict[str, Any],
    width: float,
    edition: str,
) -> None:
    ground = table({}, *pieces, effects=effects, width=width)
    keeps_complete(SKIRMISH, set_up(rosters, ground, scenario(**terms, **victory), edition))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("other", SCENARIOS.names)
@pytest.mark.parametrize("name", TABLES.names)
def test_every_shipped_battle_is_complete_in_itself(name: str, other: str, edition: str) -> None:
    shift = TABLES.names.index(name) + SCENARIOS.names.index(other)
    rosters = [read_roster(ROSTERS.names[(shift + step) % len(ROSTERS.names)]) for step in (0, 3)]
    keeps_complete(SKIRMISH, set_up((rosters[0], rosters[1]), read_table(name), read_scenario(other), edition))


@pytest.mark.plain
def test_a_complete_battle_names_every_weapon_effect_and_length() -> None:
    assert SKIRMISH.setup.complete is not None
    piece = {"effect": "explosion", "radius": 2}
    battle = set_up((roster({"weapons": ["Spear"]}), roster()), table(piece), scenario(victory="hold"))
    whole: BattleSetup = SKIRMISH.setup.complete(battle)
    assert [[weapon.name for weapon in each.weapons] for each in whole.rosters] == [["Spear"], ["Sword"]]
    assert [row.name for row in whole.table.effects] == ["explosion"]
    assert whole.table.pieces[0].once is True
    assert (whole.scenario.deployment.depth, whole.scenario.hold) == (4, (12, 12, 4))
    with other_shipped_files(), pytest.raises(ValueError, match="must be a shipped weapon"):
        BattleSetup.model_validate(written(battle))


@pytest.mark.plain
@pytest.mark.clause("S2.B1")
def test_each_roster_has_its_own_version_of_a_weapon() -> None:
    spear = {"name": "Spear", "kind": "melee", "oppression": 1, "critical": 1, "points": 7}
    one, other = (roster({"weapons": ["Spear"]}, weapons=[spear | {"threat": reach}]) for reach in (3, 4))
    for rosters, reaches in (((one, other), [3000, 4000]), ((roster({"weapons": ["Spear"]}), other), [2000, 4000])):
        battle = set_up(rosters)
        assert [weapon.name for weapon in battle.weapons] == ["Spear", "Spear"]
        setting = look(Setting, SKIRMISH.setup.build(battle))
        assert [setting.weapons[setting.cards[who].blade[0]].threat for who in (0, 1)] == reaches
        assert setting.cards[1].points == 12 + 7
        keeps_complete(SKIRMISH, battle)


# Heroes


@pytest.mark.parametrize("name", ENCOUNTERS.names)
def test_every_shipped_encounter_is_complete_in_itself(name: str) -> None:
    keeps_complete(HEROES, read_encounter(name))


@given(
    changed=st.fixed_dictionaries(
        {},
        optional={
            "round_limit": st.integers(1, 100),
            "scaled_armour_strength": st.booleans(),
            "default_power": st.integers(1, 99),
            "armour": st.just({"light": {"most_dodge": 1}}),
            "situations": st.just({"knee-deep mud": {"component": "dodge", "amount": "minor penalty"}}),
            "conditions": st.just({"bleeding": {"damage": "1d6"}, "flanked": {"whole": 0}}),
            "responses": st.just({"weakened": {"attack": -9}}),
        },
    ),
    bloodied=st.sampled_from(["none", "weakened", "afraid", {"attack": -3}, {"whole": 2, "no_parry": True}]),
)
def test_an_encounter_by_other_rulings_is_complete_in_itself(changed: dict[str, Any], bloodied: Any) -> None:
    side = [{"name": "One", "sheet": sheet(bloodied=bloodied, armour="medium")}]
    trap = {"name": "Pit", "trap": True, "defence": "reflex", "damage": "2d6", "types": ["piercing"], "among": ["a1"]}
    data = {"sides": [side, side], "hazards": [trap], "rulings": changed}
    keeps_complete(HEROES, EncounterSetup.model_validate(data))


@pytest.mark.plain
def test_complete_rulings_lack_nothing() -> None:
    assert HEROES.setup.complete is not None
    data = written(HEROES.setup.complete(read_encounter("the-barrow")))
    assert data["rulings"]["complete"] is True
    for rows, row in (("conditions", "afraid"), ("armour", "heavy"), ("responses", "weakened")):
        lacking = json.loads(json.dumps(data))
        del lacking["rulings"][rows][row]
        with pytest.raises(ValueError, match=f"complete rulings have all rows; there is no {row}"):
            EncounterSetup.model_validate(lacking)
    del data["rulings"]["attack_dice"]
    with pytest.raises(ValueError, match=r"attack_dice\s+Field required"):
        EncounterSetup.model_validate(data)


# Formations


@given(
    forces=st.tuples(st.sampled_from(FORCES.names), st.sampled_from(FORCES.names)),
    rounds=st.integers(1, 100),
    heavy_sixes=st.booleans(),
)
def test_every_engagement_is_complete_in_itself(forces: tuple[str, str], rounds: int, heavy_sixes: bool) -> None:
    one, other = map(read_force, forces)
    keeps_complete(FORMATIONS, EngagementSetup(forces=(one, other), round_limit=rounds, heavy_sixes=heavy_sixes))


@given(
    st.fixed_dictionaries(
        {"name": st.just("A")},
        optional={
            "roll": st.sampled_from(["attack", "test", "order"]),
            "against": st.sampled_from(["might", "dex", "will", "def"]),
            "dice": st.integers(0, 3),
            "wounds": st.booleans(),
            "needs": st.integers(1, 3),
            "combination": st.sampled_from(["double", "triple", "scale"]),
            "effect": st.sampled_from(["rerolls", "weakened", "exposed", "dazed", "wounds"]),
            "amount": st.integers(1, 3),
            "dazed_by": st.sampled_from(["might", "will"]),
            "failure": st.sampled_from(["rerolls", "weakened", "dazed"]),
            "failure_amount": st.integers(1, 3),
        },
    )
)
def test_a_default_that_is_written_out_is_no_fault(data: dict[str, Any]) -> None:
    """An action is refused or allowed alike with its defaults left out, as they are, and written out."""
    defaults = {name: field.default for name, field in ActionSetup.model_fields.items() if name != "name"}
    wanted = {key: value for key, value in data.items() if value != defaults.get(key)}
    full = {key: value for key, value in (defaults | data).items() if value is not None}
    assert outcome(wanted) == outcome(data) == outcome(full)


def outcome(data: dict[str, Any]) -> ActionSetup | list[str]:
    """The action, or what is wrong with it."""
    try:
        return ActionSetup.model_validate(data)
    except ValidationError as error:
        return [each["msg"] for each in error.errors()]


def test_faults_of_a_complete_battle_are_found_where_they_are() -> None:
    assert SKIRMISH.setup.complete is not None
    data = written(SKIRMISH.setup.complete(set_up((roster(), roster()))))
    data["rosters"][1]["weapons"][0]["points"] = 51
    with pytest.raises(ValueError, match=r"rosters\.1\.weapons\.0\.points"):
        BattleSetup.model_validate(data)
    with pytest.raises(SetupError, match="does not find room"):
        set_up((roster(), roster({"count": 12, "base": 4})))

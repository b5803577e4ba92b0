"""Chapter R, exposure: poisoned blades, traps and hazards name a defence and a power, and are resisted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.errors import Refused, SetupError
from battlewright.engine.record import snapshot
from battlewright.systems.heroes.enums import Check, ConditionName, DamageType, Target
from battlewright.systems.heroes.record import Editable, FrameKind, Step
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.encounters import read_encounter
from tests.systems.heroes.helpers import Meeting, sheet

pytestmark = pytest.mark.plain

TOUGH = {"constitution": 5, "strength": 4, "level": 3}
"""Fortitude 7, Health 51."""


def fang(**brought: Any) -> dict[str, Any]:
    effect = {"condition": "poisoned", "defence": "fortitude"} | brought
    return {"name": "Fang", "attribute": "dexterity", "damage": "1d4", "types": ["piercing"], "effect": effect}


def bitten(**brought: Any) -> Meeting:
    """A hit by somebody with Dexterity 6; who is hit has to withstand what it brings."""
    return Meeting([{"dexterity": 6, "weapons": [fang(**brought)]}], [TOUGH]).use(1).roll(1, 1, 1).roll(1)


@pytest.mark.clause("H.R0", "H.R9")
@given(st.integers(1, 8), st.integers(1, 8), st.integers(1, 8))
def test_who_is_hit_resists_a_poison_against_12_and_the_attribute_that_governs_the_weapon(
    one: int, two: int, three: int
) -> None:
    fight = bitten()
    assert (fight.node.step, fight.node.side, fight.node.dice, fight.node.sides) == (Step.EXPOSURE, 1, 3, 8)
    fight.roll(one, two, three)
    assert (fight.has(1) == set()) == (one + two + three + 7 >= 12 + 6)


@pytest.mark.clause("H.R0")
@pytest.mark.parametrize(("power", "has"), [(0, set()), (1, set()), (2, {"poisoned"}), (20, {"poisoned"})])
def test_a_poison_may_have_a_power_and_a_defence_of_its_own(power: int, has: set[str]) -> None:
    fight = bitten(power=power, defence="willpower").roll(3, 3, 2)  # 8 and Willpower 5
    assert fight.has(1) == has
    assert f"rolls 8 + 5 = 13. It took {f'12 + {power} = {12 + power}' if power else 12}" in fight.told()


@pytest.mark.clause("H.R0", "H.W2")
def test_a_critical_effect_that_names_no_defence_needs_no_check() -> None:
    hook = {"name": "Hook", "damage": "1d4", "types": ["piercing"], "critical": "bleeding"}
    fight = Meeting([{"weapons": [hook]}], [TOUGH]).use(1).roll(8, 8, 8).roll(1, 1)
    assert (fight.has(1), fight.node.step) == ({"bleeding"}, Step.ACT)


@pytest.mark.clause("H.R0", "H.R9", "H.R10")
def test_what_has_no_duration_is_later_resisted_against_the_same_power_and_never_kept_up() -> None:
    rot = fang(condition="diseased", power=9)
    hero = {"dexterity": 6, "wisdom": 12, "player": True, "weapons": [rot]}
    fight = Meeting([hero], [TOUGH]).use(1).roll(1, 1, 1).roll(1).roll(1, 1, 1)
    effect = fight.who(1).effects[ConditionName.DISEASED]
    assert (effect.check, effect.defence, effect.power) == (Check.RESISTANCE, Target.FORTITUDE, 9)
    fight.end().end()
    assert fight.node.step == Step.RESISTANCE
    fight.roll(6, 4, 3)
    assert (fight.has(1), "13 + 7 = 20. It took 12 + 9 = 21" in fight.told()) == ({"diseased"}, True)


@pytest.mark.clause("H.R0")
def test_a_poison_or_a_disease_says_which_defence_resists_it() -> None:
    for brought in ("poisoned", {"condition": "diseased"}, {"condition": "diseased", "power": 4}):
        weapon = {"name": "Fang", "damage": "1d4", "types": ["piercing"], "effect": brought}
        with pytest.raises(ValueError, match=r"says which defence resists it, such as .*H\.R0"):
            Meeting([{"weapons": [weapon]}], [{}])


PIT = {"name": "Pit", "trap": True, "defence": "reflex", "damage": "2d6", "types": ["bludgeoning"], "effect": "prone"}
FIRE = {"name": "Fire", "defence": "reflex", "power": 5, "damage": "1d6", "types": ["fire"], "effect": "burning"}


@pytest.mark.clause("H.R0", "H.R9")
def test_a_trap_brings_its_damage_and_its_condition_only_to_who_fails_against_12_and_3() -> None:
    for faces, fails in (((4, 4, 2), False), ((4, 4, 1), True)):  # with Reflex 5 against 15
        fight = Meeting([{}], [{}], hazards=[PIT]).edit(Editable.TRAP, 1, 0, 1)
        assert fight.node.step == Step.EXPOSURE
        fight.roll(*faces)
        assert (fight.node.step == Step.HAZARD_DAMAGE) == fails
        if fails:
            fight.roll(3, 2)
        assert (fight.card(1).health - fight.who(1).health, "prone" in fight.has(1)) == (
            (5, True) if fails else (0, False)
        )
        assert (fight.node.step, fight.actor) == (Step.ACT, 0)


@pytest.mark.clause("H.R0")
def test_a_trap_goes_off_once_at_the_first_of_those_it_threatens_and_a_hazard_in_every_turn() -> None:
    fight = Meeting([{}, {}], [{}], hazards=[PIT | {"among": ["a1", "a2"]}], round_limit=9)
    assert (fight.battle.frames[2].kind, fight.battle.frames[2].target, fight.node.step) == (
        FrameKind.HAZARD,
        0,
        Step.EXPOSURE,
    )
    fight.roll(8, 8, 8).end()
    assert (fight.actor, fight.node.step) == (1, Step.ACT)  # it is spent
    fire = Meeting([{}], [{}], hazards=[FIRE | {"among": ["a1"]}])
    for _ in range(3):
        assert (fire.node.step, fire.actor) == (Step.EXPOSURE, 0)
        fire.roll(8, 8, 8).end().end().initiative()


@pytest.mark.clause("H.R0", "H.D11")
def test_a_game_master_says_whom_a_hazard_threatens_and_may_make_up_a_trap() -> None:
    fight = Meeting([{}], [{}], hazards=[FIRE])
    fight.edit(Editable.EXPOSED, 1, 1, 1).end()
    assert (fight.actor, fight.node.step) == (1, Step.EXPOSURE)
    fight.roll(8, 8, 8).edit(Editable.EXPOSED, 1, 0, 1).end().initiative().end()
    assert (fight.actor, fight.node.step) == (1, Step.ACT)
    acid = 1 << DamageType.ACID
    fight.edit(Editable.TRAP, 0, 0, defence=Target.FORTITUDE, power=99, dice=1, sides=6, plus=1, types=acid)
    assert "goes off at a1 (a1). a1 (a1) is exposed to a trap: Fortitude against 12 + 99 = 111." in fight.told()
    fight.roll(8, 8, 8).roll(3)
    assert fight.card(0).health - fight.who(0).health == 4


@pytest.mark.clause("H.R0")
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"of": 1},
        {"of": 9},
        {"defence": 2},
        {"defence": 4, "condition": 6},
        {"defence": 2, "condition": 3},
        {"defence": 2, "condition": 26},
        {"defence": 2, "condition": 28},
        {"defence": 2, "dice": 2, "sides": 6},
        {"defence": 2, "dice": 11, "sides": 6, "types": 1},
        {"defence": 2, "condition": 6, "value": 1},
    ],
)
def test_a_trap_that_makes_no_sense_is_refused(more: dict[str, int]) -> None:
    fight = Meeting([{}], [{}])
    before = snapshot(fight.session.battle)
    with pytest.raises(Refused, match=r"H\.R0"):
        fight.edit(Editable.TRAP, 1, more.pop("value", 0), **more)
    assert snapshot(fight.session.battle) == before


@pytest.mark.clause("H.R0")
def test_hazards_stand_in_the_file_of_an_encounter(tmp_path: Path) -> None:
    path = tmp_path / "bridge.toml"
    path.write_text(
        'name = "Bridge"\nheroes = ["silarn"]\nfoes = [{ sheet = "ruffian", count = 2, ring = { 3 = "Silarn" } }]\n'
        '[[hazards]]\nname = "Rotten planks"\ntrap = true\ndefence = "reflex"\neffect = "prone"\n'
        'among = ["Silarn", "ruffian 2"]\n'
    )
    setup = read_encounter(str(path))
    assert setup.hazards[0].among == ("a1", "b2")
    assert [each.ring for each in setup.sides[1]] == [{"3": "a1"}, {"3": "a1"}]


@pytest.mark.clause("H.R0", "H.D9")
def test_all_that_is_wrong_with_hazards_and_rings_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(
        'name = "Bad"\nheroes = [{ sheet = "silarn", ring = { 1 = "Ruffian", 2 = "b1", 5 = "a1", 6 = "Nessie" } }]\n'
        'foes = ["ruffian"]\n[[hazards]]\nname = "Nothing"\ndefence = "reflex"\namong = ["b7"]\n'
        '[[hazards]]\nname = "Odd"\ndefence = "reflex"\ndamage = "1d6"\neffect = "bloodied"\n'
    )
    with pytest.raises(SetupError) as raised:
        read_encounter(str(path))
    for part in (
        f"{path}:2: heroes[0].ring: b1 stands at one place only, not at 1 and 2 (H.D9)",
        f"{path}:2: heroes[0].ring: a1 at 5 is of the same side",
        f"{path}:2: heroes[0].ring: there is no 'Nessie' to stand at 6; there are a1, b1 (H.D9)",
        "hazards[0]: a hazard deals damage, or brings a condition, or both (H.R0)",
        f"{path}:7: hazards[0].among: nobody here is called 'b7'; there are Silarn (a1), Ruffian (b1) (H.R0)",
        "hazards[1].types: damage has one type or several (H.E1)",
        "hazards[1].effect: bloodied comes and goes with Health (H.X4); a hazard cannot bring it",
    ):
        assert part in str(raised.value)


@pytest.mark.clause("H.R0")
def test_a_set_up_with_a_hazard_that_threatens_nobody_known_is_refused() -> None:
    side = [{"name": "One", "sheet": sheet()}]
    with pytest.raises(ValueError, match="there is no 'c1'; there are a1, b1"):
        EncounterSetup.model_validate({"sides": [side, side], "hazards": [FIRE | {"among": ["c1"]}]})


@pytest.mark.clause("H.R0")
def test_a_trap_that_is_set_off_by_hand_is_spent_and_a_hazard_is_not() -> None:
    for trap, step in ((True, Step.ACT), (False, Step.EXPOSURE)):
        fight = Meeting([{}], [{}], hazards=[FIRE | {"trap": trap, "among": ["b1"]}])
        fight.edit(Editable.TRAP, 1, 0, 1).roll(8, 8, 8).end()
        assert (fight.actor, fight.node.step) == (1, step)


@pytest.mark.clause("H.E2")
def test_damage_of_nothing_or_less_is_not_said_to_be_resisted() -> None:
    feather = {"name": "Feather", "damage": "1d4-9", "types": ["fire"]}
    fight = Meeting([{"weapons": [feather]}], [TOUGH]).use(1).roll(8, 8, 8).roll(1, 1)
    assert "That does b1 (b1) no damage." in fight.told()
    assert "resists all" not in fight.told()

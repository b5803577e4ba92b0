"""Chapter N: the order of a turn, the moment at which an encounter ends, and whoever decides for the Dominated."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright import systems
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import BattlewrightError, Refused
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.systems.heroes.bots.rank import ranked_first
from battlewright.systems.heroes.enums import ConditionName
from battlewright.systems.heroes.guide.guide import HeroesGuide
from battlewright.systems.heroes.record import ChoiceKind, Editable, Step
from battlewright.systems.heroes.rules.conditions import controller_of, decides_for
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.rulings import RulingsSetup
from battlewright.systems.heroes.words.decider import decider
from tests.systems.heroes.helpers import Meeting, sheet

pytestmark = pytest.mark.plain

STURDY = {"constitution": 12, "level": 3}
"""Health 90."""
SLEEP = {"name": "Sleep", "target": "willpower", "effect": "unconscious", "check": "maintenance"}
MEND = {"name": "Mend", "heals": True, "damage": "1d6"}


def hazard(effect: str, **more: Any) -> dict[str, Any]:
    """A hazard that only brings a condition, to b1."""
    return {"name": "Hazard", "defence": "reflex", "power": 99, "effect": effect, "among": ["b1"]} | more


def cast(fight: Meeting, at: int, action: int = 0) -> Meeting:
    """A contest that is won."""
    return fight.use(at, action).roll(10).roll(1).roll(12).roll(1)


def won_by(fight: Meeting) -> int:
    """The side that has won, -1 for a draw."""
    assert fight.node.kind == NodeKind.OVER
    return fight.node.result - 1


@pytest.mark.clause("H.N1", "H.P3", "H.R10")
def test_the_end_comes_at_once_and_no_spell_lapses_before() -> None:
    hero = {"wisdom": 12, "strength": 12, "player": True, "spells": [SLEEP]}
    hero["weapons"] = [{"name": "Axe", "damage": "9d6", "types": ["slashing"]}]
    fight = cast(Meeting([hero], [{}, {}], ap=4), 1, action=1).end()
    assert (fight.actor, fight.has(1)) == (2, {"unconscious"})  # the sleeper has no check: it is kept up
    fight.end().initiative().use(2).roll(8, 8, 8).roll(*[6] * 18)
    assert won_by(fight) == 0
    assert (fight.has(1), fight.who(2).health) == ({"unconscious"}, 0)
    assert fight.told().endswith("Foes (b) are all out.")
    assert "lapse" not in fight.told()
    assert "Round" not in fight.told()


@pytest.mark.clause("H.N1", "H.R10")
def test_who_falls_last_wakes_nobody() -> None:
    """A confused caster has put its own friend to sleep; its fall ends the encounter before the spell ends."""
    strong = {"strength": 12, "level": 9, "weapons": [{"name": "Axe", "damage": "9d6", "types": ["slashing"]}]}
    fight = Meeting([strong], [{}, {}]).give(1, ConditionName.UNCONSCIOUS, by=3).use(2).roll(8, 8, 8).roll(*[6] * 18)
    assert (won_by(fight), fight.has(1)) == (0, {"unconscious"})


@pytest.mark.clause("H.N1")
def test_who_falls_by_its_own_burns_ends_the_encounter_in_that_moment() -> None:
    fight = Meeting([{}], [{}], hazards=[hazard("staggered")]).give(1, ConditionName.BURNING)
    fight.give(1, ConditionName.BLEEDING).edit(Editable.HEALTH, 1, 1).end().roll(1, 1, 1)
    assert fight.node.step == Step.TICK
    assert won_by(fight.roll(1)) == 0
    assert "Burning" not in fight.told()  # Bleeding, which comes first, was enough


@pytest.mark.clause("H.N1")
def test_both_sides_out_at_once_are_a_draw() -> None:
    sides = [[{"name": name, "sheet": sheet(name, conditions=["unconscious"])}] for name in ("One", "Other")]
    session = Session(systems.load("heroes"), EncounterSetup.model_validate({"name": "Test", "sides": sides}))
    assert (session.node.kind, session.node.result) == (NodeKind.OVER, 0)


@pytest.mark.clause("H.N1", "H.R0", "H.X5")
def test_what_a_hazard_brings_deals_its_damage_in_that_very_turn() -> None:
    for effect, turns in (("frozen", 1), ("burning", 3), ("bleeding", 3)):
        fight = Meeting([{}], [STURDY], hazards=[hazard(effect, trap=True)]).end()
        fight.roll(1, 1, 1)
        for _ in range(turns):
            assert fight.node.step == Step.TICK, effect
            fight.roll(1).end().initiative().end()
        assert (fight.actor, fight.node.step, fight.has(1)) == (1, Step.ACT, set())
        assert fight.card(1).health - fight.who(1).health == turns


@pytest.mark.clause("H.N1", "H.R0", "H.X5")
@pytest.mark.parametrize(("effect", "ap"), [("prone", 2), ("staggered", 2), ("stunned", 1), ("blinded", 3)])
def test_what_a_hazard_brings_costs_its_points_in_that_very_turn(effect: str, ap: int) -> None:
    fight = Meeting([{}], [{}], hazards=[hazard(effect)]).end().roll(1, 1, 1)
    assert (fight.actor, fight.node.step, fight.who(1).ap) == (1, Step.ACT, ap)
    assert f"The turn of b1 (b1): {ap} AP." in fight.told()


@pytest.mark.clause("H.N1", "H.X4")
def test_points_are_counted_after_the_damage_of_conditions() -> None:
    fragile = {"bloodied": {"ap": 2}}
    fight = Meeting([{}], [fragile]).edit(Editable.HEALTH, 1, 6).give(1, ConditionName.BLEEDING).end()
    assert fight.node.step == Step.TICK
    assert fight.roll(1).who(1).ap == 1  # Bloodied now


@pytest.mark.clause("H.N1", "H.R0")
def test_a_turn_has_hazards_first_then_damage_then_points() -> None:
    fight = Meeting([{}], [STURDY], hazards=[hazard("stunned")]).give(1, ConditionName.BURNING).end()
    assert fight.node.step == Step.EXPOSURE
    assert "The turn of b1 (b1) begins." in fight.told()
    fight.roll(1, 1, 1)
    assert fight.node.step == Step.TICK
    assert fight.session.words.ask(fight.battle) == "b1 (b1), Burning: 1d6 damage"
    fight.roll(1)
    assert fight.who(1).ap == 1


@pytest.mark.clause("H.N1", "H.R0", "H.X5")
def test_sleepers_burn_and_suffer_hazards() -> None:
    fire = hazard("blinded", damage="1d6", types=["fire"])
    fight = Meeting([{}], [STURDY, {}], hazards=[fire]).give(1, ConditionName.UNCONSCIOUS)
    fight.give(1, ConditionName.BURNING).end()
    assert (fight.actor, fight.node.step) == (1, Step.EXPOSURE)
    fight.roll(1, 1, 1).roll(4)
    assert fight.has(1) >= {"blinded", "unconscious"}
    assert fight.node.step == Step.TICK
    fight.roll(5)
    assert fight.card(1).health - fight.who(1).health == 9
    assert fight.node.step == Step.RESISTANCE  # and no choice: it cannot act
    assert "and it cannot act" in fight.told()


@pytest.mark.clause("H.N1", "H.W2")
def test_a_critical_hit_that_lets_its_target_sleep_brings_its_critical_effect_too() -> None:
    sap = {"name": "Sap", "damage": "1d4", "types": ["bludgeoning"], "effect": "unconscious", "critical": "bleeding"}
    fight = Meeting([{"weapons": [sap]}], [STURDY, {}]).use(1).roll(8, 8, 8).roll(1, 1)
    assert fight.has(1) == {"unconscious", "bleeding"}


@pytest.mark.clause("H.N1", "H.R0")
def test_a_trap_goes_off_at_a_sleeper_and_not_at_whoever_is_down() -> None:
    trap = {"defence": 2, "power": 99, "dice": 1, "sides": 6, "types": 1}
    fight = Meeting([{}], [STURDY, {}]).give(1, ConditionName.UNCONSCIOUS).edit(Editable.TRAP, 1, 0, **trap)
    assert fight.roll(1, 1, 1).roll(4).who(1).health == fight.card(1).health - 4
    assert HeroesGuide(fight.session).edits("trap b1 reflex 1d6 fire")
    with pytest.raises(Refused, match=r"H\.R0"):
        Meeting([{}], [STURDY, {}]).edit(Editable.HEALTH, 1, 0).edit(Editable.TRAP, 1, 0, **trap)


@pytest.mark.clause("H.N1", "H.X5")
def test_a_sleeper_that_is_burnt_down_has_lost_its_health_too() -> None:
    fight = Meeting([{}], [{}, {}]).give(1, ConditionName.UNCONSCIOUS).give(1, ConditionName.BURNING)
    fight.edit(Editable.HEALTH, 1, 2).end().roll(6)
    assert (fight.who(1).health, fight.who(1).wounds) == (0, 4)
    fight.roll(8, 8, 8)  # it shakes off the spell, and is down all the same
    assert (fight.has(1) >= {"unconscious"}, fight.actor) == (True, 2)


@pytest.mark.clause("H.P3", "H.R10")
def test_nothing_on_the_dead_is_kept_up() -> None:
    stun = {"name": "Stun", "target": "fortitude", "effect": "stunned", "check": "maintenance"}
    fight = cast(Meeting([{"wisdom": 12, "weapons": [], "spells": [stun]}], [{}, {}]), 1).end().end().end()
    fight.initiative()
    named = {"target": 1, "condition": int(ConditionName.STUNNED)}
    assert fight.refused(ChoiceKind.MAINTAIN, **named) == ""
    fight.edit(Editable.WOUNDS, 1, 6)
    assert fight.refused(ChoiceKind.MAINTAIN, **named) == "H.P3"
    assert ChoiceKind.MAINTAIN not in fight.kinds()
    with pytest.raises(Refused, match=r"b1 \(b1\) is Dead, and nothing on the Dead is kept up"):
        fight.choose(ChoiceKind.MAINTAIN, **named)
    assert "stunned" not in fight.end().has(1)


@pytest.mark.clause("H.P3", "H.D11")
def test_dead_has_no_number_of_turns() -> None:
    for turns in (1, 2, 99):
        with pytest.raises(Refused, match=r"H\.P3"):
            Meeting([{}], [{}, {}]).give(1, ConditionName.DEAD, turns)
    fight = Meeting([{}], [{}, {}])
    with pytest.raises(BattlewrightError, match=r"no number of turns; leave it out: give b1 dead \(H\.P3\)"):
        HeroesGuide(fight.session).edits("give b1 dead 2")
    fight.give(1, ConditionName.DEAD)
    assert fight.has(1) == {"dead"}
    assert fight.give(1, ConditionName.DEAD, 0).has(1) == set()


@pytest.mark.clause("H.P3", "H.X5")
def test_a_ruling_cannot_give_dead_a_number_of_turns() -> None:
    with pytest.raises(ValueError, match=r"dead has no number of turns: it is lasting \(H\.P3\)"):
        RulingsSetup.model_validate({"conditions": {"dead": {"turns": 2}}})
    RulingsSetup.model_validate({"conditions": {"dead": {"turns": "lasting", "armor": 1}}})


@pytest.mark.clause("H.R10")
def test_what_a_spell_brought_without_turns_ends_with_its_caster_also_where_a_ruling_says_lasting() -> None:
    scare = {"name": "Scare", "target": "willpower", "effect": "afraid"}
    lasting = {"afraid": {"turns": "lasting"}}
    fight = cast(Meeting([{"wisdom": 12, "weapons": [], "spells": [scare]}, {}], [{}], conditions=lasting), 2)
    assert fight.has(2) == {"afraid"}
    assert fight.edit(Editable.HEALTH, 0, 0).has(2) == set()


@pytest.mark.clause("H.X5", "H.X3")
def test_sides_do_not_matter_to_the_confused() -> None:
    fight = Meeting([{}, {}], [{}, {}]).give(0, ConditionName.CONFUSED)
    assert [fight.refused(ChoiceKind.USE, target=target) for target in range(4)] == ["H.N1", "", "", ""]
    fight.use(2)
    assert fight.session.words.ask(fight.battle).endswith("1 a2 (a2), 2 b1 (b1), 3 b2 (b2)")


@pytest.mark.clause("H.X5", "H.X4")
def test_a_confused_strike_at_the_bloodied_finds_only_the_bloodied() -> None:
    finish = {"name": "Finish", "damage": "1d6", "types": ["slashing"], "against": "bloodied"}
    fight = Meeting([{"weapons": [finish]}, {}], [{}, {}]).give(0, ConditionName.CONFUSED)
    assert ChoiceKind.USE not in fight.kinds()
    fight.edit(Editable.HEALTH, 1, 3)
    fight.use(1)  # its friend is the only one
    assert (fight.node.step, fight.battle.frames[2].target) == (Step.ATTACK_ROLL, 1)
    fight = Meeting([{"weapons": [finish]}, {}], [{}, {}]).give(0, ConditionName.CONFUSED)
    fight.edit(Editable.HEALTH, 1, 3).edit(Editable.HEALTH, 3, 3).use(3)
    assert (fight.node.step, fight.node.sides) == (Step.CONFUSION, 2)
    assert fight.roll(2).battle.frames[2].target == 3


@pytest.mark.clause("H.X5", "H.P3")
def test_the_confused_heal_anybody_but_the_dead() -> None:
    healer = {"weapons": [], "spells": [MEND]}
    fight = Meeting([healer, {}], [{}, {}, {}]).give(0, ConditionName.CONFUSED)
    fight.edit(Editable.WOUNDS, 1, 6).edit(Editable.HEALTH, 2, 0).edit(Editable.STRESS, 3, 6)
    use = fight.choice(ChoiceKind.USE, target=0)
    assert HeroesGuide(fight.session).advise([use])[0].note == "confused: a random target, of either side"
    fight.use(0)
    assert (fight.node.step, fight.node.sides) == (Step.CONFUSION, 4)
    fight.roll(2)
    assert "is confused and goes for b1 (b1)" in fight.told()
    assert (fight.node.step, fight.roll(3).who(2).health) == (Step.DAMAGE_ROLL, 6)


@pytest.mark.clause("H.X4", "H.X5")
def test_healing_may_key_on_the_bloodied_too() -> None:
    healer = {"weapons": [], "spells": [MEND | {"against": "bloodied"}]}
    fight = Meeting([healer, {}], [{}])
    assert [fight.refused(ChoiceKind.USE, target=target) for target in range(3)] == ["H.X4", "H.X4", "H.N1"]
    with pytest.raises(Refused, match="only at a combatant of its own side who is Bloodied, and a2"):
        fight.use(1)
    assert fight.edit(Editable.HEALTH, 1, 3).refused(ChoiceKind.USE, target=1) == ""


@pytest.mark.clause("H.X5")
def test_the_greedy_bot_weighs_whom_a_confused_strike_may_hit() -> None:
    """Two friends and one opponent within reach: it leaves its hands off; with three opponents it strikes."""
    wild = Meeting([{}, {}, {}], [{}]).give(0, ConditionName.CONFUSED)
    assert ranked_first(wild.session.setting, wild.session.battle)[0].kind != ChoiceKind.USE
    wild = Meeting([{}], [{}, {}, {}]).give(0, ConditionName.CONFUSED)
    assert ranked_first(wild.session.setting, wild.session.battle)[0].kind == ChoiceKind.USE


@pytest.mark.clause("H.X5", "H.X3")
def test_whoever_decides_for_the_dominator_decides_for_the_dominated() -> None:
    fight = Meeting([{}, {}], [{}, {}]).give(1, ConditionName.DOMINATED, by=3)  # b1 rules a2
    fight.give(2, ConditionName.DOMINATED, by=1)  # and a1 rules b1
    assert [as_plain(controller_of)(fight.setting, fight.battle, who) for who in range(4)] == [0, 0, 0, 1]
    fight.end()
    assert (fight.actor, fight.node.side) == (1, 0)
    assert decider(fight.session, None) == 0


@pytest.mark.clause("H.X5", "H.X3")
def test_in_a_circle_of_dominators_each_side_has_its_own() -> None:
    fight = Meeting([{}, {}], [{}, {}])
    fight.give(1, ConditionName.DOMINATED, by=3).give(2, ConditionName.DOMINATED, by=2)  # a2 and b1 rule each other
    fight.give(3, ConditionName.DOMINATED, by=2)  # and a2 rules b2
    assert [as_plain(decides_for)(fight.battle, who) for who in range(4)] == [0, 1, 2, 1]
    assert [as_plain(controller_of)(fight.setting, fight.battle, who) for who in range(4)] == [0, 0, 1, 0]


@pytest.mark.clause("H.X5", "H.X3")
@given(st.lists(st.integers(0, 6), min_size=6, max_size=6))
def test_somebody_decides_for_everybody_whoever_dominates_whom(rulers: list[int]) -> None:
    fight = Meeting([{}, {}, {}], [{}, {}, {}])
    for who, ruler in enumerate(rulers):
        fight.who(who).ruled_by = 0 if ruler == who + 1 else ruler

    def by_hand(who: int) -> int:
        ruler = fight.who(who).ruled_by
        return by_hand(ruler - 1) if ruler and who not in circle_of(fight, who) else who

    for who in range(6):
        assert as_plain(decides_for)(fight.battle, who) == by_hand(who)


def circle_of(fight: Meeting, who: int) -> set[int]:
    """Those in a circle of dominators with somebody, itself included; nobody if it is in none."""
    found, at = set[int](), fight.who(who).ruled_by
    while at and at - 1 not in found:
        found.add(at - 1)
        at = fight.who(at - 1).ruled_by
    return found if who in found else set()

"""How soon somebody falls in a duel of Heroes, against the clauses written out once more."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import pytest

from battlewright.engine.errors import BattlewrightError, TooLarge
from battlewright.engine.record import look
from battlewright.systems.heroes.enums import Component, ConditionName
from battlewright.systems.heroes.odds import duels, situations
from battlewright.systems.heroes.odds.duels import FALLEN, Duel, Standing, is_hurt_unseen
from battlewright.systems.heroes.odds.solved import check, contest
from battlewright.systems.heroes.record import Setting
from battlewright.systems.heroes.setup.files import SheetSetup, read_sheet
from tests.systems.heroes.odds.test_solved import bands

plain = pytest.mark.plain
SCORES = ("strength", "constitution", "dexterity", "intellect", "wisdom", "charisma")
CLUB = {"name": "Club", "damage": "1d4", "types": ["bludgeoning"]}


def sheet(scores: str = "333333", **more: Any) -> SheetSetup:
    """Somebody with these six attributes."""
    attributes = dict(zip(SCORES, map(int, scores), strict=True))
    return SheetSetup.model_validate({"name": "Somebody", "attributes": attributes, "weapons": [CLUB]} | more)


class State(NamedTuple):
    """What a defender has left, and for how many of its turns it is in pain."""

    left: int
    pain: int = 0


Chances = dict[State, Fraction]
Strike = Callable[[State], dict[tuple[int, bool], Fraction]]
"""The damage of an attack and whether it brings pain, by the state of whoever it is aimed at."""


def chances_of(dice: int, sides: int, plus: int = 0) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for faces in product(range(1, sides + 1), repeat=dice):
        total = max(sum(faces) + plus, 0)
        found[total] = found.get(total, Fraction(0)) + Fraction(1, sides**dice)
    return found


def struck(chances: Chances, strike: Strike, turns: int) -> Chances:
    """An attack, then the turn of whoever suffers it: what pains it deals 1d4, and is then one turn nearer its end."""
    after: Chances = {}
    for state, chance in chances.items():
        if state.left <= 0:
            after[State(0)] = after.get(State(0), Fraction(0)) + chance
            continue
        for (lost, pains), part in strike(state).items():
            left, pain = state.left - lost, turns if pains else state.pain
            for tick in range(1, 5) if pain and left > 0 else (0,):
                share = part / 4 if pain and left > 0 else part
                next_state = State(max(left - tick, 0), max(pain - 1, 0) if left - tick > 0 else 0)
                after[next_state] = after.get(next_state, Fraction(0)) + chance * share
    return after


def falls(strike: Strike, health: int, rounds: int, turns: int = 0) -> dict[int, Fraction]:
    chances, within = {State(health): Fraction(1)}, {}
    for number in range(1, rounds + 1):
        chances = struck(chances, strike, turns)
        within[number] = sum((chance for state, chance in chances.items() if state.left <= 0), Fraction(0))
    return within


def by_bands(
    state: State, defence: tuple[int, int, int], bonus: int, blow: tuple[int, int, int], pains: bool
) -> dict[tuple[int, bool], Fraction]:
    """A weapon: a critical hit rolls its dice twice, and may bring pain."""
    (dice, sides, plus), found = blow, bands(bonus, *defence)
    made = {(0, False): found["dodged"] + found["parried"] + found["armor"]}
    for name, times in (("hit", 1), ("critical", 2)):
        for lost, chance in chances_of(dice * times, sides, plus).items():
            key = lost, pains and name == "critical"
            made[key] = made.get(key, Fraction(0)) + found[name] * chance
    return made


@plain
@pytest.mark.parametrize("plus", [0, 3])
def test_a_plain_weapon_fells_by_its_damage_round_by_round(plus: int) -> None:
    blow = {"name": "Stick", "damage": f"1d4+{plus}" if plus else "1d4", "types": ["bludgeoning"]}
    attacker, defender = sheet("633333", weapons=[blow]), sheet("112333")
    strike = partial(by_bands, defence=(2, 1, 0), bonus=6, blow=(1, 4, plus), pains=False)
    assert duels.fall(attacker, defender, 4) == falls(strike, 5, 4)


def test_resistance_and_vulnerability_count() -> None:
    blow = {"name": "Brand", "damage": "2d6+1", "types": ["fire", "bludgeoning"]}
    more = {"resistances": {"fire": 3, "frost": 9}, "vulnerabilities": {"bludgeoning": 1}, "armour": "light"}
    attacker, defender = sheet(weapons=[blow]), sheet("343333", **more)
    strike = partial(by_bands, defence=(3, 2, 4), bonus=3, blow=(2, 6, -1), pains=False)
    assert duels.fall(attacker, defender, 6) == falls(strike, 14, 6)


def test_what_a_critical_hit_brings_hurts_turn_by_turn() -> None:
    blow = {"name": "Hook", "damage": "1d6", "types": ["piercing"], "critical": "bleeding"}
    attacker, defender = sheet("533333", weapons=[blow]), sheet("333333")
    strike = partial(by_bands, defence=(3, 2, 0), bonus=5, blow=(1, 6, 0), pains=True)
    assert duels.fall(attacker, defender, 5) == falls(strike, 12, 5, turns=3)


def test_a_spell_hurts_where_its_contest_is_won_and_what_it_brings_makes_the_next_one_easier() -> None:
    spell = {"name": "Venom", "target": "fortitude", "damage": "1d6", "types": ["acid"], "effect": "poisoned"}
    attacker = sheet("333363", spells=[spell])  # Spell Power 6, Spell Potency 3
    defender = sheet("353333")  # Fortitude 7, 2 less while it is poisoned

    def strike(state: State) -> dict[tuple[int, bool], Fraction]:
        won = contest(6, 5 if state.pain else 7).attacker
        hurts = {(lost, True): won * chance for lost, chance in chances_of(1, 6, 3).items()}
        return {(0, False): 1 - won, **hurts}

    assert duels.fall(attacker, defender, 4, "venom") == falls(strike, 16, 4, turns=6)


@plain
def test_whoever_is_broken_has_fallen() -> None:
    spell = {"name": "Dread", "target": "willpower", "damage": "1d4", "types": ["psychic"]}
    attacker, defender = sheet("111191", spells=[spell]), sheet("333111")  # Morale 4 and Stress 2, Willpower 2

    def strike(state: State) -> dict[tuple[int, bool], Fraction]:
        won = contest(9, 2).attacker
        return {(0, False): 1 - won, **{(lost, False): won * part for lost, part in chances_of(1, 4, 1).items()}}

    assert duels.fall(attacker, defender, 3, "Dread") == falls(strike, 6, 3)


@pytest.mark.parametrize("wisdom", [1, 6, 9])
def test_what_must_be_kept_up_is_kept_up_by_a_check(wisdom: int) -> None:
    """Prone: Dodge and Parry are 2 less, as long as a new hit brings it or the check of the turn succeeds (H.R10)."""
    trip = {"name": "Trip", "talent": True, "target": "physical", "effect": "prone", "check": "maintenance"}
    trip |= {"damage": "1d4", "types": ["bludgeoning"], "attribute": "strength"}
    attacker = sheet(f"3333{wisdom}3", weapons=[], spells=[trip], player=True)
    defender = sheet("327333", armour="light")  # Dodge 7, Parry 2, Armor 4; Reflex 9; Health 14
    keeps, chances = check(wisdom, 12 + 9, "defender"), {State(14): Fraction(1)}
    within = {}
    for number in range(1, 6):
        after: Chances = {}
        for state, chance in chances.items():
            less = 2 if state.pain else 0
            strike = by_bands(state, (7 - less, 2 - less, 4), 3, (1, 4, 0), pains=False)
            missed = strike.pop((0, False)) if state.left > 0 else Fraction(1)
            kept = keeps if state.pain else Fraction(0)
            for next_state, part in ((State(state.left, 1), missed * kept), (State(state.left), missed * (1 - kept))):
                after[next_state] = after.get(next_state, Fraction(0)) + chance * part
            for (lost, _), part in strike.items() if state.left > 0 else ():
                next_state = State(max(state.left - lost, 0), 1)
                after[next_state] = after.get(next_state, Fraction(0)) + chance * part
        chances = after
        within[number] = sum((chance for state, chance in chances.items() if state.left <= 0), Fraction(0))
    assert duels.fall(attacker, defender, 5) == within


def within(attacker: SheetSetup, defender: SheetSetup, action: str | None, keeps_apart: bool) -> list[Fraction]:
    duel = Duel(situations.duel(attacker, defender, duels.action_named(attacker, action)), keeps_apart)
    standing, found = Standing({duel.beginning: [1]}, 1), []
    for _ in range(3):
        standing = duel.a_round_later(standing)
        found.append(Fraction(sum(standing.rows.get(FALLEN, [])), standing.total))
        assert sum(sum(row) for row in standing.rows.values()) == standing.total
    return found


@pytest.mark.parametrize("defender", ["ruffian", "hex-binder", "bog-spider"])
@pytest.mark.parametrize(
    ("attacker", "action"),
    [
        ("silarn", "rapier"),
        ("mirelle", "chain of sparks"),
        ("mirelle", "lull"),
        ("frost-giant", "breath of winter"),
        ("bog-spider", None),
        ("hex-binder", None),
        ("barrow-wight", None),
    ],
)
def test_what_is_lost_may_be_kept_apart_or_not(attacker: str, action: str | None, defender: str) -> None:
    one, other = read_sheet(attacker), read_sheet(defender)
    assert within(one, other, action, True) == within(one, other, action, False)


@plain
def test_an_action_that_keys_on_a_bloodied_target_looks_at_how_hurt_it_is() -> None:
    silarn, ruffian = read_sheet("silarn"), read_sheet("ruffian")
    assert is_hurt_unseen(situations.duel(silarn, ruffian, 0))
    assert not is_hurt_unseen(situations.duel(silarn, ruffian, 1))
    weaker = situations.duel(silarn, ruffian, 0)
    look(Setting, weaker.setting).conditions[ConditionName.BLOODIED].modifiers[Component.DODGE] = -2
    assert not is_hurt_unseen(weaker)


def test_who_bleeds_until_it_is_bloodied_may_be_struck_by_what_keys_on_that() -> None:
    bleeding = sheet("333333", conditions=["bleeding"])  # Health 12, Bloodied below 6
    found = duels.fall(read_sheet("silarn"), bleeding, 3, "knife in the ribs")
    assert found[1] == found[2] == 0
    assert found[3] > Fraction(1, 64), "more than by bleeding alone"


def test_an_action_that_needs_a_bloodied_target_never_begins() -> None:
    found = duels.fall(read_sheet("silarn"), read_sheet("ruffian"), 3, "knife in the ribs")
    assert set(found.values()) == {Fraction(0)}


def test_somebody_who_stands_there_falls_sooner_or_later() -> None:
    found = duels.fall(read_sheet("frost-giant"), read_sheet("silarn"), 8)
    chances = list(found.values())
    assert chances == sorted(chances)
    assert Fraction(99, 100) < chances[-1] <= 1


@plain
def test_the_first_action_that_harms_is_used_unless_one_is_named() -> None:
    mend = {"name": "Mend", "damage": "1d4", "heals": True}
    healer = sheet(weapons=[], spells=[mend, {"name": "Curse", "target": "willpower", "effect": "afraid"}])
    assert duels.action_named(healer, None) == 1
    assert duels.action_named(sheet(spells=[mend]), "CLUB") == 0


def test_a_question_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    silarn, ruffian = read_sheet("silarn"), read_sheet("ruffian")
    duel = Duel(situations.duel(silarn, ruffian, 0))
    standing = duel.a_round_later(Standing({duel.beginning: [1]}, 1))
    monkeypatch.setattr(duel, "_late", 0.0)
    with pytest.raises(TooLarge, match="These rounds take more than 20 seconds to solve; ask about fewer"):
        duel.a_round_later(standing)


@plain
def test_bad_questions_are_refused_with_a_sentence() -> None:
    mend = {"name": "Mend", "damage": "1d4", "heals": True}
    with pytest.raises(BattlewrightError, match="Somebody has nothing to fight with: it can only heal"):
        duels.action_named(sheet(weapons=[], spells=[mend]), None)
    with pytest.raises(BattlewrightError, match=r"Unknown action of Somebody that harms 'Mend'\. Known: Club"):
        duels.action_named(sheet(spells=[mend]), "Mend")
    with pytest.raises(BattlewrightError, match=r"The number of rounds must be from 1 to 30, not 31 \(H\.N1\)\."):
        duels.fall(sheet(), sheet(), 31)

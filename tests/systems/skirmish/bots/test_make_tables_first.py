"""The bots' tables of the first edition, against its rules and the divisions that were solved."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from battlewright import systems
from battlewright.engine.compiler.stamps import FOLDER_VARIABLE
from battlewright.engine.record import allocate, look, memory_of, offset_of
from battlewright.odds.ends import FieldMeasure
from battlewright.odds.solve import solve
from battlewright.systems.skirmish.bots.make_tables import PARTS, tables_for_arms, tables_of
from battlewright.systems.skirmish.bots.make_tables_first import standing_tables
from battlewright.systems.skirmish.bots.tables import MILLION, THOUSAND, UNARMED, Basics, Tables
from battlewright.systems.skirmish.odds import situations
from battlewright.systems.skirmish.odds.situations import Figure
from battlewright.systems.skirmish.odds.solved import EXCHANGE
from battlewright.systems.skirmish.odds.split import solve_split
from battlewright.systems.skirmish.record import SUCCESS, ChoiceKind, Edition, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.setup.files import WeaponSetup
from tests.systems.skirmish.bots.lookup import clash_of, split_of
from tests.systems.skirmish.helpers import Fight

ARMS = ((1, 2), (2, 1), (2, 2))
"""Their numbers in the tables begin with 1: 0 is who cannot strike."""


@pytest.fixture(scope="module")
def tables() -> Tables:
    return tables_for_arms(ARMS, 4, edition=Edition.FIRST)


def blade(arms: tuple[int, int]) -> WeaponSetup:
    return WeaponSetup(name="Blade", kind="melee", threat=1, oppression=arms[0], critical=arms[1], points=1)


@pytest.mark.clause("S1.T2", "S1.T5")
def test_who_is_not_hurt_is_in_no_danger_whatever_its_stress() -> None:
    stand, hurt = standing_tables((100,), 1000)
    for left in range(4):
        assert (stand[1:, :, left] == MILLION + 1000 * left).all()
        for toughness in range(1, 6):
            assert (hurt[toughness, :toughness, left] == stand[toughness, :toughness, left]).all()
            assert (hurt[toughness, toughness:, left] < stand[toughness, toughness:, left]).all()
    assert not stand[0].any()
    assert not hurt[0].any()


@pytest.mark.clause("S1.T3")
def test_who_is_hurt_to_its_toughness_is_tested_at_once() -> None:
    """By every throw; then some are hurt again before their next activation, and tested with what they have left."""
    stand, hurt = standing_tables((60, 40), 500)
    for toughness, stress, left in ((1, 1, 0), (2, 2, 1), (3, 3, 2), (3, 5, 3), (4, 4, 2)):
        throws = list(product(range(1, 7), repeat=toughness))
        ends = [stand[toughness - sum(face < SUCCESS for face in throw), stress, left] for throw in throws]
        assert abs(hurt[toughness, stress, left] - sum(ends) / len(throws)) <= 1
        later = 500 + 0.6 * stand[toughness, stress, left] + 0.4 * hurt[toughness, stress + 1, left]
        assert abs(stand[toughness, stress, left + 1] - later) <= 1


def test_in_the_second_edition_it_makes_no_difference_how_stress_was_come_by() -> None:
    second = look(Basics, tables_for_arms(((1, 2),), 1).basics)
    for toughness in (1, 3, 10):
        assert second.standings[toughness] == second.hurt_standings[toughness]


def by_the_rules(
    melee: tuple[int, int], arms: tuple[int, int], splits: tuple[int, int]
) -> dict[tuple[int, int], float]:
    """The chances of what the attacker and the defender suffer, if they divide their dice so."""
    system = systems.load("skirmish")
    one, other = (Figure(melee=dice, blade=blade(ARMS[kind])) for dice, kind in zip(melee, arms, strict=True))
    question = situations.clash(one, other, Edition.FIRST)
    view = look(Skirmish, question.battle)
    view.models[0].toughness = view.models[1].toughness = 1000
    for attack in splits:
        if view.node.step == Step.DIVIDE:
            made = allocate(SkirmishChoice)
            choice = look(SkirmishChoice, made)
            choice.kind, choice.attack = ChoiceKind.DIVIDE, attack
            system.rules.choose(question.setting, question.battle, made)
    both = FieldMeasure(tuple(offset_of(Skirmish, "models", who, "stress") for who in range(2)))
    odds = solve(system.rules, *question, both, lambda _: 0, until=EXCHANGE, seconds=20).odds
    return {(one, other): weight / odds.total for (one, other), weight in odds.weights.items()}


@pytest.mark.clause("S1.K5", "S1.K6", "S1.K7", "S1.T2")
@pytest.mark.parametrize(("melee", "arms"), [((3, 3), (0, 0)), ((4, 3), (1, 2)), ((3, 4), (0, 1)), ((1, 2), (2, 2))])
def test_clashes_are_what_the_rules_make_of_the_splits(
    tables: Tables, melee: tuple[int, int], arms: tuple[int, int]
) -> None:
    """Means, and the chances to be tested: hurt at all, and to the Toughness."""
    numbers = arms[0] + 1, arms[1] + 1
    splits = [[split_of(tables, *melee, *numbers, side, attack) for attack in range(5)] for side in range(2)]
    assert [sum(policy) for policy in splits] == [MILLION, MILLION]
    chances: dict[tuple[int, int], float] = {}
    for one, other in product(range(5), repeat=2):
        often = splits[0][one] * splits[1][other] / MILLION**2
        for damage, chance in by_the_rules(melee, arms, (one, other)).items() if often else ():
            chances[damage] = chances.get(damage, 0.0) + often * chance
    for margins in product(range(4), repeat=2):
        found = clash_of(tables, melee, numbers, margins)
        for who in range(2):
            mean = sum(damage[who] * chance for damage, chance in chances.items())
            tested = sum(chance for damage, chance in chances.items() if damage[who] >= max(margins[who], 1))
            assert abs(found[who] - mean * THOUSAND) <= 1
            assert abs(found[2 + who] - tested * MILLION) <= 2


def test_splits_are_those_of_the_solved_division(tables: Tables) -> None:
    division = solve_split(4, (2, 1), 3, (2, 2))
    assert max(division.attacker.values()) < 1, "here one must not be guessed"
    for side, policy in enumerate((division.attacker, division.defender)):
        for (attack, _), often in policy.items():
            assert abs(split_of(tables, 4, 3, 2, 3, side, attack) - often * MILLION) <= 1


@pytest.mark.clause("S1.K3")
def test_against_who_cannot_reach_all_dice_are_on_attack(tables: Tables) -> None:
    assert [split_of(tables, 3, 4, 1, UNARMED, 0, attack) for attack in range(5)] == [0, 0, 0, MILLION, 0]
    assert split_of(tables, 3, 4, 1, UNARMED, 1, 0) == MILLION
    assert clash_of(tables, (3, 4), (1, UNARMED), (1, 1))[0] == 0


def test_the_tables_of_both_editions_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    models = {"melee": 2, "weapons": ["Spear"]}
    fights = [
        Fight(a=[{"at": (5, 5)} | models], b=[{"at": (7, 5)} | models], edition=edition)
        for edition in ("first", "second", "first")
    ]
    monkeypatch.setattr("battlewright.systems.skirmish.bots.make_tables.USUAL_MELEE", 2)
    for fight in fights[:2]:
        tables_of(fight.session.setting)  # with the rules that are compiled already
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    PARTS.clear()
    made = [tables_of(fight.session.setting) for fight in fights]
    assert memory_of(made[0].clashes) == memory_of(made[2].clashes)
    assert memory_of(made[0].clashes) != memory_of(made[1].clashes)
    assert len(made[0].resolves) == len(made[1].splits) == 0
    assert len(list(tmp_path.glob("skirmish-tables-*-clash-first-*.npy"))) == 2
    assert len(list(tmp_path.glob("skirmish-tables-*-clash-second-*.npy"))) == 2

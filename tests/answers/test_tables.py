"""The tables that bots look up, against the answers that they hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest

from battlewright.answers import skirmish, tables
from battlewright.answers.tables import CLASH_COLUMNS, MILLION, THOUSAND, clash_odds, shot_odds, stress_odds
from battlewright.engine.cache import FOLDER_VARIABLE
from battlewright.engine.record import Many, memory_of
from battlewright.systems.skirmish.files import WeaponSetup
from battlewright.systems.skirmish.questions import Figure
from battlewright.systems.skirmish.record import MAX_ABILITY
from battlewright.table.measure import INCH
from tests.systems.skirmish.helpers import Fight

ARMS = ((1, 1), (1, 2))


def blade(arms: tuple[int, int]) -> WeaponSetup:
    return WeaponSetup(name="Blade", kind="melee", threat=1, oppression=arms[0], critical=arms[1], points=1)


Pair = Sequence[int]
"""The attacker's number and the defender's."""


def looked_up(table: Many[int], melee: Pair, arms: Pair, margins: Pair) -> list[int]:
    (one, other), (arms_one, arms_other), (margin_one, margin_other) = melee, arms, margins
    return [
        clash_odds(table, len(ARMS), one, other, arms_one, arms_other, margin_one, margin_other, column)
        for column in range(CLASH_COLUMNS)
    ]


def worked_out(melee: Pair, arms: Pair, margins: Pair) -> list[int]:
    """The same by one question: a margin of Toughness 10 less its stress."""
    attacker, defender = (
        Figure(melee=dice, toughness=10, stress=10 - margin, blade=blade(ARMS[kind]))
        for dice, kind, margin in zip(melee, arms, margins, strict=True)
    )
    clash = skirmish.clash(attacker, defender)
    chances = (clash.value, *clash.breaks)
    value, *breaks = (round(chance * MILLION) for chance in chances)
    return [value, round(clash.net_stress * THOUSAND), *breaks]


@pytest.fixture(scope="module")
def clashes() -> Many[int]:
    return tables.clash_table(ARMS, 3)


def test_a_table_has_every_clash_of_its_melee_as_the_question_answers_it(clashes: Many[int]) -> None:
    chooser = Random(5)
    every = list(product(product(range(4), repeat=2), product(range(2), repeat=2), product(range(8), repeat=2)))
    for melee, arms, margins in chooser.sample(every, 60):
        found, asked = looked_up(clashes, melee, arms, margins), worked_out(melee, arms, margins)
        assert all(abs(one - other) <= 1 for one, other in zip(found, asked, strict=True)), (melee, arms, margins)


@pytest.mark.plain
def test_a_small_table_is_the_same_in_plain_python() -> None:
    table = tables.clash_table(ARMS[1:], 1)
    assert table[0] == 1
    found = [clash_odds(table, 1, 1, 1, 0, 0, 1, 2, column) for column in range(CLASH_COLUMNS)]
    # one die each, swords; the attacker breaks down by 1 stress, the defender by 2
    attacker, defender = (
        Figure(melee=1, toughness=1, blade=blade((1, 2))),
        Figure(melee=1, toughness=2, blade=blade((1, 2))),
    )
    clash = skirmish.clash(attacker, defender)
    assert found[0] == round(clash.value * MILLION)
    assert found[2:] == [round(chance * MILLION) for chance in clash.breaks]


def test_melee_and_margins_beyond_the_table_count_as_its_largest(clashes: Many[int]) -> None:
    assert looked_up(clashes, (9, 9), (1, 1), (2, 99)) == looked_up(clashes, (3, 3), (1, 1), (2, 7))
    assert looked_up(clashes, (3, 3), (1, 1), (-4, 2)) == looked_up(clashes, (3, 3), (1, 1), (0, 2))


def test_who_cannot_break_down_within_the_table_never_does(clashes: Many[int]) -> None:
    _, _, attacker, defender = looked_up(clashes, (3, 3), (1, 1), (7, 7))
    assert (attacker, defender) == (0, 0)


def test_the_table_of_shots() -> None:
    table = tables.shot_table()
    gun = WeaponSetup(name="Gun", kind="shooting", modifier=0, damage=1, critical=2, points=1)
    for ballistics, need in ((1, 6), (3, 11), (4, 13), (5, 1), (10, 35)):
        shot = skirmish.shot(Figure(ballistics=ballistics, gun=gun), Figure(ap=0), need * INCH)["nothing"]
        assert shot_odds(table, ballistics, need, tables.HIT) == round(shot.hit * MILLION)
        assert shot_odds(table, ballistics, need, tables.CRITICAL) == round(shot.critical * MILLION)
    assert shot_odds(table, 10, 60, tables.HIT) == round(MILLION / 6**10)
    assert [shot_odds(table, 10, need, tables.HIT) for need in (61, 99)] == [0, 0]
    assert shot_odds(table, 3, -5, tables.HIT) == MILLION
    assert shot_odds(table, 0, 0, tables.HIT) == 0


def test_the_table_of_stress_checks() -> None:
    table = tables.stress_table()
    for toughness, stress in ((1, 0), (1, 1), (3, 2), (4, 5), (5, 12), (MAX_ABILITY, 31)):
        odds = skirmish.stress_check(toughness, stress)
        gone = stress_odds(table, toughness, stress, tables.GONE)
        assert gone == round(odds.chance(skirmish.REMOVED) * MILLION)
        mean = odds.mean_of(lambda standing: standing[0])
        assert stress_odds(table, toughness, stress, tables.TOUGHNESS) == round(mean * THOUSAND)
    assert stress_odds(table, 2, 99, tables.GONE) == stress_odds(table, 2, 31, tables.GONE)


def test_the_tables_of_a_battle_are_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    axe = {"name": "Axe", "kind": "melee", "threat": 1, "oppression": 2, "critical": 3, "points": 4}
    fight = Fight(a=[{"at": (5, 5), "weapons": ["Axe"], "melee": 2}], b=[{"at": (7, 5), "melee": 2}], weapons=[axe])
    monkeypatch.setattr(tables, "USUAL_MELEE", 2)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    asked: list[tuple[int, int]] = []
    made = tables.tables_of(fight.session.setting, lambda done, count: asked.append((done, count)))
    assert made.arms == ((1, 2), (2, 3))
    assert asked == [(1, 4), (2, 4), (3, 4), (4, 4)]
    again = tables.tables_of(fight.session.setting, lambda done, count: asked.append((done, count)))
    assert len(asked) == 4, "the second time nothing is worked out"
    for name in ("shots", "checks", "clashes"):
        assert memory_of(getattr(made, name)) == memory_of(getattr(again, name))
    (file,) = tmp_path.glob("skirmish-odds-*.npz")
    file.write_bytes(b"not a table")
    assert memory_of(tables.tables_of(fight.session.setting).clashes) == memory_of(made.clashes)

"""What bots know by heart, against the answers that it holds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from itertools import product
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from battlewright.answers import lores, skirmish
from battlewright.answers.lore import USUAL_MELEE, lore_of, write_lore
from battlewright.engine.cache import FOLDER_VARIABLE
from battlewright.engine.record import Many, allocate, look, memory_of, numbers, snapshot
from battlewright.systems.skirmish import lore as heart
from battlewright.systems.skirmish.files import WeaponSetup
from battlewright.systems.skirmish.lore import CLASH_COLUMNS, MILLION, THOUSAND, clash_odds, resolve_odds, row_of
from battlewright.systems.skirmish.questions import Figure
from battlewright.systems.skirmish.record import MAX_ABILITY, Weapon
from battlewright.table.measure import INCH
from tests.systems.skirmish.helpers import Fight

ARMS = ((1, 1), (1, 2))
Pair = Sequence[int]
"""The attacker's number and the defender's."""


def blade(arms: Pair) -> WeaponSetup:
    return WeaponSetup(name="Blade", kind="melee", threat=1, oppression=arms[0], critical=arms[1], points=1)


def looked_up(lore: Many[int], melee: Pair, arms: Pair, margins: Pair) -> list[int]:
    (one, other), (arms_one, arms_other), (margin_one, margin_other) = melee, arms, margins
    return [
        clash_odds(lore, one, other, arms_one, arms_other, margin_one, margin_other, column)
        for column in range(CLASH_COLUMNS)
    ]


def fighters(melee: Pair, arms: Pair, margins: Pair) -> tuple[Figure, Figure]:
    """A margin is that of Toughness 10 less its stress."""
    one, other = (
        Figure(melee=dice, toughness=10, stress=10 - margin, blade=blade(ARMS[kind]))
        for dice, kind, margin in zip(melee, arms, margins, strict=True)
    )
    return one, other


def worked_out(melee: Pair, arms: Pair, margins: Pair) -> list[int]:
    """The same by one question."""
    clash = skirmish.clash(*fighters(melee, arms, margins))
    stress = [round(clash.odds.map(itemgetter(at)).mean * THOUSAND) for at in range(2)]
    return [*stress, *(round(chance * MILLION) for chance in clash.breaks)]


@pytest.fixture(scope="module")
def lore() -> Many[int]:
    return write_lore(ARMS, 3)


def test_it_has_every_clash_of_its_melee_as_the_question_answers_it(lore: Many[int]) -> None:
    chooser = Random(5)
    every = list(product(product(range(4), repeat=2), product(range(2), repeat=2), product(range(8), repeat=2)))
    for melee, arms, margins in chooser.sample(every, 60):
        found, asked = looked_up(lore, melee, arms, margins), worked_out(melee, arms, margins)
        assert all(abs(one - other) <= 1 for one, other in zip(found, asked, strict=True)), (melee, arms, margins)


@pytest.mark.parametrize(
    ("struck", "parried"), [((4, 6, 5), (6, 4, 1)), ((6, 6, 4), (5, 5, 6)), ((5, 6, 1), (4, 4, 4))]
)
@pytest.mark.parametrize("margins", [(3, 2), (1, 1), (2, 4)])
def test_it_has_every_decision_of_a_clash(lore: Many[int], struck: Pair, parried: Pair, margins: Pair) -> None:
    answer = skirmish.clash_after(*fighters((3, 3), (1, 0), margins), struck, parried)
    own, their = (row_of(sum(4 <= face < 6 for face in faces), list(faces).count(6)) for faces in (struck, parried))
    worth = resolve_odds(lore, 1, 0, margins[0], margins[1], own, their, 0)
    assert worth == answer.values[0] * THOUSAND + answer.values[1]


def test_melee_and_margins_beyond_it_count_as_its_largest(lore: Many[int]) -> None:
    assert looked_up(lore, (9, 9), (1, 1), (2, 99)) == looked_up(lore, (3, 3), (1, 1), (2, 7))
    assert looked_up(lore, (3, 3), (1, 1), (-4, 2)) == looked_up(lore, (3, 3), (1, 1), (0, 2))


def test_who_cannot_break_down_in_a_clash_never_does(lore: Many[int]) -> None:
    _, _, attacker, defender = looked_up(lore, (3, 3), (1, 1), (7, 7))
    assert (attacker, defender) == (0, 0)


def test_a_weapon_is_known_by_what_it_does(lore: Many[int]) -> None:
    weapons = allocate(Weapon)
    weapon = look(Weapon, weapons)
    for arms, number in (((1, 1), 0), ((1, 2), 1), ((4, 4), 0)):
        weapon.stress, weapon.critical = arms
        assert heart.arms_of(lore, weapons[0]) == number


def test_it_has_all_shots(lore: Many[int]) -> None:
    gun = WeaponSetup(name="Gun", kind="shooting", modifier=0, damage=1, critical=2, points=1)
    for ballistics, need in ((1, 6), (3, 11), (4, 13), (5, 1), (10, 35)):
        shot = skirmish.shot(Figure(ballistics=ballistics, gun=gun), Figure(ap=0), need * INCH)["nothing"]
        assert heart.shot_odds(lore, ballistics, need, heart.HIT) == round(shot.hit * MILLION)
        assert heart.shot_odds(lore, ballistics, need, heart.CRITICAL) == round(shot.critical * MILLION)
    assert heart.shot_odds(lore, 10, 60, heart.HIT) == round(MILLION / 6**10)
    assert [heart.shot_odds(lore, 10, need, heart.HIT) for need in (61, 99)] == [0, 0]
    assert heart.shot_odds(lore, 3, -5, heart.HIT) == MILLION
    assert heart.shot_odds(lore, 0, 0, heart.HIT) == 0


def test_it_has_all_stress_checks(lore: Many[int]) -> None:
    for toughness, stress in ((1, 0), (1, 1), (3, 2), (4, 5), (5, 12), (MAX_ABILITY, 31)):
        odds = skirmish.stress_check(toughness, stress)
        gone = heart.stress_odds(lore, toughness, stress, heart.GONE)
        assert gone == round(odds.chance(skirmish.REMOVED) * MILLION)
        for column, part in ((heart.TOUGHNESS, 0), (heart.STRESS, 1)):
            mean = odds.mean_of(itemgetter(part))
            assert heart.stress_odds(lore, toughness, stress, column) == round(mean * THOUSAND)
    assert heart.stress_odds(lore, 2, 99, heart.GONE) == heart.stress_odds(lore, 2, 31, heart.GONE)


def test_the_lore_of_a_battle_is_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    axe = {"name": "Axe", "kind": "melee", "threat": 1, "oppression": 2, "critical": 3, "points": 4}
    fight = Fight(a=[{"at": (5, 5), "weapons": ["Axe"], "melee": 2}], b=[{"at": (7, 5), "melee": 2}], weapons=[axe])
    assert USUAL_MELEE > 2
    monkeypatch.setattr("battlewright.answers.lore.USUAL_MELEE", 2)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    asked: list[tuple[int, int]] = []
    made = lore_of(fight.session.setting, lambda done, count: asked.append((done, count)))
    assert list(made[heart.FIRST_ARMS : heart.FIRST_ARMS + 4]) == [1, 2, 2, 3]
    assert asked == [(1, 4), (2, 4), (3, 4), (4, 4)]
    again = lore_of(fight.session.setting, lambda done, count: asked.append((done, count)))
    assert len(asked) == 4, "the second time nothing is worked out"
    assert memory_of(made) == memory_of(again)
    (file,) = tmp_path.glob("skirmish-lore-*.npy")
    file.write_bytes(b"not a table")
    assert memory_of(lore_of(fight.session.setting)) == memory_of(made)


def test_lores_are_kept_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    fights = [Fight(a=[{"at": (5, 5)}], b=[{"at": (7, 5)}], round_limit=rounds) for rounds in range(1, lores.KEPT + 3)]
    asked: list[bytes] = []

    def work_out(setting: Many[Any], report: object) -> Many[int]:
        asked.append(snapshot(setting))
        return numbers([len(asked)])

    monkeypatch.setattr(lores, "_known", OrderedDict())
    monkeypatch.setitem(lores.LORES, "skirmish", work_out)
    settings = [fight.session.setting for fight in fights]
    for setting in (settings[0], settings[0], *settings):
        lores.lore_of("skirmish", setting)
    assert len(asked) == len(settings)
    lores.lore_of("skirmish", settings[-1])
    assert len(asked) == len(settings)
    lores.lore_of("skirmish", settings[0])
    assert len(asked) == len(settings) + 1, "the one that was not asked for the longest is forgotten"

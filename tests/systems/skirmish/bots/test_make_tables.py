"""What bots know by heart, against the answers that it holds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from battlewright.bots import tables as lores
from battlewright.engine.cache import FOLDER_VARIABLE
from battlewright.engine.record import Many, allocate, look, memory_of, numbers, snapshot
from battlewright.systems.skirmish.bots import tables as heart
from battlewright.systems.skirmish.bots.make_tables import USUAL_MELEE, lore_of, standing_table, write_lore
from battlewright.systems.skirmish.bots.tables import CLASH_COLUMNS, MILLION, THOUSAND, clash_odds, resolve_odds, row_of
from battlewright.systems.skirmish.odds import answers as skirmish
from battlewright.systems.skirmish.odds.questions import Figure
from battlewright.systems.skirmish.record import MAX_ABILITY, Weapon
from battlewright.systems.skirmish.setup.files import WeaponSetup
from battlewright.table.measure import INCH
from tests.systems.skirmish.helpers import Fight

ARMS = ((1, 1), (1, 2))
"""Their numbers in the lore begin with 1: 0 is who cannot strike."""
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
        found, asked = looked_up(lore, melee, [kind + 1 for kind in arms], margins), worked_out(melee, arms, margins)
        assert all(abs(one - other) <= 1 for one, other in zip(found, asked, strict=True)), (melee, arms, margins)


@pytest.mark.parametrize(
    ("struck", "parried"), [((4, 6, 5), (6, 4, 1)), ((6, 6, 4), (5, 5, 6)), ((5, 6, 1), (4, 4, 4))]
)
@pytest.mark.parametrize("margins", [(3, 2), (1, 1), (2, 4)])
def test_it_has_every_decision_of_a_clash(lore: Many[int], struck: Pair, parried: Pair, margins: Pair) -> None:
    answer = skirmish.clash_after(*fighters((3, 3), (1, 0), margins), struck, parried)
    own, their = (row_of(sum(4 <= face < 6 for face in faces), list(faces).count(6)) for faces in (struck, parried))
    worth = resolve_odds(lore, 2, 1, margins[0], margins[1], own, their, 0)
    assert worth == answer.values[0] * THOUSAND + answer.values[1]


def test_who_cannot_strike_only_parries(lore: Many[int]) -> None:
    """S2.K9: against somebody without a weapon in reach."""
    for melee, margins in (((3, 3), (2, 2)), ((2, 3), (5, 1)), ((3, 1), (1, 4))):
        one, other = fighters(melee, (1, 0), margins)
        clash = skirmish.clash(one, replace(other, blade=None))
        suffered, caused, ours, theirs = looked_up(lore, melee, (2, 0), margins)
        assert (suffered, ours) == (0, 0)
        assert caused == round(clash.odds.map(itemgetter(1)).mean * THOUSAND)
        assert theirs == round(clash.breaks[1] * MILLION)


def test_melee_and_margins_beyond_it_count_as_its_largest(lore: Many[int]) -> None:
    assert looked_up(lore, (9, 9), (1, 1), (2, 99)) == looked_up(lore, (3, 3), (1, 1), (2, 7))
    assert looked_up(lore, (3, 3), (1, 1), (-4, 2)) == looked_up(lore, (3, 3), (1, 1), (0, 2))


def test_who_cannot_break_down_in_a_clash_never_does(lore: Many[int]) -> None:
    _, _, attacker, defender = looked_up(lore, (3, 3), (1, 1), (7, 7))
    assert (attacker, defender) == (0, 0)


def test_a_weapon_is_known_by_what_it_does(lore: Many[int]) -> None:
    weapons = allocate(Weapon)
    weapon = look(Weapon, weapons)
    for arms, number in (((1, 1), 1), ((1, 2), 2), ((4, 4), 1)):
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


def test_a_standing_is_the_chance_to_last_and_what_one_does_until_then() -> None:
    """Without pressure, and where acting is worth nothing, it is the chance not to be removed."""
    bare = np.array(standing_table((100,), 0)).reshape(MAX_ABILITY + 1, heart.STRESSES, heart.ACTIVATIONS)
    for toughness, stress in ((1, 0), (1, 1), (3, 2), (4, 5), (5, 12), (MAX_ABILITY, 31)):
        for left in range(1, 5):
            removal = skirmish.until_removed(toughness, stress, most=left)
            assert bare[toughness, stress, left] == round(removal.left * MILLION)
    acting = np.array(standing_table((100,), 1000)).reshape(bare.shape)
    assert acting[3, 2, 4] == MILLION + 4000
    assert acting[3, 3, 1] == bare[3, 3, 1], "whoever breaks down does not act"
    pressed = np.array(standing_table((50, 50), 0)).reshape(bare.shape)
    check = skirmish.stress_check(2, 2)
    stays = sum(
        pressed[end[0], end[1] + more, 1] / 2 * check.chance(end)
        for end in check.weights
        if any(end)
        for more in (0, 1)
    )
    assert abs(pressed[2, 2, 2] - stays) <= 1


def test_standings_beyond_the_row_count_as_its_last(lore: Many[int]) -> None:
    assert heart.standing(lore, 5, 99, 99) == heart.standing(lore, 5, heart.STRESSES - 1, heart.ACTIVATIONS - 1)
    assert heart.standing(lore, 0, 0, 3) == 0
    assert heart.standing(lore, 4, -1, 2) == heart.standing(lore, 4, 0, 2)


def test_the_lore_of_a_battle_is_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    axe = {"name": "Axe", "kind": "melee", "threat": 1, "oppression": 2, "critical": 3, "points": 4}
    fight = Fight(a=[{"at": (5, 5), "weapons": ["Axe"], "melee": 2}], b=[{"at": (7, 5), "melee": 2}], weapons=[axe])
    assert USUAL_MELEE > 2
    monkeypatch.setattr("battlewright.systems.skirmish.bots.make_tables.USUAL_MELEE", 2)
    lore_of(fight.session.setting)  # with the folder of compiled rules, which need not be compiled anew
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    asked: list[tuple[int, int]] = []
    made = lore_of(fight.session.setting, lambda done, count: asked.append((done, count)))
    assert list(made[heart.FIRST_ARMS : heart.FIRST_ARMS + 6]) == [0, 0, 1, 2, 2, 3]
    assert asked == [(done, 6) for done in range(1, 7)]
    again = lore_of(fight.session.setting, lambda done, count: asked.append((done, count)))
    assert len(asked) == 6, "the second time nothing is worked out"
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
    monkeypatch.setattr("battlewright.systems.skirmish.bots.make_tables.lore_of", work_out)
    settings = [fight.session.setting for fight in fights]
    for setting in (settings[0], settings[0], *settings):
        lores.lore_of("skirmish", setting)
    assert len(asked) == len(settings)
    lores.lore_of("skirmish", settings[-1])
    assert len(asked) == len(settings)
    lores.lore_of("skirmish", settings[0])
    assert len(asked) == len(settings) + 1, "the one that was not asked for the longest is forgotten"

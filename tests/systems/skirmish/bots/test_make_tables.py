"""The bots' tables, against the answers that they hold."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from operator import itemgetter
from pathlib import Path
from random import Random

import pytest

from battlewright.engine.compiler.stamps import FOLDER_VARIABLE
from battlewright.engine.record import allocate, look, memory_of
from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.bots import make_tables
from battlewright.systems.skirmish.bots.distance_map import fill_map
from battlewright.systems.skirmish.bots.make_tables import (
    PARTS,
    USUAL_MELEE,
    standing_table,
    tables_for_arms,
    tables_of,
)
from battlewright.systems.skirmish.bots.tables import (
    ACTIVATIONS,
    MILLION,
    STRESSES,
    THOUSAND,
    UNARMED,
    Basics,
    Tables,
    row_of,
)
from battlewright.systems.skirmish.odds import solved as skirmish
from battlewright.systems.skirmish.odds.situations import Figure
from battlewright.systems.skirmish.record import MAX_ABILITY, Weapon
from battlewright.systems.skirmish.setup.files import WeaponSetup
from tests.systems.skirmish.bots.lookup import Pair, clash_of, find_arms, find_standing, resolve_of, shot_of
from tests.systems.skirmish.helpers import Fight

ARMS = ((1, 1), (1, 2))
"""Their numbers in the tables begin with 1: 0 is who cannot strike."""


def blade(arms: Pair) -> WeaponSetup:
    return WeaponSetup(name="Blade", kind="melee", threat=1, oppression=arms[0], critical=arms[1], points=1)


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
def tables() -> Tables:
    return tables_for_arms(ARMS, 3)


def test_it_has_every_clash_of_its_melee_as_the_question_answers_it(tables: Tables) -> None:
    chooser = Random(5)
    every = list(product(product(range(4), repeat=2), product(range(2), repeat=2), product(range(8), repeat=2)))
    for melee, arms, margins in chooser.sample(every, 60):
        found, asked = clash_of(tables, melee, [kind + 1 for kind in arms], margins), worked_out(melee, arms, margins)
        assert all(abs(one - other) <= 1 for one, other in zip(found, asked, strict=True)), (melee, arms, margins)


@pytest.mark.parametrize(
    ("struck", "parried"), [((4, 6, 5), (6, 4, 1)), ((6, 6, 4), (5, 5, 6)), ((5, 6, 1), (4, 4, 4))]
)
@pytest.mark.parametrize("margins", [(3, 2), (1, 1), (2, 4)])
def test_it_has_every_decision_of_a_clash(tables: Tables, struck: Pair, parried: Pair, margins: Pair) -> None:
    answer = skirmish.clash_after(*fighters((3, 3), (1, 0), margins), struck, parried)
    own, their = (row_of(sum(4 <= face < 6 for face in faces), list(faces).count(6)) for faces in (struck, parried))
    value = resolve_of(tables, (2, 1), margins, (own, their), 0)
    assert value == answer.values[0] * THOUSAND + answer.values[1]


def test_who_cannot_strike_only_parries(tables: Tables) -> None:
    """S2.K9: against somebody without a weapon in reach."""
    for melee, margins in (((3, 3), (2, 2)), ((2, 3), (5, 1)), ((3, 1), (1, 4))):
        one, other = fighters(melee, (1, 0), margins)
        clash = skirmish.clash(one, replace(other, blade=None))
        suffered, caused, ours, theirs = clash_of(tables, melee, (2, 0), margins)
        assert (suffered, ours) == (0, 0)
        assert caused == round(clash.odds.map(itemgetter(1)).mean * THOUSAND)
        assert theirs == round(clash.breaks[1] * MILLION)


def test_an_attacker_that_does_not_reach_any_more_has_nothing_to_gain(tables: Tables) -> None:
    """A shove may bring it out of reach while successes are left."""
    for defender in range(3):
        assert clash_of(tables, (3, 3), (UNARMED, defender), (2, 2)) == [0, 0, 0, 0]
        assert [resolve_of(tables, (UNARMED, defender), (2, 1), (3, 4), turn) for turn in range(2)] == [0, 0]


def test_melee_and_margins_beyond_it_count_as_its_largest(tables: Tables) -> None:
    assert clash_of(tables, (9, 9), (1, 1), (2, 99)) == clash_of(tables, (3, 3), (1, 1), (2, 7))
    assert clash_of(tables, (3, 3), (1, 1), (-4, 2)) == clash_of(tables, (3, 3), (1, 1), (0, 2))


def test_who_cannot_break_down_in_a_clash_never_does(tables: Tables) -> None:
    _, _, attacker, defender = clash_of(tables, (3, 3), (1, 1), (7, 7))
    assert (attacker, defender) == (0, 0)


def test_a_weapon_is_known_by_what_it_does(tables: Tables) -> None:
    weapons = allocate(Weapon)
    weapon = look(Weapon, weapons)
    for arms, number in (((1, 1), 1), ((1, 2), 2), ((4, 4), 1)):
        weapon.stress, weapon.critical = arms
        assert find_arms(tables.basics, weapons) == number


def test_it_has_all_shots(tables: Tables) -> None:
    gun = WeaponSetup(name="Gun", kind="shooting", modifier=0, damage=1, critical=2, points=1)
    for ballistics, need in ((1, 6), (3, 11), (4, 13), (5, 1), (10, 35)):
        shot = skirmish.shot(Figure(ballistics=ballistics, gun=gun), Figure(ap=0), need * INCH)["nothing"]
        assert shot_of(tables, ballistics, need) == (round(shot.hit * MILLION), round(shot.critical * MILLION))
    assert shot_of(tables, 10, 60)[0] == round(MILLION / 6**10)
    assert [shot_of(tables, 10, need)[0] for need in (61, 99)] == [0, 0]
    assert shot_of(tables, 3, -5)[0] == MILLION
    assert shot_of(tables, 0, 0)[0] == 0


def test_a_standing_is_the_chance_to_last_and_what_one_does_until_then() -> None:
    """Without pressure, and where acting is worth nothing, it is the chance not to be removed."""
    bare = standing_table((100,), 0)
    assert bare.shape == (MAX_ABILITY + 1, STRESSES, ACTIVATIONS)
    for toughness, stress in ((1, 0), (1, 1), (3, 2), (4, 5), (5, 12), (MAX_ABILITY, 31)):
        for left in range(1, 5):
            removal = skirmish.until_removed(toughness, stress, most=left)
            assert bare[toughness, stress, left] == round(removal.left * MILLION)
    acting = standing_table((100,), 1000)
    assert acting[3, 2, 4] == MILLION + 4000
    assert acting[3, 3, 1] == bare[3, 3, 1], "whoever breaks down does not act"
    pressed = standing_table((50, 50), 0)
    check = skirmish.stress_check(2, 2)
    stays = sum(
        pressed[end[0], end[1] + more, 1] / 2 * check.chance(end)
        for end in check.weights
        if any(end)
        for more in (0, 1)
    )
    assert abs(pressed[2, 2, 2] - stays) <= 1


def test_standings_beyond_the_table_count_as_its_last(tables: Tables) -> None:
    basics = tables.basics
    assert find_standing(basics, 5, 99, 99) == find_standing(basics, 5, STRESSES - 1, ACTIVATIONS - 1)
    assert find_standing(basics, 0, 0, 3) == 0
    assert find_standing(basics, 4, -1, 2) == find_standing(basics, 4, 0, 2)


def test_the_clash_tables_are_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    axe = {"name": "Axe", "kind": "melee", "threat": 1, "oppression": 2, "critical": 3, "points": 4}
    fight = Fight(a=[{"at": (5, 5), "weapons": ["Axe"], "melee": 2}], b=[{"at": (7, 5), "melee": 2}], weapons=[axe])
    assert USUAL_MELEE > 2
    monkeypatch.setattr(make_tables, "USUAL_MELEE", 2)
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    PARTS.clear()
    asked: list[tuple[int, int]] = []
    made = tables_of(fight.session.setting, lambda done, count: asked.append((done, count)))
    arms = [(each.stress, each.critical) for each in look(Basics, made.basics).weapons[:3]]
    assert arms == [(0, 0), (1, 2), (2, 3)]
    assert asked == [(done, 6) for done in range(1, 7)]
    again = tables_of(fight.session.setting, lambda done, count: asked.append((done, count)))
    assert len(asked) == 6, "the second time nothing is made"
    assert all(one is other for one, other in zip(made[1:], again[1:], strict=True))
    assert memory_of(made.basics) == memory_of(again.basics)
    files = list(tmp_path.glob("skirmish-tables-*-clash-*.npy"))
    assert len(files) == 6
    files[0].write_bytes(b"not a table")
    PARTS.clear()
    assert memory_of(tables_of(fight.session.setting).clashes) == memory_of(made.clashes)


def test_settings_share_the_parts_that_they_have_in_common() -> None:
    """Other models on the same table, or the same models on another one."""
    a, b = [{"at": (5, 5)}], [{"at": (7, 5)}]
    here = tables_of(Fight(a=a, b=b).session.setting)
    rounds = tables_of(Fight(a=a, b=b, round_limit=3).session.setting)
    assert all(one is other for one, other in zip(here[1:], rounds[1:], strict=True))
    assert memory_of(here.basics) == memory_of(rounds.basics)
    there = tables_of(Fight(a=a, b=b, pieces=[{"box": [9, 9, 2, 2], "top": 3}]).session.setting)
    assert there.clashes is here.clashes
    assert there.maps is not here.maps
    quick = tables_of(Fight(a=[{"at": (5, 5), "agility": 6}], b=b).session.setting)
    assert quick.clashes is here.clashes
    assert look(Basics, quick.basics).stamp != look(Basics, here.basics).stamp > 0
    assert memory_of(quick.maps[1:2]) == memory_of(here.maps[:1])


def test_threads_that_want_the_same_part_wait_for_one_maker(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    begun, go_on = threading.Event(), threading.Event()

    def slowly(*row: object) -> None:
        made.append(1)
        begun.set()
        go_on.wait(10)
        fill_map(*row)  # type: ignore[arg-type]

    monkeypatch.setattr(make_tables, "fill_map", slowly)
    PARTS.clear()
    known = Fight(a=[{"at": (5, 5)}], b=[{"at": (7, 5)}])
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(tables_of, known.session.setting) for _ in range(2)]
        assert begun.wait(10)
        assert len(tables_for_arms(ARMS, 1).clashes) > 0, "others go on"
        go_on.set()
        one, other = (each.result() for each in both)
    assert one.maps is other.maps
    assert len(made) == 1

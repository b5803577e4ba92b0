"""Exact answers about Heroes, against the clauses written out once more with all faces, and against other libraries."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright import systems
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.record import look, numbers, offset_of
from battlewright.odds import Odds
from battlewright.odds.ends import FieldMeasure
from battlewright.odds.solve import solve
from battlewright.odds.state_graph import Until
from battlewright.systems.heroes.enums import Band, ConditionName
from battlewright.systems.heroes.odds import situations
from battlewright.systems.heroes.odds import solved as heroes
from battlewright.systems.heroes.record import Encounter, Setting
from battlewright.systems.heroes.rules.chances import contest_won
from battlewright.systems.heroes.setup.encounter import card_of
from battlewright.systems.heroes.setup.file_types import Damage
from battlewright.systems.heroes.setup.files import read_sheet

plain = pytest.mark.plain
EXAMPLE = tomllib.loads((Path(__file__).parents[3] / "examples" / "heroes.toml").read_text(encoding="utf-8"))
D8 = range(1, 9)
SUMS = Counter(map(sum, product(D8, repeat=3)))
"""In how many of 512 ways 3d8 show each sum."""


def bands(bonus: int, dodge: int, parry: int, armor: int) -> dict[str, Fraction]:
    """H.D8, with every face of 3d8."""
    found = dict.fromkeys(("dodged", "parried", "armor", "hit", "critical"), Fraction(0))
    for faces in product(D8, repeat=3):
        over = sum(faces) + bonus
        if over <= dodge:
            name = "dodged"
        elif over <= dodge + parry:
            name = "parried"
        elif over <= dodge + parry + armor:
            name = "armor"
        else:
            name = "hit" if over <= dodge + parry + armor + 5 else "critical"
        found[name] += Fraction(1, 512)
    return found


# The worked example


@plain
@pytest.mark.clause("H.D7")
def test_the_rogue_of_the_document_defends_with_18_and_not_with_19() -> None:
    rogue, card = EXAMPLE["rogue"], card_of(read_sheet(EXAMPLE["rogue"]["sheet"]))
    assert (card.dodge, card.parry, card.armor) == (rogue["dodge"], rogue["parry"], rogue["armor"])
    assert card.dodge + card.parry + card.armor == rogue["sum"] == rogue["printed"] - 1


@plain
@pytest.mark.clause("H.D7", "H.D8")
@pytest.mark.parametrize("example", EXAMPLE["rolls"], ids=lambda each: f"{each['roll']} against {each['total']}")
def test_the_printed_attack_rolls_come_out(example: dict[str, Any]) -> None:
    rogue = EXAMPLE["rogue"]
    dodge, parry, armor = rogue["dodge"], rogue["parry"], rogue["armor"] + example["total"] - rogue["sum"]
    question = situations.attack(example["roll"] - 10, dodge, parry, armor)
    band = numbers(1)
    situations.look_at_attacks(*question, numbers([4, 3, 3]), band)
    assert Band(band[0]).name.lower() == example["band"]
    assert heroes.attack(example["roll"] - 10, dodge, parry, armor)[example["band"]] >= Fraction(SUMS[10], 512)


# Attacks


@plain
@pytest.mark.parametrize("defence", [(9, 5, 4), (0, 0, 0), (12, 6, 0), (0, 6, 16), (3, 2, 0), (4, 40, 8), (99, 0, 0)])
@pytest.mark.parametrize("bonus", [-99, -3, 0, 5, 8, 21, 99])
def test_the_bands_are_all_faces_written_out(bonus: int, defence: tuple[int, int, int]) -> None:
    assert heroes.attack(bonus, *defence) == bands(bonus, *defence)


@given(st.integers(-10, 25), st.integers(0, 20), st.integers(0, 12), st.integers(0, 20))
def test_the_bands_are_certain_together_and_those_of_every_face(bonus: int, dodge: int, parry: int, armor: int) -> None:
    found = heroes.attack(bonus, dodge, parry, armor)
    assert sum(found.values()) == 1
    assert found == bands(bonus, dodge, parry, armor)


@plain
def test_a_roll_that_gets_through_is_that_of_icepool_and_dyce() -> None:
    found = heroes.attack(5, 9, 5, 4)
    through = 3 @ icepool.d8 + 5 > 18
    assert found["hit"] + found["critical"] == Fraction(through.probability(True))
    above = sum(ways for total, ways in (3 @ dyce.H(8)).items() if total + 5 > 18)
    assert found["hit"] + found["critical"] == Fraction(above, 512)


# Contests


def solved_contest(lead: int) -> dict[tuple[int, int], Fraction]:
    """H.R4 to H.R6 as so many equations with as many unknowns: how a contest ends from its beginning.

    A position is how many rounds each has won and the die of each; a tie sends both back to the d10.
    """
    dice = [(10, 10), (12, 8), (8, 12)]
    positions = [(own, their, *pair) for own in range(2) for their in range(2) for pair in dice]
    ends = [(2, 0), (2, 1), (0, 2), (1, 2)]
    rows = []
    for at, (own, their, a, b) in enumerate(positions):
        row, rest = [Fraction(int(at == other)) for other in range(len(positions))], [Fraction(0)] * len(ends)
        for one, other in product(range(1, a + 1), range(1, b + 1)):
            if one + lead == other:
                after = (own, their, 10, 10)
            elif one + lead > other:
                after = (own + 1, their, a + 2, b - 2)
            else:
                after = (own, their + 1, a - 2, b + 2)
            if max(after[:2]) == 2:
                rest[ends.index((after[0], after[1]))] += Fraction(1, a * b)
            elif after in positions:
                row[positions.index(after)] -= Fraction(1, a * b)
        rows.append(row + rest)
    for at in range(len(rows)):
        pivot = next(other for other in range(at, len(rows)) if rows[other][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [each / rows[at][at] for each in rows[at]]
        for other in range(len(rows)):
            if other != at and rows[other][at]:
                factor = rows[other][at]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
    return dict(zip(ends, rows[0][len(positions) :], strict=True))


@plain
@pytest.mark.parametrize("lead", [*range(-12, 13), 40])
def test_a_contest_is_its_equations(lead: int) -> None:
    found, ends = heroes.contest(lead, 0), solved_contest(lead)
    assert found.attacker == ends[2, 0] + ends[2, 1] == contest_won(10, 2, 2, lead)
    assert found.defender == ends[0, 2] + ends[1, 2] == 1 - found.attacker
    assert found.rounds.get(2, 0) == ends[2, 0] + ends[0, 2]
    assert found.rounds.get(3, 0) == ends[2, 1] + ends[1, 2]


@plain
def test_only_the_lead_counts_in_a_contest_and_sides_may_change_places() -> None:
    assert heroes.contest(4, 3) == heroes.contest(9, 8) == heroes.contest(0, -1)
    assert heroes.contest(4, 3).attacker == heroes.contest(3, 4).defender


@pytest.mark.parametrize("lead", [-4, 0, 1])
def test_a_contest_is_what_the_nodes_of_an_encounter_come_to(lead: int) -> None:
    question = situations.contest(lead, 0)
    look(Setting, question.setting).cards[0].actions[0].effect.condition = 1 + int(ConditionName.STUNNED)
    place = offset_of(Encounter, "combatants", 1, "effects", int(ConditionName.STUNNED), "left")
    answer = solve(systems.load("heroes").rules, *question, FieldMeasure((place,)), lambda _: 0, until=Until(depth=2))
    assert answer.odds.chance((1,)) == heroes.contest(lead, 0).attacker


@plain
@pytest.mark.parametrize("lead", [-3, 0, 2])
@pytest.mark.parametrize(("sides", "step", "wins"), [(8, 4, 2), (6, 0, 2), (10, 2, 1), (16, 4, 2), (6, 4, 2)])
def test_what_bots_know_of_contests_is_what_the_rules_make_of_them_by_other_rulings(
    sides: int, step: int, wins: int, lead: int
) -> None:
    question = situations.contest(lead, 0)
    rulings, frame = look(Setting, question.setting).rulings, situations.exchange_of(question)
    rulings.contest_sides, rulings.contest_step, rulings.contest_wins = sides, step, wins
    frame.own_sides = frame.their_sides = sides
    assert heroes.contest_of(question).attacker == contest_won(sides, step, wins, lead)


# Checks


@plain
@pytest.mark.parametrize("bonus", [-4, 0, 6, 11])
@pytest.mark.parametrize("against", [-5, 3, 12, 17, 24, 30, 40])
def test_a_check_is_all_faces_written_out_and_a_tie_goes_as_it_is_said(bonus: int, against: int) -> None:
    above = sum(ways for total, ways in SUMS.items() if total + bonus > against)
    assert heroes.check(bonus, against, "defender") == Fraction(above, 512)
    assert heroes.check(bonus, against, "roller") == Fraction(above + SUMS[against - bonus], 512)


# Damage


def dealt(dice: int, sides: int, plus: int) -> Odds[int]:
    """Every face of every die."""
    return Odds(Counter(max(sum(faces) + plus, 0) for faces in product(range(1, sides + 1), repeat=dice)))


@plain
def test_damage_is_all_faces_less_resistance_plus_vulnerability_and_not_below_0() -> None:
    blow = heroes.damage(Damage(2, 6, 3), ["fire", "slashing"], {"fire": 2, "frost": 9}, {"slashing": 1, "acid": 5})
    assert blow.damage == dealt(2, 6, 3 - 2 + 1)
    assert blow.pools is None
    stopped = heroes.damage(Damage(1, 4, 0), ["acid"], {"acid": 3})
    assert stopped.damage == Odds({0: 3, 1: 1})
    assert heroes.damage(Damage(1, 4, 0), ["acid"], {"acid": 50}).damage == Odds({0: 1})


@plain
def test_a_critical_hit_rolls_the_dice_twice_and_adds_once() -> None:
    assert heroes.damage(Damage(2, 6, 3), ["fire"], critical=True).damage == dealt(4, 6, 3)


def test_damage_dice_are_those_of_icepool() -> None:
    blow = heroes.damage(Damage(10, 20, -2), ["radiant"], critical=True)
    assert blow.damage == Odds(dict((20 @ icepool.d(20) - 2).items()))


@plain
@pytest.mark.parametrize(("pool", "lesser"), [(9, 4), (0, 3), (30, 15), (5, 1)])
@pytest.mark.parametrize(
    ("type", "empty", "full"), [("unholy", "unconscious", "dead"), ("psychic", "afraid", "broken")]
)
def test_damage_fills_the_lesser_pool_with_what_exceeds_the_larger_and_dead_replaces_unconscious(
    pool: int, lesser: int, type: str, empty: str, full: str
) -> None:
    blow = heroes.damage(Damage(2, 6, 0), [type], pool=pool, lesser=lesser)
    assert blow.is_mental == (type == "psychic")
    assert blow.pools == dealt(2, 6, 0).map(lambda lost: (max(pool - lost, 0), min(max(lost - pool, 0), lesser)))
    emptied, filled = dealt(2, 6, 0).at_least(pool), dealt(2, 6, 0).at_least(pool + lesser)
    assert blow.brings == {empty: emptied if blow.is_mental else emptied - filled, full: filled}


@plain
def test_psychic_damage_that_is_of_another_type_too_goes_to_health() -> None:
    assert not heroes.damage(Damage(1, 4, 0), ["psychic", "fire"], pool=3).is_mental


@plain
def test_the_lesser_pool_holds_half_of_the_larger_unless_it_is_said() -> None:
    blow = heroes.damage(Damage(1, 20, 0), ["fire"], pool=9)
    assert blow.brings["dead"] == Fraction(20 - 14 + 1, 20)  # 9 Health and 5 Wounds


# Bad input


@plain
@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: heroes.attack(5, -1, 0, 0), "The Dodge must be from 0 to 99, not -1 (H.D1)."),
        (lambda: heroes.attack(100, 1, 0, 0), "The bonus must be from -99 to 99, not 100 (H.W1)."),
        (lambda: heroes.contest(0, 100), "The defence must be from -99 to 99, not 100 (H.R4)."),
        (lambda: heroes.check(0, 400), "The number to reach must be from -99 to 198, not 400 (H.R9)."),
        (lambda: heroes.check(0, 9, "me"), "Unknown side that ties go to 'me'."),  # type: ignore[arg-type]
        (lambda: heroes.damage(Damage(2, 6, 0), []), "Damage has one type or several (H.E1)."),
        (lambda: heroes.damage(Damage(0, 6, 0), ["fire"]), "The number of damage dice must be from 1 to 10, not 0"),
        (lambda: heroes.damage(Damage(1, 6, 0), ["fire"], {"fire": 100}), "must be from 0 to 99, not 100 (H.E2)."),
        (lambda: heroes.damage(Damage(1, 6, 0), ["fire"], pool=-1), "The Health must be from 0 to 100,000, not -1"),
        (lambda: heroes.damage(Damage(1, 6, 0), ["fire"], pool=1, lesser=0), "The Wounds must be from 1 to 100,000"),
        (lambda: heroes.damage(Damage(1, 6, 0), ["psychic"], lesser=3), "Give the Morale too: only what exceeds it"),
    ],
)
def test_bad_numbers_are_refused_with_a_sentence(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(BattlewrightError, match=re.escape(message)):
        ask()

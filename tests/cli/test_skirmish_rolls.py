"""``battlewright odds skirmish``: tests, stress, climbs and jumps, held against brute force."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from tests.cli.helpers import Command
from tests.cli.skirmish_odds import (
    Chances,
    answer,
    read,
    thrown,
    told,
)

GONE = "removed"


# Tests


def test_the_successes_of_a_test(battlewright: Command) -> None:
    data = answer(battlewright, "test", "--ability", "5")
    assert (data["exact"], data["mean"], data["variance"], data["median"]) == (True, "5/2", "5/4", "2")
    assert data["distribution"] == {
        "0": "1/32", "1": "5/32", "2": "5/16", "3": "5/16", "4": "5/32", "5": "1/32"
    }  # fmt: skip
    assert "joint" not in data


def test_a_critical_test_has_its_ones_and_sixes(battlewright: Command) -> None:
    data = answer(battlewright, "test", "--ability", "3", "--critical")
    joint = thrown(3, lambda faces: f"{faces.count(1)},{sum(face >= 4 for face in faces)},{faces.count(6)}")
    assert read(data["joint"]) == joint
    assert read(data["criticals"]) == thrown(3, lambda faces: str(faces.count(6)))
    assert read(data["critical_failures"]) == thrown(3, lambda faces: str(faces.count(1)))
    assert data["distribution"] == {"0": "1/8", "1": "3/8", "2": "3/8", "3": "1/8"}


def test_a_test_without_dice_has_no_success(battlewright: Command) -> None:
    assert answer(battlewright, "test", "--ability", "0", "--critical")["joint"] == {"0,0,0": "1"}


def test_people_get_the_bars_of_a_test(battlewright: Command) -> None:
    out = told(battlewright, "test", "--ability", "2", "--critical")
    assert "A test with 2 dice: successes. Exact; mean 1, standard deviation 0.707." in out
    assert "Critical successes" in out
    assert "Critical failures" in out
    assert "█" * 40 in out


# Stress


def checked(toughness: int, stress: int) -> Chances:
    """The whole stress check of S2.T2 to S2.T5."""
    if stress >= 2 * toughness:
        toughness -= 1
    if not toughness:
        return {GONE: Fraction(1)}
    if stress < toughness:
        return {f"{toughness},{stress}": Fraction(1)}

    def after(faces: tuple[int, ...]) -> str:
        left = toughness - sum(face < 4 for face in faces)
        stressed = max(stress + faces.count(1) - faces.count(6), 0)
        return f"{left},{max(stressed - left, 0)}" if left else GONE

    return thrown(toughness, after)


@pytest.mark.parametrize(
    ("toughness", "stress", "breaks_down"),
    [(4, 5, True), (3, 3, True), (3, 6, True), (2, 4, True), (1, 1, True), (1, 2, False), (2, 1, False), (5, 99, True)],
)
def test_a_stress_check_is_that_of_the_rulebook(
    battlewright: Command, toughness: int, stress: int, breaks_down: bool
) -> None:
    data = answer(battlewright, "stress", "--toughness", str(toughness), "--stress", str(stress))
    expected = checked(toughness, stress)
    assert read(data["distribution"]) == expected
    assert data["breaks_down"] is breaks_down
    assert Fraction(data["removed"]) == expected.get(GONE, 0)
    assert (GONE in data["distribution"]) == (GONE in expected)
    assert "activations" not in data


@pytest.mark.parametrize(
    ("toughness", "stress", "gain", "most"), [(3, 3, 1, 5), (2, 2, 0, 20), (4, 1, 2, 3), (1, 0, 0, 4)]
)
def test_until_removed_follows_one_activation_after_the_other(
    battlewright: Command, toughness: int, stress: int, gain: int, most: int
) -> None:
    options = ("--until-removed", "--gain", str(gain), "--activations", str(most))
    data = answer(battlewright, "stress", "--toughness", str(toughness), "--stress", str(stress), *options)
    standing = {(toughness, stress): Fraction(1)}
    removed: dict[str, Fraction] = {}
    for activation in range(1, most + 1):
        after: dict[tuple[int, int], Fraction] = {}
        for now, chance in standing.items():
            for outcome, part in checked(*now).items():
                if outcome == GONE:
                    removed[str(activation)] = removed.get(str(activation), Fraction(0)) + chance * part
                else:
                    tough, left = map(int, outcome.split(","))
                    after[tough, left + gain] = after.get((tough, left + gain), Fraction(0)) + chance * part
        standing = after
    rest = sum(standing.values(), Fraction(0))
    assert read(data["activations"]) == removed
    assert Fraction(data["left"]) == rest
    assert ("never" in data) == (not gain)
    assert gain or Fraction(data["never"]) == rest


def test_people_read_what_becomes_of_stress(battlewright: Command) -> None:
    out = told(battlewright, "stress", "--toughness", "3", "--stress", "3", "--until-removed", "--gain", "1")
    assert "Toughness 3, stress 3: the model breaks down (S2.T3). Exact." in out
    assert re.search(r"removed +12\.5000%", out)
    assert "with 1 stress gained between two" in out
    assert re.search(r"not within 20 +0\.\d+%", out)
    assert "does not break down" in told(battlewright, "stress", "--toughness", "3", "--stress", "2")
    assert "is removed at once (S2.T2)" in told(battlewright, "stress", "--toughness", "1", "--stress", "2")
    assert "outcomes less likely, " in told(battlewright, "stress", "--toughness", "8", "--stress", "9")


# Climbs and jumps


def binomial(dice: int, least: int) -> Fraction:
    return sum(
        (chance for count, chance in thrown(dice, lambda f: sum(x >= 4 for x in f)).items() if count >= least),
        Fraction(0),
    )


@pytest.mark.parametrize(
    ("agility", "height", "needed"), [(3, "5", 3), (3, "3", 0), (4, "6.5", 4), (5, "5.001", 3), (4, "6.999", 4)]
)
def test_a_climb_needs_a_success_for_every_two_inches(
    battlewright: Command, agility: int, height: str, needed: int
) -> None:
    data = answer(battlewright, "climb", "--agility", str(agility), "--height", height)
    success = binomial(agility, needed)
    assert Fraction(data["success"]) == success
    fall = {str(int(float(height) / 3)): 1 - success} if success < 1 else {}
    assert read(data["stress"]) == {"0": success, **fall}


def test_a_ladder_needs_no_test(battlewright: Command) -> None:
    data = answer(battlewright, "climb", "--agility", "3", "--height", "5", "--ladder")
    assert (data["success"], data["stress"]) == ("1", {"0": "1"})
    assert 'A climb of 5" by a ladder with Agility 3. Exact.' in told(
        battlewright, "climb", "--agility", "3", "--height", "5", "--ladder"
    )


def test_a_jump_needs_a_success_for_every_inch(battlewright: Command) -> None:
    flat = answer(battlewright, "jump", "--agility", "3", "--distance", "2.5")
    assert (flat["success"], flat["stress"]) == ("1/8", {"0": "1"})
    short = answer(battlewright, "jump", "--agility", "3", "--distance", "1.5", "--drop", "9")
    assert (short["success"], short["stress"]) == ("1", {"0": "1"})


def test_who_jumps_too_short_falls_unless_it_does_not_get_off_at_all(battlewright: Command) -> None:
    data = answer(battlewright, "jump", "--agility", "3", "--distance", "2.5", "--drop", "6")
    assert data["success"] == "1/8"
    assert data["stress"] == {"0": "1/4", "2": "3/4"}  # 3 or no successes; 1 or 2, and 6" down
    out = told(battlewright, "jump", "--agility", "3", "--distance", "2.5", "--drop", "6")
    assert 'A jump of 2.5", 6" above the ground, with Agility 3. Exact.' in out
    assert re.search(r"failure +87\.5000%", out)

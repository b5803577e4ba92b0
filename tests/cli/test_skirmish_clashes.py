"""``battlewright odds skirmish clash``, held against the best play worked out by hand."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from tests.cli.helpers import Command
from tests.cli.skirmish_odds import (
    SPEAR,
    SWORD,
    Left,
    answer,
    best_play,
    fallen,
    read,
    thrown,
    told,
)


@pytest.mark.parametrize(
    ("attacker", "defender", "weapons", "room"),
    [
        (
            "melee=4,toughness=3,stress=0,weapon=sword",
            "melee=3,toughness=3,stress=1,weapon=spear",
            (SWORD, SPEAR),
            (3, 2),
        ),
        ("melee=2,weapon=Sword", "melee=3,toughness=2,weapon=sword", (SWORD, SWORD), (3, 2)),
        ("melee=0,weapon=sword", "weapon=spear", (SWORD, SPEAR), (3, 3)),
        ("weapon=spear", "melee=0,weapon=spear", (SPEAR, SPEAR), (3, 3)),
    ],
)
def test_a_clash_is_played_best_by_both(
    battlewright: Command, attacker: str, defender: str, weapons: tuple[Left, Left], room: Left
) -> None:
    data = answer(battlewright, "clash", "--attacker", attacker, "--defender", defender)
    melee = [int(found[1]) if (found := re.search(r"melee=(\d)", text)) else 3 for text in (attacker, defender)]
    play = best_play(weapons, room)
    value = net_stress = Fraction(0)
    for struck, one in thrown(melee[0], fallen).items():
        for parried, other in thrown(melee[1], fallen).items():
            ended = play((struck, parried), 0, (0, 0))
            value, net_stress = value + one * other * ended[0], net_stress + one * other * ended[1]
    assert (Fraction(data["value"]), Fraction(data["net_stress"])) == (value, net_stress)
    stress = {tuple(map(int, each.split(","))): chance for each, chance in read(data["distribution"]).items()}
    assert sum(stress.values()) == 1
    broken = [sum(chance for each, chance in stress.items() if each[who] >= room[who]) for who in range(2)]
    assert [Fraction(data["breaks"][who]) for who in ("attacker", "defender")] == broken
    assert broken[1] - broken[0] == value
    assert "in reach throughout" in data["note"]


def test_one_die_against_one_can_be_told_by_hand(battlewright: Command) -> None:
    """The attacker strikes first (or parries when it must); what is left of the other's then strikes back."""
    data = answer(battlewright, "clash", "--attacker", "melee=1,weapon=sword", "--defender", "melee=0,weapon=none")
    assert data["distribution"] == {"0,0": "1/2", "0,1": "1/3", "0,2": "1/6"}
    assert data["net_stress"] == "2/3"
    assert data["breaks"] == {"attacker": "0", "defender": "0"}
    assert data["defender"]["weapon"] is None


def test_dice_that_have_fallen_leave_choices_and_mistakes(battlewright: Command) -> None:
    arguments = (
        "clash", "--attacker", "melee=4,weapon=sword", "--defender", "melee=3,stress=1,weapon=spear",
        "--struck", "4,6,5,1", "--parried", "6 5 2",
    )  # fmt: skip
    data = answer(battlewright, *arguments)
    play = best_play((SWORD, SPEAR), (3, 2))
    options = play.options(((2, 1), (1, 1)), 0, (0, 0))  # type: ignore[attr-defined]
    expected = {words: play(*then) for words, then in options.items()}
    found = {each["choice"]: (Fraction(each["value"]), Fraction(each["net_stress"])) for each in data["choices"]}
    assert found == expected
    assert [each["choice"] for each in data["choices"] if each["best"]] == ["strike with a critical"]
    assert expected["strike with a critical"] == max(expected.values())
    assert (data["chooses"], data["value"], data["net_stress"]) == ("attacker", "1", "2")
    assert all(sum(read(each["distribution"]).values()) == 1 for each in data["choices"])
    out = told(battlewright, *arguments)
    assert "After the attacker 4 6 5 1 and the defender 6 5 2." in out
    assert "The attacker chooses:" in out
    assert re.search(r"strike with a success +\+1\.0000 +\+1\.0000 +1\.0000 stress", out)
    assert re.search(r"parry a success with a success .* 1\.0000 break-downs", out)
    assert re.search(r"strike with a critical \* +\+1\.0000 +\+2\.0000 +$", out, re.MULTILINE)


def test_who_alone_has_successes_chooses_first(battlewright: Command) -> None:
    fight = ("clash", "--attacker", "melee=0,weapon=sword", "--defender", "melee=3,weapon=sword", "--struck", "")
    data = answer(battlewright, *fight, "--parried", "6,5,1")
    assert data["chooses"] == "defender"
    assert {each["choice"] for each in data["choices"]} == {"strike with a success", "strike with a critical"}
    assert data["distribution"] == {"3,0": "1"}


def test_what_resolves_itself_is_no_choice(battlewright: Command) -> None:
    fight = ("clash", "--attacker", "melee=2,weapon=sword", "--defender", "melee=1,weapon=sword", "--parried", "3")
    none = answer(battlewright, *fight, "--struck", "1,2")
    assert (none["choices"], none["chooses"], none["distribution"]) == ([], None, {"0,0": "1"})
    one = answer(battlewright, *fight, "--struck", "1,6")
    assert one["distribution"] == {"0,2": "1"}
    assert "There is nothing to choose" in told(battlewright, *fight, "--struck", "1,2")


def test_people_read_a_clash(battlewright: Command) -> None:
    out = told(battlewright, "clash", "--attacker", "weapon=sword", "--defender", "melee=2,weapon=none")
    assert (
        "Attacker: Melee 3, Toughness 3, stress 0, Sword.\nDefender: Melee 2, Toughness 3, stress 0, no weapon." in out
    )
    assert "nobody is shoved" in out
    assert "Exact, by the best play of both." in out
    assert re.search(r"attacker breaks down +0\.0000%", out)

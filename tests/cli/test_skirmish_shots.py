"""``battlewright odds skirmish shot``, held against brute force."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.helpers import Command
from tests.cli.skirmish_odds import (
    answer,
    at_least,
    mean,
    named,
    read,
    shot,
    told,
)


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "need", "damage", "critical"),
    [
        (("--difficulty", "12.5", "--damage", "1", "--critical", "2"), 13, 1, 2),
        (("--difficulty", "12.5"), 13, 1, 2),
        (("--difficulty", "14", "--damage", "2", "--critical", "D3"), 14, 2, "d3"),
        (("--difficulty", "12.001", "--weapon", "rifle"), 13, 1, "d3"),
        (("--difficulty", "12", "--weapon", "Pistol"), 12, 1, 2),
        (("--difficulty", "0", "--weapon", "sniper"), 0, 1, 1),
        (("--difficulty", "25"), 25, 1, 2),
    ],
)
def test_a_shot_hits_with_its_sum_and_critically_with_a_six(
    battlewright: Command, arguments: tuple[str, ...], need: int, damage: int, critical: int | str
) -> None:
    data = answer(battlewright, "shot", "--ballistics", "4", *arguments)
    hit, critically, stress = shot(4, need, damage, critical)
    assert (Fraction(data["hit"]), Fraction(data["critical"])) == (hit, critically)
    assert read(data["stress"]) == named(stress)
    assert not {"strays", "reactions", "best"} & set(data)


def test_a_miss_flies_on_from_the_obstacle_closest_to_the_target(battlewright: Command) -> None:
    data = answer(battlewright, "shot", "--ballistics", "4", "--difficulty", "12.5", "--obstacles", "3")
    missed = 1 - shot(4, 13, 1, 2)[0]
    assert [Fraction(chance) for chance in data["strays"]] == [missed / 2, missed / 4, missed / 8]
    out = told(battlewright, "shot", "--ballistics", "4", "--difficulty", "12.5", "--obstacles", "3")
    assert "hits obstacle 3 instead" in out
    assert "Obstacle 1 is the one closest to the target." in out


def test_the_reactions_of_a_target_are_weighed(battlewright: Command) -> None:
    target = "agility=4,toughness=3,stress=1,ballistics=3,weapon=pistol"
    arguments = ("shot", "--ballistics", "4", "--difficulty", "12.5", "--weapon", "rifle", "--target", target)
    data = answer(battlewright, *arguments)
    reactions = data["reactions"]
    assert list(reactions) == ["nothing", "cover", "return fire"]
    # cover: half the Agility; back: over the same distance with the Pistol's -1, at a shooter whose last AP is cover
    back = shot(3, 15, 1, 2)[2]
    for name, need, suffered in (
        ("nothing", 13, {0: Fraction(1)}),
        ("cover", 15, {0: Fraction(1)}),
        ("return fire", 13, back),
    ):
        hit, critically, stress = shot(4, need, 1, "d3")
        found = reactions[name]
        assert (Fraction(found["hit"]), Fraction(found["critical"])) == (hit, critically)
        assert (read(found["stress"]), read(found["suffered"])) == (named(stress), named(suffered))
        assert Fraction(found["value"]) == at_least(stress, 2)  # nobody breaks down by a return shot of 2 at most
        assert Fraction(found["net_stress"]) == mean(stress) - mean(suffered)
    assert data["best"] == "cover"
    assert {key: data[key] for key in ("hit", "critical", "stress")} == {
        key: reactions["nothing"][key] for key in ("hit", "critical", "stress")
    }
    out = told(battlewright, *arguments)
    assert "Target: Ballistics 3, Toughness 3, Agility 4, stress 1, AP 3, Pistol." in out
    assert re.search(r"^ cover \* +44\.37% +34\.95% ", out, re.MULTILINE)
    assert "* is best for the target." in out


def test_the_shooter_may_break_down_by_a_return_shot(battlewright: Command) -> None:
    arguments = ("shot", "--ballistics", "4", "--difficulty", "12", "--target", "ballistics=5,weapon=rifle,stress=0")
    calm = answer(battlewright, *arguments)["reactions"]["return fire"]
    strained = answer(battlewright, *arguments, "--shooter", "toughness=2,stress=1,ap=2")["reactions"]["return fire"]
    _, _, stress = shot(4, 12, 1, 2)
    without_cover = shot(5, 12, 1, "d3")[2]
    assert Fraction(calm["value"]) > Fraction(strained["value"])
    assert read(strained["suffered"]) == named(without_cover)
    assert Fraction(strained["value"]) == at_least(stress, 3) - at_least(without_cover, 1)


def test_who_has_too_few_ap_reacts_less(battlewright: Command) -> None:
    arguments = ("shot", "--ballistics", "4", "--difficulty", "12", "--target")
    assert list(answer(battlewright, *arguments, "ap=1,weapon=rifle")["reactions"]) == ["nothing", "cover"]
    assert list(answer(battlewright, *arguments, "ap=0,weapon=rifle")["reactions"]) == ["nothing"]
    assert list(answer(battlewright, *arguments, "weapon=none")["reactions"]) == ["nothing", "cover"]
    assert list(answer(battlewright, *arguments, "")["reactions"]) == ["nothing", "cover"]


def test_a_weapon_may_come_from_a_file(battlewright: Command) -> None:
    Path("sling.toml").write_text(
        'name = "Sling"\nkind = "shooting"\nmodifier = 0\ndamage = 3\ncritical = 4\npoints = 1\n'
    )
    data = answer(battlewright, "shot", "--ballistics", "2", "--difficulty", "7", "--weapon", "sling.toml")
    assert read(data["stress"]) == named(shot(2, 7, 3, 4)[2])

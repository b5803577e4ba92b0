"""``battlewright odds``."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from battlewright.engine.errors import TooLarge
from tests.cli.helpers import Command

DUELLIST = """
name = "Duellist"
[[kinds]]
name = "D"
might = 1
dex = 3
will = 3
def = 4
atk = 1
[[groups]]
kind = "D"
"""


def answer(battlewright: Command, *arguments: str) -> Any:
    ran = battlewright("odds", *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def test_the_odds_of_a_roll(battlewright: Command) -> None:
    data = answer(battlewright, "roll", "3d8+4", "--at-least", "20")
    assert (data["exact"], data["mean"], data["at_least"]) == (True, "35/2", {"20": "81/256"})
    assert sum(Fraction(chance) for chance in data["distribution"].values()) == 1


def test_the_odds_of_an_attack(battlewright: Command) -> None:
    data = answer(battlewright, "formations", "attack", "--dice", "8", "--def", "4")
    assert (data["exact"], data["mean"], data["distribution"]["0"]) == (True, "4", "1/256")


def test_the_odds_of_an_attack_with_rerolls_are_better(battlewright: Command) -> None:
    data = answer(battlewright, "formations", "attack", "--dice", "2", "--def", "4", "--rerolls", "2")
    assert data["mean"] == "3/2"


def test_the_odds_of_a_test(battlewright: Command) -> None:
    assert answer(battlewright, "formations", "test", "--score", "4") == {"exact": True, "success": "1/2"}
    assert answer(battlewright, "formations", "test", "--score", "1") == {"exact": True, "success": "0"}


def test_the_odds_of_combinations(battlewright: Command) -> None:
    data = answer(battlewright, "formations", "combination", "--dice", "8")
    assert data == {"exact": True, "double": "1", "triple": "5501/7776", "scale": "2065/2592"}
    wanted = answer(battlewright, "formations", "combination", "--dice", "2", "--rerolls", "1", "--want", "double")
    assert wanted == {"exact": True, "double": "11/36"}


def test_a_small_engagement_is_exact(battlewright: Command, tmp_path: Path) -> None:
    (tmp_path / "d.toml").write_text(DUELLIST)
    file = str(tmp_path / "d.toml")
    data = answer(battlewright, "formations", "engagement", file, file, "--rounds", "1", "--opening-penalty", "0")
    assert (data["exact"], data["a"], data["b"], data["draw"]) == (True, "3/8", "3/8", "1/4")


def test_a_large_engagement_is_tried_out_and_says_so(battlewright: Command) -> None:
    arguments = ("formations", "engagement", "river-guard", "marsh-coven", "--seconds", "0.2", "--battles", "500")
    data = answer(battlewright, *arguments)
    assert data["exact"] is False
    assert "by trial, both sides by the greedy bot" in data["how"]
    assert sum(Fraction(data[who]) for who in ("a", "b", "draw")) == 1
    low, high = data["interval"]["a"]
    assert low < Fraction(data["a"]) < high
    told = battlewright("odds", *arguments).out
    assert "Not exact: This question takes more than 0.2 seconds" in told
    assert re.search(r"River Guard \(a\): \d+\.\d+% to \d+\.\d+% \(95% interval\)", told)


def test_people_get_bars(battlewright: Command) -> None:
    ran = battlewright("odds", "formations", "attack", "--dice", "2", "--def", "4")
    assert "Exact; mean 1, standard deviation 0.707." in ran.out
    assert "50.0000%" in ran.out
    assert "█" * 40 in ran.out
    long = battlewright("odds", "roll", "100d6")
    assert "below 0.001% are not shown" in long.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("roll", "3x"), "Cannot read the dice notation"),
        (
            ("formations", "attack", "--dice", "1001", "--def", "4"),
            "dice must be a whole number from 1 to 1,000, not 1001.",
        ),
        (("formations", "attack", "--dice", "8"), "--def"),
        (("formations", "test", "--score", "0"), "score must be a whole number from 1 to 10, not 0."),
        (("formations", "combination", "--dice", "21"), "dice must be a whole number from 1 to 20, not 21."),
        (("formations", "combination", "--dice", "5", "--rerolls", "2"), "With Rerolls, say what you want"),
        (
            ("formations", "combination", "--dice", "5", "--want", "quad"),
            "want must be double, triple or scale, not 'quad'.",
        ),
        (("formations", "engagement", "river-guard"), "forces"),
        (("formations", "engagement", "river-guard", "nobody"), "Unknown force 'nobody'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_questions_get_a_sentence(battlewright: Command, arguments: tuple[str, ...], sentence: str) -> None:
    ran = battlewright("odds", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert len(ran.err.splitlines()) == 1


def test_an_attack_that_is_too_large_is_tried_out_and_says_so(
    battlewright: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_large(*_: object, **__: object) -> None:
        raise TooLarge("This takes too long.")

    monkeypatch.setattr("battlewright.systems.formations.odds.reports.solve", too_large)
    monkeypatch.setattr("battlewright.systems.formations.odds.reports.TRIALS", 2000)
    ran = battlewright("odds", "formations", "attack", "--dice", "2", "--def", "4", "--rerolls", "1", "--json")
    assert ran.err == "Not exact. This takes too long. So: 2,000 trials, misses rerolled.\n"
    data = json.loads(ran.out)
    assert data["exact"] is False
    true = {"0": Fraction(1, 8), "1": Fraction(3, 8), "2": Fraction(1, 2)}
    for outcome, (low, high) in data["interval"].items():
        assert low - 0.03 < true[outcome] < high + 0.03
    told = battlewright("odds", "formations", "attack", "--dice", "2", "--def", "4", "--rerolls", "1").out
    assert "with 1 Reroll, used on misses: Wounds. By trial; mean" in told
    assert "The mean lies between 1." in told


def test_a_question_under_its_other_name_is_not_listed(battlewright: Command) -> None:
    assert " engagement " not in battlewright("odds", "formations", "--help").out
    assert "Two forces" in battlewright("odds", "formations", "engagement", "--help").out

"""``battlewright odds``."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

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


ASKED = [
    ("roll 3d8+4 --at-least 20", {"exact", "mean", "distribution", "at_least"}, "At least 20: 81/256"),
    ("roll 100d6", {"exact", "mean", "distribution"}, "below 0.001% are not shown"),
    ("formations attack --dice 2 --def 4", {"exact", "mean", "distribution"}, "Exact; mean 1, standard deviation"),
    ("formations attack --dice 2 --def 4 --rerolls 2", {"exact", "mean"}, "with 2 Rerolls"),
    ("formations test --score 4", {"exact", "success"}, "50.0000%"),
    ("formations combination --dice 8", {"double", "triple", "scale"}, "triple"),
    ("formations combination --dice 2 --rerolls 1 --want double", {"double"}, "double"),
    ("formations engagement d.toml d.toml --rounds 1 --opening-penalty 0", {"exact", "a", "b", "draw"}, "Exact"),
]
"""What is typed, fields of the answer as JSON, and what people read. Values are held by the tests of the odds."""


@pytest.mark.parametrize(("typed", "fields", "part"), ASKED, ids=[typed for typed, _, _ in ASKED])
def test_a_question_is_answered_for_people_and_as_json(
    battlewright: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, fields: set[str], part: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d.toml").write_text(DUELLIST)
    data = battlewright.data("odds", *typed.split())
    assert data["exact"] is True
    assert fields <= data.keys()
    assert part in battlewright.told("odds", *typed.split())


def test_a_large_engagement_is_tried_out_and_says_so(battlewright: Command) -> None:
    asked = ("odds", "formations", "engagement", "river-guard", "marsh-coven", "--seconds", "0.2", "--battles", "500")
    data = battlewright.data(*asked)
    assert (data["exact"], sum(Fraction(data[who]) for who in ("a", "b", "draw"))) == (False, 1)
    told = battlewright.told(*asked)
    assert "Not exact: This question takes more than 0.2 seconds" in told
    assert re.search(r"River Guard \(a\): \d+\.\d+% to \d+\.\d+% \(95% interval\)", told)


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
    assert sentence in battlewright.refusal("odds", *arguments)


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

"""The questions of Formations, asked from Python."""

from __future__ import annotations

import pytest

from battlewright.answers.report import Chances, Report
from battlewright.engine.errors import BattlewrightError
from battlewright.systems.formations.odds.reports import QUESTIONS

ASKED = {question.name: question.answer for question in QUESTIONS}


def test_the_wounds_of_an_attack() -> None:
    report = ASKED["attack"](dice=2, deflection=4)
    assert report.data["distribution"] == {"0": "1/4", "1": "1/2", "2": "1/4"}
    assert (report.data["exact"], report.remarks) == (True, [])
    many = ASKED["attack"](dice=8, deflection=4).data
    assert (many["mean"], many["distribution"]["0"]) == ("4", "1/256")
    assert ASKED["attack"](dice=2, deflection=4, rerolls=2).data["mean"] == "3/2"


def test_a_test_and_a_combination() -> None:
    assert ASKED["test"](score=4).data == {"exact": True, "success": "1/2"}
    assert ASKED["test"](score=1).data == {"exact": True, "success": "0"}
    eight = ASKED["combination"](dice=8).data
    assert eight == {"exact": True, "double": "1", "triple": "5501/7776", "scale": "2065/2592"}
    report = ASKED["combination"](dice=2, rerolls=1, want="double")
    assert report.data == {"exact": True, "double": "11/36"}
    assert shown(report) == ["double"]


def test_rerolls_want_something() -> None:
    with pytest.raises(BattlewrightError, match="say what you want"):
        ASKED["combination"](dice=2, rerolls=1)


def shown(report: Report) -> list[str]:
    return [name for block in report.blocks if isinstance(block, Chances) for name in block.chances]

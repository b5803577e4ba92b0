"""Advice: what is known of a choice, as data and as text."""

from __future__ import annotations

import json
from fractions import Fraction

from battlewright.answers.advice import LATE, NONE, Advice, NextStep, advice_text, brief_advice, marks
from battlewright.engine.labels import Reference
from battlewright.engine.time_limit import Deadline
from tests.modes import printed

HALF = Fraction(1, 2)
WHOLE = Advice(
    chances={"hit": Fraction(25, 64), "critical": Fraction(1, 3)},
    parts={"broken": HALF, "stress": Fraction(-1)},
    value=-HALF,
    share=Fraction(3, 5),
    best=True,
    exact=False,
    then=NextStep("shoot whom=5", "shoot", Reference(5, "Herald", "b1", "b"), "shoot b1"),
    note="a miss may harm b2",
)


def test_advice_travels_as_json_and_comes_back() -> None:
    for advice in (WHOLE, NONE, LATE, Advice({"win": HALF}, value=HALF, best=True)):
        assert Advice.from_data(json.loads(json.dumps(advice.as_data()))) == advice


def test_chances_travel_as_fractions() -> None:
    data = WHOLE.as_data()
    assert data["chances"] == {"hit": "25/64", "critical": "1/3"}
    assert (data["parts"], data["value"]) == ({"broken": "1/2", "stress": "-1"}, "-1/2")


def test_advice_needs_no_checker_of_files() -> None:
    code = "import sys, battlewright.answers.advice; print('pydantic' in sys.modules)"
    assert printed(code, plain=False).strip() == "False"


def test_what_rounds_to_nothing_is_not_told() -> None:
    assert (
        advice_text(Advice(parts={"broken": Fraction(1, 1000), "stress": HALF}, value=HALF)) == "costs them 0.50 stress"
    )
    assert advice_text(WHOLE).endswith("60% of the time, a miss may harm b2")
    assert advice_text(NONE) == ""


def test_the_pieces_of_an_advice_begin_with_what_is_counted_on_afterwards() -> None:
    pieces = brief_advice(WHOLE)
    assert pieces[:3] == ["shoot b1", "hit 39%", "critical 33%"]
    assert ", ".join(pieces) == advice_text(WHOLE)
    assert brief_advice(NONE) == []


def test_what_follows_in_a_plan_travels_as_data() -> None:
    assert WHOLE.as_data()["then"] == {
        "choice": "shoot whom=5",
        "kind": "shoot",
        "about": {"number": 5, "tag": "b1", "name": "Herald", "side": "b"},
        "sentence": "shoot b1",
        "chance": None,
    }
    assert NONE.as_data()["then"] is None


def test_equal_bests_are_all_marked_and_where_all_are_equal_none_is() -> None:
    best, other = Advice(value=HALF, best=True), Advice(value=Fraction(0))
    assert marks([best, other, best]) == ["*", "", "*"]
    assert marks([best, best]) == ["", ""]
    assert marks([]) == []
    often = Advice(value=HALF, share=HALF, best=True)
    assert marks([often, often]) == ["*", "*"]


def test_what_came_too_late_says_so() -> None:
    assert LATE.is_late
    assert not LATE.exact
    assert not NONE.is_late
    assert Deadline(0).left == 0
    assert 0 < Deadline(60).left <= 60

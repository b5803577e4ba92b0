"""The questions of Heroes, asked from Python."""

from __future__ import annotations

from fractions import Fraction

from battlewright.answers.report import Chances, Line
from battlewright.systems.heroes.odds.reports import QUESTIONS
from battlewright.systems.heroes.odds.solved import attack, contest

ASKED = {question.name: question.answer for question in QUESTIONS}


def test_an_attack_is_data_and_chances() -> None:
    report = ASKED["attack"](bonus=5, dodge=9, parry=5, armor=4)
    assert {name: Fraction(chance) for name, chance in report.data.items()} == attack(5, 9, 5, 4)
    (chances,) = [block for block in report.blocks if isinstance(block, Chances)]
    assert "stopped by armour" in chances.chances


def test_a_contest_says_itself_that_it_is_exact() -> None:
    assert contest(4, 3).exact
    first = ASKED["contest"](attack=4, defence=3).blocks[0]
    assert isinstance(first, Line)
    assert first.text.endswith("Exact; ties repeat.")


def test_damage_takes_several_resistances() -> None:
    together = ASKED["damage"](dice="2d6", types="fire,frost", resist=("fire=2,frost=1",))
    one_by_one = ASKED["damage"](dice="2d6", types="fire,frost", resist=("fire=2", "frost=1"))
    assert together.data == one_by_one.data
    assert ASKED["damage"](dice="1d6", types="fire").data["mean"] == "7/2"


def test_the_rules_of_a_duel_are_made_ready_before_it_is_asked_about() -> None:
    (fall,) = [question for question in QUESTIONS if question.name == "fall"]
    assert len(fall.rules()) == 1

"""``battlewright odds heroes``."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from battlewright.systems.heroes.odds.reports import QUESTIONS
from tests.cli.helpers import Command

ROOT = Path(__file__).parents[2]
DUMMY = """
name = "Dummy"
attributes = { strength = 1, constitution = 1, dexterity = 1, intellect = 1, wisdom = 1, charisma = 1 }
weapons = [{ name = "Straw", damage = "1d2", types = ["piercing"] }]
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# Questions

ASKED = [
    (
        "attack --bonus 5 --dodge 9 --parry 5 --armor 4",
        {"dodged", "parried", "armor", "hit", "critical"},
        ["3d8+5 (H.W1) against Dodge 9, Parry 5 and Armor 4, a Physical Defence of 18 (H.D7). Exact", "Gets through: "],
    ),
    (
        "contest --attack 4 --defence 3",
        {"attacker", "defender", "rounds"},
        ["A contest of Spell Power 4 against a defence of 3 (H.R4 to H.R7). Exact; ties repeat.", "█" * 40],
    ),
    ("check --bonus 6 --against 17", {"success"}, ["A tie fails, as in a maintenance check"]),
    ("check --bonus 6 --against 17 --ties roller", {"success"}, ["A tie succeeds, as in a resistance check"]),
    (
        "damage --dice 2D6 --types Fire --health 9 --resist fire=1,frost=2 --vulnerable acid=1 --critical",
        {"exact", "mean", "distribution", "health", "wounds", "unconscious", "dead", "pools"},
        [
            "2d6 fire, of a critical hit, which rolls the dice twice (H.W2), fire resisted by 1 (H.E2)",
            "It goes to Health first, the rest to Wounds (H.P2), and leaves:",
            "Unconscious",
        ],
    ),
    ("damage --dice 1d8+2 --types psychic --morale 9 --stress 1", {"morale", "stress", "afraid", "broken"}, ["Morale"]),
    (
        "fall mirelle dummy.toml --action 'CHAIN OF SPARKS' --rounds 2",
        {"exact", "attacker", "defender", "action", "within", "assumptions"},
        ["Mirelle uses Chain of sparks against Dummy. Exact.", "The attacker acts first in every round"],
    ),
]
"""What is typed, fields of the answer as JSON, and what people read. Values are held by the tests of the odds."""


@pytest.mark.parametrize(("typed", "fields", "parts"), ASKED, ids=[typed for typed, _, _ in ASKED])
def test_a_question_is_answered_for_people_and_as_json(
    battlewright: Command, typed: str, fields: set[str], parts: list[str]
) -> None:
    Path("dummy.toml").write_text(DUMMY, encoding="utf-8")
    asked = ("odds", "heroes", *shlex.split(typed))
    assert fields <= battlewright.data(*asked).keys()
    out = battlewright.told(*asked)
    assert [part for part in parts if part not in out] == []


# Bad input


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("attack --bonus 5 --dodge -1 --parry 5 --armor 4", "dodge must be a whole number from 0 to 99, not -1."),
        ("attack --bonus 5 --dodge 9 --parry 5", "--armor"),
        (
            "attack --bonus five --dodge 9 --parry 5 --armor 4",
            "bonus must be a whole number from -99 to 99, not 'five'.",
        ),
        ("contest --attack 4 --defence 1000", "defence must be a whole number from -99 to 99, not 1000."),
        ("check --bonus 6 --against 17 --ties nobody", "ties must be defender or roller, not 'nobody'."),
        ("damage --dice 2x6 --types fire", "--dice must be dice such as '2d6+1'"),
        ("damage --dice 2d6 --types fir", "--types must be a type of damage"),
        ("damage --dice 2d6 --types fire --wounds 4", "Give the Health too"),
        ("damage --dice 2d6 --types fire --resist fire=2,fire=3", "--resist has fire twice (H.E2)."),
        ("fall silarn rufian", "Did you mean 'ruffian'?"),
        ("fall silarn ruffian --action rapir", "Did you mean 'Rapier'?"),
        ("fall silarn ruffian --rounds 31", "rounds must be a whole number from 1 to 30, not 31."),
    ],
)
def test_bad_input_gets_one_sentence(battlewright: Command, typed: str, message: str) -> None:
    assert message in battlewright.refusal("odds", "heroes", *shlex.split(typed))


def test_all_that_is_wrong_with_damage_is_told_at_once(battlewright: Command) -> None:
    typed = "damage --dice 2x --types fir --resist fire --resist =3 --vulnerable acid=100"
    err = battlewright("odds", "heroes", *typed.split()).err
    for option in ("--dice", "--types", "--resist", "--vulnerable"):
        assert option in err


def test_a_faulty_sheet_tells_its_faults(battlewright: Command) -> None:
    Path("dummy.toml").write_text(DUMMY.replace("wisdom = 1", "wisdom = 13"), encoding="utf-8")
    ran = battlewright("odds", "heroes", "fall", "dummy.toml", "silarn")
    assert (ran.code, ran.out) == (2, "")
    assert "must be from 1 to 12, not 13 (H.A1)" in ran.err


def test_every_example_of_the_help_runs(battlewright: Command) -> None:
    listed = re.findall(r"^│ (\w+) ", battlewright("odds", "heroes", "--help").out.split("Commands")[1], re.MULTILINE)
    assert listed == ["attack", "contest", "check", "damage", "fall", "match", "position"]
    source = "\n".join(question.help for question in QUESTIONS)
    examples = [re.sub(r"\s+", " ", each) for each in re.findall(r"`battlewright (odds heroes [^`]+)`", source)]
    assert {shlex.split(each)[2] for each in examples} == set(listed[:5])
    for each in examples:
        assert battlewright(*shlex.split(each)).code == 0, each


def test_the_documentation_tells_of_every_question() -> None:
    page = (ROOT / "docs" / "heroes-odds.md").read_text(encoding="utf-8")
    for name in ("attack", "contest", "check", "damage", "fall"):
        assert f"battlewright odds heroes {name}" in page

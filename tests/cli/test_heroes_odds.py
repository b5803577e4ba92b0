"""``battlewright odds heroes``."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from battlewright.systems.heroes.odds import duels
from battlewright.systems.heroes.odds.reports import QUESTIONS
from battlewright.systems.heroes.setup.files import read_sheet
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


def answer(battlewright: Command, *arguments: str) -> Any:
    ran = battlewright("odds", "heroes", *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def told(battlewright: Command, *arguments: str) -> str:
    ran = battlewright("odds", "heroes", *arguments)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def refused(battlewright: Command, *arguments: str) -> str:
    ran = battlewright("odds", "heroes", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Error: ")
    return ran.err


def options(**given: object) -> list[str]:
    return [part for name, value in given.items() for part in (f"--{name}", str(value))]


# Attacks


def test_the_bands_of_an_attack_are_all_faces_written_out(battlewright: Command) -> None:
    counts = Counter(sum(faces) + 5 for faces in product(range(1, 9), repeat=3))
    ends = {"dodged": (0, 9), "parried": (10, 14), "armor": (15, 18), "hit": (19, 23), "critical": (24, 99)}
    expected = {
        name: str(Fraction(sum(ways for roll, ways in counts.items() if low <= roll <= high), 512))
        for name, (low, high) in ends.items()
    }
    assert answer(battlewright, "attack", *options(bonus=5, dodge=9, parry=5, armor=4)) == expected


def test_people_get_the_bands_with_bars_and_clauses(battlewright: Command) -> None:
    out = told(battlewright, "attack", *options(bonus=5, dodge=9, parry=5, armor=4))
    assert "3d8+5 (H.W1) against Dodge 9, Parry 5 and Armor 4, a Physical Defence of 18 (H.D7). Exact" in out
    assert re.search(r"stopped by armour +33\.5938% +█+", out)
    assert "Gets through: 1/2 (50.0000%)." in out


# Contests and checks


def test_a_contest_has_its_winner_and_its_rounds(battlewright: Command) -> None:
    data = answer(battlewright, "contest", *options(attack=4, defence=3))
    assert list(data) == ["attacker", "defender", "rounds"]
    assert Fraction(data["attacker"]) + Fraction(data["defender"]) == 1
    assert set(data["rounds"]) == {"2", "3"}
    assert sum(map(Fraction, data["rounds"].values())) == 1
    even = answer(battlewright, "contest", *options(attack=-2, defence=-2))
    assert (even["attacker"], even["defender"]) == ("1/2", "1/2")


def test_people_get_the_winner_of_a_contest(battlewright: Command) -> None:
    out = told(battlewright, "contest", *options(attack=4, defence=3))
    assert "A contest of Spell Power 4 against a defence of 3 (H.R4 to H.R7). Exact; ties repeat." in out
    assert re.search(r"attacker +64\.6729% +█{40}", out)


@pytest.mark.parametrize(("ties", "least"), [("defender", 12), ("roller", 11)])
def test_a_tie_of_a_check_goes_to_whom_it_is_said(battlewright: Command, ties: str, least: int) -> None:
    ways = sum(sum(faces) >= least for faces in product(range(1, 9), repeat=3))
    data = answer(battlewright, "check", *options(bonus=6, against=17, ties=ties))
    assert data == {"success": str(Fraction(ways, 512))}


def test_without_a_word_ties_go_to_the_defender_who_does_not_roll(battlewright: Command) -> None:
    asked = options(bonus=6, against=17)
    assert answer(battlewright, "check", *asked) == answer(battlewright, "check", *asked, "--ties", "defender")
    assert "A tie fails, as in a maintenance check" in told(battlewright, "check", *asked)
    assert "A tie succeeds, as in a resistance check" in told(battlewright, "check", *asked, "--ties", "roller")


# Damage


def test_damage_is_less_what_resists_and_more_what_is_vulnerable(battlewright: Command) -> None:
    types = options(dice="2d6+3", types="fire,slashing", resist="fire=2", vulnerable="slashing=1")
    data = answer(battlewright, "damage", *types)
    counts = Counter(sum(faces) + 2 for faces in product(range(1, 7), repeat=2))
    assert {int(key): Fraction(each) for key, each in data["distribution"].items()} == {
        lost: Fraction(ways, 36) for lost, ways in counts.items()
    }
    assert (data["exact"], data["mean"]) == (True, "9")
    assert "health" not in data


def test_damage_tells_what_it_does_to_the_pools(battlewright: Command) -> None:
    data = answer(battlewright, "damage", *options(dice="1d8+2", types="piercing", health=9, wounds=1))
    assert data["health"] == {"0": "1/4", "1": "1/8", "2": "1/8", "3": "1/8", "4": "1/8", "5": "1/8", "6": "1/8"}
    assert data["wounds"] == {"0": "7/8", "1": "1/8"}
    assert (data["unconscious"], data["dead"]) == ("1/8", "1/8")
    assert data["pools"]["0,1"] == "1/8"
    mind = answer(battlewright, "damage", *options(dice="1d8+2", types="psychic", morale=9, stress=1), "--critical")
    assert {"morale", "stress", "afraid", "broken"} < set(mind)


def test_people_get_the_pools_too(battlewright: Command) -> None:
    asked = options(dice="2D6", types="Fire", health=9, resist="fire=1,frost=2", vulnerable="acid=1")
    out = told(battlewright, "damage", *asked, "--critical")
    assert "2d6 fire, of a critical hit, which rolls the dice twice (H.W2), fire resisted by 1 (H.E2)" in out
    assert "It goes to Health first, the rest to Wounds (H.P2), and leaves:" in out
    assert "Unconscious" in out


# Falling


def test_how_soon_somebody_falls(battlewright: Command) -> None:
    data = answer(battlewright, "fall", "silarn", "ruffian", "--rounds", "3")
    expected = duels.fall(read_sheet("silarn"), read_sheet("ruffian"), 3)
    assert {int(number): Fraction(each) for number, each in data["within"].items()} == expected
    assert (data["exact"], data["attacker"], data["defender"], data["action"]) == (True, "Silarn", "Ruffian", "Rapier")
    assert any("The defender does nothing" in line for line in data["assumptions"])


def test_a_sheet_may_be_a_file_and_an_action_has_a_name(battlewright: Command, tmp_path: Path) -> None:
    (tmp_path / "dummy.toml").write_text(DUMMY, encoding="utf-8")
    out = told(battlewright, "fall", "mirelle", "dummy.toml", "--action", "CHAIN OF SPARKS", "--rounds", "2")
    assert "Mirelle uses Chain of sparks against Dummy. Exact." in out
    assert "The attacker acts first in every round" in out
    assert re.search(r" 2 +\d+\.\d{4}% +█{40}", out)


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
    err = refused(battlewright, *shlex.split(typed))
    assert message in err
    assert "Traceback" not in err


def test_all_that_is_wrong_with_damage_is_told_at_once(battlewright: Command) -> None:
    err = refused(
        battlewright, *shlex.split("damage --dice 2x --types fir --resist fire --resist =3 --vulnerable acid=100")
    )
    for option in ("--dice", "--types", "--resist", "--vulnerable"):
        assert option in err


def test_a_faulty_sheet_tells_its_faults(battlewright: Command, tmp_path: Path) -> None:
    (tmp_path / "dummy.toml").write_text(DUMMY.replace("wisdom = 1", "wisdom = 13"), encoding="utf-8")
    assert "must be from 1 to 12, not 13 (H.A1)" in refused(battlewright, "fall", "dummy.toml", "silarn")


def test_every_example_of_the_help_runs(battlewright: Command) -> None:
    listed = re.findall(r"^│ (\w+) ", battlewright("odds", "heroes", "--help").out.split("Commands")[1], re.MULTILINE)
    assert listed == ["attack", "contest", "check", "damage", "fall", "match", "position"]
    source = "\n".join(question.help for question in QUESTIONS)
    examples = [re.sub(r"\s+", " ", each) for each in re.findall(r"`battlewright (odds heroes [^`]+)`", source)]
    assert {shlex.split(each)[2] for each in examples} == set(listed[:5])
    for each in examples:
        assert battlewright(*shlex.split(each)).code == 0, each


def test_the_documentation_tells_of_every_question(battlewright: Command) -> None:
    page = (ROOT / "docs" / "heroes-odds.md").read_text(encoding="utf-8")
    for name in ("attack", "contest", "check", "damage", "fall"):
        assert f"battlewright odds heroes {name}" in page

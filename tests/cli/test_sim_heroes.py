"""How deadly an encounter is, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.helpers import Command

TIMED = ("seconds", "battles_per_second", "workers")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_json_tells_who_wins_who_falls_and_what_is_left(battlewright: Command) -> None:
    ran = battlewright("sim", "heroes", "the-barrow", "--battles", "300", "--seed", "7", "--json")
    assert (ran.code, ran.err) == (0, "")
    data = json.loads(ran.out)
    assert data["battles"] == 300 == sum(data["wins"].values()) == sum(data["rounds"]["battles"].values())
    low, high = data["interval"]["a"]
    assert 0 <= low <= data["chance"]["a"] <= high <= 1
    assert [each["id"] for each in data["combatants"]] == ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "b5"]
    for each in data["combatants"]:
        assert each["dies"]["battles"] <= each["falls"]["battles"] <= 300
        assert 0 <= each["health"]["mean"] <= each["health"]["of"]
        assert 0 <= each["wounds"]["mean"] <= each["wounds"]["of"]
    standing = sum(300 - each["falls"]["battles"] for each in data["combatants"][:4])
    assert data["standing"]["a"]["mean"] == pytest.approx(standing / 300)
    assert data["all_standing"]["a"]["battles"] <= min(
        300 - each["falls"]["battles"] for each in data["combatants"][:4]
    )
    assert data["sides"]["a"] == {"title": "Heroes", "bot": "greedy"}


def test_the_same_seed_gives_the_same_totals_with_any_number_of_workers(battlewright: Command) -> None:
    command = ("sim", "heroes", "--battles", "101", "--seed", "5", "--json", "--workers")
    found = [json.loads(battlewright(*command, workers).out) for workers in ("1", "2", "3")]
    for each in found:
        for key in TIMED:
            del each[key]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("number", [1, 2])
def test_heroes_stay_heroes_and_battles_are_those_that_encounter_plays(battlewright: Command, number: int) -> None:
    """The first one of a seed, in compiled code and by a bot from Python."""
    same = ("the-giant-at-the-pass", "--seed", str(number), "--json")
    one = json.loads(battlewright("sim", "heroes", *same, "--battles", "1").out)
    played = json.loads(battlewright("encounter", *same, "--auto", "--bots", "greedy").out)
    assert one["wins"] == {"a": 0, "b": 0, "draw": 0} | {played["result"]["winner"]: 1}
    assert one["rounds"]["battles"] == {str(played["rounds"]): 1}
    for each, left in zip(one["combatants"], played["combatants"], strict=True):
        assert each["name"] == left["name"]
        assert each["health"]["mean"] == left["health"]["now"]
        assert each["wounds"]["mean"] == left["wounds"]["now"]
        assert each["dies"]["battles"] == ("Dead" in left["conditions"])


def test_bots_from_python_leave_the_same_totals(battlewright: Command) -> None:
    command = ("sim", "heroes", "--battles", "2", "--seed", "4", "--json", "--bots")
    data = json.loads(battlewright(*command, "search:4,greedy").out)
    assert data["battles"] == 2
    assert data["sides"]["a"]["bot"] == "search:4"


def test_people_read_who_wins_and_who_falls(battlewright: Command) -> None:
    ran = battlewright("sim", "heroes", "the-giant-at-the-pass", "--battles", "200", "--seed", "2", "--rounds", "9")
    assert ran.code == 0
    assert "Warning: Frost Giant: medium armour asks for Strength 13" in ran.err
    for part in (
        "The giant at the pass: Heroes (greedy) against Foes (greedy).",
        "Seed 2.",
        "200 battles",
        "Heroes win",
        "Heroes: nobody falls",
        "Brannoc (a1)",
        "Frost Giant (b1)",
        "of 9 at most",
    ):
        assert part in ran.out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("the-barow",), "Did you mean 'the-barrow'?"),
        (("the-barrow", "the-barrow"), "Got unexpected extra argument"),
        (("the-barrow", "--table", "ruins"), "No such option: --table"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(battlewright: Command, arguments: tuple[str, ...], reason: str) -> None:
    ran = battlewright("sim", "heroes", *arguments)
    assert ran.code == 2
    assert reason in ran.err


ROW = ("--then", "webs-in-the-reeds", "--then", "the-giant-at-the-pass", "--between", "breather", "--heroes-level", "2")


def test_three_encounters_in_a_row_tell_who_falls_and_what_is_left_after_each(battlewright: Command) -> None:
    ran = battlewright("sim", "heroes", "the-toll-bridge", *ROW, "--battles", "300", "--seed", "7", "--json")
    assert (ran.code, ran.err) == (0, "")
    data = json.loads(ran.out)
    bridge, reeds, giant = data["encounters"]
    names = [(each["encounter"], each["rest"]) for each in data["encounters"]]
    assert names == [
        ("The toll bridge", None),
        ("Webs in the reeds", "breather"),
        ("The giant at the pass", "breather"),
    ]
    assert bridge["reached"]["battles"] == 300
    assert reeds["reached"]["battles"] == bridge["won"]["battles"] > reeds["won"]["battles"]
    assert giant["reached"]["battles"] == reeds["won"]["battles"] > giant["won"]["battles"] == data["wins"]["a"] > 0
    for earlier, later in ((bridge, reeds), (reeds, giant)):
        for one, other in zip(earlier["heroes"], later["heroes"], strict=True):
            assert one["name"] == other["name"]
            assert one["dies"]["battles"] <= other["dies"]["battles"], "who is dead stays dead"
    alone = battlewright(
        "sim", "heroes", "the-toll-bridge", "--heroes-level", "2", "--battles", "300", "--seed", "7", "--json"
    )
    assert json.loads(alone.out)["wins"]["a"] == bridge["won"]["battles"]


def test_people_read_a_table_by_hero(battlewright: Command) -> None:
    ran = battlewright("sim", "heroes", "the-toll-bridge", *ROW, "--battles", "60", "--seed", "7")
    for part in ("3 encounters in a row: Heroes (greedy) against Foes (greedy).", "rest before", "breather", "Mirelle"):
        assert part in ran.out


def test_one_more_ruffian_and_a_level_more_for_each(battlewright: Command) -> None:
    def won(*more: str) -> int:
        ran = battlewright("sim", "heroes", "the-barrow", *more, "--battles", "300", "--seed", "7", "--json")
        data = json.loads(ran.out)
        assert len(data["combatants"]) == (10 if "--set" in more else 9)
        return int(data["wins"]["a"])

    usual = won()
    assert won("--set", "foes.ruffian.count=2") < usual < won("--more-levels", "1")


def test_a_change_that_leads_nowhere_is_refused_with_a_sentence(battlewright: Command) -> None:
    for change, sentence in (
        ("foes.rufian.count=2", "Did you mean 'ruffian'?"),
        ("foes.ruffian.count", "write it as PATH=VALUE"),
        ("foes.ruffian.count=14", "at most 16 combatants"),
        ("foes.ruffian.count=many", "there is nothing called"),
    ):
        ran = battlewright("sim", "heroes", "the-barrow", "--battles", "2", "--set", change)
        assert ran.code == 2
        assert sentence in ran.err


def test_a_study_of_how_deadly_it_is_varies_what_there_is_and_the_rests_between(battlewright: Command) -> None:
    study = ("lab", "encounter", "the-toll-bridge", "--precision", "0.2", "--bots", "greedy")
    ran = battlewright(*study, "--vary", "foes.ruffian.count=1,5", "--vary", "more_levels=0,1")
    assert ran.code == 0, ran.err
    assert "least often" in ran.out
    assert "count 5, more_levels 0" in ran.out.replace("\n", " ").rpartition("least often")[2]
    row = ("--set", "then=the-barrow", "--set", "level=3", "--vary", "between=none,night", "--out", "row")
    ran = battlewright(*study, *row)
    assert ran.code == 0, ran.err
    assert "between night" in ran.out.replace("\n", " ").partition("least often")[0]

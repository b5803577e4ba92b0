"""Skirmish on the command line: battles watched and played, rosters and scenarios shown."""

from __future__ import annotations

import io
import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from battlewright.cli.battle import usual_advice
from battlewright.play.match import Match
from battlewright.systems import load
from battlewright.systems.skirmish.setup.battle import SCENARIOS
from battlewright.systems.skirmish.setup.files import ROSTERS
from tests.cli.helpers import Command
from tests.cli.test_commands import installed
from tests.golden import FOLDER

CARD = """
[[characters]]
name = "{name}"
melee = 3
ballistics = 3
toughness = {toughness}
agility = {agility}
weapons = {weapons}
"""
YARD = """
name = "Yard"
width = 12
depth = 12
[[pieces]]
name = "Loft"
box = [8, 4.5, 3, 3]
top = 4
ladders = ["south"]
[[pieces]]
name = "Wall"
box = [3, 6, 3, 0.5]
top = 5
"""
DUEL = ("battle", "one.toml", "two.toml", "--table", "yard.toml", "--seat", "both", "--dice", "physical", "--seed", "1")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def duel() -> tuple[str, ...]:
    """The command for a duel in a yard: one model a side, two people, dice of their own."""
    ada = CARD.format(name="Ada", toughness=3, agility=3, weapons='["Sword", "Spear", "Rifle"]')
    bo = CARD.format(name="Bo", toughness=2, agility=4, weapons='["Sword", "Pistol"]')
    Path("one.toml").write_text(f'name = "One"\n{ada}')
    Path("two.toml").write_text(f'name = "Two"\n{bo}')
    Path("yard.toml").write_text(YARD)
    return DUEL


def script(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def line_with(words: str, text: str) -> str:
    """The first line that has these words."""
    return next(line for line in text.splitlines() if words in line)


BEGIN = ("6 1", "deploy a1 9.5 3", "deploy b1 6 8.5", "6 1")
"""Side a places first; Ada, its only model, is activated."""


# Watching


def test_without_arguments_the_computer_plays_a_whole_battle(battlewright: Command) -> None:
    ran = battlewright("battle", "--seed", "7")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(
        "Skirmish, seed 7. The computer plays both sides.\nLast Stand on Open Field, second edition, 8 rounds."
    )
    assert re.search(r"^  roll( \d)+$", ran.out, re.MULTILINE)
    assert {"[S2.A5]", "[S2.A6]", "[S2.A2]", "[S2.M1]", "[S2.F1]"} <= set(re.findall(r"\[S2\.\w+\]", ran.out))
    assert ran.out.count("22 ┤") == 1  # the map in the end
    assert re.search(r"( wins|A draw)\.  \(position [0-9a-f]{16}\)\n$", ran.out)


def test_the_same_seed_tells_the_same_battle(battlewright: Command) -> None:
    command = ("battle", "red-hall", "harrow-hedge", "--scenario", "hold-the-middle", "--seed", "3", "--rounds", "2")
    assert battlewright(*command).out == battlewright(*command, "--bots", "greedy,greedy").out


def test_json_holds_the_winner_the_rounds_and_what_each_side_has_left(battlewright: Command) -> None:
    command = ("battle", "--seed", "7", "--rounds", "2", "--table", "ruins", "--json")
    data = json.loads(battlewright(*command).out)
    assert (data["system"], data["over"], data["rounds"]) == ("skirmish", True, 2)
    assert data["result"]["winner"] in ("a", "b", "draw")
    assert data["sides"]["a"] == {"roster": "Lantern Company", "models": 5, "points": 110}
    assert data["moves"][0]["move"].startswith("roll ")
    assert data == json.loads(battlewright(*command).out)


KEPT = str(FOLDER / "skirmish-stray-shots.replay")


@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize("scenario", SCENARIOS.names)
def test_every_shipped_scenario_is_played_in_both_editions(battlewright: Command, scenario: str, edition: str) -> None:
    asked = ("battle", "--scenario", scenario, "--edition", edition, "--rounds", "1", "--bots", "random", "--seed", "1")
    assert battlewright.data(*asked)["over"] is True


def test_a_scenario_that_names_no_table_is_fought_in_the_ruins(battlewright: Command) -> None:
    Path("my.toml").write_text('name = "Mine"\nround_limit = 1\n')
    assert (
        "Mine on Ruins, second edition, 1 rounds." in battlewright("battle", "--scenario", "my.toml", "--seed", "1").out
    )


def test_what_is_odd_about_a_roster_is_told_and_not_refused(battlewright: Command) -> None:
    Path("odd.toml").write_text(f'name = "Odd"\n{CARD.format(name="Ox", toughness=8, agility=3, weapons=["Sword"])}')
    ran = battlewright("battle", "odd.toml", "red-hall", "--seed", "1", "--rounds", "1", "--json")
    assert ran.code == 0
    assert ran.err.startswith("Warning: odd.toml:")
    assert "is 8, and abilities usually run from 2 to 5 (S2.C2)" in ran.err
    assert json.loads(ran.out)["over"] is True


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("red-hall",), "A battle has two rosters, not 1"),
        (("red-hal", "red-hall"), "Did you mean 'red-hall'?"),
        (("--table", "ruin"), "Did you mean 'ruins'?"),
        (("--scenario", "last-stnd"), "Did you mean 'last-stand'?"),
        (("--scenario", "nowhere.toml"), "nowhere.toml: there is no such file"),
        (("--bots", "clever"), "hard, expert, or one of your own, such as mine.py:MyBot"),
        (("--bots", "greedy", "--level", "easy"), "Name a level or bots, not both: leave out --level or --bots."),
        (
            ("--level", "ease"),
            "opponent must be beginner, easy, medium, hard or expert, not 'ease'. Did you mean 'easy'?",
        ),
        (("--bots", "random,clever"), "Unknown bot 'clever'"),
        (("--bots", ""), "Unknown bot ''"),
        (("--bots", "random,random,random"), "not 3"),
        (("--seat", "c"), "seat must be a, b, both or none, not 'c'."),
        (("--dice", "loaded"), "dice must be stream or physical, not 'loaded'."),
        (("--rounds", "0"), "rounds must be a whole number from 1 to 50, not 0."),
        (("--rounds", "51"), "rounds must be a whole number from 1 to 50, not 51."),
        (("--seat", "a", "--json"), "--json needs --seat none"),
        (("--dice", "physical", "--json"), "no --dice physical"),
        (("--resume", "nowhere"), "the replay cannot be read"),
        (("--resume", KEPT, "--table", "ruins"), "leave them out"),
        (("--resume", KEPT, "--seed", "1"), "this battle is over (East (b) wins)"),
        (("--replay", ""), "--replay needs the name of a file"),
        (
            ("--resume", str(FOLDER / "formations-edited.replay")),
            "this is a battle of Formations; leave out skirmish.",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_input_gets_one_clear_sentence_and_exit_code_2(
    battlewright: Command, arguments: tuple[str, ...], sentence: str
) -> None:
    ran = battlewright("battle", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Error: ")
    assert sentence in ran.err
    assert len(ran.err.splitlines()) == 1


def test_the_faults_of_all_files_come_together(battlewright: Command) -> None:
    Path("roster.toml").write_text('name = "R"\n[[characters]]\nname = "X"\nmelee = 99\n')
    Path("table.toml").write_text("name = \n")
    Path("scenario.json").write_text('{"name": "S", "victory": "luck"}')
    ran = battlewright("battle", "roster.toml", "nobody", "--table", "table.toml", "--scenario", "scenario.json")
    assert (ran.code, ran.out) == (2, "")
    for part in ("roster.toml:4", "melee", "Unknown roster 'nobody'", "table.toml:1", "scenario.json:1", "victory"):
        assert part in ran.err
    assert "Traceback" not in ran.err


def test_what_only_the_parts_together_show_is_told_too(battlewright: Command) -> None:
    Path("poor.toml").write_text('name = "Poor"\npoints_limit = 20\n')
    ran = battlewright("battle", "--scenario", "poor.toml")
    assert ran.code == 2
    assert "'Lantern Company' costs 110 points, and 'Poor' allows 20 (S2.B1)" in ran.err


# Replays


def test_a_battle_is_told_again_and_repeats(battlewright: Command) -> None:
    played = battlewright("battle", "--seed", "7", "--rounds", "2", "--replay", "b.replay")
    assert "The battle is saved in b.replay." in played.out
    told = battlewright("replay", "b.replay")
    assert told.code == 0
    assert told.out.splitlines()[-1] == played.out.splitlines()[-2]
    assert all(line in played.out for line in told.out.splitlines())
    data = json.loads(battlewright("replay", "b.replay", "--json").out)
    assert (data["system"], data["rounds"], set(data["sides"])) == ("skirmish", 2, {"a", "b"})


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("--- battle", "", "this is not a replay"),
        ('system = "skirmish"', 'system = "chess"', "Unknown system 'chess'"),
        ("ruleset = 4", "ruleset = 99", "ruleset 99 of skirmish"),
        ("melee = 4", "melee = 44", "melee"),
        ("a: deploy", "a: fly", "Unknown kind 'fly'"),
        ("a: activate", "a: stop", "[S2.A2]"),
        ("position ", "position f", "The battle does not repeat"),
    ],
)
def test_a_replay_that_was_tampered_with_is_refused(battlewright: Command, old: str, new: str, sentence: str) -> None:
    battlewright("battle", "--seed", "7", "--rounds", "1", "--replay", "b.replay")
    text = Path("b.replay").read_text()
    assert old in text
    Path("b.replay").write_text(text.replace(old, new, 1))
    for command in (("replay", "b.replay"), ("battle", "--resume", "b.replay")):
        ran = battlewright(*command)
        assert (ran.code, ran.out) == (2, "")
        assert sentence in ran.err


# Playing


def test_two_people_play_a_whole_duel(battlewright: Command, duel: tuple[str, ...]) -> None:
    play = script(
        *BEGIN,
        "move 6 5",  # on the ground, round the loft's corner
        "engage b1 spear",
        "6 5 4",  # strikes
        "1 2 3",  # parries
        *["1"] * 3,  # three successes are resolved
        "1 2",  # Bo is activated, and breaks down
    )
    ran = battlewright(*duel, typed=play)
    assert (ran.code, ran.err) == (0, "")
    assert "You lead One (a) and Two (b)." in ran.out
    assert "Ada (a1) is placed at (9.5, 3). [S2.A6]" in ran.out
    assert "Close combat with the Spear, after moving to" in ran.out
    assert "[S2.K10]" in ran.out
    assert "[S2.T3]" in ran.out
    assert "No more input" not in ran.out
    assert ran.out.rstrip().splitlines()[-1].startswith("One (a) wins.")


def test_a_person_plays_against_the_computer_by_numbers_alone(battlewright: Command) -> None:
    ran = battlewright("battle", "--seat", "a", "--seed", "7", "--rounds", "2", typed="2\n1\n" * 300)
    assert (ran.code, ran.err) == (0, "")
    assert "You lead Lantern Company (a). Type h for help." in ran.out
    assert "No more input" not in ran.out
    assert "(position " in ran.out


def test_before_a_question_the_map_shows_the_zone_the_models_and_who_acts(
    battlewright: Command, duel: tuple[str, ...]
) -> None:
    ran = battlewright(*duel, typed=script(*BEGIN, "q"))
    zone, *_, last = ran.out.split("   ┌")[1:]
    assert "·" * 48 in zone
    assert "the zone for deployment" in zone
    assert "▓▓▓HHHHHH▓▓▓" in zone
    assert "·" * 48 not in last
    assert " A1  " in last
    assert " b1  " in last
    assert "A1   9.5  3.0      3  0  3  Ada" in last


def test_a_map_that_still_holds_is_not_drawn_again_but_on_demand(battlewright: Command, duel: tuple[str, ...]) -> None:
    once = battlewright(*duel, typed=script(*BEGIN, "zzz", "q")).out.count("┌")
    Path("battle-1.replay").unlink()
    assert battlewright(*duel, typed=script(*BEGIN, "m", "q")).out.count("┌") == once + 1


def test_sensible_moves_are_suggested_and_can_be_chosen(battlewright: Command, duel: tuple[str, ...]) -> None:
    ran = battlewright(*duel, typed=script(*BEGIN, "q"))
    listed = dict(re.findall(r"^ +(\d+)  (.*)$", ran.out.split("which action?")[1], re.MULTILINE))
    assert any(", towards Bo (b1)" in words for words in listed.values())
    assert any(", away from all opponents" in words for words in listed.values())
    up = next(number for number, words in listed.items() if ", up on the Loft" in words)
    assert "climb 4" in listed[up]
    Path("battle-1.replay").unlink()
    ran = battlewright(*duel, typed=script(*BEGIN, up, "q"))
    assert "Ada (a1) climbs to (9.5, 4.5) on level 4." in ran.out


def test_a_typed_move_says_what_it_takes_and_goes_round_what_is_in_the_way(
    battlewright: Command, duel: tuple[str, ...]
) -> None:
    ran = battlewright(*duel, typed=script("6 1", "deploy a1 3.2 3.4", "1", "6 1", "move 3.4, 7.1", "q"))
    assert re.search(r'^>?   walk [0-9.]+", walk [0-9.]+"', ran.out, re.MULTILINE)
    assert "Ada (a1) moves to (3.4, 7.1)." in ran.out


def test_a_risk_is_named_before_it_is_taken(battlewright: Command, duel: tuple[str, ...]) -> None:
    begin = ("6 1", "deploy a1 7.4 3.5", "1", "6 1", "move 7.4 6")
    ran = battlewright(*duel, typed=script(*begin, "move 8.4 6 4", "q"))
    assert 'climb 4" (Agility test)' in ran.out
    assert 'climb of 4" with 2 successes' in ran.out


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("move", "Type inches from the south-west corner"),
        ("move 1 2 3 4", "Type inches from the south-west corner"),
        ("move up 2", "Type inches from the south-west corner"),
        ("move 1e5 2", "Type inches from the south-west corner"),
        ("move 1 11", "; in reach is: move "),
        ("move 50 50", "; in reach is: move "),
        ("move -1 3", "[S2.M"),
        ("move 9.5 3 2", "[S2.M2]"),
        ("engage", "Type where to, or whom"),
        ("engage b9", "Unknown model 'b9'"),
        ("engage a1", "Ada (a1) is not an opponent on the table."),
        ("engage b1 axe", "Unknown melee weapon 'axe'. Known: Sword, Spear."),
        ("engage b1", 'an engage move of 3" does not bring the Sword near enough [S2.K3]'),
        ("engage 9.5 2 sword", "[S2.K3]"),
        ("deploy a1 9 3", "It is not the moment to deploy."),
        ("cover 9 3", "It is not the moment to cover."),
        ("cover", "[S2.A3]"),
        ("move legs=1/9500/2000/0 count=1", "Ada (a1) moves to (9.5, 2)."),
        ("s2.m3", "S2.M3 ("),
        ("12.5", "Unknown clause '12.5'"),
    ],
)
def test_whatever_is_typed_gets_an_answer(
    battlewright: Command, duel: tuple[str, ...], answer: str, sentence: str
) -> None:
    ran = battlewright(*duel, typed=script(*BEGIN, answer, "q"))
    assert ran.code == 0
    assert sentence in ran.out.split("which action?", 1)[1]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("deploy", "Type the model and the place"),
        ("deploy a9 1 1", "Unknown model 'a9'"),
        ("deploy b1 6 9", "[S2.A6]"),
        ("deploy a1 6 9", "[S2.A6]"),
        ("deploy a1 6 3 2", "[S2.A6]"),
        ("move 6 3", "It is not the moment to move."),
    ],
)
def test_a_model_is_placed_only_where_it_may_be(
    battlewright: Command, duel: tuple[str, ...], answer: str, sentence: str
) -> None:
    ran = battlewright(*duel, typed=script("6 1", answer, "q"))
    assert sentence in ran.out
    assert "is placed at" not in ran.out


def test_a_target_moves_into_cover_as_it_is_typed_or_suggested(battlewright: Command, duel: tuple[str, ...]) -> None:
    begin = ("6 1", "deploy a1 1.5 3.5", "deploy b1 2.4 8.5", "6 1", "1", "2", "1 1 1")
    shot = battlewright(*duel, typed=script(*begin, "q"))
    assert 'Bo (b1) took cover: move up to 2", or stay?' in shot.out
    offered = re.search(r"^ +(\d+)  Move to .*1 obstacle in the line, now 0$", shot.out, re.MULTILINE)
    assert offered
    Path("battle-1.replay").unlink()
    taken = battlewright(*duel, typed=script(*begin, offered[1], "q"))
    assert "a: Activate" in taken.out
    Path("battle-1.replay").unlink()
    typed = battlewright(*duel, typed=script(*begin, "cover 2.4 9.5", "cover 4 8.2", "q"))
    assert "[S2.F10]" in typed.out
    assert "Bo (b1) moves to (4, 8.2)." in typed.out


def test_help_names_the_typed_forms_and_the_keys(battlewright: Command, duel: tuple[str, ...]) -> None:
    ran = battlewright(*duel, typed=script("6 1", "h", "t", "q"))
    for form in (
        "deploy a2 12 3",
        "move 12.5 8",
        "engage b2",
        "cover 11 4",
        "m  ",
        "t  ",
        "S2.",
        "undo your last choice",
    ):
        assert form in ran.out.split("Type the number of a choice. Or:")[1]
    assert ran.out.count("Sword, Spear, Rifle") == 2


def test_the_last_choice_can_be_taken_back(battlewright: Command, duel: tuple[str, ...]) -> None:
    ran = battlewright(*duel, typed=script(*BEGIN, "move 9.5 1", "u", "q"))
    assert 'Taken back: a: Move to (9.5, 1): walk 2"' in ran.out
    assert "move" not in Path("battle-1.replay").read_text().split("--- battle")[1]


def test_stopping_keeps_the_battle_and_it_can_be_resumed(battlewright: Command) -> None:
    stopped = battlewright("battle", "--seat", "b", "--seed", "7", typed="1\n1\nq\n")
    assert "saved in battle-7.replay" in stopped.out
    assert stopped.out.rstrip().endswith("play --resume battle-7.replay")
    again = battlewright("battle", "--resume", "battle-7.replay", typed="q\n")
    assert "You lead The Hollow King (b)." in again.out
    assert again.out.count("b: Place") == 2
    ended = battlewright("battle", "--resume", "battle-7.replay")
    assert ended.code == 0
    assert "--- end" in Path("battle-7.replay").read_text()
    wrong = battlewright("play", "heroes", "--resume", "battle-7.replay")
    assert wrong.err.rstrip().endswith("this is a battle of Skirmish; leave out heroes.")
    assert battlewright("replay", "battle-7.replay").code == 0


def test_a_replay_in_progress_says_how_to_go_on(battlewright: Command) -> None:
    battlewright("battle", "--seat", "a", "--seed", "7", typed="1\nq\n")
    assert "play --resume battle-7.replay" in battlewright("replay", "battle-7.replay").out


OPEN = ("6 1", "deploy a1 6 3.5", "deploy b1 6 8.5", "6 1")
"""Ada (3 AP) and Bo, 4" apart with nothing between them."""


def test_a_shot_shows_its_chances_before_it_is_chosen(battlewright: Command, duel: tuple[str, ...]) -> None:
    """3 dice against 4, or against 6 where Bo takes cover behind half its Agility of 4."""
    Path("yard.toml").write_text('name = "Yard"\nwidth = 12\ndepth = 12\n')
    rolls = list(itertools.product(range(1, 7), repeat=3))
    covered = round(100 * sum(sum(roll) >= 6 for roll in rolls) / len(rolls))
    critical = round(100 * sum(6 in roll for roll in rolls) / len(rolls))
    ran = battlewright(*duel, typed=script(*OPEN, "q"))
    assert f"  hit over 99% ({covered}% in cover), critical {critical}%, " in line_with("Shoot Bo (b1)", ran.out)
    assert "Behind a choice: the chance that a shot hits, or that close combat harms an opponent; " in ran.out


def test_a_clash_shows_what_a_mistake_costs(battlewright: Command, duel: tuple[str, ...]) -> None:
    """Ada rolls 2 successes and a critical, Bo (Toughness 2) one of each. By striking with a success Ada keeps its
    critical for Bo's: Bo breaks down. Everything else saves Bo."""
    Path("yard.toml").write_text('name = "Yard"\nwidth = 12\ndepth = 12\n')
    ran = battlewright(*duel, typed=script(*OPEN, "move 6 7", "1", "4 6 5", "6 4 1", "q"))
    asked = ran.out.split("which is resolved, and how?")[-1]
    assert line_with("Strike with a success", asked).endswith("  costs them 1.00 break-downs, 1.00 stress")
    assert line_with("Strike with a critical", asked).endswith("2 stress)  costs them 1.00 stress")
    assert asked.count("1.00 break-downs") == 1


def test_an_activation_shows_what_it_risks(battlewright: Command, duel: tuple[str, ...]) -> None:
    """Two criticals give Bo 4 stress, twice its Toughness of 2: that falls to 1, and one die decides."""
    Path("yard.toml").write_text('name = "Yard"\nwidth = 12\ndepth = 12\n')
    cy = CARD.format(name="Cy", toughness=2, agility=4, weapons='["Sword"]')
    Path("two.toml").write_text(f"{Path('two.toml').read_text()}{cy}")
    begin = ("6 1", "deploy a1 6 3.5", "deploy b1 6 8.5", "deploy b2 1 11", "6 1")
    ran = battlewright(*duel, typed=script(*begin, "move 6 7", "1", "6 6 1", "1 1 1", "q"))
    assert "Bo (b1)  breaks down, 50% to be removed" in line_with("Activate Bo", ran.out)


def test_who_does_not_want_odds_gets_none(battlewright: Command, duel: tuple[str, ...]) -> None:
    ran = battlewright(*duel, "--advice", "none", typed=script(*OPEN, "q"))
    assert "Behind a choice" not in ran.out
    assert line_with("Shoot Bo (b1)", ran.out).endswith("away (2 AP)")


def test_nobody_is_offered_to_engage_by_standing_still(battlewright: Command, duel: tuple[str, ...]) -> None:
    Path("yard.toml").write_text('name = "Yard"\nwidth = 12\ndepth = 12\n')
    ran = battlewright(*duel, typed=script(*OPEN, "move 6 7", "q"))
    asked = ran.out.split("2 AP: which action?")[-1]
    assert "from here" in asked
    assert "after moving to (6, 7)" not in asked


def test_the_map_beside_its_numbers_fits_80_columns(battlewright: Command) -> None:
    ran = battlewright("battle", "--seat", "a", "--seed", "7", "--advice", "none", typed="1\n" * 6 + "q\n", columns=80)
    assert (ran.code, ran.err) == (0, "")
    rows = [line for line in ran.out.splitlines() if "┤" in line or "│" in line]
    assert rows
    assert max(map(len, rows)) <= 80
    assert any("x    y  up  T  S AP" in row for row in rows)


def test_where_only_plain_characters_can_be_shown_the_map_has_no_others(tmp_path: Path) -> None:
    ran = subprocess.run(
        [installed(), "tables", "ruins"], capture_output=True, text=True, env=os.environ | {"PYTHONIOENCODING": "ascii"}
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "+------" in ran.stdout
    assert "\\u" not in ran.stdout


# Rosters and scenarios


def test_rosters_are_shown_with_ranks_weapons_and_points(battlewright: Command) -> None:
    ran = battlewright("rosters", "harrow-hedge")
    assert (ran.code, ran.err) == (0, "")
    for part in ("Harrow Hedge (harrow-hedge): 110 points", "5 x Hedger", "Ordinary Mortal (13)", "and a shove"):
        assert part in ran.out
    data = json.loads(battlewright("rosters", "--json").out)
    assert [entry["roster"] for entry in data] == ROSTERS.names
    assert {entry["points"] for entry in data} == {110}


def test_what_is_odd_about_a_roster_is_shown_apart(battlewright: Command) -> None:
    Path("odd.toml").write_text(f'name = "Odd"\n{CARD.format(name="Ox", toughness=8, agility=3, weapons=["Sword"])}')
    ran = battlewright("rosters", "odd.toml")
    assert ran.code == 0
    assert ran.err.startswith("Warning: odd.toml:")
    (data,) = json.loads(battlewright("rosters", "odd.toml", "--json").out)
    assert len(data["warnings"]) == 1


def test_scenarios_are_shown(battlewright: Command) -> None:
    ran = battlewright("scenarios")
    assert (ran.code, ran.err) == (0, "")
    for part in ("Last Stand (last-stand)", "Hold the Middle", 'corners, 8" deep', "more points in the circle"):
        assert part in ran.out
    data = json.loads(battlewright("scenarios", "last-stand", "--json").out)
    assert (data[0]["scenario"], data[0]["round_limit"]) == ("last-stand", 8)


@pytest.mark.parametrize("command", ["rosters", "tables", "scenarios"])
def test_a_faulty_file_is_refused_with_its_lines(battlewright: Command, command: str) -> None:
    Path("bad.toml").write_text('name = 3\ncolour = "x"\n')
    ran = battlewright(command, "bad.toml", "nowhere.toml")
    assert (ran.code, ran.out) == (2, "")
    for part in ("bad.toml:1: name", "bad.toml:2: colour", "nowhere.toml: there is no such file"):
        assert part in ran.err
    assert battlewright(command, "").err.startswith(f"Error: Unknown {command[:-1]} ''")


class Keyboard(io.StringIO):
    """A keyboard at which somebody sits."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "people", "advice"),
    [
        (Keyboard(), ["a"], "full"),
        (Keyboard(), ["a", "b"], "odds"),
        (io.StringIO(), ["a"], "odds"),
        (None, ["a"], "odds"),
    ],
)
def test_advice_between_people_is_the_odds_and_against_the_computer_all_of_it(
    typed: io.StringIO | None, people: list[str], advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = load("formations")
    monkeypatch.setattr(sys, "stdin", typed)
    assert usual_advice(Match(system, system.setup.read().setup), people) == advice


def test_who_lead_heroes_of_one_side_are_not_against_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    system = load("heroes")
    match = Match(system, system.setup.read("the-barrow").setup)
    heroes = [seat.name for seat in match.seats.all if seat.side == 0]
    monkeypatch.setattr(sys, "stdin", Keyboard())
    assert usual_advice(match, heroes) == "full"

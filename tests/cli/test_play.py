"""Playing in the terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.helpers import Command


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_person_plays_an_engagement_to_its_end(battlewright: Command) -> None:
    ran = battlewright("play", "formations", "--seed", "7", typed="1\n" * 200)
    assert (ran.code, ran.err) == (0, "")
    assert "a: Who acts next?" in ran.out
    assert "You lead River Guard (a)." in ran.out
    assert "Ford archers (a1): Attack at" in ran.out
    assert "[F.D3]" in ran.out
    assert ran.out.rstrip().splitlines()[-1].startswith(("River Guard (a) wins.", "Marsh Coven (b) wins.", "A draw."))


def test_every_listed_choice_has_a_number_and_other_answers_are_asked_again(battlewright: Command) -> None:
    ran = battlewright("play", "formations", "--seed", "7", typed="0\n99\nfoo\n²\n\n1\n1\nq\n")
    assert ran.out.count("Type a number from 1 to 3, or h for help.") == 5
    assert ran.code == 0


def test_help_table_and_clauses_are_shown_on_demand(battlewright: Command) -> None:
    ran = battlewright("play", "formations", "--seed", "7", typed="h\nt\nf.g1\nf.x9\nq\n")
    assert "undo your last choice" in ran.out
    assert ran.out.count("Captain Ysolde (a3)") >= 3
    assert "F.G1 (ruling): A formation of three or more models" in ran.out
    assert "Unknown clause 'f.x9'" in ran.out


def test_the_last_choice_can_be_taken_back(battlewright: Command) -> None:
    ran = battlewright("play", "formations", "--seed", "7", typed="u\n1\nu\nq\n")
    assert "You have nothing to take back." in ran.out
    assert "Taken back: a: Ford archers (a1)" in ran.out
    text = Path("battle-7.replay").read_text()
    assert "a:" not in text[text.index("--- battle") :]


def test_stopping_keeps_the_battle_and_it_can_be_resumed(battlewright: Command) -> None:
    stopped = battlewright("play", "formations", "--seed", "7", "--replay", "my.replay", typed="1\n1\nq\n")
    assert "saved in my.replay" in stopped.out
    resumed = battlewright("play", "--resume", "my.replay", "--advice", "none", typed="1\n" * 200)
    assert resumed.code == 0
    assert battlewright("replay", "my.replay").code == 0
    assert "--- end" in Path("my.replay").read_text()


def test_a_battle_that_is_kept_is_never_written_over(battlewright: Command) -> None:
    for _ in range(3):
        battlewright("play", "formations", "--seed", "7", typed="1\nq\n")
    assert sorted(path.name for path in Path().iterdir()) == [
        "battle-7-2.replay",
        "battle-7-3.replay",
        "battle-7.replay",
    ]
    Path("mine.toml").write_text("precious")
    ran = battlewright("play", "formations", "--seat", "none", "--replay", "mine.toml")
    assert (ran.code, Path("mine.toml").read_text()) == (2, "precious")
    assert "mine.toml already exists" in ran.err


def test_a_resumed_battle_is_told_with_its_dice_and_choices(battlewright: Command) -> None:
    battlewright("play", "formations", "--seed", "7", typed="1\n1\nq\n")
    ran = battlewright("play", "--resume", "battle-7.replay", typed="q\n")
    assert "a: Attack: Thralls (b1)" in ran.out
    assert "  roll 6 5" in ran.out
    assert ran.out.index("roll 6 5") < ran.out.index("models")


def test_actions_are_described_and_who_acts_is_shown(battlewright: Command) -> None:
    ran = battlewright("play", "formations", "--seed", "7", typed="3\nt\nq\n")
    assert "Loose again! (order, 6 Rerolls): Ford archers (a1)" in ran.out
    assert "acting" in ran.out


@pytest.mark.parametrize("answer", ["=", "a=b", "==", "act", "act =", "F.", "."])
def test_whatever_is_typed_gets_an_answer(battlewright: Command, answer: str) -> None:
    ran = battlewright("play", "formations", "--seed", "7", typed=f"1\n{answer}\nq\n")
    assert any(word in ran.out for word in ("Type a number from 1 to 4", "[F.G4]", "Unknown part"))


def test_when_nobody_types_any_more_the_computer_plays_on(battlewright: Command) -> None:
    ran = battlewright("play", "formations", "--seed", "7", typed="1\n")
    assert ran.code == 0
    assert "No more input: the computer plays on." in ran.out
    assert "(position " in ran.out


def test_physical_dice_are_typed_in_and_wrong_ones_are_asked_again(battlewright: Command) -> None:
    ran = battlewright("play", "formations", "--seed", "7", "--dice", "physical", typed="9 9\n5\n6 1\n1\n1\nq\n")
    assert "A die of 6 sides shows 1 to 6, not 9." in ran.out
    assert "2 dice of 6 sides must be rolled here, not 1." in ran.out
    assert "River Guard (a) wins the roll-off" in ran.out


def test_at_the_faces_prompt_the_commands_work_too(battlewright: Command) -> None:
    ran = battlewright(
        "play", "formations", "--dice", "physical", "--seed", "7", typed="h\nt\nf.d12\nabc\nu\n6 1\n1\n1\nu\nq\n"
    )
    assert "undo your last choice" in ran.out
    assert "F.D12 (text)" in ran.out
    assert "Type the faces with spaces between, or h for help." in ran.out
    assert "Taken back: a: Attack: " in ran.out
    assert Path("battle-7.replay").read_text().split("--- battle")[1].count("typed") == 1


def test_a_choice_may_be_written_as_replays_write_it(battlewright: Command) -> None:
    ran = battlewright(
        "play", "formations", "--seed", "7", typed="activate group=99\nactivate grup=1\nactivate group=1\nq\n"
    )
    assert "must activate a group of its own" in ran.out
    assert "Unknown part 'grup=1'" in ran.out
    assert "a: Spear wall (a2)" in ran.out


def test_long_lists_are_cut_and_any_choice_can_still_be_made(battlewright: Command) -> None:
    Path("many.toml").write_text(
        'name = "Row"\n[[kinds]]\nname = "K"\nmight = 9\ndex = 1\nwill = 1\ndef = 1\natk = 10\n'
        '[[kinds.actions]]\nname = "Look"\nwounds = true\ncombination = "scale"\neffect = "exposed"\n'
        '[[groups]]\nkind = "K"\nmodels = 3\nrerolls = 30\n'
    )
    arguments = ("play", "many.toml", "many.toml", "--seat", "both", "--dice", "physical", "--seed", "1")
    faces = " ".join(str(1 + die % 6) for die in range(30))
    ran = battlewright(
        *arguments, "--opening-penalty", "0", typed=f"6 1\n2\n{faces}\nreroll dice=5,5,5,5,5,5\n{faces}\nq\n"
    )
    assert "more, written like: reroll dice=" in ran.out
    assert "30 dice rolled again. [F.D10]" in ran.out


def test_one_person_may_play_both_seats(battlewright: Command) -> None:
    ran = battlewright("play", "formations", "--seat", "both", "--seed", "3", "--advice", "none", typed="1\n" * 400)
    assert "b: Who acts next?" in ran.out
    assert "No more input" not in ran.out


def test_the_computer_plays_alone_and_the_same_seed_repeats_it(battlewright: Command) -> None:
    first = battlewright("play", "formations", "--seat", "none", "--seed", "11", "--json")
    assert first.code == 0
    data = json.loads(first.out)
    assert data["result"]["winner"] in ("a", "b", "draw")
    assert data == json.loads(battlewright("play", "formations", "--seat", "none", "--seed", "11", "--json").out)
    told = battlewright("play", "formations", "--seat", "none", "--seed", "11")
    assert data["position"] in told.out


def test_options_and_forces_are_those_asked_for(battlewright: Command) -> None:
    ran = battlewright(
        "play", "goblin-rabble", "iron-company", "--seat", "none", "--seed", "2", "--rounds", "1", "--heavy-sixes",
        "--replay", "x.replay",
    )  # fmt: skip
    assert ran.code == 0
    text = Path("x.replay").read_text()
    assert "round_limit = 1" in text
    assert "heavy_sixes = true" in text
    assert 'name = "Goblin Rabble"' in text


def test_a_place_that_cannot_be_written_is_told_of_before_the_battle(battlewright: Command) -> None:
    ran = battlewright(
        "play", "formations", "--seat", "none", "--seed", "2", "--json", "--replay", "no/such/folder/x.replay"
    )
    assert ran.code == 2
    assert (
        ran.err
        == "Error: The battle cannot be written to no/such/folder/x.replay: there is no folder no/such/folder.\n"
    )


def test_a_battle_that_cannot_be_kept_in_the_end_is_shown_instead_of_lost(
    battlewright: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str, encoding: str, newline: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    ran = battlewright("play", "formations", "--seed", "2", typed="1\nq\n")
    assert ran.code == 2
    assert "--- battle" in ran.err
    assert "cannot be written to battle-2.replay (No space left on device); it is printed above instead" in ran.err


def test_the_odds_of_each_choice_are_shown_and_the_best_is_marked(battlewright: Command) -> None:
    ran = battlewright("play", "formations", "--seed", "7", typed="1\nq\n")
    listed = [line for line in ran.out.splitlines() if line.startswith("    ") and "Attack: " in line]
    # seven dice by F.G6, half of them wound, each a model of MIGHT 1; those who are left have fewer dice
    assert listed[0] == "    1  Attack: Thralls (b1)  hit 99%, +3.50 MIGHT, +0.42 later"
    assert "expected gain in MIGHT minus Wounds" in ran.out
    advised = battlewright("play", "formations", "--seed", "7", "--advice", "full", typed="1\nq\n").out
    stars = [line for line in advised.splitlines() if line.endswith("*")]
    assert len(stars) == 2, "one for each question"
    assert all("best" in line for line in stars)
    assert "loses of the chance to win" in advised
    without = battlewright("play", "formations", "--seed", "7", "--advice", "none", typed="1\nq\n")
    assert "    1  Attack: Thralls (b1)\n" in without.out


def test_odds_that_take_too_long_are_left_out_with_a_word(
    battlewright: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("battlewright.cli.choices.SECONDS", 0.0)
    assert "take too long to compute" in battlewright("play", "formations", "--seed", "7", typed="q\n").out


def test_behind_a_choice_stands_one_plan_not_two(battlewright: Command) -> None:
    """The plan of the search replaces what the exact odds count on: they may be about another action."""
    typed = "\n".join(["1"] * 7) + "\nq\n"
    lines = battlewright("play", "skirmish", "--seed", "3", "--advice", "full", typed=typed).out.splitlines()
    behind = [line.split("(1 AP)")[1] for line in lines if "  Move to " in line and "(1 AP)" in line]
    assert sum("; then " in text for text in behind) > 2
    assert not [text for text in behind if re.search(r"then \w+ \w+: .*; then ", text)]

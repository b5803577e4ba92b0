"""``battlewright odds skirmish``: what is wrong with a question, and what the documentation shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.helpers import Command
from tests.golden import FOLDER

COMMANDS = Path(__file__).parents[2] / "docs" / "commands.md"


GOLDEN = str(FOLDER / "skirmish-fire-and-cover.replay")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# What is wrong

FIGHT = ("clash", "--attacker", "melee=4,weapon=sword", "--defender", "melee=3,weapon=spear")
SHOT = ("shot", "--ballistics", "4", "--difficulty", "12.5")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("dodge",), "No such command 'dodge'"),
        (("test",), "--ability"),
        (("test", "--ability", "11"), "ability must be a whole number from 0 to 10, not 11."),
        (("stress", "--toughness", "0", "--stress", "1"), "toughness must be a whole number from 1 to 10, not 0."),
        (("stress", "--toughness", "3", "--stress", "100"), "stress must be a whole number from 0 to 99, not 100."),
        (("stress", "--toughness", "3", "--stress", "1", "--activations", "0"), "activations must be a whole number"),
        (("climb", "--agility", "3"), "--height"),
        (("climb", "--agility", "3", "--height", "high"), "height must be a number, not 'high'."),
        (("climb", "--agility", "3", "--height", "5.1234"), "at most three decimals, such as 2.5, not 5.1234"),
        (("climb", "--agility", "3", "--height", "nan"), "height must be a number, not nan."),
        (("climb", "--agility", "3", "--height", "1"), 'must be more than 1": what is up to 1" high is ignored'),
        (("climb", "--agility", "3", "--height", "7"), 'Agility 3 moves 6" at most (S2.M3)'),
        (("jump", "--agility", "3", "--distance", "0"), "The distance must be from 0.001 to 20"),
        (("jump", "--agility", "3", "--distance", "inf"), "distance must be a number, not inf."),
        (("jump", "--agility", "3", "--distance", "2", "--drop", "0.0001"), "--drop takes inches"),
        (("jump", "--agility", "3", "--distance", "2", "--drop", "31"), "The drop must be from 0 to 30"),
        (("shot", "--ballistics", "0", "--difficulty", "5"), "ballistics must be a whole number from 1 to 10, not 0."),
        (("shot", "--ballistics", "4", "--difficulty", "-1"), "The difficulty must be from 0 to 60"),
        ((*SHOT, "--critical", "d4"), "--critical must be a whole number from 0 to 10, or d3, not 'd4'"),
        ((*SHOT, "--critical", "11"), "not '11'"),
        ((*SHOT, "--weapon", "rifle", "--damage", "2"), "leave --damage and --critical out"),
        ((*SHOT, "--weapon", "rifel"), "Did you mean 'rifle'? Known: pistol, rifle, sniper."),
        ((*SHOT, "--weapon", ""), "Unknown shooting weapon ''"),
        ((*SHOT, "--weapon", "sword"), "a shooting one is needed: pistol, rifle or sniper."),
        ((*SHOT, "--obstacles", "12"), "obstacles must be a whole number from 0 to 11, not 12."),
        ((*SHOT, "--target", "agile"), "--target: 'agile' is not one of ballistics=, toughness=, agility="),
        ((*SHOT, "--target", "melee=3"), "--target: 'melee=3' is not one of"),
        ((*SHOT, "--target", "agility=x"), "agility must be a whole number from 0 to 10, not 'x' (S2.C2)"),
        ((*SHOT, "--target", "toughness=0"), "toughness must be a whole number from 1 to 10, not '0' (S2.C2)"),
        ((*SHOT, "--target", "weapon=spear"), "--target: Spear is a melee weapon"),
        ((*SHOT, "--target", "weapon=gone.toml"), "gone.toml: there is no such file"),
        ((*SHOT, "--target", "ap=1,ap=2"), "ap is given twice"),
        ((*SHOT, "--shooter", "ap=1"), "--shooter: ap must be a whole number from 2 to 3, not '1' (S2.A1)"),
        ((*SHOT, "--shooter", "weapon=rifle"), "--shooter: 'weapon=rifle' is not one of"),
        (FIGHT[:3], "--defender"),
        (("clash", "--attacker", "melee=4", "--defender", "weapon=none"), "weapon= is missing: spear or sword."),
        (("clash", "--attacker", "weapon=none", "--defender", "weapon=none"), "Unknown melee weapon 'none'"),
        (("clash", "--attacker", "weapon=rifle", "--defender", "weapon=none"), "Rifle is a shooting weapon"),
        (("clash", "--attacker", "weapon=sword", "--defender", "stress=1"), "weapon= is missing: spear, sword or none"),
        ((*FIGHT, "--struck", "1,2,3,4"), "--struck and --parried go together"),
        ((*FIGHT, "--struck", "1,2,3", "--parried", "1,2,3"), "--struck takes 4 faces from 1 to 6"),
        ((*FIGHT, "--struck", "1,2,3,4", "--parried", "1,2,7"), "--parried takes 3 faces from 1 to 6"),
        (("position",), "replay"),
        (("position", "nowhere.replay"), "the replay cannot be read"),
        (("position", GOLDEN), "after 28 moves the battle is over (A draw); --at takes 0 to 27"),
        (("position", GOLDEN, "--at", "28"), "the battle is over"),
        (("position", GOLDEN, "--at", "29"), "--at must be from 0 to 28, not 29"),
        (("position", GOLDEN, "--at", "-1"), "at must be a whole number from 0 to 2,147,483,647, not -1."),
        (("position", GOLDEN, "--at", "6", "--plan", "stop"), "A plan is for a model that acts"),
        (("position", GOLDEN, "--at", "5", "--plan", "stop"), "A plan is for a model that acts"),
        (("position", str(FOLDER / "formations-edited.replay")), "a battle of Formations; the odds of a position are"),
    ],
    ids=lambda value: " ".join(value)[-60:] if isinstance(value, tuple) else "",
)  # fmt: skip
def test_bad_questions_get_a_sentence(battlewright: Command, arguments: tuple[str, ...], sentence: str) -> None:
    for more in ((), ("--json",)):
        ran = battlewright("odds", "skirmish", *arguments, *more)
        assert (ran.code, ran.out) == (2, "")
        assert sentence in ran.err
        assert len(ran.err.splitlines()) == 1


def test_all_faults_of_all_texts_come_together(battlewright: Command) -> None:
    ran = battlewright(
        "odds", "skirmish", "clash", "--attacker", ",melee=11,fly=1", "--defender", "stress=lots,weapon=bow"
    )
    assert ran.code == 2
    for part in (
        "--attacker: ''",
        "melee must be",
        "'fly=1'",
        "weapon= is missing",
        "--defender: stress must",
        "'bow'",
    ):
        assert part in ran.err
    assert len(ran.err.splitlines()) == 1


# Documentation

SHOWN = re.findall(
    r"```text\n\$ (battlewright odds skirmish .*)\n((?:.*\n)*?)```", COMMANDS.read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command.split()[3] for command, _ in SHOWN])
def test_the_documentation_shows_what_a_command_prints(battlewright: Command, command: str, shown: str) -> None:
    ran = battlewright(*shlex.split(command)[1:])
    lines = [line.rstrip() for line in (ran.out + ran.err).splitlines()]
    assert "\n".join(lines).strip() == shown.strip()


def test_every_question_is_documented(battlewright: Command) -> None:
    text = COMMANDS.read_text(encoding="utf-8")
    listed = re.findall(r"^│ (\w+) ", battlewright("odds", "skirmish", "--help").out.split("Commands")[1], re.MULTILINE)
    assert len(listed) == 9
    for name in listed:
        assert f"battlewright odds skirmish {name}" in text

"""``battlewright odds skirmish``: each question once, what is wrong with one, and what the documentation shows."""

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


# Questions

CLUB = 'name = "Club"\nkind = "melee"\nthreat = 1\noppression = 1\ncritical = 0\npoints = 2\n'
SLING = 'name = "Sling"\nkind = "shooting"\nmodifier = 0\ndamage = 3\ncritical = 4\npoints = 1\n'
ASKED = [
    (
        "test --ability 2 --critical",
        {"mean", "distribution", "joint", "criticals", "critical_failures"},
        ["A test with 2 dice: successes. Exact; mean 1,", "Critical successes", "Critical failures", "█" * 40],
    ),
    (
        "stress --toughness 3 --stress 3 --until-removed --gain 1",
        {"distribution", "breaks_down", "removed", "activations", "left"},
        ["the model breaks down (S2.T3). Exact.", "with 1 stress gained between two", "not within 20"],
    ),
    ("stress --toughness 3 --stress 2", {"distribution"}, ["does not break down"]),
    ("stress --toughness 1 --stress 2", {"distribution"}, ["is removed at once (S2.T2)"]),
    ("stress --toughness 8 --stress 9", {"distribution"}, ["outcomes less likely, "]),
    (
        "stress --toughness 1 --stress 1 --edition first --until-removed --activations 3",
        {"distribution", "tested", "events", "left"},
        ["the model is tested (S1.T2)", "not within 3"],
    ),
    ("stress --toughness 2 --stress 0 --damage 1 --edition first", {"tested"}, ["the model is not tested (S1.T2)"]),
    ("climb --agility 3 --height 5", {"success", "stress"}, ['A climb of 5" with Agility 3. Exact.']),
    ("climb --agility 3 --height 5 --ladder", {"success"}, ['A climb of 5" by a ladder with Agility 3. Exact.']),
    ("climb --agility 3 --height 9 --edition first", {"success"}, ['A climb of 9" with Agility 3. Exact.']),
    (
        "jump --agility 3 --distance 2.5 --drop 6",
        {"success", "stress"},
        ['A jump of 2.5", 6" above the ground, with Agility 3. Exact.', "failure"],
    ),
    ("jump --agility 3 --distance 2.5 --edition first", {"success"}, ['A jump of 2.5" with Agility 3. Exact.']),
    (
        "shot --ballistics 4 --difficulty 12.5 --obstacles 3",
        {"hit", "critical", "stress", "strays"},
        ["a sum of 13 or more hits", "hits obstacle 3 instead", "Obstacle 1 is the one closest to the target."],
    ),
    ("shot --ballistics 4 --difficulty 0 --weapon sniper", {"hit"}, ["any roll hits", "also of a critical"]),
    ("shot --ballistics 2 --difficulty 7 --weapon sling.toml", {"hit"}, ["Sling: stress 3, critical 4."]),
    (
        "shot --ballistics 4 --difficulty 12 --target ap=1,weapon=rifle --shooter toughness=2,stress=1,ap=2",
        {"reactions", "best"},
        ["Shooter: Toughness 2, Agility 3, stress 1, AP 2.", "* is best for the target."],
    ),
    (
        "shot --ballistics 3 --difficulty 9 --edition first --obstacles 1 --target toughness=1,weapon=pistol",
        {"reactions", "best"},
        ["target out", "shooter out", "hits obstacle 1 instead", "even by a target that is taken out (S1.F7)"],
    ),
    (
        "clash --attacker weapon=sword --defender melee=2,weapon=none",
        {"value", "net_stress", "breaks", "distribution", "note"},
        ["Defender: Melee 2, Toughness 3, stress 0, no weapon.", "nobody is shoved", "attacker breaks down"],
    ),
    (
        "clash --attacker melee=0,weapon=sword --defender weapon=sword --struck '' --parried 6,5,1",
        {"choices", "chooses"},
        ["After the attacker nothing and the defender 6 5 1.", "The defender chooses:"],
    ),
    (
        "clash --attacker melee=2,weapon=sword --defender melee=1,weapon=sword --struck '1 2' --parried 3",
        {"choices"},
        ["There is nothing to choose"],
    ),
    (
        "split --attacker melee=3,weapon=spear --defender melee=4,weapon=sword --out-of-reach",
        {"value", "tolerance", "attacker", "defender", "caused", "suffered", "dominated", "payoff", "fighters"},
        ["all of the defender's dice defend (S1.K3)"],
    ),
    ("split --attacker weapon=sword --defender weapon=none", {"out_of_reach"}, ["dice defend (S1.K3)"]),
    (
        "split --attacker melee=2,weapon=sword --defender melee=6,weapon=club.toml",
        {"value"},
        ["Defender: Melee 6, Club (Damage 1, critical 0).", "60.49%", "within "],
    ),
]
"""What is typed, some fields of the answer as JSON, and what people read. Values are held by the tests of the odds."""


@pytest.mark.parametrize(("typed", "fields", "parts"), ASKED, ids=[typed for typed, _, _ in ASKED])
def test_a_question_is_answered_for_people_and_as_json(
    battlewright: Command, typed: str, fields: set[str], parts: list[str]
) -> None:
    Path("club.toml").write_text(CLUB)
    Path("sling.toml").write_text(SLING)
    asked = ("odds", "skirmish", *shlex.split(typed))
    data = battlewright.data(*asked)
    assert "exact" in data
    assert fields <= data.keys()
    out = battlewright.told(*asked)
    assert [part for part in parts if part not in out] == []


# What is wrong

FIGHT = ("clash", "--attacker", "melee=4,weapon=sword", "--defender", "melee=3,weapon=spear")
SHOT = ("shot", "--ballistics", "4", "--difficulty", "12.5")
STRESS = ("stress", "--toughness", "3", "--stress", "3")
EVEN = ("--attacker", "melee=3,weapon=sword", "--defender", "melee=3,weapon=sword")


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
        (("split", *EVEN[:2], "--defender", "melee=-1,weapon=sword"), "from 0 to 10, not '-1' (S1.C2)"),
        (("split", *EVEN[2:], "--attacker", "melee=0,weapon=sword"), "from 1 to 10, not '0' (S1.C2)"),
        (("split", *EVEN[2:], "--attacker", "melee=11,weapon=sword"), "from 1 to 10, not '11' (S1.C2)"),
        (("split", *EVEN[:2], "--defender", "weapon=rifle"), "Rifle is a shooting weapon"),
        (("split", *EVEN[:2], "--defender", "weapon=swrod"), "Unknown melee weapon 'swrod'. Did you mean 'sword'?"),
        (("split", *EVEN[2:], "--attacker", "weapon=none"), "Unknown melee weapon 'none'"),
        (("split", *EVEN[2:], "--attacker", "melee=3"), "weapon= is missing: spear or sword"),
        (("split", *EVEN[:2], "--defender", "toughness=3,weapon=sword"), "is not one of melee=, weapon="),
        (("split", *EVEN, "--edition", "second"), "S2.K6"),
        (("split", *EVEN, "--edition", "frst"), "edition must be first or second, not 'frst'. Did you mean 'first'?"),
        (("split", *EVEN[:2]), "--defender"),
        (("clash", *EVEN, "--edition", "first"), "S1.K2"),
        (("climb", "--agility", "3", "--height", "1", "--edition", "first"), "S1.M2"),
        (("climb", "--agility", "3", "--height", "9", "--edition", "first", "--ladder"), "(S1.M3)"),
        (("jump", "--agility", "3", "--distance", "2", "--drop", "99", "--edition", "first"), "S1.M10"),
        (("shot", "--ballistics", "3", "--difficulty", "99", "--edition", "first"), "S1.F1"),
        ((*SHOT, "--critical", "d6", "--edition", "first"), "S1.F4"),
        ((*SHOT, "--target", "agility=99", "--edition", "first"), "from 0 to 10, not '99' (S1.C2)"),
        (("test", "--ability", "3", "--edition", "4th"), "edition must be first or second, not '4th'."),
        ((*STRESS, "--damage", "1"), "--edition first"),
        ((*STRESS, "--edition", "first", "--until-removed", "--gain", "0"), "S1.T2"),
        (("test", "--ability", "11", "--json"), "ability must be a whole number from 0 to 10, not 11."),
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
    assert sentence in battlewright.refusal("odds", "skirmish", *arguments)


def test_all_faults_of_all_texts_come_together(battlewright: Command) -> None:
    told = battlewright.refusal(
        "odds", "skirmish", "clash", "--attacker", ",melee=11,fly=1", "--defender", "stress=lots,weapon=bow"
    )
    parts = ("--attacker: ''", "melee must be", "'fly=1'", "weapon= is missing", "--defender: stress must", "'bow'")
    assert [part for part in parts if part not in told] == []


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

"""``battlewright odds skirmish position``: where a battle stands, and plans. The odds' tests hold the values."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from battlewright import systems
from battlewright.contract.guides import odds_of
from battlewright.engine import replay
from battlewright.engine.errors import TooLarge
from battlewright.systems.skirmish.guide.moves import Moves
from battlewright.systems.skirmish.odds.reports.positions import position
from tests.cli.helpers import Command
from tests.cli.test_battle import CARD, DUEL, YARD, script
from tests.commands import run_command
from tests.golden import FOLDER
from tests.systems.skirmish.helpers import Fight
from tests.systems.skirmish.odds.test_first_exchange import duel

ASK = ("odds", "skirmish", "position")
ANSWERS = ("6 1", "deploy a1 2 2", "deploy b1 2 9", "6 1", "shoot whom=1", "nothing", "q")
"""Ada (Ballistics 3, Toughness 3, Rifle) acts; Bo (Toughness 2, Agility 4, Pistol) is 6" away, nothing between."""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A duel as a file: after 5 moves Ada acts, after 6 Bo may react, after 7 the dice are waited for."""
    folder = tmp_path_factory.mktemp("duel")
    ada = CARD.format(name="Ada", toughness=3, agility=3, weapons='["Sword", "Rifle"]')
    bo = CARD.format(name="Bo", toughness=2, agility=4, weapons='["Sword", "Pistol"]')
    (folder / "one.toml").write_text(f'name = "One"\n{ada}')
    (folder / "two.toml").write_text(f'name = "Two"\n{bo}')
    (folder / "yard.toml").write_text(YARD)
    assert run_command(["battlewright", *DUEL, "--advice", "none"], folder, {}, script(*ANSWERS)).code == 0
    return str(folder / "battle-1.replay")


@pytest.fixture
def asked(kept: str) -> tuple[str, ...]:
    """The question where Ada acts."""
    return (*ASK, kept, "--at", "5")


def test_every_choice_of_a_position_is_weighed(battlewright: Command, asked: tuple[str, ...]) -> None:
    data = battlewright.data(*asked)
    assert (data["at"], data["side"], data["node"]["question"]["kind"]) == (5, "a", "act")
    assert data["node"]["question"]["sentence"] == "Ada (a1), 3 AP: which action?"
    choices = {each["choice"].split()[0]: each for each in data["choices"]}
    assert choices.keys() == {"move", "shoot", "stop"}
    assert choices["shoot"]["hits"].keys() == {"nothing", "cover", "return fire"}
    assert choices["shoot"]["distribution"][0]["changes"][0]["model"].startswith(("Bo", "Ada"))
    assert choices["stop"]["distribution"] == [{"changes": [], "chance": "1"}]
    for each in data["choices"]:
        assert each["values"].keys() == {"removed", "breaks", "stress"}
        assert sum(Fraction(entry["chance"]) for entry in each["distribution"]) == 1
    best = max(Fraction(each["worth"]) for each in data["choices"])
    assert [Fraction(each["worth"]) for each in data["choices"] if each["best"]] == [best]


def test_people_read_a_position_as_a_table(battlewright: Command, asked: tuple[str, ...]) -> None:
    out = battlewright.told(*asked)
    assert "After 5 moves. Exact, by the best play of both.\na: Ada (a1), 3 AP: which action?" in out
    assert re.search(r"Shoot Bo \(b1\) with the Rifle: 6\" away +[+-]\d\.\d\d +[+-]\d\.\d\d +\d+\.\d% \(", out)
    assert re.search(r"cover: \d+\.\d% \(\d+\.\d%\)", out)
    assert re.search(r"towards Bo \(b1\); then \w+", " ".join(out.split()))
    assert len(re.findall(r"^ \* ", out, re.MULTILINE)) == 1
    assert "\nBest: " in out
    assert "--json has exact fractions." in out
    narrow = battlewright(*ASK, str(FOLDER / "skirmish-fire-and-cover.replay"), "--at", "7", columns=80)
    rows = [line.rstrip() for line in narrow.out.splitlines() if re.search(r"[+-]\d\.\d\d|█|─", line)]
    assert len(rows) > 8
    assert max(map(len, rows)) <= 80


def test_the_target_of_a_shot_sees_its_reactions(battlewright: Command, kept: str) -> None:
    data = battlewright.data(*ASK, kept, "--at", "6")
    assert data["side"] == "b"
    reactions = [next(iter(each["hits"])) for each in data["choices"]]
    assert sorted(reactions) == ["cover", "nothing", "return fire"]


def test_where_dice_are_waited_for_the_answer_is_what_follows(battlewright: Command, kept: str) -> None:
    data = battlewright.data(*ASK, kept)
    assert (data["at"], data["side"], data["choices"]) == (7, "a", [])
    assert "a sum of 6 or more hits" in data["node"]["question"]["sentence"]
    chances = [Fraction(each["chance"]) for each in data["distribution"]]
    assert chances == sorted(chances, reverse=True)
    assert "Bo (b1) +3 stress" in battlewright.told(*ASK, kept)


def test_play_and_the_odds_of_a_position_value_all_choices_alike(kept: str) -> None:
    session = replay.repeat_until(replay.read(kept, systems.load), 5)
    offered = [*session.choices(), *(each.choice for each in Moves(session).suggestions())]
    report = position(kept, 5).data["choices"]
    for each, advice in zip(report, odds_of(session, offered, 20.0), strict=True):
        assert [Fraction(value) for value in each["values"].values()] == [*advice.parts.values()]
        then = None if advice.then is None else advice.then.as_data()
        assert (Fraction(each["worth"]), each.get("then")) == (advice.value, then)
        assert advice.best or not each["best"]


# By the first edition


def written(fight: Fight, folder: Path) -> str:
    file = folder / "first.replay"
    file.write_text(replay.write(fight.session))
    return str(file)


def test_a_position_by_the_first_edition(battlewright: Command, tmp_path: Path) -> None:
    file = written(duel((2, 6), weapons=("Sword", "Club")), tmp_path)
    data = battlewright.data(*ASK, file)
    strike = next(each for each in data["choices"] if each["choice"].startswith("close-combat"))
    assert list(strike["values"]) == ["removed", "toughness", "stress"]
    assert "share" not in strike
    assert "Toughness lost" in battlewright.told(*ASK, file)
    plan = battlewright.told(*ASK, file, "--plan", strike["choice"])
    assert re.search(r"removed \S+, Toughness \S+, stress", plan)


def test_a_division_in_a_position_has_shares(battlewright: Command, tmp_path: Path) -> None:
    file = written(duel((2, 6), weapons=("Sword", "Club")).engage(), tmp_path)
    shares = [Fraction(each["share"]) for each in battlewright.data(*ASK, file)["choices"]]
    assert shares == [0, Fraction(395, 1000), Fraction(605, 1000)]
    out = battlewright.told(*ASK, file)
    assert "60.5% of the time" in out
    assert "Likeliest: 2 dice on attack with the Sword, 0 on defence." in out


# Plans


def test_a_plan_is_an_activation_as_a_whole(battlewright: Command, asked: tuple[str, ...]) -> None:
    data = battlewright.data(*asked, "--plan", "move 2 3", "--plan", "Shoot B1 Rifle")
    assert [each["sentence"] for each in data["plan"]] == [
        'Move to (2, 3): walk 1"', 'Shoot Bo (b1) with the Rifle: 5" away'
    ]  # fmt: skip
    assert data["values"].keys() == {"removed", "breaks", "stress"}
    assert sum(Fraction(each["chance"]) for each in data["distribution"]) == 1
    as_written = [part for each in data["plan"] for part in ("--plan", f"a: {each['choice']}  # {each['sentence']}")]
    assert battlewright.data(*asked, *as_written) == data
    out = battlewright.told(*asked, *as_written)
    assert '  1  Move to (2, 3): walk 1"\n  2  Shoot Bo (b1) with the Rifle: 5" away\n' in out
    assert "Against the best reactions: removed +0.00, break-downs " in out


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (("dance",), "--plan 'dance': Type one of: move 12 8"),
        (("",), "Type one of: move 12 8"),
        (("move",), "Type inches from the south-west corner"),
        (("move 2 50",), "; in reach is: move "),
        (("move 2 5", "engage"), "--plan 'engage': Type where to, or whom"),
        (("engage b1",), "[S2.K3]"),
        (("shoot",), "Type whom, such as: shoot b2 rifle"),
        (("shoot b7",), "Unknown model 'b7'. Known: a1, b1."),
        (("shoot b1 cannon",), "Unknown shooting weapon 'cannon'. Known: Rifle."),
        (("shoot a1",), "[S2.F1]"),
        (("shoot whom=x",), "whom takes whole numbers"),
        (("shoot b1", "shoot b1"), "A shot costs 2 AP, and Ada (a1) has 1"),
        (("aid",), "Type whom, such as: aid a3"),
        (("aid b1",), "[S2.D1]"),
        (("stop", "move 2 3"), "by then the activation is over"),
        (("strike",), "[S2.A3]"),
        (("nothing",), "[S2.A3]"),
    ],
    ids=lambda value: " then ".join(value) if isinstance(value, tuple) else "",
)
def test_a_plan_that_cannot_be_gets_a_sentence(
    battlewright: Command, asked: tuple[str, ...], plan: tuple[str, ...], sentence: str
) -> None:
    options = [part for each in plan for part in ("--plan", each)]
    assert sentence in battlewright.refusal(*asked, *options)


@pytest.mark.parametrize("plan", [(), ("--plan", "stop")])
def test_a_question_that_is_too_large_says_so(
    battlewright: Command, asked: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, plan: tuple[str, ...]
) -> None:
    def too_large(*_: object, **__: object) -> None:
        raise TooLarge("This takes too long.")

    monkeypatch.setattr("battlewright.systems.skirmish.odds.exchange.solve", too_large)
    assert battlewright.refusal(*asked, *plan) == "Error: This takes too long.\n"

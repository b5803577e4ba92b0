"""``battlewright odds skirmish position``: where a battle stands, and plans."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from battlewright import systems
from battlewright.contract.guides import advise, guide_of
from battlewright.engine import replay
from battlewright.engine.errors import TooLarge
from battlewright.systems.skirmish.odds.reports.positions import position
from tests.cli.helpers import Command
from tests.cli.skirmish_odds import (
    SWORD,
    answer,
    at_least,
    best_play,
    fallen,
    mean,
    shot,
    thrown,
    told,
)
from tests.cli.test_battle import CARD, DUEL, YARD, script
from tests.cli.test_commands import installed
from tests.golden import FOLDER

GOLDEN = str(FOLDER / "skirmish-fire-and-cover.replay")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


BEGIN = ("6 1", "deploy a1 2 2", "deploy b1 2 9", "6 1")
"""Ada (Ballistics 3, Toughness 3, Rifle) acts; Bo (Toughness 2, Agility 4, Pistol) is 6" away, nothing between."""


@pytest.fixture
def duel(battlewright: Command) -> Callable[..., str]:
    """A duel that is kept after some answers, as the name of its file."""
    ada = CARD.format(name="Ada", toughness=3, agility=3, weapons='["Sword", "Rifle"]')
    bo = CARD.format(name="Bo", toughness=2, agility=4, weapons='["Sword", "Pistol"]')
    Path("one.toml").write_text(f'name = "One"\n{ada}')
    Path("two.toml").write_text(f'name = "Two"\n{bo}')
    Path("yard.toml").write_text(YARD)

    def play(*lines: str, begin: tuple[str, ...] = BEGIN) -> str:
        assert battlewright(*DUEL, typed=script(*begin, *lines, "q")).code == 0
        return "battle-1.replay"

    return play


def by_words(data: Any, beginning: str) -> Any:
    (found,) = [each for each in data["choices"] if each["sentence"].startswith(beginning)]
    return found


def rifle_at_bo(distance: int) -> dict[str, tuple[Fraction, Fraction]]:
    """Break-downs and stress that Ada's shot wins by each reaction of Bo."""
    found = {}
    for name, need in (("nothing", distance), ("cover", distance + 2)):
        _, _, stress = shot(3, need, 1, "d3")
        found[name] = (at_least(stress, 2), mean(stress))
    _, _, stress = shot(3, distance, 1, "d3")
    back = min(mean(shot(3, need, 1, 2)[2]) for need in (distance + 1, distance + 3))  # Ada has an AP left for cover
    found["return fire"] = (at_least(stress, 2), mean(stress) - back)
    return found


Values = tuple[Fraction | int, ...]
NOTHING: Values = (0, 0, 0)


def values(each: Any) -> Values:
    return tuple(Fraction(each["values"][name]) for name in ("removed", "breaks", "stress"))


def test_every_choice_of_a_position_is_weighed(battlewright: Command, duel: Callable[..., str]) -> None:
    data = answer(battlewright, "position", duel())
    assert (data["at"], data["side"], data["node"]["question"]["kind"]) == (5, "a", "act")
    assert data["node"]["question"]["sentence"] == "Ada (a1), 3 AP: which action?"
    assert "question" not in data
    assert by_words(data, "Stop")["choice"] == "stop"
    assert values(by_words(data, "Stop")) == NOTHING
    fired = by_words(data, "Shoot Bo (b1) with the Rifle")
    assert fired["choice"] == "shoot whom=1"
    assert values(fired) == (0, *min(rifle_at_bo(6).values()))
    for name, need in (("nothing", 6), ("cover", 8), ("return fire", 6)):
        hit, critically, _ = shot(3, need, 1, "d3")
        assert fired["hits"][name] == {"hit": str(hit), "critical": str(critically)}
    assert sum(Fraction(each["chance"]) for each in fired["distribution"]) == 1
    assert fired["distribution"][0]["changes"][0]["model"].startswith(("Bo", "Ada"))
    best = max(Fraction(each["worth"]) for each in data["choices"])
    assert [Fraction(each["worth"]) for each in data["choices"] if each["best"]] == [best]


def test_a_move_with_the_last_ap_changes_nothing(battlewright: Command, duel: Callable[..., str]) -> None:
    data = answer(battlewright, "position", duel("move 2 3", "move 2 2"))
    moves = [each for each in data["choices"] if each["choice"].startswith("move ")]
    assert any(each["sentence"].endswith("towards Bo (b1)") for each in moves)
    for each in moves:
        assert values(each) == NOTHING
        assert each["distribution"] == [{"changes": [], "chance": "1"}]
        assert "then" not in each


def test_a_move_is_worth_what_is_best_after_it(battlewright: Command, duel: Callable[..., str]) -> None:
    file = duel()
    data = answer(battlewright, "position", file)
    nearer = next(each for each in data["choices"] if each["sentence"].endswith("towards Bo (b1)"))
    assert values(nearer) != NOTHING
    assert nearer["then"]["kind"] in ("shoot", "close-combat")
    assert nearer["then"]["about"]["tag"] == "b1"
    assert f"; then {nearer['then']['sentence']}" in " ".join(told(battlewright, "position", file).split())
    Path(file).unlink()
    after = answer(battlewright, "position", duel(nearer["choice"]))
    assert after["at"] == data["at"] + 1
    assert Fraction(nearer["worth"]) == max(Fraction(each["worth"]) for each in after["choices"])


def test_play_and_the_odds_of_a_position_value_all_choices_alike(duel: Callable[..., str]) -> None:
    session = replay.repeat(replay.read(duel(), systems.load))
    offered = [*session.choices(), *(each.choice for each in guide_of(session).suggestions())]
    report = position("battle-1.replay").data["choices"]
    for each, advice in zip(report, advise(session, offered, 20.0), strict=True):
        assert values(each) == tuple(advice.parts.values())
        then = None if advice.then is None else advice.then.as_data()
        assert (Fraction(each["worth"]), each.get("then")) == (advice.value, then)
        assert advice.best or not each["best"]


def test_whoever_is_near_is_engaged(battlewright: Command, duel: Callable[..., str]) -> None:
    data = answer(battlewright, "position", duel("move 2 5"))
    engaged = by_words(data, "Close combat with the Sword")
    assert engaged["choice"].startswith("close-combat ")
    play, one = best_play((SWORD, SWORD), (3, 2)), thrown(3, fallen)
    ended = [(a * b, play((struck, parried), 0, (0, 0))) for struck, a in one.items() for parried, b in one.items()]
    assert values(engaged) == (0, *(sum(chance * each[part] for chance, each in ended) for part in range(2)))


def test_the_target_of_a_shot_sees_what_its_reactions_are_worth(
    battlewright: Command, duel: Callable[..., str]
) -> None:
    data = answer(battlewright, "position", duel("shoot whom=1"), "--at", "6")
    assert data["side"] == "b"
    names = {"Do nothing": "nothing", "Take cover": "cover", "Return fire": "return fire"}
    for words, name in names.items():
        each = by_words(data, words)
        assert values(each) == (0, *(-value for value in rifle_at_bo(6)[name]))
        hit, critically, _ = shot(3, 8 if name == "cover" else 6, 1, "d3")
        assert each["hits"] == {name: {"hit": str(hit), "critical": str(critically)}}
    least = min(rifle_at_bo(6), key=lambda name: rifle_at_bo(6)[name])
    assert [names[each["sentence"].partition(" (")[0]] for each in data["choices"] if each["best"]] == [least]


def test_where_dice_are_waited_for_the_answer_is_what_follows(battlewright: Command, duel: Callable[..., str]) -> None:
    file = duel("shoot whom=1", "nothing")
    data = answer(battlewright, "position", file)
    assert (data["at"], data["side"], data["choices"]) == (7, "a", [])
    assert "a sum of 6 or more hits" in data["node"]["question"]["sentence"]
    found = {
        sum(change["stress"] for change in each["changes"]): Fraction(each["chance"]) for each in data["distribution"]
    }
    assert found == shot(3, 6, 1, "d3")[2]
    changed = [change for each in data["distribution"] for change in each["changes"]]
    assert {(change["model"], change["toughness"], change["removed"]) for change in changed} == {("Bo (b1)", 0, False)}
    chances = [Fraction(each["chance"]) for each in data["distribution"]]
    assert chances == sorted(chances, reverse=True)
    assert "Bo (b1) +3 stress" in told(battlewright, "position", file)


def test_positions_all_along_a_battle_have_an_answer(battlewright: Command) -> None:
    file = str(FOLDER / "skirmish-sword-and-spear.replay")
    for at in range(1, 46, 2):
        data = answer(battlewright, "position", file, "--at", str(at))
        assert data["at"] == at
        for each in data["choices"]:
            assert sum(Fraction(entry["chance"]) for entry in each["distribution"]) == 1
        assert len([each for each in data["choices"] if each["best"]]) == bool(data["choices"])


def test_nobody_is_removed_by_being_placed(battlewright: Command) -> None:
    data = answer(battlewright, "position", str(FOLDER / "skirmish-sword-and-spear.replay"), "--at", "1")
    assert data["choices"][0]["choice"].startswith("deploy ")
    assert {values(each) for each in data["choices"]} == {NOTHING}


def test_a_stress_check_may_remove_whom_it_activates(battlewright: Command, duel: Callable[..., str]) -> None:
    file = duel("move 2 5", "close-combat legs=1/2000/7000/0 count=1", "6 5 4", "1 2 3", "1", "1")
    moves = re.findall(r"^(?:typed|[ab]:).*", Path(file).read_text().split("--- battle")[1], re.MULTILINE)
    before = str(moves.index("b: activate who=1  # Activate Bo (b1)"))  # made at once: there is no other choice
    data = answer(battlewright, "position", file, "--at", before)
    (only,) = data["choices"]
    assert (only["choice"], only["best"]) == ("activate who=1", True)
    removed = [
        Fraction(each["chance"]) for each in only["distribution"] if any(c["removed"] for c in each["changes"])
    ]  # 2 + 1 + 1 stress against Toughness 2: down to 1 first, then one die
    assert sum(removed) == Fraction(1, 2)
    assert values(only)[0] == -Fraction(1, 2)
    out = told(battlewright, "position", file, "--at", before)
    assert "Bo (b1) removed" in out
    assert "removed" in out.splitlines()[3]


def test_people_read_a_position_as_a_table(battlewright: Command, duel: Callable[..., str]) -> None:
    out = told(battlewright, "position", duel(), "--at", "5")
    assert "After 5 moves. Exact, by the best play of both.\na: Ada (a1), 3 AP: which action?" in out
    hit, critically, _ = shot(3, 6, 1, "d3")
    worth = min(rifle_at_bo(6).values())
    row = rf"Shoot Bo \(b1\) with the Rifle: 6\" away +{re.escape(f'{float(worth[0]):+.2f}')} +"
    row += rf"{re.escape(f'{float(worth[1]):+.2f}')} +{re.escape(f'{float(hit):.1%} ({float(critically):.1%})')}"
    assert re.search(row, out)
    assert re.search(r"cover: \d+\.\d% \(\d+\.\d%\)", out)
    assert len(re.findall(r"^ \* ", out, re.MULTILINE)) == 1
    assert "\nBest: " in out
    assert "--json has exact fractions." in out


def test_a_position_fits_80_columns() -> None:
    ran = subprocess.run(
        [installed(), "odds", "skirmish", "position", GOLDEN, "--at", "7"],
        capture_output=True, text=True, env=os.environ | {"COLUMNS": "80"},
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    rows = [line.rstrip() for line in ran.stdout.splitlines() if re.search(r"[+-]\d\.\d\d|█|─", line)]
    assert len(rows) > 8
    assert max(map(len, rows)) <= 80


# Plans


def test_a_plan_is_an_activation_as_a_whole(battlewright: Command, duel: Callable[..., str]) -> None:
    file = duel()
    alone = answer(battlewright, "position", file, "--plan", "shoot b1")
    assert alone["plan"] == [{"choice": "shoot whom=1", "sentence": 'Shoot Bo (b1) with the Rifle: 6" away'}]
    assert values(alone) == (0, *min(rifle_at_bo(6).values()))
    nearer = answer(battlewright, "position", file, "--plan", "move 2 3", "--plan", "Shoot B1 Rifle")
    assert [each["sentence"] for each in nearer["plan"]] == [
        'Move to (2, 3): walk 1"', 'Shoot Bo (b1) with the Rifle: 5" away'
    ]  # fmt: skip
    expected = rifle_at_bo(5)
    _, _, stress = shot(3, 5, 1, "d3")
    expected["return fire"] = (at_least(stress, 2), mean(stress) - mean(shot(3, 6, 1, 2)[2]))  # no AP left for cover
    assert values(nearer) == (0, *min(expected.values()))
    assert sum(Fraction(each["chance"]) for each in nearer["distribution"]) == 1
    out = told(battlewright, "position", file, "--plan", "move 2 3", "--plan", "shoot b1")
    assert '  1  Move to (2, 3): walk 1"\n  2  Shoot Bo (b1) with the Rifle: 5" away\n' in out
    assert "Against the best reactions: removed +0.00, break-downs " in out


def test_a_plan_is_typed_as_at_the_table_or_as_in_a_replay(battlewright: Command, duel: Callable[..., str]) -> None:
    file = duel()
    by_hand = answer(battlewright, "position", file, "--plan", "move 2 5", "--plan", "engage b1")
    assert [each["choice"].split()[0] for each in by_hand["plan"]] == ["move", "close-combat"]
    lines = [option for each in by_hand["plan"] for option in ("--plan", f"a: {each['choice']}  # {each['sentence']}")]
    assert answer(battlewright, "position", file, *lines) == by_hand
    stopped = answer(battlewright, "position", file, "--plan", "stop")
    assert stopped["distribution"] == [{"changes": [], "chance": "1"}]


def test_a_test_on_the_way_is_part_of_a_plan(battlewright: Command, duel: Callable[..., str]) -> None:
    """Up the loft's west side without a ladder: 4" with Agility 3 needs two successes of three, else a fall."""
    file = duel("move 7.4 6", begin=("6 1", "deploy a1 7.4 3.5", "deploy b1 2 9", "6 1"))
    data = answer(battlewright, "position", file, "--plan", "move 8.4 6 4", "--plan", "stop")
    fell = [each for each in data["distribution"] if each["changes"]]
    assert [Fraction(each["chance"]) for each in fell] == [Fraction(1, 2)]
    assert fell[0]["changes"] == [{"model": "Ada (a1)", "who": 0, "stress": 1, "toughness": 0, "removed": False}]
    assert values(data) == (0, 0, -Fraction(1, 2))


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
    battlewright: Command, duel: Callable[..., str], plan: tuple[str, ...], sentence: str
) -> None:
    options = [part for each in plan for part in ("--plan", each)]
    ran = battlewright("odds", "skirmish", "position", duel(), *options)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("plan", [(), ("--plan", "stop")])
def test_a_question_that_is_too_large_says_so(
    battlewright: Command, duel: Callable[..., str], monkeypatch: pytest.MonkeyPatch, plan: tuple[str, ...]
) -> None:
    def too_large(*_: object, **__: object) -> None:
        raise TooLarge("This takes too long.")

    file = duel()
    monkeypatch.setattr("battlewright.systems.skirmish.odds.exchange.solve", too_large)
    ran = battlewright("odds", "skirmish", "position", file, *plan)
    assert (ran.code, ran.out, ran.err) == (2, "", "Error: This takes too long.\n")

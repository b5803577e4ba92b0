"""The questions of Skirmish, asked from Python; and whether answers say how exact they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlewright.answers.report import Grid, Line, Report
from battlewright.engine import replay
from battlewright.engine.errors import BattlewrightError
from battlewright.systems.skirmish.odds.exchange import Exchange
from battlewright.systems.skirmish.odds.reports import QUESTIONS
from battlewright.systems.skirmish.odds.split import TOLERANCE, solve_split
from tests.systems.skirmish.helpers import Fight
from tests.systems.skirmish.odds.test_first_exchange import duel

ASKED = {question.name: question.answer for question in QUESTIONS}
SWORD, CLUB = (1, 2), (1, 0)


def said(report: Report) -> str:
    return "\n".join(block.text for block in report.blocks if isinstance(block, Line))


def test_the_questions_of_skirmish() -> None:
    assert list(ASKED) == ["test", "stress", "climb", "jump", "shot", "clash", "split", "position"]


def test_a_climb_by_both_editions() -> None:
    assert ASKED["climb"](agility=3, height=5).data["success"] == "1/8"
    assert ASKED["climb"](agility=3, height=5, edition="first").data["success"] == "7/8"


def test_the_answers_as_data_have_the_values_of_the_rulebook() -> None:
    test = ASKED["test"](ability=5).data
    assert (test["mean"], test["variance"], test["median"], test["distribution"]["2"]) == ("5/2", "5/4", "2", "5/16")
    assert ASKED["test"](ability=0, critical=True).data["joint"] == {"0,0,0": "1"}
    stress = ASKED["stress"](toughness=1, stress=1, edition="first", until_removed=True, activations=3).data
    assert (stress["events"], stress["left"]) == ({"1": "1/2", "2": "1/4", "3": "1/8"}, "1/8")
    jump = ASKED["jump"](agility=3, distance=2.5, drop=6).data
    assert (jump["success"], jump["stress"]) == ("1/8", {"0": "1/4", "2": "3/4"})
    clash = ASKED["clash"](attacker="melee=1,weapon=sword", defender="melee=0,weapon=none").data
    assert clash["distribution"] == {"0,0": "1/2", "0,1": "1/3", "0,2": "1/6"}
    assert (clash["net_stress"], clash["breaks"]) == ("2/3", {"attacker": "0", "defender": "0"})
    split = ASKED["split"](attacker="melee=3,weapon=sword", defender="melee=3,weapon=sword").data
    assert (split["value"], split["caused"], split["suffered"]) == (0, 2, 2)
    assert split["dominated"]["attacker"]["2,1"] == {"strictly": True, "by": {"3,0": 1.0}}


def test_a_shot_has_a_table_of_reactions_only_where_somebody_may_react() -> None:
    alone = ASKED["shot"](ballistics=4, difficulty=12.5)
    reacting = ASKED["shot"](ballistics=4, difficulty=12.5, target="agility=4,weapon=pistol")
    assert not any(isinstance(block, Grid) for block in alone.blocks)
    (grid,) = [block for block in reacting.blocks if isinstance(block, Grid)]
    assert [row[0].removesuffix(" *") for row in grid.rows] == list(reacting.data["reactions"])
    assert alone.data["hit"] == reacting.data["hit"]


def test_a_clash_of_the_first_edition_is_refused() -> None:
    with pytest.raises(BattlewrightError, match=r"S1\.K2"):
        ASKED["clash"](attacker="weapon=sword", defender="weapon=spear", edition="first")


# How exact


def test_a_division_is_exact_where_nobody_mixes() -> None:
    pure, mixed = solve_split(3, SWORD, 5, (1, 1)), solve_split(2, SWORD, 6, CLUB)
    assert (pure.exact, pure.tolerance) == (True, 0)
    assert not mixed.exact
    assert 0 < mixed.tolerance < 1e-9
    report = ASKED["split"](attacker="melee=3,weapon=sword", defender="melee=5,weapon=spear")
    assert report.data["exact"] is True
    assert "-0.5000, exactly" in said(report)


@pytest.mark.parametrize(
    ("fight", "exact"),
    [
        (duel((3, 3)).engage(), True),
        (duel((2, 6), weapons=("Sword", "Club")), False),
        (duel((2, 6), weapons=("Sword", "Club")).engage(), False),
    ],
    ids=["nobody mixes", "before a division", "at a division"],
)
def test_a_position_with_rounded_divisions_is_not_called_exact(fight: Fight, exact: bool, tmp_path: Path) -> None:
    answer = Exchange(fight.session.setting, fight.session.battle).answer()
    assert (answer.exact, answer.tolerance) == (exact, 0 if exact else TOLERANCE)
    file = tmp_path / "first.replay"
    file.write_text(replay.write(fight.session), encoding="utf-8")
    report = ASKED["position"](replay=str(file))
    assert report.data["exact"] is exact
    assert report.data.get("tolerance", 0) == answer.tolerance
    assert ("Exact, by the best play of both." in said(report)) is exact

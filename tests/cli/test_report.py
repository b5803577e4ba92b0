"""``battlewright report``: why a battle was won or lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from battlewright.play.account import Account
from tests.cli.helpers import Command

SHORT = Path(__file__).parents[2] / "docs" / "examples" / "forces" / "short.replay"


def test_a_short_battle_is_reported_from_either_view(battlewright: Command) -> None:
    done = battlewright("report", str(SHORT), "--seconds", "4")
    assert done.code == 0, done.err
    for part in (
        "for Red",
        "Before the first choice",
        "The dice",
        "Choices of Blue",
        "Result",
        "Red lost",
        "greedy bot",
    ):
        assert part in done.out
    other = battlewright("report", str(SHORT), "--seconds", "4", "--side", "b", "--steps").out
    assert "for Blue" in other
    assert "Blue won" in other
    assert "--steps lists them all" in done.out
    assert "--steps lists them all" not in other


@pytest.mark.parametrize(("system", "options"), [("heroes", ()), ("skirmish", ("--rounds", "1"))])
def test_every_system_has_an_account(
    battlewright: Command, tmp_path: Path, system: str, options: tuple[str, ...]
) -> None:
    file = tmp_path / "my.replay"
    battlewright("play", system, "--auto", "--replay", str(file), "--seed", "3", *options)
    data = json.loads(battlewright("report", str(file), "--seconds", "3", "--json").out)
    assert (data["system"], data["reference"], data["over"]) == (system, "greedy", True)
    start, *parts, result = (each["rounded"] for each in data["account"])
    assert start + sum(parts) == result
    assert len(data["chances"]) == data["steps"] + 1
    assert data["chances"][-1]["chance"] in (0.0, 0.5, 1.0)
    assert sum(each["points"] for each in data["account"][:-1]) == pytest.approx(data["account"][-1]["points"])


def test_an_interrupt_reports_what_is_done(battlewright: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Account, "play", interrupted)
    done = battlewright("report", str(SHORT))
    assert done.code == 130
    assert "Interrupted" in done.out
    assert "Blue's action rolls" in done.out


def test_a_report_needs_time(battlewright: Command) -> None:
    done = battlewright("report", str(SHORT), "--seconds", "0")
    assert done.code == 2
    assert "--seconds" in done.err


def test_what_is_no_replay_is_refused(battlewright: Command, tmp_path: Path) -> None:
    done = battlewright("report", str(tmp_path / "none.replay"))
    assert done.code == 2
    assert "cannot be read" in done.err


def test_a_side_that_is_none_is_refused(battlewright: Command) -> None:
    done = battlewright("report", str(SHORT), "--side", "c")
    assert done.code == 2
    assert "--side must be a or b, not 'c'." in done.err

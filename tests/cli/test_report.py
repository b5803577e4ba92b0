"""``battlewright report``: a battle's luck apart from its play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from battlewright.play import battle_report as report
from tests.cli.helpers import Command

SHORT = Path(__file__).parents[2] / "docs" / "examples" / "forces" / "short.replay"


def test_a_short_battle_is_reported(battlewright: Command) -> None:
    done = battlewright("report", str(SHORT))
    assert done.code == 0, done.err
    for part in ("Luck", "Play", "on average", "Red (a):", "Blue (b):"):
        assert part in done.out
    data = json.loads(battlewright("report", str(SHORT), "--json").out)
    assert data["system"] == "formations"
    assert data["over"]
    assert data["sides"]["a"]["choices"] + data["sides"]["b"]["choices"] == len(data["choices"])


@pytest.mark.parametrize("system", ["heroes", "skirmish"])
def test_systems_with_a_win_chance_have_key_moments(battlewright: Command, tmp_path: Path, system: str) -> None:
    file = tmp_path / "my.replay"
    battlewright("play", system, "--auto", "--replay", str(file), "--seed", "3")
    done = battlewright("report", str(file), "--seconds", "0.5")
    assert done.code == 0, done.err
    assert "Key moments" in done.out
    assert "The dice changed the chance of" in done.out
    data = json.loads(battlewright("report", str(file), "--seconds", "0", "--json").out)
    assert data["key_moments"]
    assert data["sides"]["a"]["late"] > 0
    assert data["win_chances"][-1] in (0.0, 0.5, 1.0)


def test_an_interrupt_reports_what_is_done(battlewright: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(report, "judge", interrupted)
    done = battlewright("report", str(SHORT))
    assert done.code == 130
    assert "Interrupted: later choices are not judged." in done.out


def test_what_is_no_replay_is_refused(battlewright: Command, tmp_path: Path) -> None:
    done = battlewright("report", str(tmp_path / "none.replay"))
    assert done.code == 2
    assert "cannot be read" in done.err

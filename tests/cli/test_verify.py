"""``battlewright verify``: the dice of battles at the own table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.helpers import Command

SHORT = Path(__file__).parents[2] / "docs" / "examples" / "forces" / "short.replay"


@pytest.mark.parametrize("system", ["formations", "heroes", "skirmish"])
def test_a_battle_at_the_own_table_is_checked(battlewright: Command, tmp_path: Path, system: str) -> None:
    file = tmp_path / "my.replay"
    assert battlewright("play", system, "--auto", "--replay", str(file)).code == 0
    done = battlewright("verify", str(file))
    assert done.code == 0, done.err
    assert "of the stream follow from the secret." in done.out
    found = json.loads(battlewright("verify", str(file), "--json").out)
    assert found["fair"] is True
    assert found["dice"] > 5
    assert found["commitment"] in done.out
    assert found["log"]["key"] is None
    assert "No server has signed it" in done.out, "there is none at one's own table"
    signed = battlewright("verify", str(file), "--key", "ab" * 32)
    assert (signed.code, signed.out) == (1, "")
    assert "the log is signed by nobody, not with the key abab" in signed.err
    noted = battlewright("verify", str(file), "--commitment", found["commitment"])
    assert (noted.code, noted.out) == (0, done.out)
    other = battlewright("verify", str(file), "--commitment", "0" * 64)
    assert (other.code, other.out) == (1, "")
    assert "the commitment is not the one that you noted" in other.err


def test_a_changed_die_is_told_with_its_line(battlewright: Command, tmp_path: Path) -> None:
    file = tmp_path / "my.replay"
    battlewright("play", "formations", "--auto", "--replay", str(file))
    lines = file.read_text().split("\n")
    begin = lines.index("--- battle")
    number = next(number for number in range(begin, len(lines)) if lines[number].startswith("roll "))
    faces = [7 - int(face) for face in lines[number].split()[1:]]
    lines[number] = f"roll {' '.join(map(str, faces))}"
    file.write_text("\n".join(lines))
    done = battlewright("verify", str(file))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"Not fair: {file}:{number + 1}: 'roll ")
    assert done.err.count("\n") == 1
    found = json.loads(battlewright("verify", str(file), "--json").out)
    assert found["fair"] is False
    assert f":{number + 1}:" in found["error"]


def test_a_battle_without_a_secret_cannot_be_checked(battlewright: Command, tmp_path: Path) -> None:
    done = battlewright("verify", str(SHORT))
    assert (done.code, done.out) == (2, "")
    assert "so its dice cannot be verified" in done.err
    missing = battlewright("verify", str(tmp_path / "none.replay"))
    assert missing.code == 2
    assert "cannot be read" in missing.err


def test_a_battle_with_a_seed_has_a_log_alone(battlewright: Command, tmp_path: Path) -> None:
    file = tmp_path / "my.replay"
    battlewright("play", "formations", "--auto", "--seed", "7", "--replay", str(file))
    done = battlewright("verify", str(file))
    assert done.code == 2
    assert "The log leads to this battle" in done.out
    assert "a seed decided the dice, so they cannot be verified." in done.err


def test_what_is_no_key_is_refused(battlewright: Command) -> None:
    done = battlewright("verify", str(SHORT), "--key", "mine")
    assert (done.code, done.out) == (2, "")
    assert "A public key has 64 hexadecimal digits" in done.err

"""Golden battles: what the rules did when somebody last looked."""

from __future__ import annotations

import pytest

from battlewright import systems
from battlewright.engine import replay
from tests.golden import FOLDER, GOLDEN, play

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_battle_repeats_to_the_same_text(name: str) -> None:
    path = FOLDER / f"{name}.replay"
    session = replay.repeat(replay.read(path, systems.load))
    assert replay.write(session) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_battle_is_played_as_it_was(name: str) -> None:
    assert play(name) == (FOLDER / f"{name}.replay").read_text(encoding="utf-8"), (
        "run 'make golden' and look at the diff"
    )


def test_no_golden_battle_is_missing_or_left_over() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.replay")) == sorted(GOLDEN)


def test_between_them_they_tell_every_kind_of_thing() -> None:
    """Every clause that events can cite is cited in some golden battle."""
    text = "".join((FOLDER / f"{name}.replay").read_text(encoding="utf-8") for name in GOLDEN)
    cited = [
        "F.D2",
        "F.D3",
        "F.D4",
        "F.D5",
        "F.D6",
        "F.D8",
        "F.D9",
        "F.D10",
        "F.D12",
        "F.G1",
        "F.G2",
        "F.G3",
        "F.G4",
        "F.G5",
    ]
    assert [clause for clause in cited if f"[{clause}]" not in text] == []
    assert "The game master sets" in text

"""Shelves: shipped files are read once, other files whenever they are asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlewright.engine import source
from battlewright.engine.errors import SetupError
from battlewright.engine.shelf import Shelf
from battlewright.systems.formations.setup.engagement import FORCES, ForceSetup

pytestmark = pytest.mark.plain


def shelf() -> Shelf[ForceSetup]:
    """A shelf of which nothing was read yet."""
    return Shelf(FORCES.package, FORCES.kind, FORCES.model)


def test_a_shipped_file_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    forces = shelf()
    first, found = forces.read("river-guard"), forces.find("river-guard")
    monkeypatch.setattr(source, "parse", lambda *_: pytest.fail("it was parsed again"))
    monkeypatch.setattr(source, "check", lambda *_: pytest.fail("it was validated again"))
    assert forces.read("river-guard") is first
    assert forces.find("river-guard") is found
    assert found.line(("groups", 0)) > 1


def test_a_file_of_ones_own_is_read_anew(tmp_path: Path) -> None:
    forces, path = shelf(), tmp_path / "mine.toml"
    path.write_text(forces.find("river-guard").text)
    assert forces.read(str(path)) == forces.read("river-guard")
    path.write_text(path.read_text().replace("def = ", "def = 1"))
    with pytest.raises(SetupError, match=r"mine\.toml:\d+: kinds\[0\]\.def: must be at most 10"):
        forces.read(str(path))


def test_two_shelves_share_nothing() -> None:
    one, other = shelf(), shelf()
    assert one.read("river-guard") == other.read("river-guard")
    assert one.read("river-guard") is not other.read("river-guard")

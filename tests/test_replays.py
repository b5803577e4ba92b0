"""Replays through the front door: read, repeated, written."""

from __future__ import annotations

from pathlib import Path

import pytest

import battlewright as bw
from battlewright.engine.record import same
from tests.golden import FOLDER

pytestmark = pytest.mark.plain

GOLDEN = FOLDER / "formations-one-round.replay"


def test_a_replay_is_read_and_repeated() -> None:
    replay = bw.Replay.read(GOLDEN)
    session = replay.repeat()
    assert replay.system is bw.load("formations")
    assert (session.fingerprint, session.words.result(session.node)) == (replay.position, replay.result)


def test_a_session_is_written_and_read_to_the_same_bytes(tmp_path: Path) -> None:
    session = bw.Replay.read(GOLDEN).repeat()
    path = tmp_path / "again.replay"
    bw.Replay.of(session).write(path)
    assert path.read_bytes() == GOLDEN.read_bytes()
    assert same(bw.Replay.read(path).repeat().battle, session.battle)


def test_a_battle_in_progress_is_a_replay_too() -> None:
    session = bw.Replay.read(GOLDEN).repeat()
    for _ in range(5):
        session.undo()
    half = bw.Replay.of(session)
    assert half.position == ""
    assert bw.Replay.parse(half.text).repeat().fingerprint == session.fingerprint


def test_a_message_names_the_text_and_the_file(tmp_path: Path) -> None:
    with pytest.raises(bw.ReplayError, match=r"^mine: this is no replay"):
        bw.Replay.parse("nothing", "mine")
    with pytest.raises(bw.ReplayError, match=r"missing\.replay: the replay cannot be read"):
        bw.Replay.read(tmp_path / "missing.replay")
    with pytest.raises(bw.ReplayError, match=r"no-folder.*: the replay cannot be written"):
        bw.Replay.read(GOLDEN).write(tmp_path / "no-folder" / "x.replay")


def test_a_replay_from_before_the_opening_had_a_penalty_is_repeated() -> None:
    """It names no ``opening_penalty``: its battle was fought without F.G6, and is still the same."""
    text = GOLDEN.read_text(encoding="utf-8")
    assert "opening_penalty" not in text
    assert 'setting = "9831dd9119e1c6f6dd6cfeb2c38052a9"' in text  # as it was before the setting had this number
    assert bw.Replay.of(bw.Replay.parse(text).repeat()).text == text

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
    with pytest.raises(bw.ReplayError, match=r"^mine: this is not a replay"):
        bw.Replay.parse("nothing", "mine")
    with pytest.raises(bw.ReplayError, match=r"missing\.replay: the replay cannot be read"):
        bw.Replay.read(tmp_path / "missing.replay")
    with pytest.raises(bw.ReplayError, match=r"no-folder.*: the replay cannot be written"):
        bw.Replay.read(GOLDEN).write(tmp_path / "no-folder" / "x.replay")


def test_a_replay_of_an_earlier_ruleset_is_refused_in_a_sentence() -> None:
    text = GOLDEN.read_text(encoding="utf-8").replace("ruleset = 2", "ruleset = 1")
    with pytest.raises(bw.ReplayError, match=r"follows ruleset 1 of formations; the rules now are ruleset 2\."):
        bw.Replay.parse(text, "old").repeat()

"""Replays of the installed systems: the engine's replays, with the systems looked up by name."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from battlewright import systems
from battlewright.contract.system import System
from battlewright.engine import replay


class Replay(replay.Replay):
    """A recorded battle: read it from a file, take it from a session, write it, play it again.

    bw.Replay.of(session).write("battle.replay")
    session = bw.Replay.read("battle.replay").repeat()
    """

    system: System

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Read a replay from a file."""
        return cls(**vars(replay.read(path, systems.load)))

    @classmethod
    def parse(cls, text: str, name: str = "replay") -> Self:
        """Read a replay from a text; error messages call it by ``name``."""
        return cls(**vars(replay.parse(text, name, systems.load)))

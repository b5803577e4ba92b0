"""Replays of the systems that are installed: the replays of the engine, with the names of systems looked up."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from battlewright import systems
from battlewright.engine import replay


class Replay(replay.Replay):
    """A battle written down: read it from a file, take it from a session, write it, play it again.

    bw.Replay.of(session).write("battle.replay")
    session = bw.Replay.read("battle.replay").repeat()
    """

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """The replay in a file."""
        return cls(**vars(replay.read(path, systems.load)))

    @classmethod
    def parse(cls, text: str, name: str = "replay") -> Self:
        """The replay in a text; messages call it by the name."""
        return cls(**vars(replay.parse(text, name, systems.load)))

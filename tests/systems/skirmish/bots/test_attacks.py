"""What one model can do to another is kept, and never too long."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright import systems
from battlewright.bots.workspace import tables_for
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, allocate, bytes_of, copy_of, look
from battlewright.engine.session import Session
from battlewright.systems.skirmish.bots.evaluate import SkirmishScratch
from battlewright.systems.skirmish.bots.tables import Basics
from battlewright.systems.skirmish.record import SkirmishChoice
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import read_roster, read_table

SKIRMISH = systems.load("skirmish")
Ranked = list[tuple[bytes, int]]


class Ranking:
    """Rankings in one scratch, whatever the setting."""

    def __init__(self) -> None:
        self.scratch: Row[SkirmishScratch] = allocate(SkirmishScratch)
        self.room: Row[SkirmishChoice] = allocate(SkirmishChoice, SKIRMISH.rules.max_choices)

    def at(self, session: Session, tables: Any, most: int = 3) -> Ranked:
        """The best choices of a position, with their values."""
        assert SKIRMISH.bots.rank is not None
        count = SKIRMISH.bots.rank(session.setting, session.battle, tables, self.room, self.scratch, most)
        values = look(SkirmishScratch, self.scratch).values
        return [(bytes(bytes_of(look(SkirmishChoice, self.room, at))), values[at]) for at in range(count)]


@pytest.mark.parametrize("edition", ["second", "first"])
def test_what_is_kept_is_what_would_be_worked_out_anew(edition: str) -> None:
    """Three battles by turns, in the same scratch: other rosters at the sides, and another victory."""
    one, other, kept = read_roster("lantern-company"), read_roster("quarry-brood"), Ranking()
    table, last, led = read_table("ruins"), read_scenario("last-stand"), read_scenario("kill-the-captain")
    sides = (((one, other), last), ((other, one), last), ((other, one), led))
    setups = [set_up(rosters, table, scenario, edition) for rosters, scenario in sides]
    sessions = [Session(SKIRMISH, setup, 5) for setup in setups]
    tables = [tables_for(SKIRMISH, session.setting) for session in sessions]
    stamps = [look(Basics, row.basics).stamp for row in tables]
    assert stamps[0] != stamps[1] == stamps[2], "what else counts is not in the tables"
    asked = 0
    while asked < 240 and not all(session.is_over for session in sessions):
        for session, row in zip(sessions, tables, strict=True):
            while session.node.kind == NodeKind.CHANCE:
                session.roll()
            if not session.is_over:
                ranked = kept.at(session, row)
                assert ranked == Ranking().at(session, row)
                session.choose(copy_of(look(SkirmishChoice, kept.room)))
                asked += 1
    assert asked >= 60

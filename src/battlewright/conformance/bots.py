"""Checks of what a system offers bots: ``candidates`` and ``rank``.

Each is called twice, the second time with the leftovers of the first call in its room and scratch; and once more with
the side's view, where a side may not see everything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battlewright.bots.workspace import tables_for
from battlewright.contract.system import system_of
from battlewright.engine.record import PLAIN, Row, allocate, copy_of, look, position, snapshot
from battlewright.engine.rulebook import PROPOSAL_SIDES
from battlewright.engine.session import Session
from battlewright.engine.view import view

RANKED_COUNTS = 1, 6
"""The numbers of choices that ``rank`` is asked for."""
CHECK_EVERY = 8 if PLAIN else 1
"""Check every n-th decision only: plain rules are slow to find paths."""
DRAW_STEP = 40_503
"""The step between the secret draws of a battle."""


class BotChecks:
    """Checks of what bots are offered in a battle; a breach is passed to ``fail``, which does not return."""

    def __init__(self, session: Session, fail: Callable[[str], None]) -> None:
        self.session, self.system, self.fail = session, system_of(session), fail
        self.rules, self.bots, self.battle = self.system.rules, self.system.bots, session.battle
        self.room = allocate(self.rules.choice, self.rules.max_choices)
        self.scratch = allocate(self.bots.scratch)
        self.tables: Any = None
        self.plays = not self.system.why_no_bots(session.setting)
        if self.plays and self.bots.rank is not None and not (PLAIN and self.bots.tables is not None):
            self.tables = tables_for(self.system, session.setting)

    def check(self, listed: set[bytes]) -> int:
        """Check a decision with these listed choices; return the number of choices checked."""
        if not self.plays or len(self.session.steps) % CHECK_EVERY:
            return 0
        looked_at = 0
        if self.bots.candidates is not None:
            candidates = self.asked_twice("candidates", len(self.room), self.candidates)
            if not listed <= set(candidates):
                self.fail("a listed choice is not among the candidates")
            looked_at += len(candidates)
        if self.tables is not None:
            for most in RANKED_COUNTS:
                ranked = self.asked_twice("ranked", most, self.rank)
                scratch: Any = look(self.bots.scratch, self.scratch)
                values = list(scratch.values[: len(ranked)])
                if values != sorted(values, reverse=True):
                    self.fail(f"the ranked choices do not come best first: {values}")
                looked_at += len(ranked)
        return looked_at

    def candidates(self, most: int, battle: Row[Any]) -> int:
        """Ask for the candidates; return their number."""
        assert self.bots.candidates is not None
        return self.bots.candidates(self.session.setting, battle, self.room)

    def rank(self, most: int, battle: Row[Any]) -> int:
        """Ask for the best choices, with a draw where a choice is secret; return their number."""
        assert self.bots.rank is not None
        if self.session.node.step in self.rules.secret_steps:
            draw = 1 + len(self.session.steps) * DRAW_STEP % PROPOSAL_SIDES
            look(self.bots.scratch, self.scratch).draw = draw
        return self.bots.rank(self.session.setting, battle, self.tables, self.room, self.scratch, most)

    def asked_twice(self, how: str, most: int, ask: Callable[[int, Row[Any]], int]) -> list[bytes]:
        """Return the choices, which must be the same both times and legal; the battle must stay unchanged."""
        before = snapshot(self.battle)
        count = ask(most, self.battle)
        if not 1 <= count <= most:
            self.fail(f"{count} choices are {how} where 1 to {most} are asked for")
        for index in range(count):
            if self.rules.refusal(self.session.setting, self.battle, self.room[index : index + 1]):
                choice = copy_of(look(self.rules.choice, self.room, index))
                self.fail(f"a choice that is not allowed is {how}: {choice}")
        found = self.choices(count)
        if self.choices(ask(most, self.battle)) != found:
            self.fail(f"asked twice, other choices are {how}")
        seen = view(self.system, self.session.setting, self.battle, self.session.node.side)
        is_blind = position(self.rules.battle, seen) != position(self.rules.battle, self.battle)
        if is_blind and self.choices(ask(most, seen)) != found:
            self.fail(f"without what is secret, other choices are {how}")
        if snapshot(self.battle) != before:
            self.fail(f"the battle has changed while choices were {how}")
        return found

    def choices(self, count: int) -> list[bytes]:
        """Return the first choices in the room, as bytes."""
        return [snapshot(self.room[index : index + 1]) for index in range(count)]

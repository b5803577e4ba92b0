"""What the suite asks of that part of a system on which bots stand: ``consider`` and ``judge``.

Both are asked twice, the second time with what the first has left in their room and notes; and where a seat may not
see everything, once more with what it may see only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from battlewright.bots import tables as lores
from battlewright.engine.record import PLAIN, Many, allocate, copy_of, look, numbers, position, snapshot
from battlewright.engine.session import Session
from battlewright.engine.system import SIDES_OF_CHANCE
from battlewright.engine.view import view

FEW_AND_MORE = 1, 6
"""How many choices a judge is asked for."""
ASKED_EVERY = 8 if PLAIN else 1
"""How many decisions there are to one where a system is asked: plain rules take their time to find ways."""
LOTS_APART = 40_503
"""The lots of a battle lie so far apart."""


class Counsel:
    """What bots are offered and told in a battle; a breach is told to ``fail``, which does not come back."""

    def __init__(self, session: Session, fail: Callable[[str], None]) -> None:
        self.session, self.system, self.fail = session, session.system, fail
        self.room: Many[Any] = allocate(self.system.choice, self.system.max_choices)
        self.notes = numbers(max(self.system.notes, 1))
        self.lore: Many[int] | None = None
        if self.system.judge is not None and not (PLAIN and self.system.name in lores.WRITERS):
            self.lore = lores.lore_of(self.system.name, session.setting)

    def check(self, listed: set[bytes]) -> int:
        """Everything that must hold at a decision with these listed choices; how many choices were looked at."""
        if len(self.session.moves) % ASKED_EVERY:
            return 0
        looked_at = 0
        if self.system.consider is not None:
            considered = self.asked_twice("considered", len(self.room), self.consider)
            if not listed <= set(considered):
                self.fail("a listed choice is not considered")
            looked_at += len(considered)
        if self.lore is not None:
            for most in FEW_AND_MORE:
                judged = self.asked_twice("judged", most, self.judge)
                worths = list(self.notes[: len(judged)])
                if worths != sorted(worths, reverse=True):
                    self.fail(f"the judged choices do not come best first: {worths}")
                looked_at += len(judged)
        return looked_at

    def consider(self, most: int, battle: Many[Any]) -> int:
        """Ask for what is worth a look."""
        assert self.system.consider is not None
        return self.system.consider(self.session.setting, battle, self.room)

    def judge(self, most: int, battle: Many[Any]) -> int:
        """Ask for what looks best; with a lot, where a choice is secret."""
        assert self.system.judge is not None
        assert self.lore is not None
        if self.session.node.step in self.system.secret_steps:
            self.notes[len(self.notes) - 1] = 1 + len(self.session.moves) * LOTS_APART % SIDES_OF_CHANCE
        return self.system.judge(self.session.setting, battle, self.lore, self.room, self.notes, most)

    def asked_twice(self, how: str, most: int, ask: Callable[[int, Many[Any]], int]) -> list[bytes]:
        """The choices that both times are the same; each is allowed, and the battle stays as it was."""
        before = snapshot(self.session.battle)
        count = ask(most, self.session.battle)
        if not 1 <= count <= most:
            self.fail(f"{count} choices are {how} where 1 to {most} are asked for")
        for place in range(count):
            if self.system.refusal(self.session.setting, self.session.battle, self.room[place : place + 1]):
                self.fail(
                    f"a choice that is not allowed is {how}: {copy_of(look(self.system.choice, self.room, place))}"
                )
        found = self.choices(count)
        if self.choices(ask(most, self.session.battle)) != found:
            self.fail(f"asked twice, other choices are {how}")
        seen = view(self.system, self.session.setting, self.session.battle, self.session.node.seat)
        is_blind = position(self.system.battle, seen) != position(self.system.battle, self.session.battle)
        if is_blind and self.choices(ask(most, seen)) != found:
            self.fail(f"without what is secret, other choices are {how}")
        if snapshot(self.session.battle) != before:
            self.fail(f"the battle has changed while choices were {how}")
        return found

    def choices(self, count: int) -> list[bytes]:
        """The first choices in the room, as bytes."""
        return [snapshot(self.room[place : place + 1]) for place in range(count)]

"""A fuzz battle driven from Python: for bots that play no other way, and for the text of a replay."""

from __future__ import annotations

import time
from typing import Any

from battlewright.bots.named import bots_for
from battlewright.engine.dice import Lane, seed_dice
from battlewright.engine.errors import Refused
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import known_to, observe
from battlewright.engine.record import Row, allocate, copy_of, look, numbers
from battlewright.engine.session import Session
from battlewright.engine.view import NOBODY
from fuzz.cases import Pair
from fuzz.checks import Breach, Game, Master, Tally, call_master, loops, type_faces

LATE = 1.1
"""How much of its time a bot may take."""


def new_master(seed: int, index: int = 0) -> Row[Master]:
    """The game master of a battle. Its stream is of another seed than all others."""
    master = allocate(Master)
    seed_dice(look(Master, master).dice, (seed + (1 << 63)) % (1 << 64), index, Lane.BOT)
    call_master(master[0], index)
    return master


class Watch:
    """One battle, its bots and its game master. ``slowest`` is the most that a bot took of its time, where it has
    one."""

    def __init__(self, game: Game, seed: int, index: int, pair: Pair) -> None:
        self.game, self.session = game, Session(game.system, game.cases.case_of(index).setup(), seed, index)
        self.pair, self.bots = pair, bots_for(pair, observe(self.session, NOBODY), seed, index)
        self.known = known_to(self.session, NOBODY)
        self.master, self.change = new_master(seed, index), allocate(game.system.rules.edit_record)
        self.lists = int(index % game.listed_every == 0)
        self.slowest = 0.0

    def lead(self, most: int | None = None) -> tuple[int, int]:
        """Play on to the end, to the first breach, or to so many nodes: which breach it was, and whose."""
        system, session, tally = self.game.system, self.session, allocate(Tally)
        room = allocate(system.rules.choice, system.rules.max_choices)
        while True:
            breach = loops(self.game).breach_in(session.setting, session.battle, room, self.lists, tally)
            if breach or session.is_over:
                return breach, look(Tally, tally).found[0].who
            if len(session.steps) >= (system.rules.max_nodes if most is None else most):
                return Breach.ENDLESS, -1
            try:
                if not self.step():
                    return Breach.LATE, -1
            except Refused:
                return Breach.ILLEGAL, -1

    def step(self) -> bool:
        """Edit, roll, or let a bot choose; False where it took too long."""
        if self.edits():
            return True
        if self.session.node.kind == NodeKind.CHANCE:
            self.roll()
            return True
        side = self.session.node.side
        began = time.perf_counter()
        chosen = self.bots[side].choose(observe(self.session, side, self.known))
        share = (time.perf_counter() - began) / time_of(self.bots[side])
        self.session.choose(chosen)
        self.slowest = max(self.slowest, share)
        return share <= LATE

    def edits(self) -> bool:
        """Whether the game master has edited."""
        session = self.session
        if not loops(self.game).thinks_of_edit(session.setting, session.battle, self.master, self.change):
            return False
        try:
            session.edit(copy_of(look(self.game.system.rules.edit_record, self.change)))
        except Refused:
            return False
        look(Master, self.master).edits -= 1
        return True

    def roll(self) -> None:
        """Roll the dice of the stream, or type others."""
        if not look(Master, self.master).types:
            self.session.roll()
            return
        node, faces = self.session.node, numbers(self.game.system.rules.max_dice)
        type_faces(self.master, faces, node.dice, node.sides)
        self.session.roll_typed([int(face) for face in faces[: node.dice]])


def time_of(bot: Any) -> float:
    """How many seconds a bot may think; endless for one without a limit."""
    if getattr(bot, "rollouts", None) is not None:
        return float("inf")
    return float(getattr(bot, "milliseconds", "inf")) / 1000


def told(game: Game, seed: int, index: int, pair: Pair, most: int | None = None) -> Session:
    """A battle led from Python, up to so many nodes or its breach."""
    watch = Watch(game, seed, index, pair)
    watch.lead(most)
    return watch.session


def typed_again(session: Session) -> Session:
    """The same battle with all its faces typed, and no dice of its own."""
    again = Session(session.system, session.setup, 0)
    for step in session.steps:
        if step.faces:
            again.roll_typed(step.faces)
        else:
            again.repeat(step)
    return again

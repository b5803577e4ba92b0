"""Battles of any system played and checked inside one compiled loop: the invariants after every node.

What holds in every system is checked here; a system adds its own (``Game.breach_of``). In some battles a game master
edits at decisions, in some the faces of dice come from outside, as if they were typed (``Master``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from battlewright.bots.random import act
from battlewright.bots.secret_draw import ranker
from battlewright.bots.workspace import Workspace
from battlewright.contract.system import System, T, X, types_of
from battlewright.engine.battle import draw_faces
from battlewright.engine.compiler.rule import rule, rule_for
from battlewright.engine.dice import Dice, draw, renumber
from battlewright.engine.events import MAX_EVENTS
from battlewright.engine.node import EVERYBODY, MAX_SIDES, Edit, NodeKind
from battlewright.engine.record import Record, Row
from battlewright.engine.rulebook import PROPOSAL_SIDES, B, C, S
from fuzz.cases import EDITED_EVERY, TYPED_EVERY, Cases

SLICE = 64
"""The battles of one call, at most: some tenths of a second."""
REFUSED = -1
"""Stands for the number of events where the last choice was refused."""
OWN = 100
"""A system's own breaches have numbers from here on."""
MOST_EDITS = 4
"""The edits of one battle, at most: an edit may make it longer."""
EDITS_APART = 6
"""The decisions to one at which a game master thinks of an edit."""
PROPOSAL_DRAWS = 8
"""The random numbers that an edit is made from."""

E = TypeVar("E", bound=Edit)
"""The record of a system's edits."""


class Breach(IntEnum):
    """What must not be found after a node of any system, or in a battle that is played again."""

    NONE = 0
    NODE = 1
    ILLEGAL = 2
    EVENTS = 3
    DICE = 4
    SIDE = 5
    CHOICES = 6
    LISTED = 7
    RESULT = 8
    ENDLESS = 9
    BYTES_DIFFER = 10
    TEXT_DIFFERS = 11
    TYPED_DIFFERS = 12
    LATE = 13


class Found(Record):
    """A breach: in which battle, after how many nodes, of which model."""

    index: int
    breach: int
    node: int
    who: int


class Tally(Record):
    """What a slice of battles came to."""

    battles: int
    nodes: int
    edits: int
    failures: int
    found: Annotated[Row[Found], SLICE]


class Master(Record):
    """The game master of a battle: a stream of random numbers, those drawn last, how many edits are still to come, and
    whether dice are typed."""

    dice: Dice
    chance: Annotated[Row[int], PROPOSAL_DRAWS]
    edits: int
    types: int


@dataclass(frozen=True, eq=False)
class Game:
    """What the fuzz knows of a system: its battles by number; the rule that returns its own breaches (with whose it is
    in ``found``) and their names; the rule that makes up an edit from random numbers; and how many battles there are
    to one in which all listed choices are tried."""

    system: System
    cases: Cases
    breaches: type[IntEnum]
    breach_of: Callable[[Any, Any, Found], int]
    propose_edit: Callable[[Any, Any, Row[int], Any], None]
    listed_every: int = 1

    def name_of(self, breach: int) -> str:
        return (Breach(breach) if breach < OWN else self.breaches(breach)).name


class Slice(NamedTuple, Generic[S]):
    """Battles one number after the other: each has its setting in the row, and who sits at its sides."""

    settings: Row[S]
    sides: Row[int]
    first: int
    battles: int


class Table(NamedTuple, Generic[B, E]):
    """What a battle is fought with beside its bots: the battle, an empty one, the game master, and room for an edit."""

    battle: Row[B]
    blank: Row[B]
    master: Row[Master]
    change: Row[E]


Work = Workspace[Any, Any, Any]


class Loops(NamedTuple):
    """The compiled functions of a game."""

    begin: Callable[[Table[Any, Any], Row[Dice], int], None]
    thinks_of_edit: Callable[[Row[Any], Row[Any], Row[Master], Row[Any]], bool]
    choose_or_mark: Callable[[Row[Any], Row[Any], Row[Any]], None]
    breach_in: Callable[[Row[Any], Row[Any], Row[Any], int, Row[Tally]], int]
    fight_on: Callable[[Row[Any], Table[Any, Any], Work, Row[int], Row[Dice], Row[Tally], int], int]
    fight_many: Callable[[Slice[Any], Table[Any, Any], Work, Row[Dice], Row[Tally], int], None]


@rule()
def call_master(master: Master, index: int) -> None:
    """A game master at the beginning of the battle with this number."""
    renumber(master.dice, index)
    master.edits = MOST_EDITS if index % EDITED_EVERY == 1 else 0
    master.types = 1 if index % TYPED_EVERY == 1 else 0


@rule()
def type_faces(master: Row[Master], faces: Row[int], dice: int, sides: int) -> None:
    """Faces from outside the battle's own stream."""
    draw(master[0].dice, faces, dice, sides)


@cache
def loops(game: Game) -> Loops:
    """Make the compiled functions of a game."""
    system, breach_of, propose_edit = game.system, game.breach_of, game.propose_edit
    rules = system.rules
    assert rules.edit is not None, f"{system.name}: nothing can be edited"
    start, choices, refusal = rules.start, rules.choices, rules.refusal
    choose, roll, edit = rules.choose, rules.roll, rules.edit
    side_count, max_dice, max_choices, listed_every = rules.sides, rules.max_dice, rules.max_choices, game.listed_every
    kinds = {**types_of(system), E: rules.edit_record}

    def begin(table: Table[B, E], bot: Row[Dice], index: int) -> None:
        table.battle[0] = table.blank[0]
        renumber(table.battle[0].tail.dice, index)
        for lane in range(len(bot)):
            renumber(bot[lane], index)
        call_master(table.master[0], index)

    def thinks_of_edit(setting: Row[S], battle: Row[B], master: Row[Master], change: Row[E]) -> bool:
        if master[0].edits == 0 or battle[0].node.kind != NodeKind.DECISION:
            return False
        chance = master[0].chance
        draw(master[0].dice, chance, PROPOSAL_DRAWS, PROPOSAL_SIDES)
        if chance[0] % EDITS_APART:
            return False
        propose_edit(setting[0], battle[0], chance, change[0])
        return True

    def choose_or_mark(setting: Row[S], battle: Row[B], choice: Row[C]) -> None:
        battle[0].tail.count = 0
        if refusal(setting, battle, choice):
            battle[0].tail.count = REFUSED
        else:
            choose(setting, battle, choice)

    def breach_at(setting: Row[S], battle: Row[B], room: Row[C], lists: int, found: Found) -> int:
        found.who = -1
        node, told = battle[0].node, battle[0].tail.count
        if node.kind != NodeKind.DECISION and node.kind != NodeKind.CHANCE and node.kind != NodeKind.OVER:
            return Breach.NODE
        if told == REFUSED:
            return Breach.ILLEGAL
        if told > MAX_EVENTS:
            return Breach.EVENTS
        if node.kind == NodeKind.OVER:
            if node.result < 0 or node.result > side_count:
                return Breach.RESULT
        elif node.side >= side_count or node.side < (EVERYBODY if node.kind == NodeKind.CHANCE else 0):
            return Breach.SIDE
        elif node.kind == NodeKind.CHANCE:
            if node.dice < 1 or node.dice > max_dice or node.sides < 1 or node.sides > MAX_SIDES:
                return Breach.DICE
        elif lists:
            count = choices(setting, battle, room, 0)
            if count < 1 or count > max_choices:
                return Breach.CHOICES
            for place in range(count):
                if refusal(setting, battle, room[place : place + 1]):
                    return Breach.LISTED
        return breach_of(setting[0], battle[0], found)

    think, mark = rule_for(thinks_of_edit, kinds), rule_for(choose_or_mark, kinds)
    check, begin_one = rule_for(breach_at, kinds), rule_for(begin, kinds)
    choose_at_random, rank = act(replace(system, rules=replace(system.rules, choose=mark))), ranker(system)

    def breach_in(setting: Row[S], battle: Row[B], room: Row[C], lists: int, tally: Row[Tally]) -> int:
        return check(setting, battle, room, lists, tally[0].found[0])

    def fight_on(
        setting: Row[S],
        table: Table[B, E],
        work: Workspace[T, C, X],
        sides: Row[int],
        bot: Row[Dice],
        tally: Row[Tally],
        most: int,
    ) -> int:
        found, battle, master = tally[0].found[tally[0].failures], table.battle, table.master
        lists = 1 if battle[0].tail.dice.index_low % listed_every == 0 else 0
        nodes = 0
        while True:
            found.node = nodes
            breach = check(setting, battle, work.room, lists, found)
            if breach or battle[0].node.kind == NodeKind.OVER:
                break
            if nodes >= most:
                breach = Breach.ENDLESS
                break
            battle[0].tail.count = 0
            if think(setting, battle, master, table.change) and edit(setting, battle, table.change) == 0:
                master[0].edits -= 1
                tally[0].edits += 1
            elif battle[0].node.kind == NodeKind.CHANCE:
                if master[0].types:
                    type_faces(master, work.faces, battle[0].node.dice, battle[0].node.sides)
                else:
                    draw_faces(battle, work.faces)
                roll(setting, battle, work.faces)
            elif sides[battle[0].node.side]:
                rank(setting, battle, work, bot, 1)
                mark(setting, battle, work.room[:1])
            else:
                choose_at_random(setting, battle, work.room, work.faces, bot)
            nodes += 1
        tally[0].nodes += nodes
        return breach

    fight = rule_for(fight_on, kinds)

    def fight_many(
        some: Slice[S],
        table: Table[B, E],
        work: Workspace[T, C, X],
        bot: Row[Dice],
        tally: Row[Tally],
        most: int,
    ) -> None:
        first = some.first
        for place in range(some.battles):
            begin_one(table, bot, first + place)
            setting, pair = some.settings[place : place + 1], some.sides[2 * place : 2 * place + 2]
            start(setting, table.battle)
            breach = fight(setting, table, work, pair, bot, tally, most)
            tally[0].battles += 1
            if breach:
                found = tally[0].found[tally[0].failures]
                found.index = first + place
                found.breach = breach
                tally[0].failures += 1

    return Loops(begin_one, think, mark, rule_for(breach_in, kinds), fight, rule_for(fight_many, kinds))

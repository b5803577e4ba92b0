"""The whole system in one file."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from typing import Annotated

from pydantic import BaseModel, Field

from battlewright.contract.pages import Pages
from battlewright.contract.system import System
from battlewright.engine.battle import Battle
from battlewright.engine.clauses import REASONS, read_catalogue
from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import EventKinds, Tail, emit
from battlewright.engine.node import Choice, Edit, NodeKind, OutcomeSymmetry, await_choice, await_dice, end
from battlewright.engine.record import Record, Row
from battlewright.engine.rulebook import Rules, Setup

Kind = IntEnum("Kind", "ROLL HOLD")
Step = IntEnum("Step", "DECIDE DIE")
Editable = IntEnum("Editable", "SCORE")


class Setting(Record):
    goal: int


class Pig(Battle):
    turn: int
    at_stake: int
    scores: Annotated[Row[int], 2]
    tail: Tail


class EventKind(EventKinds):
    STAKE = 1, "side", "points"
    LOST = 2, "side", "points"
    HELD = 3, "side", "points"
    EDITED = 1000, "side", "points", "was"


class PigSetup(BaseModel):
    goal: Annotated[int, Field(ge=1, le=100)] = 12


@rule("P.A1")
def start(setting: Row[Setting], battle: Row[Pig]) -> None:
    await_choice(battle[0].node, Step.DECIDE, 0)


@rule("P.A1")
def choices(setting: Row[Setting], battle: Row[Pig], out: Row[Choice], first: int) -> int:
    count = min(2 - first, len(out)) if battle[0].node.kind == NodeKind.DECISION else 0
    for place in range(count):
        out[place].kind = Kind.ROLL + first + place
    return max(count, 0)


@rule("P.A1", "P.A3")
def choose(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> None:
    pig, side = battle[0], battle[0].turn
    if choice[0].kind == Kind.ROLL:
        await_dice(pig.node, Step.DIE, side, 1, 6, OutcomeSymmetry.EACH)
        return
    pig.scores[side] += pig.at_stake
    emit(pig.tail, EventKind.HELD, 3, side=side, points=pig.at_stake)
    if pig.scores[side] >= setting[0].goal:
        end(pig.node, side + 1)
    else:
        pass_turn(pig)


@rule("P.A2")
def roll(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    pig = battle[0]
    if faces[0] == 1:
        emit(pig.tail, EventKind.LOST, 2, side=pig.turn, points=pig.at_stake)
        pass_turn(pig)
    else:
        pig.at_stake = min(pig.at_stake + faces[0], setting[0].goal)
        emit(pig.tail, EventKind.STAKE, 1, side=pig.turn, points=pig.at_stake)
        await_choice(pig.node, Step.DECIDE, pig.turn)


@rule("P.A2")
def pass_turn(pig: Pig) -> None:
    pig.at_stake = 0
    pig.turn = 1 - pig.turn
    await_choice(pig.node, Step.DECIDE, pig.turn)


@rule("P.A3")
def edit(setting: Row[Setting], battle: Row[Pig], change: Row[Edit]) -> int:
    side, points = change[0].who, change[0].value
    if battle[0].node.kind != NodeKind.DECISION or side < 0 or side > 1 or points < 0:
        return REASONS * 3
    emit(battle[0].tail, EventKind.EDITED, 0, side=side, points=points, was=battle[0].scores[side])
    battle[0].scores[side] = points
    return 0


RULES = Rules(
    start=start, choices=choices, choose=choose, roll=roll, edit=edit,
    choice_kinds=Kind, event_kinds=EventKind, edit_kinds=Editable, steps=Step, max_nodes=20_000,
)  # fmt: skip
PIG = System(name="pig", title="Pig", catalogue=read_catalogue("tests.toy"), rules=RULES, setup=Setup(model=PigSetup))
PAGES = Pages("tests.toy", about="A die, and nerves.", example="roll, hold …", match="match.js", replay="replay.js")
PIG_WITH_PAGES = replace(PIG, pages=PAGES)

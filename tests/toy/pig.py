"""The whole system in one file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Annotated, cast

from pydantic import BaseModel, Field

from battlewright.contract.pages import Pages
from battlewright.engine.battle import Battle
from battlewright.engine.clauses import REASONS, read_catalogue
from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import EventKinds, EventView, Tail, emit
from battlewright.engine.node import Choice, Edit, Node, NodeKind, OutcomeSymmetry, await_choice, await_dice, end
from battlewright.engine.record import Record, Row, allocate, look
from battlewright.engine.system import SIDE_LETTERS, System, Words


class Setting(Record):
    goal: int


class Pig(Battle):
    turn: int
    at_stake: int
    scores: Annotated[Row[int], 2]
    tail: Tail


class Kind(IntEnum):
    ROLL = 1
    HOLD = 2


class Step(IntEnum):
    DECIDE = 1
    DIE = 2


class EventKind(EventKinds):
    STAKE = 1, "side", "points"
    LOST = 2, "side", "points"
    HELD = 3, "side", "points"
    EDITED = 1000, "side", "points", "was"


class Editable(IntEnum):
    SCORE = 1


class PigSetup(BaseModel):
    goal: Annotated[int, Field(ge=1, le=100)] = 12


@rule("P.A1")
def start(setting: Row[Setting], battle: Row[Pig]) -> None:
    await_choice(battle[0].node, Step.DECIDE, 0)


@rule("P.A1")
def choices(setting: Row[Setting], battle: Row[Pig], out: Row[Choice], first: int) -> int:
    listed = 0
    if battle[0].node.kind == NodeKind.DECISION:
        for kind in range(Kind.ROLL + first, Kind.HOLD + 1):
            if listed < len(out):
                out[listed].kind = kind
                listed += 1
    return listed


@rule("P.A1")
def refusal(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> int:
    if battle[0].node.kind != NodeKind.DECISION or choice[0].kind < Kind.ROLL or choice[0].kind > Kind.HOLD:
        return REASONS * 1
    return 0


@rule("P.A1", "P.A3")
def choose(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> int:
    refused = refusal(setting, battle, choice)
    if refused:
        return refused
    if choice[0].kind == Kind.ROLL:
        await_dice(battle[0].node, Step.DIE, battle[0].turn, 1, 6, OutcomeSymmetry.EACH)
        return 0
    battle[0].scores[battle[0].turn] += battle[0].at_stake
    emit(battle[0].tail, EventKind.HELD, 3, battle[0].turn, battle[0].at_stake, 0, 0)
    if battle[0].scores[battle[0].turn] >= setting[0].goal:
        end(battle[0].node, battle[0].turn + 1)
        return 0
    pass_turn(battle[0])
    return 0


@rule("P.A2")
def roll(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    if faces[0] == 1:
        emit(battle[0].tail, EventKind.LOST, 2, battle[0].turn, battle[0].at_stake, 0, 0)
        pass_turn(battle[0])
    else:
        battle[0].at_stake = min(battle[0].at_stake + faces[0], setting[0].goal)
        emit(battle[0].tail, EventKind.STAKE, 1, battle[0].turn, battle[0].at_stake, 0, 0)
        await_choice(battle[0].node, Step.DECIDE, battle[0].turn)


@rule("P.A2")
def pass_turn(battle: Pig) -> None:
    battle.at_stake = 0
    battle.turn = 1 - battle.turn
    await_choice(battle.node, Step.DECIDE, battle.turn)


@rule("P.A3")
def edit(setting: Row[Setting], battle: Row[Pig], change: Row[Edit]) -> int:
    if battle[0].node.kind != NodeKind.DECISION or change[0].who < 0 or change[0].who > 1 or change[0].value < 0:
        return REASONS * 3
    side, points = change[0].who, change[0].value
    emit(battle[0].tail, EventKind.EDITED, 0, side, points, battle[0].scores[side], 0)
    battle[0].scores[side] = points
    return 0


@rule()
def hide(setting: Row[Setting], battle: Row[Pig], side: int) -> None:
    pass


def build(setup: PigSetup) -> Row[Setting]:
    setting = allocate(Setting)
    look(Setting, setting).goal = setup.goal
    return setting


class PigWords(Words):
    def __init__(self, setup: PigSetup) -> None:
        self.setup = setup

    def side(self, side: int) -> str:
        return f"player {SIDE_LETTERS[side]}"

    def ask(self, battle: Battle) -> str:
        return f"{cast(Pig, battle).at_stake} at stake: roll or hold?"

    def choice(self, battle: Battle, choice: Choice) -> str:
        return Kind(choice.kind).name.lower()

    def event(self, event: EventView) -> str:
        return f"{SIDE_LETTERS[event['side']]}: {event['points']}"

    def refusal(self, battle: Battle, choice: Choice, reason: int) -> str:
        return "Roll or hold"

    def result(self, node: Node) -> str:
        return f"{SIDE_LETTERS[node.result - 1]} wins."

    def status(self, battle: Battle) -> Sequence[Sequence[str]]:
        return [["side", "score"], *([SIDE_LETTERS[side], str(cast(Pig, battle).scores[side])] for side in range(2))]


PIG = System(
    name="pig",
    title="Pig",
    ruleset=1,
    catalogue=read_catalogue("tests.toy"),
    setting=Setting,
    battle=Pig,
    choice=Choice,
    choice_kinds=Kind,
    event_kinds=EventKind,
    editable=Editable,
    sides=2,
    max_choices=4,
    max_dice=1,
    max_nodes=20_000,
    start=start,
    choices=choices,
    refusal=refusal,
    choose=choose,
    roll=roll,
    edit=edit,
    hide=hide,
    setup=PigSetup,
    build=build,
    words=PigWords,
    steps=Step,
)
PIG_WITH_PAGES = replace(
    PIG,
    pages=Pages("tests.toy", about="A die, and nerves.", example="roll, hold …", match="match.js", replay="replay.js"),
)
"""The same, with what a browser shows of it."""

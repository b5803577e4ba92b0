"""The whole system in one file."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated, cast

from pydantic import BaseModel, ConfigDict, Field

from battlewright.contract.system import System
from battlewright.engine.battle import Battle
from battlewright.engine.clauses import REASONS, read_catalogue
from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import EventKinds, EventView, Tail, emit
from battlewright.engine.node import Choice, Edit, Node, NodeKind, OutcomeSymmetry, await_choice, await_dice, end
from battlewright.engine.record import Record, Row, allocate, look
from battlewright.engine.rulebook import Rules, Setup, Wording
from battlewright.engine.seat_files import SeatSetups, seats_of
from battlewright.engine.seats import Seat
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.words import Words

UNKNOWN = 20
"""What a goal looks like to those who may not know it."""


class Setting(Record):
    goals: Annotated[Row[int], 2]


class Morra(Battle):
    shown: Annotated[Row[int], 2]
    points: Annotated[Row[int], 2]
    winner: int
    tail: Tail


class Kind(IntEnum):
    ONE = 1
    TWO = 2


class Step(IntEnum):
    SHOW = 1
    DIE = 2


class EventKind(EventKinds):
    READY = 1, "side"
    SHOWN = 2, "first", "second"
    SCORED = 3, "side", "points"
    EDITED = 1000, "side", "points", "was"


class Editable(IntEnum):
    POINTS = 1


class MorraSetup(BaseModel):
    model_config = ConfigDict(frozen=True)

    goals: tuple[Annotated[int, Field(ge=1, le=60)], Annotated[int, Field(ge=1, le=60)]] = (12, 12)
    seats: SeatSetups = ()


@rule("M.A1")
def start(setting: Row[Setting], battle: Row[Morra]) -> None:
    await_choice(battle[0].node, Step.SHOW, 0)


@rule("M.A1")
def choices(setting: Row[Setting], battle: Row[Morra], out: Row[Choice], first: int) -> int:
    listed = 0
    if battle[0].node.kind == NodeKind.DECISION:
        for kind in range(Kind.ONE + first, Kind.TWO + 1):
            if listed < len(out):
                out[listed].kind = kind
                listed += 1
    return listed


@rule("M.A1")
def refusal(setting: Row[Setting], battle: Row[Morra], choice: Row[Choice]) -> int:
    if battle[0].node.kind != NodeKind.DECISION or choice[0].kind < Kind.ONE or choice[0].kind > Kind.TWO:
        return REASONS * 1
    return 0


@rule("M.A1", "M.A2")
def choose(setting: Row[Setting], battle: Row[Morra], choice: Row[Choice]) -> None:
    side = battle[0].node.side
    battle[0].shown[side] = choice[0].kind
    emit(battle[0].tail, EventKind.READY, 1, side=side)
    if side == 0:
        await_choice(battle[0].node, Step.SHOW, 1)
    else:
        emit(battle[0].tail, EventKind.SHOWN, 2, first=battle[0].shown[0], second=battle[0].shown[1])
        battle[0].winner = (battle[0].shown[0] + battle[0].shown[1]) % 2
        await_dice(battle[0].node, Step.DIE, battle[0].winner, 1, 6, OutcomeSymmetry.EACH)


@rule("M.A2", "M.A3")
def roll(setting: Row[Setting], battle: Row[Morra], faces: Row[int]) -> None:
    side = battle[0].winner
    battle[0].points[side] += faces[0]
    emit(battle[0].tail, EventKind.SCORED, 2, side=side, points=battle[0].points[side])
    battle[0].shown[:] = 0
    if battle[0].points[side] >= setting[0].goals[side]:
        end(battle[0].node, side + 1)
    else:
        await_choice(battle[0].node, Step.SHOW, 0)


@rule("M.A3")
def edit(setting: Row[Setting], battle: Row[Morra], change: Row[Edit]) -> int:
    is_open = battle[0].node.kind == NodeKind.DECISION and battle[0].node.side == 0
    if not is_open or change[0].who < 0 or change[0].who > 1 or change[0].value < 0:
        return REASONS * 3
    side, points = change[0].who, change[0].value
    emit(battle[0].tail, EventKind.EDITED, 0, side=side, points=points, was=battle[0].points[side])
    battle[0].points[side] = points
    return 0


@rule("M.A1")
def hide(setting: Row[Setting], battle: Row[Morra], side: int) -> None:
    if battle[0].node.kind == NodeKind.DECISION and battle[0].node.side == 1 and side != 0:
        battle[0].shown[0] = 0


def hide_setup(setup: MorraSetup, side: int) -> MorraSetup:
    goals = tuple(goal if side == own else UNKNOWN for own, goal in enumerate(setup.goals))
    return setup.model_copy(update={"goals": goals})


def build(setup: MorraSetup) -> Row[Setting]:
    setting = allocate(Setting)
    look(Setting, setting).goals[0], look(Setting, setting).goals[1] = setup.goals
    return setting


def seating(setup: MorraSetup) -> tuple[Seat, ...]:
    return seats_of(setup.seats, {"a1": 0, "b1": 1})


class MorraWords(Words):
    def __init__(self, setup: MorraSetup) -> None:
        self.setup = setup

    def side(self, side: int) -> str:
        return f"player {SIDE_LETTERS[side]}"

    def ask(self, battle: Battle) -> str:
        return "One finger or two?"

    def choice(self, battle: Battle, choice: Choice) -> str:
        return Kind(choice.kind).name.lower()

    def event(self, event: EventView) -> str:
        return f"{event.kind.name.lower()}: {event.fields}"

    def refusal(self, battle: Battle, choice: Choice, reason: int) -> str:
        return "Show one finger or two"

    def result(self, node: Node) -> str:
        return f"{SIDE_LETTERS[node.result - 1]} wins."

    def status(self, battle: Battle) -> Sequence[Sequence[str]]:
        morra = cast(Morra, battle)
        rows = ([SIDE_LETTERS[side], str(morra.points[side]), str(self.setup.goals[side])] for side in range(2))
        return [["player", "points", "goal"], *rows]


MORRA = System(
    name="morra",
    title="Morra",
    ruleset=1,
    catalogue=read_catalogue("tests.toy.morra"),
    rules=Rules(
        choice_kinds=Kind,
        event_kinds=EventKind,
        edit_kinds=Editable,
        max_nodes=20_000,
        start=start,
        choices=choices,
        refusal=refusal,
        choose=choose,
        roll=roll,
        edit=edit,
        hide=hide,
        steps=Step,
        secret_steps=frozenset({int(Step.SHOW)}),
    ),
    setup=Setup(hide=hide_setup, model=MorraSetup, build=build, seating=seating),
    words=Wording(sentences=MorraWords),
)

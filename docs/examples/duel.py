"""A whole system in one file: a duel. Each side in turn strikes (at the body or the head) or takes aim; three hits win.

It is held to the contract by the conformance suite at the end.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated, Any, cast

from pydantic import BaseModel, Field

from battlewright.conformance import check
from battlewright.engine.battle import Battle
from battlewright.engine.clauses import REASONS, Catalogue, Clause
from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import EventKinds, EventView, Tail, emit
from battlewright.engine.node import Choice, Edit, Node, NodeKind, OutcomeSymmetry, await_choice, await_dice, end
from battlewright.engine.record import Record, Row, allocate, look
from battlewright.engine.system import SIDE_LETTERS, System, Words

STRIKE, AIM = 1, 2
TURN_CLAUSE, HIT_CLAUSE = 1, 2


class Setting(Record):
    hits_to_win: int


class Duel(Battle):
    turn: int
    turns: int
    head: int
    aim: Annotated[Row[int], 2]
    hits: Annotated[Row[int], 2]
    tail: Tail


class DuelChoice(Choice):
    head: int


class Kinds(IntEnum):
    STRIKE = STRIKE
    AIM = AIM


class Steps(IntEnum):
    TURN = 1
    STRIKE = 2


class EventKind(EventKinds):
    AIMED = 1, "side", "aim"
    HIT = 2, "side", "hits"
    MISSED = 3, "side", "hits"
    EDITED = 1000, "side", "hits", "was"


class Editable(IntEnum):
    HITS = 1


@rule("X.1")
def start(setting: Row[Setting], battle: Row[Duel]) -> None:
    """Seat a begins."""
    await_choice(battle[0].node, Steps.TURN, 0)


@rule("X.1")
def next_turn(setting: Setting, battle: Duel) -> None:
    """The other side's turn, or the end: enough hits, or twenty turns."""
    for side in range(2):
        if battle.hits[side] >= setting.hits_to_win:
            end(battle.node, side + 1)
            return
    battle.turn = 1 - battle.turn
    battle.turns += 1
    if battle.turns >= 20:
        end(battle.node, 0)
    else:
        await_choice(battle.node, Steps.TURN, battle.turn)


@rule("X.1")
def choices(setting: Row[Setting], battle: Row[Duel], out: Row[DuelChoice], first: int) -> int:
    """Strike at the body, strike at the head, take aim: from the first-th on, as far as there is room."""
    if battle[0].node.kind != NodeKind.DECISION:
        return 0
    listed = 0
    for number in range(first, 3):
        if listed < len(out):
            out[listed].kind = AIM if number == 2 else STRIKE
            out[listed].head = 1 if number == 1 else 0
            listed += 1
    return listed


@rule("X.1")
def refusal(setting: Row[Setting], battle: Row[Duel], choice: Row[DuelChoice]) -> int:
    """Anything else is refused."""
    kind, head = choice[0].kind, choice[0].head
    known = (kind == STRIKE and head in (0, 1)) or (kind == AIM and head == 0)
    return 0 if known and battle[0].node.kind == NodeKind.DECISION else REASONS * TURN_CLAUSE


@rule("X.1", "X.2")
def choose(setting: Row[Setting], battle: Row[Duel], choice: Row[DuelChoice]) -> int:
    """A strike rolls one die; aim makes the next strike easier by one, twice at most."""
    refused = refusal(setting, battle, choice)
    if refused:
        return refused
    side = battle[0].turn
    if choice[0].kind == AIM:
        battle[0].aim[side] = min(battle[0].aim[side] + 1, 2)
        emit(battle[0].tail, EventKind.AIMED, TURN_CLAUSE, side, battle[0].aim[side], 0, 0)
        next_turn(setting[0], battle[0])
        return 0
    battle[0].head = choice[0].head
    needed = needed_face(battle[0])
    await_dice(battle[0].node, Steps.STRIKE, side, 1, 6, OutcomeSymmetry.COUNTED)
    for face in range(1, 7):  # only hit or miss matters: the lowest face of each stands for it
        battle[0].node.face_class[face - 1] = needed if face >= needed else 1
    return 0


@rule("X.2")
def needed_face(battle: Duel) -> int:
    """A strike hits on 4 or more, the head on 5 or more, less what was aimed."""
    return 4 + battle.head - battle.aim[battle.turn]


@rule("X.2")
def roll(setting: Row[Setting], battle: Row[Duel], faces: Row[int]) -> None:
    """A strike at the head counts twice. The aim is used up."""
    side = battle[0].turn
    hit = faces[0] >= needed_face(battle[0])
    if hit:
        battle[0].hits[side] += 1 + battle[0].head
    battle[0].aim[side] = 0
    battle[0].head = 0
    emit(battle[0].tail, EventKind.HIT if hit else EventKind.MISSED, HIT_CLAUSE, side, battle[0].hits[side], 0, 0)
    next_turn(setting[0], battle[0])


@rule("X.2")
def edit(setting: Row[Setting], battle: Row[Duel], change: Row[Edit]) -> int:
    """A game master may set the hits of a side, between turns and short of the end."""
    who, value = change[0].who, change[0].value
    if battle[0].node.kind != NodeKind.DECISION or change[0].what != Editable.HITS:
        return REASONS * TURN_CLAUSE
    if who < 0 or who > 1 or value < 0 or value >= setting[0].hits_to_win:
        return REASONS * HIT_CLAUSE
    emit(battle[0].tail, EventKind.EDITED, 0, who, value, battle[0].hits[who], 0)
    battle[0].hits[who] = value
    return 0


@rule()
def hide(setting: Row[Setting], battle: Row[Duel], side: int) -> None:
    """A duel has no secrets."""


class DuelSetup(BaseModel):
    hits_to_win: Annotated[int, Field(ge=1, le=9)] = 3


def build(setup: DuelSetup) -> Row[Setting]:
    made = allocate(Setting)
    look(Setting, made).hits_to_win = setup.hits_to_win
    return made


class DuelWords(Words):
    def __init__(self, setup: DuelSetup) -> None:
        self.setup = setup

    def side(self, side: int) -> str:
        """A duellist."""
        return f"duellist {SIDE_LETTERS[side]}"

    def ask(self, battle: Battle) -> str:
        over = battle.node.kind == NodeKind.OVER
        return self.result(battle.node) if over else f"Side {SIDE_LETTERS[battle.node.side]}: strike, or take aim?"

    def choice(self, battle: Battle, choice: DuelChoice) -> str:
        return Kinds(choice.kind).name.title() + (" at the head" if choice.head else "")

    def event(self, event: EventView) -> str:
        count = event["aim"] if event.kind == EventKind.AIMED else event["hits"]
        return f"Side {SIDE_LETTERS[event['side']]}: {event.kind.name.lower()} ({count})."

    def refusal(self, battle: Battle, choice: DuelChoice, reason: int) -> str:
        return "A side strikes or takes aim in its turn"

    def result(self, node: Node) -> str:
        return f"Side {SIDE_LETTERS[node.result - 1]} wins." if node.result else "A draw."

    def status(self, battle: Battle) -> Sequence[Sequence[str]]:
        duel = cast(Duel, battle)
        return [["side", "hits"], *([SIDE_LETTERS[side], str(duel.hits[side])] for side in range(2))]


CLAUSES = (
    Clause("X.1", TURN_CLAUSE, "The Duel", "The sides take turns; in a turn one strikes or takes aim.", "text"),
    Clause("X.2", HIT_CLAUSE, "The Duel", "A strike hits on 4 or more, the head on 5 or more.", "text"),
)

SYSTEM = System(
    name="duel",
    title="The Duel",
    ruleset=1,
    catalogue=Catalogue("duel", CLAUSES),
    setting=Setting,
    battle=Duel,
    choice=DuelChoice,
    choice_kinds=Kinds,
    event_kinds=EventKind,
    editable=Editable,
    sides=2,
    max_choices=8,
    max_dice=8,
    max_nodes=100,
    start=start,
    choices=choices,
    refusal=refusal,
    choose=choose,
    roll=roll,
    edit=edit,
    hide=hide,
    setup=DuelSetup,
    build=cast(Any, build),
    words=DuelWords,
    steps=Steps,
)

if __name__ == "__main__":
    print(check(SYSTEM, [DuelSetup(), DuelSetup(hits_to_win=1)], battles=3))

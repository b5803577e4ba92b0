"""The rules: what a turn offers, and what the die does."""

from enum import IntEnum
from typing import Annotated

from battlewright.engine.battle import Battle
from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import EventKinds, Tail, emit
from battlewright.engine.node import Choice, NodeKind, OutcomeSymmetry, await_choice, await_dice, end
from battlewright.engine.record import Record, Row
from battlewright.engine.rulebook import Rules

MAX_EMBERS = 3
NEEDED, DAMAGE, DIE = 4, 2, 6


class Kind(IntEnum):
    """What a mage may choose."""

    STRIKE = 1
    KINDLE = 2
    GUARD = 3


class Step(IntEnum):
    """What a decision or a roll is for."""

    TURN = 1
    STRIKE = 2


class EventKind(EventKinds):
    """What happens, with the names of its numbers."""

    KINDLED = 1, "side", "embers"
    GUARDED = 2, "side"
    HIT = 3, "side", "damage", "health"
    MISSED = 4, "side"
    SCORCHED = 5, "side", "embers"


class Clause(IntEnum):
    """The clauses by their numbers."""

    T1 = 1
    T2 = 2
    S1 = 3
    S2 = 4
    S3 = 5
    K1 = 6
    G1 = 7
    G2 = 8


class Setting(Record):
    """What does not change in a duel."""

    health: int
    last_turn: int


class Mage(Record):
    """One of the two."""

    health: int
    embers: int
    guards: int


class Duel(Battle):
    """What changes."""

    turn: int
    spent: int
    mages: Annotated[Row[Mage], 2]
    tail: Tail


class DuelChoice(Choice):
    """A choice: its kind, and the embers spent on a strike."""

    embers: int


@rule("E.T1")
def start(setting: Row[Setting], battle: Row[Duel]) -> None:
    """Both mages stand in full health; side a begins."""
    for side in range(2):
        battle[0].mages[side].health = setting[0].health
        battle[0].mages[side].embers = 1
    await_choice(battle[0].node, Step.TURN, 0)


@rule("E.T1", "E.S2", "E.K1")
def choices(setting: Row[Setting], battle: Row[Duel], out: Row[DuelChoice], first: int) -> int:
    """List a strike for each number of embers, then kindle where there is room, then guard."""
    if battle[0].node.kind != NodeKind.DECISION:
        return 0
    embers = battle[0].mages[battle[0].node.side].embers
    strikes = embers + 1
    count = strikes + (1 if embers < MAX_EMBERS else 0) + 1
    listed = 0
    for number in range(first, count):
        if listed < len(out):
            out[listed].embers = number if number < strikes else 0
            if number < strikes:
                out[listed].kind = Kind.STRIKE
            else:
                out[listed].kind = Kind.GUARD if number == count - 1 else Kind.KINDLE
            listed += 1
    return listed


@rule("E.K1", "E.G1")
def choose(setting: Row[Setting], battle: Row[Duel], choice: Row[DuelChoice]) -> None:
    """Roll for a strike; kindle and guard take effect at once."""
    duel, side = battle[0], battle[0].node.side
    mage = duel.mages[side]
    mage.guards = 0
    if choice[0].kind == Kind.STRIKE:
        duel.spent = choice[0].embers
        mage.embers -= duel.spent
        await_strike(duel, side)
        return
    if choice[0].kind == Kind.KINDLE:
        mage.embers += 1
        emit(duel.tail, EventKind.KINDLED, Clause.K1, side=side, embers=mage.embers)
    else:
        mage.guards = 1
        emit(duel.tail, EventKind.GUARDED, Clause.G1, side=side)
    next_turn(setting[0], duel)


@rule("E.S1", "E.S2", "E.G1", "E.G2")
def needed_face(duel: Duel, side: int) -> int:
    """The lowest face that hits."""
    return max(NEEDED - duel.spent + duel.mages[1 - side].guards, 2)


@rule("E.S1", "E.S3")
def await_strike(duel: Duel, side: int) -> None:
    """Wait for the die. Faces that come to the same are declared alike: miss, hit, or a six."""
    await_dice(duel.node, Step.STRIKE, side, 1, DIE, OutcomeSymmetry.COUNTED)
    needed = needed_face(duel, side)
    for face in range(1, DIE):
        duel.node.face_class[face - 1] = needed if face >= needed else 1


@rule("E.S1", "E.S2", "E.S3")
def roll(setting: Row[Setting], battle: Row[Duel], faces: Row[int]) -> None:
    """Carry out a strike."""
    duel, side = battle[0], battle[0].node.side
    target = duel.mages[1 - side]
    if faces[0] >= needed_face(duel, side):
        damage = DAMAGE + duel.spent
        target.health = max(target.health - damage, 0)
        emit(duel.tail, EventKind.HIT, Clause.S1, side=side, damage=damage, health=target.health)
        if faces[0] == DIE and target.embers > 0:
            target.embers -= 1
            emit(duel.tail, EventKind.SCORCHED, Clause.S3, side=1 - side, embers=target.embers)
    else:
        emit(duel.tail, EventKind.MISSED, Clause.S1, side=side)
    duel.spent = 0
    next_turn(setting[0], duel)


@rule("E.T1", "E.T2")
def next_turn(setting: Setting, duel: Duel) -> None:
    """Pass the turn, or end the duel."""
    a, b = duel.mages[0].health, duel.mages[1].health
    duel.turn += 1
    if a == 0 or b == 0 or duel.turn >= setting.last_turn:
        end(duel.node, 0 if a == b else 1 if a > b else 2)
    else:
        await_choice(duel.node, Step.TURN, duel.turn % 2)


RULES = Rules(
    start=start,
    choices=choices,
    choose=choose,
    roll=roll,
    choice_kinds=Kind,
    event_kinds=EventKind,
    steps=Step,
)

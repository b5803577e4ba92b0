"""Chapter N, initiative: the order of turns in a round, and ties rolled off."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import EVERYBODY, OutcomeSymmetry, await_dice
from battlewright.engine.record import Row
from battlewright.engine.rolloff import begin_roll_off, rank_roll_off, tied_players
from battlewright.systems.heroes.enums import Clause
from battlewright.systems.heroes.record import Encounter, EventKind, Frame, Setting, Stage, Step


@rule("H.N1")
def rank_initiative(setting: Setting, battle: Encounter, frame: Frame, faces: Row[int]) -> None:
    """Order the combatants by die and initiative, the highest first."""
    for index in range(battle.count):
        who = battle.order[index]
        battle.rolls[who] = faces[index] + battle.combatants[who].initiative
        emit(battle.tail, EventKind.INITIATIVE, Clause.N1, who=who, shown=faces[index], total=battle.rolls[who])
    for index in range(1, battle.count):
        at, who = index, battle.order[index]
        while at > 0 and battle.rolls[battle.order[at - 1]] < battle.rolls[who]:
            battle.order[at] = battle.order[at - 1]
            at -= 1
        battle.order[at] = who
    battle.tied_from = 0
    frame.stage = Stage.TIED


@rule("H.N1")
def settle_ties(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Let combatants with the same initiative roll off among themselves, one group after the other."""
    first = battle.tied_from
    last = end_of_tie(battle, first)
    if battle.roll_off.players > 0:
        tied = tied_players(battle.roll_off)
        if tied:
            await_tie(setting, battle, tied)
            return
        order_tied(battle, first, last)
        begin_roll_off(battle.roll_off, 0)
        first = last
        last = end_of_tie(battle, first)
    while first < battle.count and last - first == 1:
        first = last
        last = end_of_tie(battle, first)
    battle.tied_from = first
    if first < battle.count:
        begin_roll_off(battle.roll_off, last - first)
        emit(battle.tail, EventKind.TIE, Clause.N1, tied=last - first)
        await_tie(setting, battle, last - first)
    else:
        battle.tied_from = 0
        frame.stage = Stage.READY


@rule("H.N1")
def await_tie(setting: Setting, battle: Encounter, tied: int) -> None:
    """Wait for the dice of those who tie."""
    await_dice(battle.node, Step.TIE, EVERYBODY, tied, setting.rulings.initiative_sides, OutcomeSymmetry.RANKED)


@rule("H.N1")
def settle_tie(battle: Encounter, faces: Row[int]) -> None:
    """Rank those who tie by their dice; who still ties rolls off again."""
    rank_roll_off(battle.roll_off, faces)
    tied = tied_players(battle.roll_off)
    if tied:
        emit(battle.tail, EventKind.TIE, Clause.N1, tied=tied)


@rule("H.N1")
def end_of_tie(battle: Encounter, first: int) -> int:
    """Return the index after the last combatant with the same initiative as the first."""
    last = first
    while last < battle.count and battle.rolls[battle.order[last]] == battle.rolls[battle.order[first]]:
        last += 1
    return last


@rule("H.N1")
def order_tied(battle: Encounter, first: int, last: int) -> None:
    """Sort those who rolled off."""
    ranks = battle.roll_off.rank
    for _ in range(last - first):
        for index in range(last - first - 1):
            if ranks[index] > ranks[index + 1]:
                ranks[index], ranks[index + 1] = ranks[index + 1], ranks[index]
                behind = battle.order[first + index]
                battle.order[first + index] = battle.order[first + index + 1]
                battle.order[first + index + 1] = behind

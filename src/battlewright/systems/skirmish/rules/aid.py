"""Chapter D: Aid, and taking a friend's place."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.measured import Measured
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import EventKind, Fate, Frame, FrameKind, Setting, Skirmish
from battlewright.systems.skirmish.rules.asking import ask, is_measured
from battlewright.systems.skirmish.rules.place import can_swap, in_contact, record_broken_contact, swap
from battlewright.systems.skirmish.rules.sides import end_of, first_of, pay, side_of
from battlewright.systems.skirmish.rules.stress import relieve

AID_AP = 2


@rule("S2.D1")
def refuse_friend(setting: Setting, battle: Skirmish, helper: int, friend: int) -> int:
    """Return why a helper may not aid this model; 0 if it may. A friend is another model of its own side, in base
    contact, that broke down this round."""
    if friend == helper or side_of(setting, friend) != side_of(setting, helper):
        return Reason.NOT_A_FRIEND
    if battle.models[friend].broke_down == 0:
        return Reason.NOT_BROKEN_DOWN
    return 0 if in_contact(battle, helper, friend) else Reason.NOT_IN_CONTACT


@rule("S2.D1")
def may_be_aided(setting: Setting, battle: Skirmish, helper: int, friend: int) -> bool:
    """Whether a helper may aid a friend, action points aside."""
    return refuse_friend(setting, battle, helper, friend) == 0


@rule("S2.D2")
def relief_of(battle: Skirmish, helper: int, friend: int) -> int:
    """The stress that Aid takes off a friend: 1, plus 1 for each point that the helper has caused to opponents this
    round; never more than the friend has."""
    return min(battle.models[friend].stress, 1 + battle.models[helper].caused)


@rule("S2.D1", "S2.D2", "S2.D3", "S2.D4")
def give_aid(battle: Skirmish, helper: int, friend: int) -> None:
    """Take stress off a friend, and bind the helper to it for the rest of the round."""
    pay(battle, helper, AID_AP)
    model, aided = battle.models[helper], battle.models[friend]
    taken = relieve(aided, relief_of(battle, helper, friend))
    model.aided = 1
    model.helps = friend + 1
    emit(battle.tail, EventKind.AIDED, Clause.D2, who=helper, whom=friend, stress_removed=taken, stress=aided.stress)


@rule("S2.D3")
def may_take_place(setting: Setting, battle: Skirmish, helper: int, friend: int) -> bool:
    """Whether a helper may still take the place of the friend that it aided this round, with room for both."""
    model = battle.models[helper]
    if model.fate != Fate.FIELDED or model.helps != friend + 1:
        return False
    return can_swap(setting, battle, helper, friend)


@rule("S2.D3")
def any_helper_may_take_place(setting: Setting, battle: Skirmish, friend: int) -> bool:
    """Whether any helper may take the target's place."""
    side = side_of(setting, friend)
    for helper in range(first_of(setting, side), end_of(setting, side)):
        if may_take_place(setting, battle, helper, friend):
            return True
    return False


@rule("S2.D3", "S2.A7")
def take_place(setting: Setting, battle: Skirmish, frame: Frame, helper: int) -> None:
    """Swap the two models, and go on with the action as if the helper had been the target: everything is measured
    anew."""
    if swap(setting, battle, helper, frame.target):
        emit(battle.tail, EventKind.TOOK_PLACE, Clause.D3, who=helper, whom=frame.target)
        record_broken_contact(setting, battle)
        frame.target = helper
        if is_measured(setting):
            ask(battle, Measured.SHOT if frame.kind == FrameKind.SHOT else Measured.REACH, frame.actor, helper)


@rule("S2.D4", "S2.F5")
def is_bound_by_aid(battle: Skirmish, who: int) -> bool:
    """Whether a model took an Aid action this round: it cannot take cover, but returns fire without action points."""
    return battle.models[who].aided == 1

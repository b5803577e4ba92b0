"""Questions: what a decision or a roll asks of its side, and which model it is about."""

from __future__ import annotations

from itertools import count

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.node import Node, NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.text import plural
from battlewright.geometry.distance import length
from battlewright.geometry.lengths import inches
from battlewright.systems.skirmish.record import (
    MAX_LEGS,
    NOBODY,
    ChoiceKind,
    Frame,
    FrameKind,
    Setting,
    Skirmish,
    SkirmishChoice,
    Stage,
    Step,
)
from battlewright.systems.skirmish.rules.cover import cover_range
from battlewright.systems.skirmish.rules.editions import climbed
from battlewright.systems.skirmish.rules.lines import NUMBERS
from battlewright.systems.skirmish.rules.melee import fighter, left, opponent
from battlewright.systems.skirmish.rules.move import jumped
from battlewright.systems.skirmish.rules.sides import side_of
from battlewright.systems.skirmish.rules.split import defender, parries, splitter, striker, struck
from battlewright.systems.skirmish.words.names import Names, frame_of, successes, sum_needed

NEEDS = "4 or more is a success, 6 a critical one"


TO_THE_TARGET = (Step.TAKE_PLACE, Step.REACT, Step.COVER_MOVE, Step.RETURN_FIRE)
"""What the target of an exchange is asked, or its side."""


def model_asked(battle: Skirmish) -> int:
    """The model that a question or a roll is about: whose turn it is, who answers, who rolls; NOBODY where a side
    chooses one of its models, or rolls itself."""
    frame, step = frame_of(battle), battle.node.step
    if battle.node.kind == NodeKind.OVER or step in (Step.ROLL_OFF, Step.DEPLOY, Step.ACTIVATE):
        return NOBODY
    if step in TO_THE_TARGET:
        return frame.target
    if step == Step.RESOLVE:
        return as_plain(fighter)(frame)
    if step == Step.DIVIDE:
        return as_plain(splitter)(frame)
    if step == Step.CANCEL:
        return as_plain(defender)(frame)
    if step in (Step.STRIKE_ROLL, Step.PARRY_ROLL):
        attacker, attacked = _fighters(frame)
        return attacker if step == Step.STRIKE_ROLL else attacked
    return frame.actor


def result_text(names: Names, node: Node) -> str:
    """The result of a battle."""
    return f"{names.side(node.result - 1)} wins." if node.result else "A draw."


def question(names: Names, battle: Skirmish) -> str:
    """What a battle waits for, as a question; its result when it is over."""
    if battle.node.kind == NodeKind.OVER:
        return result_text(names, battle.node)
    return _for_dice(names, battle) if battle.node.kind == NodeKind.CHANCE else _for_choice(names, battle)


def _for_choice(names: Names, battle: Skirmish) -> str:
    frame = frame_of(battle)
    actor, target = names.model(frame.actor), names.model(frame.target)
    match battle.node.step:
        case Step.DEPLOY:
            return f"Which model is placed next, and where ({names.zone(battle.node.side)})?"
        case Step.ACTIVATE:
            return "Choose a model to activate"
        case Step.ACT:
            return f"{actor}, {battle.models[frame.actor].ap} AP: which action?"
        case Step.TARGET:
            return f"{actor} with {names.blade(frame.actor, frame.weapon)}: who is attacked?"
        case Step.TAKE_PLACE:
            how = "shot at" if frame.kind == FrameKind.SHOT else "attacked"
            return f"{target} is {how} by {actor}: does a helper take its place?"
        case Step.RESOLVE:
            own, their = (successes_left(frame, side) for side in (frame.turn, 1 - frame.turn))
            who, whom = names.model(as_plain(fighter)(frame)), names.model(as_plain(opponent)(frame))
            return f"{who} has {own}, {whom} {their}: which is resolved, and how?"
        case Step.REACT:
            shot = f"{sum_needed(frame.difficulty)}, on {plural(names.cards[frame.actor].ballistics, 'die')}"
            return f"{target}, {battle.models[frame.target].ap} AP, is shot at by {actor} ({shot}): how to react?"
        case Step.COVER_MOVE:
            reach = as_plain(cover_range)(names.setting, frame)
            return f"{target} took cover: move up to {inches(reach)}, or stay?"
        case Step.RETURN_FIRE:
            out = ", taken out," if battle.models[frame.target].toughness == 0 else ""
            return f"{target}{out} may return fire at {actor}: with which weapon?"
        case Step.DIVIDE:
            own, other = (actor, target) if frame.stage == Stage.DIVIDING else (target, actor)
            dice = plural(names.cards[as_plain(splitter)(frame)].melee, "die")
            return f"{own} against {other}: how many of {dice} are put on attack?"
        case Step.CANCEL:
            attacker, attacked = as_plain(striker)(frame), as_plain(defender)(frame)
            attack = successes(as_plain(struck)(frame, 0), as_plain(struck)(frame, 1))
            defence = successes(as_plain(parries)(frame, 0), as_plain(parries)(frame, 1))
            weapon = names.blade(attacker, frame.their_weapon if frame.turn else frame.weapon)
            what = f"{attack} of {names.model(attacker)} with {weapon}"
            return f"{names.model(attacked)} has {defence} in defence against {what}: how many criticals are cancelled?"
    return "What is chosen?"


def successes_left(frame: Frame, side: int) -> str:
    """What a side of a clash (0: the attacker) has left to resolve: ``1 success and 1 critical success``."""
    return successes(as_plain(left)(frame, side, 0), as_plain(left)(frame, side, 1))


def _for_dice(names: Names, battle: Skirmish) -> str:
    frame, dice = frame_of(battle), plural(battle.node.dice, "die")
    actor = names.model(frame.actor)
    match battle.node.step:
        case Step.ROLL_OFF:
            return f"Roll-off for who {'activates' if battle.round else 'places'} first: one die each"
        case Step.STRESS_TEST:
            return f"{actor}, stress test: {dice}, each below 4 costs a point of Toughness"
        case Step.CLIMB_TEST | Step.JUMP_TEST:
            return f"{actor}, {_test(names, battle, frame)} (4 or more on a die is one): {dice}"
        case Step.STRIKE_ROLL:
            who, whom = _attack(names, frame)
            return f"{who} attacks {whom}: {dice}, {NEEDS}"
        case Step.PARRY_ROLL:
            who, whom = _attack(names, frame)
            return f"{whom} defends itself against {who}: {dice}, {NEEDS}"
        case Step.SHOT_ROLL:
            return f"{actor} shoots at {names.model(frame.target)}: {dice}, a sum of {frame.need} or more hits"
        case Step.CRITICAL_ROLL:
            return f"{actor}, critical hit: {dice}, half of it (rounded up) is the stress"
        case Step.STRAY_ROLL:
            return f"{actor} has missed: {dice}, 4 or more hits {names.obstacle(frame.at % NUMBERS)} instead"
    return f"{dice}"


def _attack(names: Names, frame: Frame) -> tuple[str, str]:
    """The attacker and the target of the attack that is rolled for, by their names."""
    attacker, attacked = _fighters(frame)
    return names.model(attacker), names.model(attacked)


def _fighters(frame: Frame) -> tuple[int, int]:
    """The attacker and the target of the attack that is rolled for; both fighters attack where dice are split."""
    if frame.kind == FrameKind.DIVISION:
        return as_plain(striker)(frame), as_plain(defender)(frame)
    return frame.actor, frame.target


def _test(names: Names, battle: Skirmish, frame: Frame) -> str:
    """The purpose of an Agility test, and the successes it needs."""
    what, far, needed = agility_test(names, battle, frame)
    return f"{what} of {inches(far)} with {plural(needed, 'success')}"


def agility_test(names: Names, battle: Skirmish, frame: Frame) -> tuple[str, int, int]:
    """What an Agility test is for, the length of that leg, and the successes it needs."""
    leg, base = battle.path.legs[min(battle.path.next, MAX_LEGS - 1)], battle.crowd.bases[max(frame.actor, 0)]
    if battle.node.step == Step.JUMP_TEST:
        what, far = "jump", as_plain(length)(leg.x - base.x, leg.y - base.y)
        needed = next(number for number in count() if as_plain(jumped)(number) >= far)
    else:
        what, far = "climb", abs(leg.level - base.level)
        needed = next(number for number in count() if as_plain(climbed)(names.setting, number) >= far)
    return what, far, needed


BY_SIDE = (Step.DEPLOY, Step.ACTIVATE, Step.TAKE_PLACE)
"""The steps at which a side chooses one of its models."""


def decider(position: Position[Setting, Skirmish, SkirmishChoice], choice: SkirmishChoice | None) -> int:
    """The model that a choice is made for, or without a choice the one that must choose; -1 for the whole side, which
    chooses the model to place or to activate, and whether a friend takes the target's place."""
    if position.node.step in BY_SIDE:
        return NOBODY if choice is None or choice.kind == ChoiceKind.KEEP_PLACE else choice.who
    frame, setting = frame_of(position.record), look(Setting, position.setting)
    if frame.target < 0 or as_plain(side_of)(setting, frame.actor) == position.node.side:
        return frame.actor
    return frame.target

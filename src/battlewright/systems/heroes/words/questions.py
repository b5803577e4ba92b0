"""The question of a decision or a roll."""

from __future__ import annotations

from battlewright.engine.compiler.rule import as_plain
from battlewright.systems.heroes.record import MAX_HAZARDS, Encounter, Frame, FrameKind, Step
from battlewright.systems.heroes.rules.checks import power_brought
from battlewright.systems.heroes.rules.choices import may_aim
from battlewright.systems.heroes.rules.conditions import sides_gone
from battlewright.systems.heroes.words.names import (
    Names,
    against,
    condition_name,
    frame_of,
    kept_up,
    resisted,
    targets_of,
)
from battlewright.systems.heroes.words.rolls import rolling


def question(names: Names, encounter: Encounter) -> str:
    """Return what an encounter waits for, as a question."""
    node, frame = encounter.node, frame_of(encounter)
    who, whom = names.name(frame.actor), names.name(frame.target)
    dice = f"{node.dice}d{node.sides}"
    match node.step:
        case Step.THE_END:
            return f"The game master is asked: {_reached(names, encounter)} Is the encounter over?"
        case Step.WHICH_CHECK:
            name = condition_name(frame.condition)
            return f"The game master is asked: {name} of {whom}, by {who}: which check ends it?"
        case Step.ACT:
            return f"{who}, {encounter.combatants[frame.actor].ap} AP: what does it do?"
        case Step.INITIATIVE:
            return f"Initiative for round {encounter.round}: {dice}, for {_rolling(names, encounter)}"
        case Step.TIE:
            return f"A tie for initiative: {dice}, for {_rolling(names, encounter)}"
        case Step.TICK:
            return f"{who}, {condition_name(frame.at - MAX_HAZARDS)}: {dice} damage"
        case Step.CONFUSION:
            return f"{who} is confused and goes for, by {dice}: {_drawn_from(names, encounter, frame)}"
        case Step.AIM:
            return f"{who} uses {names.action_name(frame.actor, frame.action)}: {_aimed(names, frame)}"
        case Step.DAMAGE_ROLL if names.cards[frame.actor].actions[frame.action].targets:
            again = "once more for its critical hits" if frame.rolled else "once for all its targets"
            return f"{who}, {names.action_name(frame.actor, frame.action)}, {again}: {dice}"
        case Step.ATTACK_ROLL:
            return f"{who} attacks {whom} with {names.action_name(frame.actor, frame.action)}: {dice}"
        case Step.DAMAGE_ROLL:
            return f"{who}, {names.action_name(frame.actor, frame.action)}, at {whom}: {dice}"
        case Step.CONTEST_ATTACK:
            return f"{who} in a contest with {whom}, {frame.own_wins}:{frame.their_wins}: {dice}"
        case Step.CONTEST_DEFENCE:
            return f"{whom} in a contest with {who}, who shows {frame.shown}: {dice}"
        case Step.RESISTANCE:
            return f"{who} tries to shake off {resisted(names, encounter, frame.actor, frame.condition)}: {dice}"
        case Step.EXPOSURE:
            return f"{whom} tries to withstand {_exposed_to(names, encounter, frame)}: {dice}"
        case Step.HAZARD_DAMAGE:
            return f"The damage to {whom}: {dice}"
    return f"{who} tries to keep up {kept_up(names, encounter, frame.target, frame.condition)}: {dice}"


def _reached(names: Names, encounter: Encounter) -> str:
    """Return why the end is reached."""
    gone = [side for side in range(2) if (as_plain(sides_gone)(names.setting, encounter) >> side) & 1]
    if len(gone) == 1:
        return f"{names.side(gone[0])} are all out."
    return "Nobody is left." if gone else f"Round {encounter.round} is over."


def _aimed(names: Names, frame: Frame) -> str:
    """Return whom an action is aimed at by now, and how many more it may be."""
    at = targets_of(frame.targets)
    left = names.cards[frame.actor].actions[frame.action].targets - len(at)
    return f"at {names.several(at)}, and at up to {left} more. At whom else?"


def _exposed_to(names: Names, encounter: Encounter, frame: Frame) -> str:
    """Return what a weapon or a trap would bring, and against what."""
    if frame.kind != FrameKind.HAZARD and not names.knows(frame.actor):
        return f"what {names.name(frame.actor)} brings"
    if frame.kind == FrameKind.HAZARD:
        brings, power = encounter.hazard.brings, encounter.hazard.brings.power
    else:
        action = names.cards[frame.actor].actions[frame.action]
        brings = action.critical if frame.at else action.effect
        power = as_plain(power_brought)(encounter, frame.actor, action, brings)
    what = condition_name(brings.condition - 1) if brings.condition else "it"
    return f"{what}, {against(names, encounter, frame.target, brings.defence, power)}"


def _rolling(names: Names, encounter: Encounter) -> str:
    """Return the combatants that roll for initiative or roll off, in the order of their dice."""
    return ", ".join(map(names.name, rolling(encounter)))


def _drawn_from(names: Names, encounter: Encounter, frame: Frame) -> str:
    """Return the possible targets of a confused combatant, by the faces of the die."""
    aimed = (names.setting, encounter, frame.actor, frame.action)
    there = [each for each in range(len(names.called)) if as_plain(may_aim)(*aimed, each)]
    if names.is_for_side(frame.actor, frame.action):
        return ", ".join(f"{face} all of {names.side(side)}" for face, side in enumerate(range(2), 1))
    there = [each for each in there if each not in targets_of(frame.targets)]
    return ", ".join(f"{face} {names.name(each)}" for face, each in enumerate(there, 1))

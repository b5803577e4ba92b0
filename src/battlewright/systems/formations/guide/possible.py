"""What choices can come to: whether an action can succeed at all, and in how many ways dice can be rerolled."""

from __future__ import annotations

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.position import Position
from battlewright.engine.record import look, numbers
from battlewright.systems.formations.record import (
    SIDES,
    Action,
    ChoiceKind,
    Combination,
    Effect,
    Engagement,
    FormationsChoice,
    RollKind,
    Setting,
)
from battlewright.systems.formations.rules.dice import die_succeeds, has_combination, score_of
from battlewright.systems.formations.rules.groups import pool


def cannot_succeed(position: Position, choice: FormationsChoice) -> bool:
    """Return whether no dice, as they are rolled now, make an action do any of what it is for."""
    if choice.kind != ChoiceKind.ACT:
        return False
    engagement: Engagement = position.record
    setting = look(Setting, position.setting)
    group = engagement.groups[engagement.frames[engagement.depth - 1].actor]
    action, target = setting.kinds[group.kind].actions[choice.action], engagement.groups[choice.target]
    if action.roll == RollKind.TEST:
        return not _may_succeed(action, as_plain(score_of)(setting.kinds[group.kind], action.against, group.exposed))
    if action.roll == RollKind.ORDER:
        return False
    score = as_plain(score_of)(setting.kinds[target.kind], action.against, target.exposed)
    dice = as_plain(pool)(setting, group, action)
    most = dice if _may_succeed(action, score) else 0
    return not ((action.wounds and most) or (action.effect != Effect.NONE and _may_land(action, dice, most)))


def _may_succeed(action: Action, score: int) -> bool:
    """Return whether any face of a die is a success."""
    return any(as_plain(die_succeeds)(action.roll, face, score) for face in range(1, SIDES + 1))


def _may_land(action: Action, dice: int, successes: int) -> bool:
    """Return whether an effect may land: by its combination, of dice that are all alike or all different, or by its
    successes."""
    if action.combination == Combination.NONE:
        return successes >= action.needs
    alike = numbers([dice, *[0] * (SIDES - 1)])
    different = numbers([int(face < dice) for face in range(SIDES)])
    return any(as_plain(has_combination)(shown, action.combination) for shown in (alike, different))


def count_rerolls(engagement: Engagement) -> int:
    """Return in how many ways dice can be named for the Rerolls that a group has, none of them too."""
    frame = engagement.frames[engagement.depth - 1]
    rerolls = engagement.groups[frame.actor].rerolls
    ways = [1]  # by the number of dice that are named
    for lying in frame.shown:
        most = min(len(ways) + lying, rerolls + 1)
        ways = [sum(ways[max(named - lying, 0) : named + 1]) for named in range(most)]
    return sum(ways)

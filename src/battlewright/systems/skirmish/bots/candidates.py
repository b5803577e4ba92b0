"""Candidates: every listed choice, and a sample of the free ones in all directions.

A *sketch* is a choice with a kind and a destination, not yet a path. ``pave`` makes a path of it: on foot, then over
what is in the way, then a shorter one.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.geometry.cells import DIRECTIONS
from battlewright.geometry.distance import INCH, place_at, root, share
from battlewright.geometry.paths import ANY_LEVEL, SAFE, clear_legs, plan_straight
from battlewright.geometry.terrain import level_at
from battlewright.systems.skirmish.record import ChoiceKind, Purpose, Setting, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.rules.aid import AID_AP
from battlewright.systems.skirmish.rules.choices import choices
from battlewright.systems.skirmish.rules.cover import cover_range
from battlewright.systems.skirmish.rules.deploy import may_deploy
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP
from battlewright.systems.skirmish.rules.move import clear_gait, range_of, set_gait
from battlewright.systems.skirmish.rules.propose import HIGHEST, blank, lead_to, leads_up
from battlewright.systems.skirmish.rules.refusals import why_refused
from battlewright.systems.skirmish.rules.sides import end_of, first_of, side_of

Room = Row[SkirmishChoice]
"""The room that choices are written into."""
QUARTER = DIRECTIONS // 4
COSINES = (1000, 923, 707, 382, 0, -382, -707, -923, -1000, -923, -707, -382, 0, 382, 707, 923)
"""The cosines of all directions, in thousandths, rounded so that no move becomes longer."""
EVERY = 2
"""A sample of moves has every EVERY-th direction."""
TRIES = 5
"""The attempts to pave a sketch: as a walk, over what is in the way, then both half as far, and a quarter as far."""
ANGLES = 5
"""The number of sides from which an opponent is engaged."""
JUST_WITHIN = INCH // 10
"""The margin by which a bot goes nearer than its weapon reaches."""

ALONG = (2, 1, 3, 0, 4)
"""Places along the longer side of a zone, from the middle outwards; the sides mirror each other."""
LAST, ACROSS = len(ALONG) - 1, 2
"""The last place along a zone, and the number of places across it."""


@rule()
def sketch_point(
    setting: Setting, battle: Skirmish, who: int, kind: int, x: int, y: int, room: Room, index: int
) -> int:
    """Sketch a move to a point, if it is on the table. Return the next free index of the room."""
    if index >= len(room):
        return index
    base = battle.crowd.bases[who]
    blank(room[index], kind)
    point = room[index].legs[0]
    point.x = min(max(x, base.radius), setting.terrain.width - base.radius)
    point.y = min(max(y, base.radius), setting.terrain.depth - base.radius)
    point.level = level_at(setting.terrain, point.x, point.y, HIGHEST)
    room[index].count = 1
    return index + 1


@rule()
def sketch_towards(
    setting: Setting, battle: Skirmish, who: int, kind: int, reach: int, direction: int, room: Room, index: int
) -> int:
    """Sketch a move in a direction, as far as ``reach``. Return the next free index of the room."""
    base = battle.crowd.bases[who]
    x = base.x + reach * COSINES[direction % DIRECTIONS] // 1000
    y = base.y + reach * COSINES[(direction + DIRECTIONS - QUARTER) % DIRECTIONS] // 1000
    return sketch_point(setting, battle, who, kind, x, y, room, index)


@rule()
def sketch_around(
    setting: Setting, battle: Skirmish, who: int, kind: int, reach: int, step: int, room: Room, index: int
) -> int:
    """Sketch moves in every ``step``-th direction, as far as ``reach``. Return the next free index of the room."""
    for direction in range(0, DIRECTIONS, step):
        index = sketch_towards(setting, battle, who, kind, reach, direction, room, index)
    return index


@rule()
def sketch_beside(setting: Setting, battle: Skirmish, who: int, whom: int, reach: int, room: Room, index: int) -> int:
    """Sketch a move straight towards a model, up to a thousandth of an inch from it or as far as ``reach``. Return the
    next free index of the room."""
    base, target = battle.crowd.bases[who], battle.crowd.bases[whom]
    dx, dy = target.x - base.x, target.y - base.y
    whole = root(dx * dx + dy * dy)
    far = min(whole - base.radius - target.radius - 1, reach)
    if far <= 0:
        return index
    x, y = base.x + share(dx, far, whole), base.y + share(dy, far, whole)
    return sketch_point(setting, battle, who, ChoiceKind.MOVE, x, y, room, index)


@rule()
def sketch_moves(setting: Setting, battle: Skirmish, who: int, room: Room, index: int) -> int:
    """Sketch moves: a full and a half range in all directions, to each opponent, and to friends who need Aid."""
    reach, ap = range_of(setting, who, Purpose.MOVE, 0) - 1, battle.models[who].ap
    if reach <= 0 or ap < 1:
        return index
    index = sketch_around(setting, battle, who, ChoiceKind.MOVE, reach, 1, room, index)
    index = sketch_around(setting, battle, who, ChoiceKind.MOVE, reach // 2, 4, room, index)
    return sketch_to_models(setting, battle, who, reach, room, index, False)


@rule()
def sketch_to_models(
    setting: Setting, battle: Skirmish, who: int, reach: int, room: Room, index: int, near: bool
) -> int:
    """Sketch moves to each opponent, or only to those that are ``near`` enough to be reached, and to friends who need
    Aid."""
    base = battle.crowd.bases[who]
    side = side_of(setting, who)
    for whom in range(first_of(setting, 1 - side), end_of(setting, 1 - side)):
        target = battle.crowd.bases[whom]
        dx, dy, within = target.x - base.x, target.y - base.y, reach + base.radius + target.radius
        if target.stands and (not near or dx * dx + dy * dy <= within * within):
            index = sketch_beside(setting, battle, who, whom, reach, room, index)
    if battle.models[who].ap > AID_AP:
        for friend in range(first_of(setting, side), end_of(setting, side)):
            model = battle.models[friend]
            if friend != who and battle.crowd.bases[friend].stands and model.broke_down and model.stress > 0:
                index = sketch_beside(setting, battle, who, friend, reach, room, index)
    return index


@rule()
def sketch_engagements(setting: Setting, battle: Skirmish, who: int, room: Room, index: int) -> int:
    """Sketch close combat with each opponent in range, with each weapon. ``whom`` is set in the sketch only."""
    if battle.models[who].ap < CLOSE_COMBAT_AP:
        return index
    reach, enemy, base = range_of(setting, who, Purpose.ENGAGE, 0), 1 - side_of(setting, who), battle.crowd.bases[who]
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        target = battle.crowd.bases[whom]
        for blade in range(setting.cards[who].blades):
            touching = base.radius + target.radius
            most = reach + touching + setting.weapons[setting.cards[who].blade[blade]].threat
            dx, dy = base.x - target.x, base.y - target.y
            if target.stands and index < len(room) and touching * touching < dx * dx + dy * dy <= most * most:
                blank(room[index], ChoiceKind.CLOSE_COMBAT)
                room[index].weapon = blade
                room[index].whom = whom
                place_beside(setting, battle, who, room[index], 0)
                index += 1
    return index


@rule()
def place_beside(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice, angle: int) -> None:
    """Set the point of an engagement: just within the weapon's reach, from straight ahead or at an angle."""
    base, target = battle.crowd.bases[who], battle.crowd.bases[choice.whom]
    dx, dy = base.x - target.x, base.y - target.y
    threat = setting.weapons[setting.cards[who].blade[choice.weapon]].threat
    within = base.radius + target.radius + max(threat - JUST_WITHIN, 0)
    turned = (angle + 1) // 2 * (1 if angle % 2 else -1)  # 0, then alternately to each side, wider every time
    side_x, side_y = dx - dy * turned // 2, dy + dx * turned // 2
    whole = max(root(side_x * side_x + side_y * side_y), 1)
    point = choice.legs[0]
    point.x = target.x + share(side_x, within, whole)
    point.y = target.y + share(side_y, within, whole)
    point.level = base.level
    choice.count = 1


@rule()
def pave(
    setting: Setting, battle: Skirmish, who: int, purpose: int, reach: int, choice: SkirmishChoice, attempt: int
) -> bool:
    """Make a path of a sketch by one of the attempts; False if it is not legal. The sketch's point is then the same, or
    nearer."""
    base, point = battle.crowd.bases[who], choice.legs[0]
    x, y = point.x, point.y
    if is_nearer(attempt):
        x, y = (base.x + x) // 2, (base.y + y) // 2
    over = attempt % 2
    if over and leads_up(setting, battle, who, x, y):  # the attempt before went over it too
        return False
    blank_path(choice)
    if over:
        set_gait(setting, battle.gait, who, purpose, reach)
        terrain, legs = setting.terrain, choice.legs
        to = place_at(x, y, ANY_LEVEL)
        choice.count = plan_straight(terrain, battle.crowd, battle.gait, battle.stride, legs, to, SAFE)
        clear_gait(battle.gait, battle.stride)
    else:
        lead_to(setting, battle, who, purpose, reach, place_at(x, y, ANY_LEVEL), 0, choice)
    if choice.count and why_refused(setting, battle, choice) == 0:
        return True
    blank_path(choice)
    choice.legs[0].x = x
    choice.legs[0].y = y
    choice.legs[0].level = level_at(setting.terrain, x, y, HIGHEST)
    choice.count = 1
    return False


@rule()
def is_nearer(attempt: int) -> bool:
    """Whether an attempt leads only half as far as the one before."""
    return attempt > 0 and attempt % 2 == 0


@rule()
def blank_path(choice: SkirmishChoice) -> None:
    """Clear a path."""
    clear_legs(choice.legs, 0, choice.count)
    choice.count = 0


@rule()
def pave_engagement(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice, attempt: int) -> bool:
    """Make an engage move of a sketch, from one side; False if it is not legal."""
    base, reach, whom = battle.crowd.bases[who], range_of(setting, who, Purpose.ENGAGE, 0), choice.whom
    place_beside(setting, battle, who, choice, attempt)
    dx, dy = choice.legs[0].x - base.x, choice.legs[0].y - base.y
    if dx * dx + dy * dy > reach * reach:
        return False
    choice.whom = 0
    if pave(setting, battle, who, Purpose.ENGAGE, reach, choice, 0):
        return True
    choice.whom = whom
    return False


@rule()
def sketch(setting: Setting, battle: Skirmish, room: Room, index: int) -> int:
    """Write all sketches of this position, from an index of the room on. Return the index after the last."""
    frame = battle.frames[battle.depth - 1]
    if battle.node.step == Step.ACT:
        index = sketch_engagements(setting, battle, frame.actor, room, index)
        return sketch_moves(setting, battle, frame.actor, room, index)
    if battle.node.step == Step.COVER_MOVE:
        reach = cover_range(setting, frame)
        if reach > 1:
            return sketch_around(setting, battle, frame.target, ChoiceKind.COVER_MOVE, reach - 1, 1, room, index)
    return index


@rule()
def reach_of(setting: Setting, battle: Skirmish, who: int) -> int:
    """How far a model may go now: in a move, or in a cover move; 0 if it may not."""
    frame = battle.frames[battle.depth - 1]
    if battle.node.step == Step.COVER_MOVE:
        return max(cover_range(setting, frame) - 1, 0)
    return max(range_of(setting, who, Purpose.MOVE, 0) - 1, 0) if battle.models[who].ap >= 1 else 0


@rule()
def sketch_sample(setting: Setting, battle: Skirmish, who: int, room: Room, index: int) -> int:
    """Sketch a sample of moves: first every other direction, then to the models in reach. Return the next free index of
    the room."""
    reach, acts = reach_of(setting, battle, who), battle.node.step == Step.ACT
    if reach == 0:
        return index
    kind = ChoiceKind.MOVE if acts else ChoiceKind.COVER_MOVE
    index = sketch_around(setting, battle, who, kind, reach, EVERY, room, index)
    return sketch_to_models(setting, battle, who, reach, room, index, True) if acts else index


@rule()
def sketch_near(setting: Setting, battle: Skirmish, who: int, best: int, second: int, room: Room, index: int) -> int:
    """Sketch what a sample left out near its best two directions: the directions beside the best, and half as far in
    both. Return the next free index of the room."""
    reach, acts = reach_of(setting, battle, who), battle.node.step == Step.ACT
    kind = ChoiceKind.MOVE if acts else ChoiceKind.COVER_MOVE
    index = sketch_towards(setting, battle, who, kind, reach, best + 1, room, index)
    index = sketch_towards(setting, battle, who, kind, reach, best + DIRECTIONS - 1, room, index)
    if acts:
        index = sketch_towards(setting, battle, who, kind, reach // 2, best, room, index)
        index = sketch_towards(setting, battle, who, kind, reach // 2, second, room, index)
    return index


@rule()
def pave_any(setting: Setting, battle: Skirmish, choice: SkirmishChoice, attempt: int) -> bool:
    """Make a path of a sketch of any kind; False if it is not legal."""
    frame = battle.frames[battle.depth - 1]
    if choice.kind == ChoiceKind.CLOSE_COMBAT:
        return pave_engagement(setting, battle, frame.actor, choice, attempt)
    if choice.kind == ChoiceKind.COVER_MOVE:
        reach = cover_range(setting, frame)
        return pave(setting, battle, frame.target, Purpose.COVER, reach, choice, attempt)
    reach = range_of(setting, frame.actor, Purpose.MOVE, 0)
    return pave(setting, battle, frame.actor, Purpose.MOVE, reach, choice, attempt)


@rule()
def attempts(choice: SkirmishChoice) -> int:
    """The number of attempts at a sketch."""
    return ANGLES if choice.kind == ChoiceKind.CLOSE_COMBAT else TRIES


@rule("S2.A6")
def sketch_deployments(setting: Setting, battle: Skirmish, room: Room, start: int) -> int:
    """Add places all over its zone for the first listed model, each on its highest level. Return the index after the
    last."""
    who, end = room[0].who, start
    side, radius = side_of(setting, who), battle.crowd.bases[who].radius
    zone = setting.zones[side]
    wide, deep = zone.right - zone.left - 2 * radius, zone.far - zone.near - 2 * radius
    for index in range(len(ALONG) * ACROSS):
        along, across = ALONG[index // ACROSS], index % ACROSS
        if side:
            along, across = LAST - along, ACROSS - 1 - across
        x, y = zone.left + radius, zone.near + radius
        if wide >= deep:
            x, y = x + wide * along // LAST, y + deep * across
        else:
            x, y = x + wide * across, y + deep * along // LAST
        level = level_at(setting.terrain, x, y, HIGHEST)
        is_new = not is_listed(room, end, who, x, y, level)
        if is_new and end < len(room) and may_deploy(setting.terrain, zone, battle.crowd, who, x, y, level):
            blank(room[end], ChoiceKind.DEPLOY)
            room[end].who, room[end].count = who, 1
            leg = room[end].legs[0]
            leg.x, leg.y, leg.level = x, y, level
            end += 1
    return end


@rule()
def is_listed(room: Room, count: int, who: int, x: int, y: int, level: int) -> bool:
    """Whether a place for a model is among the first choices of the room."""
    for index in range(count):
        leg = room[index].legs[0]
        if room[index].who == who and leg.x == x and leg.y == y and leg.level == level:
            return True
    return False


@rule("S2.A3")
def candidates(setting: Row[Setting], battle: Row[Skirmish], room: Room) -> int:
    """Fill the room with the candidates, all of them legal, and return their number. The same position always has the
    same candidates in the same order."""
    count = choices(setting, battle, room, 0)
    end = sketch(setting[0], battle[0], room, count)
    for index in range(count, end):
        for attempt in range(attempts(room[index])):
            if pave_any(setting[0], battle[0], room[index], attempt):
                if index != count:
                    room[count] = room[index]
                count += 1
                break
    return count

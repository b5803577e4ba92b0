"""Random choices of the kinds that are too many to list: where to deploy, to move, to engage, to take cover.

A proposal is likely to be legal, but is not checked here: ``choose`` refuses it if it is not.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row, clear
from battlewright.engine.rulebook import PROPOSAL_SIDES
from battlewright.geometry.distance import INCH, Place, place_at, root, share
from battlewright.geometry.legs import LegKind, set_leg
from battlewright.geometry.paths import ANY_LEVEL, plan_straight
from battlewright.geometry.terrain import level_at
from battlewright.systems.skirmish.measured import Measured
from battlewright.systems.skirmish.record import (
    CONTACT,
    STEP,
    ChoiceKind,
    Fate,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.rules.asking import is_measured
from battlewright.systems.skirmish.rules.cover import cover_range
from battlewright.systems.skirmish.rules.measures import MOST_STRESS
from battlewright.systems.skirmish.rules.move import clear_gait, range_of, set_gait
from battlewright.systems.skirmish.rules.sides import end_of, first_of, side_of

HIGHEST = 30 * INCH

FREE_KINDS: dict[int, frozenset[int]] = {
    int(Step.DEPLOY): frozenset({int(ChoiceKind.DEPLOY)}),
    int(Step.ACT): frozenset({int(ChoiceKind.MOVE), int(ChoiceKind.CLOSE_COMBAT)}),
    int(Step.COVER_MOVE): frozenset({int(ChoiceKind.COVER_MOVE)}),
    int(Step.MEASURE): frozenset({int(ChoiceKind.MEASURE)}),
    int(Step.STRUCK): frozenset({int(ChoiceKind.EXPLODES), int(ChoiceKind.LEAVES_FIRE)}),
}
"""The kinds that are proposed, by the step at which they may be chosen."""


@rule()
def blank(choice: SkirmishChoice, kind: int) -> None:
    """Clear a choice, and set its kind."""
    clear(choice)
    choice.kind = kind


@rule()
def propose(
    setting: Row[Setting], battle: Row[Skirmish], kind: int, chance: Row[int], out: Row[SkirmishChoice]
) -> bool:
    """Write a random choice of this kind; False if there is none."""
    choice = out[0]
    blank(choice, kind)
    if is_measured(setting[0]):
        return propose_measured(setting[0], battle[0], chance, choice)
    if kind == ChoiceKind.DEPLOY:
        return propose_deployment(setting[0], battle[0], chance, choice)
    frame = battle[0].frames[battle[0].depth - 1]
    if kind == ChoiceKind.CLOSE_COMBAT:
        return propose_close_combat(setting[0], battle[0], frame.actor, chance, choice)
    if kind == ChoiceKind.MOVE:
        reach = range_of(setting[0], frame.actor, Purpose.MOVE, 0)
        return propose_path(setting[0], battle[0], frame.actor, Purpose.MOVE, reach, chance, choice)
    reach = cover_range(setting[0], frame)
    return propose_path(setting[0], battle[0], frame.target, Purpose.COVER, reach, chance, choice)


@rule("S2.A7")
def propose_measured(setting: Setting, battle: Skirmish, chance: Row[int], choice: SkirmishChoice) -> bool:
    """Propose a measure, or legs that were measured one by one."""
    frame, kind = battle.frames[battle.depth - 1], choice.kind
    if kind == ChoiceKind.DEPLOY:
        for who in range(first_of(setting, battle.node.side), end_of(setting, battle.node.side)):
            if battle.models[who].fate == Fate.WAITING:
                choice.who = who
    elif kind == ChoiceKind.EXPLODES or kind == ChoiceKind.LEAVES_FIRE:
        choice.number = between(chance[0], 1, MOST_STRESS)
    elif kind == ChoiceKind.MEASURE:
        what = frame.purpose
        if what == Measured.SHOT:
            choice.distance = between(chance[0], 0, 20 * INCH)
            choice.number = between(chance[1], 0, 4)
        elif what == Measured.SHOVE:
            choice.distance = between(chance[0], 1, frame.left)
        elif what != Measured.LANDING:
            choice.distance = between(chance[0], 0, INCH if chance[1] % 2 else CONTACT)
        if what == Measured.LANDING or what == Measured.SHOVE:
            choice.height = between(chance[2], 0, 7 * INCH)
        elif what != Measured.SHOT:
            choice.height = between(chance[2], -STEP, STEP)
    else:
        choice.count = 1
        way = 1 + chance[0] % LegKind.DROP
        down = way == LegKind.DROP or (way == LegKind.JUMP and chance[3] % 2)
        up = between(chance[2], STEP + 1, 6 * INCH)
        high = 0 if way == LegKind.WALK or (way == LegKind.JUMP and not down) else up
        far = between(chance[1], 0, 6 * INCH)
        set_leg(choice.legs[0], way, far, chance[3] // 2 % 2 if way == LegKind.CLIMB else 0, -high if down else high)
        if kind == ChoiceKind.CLOSE_COMBAT:
            enemy = 1 - side_of(setting, frame.actor)
            choice.whom = first_of(setting, enemy) + chance[3] % (end_of(setting, enemy) - first_of(setting, enemy))
    return True


@rule()
def between(chance: int, least: int, most: int) -> int:
    """A number from ``least`` to ``most``, chosen by a random one."""
    return least + (most - least) * (chance - 1) // (PROPOSAL_SIDES - 1)


@rule("S2.A6")
def propose_deployment(setting: Setting, battle: Skirmish, chance: Row[int], choice: SkirmishChoice) -> bool:
    """Propose a place anywhere in its zone for a model that waits."""
    side = battle.node.side
    waiting = 0
    for who in range(first_of(setting, side), end_of(setting, side)):
        if battle.models[who].fate == Fate.WAITING:
            waiting += 1
    if waiting == 0:
        return False
    wanted = chance[0] % waiting
    for who in range(first_of(setting, side), end_of(setting, side)):
        if battle.models[who].fate == Fate.WAITING:
            if wanted == 0:
                choice.who = who
            wanted -= 1
    zone, radius = setting.zones[side], battle.crowd.bases[choice.who].radius
    choice.count = 1
    leg = choice.legs[0]
    leg.x = between(chance[1], zone.left + radius, zone.right - radius)
    leg.y = between(chance[2], zone.near + radius, zone.far - radius)
    leg.level = level_at(setting.terrain, leg.x, leg.y, HIGHEST if chance[3] % 4 == 0 else STEP)
    return True


@rule("S2.M1", "S2.F10")
def propose_path(
    setting: Setting, battle: Skirmish, who: int, purpose: int, reach: int, chance: Row[int], choice: SkirmishChoice
) -> bool:
    """Propose a path to anywhere within range: on foot, or now and then over what is in the way."""
    if reach <= 0:
        return False
    base = battle.crowd.bases[who]
    dx, dy = between(chance[0], -reach, reach), between(chance[1], -reach, reach)
    most = reach - 1
    if purpose == Purpose.MOVE and chance[3] % 2:  # half of the moves head for a model
        enemy = 1 - side_of(setting, who)
        whom = first_of(setting, enemy) + chance[3] // 2 % (end_of(setting, enemy) - first_of(setting, enemy))
        target = battle.crowd.bases[whom]
        apart = root((target.x - base.x) * (target.x - base.x) + (target.y - base.y) * (target.y - base.y))
        most = min(most, apart - base.radius - target.radius - 1)
        dx, dy = dx // 8 + target.x - base.x, dy // 8 + target.y - base.y
    if most <= 0:
        return False
    if dx * dx + dy * dy > most * most:
        far = root(dx * dx + dy * dy)
        dx, dy = share(dx, most, far + 1), share(dy, most, far + 1)
    radius = base.radius
    x = min(max(base.x + dx, radius), setting.terrain.width - radius)
    y = min(max(base.y + dy, radius), setting.terrain.depth - radius)
    return lead_to(setting, battle, who, purpose, reach, place_at(x, y, ANY_LEVEL), chance[2], choice)


@rule("S2.M1", "S2.K2", "S2.F10")
def lead_to(
    setting: Setting,
    battle: Skirmish,
    who: int,
    purpose: int,
    reach: int,
    to: Place,
    chance: int,
    choice: SkirmishChoice,
) -> bool:
    """Write the legs to a point on any level: on foot, unchecked; where the path leads up or starts high, mostly over
    what is there."""
    here, x, y = battle.crowd.bases[who].level, to.x, to.y
    if chance % 4 == 0 and leads_up(setting, battle, who, x, y):
        set_gait(setting, battle.gait, who, purpose, reach)
        risk = chance // 4 % 2
        choice.count = plan_straight(setting.terrain, battle.crowd, battle.gait, battle.stride, choice.legs, to, risk)
        clear_gait(battle.gait, battle.stride)
    if choice.count == 0:
        choice.count = 1
        set_leg(choice.legs[0], LegKind.WALK, x, y, level_at(setting.terrain, x, y, here + STEP))
    return True


@rule()
def leads_up(setting: Setting, battle: Skirmish, who: int, x: int, y: int) -> bool:
    """Whether the path to a point leads up, or starts high."""
    here = battle.crowd.bases[who].level
    return here > STEP or level_at(setting.terrain, x, y, HIGHEST) > here + STEP


@rule("S2.K2", "S2.K3")
def propose_close_combat(
    setting: Setting, battle: Skirmish, who: int, chance: Row[int], choice: SkirmishChoice
) -> bool:
    """Propose an engage move straight at an opponent in range."""
    card, base = setting.cards[who], battle.crowd.bases[who]
    if card.blades == 0:
        return False
    choice.weapon = chance[0] % card.blades
    threat = setting.weapons[card.blade[choice.weapon]].threat
    reach = range_of(setting, who, Purpose.ENGAGE, 0)
    enemy = 1 - side_of(setting, who)
    count = end_of(setting, enemy) - first_of(setting, enemy)
    for turn in range(count):
        whom = first_of(setting, enemy) + (chance[1] + turn) % count
        target = battle.crowd.bases[whom]
        touching = base.radius + target.radius
        dx, dy = target.x - base.x, target.y - base.y
        most = reach + threat + touching
        if target.stands and dx * dx + dy * dy <= most * most:
            apart = root(dx * dx + dy * dy)
            way = min(max(apart - touching - between(chance[3], 0, threat), 0), reach - 1)
            if apart == 0 or way <= 0:
                return False
            x, y = base.x + share(dx, way, apart), base.y + share(dy, way, apart)
            return lead_to(setting, battle, who, Purpose.ENGAGE, reach, place_at(x, y, ANY_LEVEL), chance[2], choice)
    return False

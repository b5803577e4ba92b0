"""How choices look to a bot that looks one action ahead, from what it knows by heart.

Worths are in thousandths of a hundredth of a point of stress: a point of stress is ``A_POINT`` of them, a break-down a
few times as much. What is not a point of stress (to be near, to be safe, to keep action points) is weighed against it
by the numbers below, which were found by trial.
"""

from __future__ import annotations

from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.choices import choices
from battlewright.systems.skirmish.lines import count_obstacles
from battlewright.systems.skirmish.lore import (
    CRITICAL,
    HIT,
    MILLION,
    NET_STRESS,
    THOUSAND,
    VALUE,
    arms_of,
    clash_odds,
    resolve_odds,
    row_of,
    shot_odds,
)
from battlewright.systems.skirmish.melee import CLOSE_COMBAT_AP, fighter, left, opponent
from battlewright.systems.skirmish.move import range_of
from battlewright.systems.skirmish.propose import lead_to
from battlewright.systems.skirmish.record import (
    ChoiceKind,
    Frame,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.refusals import why_refused
from battlewright.systems.skirmish.shooting import SHOT_AP, difficulty_of, lowest_sum
from battlewright.systems.skirmish.sides import end_of, first_of, seat_of
from battlewright.systems.skirmish.stress import is_over_stressed
from battlewright.table.measure import INCH, root, share
from battlewright.table.paths import clear_legs
from battlewright.table.spots import DIRECTIONS, ring_x, ring_y

A_POINT = 100_000
A_BREAK_DOWN = 400_000
AN_AP = 3_000
"""An action point kept for reactions."""
LATER = 4
"""Tenths: what can only be done in another round counts so much."""
FEARED = 3
"""Tenths: what opponents could do counts so much against it."""
AN_INCH = 4_000
"""An inch nearer to the nearest opponent, for whom nothing better is in reach."""
FAR_RING = 16
NO_WORTH = -(1 << 40)


@rule()
def margin_of(battle: Skirmish, who: int) -> int:
    """How much stress a model may still suffer before it breaks down."""
    return battle.models[who].toughness - battle.models[who].stress


@rule()
def hurt(stress: int, margin: int) -> int:
    """What stress on a model is worth to its opponent; whoever breaks down anyway is not hurt much more."""
    if margin <= 0:
        return A_POINT * stress // 2
    return A_POINT * stress + (A_BREAK_DOWN if stress >= margin else 0)


@rule()
def shot_worth(
    setting: Setting, battle: Skirmish, lore: Many[int], who: int, gun: int, whom: int, obstacles: int
) -> int:
    """What a shot is worth on average, if its target does nothing."""
    need = lowest_sum(difficulty_of(setting, battle, who, gun, whom, obstacles))
    ballistics = setting.cards[who].ballistics
    hit = shot_odds(lore, ballistics, need, HIT)
    if hit == 0:
        return 0
    critical = shot_odds(lore, ballistics, need, CRITICAL)
    weapon, margin = setting.weapons[setting.cards[who].gun[gun]], margin_of(battle, whom)
    worst = 2 if weapon.critical_d3 else weapon.critical
    return ((hit - critical) * hurt(weapon.stress, margin) + critical * hurt(worst, margin)) // MILLION


@rule()
def best_shot_at(setting: Setting, battle: Skirmish, lore: Many[int], who: int, whom: int, obstacles: int) -> int:
    """The best that a model can do by shooting at another."""
    best = 0
    if setting.cards[who].ballistics > 0:
        for gun in range(setting.cards[who].guns):
            best = max(best, shot_worth(setting, battle, lore, who, gun, whom, obstacles))
    return best


@rule()
def clash_worth(setting: Setting, battle: Skirmish, lore: Many[int], who: int, blade: int, whom: int) -> int:
    """What a clash is worth on average."""
    card, other = setting.cards[who], setting.cards[whom]
    theirs = arms_of(lore, setting.weapons[other.blade[0]]) if other.blades else 0
    ours = arms_of(lore, setting.weapons[card.blade[blade]])
    one, two = margin_of(battle, who), margin_of(battle, whom)
    value = clash_odds(lore, card.melee, other.melee, ours, theirs, one, two, VALUE)
    net = clash_odds(lore, card.melee, other.melee, ours, theirs, one, two, NET_STRESS)
    return value * (A_BREAK_DOWN // THOUSAND) // THOUSAND + net * (A_POINT // THOUSAND)


@rule()
def best_clash(setting: Setting, battle: Skirmish, lore: Many[int], who: int, whom: int) -> int:
    """The best that a model can do by striking at another; nothing if it has no blade."""
    best = 0
    for blade in range(setting.cards[who].blades):
        best = max(best, clash_worth(setting, battle, lore, who, blade, whom))
    return best


@rule()
def strikes_from(setting: Setting, battle: Skirmish, who: int, whom: int) -> int:
    """How far a model is from where it could strike at another after an engage move; 0 or less if it can."""
    one, other = battle.crowd.bases[who], battle.crowd.bases[whom]
    threat = 0
    for blade in range(setting.cards[who].blades):
        threat = max(threat, setting.weapons[setting.cards[who].blade[blade]].threat)
    dx, dy = one.x - other.x, one.y - other.y
    apart = root(dx * dx + dy * dy) - one.radius - other.radius
    return apart - threat - range_of(setting, who, Purpose.ENGAGE, 0)


@rule()
def prospect(setting: Setting, battle: Skirmish, lore: Many[int], who: int, ap: int) -> int:
    """What is to be hoped for and feared where a model stands, with so many action points left."""
    base = battle.crowd.bases[who]
    enemy = 1 - seat_of(setting, who)
    hope, fear, farthest = 0, 0, 1 << 30
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        if battle.crowd.bases[whom].stands:
            target = battle.crowd.bases[whom]
            obstacles = count_obstacles(setting, battle, who, whom, target.x, target.y, target.level)
            hope = max(hope, best_shot_at(setting, battle, lore, who, whom, obstacles))
            if setting.cards[who].blades:
                away = strikes_from(setting, battle, who, whom)
                farthest = min(farthest, max(away, 0))
                if away <= 0:
                    hope = max(hope, best_clash(setting, battle, lore, who, whom))
            threat = best_shot_at(setting, battle, lore, whom, who, obstacles)
            if setting.cards[whom].blades and strikes_from(setting, battle, whom, who) <= 0:
                threat = max(threat, best_clash(setting, battle, lore, whom, who))
            fear += threat
    if base.stands == 0:
        return 0
    now = hope if ap >= SHOT_AP else hope * LATER // 10
    return now - fear * FEARED // 10 - min(farthest, 24 * INCH) * AN_INCH // INCH


@rule()
def keep(room: Many[SkirmishChoice], place: int, worth: int, best: int) -> int:
    """Keep a choice of the room in its last place if it is worth more than the best so far."""
    if worth > best:
        room[len(room) - 1] = room[place]
        return worth
    return best


@rule()
def judge_listed_action(
    setting: Setting, battle: Skirmish, lore: Many[int], who: int, choice: SkirmishChoice, here: int
) -> int:
    """What an action that the rules list is worth; ``here`` is the prospect afterwards."""
    ap = battle.models[who].ap
    if choice.kind == ChoiceKind.SHOOT:
        target = battle.crowd.bases[choice.whom]
        obstacles = count_obstacles(setting, battle, who, choice.whom, target.x, target.y, target.level)
        return here + shot_worth(setting, battle, lore, who, choice.weapon, choice.whom, obstacles) + (ap - 2) * AN_AP
    if choice.kind == ChoiceKind.CLOSE_COMBAT:
        return here + best_target(setting, battle, lore, who, choice.weapon) + (ap - 2) * AN_AP
    if choice.kind == ChoiceKind.AID:
        relief = min(1 + battle.models[who].caused, battle.models[choice.whom].stress)
        return here + relief * A_POINT * 8 // 10
    return here + ap * AN_AP


@rule()
def best_target(setting: Setting, battle: Skirmish, lore: Many[int], who: int, blade: int) -> int:
    """The best clash with a weapon from where a model stands."""
    best = NO_WORTH
    enemy = 1 - seat_of(setting, who)
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        base, other = battle.crowd.bases[who], battle.crowd.bases[whom]
        threat = setting.weapons[setting.cards[who].blade[blade]].threat + base.radius + other.radius
        dx, dy = base.x - other.x, base.y - other.y
        if other.stands and dx * dx + dy * dy <= threat * threat:
            best = max(best, clash_worth(setting, battle, lore, who, blade, whom))
    return best


@rule()
def blank(choice: SkirmishChoice, kind: int) -> None:
    """A choice of a kind that names nothing yet."""
    choice.kind = kind
    choice.who = 0
    choice.whom = 0
    choice.weapon = 0
    choice.critical = 0
    choice.against = 0
    clear_legs(choice.legs, 0, choice.count)
    choice.count = 0


@rule()
def judge_moves(
    setting: Setting, battle: Skirmish, lore: Many[int], who: int, room: Many[SkirmishChoice], best: int
) -> int:
    """Try moves all around, and keep the best in the last place of the room."""
    reach, ap = range_of(setting, who, Purpose.MOVE, 0), battle.models[who].ap
    base, place = battle.crowd.bases[who], len(room) - 2
    if reach <= 0 or ap < 1:
        return best
    x, y, level = base.x, base.y, base.level
    far = ring_x(FAR_RING, 0)
    for direction in range(DIRECTIONS):
        length = reach - 1
        for _ in range(2):
            choice = room[place]
            blank(choice, ChoiceKind.MOVE)
            to_x, to_y = (
                x + share(ring_x(FAR_RING, direction), length, far),
                y + share(ring_y(FAR_RING, direction), length, far),
            )
            to_x = min(max(to_x, base.radius), setting.ground.width - base.radius)
            to_y = min(max(to_y, base.radius), setting.ground.depth - base.radius)
            lead_to(setting, battle, who, Purpose.MOVE, reach, to_x, to_y, 0, choice)
            if why_refused(setting, battle, choice) == 0:
                end = choice.legs[choice.count - 1]
                base.x, base.y, base.level = end.x, end.y, end.level
                worth = prospect(setting, battle, lore, who, ap - 1) + (ap - 1) * AN_AP
                base.x, base.y, base.level = x, y, level
                best = keep(room, place, worth, best)
                break
            length //= 2
    return best


@rule()
def judge_engagements(
    setting: Setting, battle: Skirmish, lore: Many[int], who: int, room: Many[SkirmishChoice], best: int
) -> int:
    """Try to engage every opponent that is near enough, and keep the best in the last place of the room."""
    card, base, place = setting.cards[who], battle.crowd.bases[who], len(room) - 2
    if battle.models[who].ap < CLOSE_COMBAT_AP:
        return best
    reach = range_of(setting, who, Purpose.ENGAGE, 0)
    enemy = 1 - seat_of(setting, who)
    x, y, level = base.x, base.y, base.level
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        target = battle.crowd.bases[whom]
        if target.stands and strikes_from(setting, battle, who, whom) <= 0:
            dx, dy = target.x - x, target.y - y
            apart = root(dx * dx + dy * dy)
            for blade in range(card.blades):
                threat = setting.weapons[card.blade[blade]].threat
                way = min(apart - base.radius - target.radius - threat + INCH // 10, reach - 1)
                if way > 0:
                    choice = room[place]
                    blank(choice, ChoiceKind.CLOSE_COMBAT)
                    choice.weapon = blade
                    to_x, to_y = x + share(dx, way, apart), y + share(dy, way, apart)
                    lead_to(setting, battle, who, Purpose.ENGAGE, reach, to_x, to_y, 0, choice)
                    if why_refused(setting, battle, choice) == 0:
                        end = choice.legs[choice.count - 1]
                        base.x, base.y, base.level = end.x, end.y, end.level
                        worth = prospect(setting, battle, lore, who, 0) + clash_worth(
                            setting, battle, lore, who, blade, whom
                        )
                        base.x, base.y, base.level = x, y, level
                        best = keep(room, place, worth, best)
    return best


@rule()
def judge_success(setting: Setting, battle: Skirmish, lore: Many[int], frame: Frame, choice: SkirmishChoice) -> int:
    """What a way to resolve a success is worth to whoever resolves it, by the best play that follows."""
    who, whom = fighter(frame), opponent(frame)
    mine, theirs = frame.turn, 1 - frame.turn
    own, own_critical = left(frame, mine, 0), left(frame, mine, 1)
    other, other_critical = left(frame, theirs, 0), left(frame, theirs, 1)
    margin, their_margin, caused = margin_of(battle, who), margin_of(battle, whom), 0
    if choice.critical:
        own_critical -= 1
    else:
        own -= 1
    card = setting.cards[who]
    weapon = setting.weapons[card.blade[choice.weapon if choice.kind == ChoiceKind.STRIKE else 0]]
    if choice.kind == ChoiceKind.STRIKE:
        caused = weapon.critical if choice.critical else weapon.stress
        their_margin -= caused
    elif choice.kind == ChoiceKind.PARRY:
        if choice.against:
            other_critical -= 1
        else:
            other -= 1
    reply = setting.weapons[setting.cards[whom].blade[0]]
    if other + other_critical == 0:
        more = own * weapon.stress + own_critical * weapon.critical
        return (1 if their_margin - more <= 0 else 0) * THOUSAND - (1 if margin <= 0 else 0) * THOUSAND + caused + more
    if own + own_critical == 0:
        less = other * reply.stress + other_critical * reply.critical if setting.cards[whom].blades else 0
        return (1 if their_margin <= 0 else 0) * THOUSAND - (1 if margin - less <= 0 else 0) * THOUSAND + caused - less
    ours, others = arms_of(lore, weapon), arms_of(lore, reply)
    row, their_row = row_of(own, own_critical), row_of(other, other_critical)
    if frame.turn:  # the row is the attacker's, who resolves next
        return caused - resolve_odds(lore, others, ours, their_margin, margin, their_row, row, 0)
    return caused + resolve_odds(lore, ours, others, margin, their_margin, row, their_row, 1)


@rule()
def judge_reaction(setting: Setting, battle: Skirmish, lore: Many[int], frame: Frame, kind: int) -> int:
    """What a reaction to a shot is worth: what it spares, or gives back, less its action points."""
    who, by = frame.target, frame.actor
    weapon = setting.weapons[setting.cards[by].gun[frame.weapon]]
    need, ballistics = frame.need, setting.cards[by].ballistics
    ap = 0 if battle.models[who].activated else AN_AP
    worth = 0
    if kind == ChoiceKind.COVER:
        need = lowest_sum(frame.difficulty + setting.cards[who].agility * INCH // 2)
        worth = -ap
    elif kind == ChoiceKind.RETURN_FIRE:
        worth = best_shot_at(setting, battle, lore, who, by, frame.obstacles) - 8 * ap
    hit, critical = shot_odds(lore, ballistics, need, HIT), shot_odds(lore, ballistics, need, CRITICAL)
    worst = 2 if weapon.critical_d3 else weapon.critical
    margin = margin_of(battle, who)
    return worth - ((hit - critical) * hurt(weapon.stress, margin) + critical * hurt(worst, margin)) // MILLION


@rule()
def judge_activation(setting: Setting, battle: Skirmish, lore: Many[int], who: int) -> int:
    """Who is activated first: whoever can do most; whoever breaks down comes last."""
    if is_over_stressed(battle.models[who]):
        return NO_WORTH + 1
    return prospect(setting, battle, lore, who, battle.models[who].ap)


@rule()
def judge_answer(setting: Setting, battle: Skirmish, lore: Many[int], choice: SkirmishChoice) -> int:
    """What a listed choice is worth, other than an action."""
    frame, step = battle.frames[battle.depth - 1], battle.node.step
    if step == Step.ACTIVATE:
        return judge_activation(setting, battle, lore, choice.who)
    if step == Step.RESOLVE:
        return judge_success(setting, battle, lore, frame, choice)
    if step == Step.REACT:
        return judge_reaction(setting, battle, lore, frame, choice.kind)
    if step == Step.TARGET:
        return clash_worth(setting, battle, lore, frame.actor, frame.weapon, choice.whom)
    if step == Step.RETURN_FIRE and choice.kind == ChoiceKind.FIRE:
        return 1 + shot_worth(setting, battle, lore, frame.target, choice.weapon, frame.actor, frame.obstacles)
    if step == Step.TAKE_PLACE and choice.kind == ChoiceKind.TAKE_PLACE:
        return margin_of(battle, choice.who) - margin_of(battle, frame.target) - 1
    return 0


@rule("S2.A3")
def judge(setting: Many[Setting], battle: Many[Skirmish], lore: Many[int], room: Many[SkirmishChoice]) -> int:
    """Put the choice that looks best into the last place of the room; the answer is its worth."""
    count = choices(setting, battle, room, 0)
    best = NO_WORTH
    if battle[0].node.step == Step.ACT:
        who = battle[0].frames[battle[0].depth - 1].actor
        here = prospect(setting[0], battle[0], lore, who, 0)
        for place in range(count):
            worth = judge_listed_action(setting[0], battle[0], lore, who, room[place], here)
            best = keep(room, place, worth, best)
        best = judge_engagements(setting[0], battle[0], lore, who, room, best)
        return judge_moves(setting[0], battle[0], lore, who, room, best)
    for place in range(count):
        best = keep(room, place, judge_answer(setting[0], battle[0], lore, room[place]), best)
    return best

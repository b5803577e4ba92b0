"""How choices look to a bot that looks one action ahead, from what it knows by heart.

Worths are in thousandths of a point of Toughness: what opponents lose of it on average at their next stress check, and
what one loses oneself. What is not Toughness (stress, to be near, to be safe, to keep action points) is weighed
against it by the weights of the lore.
"""

from __future__ import annotations

from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.choices import choices
from battlewright.systems.skirmish.lines import count_obstacles
from battlewright.systems.skirmish.lore import (
    ATTACKER_BREAKS,
    CAUSED,
    CRITICAL,
    DEFENDER_BREAKS,
    GONE,
    HIT,
    MILLION,
    SUFFERED,
    THOUSAND,
    TOUGHNESS,
    Weight,
    arms_of,
    clash_odds,
    resolve_odds,
    row_of,
    shot_odds,
    stress_odds,
    weight,
)
from battlewright.systems.skirmish.melee import CLOSE_COMBAT_AP, fighter, left, opponent
from battlewright.systems.skirmish.move import range_of
from battlewright.systems.skirmish.propose import lead_to
from battlewright.systems.skirmish.record import (
    NOBODY,
    ChoiceKind,
    Frame,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
    Weapon,
)
from battlewright.systems.skirmish.refusals import why_refused
from battlewright.systems.skirmish.shooting import SHOT_AP, difficulty_of, lowest_sum
from battlewright.systems.skirmish.sides import end_of, first_of, seat_of
from battlewright.systems.skirmish.stress import is_over_stressed
from battlewright.table.measure import INCH, root, share
from battlewright.table.paths import clear_legs
from battlewright.table.spots import DIRECTIONS, ring_x, ring_y

FAR_RING = 16
TRIES = 3
"""A move that is refused is tried again half as far, so many times in all."""
ANGLES = 5
"""From so many sides an opponent is engaged."""
NO_WORTH = -(1 << 40)


@rule()
def margin_of(battle: Skirmish, who: int) -> int:
    """How much stress a model may still suffer before it breaks down."""
    return battle.models[who].toughness - battle.models[who].stress


@rule()
def standing(lore: Many[int], toughness: int, stress: int) -> int:
    """What a model is worth to its side: the Toughness it will have after its next stress check, and its life."""
    if toughness <= 0:
        return 0
    life = MILLION - stress_odds(lore, toughness, stress, GONE)
    kept = stress_odds(lore, toughness, stress, TOUGHNESS)
    counted = min(stress, 2 * toughness)  # more makes hardly a difference
    strain = weight(lore, Weight.STRESS) * counted * counted // toughness
    return kept + life * weight(lore, Weight.LIFE) // MILLION - strain


@rule()
def hurt(battle: Skirmish, lore: Many[int], whom: int, stress: int) -> int:
    """What so much stress costs a model."""
    model = battle.models[whom]
    return standing(lore, model.toughness, model.stress) - standing(lore, model.toughness, model.stress + stress)


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
    weapon = setting.weapons[setting.cards[who].gun[gun]]
    return hits_worth(battle, lore, weapon, hit, critical, whom)


@rule()
def hits_worth(battle: Skirmish, lore: Many[int], weapon: Weapon, hit: int, critical: int, whom: int) -> int:
    """What hits and criticals of these chances cost a model."""
    worst = 2 if weapon.critical_d3 else weapon.critical
    harm = (hit - critical) * hurt(battle, lore, whom, weapon.stress)
    return (harm + critical * hurt(battle, lore, whom, worst)) // MILLION


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
    theirs_break = clash_odds(lore, card.melee, other.melee, ours, theirs, one, two, DEFENDER_BREAKS)
    ours_break = clash_odds(lore, card.melee, other.melee, ours, theirs, one, two, ATTACKER_BREAKS)
    caused = clash_odds(lore, card.melee, other.melee, ours, theirs, one, two, CAUSED)
    suffered = clash_odds(lore, card.melee, other.melee, ours, theirs, one, two, SUFFERED)
    worth = weight(lore, Weight.BLOOD) + strike_worth(battle, lore, whom, caused, theirs_break)
    return worth - strike_worth(battle, lore, who, suffered, ours_break)


@rule()
def strike_worth(battle: Skirmish, lore: Many[int], whom: int, stress: int, breaks: int) -> int:
    """What it costs a model to suffer so much stress on average, and to break down with this chance."""
    model, margin = battle.models[whom], margin_of(battle, whom)
    strain = 0
    if 0 < model.stress < 2 * model.toughness:
        strain = weight(lore, Weight.STRESS) * 2 * model.stress * stress // THOUSAND // model.toughness
    if margin <= 0:
        return strain + stress * hurt(battle, lore, whom, 1) // THOUSAND
    return strain + breaks * hurt(battle, lore, whom, margin) // MILLION


@rule()
def best_clash(setting: Setting, battle: Skirmish, lore: Many[int], who: int, whom: int) -> int:
    """The best that a model can do by striking at another; nothing if it has no blade."""
    best = 0
    for blade in range(setting.cards[who].blades):
        best = max(best, clash_worth(setting, battle, lore, who, blade, whom))
    return best


@rule()
def short_of(setting: Setting, battle: Skirmish, who: int, whom: int) -> int:
    """How far a model is from where it could strike at another as it stands; 0 or less if it can."""
    one, other = battle.crowd.bases[who], battle.crowd.bases[whom]
    threat = 0
    for blade in range(setting.cards[who].blades):
        threat = max(threat, setting.weapons[setting.cards[who].blade[blade]].threat)
    dx, dy = one.x - other.x, one.y - other.y
    return root(dx * dx + dy * dy) - one.radius - other.radius - threat


@rule()
def prospect(setting: Setting, battle: Skirmish, lore: Many[int], who: int, ap: int) -> int:
    """What is to be hoped for and feared where a model stands, with so many action points left."""
    base = battle.crowd.bases[who]
    enemy = 1 - seat_of(setting, who)
    hope, fear, nearest = 0, 0, 1 << 30
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        if battle.crowd.bases[whom].stands:
            target = battle.crowd.bases[whom]
            obstacles = count_obstacles(setting, battle, who, whom, target.x, target.y, target.level)
            hope = max(hope, best_shot_at(setting, battle, lore, who, whom, obstacles))
            if setting.cards[who].blades:
                short = short_of(setting, battle, who, whom)
                nearest = min(nearest, max(short, 0))
                if short <= range_of(setting, who, Purpose.ENGAGE, 0):
                    hope = max(hope, best_clash(setting, battle, lore, who, whom))
            threat = best_shot_at(setting, battle, lore, whom, who, obstacles)
            engage = range_of(setting, whom, Purpose.ENGAGE, 0)
            if setting.cards[whom].blades and short_of(setting, battle, whom, who) <= engage:
                threat = max(threat, best_clash(setting, battle, lore, whom, who))
            fear += threat
    if base.stands == 0:
        return 0
    now = hope if ap >= SHOT_AP else hope * weight(lore, Weight.LATER) // 100
    armed = setting.cards[who].guns > 0 and setting.cards[who].ballistics > 0
    feared = fear * weight(lore, Weight.FEAR if armed else Weight.BLADE_FEAR) // 100
    inch = weight(lore, Weight.NEAR if armed else Weight.BLADE_NEAR)
    return now - feared - (nearest * inch // INCH if setting.cards[who].blades else 0)


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
        return (
            here
            + shot_worth(setting, battle, lore, who, choice.weapon, choice.whom, obstacles)
            + (ap - 2) * weight(lore, Weight.AP)
        )
    if choice.kind == ChoiceKind.CLOSE_COMBAT:
        return here + best_target(setting, battle, lore, who, choice.weapon) + (ap - 2) * weight(lore, Weight.AP)
    if choice.kind == ChoiceKind.AID:
        relief = min(1 + battle.models[who].caused, battle.models[choice.whom].stress)
        return here + max(hurt(battle, lore, choice.whom, 0) - hurt(battle, lore, choice.whom, -relief), 0)
    return here + ap * weight(lore, Weight.AP)


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
    x, y = base.x, base.y
    nearest = nearest_enemy(setting, battle, who)
    for direction in range(DIRECTIONS + 1):
        dx, dy = ring_x(FAR_RING, direction % DIRECTIONS), ring_y(FAR_RING, direction % DIRECTIONS)
        length = reach - 1
        if direction == DIRECTIONS:
            if nearest == NOBODY:
                break
            target = battle.crowd.bases[nearest]
            dx, dy = target.x - x, target.y - y
            length = min(length, root(dx * dx + dy * dy) - base.radius - target.radius - 1)
        far = max(root(dx * dx + dy * dy), 1)
        for _ in range(TRIES):
            blank(room[place], ChoiceKind.MOVE)
            to_x = min(max(x + share(dx, length, far), base.radius), setting.ground.width - base.radius)
            to_y = min(max(y + share(dy, length, far), base.radius), setting.ground.depth - base.radius)
            lead_to(setting, battle, who, Purpose.MOVE, reach, to_x, to_y, 0, room[place])
            if length > 0 and why_refused(setting, battle, room[place]) == 0:
                worth = worth_there(setting, battle, lore, who, room[place], ap - 1)
                best = keep(room, place, worth + (ap - 1) * weight(lore, Weight.AP), best)
                break
            length //= 2
    return best


@rule()
def nearest_enemy(setting: Setting, battle: Skirmish, who: int) -> int:
    """The opponent nearest to a model; NOBODY if there is none."""
    base, enemy = battle.crowd.bases[who], 1 - seat_of(setting, who)
    found, least = NOBODY, 1 << 60
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        other = battle.crowd.bases[whom]
        square = (other.x - base.x) * (other.x - base.x) + (other.y - base.y) * (other.y - base.y)
        if other.stands and square < least:
            found, least = whom, square
    return found


@rule()
def worth_there(setting: Setting, battle: Skirmish, lore: Many[int], who: int, choice: SkirmishChoice, ap: int) -> int:
    """The prospect at the end of a path; nothing is changed by looking at it."""
    base, end = battle.crowd.bases[who], choice.legs[choice.count - 1]
    x, y, level = base.x, base.y, base.level
    base.x, base.y, base.level = end.x, end.y, end.level
    worth = prospect(setting, battle, lore, who, ap)
    base.x, base.y, base.level = x, y, level
    return worth


@rule()
def judge_engagements(
    setting: Setting, battle: Skirmish, lore: Many[int], who: int, room: Many[SkirmishChoice], best: int
) -> int:
    """Try to engage every opponent that is near enough, and keep the best in the last place of the room."""
    card, place = setting.cards[who], len(room) - 2
    if battle.models[who].ap < CLOSE_COMBAT_AP:
        return best
    reach = range_of(setting, who, Purpose.ENGAGE, 0)
    enemy = 1 - seat_of(setting, who)
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        target = battle.crowd.bases[whom]
        if target.stands and short_of(setting, battle, who, whom) <= reach:
            for blade in range(card.blades):
                for angle in range(ANGLES):
                    if lead_beside(setting, battle, who, blade, whom, reach, angle, room[place]):
                        worth = worth_there(setting, battle, lore, who, room[place], 0)
                        worth += clash_worth(setting, battle, lore, who, blade, whom)
                        best = keep(room, place, worth, best)
                        break
    return best


@rule()
def lead_beside(
    setting: Setting, battle: Skirmish, who: int, blade: int, whom: int, reach: int, angle: int, choice: SkirmishChoice
) -> bool:
    """Write an engage move to just within a weapon's reach of an opponent, from straight ahead or from aside; False if
    it is not allowed."""
    base, target = battle.crowd.bases[who], battle.crowd.bases[whom]
    dx, dy = base.x - target.x, base.y - target.y
    apart = max(root(dx * dx + dy * dy), 1)
    threat = setting.weapons[setting.cards[who].blade[blade]].threat
    within = base.radius + target.radius + max(threat - INCH // 10, 0)
    turned = (angle + 1) // 2 * (1 if angle % 2 else -1)  # 0, then a little to each side, then more
    side_x, side_y = dx - dy * turned // 2, dy + dx * turned // 2
    whole = max(root(side_x * side_x + side_y * side_y), 1)
    x, y = target.x + share(side_x, within, whole), target.y + share(side_y, within, whole)
    way = (x - base.x) * (x - base.x) + (y - base.y) * (y - base.y)
    if apart <= within or way > reach * reach:
        return False
    blank(choice, ChoiceKind.CLOSE_COMBAT)
    choice.weapon = blade
    lead_to(setting, battle, who, Purpose.ENGAGE, reach, x, y, 0, choice)
    return why_refused(setting, battle, choice) == 0


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
    ap = 0 if battle.models[who].activated else weight(lore, Weight.AP)
    worth = 0
    if kind == ChoiceKind.COVER:
        need = lowest_sum(frame.difficulty + setting.cards[who].agility * INCH // 2)
        worth = -ap
    elif kind == ChoiceKind.RETURN_FIRE:
        worth = best_shot_at(setting, battle, lore, who, by, frame.obstacles) - 8 * ap
    hit, critical = shot_odds(lore, ballistics, need, HIT), shot_odds(lore, ballistics, need, CRITICAL)
    return worth - hits_worth(battle, lore, weapon, hit, critical, who)


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

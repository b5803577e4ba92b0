"""What things are worth to a bot, by what it knows by heart.

Worths are in thousandths of a point of the roster: a model counts its points as far as it is likely to be on the table
in the end. What is far from that (to be near, to be safe, to keep action points) is weighed by the weights of the lore.
"""

from __future__ import annotations

from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.bots.candidates import JUST_WITHIN
from battlewright.systems.skirmish.bots.distance_map import spot_of, way_between, ways_for
from battlewright.systems.skirmish.bots.tables import (
    ATTACKER_BREAKS,
    CAUSED,
    CRITICAL,
    DEFENDER_BREAKS,
    HIT,
    MILLION,
    SUFFERED,
    THOUSAND,
    UNARMED,
    Weight,
    arms_of,
    clash_odds,
    hurt_standing,
    shot_odds,
    standing,
    weight,
)
from battlewright.systems.skirmish.record import (
    MAX_CARRIED,
    MAX_MODELS,
    Purpose,
    Setting,
    Skirmish,
    Victory,
    Weapon,
)
from battlewright.systems.skirmish.rules.lines import count_obstacles
from battlewright.systems.skirmish.rules.move import longest_threat, range_of
from battlewright.systems.skirmish.rules.shooting import SHOT_AP, difficulty_of, lowest_sum
from battlewright.systems.skirmish.rules.sides import end_of, first_of, seat_of
from battlewright.table.measure import INCH, root

LEADER = 3
"""How many times its points a leader counts where battles are about leaders."""


@rule()
def activations_left(setting: Setting, battle: Skirmish, who: int) -> int:
    """How many activations of a model are to come."""
    return setting.round_limit - battle.round + (0 if battle.models[who].activated else 1)


@rule()
def life(setting: Setting, battle: Skirmish, lore: Many[int], who: int, more: int) -> int:
    """What a model is worth to its side: as it stands, or when it has just suffered so much more stress."""
    model, points = battle.models[who], setting.cards[who].points
    if setting.victory == Victory.LEADERS and (who == 0 or who == setting.first_of_b):
        points *= LEADER
    left = activations_left(setting, battle, who)
    if more > 0:
        return points * hurt_standing(lore, model.toughness, model.stress + more, left) // THOUSAND
    return points * standing(lore, model.toughness, model.stress + more, left) // THOUSAND


@rule()
def harm(setting: Setting, battle: Skirmish, lore: Many[int], whom: int, stress: int) -> int:
    """What so many thousandths of stress cost a model: between whole points as much as lies between them."""
    whole, rest = stress // THOUSAND, stress % THOUSAND
    after = life(setting, battle, lore, whom, whole)
    if rest:
        after += (life(setting, battle, lore, whom, whole + 1) - after) * rest // THOUSAND
    return life(setting, battle, lore, whom, 0) - after


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
    return hits_worth(setting, battle, lore, weapon, hit, critical, whom)


@rule()
def hits_worth(
    setting: Setting, battle: Skirmish, lore: Many[int], weapon: Weapon, hit: int, critical: int, whom: int
) -> int:
    """What hits and criticals of these chances cost a model."""
    worst = 2 if weapon.critical_d3 else weapon.critical
    cost = (hit - critical) * harm(setting, battle, lore, whom, weapon.stress * THOUSAND)
    return (cost + critical * harm(setting, battle, lore, whom, worst * THOUSAND)) // MILLION


@rule()
def best_shot_at(setting: Setting, battle: Skirmish, lore: Many[int], who: int, whom: int, obstacles: int) -> int:
    """The best that a model can do by shooting at another."""
    best = 0
    if setting.cards[who].ballistics > 0:
        for gun in range(setting.cards[who].guns):
            best = max(best, shot_worth(setting, battle, lore, who, gun, whom, obstacles))
    return best


@rule()
def margin_of(battle: Skirmish, who: int) -> int:
    """How much stress a model may still suffer before it breaks down."""
    return battle.models[who].toughness - battle.models[who].stress


@rule()
def clash_worth(
    setting: Setting, battle: Skirmish, lore: Many[int], zeal: int, who: int, blade: int, whom: int, apart: int
) -> int:
    """What a clash is worth on average to who attacks, so far apart; who does not reach as far only parries."""
    card, other = setting.cards[who], setting.cards[whom]
    theirs = UNARMED
    for place in range(other.blades):
        if theirs == UNARMED and setting.weapons[other.blade[place]].threat >= apart:
            theirs = arms_of(lore, setting.weapons[other.blade[place]])
    ours = arms_of(lore, setting.weapons[card.blade[blade]])
    one, two = margin_of(battle, who), margin_of(battle, whom)
    theirs_break = clash_odds(lore, card.melee, other.melee, ours, theirs, one, two, DEFENDER_BREAKS)
    ours_break = clash_odds(lore, card.melee, other.melee, ours, theirs, one, two, ATTACKER_BREAKS)
    caused = clash_odds(lore, card.melee, other.melee, ours, theirs, one, two, CAUSED)
    suffered = clash_odds(lore, card.melee, other.melee, ours, theirs, one, two, SUFFERED)
    worth = strike_worth(setting, battle, lore, whom, caused, theirs_break)
    worth = worth * zeal // 100
    return worth - strike_worth(setting, battle, lore, who, suffered, ours_break)


@rule()
def strike_worth(setting: Setting, battle: Skirmish, lore: Many[int], whom: int, stress: int, breaks: int) -> int:
    """What it costs a model to suffer so much stress on average, and to break down with this chance.

    Where it breaks down it is taken to have just so much stress, and what is left of the average is the other case's.
    """
    margin = max(margin_of(battle, whom), 1)
    if breaks == 0 or breaks == MILLION:
        return harm(setting, battle, lore, whom, stress)
    rest = MILLION - breaks
    other = max(stress * THOUSAND - breaks * margin, 0) * THOUSAND // rest
    broken = harm(setting, battle, lore, whom, max(margin * THOUSAND, stress))
    return (breaks * broken + rest * harm(setting, battle, lore, whom, min(other, stress))) // MILLION


@rule()
def best_clash(setting: Setting, battle: Skirmish, lore: Many[int], zeal: int, who: int, whom: int) -> int:
    """The best that a model can do by striking at another from as far as it reaches; nothing if it has no blade."""
    best = 0
    for blade in range(setting.cards[who].blades):
        threat = setting.weapons[setting.cards[who].blade[blade]].threat
        best = max(best, clash_worth(setting, battle, lore, zeal, who, blade, whom, max(threat - JUST_WITHIN, 0)))
    return best


@rule()
def flat_gap(battle: Skirmish, who: int, whom: int) -> int:
    """How far two bases are apart, seen from above."""
    one, other = battle.crowd.bases[who], battle.crowd.bases[whom]
    dx, dy = one.x - other.x, one.y - other.y
    return max(root(dx * dx + dy * dy) - one.radius - other.radius, 0)


# Notes: a row in which a bot that thinks about one model's action writes down what holds wherever it goes. The first
# places are for the worths of choices.

MOST_CHOICES = 128
STAGES = MOST_CHOICES
STRIKES = STAGES + MOST_CHOICES
THREATS = STRIKES + MAX_MODELS
LINES = THREATS + MAX_MODELS
PLACES = LINES + MAX_MODELS
NEAR_THREATS = PLACES + MAX_MODELS
THREAT_SLOPES = NEAR_THREATS + MAX_MODELS
LEAD = THREAT_SLOPES + MAX_MODELS
REACH = LEAD + 1
STRIDE = REACH + 1
HOPE_SLOPE = STRIDE + 1
HOPE = HOPE_SLOPE + 1
LATER_HOPE = HOPE + 1
FEAR = LATER_HOPE + 1
FARTHER = FEAR + 1
OUR_SHOTS = FARTHER + 1
SHOT_NOTES = 3
NORMAL, WORST, MODIFIER = range(SHOT_NOTES)
THEIR_SHOTS = OUR_SHOTS + MAX_MODELS * MAX_CARRIED * SHOT_NOTES
LOT = THEIR_SHOTS + MAX_MODELS * MAX_CARRIED * SHOT_NOTES
NOTES = LOT + 1
"""For each choice its worth and how far it is looked into; for each opponent what a clash is worth to the model, what
one is worth to the opponent, what is in the line between them now (NO_LINE: neither shoots), the spot it stands at, how
far its blades threaten and how that fades; how far ahead one is, how far one engages and moves, and how hope fades;
what is hoped for, now and later, and feared at the place that was weighed last, and how far it is from there to where
one could strike; and for each gun what its hits and criticals do, and its modifier, from the model to the opponent and
back. The last is a lot that was drawn."""
NO_LINE = -1
DETOUR = INCH
"""How much longer a way may seem because only spots are known by heart."""
USUAL_LINE = 1
GOOD_SUM = 3
"""A shot over so many inches a die is a good one."""
OTHERS = 4
"""An opponent acts against one model only: but for the worst, dangers count by this part."""
SMALL_LEAD = 50
"""Hundredths of a model that are no lead to rest on."""
THREAT_SCALE = 4096
SAFE = 2
"""Blades that are so many times their Agility farther away than they can engage, a move, are not feared."""
HOPEFUL = 3
"""Opponents that are so many times one's own Agility farther away than one can engage are not longed for."""


@rule()
def shoots(setting: Setting, who: int) -> bool:
    """Whether a model can shoot at all."""
    return setting.cards[who].guns > 0 and setting.cards[who].ballistics > 0


@rule()
def note_opponents(
    setting: Setting, battle: Skirmish, lore: Many[int], notes: Many[int], who: int, usual: bool
) -> None:
    """Write down what opponents are to a model, wherever it goes; with what is usually in a line, or what is."""
    enemy = 1 - seat_of(setting, who)
    notes[LEAD] = lead_of(setting, battle, lore, 1 - enemy)
    notes[REACH] = range_of(setting, who, Purpose.ENGAGE, 0) + longest_threat(setting, who)
    notes[STRIDE] = range_of(setting, who, Purpose.MOVE, 0)
    notes[HOPE_SLOPE] = 100 * THREAT_SCALE // max(HOPEFUL * setting.cards[who].agility * INCH, 1)
    zeal, ways = zeal_of(lore, notes), ways_for(setting, lore, who)
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        base = battle.crowd.bases[whom]
        if base.stands:
            notes[STRIKES + whom] = best_clash(setting, battle, lore, zeal, who, whom)
            notes[THREATS + whom] = best_clash(setting, battle, lore, weight(lore, Weight.DREAD), whom, who)
            notes[PLACES + whom] = spot_of(setting, lore, ways, base.x, base.y, base.level)
            note_danger(setting, notes, whom)
            notes[LINES + whom] = NO_LINE
            if shoots(setting, who) or shoots(setting, whom):
                notes[LINES + whom] = USUAL_LINE
                if not usual:
                    notes[LINES + whom] = count_obstacles(setting, battle, who, whom, base.x, base.y, base.level)
                note_shots(setting, battle, lore, notes, OUR_SHOTS + whom * MAX_CARRIED * SHOT_NOTES, who, whom)
                note_shots(setting, battle, lore, notes, THEIR_SHOTS + whom * MAX_CARRIED * SHOT_NOTES, whom, who)


@rule()
def lead_of(setting: Setting, battle: Skirmish, lore: Many[int], seat: int) -> int:
    """How far ahead a side is, in hundredths of a model of the average."""
    lead, points = 0, 0
    for who in range(setting.models):
        points += setting.cards[who].points
        if battle.crowd.bases[who].stands:
            worth = life(setting, battle, lore, who, 0)
            lead += worth if seat_of(setting, who) == seat else -worth
    return lead * setting.models // max(10 * points, 1)


@rule()
def zeal_of(lore: Many[int], notes: Many[int]) -> int:
    """Hundredths of what a clash does to an opponent, by the lead: who is behind must dare more."""
    return min(max(weight(lore, Weight.ZEAL) - weight(lore, Weight.SWAY) * notes[LEAD] // 100, 30), 300)


@rule()
def caution_of(setting: Setting, battle: Skirmish, lore: Many[int], notes: Many[int]) -> int:
    """Hundredths of what is feared, by the lead: who has none fears less and less as rounds go by."""
    caution = min(max(100 + weight(lore, Weight.CAUTION) * notes[LEAD] // 100, 20), 400)
    if notes[LEAD] < SMALL_LEAD:
        caution = caution * (setting.round_limit - battle.round + 1) // max(setting.round_limit, 1)
    return caution


@rule()
def note_shots(
    setting: Setting, battle: Skirmish, lore: Many[int], notes: Many[int], at: int, who: int, whom: int
) -> None:
    """Write down what each gun of a model does to another."""
    for gun in range(setting.cards[who].guns):
        weapon = setting.weapons[setting.cards[who].gun[gun]]
        place = at + gun * SHOT_NOTES
        notes[place + NORMAL] = harm(setting, battle, lore, whom, weapon.stress * THOUSAND)
        worst = 2 if weapon.critical_d3 else weapon.critical
        notes[place + WORST] = harm(setting, battle, lore, whom, worst * THOUSAND)
        notes[place + MODIFIER] = weapon.modifier if setting.modifier_added else -weapon.modifier


@rule()
def noted_shot(setting: Setting, lore: Many[int], notes: Many[int], at: int, who: int, difficulty: int) -> int:
    """The best shot of a model at another, by the notes about its guns; the difficulty without the modifier."""
    best, card = 0, setting.cards[who]
    for gun in range(card.guns):
        place = at + gun * SHOT_NOTES
        need = lowest_sum(difficulty + notes[place + MODIFIER])
        hit, critical = shot_odds(lore, card.ballistics, need, HIT), shot_odds(lore, card.ballistics, need, CRITICAL)
        best = max(best, ((hit - critical) * notes[place + NORMAL] + critical * notes[place + WORST]) // MILLION)
    return best


@rule()
def prospect(
    setting: Setting, battle: Skirmish, lore: Many[int], notes: Many[int], who: int, ap: int, rough: bool
) -> int:
    """What a place is worth to a model, with so many action points left: what is to be hoped for, less what is to be
    feared, less the way that is still to go. Roughly: with what was in the lines before it went there."""
    weigh(setting, battle, lore, notes, who, notes[REACH], rough)
    now = hoped_for(setting, battle, lore, notes, ap) - notes[FEAR] * caution_of(setting, battle, lore, notes) // 100
    return now - still_to_go(setting, battle, lore, notes, who)


@rule()
def urgency(setting: Setting, battle: Skirmish, lore: Many[int], notes: Many[int], who: int) -> int:
    """How much there is in activating a model now: what it can do, after a move too, and what threatens it."""
    ap = battle.models[who].ap
    weigh(setting, battle, lore, notes, who, notes[REACH] + (notes[STRIDE] if ap > SHOT_AP else 0), True)
    now = hoped_for(setting, battle, lore, notes, ap) + notes[FEAR] * caution_of(setting, battle, lore, notes) // 100
    return now - still_to_go(setting, battle, lore, notes, who)


@rule()
def hoped_for(setting: Setting, battle: Skirmish, lore: Many[int], notes: Many[int], ap: int) -> int:
    """What is to be hoped for at the place that was weighed last, in this round or later: less and less as rounds go
    by, or one would wait for ever."""
    now = notes[HOPE] if ap >= SHOT_AP else notes[HOPE] * weight(lore, Weight.LATER) // 100
    later = weight(lore, Weight.LONGING) * (setting.round_limit - battle.round) // max(setting.round_limit, 1)
    return max(now, notes[LATER_HOPE] * later // 100)


@rule()
def still_to_go(setting: Setting, battle: Skirmish, lore: Many[int], notes: Many[int], who: int) -> int:
    """What it costs to be away from where one could strike, and from a circle that is to be held."""
    near = weight(lore, Weight.NEAR if shoots(setting, who) else Weight.BLADE_NEAR)
    return notes[FARTHER] * near // INCH + pull(setting, battle, lore, who)


@rule()
def weigh(
    setting: Setting, battle: Skirmish, lore: Many[int], notes: Many[int], who: int, within: int, rough: bool
) -> None:
    """Write down what is to be hoped for and feared where a model stands, and how far it is from where it could strike.
    Whom it finds within so far it may strike at in this round."""
    base, card = battle.crowd.bases[who], setting.cards[who]
    enemy = 1 - seat_of(setting, who)
    armed = shoots(setting, who)
    reach = notes[REACH]
    ways = ways_for(setting, lore, who)
    spot = spot_of(setting, lore, ways, base.x, base.y, base.level)
    hope, later, fear, most_fear, nearest = 0, 0, 0, 0, 1 << 30
    this_round = weight(lore, Weight.FEAR if armed else Weight.BLADE_FEAR)
    next_round = weight(lore, Weight.LATE_FEAR if armed else Weight.BLADE_LATE_FEAR)
    range_of_fire = card.ballistics * GOOD_SUM * INCH
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        target = battle.crowd.bases[whom]
        if target.stands:
            dx, dy = base.x - target.x, base.y - target.y
            apart = max(root(dx * dx + dy * dy) - base.radius - target.radius, 0)
            rise = abs(base.level - target.level)
            obstacles, threat = notes[LINES + whom], 0
            if obstacles != NO_LINE:
                if not rough:
                    obstacles = count_obstacles(setting, battle, who, whom, target.x, target.y, target.level)
                difficulty = (apart if rise == 0 else root(apart * apart + rise * rise)) + obstacles * INCH
                place = whom * MAX_CARRIED * SHOT_NOTES
                hope = max(hope, noted_shot(setting, lore, notes, OUR_SHOTS + place, who, difficulty))
                if armed:
                    nearest = min(nearest, max(apart + obstacles * INCH - range_of_fire, 0))
                threat = noted_shot(setting, lore, notes, THEIR_SHOTS + place, whom, difficulty)
            way = max(apart, way_between(lore, ways, spot, notes[PLACES + whom]) - DETOUR)
            if card.blades:
                nearest = min(nearest, max(way - reach, 0))
                strike = notes[STRIKES + whom]
                if way <= within:
                    hope = max(hope, strike)
                if strike > later:
                    faded = max(way - reach, 0) * notes[HOPE_SLOPE] // THREAT_SCALE
                    later = max(later, strike * (100 - faded) // 100)
            if notes[THREATS + whom] > threat:
                threat = max(threat, notes[THREATS + whom] * danger(notes, whom, way) // 100)
            threat *= next_round if battle.models[whom].activated else this_round
            most_fear = max(most_fear, threat)
            fear += threat
    notes[HOPE] = hope
    notes[LATER_HOPE] = later
    notes[FEAR] = (most_fear + (fear - most_fear) // OTHERS) // 100
    notes[FARTHER] = nearest if nearest < 1 << 30 else 0


@rule()
def note_danger(setting: Setting, notes: Many[int], whom: int) -> None:
    """Write down how far an opponent's blades are to be feared."""
    agility = setting.cards[whom].agility * INCH
    notes[NEAR_THREATS + whom] = agility + longest_threat(setting, whom)
    notes[THREAT_SLOPES + whom] = 100 * THREAT_SCALE // max(SAFE * agility, 1)


@rule()
def danger(notes: Many[int], whom: int, way: int) -> int:
    """How much an opponent's blades are to be feared so far away, in hundredths: all of it where it can engage, nothing
    where it cannot come near in an activation, and in between less and less."""
    beyond = max(way - notes[NEAR_THREATS + whom], 0)
    return max(100 - beyond * notes[THREAT_SLOPES + whom] // THREAT_SCALE, 0)


@rule()
def pull(setting: Setting, battle: Skirmish, lore: Many[int], who: int) -> int:
    """What it costs to be outside the circle that is to be held, where there is one."""
    if setting.victory != Victory.HOLD:
        return 0
    base = battle.crowd.bases[who]
    dx, dy = base.x - setting.hold_x, base.y - setting.hold_y
    return max(root(dx * dx + dy * dy) - setting.hold_radius, 0) * weight(lore, Weight.HOLD) // INCH

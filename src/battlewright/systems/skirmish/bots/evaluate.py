"""Evaluation: the values of places to a bot, by its tables.

Values are in thousandths of a point of the roster (see ``attacks``). Other aims (to be near, to be safe, to keep action
points) count by the weights of the tables.
"""

from __future__ import annotations

from typing import Annotated

from battlewright.engine.record import Many, Record
from battlewright.engine.rule import rule
from battlewright.engine.system import Scratch
from battlewright.systems.skirmish.bots.attacks import Life, note_life
from battlewright.systems.skirmish.bots.distance_map import FAR, avoids, cell_at, distance_between, way_round
from battlewright.systems.skirmish.bots.pairs import (
    PAIRS,
    SLOPE_BITS,
    SLOPE_SCALE,
    GunNotes,
    Pair,
    best_clash,
    danger,
    forget,
    note_pair,
)
from battlewright.systems.skirmish.bots.tables import MILLION, NO_CELL, Basics, DistanceMap, ShotsOf, Tables, need_at
from battlewright.systems.skirmish.record import MAX_MODELS, Purpose, Setting, Skirmish, Victory
from battlewright.systems.skirmish.rules.lines import count_obstacles
from battlewright.systems.skirmish.rules.move import longest_threat, range_of
from battlewright.systems.skirmish.rules.shooting import SHOT_AP, lowest_sum
from battlewright.systems.skirmish.rules.sides import end_of, first_of, seat_of
from battlewright.table.measure import INCH, root

MOST_CHOICES = 128


class Foe(Record):
    """What is known of an opponent wherever the model goes: the values of a clash to the model (``strike``) and to the
    opponent (``threat``), the opponent's cell, and the obstacles in the line between them (NO_LINE: neither shoots)
    from where the model is (``home``), and from the place that is weighed, as far as they are known (``line``)."""

    strike: int
    threat: int
    line: int
    home: int
    cell: int


class SkirmishScratch(Scratch):
    """The scratch of ``rank``: for each choice its value and its stage; the stamp of a setting's cards and its options,
    and what is known for these: the values of models, and what each can do to each other; the opponents of the model;
    its side's lead, its caution and its longing, its ranges to engage and to move, its cell, and that of the opponent
    nearest on foot; a cell on the way there that a friend blocks, the cell over which the way round leads, and how much
    longer that is; how hope fades; and for the place weighed last the hope, now and later, the fear, and the distance
    to where the model could strike."""

    values: Annotated[Many[int], MOST_CHOICES]
    stages: Annotated[Many[int], MOST_CHOICES]
    stamp: int
    options: int
    lives: Annotated[Many[Life], MAX_MODELS]
    pairs: Annotated[Many[Pair], PAIRS]
    foes: Annotated[Many[Foe], MAX_MODELS]
    lead: int
    caution: int
    longing: int
    reach: int
    stride: int
    cell: int
    goal: int
    block: int
    over: int
    delay: int
    hope_slope: int
    hope: int
    later_hope: int
    fear: int
    farther: int


NO_LINE = -1
DETOUR = INCH
"""The most by which a distance map overstates a distance, because it knows only cells."""
USUAL_LINE = 1
GOOD_SUM = 3
"""A shot over at most this many inches per die is a good one."""
OTHERS = 4
"""The divisor of all dangers but the worst, because an opponent acts against one model only."""
SMALL_LEAD = 50
"""A lead below this, in hundredths of a model, is too small to play safe on."""
HOPEFUL = 3
"""Opponents do not attract a model when they are farther away than it can engage by this many times its Agility."""


@rule()
def shoots(setting: Setting, who: int) -> bool:
    """Whether a model can shoot at all."""
    return setting.cards[who].guns > 0 and setting.cards[who].ballistics > 0


@rule()
def note_models(setting: Setting, battle: Skirmish, tables: Tables, scratch: SkirmishScratch) -> None:
    """Write the values of all models, as far as they have changed."""
    basics, options = tables.basics[0], 2 * setting.victory + setting.modifier_added
    if scratch.stamp != basics.stamp or scratch.options != options or basics.stamp == 0:
        forget(setting, scratch.lives, scratch.pairs)
        scratch.stamp, scratch.options = basics.stamp, options
    for who in range(setting.models):
        note_life(setting, battle, basics, scratch.lives[who], who)


@rule()
def note_side(setting: Setting, battle: Skirmish, basics: Basics, scratch: SkirmishScratch, seat: int) -> None:
    """Write what is the same for all models of a side: its lead, and what follows from that."""
    scratch.lead = lead_of(setting, battle, scratch.lives, seat)
    scratch.caution = caution_of(setting, battle, basics, scratch)
    scratch.longing = longing_of(setting, battle, basics)


@rule()
def note_foes(
    setting: Setting, battle: Skirmish, tables: Tables, scratch: SkirmishScratch, who: int, usual: bool
) -> None:
    """Write what is known of each opponent, wherever the model goes: with the usual number of obstacles in a line, or
    the actual one. All models and its side have been noted before."""
    enemy, basics = 1 - seat_of(setting, who), tables.basics[0]
    scratch.reach = range_of(setting, who, Purpose.ENGAGE, 0) + longest_threat(setting, who)
    scratch.stride = range_of(setting, who, Purpose.MOVE, 0)
    scratch.hope_slope = 100 * SLOPE_SCALE // max(HOPEFUL * setting.cards[who].agility * INCH, 1)
    aggression, map = aggression_of(basics, scratch), tables.maps[basics.map_of[who]]
    home, armed = battle.crowd.bases[who], shoots(setting, who)
    scratch.cell = cell_at(map, home.x, home.y, home.level)
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        base, foe = battle.crowd.bases[whom], scratch.foes[whom]
        if base.stands:
            ours, theirs = scratch.pairs[who * MAX_MODELS + whom], scratch.pairs[whom * MAX_MODELS + who]
            note_pair(setting, battle, tables, scratch.lives, ours, who, whom)
            note_pair(setting, battle, tables, scratch.lives, theirs, whom, who)
            foe.strike = best_clash(setting, ours, aggression, who)
            foe.threat = best_clash(setting, theirs, basics.weights.dread, whom)
            foe.cell = cell_at(map, base.x, base.y, base.level)
            foe.line = NO_LINE
            if armed or shoots(setting, whom):
                foe.line = USUAL_LINE
                if not usual:
                    foe.line = count_obstacles(setting, battle, who, whom, base.x, base.y, base.level)
            foe.home = foe.line
    scratch.block = NO_CELL
    if not usual:
        note_way(setting, battle, map, scratch, who)


@rule()
def note_way(setting: Setting, battle: Skirmish, map: DistanceMap, scratch: SkirmishScratch, who: int) -> None:
    """Write the cell of the opponent nearest on foot, and whether a friend within a move blocks the way there."""
    enemy, cell, least = 1 - seat_of(setting, who), scratch.cell, FAR
    scratch.goal, scratch.over = NO_CELL, NO_CELL
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        if battle.crowd.bases[whom].stands and scratch.foes[whom].cell != NO_CELL:
            distance = distance_between(map, cell, scratch.foes[whom].cell)
            if distance < least:
                scratch.goal, least = scratch.foes[whom].cell, distance
    if cell == NO_CELL or scratch.goal == NO_CELL:
        return
    for friend in range(first_of(setting, 1 - enemy), end_of(setting, 1 - enemy)):
        base = battle.crowd.bases[friend]
        if friend != who and base.stands:
            block = cell_at(map, base.x, base.y, base.level)
            ahead = 0 < distance_between(map, cell, block) <= scratch.stride and block != scratch.goal
            if ahead and not avoids(map, cell, scratch.goal, block):
                over = way_round(map, cell, scratch.goal, block)
                more = distance_between(map, cell, over) + distance_between(map, over, scratch.goal) - least
                if over != block and more > DETOUR:
                    scratch.block, scratch.over, scratch.delay = block, over, min(more, scratch.stride)


@rule()
def lead_of(setting: Setting, battle: Skirmish, lives: Many[Life], seat: int) -> int:
    """The lead of a side, in hundredths of an average model."""
    lead, points = 0, 0
    for who in range(setting.models):
        points += setting.cards[who].points
        if battle.crowd.bases[who].stands:
            lead += lives[who].after[0] if seat_of(setting, who) == seat else -lives[who].after[0]
    return lead * setting.models // max(10 * points, 1)


@rule()
def aggression_of(basics: Basics, scratch: SkirmishScratch) -> int:
    """The weight, in hundredths, of what a clash does to an opponent, by the lead: a side that is behind must dare
    more."""
    return min(max(basics.weights.aggression - basics.weights.sway * scratch.lead // 100, 30), 300)


@rule()
def caution_of(setting: Setting, battle: Skirmish, basics: Basics, scratch: SkirmishScratch) -> int:
    """The weight of fear, in hundredths, by the lead: a side without a lead fears less as rounds go by."""
    caution = min(max(100 + basics.weights.caution * scratch.lead // 100, 20), 400)
    if scratch.lead < SMALL_LEAD:
        caution = caution * (setting.round_limit - battle.round + 1) // max(setting.round_limit, 1)
    return caution


@rule()
def noted_shot(of: ShotsOf, notes: Many[GunNotes], guns: int, difficulty: int) -> int:
    """The value of a model's best shot at another, by the notes about its guns. The difficulty is without the
    modifier."""
    best = gun_value(of, notes[0], difficulty) if guns else 0
    for gun in range(1, guns):
        best = max(best, gun_value(of, notes[gun], difficulty))
    return best // MILLION


@rule()
def gun_value(of: ShotsOf, note: GunNotes, difficulty: int) -> int:
    """The value of a shot, in millionths."""
    odds = of.by_need[need_at(lowest_sum(difficulty + note.modifier))]
    return (odds.hit - odds.critical) * note.hit + odds.critical * note.critical


@rule()
def prospect(setting: Setting, battle: Skirmish, tables: Tables, scratch: SkirmishScratch, who: int, ap: int) -> int:
    """The value of a place to a model with ``ap`` action points left: hope, less fear, less the distance still to go,
    with the obstacles in the lines that were noted last."""
    basics = tables.basics[0]
    weigh(setting, battle, tables, scratch, who, scratch.reach)
    feared = scratch.fear * scratch.caution // 100
    now = hoped_for(basics, scratch, ap) - feared
    return now - still_to_go(setting, battle, basics, scratch, who)


@rule()
def urgency(setting: Setting, battle: Skirmish, tables: Tables, scratch: SkirmishScratch, who: int) -> int:
    """The value of activating a model now: what it can do, also after a move, and what threatens it."""
    ap, basics = battle.models[who].ap, tables.basics[0]
    weigh(setting, battle, tables, scratch, who, scratch.reach + (scratch.stride if ap > SHOT_AP else 0))
    feared = scratch.fear * scratch.caution // 100
    now = hoped_for(basics, scratch, ap) + feared
    return now - still_to_go(setting, battle, basics, scratch, who)


@rule()
def longing_of(setting: Setting, battle: Skirmish, basics: Basics) -> int:
    """The weight, in hundredths, of what can be done in a later round. It shrinks as rounds go by, or a bot would wait
    for ever."""
    return basics.weights.longing * (setting.round_limit - battle.round) // max(setting.round_limit, 1)


@rule()
def hoped_for(basics: Basics, scratch: SkirmishScratch, ap: int) -> int:
    """The hope at the place weighed last, in this round or later."""
    now = scratch.hope if ap >= SHOT_AP else scratch.hope * basics.weights.later // 100
    return max(now, scratch.later_hope * scratch.longing // 100)


@rule()
def still_to_go(setting: Setting, battle: Skirmish, basics: Basics, scratch: SkirmishScratch, who: int) -> int:
    """The cost of the distance to where a model could strike, and to a circle that is to be held."""
    near = basics.weights.near if shoots(setting, who) else basics.weights.blade_near
    return scratch.farther * near // INCH + pull(setting, battle, basics, who)


@rule()
def look_around(setting: Setting, battle: Skirmish, scratch: SkirmishScratch, who: int) -> None:
    """Write the obstacles in the lines of fire from where a model stands."""
    enemy = 1 - seat_of(setting, who)
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        target, foe = battle.crowd.bases[whom], scratch.foes[whom]
        if target.stands and foe.line != NO_LINE:
            foe.line = count_obstacles(setting, battle, who, whom, target.x, target.y, target.level)


@rule()
def look_back(setting: Setting, scratch: SkirmishScratch, who: int) -> None:
    """Write the obstacles in the lines of fire from where the model was noted."""
    enemy = 1 - seat_of(setting, who)
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        scratch.foes[whom].line = scratch.foes[whom].home


@rule()
def weigh(setting: Setting, battle: Skirmish, tables: Tables, scratch: SkirmishScratch, who: int, within: int) -> None:
    """Write the hope and the fear where a model stands, and its distance to where it could strike. In this round it may
    strike at opponents up to ``within`` away."""
    base, card, basics = battle.crowd.bases[who], setting.cards[who], tables.basics[0]
    enemy, armed, reach = 1 - seat_of(setting, who), shoots(setting, who), scratch.reach
    map, fades = tables.maps[basics.map_of[who]], scratch.hope_slope
    cell, guns, blades, shots = cell_at(map, base.x, base.y, base.level), card.guns, card.blades, card.ballistics
    hope, later, fear, most_fear, nearest = 0, 0, 0, 0, 1 << 30
    this_round = basics.weights.fear if armed else basics.weights.blade_fear
    next_round = basics.weights.late_fear if armed else basics.weights.blade_late_fear
    range_of_fire, blocked = shots * GOOD_SUM * INCH, scratch.block != NO_CELL
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        target, foe = battle.crowd.bases[whom], scratch.foes[whom]
        if target.stands:
            dx, dy, rise = base.x - target.x, base.y - target.y, abs(base.level - target.level)
            apart = max(root(dx * dx + dy * dy) - base.radius - target.radius, 0)
            distance = max(apart, distance_between(map, cell, foe.cell) - DETOUR)
            if blocked and not avoids(map, cell, foe.cell, scratch.block):
                distance += scratch.delay
            threat, theirs = 0, scratch.pairs[whom * MAX_MODELS + who]
            if foe.line != NO_LINE:
                difficulty = (apart if rise == 0 else root(apart * apart + rise * rise)) + foe.line * INCH
                ours = scratch.pairs[who * MAX_MODELS + whom]
                if ours.most > hope:
                    hope = max(hope, noted_shot(basics.shots[shots], ours.guns, guns, difficulty))
                if armed:
                    nearest = min(nearest, max(apart + foe.line * INCH - range_of_fire, 0))
                other = setting.cards[whom]
                threat = noted_shot(basics.shots[other.ballistics], theirs.guns, other.guns, difficulty)
            if blades:
                beyond = max(distance - reach, 0)
                nearest = min(nearest, beyond)
                if distance <= within:
                    hope = max(hope, foe.strike)
                later = max(later, foe.strike * max(100 - ((beyond * fades) >> SLOPE_BITS), 0))
            threat = max(threat, foe.threat * danger(theirs, distance) // 100)
            threat *= next_round if battle.models[whom].activated else this_round
            most_fear = max(most_fear, threat)
            fear += threat
    scratch.hope = hope
    scratch.later_hope = later // 100
    scratch.fear = (most_fear + (fear - most_fear) // OTHERS) // 100
    scratch.farther = nearest if nearest < 1 << 30 else 0


@rule()
def pull(setting: Setting, battle: Skirmish, basics: Basics, who: int) -> int:
    """The cost of being outside the circle that is to be held, if there is one."""
    if setting.victory != Victory.HOLD:
        return 0
    base = battle.crowd.bases[who]
    dx, dy = base.x - setting.hold_x, base.y - setting.hold_y
    return max(root(dx * dx + dy * dy) - setting.hold_radius, 0) * basics.weights.hold // INCH

"""Evaluation: the values of places to a bot, by its tables.

Values are in thousandths of a point of the roster (see ``attacks``). Other aims (to be near, to be safe, to keep action
points) count by the weights of the tables.
"""

from __future__ import annotations

from typing import Annotated

from battlewright.contract.parts import Scratch
from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Record, Row
from battlewright.geometry.bases import Base
from battlewright.geometry.distance import INCH, root
from battlewright.systems.skirmish.bots.attacks import (
    PAIRS,
    SLOPE_SCALE,
    Life,
    Pair,
    best_clash,
    forget,
    write_life,
    write_pair,
)
from battlewright.systems.skirmish.bots.distance_map import DETOUR, FAR, avoids, cell_at, detour_cell, distance_between
from battlewright.systems.skirmish.bots.tables import NO_CELL, Basics, DistanceMap, Tables
from battlewright.systems.skirmish.bots.weigh import (
    LANES,
    ROWS,
    FoeLanes,
    Weighing,
    clear_lanes,
    place_foe,
    weigh,
    write_blades,
    write_guns,
)
from battlewright.systems.skirmish.record import MAX_CHOICES, MAX_MODELS, Purpose, Setting, Skirmish, Victory
from battlewright.systems.skirmish.rules.lines import count_obstacles
from battlewright.systems.skirmish.rules.move import longest_threat, range_of
from battlewright.systems.skirmish.rules.shooting import SHOT_AP
from battlewright.systems.skirmish.rules.sides import end_of, first_of, side_of


class Foe(Record):
    """What is known of an opponent wherever the model goes: the values of a clash to the model (``strike``) and to the
    opponent (``threat``), the opponent's cell, its first lane in the rows (see ``weigh``) and how many it has, and the
    obstacles in the line between them (NO_LINE: neither shoots) from where the model is."""

    strike: int
    threat: int
    cell: int
    lane: int
    lanes: int
    line: int


class SkirmishScratch(Scratch):
    """The scratch of ``rank``: for each choice its value and its stage; the stamp of a setting's cards and its options,
    and what is known for these: the values of models, and what each can do to each other; the opponents of the model,
    and the same in rows; its side's lead, its caution and its longing, its range to move, its cell, and that of the
    opponent nearest on foot; the cell over which the way round a friend leads; and what the place weighed last comes
    to."""

    values: Annotated[Row[int], MAX_CHOICES]
    stages: Annotated[Row[int], MAX_CHOICES]
    stamp: int
    options: int
    lives: Annotated[Row[Life], MAX_MODELS]
    pairs: Annotated[Row[Pair], PAIRS]
    foes: Annotated[Row[Foe], MAX_MODELS]
    rows: Annotated[Row[FoeLanes], ROWS]
    lead: int
    caution: int
    longing: int
    stride: int
    cell: int
    goal: int
    over: int
    place: Weighing


NO_LINE = -1
USUAL_LINE = 1
SMALL_LEAD = 50
"""A lead below this, in hundredths of a model, is too small to play safe on."""
ATTRACT_WITHIN = 3
"""Opponents do not attract a model when they are farther away than it can engage by this many times its Agility."""


@rule()
def shoots(setting: Setting, who: int) -> bool:
    """Whether a model can shoot at all."""
    return setting.cards[who].guns > 0 and setting.cards[who].ballistics > 0


@rule()
def write_models(setting: Setting, battle: Skirmish, tables: Tables, scratch: SkirmishScratch) -> None:
    """Write the values of all models, as far as they have changed."""
    basics, options = tables.basics[0], 2 * setting.victory + setting.modifier_added
    if scratch.stamp != basics.stamp or scratch.options != options or basics.stamp == 0:
        forget(setting, scratch.lives, scratch.pairs)
        scratch.stamp, scratch.options = basics.stamp, options
    for who in range(setting.models):
        write_life(setting, battle, basics, scratch.lives[who], who)


@rule()
def write_side(setting: Setting, battle: Skirmish, basics: Basics, scratch: SkirmishScratch, side: int) -> None:
    """Write what is the same for all models of a side: its lead, and what follows from that."""
    scratch.lead = lead_of(setting, battle, scratch.lives, side)
    scratch.caution = caution_of(setting, battle, basics, scratch)
    scratch.longing = later_weight(setting, battle, basics)


@rule()
def write_foes(
    setting: Setting, battle: Skirmish, tables: Tables, scratch: SkirmishScratch, who: int, usual: bool
) -> None:
    """Write what is known of each opponent, wherever the model goes: with the usual number of obstacles in a line, or
    the actual one. All models and its side have been noted before."""
    enemy, basics = 1 - side_of(setting, who), tables.basics[0]
    scratch.place.reach = range_of(setting, who, Purpose.ENGAGE, 0) + longest_threat(setting, who)
    scratch.place.slope = 100 * SLOPE_SCALE // max(ATTRACT_WITHIN * setting.cards[who].agility * INCH, 1)
    scratch.stride = range_of(setting, who, Purpose.MOVE, 0)
    aggression, map = aggression_of(basics, scratch), tables.maps[basics.map_of[who]]
    home, armed = battle.crowd.bases[who], shoots(setting, who)
    scratch.cell = cell_at(map, home.x, home.y, home.level)
    this_round = basics.weights.fear if armed else basics.weights.blade_fear
    next_round = basics.weights.late_fear if armed else basics.weights.blade_late_fear
    scratch.place.lanes = 0
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        base, foe = battle.crowd.bases[whom], scratch.foes[whom]
        if base.stands:
            ours, theirs = scratch.pairs[who * MAX_MODELS + whom], scratch.pairs[whom * MAX_MODELS + who]
            write_pair(setting, battle, tables, scratch.lives, ours, who, whom)
            write_pair(setting, battle, tables, scratch.lives, theirs, whom, who)
            foe.strike = best_clash(setting, ours, aggression, who)
            foe.threat = best_clash(setting, theirs, basics.weights.dread, whom)
            foe.cell = cell_at(map, base.x, base.y, base.level)
            foe.line = NO_LINE
            if armed or shoots(setting, whom):
                foe.line = USUAL_LINE
                if not usual:
                    foe.line = count_obstacles(setting, battle, who, whom, base.x, base.y, base.level)
            weight = next_round if battle.models[whom].activated else this_round
            write_lanes(setting, scratch, ours, theirs, who, whom, base, home.radius, weight)
    clear_lanes(scratch.rows, scratch.place.lanes)
    scratch.place.block = NO_CELL
    if not usual:
        write_route(setting, battle, map, scratch, who)


@rule()
def write_lanes(
    setting: Setting,
    scratch: SkirmishScratch,
    ours: Pair,
    theirs: Pair,
    who: int,
    whom: int,
    base: Base,
    radius: int,
    weight: int,
) -> None:
    """Write an opponent into the next lane of the rows. Where one of the two has several guns it has a lane for each,
    as if it were several: so a second gun that it might use instead is feared a little too."""
    foe, guns, their_guns = scratch.foes[whom], setting.cards[who].guns, setting.cards[whom].guns
    foe.lane, foe.lanes = scratch.place.lanes, max(guns, their_guns, 1)
    for gun in range(foe.lanes):
        row, lane = scratch.rows[(foe.lane + gun) // LANES], (foe.lane + gun) % LANES
        place_foe(row, lane, base, radius, foe.cell)
        write_blades(row, lane, foe.strike, 0 if gun else foe.threat, weight, theirs)
        write_guns(row, lane, ours.guns[gun], gun < guns, theirs.guns[gun], gun < their_guns)
        row.ballistics[lane] = setting.cards[whom].ballistics
    set_line(scratch, foe, foe.line)
    scratch.place.lanes += foe.lanes


@rule()
def set_line(scratch: SkirmishScratch, foe: Foe, obstacles: int) -> None:
    """Write the obstacles in the line to an opponent into its lanes."""
    for lane in range(foe.lane, foe.lane + foe.lanes):
        scratch.rows[lane // LANES].line[lane % LANES] = max(obstacles, 0) * INCH


@rule()
def write_route(setting: Setting, battle: Skirmish, map: DistanceMap, scratch: SkirmishScratch, who: int) -> None:
    """Write the cell of the opponent nearest on foot, and whether a friend within a move blocks the way there."""
    enemy, cell, least = 1 - side_of(setting, who), scratch.cell, FAR
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
                over = detour_cell(map, cell, scratch.goal, block)
                more = distance_between(map, cell, over) + distance_between(map, over, scratch.goal) - least
                if over != block and more > DETOUR:
                    scratch.place.block, scratch.over = block, over
                    scratch.place.delay = min(more, scratch.stride)
    if scratch.place.block != NO_CELL:
        for lane in range(scratch.place.lanes):
            row, at = scratch.rows[lane // LANES], lane % LANES
            goal = row.cell[at] if row.known[at] else NO_CELL
            row.from_block[at] = distance_between(map, scratch.place.block, goal)


@rule()
def lead_of(setting: Setting, battle: Skirmish, lives: Row[Life], side: int) -> int:
    """The lead of a side, in hundredths of an average model."""
    lead, points = 0, 0
    for who in range(setting.models):
        points += setting.cards[who].points
        if battle.crowd.bases[who].stands:
            lead += lives[who].after[0] if side_of(setting, who) == side else -lives[who].after[0]
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
def prospect(
    setting: Setting, tables: Tables, scratch: SkirmishScratch, who: int, x: int, y: int, level: int, ap: int
) -> int:
    """The value of a place to a model with ``ap`` action points left: hope, less fear, less the distance still to go,
    with the obstacles in the lines that were noted last."""
    basics = tables.basics[0]
    weigh_place(setting, tables, scratch, who, x, y, level, scratch.place.reach)
    feared = scratch.place.fear * scratch.caution // 100
    now = hope_at_place(basics, scratch, ap) - feared
    return now - still_to_go(setting, basics, scratch, who, x, y)


@rule()
def urgency(setting: Setting, battle: Skirmish, tables: Tables, scratch: SkirmishScratch, who: int) -> int:
    """The value of activating a model now: what it can do, also after a move, and what threatens it."""
    ap, basics, base = battle.models[who].ap, tables.basics[0], battle.crowd.bases[who]
    within = scratch.place.reach + (scratch.stride if ap > SHOT_AP else 0)
    weigh_place(setting, tables, scratch, who, base.x, base.y, base.level, within)
    feared = scratch.place.fear * scratch.caution // 100
    now = hope_at_place(basics, scratch, ap) + feared
    return now - still_to_go(setting, basics, scratch, who, base.x, base.y)


@rule()
def later_weight(setting: Setting, battle: Skirmish, basics: Basics) -> int:
    """The weight, in hundredths, of what can be done in a later round. It shrinks as rounds go by, or a bot would wait
    for ever."""
    return basics.weights.longing * (setting.round_limit - battle.round) // max(setting.round_limit, 1)


@rule()
def hope_at_place(basics: Basics, scratch: SkirmishScratch, ap: int) -> int:
    """The hope at the place weighed last, in this round or later."""
    now = scratch.place.hope if ap >= SHOT_AP else scratch.place.hope * basics.weights.later // 100
    return max(now, scratch.place.later_hope * scratch.longing // 100)


@rule()
def still_to_go(setting: Setting, basics: Basics, scratch: SkirmishScratch, who: int, x: int, y: int) -> int:
    """The cost of the distance from a place to where a model could strike, and to a circle that is to be held."""
    near = basics.weights.near if shoots(setting, who) else basics.weights.blade_near
    return scratch.place.farther * near // INCH + pull(setting, basics, x, y)


@rule()
def look_around(setting: Setting, battle: Skirmish, scratch: SkirmishScratch, who: int) -> None:
    """Write the obstacles in the lines of fire from where a model stands."""
    enemy = 1 - side_of(setting, who)
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        target, foe = battle.crowd.bases[whom], scratch.foes[whom]
        if target.stands and foe.line != NO_LINE:
            found = count_obstacles(setting, battle, who, whom, target.x, target.y, target.level)
            set_line(scratch, foe, found)


@rule()
def look_back(setting: Setting, battle: Skirmish, scratch: SkirmishScratch, who: int) -> None:
    """Write the obstacles in the lines of fire from where the model was noted."""
    enemy = 1 - side_of(setting, who)
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        if battle.crowd.bases[whom].stands and scratch.foes[whom].line != NO_LINE:
            set_line(scratch, scratch.foes[whom], scratch.foes[whom].line)


@rule()
def weigh_place(
    setting: Setting, tables: Tables, scratch: SkirmishScratch, who: int, x: int, y: int, level: int, within: int
) -> None:
    """Weigh a place to a model (see ``weigh``)."""
    basics, card = tables.basics[0], setting.cards[who]
    weigh(scratch.rows, scratch.place, basics, tables.maps[basics.map_of[who]], card, x, y, level, within)


@rule()
def pull(setting: Setting, basics: Basics, x: int, y: int) -> int:
    """The cost of being outside the circle that is to be held, if there is one."""
    if setting.victory != Victory.HOLD:
        return 0
    dx, dy = x - setting.hold_x, y - setting.hold_y
    return max(root(dx * dx + dy * dy) - setting.hold_radius, 0) * basics.weights.hold // INCH

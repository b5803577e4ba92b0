"""The chance to win, by the values of the models that are left.

The lead of a side, as a share of what both sides brought, is weighted by how much of the battle is to come: late in it
a small lead is as good as a victory. The weights were fitted to 2,100 battles of the greedy bot against itself with
mirrored rosters, over all rosters, tables and scenarios.
"""

from __future__ import annotations

from math import exp

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.geometry.distance import INCH, root
from battlewright.systems.skirmish.bots.attacks import model_value
from battlewright.systems.skirmish.bots.tables import MILLION, THOUSAND, Basics, Tables
from battlewright.systems.skirmish.record import Fate, Setting, Skirmish, Victory
from battlewright.systems.skirmish.rules.sides import end_of, first_of, may_activate

SPANS = 10
"""The number of half rounds to come that have a weight of their own; beyond that the last one counts."""
FOR_POINTS = (25_000, 19_000, 14_000, 12_000, 10_000, 9_300, 8_700, 8_400, 8_000, 8_000)
FOR_A_PLACE = (0, 2_500, 4_500, 5_300, 5_800, 6_100, 6_700, 7_000, 7_000, 7_000)
FOR_LEADERS = (15_000, 8_400, 7_500, 5_500, 4_900, 4_500, 4_400, 4_400, 4_400, 4_400)
AT_THE_PLACE = (13_000, 6_600, 4_200, 2_100, 1_600, 700, 200, 0, 0, 0)
LEADS = FOR_POINTS + FOR_A_PLACE + FOR_LEADERS + AT_THE_PLACE
"""The weight of a lead, in thousandths: one row for each kind of victory, by the half rounds to come."""
THERE = 3
"""The row for models at the place that is to be held."""
FAR = 10 * INCH
"""At this distance from the place that is to be held a model does not count as being there; nearer, it counts in
part."""
PROPOSAL_DRAWS = tuple(round(MILLION / (1 + exp(-quarter / 4))) for quarter in range(25))
"""The logistic function of 0, 1/4, 2/4 … 6, in millionths; constant beyond that."""
QUARTER = 250


@rule()
def held_share(setting: Setting, battle: Skirmish, who: int) -> int:
    """The share of a model that counts as being at the place that is to be held, in thousandths."""
    base = battle.crowd.bases[who]
    dx, dy = base.x - setting.hold_x, base.y - setting.hold_y
    away = max(root(dx * dx + dy * dy) - setting.hold_radius - base.radius, 0)
    return max(FAR - away, 0) * THOUSAND // FAR


@rule()
def side_value(setting: Setting, battle: Skirmish, basics: Basics, side: int, held: bool) -> int:
    """The value of a side's models, in thousandths of a point; with ``held``, only as far as they hold the place."""
    total = 0
    for who in range(first_of(setting, side), end_of(setting, side)):
        if battle.models[who].fate != Fate.REMOVED:
            value = model_value(setting, battle, basics, who, 0)
            total += value * held_share(setting, battle, who) // THOUSAND if held else value
    return total


@rule()
def time_left(setting: Setting, battle: Skirmish) -> int:
    """The number of half rounds to come, in thousandths."""
    standing, waiting = 0, 0
    for who in range(setting.models):
        if battle.models[who].fate != Fate.REMOVED:
            standing += 1
            waiting += 1 if may_activate(battle, who) else 0
    return 2 * (setting.round_limit - battle.round) * THOUSAND + 2 * waiting * THOUSAND // max(standing, 1)


@rule()
def weight_of(row: int, time: int) -> int:
    """The weight of a lead at a time: the row's number in the middle of each half round, interpolated in between."""
    since = min(max(time - THOUSAND // 2, 0), (SPANS - 1) * THOUSAND)
    at, rest = row * SPANS + since // THOUSAND, since % THOUSAND
    if rest == 0:
        return LEADS[at]
    return LEADS[at] + (LEADS[at + 1] - LEADS[at]) * rest // THOUSAND


@rule()
def chance_of(lead: int) -> int:
    """The logistic function of thousandths, in millionths."""
    size = min(abs(lead), (len(PROPOSAL_DRAWS) - 1) * QUARTER)
    at, rest = size // QUARTER, size % QUARTER
    chance = PROPOSAL_DRAWS[at]
    if rest:
        chance += (PROPOSAL_DRAWS[at + 1] - chance) * rest // QUARTER
    return chance if lead >= 0 else MILLION - chance


@rule("S2.A4")
def win_chance(setting: Row[Setting], battle: Row[Skirmish], tables: Tables) -> int:
    """The chance that side a wins, in millionths; a draw counts as half a win."""
    brought, time, basics = 0, time_left(setting[0], battle[0]), tables.basics[0]
    for who in range(setting[0].models):
        brought += setting[0].cards[who].points
    lead = side_value(setting[0], battle[0], basics, 0, False) - side_value(setting[0], battle[0], basics, 1, False)
    lead *= weight_of(setting[0].victory, time)
    if setting[0].victory == Victory.HOLD:
        there = side_value(setting[0], battle[0], basics, 0, True) - side_value(setting[0], battle[0], basics, 1, True)
        lead += there * weight_of(THERE, time)
    return chance_of(2 * lead // (max(brought, 1) * THOUSAND))

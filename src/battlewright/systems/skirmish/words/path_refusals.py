"""Sentences for the reasons to refuse a path: of a Move, an engage move or a cover move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.record import allocate, assign, look
from battlewright.geometry.bases import NO_MODEL, overlapped
from battlewright.geometry.legs import OVER_THE_EDGE, Gait, Leg, Stride, least_range, weigh_leg
from battlewright.geometry.lengths import inches
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import (
    MAX_LEGS,
    STEP,
    ChoiceKind,
    Purpose,
    SkirmishChoice,
)
from battlewright.systems.skirmish.rules.cover import cover_range
from battlewright.systems.skirmish.rules.move import range_of, refuse_path, set_gait
from battlewright.systems.skirmish.words.names import legs_of, place
from battlewright.systems.skirmish.words.refused import Case, says

PURPOSES = {ChoiceKind.CLOSE_COMBAT: Purpose.ENGAGE, ChoiceKind.COVER_MOVE: Purpose.COVER}
MOVES = {Purpose.MOVE: "a Move", Purpose.ENGAGE: "an engage move", Purpose.COVER: "a cover move"}


@dataclass(frozen=True)
class Walk:
    """A refused path: its model, its purpose, and its range."""

    case: Case
    who: int
    purpose: Purpose
    range: int

    @property
    def goes(self) -> str:
        """The range of such a move, in words."""
        agility = self.case.names.cards[self.who].agility
        return f"{MOVES[self.purpose]} of Agility {agility} goes at most {inches(self.range)}"

    @property
    def near(self) -> str:
        """How far from its foot a climb or a drop may end."""
        return inches(2 * self.case.battle.crowd.bases[self.who].radius + OVER_THE_EDGE)

    @cached_property
    def taken(self) -> int:
        """The number of legs before the first one that is refused."""
        names, choice, battles = self.case.names, self.case.choice, self.case.copied()
        choices = allocate(SkirmishChoice)
        assign(look(SkirmishChoice, choices), choice)
        walk = names.settings[0], battles[0], self.who, int(self.purpose), self.range, choices[0]
        return next(taken for taken in range(choice.count) if refuse_path(*walk, taken + 1))

    @property
    def leg(self) -> Leg:
        """The leg that is refused."""
        return self.case.choice.legs[self.taken]

    @property
    def overlapped(self) -> int:
        """The model that the base would overlap at the end of that leg, or ``NO_MODEL``."""
        gait, leg = Gait(), self.leg
        as_plain(set_gait)(self.case.names.setting, gait, self.who, self.purpose, self.range)
        passed = (gait.through_first, gait.through_last) if self.taken + 1 < self.case.choice.count else (0, 0)
        return as_plain(overlapped)(self.case.battle.crowd, self.who, leg.x, leg.y, leg.level, *passed)

    @property
    def where(self) -> str:
        """The end of the leg that is refused."""
        leg = self.leg
        return place(leg.x, leg.y, leg.level)

    @property
    def cost(self) -> int:
        """The range that the path takes at least, up to and with the leg that is refused."""
        setting, crowd, gait, stride = self.case.names.setting, self.case.battle.crowd, Gait(), Stride()
        as_plain(set_gait)(setting, gait, self.who, self.purpose, self.range)
        base = crowd.bases[self.who]
        x, y, level = base.x, base.y, base.level
        for leg in legs_of(self.case.choice)[: self.taken]:
            as_plain(weigh_leg)(setting.terrain, gait, x, y, level, leg, stride)
            gait.range -= stride.cost
            x, y, level = leg.x, leg.y, leg.level
        as_plain(weigh_leg)(setting.terrain, gait, x, y, level, self.leg, stride)
        return (
            self.range - gait.range + as_plain(least_range)(setting.terrain, crowd, gait, x, y, level, self.leg, stride)
        )

    @property
    def free(self) -> str:
        """What a path must avoid."""
        friends = "friends (opponents do not hinder it, but it cannot end on one)"
        past = friends if self.purpose == Purpose.ENGAGE else "all models"
        over = f"past {past} and past terrain more than {inches(STEP)} higher"
        return f"a path leads over the table {over}, to the level under the centre of the base"


def walk_of(case: Case) -> Walk:
    """The path of a refused choice."""
    purpose = PURPOSES.get(ChoiceKind(case.choice.kind), Purpose.MOVE)
    if purpose == Purpose.COVER:
        reach = as_plain(cover_range)(case.names.setting, case.frame)
        return Walk(case, case.frame.target, purpose, reach)
    reach = as_plain(range_of)(case.names.setting, case.frame.actor, purpose, 0)
    return Walk(case, case.frame.actor, purpose, reach)


@says(Reason.NO_LEGS, Reason.MOVE_NAMES_MORE, Reason.TOO_MANY_LEGS, Reason.LEGS_NOT_COUNTED)
def _no_path(case: Case) -> str:
    legs = f"A path has 1 to {MAX_LEGS} legs, each a walk, a climb, a jump or a drop, and nothing else"
    return f"{legs}; {walk_of(case).goes}"


@says(Reason.NO_AGILITY)
def _no_agility(case: Case) -> str:
    return f"{case.actor} has Agility 0 and cannot move; it may do something else, or stop"


@says(Reason.LEG_OFF_TABLE)
def _leg_off_table(case: Case) -> str:
    walk = walk_of(case)
    return f"At {walk.where} the base would not be wholly on the table; {walk.free}"


@says(Reason.NO_SUCH_WAY)
def _no_such_way(case: Case) -> str:
    walk = walk_of(case)
    return f"Leg kind {walk.leg.way} to {walk.where} is unknown; a leg is a walk, a climb, a jump or a drop"


@says(Reason.TERRAIN_IN_THE_WAY)
def _terrain_in_the_way(case: Case) -> str:
    walk = walk_of(case)
    return f"Terrain is in the way to {walk.where}; {walk.free}"


@says(Reason.MODEL_IN_THE_WAY)
def _model_in_the_way(case: Case) -> str:
    walk = walk_of(case)
    other = walk.overlapped
    if other == NO_MODEL:
        return f"A model is in the way to {walk.where}; {walk.free}"
    return f"At {walk.where} the base would overlap that of {case.names.model(other)}; {walk.free}"


@says(Reason.NO_ROOM_TO_STAND)
def _no_room_to_stand(case: Case) -> str:
    walk = walk_of(case)
    return f"There is no room for the base at {walk.where}, or no such level; {walk.free}"


@says(Reason.OUT_OF_RANGE)
def _out_of_range(case: Case) -> str:
    walk = walk_of(case)
    return f"The path takes {inches(walk.cost)}, more than the range of {inches(walk.range)}; {walk.goes}"


@says(Reason.CLIMB_TOO_LOW, Reason.CLIMB_TOO_WIDE)
def _climb_too_low(case: Case) -> str:
    steps = f"more than {inches(STEP)} up or down (less is walked)"
    return f"A climb goes {steps}, and ends at most {walk_of(case).near} from where it began"


@says(Reason.NO_ROOM_AFTER_CLIMB)
def _no_room_after_climb(case: Case) -> str:
    return f"There is no room for the base at {walk_of(case).where}, where the climb ends"


@says(Reason.NEARER_ROOM_ON_TOP)
def _nearer_room_on_top(case: Case) -> str:
    nearest = "with no range left a climb ends at the nearest spot on top"
    return f"There is room nearer to the edge than {walk_of(case).where}; {nearest}"


@says(Reason.JUMP_TOO_HIGH)
def _jump_too_high(case: Case) -> str:
    return f"A jump lands at most {inches(STEP)} higher than it began; what is higher is climbed"


@says(Reason.WALKS_OFF_AN_EDGE)
def _walks_off_an_edge(case: Case) -> str:
    return f"The way to {walk_of(case).where} leads over an edge; climb, jump or drop there"


@says(Reason.DROP_TOO_LOW, Reason.DROP_TOO_WIDE)
def _drop_too_low(case: Case) -> str:
    return f"A drop goes more than {inches(STEP)} down and ends at most {walk_of(case).near} from where it began"


@says(Reason.GOES_ON_AFTER_FALL)
def _goes_on_after_fall(case: Case) -> str:
    return f"The path goes on after a fall to {walk_of(case).where}; a fall is the end of it"


@says(Reason.ENEMY_THREAT)
def _enemy_threat(case: Case) -> str:
    return "The path comes into the threat range of an enemy; a Move ends before it, close combat goes in"

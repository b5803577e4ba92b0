"""A battle on the map, played again at a table of one's own: every measure that is asked for is taken from the map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from battlewright import systems
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.events import EventView, events_in
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.record_text import read_record
from battlewright.engine.session import Session
from battlewright.engine.step import Step as Entry
from battlewright.engine.step import StepKind
from battlewright.geometry.bases import Base, square_between
from battlewright.geometry.distance import gap, length
from battlewright.geometry.legs import Gait, LegKind, Stride, least_range, weigh_leg
from battlewright.geometry.terrain import MarkerKind
from battlewright.systems.skirmish.measured import Measured
from battlewright.systems.skirmish.record import (
    NOBODY,
    ChoiceKind,
    Editable,
    EventKind,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    SkirmishEdit,
    Step,
)
from battlewright.systems.skirmish.rules.lines import MARKERS, MODELS, count_obstacles
from battlewright.systems.skirmish.rules.move import range_of, set_gait, threatens_from
from battlewright.systems.skirmish.rules.sides import holds
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.systems.skirmish.setup.files import TableSetup

OWN = {Step.MEASURE, Step.IN_FIRE, Step.STRUCK, Step.WITHIN}
"""The steps that only a battle without a table has."""
NUMBERS = ("fate", "toughness", "stress", "ap", "activated", "broke_down", "caused", "aided", "shoved")
"""What both battles keep of a model."""


def without_a_table(setup: BattleSetup) -> BattleSetup:
    """The same battle, at a table of the players' own."""
    scenario = setup.scenario.model_copy(update={"companion": True, "effects": (), "hold": None})
    return setup.model_copy(update={"table": TableSetup(name="Our table"), "scenario": scenario})


def made(kind: ChoiceKind, **fields: int) -> SkirmishChoice:
    """A choice with these fields."""
    choice = SkirmishChoice()
    choice.kind = kind
    for name, value in fields.items():
        setattr(choice, name, value)
    return choice


def apart(one: Base, other: Base) -> tuple[int, int]:
    """The distance of two bases, edge to edge seen from above, and the difference of their levels."""
    between = as_plain(length)(other.x - one.x, other.y - one.y)
    return between - one.radius - other.radius, other.level - one.level


def happened(step: Entry) -> list[EventView]:
    """The events of a step."""
    return events_in(EventKind, step.events)


class Twin:
    """A battle on the map, and the same one without."""

    def __init__(self, on_map: Session) -> None:
        self.on_map = on_map
        self.setting: Setting = look(Setting, on_map.setting)
        self.twin = Session(systems.load("skirmish"), without_a_table(on_map.setup))
        self.measures = 0
        self.compared = 0
        self.last: Entry | None = None
        self.reach: tuple[int, int] | None = None
        self.target = NOBODY

    def play(self) -> None:
        """Play the battle that was played on the map to its end."""
        for place, (before, step) in enumerate(self.on_map.replayed()):
            if step.kind == StepKind.EDIT:
                self.catch_up(before)
                self.edit(before, step)
            elif self.catch_up(before):
                self.make(before, step, self.on_map.steps[place:])
            self.last = step
        self.catch_up(self.on_map)
        assert self.twin.is_over == self.on_map.is_over
        if self.on_map.is_over:
            assert self.twin.node.side == self.on_map.node.side, "another winner"

    @property
    def node(self) -> Any:
        return self.twin.node

    @property
    def battle(self) -> Skirmish:
        """The battle without a map."""
        record: Skirmish = self.twin.record
        return record

    def events(self, *kinds: EventKind) -> list[EventView]:
        """What the last step on the map made happen, of these kinds."""
        return [event for event in happened(self.last) if event.kind in kinds] if self.last else []

    # In step with the map

    def catch_up(self, before: Position) -> bool:
        """Answer what only the players of a table are asked, until both battles wait for the same; False where the map
        alone asks: who is attacked was said before."""
        while not self.waits_alike(before):
            if before.node.step == Step.TARGET and self.node.step != Step.TARGET and self.node.step not in OWN:
                return False
            self.twin.choose(self.answer(before))
        self.compare(before)
        return True

    def waits_alike(self, before: Position) -> bool:
        return bool(
            self.node.step == before.node.step
            and self.node.kind == before.node.kind
            and self.battle.round == before.record.round
        )

    def compare(self, before: Position) -> None:
        there, here = before.record, self.battle
        self.compared += 1
        assert (here.round, here.turn) == (there.round, there.turn)
        assert self.node.side == before.node.side
        assert self.node.dice == before.node.dice
        for who in range(self.setting.models):
            one, other = there.models[who], here.models[who]
            found = {name: (getattr(one, name), getattr(other, name)) for name in NUMBERS}
            assert all(a == b for a, b in found.values()), (who, found, len(self.twin.steps))

    def answer(self, before: Position) -> SkirmishChoice:
        """What the players say, by the map."""
        frame = self.battle.frames[self.battle.depth - 1]
        match self.node.step:
            case Step.MEASURE:
                self.measures += 1
                return self.measure(before, frame)
            case Step.IN_FIRE:
                self.measures += 1
                marker = before.record.markers[frame.at]
                at = [(event["x"], event["y"]) for event in self.events(EventKind.BURNT) if event["who"] == frame.actor]
                return made(ChoiceKind.BURNS if (marker.x, marker.y) in at else ChoiceKind.CLEAR)
            case Step.STRUCK:
                self.measures += 1
                return self.struck(before, frame)
            case Step.WITHIN:
                self.measures += 1
                return self.within(before, frame)
            case Step.TAKE_PLACE:
                return made(ChoiceKind.KEEP_PLACE)
            case Step.REACT:
                return made(ChoiceKind.NOTHING)
            case Step.RETURN_FIRE:
                return made(ChoiceKind.WAIVE)
            case Step.TARGET:
                targeted = self.events(EventKind.TARGETED)
                if not targeted:
                    return made(ChoiceKind.NO_TARGET)
                return made(ChoiceKind.TARGET, whom=targeted[0]["whom"])
        raise AssertionError(
            f"only without a map it is asked: {Step(self.node.step).name} instead of {before.node.step}"
        )

    def measure(self, before: Position, frame: Any) -> SkirmishChoice:
        bases, who, whom = before.record.crowd.bases, frame.actor, frame.target
        match frame.purpose:
            case Measured.SHOT:
                one, other = bases[who], bases[whom]
                far = as_plain(gap)(
                    as_plain(square_between)(one, other), one.radius + other.radius, other.level - one.level
                )
                line = count_obstacles(
                    self.on_map.setting[0], before.battle[0], who, whom, other.x, other.y, other.level
                )
                return made(ChoiceKind.MEASURE, distance=far, number=line)
            case Measured.REACH if self.reach is not None:
                (far, high), self.reach = self.reach, None
                return made(ChoiceKind.MEASURE, distance=far, height=high)
            case Measured.REACH | Measured.CONTACT:
                far, high = apart(bases[who], bases[whom])
                return made(ChoiceKind.MEASURE, distance=max(far, 0), height=high)
            case Measured.SHOVE:
                shoved = [event["length"] for event in self.events(EventKind.SHOVED) if event["who"] == whom]
                fell = [e["height"] for e in self.events(EventKind.FELL) if e["who"] == whom and e["by"] == who]
                return made(ChoiceKind.MEASURE, distance=sum(shoved), height=sum(fell))
        fell = [event["height"] for event in self.events(EventKind.FELL) if event["who"] == who]
        return made(ChoiceKind.MEASURE, height=sum(fell))

    def struck(self, before: Position, frame: Any) -> SkirmishChoice:
        (hit,) = self.events(EventKind.STRAY_HIT)
        if MODELS <= hit["obstacle"] < MARKERS:
            return made(ChoiceKind.HITS_MODEL, whom=hit["obstacle"] - MODELS)
        exploded = self.events(EventKind.EXPLOSION)
        if exploded and not frame.at:
            return made(ChoiceKind.EXPLODES, number=exploded[0]["stress_added"])
        if self.events(EventKind.DUST):
            return made(ChoiceKind.LEAVES_DUST)
        if self.events(EventKind.FIRE):
            markers = before.record.markers[: before.record.marker_count]
            return made(ChoiceKind.LEAVES_FIRE, number=[m for m in markers if m.kind == MarkerKind.FIRE][-1].stress)
        return made(ChoiceKind.NO_EFFECT)

    def within(self, before: Position, frame: Any) -> SkirmishChoice:
        if frame.purpose == Measured.BLAST:
            meant = [event["who"] for event in self.events(EventKind.STRESS) if event.clause in (79, 279)]
        else:
            fielded = [who for who in range(self.setting.models) if before.record.crowd.bases[who].stands]
            meant = [who for who in fielded if as_plain(holds)(self.setting, before.record, who)]
        left = [who for who in meant if not frame.hit >> who & 1]
        return made(ChoiceKind.WITHIN, whom=left[0]) if left else made(ChoiceKind.NOBODY_ELSE)

    # A step of the map

    def make(self, before: Position, step: Entry, later: Iterable[Entry]) -> None:
        """Make the same step."""
        if step.kind != StepKind.CHOICE:
            self.twin.roll_typed(step.faces)
            return
        choice = read_record(step.line, SkirmishChoice, ChoiceKind)
        frame = before.record.frames[before.record.depth - 1]
        match choice.kind:
            case ChoiceKind.DEPLOY:
                choice = made(ChoiceKind.DEPLOY, who=choice.who)
            case ChoiceKind.MOVE:
                self.measure_legs(before, choice, frame.actor, Purpose.MOVE)
            case ChoiceKind.COVER_MOVE:
                self.measure_legs(before, choice, frame.target, Purpose.COVER)
            case ChoiceKind.CLOSE_COMBAT:
                choice.whom = self.attacked(before, choice, frame.actor, later)
                self.measure_legs(before, choice, frame.actor, Purpose.ENGAGE)
        self.twin.choose(choice)

    def attacked(self, before: Position, choice: SkirmishChoice, who: int, later: Iterable[Entry]) -> int:
        """Whom close combat is meant for, and how far the attacker would be from it where its move leads."""
        bases, here = before.record.crowd.bases, Base()
        for name in ("x", "y", "level", "radius"):
            setattr(here, name, getattr(bases[who], name))
        if choice.count:
            end = choice.legs[choice.count - 1]
            here.x, here.y, here.level = end.x, end.y, end.level
        reached = [
            whom
            for whom in range(self.setting.models)
            if bases[whom].stands
            and (whom >= self.setting.first_of_b) != (who >= self.setting.first_of_b)
            and as_plain(threatens_from)(
                self.setting, before.record, who, choice.weapon, whom, here.x, here.y, here.level
            )
        ]
        events = (event for step in later for event in happened(step))
        ends = next(e for e in events if e.kind in (EventKind.TARGETED, EventKind.NO_ENEMY, EventKind.ACTIVATED))
        meant = ends["whom"] if ends.kind == EventKind.TARGETED else NOBODY
        target = meant if meant in reached else reached[0]
        self.reach = apart(here, bases[target])
        return int(target)

    def measure_legs(self, before: Position, choice: SkirmishChoice, who: int, purpose: Purpose) -> None:
        """Measure each leg of a path by itself. A climb that begins too far from its foot begins with a walk to it."""
        base, terrain, crowd = before.record.crowd.bases[who], self.setting.terrain, before.record.crowd
        gait, stride = Gait(), Stride()
        reach = as_plain(range_of)(self.setting, who, int(purpose), 0)
        as_plain(set_gait)(self.setting, gait, who, int(purpose), reach)
        x, y, level, legs = base.x, base.y, base.level, []
        for leg in list(choice.legs[: choice.count]):
            as_plain(weigh_leg)(terrain, gait, x, y, level, leg, stride)
            rise = leg.level - level
            by_ladder = leg.way == LegKind.CLIMB and stride.height > gait.climb and not stride.test
            least = as_plain(least_range)(terrain, crowd, gait, x, y, level, leg, stride)
            if leg.way == LegKind.CLIMB and rise > 0 and least > gait.range >= stride.height:
                legs.append((int(LegKind.WALK), least - stride.height, 0, 0))
            legs.append((leg.way, stride.far, int(by_ladder), 0 if leg.way == LegKind.WALK else rise))
            gait.range -= stride.cost
            x, y, level = leg.x, leg.y, leg.level
        choice.count = len(legs)
        for place, (way, far, ladder, rise) in enumerate(legs):
            leg = choice.legs[place]
            leg.way, leg.x, leg.y, leg.level = way, far, ladder, rise

    def edit(self, before: Position, step: Entry) -> None:
        """Make the same edit; of an explosion, the stress that it causes. Places are the players' own affair."""
        edit = read_record(step.line, SkirmishEdit, Editable)
        if edit.what == Editable.PLACE:
            return
        if edit.what == Editable.EXPLOSION:
            for event in happened(step):
                if event.kind == EventKind.STRESS:
                    stress = SkirmishEdit()
                    stress.what, stress.who, stress.value = Editable.STRESS, event["who"], event["stress"]
                    self.twin.edit(stress)
            return
        if edit.what in (Editable.DUST, Editable.FIRE):
            edit.x = edit.y = edit.level = 0
        self.twin.edit(edit)

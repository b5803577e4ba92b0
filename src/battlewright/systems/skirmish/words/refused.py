"""A refused choice, and the facts that the sentences about it name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, partial

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.record import allocate, look, row_of
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.text import listed, plural
from battlewright.geometry.bases import NO_MODEL, overlapped
from battlewright.geometry.legs import OVER_THE_EDGE, Gait, Leg, Stride, least_range, weigh_leg
from battlewright.geometry.lengths import inches
from battlewright.systems.skirmish.record import (
    MAX_LEGS,
    STEP,
    VERTICAL_REACH,
    ChoiceKind,
    Fate,
    Frame,
    Purpose,
    Skirmish,
    SkirmishChoice,
    Spot,
)
from battlewright.systems.skirmish.rules.aid import AID_AP, may_take_place
from battlewright.systems.skirmish.rules.cover import cover_range, suggest_cover
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP, fighter, opponent
from battlewright.systems.skirmish.rules.move import range_of, refuse_path, set_gait
from battlewright.systems.skirmish.rules.refusals import is_enemy_on_table
from battlewright.systems.skirmish.rules.shooting import COVER_AP, SHOT_AP
from battlewright.systems.skirmish.rules.sides import may_activate
from battlewright.systems.skirmish.rules.split import defender, parries, splitter, struck
from battlewright.systems.skirmish.setup.files import WeaponSetup
from battlewright.systems.skirmish.words.names import Names, frame_of, legs_of, place
from battlewright.systems.skirmish.words.questions import question, successes_left

PURPOSES = {ChoiceKind.CLOSE_COMBAT: Purpose.ENGAGE, ChoiceKind.COVER_MOVE: Purpose.COVER}
MOVES = {Purpose.MOVE: "a Move", Purpose.ENGAGE: "an engage move", Purpose.COVER: "a cover move"}


@dataclass(frozen=True)
class Case:
    """A refused choice, and the battle in which it was made. Its facts, those of ``FACTS`` among them, are worked out
    as a sentence names them."""

    names: Names
    battle: Skirmish
    choice: SkirmishChoice

    def __getitem__(self, fact: str) -> object:
        return FACTS[fact](self) if fact in FACTS else getattr(self, fact)

    @property
    def frame(self) -> Frame:
        """The exchange in progress."""
        return frame_of(self.battle)

    @property
    def side(self) -> int:
        """The side that chooses."""
        return self.battle.node.side

    def own(self, is_meant: Callable[[int], bool]) -> str:
        """The models of that side for which something is true."""
        return self._listed(self.names.models_of_side(self.side), is_meant)

    def _listed(self, models: Iterable[int], is_meant: Callable[[int], bool]) -> str:
        return listed([self.names.model(who) for who in filter(is_meant, models)])

    @property
    def enemies(self) -> str:
        """The opponents on the table."""
        is_enemy = partial(as_plain(is_enemy_on_table), self.names.setting, self.battle, self.frame.actor)
        return self._listed(range(len(self.names.cards)), is_enemy)

    @property
    def helpers(self) -> str:
        """The models that may take the target's place."""
        setting, battle, target = self.names.settings[0], row_of(Skirmish, self.battle)[0], self.frame.target
        return self._listed(range(len(self.names.cards)), lambda who: may_take_place(setting, battle, who, target))

    def threat(self, weapon: int) -> str:
        """The threat range of a melee weapon of the attacker: ``the Sword's threat range of 1" (4" up or down)``."""
        names, who = self.names, self.frame.actor
        threat = names.setting.weapons[names.setting.cards[who].blade[weapon]].threat
        up = f"{inches(VERTICAL_REACH + threat)} up or down"
        return f"{names.blade(who, weapon)}'s threat range of {inches(threat)} ({up})"

    @property
    def strikes(self) -> str:
        """What the fighter may strike with."""
        frame, names = self.frame, self.names
        if frame.turn:
            actor, arms = names.model(frame.actor), carried(names.blades(frame.target))
            return f"a melee weapon in whose threat range {actor} is now ({arms})"
        blade = names.blade(frame.actor, frame.weapon)
        return f"{blade}, and while one of its melee weapons reaches {names.model(frame.target)}"

    @property
    def cancels(self) -> str:
        """The most critical successes that the defender can cancel."""
        return plural(min(as_plain(struck)(self.frame, 1), as_plain(parries)(self.frame, 1)), "critical success")

    @property
    def purpose(self) -> Purpose:
        """What the path of the choice is for."""
        return PURPOSES.get(ChoiceKind(self.choice.kind), Purpose.MOVE)

    @property
    def _mover(self) -> int:
        return self.frame.target if self.purpose == Purpose.COVER else self.frame.actor

    @property
    def reach(self) -> int:
        """The range of that path."""
        setting = self.names.setting
        if self.purpose == Purpose.COVER:
            return as_plain(cover_range)(setting, self.frame)
        return as_plain(range_of)(setting, self.frame.actor, self.purpose, 0)

    @property
    def goes(self) -> str:
        """The range, in words."""
        agility = self.names.cards[self._mover].agility
        return f"{MOVES[self.purpose]} of Agility {agility} goes at most {inches(self.reach)}"

    @property
    def near(self) -> str:
        """How far from its foot a climb or a drop may end."""
        return inches(2 * self.battle.crowd.bases[self._mover].radius + OVER_THE_EDGE)

    @cached_property
    def _taken(self) -> int:
        """The number of legs before the first one that is refused."""
        battle, choice = row_of(Skirmish, self.battle)[0], row_of(SkirmishChoice, self.choice)[0]
        walk = self.names.settings[0], battle, self._mover, int(self.purpose), self.reach, choice
        return next(taken for taken in range(self.choice.count) if refuse_path(*walk, taken + 1))

    @property
    def leg(self) -> Leg:
        """The leg that is refused."""
        return self.choice.legs[self._taken]

    @property
    def where(self) -> str:
        """The end of that leg."""
        return place(self.leg.x, self.leg.y, self.leg.level)

    @property
    def in_the_way(self) -> str:
        """The model that the base would overlap at the end of that leg, or that is in its way."""
        gait, leg = self._gait(), self.leg
        passed = (gait.through_first, gait.through_last) if self._taken + 1 < self.choice.count else (0, 0)
        other = as_plain(overlapped)(self.battle.crowd, self._mover, leg.x, leg.y, leg.level, *passed)
        if other == NO_MODEL:
            return f"A model is in the way to {self.where}"
        return f"At {self.where} the base would overlap that of {self.names.model(other)}"

    def _gait(self) -> Gait:
        gait = Gait()
        as_plain(set_gait)(self.names.setting, gait, self._mover, self.purpose, self.reach)
        return gait

    @property
    def cost(self) -> str:
        """The range that the path takes at least, up to and with the leg that is refused."""
        terrain, crowd, gait, stride = self.names.setting.terrain, self.battle.crowd, self._gait(), Stride()
        base = crowd.bases[self._mover]
        x, y, level = base.x, base.y, base.level
        for leg in legs_of(self.choice)[: self._taken]:
            as_plain(weigh_leg)(terrain, gait, x, y, level, leg, stride)
            gait.range -= stride.cost
            x, y, level = leg.x, leg.y, leg.level
        as_plain(weigh_leg)(terrain, gait, x, y, level, self.leg, stride)
        last = as_plain(least_range)(terrain, crowd, gait, x, y, level, self.leg, stride)
        return inches(self.reach - gait.range + last)

    @property
    def free(self) -> str:
        """What a path must avoid."""
        friends = "friends (opponents do not hinder it, but it cannot end on one)"
        past = friends if self.purpose == Purpose.ENGAGE else "all models"
        over = f"past {past} and past terrain more than {inches(STEP)} higher"
        return f"a path leads over the table {over}, to the level under the centre of the base"

    @property
    def cover(self) -> str:
        """The cover that it must come to."""
        line, now = f"obstacles in the line to {self.names.model(self.frame.actor)}", self.frame.obstacles
        if self.frame.gain:
            return f"with more {line} than now ({now})"
        return f"with no fewer {line} than now ({now}), because no place in reach has more"

    @property
    def such_as(self) -> str:
        """A place where it may go; empty if there is none."""
        spots = allocate(Spot)
        found, spot = suggest_cover(self.names.settings, row_of(Skirmish, self.battle), spots), look(Spot, spots)
        return f", such as to {place(spot.x, spot.y, spot.level)}," if found else ""


def carried(weapons: list[WeaponSetup]) -> str:
    """Weapons by their names."""
    return listed([weapon.name for weapon in weapons])


FACTS: dict[str, Callable[[Case], object]] = {
    "step": lambda case: inches(STEP),
    "most_legs": lambda case: MAX_LEGS,
    "close_combat_ap": lambda case: CLOSE_COMBAT_AP,
    "shot_ap": lambda case: SHOT_AP,
    "cover_ap": lambda case: COVER_AP,
    "aid_ap": lambda case: AID_AP,
    "question": lambda case: question(case.names, case.battle),
    "letter": lambda case: SIDE_LETTERS[case.side],
    "zone": lambda case: case.names.zone(case.side),
    "waiting": lambda case: case.own(lambda who: case.battle.models[who].fate == Fate.WAITING),
    "ready": lambda case: case.own(partial(as_plain(may_activate), case.battle)),
    "chosen": lambda case: case.names.model(case.choice.who),
    "whom": lambda case: case.names.model(case.choice.whom),
    "actor": lambda case: case.names.model(case.frame.actor),
    "actors_ap": lambda case: case.battle.models[case.frame.actor].ap,
    "actors_blades": lambda case: carried(case.names.blades(case.frame.actor)),
    "actors_guns": lambda case: carried(case.names.guns(case.frame.actor)),
    "target": lambda case: case.names.model(case.frame.target),
    "targets_ap": lambda case: case.battle.models[case.frame.target].ap,
    "targets_blades": lambda case: carried(case.names.blades(case.frame.target)),
    "targets_guns": lambda case: carried(case.names.guns(case.frame.target)),
    "threat": lambda case: case.threat(case.frame.weapon),
    "chosen_threat": lambda case: case.threat(case.choice.weapon),
    "fighter": lambda case: case.names.model(as_plain(fighter)(case.frame)),
    "opponent": lambda case: case.names.model(as_plain(opponent)(case.frame)),
    "own": lambda case: successes_left(case.frame, case.frame.turn),
    "their": lambda case: successes_left(case.frame, 1 - case.frame.turn),
    "splitter": lambda case: case.names.model(as_plain(splitter)(case.frame)),
    "melee": lambda case: case.names.cards[as_plain(splitter)(case.frame)].melee,
    "defender": lambda case: case.names.model(as_plain(defender)(case.frame)),
    "range": lambda case: inches(case.reach),
    "cover_range": lambda case: inches(as_plain(cover_range)(case.names.setting, case.frame)),
}
"""What sentences may name besides the properties of a case."""

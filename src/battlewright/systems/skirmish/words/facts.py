"""What sentences about a battle, and about a choice in it, may name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import count

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.record import allocate, look, row_of
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.text import listed, percent, plural
from battlewright.geometry.bases import NO_MODEL, overlapped
from battlewright.geometry.distance import length
from battlewright.geometry.legs import OVER_THE_EDGE, Gait, Leg, LegKind, Stride, least_range, weigh_leg
from battlewright.geometry.lengths import inches
from battlewright.odds.pools import sum_of
from battlewright.systems.skirmish.record import (
    MAX_LEGS,
    SIDES,
    STEP,
    VERTICAL_REACH,
    ChoiceKind,
    Fate,
    Frame,
    FrameKind,
    Purpose,
    Skirmish,
    SkirmishChoice,
    Spot,
    Stage,
    Step,
)
from battlewright.systems.skirmish.rules.aid import AID_AP, may_take_place
from battlewright.systems.skirmish.rules.cover import cover_range, suggest_cover
from battlewright.systems.skirmish.rules.editions import climbed
from battlewright.systems.skirmish.rules.lines import NUMBERS
from battlewright.systems.skirmish.rules.measured_move import refuse_any_path
from battlewright.systems.skirmish.rules.measures import MOST_STRESS
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP, fighter, left, opponent
from battlewright.systems.skirmish.rules.move import jumped, range_of, set_gait
from battlewright.systems.skirmish.rules.refusals import is_enemy_on_table
from battlewright.systems.skirmish.rules.shooting import COVER_AP, SHOT_AP
from battlewright.systems.skirmish.rules.sides import may_activate
from battlewright.systems.skirmish.rules.split import defender, parries, splitter, striker, struck
from battlewright.systems.skirmish.setup.files import WeaponSetup
from battlewright.systems.skirmish.words.names import Names, frame_of, legs_of, place, successes, sum_needed

PURPOSES = {ChoiceKind.CLOSE_COMBAT: Purpose.ENGAGE, ChoiceKind.COVER_MOVE: Purpose.COVER}
MOVES = {Purpose.MOVE: "a Move", Purpose.ENGAGE: "an engage move", Purpose.COVER: "a cover move"}


@dataclass(frozen=True)
class Facts:
    """A battle, and a choice in it. Its facts, those of ``FACTS`` among them, are worked out as a sentence names
    them."""

    names: Names
    battle: Skirmish
    choice: SkirmishChoice = field(default_factory=SkirmishChoice)

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

    def listed(self, is_meant: Callable[[int], bool]) -> str:
        """The models for which something is true."""
        return listed([self.names.model(who) for who in range(len(self.names.cards)) if is_meant(who)])

    def own(self, is_meant: Callable[[int], bool]) -> str:
        """The models of the side that chooses for which something is true."""
        return self.listed(lambda who: self.names.side_of(who) == self.side and is_meant(who))

    def named(self, who: Callable[[Frame], int]) -> str:
        """A model of the exchange."""
        return self.names.model(as_plain(who)(self.frame))

    @property
    def test(self) -> str:
        """The purpose of an Agility test, and the successes it needs."""
        what, far, needed = agility_test(self.names, self.battle, self.frame)
        return f"{what} of {inches(far)} with {plural(needed, 'success')}"

    @property
    def enemies(self) -> str:
        """The opponents on the table."""
        return self.listed(partial(as_plain(is_enemy_on_table), self.names.setting, self.battle, self.frame.actor))

    @property
    def helpers(self) -> str:
        """The models that may take the target's place."""
        setting, battle, target = self.names.settings[0], row_of(Skirmish, self.battle)[0], self.frame.target
        return self.listed(lambda who: may_take_place(setting, battle, who, target))

    def threat_of(self, weapon: int) -> str:
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
        return next(taken for taken in range(self.choice.count) if refuse_any_path(*walk, taken + 1))

    @property
    def leg(self) -> Leg:
        """The leg that is refused."""
        return self.choice.legs[self._taken]

    @property
    def where(self) -> str:
        """The end of that leg."""
        if self.names.is_measured:
            return f"the end of leg {self._taken + 1}"
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
        if self.names.is_measured:
            legs = legs_of(self.choice)[: self._taken + 1]
            high = sum(abs(leg.level) for leg in legs if leg.way == LegKind.CLIMB)
            return inches(high + sum(leg.x for leg in legs))
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


def agility_test(names: Names, battle: Skirmish, frame: Frame) -> tuple[str, int, int]:
    """What an Agility test is for, the length of that leg, and the successes it needs."""
    leg, base = battle.path.legs[min(battle.path.next, MAX_LEGS - 1)], battle.crowd.bases[max(frame.actor, 0)]
    if battle.node.step == Step.JUMP_TEST:
        what, far = "jump", as_plain(length)(leg.x - base.x, leg.y - base.y)
        needed = next(number for number in count() if as_plain(jumped)(number) >= far)
    else:
        what, far = "climb", abs(leg.level - base.level)
        needed = next(number for number in count() if as_plain(climbed)(names.setting, number) >= far)
    return what, far, needed


def hit_chance(dice: int, need: int) -> Fraction:
    """The chance that a shot hits: that the sum of its dice is as high as it needs to be."""
    return sum_of(f"{dice}d{SIDES}").at_least(need)


def chance_of(facts: Facts) -> str:
    """The chance of the roll that is awaited, where no advice came before it: without a map a shot is measured only
    once it has been chosen."""
    if not facts.names.is_measured:
        return ""
    dice = facts.names.cards[facts.frame.actor].ballistics
    return f" ({percent(hit_chance(dice, facts.frame.need))})"


def attacker_of(frame: Frame) -> int:
    """The attacker of the attack that is rolled for; both fighters attack where dice are split."""
    return as_plain(striker)(frame) if frame.kind == FrameKind.DIVISION else frame.actor


def attacked_in(frame: Frame) -> int:
    """The target of the attack that is rolled for."""
    return as_plain(defender)(frame) if frame.kind == FrameKind.DIVISION else frame.target


def successes_left(frame: Frame, side: int) -> str:
    """What a side of a clash (0: the attacker) has left to resolve: ``1 success and 1 critical success``."""
    return successes(as_plain(left)(frame, side, 0), as_plain(left)(frame, side, 1))


def carried(weapons: list[WeaponSetup]) -> str:
    """Weapons by their names."""
    return listed([weapon.name for weapon in weapons])


FACTS: dict[str, Callable[[Facts], object]] = {
    "most_stress": lambda facts: MOST_STRESS,
    "step": lambda facts: inches(STEP),
    "most_legs": lambda facts: MAX_LEGS,
    "close_combat_ap": lambda facts: CLOSE_COMBAT_AP,
    "shot_ap": lambda facts: SHOT_AP,
    "cover_ap": lambda facts: COVER_AP,
    "aid_ap": lambda facts: AID_AP,
    "begins": lambda facts: "activates" if facts.battle.round else "places",
    "letter": lambda facts: SIDE_LETTERS[facts.side],
    "zone": lambda facts: facts.names.zone(facts.side),
    "waiting": lambda facts: facts.own(lambda who: facts.battle.models[who].fate == Fate.WAITING),
    "ready": lambda facts: facts.own(lambda who: as_plain(may_activate)(facts.battle, who)),
    "threat": lambda facts: facts.threat_of(facts.frame.weapon),
    "chosen_threat": lambda facts: facts.threat_of(facts.choice.weapon),
    "range": lambda facts: inches(facts.reach),
    "chosen": lambda facts: facts.names.model(facts.choice.who),
    "whom": lambda facts: facts.names.model(facts.choice.whom),
    "actor": lambda facts: facts.names.model(facts.frame.actor),
    "actors_ap": lambda facts: facts.battle.models[facts.frame.actor].ap,
    "actors_blade": lambda facts: facts.names.blade(facts.frame.actor, facts.frame.weapon),
    "actors_blades": lambda facts: carried(facts.names.blades(facts.frame.actor)),
    "actors_guns": lambda facts: carried(facts.names.guns(facts.frame.actor)),
    "shot_dice": lambda facts: plural(facts.names.cards[facts.frame.actor].ballistics, "die"),
    "target": lambda facts: facts.names.model(facts.frame.target),
    "targets_ap": lambda facts: facts.battle.models[facts.frame.target].ap,
    "targets_blades": lambda facts: carried(facts.names.blades(facts.frame.target)),
    "targets_guns": lambda facts: carried(facts.names.guns(facts.frame.target)),
    "is_met": lambda facts: "shot at" if facts.frame.kind == FrameKind.SHOT else "attacked",
    "taken_out": lambda facts: ", taken out," if facts.battle.models[facts.frame.target].toughness == 0 else "",
    "difficulty": lambda facts: sum_needed(facts.frame.difficulty),
    "chance": chance_of,
    "stray": lambda facts: facts.names.obstacle(facts.frame.at % NUMBERS),
    "cover_range": lambda facts: inches(as_plain(cover_range)(facts.names.setting, facts.frame)),
    "fighter": lambda facts: facts.named(fighter),
    "opponent": lambda facts: facts.named(opponent),
    "left": lambda facts: successes_left(facts.frame, facts.frame.turn),
    "opponents_left": lambda facts: successes_left(facts.frame, 1 - facts.frame.turn),
    "splitter": lambda facts: facts.named(splitter),
    "other": lambda facts: facts.named(lambda frame: frame.target if frame.stage == Stage.DIVIDING else frame.actor),
    "melee_dice": lambda facts: plural(facts.names.cards[as_plain(splitter)(facts.frame)].melee, "die"),
    "melee": lambda facts: facts.names.cards[as_plain(splitter)(facts.frame)].melee,
    "attacker": lambda facts: facts.named(attacker_of),
    "attacked": lambda facts: facts.named(attacked_in),
    "striker": lambda facts: facts.named(striker),
    "strikers_blade": lambda facts: facts.names.blade(
        as_plain(striker)(facts.frame), facts.frame.their_weapon if facts.frame.turn else facts.frame.weapon
    ),
    "struck": lambda facts: successes(as_plain(struck)(facts.frame, 0), as_plain(struck)(facts.frame, 1)),
    "defender": lambda facts: facts.named(defender),
    "parries": lambda facts: successes(as_plain(parries)(facts.frame, 0), as_plain(parries)(facts.frame, 1)),
    "dice": lambda facts: plural(facts.battle.node.dice, "die"),
}
"""What sentences may name besides the properties of their facts."""

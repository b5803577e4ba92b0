"""What a move leads to: what can be done from where it ends, and who could do what to the model there.

The model is put where the path of a choice ends, as if every test on the way succeeded, and has what action points the
choice leaves it. A shot is that of the gun which hits most easily, at a target that does not react. Close combat counts
the chance that the target is harmed at all, by the numbers of both fighters (``clash_chance``). An opponent is counted
with its next activation, in which it has all its action points: it shoots from where it stands, or engages from there
by a path without a test. One that would break down in it is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeVar

from battlewright.answers.described import Described, ExactNumber
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.position import Position
from battlewright.engine.record import allocate, duplicate, look, row_of
from battlewright.engine.text import percent
from battlewright.geometry.bases import square_between
from battlewright.systems.skirmish.guide.clash_chance import NO_BLADE, fighter, harm_chance
from battlewright.systems.skirmish.guide.fire import hit_chances
from battlewright.systems.skirmish.guide.mover import names_of
from battlewright.systems.skirmish.guide.paths import Finder
from battlewright.systems.skirmish.guide.sights import Sight, list_sights
from battlewright.systems.skirmish.guide.suggest import in_threat
from battlewright.systems.skirmish.odds.solved import will_break_down
from battlewright.systems.skirmish.record import (
    AP,
    MAX_MODELS,
    NOBODY,
    ChoiceKind,
    Edition,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP
from battlewright.systems.skirmish.rules.move import longest_threat, range_of
from battlewright.systems.skirmish.rules.place import put
from battlewright.systems.skirmish.rules.shooting import SHOT_AP, may_take_cover
from battlewright.systems.skirmish.words.names import ACTION_AP

Approach = Literal["stands", "engages"]
MOST_SAID = 3
"""The most models that a sentence names."""
LEAST = Fraction(1, 100)
"""A shot with less of a chance is not mentioned in a sentence."""
PATHS = (ChoiceKind.MOVE, ChoiceKind.CLOSE_COMBAT, ChoiceKind.COVER_MOVE, ChoiceKind.DEPLOY)
"""The choices that lead to a place."""


@dataclass(frozen=True)
class Shooting(Described):
    """A shot that could be taken."""

    model: int
    """The other model, by its number: the target of one's own shot, the shooter of another's."""
    weapon: int
    """The index of the weapon among the shooting weapons of the shooter."""
    need: int
    """The lowest roll that hits."""
    hit: ExactNumber
    """The chance of a hit if the target does nothing, criticals included."""
    critical: ExactNumber
    """The chance of a critical if the target does nothing."""
    cover: ExactNumber | None
    """The chance of a hit if the target takes cover; null where it may not."""
    later: bool
    """Whether the shooter can do it in the next round only: it has acted in this one."""

    @property
    def chance(self) -> Fraction:
        """The chance by which shots are compared."""
        return self.hit


@dataclass(frozen=True)
class Fighting(Described):
    """A close combat that could be begun."""

    model: int
    """The other model, by its number: the target of one's own attack, the attacker of another's."""
    weapon: int
    """The index of the weapon among the melee weapons of the attacker."""
    harm: ExactNumber
    """The chance that the target is harmed."""
    how: Approach
    """Whether the weapon reaches from where the attacker stands, or after its engage move."""
    later: bool
    """Whether the attacker can do it in the next round only: it has acted in this one."""

    @property
    def chance(self) -> Fraction:
        """The chance by which close combats are compared."""
        return self.harm


DeedT = TypeVar("DeedT", Shooting, Fighting)


@dataclass(frozen=True)
class Prospects(Described):
    """What can be done from where a move ends, and who could do what to the model there."""

    who: int
    """The model, by its number."""
    x: int
    """Where the move ends, from the western edge, in thousandths of an inch."""
    y: int
    """Where it ends, from the southern edge."""
    level: int
    """The height there."""
    ap: int
    """The AP that the model has left."""
    shots: tuple[Shooting, ...]
    """The shots that it could take next, the best first."""
    fights: tuple[Fighting, ...]
    """The close combats that it could begin next, the best first; of an engagement, that which it begins."""
    shot_by: tuple[Shooting, ...]
    """The opponents that could shoot it, the most dangerous first."""
    fought_by: tuple[Fighting, ...]
    """The opponents that could attack it in close combat, the most dangerous first."""
    sentences: tuple[str, ...]
    """The same in words."""


def prospects_of(position: Position, choice: SkirmishChoice) -> Prospects:
    """Return what a choice that leads to a place comes to."""
    if choice.kind not in PATHS or not choice.count:
        raise BattlewrightError("Only a choice that leads to a place has prospects: a deployment or a move.")
    refused = position.why_refused(choice)
    if refused is not None:
        raise refused
    return There(position, choice).prospects()


def once_activated(position: Position, who: int) -> Position:
    """Return the position in which a model has been activated and may act."""
    choice = SkirmishChoice()
    choice.kind, choice.who = ChoiceKind.ACTIVATE, who
    refused = position.why_refused(choice)
    if refused is not None:
        raise refused
    battle = duplicate(position.battle)
    position.system.rules.choose(position.setting, battle, row_of(SkirmishChoice, choice))
    found = Position(position.system, position.setup, position.setting, position.words, battle)
    if found.node.step != Step.ACT:
        raise BattlewrightError("Dice are rolled for this model before it may act.")
    return found


class There:
    """A battle in which a model stands where a choice leads it."""

    def __init__(self, position: Position, choice: SkirmishChoice) -> None:
        self.name = names_of(position).model
        self.setting: Setting = look(Setting, position.setting)
        self.kind, self.weapon = choice.kind, choice.weapon
        battle = duplicate(position.battle)
        self.position = Position(position.system, position.setup, position.setting, position.words, battle)
        self.battle: Skirmish = self.position.record
        self.who = self._mover(choice)
        end = choice.legs[choice.count - 1]
        as_plain(put)(self.battle, self.who, end.x, end.y, end.level)
        self.model, self.base = self.battle.models[self.who], self.battle.crowd.bases[self.who]
        self.model.ap = (
            AP if self.kind == ChoiceKind.DEPLOY else self.model.ap - ACTION_AP.get(ChoiceKind(self.kind), 0)
        )
        side, everybody = self._side(self.who), range(self.setting.models)
        self.opponents = [each for each in everybody if self._side(each) != side and self._stands(each)]
        own, their = allocate(Sight, MAX_MODELS), allocate(Sight, MAX_MODELS)
        list_sights(position.setting, battle, self.who, own, their)
        self.own, self.their = ([look(Sight, row, index) for index in range(MAX_MODELS)] for row in (own, their))

    def prospects(self) -> Prospects:
        """Everything that can be done there."""
        shots, fights = self._shots(), self._fights()
        dangers = [each for each in self.opponents if self._may_act(each)]
        shot_by = _best(self._shot(each, self.who, self.their[each]) for each in dangers)
        fought_by = _best(self._fight(each, self.who, self.their[each].blades) for each in dangers)
        said = (self._from_here(shots, fights), self._in_reach(shot_by, fought_by))
        place = (self.base.x, self.base.y, self.base.level)
        sentences = tuple(filter(None, said))
        return Prospects(self.who, *place, self.model.ap, shots, fights, shot_by, fought_by, sentences)

    def _mover(self, choice: SkirmishChoice) -> int:
        """The model that a choice moves."""
        if choice.kind == ChoiceKind.DEPLOY:
            return int(choice.who)
        frame = self.battle.frames[max(self.battle.depth - 1, 0)]
        return int(frame.target if choice.kind == ChoiceKind.COVER_MOVE else frame.actor)

    def _side(self, who: int) -> int:
        return int(who >= self.setting.first_of_b)

    def _stands(self, who: int) -> bool:
        return bool(self.battle.crowd.bases[who].stands)

    def _acts_next(self, ap: int) -> bool:
        """Whether the model may choose an action of this price after the choice."""
        return self.kind in (ChoiceKind.MOVE, ChoiceKind.DEPLOY) and self.model.ap >= ap

    def _may_act(self, who: int) -> bool:
        """Whether an opponent acts in its next activation, and does not break down."""
        return self.setting.edition == Edition.FIRST or not will_break_down(self.battle.models[who])

    def _shots(self) -> tuple[Shooting, ...]:
        """The shots that the model could take."""
        if not self._acts_next(SHOT_AP):
            return ()
        return _best(self._shot(self.who, each, self.own[each]) for each in self.opponents)

    def _fights(self) -> tuple[Fighting, ...]:
        """The close combats that the model could begin, or that it begins."""
        if self.kind == ChoiceKind.CLOSE_COMBAT:
            reached = [(each, self.own[each].blades & 1 << self.weapon) for each in self.opponents]
            return _best(self._clash(self.who, each, blades, "stands") for each, blades in reached)
        if not self._acts_next(CLOSE_COMBAT_AP):
            return ()
        return _best(self._fight(self.who, each, self.own[each].blades) for each in self.opponents)

    def _shot(self, who: int, whom: int, sight: Sight) -> Shooting | None:
        """A shot of a model at another; None if it cannot hit."""
        dice, later = self.setting.cards[who].ballistics, self._is_later(who)
        if sight.gun == NOBODY:
            return None
        hit, critical = hit_chances(dice, sight.need)
        if not hit:
            return None
        may_cover = later or as_plain(may_take_cover)(self.battle, whom)
        cover = hit_chances(dice, sight.covered)[0] if may_cover else None
        return Shooting(self._other(who, whom), sight.gun, sight.need, hit, critical, cover, later)

    def _fight(self, who: int, whom: int, blades: int) -> Fighting | None:
        """A close combat of a model with another, from where it stands or after its engage move; None if it does not
        come near enough."""
        if blades:
            return self._clash(who, whom, blades, "stands")
        return self._clash(who, whom, self._blades_after_a_move(who, whom), "engages")

    def _blades_after_a_move(self, who: int, whom: int) -> int:
        """The melee weapons, as bits, that reach another model after an engage move without a test."""
        if not self._may_come_near(who, whom):
            return 0
        reach = as_plain(range_of)(self.setting, who, Purpose.ENGAGE, 0)
        cells = Finder(self.position.setting, self.position.battle, who, Purpose.ENGAGE, reach).safe()
        blades = range(self.setting.cards[who].blades)
        return sum(1 << each for each in blades if len(in_threat(self.position, cells, who, whom, each)))

    def _may_come_near(self, who: int, whom: int) -> bool:
        """Whether an engage move as the crow flies would bring a melee weapon near enough."""
        if not self.setting.cards[who].blades:
            return False
        one, other = self.battle.crowd.bases[who], self.battle.crowd.bases[whom]
        far = as_plain(range_of)(self.setting, who, Purpose.ENGAGE, 0) + as_plain(longest_threat)(self.setting, who)
        reach = one.radius + other.radius + far
        return as_plain(square_between)(one, other) <= reach * reach

    def _clash(self, who: int, whom: int, blades: int, how: Approach) -> Fighting | None:
        """A close combat with the best of these melee weapons; None without any."""
        reached = [each for each in range(self.setting.cards[who].blades) if blades >> each & 1]
        chances = [self._harm(who, whom, each, how) for each in reached]
        if not any(chances):
            return None
        harm = max(chances)
        return Fighting(self._other(who, whom), reached[chances.index(harm)], harm, how, self._is_later(who))

    def _harm(self, who: int, whom: int, blade: int, how: Approach) -> Fraction:
        """The chance that an attack harms its target, which strikes back with the weapon that stresses most, if it
        reaches. An attacker whose own weapon is longer keeps out of that."""
        if not self.setting.cards[who].melee:
            return Fraction(0)
        models, weapons = self.battle.models, self.setting.weapons
        carried = self.setting.cards[whom].blade[: self.setting.cards[whom].blades]
        sight = self.their[whom] if who == self.who else self.own[who]
        least = weapons[self.setting.cards[who].blade[blade]].threat
        reached = [
            index
            for index, number in enumerate(carried)
            if (sight.blades >> index & 1 if how == "stands" else weapons[number].threat >= least)
        ]
        answer = max(reached, key=lambda index: weapons[carried[index]].stress, default=NO_BLADE)
        return harm_chance(
            self.setting.edition,
            fighter(self.setting, models[who], who, blade),
            fighter(self.setting, models[whom], whom, answer),
        )

    def _is_later(self, who: int) -> bool:
        """Whether an opponent has acted in this round."""
        return who != self.who and bool(self.battle.models[who].activated)

    def _other(self, who: int, whom: int) -> int:
        """The opponent of the two."""
        return whom if who == self.who else who

    def _from_here(self, shots: Sequence[Shooting], fights: Sequence[Fighting]) -> str:
        """Say what the model could do."""
        shooting = _some([f"{self.name(each.model)} {percent(each.hit)}" for each in shots if each.hit >= LEAST])
        fighting = _some([f"{self.name(each.model)} {percent(each.harm)}" for each in fights])
        if self.kind == ChoiceKind.CLOSE_COMBAT:
            return f"Close combat with {fighting}." if fighting else ""
        if self.kind == ChoiceKind.COVER_MOVE or not self.opponents:
            return ""
        if not self._acts_next(min(SHOT_AP, CLOSE_COMBAT_AP)):
            return f"From here: no attack, with {self.model.ap or 'no'} AP left."
        said = [f"shoot {shooting}" if shooting else "", f"close combat with {fighting}" if fighting else ""]
        return f"From here: {'; '.join(filter(None, said)) or 'nobody to shoot or to fight'}."

    def _in_reach(self, shot_by: Sequence[Shooting], fought_by: Sequence[Fighting]) -> str:
        """Say what could be done to the model, in this round and in the next one."""
        said = []
        for later, start in ((False, "In reach of"), (True, "Next round in reach of")):
            deeds: dict[int, list[str]] = {}
            for fight in fought_by:
                if fight.later == later:
                    deeds.setdefault(fight.model, []).append(f"close combat {percent(fight.harm)}")
            for shot in shot_by:
                if shot.later == later and shot.hit >= LEAST:
                    covered = (
                        "" if shot.cover is None else f" ({percent(shot.cover) if shot.cover else 'not'} in cover)"
                    )
                    deeds.setdefault(shot.model, []).append(f"shoots {percent(shot.hit)}{covered}")
            if deeds:
                each = [f"{self.name(who)}, {' or '.join(done)}" for who, done in deeds.items()]
                said.append(f"{start}: {_some(each, '; ')}.")
        return " ".join(said) or ("Nobody can shoot it or come near it there." if self.opponents else "")


def _best(found: Iterable[DeedT | None]) -> tuple[DeedT, ...]:
    """What is likeliest to succeed first; what can be done only later last."""
    return tuple(sorted(filter(None, found), key=lambda each: (each.later, -each.chance)))


def _some(said: Sequence[str], between: str = ", ") -> str:
    """The first of several, and how many more there are: ``Brann (b1) 61%, Wren (b2) 45% and 2 more``."""
    more = f" and {len(said) - MOST_SAID} more" if len(said) > MOST_SAID else ""
    return between.join(said[:MOST_SAID]) + more

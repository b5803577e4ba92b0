"""The dice of Skirmish once more, for tests only: from the clauses of the catalogue, with all faces written out.

Nothing here is taken from the rules as they are carried out, but for ``Tried``, which plays a real battle in every way
there is. Lengths are in thousandths of an inch, chances are exact, and what somebody chooses is found by trying
everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple, TypeVar

from battlewright.contract.system import System
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, allocate, assign, copy_of, look, numbers, position, restore, snapshot
from battlewright.odds import Odds

T = TypeVar("T")
U = TypeVar("U")

D6 = range(1, 7)
INCH = 1000
REMOVED = (0, 0)

Chances = Mapping[T, Fraction]
Worth = tuple[Fraction, ...]
"""What something is worth on average: the first part counts, where that is equal the next."""


class Blade(NamedTuple):
    """A melee weapon of the table: its threat range, oppression, critical, and whether that shoves."""

    reach: int
    oppression: int
    critical: int
    shoves: bool = False


class Gun(NamedTuple):
    """A shooting weapon of the table. A critical of None is a D3; one may forbid to return fire."""

    modifier: int
    damage: int
    critical: int | None
    forbids_return: bool = False


BLADES = {"Sword": Blade(1 * INCH, 1, 2), "Spear": Blade(2 * INCH, 1, 1, shoves=True)}
GUNS = {"Pistol": Gun(-1 * INCH, 1, 2), "Rifle": Gun(0, 1, None), "Sniper": Gun(2 * INCH, 1, 1, forbids_return=True)}


def evenly(outcomes: Iterable[T]) -> dict[T, Fraction]:
    """Each as likely as any other."""
    counted = Counter(outcomes)
    return {outcome: Fraction(count, counted.total()) for outcome, count in counted.items()}


def then(chances: Chances[T], follows: Callable[[T], Chances[U]]) -> dict[U, Fraction]:
    """What follows from something, and how likely it is."""
    after: dict[U, Fraction] = {}
    for outcome, chance in chances.items():
        for result, part in follows(outcome).items():
            after[result] = after.get(result, Fraction(0)) + chance * part
    return after


def turned(chances: Chances[T], change: Callable[[T], U]) -> dict[U, Fraction]:
    """The chances of what is told of an outcome."""
    return then(chances, lambda outcome: {change(outcome): Fraction(1)})


def worth_of(chances: Chances[T], worth: Callable[[T], Sequence[int]]) -> Worth:
    """What an outcome is worth on average, part by part."""
    parts = [[chance * part for part in worth(outcome)] for outcome, chance in chances.items()]
    return tuple(sum(column, Fraction(0)) for column in zip(*parts, strict=True))


def agrees(odds: Odds[T], chances: Chances[T]) -> bool:
    """Whether odds are these chances, to the last digit."""
    return dict(odds) == {outcome: chance for outcome, chance in chances.items() if chance}


def successes(faces: Sequence[int]) -> int:
    """S2.C4: each 4+ is a success."""
    return sum(face >= 4 for face in faces)


def ability_test(dice: int) -> dict[int, Fraction]:
    """S2.C4."""
    return evenly(successes(faces) for faces in product(D6, repeat=dice))


def critical_test(dice: int) -> dict[tuple[int, int, int], Fraction]:
    """S2.C5: critical failures, successes, critical successes."""
    return evenly((faces.count(1), successes(faces), faces.count(6)) for faces in product(D6, repeat=dice))


def stress_check(toughness: int, stress: int) -> dict[tuple[int, int], Fraction]:
    """S2.T2 to S2.T5: Toughness and stress after the check."""
    if stress >= 2 * toughness:  # T2
        toughness -= 1
    if toughness == 0:
        return {REMOVED: Fraction(1)}
    if stress < toughness:  # T3
        return {(toughness, stress): Fraction(1)}

    def tested(faces: tuple[int, ...]) -> tuple[int, int]:
        left = toughness - (len(faces) - successes(faces))  # T4
        if left == 0:  # T5
            return REMOVED
        return left, max(stress + faces.count(1) - faces.count(6) - left, 0)

    return evenly(tested(faces) for faces in product(D6, repeat=toughness))


def until_removed(toughness: int, stress: int, gain: int, most: int) -> tuple[dict[int, Fraction], Fraction]:
    """In which activation a model is removed, and how likely it is left after the last."""
    standing, removed = {(toughness, stress): Fraction(1)}, dict[int, Fraction]()
    for activation in range(1, most + 1):
        after = then(standing, lambda each: stress_check(*each))
        gone = after.pop(REMOVED, Fraction(0))
        if gone:
            removed[activation] = gone
        standing = {(tough, stressed + gain): chance for (tough, stressed), chance in after.items()}
    return removed, sum(standing.values(), Fraction(0))


Attempted = tuple[bool, int]
"""Whether it succeeds, and the stress of the fall."""


def climb(agility: int, height: int, ladder: bool = False) -> dict[Attempted, Fraction]:
    """S2.M4 to S2.M6, S2.M11."""
    if ladder or height <= agility * INCH:
        return {(True, 0): Fraction(1)}
    fall = height // (3 * INCH)
    return turned(ability_test(agility), lambda hits: (True, 0) if hits * 2 * INCH >= height else (False, fall))


def jump(agility: int, distance: int, drop: int = 0) -> dict[Attempted, Fraction]:
    """S2.M8 to S2.M11. Without any success one is still where one took off."""
    if 2 * distance <= agility * INCH:
        return {(True, 0): Fraction(1)}

    def jumped(hits: int) -> Attempted:
        if hits * INCH >= distance:
            return True, 0
        return False, drop // (3 * INCH) if hits else 0

    return turned(ability_test(agility), jumped)


@cache
def shot_dice(ballistics: int) -> dict[tuple[int, bool], Fraction]:
    """S2.F6, S2.F7: the sum, and whether there is a natural 6."""
    return evenly((sum(faces), 6 in faces) for faces in product(D6, repeat=ballistics))


def aimed(ballistics: int, difficulty: int) -> dict[tuple[bool, bool], Fraction]:
    """S2.F6, S2.F7: whether a shot hits, and whether it does so critically."""

    def fallen(dice: tuple[int, bool]) -> tuple[bool, bool]:
        total, six = dice
        hit = total * INCH >= difficulty
        return hit, hit and six

    return turned(shot_dice(ballistics), fallen)


def hit_stress(gun: Gun, critical: bool) -> dict[int, Fraction]:
    """S2.F6, S2.F7, S2.F13: the stress of a hit; D3 is half a D6, rounded up."""
    if not critical:
        return {gun.damage: Fraction(1)}
    return evenly((face + 1) // 2 for face in D6) if gun.critical is None else {gun.critical: Fraction(1)}


class Man(NamedTuple):
    """A model of a firefight: its number, side and figures, and the AP it has before the shot is paid for."""

    number: int
    side: int = 0
    ballistics: int = 3
    toughness: int = 3
    agility: int = 3
    stress: int = 0
    ap: int = 3
    gun: Gun | None = None


class Obstacle(NamedTuple):
    """Something in the line, and who is stressed where it is hit instead; an explosion causes 1 (S2.F9)."""

    who: tuple[int, ...] = ()
    explodes: bool = False


Gained = tuple[int, ...]
"""The stress that each model has gained, by its number."""


class Flown(NamedTuple):
    """What a shot comes to; ``stray`` is which obstacle is hit instead (-1: none)."""

    gained: Gained
    hit: bool
    critical: bool
    stray: int


@dataclass(frozen=True)
class Firefight:
    """A shot, the target's reaction, and what the first shooter does about a return shot.

    ``distance`` is between the edges of the bases; ``obstacles`` are in their order from the target; ``men`` are all
    models by their number. ``before`` is what they have gained on the way to it. What somebody chooses is best for
    the shooter's side, or worst, as its side is.
    """

    men: tuple[Man, ...]
    shooter: int
    target: int
    distance: int
    obstacles: tuple[Obstacle, ...] = ()
    before: Gained = ()

    def worth(self, gained: Gained) -> tuple[int, int]:
        """Break-downs to come at the next activation, then stress, to the shooter's side."""
        own = self.men[self.shooter].side
        breaks = stress = 0
        for man, more in zip(self.men, gained, strict=True):
            sign = -1 if man.side == own else 1
            stress += sign * more
            breaks += sign * ((man.stress + more >= man.toughness) - (man.stress >= man.toughness))
        return breaks, stress

    def fly(
        self, shooter: int, target: int, cover: bool, obstacles: Sequence[Obstacle], before: Gained
    ) -> dict[Flown, Fraction]:
        """S2.F1 to S2.F4 and S2.F6 to S2.F9: one shot, with all that it hits."""
        man = self.men[shooter]
        assert man.gun is not None
        gun = man.gun
        difficulty = self.distance + len(obstacles) * INCH - gun.modifier
        if cover:
            difficulty += self.men[target].agility * INCH // 2

        def resolved(dice: tuple[bool, bool]) -> Chances[Flown]:
            hit, critical = dice
            if hit:
                stress = hit_stress(gun, critical)
                return turned(stress, lambda more: Flown(_add(before, {target: more}), True, critical, -1))
            return self._stray(gun, obstacles, before)

        return then(aimed(man.ballistics, difficulty), resolved)

    def _stray(self, gun: Gun, obstacles: Sequence[Obstacle], before: Gained) -> dict[Flown, Fraction]:
        """S2.F8: a die for each obstacle; the first 4+ is hit."""
        found, flies = dict[Flown, Fraction](), Fraction(1)
        for place, obstacle in enumerate(obstacles):
            amount = 1 if obstacle.explodes else gun.damage
            flies /= 2
            found[Flown(_add(before, dict.fromkeys(obstacle.who, amount)), False, False, place)] = flies
        found[Flown(before, False, False, -1)] = flies
        return found

    def reactions(self) -> dict[str, dict[Gained, Fraction]]:
        """What becomes of all by the target's reaction (S2.F4)."""
        target, before = self.men[self.target], self.before or (0,) * len(self.men)
        found = {}
        for name, price in {"nothing": 0, "cover": 1, "return fire": 2}.items():
            if target.ap < price or (name == "return fire" and (target.gun is None or not target.ballistics)):
                continue
            flown = self.fly(self.shooter, self.target, name == "cover", self.obstacles, before)
            if name == "return fire":
                found[name] = then(flown, self.returned)
            else:
                found[name] = turned(flown, lambda each: each.gained)
        return found

    def returned(self, flown: Flown) -> Chances[Gained]:
        """S2.F11, S2.F4: the return shot, if it is worth it; the first shooter has two AP less to react with."""
        gun, gained = self.men[self.shooter].gun, flown.gained
        assert gun is not None
        if flown.critical and gun.forbids_return:  # F13
            return {gained: Fraction(1)}
        covers = [False, True] if self.men[self.shooter].ap - 2 >= 1 else [False]
        back = tuple(reversed(self.obstacles))
        shots = [self.fly(self.target, self.shooter, cover, back, gained) for cover in covers]
        fired = self.best([turned(shot, lambda each: each.gained) for shot in shots], 1)
        return self.best([{gained: Fraction(1)}, fired], -1)

    def best(self, options: Sequence[Chances[Gained]], sign: int) -> Chances[Gained]:
        """The best for the shooter's side, or for the other."""
        return max(options, key=lambda option: [sign * part for part in worth_of(option, self.worth)])

    def played(self) -> Chances[Gained]:
        """By the best of the target's reactions."""
        return self.best(list(self.reactions().values()), -1)


def _add(gained: Gained, more: Mapping[int, int]) -> Gained:
    return tuple(stress + more.get(who, 0) for who, stress in enumerate(gained))


Left = tuple[int, int]
"""Successes that are not resolved yet: normal ones and critical ones."""


def clash_dice(melee: int) -> dict[Left, Fraction]:
    """S2.K6: a critical Melee test, of which the successes count."""
    return evenly((successes(faces) - faces.count(6), faces.count(6)) for faces in product(D6, repeat=melee))


class Fencer(NamedTuple):
    """A fighter of a clash; ``margin`` is how much stress it may take before it will break down."""

    melee: int
    margin: int
    blade: Blade | None


class State(NamedTuple):
    """A clash success by success: of the attacker, then of the defender. ``turn`` is 0 where the attacker is next."""

    left: tuple[Left, Left]
    turn: int = 0
    stress: tuple[int, int] = (0, 0)
    apart: int = 0
    shoved: tuple[bool, bool] = (False, False)


class Fought(NamedTuple):
    """What the best play of both is worth to the attacker, and every end that it may lead to."""

    value: tuple[int, int]
    ends: frozenset[tuple[int, int]]


class Move(NamedTuple):
    """A success is resolved: by a strike, a parry, or without effect; critical; against a critical one."""

    kind: str
    critical: bool
    against: bool = False


@dataclass(frozen=True)
class Clash:
    """S2.K6 to S2.K11, on open ground. With bare numbers nobody is ``shoving``."""

    attacker: Fencer
    defender: Fencer
    apart: int = 0
    shoving: bool = False

    @property
    def fencers(self) -> tuple[Fencer, Fencer]:
        return self.attacker, self.defender

    def worth(self, stress: tuple[int, int]) -> tuple[int, int]:
        """Break-downs at the next activation, then stress, to the attacker."""
        breaks = [int(taken >= fencer.margin) for taken, fencer in zip(stress, self.fencers, strict=True)]
        return breaks[1] - breaks[0], stress[1] - stress[0]

    def moves(self, state: State) -> Iterator[tuple[Move, State]]:
        """S2.K7 to S2.K9: what the one whose turn it is may do with a success, and what that leads to."""
        me = state.turn
        other, blade = 1 - me, self.fencers[me].blade
        for kind in (0, 1):
            if not state.left[me][kind]:
                continue
            spent = _less(state.left, me, kind)
            passed = state._replace(left=spent, turn=other)
            parries = [against for against in range(kind + 1) if state.left[other][against]]
            reaches = blade is not None and blade.reach >= state.apart
            if reaches and blade is not None:
                yield Move("strike", bool(kind)), self._struck(passed, me, blade, bool(kind))
            for against in parries:
                yield Move("parry", bool(kind), bool(against)), passed._replace(left=_less(spent, other, against))
            if not reaches and not parries:
                yield Move("spend", bool(kind)), passed

    def _struck(self, state: State, me: int, blade: Blade, critical: bool) -> State:
        """S2.K10, S2.K11."""
        stress, shoved = list(state.stress), list(state.shoved)
        stress[1 - me] += blade.critical if critical else blade.oppression
        apart = state.apart
        if critical and blade.shoves and self.shoving and not shoved[me]:
            apart, shoved[me] = apart + INCH, True
        return state._replace(stress=(stress[0], stress[1]), apart=apart, shoved=(shoved[0], shoved[1]))

    def play(self, state: State, known: dict[State, Fought]) -> Fought:
        """The best play of both from here on; a side with no success left is skipped."""
        if not any(state.left[state.turn]):
            state = state._replace(turn=1 - state.turn)
        if state not in known:
            ends = [self.play(after, known) for _, after in self.moves(state)]
            if not ends:
                known[state] = Fought(self.worth(state.stress), frozenset([state.stress]))
            else:
                value = (min if state.turn else max)(end.value for end in ends)
                best = frozenset[tuple[int, int]]().union(*(end.ends for end in ends if end.value == value))
                known[state] = Fought(value, best)
        return known[state]

    def fought(self) -> dict[tuple[Left, Left], tuple[Fraction, Fought]]:
        """Every pair of rolls with its chance and what it comes to."""
        known: dict[State, Fought] = {}
        return {
            (own, their): (chance * part, self.play(State((own, their), apart=self.apart), known))
            for own, chance in clash_dice(self.attacker.melee).items()
            for their, part in clash_dice(self.defender.melee).items()
        }


def _less(left: tuple[Left, Left], side: int, kind: int) -> tuple[Left, Left]:
    """One success of a side less."""
    counts = [list(each) for each in left]
    counts[side][kind] -= 1
    (a, b), (c, d) = counts
    return (a, b), (c, d)


@dataclass(frozen=True)
class Best:
    """What a position leads to by best play; at a decision, what every choice is worth and which is the best."""

    values: Worth
    chances: Chances[Hashable]
    tried: tuple[Worth, ...] = ()
    best: int = -1


class Tried:
    """A battle played in every way there is: all faces of all dice, all choices, without any lumping.

    ``ends`` says where a question ends (never where it begins), ``measure`` what is asked there, ``aim`` what that is
    worth to a side.
    """

    def __init__(
        self,
        system: System,
        setting: Row[Any],
        ends: Callable[[Any], bool],
        measure: Callable[[Any], Hashable],
        aim: Callable[[Any], Sequence[int]],
        side: int,
    ) -> None:
        self.system, self.setting, self.ends, self.measure = system, setting, ends, measure
        self.aim, self.side = aim, side
        self.battle: Row[Any] = allocate(system.rules.battle)
        self.view = look(system.rules.battle, self.battle)
        self.known: dict[bytes, Best] = {}

    def play(self, battle: Row[Any]) -> Best:
        """From where a battle stands."""
        restore(self.battle, snapshot(battle))
        self.view.tail.silent = 1
        return self._go_on(snapshot(self.battle), begins=True)

    def _go_on(self, here: bytes, begins: bool = False) -> Best:
        restore(self.battle, here)
        key = position(self.system.rules.battle, self.battle)
        if key not in self.known:
            if not begins and self.ends(self.view):
                outcome = self.measure(self.view)
                self.known[key] = Best(tuple(map(Fraction, self.aim(outcome))), {outcome: Fraction(1)})
            elif self.view.node.kind == NodeKind.CHANCE:
                self.known[key] = self._roll(here)
            else:
                self.known[key] = self._choose(here)
        return self.known[key]

    def _roll(self, here: bytes) -> Best:
        fallen, faces = Counter[bytes](), numbers(self.system.rules.max_dice)
        for each in product(range(1, self.view.node.sides + 1), repeat=self.view.node.dice):
            restore(self.battle, here)
            for die, face in enumerate(each):
                faces[die] = face
            self.system.rules.roll(self.setting, self.battle, faces)
            fallen[snapshot(self.battle)] += 1
        futures = [(Fraction(ways, fallen.total()), self._go_on(after)) for after, ways in fallen.items()]
        chances: dict[Hashable, Fraction] = {}
        for share, future in futures:
            for outcome, chance in future.chances.items():
                chances[outcome] = chances.get(outcome, Fraction(0)) + share * chance
        columns = zip(*([share * part for part in future.values] for share, future in futures), strict=True)
        return Best(tuple(sum(column, Fraction(0)) for column in columns), chances)

    def _choose(self, here: bytes) -> Best:
        side, listed, made = self.view.node.side, list[Any](), allocate(self.system.rules.choice)
        page: Row[Any] = allocate(self.system.rules.choice, self.system.rules.max_choices)
        while True:
            count = self.system.rules.choices(self.setting, self.battle, page, len(listed))
            listed += [copy_of(look(self.system.rules.choice, page, place)) for place in range(count)]
            if count < len(page):
                break
        futures = []
        for choice in listed:
            restore(self.battle, here)
            assign(look(self.system.rules.choice, made), choice)
            self.system.rules.choose(self.setting, self.battle, made)
            futures.append(self._go_on(snapshot(self.battle)))
        values = tuple(future.values for future in futures)
        best = values.index(max(values) if side == self.side else min(values))
        return Best(values[best], futures[best].chances, values, best)

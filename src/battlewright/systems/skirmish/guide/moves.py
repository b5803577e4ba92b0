"""Moves as a person types them: to a point, at a model, into cover, up somewhere; and what each would take."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from battlewright.engine.errors import BattlewrightError, Refused, UnknownError
from battlewright.engine.position import Position
from battlewright.engine.record import allocate, assign, copy_of, look
from battlewright.engine.rule import as_plain
from battlewright.engine.text import plural
from battlewright.systems.skirmish.clauses import Clause, First
from battlewright.systems.skirmish.guide.paths import Finder, Reached
from battlewright.systems.skirmish.record import (
    STEP,
    ChoiceKind,
    Fate,
    Frame,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.rules.cover import cover_range
from battlewright.systems.skirmish.rules.lines import count_obstacles
from battlewright.systems.skirmish.rules.move import range_of, set_gait, threatens_from
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.systems.skirmish.setup.files import thousandths
from battlewright.systems.skirmish.words.names import Names
from battlewright.table.bases import Base, Crowd
from battlewright.table.ground import Ground, level_at
from battlewright.table.legs import Gait, Leg, Stride, Way, take_stride
from battlewright.table.measure import INCH
from battlewright.table.text import about, inches, number

Offer = tuple[SkirmishChoice, str]
"""A choice, and its line in a list."""
KINDS = {Purpose.MOVE: ChoiceKind.MOVE, Purpose.ENGAGE: ChoiceKind.CLOSE_COMBAT, Purpose.COVER: ChoiceKind.COVER_MOVE}
WHEN = {
    "deploy": Step.DEPLOY,
    "move": Step.ACT,
    "engage": Step.ACT,
    "cover": Step.COVER_MOVE,
    "split": Step.DIVIDE,
}
"""The verbs that a person may type, and the step at which each is allowed."""
FORMS = {Purpose.MOVE: "move", Purpose.ENGAGE: "engage", Purpose.COVER: "cover"}
MOST_TRIED = 20
"""The number of destinations to try before a suggestion is given up."""
MOST_ENGAGEMENTS = 6
ROOM = 4
"""The smallest top, in square inches, that a suggestion climbs."""


def place_of(x: int, y: int, level: int) -> str:
    """A place as people type it."""
    return f"{number(x)} {number(y)}{f' {number(level)}' if level else ''}"


def choice_of(purpose: Purpose, legs: Sequence[Leg], weapon: int = 0) -> SkirmishChoice:
    """The choice to take a path."""
    made = SkirmishChoice()
    made.kind, made.weapon, made.count = KINDS[purpose], weapon, len(legs)
    for index, leg in enumerate(legs):
        assign(made.legs[index], leg)
    return made


class Mover:
    """A model that is to move, and the cells that it can reach."""

    def __init__(self, session: Position, who: int, purpose: Purpose) -> None:
        self.session, self.who, self.purpose = session, who, purpose
        self.battle: Skirmish = session.record
        self.base = self.battle.crowd.bases[who]
        self.reach = self._reach()
        self.finder = Finder(session.setting, session.battle, who, purpose, self.reach)

    def _reach(self) -> int:
        """The range of its move."""
        setting = self.session.setting
        if self.purpose != Purpose.COVER:
            return range_of(setting[0], self.who, self.purpose, 0)
        frames = allocate(Frame)
        assign(look(Frame, frames), self.battle.frames[self.battle.depth - 1])
        return cover_range(setting[0], frames[0])

    def safe(self) -> list[Reached]:
        """The cells that it reaches without a test and without a fall that hurts."""
        return [cell for cell in self.finder.cells() if self.finder.is_safe(cell)] if self.reach > 0 else []

    def choice(self, cell: Reached, weapon: int = 0) -> SkirmishChoice | None:
        """The choice to go to a cell; None if the rules refuse it."""
        legs = self.finder.path(cell.x, cell.y, cell.level)
        choice = choice_of(self.purpose, legs, weapon)
        return choice if legs and not self.session.refusal(choice) else None

    def first(self, cells: Sequence[Reached], weapon: int = 0) -> SkirmishChoice | None:
        """The choice to go to the first of these cells that the rules allow."""
        tried = (self.choice(cell, weapon) for cell in cells[:MOST_TRIED])
        return next((choice for choice in tried if choice), None)

    def go(self, x: int, y: int, level: int | None, weapon: int = 0) -> SkirmishChoice:
        """The choice to go to a point. If there is none, the error says why, and which reachable cell is nearest."""
        if self.reach <= 0:
            raise Refused(_cite(self.session, Clause.M1), "This model has no range to move")
        legs = self.finder.path(x, y) if level is None else self.finder.path(x, y, level)
        choice = choice_of(self.purpose, legs or [self._walk(x, y, level)], weapon)
        refused = self.session.why_refused(choice)
        if refused is None:
            return choice
        near = None if legs else self._nearest(x, y, level, weapon)
        raise BattlewrightError(f"{refused}{f'. In reach is: {near}' if near else ''}")

    def _walk(self, x: int, y: int, level: int | None) -> Leg:
        """A straight walk there, whose fault is reported when no path is found."""
        leg = Leg()
        leg.way, leg.x, leg.y = Way.WALK, x, y
        leg.level = level_under(self.session, x, y, self.base.level + STEP) if level is None else level
        return leg

    def _nearest(self, x: int, y: int, level: int | None, weapon: int) -> str:
        """The reachable cell nearest to a point, as it would be typed."""
        cells = sorted(self.safe(), key=lambda cell: (math.dist((cell.x, cell.y), (x, y)), cell.cost))
        found = self.first([cell for cell in cells if level in (None, cell.level)], weapon)
        if not found:
            return ""
        end = found.legs[found.count - 1]
        return f"{FORMS[self.purpose]} {place_of(end.x, end.y, end.level)}"

    def describe(self, choice: SkirmishChoice) -> str:
        """What a path takes, leg by leg, with the tests that are due: ``walk 3.2", climb 4" (Agility test)``."""
        parts = []
        for leg, stride, flat in self._strides(choice):
            test = " (Agility test)" if stride.test else ""
            match leg.way:
                case Way.CLIMB:
                    parts.append(f"climb {inches(stride.height)}{test}")
                case Way.JUMP:
                    lower = f", landing {inches(stride.fall)} lower" if stride.fall else ""
                    parts.append(f"jump {about(flat)}{test}{lower}")
                case Way.DROP:
                    parts.append(f"drop {inches(stride.fall)}")
                case _:
                    parts.append(f"walk {about(flat)}")
        return ", ".join(parts)

    def _strides(self, choice: SkirmishChoice) -> Iterator[tuple[Leg, Stride, float]]:
        """Each leg, its stride by the rules, and its length over the table."""
        ground, crowd, gait = allocate(Ground), allocate(Crowd), allocate(Gait)
        stride, row = allocate(Stride), allocate(Leg)
        assign(look(Ground, ground), look(Setting, self.session.setting).ground)
        assign(look(Crowd, crowd), self.battle.crowd)
        set_gait(self.session.setting[0], gait[0], self.who, self.purpose, self.reach)
        x, y, level = self.base.x, self.base.y, self.base.level
        for leg in choice.legs[: choice.count]:
            assign(look(Leg, row), leg)
            take_stride(ground[0], crowd[0], gait[0], x, y, level, row[0], stride[0])
            taken = look(Stride, stride)
            yield leg, copy_of(taken), math.dist((x, y), (leg.x, leg.y))
            look(Gait, gait).range -= taken.cost
            x, y, level = leg.x, leg.y, leg.level


def level_under(session: Position, x: int, y: int, highest: int) -> int:
    """The highest level under a point that is not above ``highest``."""
    ground = allocate(Ground)
    assign(look(Ground, ground), look(Setting, session.setting).ground)
    return level_at(ground[0], x, y, highest)


class Moves:
    """The moves at a decision that asks for a place: typed in the game's words, or suggested."""

    def __init__(self, session: Position) -> None:
        setup: BattleSetup = session.setup
        self.session, self.setup, self.names = session, setup, Names(setup)
        self.battle: Skirmish = session.record

    @property
    def frame(self) -> Frame:
        return self.battle.frames[max(self.battle.depth - 1, 0)]

    @property
    def mover(self) -> Mover | None:
        """The model that may move now, if any."""
        if self.session.node.step == Step.COVER_MOVE:
            return Mover(self.session, self.frame.target, Purpose.COVER)
        return Mover(self.session, self.frame.actor, Purpose.MOVE) if self.session.node.step == Step.ACT else None

    def describe(self, choice: SkirmishChoice) -> str:
        """What the path of a choice takes."""
        purpose = next(purpose for purpose, kind in KINDS.items() if kind == choice.kind)
        who = self.frame.target if purpose == Purpose.COVER else self.frame.actor
        return Mover(self.session, who, purpose).describe(choice)

    def _base(self, who: int) -> Base:
        return self.battle.crowd.bases[who]

    def enemies_of(self, who: int) -> list[int]:
        """The opponents on the table, the nearest first."""
        base, seat = self._base(who), self.names.seat_of(who)
        others = [each for each in range(len(self.names.cards)) if self.names.seat_of(each) != seat]
        return sorted(
            (each for each in others if self._base(each).stands), key=lambda each: _apart(base, self._base(each))
        )

    # Typed moves

    def typed(self, word: str, rest: Sequence[str]) -> SkirmishChoice:
        """``deploy a2 12 3``, ``move 12.5 8``, ``engage 12 9 spear``, ``engage b2``, ``cover 11 4``, ``split 2 1``."""
        if self.session.node.step != WHEN[word]:
            raise BattlewrightError(f"It is not the moment to {word}.")
        if word == "deploy":
            return self._deploy(rest)
        if word == "split":
            return self._split(rest)
        if word == "engage":
            return self._engage(rest)
        mover = self.mover
        assert mover is not None
        return mover.go(*_point(rest, word))

    def _deploy(self, rest: Sequence[str]) -> SkirmishChoice:
        if len(rest) < 3:
            raise BattlewrightError("Type the model and the place, such as: deploy a2 12 3")
        x, y, level = _point(rest[1:], "deploy a2")
        made = SkirmishChoice()
        made.kind, made.count, made.who = ChoiceKind.DEPLOY, 1, self._model(rest[0])
        leg = made.legs[0]
        leg.x, leg.y = x, y
        leg.level = level_under(self.session, x, y, STEP) if level is None else level
        return made

    def _split(self, rest: Sequence[str]) -> SkirmishChoice:
        """A split: the dice on attack and those on defence. The target names a weapon if it has several."""
        is_actor = self.names.seat_of(self.frame.actor) == self.session.node.seat
        who = self.frame.actor if is_actor else self.frame.target
        melee = self.names.cards[who].melee
        example = f"split {melee - melee // 2} {melee // 2}"
        if len(rest) < 2 or not all(re.fullmatch(r"[0-9]{1,2}", word) for word in rest[:2]):
            raise BattlewrightError(f"Type the dice on attack and those on defence, such as: {example}")
        attack, defence = map(int, rest[:2])
        if attack + defence != melee:
            dice = f"{self.names.model(who)} must split {plural(melee, 'die')}, all of them"
            raise Refused(_cite(self.session, First.K2), f"{dice}, such as: {example}")
        named = " ".join(rest[2:])
        offered: list[SkirmishChoice] = [each for each in self.session.choices() if each.attack == attack]
        if is_actor or not attack:
            return offered[0]
        meant = [each for each in offered if each.weapon in self._weapons(who, named)]
        if not meant:
            reach = f"no such weapon of {self.names.model(who)} reaches {self.names.model(self.frame.actor)}"
            raise Refused(_cite(self.session, First.K3), f"Dice are put on attack with a weapon, and {reach}")
        if len(meant) > 1:
            arms = " or ".join(self.names.blade(who, each.weapon) for each in meant)
            raise BattlewrightError(f"With {arms}? Type the weapon too: split {attack} {defence} WEAPON")
        return meant[0]

    def _model(self, tag: str) -> int:
        """The model with a tag such as a2."""
        tags = {
            self.names.tag(who): who
            for who in range(len(self.names.cards))
            if self.battle.models[who].fate != Fate.REMOVED
        }
        if tag not in tags:
            raise UnknownError("model", tag, tags)
        return tags[tag]

    def _engage(self, rest: Sequence[str]) -> SkirmishChoice:
        who = self.frame.actor
        mover = Mover(self.session, who, Purpose.ENGAGE)
        if not rest:
            raise BattlewrightError("Type where to, or whom: engage 12 9, or engage b2; a weapon may follow")
        at_whom = not _is_number(rest[0])
        numbers = 1 if at_whom else 3 if len(rest) > 2 and _is_number(rest[2]) else 2
        weapons = self._weapons(who, " ".join(rest[numbers:]))
        error: BattlewrightError | None = None
        for weapon in weapons:
            try:
                if at_whom:
                    return self._engage_model(mover, self._model(rest[0]), weapon)
                return mover.go(*_point(rest[:numbers], "engage"), weapon)
            except BattlewrightError as refused:
                error = error or refused
        raise error or BattlewrightError(f"{self.names.model(who)} has no melee weapon.")

    def _weapons(self, who: int, name: str) -> list[int]:
        """The melee weapons that a name may mean; all of them without a name."""
        blades = [weapon.name for weapon in self.names.blades(who)]
        meant = [index for index, blade in enumerate(blades) if blade.lower().startswith(name)]
        if name and not meant:
            raise UnknownError("melee weapon", name, blades)
        return meant

    def _engage_model(self, mover: Mover, whom: int, weapon: int) -> SkirmishChoice:
        """The choice to engage a model from the cheapest cell that the weapon reaches it from; a safe cell if there is
        one."""
        if whom not in self.enemies_of(mover.who):
            raise BattlewrightError(f"{self.names.model(whom)} is no opponent on the table.")
        cells = self._in_threat(mover.finder.cells(), mover.who, whom, weapon)
        found = mover.first(sorted(cells, key=lambda cell: (not mover.finder.is_safe(cell), cell.cost)), weapon)
        if found:
            return found
        far = about(_apart(mover.base, self._base(whom)) - mover.base.radius - self._base(whom).radius)
        goes = (
            f"an engage move of {inches(mover.reach)} does not bring {self.names.blade(mover.who, weapon)} near enough"
        )
        raise Refused(_cite(self.session, Clause.K3), f"{self.names.model(whom)} is {far} away, and {goes}")

    def _in_threat(self, cells: Sequence[Reached], who: int, whom: int, weapon: int) -> list[Reached]:
        """The cells from which a weapon reaches an opponent."""
        threatens, setting = as_plain(threatens_from), look(Setting, self.session.setting)
        there = (self.battle, who, weapon, whom)
        return [cell for cell in cells if threatens(setting, *there, cell.x, cell.y, cell.level)]

    # Suggested moves

    def suggestions(self) -> list[Offer]:
        """A handful of sensible moves, each legal, without a test or a fall."""
        mover = self.mover
        if mover is None:
            return []
        found = self._cover_moves(mover) if mover.purpose == Purpose.COVER else self._moves(mover)
        unique: list[Offer] = []
        for choice, why in found:
            words = self.session.words.choice(self.battle, choice)
            if all(choice != other for other, _ in unique):
                unique.append((choice, f"{words}, {why}"))
        return unique

    def _moves(self, mover: Mover) -> Iterator[Offer]:
        """Suggest to engage the opponents in reach, to approach the nearest, to leave all behind, to take cover, to get
        up."""
        enemies = self.enemies_of(mover.who)
        if not enemies:
            return
        yield from self._engagements(mover.who, enemies)
        cells, nearest = mover.safe(), self._base(enemies[0])
        name, here = self.names.model(enemies[0]), _apart(mover.base, nearest)
        nearer = sorted(
            (cell for cell in cells if _apart(cell, nearest) < here), key=lambda cell: _apart(cell, nearest)
        )
        yield from _offer(mover.first(nearer), f"towards {name}")

        def alone(cell: Reached) -> float:
            return min(_apart(cell, self._base(enemy)) for enemy in enemies)

        farther = sorted((cell for cell in cells if alone(cell) > here), key=alone, reverse=True)
        yield from _offer(mover.first(farther), "away from all opponents")
        yield from self._into_cover(mover, cells, enemies)
        higher = [cell for cell in cells if cell.level > mover.base.level + STEP and self._roomy(cell)]
        if higher:
            top = max(cell.level for cell in higher)
            best = mover.first([cell for cell in higher if cell.level == top])
            yield from _offer(best, f"up on {self._under(best.legs[best.count - 1])[1]}" if best else "")

    def _under(self, cell: Any) -> tuple[int, str]:
        """The area of the top under a cell, in square inches, and its name; 0 for a piece that may explode."""
        for index, piece in enumerate(self.setup.table.pieces):
            corners, _ = piece.shape
            edges = list(zip(corners, [*corners[1:], corners[0]], strict=True))
            inside = all((c - a) * (cell.y - b) - (d - b) * (cell.x - a) >= 0 for (a, b), (c, d) in edges)
            if inside and thousandths(piece.top) == cell.level and piece.effect != "explosion":
                return sum(a * d - b * c for (a, b), (c, d) in edges) // (2 * INCH * INCH), self.names.piece(index)
        return 0, "nothing"

    def _roomy(self, cell: Reached) -> bool:
        """Whether a cell's top has room to stay on."""
        return self._under(cell)[0] >= ROOM

    def _engagements(self, who: int, enemies: Sequence[int]) -> list[Offer]:
        """For each opponent and each weapon that reaches it only after a move, the shortest safe move."""
        mover, found = Mover(self.session, who, Purpose.ENGAGE), []
        cells = mover.safe() if self.names.blades(who) else []
        for whom in enemies:
            for weapon in range(len(self.names.blades(who))):
                best = mover.first(self._in_threat(cells, who, whom, weapon), weapon)
                if best and _is_elsewhere(best, mover.base):
                    found += _offer(best, f"at {self.names.model(whom)}")
        return found[:MOST_ENGAGEMENTS]

    def _obstacles(self, who: int, enemies: Sequence[int]) -> Callable[[Any], int]:
        """A function that counts the obstacles between a place and all these opponents."""
        setting, battle = self.session.setting, self.session.battle

        def count(cell: Any) -> int:
            place = cell.x, cell.y, cell.level
            return sum(count_obstacles(setting[0], battle[0], enemy, who, *place) for enemy in enemies)

        return count

    def _into_cover(self, mover: Mover, cells: Sequence[Reached], enemies: Sequence[int]) -> Iterator[Offer]:
        count = self._obstacles(mover.who, enemies)
        here, counts = count(mover.base), [count(cell) for cell in cells]
        better = [index for index, found in enumerate(counts) if found > here]
        better.sort(key=lambda index: (-counts[index], cells[index].cost))
        best = mover.first([cells[index] for index in better])
        if best:
            after = count(best.legs[best.count - 1])
            yield best, f"into cover ({plural(after, 'obstacle')} in their lines of fire, now {here})"

    def _cover_moves(self, mover: Mover) -> Iterator[Offer]:
        """Suggest the cells with the most obstacles in the shooter's line, and those farthest from it."""
        shooter = self.frame.actor
        count, cells, enemy = self._obstacles(mover.who, [shooter]), mover.safe(), self._base(shooter)
        hidden = sorted(cells, key=lambda cell: (-count(cell), cell.cost))
        best = mover.first(hidden)
        if best:
            yield best, f"{plural(count(best.legs[best.count - 1]), 'obstacle')} in the line, now {count(mover.base)}"
        far = sorted(cells, key=lambda cell: _apart(cell, enemy), reverse=True)
        yield from _offer(mover.first(far), f"away from {self.names.model(shooter)}")


def _cite(session: Position, clause: int) -> str:
    """A clause as the edition of a battle numbers it."""
    return session.system.cite(session.setting, clause)


def _is_elsewhere(choice: SkirmishChoice, base: Base) -> bool:
    """Whether a path leads away from where a model stands."""
    end = choice.legs[choice.count - 1]
    return (end.x, end.y, end.level) != (base.x, base.y, base.level)


def _offer(choice: SkirmishChoice | None, why: str) -> list[Offer]:
    return [(choice, why)] if choice else []


def _apart(one: Any, other: Any) -> float:
    return math.dist((one.x, one.y), (other.x, other.y))


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,4}(\.[0-9]{1,3})?", text) is not None


def _point(words: Sequence[str], form: str) -> tuple[int, int, int | None]:
    """A point from two or three numbers of inches: x, y, and optionally a level."""
    if len(words) not in (2, 3) or not all(map(_is_number, words)):
        raise BattlewrightError(
            f"Type inches from the south-west corner, and a level if need be: {form} 12.5 8, {form} 12 9 3"
        )
    x, y, *level = (thousandths(float(word)) for word in words)
    return x, y, level[0] if level else None

"""Moves as a person types them: to a point, at a model, into cover, up somewhere; and what each would take."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from battlewright.answers.offers import Suggestion
from battlewright.engine.errors import BattlewrightError, Refused, UnknownError
from battlewright.engine.position import Position
from battlewright.engine.text import plural
from battlewright.geometry.bases import Base
from battlewright.geometry.lengths import about, inches
from battlewright.systems.skirmish.clauses import Clause, First
from battlewright.systems.skirmish.guide.mover import KINDS, Mover, cite, is_length, level_under, names_of, point_of
from battlewright.systems.skirmish.guide.suggest import Suggestions, in_threat
from battlewright.systems.skirmish.record import STEP, ChoiceKind, Fate, Frame, Purpose, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.systems.skirmish.setup.files import WeaponSetup

WHEN = {
    "deploy": Step.DEPLOY,
    "move": Step.ACT,
    "engage": Step.ACT,
    "cover": Step.COVER_MOVE,
    "split": Step.DIVIDE,
    "shoot": Step.ACT,
    "aid": Step.ACT,
}
"""The verbs that a person may type, and the step at which each is allowed."""
ALONE = frozenset({"cover", "shoot", "aid"})
"""The verbs that are choices as replays write them if nothing follows."""


class Moves:
    """The moves at a decision that asks for a place: typed in the game's words, or suggested."""

    def __init__(self, position: Position) -> None:
        setup: BattleSetup = position.setup
        self.position, self.setup, self.names = position, setup, names_of(position)
        self.battle: Skirmish = position.record

    @property
    def frame(self) -> Frame:
        return self.battle.frames[max(self.battle.depth - 1, 0)]

    @property
    def mover(self) -> Mover | None:
        """The model that may move now, if any."""
        if self.position.node.step == Step.COVER_MOVE:
            return Mover(self.position, self.frame.target, Purpose.COVER)
        return Mover(self.position, self.frame.actor, Purpose.MOVE) if self.position.node.step == Step.ACT else None

    def describe(self, choice: SkirmishChoice) -> str:
        """What the path of a choice takes."""
        purpose = next(purpose for purpose, kind in KINDS.items() if kind == choice.kind)
        who = self.frame.target if purpose == Purpose.COVER else self.frame.actor
        return Mover(self.position, who, purpose).describe(choice)

    def _base(self, who: int) -> Base:
        return self.battle.crowd.bases[who]

    def enemies_of(self, who: int) -> list[int]:
        """The opponents on the table, the nearest first."""
        base, side = self._base(who), self.names.side_of(who)
        others = [each for each in range(len(self.names.cards)) if self.names.side_of(each) != side]
        return sorted(
            (each for each in others if self._base(each).stands), key=lambda each: _apart(base, self._base(each))
        )

    # Typed moves

    def typed(self, word: str, rest: Sequence[str]) -> SkirmishChoice:
        """``deploy a2 12 3``, ``move 12.5 8``, ``engage 12 9 spear``, ``engage b2``, ``cover 11 4``, ``split 2 1``,
        ``shoot b2 rifle``, ``aid a3``."""
        if self.position.node.step != WHEN[word]:
            raise BattlewrightError(f"It is not the moment to {word}.")
        if word == "deploy":
            return self._deploy(rest)
        if word == "split":
            return self._split(rest)
        if word == "engage":
            return self._engage(rest)
        if word in ("shoot", "aid"):
            return self._at_a_model(word, rest)
        mover = self.mover
        assert mover is not None
        return mover.go(*point_of(rest, word))

    def _deploy(self, rest: Sequence[str]) -> SkirmishChoice:
        if len(rest) < 3:
            raise BattlewrightError("Type the model and the place, such as: deploy a2 12 3")
        x, y, level = point_of(rest[1:], "deploy a2")
        made = SkirmishChoice()
        made.kind, made.count, made.who = ChoiceKind.DEPLOY, 1, self._model(rest[0])
        leg = made.legs[0]
        leg.x, leg.y, leg.level = x, y, level_under(self.position, x, y, STEP, level)
        return made

    def _split(self, rest: Sequence[str]) -> SkirmishChoice:
        """A split: the dice on attack and those on defence. The target names a weapon if it has several."""
        is_actor = self.names.side_of(self.frame.actor) == self.position.node.side
        who = self.frame.actor if is_actor else self.frame.target
        melee = self.names.cards[who].melee
        example = f"split {melee - melee // 2} {melee // 2}"
        if len(rest) < 2 or not all(re.fullmatch(r"[0-9]{1,2}", word) for word in rest[:2]):
            raise BattlewrightError(f"Type the dice on attack and those on defence, such as: {example}")
        attack, defence = map(int, rest[:2])
        if attack + defence != melee:
            dice = f"{self.names.model(who)} must split {plural(melee, 'die')}, all of them"
            raise Refused(cite(self.position, First.K2), f"{dice}, such as: {example}")
        named = " ".join(rest[2:])
        offered: list[SkirmishChoice] = [each for each in self.position.choices() if each.attack == attack]
        if is_actor or not attack:
            return offered[0]
        meant = [each for each in offered if each.weapon in _meant("melee", self.names.blades(who), named)]
        if not meant:
            reach = f"no such weapon of {self.names.model(who)} reaches {self.names.model(self.frame.actor)}"
            raise Refused(cite(self.position, First.K3), f"Dice are put on attack with a weapon, and {reach}")
        if len(meant) > 1:
            arms = " or ".join(self.names.blade(who, each.weapon) for each in meant)
            raise BattlewrightError(f"With {arms}? Type the weapon too: split {attack} {defence} WEAPON")
        return meant[0]

    def _model(self, tag: str, or_removed: bool = False) -> int:
        """The model with a tag such as a2."""
        everybody = range(len(self.names.cards))
        tags = {
            self.names.tag(who): who for who in everybody if or_removed or self.battle.models[who].fate != Fate.REMOVED
        }
        if tag not in tags:
            raise UnknownError("model", tag, tags)
        return tags[tag]

    def _at_a_model(self, word: str, rest: Sequence[str]) -> SkirmishChoice:
        """An action at a model: ``shoot b2 rifle``, ``aid a3``."""
        example = "shoot b2 rifle" if word == "shoot" else "aid a3"
        if not rest or (word == "aid" and len(rest) > 1):
            raise BattlewrightError(f"Type whom, such as: {example}")
        made = SkirmishChoice()
        made.kind = ChoiceKind.SHOOT if word == "shoot" else ChoiceKind.AID
        made.whom = self._model(rest[0], or_removed=True)
        if len(rest) > 1:
            made.weapon = _meant("shooting", self.names.guns(self.frame.actor), " ".join(rest[1:]))[0]
        return made

    def _engage(self, rest: Sequence[str]) -> SkirmishChoice:
        who = self.frame.actor
        mover = Mover(self.position, who, Purpose.ENGAGE)
        if not rest:
            raise BattlewrightError("Type where to, or whom: engage 12 9, or engage b2; a weapon may follow")
        at_whom = not is_length(rest[0])
        numbers = 1 if at_whom else 3 if len(rest) > 2 and is_length(rest[2]) else 2
        weapons = _meant("melee", self.names.blades(who), " ".join(rest[numbers:]))
        error: BattlewrightError | None = None
        for weapon in weapons:
            try:
                if at_whom:
                    return self._engage_model(mover, self._model(rest[0]), weapon)
                return mover.go(*point_of(rest[:numbers], "engage"), weapon)
            except BattlewrightError as refused:
                error = error or refused
        raise error or BattlewrightError(f"{self.names.model(who)} has no melee weapon.")

    def _engage_model(self, mover: Mover, whom: int, weapon: int) -> SkirmishChoice:
        """The choice to engage a model from the cheapest cell that the weapon reaches it from; a safe cell if there is
        one."""
        if whom not in self.enemies_of(mover.who):
            raise BattlewrightError(f"{self.names.model(whom)} is not an opponent on the table.")
        cells = in_threat(self.position, mover.finder.best(), mover.who, whom, weapon)
        safe = mover.finder.are_safe(cells)
        found = mover.first(np.concatenate([cells[safe], cells[~safe]]), weapon)
        if found:
            return found
        far = about(_apart(mover.base, self._base(whom)) - mover.base.radius - self._base(whom).radius)
        goes = (
            f"an engage move of {inches(mover.reach)} does not bring {self.names.blade(mover.who, weapon)} near enough"
        )
        raise Refused(cite(self.position, Clause.K3), f"{self.names.model(whom)} is {far} away, and {goes}")

    # Suggested moves

    def suggestions(self) -> list[Suggestion]:
        """A handful of sensible moves, each legal, without a test or a fall."""
        mover = self.mover
        return Suggestions(self.position, self.names, self.enemies_of(mover.who)).found(mover) if mover else []


def _meant(kind: str, weapons: list[WeaponSetup], name: str) -> list[int]:
    """The weapons that a name may mean; all of them without a name."""
    meant = [index for index, weapon in enumerate(weapons) if weapon.name.lower().startswith(name)]
    if name and not meant:
        raise UnknownError(f"{kind} weapon", name, [weapon.name for weapon in weapons])
    return meant


def _apart(one: Any, other: Any) -> float:
    return math.dist((one.x, one.y), (other.x, other.y))

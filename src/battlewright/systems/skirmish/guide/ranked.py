"""Suggested places: those that the bot ranks first, each with what it would do there."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.answers.offers import Suggestion
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import Row, allocate, copy_of, look, restore, row_of, snapshot
from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.bots.evaluate import SkirmishScratch
from battlewright.systems.skirmish.bots.make_tables import tables_of
from battlewright.systems.skirmish.bots.rank import rank
from battlewright.systems.skirmish.record import (
    MAX_CHOICES,
    NOBODY,
    ChoiceKind,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.rules.flow import choose
from battlewright.systems.skirmish.rules.move import threatens_from
from battlewright.systems.skirmish.words.names import Names

RANKED = 12
"""The choices that are ranked; those with a place are suggested, as far as there is room for them."""
PLACES = {Step.DEPLOY: 6, Step.ACT: 4, Step.COVER_MOVE: 2}
"""The most suggestions at each step that asks for a place."""
APART = INCH
"""Places that are nearer to each other than this are one suggestion."""
PLACED = (ChoiceKind.DEPLOY, ChoiceKind.MOVE, ChoiceKind.CLOSE_COMBAT, ChoiceKind.COVER_MOVE)


class Ranking:
    """What the bot ranks first, at a position and after one of its choices."""

    def __init__(self, position: Position, names: Names) -> None:
        self.position, self.names, self.tables = position, names, tables_of(position.setting)
        self.room, self.scratch = allocate(SkirmishChoice, MAX_CHOICES), allocate(SkirmishScratch)

    def added_to(self, suggested: Sequence[Suggestion]) -> list[Suggestion]:
        """Return suggestions, and after them the places that rank first, each once: not those that are near a choice
        which is there already. The very first of all is there exactly, instead of suggestions near it."""
        ranked, listed = self._first(self.position.battle, RANKED), self.position.choices()
        if ranked[0] not in (*listed, *(each.choice for each in suggested)):
            suggested = [each for each in suggested if not _is_near(ranked[0], each.choice)]
        known, found = [*listed, *(each.choice for each in suggested)], list[Suggestion]()
        for choice in ranked:
            is_first = choice is ranked[0] and choice not in known
            if choice.kind in PLACED and choice.count and (is_first or not _is_near_one(choice, known)):
                found.append(Suggestion(choice, *self._purpose(choice)))
                known.append(choice)
        return [*suggested, *found[: PLACES[Step(self.position.node.step)]]]

    def _first(self, battle: Row[Skirmish], most: int) -> list[SkirmishChoice]:
        count = rank(self.position.setting, battle, self.tables, self.room, self.scratch, most)
        return [copy_of(look(SkirmishChoice, self.room, index)) for index in range(count)]

    def _purpose(self, choice: SkirmishChoice) -> tuple[str, int]:
        """Return what a place is for, by what ranks first after it, and whom that is about."""
        if choice.kind == ChoiceKind.CLOSE_COMBAT:
            whom = self._engaged(choice)
            return f"at {self.names.model(whom)}", whom
        if choice.kind != ChoiceKind.MOVE:
            return "a place to try", NOBODY
        battle = allocate(Skirmish)
        restore(battle, snapshot(self.position.battle))
        view = look(Skirmish, battle)
        view.tail.silent = 1
        choose(self.position.setting, battle, row_of(SkirmishChoice, choice))
        if view.node.kind != NodeKind.DECISION or view.node.step != Step.ACT:
            return "a place to try", NOBODY
        (then,) = self._first(battle, 1)
        if then.kind == ChoiceKind.SHOOT:
            return f"to shoot {self.names.model(then.whom)}", then.whom
        if then.kind == ChoiceKind.AID:
            return f"to aid {self.names.model(then.whom)}", then.whom
        return ("for close combat" if then.kind == ChoiceKind.CLOSE_COMBAT else "a place to hold"), NOBODY

    def _engaged(self, choice: SkirmishChoice) -> int:
        """Return the first opponent that the weapon reaches from where an engagement leads to: there is one, or it
        would be refused."""
        setting, battle = look(Setting, self.position.setting), self.position.record
        who, end = battle.frames[battle.depth - 1].actor, choice.legs[choice.count - 1]
        place = (end.x, end.y, end.level)
        reaches = as_plain(threatens_from)
        side, bases = self.names.side_of(who), battle.crowd.bases
        others = [each for each in range(setting.models) if bases[each].stands and self.names.side_of(each) != side]
        return next(each for each in others if reaches(setting, battle, who, choice.weapon, each, *place))


def _is_near_one(choice: SkirmishChoice, known: Sequence[SkirmishChoice]) -> bool:
    """Whether a choice is near any of those that are known."""
    return any(_is_near(choice, each) for each in known)


def _is_near(one: SkirmishChoice, other: SkirmishChoice) -> bool:
    """Whether two choices of a kind lead the same model to nearly the same place, for the same fight."""
    if (one.kind, one.who, one.weapon) != (other.kind, other.who, other.weapon) or not other.count:
        return False
    end, there = one.legs[one.count - 1], other.legs[other.count - 1]
    apart = (end.x - there.x) ** 2 + (end.y - there.y) ** 2
    return end.level == there.level and apart < APART * APART

"""The exact chances of falling in a duel of Heroes, round by round, over every position that the rules reach.

The search of a round stops where a contest begins: the odds of contests are known (``heroes.contest``), and the search
continues from its two outcomes. So no position leads back to itself.

As long as no rule depends on how hurt the defender is, its losses are kept apart: positions that differ only in them
are merged, and the losses are added up.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import BattlewrightError, TooLarge, UnknownError
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, look, numbers, offset_of, restore, snapshot
from battlewright.engine.text import seconds_of
from battlewright.engine.time_limit import within
from battlewright.odds.pools import convolved
from battlewright.odds.solve import Solved
from battlewright.odds.state_graph import NO_REDUCTION, StateGraph, StateReduction, Until
from battlewright.systems.heroes.enums import Component, ConditionName, Need
from battlewright.systems.heroes.odds import situations
from battlewright.systems.heroes.odds.situations import ATTACKER, DEFENDER, DUEL, ENDLESS, UNDECIDED, Situation
from battlewright.systems.heroes.odds.solved import SECONDS, contest
from battlewright.systems.heroes.record import Encounter, Setting
from battlewright.systems.heroes.rules.checks import defence_of, power_of
from battlewright.systems.heroes.rules.damage import is_mental
from battlewright.systems.heroes.setup.files import SheetSetup, SpellSetup

MOST_ROUNDS = 30
ROUND = Until(depth=2, at_once=True)
"""A round ends when no turn is left."""
FALLEN, OUT_OF_IT = -1, -2
"""The ends of a duel: the defender has fallen, or the attacker has. Other positions have numbers from 0 on."""
COME_OF_BEING_HURT = (ConditionName.BLOODIED, ConditionName.NEAR_DEATH, ConditionName.AFRAID)
DEFENCES = tuple(range(Component.DODGE, Component.REFLEX + 1))


def action_named(sheet: SheetSetup, name: str | None) -> int:
    """Return the index of an action on a sheet, by its name; without one the first that harms."""
    harmful = {
        each.name.lower(): place
        for place, each in enumerate(sheet.actions)
        if not (isinstance(each, SpellSetup) and each.heals)
    }
    if not harmful:
        raise BattlewrightError(f"{sheet.name} has nothing to fight with: it can only heal (H.P1).")
    if name is None:
        return next(iter(harmful.values()))
    if name.lower() not in harmful:
        known = [sheet.actions[place].name for place in harmful.values()]
        raise UnknownError(f"action of {sheet.name} that harms", name, known)
    return harmful[name.lower()]


def fall(attacker: SheetSetup, defender: SheetSetup, rounds: int, action: str | None = None) -> dict[int, Fraction]:
    """Return, for each round up to ``rounds``, the chance that the defender has fallen (Unconscious, Dead or broken).

    The attacker acts first in every round and uses one action, the first on its sheet unless one is named; with the
    remaining points it keeps up its effects. The defender does nothing, but suffers from its conditions and makes the
    checks that end them.
    """
    situations.check("The number of rounds", rounds, 1, MOST_ROUNDS, "H.N1")
    duel = Duel(situations.duel(attacker, defender, action_named(attacker, action)))
    standing = Standing({duel.beginning: [1]}, 1)
    within: dict[int, Fraction] = {}
    for number in range(1, rounds + 1):
        standing = duel.a_round_later(standing)
        within[number] = Fraction(sum(standing.rows.get(FALLEN, [])), standing.total)
    return within


class Standing(NamedTuple):
    """The possible positions of a duel: for each the weights of its losses, from 0 on, out of a total."""

    rows: dict[int, list[int]]
    total: int

    def add(self, number: int, row: Sequence[int], times: int = 1) -> None:
        """Add weights to a position, if there are any."""
        if not any(row):
            return
        mine = self.rows.setdefault(number, [])
        mine += [0] * (len(row) - len(mine))
        for lost, weight in enumerate(row):
            if weight:
                mine[lost] += weight * times


class Duel:
    """The positions of a duel, by numbers, and their successors.

    ``keeps_apart`` says whether the defender's losses are kept apart; by default, wherever that is possible.
    """

    def __init__(self, question: Situation, keeps_apart: bool | None = None) -> None:
        self._setting, self._battle = question
        self._view = look(Encounter, self._battle)
        self._positions: list[bytes] = []
        self._numbers: dict[bytes, int] = {}
        self._between_rounds: set[int] = set()
        self._leads: dict[int, Standing] = {}
        self._target, self._kind = situations.action_of(question).target, situations.action_of(question).kind
        self._late = time.monotonic() + within(SECONDS)
        card = look(Setting, self._setting).cards[DEFENDER]
        mental = bool(is_mental(situations.action_of(question).types))
        self._pool, self._room, self._reduction = "", 1, NO_REDUCTION
        if is_hurt_unseen(question) if keeps_apart is None else keeps_apart:
            self._pool = "morale" if mental else "health"
            self._room = card.morale + card.stress if mental else card.health
            self._reduction = StateReduction((offset_of(Encounter, "combatants", DEFENDER, self._pool),))
            setattr(card, self._pool, ENDLESS)
        DUEL.start(*question)
        self.beginning = self._note(self._battle, self._view)

    def a_round_later(self, standing: Standing) -> Standing:
        """Return the standing at the end of the next round, from that between two rounds (or at the beginning)."""
        begun = Standing({}, standing.total)
        for number, row in standing.rows.items():
            begun.add(self._begin_round(number), row)
        while going_on := {each for each in begun.rows if each >= 0 and each not in self._between_rounds}:
            self._explore([each for each in going_on if each not in self._leads])
            begun = self._follow(begun, going_on)
        return begun

    def _follow(self, standing: Standing, going_on: set[int]) -> Standing:
        """Follow some positions to their successors. A defender that has lost everything has fallen."""
        common = lcm(*(self._leads[number].total for number in going_on))
        after = Standing({}, standing.total * common)
        for number, row in standing.rows.items():
            if time.monotonic() > self._late:
                raise TooLarge(f"These rounds take more than {seconds_of(SECONDS)} to solve; ask about fewer.")
            if number not in going_on:
                after.add(number, row, common)
                continue
            share = common // self._leads[number].total
            for other, more in self._leads[number].rows.items():
                lost = convolved(row, more)
                after.add(other, lost[: self._room], share)
                after.add(FALLEN, [sum(lost[self._room :])], share)
        return after

    def _begin_round(self, number: int) -> int:
        """Begin the attacker's turn; the round's number does not matter."""
        if number < 0:
            return number
        if number not in self._leads:
            self._go_to(number)
            self._view.round = 1
            DUEL.roll(self._setting, self._battle, numbers([1, 1]))
            self._leads[number] = Standing({self._note(self._battle, self._view): [1]}, 1)
        return next(iter(self._leads[number].rows))

    def _explore(self, beginnings: Sequence[int]) -> None:
        """Find the successors of some positions within their round."""
        if not beginnings:
            return
        explored = StateGraph(DUEL, self._setting, ROUND, SECONDS, self._reduction)
        for number in beginnings:
            self._go_to(number)
            explored.begin(self._battle)
        explored.explore()
        solution = Solved(explored, lambda view: self._take(explored.battle, view), lambda _: 0).solution
        for index, number in enumerate(beginnings):
            odds = solution.odds(index)
            leads = self._leads[number] = Standing({}, odds.total)
            for (after, lost), weight in odds.weights.items():
                leads.add(after, [0] * lost + [weight])

    def _take(self, battle: Row[Encounter], view: Encounter) -> tuple[int, int]:
        """Return the number of a battle's position, and the defender's losses, which are then cleared."""
        defender, lost = view.combatants[DEFENDER], 0
        if self._pool:
            lost = ENDLESS - getattr(defender, self._pool)
            setattr(defender, self._pool, ENDLESS)
        return self._note(battle, view), lost

    def _note(self, battle: Row[Encounter], view: Encounter) -> int:
        """Return the number of a battle's position; a new position gets the next one."""
        node = view.node
        if node.kind == NodeKind.OVER and node.result != UNDECIDED:
            return FALLEN if node.result == ATTACKER + 1 else OUT_OF_IT
        position = snapshot(battle)
        if position not in self._numbers:
            number = self._numbers[position] = len(self._positions)
            self._positions.append(position)
            if node.kind == NodeKind.OVER:
                self._leads[number] = self._contest(number)
            elif view.depth < ROUND.depth:
                self._between_rounds.add(number)
        return self._numbers[position]

    def _contest(self, number: int) -> Standing:
        """Return the standing after a contest, won and lost."""
        self._go_to(number)
        one, other = self._view.combatants[ATTACKER], self._view.combatants[DEFENDER]
        power = as_plain(power_of)(one, self._kind)
        won = contest(power, as_plain(defence_of)(other, self._target)).attacker
        leads = Standing({}, won.denominator)
        for decided, weight in ((1, won.numerator), (0, won.denominator - won.numerator)):
            self._go_to(number)
            situations.decide_contest(self._setting, self._battle, decided)
            leads.add(self._note(self._battle, self._view), [weight])
        return leads

    def _go_to(self, number: int) -> None:
        restore(self._battle, self._positions[number])


def is_hurt_unseen(question: Situation) -> bool:
    """Return whether it makes no difference in a duel how hurt the defender is, until it falls: the action does not ask
    for it, and the consequences (Bloodied and the response to it, Near Death, Afraid) change nothing for a combatant
    that does nothing."""
    setting = look(Setting, question.setting)
    rows = [*(setting.conditions[each] for each in COME_OF_BEING_HURT), setting.cards[DEFENDER].response]
    return situations.action_of(question).needs != Need.ITS_TARGET and not any(
        any(row.modifiers[component] for component in DEFENCES) or row.no_dodge or row.no_parry or row.dice
        for row in rows
    )

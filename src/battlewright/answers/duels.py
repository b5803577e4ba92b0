"""How soon somebody falls in a duel of Heroes, exactly: round by round, through every position that the rules reach.

Where a contest begins, the exploration of a round stops: how contests go is known (``heroes.contest``), and what is won
or lost by it is explored from there. So no position leads back to itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from battlewright.answers.heroes import SECONDS, contest
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Many, look, numbers, restore, snapshot
from battlewright.engine.rule import as_plain
from battlewright.odds.distribution import Odds
from battlewright.odds.explored import Explored, Until
from battlewright.odds.solve import Solved
from battlewright.systems.heroes import questions
from battlewright.systems.heroes.checks import defence_of
from battlewright.systems.heroes.files import SheetSetup, SpellSetup
from battlewright.systems.heroes.questions import ATTACKER, DEFENDER, DUEL, UNDECIDED, Question
from battlewright.systems.heroes.record import Encounter

MOST_ROUNDS = 30
ROUND = Until(depth=2, at_once=True)
"""A round ends when nobody's turn is left."""
FALLEN, OUT_OF_IT = -1, -2
"""How a duel ends: the defender has fallen, or the attacker has. Other positions have numbers from 0 on."""


def action_named(sheet: SheetSetup, name: str | None) -> int:
    """The place of an action on a sheet, by its name; without one the first that may harm somebody."""
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
        raise UnknownError(f"action of {sheet.name} that harms somebody", name, known)
    return harmful[name.lower()]


def fall(attacker: SheetSetup, defender: SheetSetup, rounds: int, action: str | None = None) -> dict[int, Fraction]:
    """The chance that the defender has fallen (is Unconscious, Dead or broken) within so many rounds, for each of them.

    The attacker acts first in every round and uses one action, the first on its sheet unless one is named; with the
    points that are left it keeps up the effects that it brought. The defender does nothing, but suffers from its
    conditions and makes the checks that end them.
    """
    questions.check("The number of rounds", rounds, 1, MOST_ROUNDS, "H.N1")
    duel = Duel(questions.duel(attacker, defender, action_named(attacker, action)))
    standing: Odds[int] = Odds({duel.beginning: 1})
    within: dict[int, Fraction] = {}
    for number in range(1, rounds + 1):
        standing = duel.a_round_later(standing)
        within[number] = standing.chance(FALLEN)
    return within


class Duel:
    """Where a duel may stand, by numbers, and what each position leads to."""

    def __init__(self, question: Question) -> None:
        self._setting, self._battle = question
        self._view = look(Encounter, self._battle)
        self._positions: list[bytes] = []
        self._numbers: dict[bytes, int] = {}
        self._between_rounds: set[int] = set()
        self._leads: dict[int, Odds[int]] = {}
        self._target = questions.action_of(question).target
        self.beginning = self._note(self._battle, self._view)

    def a_round_later(self, standing: Odds[int]) -> Odds[int]:
        """Where it stands at the end of the next round, from where it stands between two (or at the beginning)."""
        standing = standing.map(self._begin_round)
        while going_on := [each for each in standing.weights if each >= 0 and each not in self._between_rounds]:
            self._explore([each for each in going_on if each not in self._leads])
            standing = mixed([(weight, self._leads.get(each, each)) for each, weight in standing.weights.items()])
        return standing

    def _begin_round(self, number: int) -> int:
        """The attacker's turn; what number the round has does not matter."""
        if number < 0:
            return number
        if number not in self._leads:
            self._go_to(number)
            self._view.round = 1
            DUEL.roll(self._setting, self._battle, numbers([1, 1]))
            self._leads[number] = Odds({self._note(self._battle, self._view): 1})
        return next(iter(self._leads[number].weights))

    def _explore(self, beginnings: Sequence[int]) -> None:
        """Find what some positions lead to within their round."""
        if not beginnings:
            return
        explored = Explored(DUEL, self._setting, ROUND, SECONDS)
        for number in beginnings:
            self._go_to(number)
            explored.begin(self._battle)
        explored.explore()

        solution = Solved(explored, lambda view: self._note(explored.battle, view), lambda _: 0).solution
        for place, number in enumerate(beginnings):
            self._leads[number] = solution.odds(place)

    def _note(self, battle: Many[Encounter], view: Encounter) -> int:
        """The number of the position where a battle stands."""
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

    def _contest(self, number: int) -> Odds[int]:
        """What a contest leads to, won and lost."""
        self._go_to(number)
        one, other = self._view.combatants[ATTACKER], self._view.combatants[DEFENDER]
        won = contest(one.spell_power, as_plain(defence_of)(other, self._target)).attacker
        weights: dict[int, int] = {}
        for decided, weight in ((1, won.numerator), (0, won.denominator - won.numerator)):
            self._go_to(number)
            questions.decide_contest(self._setting, self._battle, decided)
            after = self._note(self._battle, self._view)
            weights[after] = weights.get(after, 0) + weight
        return Odds(weights)

    def _go_to(self, number: int) -> None:
        restore(self._battle, self._positions[number])


def mixed(parts: Sequence[tuple[int, Odds[int] | int]]) -> Odds[int]:
    """Several odds (or outcomes that are certain), each with its weight, as one."""
    common = lcm(*{part.total for _, part in parts if isinstance(part, Odds)})
    weights: dict[int, int] = {}
    for weight, part in parts:
        if isinstance(part, Odds):
            share = weight * (common // part.total)
            for outcome, ways in part.weights.items():
                weights[outcome] = weights.get(outcome, 0) + share * ways
        else:
            weights[part] = weights.get(part, 0) + weight * common
    return Odds(weights)

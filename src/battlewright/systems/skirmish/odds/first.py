"""Exact answers about Skirmish's first edition, from bare numbers: stress tests and shots.

A side that chooses aims first at removals, the opponents' minus its own; then at lost Toughness, counted the same way;
then at the stress caused minus that suffered, of the models that are left. The clash is in ``split``; climbs and jumps
are in ``answers``, for both editions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter

from battlewright.engine.record import look, offset_of, restore, snapshot
from battlewright.odds.distribution import Odds
from battlewright.odds.ends import FieldMeasure
from battlewright.systems.skirmish.odds import situations
from battlewright.systems.skirmish.odds.situations import UNHURT, Figure, Situation
from battlewright.systems.skirmish.odds.solved import (
    Removal,
    Standing,
    choose,
    hits_of,
    of_models,
    solve_exchange,
    until_removed,
)
from battlewright.systems.skirmish.record import ChoiceKind, Edition, Skirmish, Step
from battlewright.systems.skirmish.rules.shooting import SHOT_AP

Value = tuple[int, int, int]
"""Removals, Toughness and stress: the opponent's minus the side's own."""


def stress_test(toughness: int, stress: int, damage: int = 0) -> Odds[Standing]:
    """Toughness and stress after damage and the test that may follow; REMOVED if the model is removed.

    Without ``damage`` the stress is the one with the damage that was just suffered.

    >>> stress_test(2, 2).chance((1, 2))
    Fraction(1, 2)
    """
    if not damage and not stress:
        return Odds({(toughness, 0): 1})
    before, more = (stress, damage) if damage else (stress - 1, 1)
    question = situations.damaging_event(toughness, before, more)
    wanted = tuple(offset_of(Skirmish, "models", 1, name) for name in ("toughness", "stress"))
    return solve_exchange(question, FieldMeasure(wanted)).odds


def until_taken_out(toughness: int, stress: int, damage: int = 1, events: int = 20) -> Removal:
    """The damaging event in which a model is removed: the first leaves it with ``stress``, every other does
    ``damage``."""
    situations.check("The damage", damage, 1, situations.MOST_STRESS, "S2.T1", Edition.FIRST)
    return until_removed(toughness, stress, damage, events, check=stress_test)


@dataclass(frozen=True)
class Shot:
    """A shot against one reaction. ``damage`` and ``strays`` are those of the shot itself; ``target`` and ``shooter``
    are the standings after all that follows; ``values`` are the shooter's (a mean ``Value``)."""

    hit: Fraction
    critical: Fraction
    damage: Odds[int]
    strays: tuple[Fraction, ...]
    target: Odds[Standing]
    shooter: Odds[Standing]
    values: tuple[Fraction, ...]

    @property
    def exact(self) -> bool:
        """Whether the answer is exact."""
        return self.damage.exact and self.target.exact and self.shooter.exact


def shot(shooter: Figure, target: Figure, difficulty: int, obstacles: int = 0) -> dict[str, Shot]:
    """A shot of a difficulty (in thousandths), by the target's reaction: nothing, cover, or return fire, which it may
    choose after the shot, even if it is taken out (S1.F3, S1.F7)."""
    question = situations.shot(shooter, target, difficulty, obstacles, Edition.FIRST)
    view = look(Skirmish, question.battle)
    for model in view.models[2 : obstacles + 2]:
        model.toughness = UNHURT
    if view.node.step != Step.REACT:
        return {"nothing": _shot(question, shooter, target, obstacles)}
    start, found = snapshot(question.battle), dict[str, Shot]()
    may_return = target.gun is not None and target.ballistics > 0 and target.ap >= SHOT_AP
    for name in ("nothing", "cover", "return fire") if may_return else ("nothing", "cover"):
        restore(question.battle, start)
        choose(question, ChoiceKind.COVER if name == "cover" else ChoiceKind.NOTHING)
        if name == "nothing":
            view.models[1].ap = 0  # so that it cannot return fire either
        found[name] = _shot(question, shooter, target, obstacles)
    return found


def _shot(question: Situation, shooter: Figure, target: Figure, obstacles: int) -> Shot:
    """The dice of the pending shot, and all that follows."""
    hit, critical = hits_of(question)

    def value(standing: tuple[int, ...]) -> Value:
        own, other = _lost(shooter, standing[:2]), _lost(target, standing[2:])
        return other[0] - own[0], other[1] - own[1], other[2] - own[2]

    answer = solve_exchange(question, FieldMeasure(of_models(2, "toughness", "stress")), value)
    view = look(Skirmish, question.battle)
    view.models[1].toughness, view.models[1].ap = UNHURT, 0
    suffered = solve_exchange(question, FieldMeasure(of_models(obstacles + 2, "stress"))).odds
    return Shot(
        hit,
        critical,
        suffered.map(lambda stress: stress[1] - target.stress),
        tuple(suffered.map(itemgetter(at)).at_least(1) for at in range(obstacles + 1, 1, -1)),
        answer.odds.map(lambda standing: standing[2:]),
        answer.odds.map(lambda standing: standing[:2]),
        answer.values,
    )


def _lost(figure: Figure, after: tuple[int, ...]) -> Value:
    """Whether a figure is gone, the Toughness it has lost, and the stress it has gained if it is left."""
    toughness, stress = after
    return int(toughness == 0), figure.toughness - toughness, stress - figure.stress if toughness else 0

"""Questions about Skirmish: the exact answer, and beside it what real dice come to where both sides play best."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, NamedTuple

from battlewright import systems
from battlewright.engine.battle import draw_faces
from battlewright.engine.dice import seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, allocate, assign, look, numbers, position, restore, snapshot
from battlewright.engine.session import Session
from battlewright.odds import Sampled
from battlewright.odds.solve import Solved
from battlewright.odds.state_graph import StateGraph
from battlewright.systems.skirmish.odds import situations
from battlewright.systems.skirmish.odds.situations import Figure, Situation
from battlewright.systems.skirmish.odds.solved import EXCHANGE
from battlewright.systems.skirmish.record import ChoiceKind, Editable, Skirmish, SkirmishChoice, SkirmishEdit, Step
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.systems.skirmish.setup.files import read_table, shipped_weapons

SEED, TRIALS = 2024, 10_000
SKIRMISH = systems.load("skirmish")
WEAPONS = {weapon.name: weapon for weapon in shipped_weapons()}


class Asked(NamedTuple):
    """A question: where the battle stands, what is measured in the end, and what that is worth to the one who acts."""

    question: Situation
    measure: Callable[[Any], Hashable]
    aim: Callable[[Any], Any] = lambda outcome: 0


def solve(asked: Asked) -> tuple[Solved, int]:
    """Every position up to the end of the exchange with its value, and the number of the first."""
    look(Skirmish, asked.question.battle).tail.silent = 1
    explored = StateGraph(SKIRMISH.rules, asked.question.setting, EXCHANGE, seconds=600)
    first = explored.begin(asked.question.battle)
    explored.explore()
    return Solved(explored, asked.measure, asked.aim), first


def sample(asked: Asked, solved: Solved, trials: int, seed: int) -> Sampled[Any]:
    """Throw real dice to the end so many times; whoever chooses does what is best."""
    battle, faces = allocate(Skirmish), numbers(SKIRMISH.rules.max_dice)
    begin, view = snapshot(asked.question.battle), look(Skirmish, battle)
    known: dict[bytes, Row[SkirmishChoice]] = {}
    weights: dict[Hashable, int] = {}
    for trial in range(trials):
        restore(battle, begin)
        seed_dice(view.tail.dice, seed, trial)
        while True:
            if view.node.kind == NodeKind.CHANCE:
                draw_faces(battle, faces)
                SKIRMISH.rules.roll(asked.question.setting, battle, faces)
            else:
                here = position(Skirmish, battle)
                if here not in known:
                    best = solved.best_choice(battle)
                    assert best is not None, "a position that the question does not reach"
                    known[here] = allocate(SkirmishChoice)
                    assign(look(SkirmishChoice, known[here]), best)
                SKIRMISH.rules.choose(asked.question.setting, battle, known[here])
            if is_over(view):
                break
        outcome = asked.measure(view)
        weights[outcome] = weights.get(outcome, 0) + 1
    return Sampled(weights)


def is_over(battle: Skirmish) -> bool:
    """An exchange is over when its actor may act again, or its activation ends."""
    return battle.depth < 2 or (battle.node.kind == NodeKind.DECISION and battle.node.step == Step.ACT)


def stress_check(toughness: int, stress: int) -> Asked:
    """Toughness and stress after the check."""
    question = situations.stress_check(toughness, stress)
    return Asked(question, lambda battle: (battle.models[0].toughness, battle.models[0].stress))


def climb(agility: int, height: int) -> Asked:
    """The level that is reached, and the stress."""
    question = situations.climb(agility, height)
    return Asked(question, lambda battle: (battle.crowd.bases[0].level, battle.models[0].stress))


def jump(agility: int, distance: int, drop: int) -> Asked:
    """How far it goes, and the stress."""
    question = situations.jump(agility, distance, drop)
    return Asked(question, lambda battle: (battle.crowd.bases[0].x - situations.MIDDLE, battle.models[0].stress))


def worth(one: Figure, other: Figure) -> Callable[[Any], tuple[int, int]]:
    """That the other breaks down at its next activation rather than oneself, then the stress caused less suffered."""

    def aim(stress: Any) -> tuple[int, int]:
        breaks = int(stress[1] >= other.toughness) - int(stress[0] >= one.toughness)
        return breaks, stress[1] - stress[0]

    return aim


def shot(shooter: Figure, target: Figure, difficulty: int, reaction: ChoiceKind, obstacles: int = 0) -> Asked:
    """The stress of the shooter, the target, and the obstacles from the one closest to the shooter on."""
    question = situations.shot(shooter, target, difficulty, obstacles)
    made = allocate(SkirmishChoice)
    look(SkirmishChoice, made).kind = reaction
    SKIRMISH.rules.choose(question.setting, question.battle, made)
    return Asked(
        question,
        lambda battle: tuple(model.stress for model in battle.models[: obstacles + 2]),
        worth(shooter, target),
    )


def clash(attacker: Figure, defender: Figure) -> Asked:
    """The stress of the attacker and the defender."""
    question = situations.clash(attacker, defender)
    return Asked(question, lambda battle: (battle.models[0].stress, battle.models[1].stress), worth(attacker, defender))


def ruins() -> Asked:
    """A shot past a tar barrel on the shipped table "ruins": the stress of the shooter, the target and a bystander."""
    one = {"name": "Scout", "melee": 3, "ballistics": 3, "toughness": 2, "agility": 3, "weapons": ["Rifle"]}
    two = one | {"name": "Guard", "weapons": ["Pistol"]}
    setup = BattleSetup.model_validate(
        {
            "rosters": [
                {"name": "a", "characters": [one]},
                {"name": "b", "characters": [two, two | {"name": "Porter", "toughness": 1, "weapons": []}]},
            ],
            "table": read_table("ruins"),
            "scenario": {"name": "Barrels", "deployment": {"depth": 4}},
        }
    )
    session = Session(SKIRMISH, setup)
    session.roll_typed([6, 1])
    while session.node.step == Step.DEPLOY:
        session.choose(session.choices()[0])
    session.roll_typed([6, 1])
    for who, x, y in ((0, 13_000, 11_500), (1, 21_000, 9_500), (2, 18_600, 8_500)):
        edit = SkirmishEdit()
        edit.what, edit.who, edit.x, edit.y = Editable.PLACE, who, x, y
        session.edit(edit)
    session.choose(next(choice for choice in session.choices() if choice.kind == ChoiceKind.ACTIVATE))
    session.choose(next(choice for choice in session.choices() if choice.kind == ChoiceKind.SHOOT))

    def aim(stress: Any) -> tuple[int, int]:
        breaks = int(stress[1] >= 2) + int(stress[2] >= 1) - int(stress[0] >= 2)
        return breaks, stress[1] + stress[2] - stress[0]

    return Asked(
        Situation(session.setting, session.battle),
        lambda battle: tuple(model.stress for model in battle.models[:3]),
        aim,
    )


RIFLE, PISTOL = Figure(toughness=2, gun=WEAPONS["Rifle"]), Figure(toughness=2, gun=WEAPONS["Pistol"])
SWORD, SPEAR = Figure(blade=WEAPONS["Sword"]), Figure(blade=WEAPONS["Spear"])
ACE, BRUTE = Figure(melee=5, blade=WEAPONS["Sword"]), Figure(melee=4, toughness=5, blade=WEAPONS["Sword"])
NOTHING, COVER, RETURN_FIRE = ChoiceKind.NOTHING, ChoiceKind.COVER, ChoiceKind.RETURN_FIRE

QUESTIONS: list[tuple[str, Callable[[], Asked], Callable[[Any], bool]]] = [
    ("Toughness 4, stress 5: removed by the stress check", lambda: stress_check(4, 5), lambda end: end[0] == 0),
    ("Toughness 5, stress 6: calm after the stress check", lambda: stress_check(5, 6), lambda end: end[1] < end[0]),
    ('Agility 3: a climb of 5" succeeds', lambda: climb(3, 5000), lambda end: end[0] == 5000),
    ('Agility 3: a jump of 2.5" over a drop of 4" costs stress', lambda: jump(3, 2500, 4000), lambda end: end[1] > 0),
    ("Rifle, Ballistics 3, difficulty 9: hits", lambda: shot(RIFLE, PISTOL, 9000, NOTHING), lambda end: end[1] > 0),
    ("the same against cover", lambda: shot(RIFLE, PISTOL, 9000, COVER), lambda end: end[1] > 0),
    (
        "the same past two models: the one closer to the target is hit instead",
        lambda: shot(RIFLE, PISTOL, 11000, NOTHING, obstacles=2),
        lambda end: end[3] > 0,
    ),
    (
        "the same against return fire with a Pistol: the shooter breaks down next",
        lambda: shot(RIFLE, PISTOL, 9000, RETURN_FIRE),
        lambda end: end[0] >= 2,
    ),
    (
        "Sword against Spear, Melee 3: the defender breaks down next",
        lambda: clash(SWORD, SPEAR),
        lambda end: end[1] >= 3,
    ),
    (
        "Sword against Sword, Melee 5 against 4: the attacker breaks down next",
        lambda: clash(ACE, BRUTE),
        lambda end: end[0] >= 3,
    ),
    ("Ruins, a Rifle past a tar barrel: both opponents get stress", ruins, lambda end: end[1] > 0 and end[2] > 0),
]


def main() -> None:
    print("| question | exact | sampled |")
    print("|---|---|---|")
    for number, (text, make, holds) in enumerate(QUESTIONS):
        asked = make()
        solved, first = solve(asked)
        exact: Fraction = solved.answer(first).odds.chance_that(holds)
        tried = sample(asked, solved, TRIALS, SEED + number)
        held = sum(weight for outcome, weight in tried.weights.items() if holds(outcome))
        low, high = Sampled({True: held, False: TRIALS - held}).interval(True)
        print(f"| {text} | {exact} = {float(exact):.2%} | {held / TRIALS:.2%} ({low:.2%} to {high:.2%}) |")
    print(f"\nSampled: {TRIALS:,} trials each, and where the true chance lies at 95 in 100.")


if __name__ == "__main__":
    main()

"""Asking ``battlewright odds skirmish``, and what the rulebook says worked out by brute force."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from tests.cli.helpers import Command

Chances = dict[Any, Fraction]


def answer(battlewright: Command, *arguments: str) -> Any:
    ran = battlewright("odds", "skirmish", *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def told(battlewright: Command, *arguments: str) -> str:
    ran = battlewright("odds", "skirmish", *arguments)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def read(chances: Mapping[str, str]) -> dict[str, Fraction]:
    return {outcome: Fraction(chance) for outcome, chance in chances.items()}


def thrown(dice: int, outcome: Callable[[tuple[int, ...]], Any]) -> Chances:
    """Every way in which so many D6 fall."""
    counts = Counter(outcome(faces) for faces in product(range(1, 7), repeat=dice))
    return {each: Fraction(count, 6**dice) for each, count in counts.items()}


def shot(dice: int, need: int, damage: int, critical: int | str) -> tuple[Fraction, Fraction, Chances]:
    """The chances of a hit and of a critical, and the stress."""
    fallen = thrown(dice, lambda faces: (sum(faces) >= need) * (1 + (6 in faces)))
    hit, critically = fallen.get(1, Fraction(0)), fallen.get(2, Fraction(0))
    stress: Counter[int] = Counter()
    for amount, chance in ((0, fallen.get(0, Fraction(0))), (damage, hit)):
        stress[amount] += chance  # type: ignore[assignment]
    for amount in (1, 2, 3):
        stress[amount if critical == "d3" else int(critical)] += critically / 3  # type: ignore[assignment]
    return hit + critically, critically, {amount: Fraction(chance) for amount, chance in stress.items() if chance}


def named(chances: Chances) -> dict[str, Fraction]:
    return {str(outcome): chance for outcome, chance in chances.items()}


def at_least(chances: Chances, least: int) -> Fraction:
    return sum((chance for amount, chance in chances.items() if amount >= least), Fraction(0))


def mean(chances: Chances) -> Fraction:
    return sum((amount * chance for amount, chance in chances.items()), Fraction(0))


Left = tuple[int, int]
"""Normal successes and critical ones."""
SWORD, SPEAR = (1, 2), (1, 1)


def best_play(weapons: tuple[Left, Left], room: Left) -> Callable[..., tuple[Fraction | int, ...]]:
    """The stress of both by the best play of S2.K7 to S2.K10; ``room`` is what each takes before it breaks down."""

    def worth(stress: Left) -> Left:
        return (stress[1] >= room[1]) - (stress[0] >= room[0]), stress[1] - stress[0]

    @cache
    def play(left: tuple[Left, Left], turn: int, stress: Left) -> Left:
        if not any(map(any, left)):
            return worth(stress)
        if not any(left[turn]):
            return play(left, 1 - turn, stress)
        return (min if turn else max)(play(*each) for each in options(left, turn, stress).values())

    def options(left: tuple[Left, Left], turn: int, stress: Left) -> dict[str, tuple[Any, int, Left]]:
        found: dict[str, tuple[Any, int, Left]] = {}
        for critical, word in enumerate(("a success", "a critical")):
            if not left[turn][critical]:
                continue
            own = less(left[turn], critical)
            hurt = list(stress)
            hurt[1 - turn] += weapons[turn][critical]
            found[f"strike with {word}"] = (both(own, left[1 - turn], turn), 1 - turn, (hurt[0], hurt[1]))
            for against, other in enumerate(("a success", "a critical")):
                if left[1 - turn][against] and against <= critical:
                    after = both(own, less(left[1 - turn], against), turn)
                    found[f"parry {other} with {word}"] = (after, 1 - turn, stress)
        return found

    def less(has: Left, which: int) -> Left:
        return has[0] - (not which), has[1] - which

    def both(own: Left, other: Left, turn: int) -> tuple[Left, Left]:
        return (other, own) if turn else (own, other)

    play.options = options  # type: ignore[attr-defined]
    return play


def fallen(faces: tuple[int, ...]) -> Left:
    return sum(face in (4, 5) for face in faces), faces.count(6)

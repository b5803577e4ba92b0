"""Exact odds: pools of dice beside icepool and dyce, and the exchanges of Skirmish with bare numbers.

Pools are asked first in a fresh process, then repeatedly. All caches of what is known about dice are cleared before
each time; compiled code stays.
"""

from __future__ import annotations

import functools
import gc
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from math import log10
from pathlib import Path
from typing import Any

import dyce
import icepool

from battlewright.geometry.distance import INCH
from battlewright.odds import Odds, joint_counts, roll_tables, sum_of
from battlewright.systems.formations.odds.combinations import combination_weights
from battlewright.systems.skirmish.odds import solved as skirmish
from battlewright.systems.skirmish.odds.situations import Figure
from battlewright.systems.skirmish.setup.files import shipped_weapons
from speed.figures import Measure, measure, significant, with_goal

KINDS = (1, 2, 2, 1)
GROWING = {
    "sum": (10, 20, 40, 60, 100, 200, 400),
    "joint counts": (5, 10, 20, 30, 40, 60),
    "combinations": (3, 5, 10, 20, 40, 60),
}
TARGETS = {5: 1, 10: 100}
"""Milliseconds that an exchange of Skirmish may take, by the abilities."""
COMPILED = "explorer"
"""Remembers compiled code, not answers."""
WEAPONS = {weapon.name: weapon for weapon in shipped_weapons()}


class JointCounts(icepool.MultisetEvaluator):  # type: ignore[misc]
    """How many dice of each kind."""

    def next_state(self, state: Any, order: Any, outcome: Any, count: int) -> tuple[int, ...]:
        return (*(state or ()), count)


class Combinations(icepool.MultisetEvaluator):  # type: ignore[misc]
    """Double, Triple, Scale, with as little to remember as possible."""

    def next_state(self, state: Any, order: Any, outcome: Any, count: int) -> tuple[int, int, bool]:
        most, run, scale = state or (0, 0, False)
        run = run + 1 if count else 0
        return max(most, min(count, 3)), min(run, 3), scale or run >= 3

    def final_outcome(self, final_state: Any, *_: Any) -> tuple[bool, bool, bool]:
        most, _run, scale = final_state
        return most >= 2, most >= 3, scale


def ours(question: str, dice: int) -> dict[Any, int]:
    if question == "sum":
        return dict(sum_of(f"{dice}d6").weights)
    if question == "joint counts":
        return dict(joint_counts(dice, KINDS).weights)
    return dict(Odds(combination_weights(dice)).weights)


def with_icepool(question: str, dice: int) -> dict[Any, int]:
    if question == "sum":
        return dict((dice @ icepool.d6).items())
    if question == "joint counts":
        kinds = icepool.Die(range(len(KINDS)), times=KINDS)
        return dict(JointCounts().evaluate(kinds.pool(dice)).items())
    return dict(Combinations().evaluate(icepool.d6.pool(dice)).items())


def with_dyce(question: str, dice: int) -> dict[Any, int]:
    if question == "sum":
        return dict((dice @ dyce.H(6)).items())
    if question == "joint counts":  # a kind is a digit of a long number, so that a sum holds all counts
        base = dice + 1
        return dict((dice @ dyce.H({base**kind: ways for kind, ways in enumerate(KINDS)})).items())
    found: dict[Any, int] = {}
    for faces, weight in (dice @ dyce.P(6)).rolls_with_counts():
        most = max(faces.count(face) for face in set(faces))
        scale = any({low, low + 1, low + 2} <= set(faces) for low in range(1, 5))
        shown = (most >= 2, most >= 3, scale)
        found[shown] = found.get(shown, 0) + weight
    return found


LIBRARIES: dict[str, Callable[[str, int], dict[Any, int]]] = {
    "battlewright": ours,
    "icepool": with_icepool,
    "dyce": with_dyce,
}


def clear_caches() -> None:
    """Empty every cache of functools in this process, whoever it belongs to."""
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper) and "battlewright.engine" not in str(each.__module__):
            each.cache_clear()


def warm(library: str, question: str, dice: int, times: int) -> float:
    """Seconds, in the best of some times, with cleared caches."""
    best = float("inf")
    LIBRARIES[library](question, dice)
    for _ in range(times):
        clear_caches()
        began = time.perf_counter()
        LIBRARIES[library](question, dice)
        best = min(best, time.perf_counter() - began)
    return best


def first(library: str, question: str, dice: int) -> float:
    """Seconds of the first call in a fresh process, imports not counted."""
    code = (
        "import time\nfrom speed.odds import LIBRARIES\nbegan = time.perf_counter()\n"
        f"LIBRARIES[{library!r}]({question!r}, {dice})\nprint(time.perf_counter() - began)"
    )
    command, folder = [sys.executable, "-c", code], Path(__file__).parents[1]
    return float(subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout)


def agree(question: str, dice: int) -> bool:
    """Whether all libraries give the same odds (joint counts of dyce are packed: their weights)."""
    answers = [sorted(answer(question, dice).values()) for answer in LIBRARIES.values()]
    return answers[0] == answers[1] == answers[2]


def measure_pools(quick: bool) -> list[Measure]:
    """The three questions, beside both libraries."""
    asked = {"joint counts": 40, "combinations": 20, "sum": 60}
    results = []
    for question, dice in asked.items():
        assert agree(question, min(dice, 8))
        mine = warm("battlewright", question, dice, 10)
        for other, target in (("icepool", 20), ("dyce", 10)):
            theirs = warm(other, question, dice, 1 if quick or other == "dyce" else 3)
            firsts = {} if quick else {each: first(each, question, dice) for each in ("battlewright", other)}
            name, than = f"{question} of {dice} dice", f"{other}, warm, caches cleared"
            line = with_goal(measure(name, mine * 1e3, "ms", theirs * 1e3, than, least=False), target)
            results.append(line | {"first_call_ms": {each: significant(ms * 1e3) for each, ms in firsts.items()}})
    return results


def costs() -> dict[str, dict[str, list[tuple[int, float]]]]:
    """Milliseconds as pools grow, each library until a question takes it more than two seconds."""
    found: dict[str, dict[str, list[tuple[int, float]]]] = {}
    for question, sizes in GROWING.items():
        for library in LIBRARIES:
            line = found.setdefault(question, {}).setdefault(library, [])
            for dice in sizes:
                line.append((dice, warm(library, question, dice, 1) * 1e3))
                if line[-1][1] > 300:  # the next one would be far longer
                    break
    return found


def plot(found: dict[str, dict[str, list[tuple[int, float]]]], path: Path) -> None:
    """The costs as a picture, both axes by powers of ten."""
    colours = {"battlewright": "#c0392b", "icepool": "#2471a3", "dyce": "#7d8c2f"}
    width, height, parts = 300, 260, []
    for panel, (question, lines) in enumerate(found.items()):
        left = 50 + panel * (width + 130)

        def at(dice: int, ms: float, left: int = left) -> tuple[float, float]:
            return left + (log10(dice) - 0.4) / 2.3 * width, 40 + height - (log10(max(ms, 0.01)) + 2) / 6 * height

        parts.append(f'<text x="{left}" y="24" font-weight="bold">{question}</text>')
        for power in range(-2, 5):
            y = at(10, 10.0**power)[1]
            parts.append(f'<line x1="{left}" x2="{left + width}" y1="{y}" y2="{y}" stroke="#ddd"/>')
            parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{10.0**power:g}</text>')
        for dice in (3, 10, 30, 100, 400):
            x = at(dice, 1)[0]
            parts.append(f'<text x="{x}" y="{height + 58}" text-anchor="middle">{dice}</text>')
        for library, points in lines.items():
            path_of = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(dice, ms) for dice, ms in points))
            parts.append(f'<polyline points="{path_of}" fill="none" stroke="{colours[library]}" stroke-width="2"/>')
            x, y = at(*points[-1])
            parts.append(f'<text x="{x + 4}" y="{y}" fill="{colours[library]}">{library}</text>')
    total = 50 + 3 * (width + 130)
    parts.append(f'<text x="50" y="{height + 84}">milliseconds, warm, against the number of dice</text>')
    body = "\n".join(parts)
    style = 'font-family="sans-serif" font-size="12"'
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} 360" {style}>\n{body}\n</svg>\n')


def exchanges(ability: int) -> dict[str, Callable[[], Any]]:
    """The exchanges, with all abilities alike, the difficulties what is rolled on average or a little more."""
    height, distance, difficulty = 1400 * ability, 700 * ability, 3500 * ability
    shooter, target = (
        Figure(ballistics=ability, agility=ability, stress=1, gun=WEAPONS[gun]) for gun in ("Rifle", "Pistol")
    )
    attacker, defender = (
        Figure(melee=ability, toughness=5, stress=stress, blade=WEAPONS[blade])
        for stress, blade in ((2, "Sword"), (3, "Spear"))
    )
    return {
        "test": lambda: skirmish.test(ability),
        "critical test": lambda: skirmish.critical_test(ability),
        "stress check": lambda: skirmish.stress_check(ability, ability),
        "climb": lambda: skirmish.climb(ability, height),
        "jump": lambda: skirmish.jump(ability, distance, 6 * INCH),
        "shot, no reaction": lambda: skirmish.shot(shooter, Figure(stress=1, ap=0), difficulty),
        "shot, all reactions": lambda: skirmish.shot(shooter, target, difficulty),
        "clash": lambda: skirmish.clash(attacker, defender),
    }


def plain(answer: Any) -> Any:
    """An answer as numbers."""
    if isinstance(answer, Odds):
        return dict(answer)
    if isinstance(answer, dict):
        return {name: plain(each) for name, each in answer.items()}
    if is_dataclass(answer):
        return tuple(plain(getattr(answer, field.name)) for field in fields(answer) if field.name != "exact")
    return tuple(map(plain, answer)) if isinstance(answer, tuple) else answer


@functools.cache
def caches() -> tuple[Any, ...]:
    """What functools remembers for our odds, other than compiled code."""
    found = (each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper))
    ours = (each for each in found if str(each.__module__).startswith("battlewright.odds"))
    return tuple(each for each in ours if each.__name__ != COMPILED)


def forget() -> None:
    """Forget all that is known about dice."""
    roll_tables._roll_tables.clear()
    for each in caches():
        each.cache_clear()


def milliseconds(work: Callable[[], Any], seconds: float) -> float:
    """The CPU time of an answer, the least of those within some seconds (and of one at least)."""
    best, late = float("inf"), time.perf_counter() + seconds
    while True:
        forget()
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
        if time.perf_counter() > late:
            return 1e3 * best


def measure_exchanges(quick: bool) -> list[Measure]:
    """Every exchange with abilities of 5, and of 10, beside abilities of 2."""
    results = []
    for ability, target in TARGETS.items():
        for name, least in exchanges(2).items():
            ours, few = (milliseconds(each, 0.1 if quick else 1) for each in (exchanges(ability)[name], least))
            title = f"{name}, abilities of {ability}"
            results.append(measure(title, ours, "ms", few, "with abilities of 2", target=target, least=False))
    return results


PARTS = (measure_pools, measure_exchanges)

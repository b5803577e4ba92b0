"""Exact odds compared with icepool and dyce: the same questions, in one run.

Each is asked first in a fresh process, then repeatedly with every library's caches cleared before each time.
"""

from __future__ import annotations

import functools
import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dyce
import icepool

from battlewright.odds import Odds, joint_counts, sum_of
from battlewright.systems.formations.odds.combinations import combination_weights

KINDS = (1, 2, 2, 1)
GROWING = {
    "sum": (10, 20, 40, 60, 100, 200, 400),
    "joint counts": (5, 10, 20, 30, 40, 60),
    "combinations": (3, 5, 10, 20, 40, 60),
}


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
        "import time, odds_speed\n"
        "began = time.perf_counter()\n"
        f"odds_speed.LIBRARIES[{library!r}]({question!r}, {dice})\n"
        "print(time.perf_counter() - began)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parent, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def agree(question: str, dice: int) -> bool:
    """Whether all libraries give the same odds (joint counts of dyce are packed: their weights)."""
    answers = [sorted(answer(question, dice).values()) for answer in LIBRARIES.values()]
    return answers[0] == answers[1] == answers[2]


def measure(quick: bool) -> list[dict[str, Any]]:
    """The three questions, beside both libraries."""
    asked = {"joint counts": 40, "combinations": 20, "sum": 60}
    results = []
    for question, dice in asked.items():
        assert agree(question, min(dice, 8))
        mine = warm("battlewright", question, dice, 10)
        for other, target in (("icepool", 20), ("dyce", 10)):
            theirs = warm(other, question, dice, 1 if quick or other == "dyce" else 3)
            firsts = {} if quick else {each: first(each, question, dice) for each in ("battlewright", other)}
            results.append(
                {
                    "name": f"{question} of {dice} dice",
                    "value": float(f"{mine * 1e3:.3g}"),
                    "unit": "ms",
                    "beside": float(f"{theirs * 1e3:.3g}"),
                    "than": f"{other}, warm, caches cleared",
                    "ratio": float(f"{theirs / mine:.3g}"),
                    "target_ratio": target,
                    "target": None,
                    "met": theirs / mine >= target,
                    "first_call_ms": {each: float(f"{seconds * 1e3:.3g}") for each, seconds in firsts.items()},
                }
            )
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
    from math import log10

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


if __name__ == "__main__":
    print(json.dumps(measure(quick="--quick" in sys.argv), indent=2))

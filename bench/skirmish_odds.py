"""Exact odds of Skirmish: exchanges with bare numbers compared with the same written by hand in icepool; and scaling.

Times are warm, alternating, and the best of several. Both libraries' caches of dice are cleared before each time;
compiled code stays. Both must give the same answer, to the last fraction.
"""

from __future__ import annotations

import functools
import gc
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from importlib import import_module
from math import floor, log10
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from unittest.mock import patch

import icepool

import skirmish_by_hand as by_hand
from battlewright.geometry.distance import INCH
from battlewright.odds import roll_tables
from battlewright.odds import state_graph as explored
from battlewright.odds.distribution import Odds
from battlewright.systems.skirmish.bots import make_tables
from battlewright.systems.skirmish.odds import solved as skirmish
from battlewright.systems.skirmish.odds.situations import Figure
from battlewright.systems.skirmish.setup.files import shipped_weapons
from speed import Measure, measure, pictures, significant

TARGETS = {5: 1, 10: 100}
"""Milliseconds that an exchange may take, by the abilities."""
AIM = 3
"""How many times as fast as icepool."""
GROWING, ABILITIES = ("stress check", "shot, all reactions", "clash"), range(2, 11)
"""Whose growth is looked at, and with which abilities."""
COMPILED = "explorer"
"""Remembers compiled code, not answers."""
WEAPONS = {weapon.name: weapon for weapon in shipped_weapons()}
DROP = 6 * INCH


class Asked(NamedTuple):
    """A question in two ways."""

    ours: Callable[[], Any]
    by_hand: Callable[[], Any]


def shooters(ability: int) -> tuple[Figure, Figure]:
    """Both shoot; two points of stress break either down."""
    rifleman = Figure(ballistics=ability, agility=ability, stress=1, gun=WEAPONS["Rifle"])
    return rifleman, Figure(ballistics=ability, agility=ability, stress=1, gun=WEAPONS["Pistol"])


def fighters(ability: int) -> tuple[Figure, Figure]:
    """Sword against Spear; three points of stress break the attacker down, two the defender."""
    attacker = Figure(melee=ability, toughness=5, stress=2, blade=WEAPONS["Sword"])
    return attacker, Figure(melee=ability, toughness=5, stress=3, blade=WEAPONS["Spear"])


def asked(ability: int) -> dict[str, Asked]:
    """The exchanges, with all abilities alike, the difficulties what is rolled on average or a little more."""
    height, distance, difficulty = 1400 * ability, 700 * ability, 3500 * ability
    shooter, target = shooters(ability)
    still = Figure(stress=1, ap=0)
    attacker, defender = fighters(ability)
    return {
        "test": Asked(lambda: skirmish.test(ability), lambda: by_hand.test(ability)),
        "critical test": Asked(lambda: skirmish.critical_test(ability), lambda: by_hand.critical_test(ability)),
        "stress check": Asked(
            lambda: skirmish.stress_check(ability, ability), lambda: by_hand.stress_check(ability, ability)
        ),
        "climb": Asked(lambda: skirmish.climb(ability, height), lambda: by_hand.climb(ability, height)),
        "jump": Asked(lambda: skirmish.jump(ability, distance, DROP), lambda: by_hand.jump(ability, distance, DROP)),
        "shot, no reaction": Asked(
            lambda: skirmish.shot(shooter, still, difficulty), lambda: by_hand.shot(shooter, still, difficulty)
        ),
        "shot, all reactions": Asked(
            lambda: skirmish.shot(shooter, target, difficulty), lambda: by_hand.shot(shooter, target, difficulty)
        ),
        "clash": Asked(lambda: skirmish.clash(attacker, defender), lambda: by_hand.clash(attacker, defender)),
    }


def plain(answer: Any) -> Any:
    """An answer as numbers, whichever library gave it."""
    if isinstance(answer, Odds):
        return dict(answer)
    if isinstance(answer, icepool.Die):
        return {outcome: Fraction(quantity, answer.denominator()) for outcome, quantity in answer.items()}
    if isinstance(answer, dict):
        return {name: plain(each) for name, each in answer.items()}
    if is_dataclass(answer):
        return tuple(plain(getattr(answer, field.name)) for field in fields(answer) if field.name != "exact")
    return tuple(map(plain, answer)) if isinstance(answer, tuple) else answer


def agree(question: Asked) -> bool:
    """Whether both ways give the same answer."""
    return bool(plain(question.ours()) == plain(question.by_hand()))


@functools.cache
def caches() -> tuple[Any, ...]:
    """What functools remembers for icepool, and for our odds, other than compiled code."""
    found = (each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper))
    ours = ("icepool", "battlewright.odds")
    return tuple(each for each in found if str(each.__module__).startswith(ours) and each.__name__ != COMPILED)


def forget() -> None:
    """Forget all that is known about dice."""
    roll_tables._roll_tables.clear()
    for each in caches():
        each.cache_clear()


def fastest(seconds: float, *works: Callable[[], Any]) -> list[float]:
    """The milliseconds of each work in its best time, by turns, for so many seconds (and once at least).

    Each turn has an order of its own: whatever follows a long work meets cold caches. Time of the processor counts,
    which is that of the clock where nobody else works on the machine.
    """
    best, late, order = [float("inf")] * len(works), time.perf_counter() + seconds, list(range(len(works)))
    rng = random.Random(1)
    while True:
        for number in order:
            forget()
            began = time.process_time()
            works[number]()
            best[number] = min(best[number], time.process_time() - began)
        if time.perf_counter() > late:
            return [1e3 * each for each in best]
        rng.shuffle(order)


def measure_exchanges(quick: bool) -> list[Measure]:
    """Every exchange with abilities of 5, and of 10."""
    results = []
    for ability, target in TARGETS.items():
        for name, question in asked(ability).items():
            assert agree(question), f"two answers to a {name} with abilities of {ability}"
            ours, theirs = fastest(0.1 if quick else 2, *question)
            name = f"{name}, abilities of {ability}"
            made = measure(name, ours, "ms", theirs, "by hand with icepool", target=target, least=False)
            results.append(made | {"aim_ratio": AIM, "aim_met": made["ratio"] >= AIM})
    return results


class Cost(NamedTuple):
    """What a question takes: milliseconds, those by hand with icepool, and positions."""

    ms: float
    by_hand_ms: float
    positions: int


Costs = dict[str, dict[int, Cost]]


class Counted(explored.StateGraph):
    """Remembers all that are made."""

    every: ClassVar[list[Counted]] = []

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.every.append(self)


def positions(work: Callable[[], Any]) -> int:
    """How many positions the answer to a question is made of."""
    with patch.object(import_module("battlewright.odds.solve"), "StateGraph", Counted):
        work()
    found = sum(map(len, Counted.every))
    Counted.every.clear()
    return found


def costs(quick: bool) -> Costs:
    """What the questions take as abilities grow; all by turns, so that a busy moment does not bend a line."""
    every = {(name, ability): asked(ability)[name] for name in GROWING for ability in ABILITIES}
    found: Costs = {name: {} for name in GROWING}
    times = fastest(0 if quick else 25, *(work for question in every.values() for work in question))
    for number, ((name, ability), question) in enumerate(every.items()):
        ours, theirs = (significant(ms) for ms in times[2 * number : 2 * number + 2])
        found[name][ability] = Cost(ours, theirs, positions(question.ours))
    return found


def measure_growth(quick: bool) -> list[Measure]:
    """How much longer a question takes with the highest abilities than with the lowest."""
    found = costs(quick)
    for folder in pictures:
        plot(found, folder / "skirmish-odds.svg")
    results, (least, *_, most) = [], ABILITIES
    for name, line in found.items():
        than = f"with abilities of {least}"
        title = f"growth of a {name}: abilities of {most}"
        made = measure(title, line[most].ms, "ms", line[least].ms, than, least=False)
        results.append(made | {"growth": {ability: cost._asdict() for ability, cost in line.items()}})
    return results


COLOURS = {"stress check": "#3b8ed0", "shot, all reactions": "#5f9e4a", "clash": "#d0503f"}
"""Like the grey of the words they are read on white and on black."""
WORDS, DASHES = "#7d7d7d", ' stroke-dasharray="5 4"'
WIDTH, HEIGHT, TOP = 300, 260, 64


def plot(found: Costs, path: Path) -> None:
    """The costs as a picture: time and positions by powers of ten, against the abilities."""
    ours, hand, places = (
        {name: {at: cost[i] for at, cost in line.items()} for name, line in found.items()} for i in range(3)
    )
    parts = [*_panel(60, "milliseconds", ours, hand), *_panel(60 + WIDTH + 90, "positions", places, {})]
    legend = [(name, colour, "") for name, colour in COLOURS.items()]
    for number, (name, colour, dashes) in enumerate([*legend, ("by hand with icepool", WORDS, DASHES)]):
        x = 60 + number * 170
        parts.append(f'<line x1="{x}" x2="{x + 24}" y1="16" y2="16" stroke="{colour}" stroke-width="2"{dashes}/>')
        parts.append(f'<text x="{x + 30}" y="20">{name}</text>')
    body, style = "\n".join(parts), f'font-family="sans-serif" font-size="12" fill="{WORDS}"'
    size = f"0 0 {60 + 2 * WIDTH + 90 + 20} {TOP + HEIGHT + 50}"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" {style}>\n{body}\n</svg>\n')


def _panel(
    left: int, title: str, lines: dict[str, dict[int, float]], dashed: dict[str, dict[int, float]]
) -> Iterator[str]:
    """One chart: its axes and lines."""
    values = [value for each in (lines, dashed) for line in each.values() for value in line.values()]
    low, high = floor(log10(min(values))), floor(log10(max(values))) + 1

    def at(ability: float, value: float) -> tuple[float, float]:
        across = (ability - ABILITIES[0]) / (ABILITIES[-1] - ABILITIES[0])
        return left + across * WIDTH, TOP + HEIGHT - (log10(value) - low) / (high - low) * HEIGHT

    yield f'<text x="{left}" y="{TOP - 16}" font-weight="bold">{title}</text>'
    for power in range(low, high + 1):
        y = at(ABILITIES[0], 10.0**power)[1]
        yield f'<line x1="{left}" x2="{left + WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="{WORDS}" opacity="0.4"/>'
        yield f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{10**power:,}</text>'
    for ability in ABILITIES:
        yield f'<text x="{at(ability, 1)[0]:.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{ability}</text>'
    yield f'<text x="{left + WIDTH / 2}" y="{TOP + HEIGHT + 38}" text-anchor="middle">all abilities</text>'
    for each, dashes in ((dashed, DASHES), (lines, "")):
        for name, line in each.items():
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in line.items()))
            yield f'<polyline points="{points}" fill="none" stroke="{COLOURS[name]}" stroke-width="2"{dashes}/>'


def measure_tables(quick: bool) -> list[Measure]:
    """All clashes of Melee 0 to 5 against 0 to 5 with the shipped weapons and every margin of stress."""
    blades = [weapon for weapon in shipped_weapons() if weapon.kind == "melee"]
    arms = sorted({(weapon.oppression or 0, int(weapon.critical or 0)) for weapon in blades})
    melee = 3 if quick else make_tables.USUAL_MELEE
    began = time.process_time()
    margins, defenders = make_tables.margins_of(arms, melee), [make_tables.NO_ARMS, *arms]
    tables = [make_tables.clash_table(one, other, melee, margins).odds for one in arms for other in defenders]
    seconds = time.process_time() - began
    count = sum(odds.size // odds.shape[-1] for odds in tables)
    (one,) = fastest(0.1, lambda: skirmish.clash(*fighters(3)))
    title = f"{count:,} clashes up to Melee {melee}, all weapons and stress states"
    than = "as many of Melee 3, one by one"
    return [measure(title, seconds, "s", one * count / 1e3, than, target=5, least=False)]


PARTS = (measure_exchanges, measure_growth, measure_tables)


def measure_all(quick: bool) -> list[Measure]:
    """All of it."""
    return [each for part in PARTS for each in part(quick)]


if __name__ == "__main__":
    print(json.dumps(measure_all(quick="--quick" in sys.argv), indent=2))

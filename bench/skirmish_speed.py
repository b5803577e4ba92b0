"""Skirmish: whole battles, decisions compared with OpenSpiel's games, the cost of more models, paths, and the command.

The standard battle has five models a side, ten pieces of terrain and eight rounds, played at random. The floor is
2,000 battles a second on one core, the aim 20,000.

A slice is a fraction of a second of the same work each time. Slices of what is compared alternate, and the best of each
counts, so that other load on the machine slows neither side alone.
"""

from __future__ import annotations

import heapq
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from math import floor, hypot, log, log10
from pathlib import Path
from statistics import harmonic_mean
from typing import Any

from battlewright import systems
from battlewright.bots.random import TRIES, playout
from battlewright.engine.battle import draw_faces
from battlewright.engine.compiler.rule import rule
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, allocate, layout_of, look, numbers, restore, snapshot
from battlewright.engine.rulebook import PROPOSAL_DRAWS, PROPOSAL_SIDES
from battlewright.geometry.cells import SPACING
from battlewright.geometry.distance import INCH
from battlewright.geometry.grid import NEAR, Field
from battlewright.systems.formations.record import Engagement
from battlewright.systems.skirmish.guide.cells import Mover, find_reach
from battlewright.systems.skirmish.guide.paths import Finder
from battlewright.systems.skirmish.record import (
    Editable,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    SkirmishEdit,
    Step,
)
from battlewright.systems.skirmish.rules.contract import RULES
from battlewright.systems.skirmish.setup.battle import BattleSetup, ScenarioSetup, set_up
from battlewright.systems.skirmish.setup.files import TABLES, RosterSetup, TableSetup, read_roster, read_table
from speed import Measure, in_plain_python, measure, pictures, seconds

SYSTEM = systems.load("skirmish")
START, PLAY, MAX_NODES = SYSTEM.rules.start, playout(SYSTEM), SYSTEM.rules.max_nodes
ROSTERS = ("lantern-company", "powder-guild")
PIECES, ROUNDS = 10, 8
SIZES = (2, 4, 8, 12)
"""Models a side, as the costs are looked at."""
BATTLES = 60
"""Battles of a slice."""
RUNNER = 4
"""The Lamplighter of the Lantern Company, with Agility 5."""
REACH = 10 * INCH
MOVE = int(Purpose.MOVE)
"""A plain int, as all that is passed to rules here: Numba takes milliseconds to know a member of an enumeration."""
TWIN = {"melee": 3, "ballistics": 4, "toughness": 4, "agility": 4, "weapons": ["Sword", "Rifle"]}
"""The card of every model where only their number counts."""


@rule()
def fight(
    setting: Row[Setting],
    fresh: Row[Skirmish],
    battles: Row[Skirmish],
    new_bots: Row[Dice],
    bots: Row[Dice],
    listed: Row[SkirmishChoice],
    faces: Row[int],
) -> int:
    """A batch of battles, each from its own seeds to its end; the answer is how many nodes they had."""
    nodes = 0
    for i in range(len(battles)):
        battles[i] = fresh[i]
        bots[i] = new_bots[i]
        START(setting, battles[i : i + 1])
        nodes += PLAY(setting, battles[i : i + 1], listed, faces, bots[i : i + 1], MAX_NODES)
    return nodes


@dataclass(frozen=True)
class Batch:
    """Battles of one set-up, each with dice of its own, and the room to play them in."""

    setting: Row[Setting]
    fresh: Row[Skirmish]
    battles: Row[Skirmish]
    new_bots: Row[Dice]
    bots: Row[Dice]
    listed: Row[SkirmishChoice]
    faces: Row[int]

    def fight(self) -> int:
        """All battles, in one call of a compiled function; how many they are."""
        fight(self.setting, self.fresh, self.battles, self.new_bots, self.bots, self.listed, self.faces)
        return len(self.battles)

    def decisions(self) -> int:
        """How many decisions the battles have, found by playing them node by node."""
        found = 0
        for i in range(len(self.battles)):
            battle, bot = self.battles[i : i + 1], self.bots[i : i + 1]
            restore(battle, snapshot(self.fresh[i : i + 1]))
            restore(bot, snapshot(self.new_bots[i : i + 1]))
            node = look(Skirmish, battle).node
            START(self.setting, battle)
            while node.kind != NodeKind.OVER:
                found += node.kind == NodeKind.DECISION
                PLAY(self.setting, battle, self.listed, self.faces, bot, 1)
        return found


def batch(setup: BattleSetup, count: int = BATTLES, seed: int = 1) -> Batch:
    """So many battles of a set-up; nobody listens to their events."""
    fresh, new_bots = allocate(Skirmish, count), allocate(Dice, count)
    for i in range(count):
        tail = look(Skirmish, fresh, i).tail
        tail.silent = 1
        seed_dice(tail.dice, seed, i)
        seed_dice(look(Dice, new_bots, i), seed, i, Lane.BOT)
    room = allocate(SkirmishChoice, SYSTEM.rules.max_choices), numbers(max(SYSTEM.rules.max_dice, PROPOSAL_DRAWS))
    return Batch(SYSTEM.setup.build(setup), fresh, allocate(Skirmish, count), new_bots, allocate(Dice, count), *room)


def standard_table() -> TableSetup:
    """The open field without the oak: ten pieces."""
    table = read_table("open-field")
    return table.model_copy(update={"pieces": table.pieces[:PIECES]})


def standard() -> BattleSetup:
    """Five against five, ten pieces, eight rounds."""
    one, other = (read_roster(name) for name in ROSTERS)
    return set_up((one, other), standard_table(), ScenarioSetup(name="Standard", round_limit=ROUNDS))


def twins(count: int) -> BattleSetup:
    """The same table and rounds with so many models a side, all with the same card."""
    rosters = [
        RosterSetup.model_validate({"name": name, "characters": [{"name": name, "count": count, **TWIN}]})
        for name in ("Castor", "Pollux")
    ]
    scenario = ScenarioSetup(name="Twins", round_limit=ROUNDS)
    return set_up((rosters[0], rosters[1]), standard_table(), scenario)


def fastest(slices: int, *works: Callable[[], int]) -> list[float]:
    """How many a second each of these does (a work says how many it did), by turns, each in its best slice."""
    best = [0.0] * len(works)
    for _ in range(slices):
        for number, work in enumerate(works):
            began = time.perf_counter()
            done = work()
            best[number] = max(best[number], done / (time.perf_counter() - began))
    return best


def once(work: Callable[[], Any]) -> Callable[[], int]:
    """A slice that is one call, whatever it answers."""
    return lambda: len([work()])


def with_goal(made: Measure, target_ratio: float) -> Measure:
    """A measure whose ratio is what has a target."""
    return made | {"target_ratio": target_ratio, "met": made["ratio"] >= target_ratio}


def measure_battles(quick: bool) -> list[Measure]:
    """The standard battle inside one compiled function, beside the same rules as plain Python."""
    made = batch(standard())
    made.fight()
    (ours,) = fastest(10 if quick else 40, made.fight)
    plain = float(
        in_plain_python(f"import skirmish_speed\nprint(skirmish_speed.rate_in_plain_python({3 if quick else 6}))")
    )
    name = "skirmish, 5 against 5, 10 pieces, 8 rounds, random (aim 20,000)"
    return [measure(name, ours, "battles/s", plain, "the same rules as plain Python", target=2000)]


def rate_in_plain_python(battles: int) -> float:
    """In a process of its own, with the compiler off: some battles, each by its best slice."""
    return harmonic_mean(fastest(2, *(batch(standard(), 1, seed).fight for seed in range(battles))))


class Author:
    """A random bot as its author would write it in Python, with the public functions and nothing else."""

    def __init__(self, setup: BattleSetup) -> None:
        self.setting = SYSTEM.setup.build(setup)
        self.battle: Row[Skirmish] = allocate(Skirmish)
        self.listed = allocate(SkirmishChoice, SYSTEM.rules.max_choices)
        self.made_up = allocate(SkirmishChoice)
        self.faces, self.chances = numbers(SYSTEM.rules.max_dice), numbers(PROPOSAL_DRAWS)
        self.free = {int(step): sorted(map(int, kinds)) for step, kinds in SYSTEM.rules.free_kinds.items()}
        self.empty = snapshot(self.battle)

    def play(self, seed: int) -> int:
        """A battle to its end; how many decisions it had."""
        rng, battle = random.Random(seed), self.battle
        restore(battle, self.empty)
        view = look(Skirmish, battle)
        view.tail.silent = 1
        seed_dice(view.tail.dice, seed)
        node, decisions = view.node, 0
        SYSTEM.rules.start(self.setting, battle)
        while node.kind != NodeKind.OVER:
            if node.kind == NodeKind.CHANCE:
                draw_faces(battle, self.faces)
                SYSTEM.rules.roll(self.setting, battle, self.faces)
            else:
                self.decide(node.step, rng)
                decisions += 1
        return decisions

    def decide(self, step: int, rng: random.Random) -> None:
        """Every other time a free choice, where there are any; else one of the list."""
        count = SYSTEM.rules.choices(self.setting, self.battle, self.listed, 0)
        free = self.free.get(step)
        if free and (count == 0 or rng.random() < 0.5) and self.make_up(rng.choice(free), rng):
            return
        if count:
            chosen = rng.randrange(count)
            SYSTEM.rules.choose(self.setting, self.battle, self.listed[chosen : chosen + 1])

    def make_up(self, kind: int, rng: random.Random) -> bool:
        """Try some proposals; whether one was allowed."""
        assert SYSTEM.rules.propose is not None
        for _ in range(TRIES):
            for place in range(PROPOSAL_DRAWS):
                self.chances[place] = 1 + int(rng.random() * PROPOSAL_SIDES)
            if not SYSTEM.rules.propose(self.setting, self.battle, kind, self.chances, self.made_up):
                return False
            if SYSTEM.rules.refusal(self.setting, self.battle, self.made_up) == 0:
                SYSTEM.rules.choose(self.setting, self.battle, self.made_up)
                return True
        return False


def spiel() -> Any:
    """OpenSpiel, which has no types."""
    return import_module("pyspiel")


def opening(name: str) -> Any:
    """A game of OpenSpiel at its first decision."""
    state, rng = spiel().load_game(name).new_initial_state(), random.Random(1)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state


def play_spiel(start: Any, rng: random.Random) -> tuple[int, int]:
    """A random game driven from Python, as OpenSpiel's own example does: its decisions, and its chance nodes."""
    state, decisions, chances = start.clone(), 0, 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
            chances += 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions, chances


def spiel_in_python(name: str, games: int) -> Callable[[], int]:
    """A slice of random games driven from Python; it counts decisions."""
    start = opening(name)

    def slice_of() -> int:
        rng = random.Random(1)
        return sum(play_spiel(start, rng)[0] for _ in range(games))

    return slice_of


def spiel_rollouts(name: str, games: int, seed: int) -> Callable[[], int]:
    """A slice of random games within C++; it counts games.

    It is the evaluator of OpenSpiel's tree search, asked twice from the opening: the fastest way to play at random
    that its Python package offers (``evaluate_bots`` with its uniform random bots is slower in both games).
    """
    start, pyspiel = opening(name), spiel()

    def slice_of() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(games // 2, seed)
        pyspiel.MCTSBot(start.get_game(), evaluator, 1.0, 2, 64, False, seed, False).step(start)
        return games // 2 * 2

    return slice_of


def measure_decisions(quick: bool) -> list[Measure]:
    """Random decisions a second, driven from Python and compiled, beside OpenSpiel's backgammon and chess.

    Chance nodes are played, but not counted. The rollouts do not tell their decisions: they are taken to be as many
    to a game as in a sample, and the games of many seeds are timed, each seed by its best slice.
    """
    made, author = batch(standard()), Author(standard())
    per_battle = made.decisions() / len(made.battles)
    author.play(1)
    made.fight()
    slices, seeds, sample = (6, 4, 200) if quick else (20, 20, 1000)
    ours = [lambda: sum(author.play(seed) for seed in range(1, 11)), lambda: round(made.fight() * per_battle)]
    by_python = [spiel_in_python(name, 10) for name in ("backgammon", "chess")]
    rollouts = [spiel_rollouts(name, 10, seed) for name in ("backgammon", "chess") for seed in range(seeds)]
    driven, compiled, *theirs = fastest(slices, *ours, *by_python, *rollouts)
    results = []
    for place, (name, low, high) in enumerate((("backgammon", 1.0, 20.0), ("chess", 0.0, 5.0))):
        games = harmonic_mean(theirs[2 + place * seeds : 2 + (place + 1) * seeds])
        best = games * spiel_in_python(name, sample)() / sample
        than = f"OpenSpiel's {name}"
        line = measure(
            f"skirmish from Python, beside {name}", driven, "decisions/s", theirs[place], f"{than}, from Python"
        )
        results.append(with_goal(line, low) if low else line)
        line = measure(f"skirmish compiled, beside {name}", compiled, "decisions/s", best, f"{than}, C++ rollouts")
        results.append(with_goal(line, high))
    return results


def costs(slices: int) -> dict[int, tuple[float, float]]:
    """Seconds for a battle and for a decision, by the models a side."""
    made = {size: batch(twins(size)) for size in SIZES}
    for each in made.values():
        each.fight()
    rates = fastest(slices, *(each.fight for each in made.values()))
    found = {}
    for (size, each), rate in zip(made.items(), rates, strict=True):
        found[size] = 1 / rate, len(each.battles) / rate / each.decisions()
    return found


def exponent(points: dict[int, float]) -> float:
    """The power of the number of models by which the cost grows: the slope of the logarithms (least squares)."""
    xs, ys = [log(size) for size in points], [log(cost) for cost in points.values()]
    middle, level = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - middle) * (y - level) for x, y in zip(xs, ys, strict=True)) / sum((x - middle) ** 2 for x in xs)


def measure_costs(quick: bool) -> list[Measure]:
    """What a battle costs as its models double, 2 to 12 a side.

    Linear growth is 2. Activations grow linearly. Each looks at all models (who is in the way, who can be shot), so a
    little more is expected: the exponent lies above 1, and would be 2 if looking were all there is to do.
    """
    found = costs(8 if quick else 30)
    for folder in pictures:
        plot(found, folder / "skirmish-costs.svg")
    battle, decision = (2 ** exponent({size: cost[i] for size, cost in found.items()}) for i in range(2))
    few, many = (found[size][1] * 1e9 for size in (SIZES[0], SIZES[-1]))
    than = f"with {SIZES[0]} a side"
    return [
        measure("cost of a battle as models double", battle, "x", 2, "linear growth", least=False),
        measure("cost of a decision as models double", decision, "x", 1, "no growth", least=False),
        measure(f"a decision with {SIZES[-1]} a side", many, "ns", few, than, least=False),
    ]


def plot(found: dict[int, tuple[float, float]], path: Path) -> None:
    """The costs as a picture, both axes by powers of ten, beside those of linear growth."""
    width, height, parts = 300, 260, []
    for panel, (title, rule_of_thumb) in enumerate((("a battle", "linear"), ("a decision", "constant"))):
        left = 60 + panel * (width + 130)
        points = {size: cost[panel] * 1e6 for size, cost in found.items()}
        thumb = {size: points[SIZES[0]] * (size / SIZES[0]) ** (1 - panel) for size in points}
        low, high = floor(log10(min(points.values()))), floor(log10(max(points.values()))) + 1

        def at(size: float, cost: float, left: int = left, low: int = low, high: int = high) -> tuple[float, float]:
            across = log(size / SIZES[0]) / log(SIZES[-1] / SIZES[0])
            return left + across * width, 40 + height - (log10(cost) - low) / (high - low) * height

        parts.append(f'<text x="{left}" y="24" font-weight="bold">{title}</text>')
        for power in range(low, high + 1):
            y = at(SIZES[0], 10.0**power)[1]
            parts.append(f'<line x1="{left}" x2="{left + width}" y1="{y}" y2="{y}" stroke="#ddd"/>')
            parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{10.0**power:g}</text>')
        for size in SIZES:
            parts.append(f'<text x="{at(size, 1)[0]:.1f}" y="{height + 58}" text-anchor="middle">{size}</text>')
        for name, line, colour in ((rule_of_thumb, thumb, "#999"), ("battlewright", points, "#c0392b")):
            path_of = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in line.items()))
            parts.append(f'<polyline points="{path_of}" fill="none" stroke="{colour}" stroke-width="2"/>')
            x, y = at(SIZES[-1], line[SIZES[-1]])
            parts.append(f'<text x="{x + 4:.1f}" y="{y + 4:.1f}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="60" y="{height + 84}">microseconds, random play, against the models a side</text>')
    body, style = "\n".join(parts), 'font-family="sans-serif" font-size="12"'
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 360" {style}>\n{body}\n</svg>\n')


def in_the_middle(name: str) -> tuple[Row[Setting], Row[Skirmish]]:
    """A battle on a shipped table, all placed, the runner as near to its middle as there is room on the ground."""
    one, other = (read_roster(each) for each in ROSTERS)
    made = batch(set_up((one, other), read_table(name)), 1)
    setting, battle, bot = made.setting, made.battles, made.bots
    restore(battle, snapshot(made.fresh))
    restore(bot, snapshot(made.new_bots))
    START(setting, battle)
    while look(Skirmish, battle).node.step != Step.ACTIVATE:
        PLAY(setting, battle, made.listed, made.faces, bot, 1)
    change = allocate(SkirmishEdit)
    view, terrain = look(SkirmishEdit, change), look(Setting, setting).terrain
    view.what, view.who = Editable.PLACE, RUNNER
    for x, y in _outward(terrain.width // 2, terrain.depth // 2):
        view.x, view.y = x, y
        if RULES.edit is not None and RULES.edit(setting, battle, change) == 0:
            return setting, battle
    raise AssertionError("no room")


def _outward(x: int, y: int) -> Iterator[tuple[int, int]]:
    """Points about a middle, a quarter of an inch apart, the nearest first."""
    steps = range(-6 * INCH, 6 * INCH + 1, INCH // 4)
    for dx, dy in sorted(((dx, dy) for dx in steps for dy in steps), key=lambda at: hypot(*at)):
        yield x + dx, y + dy


def flood_by_hand(across: int, along: int, column: int, row: int, reach: int) -> dict[tuple[int, int], float]:
    """What a designer writes first: Dijkstra's method over the same spots and neighbours of an empty, flat table."""
    near = range(-NEAR, NEAR + 1)
    around = [(dx, dy, SPACING * hypot(dx, dy)) for dx in near for dy in near if dx or dy]
    costs, heap = {(column, row): 0.0}, [(0.0, column, row)]
    while heap:
        cost, x, y = heapq.heappop(heap)
        if cost > costs[x, y]:
            continue
        for dx, dy, length in around:
            spot, more = (x + dx, y + dy), cost + length
            if more <= reach and 0 <= spot[0] < across and 0 <= spot[1] < along and more < costs.get(spot, reach + 1):
                costs[spot] = more
                heapq.heappush(heap, (more, *spot))
    return costs


def farthest(finder: Finder) -> tuple[int, int, int]:
    """The dearest spot that a single leg does not lead to, if there is one."""
    spots: list[tuple[int, int, int]] = finder.best()[::-1, :3].tolist()
    return next((spot for spot in spots if len(finder.path(*spot)) > 1), spots[0])


def lead(setting: Row[Setting], battle: Row[Skirmish], goal: tuple[int, int, int]) -> None:
    """Find a path from nothing, as a bot does that asks once."""
    Finder(setting, battle, RUNNER, MOVE, REACH).path(*goal)


def measure_paths(quick: bool) -> list[Measure]:
    """The whole field of a Move of Agility 5 from the middle of each shipped table, and the path to its far end."""
    field, results = allocate(Field), []
    by_hand = "hand-written Python on an empty table"
    for name in TABLES.names:
        setting, battle = in_the_middle(name)
        goal = farthest(Finder(setting, battle, RUNNER, MOVE, REACH))
        reach = partial(find_reach, setting, battle, Mover(RUNNER, MOVE, REACH), field)
        reach()
        view, base = look(Field, field), look(Skirmish, battle).crowd.bases[RUNNER]
        hand = partial(flood_by_hand, view.across, view.along, base.x // SPACING, base.y // SPACING, REACH)
        rates = fastest(8 if quick else 30, once(reach), once(partial(lead, setting, battle, goal)), once(hand))
        reached, led, handmade = (1e3 / rate for rate in rates)
        results.append(measure(f"reach of a Move, {name}", reached, "ms", handmade, by_hand, least=False))
        results.append(measure(f"path to its far end, {name}", led, "ms", handmade, by_hand, least=False))
    return results


def measure_record(quick: bool) -> list[Measure]:
    """The size of a battle: what a snapshot copies, and what a batch holds for each."""
    ours, other = (layout_of(kind).dtype.itemsize for kind in (Skirmish, Engagement))
    return [measure("record of a skirmish", ours, "bytes", other, "the record of Formations", target=8192, least=False)]


def measure_command(quick: bool) -> list[Measure]:
    """The cached start of ``battlewright battle`` with one round of play, beside importing Numba alone."""
    command = [sys.executable, "-m", "battlewright", "battle", "--rounds", "1", "--seed", "1", "--json"]
    alone = [sys.executable, "-c", "import numba"]
    pairs = [(seconds(command), seconds(alone)) for _ in range(2 if quick else 9)]
    ours, numba_alone = (min(each) for each in zip(*pairs, strict=True))
    name = "cached start of battle, one round"
    return [measure(name, ours, "s", numba_alone, "import numba", target=2, least=False)]


PARTS = (measure_battles, measure_decisions, measure_costs, measure_paths, measure_record, measure_command)


def measure_all(quick: bool) -> list[Measure]:
    """All of it."""
    return [each for part in PARTS for each in part(quick)]


if __name__ == "__main__":
    print(json.dumps(measure_all(quick="--quick" in sys.argv), indent=2))

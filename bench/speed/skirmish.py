"""Skirmish: battles at random and between bots, decisions beside OpenSpiel's games, the cost of more models.

The standard battle has five models a side, ten pieces of terrain and eight rounds. The floor is 2,000 battles a second
on one core at random (the aim 20,000) and 500 between greedy bots; two workers do one and a half times as much, and the
first edition is no slower than the second, node by node.

A slice is a fraction of a second of the same work each time. Slices of what is compared alternate, and the best of each
counts, so that other load on the machine slows neither side alone.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from importlib import import_module
from math import log
from statistics import harmonic_mean, linear_regression
from typing import Any

from battlewright import systems
from battlewright.bots.named import pair_of
from battlewright.bots.random import TRIES, playout
from battlewright.engine.battle import draw_faces
from battlewright.engine.compiler.rule import rule
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, allocate, layout_of, look, numbers, restore, snapshot
from battlewright.engine.rulebook import PROPOSAL_DRAWS, PROPOSAL_SIDES
from battlewright.lab import simulation as lab
from battlewright.lab.pairing import Pairing
from battlewright.systems.formations.record import Engagement
from battlewright.systems.skirmish.record import Setting, Skirmish, SkirmishChoice
from battlewright.systems.skirmish.setup.battle import BattleSetup, ScenarioSetup, set_up
from battlewright.systems.skirmish.setup.files import RosterSetup, TableSetup, read_roster, read_table
from speed.figures import Measure, Work, fastest, in_plain_python, measure, with_goal

SYSTEM = systems.load("skirmish")
START, PLAY, MAX_NODES = SYSTEM.rules.start, playout(SYSTEM), SYSTEM.rules.max_nodes
ROSTERS = ("lantern-company", "powder-guild")
PIECES, ROUNDS = 10, 8
SIZES = (2, 4, 8, 12)
"""Models a side, as the costs are looked at."""
BATTLES, BOT_BATTLES = 60, 200
"""Battles of a slice: at random, and between bots."""
AS_FAST = 0.95
"""As fast as the other, within what a busy machine blurs."""
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


def measure_battles(quick: bool) -> list[Measure]:
    """The standard battle inside one compiled function, beside the same rules as plain Python."""
    made = batch(standard())
    made.fight()
    (ours,) = fastest(10 if quick else 40, made.fight)
    plain = in_plain_python(rate_in_plain_python)
    name = "skirmish, 5 against 5, 10 pieces, 8 rounds, random (aim 20,000)"
    return [measure(name, ours, "battles/s", plain, "the same rules as plain Python", target=2000)]


def rate_in_plain_python() -> float:
    """In a process of its own, with the compiler off: some battles, each by its best slice."""
    return harmonic_mean(fastest(2, *(batch(standard(), 1, seed).fight for seed in range(4))))


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


def spiel_in_python(name: str, games: int) -> Work:
    """A slice of random games driven from Python; it counts decisions."""
    start = opening(name)

    def slice_of() -> int:
        rng = random.Random(1)
        return sum(play_spiel(start, rng)[0] for _ in range(games))

    return slice_of


def spiel_rollouts(name: str, games: int, seed: int) -> Work:
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
    """The power of the number of models by which the cost grows: the slope of the logarithms."""
    return linear_regression([*map(log, points)], [*map(log, points.values())]).slope


def measure_costs(quick: bool) -> list[Measure]:
    """What a battle costs as its models double, 2 to 12 a side.

    Linear growth is 2. Activations grow linearly. Each looks at all models (who is in the way, who can be shot), so a
    little more is expected: the exponent lies above 1, and would be 2 if looking were all there is to do.
    """
    found = costs(8 if quick else 30)
    battle, decision = (2 ** exponent({size: cost[i] for size, cost in found.items()}) for i in range(2))
    few, many = (found[size][1] * 1e9 for size in (SIZES[0], SIZES[-1]))
    than = f"with {SIZES[0]} a side"
    return [
        measure("cost of a battle as models double", battle, "x", 2, "linear growth", least=False),
        measure("cost of a decision as models double", decision, "x", 1, "no growth", least=False),
        measure(f"a decision with {SIZES[-1]} a side", many, "ns", few, than, least=False),
    ]


def measure_record(quick: bool) -> list[Measure]:
    """The size of a battle: what a snapshot copies, and what a batch holds for each."""
    ours, other = (layout_of(kind).dtype.itemsize for kind in (Skirmish, Engagement))
    return [measure("record of a skirmish", ours, "bytes", other, "the record of Formations", target=8192, least=False)]


def standard_pairing(bots: str, edition: str = "second") -> Pairing:
    """The standard battle between these bots, from both sides."""
    setup = standard()
    parts = setup.table, setup.scenario, edition
    return Pairing(SYSTEM, (set_up(setup.rosters, *parts), set_up(setup.rosters[::-1], *parts)), pair_of(bots))


def slice_of(bots: str, battles: int, workers: int) -> Work:
    """So many battles of a study; it counts them."""
    pairing = standard_pairing(bots)
    return lambda: lab.fight(pairing, battles, 1, workers).counts.battles


def nodes_of(bots: str, battles: int, edition: str) -> Work:
    """The same in an edition; it counts choices and rolls, since battles are not as long in both."""
    pairing = standard_pairing(bots, edition)
    return lambda: lab.fight(pairing, battles, 1, 1).counts.nodes


def measure_bots(quick: bool) -> list[Measure]:
    """Battles a second of the greedy bot, beside the random one and with two workers; and one edition beside the
    other."""
    battles = BOT_BATTLES // 4 if quick else BOT_BATTLES
    works = [slice_of("greedy", battles, 1), slice_of("greedy", battles, 2), slice_of("random", 10 * battles, 1)]
    editions = [
        nodes_of(bots, count, edition)
        for bots, count in (("greedy", battles), ("random", 10 * battles))
        for edition in ("second", "first")
    ]
    for work in (*works, *editions):
        work()
    one, two, at_random = fastest(2 if quick else 10, *works)
    second, first, second_at_random, first_at_random = fastest(2 if quick else 10, *editions)
    battle = "skirmish, 5 against 5, 10 pieces, 8 rounds"
    name = f"{battle}, greedy"
    beside = "nodes/s", "the second edition"
    return [
        measure(name, one, "battles/s", at_random, "the random bot in the same study", target=500),
        with_goal(measure(f"{name}, two workers", two, "battles/s", one, "one worker"), 1.5),
        with_goal(measure(f"{name}, first edition", first, beside[0], second, beside[1]), AS_FAST),
        with_goal(
            measure(f"{battle}, random, first edition", first_at_random, beside[0], second_at_random, beside[1]),
            AS_FAST,
        ),
    ]


PARTS = (measure_battles, measure_decisions, measure_costs, measure_record, measure_bots)

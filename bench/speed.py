"""All measurements, as ratios within one run.

Each is measured beside something well known on the same machine, minutes apart at most, so that the ratio holds where
the figure itself does not. ``battlewright bench`` runs them all.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from rich.console import Console
from rich.table import Table

from battlewright import systems
from battlewright.bots.random import playout
from battlewright.engine.battle import draw_faces
from battlewright.engine.compiler.rule import rule
from battlewright.engine.dice import Dice, Lane, draw, seed_dice
from battlewright.engine.record import Row, allocate, look, numbers, restore, snapshot
from battlewright.systems.formations.record import SLOTS, Engagement, FormationsChoice, Setting
from battlewright.systems.formations.rules.choices import refusal
from battlewright.systems.formations.rules.flow import declare, roll, start
from battlewright.systems.formations.setup.engagement import EngagementSetup, ForceSetup, build, read_force
from battlewright.version import __version__

Measure = dict[str, Any]

pictures: list[Path] = []
"""The folder that pictures of the costs are drawn in; empty while nothing is to be written."""

ARCHERS = {
    "name": "Archers",
    "kinds": [{"name": "Archer", "might": 10, "dex": 3, "will": 3, "def": 4, "atk": 2}],
    "groups": [{"kind": "Archer", "models": 4}],
}


@rule()
def attacks(setting: Row[Setting], battle: Row[Engagement], blank: Row[Engagement], faces: Row[int], count: int) -> int:
    """So many attacks of one formation on another, each from the declaration to the Wounds."""
    wounds = 0
    for _ in range(count):
        blocks = battle[0].tail.dice.blocks
        battle[0] = blank[0]
        battle[0].tail.dice.blocks = blocks
        declare(setting, battle, 0, 0, SLOTS)
        draw_faces(battle, faces)
        roll(setting, battle, faces)
        wounds += battle[0].outcome.wounds
    return wounds


@rule()
def dice_by_the_million(stream: Row[Dice], faces: Row[int], count: int) -> int:
    """Draw D6, eight at a time; the answer is their sum."""
    total = 0
    for _ in range(count // 8):
        draw(stream[0], faces, 8, 6)
        for die in range(8):
            total += faces[die]
    return total


@numba.njit
def nothing(setting: Any, battle: Any, choice: Any) -> int:
    return 0


def archers_in_python(rng: random.Random, count: int) -> int:
    """What a designer writes first: eight dice, four or more, no rules around it."""
    return sum(rng.randint(1, 6) >= 4 for _ in range(count) for _ in range(8))


def measure_attacks(quick: bool) -> list[Measure]:
    """Formation attacks a second, beside hand-written Python and the same rules as plain Python."""
    setup = EngagementSetup(forces=(ForceSetup.model_validate(ARCHERS), ForceSetup.model_validate(ARCHERS)))
    setting, battle, blank, faces = build(setup), allocate(Engagement), allocate(Engagement), numbers(1000)
    for each in (battle, blank):
        seed_dice(look(Engagement, each).tail.dice, 1)
        look(Engagement, each).tail.silent = 1
    count = 200_000 if quick else 2_000_000
    wounds = attacks(setting, battle, blank, faces, 1000)
    ours = rate(lambda: attacks(setting, battle, blank, faces, count), count)
    rng = random.Random(1)
    by_hand = rate(lambda: archers_in_python(rng, count // 100), count // 100)
    plain = float(in_plain_python("print(rate_of_attacks())"))
    assert 3000 < wounds < 5000, "a formation of four archers wounds four times on average"
    return [
        measure("formation attacks", ours, "attacks/s", by_hand, "hand-written Python, dice only", target=1_000_000),
        measure("formation attacks, compiled", ours, "attacks/s", plain, "the same rules as plain Python"),
    ]


def rate_of_attacks() -> float:
    """In a process of its own, with the compiler off."""
    setup = EngagementSetup(forces=(ForceSetup.model_validate(ARCHERS), ForceSetup.model_validate(ARCHERS)))
    setting, battle, blank, faces = build(setup), allocate(Engagement), allocate(Engagement), numbers(1000)
    return rate(lambda: attacks(setting, battle, blank, faces, 300), 300)


def measure_engagements(quick: bool) -> list[Measure]:
    """Whole engagements at random, and the nodes in them."""
    system = systems.load("formations")
    setup = EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
    setting, play = system.setup.build(setup), playout(system)
    listed, faces, bot = (
        allocate(system.rules.choice, system.rules.max_choices),
        numbers(system.rules.max_dice),
        allocate(Dice),
    )
    battle = allocate(Engagement)
    empty = snapshot(battle)

    def battles(count: int) -> int:
        nodes = 0
        for index in range(count):
            restore(battle, empty)
            view = look(Engagement, battle)
            view.tail.silent = 1
            seed_dice(view.tail.dice, 1, index)
            seed_dice(look(Dice, bot), 1, index, Lane.BOT)
            start(setting, battle)
            nodes += play(setting, battle, listed, faces, bot, system.rules.max_nodes)
        return nodes

    count = 1000 if quick else 20_000
    nodes = battles(count)
    ours = rate(lambda: battles(count), count)
    plain = float(in_plain_python("print(rate_of_engagements())"))
    return [
        measure("engagements, random play", ours, "battles/s", plain, "the same rules as plain Python"),
        measure("nodes, random play", ours * nodes / count, "nodes/s", plain * nodes / count, "plain Python"),
    ]


def rate_of_engagements() -> float:
    """In a process of its own, with the compiler off."""
    from battlewright.conformance import digest

    setup = EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
    return rate(lambda: digest(systems.load("formations"), setup, 20), 20)


def measure_dice(quick: bool) -> list[Measure]:
    """Dice of the stream, beside NumPy's and Python's own."""
    stream, faces = allocate(Dice), numbers(8)
    seed_dice(look(Dice, stream), 1)
    count = 800_000 if quick else 8_000_000
    dice_by_the_million(stream, faces, 8)
    ours = rate(lambda: dice_by_the_million(stream, faces, count), count)
    rng, generator = random.Random(1), np.random.Generator(np.random.Philox(1))
    python = rate(lambda: sum(rng.randint(1, 6) for _ in range(count // 50)), count // 50)
    numpy = rate(lambda: int(generator.integers(1, 7, count).sum()), count)
    return [
        measure("dice", ours, "dice/s", python, "random.randint"),
        measure("dice, beside arrays", ours, "dice/s", numpy, "NumPy's Philox, whole arrays"),
    ]


def measure_calls(quick: bool) -> list[Measure]:
    """The cost of one call of a public function from Python."""
    system = systems.load("formations")
    setup = EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
    setting, battle, choice = system.setup.build(setup), allocate(Engagement), allocate(FormationsChoice)
    start(setting, battle)
    count = 50_000 if quick else 500_000

    def calls(function: Callable[[Any, Any, Any], int]) -> float:
        function(setting, battle, choice)
        return 1e6 / rate(lambda: [function(setting, battle, choice) for _ in range(count)], count)

    ours, empty = calls(refusal), calls(nothing)
    saved = snapshot(battle)

    def restores() -> None:
        for _ in range(count):
            restore(battle, saved)

    restored = 1e6 / rate(restores, count)
    copied = 1e6 / rate(lambda: [np.asarray(battle).copy() for _ in range(count // 10)], count // 10)
    return [
        measure("call of a public function", ours, "µs", empty, "an empty compiled function", target=2, least=False),
        measure("restore of a snapshot", restored, "µs", copied, "ndarray.copy of the record", least=False),
    ]


def measure_start(quick: bool) -> list[Measure]:
    """The cached start of the command line, beside importing Numba alone."""
    command = [sys.executable, "-m", "battlewright", "roll", "3d6", "--seed", "1"]
    alone = [sys.executable, "-c", "import numba"]
    times = 3 if quick else 9
    ours, numba_alone = [], []
    for _ in range(times):
        ours.append(seconds(command))
        numba_alone.append(seconds(alone))
    return [measure("cached start", min(ours), "s", min(numba_alone), "import numba", target=1.5, least=False)]


def measure_odds(quick: bool) -> list[Measure]:
    """Exact odds beside icepool and dyce, and a picture of the costs as pools grow."""
    import odds_speed

    for folder in pictures:
        odds_speed.plot(odds_speed.costs(), folder / "odds-costs.svg")
    return odds_speed.measure(quick)


def measure_skirmish(quick: bool) -> list[Measure]:
    """Skirmish: battles, decisions beside OpenSpiel, the cost of more models, paths, its record and its command."""
    import skirmish_speed

    return skirmish_speed.measure_all(quick)


def measure_skirmish_odds(quick: bool) -> list[Measure]:
    """Exact odds of Skirmish's exchanges beside icepool, and their growth with the abilities."""
    import skirmish_odds

    return skirmish_odds.measure_all(quick)


def measure_training(quick: bool) -> list[Measure]:
    """Battles by the array and in PettingZoo, beside PettingZoo's games and OpenSpiel's."""
    import training_speed

    return training_speed.measure_all(quick)


def measure_search(quick: bool) -> list[Measure]:
    """Rollouts of the searching bot."""
    import search_speed

    return search_speed.measure_search(quick)


def measure_skirmish_bots(quick: bool) -> list[Measure]:
    """Battles between greedy bots, on one core and on two."""
    import skirmish_bots

    return skirmish_bots.measure_all(quick)


def measure_heroes(quick: bool) -> list[Measure]:
    """Heroes: attacks with damage, encounters between greedy bots, and odds."""
    import heroes_speed

    return heroes_speed.measure_all(quick)


def measure_compilation(quick: bool) -> list[Measure]:
    """Compiling all rules into an empty cache, with two processes and with one."""
    if quick:
        return []

    def compiling(workers: int) -> float:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "battlewright", "compile", "--workers", str(workers), "--json"]
            return seconds(command, BATTLEWRIGHT_CACHE_DIR=folder)

    return [measure("first compilation", compiling(2), "s", compiling(1), "one process", least=False)]


def measure(
    name: str, value: float, unit: str, beside: float, than: str, target: float | None = None, least: bool = True
) -> Measure:
    """One line of the results: a figure, what it is compared with, and the ratio in our favour."""
    ratio = value / beside if least else beside / value
    met = None if target is None else (value >= target if least else value <= target)
    figures = {"value": significant(value), "unit": unit, "beside": significant(beside), "than": than}
    return {"name": name, **figures, "ratio": significant(ratio), "target": target, "met": met}


def rate(work: Callable[[], Any], count: int) -> float:
    """How many a second, in the best of three runs: the others met somebody else's work."""
    best = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return count / best


def seconds(command: list[str], **environment: str) -> float:
    """How long a command takes."""
    began = time.perf_counter()
    subprocess.run(command, env=os.environ | environment, check=True, capture_output=True)
    return time.perf_counter() - began


def in_plain_python(expression: str) -> str:
    """What an expression of this file prints with the compiler off."""
    code = f"from speed import *\n{expression}"
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    return done.stdout


def significant(value: float) -> float:
    """Three figures are all that such a measurement is worth."""
    return float(f"{value:.3g}")


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    names = [line.split(":")[1].strip() for line in _cpu_lines() if line.startswith("model name")]
    versions = {"python": platform.python_version(), "numba": numba.__version__, "numpy": np.__version__}
    return {"cpu": names[0] if names else platform.machine(), "cores": os.cpu_count(), **versions}


def _cpu_lines() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def measure_all(quick: bool = False, report: bool = True, folder: Path | None = None) -> dict[str, Any]:
    """Run everything, one after the other, and show it as it comes. With a folder, draw the costs there in full."""
    pictures[:] = [folder] if folder and not quick else []
    parts = (
        measure_attacks,
        measure_engagements,
        measure_odds,
        measure_skirmish,
        measure_skirmish_odds,
        measure_training,
        measure_skirmish_bots,
        measure_search,
        measure_heroes,
        measure_dice,
        measure_calls,
        measure_start,
        measure_compilation,
    )
    console = Console(stderr=True)
    measures: list[Measure] = []
    with console.status("Measuring") as status:
        for number, part in enumerate(parts, 1):
            status.update(f"Measuring {part.__name__.removeprefix('measure_')} ({number} of {len(parts)})")
            measures += part(quick)
    if report:
        Console().print(table_of(measures))
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    return {"date": today, "battlewright": __version__, "quick": quick, "machine": machine(), "measures": measures}


def table_of(measures: list[Measure]) -> Table:
    """The results for people, with a bar for each ratio (each mark is a doubling)."""
    table = Table(title="Battlewright: speed, as ratios within one run")
    for heading in ("measure", "figure", "beside", "ratio", "", "target"):
        table.add_column(heading, justify="right" if heading in ("figure", "ratio") else "left")
    for each in measures:
        mark = {True: "met", False: "MISSED", None: ""}[each["met"]]
        goal = f"{each['target']:,} {mark}" if each["target"] else ""
        goal = f"{each['target_ratio']} x {mark}" if "target_ratio" in each else goal
        if "aim_ratio" in each:
            goal += f", aim {each['aim_ratio']} x {'met' if each['aim_met'] else 'MISSED'}"
        bar = "█" * max(0, round(np.log2(max(each["ratio"], 1e-9))))
        beside = f"{each['beside']:,g} {each['than']}"
        if each.get("first_call_ms"):
            beside += f" (first call {' against '.join(f'{ms:g}' for ms in each['first_call_ms'].values())} ms)"
        table.add_row(each["name"], f"{each['value']:,g} {each['unit']}", beside, f"{each['ratio']:,g} x", bar, goal)
    return table


if __name__ == "__main__":
    print(json.dumps(measure_all(), indent=2))

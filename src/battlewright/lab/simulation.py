"""Many battles of one match-up: a study of one cell that keeps counts alone, and its report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from battlewright.answers.report import Report
from battlewright.contract.counts import Simulation
from battlewright.contract.system import System
from battlewright.engine.progress import ProgressReport
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.lab.pairing import Pairing
from battlewright.lab.study.executors import Threads
from battlewright.lab.study.file import Cell, Head, Plan
from battlewright.lab.study.run import Outcome, run

Progress = Callable[[int], None]
"""Called with the number of battles done."""


def counted(
    pairings: Sequence[Pairing],
    battles: int,
    seed: int,
    workers: int = 1,
    first: int = 0,
    progress: Progress | None = None,
    making: ProgressReport | None = None,
    apart: bool = True,
) -> Outcome:
    """Fight a number of battles of each pairing and keep counts alone. The first has the number ``first``; they have
    different numbers under the seed, unless they are not ``apart``. ``making`` gets the progress of the bots' tables,
    whose time does not count."""
    system = pairings[0].system
    cells = [
        Cell(index, {}, ",".join(bot.name for bot in pairing.bots), pairing, {}, first + apart * index * battles)
        for index, pairing in enumerate(pairings)
    ]
    head = Head.model_construct(system=system.name, seed=seed, limit=battles, keep="cells")
    plan = Plan(head, {}, system, (), tuple(cells), (), {}, is_detailed=False)
    report = None if progress is None else lambda state: progress(state.battles)
    threads = Threads(workers, making)
    outcome = run(plan, threads, progress=report)
    return replace(outcome, seconds=max(outcome.seconds - threads.preparing, 0.001))


def fight(
    pairing: Pairing,
    battles: int,
    seed: int,
    workers: int = 1,
    first: int = 0,
    progress: Progress | None = None,
    making: ProgressReport | None = None,
) -> Simulation:
    """Fight a number of battles of a pairing, the first of which has the number ``first``.

    The same seed gives the same counts, whatever the number of workers. An interrupt (Ctrl-C) ends it with the battles
    that are done. Battles in a row are also fought up to each of them, with the same numbers, for ``stages``.
    """
    parts = [replace(pairing, in_a_row=count) for count in range(1, len(pairing.chain) + 1)]
    outcome = counted(parts, battles, seed, workers, first, progress, making, apart=False)
    names = pairing.bots[0].name, pairing.bots[1].name
    stages = [
        Simulation(part.chain[-1], names, cell.counts, outcome.seconds, outcome.interrupted)
        for part, cell in zip(parts, outcome.cells, strict=True)
        if cell.counts is not None
    ]
    return replace(stages[-1], setup=pairing.setups[0], stages=tuple(stages) if len(stages) > 1 else ())


def report_of(system: System, done: Simulation) -> Report:
    """Return the system's own report, or a general one: how often each side won, and what was left."""
    if system.lab.sim_report is not None:
        return system.lab.sim_report(done)
    counts, bots, words = done.counts, done.bots, system.sentences(done.setup)
    names = [words.side(side) for side in range(2)]
    sides = {SIDE_LETTERS[side]: {"name": names[side], "bot": bots[side]} for side in range(2)}
    made = Report({**counts.as_data(), **done.speed, "sides": sides})
    made.say(f"{system.title}: {names[0]} ({bots[0]}) against {names[1]} ({bots[1]}).")
    results = {f"{names[0]} wins": "a", "a draw": "draw", f"{names[1]} wins": "b"}
    made.shares(f"{counts.battles:,} battles", {name: counts.results[who] for name, who in results.items()})
    if system.lab.tally_names:
        rows = [["rounds", *counts.mean_rounds.texts]]
        for side in range(2):
            rows += [[f"{what} of {names[side]}", *mean.texts] for what, mean in counts.left(side).items()]
        made.table(("at the end", "mean", "95% interval"), rows)
    made.shares("won, draws left out", {"from side a": counts.side_a, "by the side that began": counts.first_player})
    return made

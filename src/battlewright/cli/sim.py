"""The command ``sim``, which fights many battles between bots and reports the results."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from battlewright import systems
from battlewright.answers.parameters import option, parameters_of
from battlewright.cli.commands import command_of, examples_of, run_command
from battlewright.cli.pick import pick
from battlewright.cli.play import read_typed
from battlewright.cli.print_report import show
from battlewright.cli.roll import new_seed
from battlewright.contract.system import System
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.text import plural

INTERRUPTED = 130
"""The exit code after an interrupt: only part of the work is reported."""


def sim(
    battles: Annotated[int, option("Number of battles.", 1, 10**9)] = 10_000,
    bots: Annotated[
        str | None,
        option(
            "Bots: one for both sides, or two such as greedy,random. Default: greedy, or random where there is none."
        ),
    ] = None,
    seed: Annotated[int | None, option("Seed of the dice. Default: a new one.", 0, 2**64 - 1)] = None,
    change: Annotated[
        tuple[str, ...],
        option(
            "Change the set-up at a path, as studies vary it. Once for each.",
            None,
            None,
            "--set",
            example="scenario.round_limit=4",
        ),
    ] = (),
    workers: Annotated[int | None, option("Threads. Default: one per core.", 1, 64)] = None,
    json: Annotated[bool, option("Print JSON instead of text.")] = False,
) -> None:
    """Declare the options of every simulation."""


HELP = """Fight many battles of {title} between bots, and report win rates with intervals.

    Where the set-up can be swapped, the sides swap in every other battle. The same seed gives the same totals with any
    number of workers. Ctrl-C reports the battles that are done. Battles in a row are fought one after the other, as
    long as side a wins. The systems: {systems}.

    Examples: {examples}, `battlewright sim {name} --battles 100000 --seed 7 --json`
    """


def sim_command(arguments: Sequence[str]) -> None:
    """Run ``battlewright sim [SYSTEM] [NAMES] [OPTIONS]``."""
    system, rest = pick(arguments)

    def run(**typed: Any) -> None:
        chosen = {name: typed.pop(name) for name in parameters_of(sim)}
        run_batch(system, typed, **chosen)

    examples = examples_of(system.setup.read, "sim") or f"`battlewright sim {system.name}`"
    names = ", ".join(systems.names())
    help = HELP.format(title=system.title, systems=names, examples=examples, name=system.name)
    run_command(command_of(run, help, system.setup.read, sim), f"battlewright sim {system.name}", rest)


def run_batch(
    system: System,
    typed: dict[str, Any],
    battles: int,
    bots: str | None,
    seed: int | None,
    change: Sequence[str],
    workers: int | None,
    json: bool,
) -> None:
    """Fight the battles and report the results. Ctrl-C ends early and reports the battles that are done."""
    from battlewright.answers.data import system_data
    from battlewright.bots.named import default_bot, pair_of
    from battlewright.cli.build import compile_if_needed
    from battlewright.lab.pairing import Pairing
    from battlewright.lab.recorder import recorder
    from battlewright.lab.simulation import fight, report_of

    pair = pair_of(default_bot(system) if bots is None else bots)
    setup = read_typed(system, typed).setup
    pairing = Pairing.of(system, changed(system, setup, change) if change else setup, pair)
    compile_if_needed(system, recorder(system))
    seed, workers = new_seed() if seed is None else seed, workers or cores()
    with progress_of("Fighting", battles * len(pairing.chain)) as bar:
        done = fight(pairing, battles, seed, workers, progress=bar.fought, making=bar.made)
    report = report_of(system, done)
    report.data |= {**system_data(system), "seed": seed, "workers": workers, "interrupted": done.interrupted}
    speed = f"{done.seconds:.1f} s, {done.rate:,.0f} a second ({plural(workers, 'worker')})"
    report.say(f"{done.counts.battles:,} battles in {speed}. Seed {seed}.")
    if done.interrupted:
        report.say(f"Interrupted: {done.counts.battles:,} of {battles:,} battles are done.")
    show(report, json)
    if done.interrupted:
        raise typer.Exit(INTERRUPTED)


def changed(system: System, setup: Any, given: Sequence[str]) -> Any:
    """Return a set-up with the values that were typed for its paths, as PATH=VALUE."""
    from battlewright.lab.ready_studies import values_of
    from battlewright.lab.study.vary import put_in

    values = {}
    for text in given:
        path, sign, value = text.partition("=")
        if not (sign and path and value.strip()):
            raise BattlewrightError(f"--set {text}: write it as PATH=VALUE, such as scenario.round_limit=4.")
        values[path] = values_of(value)[0]
    return put_in(system, setup, values)


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Bar:
    """A progress bar with battles done and time left; before it, one for the bots' tables."""

    def __init__(self, progress: Progress, text: str, battles: int) -> None:
        self._progress = progress
        self._tables = progress.add_task("Making tables", total=None, visible=False)
        self._task = progress.add_task(text, total=battles)

    def made(self, done: int, total: int) -> None:
        """Show how many parts of the bots' tables are made."""
        self._progress.update(self._tables, completed=done, total=total, visible=done < total)

    def checked(self, done: int, total: int) -> None:
        """Show how much of some work is done."""
        self._progress.update(self._task, completed=done, total=total)

    def fought(self, done: int) -> None:
        """Show how many battles are done."""
        self._progress.update(self._task, completed=done)


@contextmanager
def progress_of(text: str, battles: int) -> Iterator[Bar]:
    """Show a progress bar on the error output, if that is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield Bar(progress, text, battles)

"""The command that fights many battles, and what it tells of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from battlewright import systems
from battlewright.bots.named import pair_of
from battlewright.cli.build import compile_if_needed
from battlewright.cli.chances import say
from battlewright.cli.roll import new_seed, print_json
from battlewright.cli.setups import check_rosters, read_setup, swapped, terms_of
from battlewright.engine.system import SEATS
from battlewright.lab.arena import Pairing, fighter
from battlewright.lab.study import Study, study
from battlewright.lab.totals import Mean, Share, Who
from battlewright.systems.skirmish.setup.battle import BattleSetup

INTERRUPTED = 130
"""The exit code of work that was interrupted: what is printed is not all that was asked for."""
BAR = 20


@dataclass(frozen=True)
class SimOptions:
    """What the command line asked for."""

    rosters: tuple[str, ...]
    battles: int
    bots: str
    table: str | None
    scenario: str | None
    edition: str
    rounds: int | None
    seed: int | None
    workers: int | None
    json: bool
    with_options: tuple[str, ...] = ()


def simulate(options: SimOptions) -> None:
    """Fight the battles and tell what they came to; Ctrl-C tells of those that are done."""
    check_rosters(options.rosters)
    bots, system = pair_of(options.bots), systems.load("skirmish")
    parts = (options.rosters, options.table, options.scenario, options.rounds)
    setup = read_setup(*parts, options.edition, options.with_options)
    fight(Pairing(system, (setup, swapped(setup)), bots), options, as_data, show)


def fight(
    pairing: Pairing,
    options: SimOptions,
    data_of: Callable[[Study, Pairing], dict[str, Any]],
    tell: Callable[[Study, Pairing, int, int], None],
) -> None:
    """Fight the battles of a pairing and tell of them, as data or to people; Ctrl-C tells of those that are done."""
    compile_if_needed(pairing.system.name, fighter(pairing.system))
    seed = new_seed() if options.seed is None else options.seed
    workers = options.workers or cores()
    with progress_of("Fighting", options.battles) as bar:
        done = study(pairing, options.battles, seed, workers, progress=bar.fought, making=bar.made)
    more = {"seed": seed, "workers": workers, "interrupted": done.interrupted}
    if options.json:
        print_json(data_of(done, pairing) | more)
    else:
        tell(done, pairing, seed, workers)
        if done.interrupted:
            say(f"Interrupted: {done.totals.battles:,} of {options.battles:,} battles are done.")
    if done.interrupted:
        raise typer.Exit(INTERRUPTED)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Bar:
    """A bar with the battles that are done and the time that is left; before it, one for the bots' tables."""

    def __init__(self, progress: Progress, text: str, battles: int) -> None:
        self._progress = progress
        self._tables = progress.add_task("Making tables", total=None, visible=False)
        self._task = progress.add_task(text, total=battles)

    def made(self, done: int, total: int) -> None:
        """Show how many parts of the bots' tables are made."""
        self._progress.update(self._tables, completed=done, total=total, visible=done < total)

    def fought(self, done: int) -> None:
        """So many battles are done."""
        self._progress.update(self._task, completed=done)


@contextmanager
def progress_of(text: str, battles: int) -> Iterator[Bar]:
    """A bar on the error output, where that is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield Bar(progress, text, battles)


def as_data(done: Study, pairing: Pairing) -> dict[str, Any]:
    """A study as data."""
    setup: BattleSetup = pairing.setups[0]
    data = done.totals.as_data()
    head = {key: data.pop(key) for key in ("battles", "wins", "interval")}
    speed = {"seconds": round(done.seconds, 3), "battles_per_second": round(rate(done), 1)}
    sides = {SEATS[side]: {"roster": setup.rosters[side].name, "bot": pairing.bots[side].name} for side in range(2)}
    place = {"table": setup.table.name, "scenario": setup.scenario.name, "round_limit": setup.scenario.round_limit}
    return {
        **head,
        **speed,
        **data,
        "sides": sides,
        **place,
        "edition": setup.edition,
        "options": setup.scenario.options,
    }


def rate(done: Study) -> float:
    """Battles a second."""
    return done.totals.battles / done.seconds if done.seconds else 0.0


def show(done: Study, pairing: Pairing, seed: int, workers: int) -> None:
    """A study for people."""
    setup: BattleSetup = pairing.setups[0]
    totals, console = done.totals, Console(highlight=False)
    names = [roster.name for roster in setup.rosters]
    if names[0] == names[1]:
        names = [f"{name} ({seat})" for name, seat in zip(names, SEATS, strict=False)]
    bots = [bot.name for bot in pairing.bots]
    say(f"{names[0]} ({bots[0]}) against {names[1]} ({bots[1]})")
    say(f"{setup.scenario.name} on {setup.table.name}, {terms_of(setup)}. Seed {seed}.")
    results = {f"{names[0]} wins": Who.A, "a draw": Who.DRAW, f"{names[1]} wins": Who.B}
    console.print(shares_of(f"{totals.battles:,} battles", {name: totals.won(who) for name, who in results.items()}))
    left = Table(box=box.SIMPLE, pad_edge=False)
    for heading in ("at the end", "of", "mean", "95% interval"):
        left.add_column(heading, justify="left" if heading == "at the end" else "right")
    limit = setup.scenario.round_limit
    left.add_row("rounds", str(limit), *mean_of(totals.mean_rounds))
    for side, roster in enumerate(setup.rosters):
        whole = {"models": len(roster.models), "points": roster.points}
        for what, mean in totals.left(side).items():
            left.add_row(escape(f"{what} of {names[side]}"), str(whole[what]), *mean_of(mean))
    console.print(left)
    decided = {"from seat a": totals.seat_a, "by who began": totals.first_player}
    console.print(shares_of("won, draws left out", decided))
    say(f"{totals.battles:,} battles in {done.seconds:.1f} s, {rate(done):,.0f} a second ({workers} workers).")


def shares_of(title: str, shares: dict[str, Share]) -> Table:
    """Shares with their intervals and bars."""
    table = Table(box=box.SIMPLE, pad_edge=False)
    for heading in (title, "battles", "share", "95% interval"):
        table.add_column(heading, justify="left" if heading == title else "right")
    table.add_column("")
    for name, each in shares.items():
        low, high = each.interval
        bar = "█" * round(BAR * each.share)
        table.add_row(escape(name), f"{each.count:,}", f"{each.share:.1%}", f"{low:.1%} to {high:.1%}", bar)
    return table


def mean_of(mean: Mean) -> tuple[str, str]:
    """A mean with its interval."""
    low, high = mean.interval
    return f"{mean.mean:.2f}", f"{low:.2f} to {high:.2f}"

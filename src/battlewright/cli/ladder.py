"""The command that lets all bots fight each other, tells their ratings and keeps them."""

from __future__ import annotations

import datetime
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from battlewright import __version__, systems
from battlewright.bots.named import NamedBot, named
from battlewright.cli.build import compile_if_needed
from battlewright.cli.chances import say
from battlewright.cli.roll import new_seed, print_json
from battlewright.cli.setups import (
    DEFAULT_SCENARIO,
    check_edition,
    check_options,
    put_together,
    swapped,
    warn,
    with_options,
)
from battlewright.cli.show import read_together
from battlewright.cli.sim import INTERRUPTED, cores, progress_of
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.shelf import Shelf
from battlewright.engine.system import System
from battlewright.lab.arena import fighter
from battlewright.lab.ladder import Ladder, MatchUp, climb, each_of
from battlewright.lab.ratings import Rating
from battlewright.lab.totals import Who
from battlewright.systems.skirmish.setup.battle import read_scenario
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES, read_roster, read_table

FORMAT = 1
"""The number by which a file says that it is a ladder."""
KINDS: dict[str, Shelf[Any]] = {"rosters": ROSTERS, "tables": TABLES}
ALL = "all"


@dataclass(frozen=True)
class LadderOptions:
    """What the command line asked for."""

    bots: str
    battles: int
    rosters: str
    crossed: bool
    table: str
    scenario: str | None
    edition: str
    seed: int | None
    workers: int | None
    out: str | None
    json: bool
    with_options: tuple[str, ...] = ()


def run_ladder(options: LadderOptions) -> None:
    """Fight, tell the ratings and keep them in a file; Ctrl-C keeps what is done."""
    bots, system = read_bots(options.bots), systems.load("skirmish")
    match_ups = read_match_ups(options)
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    out = Path(options.out or f"ladder-{today}.json")
    _check_place(out)
    compile_if_needed(system.name, fighter(system))
    seed = new_seed() if options.seed is None else options.seed
    each = each_of(options.battles, len(match_ups))
    pairs = len(bots) * (len(bots) - 1) // 2
    with progress_of("Climbing", each * len(match_ups) * pairs) as bar:
        ladder = climb(
            system, bots, match_ups, each, seed, options.workers or cores(), progress=bar.fought, making=bar.made
        )
    if not ladder.battles:
        raise KeyboardInterrupt
    switched = match_ups[0].setups[0].scenario.options
    about = {"edition": options.edition, "scenario": options.scenario or DEFAULT_SCENARIO, "options": switched}
    names = [each.name for each in match_ups]
    data = as_data(ladder, system, {"date": today, "seed": seed, **about, "match_ups": names})
    _keep(out, data)
    if options.json:
        print_json(data)
    else:
        rules = " with ".join(filter(None, [f"{options.edition} edition", " and ".join(switched)]))
        what = f"{rules}, {plural(len(match_ups))}, {ladder.battles:,} battles"
        show(ladder, f"Ladder of {today}: {what}, seed {seed}.")
        say(f"Kept in {out}.")
        if ladder.interrupted:
            reached = len({meeting.match_up for meeting in ladder.meetings})
            say(f"Interrupted: {reached} of {plural(len(match_ups))} were reached.")
    if ladder.interrupted:
        raise typer.Exit(INTERRUPTED)


def plural(match_ups: int) -> str:
    """So many match-ups."""
    return "1 match-up" if match_ups == 1 else f"{match_ups} match-ups"


def read_bots(text: str) -> list[NamedBot]:
    """Two bots or more, each named once."""
    bots = [named(name) for name in text.split(",")]
    names = [bot.name for bot in bots]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BattlewrightError(f"The bot {twice!r} is named twice; a ladder has each once.")
    if len(bots) < 2:
        raise BattlewrightError("A ladder needs two bots or more, such as --bots random,greedy.")
    return bots


def read_match_ups(options: LadderOptions) -> list[MatchUp]:
    """Every roster against itself on every table, and perhaps every roster against every other, both ways."""
    check_edition(options.edition)
    check_options(options.with_options, options.edition)
    roster_names, table_names = _names("rosters", options.rosters), _names("tables", options.table)
    wanted = [(name, read_roster) for name in roster_names], [(name, read_table) for name in table_names]
    scenario, *found = read_together((options.scenario or DEFAULT_SCENARIO, read_scenario), *wanted[0], *wanted[1])
    scenario = with_options(scenario, options.with_options)
    rosters = dict(zip(roster_names, found, strict=False))
    tables = dict(zip(table_names, found[len(roster_names) :], strict=True))
    if options.rosters != ALL:
        warn(rosters, options.edition)
    made = []
    for table in table_names:
        for one in roster_names:
            for other in roster_names if options.crossed else (one,):
                setup = put_together((rosters[one], rosters[other]), tables[table], scenario, None, options.edition)
                name = f"{one} on {table}" if one == other else f"{one} against {other} on {table}"
                made.append(MatchUp(name, (setup, swapped(setup))))
    return made


def _names(what: Literal["rosters", "tables"], text: str) -> list[str]:
    """Names with commas between them, or all that are shipped; each once."""
    return KINDS[what].names if text == ALL else list(dict.fromkeys(name.strip() for name in text.split(",")))


def _check_place(path: Path) -> None:
    """What a person has is not written over, unless it is a ladder; where nothing can be written is told before."""
    if not path.name or path.is_dir():
        raise BattlewrightError("--out needs the name of a file.")
    if not path.parent.is_dir():
        raise BattlewrightError(f"The ladder cannot be written to {path}: there is no folder {path.parent}.")
    try:
        old = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"ladder": FORMAT}
    except (OSError, ValueError):
        old = None
    if not isinstance(old, dict) or "ladder" not in old:
        raise BattlewrightError(f"{path} is there already and is no ladder; name another file with --out.")


def _keep(path: Path, data: dict[str, Any]) -> None:
    text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        print(text, file=sys.stderr)
        reason = f"The ladder cannot be written to {path} ({error.strerror}); it stands above instead."
        raise BattlewrightError(reason) from None


def as_data(ladder: Ladder, system: System, about: dict[str, Any]) -> dict[str, Any]:
    """A ladder as data, the best bot first."""
    names = [bot.name for bot in ladder.bots]
    head = {"ladder": FORMAT, "date": about.pop("date"), "battlewright": __version__}
    ratings = [
        {
            "bot": names[place],
            "rating": round(rating.points, 1),
            "interval": [round(rating.low, 1), round(rating.high, 1)],
        }
        | dict(zip(("won", "drawn", "lost"), ladder.of(place), strict=True))
        for place, rating in _ranked(ladder)
    ]
    results = [
        {"match_up": meeting.match_up, "bots": [names[place] for place in meeting.pair]}
        | {"wins": [meeting.totals.count(who) for who in (Who.A, Who.B)], "draws": meeting.totals.count(Who.DRAW)}
        for meeting in ladder.meetings
    ]
    figures = {"battles": ladder.battles, "seconds": round(ladder.seconds, 3), "interrupted": ladder.interrupted}
    seat = {"wins": ladder.seat_a().count, "of": ladder.seat_a().total, "interval": list(ladder.seat_a().interval)}
    rules = {"system": system.name, "ruleset": system.ruleset}
    return {
        **head,
        **rules,
        **about,
        **figures,
        "anchor": names[0],
        "ratings": ratings,
        "seat_a": seat,
        "results": results,
    }


def _ranked(ladder: Ladder) -> list[tuple[int, Rating]]:
    return sorted(enumerate(ladder.ratings()), key=lambda each: -each[1].points)


def show(ladder: Ladder, title: str) -> None:
    """A ladder for people: the ratings, and who scored what against whom."""
    console, names, ranked = Console(highlight=False), [bot.name for bot in ladder.bots], _ranked(ladder)
    say(title)
    table = _table(("bot", "rating", "95% interval", "won", "drawn", "lost", "score"))
    for place, rating in ranked:
        won, drawn, lost = ladder.of(place)
        score = (won + drawn / 2) / max(won + drawn + lost, 1)
        between = f"{rating.low:+.0f} to {rating.high:+.0f}" if place else "by definition"
        counts = (f"{count:,}" for count in (won, drawn, lost))
        table.add_row(escape(names[place]), f"{rating.points:+.0f}" if place else "0", between, *counts, f"{score:.1%}")
    console.print(table)
    console.print(_cross_table(ladder, names, [place for place, _ in ranked]))
    seat = ladder.seat_a()
    low, high = seat.interval
    say(f"Of the battles that somebody won, {seat.share:.1%} were won from seat a ({low:.1%} to {high:.1%}).")
    say(f"{ladder.battles:,} battles in {ladder.seconds:.1f} s, {ladder.battles / ladder.seconds:,.0f} a second.")


def _cross_table(ladder: Ladder, names: Sequence[str], order: Sequence[int]) -> Table:
    table = _table(("scored against", *(names[place] for place in order)))
    for one in order:
        cells = [
            f"{ladder.score(one, other) / ladder.met(one, other):.1%}"
            if one != other and ladder.met(one, other)
            else "-"
            for other in order
        ]
        table.add_row(escape(names[one]), *cells)
    return table


def _table(headings: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False)
    for place, heading in enumerate(headings):
        table.add_column(escape(heading), justify="right" if place else "left")
    return table

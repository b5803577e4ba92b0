"""Bots fight each other; their ratings are printed and written to a file."""

from __future__ import annotations

import datetime
import itertools
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from battlewright.answers.data import system_data
from battlewright.bots.named import NamedBot, named
from battlewright.cli.build import compile_if_needed
from battlewright.cli.output import check_writable
from battlewright.cli.print_report import say
from battlewright.cli.roll import new_seed, print_json
from battlewright.cli.sim import INTERRUPTED, cores, progress_of
from battlewright.contract.counts import Counts, Winner
from battlewright.contract.parts import MatchUps
from battlewright.contract.system import System
from battlewright.engine import formats
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.text import plural
from battlewright.lab.ladder import Ladder, MatchUp, Meeting, battles_per_match_up, fight_ladder
from battlewright.lab.ratings import Rating
from battlewright.lab.recorder import recorder
from battlewright.version import __version__


def run_ladder(
    system: System,
    read: Callable[[], MatchUps],
    bots: str,
    battles: int,
    seed: int | None,
    workers: int | None,
    out: str | None,
    json: bool,
) -> None:
    """Fight the battles, print the ratings and write them to a file. Ctrl-C keeps the battles that are done."""
    players, found = read_bots(bots), read()
    for warning in found.warnings:
        print(f"Warning: {warning}", file=sys.stderr)
    swap = system.setup.swap or (lambda setup: setup)
    match_ups = [MatchUp(name, (setup, swap(setup))) for name, setup in found.battles]
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    names = [each.name for each in match_ups]
    bots_named = sorted(bot.name for bot in players)
    path = _place(out, today, {"system": system.name, **found.about, "match_ups": names, "bots": bots_named})
    compile_if_needed(system, recorder(system))
    seed = new_seed() if seed is None else seed
    each = battles_per_match_up(battles, len(match_ups))
    pairs = len(players) * (len(players) - 1) // 2
    with progress_of("Playing", each * len(match_ups) * pairs) as bar:
        done = fight_ladder(
            system, players, match_ups, each, seed, workers or cores(), progress=bar.fought, making=bar.made
        )
    if not done.battles:
        raise KeyboardInterrupt
    data = as_data(done, system, {"date": today, "seed": seed, **found.about, "match_ups": names})
    _keep(path, data)
    if json:
        print_json(data)
    else:
        what = f"{found.title}, {plural(len(match_ups), 'match-up')}, {done.battles:,} battles"
        show(done, f"Ladder of {today}: {what}, seed {seed}.")
        say(f"Saved in {path}.")
        if done.interrupted:
            reached = len({meeting.match_up for meeting in done.meetings})
            say(f"Interrupted: {reached} of {plural(len(match_ups), 'match-up')} were started.")
    if done.interrupted:
        raise typer.Exit(INTERRUPTED)


def read_bots(text: str) -> list[NamedBot]:
    """Read two bots or more from a text; each may be named once."""
    bots = [named(name) for name in text.split(",")]
    names = [bot.name for bot in bots]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BattlewrightError(f"The bot {twice!r} is named twice; name each bot once.")
    if len(bots) < 2:
        raise BattlewrightError("A ladder needs two bots or more, such as --bots random,greedy.")
    return bots


def _place(out: str | None, today: str, known_by: dict[str, Any]) -> Path:
    """Return the file of a ladder: the one that was named, or the first of today's that has no other ladder."""
    if out is not None:
        _check_place(Path(out), known_by)
        return Path(out)
    names = (f"ladder-{today}{f'-{number}' if number > 1 else ''}.json" for number in itertools.count(1))
    path = next(path for path in map(Path, names) if not path.exists() or _is_of(path, known_by))
    check_writable(path, "The ladder")
    return path


def _check_place(path: Path, known_by: dict[str, Any]) -> None:
    """Refuse a path that cannot be written, or that holds another ladder or something else."""
    if not path.name:
        raise BattlewrightError("--out needs the name of a file.")
    check_writable(path, "The ladder")
    if not path.exists():
        return
    if read_ladder(path) is None:
        raise BattlewrightError(
            f"{path} exists and is not a ladder file that this version can read; choose another file with --out."
        )
    if not _is_of(path, known_by):
        what = "another ladder (of another system, or of other bots, match-ups or options)"
        raise BattlewrightError(f"{path} has {what}; choose another file with --out.")


def read_ladder(path: Path) -> dict[str, Any] | None:
    """Return the ladder in a file, with the names of today; None where it has none, or one of a later format."""
    try:
        data = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict) or data.get("ladder") not in range(1, formats.LADDER + 1):
        return None
    return {"side_a" if name == "seat_a" else name: value for name, value in data.items()}


def _is_of(path: Path, known_by: dict[str, Any]) -> bool:
    """Whether a file has the ladder that is known by this: of the same system, options, match-ups and bots."""
    data = read_ladder(path) or {}
    ratings = data.get("ratings")
    listed = ratings if isinstance(ratings, list) else []
    bots = sorted(str(each.get("bot")) for each in listed if isinstance(each, dict))
    wanted = json.loads(json.dumps(known_by))  # as a file has it
    return all({**data, "bots": bots}.get(name) == wanted[name] for name in wanted)


def _keep(path: Path, data: dict[str, Any]) -> None:
    text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        print(text, file=sys.stderr)
        reason = f"The ladder cannot be written to {path} ({error.strerror}); it is printed above instead."
        raise BattlewrightError(reason) from None


def as_data(ladder: Ladder, system: System, about: dict[str, Any]) -> dict[str, Any]:
    """Return a ladder as data, the best bot first."""
    names = [bot.name for bot in ladder.bots]
    head = {"ladder": formats.LADDER, "date": about.pop("date"), "battlewright": __version__}
    ratings = [
        {
            "bot": names[place],
            "rating": round(rating.points, 1),
            "interval": [round(rating.low, 1), round(rating.high, 1)],
        }
        | dict(zip(("won", "drawn", "lost"), ladder.of(place), strict=True))
        for place, rating in ranked(ladder)
    ]
    results = [
        {"match_up": meeting.match_up, "bots": [names[place] for place in meeting.pair]}
        | {
            "wins": [meeting.counts.count(who) for who in (Winner.A, Winner.B)],
            "draws": meeting.counts.count(Winner.DRAW),
        }
        for meeting in ladder.meetings
    ]
    figures = {"battles": ladder.battles, "seconds": round(ladder.seconds, 3), "interrupted": ladder.interrupted}
    side = {"wins": ladder.side_a().count, "of": ladder.side_a().total, "interval": list(ladder.side_a().interval)}
    return {
        **head,
        **system_data(system),
        **about,
        **figures,
        "anchor": names[0],
        "ratings": ratings,
        "side_a": side,
        "results": results,
    }


def ladder_of(data: dict[str, Any]) -> Ladder:
    """Return the ladder that ``as_data`` gave as data, its first bot first."""
    names = sorted((each["bot"] for each in data["ratings"]), key=lambda name: name != data["anchor"])
    meetings = []
    for each in data["results"]:
        won, lost = each["wins"]
        counts = Counts.of({(0, 2, Winner.A): won, (0, 2, Winner.B): lost, (0, 2, Winner.DRAW): each["draws"]})
        one, other = map(names.index, each["bots"])
        meetings.append(Meeting((one, other), each["match_up"], counts))
    return Ladder([named(name) for name in names], meetings, data["seconds"], data["interrupted"])


def ranked(ladder: Ladder) -> list[tuple[int, Rating]]:
    """Return the bots by their indexes with their ratings, the best first."""
    return sorted(enumerate(ladder.ratings()), key=lambda each: -each[1].points)


def show(ladder: Ladder, title: str) -> None:
    """Print the ratings and the cross-table of results."""
    console, names, best = Console(highlight=False), [bot.name for bot in ladder.bots], ranked(ladder)
    say(title)
    table = _table(("bot", "rating", "95% interval", "won", "drawn", "lost", "score"))
    for place, rating in best:
        won, drawn, lost = ladder.of(place)
        score = (won + drawn / 2) / max(won + drawn + lost, 1)
        between = f"{rating.low:+.0f} to {rating.high:+.0f}" if place else "by definition"
        counts = (f"{count:,}" for count in (won, drawn, lost))
        table.add_row(escape(names[place]), f"{rating.points:+.0f}" if place else "0", between, *counts, f"{score:.1%}")
    console.print(table)
    console.print(_cross_table(ladder, names, [place for place, _ in best]))
    side = ladder.side_a()
    low, high = side.interval
    say(f"Of the decided battles, {side.share:.1%} were won by side a ({low:.1%} to {high:.1%}).")
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

"""The page of all ladders, made by ``ladder --all``: every system that has one, with a picture and tables for each.

The same command with the same seed writes the same page: it has no dates and no times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from battlewright import systems
from battlewright.answers.parameters import option
from battlewright.bots.named import NamedBot
from battlewright.cli.build import compile_if_needed
from battlewright.cli.commands import command_of, run_command
from battlewright.cli.output import check_writable
from battlewright.cli.pick import every_system
from battlewright.cli.print_report import say
from battlewright.cli.ratings import ladder_of, ranked, read_bots, read_ladder
from battlewright.cli.sim import cores, progress_of
from battlewright.contract.system import System
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.text import plural
from battlewright.lab.ladder import Ladder, MatchUp, battles_per_match_up, fight_ladder
from battlewright.lab.recorder import recorder
from battlewright.lab.study.drawing import Drawing, intervals
from battlewright.odds.distribution import wilson

ALL = "--all"
PICTURES = "images"
SHOWN = 12
"""The most match-ups with a row of their own; of more, the closest ones are shown."""
CLOSEST = 5
INTRODUCTION = """\
# The ladder

Bots fight each other, and their results give ratings: 400 points are ten to one. The first bot has 0. Bots that meet
do so on the match-ups of a system, the same number of battles from either side.
[Many battles](simulation.md#the-ladder) says how ratings and intervals are found, [Bots](bots.md) who the bots are,
and [How strong the bots are](strength.md) has more measurements.

This page is written by one command, and the same command writes the same page again:

```console
$ {command}
```
"""


def page(
    bots: Annotated[str, option("Bots, separated by commas; the first has rating 0.")] = "random,greedy",
    battles: Annotated[int, option("Minimum number of battles per pair of bots.", 1, 10**9)] = 700,
    seed: Annotated[int, option("Seed of the dice.", 0, 2**64 - 1)] = 1,
    workers: Annotated[int | None, option("Threads. Default: one per core.", 1, 64)] = None,
    kept: Annotated[str | None, option("Folder of ladder files: rate these results, and fight no battles.")] = None,
    out: Annotated[str, option("File to write; its pictures go to the folder images beside it.")] = "ladder.md",
) -> None:
    """Rate bots in every system with a greedy bot, and write one page with all ratings.

    Examples: `battlewright ladder --all`, `battlewright ladder --all --battles 7000 --seed 1 --out docs/ladder.md`
    """
    players, path = read_bots(bots), Path(out)
    if path.suffix != ".md":
        raise BattlewrightError(f"--out names a page, such as ladder.md, not {out}.")
    rated = f"--kept {kept}" if kept else f"--bots {bots}"
    _check_page(path, rated)
    fought = "" if kept else f" --battles {battles} --seed {seed}"
    command = f"battlewright ladder {ALL} {rated}{fought} --out {out}"
    parts, pictures = [INTRODUCTION.format(command=command)], path.parent / PICTURES
    found = list(_kept(Path(kept)) if kept else _fought(players, battles, seed, workers or cores()))
    for system, title, done in found:
        picture = pictures / f"ladder-{title.lower().replace(', ', '-').replace(' ', '-')}.svg"
        pictures.mkdir(exist_ok=True)
        picture.write_text(drawn(title, done).svg() + "\n", encoding="utf-8")
        parts.append(_section(system, title, done, f"{PICTURES}/{picture.name}"))
    path.write_text("\n".join(parts), encoding="utf-8")
    say(f"{plural(len(found), 'ladder')}: {path}, with pictures in {pictures}.")


def _fought(bots: Sequence[NamedBot], battles: int, seed: int, workers: int) -> Iterator[tuple[System, str, Ladder]]:
    """Fight every ladder; yield its system, its title and what it came to."""
    for system, title, match_ups in ladders():
        compile_if_needed(system, recorder(system))
        each, pairs = battles_per_match_up(battles, len(match_ups)), len(bots) * (len(bots) - 1) // 2
        with progress_of(title, each * len(match_ups) * pairs) as bar:
            done = fight_ladder(system, bots, match_ups, each, seed, workers, progress=bar.fought, making=bar.made)
        if done.interrupted:
            raise KeyboardInterrupt
        yield system, title, done


def _kept(folder: Path) -> Iterator[tuple[System, str, Ladder]]:
    """Read the ladder files of a folder; yield the same."""
    files = sorted(folder.glob("*.json"))
    if not files:
        raise BattlewrightError(f"{folder}: there are no ladder files.")
    for path in files:
        data = read_ladder(path)
        if data is None:
            raise BattlewrightError(f"{path} is not a ladder file that this version can read.")
        system = systems.load(data["system"])
        yield system, data.get("title", system.title), ladder_of(data)


def _check_page(path: Path, rated: str) -> None:
    """Refuse a path that cannot be written, or that holds a page of other bots or something else."""
    check_writable(path, "The page")
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    if text and not text.startswith(INTRODUCTION.partition("\n")[0]):
        raise BattlewrightError(f"{path} exists and is not a ladder page; choose another file with --out.")
    if text and f"$ battlewright ladder {ALL} {rated} " not in text:
        raise BattlewrightError(f"{path} is the ladder page of other bots; choose another file with --out.")


def page_command(arguments: Sequence[str]) -> None:
    """Run ``battlewright ladder --all [OPTIONS]``."""
    rest = [each for each in arguments if each != ALL]
    run_command(command_of(page, page.__doc__ or "", page), f"battlewright ladder {ALL}", rest)


def ladders() -> Iterator[tuple[System, str, list[MatchUp]]]:
    """Yield every ladder of systems with a greedy bot: the system, the title and the match-ups."""
    for system in filter(lambda each: each.bots.rank, every_system()):
        swap = system.setup.swap or (lambda setup: setup)
        for title, options in (system.lab.ladders or {system.title: {}}).items():
            made = system.lab.match_ups(**options).battles
            yield system, title, [MatchUp(each, (setup, swap(setup))) for each, setup in made]


def drawn(title: str, ladder: Ladder) -> Drawing:
    """Draw the ratings of a ladder with their intervals, the best first."""
    names = [ladder.bots[place].name for place, _ in ranked(ladder)]
    bands = [(rating.points, rating.low, rating.high) for _, rating in ranked(ladder)]
    return intervals(f"{title}: ratings with 95 % intervals", names, {"rating": bands}, False)


def _section(system: System, title: str, ladder: Ladder, picture: str) -> str:
    """Return the part of the page about one ladder."""
    names = [bot.name for bot in ladder.bots]
    match_ups = len({meeting.match_up for meeting in ladder.meetings})
    lines = [
        f"## {title}",
        "",
        f"Ruleset {system.ruleset}, {plural(match_ups, 'match-up')}, {ladder.battles:,} battles.",
        "",
        f"```{{image}} {picture}",
        f":alt: The ratings of the bots in {title}, with their 95% intervals.",
        "```",
        "",
        "| bot | rating | 95 % interval | won | drawn | lost |",
        "|---|---|---|---|---|---|",
    ]
    for place, rating in ranked(ladder):
        between = f"{rating.low:+.0f} to {rating.high:+.0f}" if place else "by definition"
        counts = " | ".join(f"{count:,}" for count in ladder.of(place))
        lines.append(f"| {names[place]} | {rating.points:+.0f} | {between} | {counts} |")
    lines += ["", *_pairs(ladder), ""]
    return "\n".join(lines)


def _pairs(ladder: Ladder) -> Iterator[str]:
    """Yield the rows of the tables of each two bots: the shares of the stronger one, on every match-up."""
    order = [place for place, _ in ranked(ladder)]
    for index, one in enumerate(order):
        for other in order[index + 1 :]:
            if ladder.met(one, other):
                yield from _pair(ladder, one, other)


def _pair(ladder: Ladder, one: int, other: int) -> Iterator[str]:
    rows = []
    for meeting in ladder.meetings:
        if set(meeting.pair) == {one, other}:
            alone = Ladder(ladder.bots, [meeting])
            rows.append((alone.score(one, other) / alone.met(one, other), meeting.match_up, alone))
    rows.sort(key=lambda row: (row[0], row[1]))
    yield f"{ladder.bots[one].name} against {ladder.bots[other].name} (a draw is half a win):"
    yield ""
    yield "| match-up | battles | share | 95 % interval |"
    yield "|---|---|---|---|"
    for _, name, alone in rows if len(rows) <= SHOWN else rows[:CLOSEST]:
        yield _row(name, alone, one, other)
    if len(rows) > SHOWN:
        yield f"| {plural(len(rows) - CLOSEST, 'other')} | | | |"
    yield _row("all", ladder, one, other)
    yield ""


def _row(name: str, ladder: Ladder, one: int, other: int) -> str:
    score, met = ladder.score(one, other), ladder.met(one, other)
    low, high = wilson(round(score), met)
    return f"| {name} | {met:,} | {score / met:.1%} | {low:.1%} to {high:.1%} |"

"""What the page about the two editions shows: their rules side by side, and what the difference does.

    python docs/editions.py          write the tables and the plot anew, from the catalogue and the totals that are kept
    python docs/editions.py fight    fight the battles anew (--bots greedy --battles 2000 --seed 7), then write

The rules come from ``clauses.toml``, the figures from ``battlewright sim``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from battlewright import systems
from battlewright.engine.clauses import Catalogue, Clause
from battlewright.systems.skirmish.setup.files import ROSTERS, TABLES

FOLDER = Path(__file__).resolve().parent / "transcripts"
FIGURES = FOLDER / "once" / "editions.json"
EDITIONS = ("first", "second")
CHAPTERS = {
    "C": "Characters",
    "A": "Action points and rounds",
    "M": "Moves",
    "K": "Close combat",
    "F": "Shooting",
    "T": "Stress",
}
WIDTH, ROW, LEFT, RIGHT, TOP = 820, 34, 320, 30, 46
"""The measures of the plot: a row for each match-up, with room for its name."""
COLOURS = {"first": "#b3541e", "second": "#1f5fa8"}


# The rules


def rules() -> str:
    """The clauses of both editions, side by side, by the chapters of the rulebook."""
    catalogue = systems.load("skirmish").catalogue
    return "\n\n".join(_chapter(catalogue, letter, title) for letter, title in CHAPTERS.items()) + "\n"


def _chapter(catalogue: Catalogue, letter: str, title: str) -> str:
    lines = [f"### {title}", "", "| first edition | second edition |", "|---|---|"]
    for own in (clause for clause in catalogue if clause.id.startswith(f"S1.{letter}")):
        others = [catalogue.by_id(id) for id in own.stands_for]
        lines.append(f"| {_cell(own)} | {'<br>'.join(map(_cell, others)) or 'nothing like it'} |")
    lines += [f"| nothing like it | {_cell(clause)} |" for clause in _alone(catalogue, letter)]
    return "\n".join(lines)


def _alone(catalogue: Catalogue, letter: str) -> Iterator[Clause]:
    """The clauses of the second edition that no clause of the first stands for."""
    known = {id for clause in catalogue for id in clause.stands_for}
    return (each for each in catalogue if each.id.startswith(f"S2.{letter}") and each.id not in known)


def _cell(clause: Clause) -> str:
    option = " (an option)" if clause.kind == "option" else ""
    return f"**{clause.id}**{option} {clause.summary}"


# The figures


def match_ups() -> list[tuple[str, str, str]]:
    """Every shipped roster against the next, on one table after the other."""
    rosters, tables = ROSTERS.names, cycle(TABLES.names)
    return [(one, other, next(tables)) for one, other in zip(rosters, rosters[1:] + rosters[:1], strict=True)]


def fight(bots: str, battles: int, seed: int) -> dict[str, Any]:
    """The same match-ups under both editions."""
    results = []
    for one, other, table in match_ups():
        for edition in EDITIONS:
            command = [sys.executable, "-m", "battlewright", "sim", one, other, "--table", table, "--bots", bots]
            command += ["--battles", str(battles), "--seed", str(seed), "--edition", edition, "--json"]
            print(" ".join(command[2:]), file=sys.stderr, flush=True)
            done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
            results.append(_kept(json.loads(done.stdout)))
    return {"bots": bots, "battles": battles, "seed": seed, "results": results}


def _kept(data: dict[str, Any]) -> dict[str, Any]:
    """What the page needs, without what depends on the machine."""
    names = ("edition", "wins", "interval", "rounds", "survivors", "first_player", "nodes", "sides", "table")
    return {name: data[name] for name in names}


def figures(data: dict[str, Any]) -> str:
    """A table with two rows for each match-up."""
    results = ("a wins", "draws", "b wins", "rounds", "nodes", "left of a", "left of b", "first side wins")
    lines = [f"| match-up | edition | {' | '.join(results)} |", f"|---|---|{'--:|' * len(results)}"]
    for result in data["results"]:
        name = f"{_names(result)}, {result['table']}" if result["edition"] == EDITIONS[0] else ""
        shares = [f"{_share(result, who):.1%}" for who in ("a", "draw", "b")]
        left = [f"{result['survivors'][side]['models']['mean']:.2f}" for side in "ab"]
        began = result["first_player"]
        first = f"{began['wins'] / began['of']:.1%}" if began["of"] else "-"
        length = [f"{result['rounds']['mean']:.2f}", f"{result['nodes'] / data['battles']:.0f}"]
        cells = [name, result["edition"], *shares, *length, *left, first]
        lines.append(f"| {' | '.join(cells)} |")
    return f"{_about(data)}\n\n" + "\n".join(lines) + f"\n\n{_summary(data)}\n"


def _about(data: dict[str, Any]) -> str:
    fought = f"{data['battles']:,} battles for each line, both sides played by the bot `{data['bots']}`"
    return (
        f"{fought}, seed {data['seed']}. *Nodes* are the choices and rolls of a battle, *left* the models of a side "
        "on the table at the end. *First side wins*: how often the side that began wins, draws left out."
    )


def _summary(data: dict[str, Any]) -> str:
    """What all match-ups show together."""
    by_edition = [[each for each in data["results"] if each["edition"] == edition] for edition in EDITIONS]
    pairs = list(zip(*by_edition, strict=True))
    turned = [one for one, other in pairs if _favourite(one) != _favourite(other)]
    names = ", ".join(map(_names, turned))
    rounds, nodes, left, began = ([_mean(figure, each) for each in by_edition] for figure in MEANS.values())
    return (
        f"In {len(turned)} of {len(pairs)} match-ups the edition decides which side wins more often"
        f"{f' ({names})' if names else ''}. On average over all of them a battle of the first edition takes "
        f"{rounds[0]:.2f} rounds and {nodes[0] / data['battles']:.0f} choices and rolls, one of the second "
        f"{rounds[1]:.2f} and {nodes[1] / data['battles']:.0f}; {left[0]:.2f} models are left on both sides together, "
        f"in the second edition {left[1]:.2f}. The side that begins wins {began[0]:.1%} of the battles that are not "
        f"drawn, in the second edition {began[1]:.1%}."
    )


MEANS: dict[str, Callable[[dict[str, Any]], float]] = {
    "rounds": lambda result: float(result["rounds"]["mean"]),
    "nodes": lambda result: float(result["nodes"]),
    "left": lambda result: sum(float(result["survivors"][side]["models"]["mean"]) for side in "ab"),
    "began": lambda result: result["first_player"]["wins"] / max(result["first_player"]["of"], 1),
}
"""What is averaged over match-ups."""


def _mean(figure: Callable[[dict[str, Any]], float], results: list[dict[str, Any]]) -> float:
    return sum(map(figure, results)) / len(results)


def _favourite(result: dict[str, Any]) -> str:
    """Which side wins more often."""
    return max("ab", key=lambda side: result["wins"][side])


def _names(result: dict[str, Any]) -> str:
    return " against ".join(result["sides"][side]["roster"] for side in "ab")


def _share(result: dict[str, Any], who: str) -> float:
    wins: dict[str, int] = result["wins"]
    return wins[who] / sum(wins.values())


# The plot


def plot(data: dict[str, Any]) -> str:
    """The share of side a's wins, with its interval, under both editions."""
    results = data["results"]
    height = TOP + ROW * (len(results) // 2) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" style="font: 13px sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        '<text x="10" y="22">How often side a wins</text>',
    ]
    for place, edition in enumerate(EDITIONS):
        key = LEFT + 150 * place
        parts.append(f'<circle cx="{key}" cy="18" r="5" fill="{COLOURS[edition]}"/>')
        parts.append(f'<text x="{key + 10}" y="22">{edition} edition</text>')
    for percent in range(0, 101, 25):
        x = _across(percent / 100)
        parts.append(f'<line x1="{x}" y1="{TOP}" x2="{x}" y2="{height - 24}" stroke="#ddd"/>')
        parts.append(f'<text x="{x}" y="{height - 8}" text-anchor="middle">{percent}%</text>')
    for number, result in enumerate(results):
        y = TOP + ROW * (number // 2) + (10 if number % 2 == 0 else 22)
        low, high = (_across(end) for end in result["interval"]["a"])
        colour = COLOURS[result["edition"]]
        if number % 2 == 0:
            parts.append(f'<text x="{LEFT - 12}" y="{y + 10}" text-anchor="end">{_names(result)}</text>')
        parts.append(f'<line x1="{low}" y1="{y}" x2="{high}" y2="{y}" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<circle cx="{_across(_share(result, "a"))}" cy="{y}" r="4" fill="{colour}"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _across(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def pages() -> dict[Path, str]:
    """All that is written, by its file."""
    data = json.loads(FIGURES.read_text(encoding="utf-8"))
    return {
        FOLDER / "editions-rules.md": rules(),
        FOLDER / "editions-figures.md": figures(data),
        FOLDER / "editions.svg": plot(data),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["fight"], help="fight the battles anew")
    parser.add_argument("--bots", default="greedy", help="who plays both sides")
    parser.add_argument("--battles", type=int, default=2000, help="for each match-up and edition")
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    if asked.what == "fight":
        data = fight(asked.bots, asked.battles, asked.seed)
        FIGURES.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

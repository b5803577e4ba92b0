"""A battle as a report in Markdown: the sides, the story round by round, the losses, and the luck of the dice.

    python examples/battle_report.py my.replay
    python examples/battle_report.py my.replay --out report.md
    python examples/battle_report.py --system heroes --seed 7

With the file of a replay (``battlewright play --replay my.replay``) it reports that battle. Without one it lets two
bots fight the usual battle of a system first. It prints the report, or writes it to a file.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import battlewright as bw
from battlewright.contract.system import tally
from battlewright.engine.events import EventView
from battlewright.engine.position import Position
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.story import Sentence, step_text, told
from battlewright.engine.text import plural
from battlewright.systems.heroes.enums import ConditionName

LOST = "REMOVED", "BROKEN"
"""The kinds of events that are losses, in every system."""
OUT = ConditionName.UNCONSCIOUS, ConditionName.DEAD
"""The conditions of Heroes that are losses."""


class Part(NamedTuple):
    """A part of the story: what was chosen or rolled (empty for the rest of the same step), and one sentence."""

    round: int
    heading: str
    sentence: Sentence | None
    event: EventView | None


def play_one(name: str, seed: int) -> bw.Session:
    """Let bots fight the usual battle of a system."""
    system = bw.load(name)
    bot = "random" if system.bots.rank is None else "greedy"
    match = bw.Match(system, system.setup.read().setup, {"a": bot, "b": bot}, bw.DiceSource(seed=seed))
    bw.play_on(match, bw.seat_bots(match))
    return match.session


def parts_of(session: bw.Session) -> Iterator[Part]:
    """Yield the story of a battle, with the round in which each part happened."""
    number = 0
    for heading, position, raw in _told(session):
        parts = [*told(position, raw)]
        if not parts:
            yield Part(number, heading, None, None)
        for event, sentence in parts:
            number = event["round"] if event.kind.name == "ROUND" else number
            yield Part(number, heading, sentence, event)
            heading = ""


def _told(session: bw.Session) -> Iterator[tuple[str, Position, bytes]]:
    yield "", session, session.opening
    for before, step in session.replayed(last=session.known):
        yield step_text(before, step).heading, before, step.events


def is_loss(event: EventView | None) -> bool:
    """Whether somebody is out of the battle, or a formation is broken, by an event."""
    if event is None:
        return False
    return event.kind.name in LOST or (event.kind.name == "CONDITION" and event["condition"] in OUT)


def story(parts: list[Part]) -> Iterator[str]:
    """Yield the lines of the story, with a heading for each round."""
    shown, indent = -1, ""
    for part in parts:
        if part.round != shown:
            shown, indent = part.round, ""
            yield f"\n### Round {shown}\n" if shown else "\n### Before the first round\n"
        if part.heading:
            yield f"- **{part.heading}**"
            indent = "  "
        if part.sentence is not None:
            yield f"{indent}- {part.sentence}"


def losses(parts: list[Part]) -> Iterator[str]:
    """Yield the table of losses, by round."""
    lost = [part for part in parts if is_loss(part.event)]
    yield from table(("round", "loss"), [(str(part.round), part.sentence.text) for part in lost if part.sentence])


def luck(session: bw.Session) -> Iterator[str]:
    """Yield a table of the dice that each side has rolled: how many, their mean, and the mean of fair dice."""
    rolled: dict[tuple[int, int], list[int]] = defaultdict(list)
    for before, step in session.replayed():
        if step.is_roll and step.side >= 0:
            rolled[step.side, before.node.sides] += step.faces
    rows = []
    for (side, sides), faces in sorted(rolled.items()):
        mean, fair = sum(faces) / len(faces), (sides + 1) / 2
        rows.append((SIDE_LETTERS[side], f"{len(faces)} d{sides}", f"{mean:.2f}", f"{fair:.2f}", f"{mean - fair:+.2f}"))
    yield from table(("side", "dice", "mean", "fair dice", "luck"), rows)


def table(headings: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Yield a table in Markdown."""
    yield f"| {' | '.join(headings)} |"
    yield f"|{'---|' * len(headings)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def status(position: Position) -> Iterator[str]:
    """Yield the state of all models as a table."""
    headings, *rows = position.words.status(position.record)
    yield from table(tuple(headings), [tuple(row) for row in rows])


def report(session: bw.Session, result: str) -> str:
    """Return the whole report."""
    system, parts = session.system, list(parts_of(session))
    beginning = bw.Session(system, session.setup, None)
    rounds, _ = tally(session)
    lines = [
        f"# A battle of {system.title}",
        f"\n{result or 'The battle is not over.'} {plural(rounds, 'round')}, {plural(len(session.steps), 'step')}.",
        "\n## The sides\n",
        *status(beginning),
        "\n## The story",
        *story(parts),
        "\n## Losses\n",
        *losses(parts),
        "\n## The luck of the dice\n",
        *luck(session),
        "\n## At the end\n",
        *status(session),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Read the arguments, and write the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("replay", nargs="?", help="the file of a replay; without it two bots fight a battle")
    parser.add_argument("--system", default="skirmish", choices=bw.system_names(), help="whose usual battle they fight")
    parser.add_argument("--seed", type=int, default=7, help="the seed of its dice")
    parser.add_argument("--out", type=Path, help="the file to write; without it the report is printed")
    typed = parser.parse_args()
    if typed.replay is not None:
        saved = bw.Replay.read(typed.replay)
        text = report(saved.repeat(), saved.result)
    else:
        session = play_one(typed.system, typed.seed)
        text = report(session, session.words.result(session.node))
    if typed.out is None:
        print(text, end="")
        return
    try:
        typed.out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise bw.BattlewrightError(f"The report cannot be written to {typed.out} ({error.strerror}).") from None
    print(f"The report is in {typed.out}.")


if __name__ == "__main__":
    try:
        main()
    except bw.BattlewrightError as error:
        sys.exit(str(error))

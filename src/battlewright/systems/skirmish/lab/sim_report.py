"""The result of a battle, and of a study of battles."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from battlewright.answers.report import Report
from battlewright.contract.counts import Loss, Simulation
from battlewright.contract.system import tally
from battlewright.engine.data_types import described
from battlewright.engine.position import Position
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.systems.skirmish.setup.read import terms_of


@described
class SideSummary(TypedDict):
    """What a side has left on the table."""

    roster: str
    """The name of its roster."""
    models: int
    """How many models it has left."""
    points: int
    """What these are worth in points."""


@described
class SkirmishSummary(TypedDict):
    """What a battle of Skirmish has come to."""

    edition: Literal["first", "second"]
    """The edition of the rules."""
    options: list[str]
    """The options of the rules that are on."""
    rounds: int
    """How many rounds were played."""
    sides: dict[str, SideSummary]
    """What each side has left, by side."""


def summary(position: Position) -> SkirmishSummary:
    """The result of a battle as data: the rounds, and what each side has left on the table."""
    setup: BattleSetup = position.setup
    rounds, left = tally(position)
    return {
        "edition": setup.edition,
        "options": setup.scenario.options,
        "rounds": rounds,
        "sides": {
            SIDE_LETTERS[side]: {"roster": roster.name, "models": left[side]["models"], "points": left[side]["points"]}
            for side, roster in enumerate(setup.rosters)
        },
    }


def losses(done: Simulation) -> list[Loss]:
    """The models and points that each side loses."""
    return [
        Loss.of(side, what, left, whole)
        for side in range(2)
        for (what, left), whole in zip(done.counts.left(side).items(), wholes(done.setup, side), strict=True)
    ]


def wholes(setup: BattleSetup, side: int) -> tuple[int, int]:
    """The models and points that a side begins with."""
    roster = setup.rosters[side]
    return len(roster.models), roster.points


def sim_report(done: Simulation) -> Report:
    """The report of a study of battles."""
    setup: BattleSetup = done.setup
    counts, bots = done.counts, done.bots
    names = [roster.name for roster in setup.rosters]
    made = Report(_data(done))
    if names[0] == names[1]:
        names = [f"{name} ({side})" for name, side in zip(names, SIDE_LETTERS, strict=False)]
    made.say(f"{names[0]} ({bots[0]}) against {names[1]} ({bots[1]})")
    made.say(f"{setup.scenario.name} on {setup.table.name}, {terms_of(setup)}.")
    results = {f"{names[0]} wins": "a", "a draw": "draw", f"{names[1]} wins": "b"}
    made.shares(f"{counts.battles:,} battles", {name: counts.results[who] for name, who in results.items()})
    rows = [["rounds", str(setup.scenario.round_limit), *counts.mean_rounds.texts]]
    for side in range(2):
        for (what, mean), whole in zip(counts.left(side).items(), wholes(setup, side), strict=True):
            rows.append([f"{what} of {names[side]}", str(whole), *mean.texts])
    made.table(("at the end", "of", "mean", "95% interval"), rows)
    made.shares("won, draws left out", {"from side a": counts.side_a, "by the side that began": counts.first_player})
    return made


def _data(done: Simulation) -> dict[str, object]:
    setup: BattleSetup = done.setup
    data = done.counts.as_data()
    head = {key: data.pop(key) for key in ("battles", "wins", "interval")}
    sides = {SIDE_LETTERS[side]: {"roster": setup.rosters[side].name, "bot": done.bots[side]} for side in range(2)}
    place = {"table": setup.table.name, "scenario": setup.scenario.name, "round_limit": setup.scenario.round_limit}
    rules = {"edition": setup.edition, "options": setup.scenario.options}
    return {**head, **done.speed, **data, "sides": sides, **place, **rules}

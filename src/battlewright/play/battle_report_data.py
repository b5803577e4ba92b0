"""The shapes of a match's report as data."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from battlewright.engine import data_types as types
from battlewright.engine.data_types import Data

JudgedState = Literal["judged", "forced", "late", "unknown"]


class SideReport(Data):
    """What one side did."""

    name: str
    """Its name."""
    win_points: float | None
    """What the dice changed of its chance to win, in sum; null without a win chance."""
    choices: int
    """How many choices it made."""
    judged: int
    """How many of them are judged."""
    forced: int
    """How many had no alternative."""
    late: int
    """How many were not judged because time ran out."""
    unknown: int
    """How many the advice says nothing about."""
    best: int
    """How many of the judged ones were best."""
    gave_away: dict[str, str]
    """What they gave away in sum, part by part, as fractions."""
    exact: bool
    """Whether no number is rounded or estimated."""


class RollsReport(Data):
    """The rolls of one kind by one side."""

    side: str | None
    """The side; null for all together."""
    kind: str
    """The word of the step."""
    name: str
    """Their name."""
    rolls: int
    """How many rolls."""
    dice: dict[str, int]
    """How many dice, by their sides."""
    count: int
    """How many dice in all."""
    total: int
    """The sum of their faces."""
    expected: str
    """The expected sum of the dice, as a fraction."""
    deviation: float
    """The standard deviation of their sum."""
    sigma: float
    """By how many standard deviations the sum is above the average."""


class JudgedChoice(Data):
    """A choice against the best one."""

    number: int
    """The number of its step."""
    side: str | None
    """Whose choice it was."""
    seat: str
    """The seat that made it."""
    choice: str
    """Its line of text."""
    sentence: str
    """The choice as a sentence."""
    state: JudgedState
    """Whether it was judged, was forced, was not judged because time ran out (`late`), or got no advice (`unknown`)."""
    best: bool
    """Whether no other was better."""
    gave_away: str | None
    """What it gave away in one unit, as a fraction; null where it is not judged."""
    parts: dict[str, str]
    """What it gave away, part by part."""
    exact: bool
    """Whether no number is rounded or estimated."""
    better: str
    """A best choice as a sentence; empty if this was one."""


class KeyMoment(Data):
    """A step that changed the chance to win. Chances are those of side a."""

    number: int
    """The number of the step."""
    kind: types.StepWord
    """What kind of step it was."""
    side: str | None
    """Whose step it was."""
    before: float
    """The chance to win before it."""
    after: float
    """The chance to win after it."""
    luck: float | None
    """What the dice changed of it; null for a choice."""
    averaged: bool
    """Whether the luck is measured against the exact average over all outcomes."""
    sentence: str
    """The step as a sentence."""


class MatchReportData(types.Played):
    """A battle's luck, play and key moments."""

    steps: int
    """How many steps it has."""
    over: bool
    """Whether it is over."""
    result: types.Result | None
    """How it ended."""
    sides: dict[str, SideReport]
    """What each side did."""
    players: dict[str, str]
    """Who played at each seat."""
    rolls: list[RollsReport]
    """The rolls by side and kind."""
    choices: list[JudgedChoice]
    """The choices against the best ones."""
    win_chances: list[float]
    """The chance of side a to win before each step, and at the end."""
    key_moments: list[KeyMoment]
    """The steps that changed the chance to win most."""
    interrupted: bool
    """Whether the report was interrupted, so that later choices are not judged."""


class RolledOut(Data):
    """The chance of side a to win at a moment, by battles of bots."""

    at: int
    """How many steps had been made."""
    chance: float
    """The share of the battles that side a won; a draw is half a win."""
    low: float
    """The lower end of the 95% interval."""
    high: float
    """The upper end."""
    battles: int
    """How many battles."""


Swing = TypedDict(
    "Swing",
    {
        "from": Annotated[int, Field(description="How many steps had been made before it.")],
        "to": Annotated[int, Field(description="How many steps had been made after it.")],
        "before": Annotated[float, Field(description="The chance of side a to win before it.")],
        "after": Annotated[float, Field(description="The chance of side a to win after it.")],
    },
)
Swing.__doc__ = "A change of the chance to win, from one moment to another."


class RolloutsData(Data):
    """The chance to win over a battle, by battles of bots."""

    bot: str
    """The bot that played."""
    moments: list[RolledOut]
    """Moment by moment."""
    swings: list[Swing]
    """The largest changes."""


class WholeReport(MatchReportData):
    """The report of a match on a server."""

    rollouts: RolloutsData | None
    """The chance to win over the battle; null where there are not two sides."""

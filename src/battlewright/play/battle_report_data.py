"""The shapes of a match's report as data. Points are those of 100, of side a: what b gains is negative."""

from __future__ import annotations

from typing import Literal

from battlewright.engine import data_types as types
from battlewright.engine.data_types import Data

PartWord = Literal["start", "dice", "choices", "edits", "end", "result"]


class SideReport(Data):
    """What one side did."""

    name: str
    """Its name."""
    choices: int
    """How many choices it made."""
    decisions: int
    """How many of them had an alternative."""
    as_reference: int
    """How many of those the reference would have made too."""
    sentences: list[str]
    """Why it won or lost, in three sentences; empty without an account."""


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
    sentence: str
    """The same in words."""


class AccountPart(Data):
    """A part of the account. The first is the chance before the first choice, the last the result; those between say
    what changed it, and add up."""

    part: PartWord
    """What it is: `start`, `dice`, `choices` of a side, `edits` by a game master, `end` (what giving up or agreeing
    changed), or `result`."""
    side: str | None
    """Whose choices; null for the other parts."""
    points: float
    """What it comes to, in points of 100 for side a."""
    error: float
    """The standard error of that."""
    rounded: int
    """The same in whole points, which add up too."""


class StepChange(Data):
    """What one step changed."""

    number: int
    """The number of the step."""
    part: PartWord
    """The part of the account that it belongs to."""
    side: str | None
    """Whose step it was."""
    points: float
    """What it changed, in points of 100 for side a: a choice against the reference's, dice against before them."""
    error: float
    """The standard error of that."""
    sentence: str
    """The step as a sentence."""


class CostlyChoice(Data):
    """A choice that cost its side most, with a better one."""

    number: int
    """The number of its step."""
    side: str
    """Whose choice it was."""
    seat: str
    """The seat that made it."""
    choice: str
    """Its line of text."""
    sentence: str
    """The choice as a sentence."""
    better: types.Offer
    """The better choice."""
    lost: float
    """What it lost its side against the better one, in points of 100, on fresh dice."""
    error: float
    """The standard error of that."""
    battles: int
    """How many pairs of battles were played for it."""


class KeyMoment(Data):
    """A step that changed the chance to win. Chances are those of side a, as the chart has them."""

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
    error: float
    """The standard error of the difference."""
    sentence: str
    """The step as a sentence."""


class RolledOut(Data):
    """The chance of side a to win at a moment, by play-outs."""

    at: int
    """How many steps had been made."""
    chance: float
    """The share of the battles that side a won; a draw is half a win."""
    low: float
    """The lower end of the 95% interval."""
    high: float
    """The upper end."""
    battles: int
    """How many battles; 0 where the battle was over."""


class MatchReportData(types.Played):
    """A battle's account: why it was won or lost. Without an account, for a battle that has not two sides, or
    where the time was too short, its lists are empty."""

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
    reference: str
    """The bot that played all battles to their ends, on both sides."""
    battles: int
    """How many battles it played in all."""
    secrets: bool
    """Whether there was something that a side could not know: what that changed counts among the dice."""
    first_choice: int
    """The number of the first choice: the account begins before it. Dice that were rolled earlier, for who begins, are
    part of that chance."""
    account: list[AccountPart]
    """The parts, from the chance before the first choice to the result."""
    unknown: float
    """What the dice have beside their rolls, in points of 100 for side a: where choices were secret, what nobody could
    know."""
    changes: list[StepChange]
    """What the steps changed that are not as the reference's, in their order."""
    chances: list[RolledOut]
    """The chance to win after each step."""
    costliest: list[CostlyChoice]
    """The choices that cost most, up to three of each side."""
    key_moments: list[KeyMoment]
    """The steps that changed the chance to win most."""
    rolls: list[RollsReport]
    """The rolls by side and kind."""
    interrupted: bool
    """Whether the report was interrupted, so that it is less precise, or without an account."""


class ReportProgress(Data):
    """How far the report of a match on a server is."""

    share: float
    """The share that is done: 0 while it waits for its turn, 1 when it is there."""

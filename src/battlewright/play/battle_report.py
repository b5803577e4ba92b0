"""The report of a match: why it was won or lost.

It begins with an *account* that adds up (see ``account``): the chance before the first choice, the dice, the choices of
both sides, the result. The *costliest choices* were found by search and confirmed on fresh dice (see ``costly``), and
the *key moments* are the steps that changed the chance to win most. Chart, account and moments have one evaluator:
play-outs of the reference on both sides. The *dice* against their average are told apart.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from battlewright.answers.data import system_data
from battlewright.answers.offers import Offer, label_of, offer_data
from battlewright.answers.report import Report
from battlewright.engine import data_types as types
from battlewright.engine.position import Position
from battlewright.engine.progress import ProgressReport
from battlewright.engine.record_text import word_of
from battlewright.engine.results import BattleResult, result_data, result_of
from battlewright.engine.seats import Seats
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS, side_letter
from battlewright.engine.step import Step, StepKind
from battlewright.engine.story import step_text
from battlewright.engine.text import plural
from battlewright.engine.time_limit import Deadline
from battlewright.odds.distribution import wilson
from battlewright.play import costly
from battlewright.play.account import Account
from battlewright.play.account_text import account_blocks, why
from battlewright.play.battle_report_data import (
    AccountPart,
    CostlyChoice,
    KeyMoment,
    MatchReportData,
    PartWord,
    RolledOut,
    SideReport,
    StepChange,
)
from battlewright.play.luck import Rolls, rolls_of
from battlewright.play.match import Match
from battlewright.play.rollouts import Estimate

REPORT_SECONDS = 25.0
"""The default time limit in seconds."""
WORKERS = 2
"""The most threads that play battles to their ends."""
SEARCHED, CONFIRMED = 0.1, 0.2
"""The shares of the time in which costly choices are searched for, and measured again."""
KEY_MOMENTS = 5
"""The most key moments."""
POINTS = 100


@dataclass
class MatchReport:
    """A battle's account, costliest choices, key moments and dice. ``players`` are those at the seats, ``who`` names
    the seat of each step, ``headings`` are the steps in words."""

    session: Session
    result: BattleResult | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    who: Sequence[str] | None = None
    rolls: list[Rolls] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    account: Account | None = None
    confirmed: list[costly.Costly] = field(default_factory=list)
    is_interrupted: bool = False

    def as_data(self) -> MatchReportData:
        """Return the report as plain data (``docs/data.md``)."""
        session, account = self.session, self.account if self.account and self.account.is_complete else None
        parts = parts_data(account) if account is not None and account.is_known else []
        told = [] if account is None else costly.costliest(account, self.confirmed)
        costliest = [] if account is None else [self._costly_data(account, each) for each in told]
        sides = range(session.system.rules.sides)
        return {
            **system_data(session.system),
            "steps": len(session.steps),
            "over": self.result is not None,
            "result": result_data(self.result),
            "sides": {SIDE_LETTERS[side]: self._side_data(side, parts, costliest) for side in sides},
            "players": dict(self.players),
            "reference": "" if account is None else account.reference,
            "battles": 0 if account is None else sum(each.values.size for each in account.stretches),
            "secrets": account is not None and account.has_secrets,
            "first_choice": 0 if account is None else account.start,
            "account": parts,
            "unknown": 0.0 if account is None else POINTS * account.unknown.estimate.value,
            "changes": [] if account is None else self._changes_data(account),
            "chances": [] if account is None else [chance_data(account, at) for at in range(len(session.steps) + 1)],
            "costliest": costliest,
            "key_moments": [] if account is None else self._moments_data(account),
            "rolls": [each.as_data() for each in self.rolls],
            "interrupted": self.is_interrupted,
        }

    def _side_data(self, side: int, parts: list[AccountPart], costliest: list[CostlyChoice]) -> SideReport:
        steps, account, letter = self.session.steps, self.account, SIDE_LETTERS[side]
        own = [number for number, step in enumerate(steps) if step.side == side and step.kind is StepKind.CHOICE]
        decisions = [each for each in own if account and each in account.decisions]
        names = {SIDE_LETTERS[each]: self.session.words.side_name(each) for each in range(2)}
        return {
            "name": self.session.words.side_name(side),
            "choices": len(own),
            "decisions": len(decisions),
            "as_reference": sum(account is not None and each not in account.compared for each in decisions),
            "sentences": why(names, letter, parts, costliest) if parts else [],
        }

    def _costly_data(self, account: Account, each: costly.Costly) -> CostlyChoice:
        step, before = self.session.steps[each.number], self.session.position_at(each.number)
        kind = word_of(before.system.rules.choice_kinds, each.better.kind)
        sentence = before.words.choice(before.record, each.better)
        better = Offer(each.better, kind, label_of(before, each.better), sentence, 0)
        return {
            "number": each.number,
            "side": SIDE_LETTERS[step.side],
            "seat": self.who[each.number] if self.who is not None else SIDE_LETTERS[step.side],
            "choice": step.line,
            "sentence": self.headings[each.number],
            "better": offer_data(before, better),
            "lost": POINTS * each.lost.value,
            "error": POINTS * each.lost.error,
            "battles": each.battles,
        }

    def _changes_data(self, account: Account) -> list[StepChange]:
        made: list[StepChange] = []
        for number, step in enumerate(self.session.steps):
            is_choice = step.kind is StepKind.CHOICE and not step.is_masters
            if number < account.start or (is_choice and number not in account.compared):
                continue
            part: PartWord = "edits" if step.is_masters else "choices" if is_choice else "dice"
            change = account.change(number).estimate
            made.append(
                {
                    "number": number,
                    "part": part,
                    "side": side_letter(step.side),
                    "points": POINTS * change.value,
                    "error": POINTS * change.error,
                    "sentence": self.headings[number],
                }
            )
        return made

    def _moments_data(self, account: Account) -> list[KeyMoment]:
        found = account.key_steps(costly.KEY_STEPS, costly.KEY_ERRORS)
        largest = sorted(found, key=lambda each: -abs(each[1].value))
        told = [number for number, change in largest if self._is_sure(number, change)][:KEY_MOMENTS]
        return [
            {
                "number": number,
                "kind": cast("types.StepWord", str(self.session.steps[number].kind)),
                "side": side_letter(self.session.steps[number].side),
                "before": account.at(number).estimate.value,
                "after": account.at(number + 1).estimate.value,
                "error": change.error,
                "sentence": self.headings[number],
            }
            for number, change in found
            if number in told
        ]

    def _is_sure(self, number: int, change: Estimate) -> bool:
        """Whether a step is what it seems: what a choice changed was confirmed on fresh dice."""
        step = self.session.steps[number]
        lost = -change.value if step.side == 0 else change.value
        return (
            step.kind is not StepKind.CHOICE
            or step.is_masters
            or any(each.number == number and each.lost.value * lost > 0 for each in self.confirmed)
        )

    def as_report(self, side: str = "", all_steps: bool = False) -> Report:
        """Return the report as data and as blocks, from the view of a side: by default the only person's, or the
        loser's. With the largest steps of each part, or all of them."""
        data = self.as_data()
        made, words = Report(data), self.session.words
        made.say(f"{self.session.system.title}: {' against '.join(map(words.side, range(len(data['sides']))))}.", True)
        made.say(f"{self.result or 'The battle is not over.'} {plural(len(self.session.steps), 'step')}.")
        account_blocks(made, data, side or self._usual_view(), all_steps)
        if self.is_interrupted:
            made.say("Interrupted: with more time the report is more precise.")
        return made

    def _usual_view(self) -> str:
        seats = Seats(self.session.system, self.session.setup, with_master=True)
        people = {seats[seat].side for seat, player in self.players.items() if player == "person"} - {None}
        if len(people) == 1:
            return SIDE_LETTERS[people.pop() or 0]
        return "b" if self.result is not None and self.result.winner == "a" else "a"


def parts_data(account: Account) -> list[AccountPart]:
    """Return the parts of an account. In whole points the dice are what is left, too."""
    order: list[tuple[str, PartWord, str | None]] = [
        ("start", "start", None),
        ("dice", "dice", None),
        ("a", "choices", "a"),
        ("b", "choices", "b"),
        ("edits", "edits", None),
        ("end", "end", None),
        ("result", "result", None),
    ]
    estimates = {name: each.estimate for name, each in account.parts.items()}
    rounded = {name: round(POINTS * each.value) for name, each in estimates.items()}
    rounded["dice"] = rounded["result"] - sum(rounded[name] for name in ("start", "a", "b", "edits", "end"))
    return [
        {
            "part": part,
            "side": side,
            "points": POINTS * estimates[name].value,
            "error": POINTS * estimates[name].error,
            "rounded": rounded[name],
        }
        for name, part, side in order
        if part not in ("edits", "end") or account.parts[name].terms
    ]


def chance_data(account: Account, at: int) -> RolledOut:
    """Return the chance after a number of steps, with its interval."""
    found = account.at(at)
    chance, battles = found.estimate.value, account.battles(at) if found.terms else 0
    low, high = wilson(chance * battles, battles) if battles else (chance, chance)
    return {"at": at, "chance": chance, "low": low, "high": high, "battles": battles}


def match_report(match: Match, seconds: float = REPORT_SECONDS, progress: ProgressReport | None = None) -> MatchReport:
    """Return the report of a match, whose seats are known."""
    who = [entry.seat for entry in match.standing]
    return report_of(match.session, match.result, match.players, who, seconds, progress)


def report_of(
    session: Session,
    result: BattleResult | None = None,
    players: Mapping[str, str] | None = None,
    who: Sequence[str] | None = None,
    seconds: float = REPORT_SECONDS,
    progress: ProgressReport | None = None,
) -> MatchReport:
    """Return the report of a battle, in ``seconds``: without an account where they are too few to play on from every
    step. ``who`` names the seat of each step; ``progress`` is called with parts of 100; an interrupt (Ctrl-C) keeps
    what is done."""
    made = MatchReport(session, result or result_of(session), players or {}, who)
    deadline, workers = Deadline(seconds), min(WORKERS, os.cpu_count() or 1)

    def look() -> None:
        if progress is not None:
            progress(round(POINTS * (1 - deadline.left / seconds)) if seconds else POINTS, POINTS)

    try:
        made.headings = [heading(before, step) for before, step in session.replayed()]
        made.rolls = rolls_of(session)
        if session.system.rules.sides == 2:
            made.account = account = Account(session, made.result)
            account.play(max(deadline.left - (SEARCHED + CONFIRMED) * seconds, 0.0), workers, look)
            if account.is_complete:
                found = costly.find(account, min(SEARCHED * seconds, deadline.left), workers, look)
                made.confirmed = costly.confirm(account, found, deadline.left, workers, look)
            account.play(deadline.left, workers, look)
    except KeyboardInterrupt:
        made.is_interrupted = True
    if progress is not None:
        progress(POINTS, POINTS)
    return made


def heading(before: Position, step: Step) -> str:
    """Return a step in a sentence: the choice, or what the dice were rolled for."""
    text = step_text(before, step)
    if step.is_roll:
        return f"{before.words.ask(before.record)}: {' '.join(map(str, step.faces))}"
    return text.sentence or text.brief

"""The report of a match: luck, play and key moments.

*Luck* is what the dice did: their sums against the average, by side and kind of roll, and in *win points* what they
changed of the chance to win. *Play* is what the choices gave away, by the advice that each side could have had. The
*key moments* are the steps that changed the chance to win most. A system without a win chance has no win points and no
key moments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import cast

from battlewright.answers.advice import SECONDS, Advice
from battlewright.answers.data import system_data
from battlewright.answers.report import Report
from battlewright.contract.guides import advise, guide_of
from battlewright.engine import data_types as types
from battlewright.engine.observation import Observation, known_to, observe
from battlewright.engine.position import Position
from battlewright.engine.progress import ProgressReport
from battlewright.engine.record_text import read_record
from battlewright.engine.results import BattleResult, result_data, result_of
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS, side_letter
from battlewright.engine.step import Step, StepKind
from battlewright.engine.story import step_text
from battlewright.engine.text import ROUNDED, percent, plural
from battlewright.engine.time_limit import Deadline
from battlewright.play.battle_report_data import JudgedChoice, JudgedState, KeyMoment, MatchReportData, SideReport
from battlewright.play.luck import Moment, Rolls, moments_of, rolls_of
from battlewright.play.match import Match

REPORT_SECONDS = 60.0
"""The default time limit in seconds for all choices together."""
WIN = "win chance"
"""The unit of what was given away, where advice is about winning alone."""
NOT_JUDGED: dict[JudgedState, str] = {
    "forced": "without an alternative",
    "late": "because time ran out",
    "unknown": "about which the advice says nothing",
}
KEY_MOMENTS = 5
COSTLIEST = 5


@dataclass(frozen=True)
class Judged:
    """A choice against the best one, by the advice. ``state`` is ``judged``, ``forced`` (there was no other choice),
    ``late`` (there was no time), or ``unknown`` (the advice says nothing). ``parts`` is what it gave away, the best
    minus the chosen, part by part in the system's order; ``best`` are the words of a best choice."""

    number: int
    step: Step
    seat: str
    words: str
    state: JudgedState
    is_best: bool = False
    parts: dict[str, Fraction] = field(default_factory=dict)
    value: Fraction | None = None
    exact: bool = False
    best: str = ""

    def as_data(self) -> JudgedChoice:
        """Return it as plain data."""
        return {
            "number": self.number,
            "side": side_letter(self.step.side),
            "seat": self.seat,
            "choice": self.step.line,
            "sentence": self.words,
            "state": self.state,
            "best": self.is_best,
            "gave_away": None if self.value is None else str(self.value),
            "parts": {name: str(part) for name, part in self.parts.items()},
            "exact": self.exact,
            "better": "" if self.is_best else self.best,
        }


@dataclass
class MatchReport:
    """A battle's luck, play and key moments. ``players`` are those at the seats, ``headings`` the steps in words."""

    session: Session
    result: BattleResult | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    rolls: list[Rolls] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    judged: list[Judged] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    is_interrupted: bool = False

    @property
    def sides(self) -> range:
        """The sides of the battle."""
        return range(self.session.system.rules.sides)

    def name(self, side: int) -> str:
        """What a side is called."""
        return self.session.words.side(side) if side >= 0 else "all together"

    @property
    def luck(self) -> Fraction | None:
        """What the dice changed of the chance of side a to win, in sum; None without a win chance."""
        return sum((moment.luck for moment in self.moments), Fraction(0)) if self.moments else None

    @property
    def key_moments(self) -> list[Moment]:
        """The steps that changed the chance to win most, in their order."""
        most = sorted(self.moments, key=lambda moment: -abs(moment.change))[:KEY_MOMENTS]
        return sorted((moment for moment in most if moment.change), key=lambda moment: moment.number)

    def of_side(self, side: int) -> list[Judged]:
        """The choices of a side."""
        return [each for each in self.judged if each.step.side == side]

    def costliest(self) -> list[Judged]:
        """The choices that gave away most."""
        missed = [each for each in self.judged if any(abs(part) >= ROUNDED for part in each.parts.values())]
        return sorted(missed, key=lambda each: tuple(-part for part in each.parts.values()))[:COSTLIEST]

    # As data

    def as_data(self) -> MatchReportData:
        """Return the report as plain data (``docs/data.md``)."""
        session = self.session
        return {
            **system_data(session.system),
            "steps": len(session.steps),
            "over": self.result is not None,
            "result": result_data(self.result),
            "sides": {SIDE_LETTERS[side]: self._side_data(side) for side in self.sides},
            "players": dict(self.players),
            "rolls": [each.as_data() for each in self.rolls],
            "choices": [each.as_data() for each in self.judged],
            "win_chances": [float(moment.before) for moment in self.moments]
            + [float(moment.after) for moment in self.moments[-1:]],
            "key_moments": [self._moment_data(moment) for moment in self.key_moments],
            "interrupted": self.is_interrupted,
        }

    def _side_data(self, side: int) -> SideReport:
        judged, luck = self.of_side(side), self.luck
        states = Counter(each.state for each in judged)
        return {
            "name": self.session.words.side_name(side),
            "win_points": None if luck is None else float(luck if side == 0 else -luck),
            "choices": len(judged),
            "judged": states["judged"],
            "forced": states["forced"],
            "late": states["late"],
            "unknown": states["unknown"],
            "best": sum(each.is_best for each in judged if each.state == "judged"),
            "gave_away": {name: str(part) for name, part in given_away(judged).items()},
            "exact": all(each.exact for each in judged if each.state == "judged"),
        }

    def _moment_data(self, moment: Moment) -> KeyMoment:
        return {
            "number": moment.number,
            "kind": cast("types.StepWord", str(moment.step.kind)),
            "side": side_letter(moment.step.side),
            "before": float(moment.before),
            "after": float(moment.after),
            "luck": float(moment.luck) if moment.step.is_roll else None,
            "averaged": moment.is_averaged,
            "sentence": self.headings[moment.number],
        }

    # For people

    def as_report(self) -> Report:
        """Return the report as data and as blocks."""
        made = Report(self.as_data())
        made.say(f"{self.session.system.title}: {' against '.join(map(self.name, self.sides))}.", heading=True)
        made.say(f"{self.result or 'The battle is not over.'} {plural(len(self.session.steps), 'step')}.")
        self._say_luck(made)
        self._say_play(made)
        self._say_moments(made)
        if self.is_interrupted:
            made.say("Interrupted: later choices are not judged.")
        return made

    def _say_luck(self, made: Report) -> None:
        made.say("\nLuck", heading=True)
        rows = []
        for each in self.rolls:
            dice = " + ".join(f"{count}d{sides}" for sides, count in sorted(each.dice.items()))
            mean = f"{float(each.expected):.1f} ± {float(each.variance) ** 0.5:.1f}"
            rows.append([self.name(each.side), each.name, dice, str(each.total), mean, f"{each.sigma:+.1f} sigma"])
        if rows:
            made.table(("side", "rolls", "dice", "sum", "on average", ""), rows, left=frozenset({0, 1}))
        for side in self.sides if self.luck is not None else ():
            points = (self.luck or 0) * (1 if side == 0 else -1)
            changed = f"{100 * float(points):+.0f} percentage points"
            made.say(f"The dice changed the chance of {self.name(side)} to win by {changed} in all.")

    def _say_play(self, made: Report) -> None:
        made.say("\nPlay", heading=True)
        for side in self.sides:
            made.say(play_text(self.name(side), self.of_side(side)))
        rows = [
            [str(each.number + 1), self.name(each.step.side), each.words, parts_text(each.parts), each.best]
            for each in self.costliest()
        ]
        if rows:
            made.table(("step", "side", "chosen", "gave away", "better"), rows, left=frozenset({1, 2, 3, 4}))

    def _say_moments(self, made: Report) -> None:
        if not self.moments:
            return
        made.say("\nKey moments", heading=True)
        rows = [
            [str(each.number + 1), self._line(each), percent(each.before), percent(each.after)]
            for each in self.key_moments
        ]
        made.table(("step", "what", f"{self.name(0)} before", "after"), rows, left=frozenset({1}))

    def _line(self, moment: Moment) -> str:
        side = f"{SIDE_LETTERS[moment.step.side]}: " if moment.step.kind is StepKind.CHOICE else ""
        return f"{side}{self.headings[moment.number]}"


def given_away(judged: Sequence[Judged]) -> dict[str, Fraction]:
    """Return what some choices gave away in sum, part by part."""
    total: dict[str, Fraction] = {}
    for each in judged:
        for name, part in each.parts.items():
            total[name] = total.get(name, Fraction(0)) + part
    return total


def parts_text(parts: Mapping[str, Fraction]) -> str:
    """Return what was given away, in words."""
    shown = [f"{float(part):.2f} {name}" for name, part in parts.items() if abs(part) >= ROUNDED]
    return ", ".join(shown) or "nothing"


def play_text(name: str, judged: Sequence[Judged]) -> str:
    """Return what a side's choices come to, as sentences."""
    states = Counter(each.state for each in judged)
    known = [each for each in judged if each.state == "judged"]
    best = sum(each.is_best for each in known)
    away = parts_text(given_away(known))
    text = f"{name}: {plural(len(judged), 'choice')}, {len(known)} judged, {best} of them best; gave away {away}."
    if known and not all(each.exact for each in known):
        text += " Not all of it is exact."
    left_out = [f"{states[state]} {why}" for state, why in NOT_JUDGED.items() if states[state]]
    return text + (f" Not judged: {', '.join(left_out)}." if left_out else "")


def match_report(match: Match, seconds: float = REPORT_SECONDS, each: float = SECONDS) -> MatchReport:
    """Return the report of a match, whose seats are known."""
    who = [entry.seat for entry in match.standing]
    return report_of(match.session, match.result, match.players, who, seconds, each)


def report_of(
    session: Session,
    result: BattleResult | None = None,
    players: Mapping[str, str] | None = None,
    who: Sequence[str] | None = None,
    seconds: float = REPORT_SECONDS,
    each: float = SECONDS,
    progress: ProgressReport | None = None,
) -> MatchReport:
    """Return the report of a battle, in about ``seconds``. ``each`` bounds the time for one choice; ``who`` names the
    seat of each step; an interrupt (Ctrl-C) keeps what is done."""
    made = MatchReport(session, result or result_of(session), players or {})
    deadline = Deadline(seconds)
    choices = sum(step.kind is StepKind.CHOICE for step in session.steps)
    tell = progress or (lambda done, total: None)
    try:
        made.headings = [heading(before, step) for before, step in session.replayed()]
        made.rolls = rolls_of(session)
        made.moments = list(moments_of(session, seconds / 2))
        for judged in judge(session, who, each, deadline.left):
            made.judged.append(judged)
            tell(len(made.judged), choices)
    except KeyboardInterrupt:
        made.is_interrupted = True
    return made


def heading(before: Position, step: Step) -> str:
    """Return a step in a sentence: the choice, or what the dice were rolled for."""
    text = step_text(before, step)
    return f"{before.words.ask(before.record)}: {step.text}" if step.is_roll else text.sentence or text.brief


def judge(session: Session, who: Sequence[str] | None, seconds: float, in_all: float) -> Iterator[Judged]:
    """Judge every choice of a battle by the advice, each in about ``seconds`` and all of them in about ``in_all``:
    what it gave away against the best one. Choices after that are ``late``. ``who`` names the seat of each step."""
    deadline, known = Deadline(in_all), cache(lambda side: known_to(session, side))
    for number, (before, step) in enumerate(session.replayed()):
        if step.kind is not StepKind.CHOICE:
            continue
        seen = observe(before, step.side, known(step.side))
        seat = who[number] if who is not None else side_letter(step.side) or ""
        yield _judge(seen, number, step, seat, min(seconds, deadline.left))


def _judge(seen: Observation, number: int, step: Step, seat: str, seconds: float) -> Judged:
    system = seen.system
    chosen = read_record(step.line, system.rules.choice, system.rules.choice_kinds)
    words = seen.words.choice(seen.record, chosen)
    if seen.forced() is not None:
        return Judged(number, step, seat, words, "forced", is_best=True)
    if seconds <= 0:
        return Judged(number, step, seat, words, "late")
    choices = [*seen.choices(), *(each.choice for each in guide_of(seen).suggestions())]
    if chosen not in choices:
        choices.append(chosen)
    given = advise(seen, choices, seconds)
    mine = given[choices.index(chosen)]
    if mine.is_late:
        return Judged(number, step, seat, words, "late")
    best = next((place for place, each in enumerate(given) if each.best and each.value is not None), None)
    if mine.value is None or best is None:
        return Judged(number, step, seat, words, "unknown")
    top = given[best]
    parts = {} if mine.best else gave_away(mine, top)
    value = Fraction(0) if mine.best or top.value is None else top.value - mine.value
    best_words = seen.words.choice(seen.record, choices[best])
    is_exact = mine.exact and top.exact and not any(each.is_late for each in given)
    return Judged(number, step, seat, words, "judged", mine.best, parts, value, is_exact, best_words)


def gave_away(mine: Advice, best: Advice) -> dict[str, Fraction]:
    """Return what a choice gave away against the best, part by part in the system's order."""
    if not (mine.parts or best.parts):
        assert mine.value is not None
        assert best.value is not None
        return {WIN: best.value - mine.value}
    names = dict.fromkeys((*best.parts, *mine.parts))
    return {name: best.parts.get(name, Fraction(0)) - mine.parts.get(name, Fraction(0)) for name in names}

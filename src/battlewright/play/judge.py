"""Judge each choice of a battle: what it gave away against the best one, by the advice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from battlewright.answers.advice import SECONDS, Advice
from battlewright.contract.guides import advise, guide_of
from battlewright.engine.observation import Known, Observation, known_to, observe
from battlewright.engine.record_text import read_record
from battlewright.engine.session import Session
from battlewright.engine.sides import side_letter
from battlewright.engine.step import Step, StepKind
from battlewright.engine.time_limit import Deadline
from battlewright.play.battle_report_data import JudgedChoice, JudgedState

WIN = "win chance"
"""The unit of what was given away, where advice is about winning alone."""


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


def judge(
    session: Session,
    who: Sequence[str] | None = None,
    seconds: float = SECONDS,
    in_all: float = 60.0,
    done: Callable[[Judged], None] = lambda _: None,
) -> list[Judged]:
    """Judge every choice of a battle, each in about ``seconds`` and all of them in about ``in_all``. Choices after that
    are ``late``. ``who`` names the seat of each step; ``done`` is called with each choice as it is judged."""
    known: dict[int, Known] = {}
    deadline, judged = Deadline(in_all), []
    for number, (before, step) in enumerate(session.replayed()):
        if step.kind is not StepKind.CHOICE:
            continue
        if step.side not in known:
            known[step.side] = known_to(session, step.side)
        seen = observe(before, step.side, known[step.side])
        seat = who[number] if who is not None else side_letter(step.side) or ""
        judged.append(_judge(seen, number, step, seat, min(seconds, deadline.left)))
        done(judged[-1])
    return judged


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

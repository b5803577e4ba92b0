"""Advice: what is known of a choice before it is made, as data.

``chances`` have names. Three of them mean the same in every system:

    hit        the attack, shot or spell does at least something of what it is for: it wounds, stresses or lands its
               effect. A critical hit is a hit too.
    critical   the better kind of hit, where the rulebook has one
    win        the battle is won; a draw counts half

``parts`` are expected gains, the opponents' losses minus one's own, by what is lost. ``value`` is what they come to in
one unit: their sum, or where they are not of one kind, what the system's guide counts for each. Choices are compared by
``value``, never part by part: a little of a greater part does not beat a lot of a lesser one. A guide that has an order
of its own, such as a bot's ranking or the shares of a secret choice, says so in its documentation.

``win`` is about the whole battle: the chance to win behind a choice, and what it loses against the best one. Guides do
not have it; an adviser adds it (``bots.adviser``), and its star is then the best choice of all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from battlewright.engine.labels import Reference
from battlewright.engine.text import ROUNDED, percent

if TYPE_CHECKING:
    from battlewright.engine import data_types as types

SECONDS = 1.5
"""The longest that a person waits for advice."""
TOO_LONG = "takes too long to work out"


@dataclass(frozen=True)
class NextStep:
    """The choice that is counted on after another: its line, its kind's word, whom it is aimed at, and what to say of
    it after "then": ``shoot b1``. ``chance`` is that it does what it is for, where it was worked out."""

    choice: str
    kind: str
    about: Reference | None
    sentence: str
    chance: Fraction | None = None

    def as_data(self) -> types.NextStep:
        """Return it as plain data."""
        about = None if self.about is None else self.about.as_data()
        chance = None if self.chance is None else str(self.chance)
        return {"choice": self.choice, "kind": self.kind, "about": about, "sentence": self.sentence, "chance": chance}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> NextStep:
        """Return what ``as_data`` gave."""
        about = None if data["about"] is None else Reference(**data["about"])
        chance = None if data["chance"] is None else Fraction(data["chance"])
        return cls(data["choice"], data["kind"], about, data["sentence"], chance)


AdviceTerm = Literal["none", "odds", "full"]
"""What a person is told before a choice: nothing, the odds of what it begins, or also the chance to win."""
Standing = Literal["best", "equal", "behind", "untried"]
"""How a choice stands beside the best one."""
HARDLY_TRIED = 24
"""With fewer rollouts than this, a choice that does not look best is hardly tried."""
CLEAR = 2.0
"""A difference is clear from this many standard errors on."""


@dataclass(frozen=True)
class WinAdvice:
    """The chance to win behind a choice.

    ``chance`` is that of the side that chooses, a draw counting half; ``lost`` how much less it is than that of the
    best choice, met by the same dice, and ``error`` the standard error of that. ``rollouts`` counts how often it was
    tried; where the chance is ``exact`` it was not. ``plan`` is what follows it within the turn, as it was tried most.
    """

    chance: float
    lost: float = 0.0
    error: float = 0.0
    rollouts: int = 0
    exact: bool = False
    plan: tuple[NextStep, ...] = ()
    is_best: bool = False

    @property
    def standing(self) -> Standing:
        """How it stands beside the best choice."""
        if self.is_best:
            return "best"
        if not self.exact and self.rollouts < HARDLY_TRIED:
            return "untried"
        is_behind = self.lost > CLEAR * self.error and self.points > 0
        return "behind" if is_behind else "equal"

    @property
    def points(self) -> int:
        """What it loses of the chance to win, in whole points of 100."""
        return round(100 * self.lost)

    @property
    def text(self) -> str:
        """The figure of its row: ``best``, ``about equal``, ``-3``, or ``hardly tried``."""
        named = {"best": "best", "equal": "about equal", "untried": "hardly tried"}
        return named.get(self.standing, f"-{self.points}")

    def as_data(self) -> types.WinAdvice:
        """Return it as plain data."""
        return {
            "chance": round(self.chance, 4),
            "lost": round(self.lost, 4),
            "error": round(self.error, 4),
            "rollouts": self.rollouts,
            "exact": self.exact,
            "standing": self.standing,
            "points": self.points,
            "plan": [step.as_data() for step in self.plan],
            "text": self.text,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> WinAdvice:
        """Return what ``as_data`` gave."""
        numbers = {key: data[key] for key in ("chance", "lost", "error", "rollouts", "exact")}
        plan = tuple(NextStep.from_data(step) for step in data["plan"])
        return cls(**numbers, plan=plan, is_best=data["standing"] == "best")


@dataclass(frozen=True)
class Advice:
    """What is known of one choice.

    ``value`` is None where nothing is worked out. ``share`` is how often a secret choice is to be made, where the best
    is to choose by chance. ``best`` is true of every choice that no other one beats: several if they are equal.
    ``exact`` says that no number is rounded or estimated. ``then`` is what the value counts on afterwards: the next
    action of a plan. ``note`` says what the numbers do not. ``win`` is the chance to win, where an adviser has added
    it; ``best`` is then the best by it.
    """

    chances: Mapping[str, Fraction] = field(default_factory=dict)
    parts: Mapping[str, Fraction] = field(default_factory=dict)
    value: Fraction | None = None
    share: Fraction | None = None
    best: bool = False
    exact: bool = True
    then: NextStep | None = None
    note: str = ""
    win: WinAdvice | None = None

    @property
    def is_late(self) -> bool:
        """Whether there was no time to work it out."""
        return self.value is None and self.note == TOO_LONG

    def as_data(self) -> types.Advice:
        """Return the advice as plain JSON types, with fractions as text (``docs/odds.md``)."""
        return {
            "chances": {name: str(chance) for name, chance in self.chances.items()},
            "parts": {name: str(part) for name, part in self.parts.items()},
            "value": None if self.value is None else str(self.value),
            "share": None if self.share is None else str(self.share),
            "best": self.best,
            "exact": self.exact,
            "then": None if self.then is None else self.then.as_data(),
            "note": self.note,
            "win": None if self.win is None else self.win.as_data(),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Advice:
        """Return the advice that ``as_data`` gave."""
        chances, parts = ({name: Fraction(text) for name, text in data[key].items()} for key in ("chances", "parts"))
        value, share = (None if data[key] is None else Fraction(data[key]) for key in ("value", "share"))
        then = None if data["then"] is None else NextStep.from_data(data["then"])
        win = None if data["win"] is None else WinAdvice.from_data(data["win"])
        return cls(chances, parts, value, share, data["best"], data["exact"], then, data["note"], win)


NONE = Advice()
"""Nothing to say of a choice."""
LATE = Advice(exact=False, note=TOO_LONG)
"""There was no time to work it out."""


WIN_EXPLANATION = (
    "First, what a choice loses of the chance to win against the best one, in points of 100, by battles that are "
    "played out from here; * marks the best."
)
NO_WINS = "The chance to win is not told: it would say what is on the secret sheets."
EXACT_WINS = "The chances to win are exact."
TERMS: Mapping[AdviceTerm, str] = {
    "none": "Nobody gets advice in this match.",
    "odds": "Everybody may see the odds of each choice, and nobody its chance to win.",
    "full": "Everybody may see the odds of each choice and its chance to win.",
}
"""What the people of a match are told of its advice."""


def gains_in_words(parts: Mapping[str, Fraction], names: Mapping[str, str] | None = None) -> list[str]:
    """Return the gains part by part, those that round to 0 left out; they may have names for people.

    >>> gains_in_words({"broken": Fraction(1), "stress": Fraction(1, 2), "ground": Fraction(-1)})
    ['costs them 1.00 broken', '0.50 stress', 'costs you 1.00 ground']
    """
    told, before = list[str](), ""
    for name, part in parts.items():
        if abs(part) >= ROUNDED:
            costs = "costs them " if part > 0 else "costs you "
            told.append(f"{'' if costs == before else costs}{abs(float(part)):.2f} {(names or {}).get(name, name)}")
            before = costs
    return told


def often_in_words(advice: Advice) -> str:
    """Return how often a secret choice is to be made; empty where it is always or never."""
    return f"{percent(advice.share)} of the time" if advice.share is not None and 0 < advice.share < 1 else ""


def brief_advice(advice: Advice) -> list[str]:
    """Return an advice in words that fit any system, piece by piece, the most important first.

    >>> brief_advice(Advice({"hit": Fraction(1, 2)}, {"stress": Fraction(2)}, Fraction(2)))
    ['hit 50%', 'costs them 2.00 stress']
    """
    then = advice.then.sentence if advice.then else ""
    chances = [f"{name} {percent(chance)}" for name, chance in advice.chances.items()]
    pieces = (then, *chances, *gains_in_words(advice.parts), often_in_words(advice), advice.note)
    return [*filter(None, pieces)]


def advice_text(advice: Advice) -> str:
    """Return an advice in words that fit any system, without the mark of the best."""
    return ", ".join(brief_advice(advice))


def figure_odds_plan(advice: Advice, odds: str) -> str:
    """Return what is known of a choice in a line: its figure, its ``odds`` in words, and its plan. One plan, not two:
    odds that are those of another plan are left out.

    >>> figure_odds_plan(Advice(win=WinAdvice(0.4, 0.03, 0.01, 200)), "hit 77%")
    '-3; hit 77%'
    """
    steps = advice.win.plan if advice.win else ()
    figure = advice.win.text if advice.win else ""
    plan = [f"then {_lower(each.sentence)}{f', {percent(each.chance)}' if each.chance else ''}" for each in steps]
    return "; ".join(filter(None, (figure, "" if steps and advice.then else odds, *plan)))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def marks(advice: Sequence[Advice], term: AdviceTerm = "full") -> list[str]:
    """Return the mark behind each choice: a star for each of the best, none where all are equal. Odds alone do not say
    which choice is best, but how often a secret one is to be made."""
    are_equal = all(each.best and each.share is None for each in advice)
    is_told = [each.best and (term == "full" or each.share is not None) for each in advice]
    return ["*" if each and not are_equal else "" for each in is_told]

"""The dice of a battle against their average, by side and kind of roll."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from battlewright.engine.session import Session
from battlewright.engine.sides import side_letter
from battlewright.engine.text import plural
from battlewright.play.battle_report_data import RollsReport

LEVELS = ((0.5, ""), (1.0, "a little "), (2.0, ""), (math.inf, "far "))
"""How far from the average a sum is, by its standard deviations; below the first it is about average."""


@dataclass
class Rolls:
    """The rolls of one kind by one side (-1: those that all sides make together). ``kind`` is the word of the node's
    step, ``name`` the same for people, ``whose`` the name of the side; ``dice`` counts them by their sides."""

    side: int
    kind: str
    name: str
    whose: str = ""
    rolls: int = 0
    dice: Counter[int] = field(default_factory=Counter)
    total: int = 0

    def add(self, sides: int, faces: Sequence[int]) -> None:
        """Count a roll."""
        self.rolls += 1
        self.dice[sides] += len(faces)
        self.total += sum(faces)

    @property
    def count(self) -> int:
        """The number of dice."""
        return self.dice.total()

    @property
    def expected(self) -> Fraction:
        """The expected sum of the dice."""
        return sum((Fraction(count * (sides + 1), 2) for sides, count in self.dice.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of their sum."""
        return sum((Fraction(count * (sides**2 - 1), 12) for sides, count in self.dice.items()), Fraction(0))

    @property
    def sigma(self) -> float:
        """By how many standard deviations the sum is above the average."""
        return float(self.total - self.expected) / math.sqrt(self.variance) if self.variance else 0.0

    @property
    def sentence(self) -> str:
        """The same in words: ``Lantern Company's shots: 47 dice, a little above average.``"""
        owner = f"{self.whose}'" if self.whose.endswith("s") else f"{self.whose}'s"
        called = f"{owner} {self.name[:1].lower()}{self.name[1:]}" if self.side >= 0 else self.name
        far = next(words for most, words in LEVELS if abs(self.sigma) < most)
        where = "about" if abs(self.sigma) < LEVELS[0][0] else f"{far}{'above' if self.sigma > 0 else 'below'}"
        return f"{called}: {plural(self.count, 'die')}, {where} average."

    def as_data(self) -> RollsReport:
        """Return it as plain data."""
        return {
            "side": side_letter(self.side),
            "kind": self.kind,
            "name": self.name,
            "rolls": self.rolls,
            "dice": {str(sides): count for sides, count in sorted(self.dice.items())},
            "count": self.count,
            "total": self.total,
            "expected": str(self.expected),
            "deviation": math.sqrt(self.variance),
            "sigma": self.sigma,
            "sentence": self.sentence,
        }


def rolls_of(session: Session) -> list[Rolls]:
    """Return the rolls of a battle by side and kind."""
    found: dict[tuple[int, int], Rolls] = {}
    for before, step in session.replayed():
        if step.is_roll:
            kind = (step.side, step.at)
            if kind not in found:
                word = session.system.rules.step_word(step.at)
                name = session.words.step_name(step.at) or word.replace("-", " ").capitalize()
                whose = session.words.side_name(step.side) if step.side >= 0 else ""
                found[kind] = Rolls(step.side, word, name, whose)
            found[kind].add(before.node.sides, step.faces)
    return [rolls for _, rolls in sorted(found.items(), key=lambda entry: (entry[0][0] < 0, entry[0]))]

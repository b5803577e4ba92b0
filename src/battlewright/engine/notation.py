"""Dice notation: ``3d8+4``, ``D6``, ``2d6-1``, ``2d6+d4+1``.

A roll is terms joined by + and -; a term is dice (an optional count, d or D, the sides) or a whole number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from battlewright.engine.errors import NotationError, shorten
from battlewright.engine.philox import Stream

MAX_DICE = 1000
MAX_SIDES = 1000
MAX_NUMBER = 1_000_000
MAX_TERMS = 100
MAX_LENGTH = 2000
EXAMPLES = "for example D6, 2D6, d3, 3d8+4, 2d6-1"

_TERM = re.compile(r"(?P<sign>[+-])(?:(?P<count>[0-9]*)[dD](?P<sides>[0-9]+)|(?P<number>[0-9]+))")


@dataclass(frozen=True)
class Term:
    """``count`` dice of ``sides`` sides, added or (sign -1) subtracted."""

    sign: int
    count: int
    sides: int

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"


@dataclass(frozen=True)
class Roll:
    """A parsed notation: terms of dice, and a modifier."""

    terms: tuple[Term, ...]
    modifier: int

    @property
    def dice(self) -> int:
        return sum(term.count for term in self.terms)

    def __str__(self) -> str:
        parts = [f"{'-' if term.sign < 0 else '+'}{term}" for term in self.terms]
        if self.modifier or not parts:
            parts.append(f"{self.modifier:+d}")
        return "".join(parts).removeprefix("+")


@dataclass(frozen=True)
class Rolled:
    """Dice that were rolled: the faces of each term, and their total."""

    roll: Roll
    faces: tuple[tuple[int, ...], ...]

    @property
    def total(self) -> int:
        return self.roll.modifier + sum(
            term.sign * sum(faces) for term, faces in zip(self.roll.terms, self.faces, strict=True)
        )


def parse_roll(text: str) -> Roll:
    """Parse a notation. Raises NotationError if it cannot be read or asks for too much."""
    compact = "".join(text.split()) if text.isascii() else text
    if not compact:
        raise NotationError(f"The dice notation is empty; write dice, {EXAMPLES}.")
    if len(compact) > MAX_LENGTH:
        raise NotationError(f"The dice notation has {len(compact)} characters; at most {MAX_LENGTH} are read.")
    if re.search(r"[0-9]\s+[0-9]", text):
        raise NotationError(f"Cannot read the dice notation {shorten(text)}: a + or - is missing; {EXAMPLES}.")
    signed = compact if compact[0] in "+-" else f"+{compact}"
    terms: list[Term] = []
    modifier = at = 0
    while at < len(signed):
        match = _TERM.match(signed, at)
        if match is None:
            rest = signed[at:].removeprefix("+") or "+"
            unread = f"{shorten(text)} from {shorten(rest)} on"
            raise NotationError(f"Cannot read the dice notation {unread}; write dice, {EXAMPLES}.")
        sign = -1 if match["sign"] == "-" else 1
        if match["number"] is not None:
            modifier += sign * _number(match["number"], "number", 0, MAX_NUMBER)
        else:
            count = _number(match["count"] or "1", "number of dice", 1, MAX_DICE)
            terms.append(Term(sign, count, _number(match["sides"], "number of sides", 1, MAX_SIDES)))
        at = match.end()
    roll = Roll(tuple(terms), modifier)
    if len(terms) > MAX_TERMS:
        raise NotationError(f"The dice notation has {len(terms)} terms; at most {MAX_TERMS} are rolled together.")
    if abs(modifier) > MAX_NUMBER:
        raise NotationError(f"The numbers come to {modifier:,} together; at most {MAX_NUMBER:,} is added.")
    if roll.dice == 0:
        raise NotationError(f"The dice notation {shorten(text)} has no dice; write dice, {EXAMPLES}.")
    if roll.dice > MAX_DICE:
        raise NotationError(f"{roll.dice} dice are too many; at most {MAX_DICE} can be rolled at once.")
    return roll


def roll_dice(roll: Roll, seed: int) -> Rolled:
    """Roll the dice of a notation from the stream of a seed."""
    stream = Stream(seed)
    return Rolled(roll, tuple(stream.draw(term.count, term.sides) for term in roll.terms))


def _number(digits: str, what: str, least: int, most: int) -> int:
    value = int(digits)
    if not least <= value <= most:
        shown = digits if len(digits) <= 20 else f"{digits[:20]}…"
        raise NotationError(f"The {what} must be from {least} to {most:,}, not {shown}.")
    return value

"""Names of modifiers as ints, for records: five characters an int, six bits each."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.systems.heroes.record import NAME_INTS

LETTERS = " abcdefghijklmnopqrstuvwxyz0123456789-'"
BITS = 6
LETTERS_PER_INT = 5
MOST_LETTERS = NAME_INTS * LETTERS_PER_INT
ALLOWED = f"1 to {MOST_LETTERS} letters, digits, spaces, hyphens or apostrophes"


def is_name(text: str) -> bool:
    """Return whether ints can hold a name: its characters are allowed, and not too many."""
    return 0 < len(text) <= MOST_LETTERS and all(letter in LETTERS for letter in text) and text == text.strip()


def ints_of(name: str) -> list[int]:
    """Return a name as ints; an empty one is all 0."""
    padded = name.lower().ljust(MOST_LETTERS)
    rows = [padded[at : at + LETTERS_PER_INT] for at in range(0, MOST_LETTERS, LETTERS_PER_INT)]
    return [sum(LETTERS.index(letter) << (BITS * index) for index, letter in enumerate(row)) for row in rows]


def name_of(ints: Sequence[int]) -> str:
    """Return the name that ints hold."""
    letters = [(each >> (BITS * index)) % (1 << BITS) for each in ints for index in range(LETTERS_PER_INT)]
    return "".join(LETTERS[letter] if letter < len(LETTERS) else "?" for letter in letters).rstrip()

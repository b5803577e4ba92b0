"""Choices and edits as a line of text: ``attack action=1 target=26``.

The first field of such a record is its kind, written as a word. Other fields are written only if they are not 0, a row
of numbers with commas. A row of records is written up to the last one that is not 0, with commas between records and
slashes between their numbers: ``legs=1/5000/3000/0,2/5500/3000/4000``.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from typing import TypeVar

from battlewright.engine.errors import ReplayError, UnknownError, shorten
from battlewright.engine.record import Field, Record, ints_in, layout_of, width_of

R = TypeVar("R", bound=Record)


def write_record(record: Record, kinds: type[IntEnum]) -> str:
    """Return the record as a line of text."""
    numbers = numbers_of(record)
    parts = [word_of(kinds, numbers[0])]
    for name, start, stop, width in _places(type(record)):
        if stop == start + 1:
            if numbers[start]:
                parts.append(f"{name}={numbers[start]}")
            continue
        if not any(values := numbers[start:stop]):
            continue
        if width:
            rows = [values[at : at + width] for at in range(0, len(values), width)]
            while not any(rows[-1]):
                rows.pop()
            written = ["/".join(map(str, row)) for row in rows]
        else:
            written = [*map(str, values)]
        parts.append(f"{name}={','.join(written)}")
    return " ".join(parts)


@cache
def _places(kind: type[Record]) -> list[tuple[str, int, int, int]]:
    """Return the fields after the first: name, start, stop, and the width of the records in it (0: it has none)."""
    fields = layout_of(kind).fields[1:]
    widths = [0 if field.kind is int else width_of(field.kind) for field in fields]
    return [(each.name, each.start, each.start + each.width, wide) for each, wide in zip(fields, widths, strict=True)]


def numbers_of(record: Record) -> list[int]:
    """Return all numbers of a record as a list."""
    return ints_in(record).tolist()


def read_record(text: str, record: type[R], kinds: type[IntEnum]) -> R:
    """Parse a line of text into a record."""
    first, *others = layout_of(record).fields
    word, *parts = text.split() or [""]
    made = record()
    setattr(made, first.name, number_of(kinds, word))
    by_name, seen = {field.name: field for field in others}, set()
    for part in parts:
        name, sign, value = part.partition("=")
        if name not in by_name or not sign:
            raise UnknownError("part", part, [f"{each}=NUMBER" for each in by_name])
        if name in seen:
            raise ReplayError(f"{name} is given twice.")
        seen.add(name)
        _set(made, by_name[name], value)
    return made


def word_of(kinds: type[IntEnum], number: int) -> str:
    """Return the word for a kind, or its number if it is unknown."""
    return _words(kinds).get(number) or str(number)


@cache
def _words(kinds: type[IntEnum]) -> dict[int, str]:
    return {int(kind): kind.name.lower().replace("_", "-") for kind in kinds}


@cache
def _numbers(kinds: type[IntEnum]) -> dict[str, int]:
    return {word: number for number, word in _words(kinds).items()}


def number_of(kinds: type[IntEnum], word: str) -> int:
    """Return the kind that a word stands for."""
    number = _numbers(kinds).get(word)
    if number is None:
        raise UnknownError("kind", word, [*_numbers(kinds)])
    return number


def _set_rows(record: Record, field: Field, text: str) -> None:
    """Set a row of records; those that are not written stay 0."""
    rows = [[int(each) for each in row.split("/")] for row in text.split(",")]
    width = width_of(field.kind)
    if len(rows) > field.count or any(len(row) != width for row in rows):
        raise ReplayError(f"{field.name} takes up to {field.count} entries of {width} numbers with / between them.")
    for entry, row in zip(getattr(record, field.name), rows, strict=False):
        for name, number in zip((each.name for each in layout_of(field.kind).fields), row, strict=True):
            setattr(entry, name, number)


def _set(record: Record, field: Field, text: str) -> None:
    try:
        if field.kind is not int:
            _set_rows(record, field, text)
            return
        values = [int(each) for each in text.split(",")]
        if len(values) != (field.count or 1):
            wanted = f"{field.count} numbers" if field.count else "one number"
            raise ReplayError(f"{field.name} takes {wanted}, not {len(values)}.")
        if field.count:
            for i, value in enumerate(values):
                getattr(record, field.name)[i] = value
        else:
            setattr(record, field.name, values[0])
    except ValueError:
        raise ReplayError(f"{field.name} takes whole numbers that fit 32 bits, not {shorten(text)}.") from None

"""Choices and edits are written as a line of text and read back."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.errors import BattlewrightError, ReplayError, UnknownError
from battlewright.engine.record import Record, Row
from battlewright.engine.record_text import number_of, read_record, word_of, write_record
from tests.engine.helpers import HIGHEST, INT32, LOWEST

pytestmark = pytest.mark.plain


class Order(IntEnum):
    HOLD = 0
    MARCH = 3
    FALL_BACK = 4
    FIRE_AT_WILL = 9


class Command(Record):
    kind: int
    group: int
    at: Annotated[Row[int], 3]
    target: int


def command(kind: int, group: int = 0, at: tuple[int, int, int] = (0, 0, 0), target: int = 0) -> Command:
    made = Command()
    made.kind, made.group, made.target = kind, group, target
    for i, value in enumerate(at):
        made.at[i] = value
    return made


def read(text: str) -> Command:
    return read_record(text, Command, Order)


def refusal_of(text: str) -> str:
    with pytest.raises(BattlewrightError) as refused:
        read(text)
    assert isinstance(refused.value, (UnknownError, ReplayError))
    return str(refused.value)


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (command(Order.HOLD), "hold"),
        (command(Order.MARCH, group=12), "march group=12"),
        (command(Order.FALL_BACK, target=-1), "fall-back target=-1"),
        (command(Order.FIRE_AT_WILL, 1, (4, 0, -6), 2), "fire-at-will group=1 at=4,0,-6 target=2"),
        (command(Order.MARCH, at=(0, 0, 7)), "march at=0,0,7"),
        (command(Order.MARCH, LOWEST, (0, 0, 0), HIGHEST), "march group=-2147483648 target=2147483647"),
    ],
)
def test_a_record_is_a_word_and_the_numbers_that_are_not_0(made: Command, text: str) -> None:
    assert write_record(made, Order) == text
    assert read(text) == made


def test_parts_may_come_in_any_order_and_with_any_spaces() -> None:
    assert read("  march\ttarget=2   group=1 ") == command(Order.MARCH, group=1, target=2)


def test_a_part_that_is_0_may_be_written_all_the_same() -> None:
    assert read("hold group=0 at=0,0,0") == command(Order.HOLD)


def test_a_kind_is_written_as_a_word_with_hyphens() -> None:
    assert [word_of(Order, kind) for kind in Order] == ["hold", "march", "fall-back", "fire-at-will"]
    assert [number_of(Order, word) for word in ("hold", "march", "fall-back", "fire-at-will")] == [0, 3, 4, 9]


@pytest.mark.parametrize("word", ["", "FALL_BACK", "fall_back", "charge", "3", "march,"])
def test_a_kind_that_nobody_knows_is_refused_with_the_known_ones(word: str) -> None:
    with pytest.raises(UnknownError, match=rf"^Unknown kind '{word}'\."):
        number_of(Order, word)
    message = refusal_of(f"{word} group=1" if word else "")
    assert message.endswith("Known: hold, march, fall-back, fire-at-will.")


def test_a_kind_that_is_nearly_right_is_offered() -> None:
    assert refusal_of("fallback") == (
        "Unknown kind 'fallback'. Did you mean 'fall-back'? Known: hold, march, fall-back, fire-at-will."
    )


@pytest.mark.parametrize("part", ["speed=3", "group", "=3", "GROUP=3", "kind=3", "group:3", "march"])
def test_a_part_that_is_no_field_is_refused_with_the_known_ones(part: str) -> None:
    message = refusal_of(f"march {part}")
    assert message.startswith(f"Unknown part '{part}'.")
    assert message.endswith("Known: group=NUMBER, at=NUMBER, target=NUMBER.")


@pytest.mark.parametrize(
    "value", ["", "x", "1.0", "1e3", "--1", "0x1", "2147483648", "-2147483649", "9" * 30, "9" * 5000, "1,x"]
)
def test_what_is_no_number_of_32_bits_is_refused(value: str) -> None:
    refusal = refusal_of(f"march group={value}")
    assert refusal.startswith(f"group takes whole numbers that fit 32 bits, not '{value[:40]}")
    assert len(refusal) < 150


@pytest.mark.parametrize(("value", "count"), [("1", 1), ("1,2", 2), ("1,2,3,4", 4)])
def test_a_row_takes_as_many_numbers_as_it_has(value: str, count: int) -> None:
    assert refusal_of(f"march at={value}") == f"at takes 3 numbers, not {count}."


@pytest.mark.parametrize("value", ["1,2,", ",,", "1,2,2147483648", "1;2;3"])
def test_each_entry_of_a_row_is_a_number_of_32_bits(value: str) -> None:
    assert refusal_of(f"march at={value}") == f"at takes whole numbers that fit 32 bits, not {value!r}."


def test_one_number_takes_not_two() -> None:
    assert refusal_of("march group=1,2").startswith("group takes one number, not 2")


@given(st.sampled_from(Order), INT32, st.tuples(INT32, INT32, INT32), INT32)
def test_what_was_written_is_read_as_the_same_record(
    kind: Order, group: int, at: tuple[int, int, int], target: int
) -> None:
    made = command(kind, group, at, target)
    text = write_record(made, Order)
    assert read(text) == made
    assert "\n" not in text
    assert write_record(read(text), Order) == text


PIECES = st.lists(
    st.sampled_from(["march", "hold", " ", "group", "at", "=", ",", "1", "-", "9" * 12, "0", "x", "\n", "target=2"]),
    max_size=12,
).map("".join)


@given(st.text() | PIECES | PIECES.map("march {}".format))
def test_any_line_is_read_or_refused_with_a_sentence(text: str) -> None:
    try:
        made = read(text)
    except (UnknownError, ReplayError) as error:
        message = str(error)
    else:
        message = f"{write_record(made, Order)}."
        assert made.kind in set(Order)
    assert message.endswith(".")


def test_a_part_that_is_given_twice_is_refused() -> None:
    assert refusal_of("march group=1 group=2") == "group is given twice."


# Rows of records


class Leg(Record):
    way: int
    x: int
    y: int


class March(Record):
    kind: int
    count: int
    legs: Annotated[Row[Leg], 3]
    last: int


def march(*legs: tuple[int, int, int], count: int = 0, last: int = 0) -> March:
    made = March()
    made.kind, made.count, made.last = Order.MARCH, count, last
    for number, (way, x, y) in enumerate(legs):
        made.legs[number].way, made.legs[number].x, made.legs[number].y = way, x, y
    return made


def read_march(text: str) -> March:
    return read_record(text, March, Order)


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (march(), "march"),
        (march(count=2, last=5), "march count=2 last=5"),
        (march((1, 5000, 3000)), "march legs=1/5000/3000"),
        (march((1, 5000, 3000), (2, -7, 0), count=2), "march count=2 legs=1/5000/3000,2/-7/0"),
        (march((0, 0, 0), (0, 0, 4)), "march legs=0/0/0,0/0/4"),
        (march((1, 0, 0), (0, 0, 0), (3, 10, 100), last=1), "march legs=1/0/0,0/0/0,3/10/100 last=1"),
        (march((LOWEST, HIGHEST, 0)), "march legs=-2147483648/2147483647/0"),
    ],
)
def test_a_row_of_records_is_written_up_to_the_last_that_is_not_0(made: March, text: str) -> None:
    assert write_record(made, Order) == text
    assert read_march(text) == made


def test_entries_that_are_0_may_be_written_all_the_same() -> None:
    assert read_march("march legs=1/2/3,0/0/0,0/0/0") == march((1, 2, 3))
    assert read_march("march legs=0/0/0") == march()


@pytest.mark.parametrize("value", ["1", "1/2", "1/2/3/4", "1/2/3,4", "1/2/3,1/2/3,1/2/3,1/2/3", "1/2/3,1/2"])
def test_a_row_of_records_takes_so_many_entries_of_so_many_numbers(value: str) -> None:
    with pytest.raises(ReplayError, match=r"^legs takes up to 3 entries of 3 numbers with / between them\.$"):
        read_march(f"march legs={value}")


@pytest.mark.parametrize("value", ["", ",", "1/2/x", "1/2/3,", "//", "1/2/2147483648", "1/-2147483649/0", "1.5/2/3"])
def test_each_number_of_an_entry_has_32_bits(value: str) -> None:
    with pytest.raises(ReplayError, match=r"^legs takes whole numbers that fit 32 bits, not "):
        read_march(f"march legs={value}")


@given(st.lists(st.tuples(INT32, INT32, INT32), max_size=3), INT32, INT32)
def test_a_row_of_records_is_read_as_it_was_written(legs: list[tuple[int, int, int]], count: int, last: int) -> None:
    made = march(*legs, count=count, last=last)
    text = write_record(made, Order)
    assert read_march(text) == made
    assert write_record(read_march(text), Order) == text

"""What happened is told in the tail, as far as there is room."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.events import MAX_EVENTS, Event, Tail, emit
from battlewright.engine.record import Many, allocate, look, snapshot
from battlewright.engine.rule import rule
from tests.engine.helpers import INT32

pytestmark = pytest.mark.plain


@rule()
def say(tail: Many[Tail], kind: int, clause: int, who: int, whom: int, amount: int, detail: int) -> None:
    emit(tail[0], kind, clause, who, whom, amount, detail)


Written = tuple[int, int, int, int, int, int]


def say_all(tail: Many[Tail], events: list[Written]) -> None:
    for event in events:
        say(tail, *event)


def as_told(event: Event) -> Written:
    return (event.kind, event.clause, event.who, event.whom, event.amount, event.detail)


def numbered(count: int) -> list[Written]:
    """Events that differ in every number."""
    return [(10 * i + 1, 10 * i + 2, 10 * i + 3, 10 * i + 4, 10 * i + 5, 10 * i + 6) for i in range(count)]


def test_an_event_lies_in_the_tail_as_it_was_told() -> None:
    tail = allocate(Tail)
    say(tail, 1, 2, 3, 4, 5, 6)
    event = look(Tail, tail).events[0]
    assert (event.kind, event.clause, event.who) == (1, 2, 3)
    assert (event.whom, event.amount, event.detail) == (4, 5, 6)
    assert look(Tail, tail).count == 1


def test_events_lie_in_the_order_they_were_told() -> None:
    tail = allocate(Tail)
    say_all(tail, numbered(5))
    view = look(Tail, tail)
    assert view.count == 5
    assert [as_told(event) for event in view.events[:5]] == numbered(5)
    assert all(as_told(event) == (0, 0, 0, 0, 0, 0) for event in view.events[5:])


def test_a_silent_tail_is_told_nothing() -> None:
    tail = allocate(Tail)
    look(Tail, tail).silent = 1
    before = snapshot(tail)
    say_all(tail, numbered(MAX_EVENTS + 3))
    assert snapshot(tail) == before


def test_a_tail_that_is_silent_no_more_is_told_again() -> None:
    tail = allocate(Tail)
    view = look(Tail, tail)
    view.silent = 1
    say(tail, 1, 1, 1, 1, 1, 1)
    view.silent = 0
    say(tail, 2, 2, 2, 2, 2, 2)
    assert view.count == 1
    assert as_told(view.events[0]) == (2, 2, 2, 2, 2, 2)


def test_the_last_place_is_used() -> None:
    tail = allocate(Tail)
    say_all(tail, numbered(MAX_EVENTS))
    assert [as_told(event) for event in look(Tail, tail).events] == numbered(MAX_EVENTS)


def test_beyond_the_room_only_the_count_grows() -> None:
    tail, full = allocate(Tail), allocate(Tail)
    say_all(full, numbered(MAX_EVENTS))
    say_all(tail, numbered(MAX_EVENTS + 7))
    assert look(Tail, tail).count == MAX_EVENTS + 7
    look(Tail, full).count = MAX_EVENTS + 7
    assert snapshot(tail) == snapshot(full)


def test_a_count_set_back_makes_room_again() -> None:
    tail = allocate(Tail)
    say_all(tail, numbered(MAX_EVENTS + 1))
    view = look(Tail, tail)
    view.count = 0
    say(tail, -1, -2, -3, -4, -5, -6)
    assert as_told(view.events[0]) == (-1, -2, -3, -4, -5, -6)
    assert [as_told(event) for event in view.events[1:]] == numbered(MAX_EVENTS)[1:]


@given(st.lists(st.tuples(INT32, INT32, INT32, INT32, INT32, INT32), max_size=MAX_EVENTS + 4))
def test_any_events_are_kept_as_far_as_there_is_room_and_touch_nothing_else(events: list[Written]) -> None:
    tail = allocate(Tail)
    view = look(Tail, tail)
    view.dice.blocks = 9
    say_all(tail, events)
    kept = events[:MAX_EVENTS]
    assert view.count == len(events)
    assert [as_told(event) for event in view.events[: len(kept)]] == kept
    assert (view.silent, view.dice.blocks, view.dice.seed_low) == (0, 9, 0)

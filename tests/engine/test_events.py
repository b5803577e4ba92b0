"""What happened is told in the tail, as far as there is room."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.compiler.rule import as_plain, rule
from battlewright.engine.errors import NotCompiled, NotConforming
from battlewright.engine.events import MAX_EVENTS, Event, EventKinds, EventView, Tail, emit, read_event, write_event
from battlewright.engine.record import Row, allocate, look, snapshot
from tests.engine.helpers import INT32
from tests.events import happened

pytestmark = pytest.mark.plain


class Kind(EventKinds):
    """Kinds of events with their fields."""

    TIE = 1
    MOVED = 13, "who", "x", "y", "level"
    SEEN = 14, "who"
    HEARD = 16, "who"
    CHECKED = 15, "who", "by", "condition", "defence", "needed"


@rule()
def say(tail: Row[Tail], kind: int, clause: int, first: int, second: int, third: int, fourth: int, fifth: int) -> None:
    write_event(tail[0], kind, clause, first, second, third, fourth, fifth)


@rule()
def say_of_two_kinds(tail: Row[Tail], seen: int) -> None:
    emit(tail[0], Kind.SEEN if seen else Kind.HEARD, 7, who=4)


@rule()
def say_four(tail: Row[Tail]) -> None:
    emit(tail[0], Kind.MOVED, 3, level=3000, x=12500, y=-6000, who=5)


Written = tuple[int, int, int, int, int, int, int]


def say_all(tail: Row[Tail], events: list[Written]) -> None:
    for event in events:
        say(tail, *event)


def as_told(event: Event) -> Written:
    a, b, c, d, e = event.values
    return (event.kind, event.clause, a, b, c, d, e)


def numbered(count: int) -> list[Written]:
    """Events that differ in every number."""
    return [cast(Written, tuple(range(10 * i + 1, 10 * i + 8))) for i in range(count)]


def test_an_event_lies_in_the_tail_as_it_was_told() -> None:
    tail = allocate(Tail)
    say(tail, 1, 2, 3, 4, 5, 6, 7)
    event = look(Tail, tail).events[0]
    assert (event.kind, event.clause, list(event.values)) == (1, 2, [3, 4, 5, 6, 7])
    assert look(Tail, tail).count == 1


def test_events_lie_in_the_order_they_were_told() -> None:
    tail = allocate(Tail)
    say_all(tail, numbered(5))
    view = look(Tail, tail)
    assert view.count == 5
    assert [as_told(event) for event in view.events[:5]] == numbered(5)
    assert all(as_told(event) == (0,) * 7 for event in view.events[5:])


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
    say(tail, 1, 1, 1, 1, 1, 1, 1)
    view.silent = 0
    say(tail, 2, 2, 2, 2, 2, 2, 2)
    assert view.count == 1
    assert as_told(view.events[0]) == (2, 2, 2, 2, 2, 2, 2)


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
    say(tail, -1, -2, -3, -4, -5, -6, -7)
    assert as_told(view.events[0]) == (-1, -2, -3, -4, -5, -6, -7)
    assert [as_told(event) for event in view.events[1:]] == numbered(MAX_EVENTS)[1:]


@given(st.lists(st.tuples(INT32, INT32, INT32, INT32, INT32, INT32, INT32), max_size=MAX_EVENTS + 4))
def test_any_events_are_kept_as_far_as_there_is_room_and_touch_nothing_else(events: list[Written]) -> None:
    tail = allocate(Tail)
    view = look(Tail, tail)
    view.dice.blocks = 9
    say_all(tail, events)
    kept = events[:MAX_EVENTS]
    assert view.count == len(events)
    assert [as_told(event) for event in view.events[: len(kept)]] == kept
    assert (view.silent, view.dice.blocks, view.dice.seed_low) == (0, 9, 0)


# Named fields


def test_a_kind_is_its_number_and_has_its_fields() -> None:
    assert (int(Kind.MOVED), Kind(13), Kind.MOVED.name) == (13, Kind.MOVED, "MOVED")
    assert Kind.MOVED.fields == ("who", "x", "y", "level")
    assert Kind.TIE.fields == ()


def test_a_rule_takes_kinds_as_constants() -> None:
    tail = allocate(Tail)
    say_of_two_kinds(tail, 1)
    say_of_two_kinds(tail, 0)
    assert [event.kind for event in look(Tail, tail).events[:2]] == [Kind.SEEN, Kind.HEARD]


def test_an_event_is_read_by_the_names_of_its_fields() -> None:
    tail = allocate(Tail)
    say_four(tail)
    event = read_event(Kind, look(Tail, tail).events[0])
    assert event == happened(Kind.MOVED, 3, who=5, x=12500, y=-6000, level=3000)
    assert (event.kind, event.clause) == (Kind.MOVED, 3)
    assert (event["who"], event["y"]) == (5, -6000)
    assert event.fields == {"who": 5, "x": 12500, "y": -6000, "level": 3000}
    say(tail, Kind.CHECKED, 0, 1, 2, 3, 4, 5)
    assert read_event(Kind, look(Tail, tail).events[1])["needed"] == 5


def test_an_undeclared_field_is_not_there() -> None:
    with pytest.raises(KeyError):
        happened(Kind.SEEN, who=1)["x"]
    assert happened(Kind.TIE).fields == {}


def test_what_was_read_does_not_change_with_the_tail() -> None:
    tail = allocate(Tail)
    say_four(tail)
    event = read_event(Kind, look(Tail, tail).events[0])
    look(Tail, tail).events[0].values[0] = 9
    assert event["who"] == 5
    assert {event} == {EventView(Kind.MOVED, 3, (5, 12500, -6000, 3000))}


def test_an_event_of_an_undeclared_kind_cannot_be_read() -> None:
    tail = allocate(Tail)
    say(tail, 99, 1, 0, 0, 0, 0, 0)
    with pytest.raises(NotConforming, match="event kind 99"):
        read_event(Kind, look(Tail, tail).events[0])


@rule()
def say_wrongly(tail: Row[Tail]) -> None:
    emit(tail[0], Kind.SEEN, 3, whom=5)


@rule()
def say_too_little(tail: Row[Tail]) -> None:
    emit(tail[0], Kind.MOVED, 3, who=5, x=1, y=2)


@pytest.mark.parametrize("broken", [say_wrongly, say_too_little])
def test_fields_that_the_kind_does_not_declare_are_refused(broken: Callable[[Row[Tail]], None]) -> None:
    with pytest.raises((TypeError, NotCompiled), match="this kind of event has the fields who"):
        broken(allocate(Tail))
    with pytest.raises(TypeError, match="this kind of event has the fields who"):
        as_plain(broken)(cast("Row[Tail]", [Tail()]))

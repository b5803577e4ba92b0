"""A record is declared once; its layout, its views and its bytes follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import Annotated, Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.battle import Battle
from battlewright.engine.compiler.rule import rule
from battlewright.engine.dice import Dice
from battlewright.engine.errors import NotCompiled, SavedError
from battlewright.engine.events import Event, Tail
from battlewright.engine.node import Choice, Edit, Node
from battlewright.engine.record import (
    PLAIN,
    Record,
    RecordType,
    Row,
    allocate,
    assign,
    bytes_of,
    clear,
    copy_of,
    filled,
    layout_of,
    look,
    memory_of,
    numbers,
    position,
    restore,
    same,
    snapshot,
    width_of,
)
from battlewright.engine.rolloff import RollOff
from tests.engine.helpers import HIGHEST, INT32, LOWEST, as_many, leaves, listed

pytestmark = pytest.mark.plain


class Soldier(Record):
    toughness: int
    stress: int


class Veteran(Soldier):
    medals: Annotated[Row[int], 2]


class End(Record):
    told: int


class Army(Record):
    leader: Soldier
    soldiers: Annotated[Row[Soldier], 3]
    purse: Annotated[Row[int], 4]
    round: int
    tail: End


class Named(Record):
    """Every field has the name of something that NumPy's arrays have."""

    size: int
    data: int
    min: int
    base: int
    sum: Annotated[Row[int], 2]
    flags: Soldier


@rule()
def muster(army: Row[Army]) -> None:
    army[0].leader.stress = 7
    army[0].soldiers[1].toughness += 5
    army[0].soldiers[2] = army[0].soldiers[1]
    army[0].purse[1:3] = 9
    army[0].round -= 1
    army[0].tail.told = 2


@rule()
def use_every_name(named: Row[Named]) -> int:
    named[0].size += 1
    named[0].data += 2
    named[0].min += 3
    named[0].base += 4
    named[0].sum[1] += 5
    named[0].flags.stress += 6
    return named[0].size + named[0].data + named[0].min + named[0].base + named[0].sum[1] + named[0].flags.stress


def declare(name: str, *bases: type[Record], **fields: Any) -> type[Record]:
    """A record that is declared while a test runs."""
    made = RecordType(name, bases or (Record,), {"__annotations__": fields, "__module__": __name__})
    return cast("type[Record]", made)


def an_army() -> tuple[Row[Army], Army]:
    """An army whose numbers are 0, 1, 2 and so on in memory, and a view of it."""
    many = allocate(Army)
    memory_of(many)[:] = memory_of(numbers(list(range(width_of(Army)))))
    return many, look(Army, many)


# Layout


@pytest.mark.parametrize(
    "kind", [Soldier, Veteran, Army, Named, Dice, Event, Tail, Node, Choice, Edit, Battle, RollOff]
)
def test_every_number_is_an_int32_right_behind_the_one_before(kind: type[Record]) -> None:
    dtype = layout_of(kind).dtype
    found = leaves(dtype)
    assert [start for start, _ in found] == list(range(0, dtype.itemsize, 4))
    assert {leaf for _, leaf in found} == {np.dtype("int32")}
    assert dtype.isalignedstruct
    assert width_of(kind) == len(found)


def test_the_fields_lie_in_the_order_of_their_declaration() -> None:
    layout = layout_of(Army)
    assert [(field.name, field.start, field.width) for field in layout.fields] == [
        ("leader", 0, 2),
        ("soldiers", 2, 6),
        ("purse", 8, 4),
        ("round", 12, 1),
        ("tail", 13, 1),
    ]
    assert layout.dtype.names == ("leader", "soldiers", "purse", "round", "tail")


def test_inherited_fields_come_first() -> None:
    assert layout_of(Veteran).dtype.names == ("toughness", "stress", "medals")
    assert layout_of(declare("Hero", Veteran, luck=int)).dtype.names == ("toughness", "stress", "medals", "luck")


def test_a_record_does_not_change_the_one_it_inherits_from() -> None:
    assert layout_of(Soldier).dtype.names == ("toughness", "stress")
    assert width_of(Soldier) == 2


def test_the_position_ends_where_the_tail_begins() -> None:
    assert layout_of(Army).position == 13


def test_a_record_without_a_tail_is_all_position() -> None:
    assert layout_of(Veteran).position == width_of(Veteran) == 4


def test_a_tail_must_be_last() -> None:
    with pytest.raises(TypeError, match="Snake: the tail is the last field"):
        declare("Snake", tail=int, head=int)


def test_what_inherits_a_tail_can_add_nothing_behind_it() -> None:
    with pytest.raises(TypeError, match="the tail is the last field"):
        declare("LongArmy", Army, more=int)


def test_a_tail_may_be_added_to_what_is_inherited() -> None:
    assert layout_of(declare("Troop", Veteran, tail=End)).position == 4


@pytest.mark.parametrize(
    "hint",
    [
        float,
        bool,
        str,
        list[int],
        int | None,
        np.int32,
        Row[int],
        Row[Soldier],
        Annotated[int, 3],
        Annotated[Soldier, 3],
        Annotated[list[int], 3],
        Annotated[Row[int], 0],
        Annotated[Row[int], -1],
        Annotated[Row[int], "three"],
        Annotated[Row[int], 2.0],
        Annotated[Row[float], 3],
        Annotated[Row[Row[int]], 3],
        Annotated[Row[Any], 3],
    ],
)
def test_a_field_that_is_no_int_record_or_counted_row_is_refused(hint: Any) -> None:
    with pytest.raises(TypeError, match=r"^Bad\.field: .*Annotated\[Row\[kind\], count\]"):
        declare("Bad", good=int, field=hint)


def test_a_record_has_no_place_for_anything_but_its_fields() -> None:
    assert not hasattr(Soldier(), "__dict__")
    assert not hasattr(Veteran(), "__dict__")


# Views


def test_a_new_record_is_all_zeros_in_memory_of_its_own() -> None:
    one, other = Soldier(), Soldier()
    one.stress = 4
    assert (one.toughness, one.stress, other.stress) == (0, 4, 0)


def test_a_view_writes_into_the_numpy_array() -> None:
    array = np.zeros(2, layout_of(Army).dtype)
    army = look(Army, as_many(array), 1)
    army.leader.stress = -3
    army.soldiers[2].toughness = 11
    army.purse[3] = 5
    army.tail.told = 1
    assert array[1]["leader"]["stress"] == -3
    assert array[1]["soldiers"][2]["toughness"] == 11
    assert array[1]["purse"].tolist() == [0, 0, 0, 5]
    assert array[1]["tail"]["told"] == 1
    assert not array[0].tobytes().strip(b"\0")


def test_a_view_reads_what_numpy_wrote() -> None:
    array = np.zeros(2, layout_of(Army).dtype)
    army = look(Army, as_many(array), 1)
    array[1]["leader"]["toughness"] = LOWEST
    array[1]["soldiers"]["stress"] = [4, 5, 6]
    array["round"] = 8
    assert army.leader.toughness == LOWEST
    assert [soldier.stress for soldier in army.soldiers] == [4, 5, 6]
    assert army.round == 8


def test_a_view_gives_plain_ints() -> None:
    _, army = an_army()
    assert type(army.round) is int
    assert type(army.purse[0]) is int
    assert type(army.leader.stress) is int


def test_two_views_of_one_record_see_each_other() -> None:
    many, army = an_army()
    look(Army, many).soldiers[0].stress = 40
    assert army.soldiers[0].stress == 40


def test_a_rule_and_a_view_leave_the_same_bytes() -> None:
    ruled, seen = allocate(Army), allocate(Army)
    muster(ruled)
    army = look(Army, seen)
    army.leader.stress = 7
    army.soldiers[1].toughness = 5
    army.soldiers[2].toughness = 5
    army.purse[1] = army.purse[2] = 9
    army.round = -1
    army.tail.told = 2
    assert snapshot(ruled) == snapshot(seen)
    assert listed(ruled) == [0, 7, 0, 0, 5, 0, 5, 0, 0, 9, 9, 0, -1, 2]


@pytest.mark.parametrize("name", ["stres", "Stress", "medals", "__wrapped__", "size"])
def test_a_misspelt_field_can_neither_be_read_nor_written(name: str) -> None:
    soldier = Soldier()
    with pytest.raises(AttributeError):
        getattr(soldier, name)
    with pytest.raises(AttributeError):
        setattr(soldier, name, 1)
    assert soldier == Soldier()


@pytest.mark.parametrize("number", [HIGHEST + 1, LOWEST - 1, 2**32, 2**63, -(2**64), 10**40])
def test_a_number_that_does_not_fit_is_refused_and_changes_nothing(number: int) -> None:
    many, army = an_army()
    before = snapshot(many)
    with pytest.raises(ValueError, match="invalid value"):
        army.round = number
    with pytest.raises(ValueError, match="invalid value"):
        army.leader.stress = number
    with pytest.raises(ValueError, match="invalid value"):
        army.purse[0] = number
    assert snapshot(many) == before


def test_adding_past_the_highest_number_does_not_wrap() -> None:
    soldier = Soldier()
    soldier.stress = HIGHEST
    with pytest.raises(ValueError, match="invalid value"):
        soldier.stress += 1
    assert soldier.stress == HIGHEST


@pytest.mark.parametrize("value", [1.0, "1", None])
def test_what_is_no_whole_number_is_refused(value: Any) -> None:
    soldier = Soldier()
    with pytest.raises(TypeError):
        soldier.stress = value
    assert soldier.stress == 0


def test_a_nested_record_can_be_assigned_as_a_whole() -> None:
    many, army = an_army()
    new = Soldier()
    new.toughness, new.stress = 100, 200
    army.leader = new
    new.stress = 201
    assert listed(many) == [100, 200, *range(2, 14)]


def test_a_nested_record_of_another_kind_is_refused() -> None:
    many, army = an_army()
    before = snapshot(many)
    wrong: Any = End()
    with pytest.raises(TypeError, match="a End is no Soldier"):
        army.leader = wrong
    with pytest.raises(TypeError, match="a Veteran is no Soldier"):
        army.leader = Veteran()
    assert snapshot(many) == before


def test_a_row_cannot_be_replaced_only_filled() -> None:
    _, army = an_army()
    with pytest.raises(AttributeError):
        army.purse = numbers([1, 2, 3, 4])
    assert list(army.purse) == [8, 9, 10, 11]


def test_the_names_that_numpy_uses_itself_are_free_for_fields() -> None:
    many = allocate(Named)
    named = look(Named, many)
    named.size, named.data, named.min, named.base = 10, 20, 30, 40
    named.sum[1] = 50
    named.flags.stress = 60
    assert listed(many) == [10, 20, 30, 40, 0, 50, 0, 60]
    assert use_every_name(many) == 231
    assert (named.size, named.data, named.min, named.base) == (11, 22, 33, 44)
    assert (named.sum[1], named.flags.stress) == (55, 66)


# Rows


def test_a_row_knows_its_length_and_its_order() -> None:
    _, army = an_army()
    assert (len(army.soldiers), len(army.purse)) == (3, 4)
    assert list(army.purse) == [8, 9, 10, 11]
    assert [(soldier.toughness, soldier.stress) for soldier in army.soldiers] == [(2, 3), (4, 5), (6, 7)]


def test_what_a_loop_over_a_row_gives_is_live() -> None:
    many, army = an_army()
    for soldier in army.soldiers:
        soldier.stress = 0
    assert listed(many)[2:8] == [2, 0, 4, 0, 6, 0]


@pytest.mark.parametrize("index", [-1, -3, 4, 5, 2**40, -(2**40)])
def test_an_index_outside_a_row_is_refused(index: int) -> None:
    many, army = an_army()
    before = snapshot(many)
    with pytest.raises(IndexError, match=f"index {index} is outside 0 to 3"):
        army.purse[index]
    with pytest.raises(IndexError, match="outside 0 to 3"):
        army.purse[index] = 1
    with pytest.raises(IndexError, match="outside 0 to 2"):
        army.soldiers[index]
    with pytest.raises(IndexError, match="outside 0 to 2"):
        army.soldiers[index] = Soldier()
    assert snapshot(many) == before


def test_the_end_of_a_slice_is_the_end_though_the_memory_goes_on() -> None:
    _, army = an_army()
    part = army.purse[1:3]
    assert list(part) == [9, 10]
    with pytest.raises(IndexError, match="index 2 is outside 0 to 1"):
        part[2]


def test_a_slice_shares_the_memory() -> None:
    many, army = an_army()
    army.purse[1:][2] = 99
    army.soldiers[1:3][1].stress = 77
    army.purse[:2][:1][0] = 55
    assert listed(many) == [0, 1, 2, 3, 4, 5, 6, 77, 55, 9, 10, 99, 12, 13]


@pytest.mark.parametrize(
    ("part", "kept"),
    [
        (slice(None), [8, 9, 10, 11]),
        (slice(2), [8, 9]),
        (slice(2, None), [10, 11]),
        (slice(1, 99), [9, 10, 11]),
        (slice(-1, None), [11]),
        (slice(0, -1), [8, 9, 10]),
        (slice(3, 1), []),
        (slice(99, None), []),
        (slice(0, 4, 1), [8, 9, 10, 11]),
    ],
)
def test_a_slice_has_the_bounds_of_a_list(part: slice, kept: list[int]) -> None:
    _, army = an_army()
    assert list(army.purse[part]) == kept
    assert len(army.purse[part]) == len(kept)


@pytest.mark.parametrize("step", [2, -1])
def test_a_slice_has_no_step(step: int) -> None:
    _, army = an_army()
    with pytest.raises(IndexError, match="no step"):
        army.purse[::step]


def test_a_slice_is_filled_with_one_number() -> None:
    many, army = an_army()
    army.purse[1:3] = 0
    assert listed(many)[8:12] == [8, 0, 0, 11]


def test_a_slice_is_filled_from_a_row() -> None:
    many, army = an_army()
    army.purse[:2] = army.purse[2:]
    assert listed(many)[8:12] == [10, 11, 10, 11]


def test_a_slice_of_records_is_filled_with_copies_of_one() -> None:
    many, army = an_army()
    new = Soldier()
    new.toughness, new.stress = 50, 60
    army.soldiers[1:] = new
    new.stress = 0
    assert listed(many)[2:8] == [2, 3, 50, 60, 50, 60]


def test_an_entry_of_a_row_of_records_is_assigned_as_a_copy() -> None:
    many, army = an_army()
    army.soldiers[0] = army.soldiers[2]
    army.soldiers[2].stress = 0
    assert listed(many)[2:8] == [6, 7, 4, 5, 6, 0]


def test_an_entry_of_another_kind_is_refused() -> None:
    many, army = an_army()
    before = snapshot(many)
    wrong: Any = Veteran()
    with pytest.raises(TypeError, match="a Veteran is no Soldier"):
        army.soldiers[0] = wrong
    assert snapshot(many) == before


def test_rows_of_numbers_are_zeros_or_what_was_given() -> None:
    assert listed(numbers(3)) == [0, 0, 0]
    assert listed(numbers([5, LOWEST, HIGHEST])) == [5, LOWEST, HIGHEST]
    assert listed(numbers([])) == []


def test_records_are_filled_number_by_number() -> None:
    many = filled(Soldier, [1, 2, 3, 4])
    assert [(look(Soldier, many, i).toughness, look(Soldier, many, i).stress) for i in range(len(many))] == [
        (1, 2),
        (3, 4),
    ]
    assert len(filled(Soldier, [])) == 0


def test_several_records_are_looked_at_one_by_one() -> None:
    many = allocate(Soldier, 3)
    for i in range(3):
        look(Soldier, many, i).stress = 10 + i
    assert listed(many) == [0, 10, 0, 11, 0, 12]
    assert len(many) == 3


def test_a_look_behind_the_last_record_finds_nothing() -> None:
    many = allocate(Soldier, 3)
    with pytest.raises(IndexError):
        _ = look(Soldier, many, 3).stress


# Copies, and what is equal


def test_a_record_is_assigned_number_by_number() -> None:
    many, army = an_army()
    other = Army()
    assign(other, army)
    assert other == army
    other.round = 0
    assert army.round == 12
    assert listed(many) == list(range(14))


def test_another_kind_cannot_be_assigned_even_of_the_same_width() -> None:
    twin = declare("Twin", toughness=int, stress=int)()
    soldier = Soldier()
    soldier.stress = 3
    with pytest.raises(TypeError, match="a Twin is no Soldier"):
        assign(soldier, twin)
    assert (soldier.toughness, soldier.stress) == (0, 3)


def test_a_copy_is_independent_of_what_it_was_made_from() -> None:
    many, army = an_army()
    copy = copy_of(army.soldiers[1])
    assert type(copy) is Soldier
    assert (copy.toughness, copy.stress) == (4, 5)
    copy.stress = 99
    army.soldiers[1].toughness = 88
    assert (copy.toughness, copy.stress) == (4, 99)
    assert listed(many)[4:6] == [88, 5]


def test_clearing_a_record_leaves_its_neighbours() -> None:
    many, army = an_army()
    clear(army.soldiers[1])
    assert listed(many) == [0, 1, 2, 3, 0, 0, 6, 7, 8, 9, 10, 11, 12, 13]


def test_records_are_equal_when_kind_and_numbers_are() -> None:
    one, other = Soldier(), Soldier()
    assert one == other
    other.stress = 1
    assert one != other
    assert one != declare("Twin", toughness=int, stress=int)()
    assert one != (0, 0)


def test_a_view_is_no_key_since_it_changes_with_its_memory() -> None:
    with pytest.raises(TypeError):
        hash(Soldier())


def test_the_bytes_of_a_record_are_its_own_alone() -> None:
    _, army = an_army()
    assert bytes_of(army.soldiers[1]).tobytes() == np.array([4, 5], "int32").tobytes()


def test_a_record_shows_itself_with_all_that_lies_in_it() -> None:
    _, army = an_army()
    army.round = -12
    assert repr(army) == (
        "Army(leader=Soldier(toughness=0, stress=1), "
        "soldiers=[Soldier(toughness=2, stress=3), Soldier(toughness=4, stress=5), Soldier(toughness=6, stress=7)], "
        "purse=[8, 9, 10, 11], round=-12, tail=End(told=13))"
    )


# Snapshots


def test_a_snapshot_does_not_change_with_the_record() -> None:
    many, army = an_army()
    saved = snapshot(many)
    army.round = 99
    assert saved != snapshot(many)
    assert saved == np.arange(14, dtype="int32").tobytes()


def test_a_slice_of_records_has_a_snapshot_of_its_own() -> None:
    many = allocate(Soldier, 3)
    for i in range(3):
        look(Soldier, many, i).stress = 10 + i
    part = many[1:2]
    assert listed(part) == [0, 11]
    restore(part, bytes(8))
    assert listed(many) == [0, 10, 0, 0, 0, 12]


@pytest.mark.parametrize("length", [0, 1, 55, 57, 112])
def test_saved_bytes_of_another_length_are_refused_and_change_nothing(length: int) -> None:
    many, _ = an_army()
    before = snapshot(many)
    with pytest.raises(SavedError, match=f"{length} bytes were given, 56 are needed"):
        restore(many, b"\xff" * length)
    assert snapshot(many) == before


def test_rows_are_the_same_when_their_bytes_are() -> None:
    (one, army), (other, _) = an_army(), an_army()
    assert same(one, other)
    army.tail.told = 99
    assert not same(one, other)
    assert not same(allocate(Soldier, 1), allocate(Soldier, 2))
    assert same(numbers(2), allocate(Soldier))


def test_the_tail_is_no_part_of_the_position() -> None:
    many, army = an_army()
    before, saved = position(Army, many), snapshot(many)
    army.tail.told = 99
    assert position(Army, many) == before
    assert snapshot(many) != saved


def test_each_number_before_the_tail_is_part_of_the_position() -> None:
    seen = set()
    for place in range(13):
        many = allocate(Army)
        memory_of(many)[place] = 1
        seen.add(position(Army, many))
    assert len(seen) == 13
    assert {len(each) for each in seen} == {52}


def test_each_of_several_records_has_its_position() -> None:
    many = allocate(Army, 3)
    look(Army, many, 1).round = 5
    look(Army, many, 2).tail.told = 5
    assert position(Army, many, 0) == position(Army, many, 2) == bytes(52)
    assert position(Army, many, 1) == bytes(48) + np.int32(5).tobytes()


# Any record, any place, any number

NAMES = st.lists(st.sampled_from(["a", "b", "size", "data", "shape", "T", "item", "copy"]), min_size=1, unique=True)


@st.composite
def kinds(draw: st.DrawFn, depth: int = 2) -> type[Record]:
    """A record of any fields, records within records."""
    fields: dict[str, Any] = {}
    for name in draw(NAMES):
        inner: Any = draw(kinds(depth - 1)) if depth and draw(st.booleans()) else int
        count = draw(st.integers(0, 3))
        fields[name] = Annotated[Row[inner], count] if count else inner
    return declare("Random", **fields)


Path = tuple[str | int, ...]


def paths(kind: Any, count: int) -> Iterator[Path]:
    """The way to each number, in the order of memory."""
    for step in [(i,) for i in range(count)] if count else [()]:
        if kind is int:
            yield step
        else:
            for field in layout_of(kind).fields:
                for rest in paths(field.kind, field.count):
                    yield (*step, field.name, *rest)


def walk(start: Any, path: Sequence[str | int]) -> Any:
    """Follow a path through views."""
    for step in path:
        start = getattr(start, step) if isinstance(step, str) else start[step]
    return start


@given(kinds(), st.data())
def test_a_number_written_at_any_place_is_read_there_and_nowhere_else(kind: type[Record], data: st.DataObject) -> None:
    many = allocate(kind)
    view = look(kind, many)
    array = np.frombuffer(memory_of(many), layout_of(kind).dtype)
    everywhere = list(paths(kind, 0))
    for value in data.draw(st.lists(INT32, min_size=1, max_size=4)):
        place = data.draw(st.integers(0, len(everywhere) - 1))
        before, path = listed(many), everywhere[place]
        owner, last = walk(view, path[:-1]), path[-1]
        if isinstance(last, str):
            setattr(owner, last, value)
        else:
            owner[last] = value
        assert walk(view, path) == value
        by_numpy: Any = array[0]
        for step in path:
            by_numpy = by_numpy[step]
        assert int(by_numpy) == value
        assert listed(many) == [*before[:place], value, *before[place + 1 :]]


@given(kinds())
def test_any_record_is_laid_out_without_gaps(kind: type[Record]) -> None:
    found = leaves(layout_of(kind).dtype)
    assert [start for start, _ in found] == [4 * i for i in range(len(list(paths(kind, 0))))]
    assert layout_of(kind).dtype.itemsize == 4 * len(found)


@given(kinds(depth=1), st.integers(1, 3), st.data())
def test_what_was_saved_is_restored_byte_for_byte(kind: type[Record], count: int, data: st.DataObject) -> None:
    width = count * width_of(kind)
    several = st.lists(INT32, min_size=width, max_size=width)
    many, values, later = allocate(kind, count), data.draw(several), data.draw(several)
    memory_of(many)[:] = memory_of(numbers(values))
    saved = snapshot(many)
    memory_of(many)[:] = memory_of(numbers(later))
    restore(many, saved)
    assert listed(many) == values
    assert snapshot(many) == saved
    other = allocate(kind, count)
    restore(other, saved)
    assert same(many, other)


@given(st.lists(INT32, min_size=14, max_size=14), st.lists(INT32, min_size=14, max_size=14))
def test_positions_are_equal_just_when_all_before_the_tail_is(one: list[int], other: list[int]) -> None:
    armies = allocate(Army, 2)
    memory_of(armies)[:] = memory_of(numbers(one + other))
    assert (position(Army, armies, 0) == position(Army, armies, 1)) == (one[:13] == other[:13])
    look(Army, armies, 1).leader = look(Army, armies, 0).leader
    memory_of(armies)[16:27] = memory_of(armies)[2:13]
    assert position(Army, armies, 0) == position(Army, armies, 1)


class Rowed(Record):
    row: Annotated[Row[int], 4]


@rule()
def shift(many: Row[Rowed]) -> None:
    many[0].row[1:] = many[0].row[:3]


def test_a_row_is_copied_onto_itself_as_if_it_were_read_first() -> None:
    view = Rowed()
    for i in range(4):
        view.row[i] = i + 1
    view.row[1:] = view.row[:3]
    assert list(view.row) == [1, 1, 2, 3]


def test_a_rule_that_copies_rows_would_allocate_and_does_not_compile() -> None:
    many = allocate(Rowed)
    with nullcontext() if PLAIN else pytest.raises(NotCompiled, match="it would allocate memory"):
        shift(many)


def test_rows_of_another_length_are_refused_and_nothing_is_written() -> None:
    view = Rowed()
    view.row[:] = 7
    for count in (1, 2):
        with pytest.raises(ValueError, match="does not fit"):
            view.row[:3] = view.row[:count]
    assert list(view.row) == [7, 7, 7, 7]


@pytest.mark.parametrize("index", [-1, 2, 9])
def test_a_record_outside_the_row_cannot_be_looked_at(index: int) -> None:
    many = allocate(Rowed, 2)
    with pytest.raises(IndexError):
        look(Rowed, many, index)
    with pytest.raises(IndexError):
        position(Rowed, many, index)


def test_two_lengths_a_bare_record_and_a_default_are_no_declarations() -> None:
    with pytest.raises(TypeError, match="several are declared"):
        type("Two", (Record,), {"__annotations__": {"x": Annotated[Row[int], 3, 4]}})
    with pytest.raises(TypeError, match="a field is an int"):
        type("Bare", (Record,), {"__annotations__": {"x": Record}})
    with pytest.raises(TypeError, match="no default"):
        type("Default", (Record,), {"__annotations__": {"x": int}, "x": 3})

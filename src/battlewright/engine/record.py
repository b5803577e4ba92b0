"""Records: a battle as a flat row of integers.

A record is declared once, as a small annotated class:

    class Model(Record):
        toughness: int
        stress: int

    class Battle(Record):
        models: Annotated[Row[Model], 12]
        tail: Tail

The class gives the NumPy layout that compiled rules read (every field int32, aligned, no padding), the types for the
type checker, and a view: an instance of the class, whose attributes read and write the same memory as Python ints.
Rules that run as plain Python get views, so both modes leave the same bytes.

The fields before ``tail`` are the *position*: the key by which odds and search recognise a state.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast, get_args, get_origin, get_type_hints, overload

import numpy as np
import numpy.typing as npt

from battlewright.engine.errors import SavedError

T = TypeVar("T")
U = TypeVar("U")
R = TypeVar("R", bound="Record")

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0").strip() not in ("", "0")
"""Whether rules run as plain Python (``NUMBA_DISABLE_JIT=1``)."""

INT = np.dtype("i4")
WIDE = np.dtype("i8")
FEW = 64
"""Up to this many records are allocated in another way: NumPy is slow to clear records with many fields."""


@dataclass(frozen=True)
class Field:
    """One field of a layout: its name, its start (in ints), its type, and its length (0: not an array)."""

    name: str
    start: int
    kind: type[Any]
    count: int

    @property
    def width(self) -> int:
        return width_of(self.kind) * (self.count or 1)


@dataclass(frozen=True)
class Layout:
    """The memory layout of a record. ``position`` is the number of ints before the tail, its own or that of the record
    that is its last field."""

    fields: tuple[Field, ...]
    width: int
    position: int
    dtype: np.dtype[np.void]


class Row(Generic[T]):
    """A row of ints or records that behaves like the arrays of compiled rules.

    Indices are checked; a slice shares the memory. Compiled rules get a NumPy array instead.
    """

    __slots__ = ("_at", "_count", "_kind", "_memory", "_width")

    def __init__(self, memory: memoryview, at: int, count: int, kind: type[T]) -> None:
        self._memory = memory
        self._at = at
        self._count = count
        self._kind = kind
        self._width = 1 if kind is int else kind._layout.width  # type: ignore[attr-defined]

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Row[T]: ...
    def __getitem__(self, index: int | slice) -> T | Row[T]:
        if isinstance(index, slice):
            return self._part(index)
        at = self._offset(index)
        if self._kind is int:
            return cast(T, self._memory[at])
        return self._kind(self._memory, at)  # type: ignore[call-arg]

    def __setitem__(self, index: int | slice, value: T | int | Row[T]) -> None:
        if isinstance(index, slice):
            part = self._part(index)
            if isinstance(value, Row):
                _copy_row(part, value)
            else:
                for i in range(len(part)):
                    part[i] = cast(T, value)
        elif self._kind is int:
            self._memory[self._offset(index)] = cast(int, value)
        else:
            assign(cast(Record, self[index]), cast(Record, value))

    def __iter__(self) -> Iterator[T]:
        for i in range(self._count):
            yield self[i]

    def _offset(self, index: int) -> int:
        if not 0 <= index < self._count:
            raise IndexError(f"index {index} is outside 0 to {self._count - 1}")
        return self._at + index * self._width

    def _part(self, index: slice) -> Row[T]:
        start, stop, step = index.indices(self._count)
        if step != 1:
            raise IndexError("a slice of a record's array has no step")
        return Row(self._memory, self._at + start * self._width, max(stop - start, 0), self._kind)


class Int64Row(Row[int]):
    """A row of 64-bit ints, for weights and totals; records hold only 32-bit ints."""

    __slots__ = ()

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> int: ...
        @overload
        def __getitem__(self, index: slice) -> Int64Row: ...
        def __getitem__(self, index: int | slice) -> int | Int64Row: ...


class RecordType(type):
    """Limits a view to its declared fields, so that a misspelt one is an error in plain Python too."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, object]) -> RecordType:
        space.setdefault("__slots__", ())
        return super().__new__(cls, name, bases, space)


class Record(metaclass=RecordType):
    """The base class of all records. An instance is a view of one record in memory."""

    __slots__ = ("_at", "_memory")
    _layout: ClassVar[Layout]

    def __init_subclass__(cls) -> None:
        cls._layout = _lay_out(cls)
        for field in cls._layout.fields:
            setattr(cls, field.name, _access(field))

    def __init__(self, memory: memoryview | None = None, at: int = 0) -> None:
        self._memory = _memory(np.zeros(width_of(type(self)), INT)) if memory is None else memory
        self._at = at

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and type(self) is type(other) and bytes_of(self) == bytes_of(other)

    __hash__ = None  # type: ignore[assignment]  # a view changes with its memory

    def __repr__(self) -> str:
        parts = ", ".join(f"{field.name}={_show(getattr(self, field.name))}" for field in layout_of(type(self)).fields)
        return f"{type(self).__name__}({parts})"


def layout_of(kind: type[Record]) -> Layout:
    """Return the memory layout of a record type."""
    return kind._layout


def width_of(kind: type[Any]) -> int:
    """Return the number of ints that one value of this type takes."""
    return 1 if kind is int else layout_of(kind).width


RowT = TypeVar("RowT", bound=Row[Any])


def allocate(kind: type[R], count: int = 1) -> Row[R]:
    """Allocate zeroed records in the form that rules take: a NumPy array, or ``Row`` in plain Python."""
    layout = layout_of(kind)
    if PLAIN:
        return Row(_memory(np.zeros(count * layout.width, INT)), 0, count, kind)
    if 0 < count <= FEW:
        return cast("Row[R]", np.frombuffer(bytearray(count * layout.dtype.itemsize), layout.dtype))
    return cast("Row[R]", np.zeros(count, layout.dtype))


def filled(kind: type[R], values: Sequence[int]) -> Row[R]:
    """Allocate records with these numbers, one record after another, in the form that rules take."""
    row, layout = array("i", values), layout_of(kind)
    if PLAIN:
        return Row(memoryview(row), 0, len(row) // layout.width, kind)
    return cast("Row[R]", np.frombuffer(row, layout.dtype) if row else np.zeros(0, layout.dtype))


def duplicate(row: Row[T]) -> Row[T]:
    """Return a copy of a row, in its own memory."""
    copied = bytearray(memory_of(row))
    if isinstance(row, Row):
        return Row(memoryview(copied).cast("i"), 0, len(row), row._kind)
    return cast("Row[T]", np.frombuffer(copied, cast("npt.NDArray[np.generic]", row).dtype))


def numbers(values: Sequence[int] | npt.NDArray[np.generic] | int) -> Row[int]:
    """Allocate a row of ints in the form that rules take: these values, or (given an int) that many zeros."""
    row = np.zeros(values, INT) if isinstance(values, int) else np.array(values, INT).reshape(-1)
    if PLAIN:
        return Row(_memory(row), 0, len(row), int)
    return cast("Row[int]", row)


def int64_row(values: Sequence[int] | int) -> Int64Row:
    """Allocate a row of 64-bit ints in the form that rules take: these values, or (given an int) that many zeros."""
    row = np.zeros(values, WIDE) if isinstance(values, int) else np.array(values, WIDE).reshape(-1)
    if PLAIN:
        return Int64Row(row.data.cast("B").cast("q"), 0, len(row), int)
    return cast(Int64Row, row)


@overload
def array_of(row: Int64Row) -> npt.NDArray[np.int64]: ...  # type: ignore[overload-overlap]  # Int64Row are known as such
@overload
def array_of(row: Row[int]) -> npt.NDArray[np.int32]: ...
def array_of(row: Row[int]) -> npt.NDArray[np.generic]:
    """Return a row of ints as a NumPy array that shares its memory."""
    if isinstance(row, Row):
        return np.asarray(row._memory[row._at : row._at + len(row)])
    return cast("npt.NDArray[np.generic]", row)


def ints_of(row: Row[T]) -> Row[int]:
    """Return the same memory as a row of ints."""
    if not isinstance(row, Row):
        return cast("Row[int]", np.frombuffer(row, INT))
    memory = memory_of(row)
    return Row(memory, 0, len(memory), int) if PLAIN else cast("Row[int]", np.frombuffer(memory, INT))


def offset_of(kind: type[Record], *path: str | int) -> int:
    """Return the offset of a number in a record, in ints: ``offset_of(Battle, "models", 2, "stress")``."""
    at, count = 0, 0
    for part in path:
        if isinstance(part, int):
            if not 0 <= part < count:
                raise IndexError(f"index {part} is outside 0 to {count - 1}")
            at, count = at + part * width_of(kind), 0
        else:
            field = next(field for field in layout_of(kind).fields if field.name == part)
            at, kind, count = at + field.start, field.kind, field.count
    return at


def int64_view(row: Row[T], count: int) -> Int64Row:
    """Return the first ``count`` pairs of ints as a row of 64-bit ints that shares the memory."""
    memory = memory_of(row)[: 2 * count]
    if PLAIN:
        return Int64Row(memory.cast("B").cast("q"), 0, count, int)
    return cast(Int64Row, np.frombuffer(memory, WIDE))


def look(kind: type[R], row: Row[R], index: int = 0) -> R:
    """Return a live view of one record of a row, to read and write Python ints in either mode."""
    memory = memory_of(row)
    at = index * kind._layout.width
    if not 0 <= at < len(memory):
        raise IndexError(f"index {index} is outside 0 to {len(row) - 1}")
    return kind(memory, at)


def memory_of(row: Row[T]) -> memoryview:
    """Return the ints of a row as a memoryview that shares its memory."""
    if isinstance(row, Row):
        return row._memory[row._at : row._at + row._count * row._width]
    return _memory(cast("npt.NDArray[np.generic]", row))


def bytes_of(record: Record) -> memoryview:
    """Return the bytes of one record, sharing its memory."""
    return ints_in(record).cast("B")


def ints_in(record: Record) -> memoryview:
    """Return the ints of one record, sharing its memory."""
    return record._memory[record._at : record._at + record._layout.width]


def assign(target: Record, source: Record) -> None:
    """Copy all numbers of one record into another of the same type."""
    if type(target) is not type(source):
        raise TypeError(f"a {type(source).__name__} is no {type(target).__name__}")
    ints_in(target)[:] = ints_in(source)


def row_of(kind: type[R], record: Record) -> Row[R]:
    """Return a copy of a record in the form that rules take: as a row of one."""
    if type(record) is not kind:
        raise TypeError(f"a {type(record).__name__} is no {kind.__name__}")
    copied = bytearray(ints_in(record))
    if PLAIN:
        return Row(memoryview(copied).cast("i"), 0, 1, kind)
    return cast("Row[R]", np.frombuffer(copied, kind._layout.dtype))


def copy_of(record: R) -> R:
    """Return a copy of a record, in its own memory."""
    return type(record)(memoryview(bytearray(ints_in(record))).cast("i"))


def clear(record: Record) -> None:
    """Set all numbers of a record to 0."""
    cleared = bytes_of(record)
    cleared[:] = bytes(len(cleared))


def snapshot(row: Row[T]) -> bytes:
    """Return a copy of all bytes of a row, for saves, undo and keys."""
    if isinstance(row, Row):
        return memory_of(row).tobytes()
    return cast("npt.NDArray[np.generic]", row).tobytes()


def restore(row: Row[T], saved: bytes) -> None:
    """Restore saved bytes. Raises SavedError, and changes nothing, if the length differs."""
    memory = memory_of(row).cast("B")
    if len(saved) != len(memory):
        raise SavedError(f"The saved bytes do not fit: {len(saved)} bytes were given, {len(memory)} are needed.")
    memory[:] = saved


def position(kind: type[R], row: Row[R], index: int = 0) -> bytes:
    """Return the bytes of one record up to its tail."""
    if not 0 <= index < len(row):
        raise IndexError(f"index {index} is outside 0 to {len(row) - 1}")
    start = index * width_of(kind)
    return memory_of(row)[start : start + layout_of(kind).position].tobytes()


def grown(new: RowT, old: RowT) -> RowT:
    """Copy the old content to the start of the new, larger row; return the new row."""
    memory_of(new)[: len(memory_of(old))] = memory_of(old)
    return new


def same(one: Row[T], other: Row[U]) -> bool:
    """Whether two rows hold the same bytes."""
    return memory_of(one) == memory_of(other)


def _copy_row(target: Row[T], source: Row[T]) -> None:
    """Copy one row into another of the same length. As in NumPy, the two may overlap."""
    if len(target) != len(source):
        raise ValueError(f"a row of {len(source)} does not fit into one of {len(target)}")
    memory = memory_of(source)
    memory_of(target)[:] = memoryview(memory.tobytes()).cast("B").cast(memory.format)  # type: ignore[call-overload]


def _memory(row: npt.NDArray[np.generic]) -> memoryview:
    return np.frombuffer(row, INT).data if row.size else row.view(INT).data


def _lay_out(made: type[Record]) -> Layout:
    fields: list[Field] = []
    start = 0
    for name, hint in get_type_hints(made, include_extras=True).items():
        if name.startswith("_"):
            continue
        if isinstance(made.__dict__.get(name), int):
            raise TypeError(f"{made.__name__}.{name}: a field has no default; new records are all 0")
        kind, count = _read_hint(made.__name__, name, hint)
        fields.append(Field(name, start, kind, count))
        start += fields[-1].width
    if any(field.name == "tail" for field in fields[:-1]):
        raise TypeError(f"{made.__name__}: the tail is the last field")
    position = start
    if fields and fields[-1].name == "tail":
        position = fields[-1].start
    elif fields and not fields[-1].count and fields[-1].kind is not int:
        position = fields[-1].start + layout_of(fields[-1].kind).position
    dtype = np.dtype([(field.name, *_dtype_of(field)) for field in fields], align=True)
    assert dtype.itemsize == start * INT.itemsize, f"{made.__name__} is padded"
    return Layout(tuple(fields), start, position, dtype)


def _read_hint(record: str, name: str, hint: Any) -> tuple[type[Any], int]:
    count = 0
    if hasattr(hint, "__metadata__"):
        count, *more = hint.__metadata__
        hint = get_args(hint)[0]
        if more or get_origin(hint) is not Row or not isinstance(count, int) or count < 1:
            raise TypeError(f"{record}.{name}: several are declared as Annotated[Row[kind], count]")
        (hint,) = get_args(hint)
    if hint is not int and (not isinstance(hint, RecordType) or hint is Record):
        raise TypeError(f"{record}.{name}: a field is an int, a record, or Annotated[Row[kind], count]")
    return hint, count


def _dtype_of(field: Field) -> tuple[object, ...]:
    kind = INT if field.kind is int else layout_of(field.kind).dtype
    return (kind, (field.count,)) if field.count else (kind,)


def _access(field: Field) -> property:
    """Return the property through which a view reads and writes a field."""
    start, kind, count = field.start, field.kind, field.count

    def set_int(self: Record, value: int) -> None:
        self._memory[self._at + start] = value

    def set_record(self: Record, value: Record) -> None:
        assign(kind(self._memory, self._at + start), value)

    if count:
        return property(lambda self: Row(self._memory, self._at + start, count, kind))
    if kind is int:
        return property(lambda self: self._memory[self._at + start], set_int)
    return property(lambda self: kind(self._memory, self._at + start), set_record)


def _show(value: object) -> str:
    return f"[{', '.join(map(_show, value))}]" if isinstance(value, Row) else repr(value)


def record_data(record: Record) -> dict[str, object]:
    """Return a record with all that is in it, as plain data."""
    names = (field.name for field in layout_of(type(record)).fields)
    return {name: _value(getattr(record, name)) for name in names}


def _value(value: object) -> object:
    if isinstance(value, Row):
        return [_value(each) for each in value]
    return record_data(value) if isinstance(value, Record) else value

"""Declare a record, change it through a view, take a snapshot and go back to it."""

from typing import Annotated

from battlewright.engine.record import Record, Row, allocate, layout_of, look, restore, same, snapshot


class Model(Record):
    toughness: int
    stress: int


class Squad(Record):
    banner: int
    models: Annotated[Row[Model], 3]


print(layout_of(Squad).dtype.itemsize, "bytes")

squad = allocate(Squad)  # a row of one record, zeroed: this is what rules take
view = look(Squad, squad)  # a live view: Python ints in and out
view.banner = 1
view.models[2].toughness = 4

saved = snapshot(squad)  # a copy of the bytes
view.models[2].toughness -= 3
view.models[2].stress += 1
print(view.models[2])

restore(squad, saved)  # undo is the last copy
print(view.models[2])

other = allocate(Squad)
restore(other, saved)
print("the same bytes:", same(squad, other))

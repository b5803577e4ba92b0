"""The file of a study, and the plan made from it: the cells, what is measured, and how precise it must be.

[study]
name = "Is a spear worth its points?"
system = "NAME"
bots = ["greedy", "random"]
precision = 0.03

[setup]
rosters = ["harrow-hedge", "red-hall"]

[vary]
weapons.spear.threat = [1, 1.5, 2]
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from battlewright.answers.parameters import parameters_of
from battlewright.bots.named import NamedBot, named
from battlewright.contract.system import System
from battlewright.engine import formats, source
from battlewright.engine.errors import BattlewrightError, Fault, SetupError, UnknownError
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.lab.pairing import Pairing
from battlewright.lab.recorder import Columns
from battlewright.lab.study.intervals import needed, share_interval
from battlewright.lab.study.measures import (
    FIRST_PLAYER,
    WIN_SHARE,
    Measure,
    column_name,
    default_measures,
    measures_of,
    named_measures,
)
from battlewright.lab.study.vary import BOTS, Axis, find, is_parameter, read_setup, refuse, text_of

MOST_CELLS = 10_000
MOST_BATTLES = 10**9
RANGE = {"from", "to", "step"}
FORMAT_1_NAMES = {"side a": "seat a"}
"""The words that measures had in format 1, by those of today; formats 1 and 2 named measures by their words."""
Load = Callable[[str], System]


class Head(BaseModel):
    """The table ``[study]``."""

    model_config = ConfigDict(extra="forbid")

    format: Annotated[int, Field(strict=True)] = formats.STUDY
    name: Annotated[str, Field(min_length=1, max_length=120)] = "Study"
    about: Annotated[str, Field(max_length=2000)] = ""
    system: Annotated[str, Field(min_length=1, max_length=60)]
    seed: Annotated[int, Field(ge=0, le=2**64 - 1, strict=True)] = 1
    bots: str | Annotated[list[str], Field(min_length=1)] | None = None
    precision: float | dict[str, float] = 0.03
    limit: Annotated[int, Field(ge=2, le=MOST_BATTLES, strict=True)] = 20_000
    measure: Annotated[list[str], Field(min_length=1)] | None = None
    keep: Literal["auto", "battles", "cells"] = "auto"
    replays: Annotated[int, Field(ge=0, le=1000)] | list[Annotated[int, Field(ge=0)]] = 0


class FairPoints(BaseModel):
    """The table ``[fair_points]``: instead of cells that are varied, battles between random sides (``fair_points``)."""

    model_config = ConfigDict(extra="forbid")

    match_ups: Annotated[int, Field(ge=20, le=2000, strict=True)] = 300
    battles: Annotated[int, Field(ge=2, le=10_000, strict=True)] = 20


class StudyFile(BaseModel):
    """The whole file."""

    model_config = ConfigDict(extra="forbid")

    study: Head
    setup: dict[str, Any] = Field(default_factory=dict)
    vary: dict[str, Any] = Field(default_factory=dict)
    fair_points: FairPoints | None = None


@dataclass(frozen=True)
class Cell:
    """One combination of values: what is fought, and who leads the sides. ``labels`` are the values by their paths."""

    index: int
    labels: dict[str, str]
    bots: str
    pairing: Pairing
    has: Mapping[str, Any]
    """More that is known of a cell, for questions that put cells together themselves."""
    first: int = 0
    """The number of its first battle. Cells with the same one have the same dice."""

    @property
    def title(self) -> str:
        """The labels as one text."""
        return ", ".join(f"{path} {text}" for path, text in self.labels.items()) or "all battles"

    def names_both_sides(self, path: str) -> bool:
        """Whether a path names the sides themselves, so that side a is another one for each value."""
        known = parameters_of(self.pairing.system.setup.read)
        return path in known and known[path].is_several

    def as_data(self) -> dict[str, Any]:
        """Return all that a machine elsewhere needs to fight its battles."""
        setups = [setup.model_dump(mode="json", by_alias=True, exclude_none=True) for setup in self.pairing.setups]
        return {"setups": setups, "bots": self.bots, "swaps": self.pairing.swaps, "first": self.first}


@dataclass(frozen=True)
class Plan:
    """A study that can be carried out."""

    head: Head
    data: dict[str, Any]
    """The file, as data."""
    system: System
    axes: tuple[Axis, ...]
    cells: tuple[Cell, ...]
    measures: tuple[Measure, ...]
    precision: dict[str, float]
    """The target half-widths of intervals, by the names of measures."""
    is_detailed: bool = True
    """Whether there are rows with what happened in each battle; otherwise only counts."""

    @property
    def unit(self) -> int:
        """The battles of a unit: a pair with swapped sides, or one."""
        return 2 if self.cells[0].pairing.swaps else 1

    @property
    def out(self) -> int:
        """The index of who was out first in a row."""
        return Columns(self.system).out

    @property
    def digest(self) -> str:
        """A text that differs for studies that would fight other battles, in whichever format they were written."""
        known = measures_of(self.system)
        words = {each.key: each.title for each in known} | {each.name: each.words for each in known}
        words |= {column_name(name): first for name, first in FORMAT_1_NAMES.items()}
        cells, data = [cell.as_data() for cell in self.cells], _renamed(self.data, lambda name: words.get(name, name))
        keys = [FORMAT_1_NAMES.get(each.title, each.title) for each in self.measures]
        digested = [data, cells, self.system.name, self.system.ruleset, keys]
        return hashlib.sha256(json.dumps(digested, sort_keys=True, default=str).encode()).hexdigest()[:20]


def read_plan(given: str | Path | Mapping[str, Any], load: Load) -> Plan:
    """Return the plan of a study, from its file or from the same as a dict. Mistakes are reported in sentences that
    name the field."""
    if isinstance(given, Mapping):
        found = source.Source("the study", "", json.loads(json.dumps(given)), {(): 0})
    else:
        found = source.read(str(given))
    found = replace(found, data=_upgraded(found.data))
    try:
        file = source.check(found, StudyFile)
    except SetupError as error:
        if "study" not in found.data:
            wanted = 'a study has a table [study] with the name of its system (system = "…")'
            raise BattlewrightError(f"{found.name} is not a study: {wanted}.") from None
        raise BattlewrightError("; ".join(map(str, error.faults))) from None
    try:
        return plan_of(file, load)
    except SetupError as error:
        fault = error.faults[0]
        line = found.line(tuple(fault.field.split(".")))
        raise BattlewrightError(str(Fault(found.name, line, fault.field, fault.message))) from None


def _upgraded(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a study of any format that is read here in that of today."""
    first = {column_name(first): column_name(name) for name, first in FORMAT_1_NAMES.items()}
    data = _renamed(data, lambda name: first.get(column_name(name), column_name(name)))
    head = data.get("study")
    if isinstance(head, dict) and head.get("format") in range(1, formats.STUDY):
        data["study"] = {name: value for name, value in head.items() if name != "format"}
    return data


def _renamed(data: Mapping[str, Any], rename: Callable[[str], str]) -> dict[str, Any]:
    """Return a study whose measures have other names."""
    head = data.get("study")
    if not isinstance(head, dict):
        return dict(data)
    head, measure, precision = dict(head), head.get("measure"), head.get("precision")
    if isinstance(measure, list):
        head["measure"] = [rename(each) if isinstance(each, str) else each for each in measure]
    if isinstance(precision, dict):
        head["precision"] = {rename(name): half for name, half in precision.items()}
    return {**data, "study": head}


def plan_of(file: StudyFile, load: Load) -> Plan:
    """Return the plan of a file that is sound in itself."""
    head = file.study
    if head.format != formats.STUDY:
        raise refuse("study.format", f"is {head.format}; this version reads studies of format 1 to {formats.STUDY}")
    try:
        system = load(head.system)
    except UnknownError as error:
        raise refuse("study.system", str(error)) from None
    if file.fair_points is not None:
        return _fair_points(file, file.fair_points, system)
    axes = _axes(file, system)
    measures, precision = _measures(head, system)
    data, cells = file.model_dump(exclude_defaults=True), tuple(_cells(file, system, axes))
    return Plan(head, data, system, axes, cells, measures, precision)


def _fair_points(file: StudyFile, asked: FairPoints, system: System) -> Plan:
    """Return the plan of battles between random sides: each for every reading of the rules and every bot, with the same
    dice; other sides have other dice."""
    if system.lab.pricing is None:
        raise refuse("fair_points", f"{system.title} has no prices that results could be held against")
    if file.vary or file.setup:
        raise refuse("fair_points", "draws its battles itself; leave setup and vary out")
    pricing, bots = system.lab.pricing(), _list_of(file.study.bots) or ["greedy", "random"]
    head = file.study.model_copy(update={"limit": asked.battles})
    axes = (
        Axis("reading", tuple(pricing.readings)),
        Axis(BOTS, tuple(bots)),
        Axis("match-up", tuple(range(asked.match_ups))),
    )
    cells: list[Cell] = []
    for reading, bot, number in product(*(axis.values for axis in axes)):
        drawn = pricing.draw(number, reading)
        labels = {"reading": reading, BOTS: bot, "match-up": str(number)}
        first = number * (asked.battles + asked.battles % 2)
        cells.append(cell_of(system, len(cells), labels, bot, drawn.setup, {"sides": drawn.sides}, first))
    measures = tuple(named_measures(system, [WIN_SHARE, FIRST_PLAYER, "rounds"]))
    return Plan(head, file.model_dump(exclude_defaults=True), system, axes, tuple(cells), measures, {})


def _list_of(bots: str | list[str] | None) -> list[str]:
    return [bots] if isinstance(bots, str) else list(bots or ())


def _axes(file: StudyFile, system: System) -> tuple[Axis, ...]:
    axes = [Axis(path, values) for path, values in _flat(file.vary)]
    bots = file.study.bots
    if isinstance(bots, list) and any(axis.path == BOTS for axis in axes):
        raise refuse("study.bots", "and vary.bots say the same thing; give one of them")
    if isinstance(bots, list) and len(bots) > 1:
        axes.append(Axis(BOTS, tuple(bots)))
    for axis in axes:
        if len(set(axis.texts)) < len(axis.values):
            raise refuse(f"vary.{axis.path}", "has a value twice")
    cells = prod(len(axis.values) for axis in axes)
    if cells > MOST_CELLS:
        raise refuse("vary", f"makes {cells:,} cells; a study has at most {MOST_CELLS:,}")
    return tuple(axes)


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield paths and their values: tables within tables are parts of a path, the last of them may be a range."""
    for key, value in table.items():
        path = f"{before}{key}"
        if isinstance(value, dict) and value and set(value) <= RANGE:
            yield path, _range(path, value)
        elif isinstance(value, dict) and value:
            yield from _flat(value, f"{path}.")
        elif isinstance(value, list) and value:
            yield path, tuple(value)
        elif value in ([], {}):
            raise refuse(f"vary.{path}", "has no values; give a list, or a range such as { from = 1, to = 4 }")
        else:
            what = f"must be a list of values, or a range such as {{ from = 1, to = 4 }}, not {value!r:.40}"
            raise refuse(f"vary.{path}", what)


def _range(path: str, given: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the numbers of a range, both ends included."""
    numbers = [given.get("from"), given.get("to"), given.get("step", 1)]
    if not all(type(each) in (int, float) for each in numbers):
        raise refuse(f"vary.{path}", "a range has numbers: { from = 1, to = 4 }, and a step if it is not 1")
    first, last, step = numbers
    if step <= 0:
        raise refuse(f"vary.{path}", f"the step of a range must be more than 0, not {step}")
    if last < first:
        empty = f"the range from {first} to {last} is empty; the first number must not be above the last"
        raise refuse(f"vary.{path}", empty)
    count = int((last - first) / step + 1e-9) + 1
    if count > MOST_CELLS:
        raise refuse(f"vary.{path}", f"the range has {count:,} values; a study has at most {MOST_CELLS:,} cells")
    values = [first + number * step for number in range(count)]
    whole = all(isinstance(each, int) for each in (first, step))
    return tuple(values if whole else [round(value, 9) for value in values])


def _measures(head: Head, system: System) -> tuple[tuple[Measure, ...], dict[str, float]]:
    try:
        measures = named_measures(system, head.measure or default_measures(system))
    except UnknownError as error:
        raise refuse("study.measure", str(error)) from None
    if all(each.name != WIN_SHARE for each in measures):
        measures = [*named_measures(system, [WIN_SHARE]), *measures]
    precision = head.precision if isinstance(head.precision, dict) else {WIN_SHARE: head.precision}
    for name, half in precision.items():
        field = f"study.precision.{name}" if isinstance(head.precision, dict) else "study.precision"
        alike = [each for each in measures if each.name == name]
        if not alike:
            known = {each.name: each for each in measures_of(system)}
            if name not in known:
                raise refuse(field, str(UnknownError("measure", name, known)))
            alike = named_measures(system, [name])
            measures += alike
        _check_precision(field, half, alike[0].is_share, head.limit)
    return tuple(measures), precision


def _check_precision(field: str, half: float, is_share: bool, limit: int) -> None:
    if not half > 0 or not np.isfinite(half):
        raise refuse(field, f"must be more than 0, not {half:g}: no number of battles makes an interval vanish")
    if is_share and half >= 0.5:
        raise refuse(field, f"is half the width of a share's interval, so it must be below 0.5, not {half:g}")
    if is_share:
        low, high = share_interval(np.zeros(1), np.array([float(limit)]), half)
        if (high[0] - low[0]) / 2 > half:
            reason = f"cannot be reached within the limit of {limit:,} battles a cell"
            raise refuse(field, f"{half:g} {reason}; where the sides are even it takes about {needed(half):,}")


def _cells(file: StudyFile, system: System, axes: tuple[Axis, ...]) -> Iterator[Cell]:
    given = file.study.bots
    usual = (
        given if isinstance(given, str) else given[0] if given else ("random" if system.bots.rank is None else "greedy")
    )
    _check_paths(file, system, axes)
    for index, chosen in enumerate(product(*(axis.values for axis in axes))):
        values = {axis.path: value for axis, value in zip(axes, chosen, strict=True)}
        labels = {path: text_of(value) for path, value in values.items()}
        bots = _bots(usual, values)
        others = {path: value for path, value in values.items() if path.partition(".")[0] != BOTS}
        try:
            setup = read_setup(system, file.setup, others)
        except BattlewrightError as error:
            names = ", ".join(f"vary.{path} = {labels[path]}" for path in others)
            raise _of_field(error, names or "setup") from None
        yield cell_of(system, index, labels, bots, setup)


def _check_paths(file: StudyFile, system: System, axes: tuple[Axis, ...]) -> None:
    """Refuse a path that leads nowhere, before any value is used."""
    try:
        names = {axis.path: axis.values[0] for axis in axes if is_parameter(system, axis.path)}
        setup = read_setup(system, file.setup, names)
        data = (system.setup.complete(setup) if system.setup.complete else setup).model_dump(mode="json", by_alias=True)
        for axis in axes:
            own = system.lab.vary and system.lab.vary(setup, axis.path, axis.values[0]) is not None
            if not own and axis.path.partition(".")[0] != BOTS and not is_parameter(system, axis.path):
                list(find(system, data, axis.path))
    except BattlewrightError as error:
        raise _of_field(error, "setup") from None


def _of_field(error: BattlewrightError, field: str) -> SetupError:
    """Return an error with its field in the study's file: the one that it has, or else this one."""
    if not isinstance(error, SetupError):
        return refuse(field, str(error))
    is_of_study = not error.faults[0].file
    return error if is_of_study else refuse(field, "; ".join(map(str, error.faults)))


def cell_of(
    system: System,
    index: int,
    labels: dict[str, str],
    bots: str,
    setup: BaseModel,
    has: Mapping[str, Any] | None = None,
    first: int = 0,
) -> Cell:
    """Return a cell; its sides swap sides where the system can swap them."""
    return Cell(index, labels, bots, Pairing.of(system, setup, _pair(bots)), has or {}, first)


def _bots(usual: str, values: Mapping[str, Any]) -> str:
    """Return the bots of a cell as text: those of the study, or those that are varied, for both sides or for one."""
    sides = str(values.get(BOTS, usual)).split(",")
    if len(sides) == 1:
        sides *= 2
    for path, value in values.items():
        head, _, side = path.partition(".")
        if head == BOTS and side:
            if side not in tuple(SIDE_LETTERS[:2]):
                raise refuse(f"vary.{path}", "names no side; there are bots, bots.a and bots.b")
            sides[SIDE_LETTERS.index(side)] = str(value)
    return sides[0] if len(set(sides)) == 1 else ",".join(sides)


def _pair(bots: str) -> tuple[NamedBot, NamedBot]:
    names = bots.split(",")
    try:
        if len(names) > 2:
            raise BattlewrightError(f"{bots!r} are {len(names)} bots; name one for both sides, or two with a comma.")
        return named(names[0]), named(names[-1])
    except BattlewrightError as error:
        raise refuse("study.bots", str(error)) from None

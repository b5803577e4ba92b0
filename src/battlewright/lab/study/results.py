"""The results of a study: numbers by cell and by battle, as frames, Parquet and data."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from battlewright.contract.parts import PLACES
from battlewright.engine import formats, replay
from battlewright.engine.errors import BattlewrightError, NotInstalled
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.lab.recorder import BEGAN, NODES, ROUNDS, SWAPPED, WINNER, Columns
from battlewright.lab.study.battles import event_columns, event_rows, fight_again, players_of
from battlewright.lab.study.file import Cell
from battlewright.lab.study.measures import column_name
from battlewright.lab.study.run import Outcome
from battlewright.lab.study.vary import BOTS
from battlewright.version import __version__

if TYPE_CHECKING:
    import polars

METADATA = "battlewright"
"""The key of the study in the metadata of a Parquet file."""
SIDES = ["a", "b", "nobody"]
WINNERS = ["draw", "a", "b"]


def need_polars() -> Any:
    """Return the package of frames, or say how to get it."""
    try:
        import polars
    except ImportError:
        raise NotInstalled("A study", "lab", "polars") from None
    return polars


def place_text(place: int) -> str:
    """Return a place as people write it: a1, b3; nobody for none."""
    return "nobody" if place < 0 else f"{SIDE_LETTERS[place // PLACES]}{place % PLACES + 1}"


@dataclass(frozen=True)
class Result:
    """The results of a study. In a notebook they show themselves."""

    outcome: Outcome

    @property
    def axes(self) -> list[str]:
        """The paths that were varied."""
        return [axis.path for axis in self.outcome.plan.axes]

    @property
    def interrupted(self) -> bool:
        return self.outcome.interrupted

    @property
    def battles(self) -> int:
        """The number of all battles."""
        return self.outcome.battles

    @property
    def has_rows(self) -> bool:
        """Whether there is a row for each battle; a large study has sums only."""
        return all(each.rows is not None or not each.battles for each in self.outcome.cells)

    def columns(self) -> dict[str, list[Any]]:
        """Return a row for each cell, by column: what was varied, the battles, and each measure with its interval."""
        cells = self.outcome.cells
        labels = {column_name(path): [each.cell.labels[path] for each in cells] for path in self.axes}
        found: dict[str, list[Any]] = {"cell": [each.cell.index for each in cells], **labels}
        found.setdefault(BOTS, [each.cell.bots for each in cells])
        found |= {"battles": [each.battles for each in cells], "precise": [each.is_precise for each in cells]}
        for index, measure in enumerate(self.outcome.plan.measures):
            for name, read in (("", "value"), ("_low", "low"), ("_high", "high")):
                found[f"{measure.key}{name}"] = [getattr(each.estimates[index], read) for each in cells]
        return found

    def frame(self) -> polars.DataFrame:
        """Return a row for each cell, as a DataFrame of polars."""
        frame: polars.DataFrame = need_polars().DataFrame(self.columns())
        return frame

    def pandas(self) -> Any:
        """Return a row for each cell, as a DataFrame of pandas."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise BattlewrightError("pandas is not installed: pip install pandas, or use frame().") from None
        return pandas.DataFrame(self.columns())

    def battle_frame(self) -> polars.DataFrame:
        """Return a row for each battle."""
        if not self.has_rows:
            raise BattlewrightError("A study of this size keeps sums, not battles; keep = 'battles' changes that.")
        package, plan = need_polars(), self.outcome.plan
        layout = Columns(plan.system)
        measured = {measure.key for measure in plan.measures}
        sided = [
            (name, at)
            for words, *places in layout.of_sides()
            for side, at in enumerate(places)
            if (name := column_name(f"{words} {SIDE_LETTERS[side]}")) in measured
        ]
        frames = []
        for each in self.outcome.cells:
            if each.rows is None:
                continue
            rows, count = each.rows, len(each.rows)
            data: dict[str, Any] = {
                "cell": package.Series([each.cell.index], dtype=package.UInt32).new_from_index(0, count)
            }
            for path, text in {**each.cell.labels, BOTS: each.cell.labels.get(BOTS, each.cell.bots)}.items():
                data[column_name(path)] = package.Series([text], dtype=package.String).new_from_index(0, count)
            first = each.cell.first
            data["battle"] = package.Series(range(first, first + count), dtype=package.UInt32)
            data["swapped"] = rows[:, SWAPPED] == 1
            data["began"] = package.Series([SIDES[side] for side in rows[:, BEGAN]])
            data["winner"] = package.Series([WINNERS[who] for who in rows[:, WINNER]])
            data |= {"rounds": rows[:, ROUNDS], "moves": rows[:, NODES], **{name: rows[:, at] for name, at in sided}}
            if plan.system.lab.first_out is not None:
                data["first_out"] = package.Series([place_text(int(place)) for place in rows[:, layout.out]])
            frames.append(package.DataFrame(data))
        frame: polars.DataFrame = package.concat(frames) if frames else package.DataFrame()
        return frame

    def _chosen(self, battles: int | Iterable[int] | None) -> Iterator[tuple[Cell, int]]:
        """Yield battles of each cell: so many, or by their numbers; or those that the study keeps."""
        asked = self.outcome.plan.head.replays if battles is None else battles
        for each in self.outcome.cells:
            known = range(each.cell.first, each.cell.first + each.battles)
            for number in known[:asked] if isinstance(asked, int) else [number for number in asked if number in known]:
                yield each.cell, number

    def sessions(self, battles: int | Iterable[int] | None = None) -> Iterator[tuple[Cell, int, Session]]:
        """Yield battles of each cell with their numbers, fought again: so many, or those of these numbers; without
        either those that the study keeps (``replays``)."""
        for cell, number in self._chosen(battles):
            yield cell, number, fight_again(cell, self.outcome.plan.head.seed, number)

    def events(self, battles: int | Iterable[int] | None = None) -> polars.DataFrame:
        """Return a row for each event of battles (see ``sessions``): cell, battle, step, kind, clause, who did it to
        whom, the weapon by its name, the amount, and every other field of the kind."""
        package, plan = need_polars(), self.outcome.plan
        rows = [row for cell, number, each in self.sessions(battles) for row in event_rows(cell, number, each)]
        columns = event_columns(list(plan.system.rules.event_kinds))
        frame: polars.DataFrame = package.DataFrame(rows, schema=columns)
        return frame

    def write_replays(self, folder: str | Path, battles: int | Iterable[int] | None = None) -> list[Path]:
        """Write the replays of battles (see ``sessions``) into a folder; return their paths."""
        written: list[Path] = []
        for cell, number, session in self.sessions(battles):
            path = Path(folder) / f"cell-{cell.index}-battle-{number}.replay"
            text = replay.write(session, players=players_of(cell, number))
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BattlewrightError(f"{folder}: no replays can be kept there ({error.strerror}).") from None
            write_whole(path, partial(Path.write_text, data=text, encoding="utf-8", newline="\n"))
            written.append(path)
        return written

    def about(self) -> dict[str, Any]:
        """Return what is needed to repeat the numbers: the format, the study, the versions and the seed."""
        plan = self.outcome.plan
        return {
            "lab": formats.STUDY,
            "study": plan.data,
            "battlewright": __version__,
            "system": plan.system.name,
            "ruleset": plan.system.ruleset,
            "seed": plan.head.seed,
            "digest": plan.digest,
            "interrupted": self.interrupted,
        }

    def as_data(self) -> dict[str, Any]:
        """Return everything but the single battles as data, for JSON."""
        cells = [
            {
                "labels": each.cell.labels,
                "bots": each.cell.bots,
                "battles": each.battles,
                "precise": each.is_precise,
                "measures": {
                    measure.key: estimate.as_data() if estimate.battles else None
                    for measure, estimate in zip(self.outcome.plan.measures, each.estimates, strict=True)
                },
                "first_out": {place_text(place): count for place, count in sorted(each.sums.out.items())},
            }
            for each in self.outcome.cells
        ]
        return {**self.about(), "battles": self.battles, "cells": cells}

    def write_parquet(self, path: str | Path) -> None:
        """Write a row for each battle, or for each cell of a large study, with the study in the file's metadata."""
        frame = self.battle_frame() if self.has_rows else self.frame()
        metadata = {METADATA: json.dumps(self.about(), sort_keys=True)}
        write_whole(Path(path), lambda part: frame.write_parquet(part, metadata=metadata))


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file as a whole: under another name first, so that nothing half written ever has this one."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write(part)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        why = "the disk is full" if error.errno == 28 else error.strerror or str(error)
        raise BattlewrightError(f"{path} cannot be written ({why}).") from None
    except Exception as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        if type(error).__module__.startswith("polars"):
            raise BattlewrightError(f"{path} cannot be written ({error}).") from None
        raise


def study_in(path: Path) -> Mapping[str, Any] | None:
    """Return the study that a Parquet file or a report was made by; None for other files."""
    if path.suffix == ".parquet":
        polars = need_polars()
        try:
            written = polars.read_parquet_metadata(path).get(METADATA)
        except Exception as error:
            raise BattlewrightError(f"{path} cannot be read ({error}).") from None
        if written is None:
            raise BattlewrightError(f"{path} is not the result of a study.")
        return study_of(json.loads(written), str(path))
    return None


def study_of(about: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the study in what ``about`` gave; format 1 had no number."""
    if about.get("lab", 1) > formats.STUDY:
        reads = f"this version reads format 1 to {formats.STUDY}"
        raise BattlewrightError(f"{name}: these are results of format {about['lab']}; {reads}.")
    study: dict[str, Any] = about["study"]
    return study

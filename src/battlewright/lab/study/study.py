"""Studies by the names of their systems: from a file or a dict, on threads or a cluster.

result = bw.study("spear.toml")
result = bw.study(system=SYSTEM, setup={...}, vary={"weapons.spear.threat": [1, 2]}, precision=0.03)
result.frame()               a row for each cell, as a DataFrame of polars; result.pandas() one of pandas
result.plot()                its pictures; result.plot("rounds") those of one measure
result.write("spear")        spear.parquet and spear.html
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

from battlewright import systems
from battlewright.engine.errors import BattlewrightError
from battlewright.lab.findings import Answer, answer_of
from battlewright.lab.study import run as running
from battlewright.lab.study.checkpoint import Checkpoint
from battlewright.lab.study.drawing import Drawing
from battlewright.lab.study.executors import Executor, Threads
from battlewright.lab.study.file import Plan, read_plan
from battlewright.lab.study.measures import WIN_SHARE, column_name
from battlewright.lab.study.page import drawings, page, pictures, study_in_page, write_page
from battlewright.lab.study.results import Result, study_in
from battlewright.lab.study.run import Progress, StudyProgress
from battlewright.version import __version__

HEAD = ("name", "about", "system", "seed", "bots", "precision", "limit", "measure", "keep", "replays")


class StudyResult(Result):
    """The results of a study, with its pictures and its report."""

    def plot(self, measure: str = "") -> Pictures:
        """Return the pictures of a measure, or all of the report."""
        if not measure:
            return Pictures((*self.answer.drawings, *(drawing for _, drawing in drawings(self))))
        measures = self.outcome.plan.measures
        places = [place for place, each in enumerate(measures) if column_name(measure) in (each.name, each.key)]
        if not places:
            known = ", ".join(each.key for each in measures)
            raise BattlewrightError(f"The study does not measure {measure!r}; it has {known}.")
        return Pictures(tuple(drawing for place in places for drawing in pictures(self, measures[place], place)))

    @cached_property
    def answer(self) -> Answer:
        """What the study says: sentences, whether they depend on the bot, and data."""
        return answer_of(self)

    def write(self, name: str | Path) -> tuple[Path, Path]:
        """Write NAME.parquet and NAME.html; return their paths. The replays that the study keeps go to NAME-replays."""
        table, report = files_of(name)
        self.write_parquet(table)
        write_page(self, report, self.answer.sentences, self.answer.sections)
        self.write_replays(replays_of(name))
        return table, report

    def html(self) -> str:
        """Return the report as one HTML page."""
        return page(self, self.answer.sentences, self.answer.sections)

    def _repr_html_(self) -> str:
        lines = "".join(f"<li>{escape(line)}</li>" for line in self.answer.sentences)
        keys = [measure.key for measure in self.outcome.plan.measures]
        place = keys.index(WIN_SHARE)
        drawn = "".join(each.svg() for each in pictures(self, self.outcome.plan.measures[place], place))
        return f"<ul>{lines}</ul>{drawn}"


@dataclass(frozen=True)
class Pictures:
    """Pictures one after the other. In a notebook they show themselves."""

    drawings: Sequence[Drawing]

    def __iter__(self) -> Iterator[Drawing]:
        return iter(self.drawings)

    def _repr_html_(self) -> str:
        return "".join(drawing.svg() for drawing in self.drawings)


def files_of(name: str | Path) -> tuple[Path, Path]:
    """Return the paths of a study's table and report by their common name."""
    return Path(f"{name}.parquet"), Path(f"{name}.html")


def replays_of(name: str | Path) -> Path:
    """Return the folder of the replays that a study keeps."""
    return Path(f"{name}-replays")


def checkpoint_of(name: str | Path) -> Path:
    """Return the path of what is done of a study that is not finished."""
    return Path(f"{name}.checkpoint")


def read_study(given: str | Path | Mapping[str, Any]) -> Plan:
    """Return the plan of a study: from its file, from its results (.parquet or .html), or from a dict."""
    if isinstance(given, str | Path) and Path(given).suffix in (".parquet", ".html"):
        path = Path(given)
        if not path.is_file():
            raise BattlewrightError(f"{path}: there is no such file.")
        text = path.read_text(encoding="utf-8", errors="replace") if path.suffix == ".html" else ""
        found = study_in_page(text) if path.suffix == ".html" else study_in(path)
        if found is None:
            raise BattlewrightError(f"{path} is not the report of a study.")
        given = found
    return read_plan(given, systems.load)


def executor_for(cluster: str | None, workers: int | None) -> Executor:
    """Return who fights the battles: a cluster by its address, or threads, one for each core unless told otherwise."""
    if cluster is not None:
        from battlewright.lab.study.cluster import connect

        return connect(cluster, fight_task)
    return Threads(workers or cores())


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def fight_task(system: str, seed: int, cell: bytes, first: int, count: int) -> tuple[bytes, float]:
    """Fight battles on a worker of a cluster: a cell as data, to rows as bytes and the seconds that they took."""
    from battlewright.lab.study.cluster import fight

    return fight(systems.load(system), seed, cell, first, count)


def carry_out(
    plan: Plan,
    executor: Executor,
    name: str | Path | None = None,
    restart: bool = False,
    progress: Progress | None = None,
) -> StudyResult:
    """Carry out a study. With a name, what is done is kept in NAME.checkpoint until the study is finished, and a study
    that was stopped goes on from there."""
    checkpoint = None if name is None else Checkpoint(checkpoint_of(name), plan, __version__, restart)
    try:
        result = StudyResult(running.run(plan, executor, checkpoint, progress))
    finally:
        executor.close()
    if checkpoint is not None:
        checkpoint.close()
    return result


def study(
    given: str | Path | Mapping[str, Any] | None = None,
    *,
    setup: Mapping[str, Any] | None = None,
    vary: Mapping[str, Any] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    show_progress: bool = True,
    **head: Any,
) -> StudyResult:
    """Carry out a study and return its results, with a live progress bar.

    ``given`` is a study's file or the same as a dict; or its parts are given by name: ``system``, ``bots``,
    ``precision``, ``limit``, ``measure``, ``seed``, and the tables ``setup`` and ``vary``. Ctrl-C returns what is done.
    """
    if given is None:
        unknown = next((name for name in head if name not in HEAD), None)
        if unknown is not None:
            raise BattlewrightError(f"A study has no {unknown!r}; it has {', '.join((*HEAD, 'setup', 'vary'))}.")
        given = {"study": head, "setup": dict(setup or {}), "vary": dict(vary or {})}
    elif head or setup or vary:
        raise BattlewrightError("Give a study's file, or its parts by name, not both.")
    plan = read_study(given)
    with live_progress(show_progress) as progress:
        return carry_out(plan, executor_for(cluster, workers), progress=progress)


def progress_text(state: StudyProgress) -> str:
    """Return how far a study is, as text."""
    left = f"{state.left:.0f} s left" if state.left < 90 else f"{state.left / 60:.0f} min left"
    return f"{state.battles:,} of about {state.expected:,} battles, {state.cells} of {state.of} cells, {left}"


@contextmanager
def live_progress(shown: bool = True) -> Iterator[Progress | None]:
    """Show the progress of a study: in a notebook as a bar that moves, in a terminal as a line."""
    if not shown:
        yield None
    elif _in_notebook():
        shown_as = import_module("IPython.display")
        HTML, display = shown_as.HTML, shown_as.display  # noqa: N806  it is a class
        handle = display(HTML(_bar(0, 1, "")), display_id=True)
        yield lambda state: handle.update(HTML(_bar(state.battles, state.expected, progress_text(state))))
        handle.update(HTML(""))
    else:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn
        from rich.progress import Progress as Bar

        console = Console(stderr=True)
        columns = (TextColumn("Fighting"), BarColumn(), TextColumn("{task.description}"))
        with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task("", total=None)
            yield lambda state: bar.update(
                task, completed=state.battles, total=state.expected, description=progress_text(state)
            )


def _bar(done: int, of: int, text: str) -> str:
    return f'<progress value="{done}" max="{max(of, 1)}" style="width: 300px"></progress> {text}'


def _in_notebook() -> bool:
    try:
        shell = import_module("IPython").get_ipython()
    except ImportError:
        return False
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"

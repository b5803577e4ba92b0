"""The command ``study``: run a study, print its answer, write its table and report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from battlewright.answers.report import Report
from battlewright.cli.build import compile_if_needed
from battlewright.cli.output import check_writable
from battlewright.cli.print_report import show
from battlewright.cli.sim import INTERRUPTED
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.extras import need
from battlewright.engine.text import listed
from battlewright.lab.recorder import recorder
from battlewright.lab.study.file import Plan
from battlewright.lab.study.page import estimate_texts, study_in_page
from battlewright.lab.study.results import study_in
from battlewright.lab.study.study import (
    StudyResult,
    carry_out,
    checkpoint_of,
    executor_for,
    files_of,
    live_progress,
    read_study,
    replays_of,
)

SHOWN = ("win_share", "first_player", "rounds")
"""The measures that a terminal shows; the report has all."""
MOST_ROWS = 60


def run_study(
    given: str | Mapping[str, Any],
    out: str | None,
    workers: int | None,
    cluster: str | None,
    restart: bool,
    json: bool,
) -> None:
    """Carry out a study from a file, from its results, or from data; write and print what it says."""
    if cluster is not None and workers is not None:
        raise BattlewrightError("--workers is for threads on this machine; a cluster has its own workers.")
    need(*(("A study", "lab") if cluster is None else ("A study on a cluster", "cluster")))
    plan = read_study(given)
    name = out or (Path(given).stem if isinstance(given, str) else "study")
    _check_places(name, plan)
    compile_if_needed(plan.system, recorder(plan.system))
    with live_progress() as progress:
        executor = executor_for(cluster, workers)
        result = carry_out(plan, executor, name, restart, progress)
    if not result.battles:
        checkpoint_of(name).unlink(missing_ok=True)
        raise KeyboardInterrupt
    table, report = result.write(name)
    if not result.interrupted:
        checkpoint_of(name).unlink(missing_ok=True)
    shown = _report(result, plan, table, report, name)
    show(shown, json)
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)


def _check_places(name: str, plan: Plan) -> None:
    """Refuse names that cannot be written, or that are files of something else, before a battle is fought."""
    if not Path(name).name:
        raise BattlewrightError("--out needs a name; the files are NAME.parquet and NAME.html.")
    table, report = files_of(name)
    for path, what in ((table, "The table"), (report, "The report"), (checkpoint_of(name), "The checkpoint")):
        check_writable(path, what)
    if plan.head.replays and replays_of(name).exists() and not replays_of(name).is_dir():
        raise BattlewrightError(f"{replays_of(name)} is not a folder; choose another place for replays with --out.")
    other = "exists and is not a study's; choose other files with --out"
    if report.is_file() and study_in_page(report.read_text(encoding="utf-8", errors="replace")) is None:
        raise BattlewrightError(f"{report} {other}.")
    if table.is_file():
        try:
            study_in(table)
        except BattlewrightError:
            raise BattlewrightError(f"{table} {other}.") from None


def _add_cells(made: Report, result: StudyResult, plan: Plan) -> None:
    """Add a row for each cell: the win share and what else was to be precise with their intervals, and a few means."""
    precise = [place for place, each in enumerate(plan.measures) if each.name in plan.precision]
    others = [place for place, each in enumerate(plan.measures) if each.key in SHOWN and place not in precise]
    headings = [*result.axes, "battles"]
    for place in precise:
        headings += [plan.measures[place].title, "95% interval"]
    headings += [plan.measures[place].title for place in others]
    rows = []
    for each in result.outcome.cells[:MOST_ROWS]:
        row = [*each.cell.labels.values(), f"{each.battles:,}"]
        for place in precise:
            row += estimate_texts(each.estimates[place], plan.measures[place].is_share)
        row += [estimate_texts(each.estimates[place], plan.measures[place].is_share)[0] for place in others]
        rows.append(row)
    made.table(headings, rows, left=frozenset(range(len(result.axes))))


def _report(result: StudyResult, plan: Plan, table: Path, page: Path, name: str) -> Report:
    outcome = result.outcome
    speed = {"seconds": round(outcome.seconds, 3), "executor": outcome.executor, "before": outcome.before}
    files = {"table": str(table), "report": str(page)}
    if plan.head.replays:
        files["replays"] = str(replays_of(name))
    made = Report({**result.as_data(), **result.answer.data, **speed, "files": files})
    made.say(f"{plan.head.name} ({plan.system.title}, seed {plan.head.seed})")
    if "fair_points" not in plan.data:
        _add_cells(made, result, plan)
        if len(outcome.cells) > MOST_ROWS:
            made.say(f"{len(outcome.cells) - MOST_ROWS} more cells are in the report.")
    for line in result.answer.sentences:
        made.say(line)
    fought = outcome.battles - outcome.before
    again = f", {outcome.before:,} of them before" if outcome.before else ""
    rate = f"{max(fought, 0) / max(outcome.seconds, 1e-9):,.0f} a second"
    made.say(f"{outcome.battles:,} battles{again}, {outcome.seconds:.1f} s, {rate} ({outcome.executor}).")
    made.say(f"Written: {listed(list(files.values()), 'and')}.")
    if result.interrupted:
        made.say(f"Interrupted. The progress is saved in {checkpoint_of(name)}; run the same command to continue.")
    return made

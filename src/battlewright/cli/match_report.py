"""The command ``report``: a battle's luck, play and key moments."""

from __future__ import annotations

import typer

from battlewright.cli.battle import load_compiled
from battlewright.cli.print_report import show
from battlewright.cli.sim import INTERRUPTED, progress_of
from battlewright.engine import replay as replays
from battlewright.engine.results import result_of
from battlewright.engine.step import StepKind
from battlewright.play.battle_report import report_of


def show_match_report(file: str, seconds: float, as_json: bool) -> None:
    """Print the report of a battle. Ctrl-C reports what is done."""
    saved = replays.read(file, load_compiled)
    session = saved.repeat()
    choices = sum(step.kind is StepKind.CHOICE for step in session.steps)
    with progress_of("Judging", choices) as bar:
        made = report_of(
            session,
            result_of(session, saved.ended),
            saved.players,
            seconds=seconds,
            progress=lambda done, total: bar.fought(done),
        )
    show(made.as_report(), as_json)
    if made.is_interrupted:
        raise typer.Exit(INTERRUPTED)

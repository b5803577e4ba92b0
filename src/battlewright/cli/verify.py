"""The commands ``verify`` and ``report``: the dice and the log of a battle checked; why it was won or lost."""

from __future__ import annotations

import sys

import typer

from battlewright.cli.battle import load_compiled
from battlewright.cli.print_report import say, show
from battlewright.cli.roll import print_json
from battlewright.cli.sim import INTERRUPTED, progress_of
from battlewright.engine import replay as replays
from battlewright.engine.errors import BattlewrightError, NotFair
from battlewright.engine.results import result_of
from battlewright.engine.signature import public_key
from battlewright.play.battle_report import report_of
from battlewright.play.verify import verify


def show_verified(file: str, commitment: str, key: str, as_json: bool) -> None:
    """Print what was checked. What is not fair is reported with exit code 1; dice that cannot be checked, with 2."""
    try:
        found = verify(replays.read(file, load_compiled), commitment, public_key(key) if key else "")
    except NotFair as error:
        if as_json:
            print_json({"fair": False, "error": str(error)})
        print(f"Not fair: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
    if as_json:
        print_json(found.as_data())
    else:
        for sentence in found.sentences():
            say(sentence)
    if found.fair is None:
        raise BattlewrightError(f"{file}: a seed decided the dice, so they cannot be verified.")


def show_match_report(file: str, seconds: float, side: str, all_steps: bool, as_json: bool) -> None:
    """Print the report of a battle. Ctrl-C reports what is done."""
    if side not in ("", "a", "b"):
        raise BattlewrightError(f"--side must be a or b, not {side!r}.")
    saved = replays.read(file, load_compiled)
    session = saved.repeat()
    with progress_of("Playing it on", 100) as bar:
        result = result_of(session, saved.ended)
        made = report_of(session, result, saved.players, seconds=seconds, progress=lambda done, total: bar.fought(done))
    show(made.as_report(side, all_steps), as_json)
    if made.is_interrupted:
        raise typer.Exit(INTERRUPTED)

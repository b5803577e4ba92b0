"""The command ``verify``, which checks the dice of a finished battle."""

from __future__ import annotations

import sys

import typer

from battlewright.cli.battle import load_compiled
from battlewright.cli.print_report import say
from battlewright.cli.roll import print_json
from battlewright.engine import replay as replays
from battlewright.engine.errors import NotFair
from battlewright.play.verify import verify


def show_verified(file: str, commitment: str, as_json: bool) -> None:
    """Print what was checked. Dice that are not fair are reported with exit code 1."""
    try:
        found = verify(replays.read(file, load_compiled), commitment)
    except NotFair as error:
        if as_json:
            print_json({"fair": False, "error": str(error)})
        print(f"Not fair: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
    if as_json:
        print_json(found.as_data())
        return
    for sentence in found.sentences():
        say(sentence)

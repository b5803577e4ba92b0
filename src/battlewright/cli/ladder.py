"""The command ``ladder``: bots fight each other; their ratings are printed and written to a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from battlewright import systems
from battlewright.answers.parameters import option, parameters_of
from battlewright.cli.commands import command_of, examples_of, run_command
from battlewright.engine.errors import UnknownError


def ladder(
    bots: Annotated[
        str | None, option("Bots, separated by commas; the first has rating 0. Default: random, and greedy or search.")
    ] = None,
    battles: Annotated[int, option("Minimum number of battles per pair of bots.", 1, 10**9)] = 700,
    seed: Annotated[int | None, option("Seed of the dice. Default: a new one.", 0, 2**64 - 1)] = None,
    workers: Annotated[int | None, option("Threads. Default: one per core.", 1, 64)] = None,
    out: Annotated[str | None, option("File to write. Default: ladder-DATE.json.")] = None,
    json: Annotated[bool, option("Print JSON instead of text.")] = False,
) -> None:
    """Declare the options of every ladder."""


HELP = """Rate bots by their battles against each other in {title}, from both sides, with intervals.

    The ratings are written to a dated file. Ctrl-C keeps the battles that are done. `battlewright ladder --all`
    writes one page for all systems.

    Examples: `battlewright ladder {name}`, `battlewright ladder {name} --bots random,greedy,mine.py:MyBot --seed 7`,
    {examples}
    """


def ladder_command(arguments: Sequence[str]) -> None:
    """Run ``battlewright ladder [SYSTEM] [OPTIONS]``, or ``battlewright ladder --all``."""
    if "--all" in arguments:
        from battlewright.cli.ladder_page import page_command

        page_command(arguments)
        return
    named = bool(arguments) and arguments[0] in systems.names()
    if arguments and not named and not arguments[0].startswith("-"):
        raise UnknownError("system", arguments[0], systems.names())
    system, rest = systems.load(arguments[0] if named else systems.DEFAULT), arguments[1:] if named else arguments
    match_ups = system.lab.match_ups

    def run(**typed: Any) -> None:
        from battlewright.cli.ratings import run_ladder

        chosen = {name: typed.pop(name) for name in parameters_of(ladder)}
        chosen["bots"] = chosen["bots"] or ("random,greedy" if system.bots.rank else "random,search:64")
        run_ladder(system, lambda: match_ups(**typed), **chosen)

    help = HELP.format(title=system.title, name=system.name, examples=examples_of(match_ups, "ladder"))
    run_command(command_of(run, help, match_ups, ladder), f"battlewright ladder {system.name}", rest)

"""``battlewright lab``: ready-made studies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from battlewright import systems
from battlewright.cli.odds import Json, with_examples
from battlewright.engine.errors import BattlewrightError, UnknownError

if TYPE_CHECKING:
    from battlewright.contract.system import System

lab_app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Ready-made studies for designers: match-ups, fair points, first-player advantage.",
)

Names = Annotated[list[str] | None, typer.Argument(help="A system, then shipped names or files. Default: all.")]
Bots = Annotated[
    str | None, typer.Option(help="Bots, separated by commas; the study is repeated for each. Default: greedy,random.")
]
Set = Annotated[
    list[str] | None, typer.Option("--set", help="Change an option of the set-up, such as table=ruins. Repeatable.")
]
Precision = Annotated[float, typer.Option(help="Target half-width of intervals.")]
Limit = Annotated[int, typer.Option(min=2, max=10**9, help="Maximum number of battles per cell.")]
Seed = Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Seed of all battles.")]
Out = Annotated[str | None, typer.Option(help="Base name of the output files: NAME.parquet and NAME.html.")]
Workers = Annotated[int | None, typer.Option(min=1, max=64, help="Threads. Default: one per core.")]
ClusterOption = Annotated[
    str | None, typer.Option(help="Run on a Dask cluster: tcp://HOST:8786, or local:4 for four processes.")
]
Restart = Annotated[bool, typer.Option("--restart", help="Start over, and discard saved progress.")]


@lab_app.command()
@with_examples
def matchups(
    names: Names = None,
    bots: Bots = None,
    set: Set = None,
    precision: Precision = 0.03,
    limit: Limit = 20_000,
    seed: Seed = 1,
    out: Out = None,
    workers: Workers = None,
    cluster: ClusterOption = None,
    restart: Restart = False,
    json: Json = False,
) -> None:
    """Play all rosters or forces against each other and rank them, with intervals."""
    from battlewright.cli.study import run_study
    from battlewright.lab import ready_studies as ready

    system, rest = _system(names)
    data = ready.matchups(system, rest, _setup(system, set), _head(system, bots, precision, limit, seed))
    run_study(data, out or "matchups", workers, cluster, restart, json)


@lab_app.command()
@with_examples
def sweep(
    path: Annotated[str, typer.Argument(help="The parameter to vary, such as weapons.spear.threat.")],
    values: Annotated[str, typer.Argument(help="Its values: 1,1.5,2 or a range, 1..5 or 1..2/0.25.")],
    system: Annotated[str, typer.Option(help="The system.")] = systems.DEFAULT,
    bots: Bots = None,
    set: Set = None,
    precision: Precision = 0.03,
    limit: Limit = 20_000,
    seed: Seed = 1,
    out: Out = None,
    workers: Workers = None,
    cluster: ClusterOption = None,
    restart: Restart = False,
    json: Json = False,
) -> None:
    """Vary one parameter over several values and show the effect."""
    from battlewright.cli.study import run_study
    from battlewright.lab import ready_studies as ready

    found = systems.load(system)
    head = _head(found, bots, precision, limit, seed)
    data = ready.sweep(found, path, ready.values_of(values), _setup(found, set), head)
    run_study(data, out or "sweep", workers, cluster, restart, json)


@lab_app.command("first-player")
@with_examples
def first_player(
    names: Names = None,
    bots: Bots = None,
    set: Set = None,
    precision: Precision = 0.03,
    limit: Limit = 20_000,
    seed: Seed = 1,
    out: Out = None,
    workers: Workers = None,
    cluster: ClusterOption = None,
    restart: Restart = False,
    json: Json = False,
) -> None:
    """Measure the first-player advantage: each roster or force plays against itself."""
    from battlewright.cli.study import run_study
    from battlewright.lab import ready_studies as ready

    system, rest = _system(names)
    data = ready.first_player(system, rest, _setup(system, set), _head(system, bots, precision, limit, seed))
    run_study(data, out or "first-player", workers, cluster, restart, json)


@lab_app.command()
def encounter(
    names: Names = None,
    levels: Annotated[str | None, typer.Option(help="Levels of the party: 1,2,3 or 1..3.")] = None,
    party: Annotated[
        list[str] | None, typer.Option(help="The members of a party: sheets, separated by commas. Repeatable.")
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(help="What else to vary: a path and its values, such as foes.ruffian.count=1..4. Repeatable."),
    ] = None,
    bots: Bots = None,
    set: Set = None,
    precision: Precision = 0.03,
    limit: Limit = 20_000,
    seed: Seed = 1,
    out: Out = None,
    workers: Workers = None,
    cluster: ClusterOption = None,
    restart: Restart = False,
    json: Json = False,
) -> None:
    """Show how deadly encounters are, by the level and the members of the party, and by what else is varied.

    Encounters in a row count as one: the party wins if it wins them all.

    Examples: `battlewright lab encounter`, `battlewright lab encounter the-barrow --levels 1..3`,
    `battlewright lab encounter the-toll-bridge --party silarn,brannoc --party silarn,brannoc,mirelle`,
    `battlewright lab encounter the-barrow --vary foes.ruffian.count=1..3 --vary more_levels=0,1`,
    `battlewright lab encounter the-toll-bridge --set then=the-barrow --vary between=none,breather,night`
    """
    from battlewright.cli.study import run_study
    from battlewright.lab import ready_studies as ready

    system, rest = _system(names, ready.whole_of)
    head = _head(system, bots, precision, limit, seed)
    steps = ready.values_of(levels) if levels else []
    more = {path: ready.values_of(values) for path, values in (_path_and_value(each, "--vary") for each in vary or ())}
    data = ready.encounter(system, rest, steps, party or [], _setup(system, set), head, more)
    run_study(data, out or "encounter", workers, cluster, restart, json)


@lab_app.command("fair-points")
def fair_points(
    system: Annotated[str, typer.Argument(help="A system with prices.")] = systems.DEFAULT,
    match_ups: Annotated[int, typer.Option(min=20, max=2000, help="Number of pairs of random rosters.")] = 300,
    battles: Annotated[int, typer.Option(min=2, max=10_000, help="Battles per pair.")] = 20,
    bots: Bots = None,
    seed: Seed = 1,
    out: Out = None,
    workers: Workers = None,
    cluster: ClusterOption = None,
    restart: Restart = False,
    json: Json = False,
) -> None:
    """Estimate the worth of each weapon and ability point from battles of random rosters, and compare prices.

    It does so under every ruling that the system can switch. Examples: `battlewright lab fair-points`,
    `battlewright lab fair-points --match-ups 1000 --bots greedy,random`
    """
    from battlewright.cli.study import run_study
    from battlewright.lab import ready_studies as ready

    found = systems.load(system)
    head = _head(found, bots, None, None, seed)
    run_study(ready.fair_points(found, match_ups, battles, head), out or "fair-points", workers, cluster, restart, json)


def _system(names: Sequence[str] | None, has: Any = None) -> tuple[System, list[str]]:
    """Return the system that is meant and the other names; without names the first that has what is asked for."""
    from battlewright.cli.pick import every_system, pick

    try:
        if names or has is None:
            return pick(names or ())
    except UnknownError:
        if has is None:
            raise
    for system in every_system():
        try:
            has(system)
        except BattlewrightError:
            continue
        return system, list(names or ())
    raise BattlewrightError("No system ships complete encounters.")


def _head(system: System, bots: str | None, precision: float | None, limit: int | None, seed: int) -> dict[str, Any]:
    from battlewright.lab.ready_studies import default_bots

    named = [bot.strip() for bot in bots.split(",")] if bots else default_bots(system)
    given = {"precision": precision, "limit": limit}
    return {"system": system.name, "seed": seed, "bots": named} | {k: v for k, v in given.items() if v is not None}


def _path_and_value(text: str, option: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise BattlewrightError(f"{option} {text}: write it as NAME=VALUE, such as table=ruins.")
    return name, value


def _setup(system: System, given: Sequence[str] | None) -> dict[str, Any]:
    """Return the parts of a set-up that were typed, as NAME=VALUE; several names go with commas."""
    from battlewright.answers.parameters import parameters_of
    from battlewright.lab.ready_studies import values_of

    kinds = {name: each.kind for name, each in parameters_of(system.setup.read).items()}
    found: dict[str, Any] = {}
    for text in given or ():
        name, value = _path_and_value(text, "--set")
        match kinds.get(name):
            case "text":
                found[name] = value
            case "texts":
                found[name] = [each.strip() for each in value.split(",") if each.strip()]
            case _:
                values = [value] if "," in value else values_of(value)
                found[name] = values[0] if values else ""
    return found

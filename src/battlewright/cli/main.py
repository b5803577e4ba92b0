"""The commands, and how errors reach a person: one clear sentence, exit code 2."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import re
import sys
from typing import Annotated, Any

import typer
from typer.main import get_command

from battlewright import __version__
from battlewright.cli.odds import Json, odds_app
from battlewright.engine.errors import BattlewrightError

UsageError: type[Any] = typer.BadParameter.__mro__[1]
"""What Typer raises for a wrong command line. Typer carries this class with it, but has no public name for it."""

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    help="The rules engine for tabletop combat. Every line it tells carries the clause it follows, such as `F.D3`.",
)

Seed = Annotated[int | None, typer.Option(min=0, max=2**64 - 1, help="The seed of the dice; without it a new one.")]

Edition = Annotated[str, typer.Option(help="The edition of the rulebook: first or second.")]

WithOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME",
        help="An option of the rules, besides those of the scenario: threat_stops_moves, modifier_added or "
        "solid_blocks (`battlewright scenarios` tells what they do). Once for each.",
    ),
]

Workers = Annotated[int | None, typer.Option(min=1, max=64, help="Threads; without it one a core.")]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"battlewright {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print it.")] = False,
) -> None:
    _start_without_blas()


def _start_without_blas() -> None:
    """Numba looks for SciPy's linear algebra when it starts, which takes a third of the start. No rule needs it."""
    if "scipy.linalg" not in sys.modules:
        sys.modules["scipy.linalg"] = None  # type: ignore[assignment]  # an import now fails, and Numba does without
        try:
            importlib.import_module("numba.np.arraymath")
        finally:
            del sys.modules["scipy.linalg"]


@app.command()
def play(
    forces: Annotated[
        list[str] | None,
        typer.Argument(help="Two forces: shipped ones by name, or .toml/.json files. None: river-guard marsh-coven."),
    ] = None,
    seat: Annotated[str, typer.Option(help="Who you are: a, b, both, or none to watch the computer.")] = "a",
    seed: Seed = None,
    dice: Annotated[str, typer.Option(help="'stream', or 'physical' to roll your own and type the faces.")] = "stream",
    rounds: Annotated[int | None, typer.Option(min=1, max=100, help="The round limit (without it: 5).")] = None,
    heavy_sixes: Annotated[bool, typer.Option("--heavy-sixes", help="The option of F.G5.")] = False,
    replay: Annotated[str | None, typer.Option(help="Write the battle to this file.")] = None,
    resume: Annotated[str | None, typer.Option(help="Go on with a battle that was kept in this file.")] = None,
    odds: Annotated[bool, typer.Option("--odds/--no-odds", help="Show what each choice is worth.")] = True,
    json: Json = False,
) -> None:
    """Play a Formations engagement in the terminal, against the computer.

    Examples: `battlewright play`, `battlewright play iron-company goblin-rabble --seat b`,
    `battlewright play --seat none --seed 7 --json`
    """
    from battlewright.cli.play import PlayOptions, play_formations

    play_formations(PlayOptions(tuple(forces or ()), seat, seed, dice, rounds, heavy_sixes, replay, resume, json, odds))


@app.command()
def battle(
    rosters: Annotated[
        list[str] | None,
        typer.Argument(help="Two rosters, by name or by .toml/.json file. None: lantern-company hollow-king."),
    ] = None,
    table: Annotated[str | None, typer.Option(help="A table, by name or file. None: the scenario's, or ruins.")] = None,
    scenario: Annotated[str | None, typer.Option(help="A scenario, by name or file. None: last-stand.")] = None,
    edition: Annotated[str | None, typer.Option(help="The rulebook's edition, first or second. None: second.")] = None,
    with_options: WithOptions = None,
    seat: Annotated[str, typer.Option(help="Who you are: a, b, both, or none to watch the computer.")] = "none",
    bots: Annotated[
        str,
        typer.Option(help="Who plays the other seats: random, greedy or search, or two such as greedy,search:200ms."),
    ] = "greedy",
    seed: Seed = None,
    dice: Annotated[str, typer.Option(help="'stream', or 'physical' to roll your own and type the faces.")] = "stream",
    rounds: Annotated[int | None, typer.Option(min=1, max=50, help="The round limit. None: the scenario's.")] = None,
    replay: Annotated[str | None, typer.Option(help="Write the battle to this file.")] = None,
    resume: Annotated[str | None, typer.Option(help="Go on with a battle that was kept in this file.")] = None,
    odds: Annotated[bool, typer.Option("--odds/--no-odds", help="Show what each choice is worth.")] = True,
    json: Json = False,
) -> None:
    """Play a Skirmish battle: watch the computer, or sit down with `--seat a` and a map of the table.

    Examples: `battlewright battle`, `battlewright battle --seat a --table rooftops`,
    `battlewright battle red-hall harrow-hedge --scenario hold-the-middle --seed 7`,
    `battlewright battle --bots search:200ms --seat a`, `battlewright battle --edition first --seat a`,
    `battlewright battle --option threat_stops_moves --option solid_blocks`
    """
    from battlewright.cli.battle import BattleOptions, play_battle

    names = tuple(rosters or ())
    options = tuple(with_options or ())
    parts = (names, table, scenario, edition, seat, bots, seed, dice, rounds, replay, resume, json, odds)
    play_battle(BattleOptions(*parts, options))


@app.command()
def sim(
    rosters: Annotated[
        list[str] | None,
        typer.Argument(
            help="Two rosters, by name or by .toml/.json file. None: lantern-company hollow-king. Or the word heroes "
            "and an encounter, by name or file."
        ),
    ] = None,
    battles: Annotated[int, typer.Option(min=1, max=10**9, help="How many battles.")] = 10_000,
    bots: Annotated[
        str, typer.Option(help="Who plays: one bot for both sides, or two such as greedy,random.")
    ] = "greedy",
    table: Annotated[str | None, typer.Option(help="A table, by name or file. None: the scenario's, or ruins.")] = None,
    scenario: Annotated[str | None, typer.Option(help="A scenario, by name or file. None: last-stand.")] = None,
    edition: Edition = "second",
    with_options: WithOptions = None,
    rounds: Annotated[int | None, typer.Option(min=1, max=50, help="The round limit. None: the scenario's.")] = None,
    seed: Seed = None,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Fight many battles between bots: who wins how often, with intervals.

    Two rosters of Skirmish change sides in every other battle. `sim heroes ENCOUNTER` tells how deadly an encounter of
    Heroes is: the heroes' chance to win, who falls how often, what is left of everybody. The same seed gives the same
    totals, whatever the number of workers. Ctrl-C tells of the battles that are done.

    Examples: `battlewright sim`, `battlewright sim red-hall powder-guild --battles 100000 --seed 7`,
    `battlewright sim my-roster.toml red-hall --bots greedy,random --table ruins --json`,
    `battlewright sim --edition first --bots random`, `battlewright sim red-hall gable-foxes --option solid_blocks`,
    `battlewright sim heroes the-barrow --battles 20000`
    """
    from battlewright.cli.sim import SimOptions, simulate

    names = tuple(rosters or ())
    parts = (names, battles, bots, table, scenario, edition, rounds, seed, workers, json)
    options = SimOptions(*parts, tuple(with_options or ()))
    if names[:1] == ("heroes",):
        from battlewright.cli.sim_heroes import simulate_encounter

        simulate_encounter(options)
    else:
        simulate(options)


@app.command()
def ladder(
    bots: Annotated[str, typer.Option(help="The bots, with commas; the first has the rating 0.")] = "random,greedy",
    battles: Annotated[int, typer.Option(min=1, max=10**9, help="Battles of each two bots, at least.")] = 700,
    rosters: Annotated[str, typer.Option(help="Rosters, by name or file, with commas; or all.")] = "all",
    crossed: Annotated[
        bool, typer.Option("--crossed/--mirrored", help="Also every roster against every other, both ways.")
    ] = False,
    table: Annotated[str, typer.Option(help="Tables, by name or file, with commas; or all.")] = "all",
    scenario: Annotated[str | None, typer.Option(help="A scenario, by name or file. None: last-stand.")] = None,
    edition: Edition = "second",
    with_options: WithOptions = None,
    seed: Seed = None,
    workers: Workers = None,
    out: Annotated[str | None, typer.Option(help="The file it is kept in. None: ladder-DATE.json.")] = None,
    json: Json = False,
) -> None:
    """Let all bots fight each other in Skirmish, from both seats: their ratings, with intervals.

    The ratings are kept in a dated file. Ctrl-C keeps what is done.

    Examples: `battlewright ladder`, `battlewright ladder --rosters red-hall,gable-foxes --table ruins --seed 7`,
    `battlewright ladder --battles 10000 --crossed --out ladder.json`,
    `battlewright ladder --edition first --out first.json`,
    `battlewright ladder --option threat_stops_moves --out threats.json`
    """
    from battlewright.cli.ladder import LadderOptions, run_ladder

    parts = (bots, battles, rosters, crossed, table, scenario, edition, seed, workers, out, json)
    run_ladder(LadderOptions(*parts, tuple(with_options or ())))


@app.command()
def replay(file: Annotated[str, typer.Argument(help="A replay file.")], json: Json = False) -> None:
    """Tell a battle again from its replay, and check that it repeats.

    Example: `battlewright replay battle-7.replay`
    """
    from battlewright.cli.play import tell_replay

    tell_replay(file, json)


@app.command()
def roll(
    notation: Annotated[str, typer.Argument(help="Such as D6, 2D6, d3, 3d8+4, 2d6-1.")],
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Roll dice by their notation: faces and total.

    Examples: `battlewright roll 3d8+2`, `battlewright roll 2D6 --seed 7 --json`
    """
    from battlewright.cli.roll import show_roll

    show_roll(notation, seed, json)


@app.command()
def rules(
    system: Annotated[str | None, typer.Argument(help="A system, an edition (S1) or one clause. None: all.")] = None,
    json: Json = False,
) -> None:
    """The clauses of a rulebook, with the functions that carry them out and the tests that hold them.

    Examples: `battlewright rules formations`, `battlewright rules S1`, `battlewright rules F.D9 --json`
    """
    from battlewright.cli.show import show_rules

    show_rules(system, json)


@app.command()
def forces(
    files: Annotated[list[str] | None, typer.Argument(help="Forces or files to look at and check.")] = None,
    json: Json = False,
) -> None:
    """The forces that come with Formations; or look at given ones and check their files.

    Examples: `battlewright forces`, `battlewright forces my-force.toml`
    """
    from battlewright.cli.show import show_forces

    show_forces(tuple(files or ()), json)


@app.command()
def rosters(
    names: Annotated[list[str] | None, typer.Argument(help="Rosters or files to look at and check.")] = None,
    json: Json = False,
) -> None:
    """The rosters that come with Skirmish, with points, ranks and weapons; or look at given ones and check their files.

    Examples: `battlewright rosters`, `battlewright rosters my-roster.toml red-hall`
    """
    from battlewright.cli.show import show_rosters

    show_rosters(tuple(names or ()), json)


@app.command()
def weapons(
    rosters: Annotated[list[str] | None, typer.Argument(help="Rosters or files whose own weapons to show too.")] = None,
    json: Json = False,
) -> None:
    """The weapons that come with Skirmish, with their figures in both editions; and those of given rosters.

    Examples: `battlewright weapons`, `battlewright weapons powder-guild my-roster.toml`
    """
    from battlewright.cli.show import show_weapons

    show_weapons(tuple(rosters or ()), json)


@app.command()
def tables(
    names: Annotated[list[str] | None, typer.Argument(help="Tables or files to look at and check.")] = None,
    json: Json = False,
) -> None:
    """The tables that come with Skirmish, drawn as maps; or look at given ones and check their files.

    Examples: `battlewright tables rooftops`, `battlewright tables my-table.toml`
    """
    from battlewright.cli.show import show_tables

    show_tables(tuple(names or ()), json)


@app.command()
def scenarios(
    names: Annotated[list[str] | None, typer.Argument(help="Scenarios or files to look at and check.")] = None,
    json: Json = False,
) -> None:
    """The scenarios that come with Skirmish, and the options of the rules; or look at given ones and check their files.

    `--option` in `battle`, `sim` and `ladder` switches on what a scenario does not.

    Examples: `battlewright scenarios`, `battlewright scenarios my-scenario.toml --json`
    """
    from battlewright.cli.show import show_scenarios

    show_scenarios(tuple(names or ()), json)


@app.command()
def encounter(
    name: Annotated[
        str | None,
        typer.Argument(help="An encounter, by name or by .toml/.json file. None: cudgels-in-the-alley."),
    ] = None,
    seat: Annotated[
        str, typer.Option(help="Who you are: a (the heroes), b (the foes), both, or none to watch the computer.")
    ] = "a",
    auto: Annotated[bool, typer.Option("--auto", help="Bots play everybody: the same as --seat none.")] = False,
    bots: Annotated[
        str,
        typer.Option(help="Who plays the other seats: random, greedy or search, or two such as greedy,search:200ms."),
    ] = "greedy",
    seed: Seed = None,
    dice: Annotated[str, typer.Option(help="'stream', or 'physical' to roll your own and type the faces.")] = "stream",
    replay: Annotated[str | None, typer.Option(help="Write the encounter to this file.")] = None,
    resume: Annotated[str | None, typer.Option(help="Go on with an encounter that was kept in this file.")] = None,
    odds: Annotated[bool, typer.Option("--odds/--no-odds", help="Show what each choice promises.")] = True,
    json: Json = False,
) -> None:
    """Run an encounter of Heroes: the heroes are yours, the computer plays the foes.

    A game master may change anything when somebody has to choose, such as `set silarn health 5`; `h` lists it all.

    Examples: `battlewright encounter`, `battlewright encounter the-barrow --seat both --dice physical`,
    `battlewright encounter my-encounter.toml --auto --seed 7 --json`
    """
    from battlewright.cli.encounter import EncounterOptions, play_encounter

    seat = "none" if auto else seat
    play_encounter(EncounterOptions(name, seat, bots, seed, dice, replay, resume, json, odds))


@app.command()
def sheet(
    name: Annotated[
        str | None, typer.Argument(help="A sheet, by name or by .toml/.json file. None: those that are shipped.")
    ] = None,
    json: Json = False,
) -> None:
    """A character or creature of Heroes: every derived value with its parts and its clause.

    Examples: `battlewright sheet`, `battlewright sheet silarn`, `battlewright sheet my-hero.toml --json`
    """
    from battlewright.cli.sheet import show_sheet

    show_sheet(name, json)


app.add_typer(odds_app, name="odds")


@app.command()
def compile(
    workers: Annotated[int | None, typer.Option(min=1, max=64, help="Processes; without it one a core.")] = None,
    json: Json = False,
) -> None:
    """Compile all rules ahead, so that everything starts fast.

    Example: `battlewright compile --workers 2`
    """
    from battlewright.cli.build import compile_rules

    compile_rules(workers, json)


@app.command()
def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Short runs: rough figures in seconds.")] = False,
    out: Annotated[str | None, typer.Option(help="Also write the results to this JSON file.")] = None,
    json: Json = False,
) -> None:
    """Measure speed: ratios within one run. Needs a checkout of the repository (its bench folder).

    Example: `battlewright bench --quick`
    """
    from battlewright.cli.build import run_bench

    run_bench(quick, out, json)


def main() -> None:
    """Run a command; whatever a person did wrong is told in a sentence, with exit code 2."""
    _prepare_output()
    try:
        code = get_command(app).main(prog_name="battlewright", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code or 0)
    except BattlewrightError as error:
        _fail(str(error), 2)
    except UsageError as error:
        if not error.format_message():  # no command was named, and the help has been printed
            sys.exit(0)
        _fail(_one_sentence(error), 2)
    except (typer.Abort, KeyboardInterrupt):
        _fail("Interrupted.", 130)
    except BrokenPipeError:
        _close_output()
        sys.exit(1)
    except OSError as error:
        _close_output()
        _fail(f"The output cannot be written ({error.strerror}).", 2)


def _prepare_output() -> None:
    """What a terminal cannot show is written as an escape, and a width of nothing is no width."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if os.environ.get("COLUMNS") == "0":
        del os.environ["COLUMNS"]


def _close_output() -> None:
    """Nobody reads any more, so nothing is to be flushed at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _one_sentence(error: Any) -> str:
    text = error.format_message().rstrip(".")
    if "No such command" in text:
        text += f"{'' if text.endswith('?') else '.'} There are: {', '.join(sorted(error.ctx.command.commands))}"
    if re.search(r"No such option: -\d", text):
        text += ". Write -- before something that begins with a minus"
    return f"{text}. Try '{error.ctx.command_path if error.ctx else 'battlewright'} --help'."


def _fail(message: str, code: int) -> None:
    print(f"Error: {message}", file=sys.stderr)
    sys.exit(code)

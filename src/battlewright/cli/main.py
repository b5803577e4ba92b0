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

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Seed = Annotated[int | None, typer.Option(min=0, max=2**64 - 1, help="The seed of the dice; without it a new one.")]


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
    seat: Annotated[str, typer.Option(help="Who you are: a, b, both, or none to watch the computer.")] = "none",
    bots: Annotated[
        str, typer.Option(help="Who plays the other seats: one name, or two such as random,random.")
    ] = "random",
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
    `battlewright battle red-hall harrow-hedge --scenario hold-the-middle --seed 7`
    """
    from battlewright.cli.battle import BattleOptions, play_battle

    names = tuple(rosters or ())
    play_battle(BattleOptions(names, table, scenario, seat, bots, seed, dice, rounds, replay, resume, json, odds))


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
    system: Annotated[str | None, typer.Argument(help="A system, or the id of one clause. None: all systems.")] = None,
    json: Json = False,
) -> None:
    """The clauses of a rulebook, with the functions that carry them out and the tests that hold them.

    Examples: `battlewright rules formations`, `battlewright rules F.D9 --json`
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
    """The rosters that come with Skirmish, with their points; or look at given ones and check their files.

    Examples: `battlewright rosters`, `battlewright rosters my-roster.toml red-hall`
    """
    from battlewright.cli.show import show_rosters

    show_rosters(tuple(names or ()), json)


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
    """The scenarios that come with Skirmish; or look at given ones and check their files.

    Examples: `battlewright scenarios`, `battlewright scenarios my-scenario.toml --json`
    """
    from battlewright.cli.show import show_scenarios

    show_scenarios(tuple(names or ()), json)


odds_app = typer.Typer(no_args_is_help=True, help="Exact odds, before the dice fall.")
formations_odds = typer.Typer(no_args_is_help=True, help="Exact odds for Formations.")
skirmish_odds = typer.Typer(no_args_is_help=True, help="Exact odds for Skirmish: one exchange, or a whole position.")
odds_app.add_typer(formations_odds, name="formations")
odds_app.add_typer(skirmish_odds, name="skirmish")
app.add_typer(odds_app, name="odds")

PoolSize = Annotated[int, typer.Option(min=1, max=1000, help="How many dice.")]
Ability = Annotated[int, typer.Option(min=0, max=10, help="How many dice it rolls.")]
Rerolls = Annotated[int, typer.Option(min=0, max=1000, help="Rerolls at hand; they are used best.")]


@odds_app.command("roll")
def odds_roll(
    notation: Annotated[str, typer.Argument(help="Such as 3d8+4, 2d6-1, 2d6+d4.")],
    at_least: Annotated[int | None, typer.Option(help="Also the chance of this total or more.")] = None,
    json: Json = False,
) -> None:
    """The odds of the total of a roll.

    Example: `battlewright odds roll 3d8+4 --at-least 20`
    """
    from battlewright.cli.odds import show_roll_odds

    show_roll_odds(notation, at_least, json)


@formations_odds.command("attack")
def odds_attack(
    dice: PoolSize,
    deflection: Annotated[int, typer.Option("--def", min=1, max=10, help="The target's DEF (or WILL).")],
    rerolls: Rerolls = 0,
    heavy_sixes: Annotated[bool, typer.Option("--heavy-sixes", help="The option of F.G5.")] = False,
    json: Json = False,
) -> None:
    """The Wounds of an attack.

    Example: `battlewright odds formations attack --dice 8 --def 4 --rerolls 2`
    """
    from battlewright.cli.odds import show_attack_odds

    show_attack_odds(dice, deflection, rerolls, heavy_sixes, json)


@formations_odds.command("test")
def odds_test(
    score: Annotated[int, typer.Option(min=1, max=10, help="The characteristic's score.")],
    rerolls: Rerolls = 0,
    json: Json = False,
) -> None:
    """The chance to pass a test.

    Example: `battlewright odds formations test --score 4`
    """
    from battlewright.cli.odds import show_test_odds

    show_test_odds(score, rerolls, json)


@formations_odds.command("combination")
def odds_combination(
    dice: Annotated[int, typer.Option(min=1, max=20, help="How many dice.")],
    rerolls: Rerolls = 0,
    want: Annotated[str | None, typer.Option(help="double, triple or scale.")] = None,
    json: Json = False,
) -> None:
    """The chance of a Double, a Triple, a Scale.

    Example: `battlewright odds formations combination --dice 5 --rerolls 2 --want triple`
    """
    from battlewright.cli.odds import show_combination_odds

    show_combination_odds(dice, rerolls, want, json)


@formations_odds.command("engagement")
def odds_engagement(
    forces: Annotated[tuple[str, str], typer.Argument(help="Two forces, by name or file.")],
    rounds: Annotated[int, typer.Option(min=1, max=100, help="The round limit.")] = 5,
    seconds: Annotated[float, typer.Option(min=0, max=3600, help="How long to look for the exact answer.")] = 10,
    battles: Annotated[int, typer.Option(min=100, max=10_000_000, help="Battles by trial, where it is not.")] = 20_000,
    json: Json = False,
) -> None:
    """Who wins an engagement: exact for small forces, else by trial, and it says which.

    Example: `battlewright odds formations engagement river-guard marsh-coven`
    """
    from battlewright.cli.odds import show_engagement_odds

    show_engagement_odds(forces, rounds, seconds, battles, json)


@skirmish_odds.command("test")
def odds_skirmish_test(
    ability: Ability,
    critical: Annotated[bool, typer.Option("--critical", help="Also its critical successes and failures.")] = False,
    json: Json = False,
) -> None:
    """The successes of an ability test.

    Example: `battlewright odds skirmish test --ability 5 --critical`
    """
    from battlewright.cli.skirmish_odds import show_ability_test

    show_ability_test(ability, critical, json)


@skirmish_odds.command("stress")
def odds_skirmish_stress(
    toughness: Annotated[int, typer.Option(min=1, max=10)],
    stress: Annotated[int, typer.Option(min=0, max=99)],
    until_removed: Annotated[bool, typer.Option("--until-removed", help="Also when the model is removed.")] = False,
    gain: Annotated[int, typer.Option(min=0, max=99, help="The stress gained between two activations.")] = 0,
    activations: Annotated[int, typer.Option(min=1, max=200, help="How many activations to look at.")] = 20,
    json: Json = False,
) -> None:
    """What a model's stress does at the start of its activation: break-down, stress test, recovery.

    Example: `battlewright odds skirmish stress --toughness 4 --stress 5 --until-removed`
    """
    from battlewright.cli.skirmish_odds import show_stress

    show_stress(toughness, stress, (gain, activations) if until_removed else None, json)


@skirmish_odds.command("climb")
def odds_skirmish_climb(
    agility: Ability,
    height: Annotated[float, typer.Option(help="In inches.")],
    ladder: Annotated[bool, typer.Option("--ladder", help="There is a ladder.")] = False,
    json: Json = False,
) -> None:
    """Whether a climb succeeds, and what a fall costs.

    Example: `battlewright odds skirmish climb --agility 3 --height 5`
    """
    from battlewright.cli.skirmish_odds import show_climb

    show_climb(agility, height, ladder, json)


@skirmish_odds.command("jump")
def odds_skirmish_jump(
    agility: Ability,
    distance: Annotated[float, typer.Option(help="In inches.")],
    drop: Annotated[float, typer.Option(help="How deep one falls, in inches.")] = 0,
    json: Json = False,
) -> None:
    """Whether a jump succeeds, and what a fall costs.

    Example: `battlewright odds skirmish jump --agility 3 --distance 2.5 --drop 6`
    """
    from battlewright.cli.skirmish_odds import show_jump

    show_jump(agility, distance, drop, json)


@skirmish_odds.command("shot")
def odds_skirmish_shot(
    ballistics: Annotated[int, typer.Option(min=1, max=10)],
    difficulty: Annotated[float, typer.Option(help="In all, with obstacles and the weapon's modifier.")],
    damage: Annotated[int | None, typer.Option(min=0, max=10, help="The stress of a hit; without it 1.")] = None,
    critical: Annotated[str | None, typer.Option(help="The stress of a critical, or d3; without it 2.")] = None,
    weapon: Annotated[str | None, typer.Option(help="A weapon in place of both, such as rifle.")] = None,
    obstacles: Annotated[int, typer.Option(min=0, max=11, help="How many a miss may hit instead.")] = 0,
    target: Annotated[str | None, typer.Option(help="Who may react; see the example.")] = None,
    shooter: Annotated[str | None, typer.Option(help="Such as toughness=3,stress=0; also agility=, ap=.")] = None,
    json: Json = False,
) -> None:
    """Whether a shot hits, and what it does; if there is a target, by its reactions.

    Example: `battlewright odds skirmish shot --ballistics 4 --difficulty 12.5 --weapon rifle
    --target ballistics=3,toughness=3,agility=4,stress=1,ap=3,weapon=pistol`
    """
    from battlewright.cli.skirmish_odds import ShotOptions, show_shot

    show_shot(ShotOptions(ballistics, difficulty, damage, critical, weapon, obstacles, target, shooter), json)


@skirmish_odds.command("clash")
def odds_skirmish_clash(
    attacker: Annotated[str, typer.Option(help="Such as melee=4,toughness=3,stress=0,weapon=sword.")],
    defender: Annotated[str, typer.Option(help="The same.")],
    struck: Annotated[str | None, typer.Option(help="The attacker's dice, such as 4,6,5,1.")] = None,
    parried: Annotated[str | None, typer.Option(help="The defender's dice.")] = None,
    json: Json = False,
) -> None:
    """What a clash comes to by the best play of both; once the dice have fallen, what every choice is worth.

    Example: `battlewright odds skirmish clash --attacker melee=4,weapon=sword --defender melee=3,weapon=spear`
    """
    from battlewright.cli.skirmish_odds import show_clash

    show_clash(attacker, defender, struck, parried, json)


@skirmish_odds.command("position")
def odds_skirmish_position(
    replay: Annotated[str, typer.Argument(help="A replay file.")],
    at: Annotated[int | None, typer.Option(min=0, help="After so many moves; without it, the last.")] = None,
    plan: Annotated[list[str] | None, typer.Option(help="An action of a plan; once for each.")] = None,
    json: Json = False,
) -> None:
    """What every choice is worth where a battle stands, or what a plan for an activation comes to.

    Example: `battlewright odds skirmish position b.replay --at 40 --plan "move 12 8" --plan "shoot b2 rifle"`
    """
    from battlewright.cli.position import show_position

    show_position(replay, at, tuple(plan or ()), json)


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

"""The commands. A user's error is one clear sentence and exit code 2."""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.main import get_command

from battlewright.cli.lab import lab_app
from battlewright.cli.odds import Json, odds_app, with_examples
from battlewright.engine.errors import BattlewrightError
from battlewright.systems import SHORT_NAMES
from battlewright.version import __version__

UsageError: type[Any] = typer.BadParameter.__mro__[1]
"""The error that Typer raises for a wrong command line. Typer has no public name for this class."""

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    help="The rules engine for tabletop combat. Every event cites its clause, such as `F.D3`.",
)

Seed = Annotated[int | None, typer.Option(min=0, max=2**64 - 1, help="Seed of the dice. Default: a new one.")]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"battlewright {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Declare the option of the program itself."""


PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
"""Settings of a command whose arguments its system reads."""


def _passed_on(help: str, verb: str, *words: str) -> Callable[[typer.Context], None]:
    """Return a command that passes its arguments on to a verb, after some words that it is short for.

    Options among the words are left out for a battle that is resumed: its file knows who plays.
    """

    def run(context: typer.Context) -> None:
        resumes = any(typed.startswith(("--resume", "--after")) for typed in context.args)
        fixed = itertools.takewhile(lambda word: not word.startswith("--"), words) if resumes else words
        command = getattr(import_module(f"battlewright.cli.{verb}"), f"{verb}_command")
        command([*fixed, *context.args])

    run.__doc__ = help
    return run


for _verb, _help in {
    "play": "Play a battle of any system: `battlewright play [SYSTEM] [NAMES]`; or in the browser: `play --browser`.",
    "sim": "Fight many battles between bots: `battlewright sim [SYSTEM] [NAMES]`.",
    "ladder": "Rate bots by their battles against each other: `battlewright ladder [SYSTEM]`.",
    "shelf": "Show what ships: rosters, tables, scenarios, weapons, forces, sheets, encounters.",
}.items():
    app.command(_verb, context_settings=PASSED_ON)(_passed_on(_help, _verb))


@app.command()
def systems(json: Json = False) -> None:
    """Show the installed systems, and what each can do.

    Example: `battlewright systems --json`
    """
    from battlewright.cli.shelf import show_systems

    show_systems(json)


@app.command()
def replay(file: Annotated[str, typer.Argument(help="A replay file.")], json: Json = False) -> None:
    """Print a battle from its replay, and check that it repeats.

    Example: `battlewright replay battle-7.replay`
    """
    from battlewright.cli.battle import print_replay

    print_replay(file, json)


@app.command()
def after(
    file: Annotated[str, typer.Argument(help="The replay of a finished battle, or a party.")],
    rest: Annotated[
        str, typer.Option(help="A rest that they have had since: breather, night, or one of your own.")
    ] = "",
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE", help="Write it to this file.")] = "",
    json: Json = False,
) -> None:
    """Write those who go on from a battle as a file: a party with its present state.

    `battlewright play --after FILE` plays on with them at once. Examples: `battlewright after battle-7.replay`,
    `battlewright after battle-7.replay --rest night -o party.toml`, `battlewright after party.toml --rest breather`
    """
    from battlewright.cli.after import write_party

    write_party(file, rest, out, json)


@app.command()
def verify(
    file: Annotated[str, typer.Argument(help="The replay of a finished battle.")],
    commitment: Annotated[
        str, typer.Option(metavar="HASH", help="The commitment (hash of the secret) that you noted before the match.")
    ] = "",
    key: Annotated[
        str, typer.Option(metavar="PUBLIC", help="The public key of the server that must have signed the log.")
    ] = "",
    json: Json = False,
) -> None:
    """Verify a finished battle: compute every die again from the secret, and check its log and the signature.

    Examples: `battlewright verify battle.replay`, `battlewright verify battle.replay --commitment 3f5a…`,
    `battlewright verify battle.replay --key 9c1e…`
    """
    from battlewright.cli.verify import show_verified

    show_verified(file, commitment, key, json)


@app.command()
def report(
    file: Annotated[str, typer.Argument(help="A replay file.")],
    seconds: Annotated[float, typer.Option(min=1, max=86_400, help="Time limit; more makes it more precise.")] = 25.0,
    side: Annotated[
        str, typer.Option(metavar="a|b", help="Whose view. Default: the only person's, or the loser's.")
    ] = "",
    steps: Annotated[bool, typer.Option("--steps", help="List all steps of each part of the account.")] = False,
    json: Json = False,
) -> None:
    """Report on a battle: why it was won or lost, by the set-up, the dice and the choices.

    Ctrl-C keeps what is done. Examples: `battlewright report battle-7.replay`,
    `battlewright report battle-7.replay --seconds 120 --side b --steps`
    """
    from battlewright.cli.verify import show_match_report

    show_match_report(file, seconds, side, steps, json)


@app.command()
def roll(
    notation: Annotated[str, typer.Argument(help="Dice notation, such as D6, 2D6, d3, 3d8+4, 2d6-1.")],
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Roll dice, and print their faces and total.

    Examples: `battlewright roll 3d8+2`, `battlewright roll 2D6 --seed 7 --json`
    """
    from battlewright.cli.roll import show_roll

    show_roll(notation, seed, json)


@app.command()
@with_examples
def rules(
    system: Annotated[str | None, typer.Argument(help="A system, an edition (S1) or one clause. Default: all.")] = None,
    code: Annotated[
        bool, typer.Option("--code", help="Also show the functions that implement a clause, and its tests.")
    ] = False,
    summary: Annotated[
        bool, typer.Option("--summary", help="What one looks up during a battle, of one system or edition.")
    ] = False,
    json: Json = False,
) -> None:
    """Show a rulebook, clause by clause."""
    from battlewright.cli.rules import show_rules, show_summary

    if summary:
        show_summary(system, json)
    else:
        show_rules(system, json, code)


@app.command()
def copy(
    kind: Annotated[str, typer.Argument(help="What to copy: a roster, table, scenario, weapon, force, sheet …")],
    name: Annotated[str, typer.Argument(help="The name of the shipped file; 'battlewright shelf' lists them.")],
) -> None:
    """Print a shipped file, ready to edit and play with.

    Examples: `battlewright copy roster lantern-company > mine.toml`, `battlewright copy sheet silarn > mine.toml`
    """
    from battlewright.cli.shelf import copy_shipped

    copy_shipped(kind, name)


app.add_typer(odds_app, name="odds")
app.add_typer(lab_app, name="lab")


@app.command()
def study(
    file: Annotated[str, typer.Argument(help="A study's .toml file, or the .parquet or .html file of an earlier run.")],
    out: Annotated[
        str | None,
        typer.Option(help="Base name of the output files: NAME.parquet, NAME.html. Default: the study's name."),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=64, help="Threads. Default: one per core.")] = None,
    cluster: Annotated[
        str | None, typer.Option(help="Run on a Dask cluster: tcp://HOST:8786, or local:4 for four processes.")
    ] = None,
    restart: Annotated[bool, typer.Option("--restart", help="Start over, and discard saved progress.")] = False,
    json: Json = False,
) -> None:
    """Run a study: fight battles in each of its cells until the answer is precise enough.

    It writes a table (Parquet) and a report (HTML). Ctrl-C saves the progress; the same command continues.
    Examples: `battlewright study spear.toml`, `battlewright study spear.toml --out results/spear --json`,
    `battlewright study spear.toml --cluster local:4`, `battlewright study spear.parquet --out again`
    """
    from battlewright.cli.study import run_study

    run_study(file, out, workers, cluster, restart, json)


@app.command()
def compile(
    workers: Annotated[int | None, typer.Option(min=1, max=64, help="Processes. Default: one per core.")] = None,
    json: Json = False,
) -> None:
    """Compile all rules ahead of time, so that commands start fast.

    Example: `battlewright compile --workers 2`
    """
    from battlewright.cli.build import compile_rules

    compile_rules(workers, json)


@app.command()
def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Short runs: rough figures within seconds.")] = False,
    out: Annotated[str | None, typer.Option(help="Also write the results to this JSON file.")] = None,
    json: Json = False,
) -> None:
    """Run the benchmarks. Needs a checkout of the repository (its bench folder).

    Example: `battlewright bench --quick`
    """
    from battlewright.cli.build import run_bench

    run_bench(quick, out, json)


Database = Annotated[
    str | None,
    typer.Option(help="sqlite:///FILE or postgresql://USER@HOST/NAME. Default: BATTLEWRIGHT_DATABASE, or a file."),
]


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for all interfaces.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for any free one.")] = 8321,
    database: Database = None,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes of this machine; more than one needs PostgreSQL.")
    ] = 1,
    keep_days: Annotated[
        int | None,
        typer.Option(
            min=1, max=36500, help="Remove matches that did not change for this many days. Default: keep all."
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="Accept requests from pages of this origin too, such as https://example.org."),
    ] = None,
    limit: Annotated[
        list[str] | None, typer.Option(help="Change a limit, such as matches=500. `docs/server.md` lists them.")
    ] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Trust a local proxy's client-address headers.")
    ] = False,
    key: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The private key that signs finished matches. Default: BATTLEWRIGHT_KEY, or a file by the database.",
        ),
    ] = None,
    chat: Annotated[bool, typer.Option(help="Let the people of a match write to each other.")] = True,
    library: Annotated[bool, typer.Option(help="Keep libraries of people's own files, for all their devices.")] = True,
    describe: Annotated[
        bool, typer.Option("--describe", help="Print the OpenAPI description as JSON, and exit.")
    ] = False,
) -> None:
    """Run a match server: web pages, an HTTP API, and live news over WebSockets.

    Examples: `battlewright serve`, `battlewright serve --port 9000 --database sqlite:///battles.db`,
    `battlewright serve --host 0.0.0.0 --database postgresql://battles@localhost/battles --workers 4`,
    `battlewright serve --describe`
    """
    from battlewright.cli.serve import describe_interface, serve

    if describe:
        describe_interface()
        return
    origins, limits = tuple(origin or ()), tuple(limit or ())
    serve(
        host,
        port,
        database,
        workers,
        origins,
        limits,
        behind_proxy,
        keep_days,
        has_chat=chat,
        has_library=library,
        key=key,
    )


@app.command()
def check(
    database: Database = None,
    key: Annotated[
        list[str] | None,
        typer.Option(metavar="PUBLIC", help="A signature must be with this public key, or another one named so."),
    ] = None,
    json: Json = False,
) -> None:
    """Check the logs of all matches of a server's database: their chains and signatures. Nothing is changed.

    Exit code 1 if something is damaged. Ctrl-C reports what is done. The server can keep running.
    Example: `battlewright check --database sqlite:///battles.db --json`
    """
    from battlewright.cli.serve import check_database

    check_database(database, key or (), json)


@app.command()
def backup(
    file: Annotated[str, typer.Argument(help="The file to write, such as matches.backup.")], database: Database = None
) -> None:
    """Write all matches of a server's database to one file. The server can keep running.

    Example: `battlewright backup matches.backup --database sqlite:///battles.db`
    """
    from battlewright.cli.serve import back_up

    back_up(file, database)


@app.command()
def restore(
    file: Annotated[str, typer.Argument(help="A backup.")],
    database: Database = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace the matches that the database has.")] = False,
) -> None:
    """Restore the matches of a backup into an empty database (SQLite or PostgreSQL).

    Example: `battlewright restore matches.backup --database postgresql://battles@localhost/battles`
    """
    from battlewright.cli.serve import put_back

    put_back(file, database, replace)


@app.command()
@with_examples
def join(
    url: Annotated[str, typer.Argument(help="The address of a server, of a match, or of an invitation.")],
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAMES]",
            help="With --new: rosters, forces or an encounter, by name or file. With --invite, of two name only yours: "
            "your friend then brings the other, and each is shown once both are chosen.",
        ),
    ] = None,
    new: Annotated[str, typer.Option(metavar="SYSTEM", help="Start a match of this system against a bot.")] = "",
    level: Annotated[
        str,
        typer.Option("--level", "--opponent", metavar="LEVEL", help="With --new: how well the bot plays."),
    ] = "",
    invite: Annotated[
        bool, typer.Option("--invite", help="With --new: play against a person, invited by a link.")
    ] = False,
    advice: Annotated[
        str,
        typer.Option(
            metavar="TERM",
            help="With --new: what everybody is told of a choice: none, odds, or full. "
            "Default: full against a bot, odds between people.",
        ),
    ] = "",
    bring: Annotated[
        str,
        typer.Option(metavar="NAME", help="At an invitation that asks for it: your roster or force, by name or file."),
    ] = "",
    name: Annotated[str, typer.Option(help="Your name.")] = "",
    replay: Annotated[str, typer.Option(metavar="FILE", help="Write the battle to this file at its end.")] = "",
) -> None:
    """Play or watch a match on a server, in the terminal. Ctrl-C leaves; the match goes on."""
    from battlewright.cli.join import NewTerms, join

    join(url, new, NewTerms(names or (), level, invite, advice), name, bring, replay)


for _short, _words in SHORT_NAMES.items():
    _help = f"Short for `battlewright {' '.join(_words)}`."
    app.command(_short, context_settings=PASSED_ON)(_passed_on(_help, *_words))


def main() -> None:
    """Run a command. A user's error is printed as a sentence, with exit code 2."""
    _prepare_output()
    try:
        code = get_command(app).main(prog_name="battlewright", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code or 0)
    except BattlewrightError as error:
        for note in getattr(error, "__notes__", ()):
            print(note, file=sys.stderr)
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
    """Escape characters that the terminal cannot show, do without an output that is closed, and ignore a terminal width
    of 0."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed before the start: what is printed goes nowhere
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  open until the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if os.environ.get("COLUMNS") == "0":
        del os.environ["COLUMNS"]


def _close_output() -> None:
    """Drop the output: the reader has closed the pipe, so nothing can be flushed at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _one_sentence(error: Any) -> str:
    text = error.format_message().rstrip(".")
    if "No such command" in text:
        text += f"{'' if text.endswith('?') else '.'} There are: {', '.join(sorted(error.ctx.command.commands))}"
    if getattr(error, "option_name", "")[1:2].isdigit():
        text += ". Write -- before a value that begins with a minus"
    return f"{text}. Try '{error.ctx.command_path if error.ctx else 'battlewright'} --help'."


def _fail(message: str, code: int) -> None:
    print(f"Error: {message}", file=sys.stderr)
    sys.exit(code)

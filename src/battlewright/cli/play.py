"""The command ``play``, for any system: its options, and the system that is meant."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import fields
from typing import Annotated, Any, Literal

from battlewright import systems
from battlewright.answers.parameters import option, parameters_of
from battlewright.cli.commands import command_of, examples_of, run_command
from battlewright.cli.pick import pick
from battlewright.contract.system import System, as_system
from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.rulebook import Prepared

BROWSER = "--browser"
LevelName = Annotated[
    Literal["beginner", "easy", "medium", "hard", "expert"] | None,
    option(
        "How well the computer plays. Default: medium; beginner where a system ranks no choices.",
        None,
        None,
        "--level",
        "--opponent",
    ),
]


def play(
    seat: Annotated[
        Literal["a", "b", "both", "none"] | None,
        option("Your seat: a, b, both, or none to watch the bots. Default: a, or as in the resumed file."),
    ] = None,
    auto: Annotated[bool, option("Let bots play all seats: the same as --seat none.")] = False,
    opponent: LevelName = None,
    bots: Annotated[
        str | None,
        option("Bots instead of a level: random, greedy or search, or two such as greedy,search:200ms."),
    ] = None,
    seed: Annotated[
        int | None, option("Seed of the dice, to repeat a battle. Default: a new secret.", 0, 2**64 - 1)
    ] = None,
    dice: Annotated[
        Literal["stream", "physical"] | None,
        option(
            "'stream': the computer rolls; 'physical': roll real dice and type their faces. "
            "Default: stream; physical at a table of your own, where no bot plays."
        ),
    ] = None,
    replay: Annotated[str | None, option("Write the battle to this file.")] = None,
    resume: Annotated[str | None, option("Resume the battle in this file.")] = None,
    after: Annotated[
        str | None,
        option(
            "Play on after the finished battle in this file, with those who go on: a named battle, or what follows."
        ),
    ] = None,
    advice: Annotated[
        Literal["none", "odds", "full"] | None,
        option(
            "Show beside each choice: nothing, its odds, or also what it loses of the chance to win. "
            "Default: full at a keyboard, odds where the input is a file or a pipe."
        ),
    ] = None,
    map: Annotated[
        Literal["always", "changed", "never"], option("When to show the map before a question.")
    ] = "changed",
    json: Annotated[bool, option("Print JSON instead of text.")] = False,
) -> None:
    """Declare the options of every battle at a table."""


BROWSER_HELP = """Play in the browser: this runs a server for this machine, and opens its page.

    What is named is in the form of a new battle there; files are checked before. The rest is chosen on the page.

    Examples: `battlewright play --browser --level hard`, `battlewright play mine.toml red-hall --table ruins --browser`
    """


def browser(opponent: LevelName = None) -> None:
    """Declare the option of a battle in the browser beside those of its set-up."""


PLAY_HELP = """Play a battle of {title} in the terminal, against the computer; or resume a saved one.

    `battlewright play --browser` plays in the browser instead: it runs a server for this machine, and opens its page.
    It takes names, files and options of the set-up too, and `--level`; they are in the form there.

    Without SYSTEM, it is the one that ships the given names; without names, {default}. Each system has its own options:
    `battlewright play SYSTEM --help`. The systems: {systems}.

    Examples: {examples}, `battlewright play --resume battle-7.replay`,
    `battlewright play --after battle-7.replay`
    """


def play_command(arguments: Sequence[str]) -> None:
    """Run ``battlewright play [SYSTEM] [NAMES] [OPTIONS]``."""
    if BROWSER in arguments:
        _play_in_browser([each for each in arguments if each != BROWSER])
        return
    system, rest = _resumed_or_picked(arguments)

    def run(**typed: Any) -> None:
        from battlewright.cli.battle import PlayOptions, play_battle

        chosen = {name: typed.pop(name) for name in parameters_of(play)}
        if chosen.pop("auto"):
            chosen["seat"] = "none"
        level = chosen.pop("opponent")
        if level and chosen["bots"]:
            raise BattlewrightError("Name a level or bots, not both: leave out --level or --bots.")
        chosen["bots"] = level or chosen["bots"]
        play_battle(system, PlayOptions(**{field.name: chosen[field.name] for field in fields(PlayOptions)}), typed)

    examples = examples_of(system.setup.read, "play") or f"`battlewright play {system.name}`"
    help = PLAY_HELP.format(
        title=system.title, default=systems.DEFAULT.capitalize(), systems=", ".join(systems.names()), examples=examples
    )
    run_command(command_of(run, help, system.setup.read, play), f"battlewright play {system.name}", rest)


def _play_in_browser(arguments: Sequence[str]) -> None:
    """Run ``battlewright play [SYSTEM] [NAMES] [OPTIONS] --browser``: the set-up that is named is read, so that what is
    wrong is told here, and is in the form of the page."""
    system, rest = pick(arguments)
    parameters = parameters_of(system.setup.read)

    def run(opponent: str | None, **typed: Any) -> None:
        from battlewright.cli.serve import Opening, play_in_browser

        named = {name: value for name, value in typed.items() if value != parameters[name].default}
        if not named and len(rest) == len(arguments):
            play_in_browser(Opening(opponent))
            return
        with source.noted() as files:
            read_typed(system, typed)
        names = [value for name, value in named.items() if parameters[name].form.positional]
        options = {name: value for name, value in named.items() if not parameters[name].form.positional}
        several = [each for value in names for each in ((value,) if isinstance(value, str) else value)]
        draft = {"system": system.name, "names": several, "options": options, "files": files}
        play_in_browser(Opening(opponent, draft))

    run_command(command_of(run, BROWSER_HELP, system.setup.read, browser), f"battlewright play {BROWSER}", rest)


def _resumed_or_picked(arguments: Sequence[str]) -> tuple[System, list[str]]:
    """Return the system of the battle that is resumed or played on, or the one that the arguments name; and the other
    arguments."""
    named = bool(arguments) and arguments[0] in systems.names()
    match = re.search(r"(?:^|\0)--(?:resume|after)[\0=]([^\0]+)", "\0".join(arguments))
    if match is None:
        return pick(arguments)
    from battlewright.cli.battle import load_compiled
    from battlewright.engine import replay as replays

    system = replays.read(match[1], load_compiled).system
    if named and arguments[0] != system.name:
        raise BattlewrightError(f"{match[1]}: this is a battle of {system.title}; leave out {arguments[0]}.")
    return as_system(system), list(arguments[1:] if named else arguments)


def read_typed(system: System, typed: dict[str, object]) -> Prepared:
    """Read the set-up that was typed, by the parameters of its reader; print its warnings."""
    prepared = system.setup.read(**typed)
    for warning in prepared.warnings:
        print(f"Warning: {warning}", file=sys.stderr)
    return prepared

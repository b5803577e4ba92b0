"""The commands that play a battle and tell it again."""

from __future__ import annotations

import itertools
import shutil
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.cli.build import compile_if_needed
from battlewright.cli.roll import new_seed, print_json
from battlewright.cli.terminal import Stop, Terminal
from battlewright.engine import replay as replays
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session, Told
from battlewright.engine.system import SEATS, System
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force

if TYPE_CHECKING:
    from battlewright.bots.named import Bot

DEFAULT_FORCES = ("river-guard", "marsh-coven")
WHO = {"a": (0,), "b": (1,), "both": (0, 1), "none": ()}
PLAYED_BY = {"formations": "play", "heroes": "encounter", "skirmish": "battle"}
"""The command that plays a system, and so goes on with its battles."""


@dataclass(frozen=True)
class PlayOptions:
    """What the command line asked for."""

    forces: tuple[str, ...]
    seat: str
    seed: int | None
    dice: str
    rounds: int | None
    heavy_sixes: bool
    replay: str | None
    resume: str | None
    json: bool
    odds: bool


def play_formations(options: PlayOptions) -> None:
    """Play an engagement from its beginning, or from where it was kept."""
    _check(options)
    compile_if_needed("formations")
    session = _session(options)
    keep_in = options.replay or options.resume
    if options.json:
        finish(session, (RandomBot(session.seed, session.index),) * 2)
        keep(session, keep_in)
        print_json(summary(session))
        return
    play_on(Terminal(session, WHO[options.seat], options.dice == "physical", options.odds), keep_in)


def play_on(table: Terminal, keep_in: str | None, more: str = "") -> None:
    """Play at a table; a battle that is stopped is kept. ``more`` is what its command needs to go on as it was."""
    session = table.session
    for name in ("SIGTERM", "SIGHUP"):  # a window that is closed keeps the battle too
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _stop)
    try:
        table.run()
    except (Stop, KeyboardInterrupt):
        keep_in = keep_in or _free_name(f"battle-{session.seed}")
        keep(session, keep_in)
        print(f"\nThe battle so far is kept in {keep_in}. Go on with: {how_to_resume(session, keep_in)}{more}")
        return
    keep(session, keep_in)
    if keep_in:
        print(f"The battle is kept in {keep_in}.")


def how_to_resume(session: Session, file: str) -> str:
    """The command that goes on with a battle that was kept."""
    return f"{_program()} {PLAYED_BY[session.system.name]} --resume {file}"


def load_compiled(name: str) -> System:
    """A system by its name, with its rules compiled."""
    system = systems.load(name)
    compile_if_needed(name)
    return system


def resume(file: str, name: str) -> Session:
    """A battle of this system, from where it was kept."""
    replay = replays.read(file, load_compiled)
    if replay.system.name != name:
        command = PLAYED_BY[replay.system.name]
        reason = f"{file}: this is a battle of {replay.system.title}; '{command} --resume' goes on with it."
        raise BattlewrightError(reason)
    return replays.repeat(replay)


def tell_replay(file: str, as_json: bool) -> None:
    """Tell a battle again, of whatever system."""
    session = replays.repeat(replays.read(file, load_compiled))
    if as_json:
        print_json(summary(session))
        return
    table = Terminal(session, ())
    table.tell_story()
    if session.is_over:
        table.show_result()
    else:
        print(f"The battle goes on from here: {how_to_resume(session, file)}")


def summary(session: Session) -> dict[str, Any]:
    """A battle as data."""
    over, more = session.is_over, {}
    if session.system.name == "skirmish":
        from battlewright.cli.battle import battle_summary

        more = battle_summary(session)
    elif session.system.name == "heroes":
        from battlewright.cli.encounter import encounter_summary

        more = encounter_summary(session)
    return {
        "system": session.system.name,
        "ruleset": session.system.ruleset,
        "seed": session.seed,
        "over": over,
        "winner": (SEATS[session.node.result - 1] if session.node.result else "draw") if over else None,
        "result": session.words.result(session.node) if over else None,
        **more,
        "position": session.fingerprint,
        "opening": [_told(told) for told in session.opening],
        "moves": [
            {"move": move.text, "words": move.words, "told": [_told(told) for told in move.told]}
            for move in session.known_moves
        ],
    }


def _check(options: PlayOptions) -> None:
    check_table(options.seat, options.dice, options.json, options.replay)
    if len(options.forces) not in (0, 2):
        raise BattlewrightError(f"An engagement has two forces, not {len(options.forces)}; name two or none.")
    if options.resume is not None and options.forces:
        raise BattlewrightError("A battle that is resumed has its forces already; leave them out.")
    if options.resume is not None and (options.seed is not None or options.rounds is not None or options.heavy_sixes):
        raise BattlewrightError("A battle that is resumed has its seed, rounds and options already; leave them out.")


def check_table(seat: str, dice: str, as_json: bool, replay: str | None) -> None:
    """What every battle at a table is asked for: who sits there, whose dice fall, and where it is written."""
    if seat not in WHO:
        raise UnknownError("seat", seat, WHO)
    if dice not in ("stream", "physical"):
        raise UnknownError("kind of dice", dice, ("stream", "physical"))
    if as_json and (seat != "none" or dice == "physical"):
        raise BattlewrightError("--json needs --seat none and dice of the stream: a person plays in sentences.")
    if replay is not None:
        _check_place(Path(replay))


def _check_place(path: Path) -> None:
    """What a person has is not written over, and a path that cannot be written is told of before the battle."""
    if not path.name:
        raise BattlewrightError("--replay needs the name of a file.")
    if path.exists():
        raise BattlewrightError(f"{path} is there already; name another file for the replay.")
    if not path.parent.is_dir():
        raise BattlewrightError(f"The battle cannot be written to {path}: there is no folder {path.parent}.")


def _session(options: PlayOptions) -> Session:
    if options.resume is not None:
        return resume(options.resume, "formations")
    first, second = (read_force(name) for name in options.forces or DEFAULT_FORCES)
    rounds = {} if options.rounds is None else {"round_limit": options.rounds}
    setup = EngagementSetup(forces=(first, second), heavy_sixes=options.heavy_sixes, **rounds)
    seed = new_seed() if options.seed is None else options.seed
    return Session(systems.load("formations"), setup, seed)


def finish(session: Session, bots: Sequence[Bot]) -> None:
    """Let bots play a battle to its end, each for its seat."""
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bots[session.node.seat].choose(session))


def _stop(number: int, frame: object) -> NoReturn:
    raise Stop


def _free_name(stem: str) -> str:
    """A name for a replay that no file has yet."""
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.replay" for number in itertools.count(1))
    return next(name for name in names if not Path(name).exists())


def keep(session: Session, path: str | None) -> None:
    """Write a battle to a file, if one is named."""
    if path:
        try:
            Path(path).write_text(replays.write(session), encoding="utf-8")
        except OSError as error:
            print(replays.write(session), file=sys.stderr)
            reason = f"The battle cannot be written to {path} ({error.strerror}); it stands above instead."
            raise BattlewrightError(reason) from None


def _program() -> str:
    """How this program is called here, so that a line can be copied and works."""
    return "battlewright" if shutil.which("battlewright") else sys.argv[0]


def _told(told: Told) -> dict[str, str]:
    return {"text": told.text, "clause": told.clause}

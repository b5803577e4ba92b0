"""A battle in the terminal: start, resume, save and print it."""

from __future__ import annotations

import itertools
import shutil
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from battlewright import systems
from battlewright.answers.advice import AdviceTerm
from battlewright.answers.data import node_data, story_data, system_data
from battlewright.answers.parameters import parameters_of
from battlewright.bots.levels import usual_level
from battlewright.bots.named import pair_of
from battlewright.cli.build import compile_if_needed
from battlewright.cli.output import check_writable
from battlewright.cli.play import read_typed
from battlewright.cli.roll import print_json
from battlewright.cli.screen import Screen
from battlewright.cli.terminal import Stop, Terminal
from battlewright.contract.system import System, as_system, system_of
from battlewright.engine import replay as replays
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.results import result_data, result_of
from battlewright.engine.seats import SPECTATOR, Seats
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.text import listed
from battlewright.play.dice import DiceSource
from battlewright.play.log import replay_of
from battlewright.play.match import PERSON, Match
from battlewright.play.players import play_on, seat_bots

SIDES_OF_SEAT = {"a": ("a",), "b": ("b",), "both": ("a", "b"), "none": ()}


@dataclass(frozen=True)
class PlayOptions:
    """The options of ``play`` as they were typed."""

    seat: str | None
    bots: str | None
    seed: int | None
    dice: str | None
    replay: str | None
    resume: str | None
    after: str | None
    advice: AdviceTerm | None
    map: str
    json: bool

    def __post_init__(self) -> None:
        if self.json and (self.seat != "none" or self.dice == "physical"):
            raise BattlewrightError("--json needs --seat none (or --auto), and no --dice physical.")
        if self.replay is None:
            return
        path = Path(self.replay)
        if not path.name:
            raise BattlewrightError("--replay needs the name of a file.")
        if path.exists():
            raise BattlewrightError(f"{path} already exists; choose another file for the replay.")
        check_writable(path, "The battle")


def play_battle(system: System, options: PlayOptions, typed: dict[str, object]) -> None:
    """Play a battle from its beginning, or from a saved replay."""
    match, names = _match(system, options, typed)
    bots = seat_bots(match, names)
    keep_in = options.replay or options.resume
    if options.json:
        play_on(match, bots)
        if keep_in:
            keep(match, keep_in)
        print_json(summary(match.session, match.summary(SPECTATOR), match.dice.seed))
        return
    people = [seat for seat, player in match.players.items() if player == PERSON and seat in names]
    advice = options.advice or usual_advice(match, people)
    is_physical = options.dice == "physical"
    if options.dice is None:
        is_physical = bool(system.why_no_bots(match.session.setting))
    table = Terminal(match, people, is_physical, advice, bots, options.map)
    play_at(table, keep_in, " --dice physical" if options.dice == "physical" else "")


def usual_advice(match: Match, people: Sequence[str]) -> AdviceTerm:
    """Return the advice that people get: a search at every question is for somebody who reads it, and who plays against
    the computer. Between people it is the odds."""
    is_between_people = len({match.seats[seat].side for seat in people}) > 1
    return "full" if sys.stdin is not None and sys.stdin.isatty() and not is_between_people else "odds"


def _match(system: System, options: PlayOptions, typed: dict[str, object]) -> tuple[Match, dict[str, str]]:
    """Return the match to play, and the names of the bots by seat, including those that take over from people."""
    source = DiceSource(seed=options.seed)
    if options.resume is not None:
        _refuse_typed(system, typed)
        saved = replays.read(options.resume, load_compiled)
        if options.replay is None:
            check_writable(Path(options.resume), "The battle")
        session = saved.repeat()
        if saved.position:
            over = f"this battle is over ({saved.result.rstrip('.')})"
            raise BattlewrightError(f"{options.resume}: {over}; '{_program()} replay {options.resume}' prints it.")
        players, names = _players(system, saved.setup, options, saved.players)
        return Match(system, saved.setup, players, source, session, with_master=True), names
    if options.after is not None:
        from battlewright.cli.after import next_setup

        known = parameters_of(system.setup.read)
        is_named = any(each.form.positional and typed.get(name) for name, each in known.items())
        setup = next_setup(options.after, system, typed, is_named)
        players, names = _players(system, setup, options, {})
        return Match(system, setup, players, source, with_master=True), names
    prepared = read_typed(system, typed)
    if prepared.note and not options.json:
        Screen().say(prepared.note)
    compile_if_needed(system)
    players, names = _players(system, prepared.setup, options, {})
    return Match(system, prepared.setup, players, source, with_master=True), names


def _refuse_typed(system: System, typed: dict[str, object]) -> None:
    """Refuse options of a set-up for a battle that has one."""
    known = parameters_of(system.setup.read)
    if any(typed.get(name, each.default) != each.default for name, each in known.items()):
        has = listed([name.replace("_", " ") for name in known], "and")
        raise BattlewrightError(f"A resumed battle has its {has} already; leave them out.")


def _players(
    system: System, setup: Any, options: PlayOptions, saved: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return who plays at each seat (as typed, as saved, or as usual), and the bots by seat, for people too. Where
    several seats share a side, all of them are at this keyboard; so are both sides where no bot plays."""
    seats = Seats(system, setup)
    if options.bots is None and options.seat is None and system.why_no_bots(system.setup.build(setup)):
        everybody = {seat.name: PERSON for seat in seats.all if seat.side is not None}
        return everybody, everybody
    pair = pair_of(usual_level(system) if options.bots is None else options.bots)
    names = {seat.name: pair[seat.side % 2].name for seat in seats.all if seat.side is not None}
    if options.bots is None:
        names |= {seat: player for seat, player in saved.items() if seat in names and player != PERSON}
    typed = SIDES_OF_SEAT[options.seat or "a"]
    people = [seat.name for seat in seats.all if seat.side is not None and SIDE_LETTERS[seat.side] in typed]
    if options.seat is None and saved:
        people = [seat for seat, player in saved.items() if player == PERSON]
    return {seat: PERSON if seat in people else name for seat, name in names.items()}, names


def play_at(table: Terminal, keep_in: str | None, more: str = "") -> None:
    """Play at a table, and save the battle if it is stopped. ``more`` is appended to the command that resumes it."""
    match = table.match
    for name in ("SIGTERM", "SIGHUP"):  # closing the window saves the battle too
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _stop)
    try:
        table.run()
    except OSError:  # the output cannot be written any more
        if keep_in or table.people:
            print(f"The battle so far is saved in {keep(match, keep_in)}.", file=sys.stderr)
        raise
    except (Stop, KeyboardInterrupt):
        kept = keep(match, keep_in)
        print(f"\nThe battle so far is saved in {kept}. Resume it with: {how_to_resume(kept)}{more}")
    else:
        if keep_in:
            print(f"The battle is saved in {keep(match, keep_in)}.")


def how_to_resume(file: str) -> str:
    """Return the command that resumes a saved battle."""
    return f"{_program()} play --resume {file}"


def load_compiled(name: str) -> System:
    """Load a system by its name, with its rules compiled."""
    system = systems.load(name)
    compile_if_needed(system)
    return system


def print_replay(file: str, as_json: bool) -> None:
    """Print a battle from its replay, for any system."""
    saved = replays.read(file, load_compiled)
    session = saved.repeat()
    if as_json:
        result = result_of(session, saved.ended)
        more = {"over": result is not None, "result": result_data(result), **_setup_data(session)}
        print_json(summary(session, more, _seed(saved)))
        return
    table = Terminal(Match(as_system(saved.system), saved.setup, resumed=session))
    table.tell_story()
    if saved.ended:
        print(saved.result)
    elif session.is_over:
        table.show_result()
    else:
        print(f"The battle is not over. Resume it with: {how_to_resume(file)}")


def _setup_data(session: Session) -> dict[str, object]:
    """Return the whole set-up of a battle, and the names of its sides and combatants."""
    words, complete = session.words, session.system.setup.complete
    setup = complete(session.setup) if complete else session.setup
    numbered = (words.reference(number) for number in words.combatants(session.position_at(0).record))
    names = {
        "sides": {SIDE_LETTERS[side]: words.side_name(side) for side in range(session.system.rules.sides)},
        "combatants": [each.as_data() for each in numbered if each is not None],
    }
    return {"setup": setup.model_dump(mode="json", by_alias=True, exclude_none=True), "names": names}


def _seed(saved: replays.Replay) -> int | None:
    """Return the seed of a battle that was played with one; those with a secret, or in progress, have none."""
    seeds = {stream.seed for stream in saved.streams if stream.index < len(saved.lines)}
    return seeds.pop() if len(seeds) == 1 else None


def summary(session: Session, more: Mapping[str, object], seed: int | None = None) -> dict[str, object]:
    """Return a battle as data."""
    system = system_of(session)
    return {
        **system_data(system),
        "seed": seed,
        "over": session.is_over,
        "result": result_data(result_of(session)),
        **(system.guide.summary(session) if system.guide.summary else {}),
        **more,
        "node": node_data(session),
        "position": session.fingerprint,
        **story_data(session),
    }


def _stop(number: int, frame: object) -> NoReturn:
    raise Stop


def keep(match: Match, path: str | None) -> str:
    """Save a battle to a file, and return its name: the given one, or one that is not in use."""
    if not path:
        stem = "battle" if match.dice.seed is None else f"battle-{match.dice.seed}"
        names = (f"{stem}{f'-{number}' if number > 1 else ''}.replay" for number in itertools.count(1))
        path = next(name for name in names if not Path(name).exists())
    text = replay_of(match, match.seats.master)
    try:
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        print(text, file=sys.stderr)
        reason = f"The battle cannot be written to {path} ({error.strerror}); it is printed above instead."
        raise BattlewrightError(reason) from None
    return path


def _program() -> str:
    """Return the name by which this program was called, so that a printed command can be copied."""
    return "battlewright" if shutil.which("battlewright") else sys.argv[0]

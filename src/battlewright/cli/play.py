"""Playing in the terminal: a person, the computer, or both."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.cli.roll import new_seed, print_json
from battlewright.engine import replay as replays
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Move, Session, Told
from battlewright.engine.system import SEATS
from battlewright.engine.wording import read_record, word_of, write_record
from battlewright.systems.formations.setup import EngagementSetup, read_force

DEFAULT_FORCES = ("river-guard", "marsh-coven")
WHO = {"a": (0,), "b": (1,), "both": (0, 1), "none": ()}
SHOWN = 40
"""The most choices that are shown at once."""
HELP = """Type the number of a choice. Or:
  t        the table: all groups and how they stand
  F.D3     a clause of the rulebook, by its id
  act target=24   a choice as replays write it, for those that are not shown
  u        take back your last choice and all that followed
  q        stop; the battle is kept in a file and can be resumed
  h        this help"""


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


class OutOfInput(Exception):
    """Nobody types any more."""


class Stop(Exception):
    """The person wants to stop."""


def play_formations(options: PlayOptions) -> None:
    """Play an engagement from its beginning, or from where it was kept."""
    _check(options)
    session = _session(options)
    people = WHO[options.seat]
    if options.json:
        _finish_by_bots(session)
        _keep(session, options.replay)
        print_json(summary(session))
        return
    table = Terminal(session, people, options.dice == "physical")
    try:
        table.run()
    except (Stop, KeyboardInterrupt):
        path = _keep(session, options.replay or options.resume or _free_name(f"battle-{session.seed}"))
        print(f"\nThe battle so far is kept in {path}. Go on with: battlewright play --resume {path}")
        return
    path = _keep(session, options.replay or options.resume)
    if path:
        print(f"The battle is kept in {path}.")


def tell_replay(file: str, as_json: bool) -> None:
    """Tell a battle again."""
    session = replays.repeat(replays.read(file, systems.load))
    if as_json:
        print_json(summary(session))
        return
    table = Terminal(session, (), False)
    table.tell(session.opening)
    for move in session.moves:
        table.show_move(move)
        table.tell(move.told)
    if session.is_over:
        table.show_result()
    else:
        print(f"The battle goes on from here: battlewright play --resume {file}")


def summary(session: Session) -> dict[str, Any]:
    """A battle as data."""
    over = session.is_over
    return {
        "system": session.system.name,
        "ruleset": session.system.ruleset,
        "seed": session.seed,
        "over": over,
        "winner": (SEATS[session.node.result - 1] if session.node.result else "draw") if over else None,
        "result": session.words.result(session.node) if over else None,
        "position": session.fingerprint,
        "opening": [_told(told) for told in session.opening],
        "moves": [
            {"move": move.text, "words": move.words, "told": [_told(told) for told in move.told]}
            for move in session.moves
        ],
    }


class Terminal:
    """A table in the terminal."""

    def __init__(self, session: Session, people: Sequence[int], physical: bool) -> None:
        self.session, self.people, self.physical = session, people, physical
        self.console = Console(highlight=False)
        self.bot = RandomBot(session.seed, session.index)

    def run(self) -> None:
        """Play to the end."""
        session = self.session
        print(f"{session.system.title}, seed {session.seed}.", end=" ")
        print("Type h for help." if self.people else "The computer plays both sides.")
        self.show_table()
        self.tell(session.opening)
        for move in session.moves:
            self.tell(move.told)
        while not session.is_over:
            try:
                if session.node.kind == NodeKind.CHANCE:
                    self.roll()
                elif session.node.seat in self.people:
                    self.ask()
                else:
                    self.answer(self.bot.choose(session))
            except OutOfInput:
                print("\nNo more input: the computer plays on.")
                self.people, self.physical = (), False
        self.show_table()
        self.show_result()

    def roll(self) -> None:
        """Let the dice fall, or ask for those that fell on a real table."""
        if self.physical and not self.type_faces():
            return
        if not self.physical:
            self.session.roll()
        self.show_move(self.session.moves[-1])
        self.tell(self.session.moves[-1].told)

    def type_faces(self) -> bool:
        """Ask for the faces until they fit; the answer is whether they fell (and were not undone)."""
        node = self.session.node
        question = f"{self.session.words.ask(self.session.record)}. Roll {node.dice}d{node.sides}, type the faces: "
        while True:
            answer = self.read(question).strip().lower()
            if not re.fullmatch(r"[0-9 ,;-]+", answer):
                if self.command(answer, "Type the faces with spaces between"):
                    return False
                continue
            try:
                self.session.roll_typed([int(face) for face in re.findall(r"-?\d{1,9}", answer)])
            except BattlewrightError as error:
                print(error)
            else:
                return True

    def ask(self) -> None:
        """Put a decision to a person until it is answered."""
        session = self.session
        choices = session.choices()
        print(f"\n{SEATS[session.node.seat]}: {session.words.ask(session.record)}")
        for number, choice in enumerate(choices[:SHOWN], 1):
            self.console.print(f"  [bold]{number:3}[/]  {escape(session.words.choice(session.record, choice))}")
        if len(choices) > SHOWN:
            example = write_record(choices[-1], session.system.choice_kinds)
            print(f"       and more, up to {len(choices)}; or any other, written like: {example}")
        while True:
            answer = self.read("> ").strip().lower()
            if re.fullmatch(r"[0-9]{1,6}", answer) and 1 <= int(answer) <= len(choices):
                self.answer(choices[int(answer) - 1])
                return
            if self.write_choice(answer) or self.command(answer, f"Type a number from 1 to {len(choices)}"):
                return

    def write_choice(self, answer: str) -> bool:
        """Take a choice as replays write it; the answer is whether it was one and was carried out."""
        kinds = self.session.system.choice_kinds
        if not answer.startswith(tuple(word_of(kinds, kind) for kind in kinds)):
            return False
        try:
            self.answer(read_record(answer, self.session.system.choice, kinds))
        except BattlewrightError as error:
            print(error)
            return False
        return True

    def command(self, answer: str, otherwise: str) -> bool:
        """Carry out a command; the answer is whether the table has changed."""
        if answer in ("q", "quit", "exit"):
            raise Stop
        if answer in ("h", "?", "help"):
            print(HELP)
        elif answer == "t":
            self.show_table()
        elif answer == "u":
            return self.undo()
        elif "." in answer:
            try:
                clause = self.session.system.catalogue.by_id(answer)
                print(f"{clause.id} ({clause.kind}): {clause.summary}")
            except UnknownError as error:
                print(error)
        elif "=" not in answer:
            print(f"{otherwise}, or h for help.")
        return False

    def undo(self) -> bool:
        """Go back to before the person's last choice."""
        mine = [f"{SEATS[seat]}:" for seat in self.people]
        if not any(move.text.startswith(tuple(mine)) for move in self.session.moves):
            print("There is no choice of yours to take back.")
            return False
        while not self.session.undo().text.startswith(tuple(mine)):
            pass
        print("Taken back.")
        return True

    def answer(self, choice: Any) -> None:
        """Make a choice and tell what it led to."""
        told = self.session.choose(choice)
        self.show_move(self.session.moves[-1])
        self.tell(told)

    def read(self, question: str) -> str:
        """A line from the person."""
        try:
            return input(question)
        except EOFError:
            raise OutOfInput from None

    def tell(self, told: Sequence[Told]) -> None:
        """Sentences with their clauses."""
        for each in told:
            clause = f" [dim]\\[{each.clause}][/]" if each.clause else ""
            self.console.print(f"    {escape(each.text)}{clause}", soft_wrap=True)

    def show_move(self, move: Move) -> None:
        """A move: the dice, or a seat and its choice in words."""
        if move.words:
            self.console.print(f"[bold cyan]{move.text[:2]}[/] {escape(move.words)}", soft_wrap=True)
        else:
            self.console.print(f"  [magenta]{escape(move.text)}[/]", soft_wrap=True)

    def show_table(self) -> None:
        """How all groups stand."""
        headings, *rows = self.session.words.status(self.session.record)
        table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
        for heading in headings:
            is_number = heading.isupper() or heading in ("models", "wounds")
            table.add_column(heading, justify="right" if is_number else "left", no_wrap=heading != "state")
        for row in rows:
            table.add_row(*map(escape, row))
        self.console.print(table)

    def show_result(self) -> None:
        """Who won, and the fingerprint of the last position."""
        result = escape(self.session.words.result(self.session.node))
        self.console.print(f"[bold]{result}[/]  (position {self.session.fingerprint})")


def _check(options: PlayOptions) -> None:
    if options.seat not in WHO:
        raise UnknownError("seat", options.seat, WHO)
    if options.dice not in ("stream", "physical"):
        raise UnknownError("kind of dice", options.dice, ("stream", "physical"))
    if len(options.forces) not in (0, 2):
        raise BattlewrightError(f"An engagement has two forces, not {len(options.forces)}; name two or none.")
    if options.resume and options.forces:
        raise BattlewrightError("A battle that is resumed has its forces already; leave them out.")
    if options.resume and (options.seed is not None or options.rounds is not None or options.heavy_sixes):
        raise BattlewrightError("A battle that is resumed has its seed, rounds and options already; leave them out.")
    if options.json and options.seat != "none":
        raise BattlewrightError("--json needs --seat none: a person plays in sentences.")


def _session(options: PlayOptions) -> Session:
    if options.resume:
        return replays.repeat(replays.read(options.resume, systems.load))
    first, second = (read_force(name) for name in options.forces or DEFAULT_FORCES)
    rounds = {} if options.rounds is None else {"round_limit": options.rounds}
    setup = EngagementSetup(forces=(first, second), heavy_sixes=options.heavy_sixes, **rounds)
    seed = new_seed() if options.seed is None else options.seed
    return Session(systems.load("formations"), setup, seed)


def _finish_by_bots(session: Session) -> None:
    bot = RandomBot(session.seed, session.index)
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bot.choose(session))


def _free_name(stem: str) -> str:
    """A name for a replay that no file has yet."""
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.replay" for number in itertools.count(1))
    return next(name for name in names if not Path(name).exists())


def _keep(session: Session, path: str | None) -> str | None:
    if path:
        try:
            Path(path).write_text(replays.write(session), encoding="utf-8")
        except OSError as error:
            print(replays.write(session), file=sys.stderr)
            reason = f"The battle cannot be written to {path} ({error.strerror}); it stands above instead."
            raise BattlewrightError(reason) from None
    return path


def _told(told: Told) -> dict[str, str]:
    return {"text": told.text, "clause": told.clause}

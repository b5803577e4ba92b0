"""A battle in the terminal: it asks the players, reads their answers and prints the story."""

from __future__ import annotations

import getpass
import re
import sys
from collections.abc import Container, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from battlewright.bots.random import RandomBot
from battlewright.cli.map import show_map
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.guide import Offer
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Move, Sentence, Session
from battlewright.engine.system import SEATS
from battlewright.engine.wording import read_record, word_of, write_record
from battlewright.odds.guide import guide_of

if TYPE_CHECKING:
    from battlewright.bots.named import Bot

SHOWN = 40
"""The most choices in one list."""


WRAPPED = ("weapons", "state", "conditions")
"""The columns of a table that may wrap."""


SECRET = "A choice that stays secret for now"


class OutOfInput(Exception):
    """The input has ended."""


class Stop(Exception):
    """The player wants to stop."""


class Terminal:
    """One battle. The seats in ``people`` are asked; bots play the others (at random, where no bot is given).

    A system's guide supplies whatever is shown beyond its rules.
    """

    views: ClassVar[Mapping[str, tuple[str, str]]] = {
        "m": ("draw_whole_map", "the map, with what its signs mean"),
        "t": ("show_status", "the table: everybody and how they stand"),
        "l": ("list_choices", "the choices again"),
    }
    """Commands that show something: the method to call, and its line in the help."""

    def __init__(
        self,
        session: Session,
        people: Sequence[int],
        physical: bool = False,
        with_odds: bool = False,
        bots: Sequence[Bot] = (),
    ) -> None:
        self.session, self.people, self.physical, self.with_odds = session, people, physical, with_odds
        self.guide = guide_of(session)
        self.console = Console(highlight=False)
        self.bots = bots or (RandomBot(session.seed, session.index),) * session.system.seats
        self._turn: Hashable = None
        self._picture: Hashable = None
        self._legend: set[str] = set()
        self._offered: list[str] = []

    def introduce(self) -> None:
        """Say what is played, and by which players."""
        session = self.session
        sides = " and ".join(session.words.side(seat) for seat in self.people)
        who = f"You lead {sides}. Type h for help." if sides else "The computer plays both sides."
        self.say(f"{session.system.title}, seed {session.seed}. {who}")
        if self.with_odds and self.people and self.guide.explanation():
            self.say(self.guide.explanation())
        if self.guide.introduction():
            self.say(self.guide.introduction())

    def before_question(self) -> None:
        """Show the table in a new turn, unless the last picture is still up to date."""
        if self.guide.turn() != self._turn:
            self._turn = self.guide.turn()
            if self.guide.picture() != self._picture:
                if self.guide.scene() is None:
                    self.show_status()
                else:
                    self.say("")
                    self.draw_map(self._legend)

    def run(self) -> None:
        """Play to the end."""
        session = self.session
        self.introduce()
        self.tell_story()
        self.show_table()
        while not session.is_over:
            try:
                if session.node.kind == NodeKind.CHANCE:
                    self.roll()
                elif session.node.seat in self.people:
                    self.ask()
                else:
                    self.answer(self.bots[session.node.seat].choose(session))
            except OutOfInput:
                if sys.stdin is not None and sys.stdin.isatty():
                    raise Stop from None
                self.say("\nNo more input: the computer plays on.")
                self.people, self.physical = (), False
        self.show_table()
        self.show_result()

    def roll(self) -> None:
        """Roll the dice, or ask for the faces rolled on a real table."""
        if self.physical and not self.type_faces():
            return
        if not self.physical:
            self.session.roll()
        self.show_last_move()

    def type_faces(self) -> bool:
        """Ask for the faces until they fit; return whether they were applied (and not undone)."""
        node = self.session.node
        question = f"{self.session.words.ask(self.session.record)}. Roll {node.dice}d{node.sides}, type the faces: "
        while True:
            answer = self.read(question)
            if not re.fullmatch(r"[0-9 ,;-]+", answer):
                if self.command(answer, "Type the faces with spaces between"):
                    return False
                continue
            try:
                self.session.roll_typed([int(face) for face in re.findall(r"-?\d{1,9}", answer)])
            except BattlewrightError as error:
                self.say(str(error))
            else:
                return True

    def ask(self) -> None:
        """Ask a player for a decision until it is answered."""
        session = self.session
        self.before_question()
        listed, extra = session.choices(), self.guide.suggestions()
        offered = [*listed, *(choice for choice, _ in extra)]
        question = f"\n{SEATS[session.node.seat]}: {session.words.ask(session.record)}"
        self.say(question)
        self.show_choices(listed, extra)
        hidden = self.is_secret() and len(self.people) > 1
        if hidden:
            self.say("  (This is for nobody else's eyes; what you type does not show.)")
        while True:
            answer = self.read("> ", hidden)
            try:
                choice = self.chosen(answer, offered)
                if choice is not None:
                    self.answer(choice)
                    return
                if self.command(answer, f"Type a number from 1 to {len(offered)}"):
                    return
            except BattlewrightError as error:
                self.say(str(error))
            self.say(question)

    def is_secret(self) -> bool:
        """Return whether the choice to be made now stays secret for a while."""
        return self.session.node.step in self.session.system.secret_steps

    def show_choices(self, choices: Sequence[Any], extra: Sequence[Offer]) -> None:
        """List the choices with their numbers; after an edit that leaves them unchanged, say only that."""
        session = self.session
        advice = self._advice(choices, extra)
        offered = [*(session.words.choice(session.record, choice) for choice in choices), *(advice or [])]
        edited = bool(session.moves) and session.moves[-1].text.startswith("edit ")
        if edited and offered == self._offered:
            self.say("  The choices are as they were; l lists them.")
        else:
            self._list_choices(choices, extra, advice)
        self._offered = offered

    def list_choices(self) -> None:
        """List all choices, whatever was shown before."""
        if self.session.node.kind == NodeKind.DECISION:
            choices, extra = self.session.choices(), self.guide.suggestions()
            self._list_choices(choices, extra, self._advice(choices, extra))

    def _advice(self, choices: Sequence[Any], extra: Sequence[Offer]) -> list[str] | None:
        """Return the text of the odds beside each choice, or None if they take too long to work out."""
        if not self.with_odds:
            return [""] * (len(choices) + len(extra))
        return self.guide.advice(choices, [choice for choice, _ in extra])

    def _list_choices(self, choices: Sequence[Any], extra: Sequence[Offer], worth: list[str] | None) -> None:
        """List the choices of the rules and the extra offers, with their numbers and perhaps their odds."""
        session = self.session
        behind = worth or [""] * (len(choices) + len(extra))
        for number, choice in enumerate(choices[:SHOWN]):
            self.show_choice(number, session.words.choice(session.record, choice), behind[number])
        if self.with_odds and worth is None:
            self.say("       (The odds of these choices take too long to work out exactly.)")
        if len(choices) > SHOWN:
            example = write_record(choices[-1], session.system.choice_kinds)
            self.say(f"       and more, up to {len(choices)}; or any other, written like: {example}")
        for number, (_, words) in enumerate(extra, len(choices)):
            self.show_choice(number, words, behind[number])

    def show_choice(self, number: int, words: str, worth: str) -> None:
        """Print a choice; its odds go on a line below if they do not fit."""
        line, behind = f"  {number + 1:3}  {words}", f"  {worth}" if worth else ""
        if behind and self.console.is_terminal and len(line + behind) > self.console.width:
            behind = f"\n         {worth}"
        self.say(line + behind)

    def chosen(self, answer: str, offered: Sequence[Any]) -> Any | None:
        """Return the choice that was typed, by number, in the game's words or in the form of a replay; or None."""
        if re.fullmatch(r"[0-9]{1,6}", answer) and 1 <= int(answer) <= len(offered):
            return offered[int(answer) - 1]
        choice = self.guide.parse(answer)
        if choice is not None:
            described = self.guide.describe(choice)
            if described:
                self.say(f"  {described}")
        elif self.is_written_choice(answer):
            choice = read_record(answer, self.session.system.choice, self.session.system.choice_kinds)
        return choice

    def is_written_choice(self, answer: str) -> bool:
        """Return whether an answer begins like a choice in a replay and is not a game master's edit."""
        kinds = self.session.system.choice_kinds
        begins = answer.split(" ")[0] in {word_of(kinds, kind) for kind in kinds}
        return begins and self.guide.edits(answer) is None

    def command(self, answer: str, otherwise: str) -> bool:
        """Carry out a command; return whether the battle has changed."""
        if answer in ("q", "quit", "exit"):
            raise Stop
        if answer in ("u", "undo"):
            return self.undo()
        if answer in ("h", "?", "help"):
            self.show_help()
        elif answer in self.views and (answer != "m" or self.guide.scene() is not None):
            getattr(self, self.views[answer][0])()
        elif re.fullmatch(r"[a-z0-9]+\.[a-z0-9]+", answer):
            self.show_clause(answer)
        else:
            return self.ask_guide(answer, otherwise)
        return False

    def show_clause(self, id: str) -> None:
        """Print a clause of the rulebook."""
        try:
            clause = self.session.system.catalogue.by_id(id)
            self.say(f"{clause.id} ({clause.kind}): {clause.summary}")
        except UnknownError as error:
            self.say(str(error))

    def ask_guide(self, answer: str, otherwise: str) -> bool:
        """Apply a game master's edit, or show what only this system shows; return whether the battle has changed."""
        try:
            edits = self.guide.edits(answer)
            lines = None if edits is not None else self.guide.view(answer)
            for edit in edits or ():
                self.session.edit(edit)
                self.show_last_move()
        except BattlewrightError as error:
            self.say(str(error))
            return False
        for line in lines or ():
            self.say(line)
        if edits is None and lines is None:
            self.say(f"{otherwise}, or h for help.")
        return bool(edits)

    def show_help(self) -> None:
        """Print the commands."""
        keys = {
            **self.guide.forms,
            **{key: line for key, (_, line) in self.views.items() if key != "m" or self.guide.scene() is not None},
            **self.guide.views,
            self.first_clause(): "a clause of the rulebook, by its id",
            "u": "take back your last choice and all that followed",
            "q": "stop; the battle is kept in a file and can be resumed",
            "h": "this help",
        }
        width = max(8, *map(len, keys))
        self.say("Type the number of a choice. Or:")
        for key, line in keys.items():
            self.say(f"  {key:{width}} {line}")
        self.say("A choice that is not shown can be written as replays write it.")

    def first_clause(self) -> str:
        """Return the id of the rulebook's first clause in the edition that is played."""
        system = self.session.system
        return system.cite(self.session.setting, next(iter(system.catalogue)).number)

    def undo(self) -> bool:
        """Go back to before the player's last choice.

        A secret choice that has been revealed since is taken back as well. Return whether anything was undone.
        """
        mine = (*(f"{SEATS[seat]}:" for seat in self.people), "edit ")
        if not any(move.text.startswith(mine) for move in self.session.moves):
            self.say("There is no choice of yours to take back.")
            return False
        hidden = self.is_hidden()
        move = self.session.undo()
        while not move.text.startswith(mine):
            move = self.session.undo()
        words = SECRET if hidden and len(self.people) > 1 else move.words
        self.say(f"Taken back: {f'{move.text[:2]} {words}' if move.words else move.text}")
        while self.is_hidden():
            self.session.undo()
        return True

    def is_hidden(self) -> bool:
        """Return whether the last choice is still secret."""
        return len(self.session.known_moves) < len(self.session.moves)

    def answer(self, choice: Any) -> None:
        """Make a choice and print what follows from it."""
        self.session.choose(choice)
        self.show_last_move()

    def read(self, question: str, hidden: bool = False) -> str:
        """Read a line from the player; a hidden one is not echoed by the terminal."""
        if sys.stdin is None:
            raise OutOfInput
        try:
            ask = getpass.getpass if hidden and sys.stdin.isatty() else input
            return ask(question).strip().lower()
        except EOFError:
            raise OutOfInput from None

    def say(self, text: str, style: str | None = None) -> None:
        """Print a line of text as it is; a terminal breaks long lines between words."""
        self.console.print(text, style=style, markup=False, soft_wrap=not self.console.is_terminal)

    def tell(self, sentences: Sequence[Sentence]) -> None:
        """Print sentences with their clauses."""
        for each in sentences:
            clause = f" [dim]\\[{each.clause}][/]" if each.clause else ""
            self.console.print(f"    {escape(each.text)}{clause}", soft_wrap=not self.console.is_terminal)

    def tell_story(self) -> None:
        """Print everything that has happened so far."""
        self.tell(self.session.opening)
        for move in self.session.known_moves:
            self.show_move(move)

    def show_last_move(self) -> None:
        """Print the last move and what followed; a choice that is still secret is shown to its own player alone."""
        move = self.session.moves[-1]
        self.show_move(move, self.is_hidden() and [SEATS[seat] for seat in self.people] != [move.text[0]])

    def show_move(self, move: Move, hidden: bool = False) -> None:
        """Print a move (the dice, or a seat and its choice in words) and what followed."""
        if move.words:
            self.say(f"{move.text[:2]} {SECRET if hidden else move.words}", style="bold cyan")
        elif not move.text.startswith("edit "):
            self.say(f"  {move.text}", style="magenta")
        self.tell(move.sentences)

    def show_table(self) -> None:
        """Print the map, once a model is on it, and the state of every model."""
        scene = self.guide.scene()
        if scene is not None and scene.marks:
            self.draw_map(())
        self.show_status()

    def draw_whole_map(self) -> None:
        """Print the map with its whole legend."""
        self.draw_map(())

    def draw_map(self, known: Container[str]) -> None:
        """Print the table from above with the models' numbers; the legend leaves out the entries in ``known``."""
        self._picture, scene = self.guide.picture(), self.guide.scene()
        if scene is not None:
            self._legend |= set(show_map(self.console, scene, self.guide.notes(), known))

    def show_status(self) -> None:
        """Print the state of every model."""
        self._picture = self.guide.picture()
        headings, *rows = self.session.words.status(self.session.record)
        table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
        for heading, *cells in zip(headings, *rows, strict=True):
            is_number = any(cells) and not any(re.search(r"[^0-9./]", cell) for cell in cells)
            table.add_column(heading, justify="right" if is_number else "left", no_wrap=heading not in WRAPPED)
        for row in rows:
            table.add_row(*map(escape, row))
        self.console.print(table)

    def show_result(self) -> None:
        """Print the winner and the fingerprint of the last position."""
        self.say(f"{self.session.words.result(self.session.node)}  (position {self.session.fingerprint})", "bold")

"""A battle in the terminal: it asks the players, reads their answers and prints the story."""

from __future__ import annotations

import getpass
import re
import sys
from collections.abc import Container, Hashable, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar

from battlewright.answers.advice import NO_WINS, WIN_EXPLANATION, AdviceTerm
from battlewright.answers.guide import Guide
from battlewright.bots.named import Bot
from battlewright.cli.choices import ChoiceList
from battlewright.cli.map import ROWS, show_map
from battlewright.cli.screen import Screen
from battlewright.contract.guides import guide_of
from battlewright.engine.errors import BattlewrightError, Refused, UnknownError
from battlewright.engine.log import EntryKind
from battlewright.engine.node import Choice, Edit, NodeKind
from battlewright.engine.observation import Observation
from battlewright.engine.record_text import read_record, word_of
from battlewright.engine.seats import SPECTATOR
from battlewright.engine.step import StepKind
from battlewright.engine.story import StepText, sentences
from battlewright.play.forced import before, forced_just_now, last_decision
from battlewright.play.match import Match
from battlewright.play.players import bot_choice

EDIT_HELP = ("h edits", "help edits")
"""Shows what a game master may type."""
FEWEST_ROWS = 9
"""The fewest rows of a map."""
AROUND_CHOICES = 9
"""The rows that a map's edges and legend, the question and the prompt take."""
AROUND_LIST = 4
"""The rows that the question and the prompt take."""


class OutOfInput(Exception):
    """The input has ended."""


class Stop(Exception):
    """The player wants to stop."""


class Terminal:
    """One match at one keyboard. The seats in ``people`` are asked; ``bots`` play the others, and go
    on for the people where the input ends.

    A system's guide supplies whatever is shown beyond its rules.
    """

    views: ClassVar[Mapping[str, tuple[str, str]]] = {
        "m": ("draw_map", "the map, with its legend"),
        "t": ("show_status", "the status of all models"),
        "l": ("list_choices", "the choices again; at a keyboard after a deeper look"),
    }
    """Commands that show something: the method to call, and its line in the help."""

    def __init__(
        self,
        match: Match,
        people: Sequence[str] = (),
        physical: bool = False,
        advice: AdviceTerm = "none",
        bots: Mapping[str, Bot] | None = None,
        maps: str = "changed",
    ) -> None:
        self.match, self.people, self.physical, self.advice, self.maps = match, people, physical, advice, maps
        self.bots = bots or {}
        self.screen = Screen()
        self.say = self.screen.say
        self._seen: Observation | None = None
        self._guide: Guide | None = None
        self._choices: ChoiceList | None = None
        self._turn: Hashable = None
        self._picture: Hashable = None
        self._legend: set[str] = set()
        self._offered: list[str] = []

    @property
    def seat(self) -> str:
        """The seat at the keyboard: the one that must act, or the first, or a spectator's."""
        return next((seat for seat in self.match.to_act if seat in self.people), (*self.people, SPECTATOR)[0])

    @property
    def seen(self) -> Observation:
        """The battle as the seat at the keyboard may know it."""
        if self._seen is None or (self._seen.number, self._seen.seat) != (self.match.number, self.seat):
            self._seen, self._guide, self._choices = self.match.observe(self.seat), None, None
        return self._seen

    @property
    def guide(self) -> Guide:
        """The guide to what is seen."""
        seen = self.seen
        if self._guide is None:
            self._guide = guide_of(seen)
        return self._guide

    @property
    def choices(self) -> ChoiceList:
        """The choices of the seat at the keyboard."""
        guide = self.guide
        if self._choices is None:
            is_awaited = sys.stdin is not None and sys.stdin.isatty()
            self._choices = ChoiceList(guide, self.advice, self.screen, is_awaited)
        return self._choices

    def introduce(self) -> None:
        """Say what is played, and by which players."""
        led = dict.fromkeys(self.match.seats[seat].side for seat in self.people)
        sides = " and ".join(self.seen.words.side(side) for side in led if side is not None)
        who = f"You lead {sides}. Type h for help." if sides else "The computer plays both sides."
        seed = "" if self.match.dice.seed is None else f", seed {self.match.dice.seed}"
        self.say(f"{self.match.system.title}{seed}. {who}")
        if self.advice != "none" and self.people and self.guide.explanation():
            wins = [NO_WINS if self.seen.is_partial else WIN_EXPLANATION] if self.advice == "full" else []
            self.say(" ".join((self.guide.explanation(), *wins)))
        if self.guide.introduction():
            self.say(self.guide.introduction())

    def before_question(self) -> None:
        """Show the table in a new turn, as often as it is wanted: always, never, or when it has changed."""
        if self.maps == "never" or self.guide.turn() == self._turn:
            return
        self._turn = self.guide.turn()
        if self.maps == "changed" and self.guide.picture() == self._picture:
            return
        rows = self.rows_for_map()
        if self.guide.scene() is None:
            self.show_status(whole=False)
        elif rows < FEWEST_ROWS:
            self._picture = self.guide.picture()
            self.say("\n(The window is too small for the map and the choices; m shows the map.)")
        else:
            self.say("")
            self.draw_map(self._legend, rows)

    def rows_for_map(self) -> int:
        """Return the rows that a map may have without pushing the choices out of the window."""
        if not self.screen.height:
            return ROWS
        return min(ROWS, self.screen.height - self.screen.rows(self.lines_to_show()) - AROUND_CHOICES)

    def lines_to_show(self) -> list[str]:
        """Return the list of choices, without their odds if it is too long for the window with them."""
        lines, height = self.choices.lines(), self.screen.height
        if height and self.screen.rows(lines) > height - AROUND_LIST:
            lines = self.choices.lines(short=True)
        return lines

    def run(self) -> None:
        """Play to the end."""
        self.introduce()
        self.tell_story()
        self.show_table()
        while not self.match.is_over:
            try:
                self.go_on()
            except OutOfInput:
                if (sys.stdin is not None and sys.stdin.isatty()) or not self.bots:
                    raise Stop from None
                self.say("\nNo more input: the computer plays on.")
                self.people, self.physical = (), False
        self.show_table()
        self.show_result()

    def go_on(self) -> None:
        """Roll the dice, ask a person, or let a bot choose."""
        if self.match.session.node.kind == NodeKind.CHANCE:
            self.roll()
        elif self.seat in self.match.to_act:
            self.ask()
        else:
            seat = next(seat for seat in self.match.to_act if seat in self.bots)
            self.answer(seat, bot_choice(self.match, seat, self.bots[seat]))

    def roll(self) -> None:
        """Roll the dice, or ask for the faces rolled on a real table."""
        if self.physical and not self.type_faces():
            return
        if not self.physical:
            self.match.roll()
        self.show_last_move()

    def type_faces(self) -> bool:
        """Ask for the faces until they fit; return whether they were applied (and not undone)."""
        seen = self.seen
        node = seen.node
        roller = self.seat if self.seat in self.match.to_act else self.match.seats.master  # for a bot's dice
        question = f"{seen.words.ask(seen.record)}. Roll {node.dice}d{node.sides}, type the faces: "
        while True:
            answer = self.read(question)
            if not re.fullmatch(r"[0-9 ,;-]+", answer):
                if self.command(answer, "Type the faces with spaces between"):
                    return False
                continue
            try:
                self.match.roll_typed(roller, [int(face) for face in re.findall(r"-?\d{1,9}", answer)])
            except BattlewrightError as error:
                self.say(str(error))
            else:
                return True

    def ask(self) -> None:
        """Ask a player for a decision until it is answered; a forced one is made without asking."""
        seen = self.seen
        forced = seen.forced()
        if forced is not None:
            self.answer(seen.seat, forced, "  (the only choice)")
            return
        self.before_question()
        question = f"\n{seen.seat}: {seen.words.ask(seen.record)}"
        self.say(question)
        self.show_choices()
        hidden = seen.node.step in seen.system.rules.secret_steps and len(self.people) > 1
        if hidden:
            self.say("  (This choice is secret: what you type is not shown.)")
        while True:
            answer = self.read("> ", hidden)
            try:
                choice = self.chosen(answer)
                if choice is not None:
                    self.answer(seen.seat, choice)
                    return
                if self.command(answer, f"Type a number from 1 to {len(self.choices)}"):
                    return
            except BattlewrightError as error:
                self.say(str(error))
            self.say(question)

    def show_choices(self) -> None:
        """List the choices with their numbers; after an edit that leaves them unchanged, say only that."""
        lines, log = self.lines_to_show(), self.match.log
        if log and log[-1].kind is EntryKind.EDIT and lines == self._offered:
            self.say("  The choices are unchanged; l lists them.")
        else:
            for line in lines:
                self.say(line)
        self._offered = lines

    def list_choices(self) -> None:
        """List all choices, whatever was shown before; with a star, after a deeper look."""
        if self.seen.node.kind != NodeKind.DECISION:
            self.say("There is nothing to choose now: the dice must be rolled.")
            return
        self.choices.look_deeper()
        for line in self.choices.lines():
            self.say(line)

    def chosen(self, answer: str) -> Choice | None:
        """Return the choice that was typed, by number, in the game's words or in the form of a replay; or None."""
        if re.fullmatch(r"[0-9]{1,6}", answer) and 1 <= int(answer) <= len(self.choices):
            return self.choices.choice(int(answer))
        choice = self.guide.parse(answer)
        if choice is not None:
            described = self.guide.describe(choice)
            if described:
                self.say(f"  {described}")
        else:
            rules = self.match.system.rules
            written = {word_of(rules.choice_kinds, kind) for kind in rules.choice_kinds}
            if answer.split(" ")[0] in written and self.guide.edits(answer) is None:
                choice = read_record(answer, rules.choice, rules.choice_kinds)
        return choice

    def command(self, answer: str, otherwise: str) -> bool:
        """Carry out a command; return whether the battle has changed."""
        if answer in ("q", "quit", "exit"):
            raise Stop
        if answer in ("u", "undo"):
            return self.undo()
        if answer in ("h", "?", "help"):
            self.show_help()
        elif answer in EDIT_HELP and self.guide.edit_forms:
            self.say("A game master may type, at a decision:")
            self.screen.show_keys([*self.guide.edit_forms.items()])
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
            clause = self.match.system.catalogue.by_id(id)
            self.say(f"{clause.id} ({clause.kind}): {clause.summary}")
            for ruling in self.guide.rulings():
                if clause.id in ruling.clauses:
                    self.say(f"In this battle {ruling.text}.")
        except UnknownError as error:
            self.say(str(error))

    def ask_guide(self, answer: str, otherwise: str) -> bool:
        """Apply a game master's edit or amendment, or show what only this system shows; return whether the battle has
        changed."""
        try:
            edits = self.read_edits(answer)
            amendment = self.guide.amendment(answer) if edits is None else None
            lines = None if edits is not None or amendment is not None else self.guide.view(answer)
            if amendment is not None:
                self.match.amend(self.match.seats.master, amendment)
                self.show_last_move()
            for after, edit in enumerate(edits or ()):
                self.match.edit(self.match.seats.master, edit, after)
                self.show_last_move()
        except BattlewrightError as error:
            self.say(str(error))
            return False
        for line in lines or ():
            self.say(line)
        if edits is None and amendment is None and lines is None:
            self.say(f"{otherwise}, or h for help.")
        return bool(edits) or amendment is not None

    def read_edits(self, answer: str) -> Sequence[Edit] | None:
        """Read a game master's edits. Those that are refused now may come before a forced choice that was just made:
        it is taken back for them."""
        try:
            return self.guide.edits(answer)
        except Refused:
            forced = forced_just_now(self.match)
            if forced is None:
                raise
            edits = guide_of(before(self.match, forced)).edits(answer)
            self.match.undo(self.match.seats.master, forced.number)
            return edits

    def show_help(self) -> None:
        """Print the game in short, and the commands."""
        guide, system = self.guide, self.match.system
        keys = {
            **{form: line for form, line in guide.forms.items() if form not in guide.edit_forms},
            **{key: line for key, (_, line) in self.views.items() if key != "m" or guide.scene() is not None},
            **guide.views,
            system.cite(self.seen.setting, next(iter(system.catalogue)).number): "a clause of the rulebook, by its id",
            "u, undo": "undo your last choice or die, and all that followed",
            "q, quit": "stop; the battle is saved in a file and can be resumed",
            "h, help": "this help",
            **({EDIT_HELP[0]: "what a game master may type"} if guide.edit_forms else {}),
        }
        keys_shown = self.screen.key_lines([*keys.items()])
        for line in guide.lesson:
            self.say(line)
        if self.screen.height and self.screen.rows([*guide.lesson, *keys_shown]) > self.screen.height - AROUND_LIST:
            self.read("(Enter shows the keys.) ")
        self.say("Type the number of a choice. Or:")
        self.screen.show_keys([*keys.items()])
        self.say("A choice that is not listed can be typed in replay notation.")

    def undo(self) -> bool:
        """Go back to before the last choice, die or edit that was made at this keyboard; return whether there was
        one."""
        match, last = self.match, last_decision(self.match, self.people)
        if last is None:
            self.say("You have nothing to take back.")
            return False
        text = match.step_texts(self.seat, last.number)[0]
        match.undo(last.seat or match.seats.master, last.number)  # a resumed battle does not say who rolled or edited
        while match.request is not None:  # the others sit at the same keyboard
            match.agree(next(iter(match.request.asked - match.request.agreed)))
        self.say(f"Taken back: {text.brief}")
        return True

    def answer(self, seat: str, choice: Choice, note: str = "") -> None:
        """Make a choice and print it with a note, and what follows from it."""
        self.match.choose(seat, choice)
        self.show_last_move(note)

    def read(self, question: str, hidden: bool = False) -> str:
        """Read a line from the player; a hidden one is not echoed by the terminal."""
        if sys.stdin is None:
            raise OutOfInput
        try:
            if sys.stdin.isatty():
                with suppress(ImportError):
                    import readline  # noqa: F401  # line editing and the history of what was typed
            ask = getpass.getpass if hidden and sys.stdin.isatty() else input
            return ask(question).strip().lower()
        except EOFError:
            raise OutOfInput from None

    def tell_story(self) -> None:
        """Print everything that has happened so far."""
        self.screen.tell(sentences(self.seen, self.match.session.opening))
        for text in self.match.step_texts(self.reader):
            self.show_move(text)

    @property
    def reader(self) -> str:
        """The seat whose secrets may be printed: a spectator's, where several people share the screen."""
        return self.people[0] if len(self.people) == 1 else SPECTATOR

    def show_last_move(self, note: str = "") -> None:
        """Print the last move and what followed; a choice that is still secret is shown to its own player alone."""
        for text in self.match.step_texts(self.reader, self.match.number - 1):
            self.show_move(text, note)

    def show_move(self, text: StepText, note: str = "") -> None:
        """Print a move (the dice, or a seat and its choice in words) with a note, and what followed."""
        if text.step.kind is StepKind.CHOICE:
            self.say(text.heading + note, style="bold cyan")
        elif text.heading:
            self.say(f"  {text.heading}", style="magenta")
        self.screen.tell(text.sentences)

    def show_table(self) -> None:
        """Print the map, once a model is on it, and the state of every model."""
        scene = self.guide.scene()
        if scene is not None and scene.marks:
            self.draw_map()
        self.show_status(whole=False)

    def draw_map(self, known: Container[str] = (), rows: int = ROWS) -> None:
        """Print the table from above with the models' numbers; the legend leaves out the entries in ``known``."""
        self._picture, scene = self.guide.picture(), self.guide.scene()
        if scene is not None:
            self._legend |= set(show_map(self.screen.console, scene, self.guide.notes(), known, rows))

    def show_status(self, whole: bool = True) -> None:
        """Print the state of every model: all columns, in several tables if one is too wide; or those that fit, where a
        person can ask for more."""
        self._picture = self.guide.picture()
        whole = whole or not self.match.to_act or not self.people
        self.screen.show_table(self.seen.words.status(self.seen.record), whole, "t also shows")

    def show_result(self) -> None:
        """Print the winner and the fingerprint of the last position."""
        self.say(f"{self.match.result}  (position {self.match.session.fingerprint})", "bold")

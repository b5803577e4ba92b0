"""A match on a server, at a terminal: news as they come, questions when it is one's turn."""

from __future__ import annotations

import io
import os
import re
import select
import sys
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from battlewright.answers.advice import EXACT_WINS, TERMS, Advice, figure_odds_plan
from battlewright.client import CHOSEN_DICE, RemoteMatch
from battlewright.engine import data_types as types
from battlewright.engine.errors import ServerError
from battlewright.engine.story import CHANGED
from battlewright.engine.text import listed

if TYPE_CHECKING:
    from battlewright.web.models import Look, News, NumberedStep, People

PARTS = "story,status,offers,suggestions"
WAIT = 0.15
"""The seconds between looking for news and for typed lines."""
SHOWN = 40
"""The most choices in one list."""
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
"""Characters that could command a terminal."""
HAPPENED: Mapping[str, str] = {
    "undo": "{who} takes back {step} and all that followed.",
    "ask": "{who} asks to take back {step} and all that followed.",
    "offer": "{who} offers a draw.",
    "agree": "{who} agrees.",
    "decline": "{who} declines.",
    "claim": "{who} says that the dice show {faces}.",
    "resign": "{who} gives up.",
    "timeout": "{who} has run out of time.",
    "leave": "{who} leaves; {player} plays on.",
    "late": "{who} has run out of time; the computer plays on.",
    "hand": "{who} hands on the seat {of}: {player} plays on.",
    "return": "{who} plays from now on.",
    "end": "{who} ends the battle.",
    "dice": "{who} {dice}.",
    "part": "{who} {rolled}.",
    "suggest": "{who} suggests: {words} (suggestion {number}).",
    "accept": "{who} accepts suggestion {to}{changed}{words}.",
    "reject": "{who} declines suggestion {to}{words}.",
}
"""Requests, suggestions and answers between the seats, as sentences."""
ROLLERS: Mapping[str, str] = {
    "server": "lets the server roll from now on",
    "physical": "types the dice from now on",
    "either": "types the dice from now on, or lets the server roll",
}
"""Who rolls the dice of a seat, as people say it."""
PLAYERS: Mapping[str, str] = {"master": "game master", "computer": "computer"}
"""To whom a seat is handed, as people say it."""
SUGGESTS = re.compile(r"suggest\s+(?P<text>[^:]*?)\s*(?::\s*(?P<line>.+))?", re.IGNORECASE)
"""A suggestion as it is typed: its words, and after a colon the edit."""
ANSWERS = re.compile(r"(?P<kind>accept|decline)\s+(?P<number>\d{1,9})\s*(?::\s*(?P<more>.+))?", re.IGNORECASE)
"""The answer to one: its number, and after a colon another edit, or a word about it."""
REQUESTS: Mapping[str, str] = {
    "u": "undo",
    "undo": "undo",
    "agree": "agree",
    "decline": "decline",
    "draw": "offer-draw",
    "resign": "resign",
    "leave": "leave",
    "return": "return",
    "roll": "roll",
}
"""What is typed to ask or to answer the other seats, and the command that is sent."""
TABLE: Mapping[str, re.Pattern[str]] = {
    "dice": re.compile(r"dice (?P<term>server|physical|either)"),
    "change-roll": re.compile(r"change (?P<to>\d{1,9})\s*:\s*(?P<faces>[0-9 ,;]+)"),
    "leave": re.compile(r"leave (?P<to>master|computer)"),
    "end": re.compile(r"end(?: (?P<winner>a|b|draw))?"),
    "hand": re.compile(r"hand (?P<seat>.+) (?P<to>computer|master)"),
}
"""What is typed about the seats and the dice of a table, by the command that is sent."""
HELP: Mapping[str, str] = {
    "1, 2, 3 …": "choose, by the number in the list",
    "a choice": "typed as a move, or in replay notation",
    "6 1 4": "where you roll physical dice: their faces",
    "roll": "let the server roll your dice, this once",
    "dice server, dice physical, dice either": "who rolls yours from now on: the server, you, or as you like",
    "change 14: 6 1": "as game master: other faces for the roll of an entry; all that followed is taken back",
    "t": "the status of all models",
    "l": "the choices again, after a deeper look where the match allows it",
    "u, undo": "take back your last choice and all that followed; others may have to agree",
    "agree, decline": "answer another player's request",
    "draw": "offer a draw",
    "suggest fog: mod a1 dodge +5": "suggest to the game master, in words; after a colon the edit, if there is one",
    "accept 14, decline 14": "answer a suggestion, as the game master; after a colon another edit, or a word",
    "chat TEXT": "write a line to the other people of the match",
    "resign": "resign the match",
    "leave, leave master": "at a table of several: let the computer play on for you, or the game master",
    "return": "play again at your seat that was handed on",
    "hand NAME computer, hand NAME master": "as game master: who plays on at a seat",
    "end, end a, end b": "as game master: end the battle, with no winner or this one",
    "q, quit": "quit; the match stays as it is, and you can come back",
    "h, help": "this help",
}


class Left(Exception):
    """The person wants to leave."""


class TypedLines:
    """Lines from standard input. At a terminal a read waits for a limited time; a file or pipe is read when needed.

    ``is_open`` is false once the input has ended.
    """

    def __init__(self) -> None:
        self.is_open = sys.stdin is not None
        self.is_terminal = self.is_open and sys.stdin.isatty()
        self._begun = b""

    def next(self, seconds: float) -> str | None:
        """Return the next line, waiting at most ``seconds``; None if there is none."""
        if not self.is_open:
            time.sleep(seconds)
            return None
        try:
            number = sys.stdin.fileno()
        except (io.UnsupportedOperation, OSError, ValueError):
            return self._ended(sys.stdin.readline())
        return self._from_file(number, seconds)

    def _from_file(self, number: int, seconds: float) -> str | None:
        """Read what has come from a file, at most one line of it."""
        if b"\n" not in self._begun:
            if os.name != "posix":
                return self._ended(sys.stdin.readline())
            if not select.select([number], [], [], seconds)[0]:
                return None
            come = os.read(number, 4096)
            if not come:
                line, self._begun = self._begun, b""
                return self._ended(line.decode(errors="replace"))
            self._begun += come
        if b"\n" not in self._begun:
            return None
        line, _, self._begun = self._begun.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _ended(self, line: str) -> str | None:
        self.is_open = bool(line)
        return line.strip() if line else None


class RemoteTable:
    """One seat of a match on a server, or a spectator's place."""

    def __init__(self, match: RemoteMatch, lines: TypedLines | None = None) -> None:
        self.match, self.lines = match, lines or TypedLines()
        self.console = Console(highlight=False)
        self.about = match.about()
        self.news = cast("News", {})  # until the first come
        self._is_lost = False
        self._waits_for: object = None
        self._sent = 0
        self._look: Look = "first"
        self._starred: tuple[int, str | None] = (-1, None)
        self._steps: dict[int, str] = {}
        self.views: dict[str, Callable[[], None]] = {
            "t": self.show_status, "l": self.show_again, **dict.fromkeys(("h", "help", "?"), self.show_help)
        }  # fmt: skip

    def run(self) -> None:
        """Follow the match to its end, and act in it. Raises ``Left`` when the person leaves."""
        self.introduce()
        events = self.match.events(PARTS, 0, WAIT, self.tell_chat)
        try:
            for news in events:
                if news is not None:
                    self.hear(news)
                self.tell_connection()
                self.read_typed()
        finally:
            events.close()
        self.show_status()
        if self.news["result"] is not None:
            self.say(self.news["result"]["sentence"], "bold")

    def introduce(self) -> None:
        """Say what is played, by whom, and what one should note."""
        self.say(f"{self.about['title']} ({self.about['system']}). Type h for help.", "bold")
        self.say(", ".join(f"{self.called(seat['name'])}: {seat['player']}" for seat in self.about["seats"]) + ".")
        who = "You are watching." if self.match.seat is None else f"You sit at seat {self.match.seat}."
        told = self.match.commitment or self.about["dice"]["commitment"]
        known = CHOSEN_DICE if self.about["dice"].get("chosen") else f"Commitment to the dice: {told}."
        self.say(f"{who} {known}" if told or self.about["dice"].get("chosen") else who)
        self.say(TERMS[self.about["advice"]])

    def called(self, seat: str) -> str:
        """Return how a seat is spoken of: by its person's name, where there is one."""
        name = next((each["called"] for each in self.about["seats"] if each["name"] == seat), "")
        return f"{name} ({seat})" if name else f"Seat {seat}" if len(seat) == 1 else seat

    # News

    def hear(self, news: News) -> None:
        """Print what has happened, and ask if something is asked of this seat."""
        if self.news.get("state", "waiting") == "waiting":
            before, self.about = self.about, self.match.about()
            if before.get("brings") and not self.about["brings"]:
                self.say(f"{self.about['title']}.", "bold")
        self.news = news
        self.tell_story(news)
        waits_for = (news["number"], news["state"])
        if waits_for != self._waits_for:
            self._waits_for = waits_for
            self.show_question()

    def tell_story(self, news: News) -> None:
        """Print the steps in words, and what passed between the seats, in their order."""
        story = {each["number"]: each for each in news["story"]}
        for entry in news["news"]:
            if entry["number"] in story:
                self.tell_step(story[entry["number"]])
            elif entry["kind"] in HAPPENED:
                self.say(self.happened(entry), "yellow")

    def happened(self, entry: types.Entry) -> str:
        """Return what passed between the seats, as a sentence."""
        faces = listed([str(face) for face in entry.get("faces", ())], "and")
        step = self._steps.get(entry.get("to", -1), "a step")
        said, line, is_first = entry.get("text", ""), entry.get("line", ""), entry["kind"] == "suggest"
        words = " - ".join(filter(None, (said, line))) if is_first else f": {said}" if said else ""
        changed = f" with a change - {line}" if line else ""
        told = {"words": words, "changed": changed, "number": entry["number"], "to": entry.get("to")}
        told["rolled"] = f"rolls {faces}" if entry.get("faces") else "lets the server roll"
        told["dice"] = ROLLERS.get(entry.get("what", ""), "rolls")
        told |= {"of": entry.get("of", ""), "player": f"the {PLAYERS.get(entry.get('what', ''), 'computer')}"}
        return HAPPENED[entry["kind"]].format(who=self.called(entry["seat"] or ""), step=step, faces=faces, **told)

    def tell_step(self, step: NumberedStep) -> None:
        """Print a step: who chose what, or the dice, and what followed. An edit is told by its sentences alone."""
        words = f"{step['side']}: {step['sentence']}" if step["kind"] == "choice" else f"  {step['move']}"
        if step["kind"] == "edit":
            words = next((sentence["text"] for sentence in step["sentences"]), CHANGED)
        else:
            self.say(words, "bold cyan" if step["kind"] == "choice" else "magenta")
        self._steps[step["number"]] = f"'{words.strip()}'"
        for sentence in step["sentences"]:
            clause = f" [{sentence['clause']}]" if sentence["clause"] else ""
            self.say(f"    {sentence['text']}{clause}")

    def tell_connection(self) -> None:
        """Print that the connection is lost, or is back."""
        if self._is_lost == self.match.is_connected:
            self._is_lost = not self.match.is_connected
            self.say("Connection lost; reconnecting." if self._is_lost else "Reconnected.")

    def tell_chat(self, people: People) -> None:
        """Print new lines of chat."""
        for line in people["chat"]:
            self.say(f"{self.called(line['seat'])}: {line['text']}", "green")

    # Questions

    @property
    def is_asked(self) -> bool:
        """Whether the match waits for this seat."""
        seat, request = self.match.seat, self.news.get("request")
        if seat is None or self.news.get("state") != "running" or self.news["number"] < self._sent:
            return False
        answers = self.is_master and bool(self.news["suggested"])
        return self.rolls or bool(self.offered) or answers or (request is not None and seat in request["asked"])

    @property
    def is_master(self) -> bool:
        """Whether this seat is a game master's."""
        return any(each["master"] for each in self.about["seats"] if each["name"] == self.match.seat)

    @property
    def rolls(self) -> bool:
        """Whether this seat is to roll dice now: to type their faces, or to leave them to the server."""
        roll = self.news.get("roll")
        return roll is not None and bool(roll["yours"]) and self.news.get("request") is None

    @property
    def offered(self) -> list[types.Offer]:
        """The choices in the order in which people read them, the suggested ones among them."""
        return self.news.get("offers", [])

    def show_question(self) -> None:
        """Print what the match waits for, with the choices if it is this seat's turn."""
        news, request = self.news, self.news.get("request")
        if request is not None:
            asked = listed([self.called(seat) for seat in request["asked"]], "and")
            mine = self.match.seat in request["asked"]
            self.say("Type agree or decline." if mine else f"{asked} must agree or decline.", "yellow")
        for each in news["suggested"] if self.is_master else ():
            self.say(f"Type accept {each['number']} or decline {each['number']}. {each['sentence']}".rstrip(), "yellow")
        if news["state"] == "waiting":
            seats = [self.called(seat["name"]) for seat in self.about["seats"] if seat["open"]]
            self.say(f"The match begins when {listed(seats, 'and')} is taken.")
        elif self.rolls:
            self.ask_for_dice(news)
        elif self.offered:
            self.say(f"\n{self.match.seat}: {news['node']['question']['sentence']}")
            self.list_choices()
        elif news["state"] == "running" and request is None:
            self.say(f"Waiting for {listed([self.called(seat) for seat in news['to_act']])}.")

    def ask_for_dice(self, news: News) -> None:
        """Say which dice this seat rolls, and whose they are."""
        roll, node = news["roll"], news["node"]
        assert roll is not None
        own = [roll["dice"][index]["of"] for index in roll["yours"]]
        names = [*dict.fromkeys(each["name"] for each in own if each)]
        whose = f" for {listed(names, 'and')}" if names else ""
        what = f"{len(own)}d{node.get('sides')}{whose}"
        may_leave = ", or type roll: the server rolls them" if self.about["dice"].get("own") else ""
        self.say(f"{node['question']['sentence']}. Roll {what}, and type the faces{may_leave}.")

    def show_again(self) -> None:
        """Print the question again, with what a deeper look at the choices finds."""
        self._look = "deep"
        self.show_question()

    def list_choices(self) -> None:
        """List the choices with their numbers; of many, the first ones with the suggestions and what ends the turn."""
        offered = [*enumerate(self.offered, 1)]
        listed = [number for number, each in offered if not each["suggested"] and not each["ends_turn"]]
        left_out, advice = listed[SHOWN:], self.advice()
        for number, choice in offered:
            if number not in left_out:
                self.say(f"  {number:3}  {choice['sentence']}{advice.get(choice['choice'], '')}")
        if left_out or self.news["left_out"]:
            more, like = len(left_out) + self.news["left_out"], self.offered[listed[-1] - 1]["choice"]
            self.say(f"       and {more} more, written like: {like}")
        for each in self.news["to_type"]:
            self.say(f"       or type, for example: {each['example']}  ({each['meaning']})")

    def advice(self) -> dict[str, str]:
        """Return what the server says of each choice, as far as the match allows it. The star moves on a clear lead
        alone."""
        if self.about["advice"] == "none":
            return {}
        if self._starred[0] != self.news["number"]:
            self._starred = (self.news["number"], None)
        try:
            given = self.match.advice(self._look, self._starred[1])
        except ServerError:  # it is too busy, or the match has moved on: the choices stand without advice
            return {}
        finally:
            self._look = "first"
        if given["shortened"]:
            self.say("  (A short look: many ask at once.)")
        if given["exact"]:
            self.say(f"  ({EXACT_WINS})")
        known = {}
        for each in given["advice"]:
            if each["win"] and each["win"]["standing"] == "best":
                self._starred = (given["number"], each["choice"])
            told = figure_odds_plan(Advice.from_data(each), each["text"])
            text = f"{told}{' *' if each['marked'] else ''}".strip()
            known[each["choice"]] = f"  {text}" if text else ""
        return known

    def show_status(self) -> None:
        """Print the state of every model."""
        status = self.news.get("status") or types.Status(headings=[], rows=[])
        table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
        for heading in status["headings"]:
            table.add_column(escape(heading))
        for row in status["rows"]:
            table.add_row(*(escape(clean(cell)) for cell in row))
        self.console.print(table)

    def show_help(self) -> None:
        """Print what may be typed."""
        for key, line in HELP.items():
            self.say(f"  {key:15} {line}")

    # What is typed

    def read_typed(self) -> None:
        """Do what was typed. Lines of a pipe wait until something is asked."""
        if self.news.get("state") == "over" or not (self.is_asked or self.lines.is_terminal):
            return
        line = self.lines.next(0.0)
        if line is None:
            if not self.lines.is_open:
                raise Left
            return
        try:
            chat = re.match(r"chat\s+(.+)", line, re.IGNORECASE)
            suggests, answers = SUGGESTS.fullmatch(line), ANSWERS.fullmatch(line)
            if chat:
                self.match.chat(chat[1])
            elif suggests:
                self.send("suggest", text=suggests["text"], line=(suggests["line"] or "").lower())
            elif answers:
                kind, more = answers["kind"].lower(), answers["more"] or ""
                words = {"line": more.lower()} if kind == "accept" else {"text": more}
                self.send(kind, suggestion=int(answers["number"]), **words)
            else:
                self.do(line.lower())
        except ServerError as error:
            self.say(str(error))

    def do(self, line: str) -> None:
        """Carry out a line. What the server refuses raises ``ServerError``."""
        if line in ("q", "quit", "exit"):
            raise Left
        if not line:
            return
        if line in self.views:
            self.views[line]()
        elif line in REQUESTS:
            self.send(REQUESTS[line])
        elif self.match.seat is None:
            self.say("You are watching: t shows the status, q leaves.")
        elif found := self.of_table(line):
            self.send(found[0], **found[1])
        elif self.rolls and re.fullmatch(r"[0-9 ,;]+", line):
            self.send("faces", faces=faces_in(line))
        elif re.fullmatch(r"[0-9]{1,6}", line):
            self.choose(int(line))
        else:
            self.send("say", text=line, number=self.news["number"])

    def of_table(self, line: str) -> tuple[str, dict[str, Any]] | None:
        """Return the command of a line about the seats or dice of a table, and what goes with it; None for others."""
        found = {kind: typed for kind, pattern in TABLE.items() if (typed := pattern.fullmatch(line))}
        for kind, typed in found.items():
            asked: dict[str, Any] = {name: text for name, text in typed.groupdict().items() if text}
            if kind == "change-roll":
                asked = {"to": int(asked["to"]), "faces": faces_in(asked["faces"])}
            if kind == "hand":
                named = (each["name"] for each in self.about["seats"] if each["name"].lower() == asked["seat"])
                asked["seat"] = next(named, asked["seat"])
            return kind, asked
        return None

    def choose(self, number: int) -> None:
        """Make a choice by its number in the list."""
        offered = self.offered
        if not 1 <= number <= len(offered):
            what = f"Type a number from 1 to {len(offered)}" if offered else "It is not your turn"
            self.say(f"{what}, or h for help.")
            return
        self.send("choose", choice=offered[number - 1]["choice"], number=self.news["number"])

    def send(self, kind: str, **asked: Any) -> None:
        """Send a command. Nothing is asked of this seat until the news of it have come."""
        self._sent = self.match.command(kind, **asked)

    def say(self, text: str, style: str | None = None) -> None:
        """Print a text as it is, without what could command the terminal."""
        self.console.print(clean(text), style=style, markup=False, soft_wrap=not self.console.is_terminal)


def faces_in(text: str) -> list[int]:
    """Return the faces that are typed in a text."""
    return [int(face) for face in re.findall(r"\d{1,4}", text)]


def clean(text: str) -> str:
    """Return a text of a server without control characters: names are chosen by others."""
    return CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)

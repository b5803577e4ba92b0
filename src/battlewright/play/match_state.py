"""What a match stands on: its battle, its log, who plays at its seats, and what each seat may know."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from battlewright.bots.levels import usual_level
from battlewright.contract.system import System
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.errors import BattlewrightError, NotAllowed
from battlewright.engine.log import Entry, EntryKind
from battlewright.engine.node import EVERYBODY, Choice, NodeKind
from battlewright.engine.node import MASTER as MASTERS_DECISION
from battlewright.engine.observation import Observation, observe, table_for
from battlewright.engine.position import Position
from battlewright.engine.record import Row, allocate, look
from battlewright.engine.results import DRAW, LOST, BattleResult, result_of
from battlewright.engine.results import MASTER as ENDED_BY_MASTER
from battlewright.engine.rulebook import setup_of
from battlewright.engine.seats import SPECTATOR, Seat, Seats
from battlewright.engine.session import Session
from battlewright.engine.step import Step
from battlewright.engine.story import StepText, told_as_known
from battlewright.engine.table import Table
from battlewright.play.dice import DiceSource, source_of
from battlewright.play.gathering import AwaitedDie, awaited_dice
from battlewright.play.people import COMPUTER, MASTER, PERSON, REMOTE, Request, players_of
from battlewright.play.sealed import Sealed
from battlewright.play.terms import DiceTerm, Terms, dice_term


class MatchState:
    """The state of a match: the battle, the log, the seats with who plays there, and what each may know."""

    def __init__(
        self,
        system: System,
        setup: Any,
        players: Mapping[str, str] | None = None,
        dice: DiceSource | None = None,
        resumed: Session | None = None,
        with_master: bool = False,
        terms: Terms | None = None,
    ) -> None:
        setup = setup_of(system, setup)
        self.system, self.setup, self.with_master = system, setup, with_master
        self.session = resumed or Session(system, setup, None)
        self.seats = Seats(system, self.session.setup, with_master)
        self.players = players_of(self.seats, players)
        if any(player not in (PERSON, REMOTE) for player in self.players.values()):
            system.check_bots(self.session.setting)
        self.terms = terms or Terms()
        self.dice = source_of(dice)
        self.log: list[Entry] = []
        self.request: Request | None = None
        self.ended: Entry | None = None
        self.handed: dict[str, str] = {}
        """Who plays at the seats that were handed on: the computer, the game master, or a person again."""
        self.left: set[str] = set()
        """The seats whose people have left."""
        self.dice_terms = {seat: dice_term(self.terms.dice.get(seat, DiceTerm.SERVER)) for seat in self.seats.names}
        """Who rolls the dice of each seat now."""
        self.parts: dict[int, tuple[str, int]] = {}
        """The dice of a roll of several that are there already, by their index: whose seat has typed which face, or has
        left it to the server (0)."""
        self.taken_back = dict.fromkeys(self.seats.names, 0)
        self.epoch = 0
        self._numbers: list[int] = []
        self._hidden: list[int] = []
        self._shown: dict[int, int] = {}
        self._known: dict[tuple[int, Table], Table] = {}
        self._draws: dict[str, Row[Dice]] = {}
        self.resumed = len(self.session.steps)
        """The number of entries taken over from a resumed battle."""
        self._take_over(self.session.steps)
        self.session.draw_from(*self.dice.epoch(self.epoch))

    def _take_over(self, steps: Sequence[Step]) -> None:
        """Enter the steps of a resumed battle into the log."""
        for step in steps:
            seat = next((seat.name for seat in self.seats.deciding(step.side)), "")
            kind = EntryKind(step.kind)
            entry = Entry(len(self.log), kind, "" if kind is EntryKind.ROLL else seat, step)
            self._numbers.append(entry.number)
            self.log.append(entry)
        known, secret = self.session.known, self.system.rules.secret_steps
        self._shown = {number: number for number in self._numbers[:known]}
        self._hidden = [number for number in self._numbers[known:] if steps[number].at in secret]

    # State

    @property
    def number(self) -> int:
        """The number of the next entry of the log."""
        return len(self.log)

    @property
    def standing(self) -> list[Entry]:
        """The entries of the steps that were not taken back."""
        return [self.log[number] for number in self._numbers]

    @property
    def is_over(self) -> bool:
        """Whether the battle is over, or was given up or drawn by agreement."""
        return self.ended is not None or self.session.is_over

    @property
    def to_act(self) -> list[str]:
        """The seats that the match waits for: those that may choose, or may roll; none at the end."""
        node = self.session.node
        if self.is_over:
            return []
        if node.kind == NodeKind.CHANCE and self.terms.own_dice:
            awaited = self.awaited
            return [*dict.fromkeys(seat for index in self.missing for seat in awaited[index].seats)]
        if node.kind == NodeKind.CHANCE:
            return self._people_of([seat for seat in self.seats.all if self._may_roll(seat)])
        deciding = self.seats.deciding(node.side)
        return self._people_of([*filter(self._may_choose_now, deciding)] or deciding)

    @property
    def awaited(self) -> list[AwaitedDie]:
        """The dice that are to be rolled now, where each seat rolls its own; none elsewhere."""
        if self.is_over or self.session.node.kind != NodeKind.CHANCE or not self.terms.own_dice:
            return []
        return awaited_dice(self.session, self.seats, self.is_person, self.dice_terms)

    @property
    def missing(self) -> list[int]:
        """The dice that people are still to roll, by their index."""
        return [index for index, die in enumerate(self.awaited) if die.seats and index not in self.parts]

    def own_dice(self, seat: str) -> list[int]:
        """Return the dice of the roll that a seat may type, by their index: its own that nobody else has typed; all of
        it where the match lets whoever rolls type the whole roll, and where it takes the place of another roll."""
        sits, node = self.seats[seat], self.session.node
        if node.kind != NodeKind.CHANCE:
            return []
        if self._replaces_a_roll(sits) or not self.terms.own_dice:
            return [*range(node.dice)] if self._may_roll(sits) else []
        dice = enumerate(self.awaited)
        return [index for index, die in dice if seat in die.seats and self.parts.get(index, (seat, 0))[0] == seat]

    @property
    def ended_by(self) -> str:
        """How the match ended where the rules did not end it, as replays write it: ``resign a``, ``draw``."""
        if self.ended is None:
            return ""
        if self.ended.kind is EntryKind.END:
            return f"{ENDED_BY_MASTER} {self.ended.what}"
        return f"{self.ended.kind} {self.ended.seat}" if self.ended.kind in LOST else DRAW

    @property
    def result(self) -> BattleResult | None:
        """The result of the match: who won, and why; None while it runs."""
        return result_of(self.session, self.ended_by, self.seats)

    @property
    def playing(self) -> dict[str, str]:
        """Who plays at each seat now: of those that were handed to the computer, a bot of the usual level where the
        match names none; the game master's where its person is there, or else the computer."""
        playing = {seat: self.handed.get(seat, player) for seat, player in self.players.items()}
        if playing.get(self.seats.master) != PERSON:
            playing = {seat: COMPUTER if player == MASTER else player for seat, player in playing.items()}
        named = {seat: player for seat, player in self.players.items() if player not in (PERSON, REMOTE)}
        level = usual_level(self.system)
        return {seat: named.get(seat, level) if player == COMPUTER else player for seat, player in playing.items()}

    def is_person(self, seat: str) -> bool:
        """Whether the person of a seat plays there now."""
        return self.handed.get(seat, self.players[seat]) == PERSON

    def observe(
        self,
        seat: str,
        since: int | None = None,
        with_draws: bool = False,
        shares_setting: bool = False,
        at: int | None = None,
        until: int | None = None,
    ) -> Observation:
        """Return the match as a seat may know it, with the log since a number (None: no entries) and up to another.

        A secret choice that was revealed since then is among them again. ``with_draws`` is for bots: they get the
        stream of their seat. ``shares_setting`` saves a copy for callers that only read. ``at`` is a number of
        steps: the battle as it was after them, once the match is over.
        """
        sits = self.seats[seat]
        if at is not None and not self.is_over:
            raise NotAllowed("Earlier moments are available once the match is over.")
        position = self.session if at is None else self.session.position_at(at)
        seen = self._seen_by(sits, position, shares_setting)
        seen.number = self.number
        if at is None and not with_draws:
            seen.asked = self.to_act
        if since is not None:
            seen.news = self._news(sits, since, until)
        if with_draws:
            seen.draws = self.stream(seat)
        return seen

    def _seen_by(self, seat: Seat, position: Position, shares_setting: bool) -> Observation:
        known = self.known_to(seat, position.table)
        return observe(position, seat.sees, known, seat.name, self.seats, shares_setting)

    def known_to(self, seat: Seat, table: Table) -> Table:
        """Return what a seat may know of a table of the match."""
        key = seat.sees, table
        if key not in self._known:
            self._known[key] = table_for(self.system, table, seat.sees)
        return self._known[key]

    def _news(self, seat: Seat, since: int, until: int | None) -> tuple[Entry, ...]:
        if not 0 <= since <= self.number:
            raise BattlewrightError(f"The log has only {self.number} entries; there is no news since {since}.")
        last = self.number if until is None else until
        shown = [number for number, when in self._shown.items() if number < since <= when < last]
        entries = (self.log[number] for number in (*sorted(shown), *range(since, last)))
        return tuple(map(Sealed(self, seat, self._shown).readable, entries))

    def stream(self, seat: str) -> Row[Dice]:
        """Return the stream that a seat's own draws come from."""
        if seat not in self._draws:
            self._draws[seat] = allocate(Dice)
            place = self.seats.names.index(seat)
            seed_dice(look(Dice, self._draws[seat]), *self.dice.draws(seat, place), Lane.SECRET)
        return self._draws[seat]

    def step_texts(self, seat: str, since: int = 0) -> list[StepText]:
        """Return the steps since a number in words, as a seat may know them; what was taken back since is left out."""
        return [text for _, text in self.told(seat, since)]

    def told(self, seat: str, since: int = 0, until: int | None = None) -> Iterator[tuple[int, StepText]]:
        """Yield the numbers and texts of the steps up to another number, as they are now: the match may move on."""
        sits, first = self.seats[seat], bisect_left(self._numbers, since)
        last = len(self._numbers) if until is None else bisect_left(self._numbers, until)
        numbers = self._numbers[first:last]
        is_sealed = Sealed(self, sits, self._shown)
        sealed = [is_sealed(self.log[number]) for number in numbers]
        texts = told_as_known(partial(self.known_to, sits), sits.sees, sealed, self.session.replayed(first, last))
        return zip(numbers, texts, strict=True)

    # Who may do what

    def may_choose(self, seat: str, choice: Choice) -> bool:
        """Whether this seat may make a choice of the side that chooses now."""
        return self.seats.may_choose(self.seats[seat], self.session, choice)

    def _may_choose_now(self, seat: Seat) -> bool:
        """Whether a seat of those that decide leads the model that must choose, or one that may be chosen."""
        if self.session.node.side == MASTERS_DECISION or not self.seats.shares(seat):
            return True
        leads = self.seats.may_choose(seat, self.session, None)
        return leads and bool(self._seen_by(seat, self.session, True).choices())

    def _opposing_people(self, seat: Seat) -> list[str]:
        """Return the people who play for other sides."""
        others = (each for each in self.seats.all if each.side is not None and each.side != seat.side)
        return [each.name for each in others if self.is_person(each.name)]

    def _people_of(self, seats: Sequence[Seat]) -> list[str]:
        """Return the seats whose people play these seats."""
        return [*dict.fromkeys(self.seats.player_of(seat.name) for seat in seats)]

    def _confirming(self, seat: Seat) -> list[str]:
        """Return the people who confirm the dice that a seat types: those of the other sides, and where each seat types
        its own the game master."""
        if not self.terms.consent:
            return []
        asked, master = self._opposing_people(seat), self.seats.master
        is_hosted = self.terms.own_dice and master not in (SPECTATOR, seat.name, *asked) and self.is_person(master)
        return [*asked, master] if is_hosted else asked

    def _company(self, seat: str) -> list[str]:
        """Return the other people who play for the side of a person's seat."""
        sits = self.seats[seat]
        if sits.side is None or not self.is_person(seat):
            return []
        return [each.name for each in self.seats.of_side(sits.side) if each is not sits and self.is_person(each.name)]

    def _may_leave(self, seat: Seat) -> bool:
        """Whether the person of a seat may leave, and the match goes on."""
        return not seat.is_master if self.terms.is_hosted else bool(self._company(seat.name))

    def _replaces_a_roll(self, seat: Seat) -> bool:
        """Whether a game master has just taken back the roll that is to be rolled now."""
        last = next((entry for entry in reversed(self.log) if entry.kind is not EntryKind.EPOCH), None)
        if last is None or last.kind is not EntryKind.UNDO or last.seat != seat.name or not seat.is_master:
            return False
        taken = self.log[last.to].step
        return taken is not None and taken.is_roll

    def _may_roll(self, seat: Seat) -> bool:
        if self.terms.own_dice and not self._replaces_a_roll(seat):
            return bool(self.own_dice(seat.name))
        rolls = self.session.node.side
        return seat.is_master or (seat.side is not None and rolls in (EVERYBODY, seat.side))

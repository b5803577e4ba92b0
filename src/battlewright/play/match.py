"""A match: a battle between seats.

It knows who plays at each seat and what each seat may know, keeps the log, draws the dice from a secret, and asks for
consent to an undo. Front ends are built on these functions:

    match = Match(system, setup, players={"a": "person", "b": "greedy"})
    seen = match.observe("a", since=0)
    match.choose("a", seen.choices()[0])

What a seat may not do raises ``NotAllowed``, or ``Refused`` by the rules, and nothing changes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from battlewright.bots.levels import usual_level
from battlewright.contract.system import System
from battlewright.engine import data_types as types
from battlewright.engine.dice import Dice, Lane, check_faces, seed_dice
from battlewright.engine.errors import BattlewrightError, NotAllowed
from battlewright.engine.log import STEPS, Entry, EntryKind
from battlewright.engine.node import EVERYBODY, MASTER, Choice, Edit, NodeKind
from battlewright.engine.observation import Observation, observe, table_for
from battlewright.engine.position import Position
from battlewright.engine.record import Row, allocate, look
from battlewright.engine.results import DRAW, LOST, BattleResult, result_of
from battlewright.engine.rulebook import setup_of
from battlewright.engine.seats import Seat, Seats
from battlewright.engine.session import Session
from battlewright.engine.step import Step, StepKind
from battlewright.engine.story import StepText, told_as_known
from battlewright.engine.table import Table
from battlewright.engine.text import listed
from battlewright.play.dice import DiceSource, source_of
from battlewright.play.people import PERSON as PERSON
from battlewright.play.people import REMOTE as REMOTE
from battlewright.play.people import Request, players_of
from battlewright.play.sealed import Sealed
from battlewright.play.suggestions import Suggestions
from battlewright.play.summary import summary_of


class Match:
    """A battle between seats.

    ``setup`` is a set-up of the system, or what ``system.setup.read()`` gives: the one that the match begins with
    (that of now, which a game master may have amended, is the session's). ``players`` says who plays at each
    seat: ``person``, or the name of a bot. ``with_master`` adds a game master's seat where the set-up has none.
    ``resumed`` is a battle to resume; its further dice are of a new epoch.
    ``request`` is what a seat has asked the others for (an undo, a draw, faces to be confirmed) until the seats in its
    ``asked`` have answered with ``agree`` or ``decline``, or the battle has moved on; else it is None.
    """

    def __init__(
        self,
        system: System,
        setup: Any,
        players: Mapping[str, str] | None = None,
        dice: DiceSource | None = None,
        resumed: Session | None = None,
        with_master: bool = False,
    ) -> None:
        setup = setup_of(system, setup)
        self.system, self.setup, self.with_master = system, setup, with_master
        self.session = resumed or Session(system, setup, None)
        self.seats = Seats(system, self.session.setup, with_master)
        self.players = players_of(self.seats, players)
        self.dice = source_of(dice)
        self.log: list[Entry] = []
        self.request: Request | None = None
        self.ended: Entry | None = None
        self.suggestions = Suggestions(self, self._playing, self._enter)
        self.left: set[str] = set()
        """The seats whose people have left; bots play them."""
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
        if node.kind == NodeKind.CHANCE:
            return [seat.name for seat in self.seats.all if self._may_roll(seat)]
        deciding = self.seats.deciding(node.side)
        return [seat.name for seat in [*filter(self._may_choose_now, deciding)] or deciding]

    @property
    def ended_by(self) -> str:
        """How the match ended where the rules did not end it, as replays write it: ``resign a``, ``draw``."""
        if self.ended is None:
            return ""
        return f"{self.ended.kind} {self.ended.seat}" if self.ended.kind in LOST else DRAW

    @property
    def result(self) -> BattleResult | None:
        """The result of the match: who won, and why; None while it runs."""
        return result_of(self.session, self.ended_by, self.seats)

    @property
    def playing(self) -> dict[str, str]:
        """Who plays at each seat now: a bot of the usual level for those who have left."""
        level = usual_level(self.system)
        return {seat: level if seat in self.left else player for seat, player in self.players.items()}

    def is_person(self, seat: str) -> bool:
        """Whether a person plays at a seat, and has not left."""
        return self.players[seat] == PERSON and seat not in self.left

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
        texts = told_as_known(partial(self.known_to, sits), sealed, self.session.replayed(first, last))
        return zip(numbers, texts, strict=True)

    def summary(self, seat: str) -> types.Summary:
        """Return a summary of the match, as data that a seat may know."""
        return summary_of(self, seat)

    # Actions of a seat

    def choose(self, seat: str, choice: Choice) -> Entry:
        """Make a choice for a seat."""
        sits = self._playing(seat)
        node = self.session.node
        if node.kind != NodeKind.DECISION:
            raise NotAllowed(f"There is nothing to choose now: {self._waits_for()}")
        if sits not in self.seats.deciding(node.side):
            raise NotAllowed(f"{self.seats.called(seat)} cannot choose now: {self._waits_for()}")
        refused = self.session.why_refused(choice)
        if refused is not None:
            raise refused
        if not self.may_choose(seat, choice):
            raise NotAllowed(f"{self.seats.called(seat)} does not lead this model.")
        step = self.session.choose_allowed(choice)
        drawn = look(Dice, self._draws[seat]).blocks if seat in self._draws else 0
        return self._enter(EntryKind.CHOICE, seat, step, drawn=drawn)

    def roll(self) -> Entry:
        """Roll the next dice of the match."""
        self._check_not_over(self.is_over)
        return self._enter(EntryKind.ROLL, "", self.session.roll())

    def roll_typed(self, seat: str, faces: Sequence[int]) -> Entry:
        """Take the faces of physical dice that a seat has rolled."""
        sits = self._playing(seat)
        if self.session.node.kind == NodeKind.CHANCE:
            self._check_roll(sits)
        return self._enter(EntryKind.TYPED, seat, self.session.roll_typed(faces))

    def claim(self, seat: str, faces: Sequence[int]) -> Entry:
        """Enter the faces of physical dice. They count once all people of the other sides have confirmed them, or at
        once where there are none."""
        sits, node = self._playing(seat), self.session.node
        if node.kind != NodeKind.CHANCE or not self._opposing_people(sits):
            return self.roll_typed(seat, faces)
        self._check_roll(sits)
        check_faces(faces, node.dice, node.sides)
        self._check_no_request()
        step = Step(StepKind.TYPED, node.side, node.step, "", tuple(faces), b"")
        return self._enter(EntryKind.CLAIM, seat, step)

    def edit(self, seat: str, edit: Edit) -> Entry:
        """Change a number, as a game master. A battle that is over may be edited too."""
        self._check_master(seat, "change numbers")
        return self._enter(EntryKind.EDIT, seat, self.session.edit(edit))

    def amend(self, seat: str, amendment: object) -> Entry:
        """Change the set-up, as a game master: an amendment as data, as JSON, or as the line of an earlier step."""
        self._check_master(seat, "amend the set-up")
        return self._enter(EntryKind.AMEND, seat, self.session.amend(amendment))

    def _check_master(self, seat: str, what: str) -> None:
        if not self.seats[seat].is_master:
            masters = [each.name for each in self.seats.all if each.is_master]
            who = f"here that is {listed(masters)}" if masters else "this match has none"
            raise NotAllowed(f"Only a game master can {what}; {who}.")
        self._check_not_over(self.ended is not None)

    def resign(self, seat: str) -> Entry:
        """Resign the match for a seat's side."""
        self._playing(seat, for_side=True)
        return self._enter(EntryKind.RESIGN, seat)

    def give_up(self, seat: str) -> Entry:
        """Leave the match; the last person of a side resigns it."""
        return self.leave(seat) if self._company(seat) else self.resign(seat)

    def leave(self, seat: str) -> Entry:
        """Hand a seat to a bot, while another person plays for its side."""
        self._playing(seat, for_side=True)
        if not self._company(seat):
            raise NotAllowed(f"{self.seats.called(seat)} is the last person of its side: it can resign, not leave.")
        return self._enter(EntryKind.LEAVE, seat)

    def forfeit(self, seat: str) -> Entry:
        """Lose the match for a seat whose time has run out."""
        self._playing(seat, for_side=True)
        return self._enter(EntryKind.TIMEOUT, seat)

    def offer_draw(self, seat: str) -> Entry:
        """Offer a draw. The match is drawn when all people of the other sides agree; bots do not accept draws."""
        sits = self._playing(seat, for_side=True)
        if self.request is not None and self.request.kind is EntryKind.OFFER and seat in self.request.asked:
            return self.agree(seat)
        if not self._opposing_people(sits):
            raise NotAllowed("Bots do not accept draws; you can resign.")
        self._check_no_request()
        return self._enter(EntryKind.OFFER, seat)

    def undo(self, seat: str, to: int | None = None) -> Entry:
        """Take back a seat's last step, or all from entry ``to`` on; where consent is needed, ask for it.

        The entry that is returned is the undo itself, or the request (``ASK``) that waits for consent.
        """
        sits = self.seats[seat]
        if sits.side is None and not sits.is_master:
            raise NotAllowed("Spectators cannot undo.")
        self._check_not_over(self.ended is not None)
        to = self._last_of(sits) if to is None else to
        if to not in self._numbers:
            raise NotAllowed(f"There is no step {to} to take back.")
        if sits.is_master or self._is_free(sits, to) or not self._opposing_people(sits):
            return self._take_back(seat, to)
        self._check_no_request()
        return self._enter(EntryKind.ASK, seat, to=to)

    def agree(self, seat: str) -> Entry:
        """Agree to a request."""
        request = self._asked_of(seat)
        entry = self._enter(EntryKind.AGREE, seat)
        if self.request is not None and self.request.agreed >= self.request.asked:
            self.request = None
            if request.kind is EntryKind.ASK:
                return self._take_back(request.seat, request.to)
            if request.kind is EntryKind.CLAIM:
                claimed = self.log[request.to].step
                assert claimed is not None
                return self.roll_typed(request.seat, claimed.faces)
            self.ended = entry
        return entry

    def decline(self, seat: str) -> Entry:
        """Decline a request; the seat that asked withdraws it in the same way."""
        if self.request is None or seat != self.request.seat:
            self._asked_of(seat)
        return self._enter(EntryKind.DECLINE, seat)

    # How the log moves the match on

    def _enter(self, kind: EntryKind, seat: str = "", step: Step | None = None, to: int = 0, **more: Any) -> Entry:
        """Append an entry whose step has been made, and update the state of the match."""
        entry = Entry(self.number, kind, seat, step, to, **more)
        self.log.append(entry)
        self._sit_down()
        self.suggestions.follow(entry)
        match kind:
            case EntryKind.UNDO:
                self._numbers, self.request = [number for number in self._numbers if number < to], None
            case EntryKind.ASK | EntryKind.OFFER | EntryKind.CLAIM:
                about = entry.number if kind is EntryKind.CLAIM else to
                self.request = Request(kind, seat, about, frozenset(self._opposing_people(self.seats[seat])))
            case EntryKind.AGREE if self.request is not None:
                self.request = replace(self.request, agreed=self.request.agreed | {seat})
            case EntryKind.DECLINE:
                self.request = None
            case EntryKind.LEAVE:
                self.left.add(seat)
                self.request = None
            case EntryKind.RESIGN | EntryKind.TIMEOUT:
                self.ended, self.request = entry, None
        if kind in STEPS:
            self._numbers.append(entry.number)
            self.request = None
            if step is not None and step.at in self.system.rules.secret_steps:
                self._hidden.append(entry.number)
        if self._hidden:
            known = set(self._numbers[: self.session.known])
            self._shown |= {number: entry.number for number in self._hidden if number in known}
            self._hidden = [number for number in self._numbers[self.session.known :] if number in self._hidden]
        return entry

    def _sit_down(self) -> None:
        """Let the seats lead what they lead in the set-up of now."""
        if self.seats.setup is not self.session.setup:
            self.seats = Seats(self.system, self.session.setup, self.with_master)
            tables = {laid.table for laid in self.session.tables}
            self._known = {key: known for key, known in self._known.items() if key[1] in tables}

    def _take_back(self, seat: str, to: int) -> Entry:
        """Take back all steps from entry ``to`` on; past dice, or past the beginning of the epoch, a new one begins."""
        place = self._hidden_before(self._numbers.index(to))
        to, taken, sits = self._numbers[place], self.session.steps[place:], self.seats[seat]
        if not sits.is_master and not self._is_free(sits, to):
            self.taken_back[seat] += 1
        epoch = self.session.streams[-1:]
        self.session.rewind(place)
        entry = self._enter(EntryKind.UNDO, seat, to=to)
        if any(step.kind is StepKind.ROLL for step in taken) or self.session.streams[-1:] != epoch:
            self.epoch += 1
            self.session.draw_from(*self.dice.epoch(self.epoch))
            self._enter(EntryKind.EPOCH, to=self.epoch)
        return entry

    def _hidden_before(self, place: int) -> int:
        """Return the index of the first of the secret choices that were revealed together with the one at an index:
        what was revealed cannot be hidden again, so they are undone together."""
        secret, steps = self.system.rules.secret_steps, self.session.steps
        while place and {steps[place].at, steps[place - 1].at} <= secret and self._numbers[place] in self._shown:
            place -= 1
        return place

    # Permissions

    def _playing(self, seat: str, for_side: bool = False) -> Seat:
        """Return a seat that takes part in a match that runs; with ``for_side``, one that plays for a side."""
        sits = self.seats[seat]
        self._check_not_over(self.is_over)
        if sits.side is None and not sits.is_master:
            raise NotAllowed("Spectators cannot act.")
        if sits.side is None and for_side:
            raise NotAllowed(f"{self.seats.called(seat)} plays for no side, and cannot resign or draw.")
        return sits

    def _check_not_over(self, is_over: bool) -> None:
        if is_over:
            raise NotAllowed(f"The match is over: {self.result}")

    def _check_no_request(self) -> None:
        if self.request is not None:
            who, what = self.seats.called(self.request.seat), self.request.what
            raise NotAllowed(f"{who} has asked for {what}; that must be answered first.")

    def _asked_of(self, seat: str) -> Request:
        """Return the request that a seat is asked to answer."""
        self.seats[seat]
        if self.request is None or seat not in self.request.asked:
            raise NotAllowed(f"{self.seats.called(seat)} has no request to answer.")
        return self.request

    def may_choose(self, seat: str, choice: Choice) -> bool:
        """Whether this seat may make a choice of the side that chooses now."""
        return self.seats.may_choose(self.seats[seat], self.session, choice)

    def _check_roll(self, seat: Seat) -> None:
        if not self._may_roll(seat):
            raise NotAllowed(f"{self.seats.called(seat.name)} cannot roll now: {self._waits_for()}")

    def _may_roll(self, seat: Seat) -> bool:
        rolls = self.session.node.side
        return seat.is_master or (seat.side is not None and rolls in (EVERYBODY, seat.side))

    def _may_choose_now(self, seat: Seat) -> bool:
        """Whether a seat of those that decide leads the model that must choose, or one that may be chosen."""
        if self.session.node.side == MASTER or not self.seats.shares(seat):
            return True
        leads = self.seats.may_choose(seat, self.session, None)
        return leads and bool(self._seen_by(seat, self.session, True).choices())

    def _opposing_people(self, seat: Seat) -> list[str]:
        """Return the people who play for other sides."""
        others = (each for each in self.seats.all if each.side is not None and each.side != seat.side)
        return [each.name for each in others if self.is_person(each.name)]

    def _company(self, seat: str) -> list[str]:
        """Return the other people who play for the side of a person's seat."""
        sits = self.seats[seat]
        if sits.side is None or not self.is_person(seat):
            return []
        return [each.name for each in self.seats.of_side(sits.side) if each is not sits and self.is_person(each.name)]

    def _last_of(self, seat: Seat) -> int:
        """Return the number of the seat's last step; where it has none, of the first step."""
        own = [number for number in self._numbers if self.log[number].seat == seat.name]
        if not self._numbers:
            raise NotAllowed("There is nothing to take back.")
        return own[-1] if own else self._numbers[0]

    def _is_free(self, seat: Seat, to: int) -> bool:
        """Whether a seat could learn nothing from what happened since entry ``to``."""
        for number in self._numbers[self._numbers.index(to) :]:
            step = self.log[number].step
            assert step is not None
            was_shown = step.at in self.system.rules.secret_steps and number in self._shown
            if step.is_roll or step.side != seat.side or was_shown:
                return False
        return True

    def _waits_for(self) -> str:
        node = self.session.node
        waiting = listed([self.seats.called(name) for name in self.to_act])
        return f"{waiting} {'rolls' if node.kind == NodeKind.CHANCE else 'chooses'}."

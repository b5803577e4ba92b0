"""A match: a battle between seats.

It knows who plays at each seat and what each seat may know, keeps the log, draws the dice from a secret, and asks for
consent to an undo. Front ends are built on these functions:

    match = Match(system, setup, players={"a": "person", "b": "greedy"})
    seen = match.observe("a", since=0)
    match.choose("a", seen.choices()[0])

What a seat may not do raises ``NotAllowed``, or ``Refused`` by the rules, and nothing changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from battlewright.contract.system import System
from battlewright.engine import data_types as types
from battlewright.engine.dice import Dice, check_faces
from battlewright.engine.errors import NotAllowed, UnknownError
from battlewright.engine.log import STEPS, Entry, EntryKind
from battlewright.engine.node import Choice, Edit, NodeKind
from battlewright.engine.record import look
from battlewright.engine.results import DRAW
from battlewright.engine.seats import SPECTATOR, Seat, Seats
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.step import Step, StepKind
from battlewright.engine.text import listed
from battlewright.play.dice import DiceSource
from battlewright.play.gathering import BY_SERVER, faces_with
from battlewright.play.match_state import MatchState
from battlewright.play.people import COMPUTER, MASTER, Request
from battlewright.play.people import PERSON as PERSON
from battlewright.play.people import REMOTE as REMOTE
from battlewright.play.suggestions import Suggestions
from battlewright.play.summary import summary_of
from battlewright.play.terms import DiceTerm, Terms, dice_term

MOST_AMENDMENTS = 250
"""How often the set-up of a match may be amended: the table of each is kept, and built anew with its log."""


class Match(MatchState):
    """A battle between seats.

    ``setup`` is a set-up of the system, or what ``system.setup.read()`` gives: the one that the match begins with
    (that of now, which a game master may have amended, is the session's). ``players`` says who plays at each
    seat: ``person``, or the name of a bot. ``with_master`` adds a game master's seat where the set-up has none.
    ``resumed`` is a battle to resume; its further dice are of a new epoch. ``terms`` are those between the people.
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
        terms: Terms | None = None,
    ) -> None:
        super().__init__(system, setup, players, dice, resumed, with_master, terms)
        self.suggestions = Suggestions(self, self._playing, self._enter)

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
        deciding = self.seats.deciding(node.side)
        if all(each not in deciding for each in self.seats.played_by(sits)):
            raise NotAllowed(f"{self.seats.called(seat)} cannot choose now: {self._waits_for()}")
        player = self.seats.player_of(seat)
        if player != seat:
            raise NotAllowed(f"{self.seats.called(player)} plays {self.seats.called(seat)} now.")
        refused = self.session.why_refused(choice)
        if refused is not None:
            raise refused
        if not self.may_choose(seat, choice):
            raise NotAllowed(f"{self.seats.called(seat)} does not lead this model.")
        step = self.session.choose_allowed(choice)
        drawn = look(Dice, self._draws[seat]).blocks if seat in self._draws else 0
        return self._enter(EntryKind.CHOICE, seat, step, drawn=drawn)

    def roll(self) -> Entry:
        """Roll the next dice of the match: all of them, or those that people have left to the server in a roll in which
        others have typed theirs."""
        self._check_not_over(self.is_over)
        if self.parts and self.missing:
            raise NotAllowed(f"The server cannot roll yet: {self._waits_for()}")
        node, typed = self.session.node, {index: face for index, (_, face) in self.parts.items() if face}
        if not typed:
            return self._enter(EntryKind.ROLL, "", self.session.roll())
        faces = faces_with(typed, node.dice, node.sides, *self.dice.part(self.number))
        return self._enter(EntryKind.TYPED, "", self.session.roll_typed(faces))

    def roll_typed(self, seat: str, faces: Sequence[int]) -> Entry:
        """Take the faces of physical dice that a seat has rolled: of a whole roll, or its own of a roll of several,
        which goes on with ``roll`` once all of them are there."""
        sits, node = self._playing(seat), self.session.node
        if node.kind == NodeKind.CHANCE:
            self._check_roll(sits)
            own = self.own_dice(seat)
            if len(own) < node.dice:
                check_faces(faces, len(own), node.sides)
                return self._enter_part(seat, faces)
        return self._enter(EntryKind.TYPED, seat, self.session.roll_typed(faces))

    def let_roll(self, seat: str) -> Entry:
        """Leave a seat's own dice of a roll to the server."""
        sits = self._playing(seat)
        if not self.terms.own_dice:
            raise NotAllowed("In this match nobody chooses who rolls.")
        self._check_roll(sits)
        return self._enter_part(seat, ())

    def _enter_part(self, seat: str, faces: Sequence[int]) -> Entry:
        node = self.session.node
        return self._enter(EntryKind.PART, seat, Step(StepKind.TYPED, node.side, node.step, "", tuple(faces), b""))

    def set_dice(self, seat: str, term: str) -> Entry:
        """Say who rolls a seat's dice from now on."""
        self._playing(seat)
        if not self.terms.own_dice:
            raise NotAllowed("In this match nobody chooses who rolls.")
        return self._enter(EntryKind.DICE, seat, what=dice_term(term))

    def change_roll(self, seat: str, to: int, faces: Sequence[int]) -> Entry:
        """Put other faces in the place of a roll, as a game master: it is taken back with all that followed, and typed
        anew."""
        self._check_master(seat, "change a roll")
        self._check_not_over(self.ended is not None)
        step = self.log[to].step if to in self._numbers else None
        if step is None or not step.is_roll:
            raise NotAllowed(f"There is no roll {to} to change.")
        node = self.session.position_at(self._numbers.index(to)).node
        check_faces(faces, node.dice, node.sides)
        self._take_back(seat, to)
        return self.roll_typed(seat, faces)

    def claim(self, seat: str, faces: Sequence[int]) -> Entry:
        """Enter the faces of physical dice. They count once all people of the other sides have confirmed them, or at
        once where there are none, or where the terms of the match want no consent."""
        sits, node = self._playing(seat), self.session.node
        if node.kind != NodeKind.CHANCE or not self._confirming(sits):
            return self.roll_typed(seat, faces)
        self._check_roll(sits)
        check_faces(faces, len(self.own_dice(seat)), node.sides)
        self._check_no_request()
        step = Step(StepKind.TYPED, node.side, node.step, "", tuple(faces), b"")
        return self._enter(EntryKind.CLAIM, seat, step)

    def edit(self, seat: str, edit: Edit, after: int = 0) -> Entry:
        """Change a number, as a game master, of a battle that is over too; ``after`` other edits of the same line."""
        self._check_master(seat, "change numbers")
        self._check_not_over(self.ended is not None)
        return self._enter(EntryKind.EDIT, seat, self.session.edit(edit), after=after)

    def amend(self, seat: str, amendment: object) -> Entry:
        """Change the set-up, as a game master: an amendment as data, as JSON, or as the line of an earlier step."""
        self._check_master(seat, "amend the set-up")
        self._check_not_over(self.ended is not None)
        if sum(entry.kind is EntryKind.AMEND for entry in self.log) >= MOST_AMENDMENTS:
            raise NotAllowed(
                f"The set-up was amended {MOST_AMENDMENTS} times, which is as often as a match may have it."
            )
        return self._enter(EntryKind.AMEND, seat, self.session.amend(amendment))

    def resign(self, seat: str) -> Entry:
        """Resign the match for a seat's side."""
        sits = self._playing(seat, for_side=True)
        if self.terms.is_hosted and not sits.is_master:
            raise NotAllowed("Only the game master ends the battle at this table; you can leave it.")
        return self._enter(EntryKind.RESIGN, seat)

    def give_up(self, seat: str) -> Entry:
        """Leave the match; the last person of a side resigns it, unless only the game master ends it."""
        return self.leave(seat) if self._may_leave(self.seats[seat]) else self.resign(seat)

    def leave(self, seat: str, to: str = COMPUTER) -> Entry:
        """Hand a seat to the computer, or to the game master, while another person plays for its side; or at any time
        where only the game master ends the match."""
        sits = self._playing(seat, for_side=True)
        if not self._may_leave(sits):
            last = "is the last person of its side: it can resign"
            why = "is the game master: it can end the battle" if sits.is_master else last
            raise NotAllowed(f"{self.seats.called(seat)} {why}, not leave.")
        self._check_handed(to)
        return self._enter(EntryKind.LEAVE, seat, what=to)

    def forfeit(self, seat: str) -> Entry:
        """Lose the match for a seat whose time has run out."""
        self._playing(seat, for_side=True)
        return self._enter(EntryKind.TIMEOUT, seat)

    def let_run_out(self, seat: str) -> Entry:
        """Hand a seat whose time has run out to the computer; the last person of a side loses the match for it, unless
        only the game master ends it."""
        sits = self._playing(seat)
        if not (self.terms.is_hosted or self._company(seat)):
            return self.forfeit(seat)
        if not self.is_person(sits.name):
            raise NotAllowed(f"No person plays {self.seats.called(seat)}.")
        return self._enter(EntryKind.LATE, seat)

    def hand_on(self, seat: str, of: str, to: str) -> Entry:
        """Let the computer or the game master play at another seat, as the game master wants it."""
        self._check_master(seat, "hand a seat on")
        self._check_not_over(self.is_over)
        sits = self.seats[of]
        if sits.side is None or sits.is_master:
            raise NotAllowed(f"{self.seats.called(of)} is no seat that can be handed on.")
        self._check_handed(to)
        return self._enter(EntryKind.HAND, seat, of=of, what=to)

    def come_back(self, seat: str) -> Entry:
        """Let a person play at a seat that was handed on, or that a bot has played."""
        sits = self._playing(seat)
        if self.is_person(sits.name):
            raise NotAllowed(f"A person plays {self.seats.called(seat)} already.")
        return self._enter(EntryKind.RETURN, seat)

    def end(self, seat: str, winner: str = DRAW) -> Entry:
        """End the battle, as its game master: a side has won (its letter), or nobody (``draw``)."""
        self._check_master(seat, "end the battle")
        self._check_not_over(self.is_over)
        ends = [*SIDE_LETTERS[: self.system.rules.sides], DRAW]
        if winner not in ends:
            raise UnknownError("winner", winner, ends)
        return self._enter(EntryKind.END, seat, what=winner)

    def offer_draw(self, seat: str) -> Entry:
        """Offer a draw. The match is drawn when all people of the other sides agree; bots do not accept draws."""
        sits = self._playing(seat, for_side=True)
        if self.terms.is_hosted:
            raise NotAllowed("Only the game master ends the battle at this table.")
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
                is_claim, sits = kind is EntryKind.CLAIM, self.seats[seat]
                asked = self._confirming(sits) if is_claim else self._opposing_people(sits)
                self.request = Request(kind, seat, entry.number if is_claim else to, frozenset(asked))
            case EntryKind.AGREE if self.request is not None:
                self.request = replace(self.request, agreed=self.request.agreed | {seat})
            case EntryKind.DECLINE:
                self.request = None
            case EntryKind.DICE:
                self.dice_terms[seat] = DiceTerm(entry.what)
            case EntryKind.PART if step is not None:
                own = self.own_dice(seat)
                faces = step.faces or [BY_SERVER] * len(own)
                self.parts |= {index: (seat, face) for index, face in zip(own, faces, strict=True)}
            case EntryKind.LEAVE | EntryKind.LATE | EntryKind.HAND | EntryKind.RETURN:
                self._hand(kind, entry.of or seat, entry.what)
            case EntryKind.RESIGN | EntryKind.TIMEOUT | EntryKind.END:
                self.ended, self.request = entry, None
        if kind in (EntryKind.DICE, EntryKind.PART) and self._is_claim_past():
            self.request = None
        if kind in STEPS or kind is EntryKind.UNDO:
            self.parts = {}
        if kind in STEPS:
            self._numbers.append(entry.number)
            self.request = None
            if step is not None and step.at in self.system.rules.secret_steps:
                self._hidden.append(entry.number)
        if self._hidden:
            known = set(self._numbers[: self.session.known])
            self._shown |= {number: entry.number for number in self._hidden if number in known}
            self._hidden = [number for number in self._numbers[self.session.known :] if number in self._hidden]
        amending = self.system.amending
        if kind in STEPS and amending and amending.uncovered and (found := amending.uncovered(self.session)):
            self._enter(EntryKind.AMEND, "", self.session.amend(found))
        return entry

    def _is_claim_past(self) -> bool:
        """Whether the faces that a seat asks the others to confirm are no more those of its own dice: it has left them
        to the server, or another has rolled them."""
        if self.request is None or self.request.kind is not EntryKind.CLAIM:
            return False
        claimed = self.log[self.request.to].step
        return claimed is not None and len(claimed.faces) != len(self.own_dice(self.request.seat))

    def _sit_down(self) -> None:
        """Let the seats lead what they lead in the set-up of now."""
        if self.seats.setup is not self.session.setup:
            self.seats = self._seated(Seats(self.system, self.session.setup, self.with_master))
            tables = {laid.table for laid in self.session.tables}
            self._known = {key: known for key, known in self._known.items() if key[1] in tables}

    def _hand(self, kind: EntryKind, seat: str, to: str) -> None:
        """Take over who plays at a seat from now on; what was asked of the seats is to be asked anew."""
        self.handed[seat] = PERSON if kind is EntryKind.RETURN else to or COMPUTER
        if kind is EntryKind.LEAVE:
            self.left.add(seat)
        elif kind is EntryKind.RETURN:
            self.left.discard(seat)
        self.seats = self._seated(self.seats)
        self.request = None

    def _seated(self, seats: Seats) -> Seats:
        """Return seats with who plays there now."""
        return seats.played({seat: seats.master for seat, who in self.playing.items() if who == MASTER})

    def _take_back(self, seat: str, to: int) -> Entry:
        """Take back all steps from entry ``to`` on; past dice, or past the beginning of the epoch, a new one begins."""
        place = self._hidden_before(self._numbers.index(to - self.log[to].after))
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

    def _check_master(self, seat: str, to: str) -> None:
        if not self.seats[seat].is_master:
            masters = [each.name for each in self.seats.all if each.is_master]
            who = f"here that is {listed(masters)}" if masters else "this match has none"
            raise NotAllowed(f"Only a game master can {to}; {who}.")

    def _check_handed(self, to: str) -> None:
        """Refuse to hand a seat to somebody who is not there."""
        if to not in (COMPUTER, MASTER):
            raise UnknownError("new player", to, [COMPUTER, MASTER])
        if to == COMPUTER and (why := self.system.why_no_bots(self.session.setting)):
            raise NotAllowed(why)
        master = self.seats.master
        if to == MASTER and (master == SPECTATOR or not self.is_person(master)):
            raise NotAllowed("There is no game master to play on; hand the seat to the computer.")

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

    def _check_roll(self, seat: Seat) -> None:
        if not self._may_roll(seat):
            raise NotAllowed(f"{self.seats.called(seat.name)} cannot roll now: {self._waits_for()}")

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
        return f"{waiting or 'The server'} {'rolls' if node.kind == NodeKind.CHANCE else 'chooses'}."

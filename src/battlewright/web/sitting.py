"""People sit down at matches: with an invitation, which the game master of a running match may make anew."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from battlewright.engine import errors
from battlewright.engine.chain import last_link
from battlewright.play.log import head_of, line_of
from battlewright.play.match import Match
from battlewright.play.terms import DiceTerm
from battlewright.store.schema import Status
from battlewright.store.store import SeatRow, State
from battlewright.web.brings import Held, complete_setup, with_brought
from battlewright.web.lobby import Lobby, title_of
from battlewright.web.requests import TakeSeat, size_of
from battlewright.web.room import Room
from battlewright.web.security import hashed, new_token


async def take_seat(lobby: Lobby, room: Room, seat: str, asked: TakeSeat, who: str = "") -> str:
    """Take the seat of an invitation, with what it brings; the last one starts the match. Returns the seat's
    token."""
    row = next((each for each in room.row.seats if each.seat == seat), None)
    if row is None:
        raise errors.UnknownError("seat", seat, [each.seat for each in room.row.seats])
    if row.invitation is not None and row.invitation != hashed(asked.invitation):
        raise errors.Forbidden(f"This invitation is not valid for seat {seat}.")
    held: Held | None = room.row.terms.get("brings")
    if row.invitation is None or held is None or held["known"]["seat"] != seat:
        if row.invitation is not None and (asked.names or asked.files):
            raise errors.BattlewrightError(f"Seat {seat} brings nothing: leave out `names` and `files`.")
        brought = None
    else:
        brought = await lobby.read(who, asked.size + size_of(held), with_brought, lobby.load, held, asked)
    own_dice = room.match.terms.own_dice
    if asked.dice not in (None, DiceTerm.SERVER) and not own_dice:
        raise errors.NotAllowed("In this match the server rolls for everybody: leave out `dice`.")
    return await sit_down(lobby, room, seat, asked.name, asked.value, brought, asked.dice if own_dice else None)


async def invite(lobby: Lobby, room: Room, seat: str) -> str:
    """Return the secret of a new invitation to a seat that no person plays; nobody's token is valid for it then.
    Until somebody takes it, the computer or the game master plays on there."""
    secret = new_token()
    await room.retried(lambda: _invite(lobby, room, seat, hashed(secret)))
    room.notify()
    return secret


async def _invite(lobby: Lobby, room: Room, seat: str, invitation: str) -> None:
    match, row = room.running, next(each for each in room.row.seats if each.seat == seat)
    if match.is_over:
        raise errors.NotAllowed(f"The match is over: {match.result}")
    if match.is_person(seat):
        raise errors.Conflict(f"A person plays {match.seats.called(seat)}; hand the seat on first.")
    free = SeatRow(seat, row.player, "", invitation)
    await room.written(lobby.store.invite(room.row, free))
    room.moved_on()
    room.row.seats = [free if each is row else each for each in room.row.seats]


async def sit_down(
    lobby: Lobby,
    room: Room,
    seat: str,
    name: str,
    value: str,
    held: Held | None = None,
    dice: str | None = None,
) -> str:
    """Take a free seat, without checking an invitation; ``held`` is what the match then keeps, where the seat brings
    something, ``dice`` who rolls for it, where its person says so. Returns the seat's token."""
    token = new_token()
    await room.retried(lambda: _sit_down(lobby, room, SeatRow(seat, "", name, None, hashed(token), value), held, dice))
    room.notify()
    room.go_on()
    return token


async def _sit_down(lobby: Lobby, room: Room, sitting: SeatRow, held: Held | None, dice: str | None) -> None:
    row = next(each for each in room.row.seats if each.seat == sitting.seat)
    if row.invitation is None:
        raise errors.Conflict(f"Seat {sitting.seat} is taken.")
    taken = replace(sitting, player=row.player)
    seats = [taken if each is row else each for each in room.row.seats]
    if room.has_begun:
        await _come_back(lobby, room, taken, dice)
    elif all(each.invitation is None for each in seats):
        await _begin_waiting(lobby, room, taken, seats, held or room.row.terms.get("brings"), dice)
    else:
        terms = room.row.terms if held is None else {**room.row.terms, "brings": held}
        terms = with_dice(terms, taken.seat, dice)
        await room.written(lobby.store.take_seat(replace(room.row, terms=terms), taken))
        room.moved_on()
        room.row.terms = terms
    room.row.seats = seats


async def _begin_waiting(
    lobby: Lobby, room: Room, taken: SeatRow, seats: list[SeatRow], held: Held | None, dice: str | None
) -> None:
    """Start a match that was waiting for players, with the values that they added to the dice, and with what both
    have brought."""
    was, row = room.match, room.row
    resumed, setup = was.session if was.resumed else None, was.setup
    if held is not None:
        setup = await lobby.read(room.opener, size_of(held), complete_setup, lobby.load, held)
    terms = with_dice(row.terms, taken.seat, dice)
    agreed = replace(was.terms, dice={**was.terms.dice, **terms.get("dice_of", {})})
    match, bots = await lobby.setup_pool.run(
        lambda: lobby.begin(was.system, setup, seats, was.dice, resumed, was.with_master, agreed),
        is_patient=True,
    )
    head = head_of(match)
    state = State(Status.RUNNING, revision=row.state.revision, chain=last_link(head, map(line_of, match.log)))
    terms = {name: value for name, value in terms.items() if name != "brings"}
    title = row.title if held is None else (held["title"] or title_of(match))[:200]
    begun = Room(lobby, replace(row, head=head, state=state, terms=terms, title=title), match, bots, {})
    await begun.settle("")
    begun.row.state, lines = begun.state(), [line_of(entry) for entry in match.log[match.resumed :]]
    await room.written(lobby.store.take_seat(begun.row, taken, (match.resumed, lines)))
    room.match, room.bots = match, bots
    row.head, row.terms, row.title = head, terms, title
    room.moved_on(begun.row.state)


def with_dice(terms: dict[str, Any], seat: str, dice: str | None) -> dict[str, Any]:
    """Return the terms of a match that waits for its people, with who rolls for a seat."""
    return terms if dice is None else {**terms, "dice_of": {**terms.get("dice_of", {}), seat: dice}}


async def _come_back(lobby: Lobby, room: Room, taken: SeatRow, dice: str | None) -> None:
    """Let a person play at a seat of a running match whose new invitation was taken."""
    match = room.running
    if not match.is_person(taken.seat):
        await room.settle_and_commit(match.number, None, "", partial(_returned, match, taken.seat, dice))
    await room.written(lobby.store.take_seat(room.row, taken))
    room.moved_on()


def _returned(match: Match, seat: str, dice: str | None) -> None:
    match.come_back(seat)
    if dice is not None and dice != match.dice_terms[seat]:
        match.set_dice(seat, dice)

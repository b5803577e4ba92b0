"""The log of a match: everything that anybody did, in order. Nothing is ever removed from it.

Entries are numbered from 0. An undo is an entry too: it names the number of the first entry whose step no longer
stands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from battlewright.engine.step import Step


class EntryKind(StrEnum):
    """The kinds of entries: a step of the battle, or something between the seats. AMEND: the set-up is changed. EPOCH:
    the dice to come are of a new epoch. ASK, OFFER and CLAIM wait for an answer: consent to an undo, to a draw, to the
    faces of physical dice. TIMEOUT: a seat's time has run out, and its side has lost by that. LEAVE, LATE and HAND: a
    bot or the game master plays on at a seat, because its person has left, its time has run out among several people,
    or the game master wants it so. RETURN: a person plays at a seat again. END: the game master has ended the battle.
    DICE: a seat has changed who rolls its dice. PART: a seat's dice of a roll of several, or that the server rolls.
    SUGGEST: a player suggests something to the game master, who accepts it (ACCEPT, after the edits that carry it
    out) or not (REJECT, also by the player who withdraws it)."""

    CHOICE = "choice"
    ROLL = "roll"
    TYPED = "typed"
    EDIT = "edit"
    AMEND = "amend"
    UNDO = "undo"
    EPOCH = "epoch"
    ASK = "ask"
    OFFER = "offer"
    AGREE = "agree"
    DECLINE = "decline"
    CLAIM = "claim"
    RESIGN = "resign"
    TIMEOUT = "timeout"
    LEAVE = "leave"
    SUGGEST = "suggest"
    ACCEPT = "accept"
    REJECT = "reject"
    LATE = "late"
    HAND = "hand"
    RETURN = "return"
    END = "end"
    DICE = "dice"
    PART = "part"


STEPS = frozenset({EntryKind.CHOICE, EntryKind.ROLL, EntryKind.TYPED, EntryKind.EDIT, EntryKind.AMEND})


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. ``seat`` did it (empty: nobody, the dice of the stream); ``to`` is the number that an undo goes back
    to, or of the suggestion that is answered; ``drawn`` is how far the seat's own stream is after its choice; ``after``
    how many edits of the same line came before this one: they are taken back together. ``is_secret``: what was chosen
    is left out. ``of`` is the seat that was handed on, ``what`` to whom, how the battle was ended, or who rolls. Of a
    suggestion and its answer: ``text`` are the words, ``line`` the game master's edit that is suggested, or that is
    carried out instead of it."""

    number: int
    kind: EntryKind
    seat: str = ""
    step: Step | None = None
    to: int = 0
    drawn: int = 0
    after: int = 0
    of: str = ""
    what: str = ""
    is_secret: bool = False
    text: str = ""
    line: str = ""

    @property
    def sealed(self) -> Entry:
        """The same entry for those who may not know what was chosen."""
        assert self.step is not None
        return replace(self, step=self.step.sealed, drawn=0, is_secret=True)

    @property
    def public(self) -> Entry:
        """The same entry without what only the match needs."""
        return replace(self, drawn=0) if self.drawn else self

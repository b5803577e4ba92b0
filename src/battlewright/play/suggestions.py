"""What players suggest to the game master: in words, as an edit, or both. It waits for an answer while all play on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from battlewright.engine.errors import NotAllowed
from battlewright.engine.log import Entry, EntryKind
from battlewright.play.people import PERSON, REMOTE

if TYPE_CHECKING:
    from battlewright.engine.seats import Seat
    from battlewright.play.match import Match

MOST_SUGGESTED = 3
"""The most suggestions of one seat that may wait for an answer."""


class Suggestions:
    """The suggestions of a match. Each is an entry of its log, and so is the answer, which names it."""

    def __init__(self, match: Match, playing: Callable[[str], Seat], enter: Callable[..., Entry]) -> None:
        self.match, self._playing, self._enter = match, playing, enter
        self._answers: dict[int, Entry | None] = {}
        """The answers by the numbers of the suggestions; None while there is none."""

    @property
    def waiting(self) -> list[Entry]:
        """The suggestions that have no answer yet."""
        return [self.match.log[number] for number, answer in self._answers.items() if answer is None]

    def at(self, number: int) -> Entry:
        """Return the suggestion of an entry that has no answer yet."""
        if self._answers.get(number, self) is not None:
            raise NotAllowed(f"There is no suggestion {number} that waits for an answer.")
        return self.match.log[number]

    @property
    def are_taken(self) -> bool:
        """Whether there are numbers that may be changed by hand, and a game master, not a bot, to do so."""
        match = self.match
        masters = [match.playing[each.name] for each in match.seats.all if each.is_master]
        return match.system.rules.edit is not None and bool({PERSON, REMOTE}.intersection(masters))

    def suggest(self, seat: str, text: str = "", line: str = "") -> Entry:
        """Suggest something as a player: in words, as the edit that a line stands for, or both."""
        if self._playing(seat).is_master:
            raise NotAllowed("The game master changes numbers, and has nothing to suggest.")
        if not self.are_taken:
            raise NotAllowed("Nobody here could carry it out: it takes a game master, and numbers that may be changed.")
        if not (text or line):
            raise NotAllowed("A suggestion has words, or an edit, or both.")
        if sum(each.seat == seat for each in self.waiting) >= MOST_SUGGESTED:
            most = f"{MOST_SUGGESTED} suggestions of yours wait for an answer"
            raise NotAllowed(f"{most}; withdraw one, or wait for the game master.")
        return self._enter(EntryKind.SUGGEST, seat, text=text, line=line)

    def accept(self, seat: str, to: int, text: str = "", line: str = "") -> Entry:
        """Accept a suggestion as a game master. What it changes is edited before that; ``line`` says so if that is
        another edit than what was suggested."""
        self.at(to)
        if not self._playing(seat).is_master:
            raise NotAllowed("Only the game master accepts a suggestion.")
        return self._enter(EntryKind.ACCEPT, seat, to=to, text=text, line=line)

    def reject(self, seat: str, to: int, text: str = "") -> Entry:
        """Decline a suggestion as a game master, or withdraw one's own."""
        suggested = self.at(to)
        if not (self._playing(seat).is_master or suggested.seat == seat):
            raise NotAllowed("Only the game master declines a suggestion, and only its own seat withdraws it.")
        return self._enter(EntryKind.REJECT, seat, to=to, text=text)

    def follow(self, entry: Entry) -> None:
        """Take note of an entry of the log. A suggestion whose edits are taken back waits for an answer once more."""
        match entry.kind:
            case EntryKind.SUGGEST:
                self._answers[entry.number] = None
            case EntryKind.ACCEPT | EntryKind.REJECT:
                self._answers[entry.to] = entry
            case EntryKind.UNDO:
                for number, answer in self._answers.items():
                    if answer is not None and answer.kind is EntryKind.ACCEPT and entry.to < answer.number:
                        self._answers[number] = None

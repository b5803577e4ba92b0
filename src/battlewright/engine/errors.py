"""All errors that Battlewright raises for a user's mistake.

    BattlewrightError
    ├── NotationError      dice notation that cannot be read
    ├── DiceError          faces that the node did not ask for
    ├── Refused            a choice or an edit that the rules refuse, with its clause
    ├── SetupError         files of forces and the like; carries all faults at once
    ├── NotAllowed         what a seat may not do: out of turn, for another, on a finished match
    ├── ReplayError        a replay that cannot be read or does not repeat
    ├── NotFair            dice that do not follow from the published secret, or a log that was changed
    ├── LogError           the log of a match that cannot be read or does not repeat
    ├── SavedError         saved bytes that are not of this record
    ├── WrongValue         a value that a parameter does not take
    ├── UnknownError       an unknown name: of a system, a clause, a file
    ├── TooLarge           a question about odds that is too large to answer exactly in time
    │   └── Looped         decisions that lead back to where they were made
    ├── NotInstalled       what needs packages of an extra that are not installed
    ├── BotError           a bot that fails or returns no legal choice, for authors of bots
    ├── NotConforming      a system that breaks the contract, for authors of systems
    ├── NotCompiled        a rule that the compiler refuses, for authors of systems
    ├── StoreError         what could not be read from a store, or written to it
    │   └── WriteConflict  another process has written to the same match
    ├── NotKept            what a database cannot keep or look for
    ├── NoSuchMatch        a match that the store does not have
    ├── NoSuchThing        what a library does not have, or nobody may copy
    ├── Conflict           what does not fit how a match stands now
    │   └── Outdated       something older than what is kept
    ├── Malformed          a request to a server that cannot be read
    ├── Forbidden          what this caller may not do
    │   └── Unauthenticated    what needs the token of a seat or a library
    ├── RateLimited        more than a server allows
    ├── TooBusy            what a server has no room for just now
    ├── Unreachable        a server that does not answer
    └── ServerError        what a server has refused, as its client hears it

The message is one or more sentences: what was wrong, where, and what is allowed. The command line prints it and
exits with 2; a user never sees a traceback for such an error.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


def shorten(text: str, most: int = 60) -> str:
    """Quote a text for a message, cut to ``most`` characters."""
    return repr(text) if len(text) <= most else f"{text[:most]!r}…"


def describe_value(given: object) -> str:
    """Describe a value for a message: a short text or number as it is, anything else by its type."""
    if isinstance(given, str):
        return shorten(given)
    is_short = given is None or isinstance(given, int | float)
    return repr(given) if is_short else f"a value of the type {type(given).__name__}"


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return " Did you mean 'NAME'?" with the known name that is nearest; empty if none is near."""
    names = {each.lower(): each for each in reversed([*known])}
    near = difflib.get_close_matches(name.lower()[:100], names, n=1, cutoff=0.6)
    return f" Did you mean {names[near[0]]!r}?" if near else ""


class BattlewrightError(Exception):
    """The root of the tree; its text can be shown to people."""


class NotationError(BattlewrightError):
    """Dice notation that cannot be read."""


class DiceError(BattlewrightError):
    """Faces that the node did not ask for: too many, too few, or off the die."""


class Refused(BattlewrightError):
    """A choice that the rules refuse. Nothing has changed."""

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(f"{message} [{clause}]")
        self.clause, self.text = clause, message


class NotAllowed(BattlewrightError):
    """Something that a seat may not do. Nothing has changed."""


class LogError(BattlewrightError):
    """The complete log of a match that cannot be read, or that does not repeat."""


class ReplayError(BattlewrightError):
    """A replay that cannot be read, or that does not repeat."""


class NotFair(BattlewrightError):
    """Dice of a finished battle that do not follow from the secret that was published, or a log that was changed."""


class SavedError(BattlewrightError):
    """Saved bytes that do not fit the record they are read into."""


class UnknownError(BattlewrightError):
    """An unknown name. The message suggests the nearest known one."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = list(known)
        allowed = f" Known: {', '.join(names)}." if names else ""
        super().__init__(f"Unknown {what} {shorten(name)}.{did_you_mean(name, names)}{allowed}")


class TooLarge(BattlewrightError):
    """A question that is too large to answer exactly within the time given."""


class Looped(TooLarge):
    """A question in which decisions lead back to where they were made."""


class NotInstalled(BattlewrightError, ImportError):
    """What stands on an extra of which a package is not installed. It is an ``ImportError`` too."""

    def __init__(self, what: str, extra: str, package: str) -> None:
        missing = f"{what} needs packages that are not installed ({package} and perhaps more)"
        super().__init__(f'{missing}: pip install "battlewright[{extra}]".')
        self.name = package


class BotError(BattlewrightError):
    """A bot that fails or returns no legal choice, with the bot, the battle and its seed."""


class NotConforming(BattlewrightError):
    """A breach of the contract by a system, with the place where it was found."""


class NotCompiled(BattlewrightError):
    """A rule that the compiler refuses: the rule, the line and what was wrong."""


class StoreError(BattlewrightError):
    """Something that could not be read or written. A match goes on from what is written down."""


class WriteConflict(StoreError):
    """Another process has written to the same match."""

    def __init__(self) -> None:
        super().__init__("Others changed the match at the same moment; nothing was written. Try again.")


class NotKept(BattlewrightError):
    """Something that a database cannot keep or look for, such as the character NUL."""


class NoSuchMatch(BattlewrightError):
    """A match that the store does not have."""

    def __init__(self) -> None:
        super().__init__("There is no such match; perhaps it was removed because it is old.")


class NoSuchThing(BattlewrightError):
    """A thing that a library does not have, or that nobody may copy."""


class Conflict(BattlewrightError):
    """Something that does not fit how a match stands now."""


class Outdated(Conflict):
    """A thing that is older than the one that is kept, which was changed at a millisecond."""

    def __init__(self, changed: int) -> None:
        super().__init__("The server has a newer version of this, from another device; yours was not saved.")
        self.changed = changed


class Forbidden(BattlewrightError):
    """Something that this caller may not do."""


class Unauthenticated(Forbidden):
    """Something that needs the token of a seat or a library."""


class RateLimited(BattlewrightError):
    """More than a server allows."""


class TooBusy(BattlewrightError):
    """Something that a server has no room for just now."""


class Unreachable(BattlewrightError):
    """A server that does not answer."""


class ServerError(BattlewrightError):
    """What a server has refused: its sentence, with the status of the answer."""

    def __init__(self, status: int, data: Mapping[str, object]) -> None:
        super().__init__(str(data.get("error", f"The server answers with status {status}.")))
        self.status, self.data = status, data


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong in a file."""

    file: str
    line: int
    field: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.field}: {self.message}" if self.field else f"{place}: {self.message}"


class Malformed(BattlewrightError):
    """A request or a message to a server that cannot be read, with what is wrong field by field."""

    def __init__(self, text: str, faults: Sequence[Fault] = ()) -> None:
        super().__init__(text)
        self.faults = tuple(faults)


class WrongValue(BattlewrightError):
    """A value that a parameter does not take, with the name of the parameter."""

    def __init__(self, text: str, field: str) -> None:
        super().__init__(text)
        self.faults = (Fault("", 0, field, text),)


MOST_SHOWN = 50
"""The most faults that a message has; the others are counted."""


class SetupError(BattlewrightError):
    """All faults of one or more files, reported at once; or that one is larger than its kind may be."""

    def __init__(self, faults: Sequence[Fault], is_too_long: bool = False) -> None:
        self.faults, self.is_too_long = tuple(faults), is_too_long
        count = "1 fault" if len(self.faults) == 1 else f"{len(self.faults):,} faults"
        more = [f"  and {self.more:,} more"] if self.more else []
        super().__init__("\n".join([f"{count} in the set-up:", *(f"  {fault}" for fault in self.shown), *more]))

    @property
    def shown(self) -> tuple[Fault, ...]:
        """The faults that the message shows: the first ones."""
        return self.faults[:MOST_SHOWN]

    @property
    def more(self) -> int:
        """The number of faults that the message leaves out."""
        return len(self.faults) - len(self.shown)

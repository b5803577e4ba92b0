"""Steps: what a battle was moved on by, as data. Sentences are made from it when it is read (``story``)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from battlewright.engine.node import MASTER
from battlewright.engine.sides import side_word


class StepKind(StrEnum):
    """A choice, dice of the stream, dice typed by a person, or what a game master changes: a number of the battle, or
    its set-up."""

    CHOICE = "choice"
    ROLL = "roll"
    TYPED = "typed"
    EDIT = "edit"
    AMEND = "amend"


@dataclass(frozen=True, slots=True)
class Step:
    """One step. ``side`` chose or rolled (-1: everybody, or nobody; MASTER: the game master); ``at`` is the node's step
    at which it was chosen; ``line`` is the choice, the edit or the amendment as a line of text; ``events`` are the
    bytes of the events that followed."""

    kind: StepKind
    side: int
    at: int
    line: str
    faces: tuple[int, ...]
    events: bytes

    @property
    def text(self) -> str:
        """The step as a replay writes it: ``a: shoot whom=5``, ``roll 3 4``."""
        if self.kind is StepKind.CHOICE:
            return f"{side_word(self.side)}: {self.line}"
        if self.is_change:
            return f"{self.kind} {self.line}"
        return f"{self.kind} {' '.join(map(str, self.faces))}"

    @property
    def is_masters(self) -> bool:
        """Whether the game master made it: a change, or an answer to what is put to the game master."""
        return self.is_change or self.side == MASTER

    @property
    def is_roll(self) -> bool:
        return self.kind in (StepKind.ROLL, StepKind.TYPED)

    @property
    def is_change(self) -> bool:
        """Whether a game master has changed a number or the set-up."""
        return self.kind in (StepKind.EDIT, StepKind.AMEND)

    @property
    def sealed(self) -> Step:
        """The same step without what was chosen."""
        return replace(self, line="")

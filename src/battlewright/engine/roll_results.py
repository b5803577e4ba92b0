"""What rolls meant, as data: whose dice they were, what each counted for, and what came of them.

A system reads its rolls by its own rules (``Words.roll``); without that, dice count for nothing but themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, cast

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.labels import Reference
from battlewright.engine.rolloff import RollOff, is_tied
from battlewright.engine.sides import SIDE_LETTERS, side_letter

if TYPE_CHECKING:
    from battlewright.engine import data_types as types
    from battlewright.engine.position import Position


class DieOf(NamedTuple):
    """Whose a die is that is to be rolled: a side's (-1: nobody's), and a combatant's (-1: the whole side's)."""

    side: int
    model: int = -1


class Counted(StrEnum):
    """What a die counted for."""

    CRITICAL = "critical"
    SUCCESS = "success"
    FAILURE = "failure"
    NOTHING = "nothing"


@dataclass(frozen=True)
class RolledDie:
    """A die that was rolled: its face, what it counted for, and whose it is: a combatant's, or a whole side's."""

    face: int
    counted: Counted = Counted.NOTHING
    of: Reference | None = None
    side: str | None = None

    def as_data(self) -> types.Die:
        """Return it as plain data."""
        of = None if self.of is None else self.of.as_data()
        side = self.side if self.of is None else self.of.side
        return {"face": self.face, "of": of, "side": side, "counted": cast("types.CountedWord", str(self.counted))}


@dataclass(frozen=True)
class RollResult:
    """What a roll meant.

    ``total`` is that of the dice with ``bonus``, where they are added up; ``needed`` what the total, or a die, had to
    reach, or with ``or_less`` not to exceed. ``outcome`` is what came of it, as a word (``hit``, ``failed``),
    ``verdict`` the same for people, and ``good`` whether it went well for the roller (None: neither). ``reading``
    are a few words about the numbers. The engine sets ``kind``, the word of the step, and ``sides``.
    """

    dice: tuple[RolledDie, ...]
    total: int | None = None
    bonus: int = 0
    needed: int | None = None
    or_less: bool = False
    outcome: str = ""
    good: bool | None = None
    reading: str = ""
    verdict: str = ""
    kind: str = ""
    sides: int = 0

    def as_data(self) -> types.Roll:
        """Return it as plain data."""
        return cast("types.Roll", {**vars(self), "dice": [die.as_data() for die in self.dice]})


def plain_dice(faces: Sequence[int], of: Reference | None = None, side: str | None = None) -> tuple[RolledDie, ...]:
    """Return dice that count for nothing but themselves."""
    return tuple(RolledDie(face, of=of, side=side) for face in faces)


def dice_of_roll_off(roll_off: RollOff) -> list[DieOf]:
    """Return whose the dice of a roll-off are: one of each side that is tied."""
    return [DieOf(side) for side in range(roll_off.players) if as_plain(is_tied)(roll_off, side)]


def dice_of(position: Position) -> Sequence[DieOf]:
    """Return whose the dice of a roll are, as its system says; by default the combatant's that the roll is about, as
    far as that is of the side that rolls."""
    declared, node = position.system.setup.dice_of, position.node
    if declared is not None:
        return declared(position)
    about = position.words.reference(position.words.about(position.record))
    model = about.number if about is not None and about.side == side_letter(node.side) else -1
    return [DieOf(node.side, model)] * node.dice


def roll_off_result(roll_off: RollOff, faces: Sequence[int], verdict: str) -> RollResult:
    """Return what a roll-off meant, a die of each side that was tied; without a verdict they tie again."""
    tied = [side for side in range(roll_off.players) if as_plain(is_tied)(roll_off, side)]
    dice = tuple(RolledDie(face, side=SIDE_LETTERS[side]) for face, side in zip(faces, tied, strict=True))
    reading = " against ".join(map(str, faces))
    return RollResult(dice, outcome="decided" if verdict else "tied", reading=reading, verdict=verdict or "A tie")

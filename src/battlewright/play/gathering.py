"""The dice of a roll that several seats roll: whose each is, who is to type it, and what has been typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from battlewright.engine.dice import Dice, Lane, check_faces, draw, seed_dice
from battlewright.engine.position import Position
from battlewright.engine.record import allocate, look, memory_of, numbers
from battlewright.engine.roll_results import DieOf, dice_of
from battlewright.engine.seats import SPECTATOR, Seats
from battlewright.play.terms import DiceTerm

BY_SERVER = 0
"""The face of a die that somebody leaves to the server."""


@dataclass(frozen=True)
class AwaitedDie:
    """A die that is to be rolled: whose it is, and the seats of which one rolls it; none where the server does."""

    of: DieOf
    seats: tuple[str, ...]


def awaited_dice(
    position: Position, seats: Seats, is_person: Callable[[str], bool], terms: Mapping[str, DiceTerm]
) -> list[AwaitedDie]:
    """Return the dice that a battle waits for. A die belongs to the seat that leads its combatant, or to those of its
    side. The game master rolls where no person does, and what is nobody's."""
    master = seats.master
    host = [master] if master != SPECTATOR and is_person(master) else []

    def people(die: DieOf) -> list[str]:
        if die.side < 0 and host:
            return host
        sides = range(position.system.rules.sides) if die.side < 0 else (die.side,)
        own = [seat for side in sides for seat in seats.of_side(side) if seats.leads(seat, side, die.model)]
        return [name for name in dict.fromkeys(seats.player_of(seat.name) for seat in own) if is_person(name)] or host

    rolled = {die: people(die) for die in dict.fromkeys(dice_of(position))}
    typed = {die: tuple(name for name in names if terms.get(name) != DiceTerm.SERVER) for die, names in rolled.items()}
    return [AwaitedDie(die, typed[die]) for die in dice_of(position)]


def faces_with(faces: Mapping[int, int], dice: int, sides: int, seed: int, index: int) -> Sequence[int]:
    """Return the faces of a roll: those that were typed, by the index of their die, and the others from a stream."""
    stream, drawn = allocate(Dice), numbers(dice)
    seed_dice(look(Dice, stream), seed, index, Lane.PART)
    draw(stream[0], drawn, dice, sides)
    return [faces.get(each) or face for each, face in enumerate(memory_of(drawn)[:dice].tolist())]


def check_part(faces: Sequence[int], dice: int, sides: int) -> None:
    """Refuse faces that are not those of a seat's own dice; none leave them to the server."""
    if faces:
        check_faces(faces, dice, sides)

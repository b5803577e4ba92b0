"""Lots: what a bot decides by chance, so that nobody can guess it.

Where a choice is secret (``System.secret_steps``) a lot is drawn before the judge is asked, and lies in the last of its
notes. Each seat has a number of its own in a draw: two bots with the same stream do not know each other's lots.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from battlewright.engine.dice import Dice, draw
from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.engine.system import SIDES_OF_CHANCE, System

Advise = Callable[[Many[Any], Many[Any], Many[int], Many[Any], Many[int], Many[int], Many[Dice], int], int]


@rule()
def draw_lot(stream: Dice, faces: Many[int], notes: Many[int], seat: int) -> None:
    """Draw a lot for a seat into the last of the notes; ``faces`` is a place to write to."""
    draw(stream, faces, seat + 1, SIDES_OF_CHANCE)
    notes[len(notes) - 1] = faces[seat]


def bits_of(steps: frozenset[int]) -> int:
    """A number with a bit for each of these steps."""
    return sum(1 << int(step) for step in steps)


@cache
def adviser(system: System) -> Advise:
    """The judge of a system, with a lot where one is needed: drawn from the last of the streams that it is given."""
    assert system.judge is not None, f"nobody judges {system.name}"
    judge, secret = system.judge, bits_of(system.secret_steps)

    def advise(
        setting: Many[Any],
        battle: Many[Any],
        lore: Many[int],
        room: Many[Any],
        notes: Many[int],
        faces: Many[int],
        streams: Many[Dice],
        most: int,
    ) -> int:
        if (secret >> battle[0].node.step) & 1:
            draw_lot(streams[len(streams) - 1], faces, notes, battle[0].node.seat)
        return judge(setting, battle, lore, room, notes, most)

    kinds = {"setting": system.setting, "battle": system.battle, "room": system.choice}
    advise.__annotations__ |= {name: Many[kind] for name, kind in kinds.items()}  # type: ignore[valid-type]
    return rule()(advise)

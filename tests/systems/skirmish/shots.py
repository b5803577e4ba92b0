"""What the tests of shots begin with: a shooter, a target, and what is between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlewright.systems.skirmish.record import ChoiceKind
from tests.systems.skirmish.helpers import Fight

Card = dict[str, Any]
RIFLE: Card = {"weapons": ["Rifle"]}
CANNON: Card = {"name": "Cannon", "kind": "shooting", "modifier": 0, "damage": 2, "critical": 5, "points": 1}
WALL: Card = {"box": [9, 10, 1, 4], "top": 2}


def range_of_fire(
    pieces: Sequence[Card] = (), friends: Sequence[Card] = (), foes: Sequence[Card] = (), **more: Any
) -> Fight:
    """A shooter at (4, 12), activated, and a target at (16, 12) that is 11" away; others come after them."""
    ends: Card = {key: more.pop(key) for key in ("shooter", "target") if key in more}
    a = [{"at": (4, 12)} | RIFLE | ends.get("shooter", {}), *friends]
    b = [{"at": (16, 12)} | RIFLE | ends.get("target", {}), *foes]
    return Fight(a=a, b=b, pieces=pieces, weapons=[CANNON], **more).activate(0)


def target_of(fight: Fight) -> int:
    return int(fight.setting.first_of_b)


def obstacles(fight: Fight, whom: int | None = None) -> int:
    """How many obstacles are in the line of fire; the shot is taken back. Each makes it harder by 1."""
    fight.shoot(target_of(fight) if whom is None else whom)
    found, difficulty = int(fight.frame.obstacles), int(fight.frame.difficulty)
    distance = difficulty - 1000 * found
    assert fight.frame.need == -(-difficulty // 1000)
    assert distance >= 0
    fight.session.undo()
    return found


def miss(fight: Fight, whom: int | None = None) -> Fight:
    """A shot that misses, at somebody that does nothing about it."""
    fight.shoot(target_of(fight) if whom is None else whom).choose(ChoiceKind.NOTHING)
    return fight.roll(*[1] * fight.node.dice)

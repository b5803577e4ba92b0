"""The scripts of the golden skirmishes of the first edition, each about a group of its clauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from battlewright.engine.session import Session
from battlewright.systems.skirmish.record import ChoiceKind
from tests.golden.skirmish import COVER, FIRE, RETURN_FIRE, STAY, WAIVE, Card, Script, box, model
from tests.systems.skirmish.helpers import climb, drop, jump, walk

CANCEL, TARGET = ChoiceKind.CANCEL, ChoiceKind.TARGET


def script(
    name: str, a: Sequence[Card], b: Sequence[Card], pieces: Sequence[dict[str, Any]] = (), **more: Any
) -> Script:
    """A battle by the first edition."""
    return Script(name, a, b, pieces, edition="first", **more)


def divided_dice() -> Session:
    """Secret divisions: both strike; a spear reaches where a sword does not; defence cancels what it can; a shove with
    a fall; tests for both, the attacker's first; and both go."""
    a = [
        model("Ada", 10.5, 6, melee=4, weapons=["Sword", "Spear"]),
        model("Bea", 11.5, 16, 4, melee=4, weapons=["Spear"]),
        model("Gus", 11, 20, toughness=1),
    ]
    b = [
        model("Cole", 13, 6, weapons=["Sword", "Spear"]),
        model("Dirk", 14.5, 16, 4),
        model("Hal", 12.5, 20, toughness=1),
    ]
    battle = script("Divided dice", a, b, [box("Platform", 10, 14, 5, 4, 4)])
    # Three normal strikes and a critical, against a normal defence and a critical one, which takes the critical.
    battle.activate("Ada").engage(walk(11.5, 6)).divide(4)
    battle.refused("S1.K2", ChoiceKind.DIVIDE, attack=4).divide(1, 1)
    battle.roll(6, 5, 4, 4).roll(6, 4).roll(5).stop()
    battle.activate("Cole").stop()
    # Dirk's Sword does not reach Bea, who stays a spear's length away: all its dice go on defence. It is shoved down.
    battle.activate("Bea").engage().divide(3).roll(6, 4, 4).roll(4, 1, 1).roll(2).roll(1, 5, 6).stop()
    battle.activate("Dirk").stop()
    # Both get through, and neither has the Toughness for it.
    battle.activate("Gus").engage().divide(3).divide(2).roll(6, 5, 1).roll(1).roll(4, 4).roll(3).roll(1)
    return battle.rest()


def shot_for_shot() -> Session:
    """Shots and what follows: return fire by a model that is taken out, a return to it, return fire that is held, cover
    with a move and without one, and what a Sniper's critical forbids. Modifiers make shots harder here."""
    pieces = [box("Wall", 12.5, 12.7, 0.5, 2, 2)]
    a = [
        model("Pia", 6, 18, weapons=["Rifle"]),
        model("Quy", 8, 4, weapons=["Pistol"]),
        model("Ann", 6, 8, weapons=["Sniper"], ballistics=5),
        model("Lio", 6, 12, weapons=["Rifle"]),
        model("Moe", 6, 22, weapons=["Rifle"]),
    ]
    b = [
        model("Sam", 13, 18, weapons=["Rifle", "Pistol"], toughness=1),
        model("Tia", 13, 4, weapons=["Pistol"]),
        model("Dan", 14, 8, weapons=["Rifle"], toughness=4),
        model("Nan", 14, 12, weapons=["Pistol"], toughness=1),
        model("Fay", 14, 22, weapons=["Pistol"], toughness=1),
    ]
    battle = script("Shot for shot", a, b, pieces)
    # Sam is taken out, shoots back all the same, and is there for Pia's answer, which takes 2 AP that she has not.
    battle.activate("Pia").shoot("Sam").refused("S1.F3", RETURN_FIRE).react().roll(4, 4, 1).roll(2)
    battle.choose(FIRE, weapon=1).react().roll(6, 4, 1).stop()
    battle.activate("Tia").shoot("Quy").react().roll(3, 2, 1).choose(FIRE).react(COVER)
    battle.roll(6, 5, 1).choose(STAY)
    battle.activate("Ann").shoot("Dan").react().roll(6, 6, 1, 1, 1).stop()  # no return shot, and nothing is paid
    battle.activate("Dan").shoot("Lio").react().roll(5, 2, 2).choose(WAIVE).stop()
    battle.activate("Lio").shoot("Nan").react(COVER).roll(1, 1, 2).choose(ChoiceKind.COVER_MOVE, walk(14, 13.4))
    battle.stop().activate("Nan").stop()
    battle.activate("Moe").shoot("Fay").react(COVER).roll(6, 6, 5).roll(3).roll(1)  # and so Fay moves no more
    return battle.rest()


def up_and_across() -> Session:
    """Climbs of 3" without a test, of more with one, one that is too high and one that the range does not cover; jumps
    that fail on level ground, over a gap and for want of range, each 1" for a success; a drop that does no harm."""
    pieces = [
        box("Shed", 2, 2, 3, 3, 3),
        box("Barn", 7, 2, 3, 3, 3),
        box("Loft", 7, 8, 3, 3, 5),
        box("Tower", 2, 8, 3, 3, 7, ladders=["west"]),
    ]
    a = [
        model("Ash", 1.5, 3.5, agility=2),
        model("Birch", 1.5, 9.5, agility=4),
        model("Cedar", 6.5, 9.5),
        model("Dell", 1, 20, agility=2),
    ]
    battle = script("Up and across", a, [model("Oak", 20, 20)], pieces)
    battle.activate("Ash").move(climb(2.1, 3.5, 3)).move(walk(4.9, 3.5, 3)).move(jump(7, 3.5, 3)).roll(5, 1)
    battle.activate("Oak").stop()
    battle.activate("Birch").move(climb(2.1, 9.5, 7)).move(walk(3, 8.1, 7), drop(3, 7.4))
    battle.move(walk(5.7, 7.3), walk(6.5, 8.5), climb(7.1, 8.5, 5))
    battle.activate("Cedar").move(climb(7.1, 9.5, 5)).roll(4, 1, 1)
    battle.move(walk(8, 8, 5), jump(8, 5, 3)).roll(5, 1, 2)
    battle.move(climb(8, 8.1, 5)).roll(1, 2, 3)
    battle.activate("Dell").move(jump(3, 20)).roll(4, 1).move(walk(4, 20), jump(7, 20)).roll(5, 5).stop()
    return battle.rest()


def at_the_edge() -> Session:
    """A critical defence success against a Spear behind which there is a drop: its critical is cancelled, or two normal
    strikes are, and the defender is shoved down."""
    a = [
        model("Ada", 11.4, 16, 4, melee=4, weapons=["Spear"]),
        model("Cid", 11.4, 14.5, 4, melee=4, weapons=["Spear"]),
    ]
    b = [model("Bob", 12.9, 16, 4, toughness=5), model("Dot", 12.9, 14.5, 4, toughness=5)]
    battle = script("At the edge", a, b, [box("Platform", 10, 13, 3.5, 5, 4)])
    battle.activate("Ada").engage().choose(TARGET, whom="Bob").divide(4).divide(0).roll(6, 5, 4, 4).roll(6, 1, 1)
    battle.refused("S1.K6", CANCEL, critical=2).choose(CANCEL, critical=1).stop()
    battle.activate("Bob").stop()
    battle.activate("Cid").engage().choose(TARGET, whom="Dot").divide(4).divide(0)
    battle.roll(6, 5, 4, 4).roll(6, 1, 1).choose(CANCEL).stop()
    return battle.rest()


def powder() -> Session:
    """A stray shot and an explosion, after which everyone near it is tested who must be, by their numbers."""
    pieces = [box("Powder keg", 10, 11.6, 0.8, 0.8, 1.3, effect="explosion", radius=3)]
    gun: Card = {"weapons": ["Rifle"], "ballistics": 2}
    a = [model("Gus", 4, 12, **gun), model("Jed", 10, 13.5, toughness=1), model("Ivy", 9, 10.5, toughness=2)]
    b = [model("Kim", 18, 12, **gun), model("Leo", 12.5, 13, toughness=1), model("Mia", 12.5, 10.5, toughness=1)]
    battle = script("Powder", a, b, pieces)
    battle.activate("Gus").shoot("Kim").react().roll(1, 2).roll(5).roll(3).roll(4).roll(2).choose(WAIVE).stop()
    return battle.rest()


FIRST: dict[str, Callable[[], Session]] = {
    "first-divided-dice": divided_dice,
    "first-shot-for-shot": shot_for_shot,
    "first-up-and-across": up_and_across,
    "first-at-the-edge": at_the_edge,
    "first-powder": powder,
}
"""The golden skirmishes of the first edition that are led by the hand, by the names of their files."""

"""The nodes of a battle, each by a way to get there."""

from __future__ import annotations

from collections.abc import Callable

from battlewright import systems
from battlewright.engine.sentences import SetupWords
from battlewright.engine.session import Session
from battlewright.systems.skirmish.record import ChoiceKind, SkirmishChoice, Step
from battlewright.systems.skirmish.words.names import Names
from tests.systems.skirmish.helpers import Fight, climb, jump

ARMED = {"weapons": ["Sword", "Spear", "Rifle", "Sniper"]}
YSOLDE = {"name": "Ysolde", "at": (5.0, 5.0), **ARMED}
WREN = {"name": "Wren", "at": (5.0, 6.0), **ARMED}
BRANN = {"name": "Brann", "at": (14.0, 5.0), **ARMED}
TOWER = {"name": "Tower", "box": [5, 7, 4, 4], "top": 4}
SHED = {"box": [2, 2, 1, 1], "top": 2}


def words_of(fight: Fight) -> SetupWords[Names]:
    assert isinstance(fight.session.words, SetupWords)
    return fight.session.words


def names(kind: int, *legs: tuple[int, int, int, int], **named: int) -> SkirmishChoice:
    """A choice, whatever it names."""
    made = SkirmishChoice()
    made.kind, made.count = kind, len(legs)
    for which, (way, x, y, level) in enumerate(legs):
        each = made.legs[which]
        each.way, each.x, each.y, each.level = way, x, y, level
    for name, value in named.items():
        setattr(made, name, value)
    return made


def fresh() -> Fight:
    """Before anybody is placed, and then led on by hand: an unusual one, for tests about placing."""
    fight = Fight([YSOLDE, WREN], [BRANN], [TOWER, SHED])
    fight.session = Session(systems.load("skirmish"), fight.setup, 0)
    return fight


def placing() -> Fight:
    return fresh().roll(6, 1)


def activating() -> Fight:
    return Fight([YSOLDE, WREN], [BRANN], [TOWER, SHED])


def acting() -> Fight:
    return activating().activate(0)


def breaking() -> Fight:
    return activating().stress(0, 4).activate(0)


def climbing() -> Fight:
    fight = Fight([YSOLDE | {"at": (5.6, 6.4)}], [BRANN], [TOWER]).activate(0)
    return fight.move(climb(5.6, 7.2, 4))


def jumping() -> Fight:
    return acting().move(jump(5, 2.5))


def aiming() -> Fight:
    """Two opponents are in reach of a Sword."""
    second = {"name": "Cole", "at": (5.0, 3.5), **ARMED}
    return Fight([YSOLDE], [BRANN | {"at": (6.5, 5.0)}, second]).activate(0).engage()


def striking() -> Fight:
    return Fight([YSOLDE], [BRANN | {"at": (6.5, 5.0)}]).activate(0).engage()


def parrying() -> Fight:
    return striking().roll(6, 4, 1)


def resolving() -> Fight:
    return parrying().roll(6, 5, 1)


def dividing() -> Fight:
    """The first edition: the attacker divides its dice."""
    return Fight([YSOLDE], [BRANN | {"at": (6.5, 5.0)}], edition="first").activate(0).engage()


def answering() -> Fight:
    """The first edition: the attacker has divided its dice, and its target does."""
    return dividing().choose(ChoiceKind.DIVIDE, attack=2)


def cancelling() -> Fight:
    """The first edition: all dice lie open, and Brann's critical defence success may cancel a shove, or a success."""
    fight = Fight([YSOLDE], [BRANN | {"at": (6.5, 5.0)}], edition="first").activate(0).engage(weapon=1)
    fight.choose(ChoiceKind.DIVIDE, attack=2).choose(ChoiceKind.DIVIDE, attack=0)
    return fight.roll(4, 6).roll(6, 1, 1).roll(1)


def returning_late() -> Fight:
    """The first edition: the shot has missed, and its target may shoot back."""
    fight = Fight([YSOLDE, WREN], [BRANN], [TOWER, SHED], edition="first").activate(0).shoot(2)
    return fight.choose(ChoiceKind.NOTHING).roll(1, 1, 1)


def shot_at() -> Fight:
    return acting().shoot(2)


def shooting() -> Fight:
    return shot_at().choose(ChoiceKind.NOTHING)


def critical() -> Fight:
    return shooting().roll(6, 6, 1)


def straying() -> Fight:
    """A wall stands between the two."""
    wall = {"name": "Wall", "box": [9, 3, 0.5, 4], "top": 2}
    fight = Fight([YSOLDE], [BRANN], [wall]).activate(0).shoot(1).choose(ChoiceKind.NOTHING)
    return fight.roll(1, 1, 1)


def covering() -> Fight:
    return acting().shoot(2).choose(ChoiceKind.COVER).roll(1, 1, 1)


def returning() -> Fight:
    return acting().shoot(2).choose(ChoiceKind.RETURN_FIRE).roll(1, 1, 1)


def aided() -> Fight:
    """Ysolde has broken down, and Wren has aided her; side b is to move."""
    fight = activating().stress(0, 4).activate(0).roll(5, 5, 5)
    fight.activate(2).stop()
    return fight.activate(1).choose(ChoiceKind.AID, whom=0)


def replaced() -> Fight:
    """Wren may take Ysolde's place, at whom Cole shoots."""
    fight = Fight([YSOLDE, WREN], [BRANN, BRANN | {"name": "Cole", "at": (14.0, 8.0)}])
    fight.stress(0, 4).activate(0).roll(5, 5, 5)
    fight.activate(2).stop()
    fight.activate(1).choose(ChoiceKind.AID, whom=0).stop()
    return fight.activate(3).shoot(0)


def bound() -> Fight:
    """Wren has taken an Aid action, and Cole shoots at her."""
    fight = replaced()
    fight.choose(ChoiceKind.TAKE_PLACE, who=1)
    return fight


def over() -> Fight:
    fight = Fight([YSOLDE], [BRANN], round_limit=1)
    fight.activate(0).stop()
    return fight.activate(1).stop()


def at_home() -> Fight:
    """Ysolde is acting, at a table of the players' own."""
    a, b = [[{key: card[key] for key in card if key != "at"} for card in side] for side in ((YSOLDE, WREN), (BRANN,))]
    return Fight(a, b, companion=True).activate(0)


def measuring() -> Fight:
    """Ysolde shoots at Brann, and the line is measured."""
    return at_home().shoot(2)


def stray_at_home() -> Fight:
    """Ysolde has missed Brann, and hits something in the line."""
    fight = measuring().choose(ChoiceKind.MEASURE, distance=20000, number=1)
    return fight.choose(ChoiceKind.NOTHING).roll(1, 1, 1).roll(4)


def naming() -> Fight:
    """Something explodes: who is near it?"""
    return stray_at_home().choose(ChoiceKind.EXPLODES, number=2)


def in_fire() -> Fight:
    """A fire burns, and Ysolde has moved."""
    return stray_at_home().choose(ChoiceKind.LEAVES_FIRE, number=1).choose(ChoiceKind.MOVE)


NODES: dict[Step, Callable[[], Fight]] = {
    Step.ROLL_OFF: fresh,
    Step.DEPLOY: placing,
    Step.ACTIVATE: activating,
    Step.STRESS_TEST: breaking,
    Step.ACT: acting,
    Step.CLIMB_TEST: climbing,
    Step.JUMP_TEST: jumping,
    Step.TARGET: aiming,
    Step.TAKE_PLACE: replaced,
    Step.STRIKE_ROLL: striking,
    Step.PARRY_ROLL: parrying,
    Step.RESOLVE: resolving,
    Step.REACT: shot_at,
    Step.SHOT_ROLL: shooting,
    Step.CRITICAL_ROLL: critical,
    Step.STRAY_ROLL: straying,
    Step.COVER_MOVE: covering,
    Step.RETURN_FIRE: returning,
    Step.DIVIDE: dividing,
    Step.CANCEL: cancelling,
    Step.MEASURE: measuring,
    Step.STRUCK: stray_at_home,
    Step.WITHIN: naming,
    Step.IN_FIRE: in_fire,
}

"""The golden encounters of Heroes: shipped ones at random by their seed, others put together for what is rare."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.systems.heroes.record import Editable, HeroesEdit
from battlewright.systems.heroes.setup import EncounterSetup, read_encounter
from battlewright.systems.heroes.terms import Component, ConditionName
from tests.systems.heroes.helpers import sheet

SHIPPED = {
    "heroes-cudgels-in-the-alley": ("cudgels-in-the-alley", 3),
    "heroes-the-giant-at-the-pass": ("the-giant-at-the-pass", 4),
    "heroes-the-barrow": ("the-barrow", 5),
}
"""An encounter and a seed."""

MIND = {"name": "Dread", "damage": "3d6", "types": ["psychic"]}
ROT = {"name": "Rot", "damage": "1d4", "types": ["acid"], "effect": "diseased"}
MEND = {"name": "Mend", "heals": True, "damage": "1d6"}
MUDDLE = {"name": "Muddle", "target": "willpower", "effect": "confused", "check": "resistance"}
HOLD = {"name": "Hold", "target": "fortitude", "effect": "paralyzed", "check": "maintenance"}
STONE = {"name": "Stone", "damage": "1d4", "types": ["bludgeoning"]}


def _session(a: list[dict[str, Any]], b: list[dict[str, Any]], seed: int, **rulings: Any) -> Session:
    sides = [
        [{"name": each.get("name", f"{side} {n + 1}"), "sheet": sheet(**each)} for n, each in enumerate(given)]
        for side, given in (("Left", a), ("Right", b))
    ]
    setup = EncounterSetup.model_validate({"name": "Golden", "sides": sides, "rulings": rulings})
    return Session(systems.load("heroes"), setup, seed)


def _play(session: Session, edits: tuple[tuple[Editable, int, int, int], ...] = ()) -> Session:
    bot = RandomBot(session.seed)
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        for what, who, value, of in edits:
            change = HeroesEdit()
            change.what, change.who, change.value, change.of = what, who, value, of
            session.edit(change)
        edits = ()
        session.choose(bot.choose(session))
    return session


def _shipped(name: str) -> Session:
    encounter, seed = SHIPPED[name]
    return _play(Session(systems.load("heroes"), read_encounter(encounter), seed))


def minds_that_break() -> Session:
    """Psychic damage until somebody is broken, healing that a disease forbids."""
    return _play(
        _session([{"weapons": [MIND, ROT]}, {"spells": [MEND]}], [{"weapons": [MIND, ROT], "spells": [MEND]}], 3)
    )


def held_and_muddled() -> Session:
    """Contests, what is kept up or lapses, what is shaken off, confusion."""
    mage = {"wisdom": 8, "intellect": 6, "weapons": [STONE], "spells": [HOLD, MUDDLE], "constitution": 9}
    return _play(_session([mage, mage], [mage, mage], 22, round_limit=12))


def walls_of_stone() -> Session:
    """Nobody can hurt anybody: the rounds run out."""
    wall = {"weapons": [STONE], "resistances": {"bludgeoning": 9}, "vulnerabilities": {"fire": 2}}
    return _play(_session([wall], [wall], 8, round_limit=3))


def by_the_masters_hand() -> Session:
    """Everything that a game master may change."""
    edits = (
        (Editable.HEALTH, 0, 7, 0),
        (Editable.WOUNDS, 1, 1, 0),
        (Editable.MORALE, 0, 4, 0),
        (Editable.STRESS, 1, 1, 0),
        (Editable.AP, 0, 5, 0),
        (Editable.ROUND, 0, 2, 0),
        (Editable.HIDDEN, 1, 60, 0),
        (Editable.RING, 0, 0b10001, 0),
        (Editable.MODIFIER, 1, 5, Component.DODGE),
        (Editable.CONDITION, 0, 2, ConditionName.PRONE),
        (Editable.CONDITION, 1, -1, ConditionName.BLINDED),
    )
    return _play(_session([{}], [{}], 9, round_limit=6), edits)


ENCOUNTERS: dict[str, Callable[[], Session]] = {
    **{name: partial(_shipped, name) for name in SHIPPED},
    "heroes-minds-that-break": minds_that_break,
    "heroes-held-and-muddled": held_and_muddled,
    "heroes-walls-of-stone": walls_of_stone,
    "heroes-by-the-masters-hand": by_the_masters_hand,
}

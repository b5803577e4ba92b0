"""The golden encounters of Heroes: shipped ones at random by their seed, others put together for what is rare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.engine.node import MASTER, NodeKind
from battlewright.engine.session import Session
from battlewright.systems.heroes.enums import Component, ConditionName, DamageType
from battlewright.systems.heroes.record import Editable, HeroesEdit
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.encounters import read_encounter
from battlewright.systems.heroes.setup.names import ints_of
from tests.systems.heroes.helpers import sheet

SHIPPED = {
    "heroes-cudgels-in-the-alley": ("cudgels-in-the-alley", 3),
    "heroes-the-giant-at-the-pass": ("the-giant-at-the-pass", 4),
    "heroes-the-barrow": ("the-barrow", 5),
    "heroes-the-ash-circle": ("the-ash-circle", 2),
}
"""An encounter and a seed."""

MIND = {"name": "Dread", "damage": "3d6", "types": ["psychic"]}
ROT = {
    "name": "Rot",
    "damage": "1d4",
    "types": ["acid"],
    "effect": {"condition": "diseased", "defence": "fortitude", "power": 20},
}
MEND = {"name": "Mend", "heals": True, "damage": "1d6"}
MUDDLE = {"name": "Muddle", "target": "willpower", "effect": "confused", "check": "resistance"}
HOLD = {"name": "Hold", "target": "fortitude", "effect": "paralyzed", "check": "maintenance"}
STONE = {"name": "Stone", "damage": "1d4", "types": ["bludgeoning"]}
PIT = {"name": "Pit", "trap": True, "defence": "reflex", "damage": "1d6", "types": ["bludgeoning"], "effect": "prone"}
FIRE = {"name": "Fire", "defence": "reflex", "power": 5, "damage": "1d4", "types": ["fire"], "effect": "burning"}


def _session(
    a: list[dict[str, Any]],
    b: list[dict[str, Any]],
    seed: int,
    hazards: Sequence[dict[str, Any]] = (),
    **rulings: Any,
) -> Session:
    sides = [
        [{"name": each.get("name", f"{side} {n + 1}"), "sheet": sheet(**each)} for n, each in enumerate(given)]
        for side, given in (("Left", a), ("Right", b))
    ]
    data = {"name": "Golden", "sides": sides, "hazards": list(hazards), "rulings": rulings}
    setup = EncounterSetup.model_validate(data)
    return Session(systems.load("heroes"), setup, seed)


def _play(
    session: Session,
    edits: tuple[tuple[Editable, int, int, int], ...] = (),
    most: int = 0,
    until_asked: bool = False,
) -> Session:
    """To its end, for so many choices or until the game master is asked, with some edits before the first of them."""
    bot, chosen = RandomBot(session.seed), 0
    while not session.is_over and not (most and chosen == most and session.node.kind == NodeKind.DECISION):
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        if until_asked and session.node.side == MASTER:
            break
        for what, who, value, of in edits:
            change = HeroesEdit()
            change.what, change.who, change.value, change.of = what, who, value, of
            change.types = 1 << DamageType.PSYCHIC if what in (Editable.DAMAGE, Editable.HEALING) else 0
            session.edit(change)
        if edits:
            edits = ()
            continue
        session.choose(bot.choose(session))
        chosen += 1
    return session


def _shipped(name: str) -> Session:
    encounter, seed = SHIPPED[name]
    return _play(Session(systems.load("heroes"), read_encounter(encounter), seed))


def minds_that_break() -> Session:
    """Psychic damage until somebody is broken, healing that a disease forbids."""
    return _play(
        _session([{"weapons": [MIND, ROT]}, {"spells": [MEND]}], [{"weapons": [MIND, ROT], "spells": [MEND]}], 4)
    )


def held_and_muddled() -> Session:
    """Contests, what is kept up or lapses, what is shaken off, confusion."""
    mage = {"wisdom": 8, "intellect": 6, "weapons": [STONE], "spells": [HOLD, MUDDLE], "constitution": 9}
    return _play(_session([mage, mage], [mage, mage], 57, round_limit=12))


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
        (Editable.RING, 0, 2, 0),
        (Editable.CONDITION, 0, 2, ConditionName.PRONE),
        (Editable.CONDITION, 1, -1, ConditionName.BLINDED),
        (Editable.EXPOSED, 1, 1, 1),
        (Editable.STRESS, 1, 6, 0),
        (Editable.STRESS, 1, 1, 0),
        (Editable.USES, 0, 1, 0),
        (Editable.DAMAGE, 0, 1, 0),
        (Editable.HEALING, 0, 1, 0),
    )
    session = _session([{"weapons": [STONE | {"uses": 2}]}], [{}, {}], 3, hazards=[PIT, FIRE], round_limit=6)
    session = _play(session, edits, most=1)
    for name, amount, turns in (("dense fog", 5, 1), ("", 2, 0)):
        change = HeroesEdit()
        change.what, change.who, change.value, change.of = Editable.MODIFIER, 1, amount, Component.DODGE
        change.turns = turns
        for place, number in enumerate(ints_of(name)):
            change.name[place] = number
        session.edit(change)
    return _play(session, ((Editable.TRAP, 0, 0, 1),))


def poisoned_and_trapped() -> Session:
    """Exposure to poison, to a trap and to a hazard; what is upheld ends with who upholds it."""
    fang = {"condition": "poisoned", "defence": "fortitude", "power": 6}
    snake = {"weapons": [STONE | {"effect": fang, "critical": "bleeding"}], "resistances": {"fire": 2}}
    hero = {"wisdom": 6, "spells": [HOLD | {"check": "maintenance"}], "vulnerabilities": {"fire": 3}, "player": True}
    hazards = [PIT | {"among": ["a1", "b1"]}, FIRE | {"among": ["a2", "b2"]}]
    return _play(_session([hero, hero], [snake, snake], 5, hazards=hazards, round_limit=8))


def after_a_night() -> Session:
    """A party that has rested: what has come back, what has ended, and what lasts."""
    tired = {"health": 3, "wounds": 3, "morale": 2, "stress": 1, "conditions": ["mute", {"condition": "blind"}]}
    states = [tired, {"conditions": ["dead"]}, {"health": 2, "conditions": ["diseased"]}]
    data = _session([{"level": 2}, {}, {}], [{}, {}], 6).setup.model_dump(mode="json")
    for hero, state in zip(data["sides"][0], states, strict=True):
        hero["state"] = state
    setup = EncounterSetup.model_validate(data | {"rest": "night"})
    return _play(Session(systems.load("heroes"), setup, 6))


def several_at_once() -> Session:
    """Actions on several targets and on whole sides, healing and harm, by the confused too; some have few uses."""
    sweep = STONE | {"name": "Sweep", "damage": "1d6+2", "critical": "bleeding", "targets": 2}
    storm = {"name": "Storm", "target": "reflex", "damage": "1d4", "types": ["frost"], "targets": "side", "uses": 2}
    webs = {"name": "Webs", "target": "reflex", "effect": "entangled", "targets": 3, "uses": 3, "per": "rest"}
    one = {"wisdom": 6, "weapons": [sweep], "spells": [storm, webs, MEND | {"targets": "side", "uses": 1}]}
    other = {"wisdom": 6, "weapons": [sweep], "spells": [MUDDLE, storm | {"uses": 1}], "constitution": 8}
    return _play(_session([one, one, {}], [other, other], 56, round_limit=9))


def asked_of_the_master() -> Session:
    """The game master says which check it is, and goes on once before the encounter is over."""
    spells = [{key: value for key, value in each.items() if key != "check"} for each in (HOLD, MUDDLE)]
    mage = {"wisdom": 8, "intellect": 6, "weapons": [STONE], "spells": spells}
    session = _session([mage, {}], [mage], 7, end_asks="always", masters_check="ask", round_limit=4)
    answered: set[int] = set()
    while not session.is_over:
        _play(session, until_asked=True)
        if not session.is_over:
            step = session.node.step
            session.choose(session.choices()[step not in answered])
            answered.add(step)
    return session


def amended() -> Session:
    """Everything that a game master may amend, at a decision and while dice are awaited."""
    archer = sheet(name="Archer", weapons=[STONE])
    amendments: tuple[dict[str, Any], ...] = (
        {"kind": "arrive", "side": "b", "sheet": archer},
        {"kind": "attribute", "who": "a1", "attribute": "strength", "value": 7},
        {"kind": "level", "who": "b1", "value": 6},
        {"kind": "resist", "who": "b1", "type": "fire", "value": 3},
        {"kind": "vulnerable", "who": "a1", "type": "acid", "value": 2},
        {"kind": "sheet", "who": "b3", "sheet": archer},
        {"kind": "flee", "who": "a2"},
        {"kind": "ruling", "ruling": "check_base", "value": 10},
        {"kind": "hazard", "hazard": FIRE | {"among": ["b1"]}},
        {"kind": "found", "hazard": "Pit"},
        {"kind": "turn", "who": "b2"},
        {"kind": "return", "who": "a2"},
        {"kind": "clear", "hazard": "Fire"},
        {"kind": "remove", "who": "b2"},
    )
    session, bot = (
        _session([{"level": 5}, {"level": 5}], [{"level": 5}, {}], 9, hazards=[PIT | {"hidden": True}], round_limit=4),
        RandomBot(9),
    )
    for amendment in amendments:
        session.amend(amendment)
        for _ in range(2):
            if session.node.kind == NodeKind.CHANCE:
                session.roll()
            elif not session.is_over:
                session.choose(bot.choose(session))
    return _play(session)


ENCOUNTERS: dict[str, Callable[[], Session]] = {
    **{name: partial(_shipped, name) for name in SHIPPED},
    "heroes-minds-that-break": minds_that_break,
    "heroes-held-and-muddled": held_and_muddled,
    "heroes-walls-of-stone": walls_of_stone,
    "heroes-by-the-masters-hand": by_the_masters_hand,
    "heroes-poisoned-and-trapped": poisoned_and_trapped,
    "heroes-after-a-night": after_a_night,
    "heroes-several-at-once": several_at_once,
    "heroes-asked-of-the-master": asked_of_the_master,
    "heroes-amended": amended,
}

"""Game masters' changes at any moment of any battle: nothing breaks, replays repeat them, an undo takes them back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from battlewright.engine import record
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import BattlewrightError, Refused
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import PLAIN, look, snapshot
from battlewright.engine.replay import parse, repeat, write
from battlewright.engine.session import Session
from battlewright.systems.heroes.enums import CONDITIONS, Attribute, Component, DamageType
from battlewright.systems.heroes.record import RING, Editable, Encounter, FrameKind, HeroesEdit, Setting
from battlewright.systems.heroes.rules.conditions import side_of
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS
from battlewright.systems.heroes.setup.file_types import word
from battlewright.systems.heroes.setup.files import SHEETS
from battlewright.systems.heroes.setup.typed import read_setup
from battlewright.systems.heroes.system import SYSTEM

RULINGS = {"attack_dice": 4, "check_dice": 3, "round_limit": 40, "ap": 2, "contest_wins": 1, "contest_step": 4}
RULINGS |= {"contest_sides": 16, "initiative_sides": 6, "pool_first": 1, "pool_others": 2, "bloodied": 80}
BATTLES = 4 if PLAIN else 40
MOST_STEPS = 400


def some_amendment(session: Session, chance: Random) -> dict[str, Any]:
    """Return an amendment, which may not fit."""
    setup = session.setup
    who, side = chance.choice(setup.tags), chance.choice("ab")
    sheet = chance.choice(SHEETS.names)
    named = chance.choice([hazard.name for hazard in setup.hazards] or ["none"])
    trap = {"name": f"Pit {chance.randrange(99)}", "trap": chance.random() < 0.5, "defence": "reflex", "damage": "2d6"}
    trap |= {"types": ["fire"], "among": [who], "effect": "prone", "hidden": chance.random() < 0.5}
    ruling, value = chance.choice([*RULINGS.items()])
    return chance.choice(
        [
            {"kind": "arrive", "side": side, "sheet": sheet},
            {"kind": "remove", "who": who},
            {"kind": "flee", "who": who},
            {"kind": "return", "who": who},
            {"kind": "turn", "who": who},
            {"kind": "sheet", "who": who, "sheet": sheet},
            {
                "kind": "attribute",
                "who": who,
                "attribute": word(chance.choice([*Attribute])),
                "value": chance.randint(1, 9),
            },
            {"kind": "level", "who": who, "value": chance.randint(1, 3)},
            {"kind": "resist", "who": who, "type": word(chance.choice([*DamageType])), "value": chance.randint(0, 4)},
            {
                "kind": "vulnerable",
                "who": who,
                "type": word(chance.choice([*DamageType])),
                "value": chance.randint(0, 4),
            },
            {"kind": "ruling", "ruling": ruling, "value": value},
            {"kind": "hazard", "hazard": trap},
            {"kind": "found", "hazard": named},
            {"kind": "clear", "hazard": named},
        ]
    )


def some_edit(session: Session, chance: Random) -> HeroesEdit:
    """Return an edit, which may be refused."""
    edit, count = HeroesEdit(), len(session.setup.combatants)
    edit.what, edit.who = int(chance.choice([*Editable])), chance.randrange(count)
    edit.value = chance.choice([0, 0, 1, 2, 5, 12])
    if edit.what == Editable.RING:
        edit.of, edit.value = chance.randrange(RING), chance.randrange(count + 1)
    elif edit.what == Editable.MODIFIER:
        edit.of, edit.value = int(chance.choice([Component.DODGE, Component.INITIATIVE])), chance.choice([-3, 0, 4])
        edit.by = chance.choice([0, chance.randrange(count) + 1])
    elif edit.what == Editable.CONDITION:
        edit.of, edit.value = chance.randrange(CONDITIONS), chance.choice([-1, 0, 1, 3])
        edit.by = chance.choice([0, 0, chance.randrange(count) + 1])
    elif edit.what in (Editable.EXPOSED, Editable.TRAP):
        edit.of, edit.value = chance.randint(0, 2), int(edit.what == Editable.EXPOSED)
    elif edit.what == Editable.ROUND:
        edit.who = 0
    if edit.what == Editable.TRAP and edit.of == 0:
        edit.defence, edit.power, edit.dice, edit.sides, edit.types, edit.condition = 2, 5, 2, 6, 1, 1
    return edit


def place_of(position: Position) -> tuple[bytes, bytes]:
    """Return every number of a position and its setting."""
    return record.position(SYSTEM.rules.battle, position.battle), snapshot(position.setting)


def change(session: Session, chance: Random) -> bool:
    """Change something as a game master; return whether it fitted."""
    try:
        if chance.random() < 0.6:
            session.amend(some_amendment(session, chance))
        else:
            session.edit(some_edit(session, chance))
    except (BattlewrightError, Refused):
        return False
    return True


def check(session: Session) -> None:
    """Check that the records of an encounter fit each other."""
    setting, battle = look(Setting, session.setting), look(Encounter, session.battle)
    count = setting.combatants
    assert count == len(session.setup.combatants) == len(session.setup.sides[0]) + len(session.setup.sides[1])
    for who in range(count):
        combatant, card = battle.combatants[who], setting.cards[who]
        assert 0 <= combatant.health <= card.health
        assert 0 <= combatant.wounds <= card.wounds
        assert 0 <= combatant.morale <= card.morale
        assert 0 <= combatant.stress <= card.stress
        there = [effect for effect in combatant.effects if effect.left]
        assert combatant.afflictions == len(there)
        assert all(0 <= effect.by <= count for effect in there)
        assert 0 <= combatant.ruled_by <= count
        assert combatant.hazards < 1 << len(session.setup.hazards)
        for neighbour in combatant.ring:
            sides = {as_plain(side_of)(setting, each) for each in (who, neighbour - 1)}
            assert neighbour == 0 or (neighbour <= count and len(sides) == 2)
    for who in range(count, len(battle.combatants)):
        assert battle.combatants[who].health == 0, "nobody is there"
    order = [*battle.order[: battle.count]]
    assert len(set(order)) == len(order)
    assert all(0 <= who < count for who in order)
    assert 0 <= battle.next <= battle.count
    for modifier in battle.modifiers[: battle.modifiers_count]:
        assert modifier.whom < count
        assert 0 <= modifier.against <= count
        assert modifier.against != modifier.whom + 1
    for frame in battle.frames[: battle.depth]:
        assert frame.actor < count
        assert frame.target < count
        if frame.kind in (FrameKind.ATTACK, FrameKind.CONTEST):
            assert 0 <= frame.action < setting.cards[frame.actor].actions_count
    if session.node.kind == NodeKind.DECISION:
        assert session.choices()
        assert all(session.why_refused(choice) is None for choice in session.choices())
    elif session.node.kind == NodeKind.CHANCE:
        assert 1 <= session.node.dice <= SYSTEM.rules.max_dice
        assert 2 <= session.node.sides <= 20
        assert battle.depth > 0
    else:
        assert session.is_over
        assert battle.depth == 0


def play(session: Session, chance: Random, changes: float) -> None:
    """Play on at random, with changes at random moments, also after the end; check all of it."""
    while len(session.steps) < MOST_STEPS:
        if chance.random() < changes:
            change(session, chance)
        elif session.is_over:
            return
        elif session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(chance.choice(session.choices()))
        check(session)


@pytest.mark.clause("H.D11", "H.N1")
@pytest.mark.parametrize("seed", range(BATTLES))
def test_a_game_master_may_change_anything_at_any_moment(seed: int) -> None:
    chance = Random(seed)
    setup = read_setup(chance.choice(ENCOUNTERS.names)).setup
    session: Session = Session(SYSTEM, setup, seed=seed)
    while change(session, chance):  # before the first roll
        check(session)
    play(session, chance, 0.25)
    count, text = len(session.steps), write(session)

    again = repeat(parse(text, "again", lambda _: SYSTEM))
    assert place_of(again) == place_of(session)
    assert write(again) == text

    moments = [(place_of(before), before.setup, before.table) for before, _ in session.replayed()]
    for at in sorted({chance.randrange(count) for _ in range(6)}, reverse=True):
        session.rewind(at)
        place, before, table = moments[at]
        assert place_of(session) == place
        assert session.setup == before
        assert session.table is table
    play(session, chance, 0.0)

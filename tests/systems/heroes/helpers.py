"""What the tests of Heroes begin with: combatants with the numbers a test wants, and an encounter led by the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlewright import systems
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.node import Node, NodeKind
from battlewright.engine.record import look, snapshot
from battlewright.engine.session import Session
from battlewright.engine.story import last_step_text
from battlewright.systems.heroes.enums import Component, ConditionName
from battlewright.systems.heroes.record import (
    NOBODY,
    Card,
    ChoiceKind,
    Combatant,
    Editable,
    Encounter,
    HeroesChoice,
    HeroesEdit,
    Setting,
)
from battlewright.systems.heroes.rules.defence import has
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.names import ints_of

ATTRIBUTES = dict.fromkeys(("strength", "constitution", "dexterity", "intellect", "wisdom", "charisma"), 3)
CLUB = {"name": "Club", "damage": "1d6", "types": ["bludgeoning"]}


def sheet(name: str = "Somebody", **more: Any) -> dict[str, Any]:
    """A sheet; attributes may be given by their names, besides what else is on it."""
    scores = ATTRIBUTES | {key: more.pop(key) for key in ATTRIBUTES if key in more}
    plain = {"name": name, "attributes": scores}
    return plain | ({} if "weapons" in more or "spells" in more else {"weapons": [CLUB]}) | more


class Meeting:
    """An encounter between sheets. It begins in the first round, in which they act in the order in which they stand.

    ``hidden``, ``ring``, ``modifiers`` and ``state`` beside a sheet say how somebody enters.
    """

    def __init__(
        self,
        a: Sequence[dict[str, Any]],
        b: Sequence[dict[str, Any]],
        hazards: Sequence[dict[str, Any]] = (),
        rest: str = "",
        **rulings: Any,
    ) -> None:
        names = [f"a{n + 1}" for n in range(len(a))] + [f"b{n + 1}" for n in range(len(b))]
        everybody = [self._enter(names[place], dict(each), place) for place, each in enumerate((*a, *b))]
        sides = [everybody[: len(a)], everybody[len(a) :]]
        data = {"name": "Test", "sides": sides, "hazards": list(hazards), "rest": rest, "rulings": rulings}
        self.setup = EncounterSetup.model_validate(data)
        self.session = Session(systems.load("heroes"), self.setup)
        self.initiative()

    def initiative(self) -> Meeting:
        """Everybody rolls the same, so that those who are given first act first."""
        return self.roll(*[1] * self.node.dice)

    def _enter(self, name: str, each: dict[str, Any], place: int) -> dict[str, Any]:
        how = {key: each.pop(key) for key in ("hidden", "ring", "modifiers", "state") if key in each}
        first = {"component": "initiative", "amount": 99 - 12 * place}
        return {"name": name, "sheet": sheet(name, **each)} | how | {"modifiers": [first, *how.get("modifiers", [])]}

    @property
    def battle(self) -> Encounter:
        battle: Encounter = self.session.record
        return battle

    @property
    def node(self) -> Node:
        return self.session.node

    @property
    def setting(self) -> Setting:
        setting: Setting = look(Setting, self.session.setting)
        return setting

    @property
    def actor(self) -> int:
        """Whose turn it is."""
        return self.battle.frames[1].actor

    def card(self, who: int) -> Card:
        return self.setting.cards[who]

    def who(self, who: int) -> Combatant:
        return self.battle.combatants[who]

    def defence(self, who: int) -> tuple[int, int, int]:
        """Dodge, Parry and Armor as they stand."""
        each = self.who(who)
        return each.dodge, each.parry, each.armor

    def has(self, who: int) -> set[str]:
        """The conditions that somebody has, by name."""
        return {each.name.lower() for each in ConditionName if as_plain(has)(self.who(who), each)}

    def roll(self, *faces: int) -> Meeting:
        asked = (self.node.kind, self.node.dice)
        assert asked == (NodeKind.CHANCE, len(faces)), self.session.words.ask(self.battle)
        self.session.roll_typed(faces)
        return self

    def choice(self, kind: ChoiceKind, **named: int) -> HeroesChoice:
        made = HeroesChoice()
        made.kind = kind
        for name, value in named.items():
            setattr(made, name, value)
        return made

    def choose(self, kind: ChoiceKind, **named: int) -> Meeting:
        self.session.choose(self.choice(kind, **named))
        return self

    def refused(self, kind: ChoiceKind, **named: int) -> str:
        """The clause by which a choice is refused (empty if it is allowed); it must change nothing."""
        before = snapshot(self.session.battle)
        clause = self.session.refusal(self.choice(kind, **named))
        assert snapshot(self.session.battle) == before
        return clause

    def use(self, target: int, action: int = 0) -> Meeting:
        return self.choose(ChoiceKind.USE, action=action, target=target)

    def end(self) -> Meeting:
        return self.choose(ChoiceKind.END)

    def edit(self, what: Editable, who: int, value: int, of: int = 0, **more: int) -> Meeting:
        change = HeroesEdit()
        change.what, change.who, change.value, change.of = what, who, value, of
        for name, number in more.items():
            setattr(change, name, number)
        self.session.edit(change)
        return self

    def modify(
        self, who: int, component: Component, amount: int, name: str = "", turns: int = 0, against: int = NOBODY
    ) -> Meeting:
        """A modifier by the game master's hand, perhaps against one attacker alone."""
        change = HeroesEdit()
        change.what, change.who, change.value, change.of = Editable.MODIFIER, who, amount, component
        change.turns, change.by = turns, against + 1
        for place, number in enumerate(ints_of(name)):
            change.name[place] = number
        self.session.edit(change)
        return self

    def ring(self, who: int, **places: int) -> Meeting:
        """Who stands around somebody, by places: ``p1=2`` is combatant 2 at place 1, -1 nobody."""
        for place, neighbour in places.items():
            self.edit(Editable.RING, who, neighbour + 1, int(place[1:]) - 1)
        return self

    def give(self, who: int, condition: ConditionName, turns: int = -1, **more: int) -> Meeting:
        """A condition by the game master's hand; it may be ``by`` somebody (1 + who), with a ``defence`` and a
        ``power``."""
        return self.edit(Editable.CONDITION, who, turns, condition, **more)

    def kinds(self) -> set[ChoiceKind]:
        return {ChoiceKind(choice.kind) for choice in self.session.choices()}

    def told(self) -> str:
        """What the last move led to, in words."""
        return " ".join(told.text for told in last_step_text(self.session).sentences)

    def clauses(self) -> list[str]:
        """The clauses of what the last move led to."""
        return [told.clause for told in last_step_text(self.session).sentences]

"""What the tests of Skirmish begin with: models put where a test wants them, and a battle led by the hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, get_args, get_type_hints

from battlewright import systems
from battlewright.engine.node import Node, NodeKind
from battlewright.engine.record import PLAIN, Row, allocate, look, numbers, restore, snapshot
from battlewright.engine.session import Session
from battlewright.engine.story import last_step_text
from battlewright.geometry.bases import Base
from battlewright.geometry.distance import INCH
from battlewright.geometry.legs import LegKind
from battlewright.systems.skirmish.bots.make_tables import tables_for_arms
from battlewright.systems.skirmish.bots.tables import Tables
from battlewright.systems.skirmish.record import (
    ChoiceKind,
    Editable,
    Frame,
    Model,
    Setting,
    Skirmish,
    SkirmishChoice,
    SkirmishEdit,
    Step,
)
from battlewright.systems.skirmish.setup.battle import BattleSetup
from tests.modes import printed

CARD = {"name": "Somebody", "melee": 3, "ballistics": 3, "toughness": 3, "agility": 3, "weapons": ["Sword"]}
"""A character; tests change what they are about."""

Place = tuple[float, float] | tuple[float, float, float]
"""Where a model stands, in inches: x, y, and the level if it is not the ground."""


def thousandths(inches: float) -> int:
    return round(inches * INCH)


def roster(name: str, cards: Sequence[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A roster; every card is a character of its own."""
    characters = [CARD | {"name": f"{name}{number + 1}"} | card for number, card in enumerate(cards)]
    return {"name": f"Side {name}", "characters": characters} | more


def leg(way: LegKind, x: float, y: float, level: float = 0) -> tuple[int, int, int, int]:
    """A leg of a path, in inches."""
    return (int(way), thousandths(x), thousandths(y), thousandths(level))


def walk(x: float, y: float, level: float = 0) -> tuple[int, int, int, int]:
    return leg(LegKind.WALK, x, y, level)


def climb(x: float, y: float, level: float = 0) -> tuple[int, int, int, int]:
    return leg(LegKind.CLIMB, x, y, level)


def jump(x: float, y: float, level: float = 0) -> tuple[int, int, int, int]:
    return leg(LegKind.JUMP, x, y, level)


def drop(x: float, y: float, level: float = 0) -> tuple[int, int, int, int]:
    return leg(LegKind.DROP, x, y, level)


@cache
def small_tables() -> Tables:
    """The tables of a bot that knows little of clashes; plain Python, which is slow, is given them."""
    if not PLAIN:
        return tables_for_arms(((1, 1), (1, 2)), 1)
    show = "print(*(snapshot(row).hex() for row in small_tables()), sep=chr(44))"
    code = f"from {__name__} import small_tables, snapshot; {show}"
    found = [bytes.fromhex(row) for row in printed(code, plain=False).strip().split(",")]
    rows: list[Any] = []
    for hint, data in zip(get_type_hints(Tables).values(), found, strict=True):
        (kind,) = get_args(hint)
        row: Row[Any] = (
            numbers(len(data) // 4) if kind is int else allocate(kind, len(data) // len(snapshot(allocate(kind))))
        )
        restore(row, data)
        rows.append(row)
    return Tables(*rows)


class Fight:
    """A battle between models that stand where a test puts them. Side a's models come first, then side b's.

    It begins in the first round, before the first activation, with side a to move. ``a`` and ``b`` are cards with
    their ``at`` (where they stand): ``Fight(a=[{"at": (5, 5), "melee": 4}], b=[{"at": (7, 5)}])``.
    """

    def __init__(
        self,
        a: Sequence[dict[str, Any]],
        b: Sequence[dict[str, Any]],
        pieces: Sequence[dict[str, Any]] = (),
        *,
        weapons: Sequence[dict[str, Any]] = (),
        seed: int = 0,
        edition: str = "second",
        **scenario: Any,
    ) -> None:
        cards = [[{key: value for key, value in card.items() if key != "at"} for card in side] for side in (a, b)]
        self.setup = BattleSetup.model_validate(
            {
                "edition": edition,
                "rosters": [
                    roster("a", cards[0], weapons=list(weapons)),
                    roster("b", cards[1], weapons=list(weapons)),
                ],
                "table": {"name": "Test table", "pieces": list(pieces)},
                "scenario": {"name": "Test", "deployment": {"depth": 4}, **scenario},
            }
        )
        self.session = Session(systems.load("skirmish"), self.setup, seed)
        self.roll(6, 1)
        while self.node.step == Step.DEPLOY:
            self.session.choose(self.session.choices()[0])
        self.roll(6, 1)
        for who, card in enumerate((*a, *b)):
            if "at" in card:
                self.put(who, card["at"])

    @property
    def battle(self) -> Skirmish:
        battle: Skirmish = self.session.record
        return battle

    @property
    def setting(self) -> Setting:
        setting: Setting = look(Setting, self.session.setting)
        return setting

    @property
    def node(self) -> Node:
        return self.session.node

    @property
    def frame(self) -> Frame:
        """The exchange in progress."""
        return self.battle.frames[self.battle.depth - 1]

    def model(self, who: int) -> Model:
        return self.battle.models[who]

    def base(self, who: int) -> Base:
        return self.battle.crowd.bases[who]

    def at(self, who: int) -> tuple[float, float, float]:
        """Where a model stands, in inches."""
        base = self.base(who)
        return (base.x / INCH, base.y / INCH, base.level / INCH)

    def put(self, who: int, place: Place) -> Fight:
        """Move a model by the game master's hand, before an activation."""
        x, y, level = (*place, 0.0)[:3]
        return self.edit(Editable.PLACE, who, 0, x=thousandths(x), y=thousandths(y), level=thousandths(level))

    def edit(self, what: Editable, who: int, value: int, **more: int) -> Fight:
        change = SkirmishEdit()
        change.what, change.who, change.value = what, who, value
        for name, number in more.items():
            setattr(change, name, number)
        self.session.edit(change)
        return self

    def stress(self, who: int, value: int) -> Fight:
        """Give a model so much stress, before an activation."""
        return self.edit(Editable.STRESS, who, value)

    def roll(self, *faces: int) -> Fight:
        assert (self.node.kind, self.node.dice) == (NodeKind.CHANCE, len(faces)), self.session.words.ask(self.battle)
        self.session.roll_typed(faces)
        return self

    def choice(self, kind: ChoiceKind, *legs: tuple[int, int, int, int], **named: int) -> SkirmishChoice:
        made = SkirmishChoice()
        made.kind, made.count = kind, len(legs)
        for number, (way, x, y, level) in enumerate(legs):
            each = made.legs[number]
            each.way, each.x, each.y, each.level = way, x, y, level
        for name, value in named.items():
            setattr(made, name, value)
        return made

    def choose(self, kind: ChoiceKind, *legs: tuple[int, int, int, int], **named: int) -> Fight:
        """Make a choice that must be allowed."""
        self.session.choose(self.choice(kind, *legs, **named))
        return self

    def refused(self, kind: ChoiceKind, *legs: tuple[int, int, int, int], **named: int) -> str:
        """The clause by which a choice is refused (empty if it is allowed); it must change nothing."""
        before = snapshot(self.session.battle)
        clause = self.session.refusal(self.choice(kind, *legs, **named))
        assert snapshot(self.session.battle) == before
        return clause

    def activate(self, who: int) -> Fight:
        return self.choose(ChoiceKind.ACTIVATE, who=who)

    def stop(self) -> Fight:
        return self.choose(ChoiceKind.STOP)

    def move(self, *legs: tuple[int, int, int, int]) -> Fight:
        return self.choose(ChoiceKind.MOVE, *legs)

    def engage(self, *legs: tuple[int, int, int, int], weapon: int = 0) -> Fight:
        return self.choose(ChoiceKind.CLOSE_COMBAT, *legs, weapon=weapon)

    def shoot(self, whom: int, weapon: int = 0) -> Fight:
        return self.choose(ChoiceKind.SHOOT, whom=whom, weapon=weapon)

    def kinds(self) -> set[ChoiceKind]:
        """The kinds of the choices that are listed now."""
        return {ChoiceKind(choice.kind) for choice in self.session.choices()}

    def told(self) -> list[str]:
        """What the last move led to."""
        return [str(told) for told in last_step_text(self.session).sentences]

"""The small parts of sheet, rulings and encounter files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple, Protocol, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    SerializerFunctionWrapHandler,
    WithJsonSchema,
    model_serializer,
)

from battlewright.engine import source
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.file_parts import Found, Part, one_of
from battlewright.engine.seat_files import leave_out
from battlewright.systems.heroes.enums import Attribute, Component, ConditionName, DamageType
from battlewright.systems.heroes.rules.modifiers import is_physical
from battlewright.systems.heroes.setup.names import ALLOWED, is_name

M = TypeVar("M", bound=BaseModel)
E = TypeVar("E", bound=Enum)

DICE = r"([0-9]{1,2})d([0-9]{1,2})([+-][0-9]{1,2})?"
MOST_DICE = 10
"""The most dice of one damage roll; a critical hit rolls them twice."""
CAUSED = {
    "bloodied": "comes and goes with Health (H.X4)",
    "near death": "comes and goes with Health (H.X5)",
    "flanked": "comes of who stands around (H.D9)",
    "surrounded": "comes of who stands around (H.D9)",
}
"""Conditions that only their cause brings."""


def word(member: Enum) -> str:
    """Return the name of a member of an enumeration, as files and people write it."""
    return member.name.lower().replace("_", " ")


def plain(text: object) -> object:
    """Return a word for comparison: capitals and underscores do not count."""
    return text.lower().replace("_", " ") if isinstance(text, str) else text


def _named(kind: type[Enum], what: str, clause: str) -> Callable[[object], object]:
    known = {word(member): member for member in kind}

    def read(value: object) -> object:
        key = plain(value)
        if not isinstance(key, str) or key not in known:
            raise ValueError(f"must be {what} ({', '.join(known)}), not {value!r:.40} ({clause})")
        return key

    return read


def _words_of(kind: type[Enum], *left_out: str) -> WithJsonSchema:
    return one_of(name for name in map(word, kind) if name not in left_out)


class Damage(NamedTuple):
    """Damage dice and their bonus."""

    dice: int
    sides: int
    plus: int

    def __str__(self) -> str:
        return f"{self.dice}d{self.sides}{f'{self.plus:+d}' if self.plus else ''}"


def _damage(value: object) -> str:
    found = re.fullmatch(DICE, value) if isinstance(value, str) else None
    if found is None or not (1 <= int(found[1]) <= MOST_DICE and 2 <= int(found[2]) <= 20):
        raise ValueError(f"must be dice such as '2d6+1', 1 to {MOST_DICE} of 2 to 20 sides, not {value!r:.40} (H.W2)")
    return str(value)


def dice_of(damage: str | None) -> Damage:
    """Read a text such as ``2d6+1``."""
    if damage is None:
        return Damage(0, 0, 0)
    count, _, rest = damage.partition("d")
    found = re.fullmatch(r"(\d+)([+-]\d+)?", rest)
    assert found is not None, "it was checked when it was read"
    return Damage(int(count), int(found[1]), int(found[2] or 0))


Small = Annotated[int, Field(ge=-20, le=20, strict=True)]
Amount = Annotated[int, Field(ge=0, le=50, strict=True)]
Dice = Annotated[str, BeforeValidator(_damage), WithJsonSchema({"type": "string", "pattern": f"^{DICE}$"})]
AttributeWord = Annotated[str, BeforeValidator(_named(Attribute, "an attribute", "H.A1")), _words_of(Attribute)]
TypeWord = Annotated[str, BeforeValidator(_named(DamageType, "a type of damage", "H.E1")), _words_of(DamageType)]
ConditionWord = Annotated[
    str, BeforeValidator(_named(ConditionName, "a condition", "H.X1")), _words_of(ConditionName, *CAUSED)
]
ComponentWord = Annotated[str, BeforeValidator(_named(Component, "a component", "H.D10")), _words_of(Component)]
TargetWord = Literal["physical", "willpower", "fortitude", "reflex"]
ArcaneWord = Literal["willpower", "fortitude", "reflex"]
ArmourWord = Literal["unarmored", "light", "medium", "heavy"]
CheckWord = Literal["resistance", "maintenance"]
MastersCheck = Literal["resistance", "maintenance", "ask"]
ARMOURS: tuple[ArmourWord, ...] = ("unarmored", "light", "medium", "heavy")


def as_given(kind: type[M], value: object, handler: Callable[[object], M], faults: Callable[[M], Found]) -> M:
    """Validate a model and its ``faults``, where some fields are faulty too: these are taken as they were given, so
    that all faults are found at once. For models whose faults depend only on which fields are given."""
    if isinstance(value, dict) and all(key in kind.model_fields for key in value):
        return source.all_together(value, handler, faults(kind.model_construct(**value)))
    return handler(value)


def member(kind: type[E], text: str) -> E:
    """Return the member of an enumeration that a word names."""
    return kind[text.upper().replace(" ", "_")]


SITUATIONAL = tuple(
    component for component in Component if component <= Component.INITIATIVE and component != Component.SPELL_POTENCY
)
"""The components that a situation can modify; the sheet settles the others."""
PHYSICAL = tuple(component for component in SITUATIONAL if as_plain(is_physical)(component))
"""Those that it can modify for one attacker alone."""


def _situational(component: str) -> str:
    if member(Component, component) not in SITUATIONAL:
        raise ValueError(f"{component} is settled by the sheet; a situation does not modify it (H.D10)")
    return component


SituationalWord = Annotated[ComponentWord, AfterValidator(_situational), one_of(map(word, SITUATIONAL))]


def _modifier_name(text: str) -> str:
    name = text.lower()
    if name and not is_name(name):
        raise ValueError(f"the name of a modifier has {ALLOWED}, not {text!r:.40} (H.D11)")
    return name


ModifierName = Annotated[str, AfterValidator(_modifier_name)]
Turns = Annotated[int, Field(ge=1, le=99, strict=True)]


class ModifierSetup(Part):
    """A situational modifier to a component; it may have a name, and a number of turns."""

    component: SituationalWord
    """What it modifies."""
    amount: Annotated[int, Field(ge=-99, le=99, strict=True)]
    """How much it adds; below 0, how much it takes."""
    name: ModifierName = ""
    """A name for it."""
    turns: Turns | None = None
    """How many turns it lasts; none: until it is taken away."""
    against: str = ""
    """The attacker against whom alone it counts, by name or short name (H.D10); empty: it counts against all."""

    def _faults(self) -> Found:
        if self.against and member(Component, self.component) not in PHYSICAL:
            parts = ", ".join(map(word, PHYSICAL))
            yield ("against",), f"{self.component} is the same against all; for one attacker are {parts} (H.D10)"

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, object]:
        return leave_out(handler(self), "against")


class Entering(Protocol):
    """A combatant, or the line of a file that enters it."""

    @property
    def modifiers(self) -> tuple[ModifierSetup, ...]:
        """The modifiers that it enters with."""

    def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Self:
        """Return a copy with these fields changed."""


N = TypeVar("N", bound=Entering)


def without_others(entering: N) -> N:
    """Return a combatant, or a line, as it enters wherever others are not those that it names: with nobody around it,
    and without modifiers against one attacker."""
    modifiers = tuple(each for each in entering.modifiers if not each.against)
    return entering.model_copy(update={"ring": {}, "modifiers": modifiers})


class InflictedSetup(Part):
    """A condition that a hit or a trap brings; if it names a defence, it is resisted first (H.R0)."""

    condition: ConditionWord
    """The condition."""
    defence: ArcaneWord | None = None
    """The defence that resists it first (H.R0)."""
    power: Annotated[int, Field(ge=0, le=99, strict=True)] | None = None
    """What it is resisted against, on top of the base of a check; by default that of its source."""


def inflicted(value: object) -> object:
    """Read a condition's name alone as a table with just that."""
    return {"condition": value} if isinstance(value, str) else value


def _can_be_brought(given: InflictedSetup) -> InflictedSetup:
    if given.condition in CAUSED:
        raise ValueError(f"{given.condition} {CAUSED[given.condition]}; an action cannot bring it")
    return given


InflictedPart = Annotated[
    InflictedSetup,
    BeforeValidator(inflicted, json_schema_input_type=ConditionWord | InflictedSetup),
    AfterValidator(_can_be_brought),
]

"""Sheet files: characters and creatures in TOML or JSON, with their items and actions."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ModelWrapValidatorHandler,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

from battlewright.engine import source
from battlewright.engine.file_parts import About, Flag, Found, Name, Part, one_of, whole
from battlewright.engine.seat_files import leave_out
from battlewright.engine.shelf import Shelf
from battlewright.systems.heroes.enums import PAIRED, Component, ConditionName
from battlewright.systems.heroes.record import DIGIT, MAX_ACTIONS, MAX_COMBATANTS, SEVERE
from battlewright.systems.heroes.setup.file_types import (
    CAUSED,
    Amount,
    ArmourWord,
    AttributeWord,
    CheckWord,
    ComponentWord,
    ConditionWord,
    Dice,
    InflictedPart,
    InflictedSetup,
    Small,
    TargetWord,
    TypeWord,
    as_given,
    plain,
    word,
)
from battlewright.systems.heroes.setup.rulings import ConditionSetup


def _on_an_item(component: str) -> str:
    if component == "whole":
        raise ValueError("an item adds to dodge, parry or armor, not to the whole Physical Defence (H.D6)")
    return component


ItemWord = Annotated[
    ComponentWord, AfterValidator(_on_an_item), one_of(word(each) for each in Component if each != Component.WHOLE)
]


def _score(value: int) -> int:
    if not 1 <= value <= 12:
        raise ValueError(f"must be from 1 to 12, not {value} (H.A1)")
    return value


Score = Annotated[int, Field(strict=True), AfterValidator(_score), whole(1, 12)]
Bonuses = dict[ItemWord, Amount]
Resists = dict[TypeWord, Amount]
Types = Annotated[tuple[TypeWord, ...], Field(max_length=10)]


class AttributesSetup(Part):
    """The six attributes (H.A1)."""

    strength: Score
    """Strength."""
    constitution: Score
    """Constitution."""
    dexterity: Score
    """Dexterity."""
    intellect: Score
    """Intellect."""
    wisdom: Score
    """Wisdom."""
    charisma: Score
    """Charisma."""


class ItemSetup(Part):
    """An item that is worn or held; of several bonuses to a component the highest counts (H.D6)."""

    name: Name
    """Its name."""
    bonuses: Bonuses = Field(default_factory=dict)
    """What it adds, by component or attribute."""
    resistances: Resists = Field(default_factory=dict)
    """The resistance it gives, by type of damage (H.E2)."""


Uses = Annotated[int, Field(ge=1, le=DIGIT - 1, strict=True)]
Period = Literal["encounter", "rest"]
Targets = Annotated[int, Field(ge=2, le=MAX_COMBATANTS - 1, strict=True)] | Literal["side"]


class ActionPart(Part):
    """What weapons, spells and talents share: what most of them do not have is left out where they are written."""

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, object]:
        return leave_out(handler(self), "targets", "uses", "per")


class WeaponSetup(ActionPart):
    """A weapon. ``attribute`` governs it: Strength for melee, Dexterity for precision weapons (H.W1)."""

    name: Name
    """Its name."""
    attribute: AttributeWord = "strength"
    """The attribute that governs it (H.W1)."""
    bonus: Small = 0
    """What it adds to the attack roll."""
    damage: Dice
    """Its dice, such as `2d6+1` (H.W2)."""
    types: Annotated[Types, Field(min_length=1)]
    """The types of its damage (H.E1)."""
    effect: InflictedPart | None = None
    """The condition that a hit brings."""
    critical: InflictedPart | None = None
    """The condition that a critical hit brings."""
    bonuses: Bonuses = Field(default_factory=dict)
    """What it adds while it is held, by component or attribute."""
    when: Literal["bloodied"] | None = None
    """It can be used only while its user is in this state (H.X4)."""
    against: Literal["bloodied"] | None = None
    """It can be used only against a target in this state (H.X4)."""
    targets: Targets | None = None
    """How many targets it may be used on at once, or `side`: all of a side; none: on one (H.O1)."""
    uses: Uses | None = None
    """How often it can be used; none: without limit (H.O2)."""
    per: Period | None = None
    """Whether its uses are for each encounter, as they are by default, or until a rest (H.O2)."""

    @model_validator(mode="wrap")
    @classmethod
    def _fits(cls, value: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        return as_given(cls, value, handler, _weapon_faults)


RESISTED = ("poisoned", "diseased")
"""Conditions that are always resisted first: the source names the defence (H.R0)."""


def _resisted_faults(action: WeaponSetup | SpellSetup) -> Found:
    """Yield the faults of effects that must name a defence, or name a power without one."""
    for key in ("effect", "critical"):
        given = getattr(action, key)
        brought = {"condition": given} if isinstance(given, str) else given
        if isinstance(brought, InflictedSetup):
            brought = brought.model_dump(exclude_none=True)
        if not isinstance(brought, dict):
            continue
        condition, defence = plain(brought.get("condition")), brought.get("defence")
        if isinstance(action, WeaponSetup) and condition == "dominated":
            yield (key,), "dominated goes by a caster's Spell Power: only a spell or a talent brings it (H.X5)"
        if condition in RESISTED and defence is None:
            named = f'{{ condition = "{condition}", defence = "fortitude" }}'
            yield (key,), f"{condition} says which defence resists it, such as {named} (H.R0)"
        elif brought.get("power") is not None and defence is None:
            yield (key, "power"), "counts where a defence is named to resist it (H.R0)"


def _weapon_faults(weapon: WeaponSetup) -> Found:
    yield from _resisted_faults(weapon)
    if weapon.when and weapon.against:
        yield ("against",), "keys on the user or on the target being bloodied, not on both (H.X4)"
    yield from _use_faults(weapon)


def _use_faults(action: WeaponSetup | SpellSetup) -> Found:
    """Yield the faults of how often an action can be used."""
    if action.per and action.uses is None:
        yield ("per",), "says until when its uses count, and there is no number of uses (H.O2)"


class SpellSetup(ActionPart):
    """A spell or a talent. It names the defence it targets, unless it heals (H.R0, H.W3). Against Physical Defence it
    is rolled with the Spell Power, or for a talent with an attribute (H.W1)."""

    name: Name
    """Its name."""
    talent: Flag = False
    """Whether it is a talent, which needs no words."""
    target: TargetWord | None = None
    """The defence that it targets; none if it heals (H.R0)."""
    damage: Dice | None = None
    """Its dice, such as `2d6+1`; of one that heals, what it gives back."""
    types: Types = ()
    """The types of its damage (H.E1)."""
    heals: Flag = False
    """Whether it heals (H.P1)."""
    effect: InflictedPart | None = None
    """The condition that it brings."""
    critical: InflictedPart | None = None
    """The condition that a critical hit brings, where it targets physical defence."""
    check: CheckWord | None = None
    """The check that ends what it brings (H.R11)."""
    attribute: AttributeWord | None = None
    """The attribute of the attack roll of a talent that targets physical defence (H.W1)."""
    bonus: Small = 0
    """What it adds to an attack roll against physical defence."""
    when: Literal["bloodied"] | None = None
    """It can be used only while its user is in this state (H.X4)."""
    against: Literal["bloodied"] | None = None
    """It can be used only against a target in this state (H.X4)."""
    targets: Targets | None = None
    """How many targets it may be used on at once, or `side`: all of a side; none: on one (H.O1)."""
    uses: Uses | None = None
    """How often it can be used; none: without limit (H.O2)."""
    per: Period | None = None
    """Whether its uses are for each encounter, as they are by default, or until a rest (H.O2)."""

    @model_validator(mode="wrap")
    @classmethod
    def _fits(cls, value: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        return as_given(cls, value, handler, _spell_faults)


def _spell_faults(spell: SpellSetup) -> Found:
    what = "talent" if spell.talent else "spell"
    if spell.target is None and not spell.heals:
        yield (), f"a {what} says which defence it targets: physical, willpower, fortitude or reflex (H.R0)"
    if spell.heals and (spell.target or spell.effect or spell.critical or spell.damage is None):
        yield (), f"a {what} that heals has its dice as damage, and no target defence and no conditions (H.P1)"
    if spell.damage is None and spell.effect is None:
        yield (), f"a {what} deals damage, or brings a condition, or both (H.R0)"
    if spell.damage is not None and not spell.heals and not spell.types:
        yield (), "damage has one type or several (H.E1)"
    if spell.critical is not None and spell.target != "physical":
        yield ("critical",), "only what targets physical defence has critical hits (H.D8)"
    if spell.target == "physical":
        yield from _resisted_faults(spell)
    elif _names_a_defence(spell.effect):
        yield ("effect",), f"is resisted in the contest with {spell.target}, which the {what} targets (H.R0)"
    if spell.bonus and spell.target != "physical":
        yield ("bonus",), "is added to an attack roll; a contest has Spell Power alone, which items raise (H.R4, H.R8)"
    if spell.attribute is not None and not (spell.talent and spell.target == "physical"):
        yield ("attribute",), "governs the attack roll of a talent that targets physical defence (H.W1)"
    if spell.when and spell.against:
        yield ("against",), "keys on the user or on the target being bloodied, not on both (H.X4)"
    yield from _use_faults(spell)


def _names_a_defence(given: object) -> bool:
    if isinstance(given, InflictedSetup):
        return given.defence is not None or given.power is not None
    return isinstance(given, dict) and any(given.get(key) is not None for key in ("defence", "power"))


OF_EFFECTS = ("damage", "type", "turns", "defence", "dominated")
"""Fields of a row that say how an effect comes and goes."""


def _response(value: object) -> object:
    if isinstance(value, str) and value not in ("none", "weakened", "afraid", "frenzied"):
        known = "none, weakened, afraid, frenzied, or a table of what it modifies"
        raise ValueError(f"must be {known}, not {value!r:.40} (H.X4)")
    for key in OF_EFFECTS:
        if isinstance(value, dict) and value.get(key) not in (None, ConditionSetup.model_fields[key].default):
            raise ValueError(f"a response to being bloodied has no {key}: it lasts as long as that does (H.X4)")
    return value


Response = Annotated[Literal["none", "weakened", "afraid", "frenzied"] | ConditionSetup, BeforeValidator(_response)]


class SheetSetup(Part):
    """A character or a creature. ``bloodied`` is its response to being Bloodied (H.X4)."""

    name: Name
    """Its name."""
    about: About = ""
    """A sentence about it."""
    player: Flag = False
    """Whether it is a player's character, which decides who rolls a check (H.R11)."""
    level: Annotated[int, Field(ge=1, le=20, strict=True)] = 1
    """Its level, which multiplies the pools (H.P2)."""
    attributes: AttributesSetup
    """The six attributes."""
    armour: ArmourWord = "unarmored"
    """The armour it wears (H.D4)."""
    items: Annotated[tuple[ItemSetup, ...], Field(max_length=20)] = ()
    """What it wears and holds besides."""
    weapons: Annotated[tuple[WeaponSetup, ...], Field(max_length=MAX_ACTIONS)] = ()
    """Its weapons."""
    spells: Annotated[tuple[SpellSetup, ...], Field(max_length=MAX_ACTIONS)] = ()
    """Its spells and talents."""
    resistances: Resists = Field(default_factory=dict)
    """Its natural resistances, by type of damage (H.E2)."""
    vulnerabilities: Resists = Field(default_factory=dict)
    """Its natural vulnerabilities, by type of damage (H.E3)."""
    conditions: tuple[ConditionWord, ...] = ()
    """The conditions it enters an encounter with."""
    bloodied: Response = "none"
    """How it responds to being Bloodied: a response of the rulings, or a row of its own (H.X4)."""

    @model_validator(mode="wrap")
    @classmethod
    def _fits(cls, value: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        made = source.all_together(value, handler, contradictions(value))
        return source.all_together(value, lambda _: made, _sheet_faults(made))

    @property
    def actions(self) -> tuple[WeaponSetup | SpellSetup, ...]:
        """Return its actions, in the order of their numbers in an encounter."""
        return (*self.weapons, *self.spells)

    def bonuses(self, component: str) -> list[tuple[str, int]]:
        """Return what each item and weapon adds to a component, with its name."""
        carried: tuple[ItemSetup | WeaponSetup, ...] = (*self.items, *self.weapons)
        return [(each.name, each.bonuses[component]) for each in carried if component in each.bonuses]

    def item_resistances(self, type: str) -> list[tuple[str, int]]:
        """Return the resistance to a type of damage that each item gives, with its name."""
        return [(item.name, item.resistances[type]) for item in self.items if type in item.resistances]


def contradictions(value: object) -> Found:
    """Yield the contradictions of a sheet, whatever else is wrong with it: a type of damage that is both a natural
    resistance and a natural vulnerability, a condition beside its severe form."""
    given = value if isinstance(value, dict) else {}
    for index, name in enumerate(given["conditions"] if isinstance(given.get("conditions"), list | tuple) else ()):
        key = name.lower().replace("_", " ") if isinstance(name, str) else ""
        if key in CAUSED:
            yield ("conditions", index), f"{key} {CAUSED[key]}; a sheet cannot enter with it"
        if key == "dominated":
            yield (("conditions", index), "dominated needs a dominating combatant: a sheet cannot enter with it (H.X5)")
    resisted, feared, has = (given.get(key) for key in ("resistances", "vulnerabilities", "conditions"))
    if isinstance(resisted, dict) and isinstance(feared, dict):
        by_nature = [plain(type) for type in resisted]
        for type in feared:
            if plain(type) in by_nature:
                reason = "is a resistance too; a creature has one or the other by nature (H.E2, H.E3)"
                yield ("vulnerabilities", type), reason
    names = [name.lower().replace("_", " ") for name in has if isinstance(name, str)] if isinstance(has, list) else []
    for mild in ConditionName:
        severe = ConditionName(min(mild + SEVERE, ConditionName.DEAD))
        if mild < PAIRED and mild % 2 == 0 and word(mild) in names and word(severe) in names:
            yield ("conditions",), f"{word(severe)} is the severe form of {word(mild)}: name one of them (H.X1)"


def _sheet_faults(sheet: SheetSetup) -> Found:
    if not sheet.actions:
        yield (), "a sheet without a weapon, spell or talent can do nothing in an encounter (H.N1)"
    if len(sheet.actions) > MAX_ACTIONS:
        yield ("spells",), f"must be at most {MAX_ACTIONS} together with the weapons, not {len(sheet.actions)}"
    names = [each.name for each in sheet.actions]
    for index, name in enumerate(names):
        if name in names[:index]:
            key = "weapons" if index < len(sheet.weapons) else "spells"
            at = index if index < len(sheet.weapons) else index - len(sheet.weapons)
            yield (key, at, "name"), f"the name {name!r} is given twice"


SHEETS = Shelf("battlewright.systems.heroes", "sheets", SheetSetup, ("sheet",))
"""The sheets that ship with Heroes."""
read_sheet = SHEETS.read

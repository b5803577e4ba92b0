"""The numbers of the rulings and tables as data, and the records made from them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal, Self

from pydantic import (
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

from battlewright.engine import source
from battlewright.engine.file_parts import Flag, Found, Name, Part, one_of, optional_fields
from battlewright.engine.record import layout_of
from battlewright.systems.heroes.enums import Check, Component, ConditionName, DamageType, Target
from battlewright.systems.heroes.record import Condition, Rest, Rulings, Setting
from battlewright.systems.heroes.setup.file_types import (
    ARMOURS,
    SITUATIONAL,
    Amount,
    ArcaneWord,
    ArmourWord,
    ConditionWord,
    Dice,
    MastersCheck,
    ModifierName,
    ModifierSetup,
    SituationalWord,
    Small,
    TypeWord,
    dice_of,
    member,
)

Sides = Annotated[int, Field(ge=2, le=20, strict=True)]
Count = Annotated[int, Field(ge=1, le=10, strict=True)]
EndAsks = Literal["seated", "always", "never"]
Share = Annotated[int, Field(ge=0, le=100, strict=True)]
LASTING, UNTIL_CHECKED = -1, 0
CONDITIONS = tuple(condition.name.lower() for condition in ConditionName)


class ArmourSetup(Part):
    """A kind of armour (H.D4). ``scaled_strength`` counts if that option is on."""

    model_config = ConfigDict(json_schema_extra=optional_fields)

    value: Amount
    """What it adds to Armor."""
    most_dodge: Amount | None = None
    """The most that Dodge counts in it; none: no limit."""
    strength: Amount = 0
    """The Strength that it asks for (H.D5)."""
    scaled_strength: Amount = 0
    """The Strength that it asks for where `scaled_armour_strength` is on."""


class SituationSetup(Part):
    """A modifier by name (H.D9, H.D10): a number, or the amount of a minor or major bonus or penalty."""

    model_config = ConfigDict(json_schema_extra=optional_fields)

    component: SituationalWord
    """What it modifies."""
    amount: (
        Annotated[int, Field(ge=-99, le=99, strict=True)]
        | Literal["minor bonus", "major bonus", "minor penalty", "major penalty"]
    )
    """How much it adds, or the size of the bonus or penalty."""


class ConditionSetup(Part):
    """What a condition does (H.X5)."""

    dodge: Small = 0
    """What it adds to Dodge."""
    parry: Small = 0
    """What it adds to Parry."""
    armor: Small = 0
    """What it adds to Armor."""
    whole: Small = 0
    """What it adds to the whole Physical Defence."""
    willpower: Small = 0
    """What it adds to Willpower."""
    fortitude: Small = 0
    """What it adds to Fortitude."""
    reflex: Small = 0
    """What it adds to Reflex."""
    attack: Small = 0
    """What it adds to attack rolls."""
    spell_power: Small = 0
    """What it adds to Spell Power."""
    initiative: Small = 0
    """What it adds to initiative."""
    ap: Annotated[int, Field(ge=0, le=10, strict=True)] = 0
    """The action points that it takes in each turn."""
    no_actions: Flag = False
    """Whether it forbids all actions."""
    no_spells: Flag = False
    """Whether it forbids spells."""
    no_dodge: Flag = False
    """Whether it takes Dodge away."""
    no_parry: Flag = False
    """Whether it takes Parry away."""
    seals_health: Flag = False
    """Whether it keeps Health from coming back."""
    seals_morale: Flag = False
    """Whether it keeps Morale from coming back."""
    dominated: Flag = False
    """Whether another one acts for its bearer."""
    confused: Flag = False
    """Whether the targets of its bearer are left to chance."""
    movement: Literal["half", "none"] | None = None
    """What is left of its bearer's movement."""
    damage: Dice | None = None
    """The damage of each turn, such as `1d4`."""
    type: TypeWord | None = None
    """The type of that damage (H.E1)."""
    turns: Annotated[int, Field(ge=1, le=99, strict=True)] | Literal["lasting"] | None = None
    """How many turns it lasts; none: until a check ends it; `lasting`: until its cause is over."""
    defence: ArcaneWord = "fortitude"
    """The defence whose check ends it."""


Recovery = Annotated[int, Field(ge=0, le=1000, strict=True)] | Literal["half", "all"]


class RestSetup(Part):
    """A rest between encounters (H.O3): for each pool the points that come back, or half or all of what is gone."""

    health: Recovery = 0
    """The Health that comes back: points, or `half` or `all` of what is lost."""
    wounds: Recovery = 0
    """The Wounds that heal."""
    morale: Recovery = 0
    """The Morale that comes back."""
    stress: Recovery = 0
    """The Stress that goes."""
    conditions: tuple[ConditionWord, ...] = ()
    """The conditions that end."""
    uses: Flag = False
    """Whether the uses of actions return that last until a rest."""


class RulingsSetup(Part):
    """All rulings; those that are not given are as shipped, unless these are ``complete``."""

    model_config = ConfigDict(json_schema_extra=optional_fields)

    attack_dice: Count
    """The dice of an attack roll (H.W1)."""
    attack_sides: Sides
    """The sides of the dice of an attack roll."""
    check_dice: Count
    """The dice of a check (H.R9)."""
    check_sides: Sides
    """The sides of the dice of a check."""
    check_base: Amount
    """What a check is rolled against, besides the opponent's number (H.R9)."""
    critical_margin: Amount
    """A roll by more than this above the whole defence is critical (H.D8)."""
    contest_sides: Annotated[int, Field(ge=6, le=16, strict=True)]
    """The sides of the die that both begin a contest with (H.R4)."""
    contest_step: Annotated[int, Field(ge=0, le=4, strict=True)]
    """The sides by which the winner's die grows and the loser's shrinks (H.R5)."""
    contest_wins: Annotated[int, Field(ge=1, le=2, strict=True)]
    """The rounds that win a contest (H.R4)."""
    initiative_sides: Sides
    """The sides of the die for initiative (H.N1)."""
    ap: Count
    """The action points of a turn (H.N1)."""
    attack_ap: Count
    """The action points of an attack."""
    spell_ap: Count
    """The action points of a spell or a talent."""
    check_ap: Count
    """The action points of a check."""
    other_ap: Count
    """The action points of a small thing besides."""
    round_limit: Annotated[int, Field(ge=1, le=100, strict=True)]
    """The number of rounds (H.N1)."""
    minor_bonus: Amount
    """A minor bonus (H.D9)."""
    major_bonus: Amount
    """A major bonus (H.D9)."""
    minor_penalty: Amount
    """A minor penalty (H.D9); also what Flanked costs."""
    major_penalty: Amount
    """A major penalty (H.D9); also what Surrounded costs."""
    partial_cover: Share
    """Partial cover begins at so many hundredths hidden (H.D9)."""
    heavy_cover: Share
    """Heavy cover is above so many hundredths hidden (H.D9)."""
    bloodied: Share
    """Bloodied is Health below so many hundredths (H.X4)."""
    near_death: Share
    """Near death is Health below so many hundredths (H.X5)."""
    short_of_strength: Amount
    """What attacks lose in armour that asks for more Strength (H.D5)."""
    scaled_armour_strength: Flag
    """Option: armour asks for its scaled Strength (H.D5)."""
    masters_check: MastersCheck
    """The check between two of a kind: who suffers rolls, or who upholds it; `ask`: the game master decides each time
    (H.R11)."""
    end_asks: EndAsks
    """Option: whether the end is put to the game master; `seated`: where one has a seat (H.O4)."""
    default_power: Annotated[int, Field(ge=1, le=99, strict=True)]
    """The power of a trap, a hazard, or a condition that nobody upholds (H.R0)."""
    pool_first: Amount
    """How often the first attribute counts for a pool (H.P2)."""
    pool_others: Amount
    """How often each of the two others counts (H.P2)."""
    pool_parts: Count
    """Wounds and Stress hold one part of so many (H.P2)."""
    armour: dict[ArmourWord, ArmourSetup]
    """What each armour does (H.D4)."""
    situations: dict[ModifierName, SituationSetup]
    """Modifiers by name (H.D9, H.D10)."""
    conditions: dict[Annotated[str, one_of(CONDITIONS)], ConditionSetup]
    """What each condition does (H.X5)."""
    responses: dict[Literal["weakened", "frenzied"], ConditionSetup]
    """The responses to being Bloodied (H.X4)."""
    rests: dict[Name, RestSetup] = Field(default_factory=dict)
    """What rests between encounters give back, by their names (H.O3)."""
    complete: Flag = False
    """Whether nothing is taken from the shipped rulings: then all are given."""

    @model_validator(mode="wrap")
    @classmethod
    def _on_top(cls, value: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Merge what is given over what is shipped, unless it is complete."""
        if not isinstance(value, dict):
            return handler(value)
        merged = value if value.get("complete") is True else _merged(shipped_rulings(), value)
        return source.all_together(merged, handler, (*_condition_faults(value), *_lacking(merged)))

    @model_serializer(mode="wrap")
    def _only_changes(self, handler: SerializerFunctionWrapHandler) -> dict[str, object]:
        """Write only what differs from what is shipped, unless these are complete."""
        return handler(self) if self.complete else _difference(handler(self), handler(as_shipped()))

    def changes(self) -> dict[str, object]:
        """Return what differs from what is shipped, complete or not."""
        return self.model_copy(update={"complete": False}).model_dump(mode="json")

    def modifier(self, situation: str) -> ModifierSetup:
        """Return the modifier of a situation."""
        named = self.situations[situation]
        return ModifierSetup(component=named.component, amount=self.amount(named.amount), name=situation)

    def amount(self, given: int | str) -> int:
        """Return a modifier's amount as a number."""
        if isinstance(given, int):
            return given
        size: int = getattr(self, given.replace(" ", "_"))
        return -size if given.endswith("penalty") else size


SHARES = {"half": 2, "all": 1}
"""The part of what is gone that comes back: one of so many."""

WORDS = frozenset({"masters_check", "end_asks"})
"""The rulings that are words and not numbers."""
PENALTIES = {"flanked": "minor_penalty", "surrounded": "major_penalty"}
"""The penalties of two conditions to the whole Physical Defence (H.D9)."""


def _condition_faults(value: dict[str, object]) -> Found:
    given, known = value.get("conditions"), CONDITIONS
    for name, row in given.items() if isinstance(given, dict) else ():
        if name in PENALTIES and isinstance(row, dict) and row.get("whole", 0) != 0:
            yield (("conditions", name, "whole"), f"{name} takes {PENALTIES[name]} from the whole: set that (H.D9)")
        if name == "dead" and isinstance(row, dict) and row.get("turns", "lasting") != "lasting":
            yield ("conditions", name, "turns"), "dead has no number of turns: it is lasting (H.P3)"
        if name not in known:
            yield ("conditions", name), f"there is no such condition; known are {', '.join(known)} (H.X1)"


def _lacking(value: dict[str, object]) -> Found:
    """Yield the rows that a table of complete rulings lacks."""
    for table, known in (("armour", ARMOURS), ("conditions", CONDITIONS), ("responses", ("weakened", "frenzied"))):
        given = value.get(table)
        lacking = [name for name in known if name not in given] if isinstance(given, dict) else []
        if lacking:
            yield (table,), f"complete rulings have all rows; there is no {', '.join(lacking)}"


def _merged(below: dict[str, object], above: dict[str, object]) -> dict[str, object]:
    """Return a table merged over another, recursively."""
    made = dict(below)
    for key, value in above.items():
        under = made.get(key)
        made[key] = _merged(under, value) if isinstance(value, dict) and isinstance(under, dict) else value
    return made


def _difference(above: dict[str, object], below: dict[str, object]) -> dict[str, object]:
    """Return the entries of a table that differ from another."""
    made: dict[str, object] = {}
    for key, value in above.items():
        under = below.get(key)
        if isinstance(value, dict) and isinstance(under, dict):
            changed = _difference(value, under)
            if changed:
                made[key] = changed
        elif value != under:
            made[key] = value
    return made


@cache
def as_shipped() -> RulingsSetup:
    """Return the rulings that ship with Battlewright."""
    return RulingsSetup.model_validate({})


@cache
def shipped_rulings() -> dict[str, object]:
    """Return the file of the rulings that ship with Battlewright."""
    return tomllib.loads((files("battlewright.systems.heroes") / "data" / "rulings.toml").read_text(encoding="utf-8"))


def write_rulings(setting: Setting, setup: RulingsSetup) -> None:
    """Write the rulings into a setting."""
    for each in layout_of(Rulings).fields:
        if each.name not in WORDS:
            setattr(setting.rulings, each.name, getattr(setup, each.name))
    setting.rulings.masters_check, setting.rulings.end_asks = member(Check, setup.masters_check), is_asked(setup, False)
    for record, name in zip(setting.armours, ARMOURS, strict=True):
        armour = setup.armour[name]
        record.value, record.most_dodge = armour.value, -1 if armour.most_dodge is None else armour.most_dodge
        record.strength = strength_for(setup, name)
    for condition in ConditionName:
        write_row(setting.conditions[condition], setup.conditions[condition.name.lower()])
    setting.conditions[ConditionName.FLANKED].modifiers[Component.WHOLE] = -setup.minor_penalty
    setting.conditions[ConditionName.SURROUNDED].modifiers[Component.WHOLE] = -setup.major_penalty


def write_rest(record: Rest, rests: Mapping[str, RestSetup], name: str) -> None:
    """Write the rest before an encounter, where it has one."""
    if name:
        rest = rests[name]
        for pool in ("health", "wounds", "morale", "stress"):
            given = getattr(rest, pool)
            setattr(record, pool, given if isinstance(given, int) else -SHARES[given])
        record.conditions = sum(1 << member(ConditionName, each) for each in set(rest.conditions))
        record.uses = rest.uses


def is_asked(setup: RulingsSetup, is_seated: bool) -> bool:
    """Return whether the end is put to the game master (H.O4), who has a seat or has none."""
    return setup.end_asks == "always" or (is_seated and setup.end_asks == "seated")


def strength_for(setup: RulingsSetup, armour: ArmourWord) -> int:
    """Return the Strength that an armour asks for."""
    worn = setup.armour[armour]
    return worn.scaled_strength if setup.scaled_armour_strength else worn.strength


def write_row(record: Condition, setup: ConditionSetup) -> None:
    """Write a row of the table of conditions, or of the response to being Bloodied."""
    for component in SITUATIONAL:
        record.modifiers[component] = getattr(setup, component.name.lower())
    for name in ("ap", "no_actions", "no_spells", "no_dodge", "no_parry", "seals_health", "seals_morale"):
        setattr(record, name, getattr(setup, name))
    record.dominated, record.confused = setup.dominated, setup.confused
    record.dice, record.sides, record.plus = dice_of(setup.damage)
    record.type = member(DamageType, setup.type or "bludgeoning")
    record.turns = LASTING if setup.turns == "lasting" else setup.turns or UNTIL_CHECKED
    record.defence = member(Target, setup.defence)

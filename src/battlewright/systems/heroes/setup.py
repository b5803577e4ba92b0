"""Encounters as files, and the setting made from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, ModelWrapValidatorHandler, model_validator

from battlewright.engine import source
from battlewright.engine.errors import Fault, SetupError, UnknownError
from battlewright.engine.record import Many, allocate, look, numbers
from battlewright.systems.heroes.chances import write_odds
from battlewright.systems.heroes.files import SheetSetup, SpellSetup, WeaponSetup, find_sheet
from battlewright.systems.heroes.parts import (
    ARMOURS,
    About,
    Found,
    ModifierSetup,
    Name,
    Part,
    dice_of,
    member,
    when_sound,
    word,
)
from battlewright.systems.heroes.record import MAX_COMBATANTS, MAX_MODIFIERS, RING, Action, Card, Setting
from battlewright.systems.heroes.rulings import RulingsSetup, write_rulings
from battlewright.systems.heroes.sheets import derive, has_any, highest, is_too_weak
from battlewright.systems.heroes.terms import (
    ActionKind,
    Attribute,
    Check,
    Component,
    ConditionName,
    DamageType,
    Need,
    Target,
)

Hidden = Annotated[int, Field(ge=0, le=100, strict=True)]
Ring = Annotated[tuple[Annotated[int, Field(ge=1, le=RING, strict=True)], ...], Field(max_length=RING)]


class CombatantSetup(Part):
    """Somebody in an encounter. ``hidden``: the share behind cover, in hundredths. ``ring``: the places around it, 1 to
    8, at which opponents stand."""

    name: Name
    sheet: SheetSetup
    hidden: Hidden = 0
    ring: Ring = ()
    modifiers: Annotated[tuple[ModifierSetup, ...], Field(max_length=MAX_MODIFIERS)] = ()


class EncounterSetup(Part):
    """Two sides of combatants, and the rulings they meet by."""

    name: Name = "Encounter"
    about: About = ""
    sides: tuple[tuple[CombatantSetup, ...], tuple[CombatantSetup, ...]]
    titles: tuple[Name, Name] = ("Heroes", "Foes")
    rulings: RulingsSetup = Field(default_factory=lambda: RulingsSetup.model_validate({}))

    @model_validator(mode="wrap")
    @classmethod
    def _fits(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        return when_sound(value, handler, _encounter_faults)

    @property
    def combatants(self) -> tuple[CombatantSetup, ...]:
        """Everybody, in the order of their numbers in the encounter."""
        return (*self.sides[0], *self.sides[1])


def _encounter_faults(setup: EncounterSetup) -> Found:
    for seat, side in enumerate(setup.sides):
        if not side:
            yield ("sides", seat), "a side has at least one combatant (H.N1)"
    count = len(setup.combatants)
    if count > MAX_COMBATANTS:
        yield ("sides",), f"must have at most {MAX_COMBATANTS} combatants together, not {count} (H.N1)"


class EntrySetup(Part):
    """A line of an encounter file: a sheet by name or file, how many of it, and how they enter."""

    sheet: str
    name: Name | None = None
    count: Annotated[int, Field(ge=1, le=MAX_COMBATANTS, strict=True)] = 1
    hidden: Hidden = 0
    ring: Ring = ()
    situations: tuple[str, ...] = ()
    modifiers: Annotated[tuple[ModifierSetup, ...], Field(max_length=MAX_MODIFIERS)] = ()


def _entry(value: Any) -> Any:
    """A name alone stands for one of that sheet."""
    if isinstance(value, str):
        return {"sheet": value}
    if not isinstance(value, dict | EntrySetup):
        raise ValueError(f"must be the name of a sheet, or a table with it, not {value!r:.40}")
    return value


Entries = Annotated[tuple[Annotated[EntrySetup, BeforeValidator(_entry)], ...], Field(min_length=1)]


class EncounterFile(Part):
    """An encounter as a file has it."""

    name: Name
    about: About = ""
    heroes: Entries
    foes: Entries
    titles: tuple[Name, Name] = ("Heroes", "Foes")
    rulings: RulingsSetup = Field(default_factory=lambda: RulingsSetup.model_validate({}))


def shipped_encounters() -> list[str]:
    """The names of the encounters that come with Battlewright."""
    folder = files(__package__) / "data" / "encounters"
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def read_encounter(name: str) -> EncounterSetup:
    """A shipped encounter by its name, or any by its file; sheets that it names lie beside it, or are shipped."""
    if name in shipped_encounters():
        text = (files(__package__) / "data" / "encounters" / f"{name}.toml").read_text(encoding="utf-8")
        found = source.parse(text, name, "toml")
    elif not name or (not Path(name).suffix and not Path(name).exists()):
        raise UnknownError("encounter", name, [*shipped_encounters(), "or a .toml or .json file"])
    else:
        found = source.read(name)
    folder = Path(name).parent
    try:
        return put_together(source.check(found, EncounterFile), found, folder)
    except SetupError as error:
        raise SetupError(list(dict.fromkeys((*error.faults, *_faults_of_sheets(found.data, folder))))) from None


def _faults_of_sheets(data: Any, folder: Path) -> Iterator[Fault]:
    """What is wrong with the sheets that a file names, whatever else is wrong with it."""
    for key in ("heroes", "foes"):
        lines = data.get(key) if isinstance(data, dict) else None
        for line in lines if isinstance(lines, list) else ():
            name = line.get("sheet") if isinstance(line, dict) else line
            try:
                if isinstance(name, str):
                    source.check(find_sheet(_beside(folder, name)), SheetSetup)
            except SetupError as error:
                yield from error.faults
            except UnknownError:
                continue  # told with its line, where the file itself is sound


def _beside(folder: Path, name: str) -> str:
    """A sheet's file as it lies beside an encounter's; else the name as it is."""
    return str(folder / name) if Path(name).suffix and (folder / name).exists() else name


def put_together(file: EncounterFile, found: source.Source, folder: Path) -> EncounterSetup:
    """The encounter that a file describes, with every sheet in it; all faults of all sheets at once."""
    faults: list[Fault] = []
    sides: list[list[dict[str, Any]]] = []
    for key in ("heroes", "foes"):
        side: list[dict[str, Any]] = []
        for place, line in enumerate(getattr(file, key)):
            side += _entered(line, file, found, (key, place), folder, faults)
        sides.append(side)
    if faults:
        raise SetupError(list(dict.fromkeys(faults)))
    _number_names(sides)
    data = file.model_dump(exclude={"heroes", "foes"}) | {"sides": sides}
    return source.check(source.Source(found.name, found.text, data, {(): 1}), EncounterSetup)


def _entered(
    line: EntrySetup, file: EncounterFile, found: source.Source, at: tuple[str, int], folder: Path, faults: list[Fault]
) -> list[dict[str, Any]]:
    """The combatants of one line; what is wrong with it goes to the faults."""
    modifiers = list(line.modifiers)
    for field, reason in contradictions(line):
        faults.append(Fault(found.name, found.line((*at, field)), f"{at[0]}[{at[1]}].{field}", reason))
    for situation in line.situations:
        if situation in file.rulings.situations:
            modifiers.append(file.rulings.modifier(situation))
        else:
            known = ", ".join(file.rulings.situations)
            message = f"there is no situation {situation!r}; known are {known} (H.D11)"
            faults.append(Fault(found.name, found.line(at), f"{at[0]}[{at[1]}].situations", message))
    try:
        sheet = source.check(find_sheet(_beside(folder, line.sheet)), SheetSetup)
    except SetupError as error:
        faults += error.faults
        return []
    except UnknownError as error:
        faults.append(Fault(found.name, found.line(at), f"{at[0]}[{at[1]}].sheet", str(error)))
        return []
    each = {"sheet": sheet, "hidden": line.hidden, "ring": line.ring, "modifiers": tuple(modifiers)}
    return [each | {"name": line.name or sheet.name} for _ in range(line.count)]


def contradictions(line: EntrySetup) -> Iterator[tuple[str, str]]:
    """Modifiers of a line that gainsay each other: the field, and a sentence."""
    for first, second in (("partial cover", "heavy cover"), ("flanked", "surrounded")):
        if first in line.situations and second in line.situations:
            yield "situations", f"{first} and {second} exclude each other: name one of them (H.D9)"
    for cover in ("partial cover", "heavy cover"):
        if cover in line.situations and line.hidden:
            yield "situations", f"{cover} by name, and {line.hidden} hundredths hidden: give one of them (H.D9)"
    given = {(each.component, each.amount) for each in line.modifiers}
    for component, amount in sorted(given):
        if amount == 0:
            yield "modifiers", f"a modifier of 0 to {component} changes nothing (H.D11)"
        elif amount > 0 and (component, -amount) in given:
            yield "modifiers", f"+{amount} and -{amount} to {component} cancel each other: leave both out (H.D11)"


def _number_names(sides: list[list[dict[str, Any]]]) -> None:
    """Where several have the same name each gets a number."""
    everybody = [each for side in sides for each in side]
    counts, seen = Counter(each["name"] for each in everybody), Counter[str]()
    for each in everybody:
        name = each["name"]
        if counts[name] > 1:
            seen[name] += 1
            each["name"] = f"{name} {seen[name]}"


def build(setup: EncounterSetup) -> Many[Setting]:
    """The setting of an encounter, in numbers."""
    made = allocate(Setting)
    setting = look(Setting, made)
    setting.combatants, setting.first_of_b = len(setup.combatants), len(setup.sides[0])
    write_rulings(setting, setup.rulings)
    write_odds(setting)
    for who, combatant in enumerate(setup.combatants):
        seat(made, who, combatant)
    return made


def seat(made: Many[Setting], who: int, combatant: CombatantSetup) -> None:
    """Write somebody's card into a setting that has its rulings."""
    card = look(Setting, made).cards[who]
    _write_card(card, combatant.sheet)
    _enter(card, combatant)
    derive(made, who)
    _write_actions(card, combatant.sheet)


def card_of(sheet: SheetSetup, rulings: RulingsSetup | None = None) -> Card:
    """What one sheet comes to."""
    alone = CombatantSetup(name=sheet.name, sheet=sheet)
    setup = EncounterSetup(sides=((alone,), (alone,)), rulings=rulings or RulingsSetup.model_validate({}))
    return look(Setting, build(setup)).cards[0]


def _write_card(card: Card, sheet: SheetSetup) -> None:
    for attribute in Attribute:
        card.attributes[attribute] = getattr(sheet.attributes, attribute.name.lower())
    for component in Component:
        card.bonuses[component] = highest(numbers([bonus for _, bonus in sheet.bonuses(word(component))] or [0]))
    card.level, card.armour, card.is_player = sheet.level, ARMOURS.index(sheet.armour), sheet.player
    for type in DamageType:
        card.resistances[type] = sum(amount for _, amount in sheet.resistance(word(type)))
        card.vulnerabilities[type] = sheet.vulnerabilities.get(word(type), 0)


def _enter(card: Card, combatant: CombatantSetup) -> None:
    """How somebody enters the encounter."""
    card.hidden = combatant.hidden
    card.ring = sum(1 << (place - 1) for place in set(combatant.ring))
    for modifier, given in zip(card.modifiers, combatant.modifiers, strict=False):
        modifier.component, modifier.amount = member(Component, given.component) + 1, given.amount
    card.conditions = sum(1 << member(ConditionName, name) for name in set(combatant.sheet.conditions))


def _write_actions(card: Card, sheet: SheetSetup) -> None:
    card.actions_count = len(sheet.actions)
    for record, action in zip(card.actions, sheet.actions, strict=False):
        damage = dice_of(action.damage)
        record.dice, record.sides, record.plus = damage.dice, damage.sides, damage.plus
        record.types = sum(1 << member(DamageType, type) for type in set(action.types))
        record.effect = _condition(action.effect)
        record.critical = _condition(action.critical)
        record.check = member(Check, action.check) if action.check else Check.BY_RULE
        record.needs = Need.ITSELF if action.when else Need.ITS_TARGET if action.against else Need.NOBODY
        record.bonus = action.bonus
        if isinstance(action, WeaponSetup):
            record.kind, record.target = ActionKind.WEAPON, Target.PHYSICAL
            record.bonus += card.attributes[member(Attribute, action.attribute)]
        else:
            _write_spell(record, action, card)


def _write_spell(record: Action, spell: SpellSetup, card: Card) -> None:
    record.kind = ActionKind.TALENT if spell.talent else ActionKind.SPELL
    record.target, record.heals = member(Target, spell.target or "physical"), spell.heals
    if spell.talent:
        record.bonus += card.attributes[member(Attribute, spell.attribute or "strength")]
    elif spell.damage is not None:
        record.plus += card.spell_potency


def _condition(name: str | None) -> int:
    return 0 if name is None else 1 + int(member(ConditionName, name))


def warnings(sheet: SheetSetup, rulings: RulingsSetup | None = None) -> Iterator[tuple[str, str]]:
    """What is odd about a sheet but allowed: the field, and a sentence."""
    rules = rulings or RulingsSetup.model_validate({})
    card = card_of(sheet, rules)
    if not has_any(numbers(list(card.resistances))):
        yield "resistances", "has no resistance; every creature should have at least one (H.E4)"
    if not has_any(numbers(list(card.vulnerabilities))):
        yield "vulnerabilities", "has no vulnerability; every creature should have at least one (H.E4)"
    worn = rules.armour[sheet.armour]
    needed = worn.scaled_strength if rules.scaled_armour_strength else worn.strength
    bonus = max([0, *(amount for _, amount in sheet.bonuses("strength"))])
    if is_too_weak(sheet.attributes.strength, bonus, needed):
        asks = f"{sheet.armour} armour asks for Strength {needed}, and it has {sheet.attributes.strength + bonus}"
        yield "armour", f"{asks}: attacks at {-rules.short_of_strength} (H.D5)"

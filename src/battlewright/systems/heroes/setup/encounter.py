"""The set-up of an encounter, and the setting made from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, Field, SerializerFunctionWrapHandler, model_serializer

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.file_parts import About, Flag, Found, Name, Part
from battlewright.engine.record import Row, allocate, look, numbers
from battlewright.engine.seat_files import SeatSetups, leave_out, seat_faults, seats_of
from battlewright.engine.seats import Seat
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.systems.heroes.enums import (
    CONDITIONS,
    ELEMENTAL,
    ActionKind,
    Attribute,
    Check,
    Component,
    ConditionName,
    DamageType,
    Need,
    Seen,
    Target,
)
from battlewright.systems.heroes.record import (
    LIVE,
    MAX_COMBATANTS,
    MAX_HAZARDS,
    MAX_MODIFIERS,
    WHOLE_SIDE,
    Action,
    Card,
    Hazard,
    Inflicted,
    Setting,
)
from battlewright.systems.heroes.rules.chances import write_odds, write_threats
from battlewright.systems.heroes.rules.sheets import derive, has_any, highest, is_too_weak, resistance, score_of
from battlewright.systems.heroes.setup.file_types import (
    ARMOURS,
    CAUSED,
    ArcaneWord,
    ConditionWord,
    Dice,
    InflictedSetup,
    ModifierSetup,
    dice_of,
    member,
    without_others,
    word,
)
from battlewright.systems.heroes.setup.files import SheetSetup, SpellSetup, Types, WeaponSetup
from battlewright.systems.heroes.setup.names import ints_of
from battlewright.systems.heroes.setup.rulings import (
    RulingsSetup,
    is_asked,
    strength_for,
    write_rest,
    write_row,
    write_rulings,
)
from battlewright.systems.heroes.setup.state import StateSetup, state_faults, write_state

Hidden = Annotated[int, Field(ge=0, le=100, strict=True)]
SeenWord = Literal["numbers", "words", "nothing"]
"""The words of ``Seen``."""
PlaceWord = Literal["1", "2", "3", "4", "5", "6", "7", "8"]
MAX_WAVES = 8
"""The most waves that follow an encounter."""
PLACES: tuple[str, ...] = get_args(PlaceWord)


def tag_of(who: int, first_of_b: int) -> str:
    """Return the short name of a combatant, such as ``b1``."""
    side = int(who >= first_of_b)
    return f"{SIDE_LETTERS[side]}{who - side * first_of_b + 1}"


class CombatantSetup(Part):
    """A combatant in an encounter. ``hidden``: the share behind cover, in hundredths. ``ring``: the opponents around
    it, by the places 1 to 8 and their short names."""

    name: Name
    """What it is called."""
    sheet: SheetSetup
    """Its sheet."""
    hidden: Hidden = 0
    """The share of it behind cover, in hundredths (H.D9)."""
    ring: dict[PlaceWord, str] = Field(default_factory=dict)
    """The opponents around it: places 1 to 8, with their short names."""
    modifiers: tuple[ModifierSetup, ...] = ()
    """Modifiers that it enters with."""
    state: StateSetup | None = None
    """Its present state; by default that of its sheet: full pools, and the conditions that stand there."""
    away: Flag = False
    """Whether it has left the encounter, and may return."""

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, object]:
        return leave_out(handler(self), "state", "away")


class HazardSetup(Part):
    """A trap, which goes off once, or a hazard, which goes off in every turn of those it threatens (``among``): the
    defence and the power it is resisted with and against, and what it brings if that fails (H.R0)."""

    name: Name
    """Its name."""
    trap: Flag = False
    """Whether it is a trap, which goes off once."""
    defence: ArcaneWord
    """The defence that resists it (H.R0)."""
    power: Annotated[int, Field(ge=0, le=99, strict=True)] | None = None
    """What it is resisted against, on top of the base of a check; by default that of the rulings."""
    damage: Dice | None = None
    """Its dice, such as `2d6` (H.W2)."""
    types: Types = ()
    """The types of its damage (H.E1)."""
    effect: ConditionWord | None = None
    """The condition that it brings."""
    among: tuple[str, ...] = ()
    """Those that it threatens from the start, by name or short name."""
    hidden: Flag = False
    """Whether nobody has found it: until it goes off, or the game master says so, only the game master knows of it."""

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, object]:
        return leave_out(handler(self), "hidden")


def hidden_last(hazards: Iterable[HazardSetup]) -> tuple[HazardSetup, ...]:
    """Return hazards in the order of their numbers: those that nobody has found after all others, so that the numbers
    of the others are the same for everybody."""
    return tuple(sorted(hazards, key=lambda each: each.hidden))


def hazard_faults(hazard: HazardSetup) -> Found:
    """Yield the faults of a trap or a hazard by itself."""
    what = "trap" if hazard.trap else "hazard"
    if hazard.damage is None and hazard.effect is None:
        yield (), f"a {what} deals damage, or brings a condition, or both (H.R0)"
    if hazard.damage is not None and not hazard.types:
        yield ("types",), "damage has one type or several (H.E1)"
    if hazard.damage is None and hazard.types:
        yield ("types",), "are those of damage, and there is none (H.E1)"
    if hazard.effect in CAUSED:
        yield ("effect",), f"{hazard.effect} {CAUSED[hazard.effect]}; a {what} cannot bring it"
    if hazard.effect == "dominated":
        yield ("effect",), f"dominated needs a dominating combatant; a {what} cannot bring it (H.X5)"


class WaveSetup(Part):
    """What follows an encounter once the heroes have won it: new foes, who meet the same heroes as they are."""

    name: Name | None = None
    """Its name; by default that of the encounter."""
    about: About = ""
    """A sentence about it."""
    foes: Annotated[tuple[CombatantSetup, ...], Field(min_length=1)]
    """The foes."""
    hazards: Annotated[tuple[HazardSetup, ...], Field(max_length=MAX_HAZARDS), AfterValidator(hidden_last)] = ()
    """Its traps and hazards."""
    rest: str = ""
    """The rest that the heroes have before it, by its name in the rulings (H.O3); empty: none."""
    elsewhere: Flag = False
    """Whether it is at another place: the cover and the modifiers that the heroes entered with stay behind."""


class EncounterSetup(Part):
    """Two sides of combatants, the traps and hazards, and the rulings. ``seats`` are the people's, where several share
    a side or a game master sits at the table. ``secret_sheets``: the other side's sheets stay secret."""

    name: Name = "Encounter"
    """The name of the encounter."""
    about: About = ""
    """A sentence about it."""
    sides: tuple[tuple[CombatantSetup, ...], tuple[CombatantSetup, ...]]
    """The combatants of each side."""
    titles: tuple[Name, Name] = ("Heroes", "Foes")
    """What the sides are called."""
    hazards: Annotated[tuple[HazardSetup, ...], Field(max_length=MAX_HAZARDS), AfterValidator(hidden_last)] = ()
    """Its traps and hazards."""
    rulings: RulingsSetup = Field(default_factory=lambda: RulingsSetup.model_validate({}))
    """Rulings that differ from the shipped ones."""
    seats: SeatSetups = ()
    """The people's seats, where several share a side, or a game master sits at the table."""
    secret_sheets: Flag = False
    """Whether the other side's sheets stay secret."""
    foes_seen: SeenWord = "numbers"
    """How those who do not lead the foes see them: with their numbers, in words (hurt, Bloodied), or not at all."""
    rest: str = ""
    """The rest that the heroes have had before it, by its name in the rulings (H.O3); empty: none."""
    waves: Annotated[tuple[WaveSetup, ...], Field(max_length=MAX_WAVES)] = ()
    """What follows it, one after the other."""

    def _faults(self) -> Found:
        return _encounter_faults(self)

    @model_serializer(mode="wrap")
    def _without_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, object]:
        data = leave_out(handler(self), "seats", "secret_sheets", "rest", "waves")
        return data if self.hides_foes else leave_out(data | {"foes_seen": ""}, "foes_seen")

    @property
    def hides_foes(self) -> bool:
        """Return whether foes are seen without their numbers."""
        return self.foes_seen != "numbers"

    @property
    def combatants(self) -> tuple[CombatantSetup, ...]:
        """Return all combatants, in the order of their numbers in the encounter."""
        return (*self.sides[0], *self.sides[1])

    @property
    def tags(self) -> list[str]:
        """Return the short names of all combatants."""
        return [tag_of(who, len(self.sides[0])) for who in range(len(self.combatants))]


def _encounter_faults(setup: EncounterSetup) -> Found:
    for side, members in enumerate(setup.sides):
        if not members:
            yield ("sides", side), "a side has at least one combatant (H.N1)"
        for index, each in enumerate(members):
            for reason in ring_faults(each.ring, side, setup.tags):
                yield ("sides", side, index, "ring"), reason
            own = tag_of(side * len(setup.sides[0]) + index, len(setup.sides[0]))
            for reason in against_faults(each.modifiers, own, setup.tags):
                yield ("sides", side, index, "modifiers"), reason
    count, modifiers = len(setup.combatants), sum(len(each.modifiers) for each in setup.combatants)
    if count > MAX_COMBATANTS:
        yield ("sides",), f"must have at most {MAX_COMBATANTS} combatants together, not {count} (H.N1)"
    if modifiers > MAX_MODIFIERS:
        yield ("sides",), f"must have at most {MAX_MODIFIERS} modifiers together, not {modifiers} (H.D11)"
    for reason in rest_faults(setup.rest, setup.rulings):
        yield ("rest",), reason
    for side, members in enumerate(setup.sides):
        for index, each in enumerate(members):
            if each.state is not None:
                for at, reason in state_faults(each.state, card_of(each.sheet, setup.rulings), each.sheet):
                    yield ("sides", side, index, "state", *at), reason
    for index, hazard in enumerate(setup.hazards):
        for at, reason in hazard_faults(hazard):
            yield ("hazards", index, *at), reason
        for tag in hazard.among:
            if tag not in setup.tags:
                yield ("hazards", index, "among"), f"there is no {tag!r}; there are {', '.join(setup.tags)} (H.R0)"
        if hazard.name.lower() in [other.name.lower() for other in setup.hazards[:index]]:
            yield ("hazards", index, "name"), f"the name {hazard.name!r} is given twice"
    yield from seat_faults(setup.seats, numbers_of(setup.tags))
    for index, wave in enumerate(setup.waves):
        heroes = tuple(without_others(each).model_copy(update={"state": None}) for each in setup.sides[0])
        changed = {"sides": (heroes, wave.foes), "hazards": wave.hazards, "rest": wave.rest, "seats": (), "waves": ()}
        for at, reason in _encounter_faults(setup.model_copy(update=changed)):
            yield ("waves", index, *(("foes", *at[2:]) if at[:2] == ("sides", 1) else at)), reason


def rest_faults(rest: str, rulings: RulingsSetup) -> Iterator[str]:
    """Yield what is wrong with the name of a rest."""
    if rest and rest not in rulings.rests:
        yield f"there is no rest {rest!r}; known are {', '.join(rulings.rests) or 'none'} (H.O3)"


def numbers_of(tags: Sequence[str]) -> dict[str, int]:
    """Return short names with the numbers of their combatants."""
    return {tag: who for who, tag in enumerate(tags)}


def seating(setup: EncounterSetup) -> tuple[Seat, ...]:
    """Return the seats of an encounter."""
    return seats_of(setup.seats, numbers_of(setup.tags))


def ring_faults(ring: dict[PlaceWord, str], side: int, tags: Sequence[str]) -> Iterator[str]:
    """Yield the faults of the ring around a combatant of a side."""
    for place, tag in ring.items():
        if tag not in tags:
            yield f"there is no {tag!r} to stand at {place}; there are {', '.join(tags)} (H.D9)"
        elif tag.startswith(SIDE_LETTERS[side]):
            yield f"{tag} at {place} is of the same side: a ring holds opponents (H.D9)"
    for tag in sorted({tag for tag in ring.values() if list(ring.values()).count(tag) > 1}):
        yield f"{tag} stands at one place only, not at {' and '.join(p for p in ring if ring[p] == tag)} (H.D9)"


def against_faults(modifiers: Sequence[ModifierSetup], own: str, tags: Sequence[str]) -> Iterator[str]:
    """Yield the faults of the attackers whom the modifiers of a combatant name."""
    for each in modifiers:
        if each.against == own:
            yield f"{own} is not its own attacker (H.D10)"
        elif each.against and each.against not in tags:
            yield f"there is no {each.against!r} to be against; there are {', '.join(tags)} (H.D10)"


def build(setup: EncounterSetup) -> Row[Setting]:
    """Return the setting of an encounter."""
    made = allocate(Setting)
    setting = look(Setting, made)
    setting.combatants, setting.first_of_b = len(setup.combatants), len(setup.sides[0])
    write_rulings(setting, setup.rulings)
    write_rest(setting.rest, setup.rulings.rests, setup.rest)
    setting.rulings.end_asks = is_asked(setup.rulings, any(seat.master for seat in setup.seats))
    write_odds(setting)
    for hazard, given in zip(setting.hazards, setup.hazards, strict=False):
        _write_hazard(hazard, given, setup.rulings)
    for who, combatant in enumerate(setup.combatants):
        side(made, who, combatant.sheet, setup.rulings)
        _enter(setting, who, combatant, setup)
    write_threats(setting)
    return made


def complete(setup: EncounterSetup) -> EncounterSetup:
    """Return the same encounter with all rulings written out, so that it takes none from what is shipped."""
    return setup.model_copy(update={"rulings": setup.rulings.model_copy(update={"complete": True})})


def side(made: Row[Setting], who: int, sheet: SheetSetup, rulings: RulingsSetup) -> None:
    """Write the card of a combatant's sheet into a setting that has its rulings."""
    card = look(Setting, made).cards[who]
    _write_card(card, sheet, rulings)
    derive(made, who)
    _write_actions(card, sheet)


def cards_of(sheets: Sequence[SheetSetup], rulings: RulingsSetup) -> list[Card]:
    """Return the cards of the sheets of an encounter."""
    made = allocate(Setting)
    setting = look(Setting, made)
    write_rulings(setting, rulings)
    for who, sheet in enumerate(sheets):
        side(made, who, sheet, rulings)
    return list(setting.cards[: len(sheets)])


def card_of(sheet: SheetSetup, rulings: RulingsSetup | None = None) -> Card:
    """Return the card of one sheet."""
    return cards_of([sheet], rulings or RulingsSetup.model_validate({}))[0]


def _write_card(card: Card, sheet: SheetSetup, rulings: RulingsSetup) -> None:
    for attribute in Attribute:
        card.attributes[attribute] = getattr(sheet.attributes, attribute.name.lower())
    for component in Component:
        card.bonuses[component] = highest(numbers([bonus for _, bonus in sheet.bonuses(word(component))] or [0]))
    card.level, card.armour, card.is_player = sheet.level, ARMOURS.index(sheet.armour), sheet.player
    for type in DamageType:
        of_items = [amount for _, amount in sheet.item_resistances(word(type))]
        card.resistances[type] = resistance(sheet.resistances.get(word(type), 0), numbers(of_items or [0]))
        card.vulnerabilities[type] = sheet.vulnerabilities.get(word(type), 0)
    card.conditions = sum(1 << member(ConditionName, name) for name in set(sheet.conditions))
    card.fears_blood = sheet.bloodied == "afraid"
    if not isinstance(sheet.bloodied, str):
        write_row(card.response, sheet.bloodied)
    elif sheet.bloodied in ("weakened", "frenzied"):
        write_row(card.response, rulings.responses[sheet.bloodied])


def _enter(setting: Setting, who: int, combatant: CombatantSetup, setup: EncounterSetup) -> None:
    """Write how a combatant enters the encounter."""
    card, tags = setting.cards[who], setup.tags
    if combatant.state is not None:
        write_state(setting, who, combatant.state, combatant.sheet)
    card.conditions |= setup.secret_sheets << CONDITIONS | member(Seen, setup.foes_seen) << (CONDITIONS + 1)
    card.hidden, card.away = combatant.hidden, combatant.away
    for place, tag in combatant.ring.items():
        card.ring[PLACES.index(place)] = 1 + tags.index(tag)
    card.hazards = sum(1 << place for place, hazard in enumerate(setup.hazards) if tags[who] in hazard.among)
    for given in combatant.modifiers:
        record = setting.modifiers[setting.modifiers_count]
        setting.modifiers_count += 1
        record.whom, record.component = who, member(Component, given.component)
        record.amount, record.turns = given.amount, given.turns or 0
        record.against = 1 + tags.index(given.against) if given.against else 0
        for index, number in enumerate(ints_of(given.name)):
            record.name[index] = number


def _write_hazard(record: Hazard, given: HazardSetup, rulings: RulingsSetup) -> None:
    record.once, record.hidden = given.trap, given.hidden
    record.dice, record.sides, record.plus = dice_of(given.damage)
    record.types = sum(1 << member(DamageType, type) for type in set(given.types))
    record.brings.condition = _condition(given.effect)
    record.brings.defence = member(Target, given.defence)
    record.brings.power = rulings.default_power if given.power is None else given.power


def _write_actions(card: Card, sheet: SheetSetup) -> None:
    card.actions_count = len(sheet.actions)
    for record, action in zip(card.actions, sheet.actions, strict=False):
        record.dice, record.sides, record.plus = dice_of(action.damage)
        record.types = sum(1 << member(DamageType, type) for type in set(action.types))
        governing = member(Attribute, action.attribute or "strength")
        score = as_plain(score_of)(card, governing)
        for inflicted, given in ((record.effect, action.effect), (record.critical, action.critical)):
            _write_inflicted(inflicted, given, score if _is_physical(action, given) else LIVE)
        said = None if isinstance(action, WeaponSetup) else action.check
        record.check = member(Check, said) if said else Check.BY_RULE
        record.needs = Need.ITSELF if action.when else Need.ITS_TARGET if action.against else Need.NOBODY
        record.targets = WHOLE_SIDE if action.targets == "side" else action.targets or 0
        record.bonus, record.uses, record.until_rest = action.bonus, action.uses or 0, action.per == "rest"
        if isinstance(action, WeaponSetup):
            record.kind, record.target = ActionKind.WEAPON, Target.PHYSICAL
            record.bonus += score
        else:
            _write_spell(record, action, card)


def _is_physical(action: WeaponSetup | SpellSetup, given: InflictedSetup | None) -> bool:
    """Return whether an attribute, and not Spell Power, governs what an action brings: a weapon's effect, and a
    talent's that names a defence."""
    return isinstance(action, WeaponSetup) or (action.talent and given is not None and given.defence is not None)


def _write_inflicted(record: Inflicted, given: InflictedSetup | None, power: int) -> None:
    """Write what a hit brings; its power is that of what governs the action, unless it is given."""
    if given is not None:
        record.condition = _condition(given.condition)
        record.defence = member(Target, given.defence) if given.defence else 0
        record.power = power if given.power is None else given.power


def _write_spell(record: Action, spell: SpellSetup, card: Card) -> None:
    record.kind = ActionKind.TALENT if spell.talent else ActionKind.SPELL
    record.target, record.heals = member(Target, spell.target or "physical"), spell.heals
    if spell.talent:
        record.bonus += as_plain(score_of)(card, member(Attribute, spell.attribute or "strength"))
    elif spell.damage is not None:
        record.plus += card.spell_potency


def _condition(name: str | None) -> int:
    return 0 if name is None else 1 + int(member(ConditionName, name))


def warnings(sheet: SheetSetup, rulings: RulingsSetup | None = None) -> Iterator[tuple[str, str]]:
    """Yield what is odd about a sheet but allowed: the field, and a sentence."""
    rules = rulings or RulingsSetup.model_validate({})
    card = look(Card, allocate(Card))
    _write_card(card, sheet, rules)
    if not has_any(numbers(list(card.resistances))):
        yield "resistances", "has no resistance; every creature should have at least one (H.E4)"
    if not has_any(numbers(list(card.vulnerabilities))):
        yield "vulnerabilities", "has no vulnerability; every creature should have at least one (H.E4)"
    needed = strength_for(rules, sheet.armour)
    strength = as_plain(score_of)(card, Attribute.STRENGTH)
    if is_too_weak(strength, needed):
        asks = f"{sheet.armour} armour asks for Strength {needed}, and it has {strength}"
        yield "armour", f"{asks}: attacks at {-rules.short_of_strength} (H.D5)"
    for spell in sheet.spells:
        elements = [type for type in spell.types if member(DamageType, type) in ELEMENTAL]
        if spell.target == "physical" and elements and not spell.talent:
            does = f"{spell.name} deals {' and '.join(elements)} damage and targets Physical Defence"
            yield "spells", f"{does}; elemental spells usually target an arcane defence (H.R0)"

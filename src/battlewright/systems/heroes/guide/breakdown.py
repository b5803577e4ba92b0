"""Breaking a sheet down, line by line: every derived value (``sheet_values``) with its parts and its clause.

The values are those that the rules derive (``sheets.derive``); the parts say where they come from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.text import plural
from battlewright.systems.heroes.enums import Attribute, Component, DamageType, Target
from battlewright.systems.heroes.guide.sheet_values import (
    Bonus,
    Breakdown,
    Deed,
    DeedWord,
    KeyedLine,
    Note,
    Oddity,
    Part,
    Score,
    formula_of,
    sum_of,
)
from battlewright.systems.heroes.record import LIVE, Action, Card, Inflicted
from battlewright.systems.heroes.rules.sheets import half, is_too_weak, score_of
from battlewright.systems.heroes.setup.encounter import card_of, warnings
from battlewright.systems.heroes.setup.file_types import SITUATIONAL, Damage, TargetWord, member, word
from battlewright.systems.heroes.setup.files import ItemSetup, SheetSetup, SpellSetup, WeaponSetup
from battlewright.systems.heroes.setup.rulings import ConditionSetup, RulingsSetup, strength_for

AFFECTS = {
    Attribute.STRENGTH: ("melee weaponry", "Parry", "Fortitude", "carrying capacity"),
    Attribute.CONSTITUTION: ("Health and hit points", "Fortitude"),
    Attribute.DEXTERITY: ("precision weapons", "Dodge", "Initiative", "Reflex"),
    Attribute.INTELLECT: ("Spell Potency", "Initiative", "Reflex", "the skill phase of social encounters"),
    Attribute.WISDOM: ("Spell Power", "Willpower", "the intuition phase of social encounters"),
    Attribute.CHARISMA: ("Willpower", "social skill bonuses", "allegiance and nemesis"),
}
"""What each attribute affects (H.A2)."""


def break_down(sheet: SheetSetup, rulings: RulingsSetup | None = None) -> Breakdown:
    """Break down a sheet by these rulings (default: as shipped)."""
    rules = rulings or RulingsSetup.model_validate({})
    maker = _Maker(sheet, rules, card_of(sheet, rules))
    return Breakdown(
        name=sheet.name,
        about=sheet.about,
        player=sheet.player,
        level=sheet.level,
        armour=sheet.armour,
        attributes=tuple(maker.attribute(each) for each in Attribute),
        pools=tuple(maker.pools()),
        physical=tuple(maker.physical()),
        bands=tuple(maker.bands()),
        arcane=tuple(maker.arcane()),
        magic=tuple(maker.magic()),
        initiative=maker.initiative(),
        actions=tuple(maker.deed(index) for index in range(len(sheet.actions))),
        items=tuple(maker.items()),
        resistances=tuple(maker.resistances()),
        vulnerabilities=tuple(
            sum_of(type, amount, (Part("natural", amount),), ("H.E3",))
            for type, amount in sheet.vulnerabilities.items()
        ),
        conditions=tuple(name.title() for name in sheet.conditions),
        bloodied=maker.bloodied(),
        warnings=tuple(Oddity(*each) for each in warnings(sheet, rules)),
    )


def _title(member: Any) -> str:
    return word(member).title()


def changes_of(row: ConditionSetup) -> list[str]:
    """Return what a row of the table of conditions changes, as phrases."""
    changes = [f"{word(each)} {amount:+d}" for each in SITUATIONAL if (amount := getattr(row, each.name.lower()))]
    changes += [f"{-row.ap} AP"] if row.ap else []
    for name in ("no_actions", "no_spells", "no_dodge", "no_parry", "dominated", "confused"):
        changes += [name.replace("_", " ")] if getattr(row, name) else []
    changes += ["recovers no Health"] if row.seals_health else []
    changes += ["recovers no Morale"] if row.seals_morale else []
    changes += ["no movement" if row.movement == "none" else "half movement"] if row.movement else []
    return changes


def lasting(rulings: RulingsSetup, condition: str, check: str | None = None) -> str:
    """Return a condition and how long it lasts, as text."""
    turns = rulings.conditions[condition.replace(" ", "_")].turns
    if isinstance(turns, int):
        return f"{condition.title()} for {plural(turns, 'turn')}"
    if turns is not None:
        return condition.title()
    return f"{condition.title()} until a {check or 'resistance or maintenance'} check"


class _Maker:
    """Makes the lines of one sheet."""

    def __init__(self, sheet: SheetSetup, rulings: RulingsSetup, card: Card) -> None:
        self.sheet, self.rulings, self.card = sheet, rulings, card

    def attribute(self, attribute: Attribute) -> Score:
        """Return an attribute with its item bonus."""
        own, component = self.card.attributes[attribute], Component(Component.STRENGTH + attribute)
        added = self.card.bonuses[component]
        notes = (Note(f"{own} + item {added}", "H.D5"), *self.stacked(component)) if added else ()
        return Score(_title(attribute), own + added, AFFECTS[attribute], notes=notes)

    def bloodied(self) -> Note:
        """Return how the creature responds to being Bloodied."""
        said = self.sheet.bloodied
        if said == "none":
            return Note("no response", "H.X4")
        if said == "afraid":
            return Note("afraid, as the condition", "H.X4")
        row = said if isinstance(said, ConditionSetup) else self.rulings.responses[said]
        text = ", ".join(changes_of(row)) or "nothing"
        return Note(f"{said}: {text}" if isinstance(said, str) else text, "H.X4")

    def score(self, attribute: Attribute) -> Part:
        """Return an attribute as a part."""
        return Part(_title(attribute), as_plain(score_of)(self.card, attribute))

    def half(self, *attributes: Attribute) -> Part:
        """Return half of an attribute, or of several together."""
        whole = sum(as_plain(score_of)(self.card, each) for each in attributes)
        names = " + ".join(f"{_title(each)} {as_plain(score_of)(self.card, each)}" for each in attributes)
        rounded = ", rounded up by H.A3" if whole % 2 else ""
        return Part(" + ".join(map(_title, attributes)), half(whole), f"half of {names}{rounded}")

    def item(self, component: Component) -> tuple[Part, ...]:
        """Return the highest item bonus to a component, with its source."""
        bonus = self.card.bonuses[component]
        sources = [name for name, amount in self.sheet.bonuses(word(component)) if amount == bonus]
        return (Part("item", bonus, source=sources[0]),) if bonus else ()

    def stacked(self, component: Component) -> tuple[Note, ...]:
        """Return a note if several items add to the same component."""
        found = self.sheet.bonuses(word(component))
        if len(found) < 2:
            return ()
        return (Note(f"the highest of {', '.join(f'{name} {amount}' for name, amount in found)}", "H.D6"),)

    def component(
        self, component: Component, parts: tuple[Part, ...], *clauses: str, notes: tuple[Note, ...] = ()
    ) -> KeyedLine:
        """Return a component with its parts and what items add to it."""
        value: int = getattr(self.card, component.name.lower())
        notes = (*self.stacked(component), *notes)
        return sum_of(_title(component), value, (*parts, *self.item(component)), clauses, notes)

    def pools(self) -> Iterator[KeyedLine]:
        """Yield Health and Wounds, Morale and Stress."""
        card, rules = self.card, self.rulings
        for large, small, sources in (
            ("health", "wounds", (Attribute.CONSTITUTION, Attribute.STRENGTH, Attribute.DEXTERITY)),
            ("morale", "stress", (Attribute.CHARISMA, Attribute.INTELLECT, Attribute.WISDOM)),
        ):
            parts, words = [], []
            for index, each in enumerate(sources):
                times, score = rules.pool_others if index else rules.pool_first, self.score(each)
                parts.append(Part(score.name, times * score.value * card.level))
                words.append(f"{'' if times == 1 else f'{times} x '}{score.name} {score.value}")
            size: int = getattr(card, large)
            formula = f"({' + '.join(words)}) x level {card.level}"
            yield KeyedLine(large.title(), size, formula, tuple(parts), ("H.P2",))
            share = "half" if rules.pool_parts == 2 else f"1/{rules.pool_parts}"
            phrase = f"{share} of {large.title()} {size}{', rounded up' if size % rules.pool_parts else ''}"
            held: int = getattr(card, small)
            yield sum_of(small.title(), held, (Part(large.title(), held, phrase),), ("H.P2",))

    def physical(self) -> Iterator[KeyedLine]:
        """Yield Dodge, Parry, Armor and their sum."""
        card, worn = self.card, self.rulings.armour[self.sheet.armour]
        yield self.component(
            Component.DODGE, (self.score(Attribute.DEXTERITY),), "H.D1", notes=self.limit(worn.most_dodge)
        )
        yield self.component(Component.PARRY, (self.half(Attribute.STRENGTH),), "H.D2")
        name = "unarmored" if self.sheet.armour == "unarmored" else f"{self.sheet.armour} armour"
        yield self.component(Component.ARMOR, (Part(name, worn.value),), "H.D3", "H.D4")
        three = (Part("Dodge", card.dodge), Part("Parry", card.parry), Part("Armor", card.armor))
        formula = " + ".join(f"{part.name} {part.value}" for part in three)
        yield KeyedLine("Physical Defence", card.dodge + card.parry + card.armor, formula, three, ("H.D7",))

    def limit(self, most: int | None) -> tuple[Note, ...]:
        """Return what the armour's limit does to Dodge."""
        if most is None:
            return ()
        whole = as_plain(score_of)(self.card, Attribute.DEXTERITY) + self.card.bonuses[Component.DODGE]
        how = "cut to" if whole > most else "at" if whole == most else "below"
        return (Note(f"{how} the limit {most} of {self.sheet.armour} armour", "H.D4"),)

    def bands(self) -> Iterator[Note]:
        """Yield the bands of an attack roll against this sheet."""
        card = self.card
        whole, margin = card.dodge + card.parry + card.armor, self.rulings.critical_margin
        edges = (card.dodge, card.dodge + card.parry, whole, whole + margin)
        below = 0
        for edge, what in zip(edges, ("dodged", "parried", "stopped by armour", "a hit"), strict=True):
            if edge > below:
                span = f"up to {edge}" if below == 0 else str(edge) if edge == below + 1 else f"{below + 1} to {edge}"
                yield Note(f"{span} {what}", "H.D8")
                below = edge
        yield Note(f"{below + 1} and more a critical hit", "H.D8")

    def arcane(self) -> Iterator[KeyedLine]:
        """Yield the three arcane defences."""
        for component, whole, halved, clause in (
            (Component.WILLPOWER, Attribute.WISDOM, Attribute.CHARISMA, "H.R1"),
            (Component.FORTITUDE, Attribute.CONSTITUTION, Attribute.STRENGTH, "H.R2"),
            (Component.REFLEX, Attribute.DEXTERITY, Attribute.INTELLECT, "H.R3"),
        ):
            yield self.component(component, (self.score(whole), self.half(halved)), clause)

    def magic(self) -> Iterator[KeyedLine]:
        """Yield Spell Power and Spell Potency."""
        yield self.component(Component.SPELL_POWER, (self.score(Attribute.WISDOM),), "H.R8")
        yield self.component(Component.SPELL_POTENCY, (self.score(Attribute.INTELLECT),), "H.R8")

    def initiative(self) -> Bonus:
        """Return the bonus to the initiative die."""
        parts = (self.half(Attribute.DEXTERITY, Attribute.INTELLECT), *self.item(Component.INITIATIVE))
        dice, notes = f"1d{self.rulings.initiative_sides}", self.stacked(Component.INITIATIVE)
        formula = f"{formula_of(parts)}, on top of {dice} each round"
        return Bonus("Initiative", self.card.initiative, formula, parts, ("H.N1",), notes, dice)

    def deed(self, index: int) -> Deed:
        """Return a weapon, spell or talent by its index."""
        action, record, rules = self.sheet.actions[index], self.card.actions[index], self.rulings
        kind: DeedWord = "weapon" if isinstance(action, WeaponSetup) else "talent" if action.talent else "spell"
        target: TargetWord | None = "physical" if isinstance(action, WeaponSetup) else action.target
        notes = [*self.contested(target), *self.effects(action, record)]
        if action.when or action.against:
            notes.append(Note(f"only {'while' if action.when else 'against a target that is'} Bloodied", "H.X4"))
        if action.targets:
            at = "all of a side" if action.targets == "side" else f"up to {action.targets} targets"
            dice = ", its dice rolled once for all" if action.damage else ""
            notes.append(Note(f"at {at} at once{dice}", "H.O1"))
        if action.uses:
            until = "until a rest" if action.per == "rest" else "in an encounter"
            notes.append(Note(f"{plural(action.uses, 'use')} {until}", "H.O2"))
        return Deed(
            action.name,
            kind,
            target,
            rules.spell_ap if kind == "spell" else rules.attack_ap,
            self.attack_roll(action, record.bonus) if target == "physical" else None,
            None if action.damage is None else str(Damage(record.dice, record.sides, record.plus)),
            action.types,
            self.card.spell_potency if kind == "spell" and action.damage is not None else 0,
            tuple(notes),
        )

    def attack_roll(self, action: WeaponSetup | SpellSetup, bonus: int) -> Bonus:
        """Return the bonus to the dice of an attack."""
        card = self.card
        parts: tuple[Part, ...]
        if isinstance(action, SpellSetup) and not action.talent:
            value, parts = card.spell_power + bonus, (Part("Spell Power", card.spell_power),)
        else:
            value, parts = bonus, (self.score(member(Attribute, action.attribute or "strength")),)
        parts += (Part("its bonus", action.bonus), *self.item(Component.ATTACK))
        needed = strength_for(self.rulings, self.sheet.armour)
        notes: tuple[Note, ...] = ()
        if is_too_weak(as_plain(score_of)(card, Attribute.STRENGTH), needed):
            parts += (Part("short of Strength", -self.rulings.short_of_strength),)
            notes = (Note(f"{self.sheet.armour} armour asks for Strength {needed}", "H.D5"),)
        dice = f"{self.rulings.attack_dice}d{self.rulings.attack_sides}"
        formula = f"{formula_of(parts)}, on top of {dice}"
        return Bonus("Attack", value + card.attack, formula, parts, ("H.W1",), notes, dice)

    def contested(self, target: str | None) -> Iterator[Note]:
        """Yield how an action against an arcane defence is resolved."""
        contests = {
            "willpower": ("Resolve", "H.R4"),
            "fortitude": ("Endurance", "H.R7"),
            "reflex": ("Avoidance", "H.R7"),
        }
        if target in contests:
            name, clause = contests[target]
            die, wins = f"1d{self.rulings.contest_sides}", self.rulings.contest_wins
            sides = f"{die} + Spell Power {self.card.spell_power} against {die} + {target.title()}"
            yield Note(f"Contest of {name}, {sides}, to {wins} wins", clause)

    def effects(self, action: WeaponSetup | SpellSetup, record: Action) -> Iterator[Note]:
        """Yield what a hit, or a won contest, does beyond its dice."""
        if isinstance(action, SpellSetup) and action.heals:
            yield Note("gives back Health" if action.types != ("psychic",) else "gives back Morale", "H.P1")
        check = action.check if isinstance(action, SpellSetup) else "resistance"
        if action.effect:
            yield Note(
                f"brings {lasting(self.rulings, action.effect.condition, check)}{self.resisted(record.effect)}", "H.X5"
            )
        if isinstance(action, WeaponSetup) or action.target == "physical":
            twice = f"rolls {Damage(2 * record.dice, record.sides, record.plus)}" if action.damage else ""
            brings = ""
            if action.critical:
                brings = (
                    f"brings {lasting(self.rulings, action.critical.condition, check)}{self.resisted(record.critical)}"
                )
            if twice or brings:
                yield Note(f"a critical hit {' and '.join(filter(None, (twice, brings)))}", "H.W2")

    def resisted(self, record: Inflicted) -> str:
        """Return how the effect of a hit is resisted first."""
        if not record.defence:
            return ""
        against = f"{self.rulings.check_base} + {self.card.spell_power if record.power == LIVE else record.power}"
        return f", unless {word(Target(record.defence)).title()} against {against} withstands it (H.R0)"

    def items(self) -> Iterator[Note]:
        """Yield the items that are worn or held, and what they give."""
        carried: tuple[ItemSetup | WeaponSetup, ...] = (*self.sheet.items, *self.sheet.weapons)
        for each in carried:
            gives = [f"{component} +{amount}" for component, amount in each.bonuses.items()]
            resists = getattr(each, "resistances", {})
            gives += [f"resistance to {type} {amount}" for type, amount in resists.items()]
            if gives:
                yield Note(f"{each.name}: {', '.join(gives)}", "H.D6")

    def resistances(self) -> Iterator[KeyedLine]:
        """Yield the resistance to each type: natural, and the highest of the items'."""
        for type in DamageType:
            name = word(type)
            found, natural = self.sheet.item_resistances(name), self.sheet.resistances.get(name, 0)
            parts = [Part("natural", natural)] if natural else []
            if found:
                source, best = max(found, key=lambda each: each[1])
                parts.append(Part(source, best, source=source))
            several = ", ".join(f"{item} {amount}" for item, amount in found)
            notes = (Note(f"the highest of {several}", "H.E2"),) if len(found) > 1 else ()
            if parts:
                yield sum_of(name, self.card.resistances[type], tuple(parts), ("H.E2",), notes)

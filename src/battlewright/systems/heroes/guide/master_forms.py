"""A game master's edits as lines to fill in: each blank has what may be picked now, or the limits of its number."""

from __future__ import annotations

from collections.abc import Iterator

from battlewright.answers.edits import Blank, EditForm, Option, options_of
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.systems.heroes.enums import ConditionName
from battlewright.systems.heroes.guide.amendments import amendment_forms
from battlewright.systems.heroes.guide.cards import Cards, CombatantCard
from battlewright.systems.heroes.guide.edit_words import CHECKS, CONDITIONS, DEFENCES, MODIFIED, TYPES, groups_of
from battlewright.systems.heroes.record import RING, Setting
from battlewright.systems.heroes.rules.edit import MOST, MOST_DAMAGE, is_going_off, refuses_to_be_brought
from battlewright.systems.heroes.setup.encounter import EncounterSetup

FIXED = frozenset({ConditionName.BLOODIED, ConditionName.NEAR_DEATH})
"""The conditions that come and go with Health alone."""
POWER = Blank("power", "Power", is_number=True, least=1, most=MOST, before="power", optional=True)
DEFENCE = options_of(DEFENCES)


def master_forms(position: Position) -> tuple[EditForm, ...]:
    """Return what a game master may change now."""
    return tuple(_Forms(position).all())


class _Forms:
    """The forms of one encounter as it is now."""

    def __init__(self, position: Position) -> None:
        self.setup: EncounterSetup = position.setup
        self.setting: Setting = look(Setting, position.setting)
        self.cards = Cards(position).all(with_sheets=False)
        self.may_spring = not as_plain(is_going_off)(position.record)
        """Whether another trap may go off now: none is just going off."""
        each = tuple(Option(card.tag, _called(card)) for card in self.cards)
        groups = options_of(groups_of(self.setup))
        self.who, self.whom = Blank("who", "Combatant", each), Blank("who", "Whom", (*groups, *each), several=True)
        first = self.setting.first_of_b
        attackers = (*each[first:], *each[:first])  # those of most that is given to the heroes first
        self.against = Blank("against", "Against one attacker alone", attackers, before="against", optional=True)

    def all(self) -> Iterator[EditForm]:
        """Yield the forms, the usual ones first."""
        numbers = Blank("what", "Number", tuple(self._numbers()))
        yield EditForm(
            "set",
            "A number",
            "Pools, cover, AP in its turn, and uses that are left (H.P1, H.O2).",
            (numbers, _number("value", "New")),
        )
        yield from self._amounts()
        yield self._give()
        yield from self._end()
        yield from self._modifiers()
        yield self._ring()
        yield from self._hazards()
        limit = _number("value", "Round", 1, self.setup.rulings.round_limit)
        yield EditForm("round", "The round", "The round that is counted (H.N1).", (limit,))
        yield from amendment_forms(self.setup)

    def _numbers(self) -> Iterator[Option]:
        for card in self.cards:
            for number in card.numbers:
                label = "AP" if number.name == "ap" else number.name.title()
                limits = (number.now, number.least, number.most)
                yield Option(f"{card.tag} {number.name}", label, _called(card), *limits)

    def _amounts(self) -> Iterator[EditForm]:
        amount = _number("amount", "Amount", 1, MOST_DAMAGE)
        types = Blank("types", "Types", options_of(TYPES), several=True)
        about = "Less resistances, plus vulnerabilities; Health first, then Wounds (H.E2, H.E3, H.P2)."
        yield EditForm("damage", "Damage", about, (self.whom, amount, types))
        pool = Blank("pool", "Of", options_of(("health", "morale")))
        yield EditForm("heal", "Healing", "Some conditions forbid it (H.P1, H.X5).", (self.whom, amount, pool))

    def _give(self) -> EditForm:
        given = options_of(name for name, each in CONDITIONS.items() if each not in FIXED)
        blanks = (
            self.whom,
            Blank("condition", "Condition", given),
            _number("turns", "Turns", 1, MOST, optional=True),
            Blank("by", "Upheld by", self.who.options, before="by", optional=True),
            Blank("defence", "Resisted with", DEFENCE, optional=True),
            POWER,
            Blank("check", "Ended by", options_of(CHECKS), optional=True),
        )
        return EditForm("give", "A condition begins", "For its usual time, or for some turns (H.X5).", blanks)

    def _end(self) -> Iterator[EditForm]:
        has = [
            Option(f"{card.tag} {each.name.lower()}", each.name, _called(card))
            for card in self.cards
            for each in card.conditions
        ]
        if has:
            yield EditForm("end", "A condition ends", "H.X5", (Blank("what", "Condition", tuple(has)),))

    def _modifiers(self) -> Iterator[EditForm]:
        turns = _number("turns", "Turns", 1, MOST, before="for", optional=True)
        named = options_of(self.setup.rulings.situations)
        if named:
            about = "For good, or for some turns (H.D10)."
            situation = (self.whom, Blank("situation", "Situation", named), self.against, turns)
            yield EditForm("mod", "A situation", about, situation, is_suggested=True)
        amount = _number("amount", "Amount", -MOST, MOST)
        name = Blank("name", "Its name", optional=True)
        blanks = (self.whom, Blank("component", "Modifies", options_of(MODIFIED)), amount, name, self.against, turns)
        about = "With a name of yours, or without one (H.D11)."
        yield EditForm("mod", "A modifier", about, blanks, is_suggested=True)
        given = [
            Option(f"{card.tag} {what}", what, _called(card))
            for card in self.cards
            for each in card.modifiers
            for what in [f"{each.name or each.component}{f' against {each.against}' if each.against else ''}"]
        ]
        if given:
            ends = (Blank("what", "Modifier", tuple(dict.fromkeys(given))),)
            yield EditForm("mod", "A modifier ends", "A situation, or another modifier (H.D11).", ends, "off")

    def _ring(self) -> EditForm:
        places = [
            Blank(
                f"place_{place}",
                f"Place {place}",
                tuple(Option(f"{place} {card.tag}", _called(card)) for card in self.cards),
                optional=True,
            )
            for place in range(1, RING + 1)
        ]
        about = "Opponents at eight places in a ring; opposite ones flank (H.D9)."
        whose = Blank("who", "Around", tuple(Option(f"{card.tag} ring", _called(card)) for card in self.cards))
        return EditForm("set", "Neighbours", about, (whose, *places))

    def _hazards(self) -> Iterator[EditForm]:
        named = options_of(hazard.name.lower() for hazard in self.setup.hazards)
        if named:
            which = (self.who, Blank("hazard", "Trap or hazard", named))
            if self.may_spring:
                yield EditForm("trap", "A trap of the encounter goes off", "H.R0", which)
            yield EditForm("enter", "A hazard threatens", "At the beginning of each of its turns (H.R0).", which)
            yield EditForm("leave", "A hazard threatens no longer", "H.R0", which)
        if not self.may_spring:
            return
        brought = options_of(
            name for name, each in CONDITIONS.items() if not as_plain(refuses_to_be_brought)(self.setting, each)
        )
        blanks = (
            self.who,
            Blank("defence", "Resisted with", DEFENCE),
            POWER,
            Blank("dice", "Damage, such as 2d6+1", optional=True),
            Blank("type", "Type of damage", options_of(TYPES), optional=True),
            Blank("condition", "Condition", brought, optional=True),
        )
        yield EditForm("trap", "A trap goes off", "It is resisted, or it deals and brings this (H.R0).", blanks)


def _called(card: CombatantCard) -> str:
    return f"{card.name} ({card.tag})"


def _number(
    name: str, label: str, least: int | None = None, most: int | None = None, before: str = "", optional: bool = False
) -> Blank:
    return Blank(name, label, (), True, least, most, before, optional)

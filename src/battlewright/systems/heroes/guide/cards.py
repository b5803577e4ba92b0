"""The combatants of an encounter as data: what is derived from their sheets, how they fare, what they can do, and what
a game master may set."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from battlewright.answers.described import Described, ExactNumber, SideNumber
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.record_text import write_record
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.systems.heroes.enums import CONDITIONS, Band, Component, Target
from battlewright.systems.heroes.guide.advice import USES, Chances
from battlewright.systems.heroes.guide.breakdown import break_down
from battlewright.systems.heroes.guide.sheet_values import Breakdown
from battlewright.systems.heroes.record import ChoiceKind, Encounter, HeroesChoice, Setting, Step
from battlewright.systems.heroes.rules.defence import has, is_out
from battlewright.systems.heroes.rules.edit import MOST, acting
from battlewright.systems.heroes.rules.uses import uses_left
from battlewright.systems.heroes.setup.file_types import word
from battlewright.systems.heroes.setup.names import name_of
from battlewright.systems.heroes.words.names import Names, condition_name, frame_of

POOLS = ("health", "wounds", "morale", "stress")
DEFENCES = ("dodge", "parry", "armor", "willpower", "fortitude", "reflex")
ALL_HIDDEN = 100
UseWord = Literal["attack", "contest", "healing"]


@dataclass(frozen=True)
class Limit(Described):
    """A number that a game master may set."""

    name: str
    """What it is called, as it is typed."""
    now: int
    """What it is now."""
    least: int
    """The least that it may be."""
    most: int
    """The most that it may be."""


@dataclass(frozen=True)
class Has(Described):
    """A condition that a combatant has."""

    name: str
    """What it is called."""
    turns: int | None
    """The turns that it still lasts; null until it is ended."""
    by: str
    """The tag of the combatant that brought it; empty if none did."""


@dataclass(frozen=True)
class Given(Described):
    """A situational modifier."""

    name: str
    """What it is called; may be empty."""
    component: str
    """What it modifies."""
    amount: int
    """What it adds."""
    turns: int | None
    """The turns that it still lasts; null until it is taken away."""
    against: str
    """The tag of the attacker against whom alone it counts; empty where it counts against all."""


@dataclass(frozen=True)
class CombatantCard(Described):
    """A combatant. Where its sheet is secret, there are no pools, no defences and no sheet."""

    number: int
    """Its number."""
    tag: str
    """Its tag, such as `a1`."""
    name: str
    """What it is called."""
    side: SideNumber
    """The side that it fights for."""
    acting: bool
    """Whether it is its turn."""
    out: bool
    """Whether it is out of the encounter."""
    seems: str
    """Where its pools are told in words alone: unhurt, hurt, bloodied, near death or down; else empty."""
    numbers: tuple[Limit, ...]
    """What a game master may set, its pools first."""
    defences: dict[str, int]
    """Its current defences, by name."""
    conditions: tuple[Has, ...]
    """The conditions that it has."""
    modifiers: tuple[Given, ...]
    """The modifiers that it has."""
    ring: tuple[str, ...]
    """The tags of the opponents at the places around it; empty for a free place."""
    hazards: tuple[str, ...]
    """The hazards that threaten it."""
    sheet: Breakdown | None
    """Every derived value with its parts and clause; null where it is secret or was not asked for."""


@dataclass(frozen=True)
class Turn(Described):
    """A turn of this round."""

    number: int
    """The combatant whose turn it is, by its number."""
    initiative: int | None
    """Its initiative; null where that is secret."""
    over: bool
    """Whether the turn is over."""


@dataclass(frozen=True)
class Round(Described):
    """A round with its turns."""

    round: int
    """The round that is played."""
    round_limit: int
    """The last round."""
    ap: int
    """The AP of a turn."""
    turns: tuple[Turn, ...]
    """The turns in their order; none before the initiative is rolled."""
    titles: dict[str, str]
    """What each side is called, by side."""


@dataclass(frozen=True)
class Use(Described):
    """What the combatant whose turn it is can do. What does not apply, or depends on a secret sheet, is null, 0 or
    empty."""

    choice: str
    """The line of text of the choice."""
    words: str
    """The choice in words."""
    action: int
    """The index of the action."""
    name: str
    """What the action is called."""
    target: int
    """The target, by its number."""
    kind: UseWord
    """How it is resolved."""
    bonus: int
    """The bonus of the attack roll, or the lead of the contest."""
    chances: dict[str, ExactNumber]
    """The chance of each outcome."""
    hit: ExactNumber | None
    """The chance that it does what it is for."""
    damage: ExactNumber | None
    """The damage that it does on average, misses counted as 0."""
    healed: ExactNumber | None
    """What it heals on average."""
    fells: ExactNumber | None
    """The chance that its damage alone takes the target out."""
    brings: dict[str, ExactNumber]
    """The chance of each condition that it may bring."""
    note: str
    """What else is known, such as that a confused combatant strikes at random."""


class Cards:
    """The combatants of an encounter as it is now."""

    def __init__(self, position: Position) -> None:
        self.position, self.names = position, Names(position.setup)
        self.setting: Setting = look(Setting, position.setting)
        self.encounter: Encounter = position.record
        self.actor = frame_of(self.encounter).actor

    def all(self, with_sheets: bool = True) -> tuple[CombatantCard, ...]:
        """Return the cards of all combatants."""
        return tuple(self.card(who, with_sheets) for who in range(self.setting.combatants))

    def card(self, who: int, with_sheet: bool = True) -> CombatantCard:
        """Return the card of a combatant."""
        combatant, setup = self.encounter.combatants[who], self.names.setup
        ring = tuple(self.names.tag(each - 1) if each else "" for each in combatant.ring)
        knows = self.names.knows(who)
        hazards = tuple(each.name for n, each in enumerate(setup.hazards) if (combatant.hazards >> n) & 1)
        return CombatantCard(
            who,
            self.names.tag(who),
            self.names.called[who],
            int(who >= self.names.first_of_b),
            who == self.actor,
            as_plain(is_out)(combatant),
            self.names.seems(combatant, who),
            tuple(self._numbers(who)),
            {name: getattr(combatant, name) for name in DEFENCES if knows},
            tuple(self._has(who, number) for number in range(CONDITIONS) if as_plain(has)(combatant, number)),
            tuple(self._given(who)),
            ring,
            hazards,
            break_down(setup.combatants[who].sheet, setup.rulings) if knows and with_sheet else None,
        )

    def _numbers(self, who: int) -> list[Limit]:
        combatant, card = self.encounter.combatants[who], self.setting.cards[who]
        pools = POOLS if self.names.knows(who) else ()
        found = [Limit(name, getattr(combatant, name), 0, getattr(card, name)) for name in pools]
        found += [Limit("ap", combatant.ap, 0, MOST)] if who == as_plain(acting)(self.encounter) else []
        found += self._uses(who) if self.names.knows(who) else []
        return [*found, Limit("cover", combatant.hidden, 0, ALL_HIDDEN)]

    def _uses(self, who: int) -> list[Limit]:
        """Return the uses that are left of its actions, where they are limited."""
        return [
            Limit(f"uses {self.names.action_name(who, index).lower()}", left, 0, action.uses)
            for index, action in enumerate(self.setting.cards[who].actions)
            if action.uses
            for left in [as_plain(uses_left)(self.setting, self.encounter, who, index)]
        ]

    def _has(self, who: int, number: int) -> Has:
        effect = self.encounter.combatants[who].effects[number]
        by = self.names.tag(effect.by - 1) if effect.by > 0 else ""
        return Has(condition_name(number), effect.left - 1 if effect.left > 1 else None, by)

    def _given(self, who: int) -> list[Given]:
        given = self.encounter.modifiers[: self.encounter.modifiers_count]
        return [
            Given(
                name_of(list(each.name)),
                word(Component(each.component)),
                each.amount,
                each.turns or None,
                self.names.tag(each.against - 1) if each.against else "",
            )
            for each in given
            if each.whom == who
        ]

    def round(self) -> Round:
        """Return the round with its turns."""
        encounter = self.encounter
        is_rolled = encounter.node.step != Step.INITIATIVE
        order = encounter.order[: encounter.count] if is_rolled else ()
        turns = (Turn(who, encounter.rolls[who] or None, index < encounter.next - 1) for index, who in enumerate(order))
        rulings, titles = self.setting.rulings, self.names.setup.titles
        named = dict(zip(SIDE_LETTERS, titles, strict=False))
        return Round(encounter.round, rulings.round_limit, rulings.ap, tuple(turns), named)

    def uses(self) -> tuple[Use, ...]:
        """Return what the combatant whose turn it is can do with its actions now."""
        choices: list[HeroesChoice] = self.position.choices()
        uses = [choice for choice in choices if choice.kind in USES]
        known = Chances(self.position) if uses else None
        return tuple(self.use(choice, whom, known) for choice in uses if known for whom in known.targets(choice))

    def use(self, choice: HeroesChoice, whom: int, known: Chances) -> Use:
        """Return what an action would do to a target, by the same numbers as advice about it."""
        index = frame_of(self.encounter).action if choice.kind == ChoiceKind.ALSO else choice.action
        action, who = self.setting.cards[self.actor].actions[index], self.actor
        kind: UseWord = "healing" if action.heals else "attack" if action.target == Target.PHYSICAL else "contest"
        bonus, chances = 0, dict[str, Fraction]()
        if kind == "attack" and not known.is_secret(choice):
            bonus, odds = known.bands(action, whom)
            chances = {word(band): odds.chance(band) for band in Band}
        elif kind == "contest" and not known.is_secret(choice):
            bonus, won = known.contest(action, whom)
            chances = {"won": won, "lost": 1 - won}
        line, words = write_record(choice, ChoiceKind), self.position.words.choice(self.encounter, choice)
        name = self.names.action_name(who, index)
        advice = known.at(choice, whom)
        does = (advice.chances.get("hit"), advice.parts.get("damage"), advice.parts.get("healed"))
        fells, brings = advice.chances.get("fells"), dict(known.brought(advice.chances))
        return Use(line, words, index, name, whom, kind, bonus, chances, *does, fells, brings, advice.note)

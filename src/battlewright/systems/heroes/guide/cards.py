"""The combatants of an encounter as data: what is derived from their sheets, how they fare, what they can do, and what
a game master may set."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from battlewright.engine.data import Data
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.rule import as_plain
from battlewright.engine.system import SEATS
from battlewright.engine.wording import write_record
from battlewright.odds import sum_of
from battlewright.systems.heroes.enums import CONDITIONS, Band, Component, Target
from battlewright.systems.heroes.guide.advice import Chances
from battlewright.systems.heroes.guide.breakdown import Breakdown, break_down
from battlewright.systems.heroes.record import ChoiceKind, Encounter, HeroesChoice, Setting, Step
from battlewright.systems.heroes.rules.attacks import attack_bonus
from battlewright.systems.heroes.rules.chances import contest_won
from battlewright.systems.heroes.rules.checks import contest_lead
from battlewright.systems.heroes.rules.defence import band_of, has, is_out
from battlewright.systems.heroes.rules.edit import MOST
from battlewright.systems.heroes.setup.file_types import word
from battlewright.systems.heroes.setup.names import name_of
from battlewright.systems.heroes.words.names import Names, condition_name

POOLS = ("health", "wounds", "morale", "stress")
DEFENCES = ("dodge", "parry", "armor", "willpower", "fortitude", "reflex")
ALL_HIDDEN = 100


@dataclass(frozen=True)
class Limit:
    """A number that a game master may set, as it is typed, and the least and the most that it may be."""

    name: str
    now: int
    least: int
    most: int

    def as_data(self) -> Data:
        """Return it as plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class Has:
    """A condition that a combatant has: the turns it still lasts (None: until it is ended), and who brought it."""

    name: str
    turns: int | None
    by: str

    def as_data(self) -> Data:
        """Return it as plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class Given:
    """A situational modifier: its name, what it modifies, its amount, and its turns (None: until it is taken away)."""

    name: str
    component: str
    amount: int
    turns: int | None

    def as_data(self) -> Data:
        """Return it as plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class CombatantCard:
    """A combatant by its number and tag. ``numbers`` are what a game master may set, its pools first; ``defences`` are
    the current ones; ``sheet`` has every derived value with its parts and clause. Where the sheet is secret, there are
    no pools, no defences and no sheet."""

    number: int
    tag: str
    name: str
    side: int
    acting: bool
    out: bool
    numbers: tuple[Limit, ...]
    defences: tuple[tuple[str, int], ...]
    conditions: tuple[Has, ...]
    modifiers: tuple[Given, ...]
    ring: tuple[str, ...]
    hazards: tuple[str, ...]
    sheet: Breakdown | None

    def as_data(self) -> Data:
        """Return it as plain data."""
        return {
            **vars(self),
            "side": SEATS[self.side],
            "numbers": [number.as_data() for number in self.numbers],
            "defences": dict(self.defences),
            "conditions": [each.as_data() for each in self.conditions],
            "modifiers": [each.as_data() for each in self.modifiers],
            "ring": list(self.ring),
            "hazards": list(self.hazards),
            "sheet": None if self.sheet is None else self.sheet.as_data(),
        }


@dataclass(frozen=True)
class Turn:
    """A turn of this round: whose, its initiative (None where that is secret), and whether it is over."""

    number: int
    initiative: int | None
    over: bool

    def as_data(self) -> Data:
        """Return it as plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class Round:
    """The round and the last one, the AP of a turn, the turns in their order (none before the initiative is rolled),
    and the titles of both sides."""

    round: int
    round_limit: int
    ap: int
    turns: tuple[Turn, ...]
    titles: tuple[str, str]

    def as_data(self) -> Data:
        """Return it as plain data."""
        titles = dict(zip(SEATS, self.titles, strict=False))
        return {**vars(self), "turns": [turn.as_data() for turn in self.turns], "titles": titles}


@dataclass(frozen=True)
class Use:
    """What the combatant whose turn it is can do: an action by its index, its target, the bonus of its attack roll or
    the lead of its contest, and the exact chance of each outcome. ``choice`` is its line of text.

    ``hit`` is the chance that it does what it is for (``engine.advice``), ``damage`` or ``healed`` what it does on
    average, misses counted as 0; ``fells`` the chance that its damage alone takes the target out, ``brings`` the chance
    of each condition. They are None or empty where they do not apply or depend on a secret sheet; ``note`` says what
    else is known, such as that a confused combatant strikes at random.
    """

    choice: str
    words: str
    action: int
    name: str
    target: int
    kind: str
    bonus: int
    chances: tuple[tuple[str, Fraction], ...]
    hit: Fraction | None
    damage: Fraction | None
    healed: Fraction | None
    fells: Fraction | None
    brings: tuple[tuple[str, Fraction], ...]
    note: str

    def as_data(self) -> Data:
        """Return it as plain data."""
        lists = {name: {key: _number(each) for key, each in getattr(self, name)} for name in ("chances", "brings")}
        numbers = {name: _number(getattr(self, name)) for name in ("hit", "damage", "healed", "fells")}
        return {**vars(self), **lists, **numbers}


def _number(number: Fraction | None) -> Data | None:
    """Return a number: exactly, and as a float."""
    return None if number is None else {"exact": str(number), "value": float(number)}


class Cards:
    """The combatants of an encounter as it is now."""

    def __init__(self, position: Position) -> None:
        self.position, self.names = position, Names(position.setup)
        self.setting: Setting = look(Setting, position.setting)
        self.encounter: Encounter = position.record

    @property
    def actor(self) -> int:
        """Return the combatant whose turn it is."""
        return self.encounter.frames[max(self.encounter.depth - 1, 0)].actor

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
            tuple(self._numbers(who)),
            tuple((name, getattr(combatant, name)) for name in DEFENCES if knows),
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
        found += [Limit("ap", combatant.ap, 0, MOST)] if who == self.actor else []
        return [*found, Limit("cover", combatant.hidden, 0, ALL_HIDDEN)]

    def _has(self, who: int, number: int) -> Has:
        effect = self.encounter.combatants[who].effects[number]
        by = self.names.tag(effect.by - 1) if effect.by > 0 else ""
        return Has(condition_name(number), effect.left - 1 if effect.left > 1 else None, by)

    def _given(self, who: int) -> list[Given]:
        given = self.encounter.modifiers[: self.encounter.modifiers_count]
        return [
            Given(name_of(list(each.name)), word(Component(each.component)), each.amount, each.turns or None)
            for each in given
            if each.whom == who
        ]

    def round(self) -> Round:
        """Return the round with its turns."""
        encounter = self.encounter
        is_rolled = encounter.node.step != Step.INITIATIVE
        order = encounter.order[: encounter.count] if is_rolled else ()
        turns = (Turn(who, encounter.rolls[who] or None, place < encounter.next - 1) for place, who in enumerate(order))
        rulings, titles = self.setting.rulings, self.names.setup.titles
        return Round(encounter.round, rulings.round_limit, rulings.ap, tuple(turns), titles)

    def uses(self) -> tuple[Use, ...]:
        """Return what the combatant whose turn it is can do with its actions now."""
        choices: list[HeroesChoice] = self.position.choices()
        chances = Chances(self.position) if any(choice.kind == ChoiceKind.USE for choice in choices) else None
        return tuple(self.use(choice, chances) for choice in choices if chances and choice.kind == ChoiceKind.USE)

    def use(self, choice: HeroesChoice, known: Chances) -> Use:
        """Return what an action at a target would do, by the same numbers as advice about it."""
        action, who = self.setting.cards[self.actor].actions[choice.action], self.actor
        kind, bonus, chances = "healing", 0, dict[str, Fraction]()
        if not action.heals and action.target == Target.PHYSICAL:
            kind, bonus = "attack", as_plain(attack_bonus)(self.setting, self.encounter, who, action)
            chances = self._bands(bonus, choice.target)
        elif not action.heals:
            kind, bonus = "contest", as_plain(contest_lead)(self.encounter, who, action, choice.target)
            rulings = self.setting.rulings
            won = contest_won(rulings.contest_sides, rulings.contest_step, rulings.contest_wins, bonus)
            chances = {"won": won, "lost": 1 - won}
        line, words = write_record(choice, ChoiceKind), self.position.words.choice(self.encounter, choice)
        name = self.names.action_name(who, choice.action)
        advice = known.of(choice)
        does = (advice.chances.get("hit"), advice.parts.get("damage"), advice.parts.get("healed"))
        fells, brings = advice.chances.get("fells"), tuple(known.brought(advice.chances))
        is_secret = known.is_secret(choice)
        bonus, outcomes = (0, ()) if is_secret else (bonus, tuple(chances.items()))
        return Use(
            line, words, choice.action, name, choice.target, kind, bonus, outcomes, *does, fells, brings, advice.note
        )

    def _bands(self, bonus: int, whom: int) -> dict[str, Fraction]:
        """The chance of each band of an attack roll."""
        rulings, target = self.setting.rulings, self.encounter.combatants[whom]
        walls = (target.dodge, target.parry, target.armor)
        odds = sum_of(f"{rulings.attack_dice}d{rulings.attack_sides}").map(
            lambda total: as_plain(band_of)(rulings, total + bonus, *walls)
        )
        return {word(band): odds.chance(band) for band in Band}

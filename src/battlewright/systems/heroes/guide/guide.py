"""The guide to an encounter: sheets, situations, a game master's edits, and the chances of choices."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, ClassVar

from pydantic import Field

from battlewright.answers.advice import SECONDS, Advice
from battlewright.answers.edits import EditForm
from battlewright.answers.guide import Guide
from battlewright.engine.position import Position
from battlewright.systems.heroes.guide.advice import Chances, advise
from battlewright.systems.heroes.guide.amendments import AMEND_FORMS, is_amendment, read_line
from battlewright.systems.heroes.guide.breakdown import break_down
from battlewright.systems.heroes.guide.cards import Cards, CombatantCard, Round, Use
from battlewright.systems.heroes.guide.edit_words import EDIT_FORMS, is_edit
from battlewright.systems.heroes.guide.edits import Master
from battlewright.systems.heroes.guide.master_forms import master_forms
from battlewright.systems.heroes.guide.shelf import sections
from battlewright.systems.heroes.record import ChoiceKind, Encounter, HeroesChoice, HeroesEdit, Setting
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.rulings import RulingsSetup
from battlewright.systems.heroes.setup.secrets import is_unknown
from battlewright.systems.heroes.words.names import frame_of

LESSON = """\
Initiative gives the order of a round. A turn has {ap} AP (action points): {deeds}; to shake an effect off or keep one \
up takes {check_ap}.
Attack: {attack_dice}d{attack_sides} + Strength or Dexterity + bonuses. D+P+A is the target's Dodge, Parry and Armor: \
up to D is dodged, up to D+P parried, up to D+P+A stopped, more hits; {critical} or more above it is critical.
Contest (most spells): d{contest_sides} + Spell Power against d{contest_sides} + Willpower, Fortitude or Reflex, \
{rounds}.
Check: {check_dice}d{check_sides} + a defence against {check_base} + the power of what it resists.
Damage takes Health, then fills Wounds; psychic damage Morale, then Stress. Out are the unconscious (Health 0), the \
dead (Wounds full) and the broken (Stress full).
Flanked, Surrounded: opponents around it make it easier to hit.
"""
BEST_OF_THREE = "best of three"
DICE_CHANGE = "; each round's winner goes on with a larger die, the loser with a smaller"


def lesson_of(rulings: RulingsSetup) -> list[str]:
    """Return the game in a few lines, by the rulings of an encounter."""
    attack, spell = rulings.attack_ap, rulings.spell_ap
    deeds = f"a weapon, spell or talent takes {attack}"
    if attack != spell:
        deeds = f"a weapon or talent takes {attack}, a spell {spell}"
    rounds = BEST_OF_THREE + (DICE_CHANGE if rulings.contest_step else "")
    if rulings.contest_wins == 1:
        rounds = "in one round"
    more = {"deeds": deeds, "rounds": rounds, "critical": rulings.critical_margin + 1}
    return LESSON.format(**vars(rulings), **more).splitlines()


class HeroesGuide(Guide[Setting, Encounter, HeroesChoice]):
    """The guide to one encounter."""

    edit_forms: ClassVar[Mapping[str, str]] = {**EDIT_FORMS, **AMEND_FORMS}
    forms: ClassVar[Mapping[str, str]] = edit_forms
    views: ClassVar[Mapping[str, str]] = {
        "s": "the sheet of the combatant that acts; s b1 is another's",
        "rulings": "the situations that have a name, the traps and the hazards",
    }
    ending_kinds: ClassVar[frozenset[int]] = frozenset({ChoiceKind.END})

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.setup: EncounterSetup = position.setup

    @cached_property
    def master(self) -> Master:
        """What reads a game master's edits."""
        return Master(self.position)

    @property
    def actor(self) -> int:
        """Return the combatant whose turn it is."""
        return frame_of(self.position.record).actor

    def cannot_succeed(self, choice: HeroesChoice) -> bool:
        return Chances(self.position).cannot_succeed(choice)

    def cards(
        self, sheets: Annotated[int, Field(description="0: without the sheets, which never change.", ge=0, le=1)] = 1
    ) -> tuple[CombatantCard, ...]:
        """Return all combatants: their numbers and limits, conditions and modifiers, and their sheets broken down."""
        return Cards(self.position).all(bool(sheets))

    def card_data(self) -> Mapping[int, Mapping[str, Any]]:
        cards = {card.number: card.as_data() for card in self.cards(sheets=0)}
        return {number: {name: card[name] for name in card if name != "sheet"} for number, card in cards.items()}

    def uses(self) -> tuple[Use, ...]:
        """Return what the combatant whose turn it is can do with its actions now, with the exact chances."""
        return Cards(self.position).uses()

    def round(self) -> Round:
        """Return the round, and its turns in their order."""
        return Cards(self.position).round()

    def master_forms(self) -> tuple[EditForm, ...]:
        return master_forms(self.position)

    @property
    def lesson(self) -> Sequence[str]:
        return lesson_of(self.setup.rulings)

    def changed(self) -> Mapping[str, Any]:
        return self.setup.rulings.changes()

    def introduction(self) -> str:
        return f"{self.setup.name}. {self.setup.about}".rstrip()

    def turn(self) -> Hashable:
        return self.position.record.round, self.actor

    def picture(self) -> Hashable:
        """Return the state of all combatants, without their action points."""
        headings, *rows = self.position.words.status(self.position.record)
        ap = headings.index("AP")
        return tuple((*row[:ap], *row[ap + 1 :]) for row in rows)

    def amendment(self, text: str) -> Mapping[str, Any] | None:
        return read_line(self.position.setup, text) if is_amendment(text) else None

    def edits(self, text: str) -> Sequence[HeroesEdit] | None:
        return self.master.edits(text) if is_edit(text) else None

    def view(self, text: str) -> Sequence[str] | None:
        word, _, rest = text.partition(" ")
        if word == "s":
            return self._sheet(self.master.combatant_named(rest) if rest else max(self.actor, 0))
        return self._situations() if text == "rulings" else None

    def _sheet(self, who: int) -> list[str]:
        """Return a combatant's sheet, by the rulings of this encounter."""
        if is_unknown(self.setup, who):
            return [f"The sheet of {self.setup.combatants[who].name} is secret."]
        sheet = self.setup.combatants[who].sheet
        parts = sections(break_down(sheet, self.setup.rulings))
        return [line for heading, lines in parts for line in (heading, *(f"  {each}" for each in lines))]

    def _situations(self) -> list[str]:
        """Return the situations, traps and hazards by name, and what they do."""
        lines = []
        for name in self.setup.rulings.situations:
            modifier = self.setup.rulings.modifier(name)
            lines.append(f"  {name}: {modifier.component} {modifier.amount:+d}")
        for hazard in self.setup.hazards:
            power = self.setup.rulings.default_power if hazard.power is None else hazard.power
            brings = " ".join(filter(None, (hazard.damage, " and ".join(hazard.types), hazard.effect)))
            against = f"{hazard.defence} against {self.setup.rulings.check_base} + {power}"
            lines.append(f"  {hazard.name}: a {'trap' if hazard.trap else 'hazard'}, {against}, brings {brings}")
        return lines

    def explanation(self) -> str:
        return (
            "Behind a choice: the chances of its attack (a critical is a hit too), contest or check, its mean damage, "
            "and the chance that it fells its target."
        )

    def advise(
        self, choices: Sequence[HeroesChoice], more: Sequence[HeroesChoice] = (), seconds: float = SECONDS
    ) -> list[Advice]:
        return advise(self.position, choices, more)  # without dice to enumerate it takes no time worth counting

    def advice_text(self, choice: HeroesChoice, advice: Advice) -> str:
        return Chances(self.position).text(choice, advice)

    def brief_advice(self, choice: HeroesChoice, advice: Advice) -> Sequence[str]:
        return Chances(self.position).brief(choice, advice)

    told_as_advice = frozenset({"uses"})
    answers: ClassVar[Mapping[str, Callable[..., Any]]] = {
        **Guide.answers,
        "cards": cards,
        "uses": uses,
        "round": round,  # noqa: A003  (the method above)
        "master_forms": master_forms,
    }

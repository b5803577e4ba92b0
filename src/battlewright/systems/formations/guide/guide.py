"""The guide to an engagement: what each choice gains, in this activation and in the next ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from battlewright.answers.advice import NONE, SECONDS, Advice
from battlewright.answers.edits import EditForm
from battlewright.answers.guide import Guide
from battlewright.answers.offers import Example
from battlewright.engine.node import Edit
from battlewright.engine.record_text import word_of
from battlewright.engine.text import ROUNDED, percent
from battlewright.systems.formations.guide.advice import advise
from battlewright.systems.formations.guide.edits import EDIT_FORMS, Master, is_edit
from battlewright.systems.formations.guide.groups import (
    EngagementCard,
    GroupCard,
    Rerollable,
    cannot_succeed,
    count_rerolls,
    engagement_card,
    group_cards,
    pending_reroll,
)
from battlewright.systems.formations.record import ChoiceKind, FormationsChoice, Step

LESSON = """\
Each round the forces take turns with groups that have not acted yet; a roll-off says who begins. At the round limit \
more MIGHT without Wounds wins.
Attack: every model rolls its ATK dice. Each die of the target's DEF or more (for some spells its WILL) is a success, \
and each success a Wound. A model with as many Wounds as MIGHT is removed.
Formation: three models or more roll together; with fewer left, each acts alone.
Test of DEX, WILL or MIGHT: one die, the number or less succeeds, but never a 1.
Reroll: after a roll you may roll one of your dice again, and no die twice.
Double, Triple: two or three dice alike; Scale: three in a row, such as 2 3 4.
Weakened: fewer dice. Exposed: a lower DEF. Dazed: a test before it can act.
""".splitlines()


class FormationsGuide(Guide):
    """The guide to one engagement."""

    lesson = LESSON
    edit_forms: ClassVar[Mapping[str, str]] = EDIT_FORMS
    forms: ClassVar[Mapping[str, str]] = EDIT_FORMS

    def changed(self) -> Mapping[str, Any]:
        setup, switches = self.position.setup, self.position.system.setup.switches
        usual = switches() if switches else {}
        return {name: getattr(setup, name) for name in usual if getattr(setup, name) != usual[name]}

    def groups(self) -> tuple[GroupCard, ...]:
        """Return the groups with their actions, those that are gone too."""
        return group_cards(self.position)

    def card_data(self) -> Mapping[int, Mapping[str, Any]]:
        return {card.number: card.as_data() for card in self.groups()}

    def engagement(self) -> EngagementCard:
        """Return the round, and the strength of both forces."""
        return engagement_card(self.position)

    def reroll(self) -> Rerollable | None:
        """Return the roll that waits for a choice of Rerolls; None if there is none."""
        return pending_reroll(self.position)

    def cannot_succeed(self, choice: FormationsChoice) -> bool:
        return cannot_succeed(self.position, choice)

    def left_out(self) -> int:
        """Return how many choices the list leaves out; ways to name dice are counted, since they may be millions."""
        if self.position.node.step != Step.REROLL:
            return super().left_out()
        return max(count_rerolls(self.position.record) - self.position.system.rules.max_choices, 0)

    def to_type(self) -> Sequence[Example]:
        """Return how dice to roll again are named, where there are more ways than the list has."""
        if self.position.node.step != Step.REROLL or not self.left_out():
            return ()
        word = word_of(ChoiceKind, ChoiceKind.REROLL)
        return (Example(word, f"{word} dice=2,0,0,0,0,1", "roll dice again: how many of those that count as 1, 2 … 6"),)

    def edits(self, text: str) -> Sequence[Edit] | None:
        return Master(self.position).edits(text) if is_edit(text) else None

    def master_forms(self) -> tuple[EditForm, ...]:
        return tuple(Master(self.position).forms())

    def explanation(self) -> str:
        return (
            "Behind a choice: the chance that it hits at all; expected gain in MIGHT minus Wounds until the activation "
            "ends; later: what it changes in each force's best next activation."
        )

    def advise(
        self, choices: Sequence[FormationsChoice], more: Sequence[FormationsChoice] = (), seconds: float = SECONDS
    ) -> list[Advice]:
        return [*advise(self.position, choices, seconds), *[NONE] * len(more)]

    def advice_text(self, choice: FormationsChoice, advice: Advice) -> str:
        """Return the chance to hit, then both gains: ``hit 83%, +1.33 MIGHT, +0.40 later``."""
        return ", ".join(self.brief_advice(choice, advice))

    def brief_advice(self, choice: FormationsChoice, advice: Advice) -> Sequence[str]:
        """Return the chance to hit, then both gains, each by itself."""
        note = [advice.note] if advice.note else []
        if not advice.parts:
            return note
        hits = [f"hit {percent(chance)}" for chance in advice.chances.values()]
        later = advice.parts.get("later", Fraction(0))
        behind = [f"{float(later):+.2f} later"] if abs(later) >= ROUNDED else []
        return [*hits, f"{float(advice.parts['now']):+.2f} MIGHT", *behind, *note]

    answers: ClassVar[Mapping[str, Callable[..., Any]]] = {
        **Guide.answers,
        "groups": groups,
        "reroll": reroll,
        "engagement": engagement,
        "master_forms": master_forms,
    }

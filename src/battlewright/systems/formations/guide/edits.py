"""A game master's edits as they are typed: ``set a1 wounds 1``, ``round 3``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from battlewright.answers.edits import Blank, EditForm, Option, find_named, whole_number, words_of
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import BattlewrightError, Refused, UnknownError, shorten
from battlewright.engine.node import Edit
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.text import plural
from battlewright.systems.formations.reasons import Reason
from battlewright.systems.formations.record import MAX_DICE, SLOTS, Editable, Engagement, Setting
from battlewright.systems.formations.rules.edit import refuse_edit
from battlewright.systems.formations.words.names import Names

EDIT_FORMS: Mapping[str, str] = {
    "set a1 wounds 1": "the Wounds that a group has taken, below its MIGHT (F.G2)",
    "set a1 models 4": "the models of a group, fewer than now; 0 takes it away (F.G1)",
    "set a1 rerolls 2": "the Rerolls that a group has (F.D10)",
    "round 3": "the round that is counted (F.G4)",
}
"""Examples for the help."""
NUMBERS = {"wounds": Editable.WOUNDS, "models": Editable.MODELS, "rerolls": Editable.REROLLS}
REFUSED = {
    Editable.WOUNDS: (Reason.EDIT_WOUNDS, "Wounds of a group stay below its MIGHT"),
    Editable.MODELS: (Reason.EDIT_MODELS, "A group of {models} cannot grow"),
    Editable.REROLLS: (Reason.EDIT_REROLLS, "Rerolls are counted for each group"),
    Editable.ROUND: (Reason.EDIT_ROUND, "The round is counted from 1"),
}
"""The reason for which the rules refuse a number out of its range, and what it is for people."""


def is_edit(answer: str) -> bool:
    """Return whether an answer is a game master's edit."""
    return re.match(r"(set|round)\b", answer) is not None and "=" not in answer


class Master:
    """Reads a game master's edits at one table."""

    def __init__(self, position: Position) -> None:
        self.position, self.names = position, Names(position.setup)
        self.engagement: Engagement = position.record
        self.setting = look(Setting, position.setting)
        self.there = [slot for slot in range(2 * SLOTS) if self.engagement.groups[slot].models > 0]

    def edits(self, answer: str) -> list[Edit]:
        """Return the edit that a line stands for; raise an error that says what is allowed if there is none."""
        verb, *rest = words_of(answer)
        if verb == "round":
            return [self._edit(Editable.ROUND, 0, " ".join(rest))]
        slot, rest = self._group(rest)
        if not rest:
            tag = self.names.tag(slot)
            raise BattlewrightError(f"Say what to set: {', '.join(NUMBERS)}, such as: set {tag} wounds 1")
        what, *values = rest
        if what not in NUMBERS:
            raise UnknownError("number", what, NUMBERS)
        return [self._edit(NUMBERS[what], slot, " ".join(values))]

    def forms(self) -> list[EditForm]:
        """Return the edits as lines to fill in, with what each number is now and its limits."""
        numbers = tuple(self._option(slot, name, what) for slot in self.there for name, what in NUMBERS.items())
        least, most = self._limits(Editable.ROUND, 0)
        value = Blank("value", "New value", is_number=True)
        counted = Blank("value", "Round", is_number=True, least=least, most=most)
        return [
            EditForm(
                "set",
                "A number",
                "Between activations: Wounds, models or Rerolls of a group.",
                (Blank("what", "Number", numbers), value),
                is_suggested=True,
            ),
            EditForm("round", "The round", "The round that is counted (F.G4).", (counted,)),
        ]

    def _option(self, slot: int, name: str, what: Editable) -> Option:
        least, most = self._limits(what, slot)
        group = self.engagement.groups[slot]
        return Option(
            f"{self.names.tag(slot)} {name}", name.title(), self.names.group(slot), getattr(group, name), least, most
        )

    def _limits(self, what: Editable, slot: int) -> tuple[int, int]:
        """Return the least and the most that a number may be."""
        group = self.engagement.groups[slot]
        return {
            Editable.WOUNDS: (0, self.setting.kinds[group.kind].might - 1),
            Editable.MODELS: (0, group.models),
            Editable.REROLLS: (0, MAX_DICE),
            Editable.ROUND: (1, self.setting.round_limit),
        }[what]

    def _group(self, rest: list[str]) -> tuple[int, list[str]]:
        """Return the group that is named, of those that are there, and the rest of the words."""
        tags, names = map(self.names.tag, self.there), map(self.names.title, self.there)
        which, rest = find_named(rest, [*tags], [*names], next(iter(EDIT_FORMS)))
        return self.there[which], rest

    def _edit(self, what: Editable, slot: int, text: str) -> Edit:
        """Return an edit that the rules allow."""
        value, edit = whole_number(text), Edit()
        edit.what, edit.who, edit.value = int(what), slot, -1 if value is None else value
        reason = as_plain(refuse_edit)(self.setting, self.engagement, edit)
        if reason:
            cited = self.position.system.cite_reason(self.position.setting, reason)
            raise Refused(cited, self._refusal(what, slot, text, reason))
        return edit

    def _refusal(self, what: Editable, slot: int, text: str, reason: int) -> str:
        """Return why an edit is refused, and what would be allowed."""
        out_of_range, may = REFUSED[what]
        if reason != out_of_range:
            return "Numbers are changed between activations, where it is asked who acts next; not in one"
        may = may.format(models=plural(self.engagement.groups[slot].models, "model"))
        least, most = self._limits(what, slot)
        return f"{may}: type a whole number from {least} to {most}, not {shorten(text)}"

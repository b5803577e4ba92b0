"""A game master's edits as they are typed: ``set a1 stress 2``, ``set b1 place 12 8``, ``add dust 10 6``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from battlewright.answers.edits import find_named, whole_number, words_of
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import BattlewrightError, Refused, UnknownError, shorten
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.geometry.lengths import inches
from battlewright.systems.skirmish.guide.mover import is_length, level_under, names_of, point_of
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import AP, STEP, Editable, Fate, Setting, Skirmish, SkirmishEdit
from battlewright.systems.skirmish.rules.edit import LEAST_BLAST, MOST_BLAST, MOST_STRESS, refuse_edit
from battlewright.systems.skirmish.setup.file_types import thousandths
from battlewright.systems.skirmish.words.names import place

EDIT_FORMS: Mapping[str, str] = {
    "set a1 stress 2": "the stress of a model (S2.T1)",
    "set a1 toughness 1": "what is left of its Toughness; 0 takes it off the table (S2.T5)",
    "set a1 ap 2": "its AP of this round (S2.A1)",
    "set a1 place 12.5 8": "where it stands, in inches; a height may follow (S2.M2)",
    "round 3": "the round that is counted (S2.A4)",
    "add dust 10 6": "dust at a point (S2.F9)",
    "add fire 10 6": "a fire at a point; a height may follow (S2.F9)",
    "add explosion p1 2": 'a piece of terrain explodes, with a radius of 1" to 3" (S2.F9)',
}
"""Examples for the help."""
OWN_TABLE = "The table is the players' own: they put models there themselves, and add stress by its number"
NUMBERS = {"stress": Editable.STRESS, "toughness": Editable.TOUGHNESS, "ap": Editable.AP}
EFFECTS = {"dust": Editable.DUST, "fire": Editable.FIRE, "explosion": Editable.EXPLOSION}


def is_edit(answer: str) -> bool:
    """Whether an answer is a game master's edit."""
    return re.match(r"(set|add|round)\b", answer) is not None and "=" not in answer


class Master:
    """Reads a game master's edits at one table."""

    def __init__(self, position: Position) -> None:
        self.position, self.names = position, names_of(position)
        self.setting: Setting = look(Setting, position.setting)
        self.battle: Skirmish = position.record

    def edits(self, answer: str) -> list[SkirmishEdit]:
        """The edit that a line stands for; raises an error that says what is allowed if there is none."""
        verb, *rest = words_of(answer)
        if verb == "round":
            return [self._number(Editable.ROUND, 0, " ".join(rest))]
        if verb == "add":
            return [self._effect(rest)]
        who, rest = self._model(rest)
        what, values = (rest[0], rest[1:]) if rest else ("", [])
        if what == "place":
            return [self._place(who, values)]
        if not what:
            tag = self.names.tag(who)
            raise BattlewrightError(f"Say what to set: {', '.join(NUMBERS)} or place, such as: set {tag} stress 2")
        if what not in NUMBERS:
            raise UnknownError("number", what, [*NUMBERS, "place"])
        return [self._number(NUMBERS[what], who, " ".join(values))]

    def _model(self, rest: Sequence[str]) -> tuple[int, list[str]]:
        """The model that is named, of those on the table, and the rest of the words."""
        fielded = [who for who in range(len(self.names.cards)) if self.battle.models[who].fate == Fate.FIELDED]
        names = [self.names.name(who) for who in fielded]
        if not fielded:
            raise self._refused(Reason.EDIT_IN_ACTIVATION, "Numbers are changed once the models are on the table")
        which, rest = find_named(rest, [self.names.tag(who) for who in fielded], names, next(iter(EDIT_FORMS)))
        return fielded[which], rest

    def _number(self, what: Editable, who: int, text: str) -> SkirmishEdit:
        value = whole_number(text)
        limits = {
            Editable.STRESS: ("Stress", 0, MOST_STRESS),
            Editable.TOUGHNESS: (f"Toughness of {self.names.model(who)}", 0, self.setting.cards[who].toughness),
            Editable.AP: ("AP", 0, AP),
            Editable.ROUND: ("The round", 1, self.setting.round_limit),
        }
        name, least, most = limits[what]
        edit = _edit(what, who, -1 if value is None else value)
        return self._allowed(edit, f"{name} is a whole number from {least} to {most}, not {shorten(text)}")

    def _place(self, who: int, values: Sequence[str]) -> SkirmishEdit:
        if self.names.is_measured:
            raise self._refused(Reason.EDIT_OF_PLACES, OWN_TABLE)
        x, y, level = point_of(values, f"set {self.names.tag(who)} place")
        edit = _edit(Editable.PLACE, who)
        edit.x, edit.y, edit.level = x, y, level_under(self.position, x, y, STEP, level)
        where = place(edit.x, edit.y, edit.level)
        room = "on the table, at the height of the ground or of what is under it, clear of terrain and other models"
        return self._allowed(edit, f"{self.names.model(who)} has no room at {where}; a model stands {room}")

    def _effect(self, rest: Sequence[str]) -> SkirmishEdit:
        what, values = (rest[0], rest[1:]) if rest else ("", [])
        if what not in EFFECTS:
            raise UnknownError("effect", what, EFFECTS)
        if what == "explosion":
            return self._explosion(values)
        if self.names.is_measured:
            return self._allowed(_edit(EFFECTS[what], 0), OWN_TABLE)
        x, y, level = point_of(values, f"add {what}")
        edit = _edit(EFFECTS[what], 0)
        edit.x, edit.y = x, y
        if what == "fire":
            edit.level = level_under(self.position, x, y, STEP, level)
        elif level:
            raise BattlewrightError("Dust rises from the ground: leave out the height, such as: add dust 10 6")
        table = self.position.setup.table
        wide = f"the table is {table.width:g} by {table.depth:g} inches"
        return self._allowed(edit, f"{place(x, y, edit.level)} is not a point of the ground or of a top; {wide}")

    def _explosion(self, rest: Sequence[str]) -> SkirmishEdit:
        """A piece of terrain explodes: by its number (p1), or by its name; the radius may be left out."""
        pieces = self.position.setup.table.pieces
        if self.names.is_measured:
            raise self._refused(Reason.EDIT_OF_PLACES, OWN_TABLE)
        if not pieces:
            raise self._refused(Reason.EDIT_EXPLOSION, "This table has no terrain, and only a piece of it explodes")
        tags = [f"p{number}" for number in range(1, len(pieces) + 1)]
        which, values = find_named(rest, tags, [piece.name or "piece" for piece in pieces], "add explosion p1 2")
        text = " ".join(values)
        radius = thousandths(float(text)) if is_length(text) else 0 if text else LEAST_BLAST
        reach = f"An explosion has a radius of {inches(LEAST_BLAST)} to {inches(MOST_BLAST)}, not {shorten(text)}"
        return self._allowed(_edit(Editable.EXPLOSION, which, radius), reach)

    def _allowed(self, edit: SkirmishEdit, otherwise: str) -> SkirmishEdit:
        """The edit, if the rules allow it; a refusal with this sentence otherwise."""
        reason = as_plain(refuse_edit)(self.setting, self.battle, edit)
        if reason == Reason.EDIT_OF_PLACES:
            raise self._refused(reason, OWN_TABLE)
        if reason == Reason.EDIT_IN_ACTIVATION:
            raise self._refused(reason, "Numbers are changed between activations, not while a model acts")
        if reason:
            raise self._refused(reason, otherwise)
        return edit

    def _refused(self, reason: int, sentence: str) -> Refused:
        return Refused(self.position.system.cite_reason(self.position.setting, reason), sentence)


def _edit(what: Editable, who: int, value: int = 0) -> SkirmishEdit:
    edit = SkirmishEdit()
    edit.what, edit.who, edit.value = int(what), who, value
    return edit

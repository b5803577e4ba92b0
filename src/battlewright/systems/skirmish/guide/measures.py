"""The guide where the players keep the table: no map and no paths, but forms for measures, typed or filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from battlewright.answers.described import Described
from battlewright.answers.offers import Example
from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.position import Position
from battlewright.geometry.distance import INCH
from battlewright.geometry.legs import LegKind
from battlewright.systems.skirmish.guide.mover import is_length, names_of
from battlewright.systems.skirmish.measured import Measured
from battlewright.systems.skirmish.record import (
    MAX_LEGS,
    ChoiceKind,
    Fate,
    Frame,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.rules.measures import MOST_OBSTACLES
from battlewright.systems.skirmish.setup.file_types import thousandths

FORMS: Mapping[str, str] = {
    "measure 12.5 2": 'of a shot: the distance in inches, and the obstacles over 1" in the line',
    "measure 0.5 -2": "of two models: how far apart, and how much higher (or, below 0, lower) the other stands",
    "measure 1 3": "of a shove: how far it goes, and how far down it falls",
    "move": "a Move on foot; climbs, jumps and drops are measured: move walk 3 climb 4 ladder, move jump 2 down 4",
    "engage b2": "attack b2; a weapon may follow, and what its move takes: engage b2 spear climb 3",
    "cover": "move on foot after taking cover, or by measured legs: cover climb 2",
    "explodes 2": "what a stray shot hit explodes, with 2 stress; burns 1: it leaves a fire of 1 stress",
    "set a1 stress 2": "the stress of a model (S2.T1); ap and toughness too",
    "round 3": "the round that is counted (S2.A4)",
    "add fire": "a fire on your table (S2.F9); dust too",
    "split 2 1": "first edition: 2 dice on attack, 1 on defence; a weapon may follow: split 2 1 spear",
}
WAYS = {"walk": LegKind.WALK, "climb": LegKind.CLIMB, "jump": LegKind.JUMP, "drop": LegKind.DROP}
NO_MAP = "This battle has no map: the table is the players' own (S2.A7)."
Unit = Literal["inches", "obstacles"]


@dataclass(frozen=True)
class MeasureField(Described):
    """A number that is asked for."""

    name: str
    """The field of the choice."""
    label: str
    """What is measured."""
    unit: Unit
    """In thousandths of an inch in a choice, in inches for people; or a number of obstacles."""
    least: int
    """The least that may be entered, as the choice has it."""
    most: int
    """The most that may be entered."""
    usual: int | None
    """What is usual; None where nothing is."""


@dataclass(frozen=True)
class MeasureForm(Described):
    """The numbers that the battle waits for, from the players' own table."""

    what: str
    """What is measured, as a word: a page remembers the last answer by it."""
    fields: tuple[MeasureField, ...]
    """Its numbers."""


def form_of(position: Position) -> MeasureForm | None:
    """The form of the measure that a battle waits for; None where it waits for something else."""
    if position.node.step != Step.MEASURE or position.node.kind == 0:
        return None
    frame: Frame = position.record.frames[position.record.depth - 1]
    what = Measured(frame.purpose)
    fields: tuple[MeasureField, ...]
    if what == Measured.SHOT:
        number = MeasureField("number", 'Obstacles over 1" in the line', "obstacles", 0, MOST_OBSTACLES, 0)
        fields = (_inches("distance", "Distance, edge to edge", 0, None), number)
    elif what == Measured.SHOVE:
        length = MeasureField("distance", "Pushed back by", "inches", 0, frame.left, frame.left)
        fields = (length, _inches("height", "Falls by", 0, 0))
    elif what == Measured.LANDING:
        fields = (_inches("height", "Falls by", 0, 0),)
    else:
        higher = f"{names_of(position).name(frame.target)} stands higher by (lower: below 0)"
        fields = (_inches("distance", "Apart, base to base", 0, 0), _inches("height", higher, -LARGEST, 0))
    return MeasureForm(what.name.lower(), fields)


LARGEST = 72 * INCH
"""The longest measure that a form takes."""


def _inches(name: str, label: str, least: int, usual: int | None) -> MeasureField:
    return MeasureField(name, label, "inches", least, LARGEST, usual)


class TypedMeasures:
    """Reads what is typed at a table of one's own."""

    def __init__(self, position: Position) -> None:
        self.position, self.names = position, names_of(position)
        self.battle: Skirmish = position.record

    @property
    def frame(self) -> Frame:
        return self.battle.frames[max(self.battle.depth - 1, 0)]

    def parse(self, words: Sequence[str]) -> SkirmishChoice | None:
        """The choice that some words stand for; None if they are none of these forms."""
        word, *rest = [*words] or [""]
        step = self.position.node.step
        if step == Step.MEASURE and (word == "measure" or is_length(word)):
            return self._measure(rest if word == "measure" else words)
        if step == Step.STRUCK and word in ("explodes", "burns"):
            kind = ChoiceKind.EXPLODES if word == "explodes" else ChoiceKind.LEAVES_FIRE
            return _made(kind, number=_whole(rest, word))
        if step == Step.DEPLOY and word == "deploy" and rest:
            return _made(ChoiceKind.DEPLOY, who=self.model(rest[0]))
        if step == Step.ACT and word == "move":
            return _with_legs(_made(ChoiceKind.MOVE), rest)
        if step == Step.COVER_MOVE and word == "cover":
            return _with_legs(_made(ChoiceKind.COVER_MOVE), rest)
        if step == Step.ACT and word == "engage":
            return self._engage(rest)
        return None

    def _measure(self, rest: Sequence[str]) -> SkirmishChoice:
        form = form_of(self.position)
        fields = form.fields if form else ()
        if not 1 <= len(rest) <= len(fields) or not all(map(is_length, rest)):
            asked = ", then ".join(each.label.lower() for each in fields)
            raise BattlewrightError(f"Type numbers in inches ({asked}), such as: {self.example()}")
        values = dict.fromkeys((each.name for each in fields), 0)
        for field, text in zip(fields, rest, strict=False):
            if field.unit == "obstacles":
                values[field.name] = _whole([text], "measure 12.5")
            else:
                values[field.name] = thousandths(float(text))
        return _made(ChoiceKind.MEASURE, **values)

    def _engage(self, rest: Sequence[str]) -> SkirmishChoice:
        if not rest:
            raise BattlewrightError("Type whom to attack, such as: engage b2; a weapon may follow, and measured legs")
        whom, (first, last) = self.model(rest[0]), (1, len(rest))
        named = [index for index, word in enumerate(rest) if word in WAYS]
        last = named[0] if named else last
        name = " ".join(rest[first:last])
        blades = [weapon.name for weapon in self.names.blades(self.frame.actor)]
        meant = [index for index, each in enumerate(blades) if each.lower().startswith(name)]
        if not meant:
            raise UnknownError("melee weapon", name, blades)
        return _with_legs(_made(ChoiceKind.CLOSE_COMBAT, whom=whom, weapon=meant[0]), rest[last:])

    def model(self, tag: str) -> int:
        """The model with a tag such as a2."""
        there = [who for who in range(len(self.names.cards)) if self.battle.models[who].fate != Fate.REMOVED]
        tags = {self.names.tag(who): who for who in there}
        if tag not in tags:
            raise UnknownError("model", tag, tags)
        return tags[tag]

    def example(self) -> str:
        """A measure as it may be typed now."""
        form = form_of(self.position)
        if form is None:
            return "measure 12.5 2"
        usual = {"shot": "12.5 2", "shove": "1 0", "landing": "4"}
        return f"measure {usual.get(form.what, '0.5 0')}"

    def to_type(self) -> Sequence[Example]:
        """What may be typed now beside what is listed."""
        match self.position.node.step:
            case Step.MEASURE:
                form = form_of(self.position)
                meaning = ", then ".join(each.label.lower() for each in form.fields) if form else ""
                return (Example("measure", self.example(), f"{meaning}, in inches"),)
            case Step.STRUCK:
                fire = Example("leaves-fire", "burns 1", "it leaves a fire, with so much stress")
                if self.frame.at:
                    return (fire,)
                return (Example("explodes", "explodes 1", "it explodes, with so much stress"), fire)
            case Step.ACT if self.names.cards[self.frame.actor].agility:
                move = Example("move", "move walk 3 climb 4 ladder", "a Move with climbs, jumps and drops, leg by leg")
                return (move,)
            case Step.COVER_MOVE:
                return (Example("cover-move", "cover climb 2", "a cover move with climbs, jumps and drops"),)
        return ()


def _made(kind: ChoiceKind, **fields: int) -> SkirmishChoice:
    choice = SkirmishChoice()
    choice.kind = kind
    for name, value in fields.items():
        setattr(choice, name, value)
    return choice


def _whole(rest: Sequence[str], form: str) -> int:
    if len(rest) != 1 or not rest[0].isdigit() or len(rest[0]) > 3:
        raise BattlewrightError(f"Type a whole number, such as: {form} 1")
    return int(rest[0])


def _with_legs(choice: SkirmishChoice, words: Sequence[str]) -> SkirmishChoice:
    """A choice with the legs that were measured: ``walk 3``, ``climb 4 ladder``, ``climb down 4``, ``jump 3 down 4``,
    ``drop 5``."""
    rest = [*words]
    while rest:
        if choice.count == MAX_LEGS:
            raise BattlewrightError(f"A path has at most {MAX_LEGS} legs.")
        way = rest.pop(0)
        if way not in WAYS:
            raise UnknownError("way to move", way, WAYS)
        is_down = _taken(rest, "down")
        far = _length(rest, way)
        down = -_length(rest, "jump 3 down") if way == "jump" and _taken(rest, "down") else 0
        leg = choice.legs[choice.count]
        leg.way, leg.y = WAYS[way], int(way == "climb" and _taken(rest, "ladder"))
        if way in ("climb", "drop"):
            leg.level = -far if is_down or way == "drop" else far
        else:
            leg.x, leg.level = far, down
        choice.count += 1
    return choice


def _taken(rest: list[str], word: str) -> bool:
    if rest[:1] == [word]:
        rest.pop(0)
        return True
    return False


def _length(rest: list[str], form: str) -> int:
    if not rest or not is_length(rest[0]) or float(rest[0]) < 0:
        raise BattlewrightError(f"Type how many inches, such as: {form} 3")
    return thousandths(float(rest.pop(0)))

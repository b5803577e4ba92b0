"""The guide to a battle: its map, moves as they are typed, suggestions, and the values of choices."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import Field

from battlewright.answers.advice import SECONDS, Advice
from battlewright.answers.guide import Guide
from battlewright.answers.offers import Example, Offer, Suggestion
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import position as position_of
from battlewright.engine.record_text import read_record
from battlewright.geometry.scene import Note, Scene
from battlewright.systems.skirmish.guide.advice import EXPLANATIONS, advice_text, advise, advise_measured, brief_advice
from battlewright.systems.skirmish.guide.edits import EDIT_FORMS, Master, is_edit
from battlewright.systems.skirmish.guide.fire import FireLine, Shooter
from battlewright.systems.skirmish.guide.measures import FORMS as MEASURES
from battlewright.systems.skirmish.guide.measures import NO_MAP, MeasureForm, TypedMeasures, form_of
from battlewright.systems.skirmish.guide.mover import FORMS, KINDS, Mover, place_text
from battlewright.systems.skirmish.guide.moves import ALONE, WHEN, Moves
from battlewright.systems.skirmish.guide.prospects import Prospects, once_activated, prospects_of
from battlewright.systems.skirmish.guide.ranked import PLACES, Ranking
from battlewright.systems.skirmish.guide.reach import PathTo, Reach, path_of, reach_of
from battlewright.systems.skirmish.guide.scene import BattleScene
from battlewright.systems.skirmish.guide.tabletop import TableScene
from battlewright.systems.skirmish.guide.threats import Threat, threats_of
from battlewright.systems.skirmish.record import MAX_WEAPONS, ChoiceKind, Purpose, SkirmishChoice, SkirmishEdit
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP
from battlewright.systems.skirmish.rules.propose import FREE_KINDS
from battlewright.systems.skirmish.setup.read import terms_of
from battlewright.systems.skirmish.words.labels import suggested

ModelNumber = Annotated[int, Field(description="The model, by its number.", ge=0)]
WeaponIndex = Annotated[int, Field(description="The index of a weapon among those of its kind.", ge=0, lt=MAX_WEAPONS)]
MovePurpose = Annotated[Purpose, Field(description="What the model moves for.")]
Length = Annotated[int, Field(ge=-(2**31), lt=2**31)]

LESSON = """\
Each round the sides take turns: activate a model, act with it, and stop. It has 3 AP (action points): a move takes 1; \
a shot, close combat or aid takes 2. AP that are left pay for reactions to shots: cover 1, return fire 2.
M Melee: dice in close combat. B Ballistics: dice of a shot, whose sum must reach the distance in inches, 1 more for \
each obstacle in the line. T Toughness: what it bears. A Agility: a move goes twice that many inches.
S stress: what hits cause. A model that begins its turn with as much stress as Toughness breaks down: it loses its AP, \
and may have to leave (in the first edition each hit is tested at once).
""".splitlines()


TYPED = {
    ChoiceKind.DEPLOY: Example("deploy", "deploy a2 12 3", "place a model there; a height may follow"),
    ChoiceKind.MOVE: Example("move", "move 12.5 8", "move there, straight or round about; a height may follow"),
    ChoiceKind.CLOSE_COMBAT: Example(
        "close-combat",
        "engage b2",
        "go as near to that model as it takes, or to a place, and attack; a weapon may follow",
    ),
    ChoiceKind.COVER_MOVE: Example("cover-move", "cover 11 4", "move there after taking cover"),
}
"""The kinds of choices that cannot be listed, as they may be typed."""


class SkirmishGuide(Guide):
    """The guide to a battle of Skirmish."""

    edit_forms: ClassVar[Mapping[str, str]] = EDIT_FORMS
    forms: ClassVar[Mapping[str, str]] = {
        "deploy a2 12 3": "place a model, in inches from the south-west corner; a height may follow: deploy a2 12 3 4",
        "move 12.5 8": "move there, straight or round about; a height may follow: move 12.5 8 3",
        "engage 12 9": "go there and attack; a weapon may follow: engage 12 9 spear",
        "engage b2": "go as near to b2 as it takes and attack",
        "cover 11 4": "move after taking cover",
        "split 2 1": "first edition: 2 dice on attack, 1 on defence; a weapon may follow: split 2 1 spear",
        **EDIT_FORMS,
    }
    lesson = LESSON

    def __new__(cls, position: Position) -> SkirmishGuide:
        """Make a guide without a map where the players keep the table."""
        return super().__new__(CompanionGuide if position.setup.scenario.companion else cls)

    ending_kinds: ClassVar[frozenset[int]] = frozenset({ChoiceKind.STOP})

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.moves, self._scenes = Moves(position), BattleScene(position)
        self._now: Hashable = None
        self._movers: dict[tuple[int, Purpose], Mover] = {}
        self._suggestions: Sequence[Suggestion] | None = None

    def introduction(self) -> str:
        scenario, table = self.position.setup.scenario, self.position.setup.table
        return f"{scenario.name} on {table.name}, {terms_of(self.position.setup)}. {scenario.about}".rstrip()

    def changed(self) -> Mapping[str, Any]:
        return dict.fromkeys(self.position.setup.scenario.options, True)

    def scene(self) -> Scene | None:
        return self._scenes.scene()

    def scene_data(self) -> TableScene:
        """Everything on the table."""
        return self._scenes.data()

    def places(self) -> Mapping[int, Mapping[str, int]]:
        return self._scenes.places()

    def notes(self) -> Sequence[Note]:
        return self._scenes.notes()

    def turn(self) -> Hashable:
        return position_of(self.position.system.rules.battle, self.position.battle)

    def picture(self) -> Hashable:
        scene = self._scenes.scene()
        return scene.marks, scene.dust, scene.fire, tuple(scene.zones)

    def reach(self, who: ModelNumber, purpose: MovePurpose) -> Reach:
        """Where a move of a model may end, with the cost of each cell; of any model, at any time."""
        return reach_of(self.mover(who, purpose))

    def path(
        self,
        who: ModelNumber,
        purpose: MovePurpose,
        x: Annotated[Length, Field(description="The point, in thousandths of an inch from the western edge.")],
        y: Annotated[Length, Field(description="The point, in thousandths of an inch from the southern edge.")],
        level: Annotated[Length | None, Field(description="The height there; without it, any in reach.")] = None,
        weapon: WeaponIndex = 0,
    ) -> PathTo:
        """The path of a model to a point: legs, cost, tests, falls, and the choice that it is; or why there is none."""
        return path_of(self.mover(who, purpose), x, y, level, weapon)

    def fire(
        self,
        who: ModelNumber,
        whom: Annotated[int, Field(description="The target, by its number.", ge=0)],
        weapon: WeaponIndex = 0,
    ) -> FireLine:
        """A shot at a model: what is in its line, its difficulty as a sum, its chances; or why it is refused."""
        self._check_models(who, whom)
        if not 0 <= weapon < MAX_WEAPONS:
            raise BattlewrightError(f"Weapons are numbered from 0 to {MAX_WEAPONS - 1}; there is no {weapon}.")
        return Shooter(self.position, who, whom, weapon).line()

    def threats(self) -> tuple[Threat, ...]:
        """The threat range of each model on the table, whom it threatens, and who threatens it."""
        return threats_of(self.position)

    def prospects(
        self,
        choice: Annotated[str, Field(description="The line of text of the choice.", min_length=1, max_length=500)],
        activated: Annotated[int | None, Field(description="A model that is activated first, by its number.")] = None,
    ) -> Prospects:
        """Of a choice that leads to a place: what can be done from there, and who could do what to the model there."""
        position = self.position if activated is None else once_activated(self.position, activated)
        return prospects_of(position, read_record(choice, SkirmishChoice, ChoiceKind))

    def mover(self, who: int, purpose: Purpose) -> Mover:
        """A model that is to move; what was found of it is kept as long as the position stays the same."""
        self._check_models(who)
        self._forget()
        if (who, purpose) not in self._movers:
            self._movers[who, purpose] = Mover(self.position, who, purpose)
        return self._movers[who, purpose]

    def _forget(self) -> None:
        """Forget what was found as soon as the position is another one."""
        now = self.turn()
        if now != self._now:
            self._now, self._movers, self._suggestions = now, {}, None

    def _check_models(self, *models: int) -> None:
        """Raise an error unless these are models of the battle."""
        count = len(self.position.setup.models)
        for model in models:
            if not 0 <= model < count:
                raise BattlewrightError(f"Models are numbered from 0 to {count - 1}; there is no {model}.")

    def suggestions(self) -> Sequence[Suggestion]:
        self._forget()
        if self._suggestions is None:
            found = self.moves.suggestions()
            if self.position.node.step in PLACES:
                found = Ranking(self.position, self.moves.names).added_to(found)
            self._suggestions = found
        return self._suggestions

    def offer(self, suggestion: Suggestion, place: int) -> Offer:
        made = super().offer(suggestion, place)
        if not suggestion.purpose or suggestion.choice.kind == ChoiceKind.DEPLOY:
            return made
        return replace(made, label=suggested(self.moves.names, self.moves.battle, made.label, suggestion))

    def to_type(self) -> Sequence[Example]:
        """The deployments, moves and engagements that cannot be listed, each with one that may be typed now."""
        if self.position.node.kind != NodeKind.DECISION:
            return ()
        kinds = [ChoiceKind(kind) for kind in sorted(FREE_KINDS.get(self.position.node.step, ()))]
        made = [TYPED[kind]._replace(example=self._example(kind)) for kind in kinds]
        return [each for each in made if each.example]

    def _example(self, kind: ChoiceKind) -> str:
        """A choice of this kind as it may be typed now: one that is listed or was suggested, if there is any; empty if
        the model cannot fight."""
        moves, found = self.moves, self._first(kind)
        if kind == ChoiceKind.CLOSE_COMBAT:
            return self._engagement(moves.frame.actor, found)
        if found is None:
            return TYPED[kind].example
        end = found.choice.legs[found.choice.count - 1]
        verb = next((FORMS[purpose] for purpose, each in KINDS.items() if each == kind), "deploy")
        who = f" {moves.names.tag(found.choice.who)}" if kind == ChoiceKind.DEPLOY else ""
        return f"{verb}{who} {place_text(end.x, end.y, end.level)}"

    def _engagement(self, who: int, found: Suggestion | None) -> str:
        moves, enemies = self.moves, self.moves.enemies_of(who)
        if moves.battle.models[who].ap < CLOSE_COMBAT_AP or not moves.names.blades(who) or not enemies:
            return ""
        return f"engage {moves.names.tag(found.whom if found else enemies[0])}"

    def _first(self, kind: ChoiceKind) -> Suggestion | None:
        """The first choice of a kind that has a place, among the listed ones and the suggestions that were found."""
        self._forget()
        listed = [Suggestion(choice, "") for choice in self.position.choices()] if kind == ChoiceKind.DEPLOY else ()
        return next((each for each in (*listed, *(self._suggestions or ())) if each.choice.kind == kind), None)

    def cannot_succeed(self, choice: SkirmishChoice) -> bool:
        """Whether it is a shot that no dice make hit."""
        who = self._scenes.active()
        if choice.kind != ChoiceKind.SHOOT or who is None:
            return False
        return Shooter(self.position, who, choice.whom, choice.weapon).cannot_hit

    def parse(self, text: str) -> SkirmishChoice | None:
        """The choice for text such as ``move 12.5 8`` or ``shoot b1 rifle``."""
        word, *rest = re.sub(r'[,;"()]', " ", text.lower()).split() or [""]
        if word not in WHEN or "=" in text or (word in ALONE and not rest):
            return None
        return self.moves.typed(word, rest)

    def edits(self, text: str) -> Sequence[SkirmishEdit] | None:
        return Master(self.position).edits(text) if is_edit(text) else None

    def describe(self, choice: SkirmishChoice) -> str:
        """What the path of a move takes, leg by leg."""
        return (
            self.moves.describe(choice) if choice.kind in KINDS.values() and not self.position.refusal(choice) else ""
        )

    def explanation(self) -> str:
        return EXPLANATIONS[self.position.setup.edition]

    def advise(
        self, choices: Sequence[SkirmishChoice], more: Sequence[SkirmishChoice] = (), seconds: float = SECONDS
    ) -> list[Advice]:
        return advise(self.position, choices, more, seconds)

    def advice_text(self, choice: SkirmishChoice, advice: Advice) -> str:
        return advice_text(advice)

    def brief_advice(self, choice: SkirmishChoice, advice: Advice) -> Sequence[str]:
        return brief_advice(advice)

    def measure(self) -> MeasureForm | None:
        """The numbers that the battle waits for where the players keep the table; nothing where it waits for something
        else."""
        return form_of(self.position)

    told_as_advice = frozenset({"prospects"})
    answers: ClassVar[Mapping[str, Callable[..., Any]]] = {
        **Guide.answers,
        "scene": scene_data,
        "reach": reach,
        "path": path,
        "fire": fire,
        "threats": threats,
        "prospects": prospects,
        "measure": measure,
    }


class CompanionGuide(SkirmishGuide):
    """The guide to a battle at a table of the players' own: without a map, and without advice about places."""

    forms: ClassVar[Mapping[str, str]] = MEASURES
    edit_forms: ClassVar[Mapping[str, str]] = {
        form: about for form, about in MEASURES.items() if form.startswith(("set", "round", "add"))
    }

    def introduction(self) -> str:
        scenario = self.position.setup.scenario
        return f"{scenario.name} on your own table, {terms_of(self.position.setup)}. {scenario.about}".rstrip()

    def scene(self) -> Scene | None:
        return None

    def places(self) -> Mapping[int, Mapping[str, int]]:
        return {}

    def notes(self) -> Sequence[Note]:
        return ()

    def picture(self) -> Hashable:
        return None

    def mover(self, who: int, purpose: Purpose) -> Mover:
        raise BattlewrightError(NO_MAP)

    def fire(self, who: ModelNumber, whom: int, weapon: WeaponIndex = 0) -> FireLine:
        raise BattlewrightError(NO_MAP)

    def threats(self) -> tuple[Threat, ...]:
        return ()

    def prospects(self, choice: str, activated: int | None = None) -> Prospects:
        raise BattlewrightError(NO_MAP)

    def suggestions(self) -> Sequence[Suggestion]:
        return ()

    def to_type(self) -> Sequence[Example]:
        if self.position.node.kind != NodeKind.DECISION:
            return ()
        return TypedMeasures(self.position).to_type()

    def cannot_succeed(self, choice: SkirmishChoice) -> bool:
        return False

    def parse(self, text: str) -> SkirmishChoice | None:
        words = re.sub(r'[,;"()]', " ", text.lower()).split()
        if "=" in text:
            return None
        return TypedMeasures(self.position).parse(words) or super().parse(text)

    def describe(self, choice: SkirmishChoice) -> str:
        return ""

    def advise(
        self, choices: Sequence[SkirmishChoice], more: Sequence[SkirmishChoice] = (), seconds: float = SECONDS
    ) -> list[Advice]:
        return advise_measured(self.position, choices, more, seconds)

    answers: ClassVar[Mapping[str, Callable[..., Any]]] = {
        **SkirmishGuide.answers,
        "fire": fire,
        "threats": threats,
        "prospects": prospects,
    }

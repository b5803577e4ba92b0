"""The table of a battle as a scene: terrain, models, markers, and the models' numbers beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.geometry.distance import INCH
from battlewright.geometry.scene import Mark, Note, Scene, Shape
from battlewright.geometry.terrain import Effect, MarkerKind
from battlewright.systems.skirmish.guide.mover import names_of
from battlewright.systems.skirmish.guide.tabletop import (
    Abilities,
    Arm,
    Circle,
    EffectOn,
    Figure,
    StateWord,
    TableScene,
    Terrain,
    Token,
    WeaponWord,
    Zone,
)
from battlewright.systems.skirmish.record import BITS, MARKER_RADIUS, STEP, Fate, Setting, Skirmish, Step
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.systems.skirmish.setup.file_types import Leaving, thousandths
from battlewright.systems.skirmish.setup.files import EffectPart, TableSetup

MARKERS_BY_KIND: dict[MarkerKind, Leaving] = {MarkerKind.DUST: "dust", MarkerKind.FIRE: "fire"}


def shapes_of(table: TableSetup, effects: Mapping[str, EffectPart] | None = None) -> tuple[Shape, ...]:
    """The pieces of a table. A scenario's effects, by the pieces' names, replace the table's own."""
    shapes = []
    for piece in table.pieces:
        corners, ladders = piece.shape
        effect = (effects or {}).get(piece.name or "", piece).row(table.rows)
        bottom, top = round(piece.bottom * INCH), round(piece.top * INCH)
        shapes.append(Shape(tuple(corners), bottom, top, frozenset(ladders), effect.radius is not None))
    return tuple(shapes)


def bare_scene(table: TableSetup) -> Scene:
    """A table without models."""
    return Scene(thousandths(table.width), thousandths(table.depth), shapes_of(table), step=STEP)


class BattleScene:
    """The scene of a battle in progress."""

    def __init__(self, position: Position) -> None:
        self.position, self.names = position, names_of(position)
        self.setup: BattleSetup = position.setup

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """The pieces of the table, with the effects of the scenario."""
        return shapes_of(self.setup.table, {effect.piece: effect for effect in self.setup.scenario.effects})

    @property
    def record(self) -> Skirmish:
        record: Skirmish = self.position.record
        return record

    @property
    def setting(self) -> Setting:
        setting: Setting = look(Setting, self.position.setting)
        return setting

    def scene(self) -> Scene:
        """The table as it is now; with a zone while its side deploys."""
        names, battle, active = self.names, self.record, self.active()
        marks = tuple(
            Mark(names.tag(who), base.x, base.y, names.side_of(who), who == active, bool(battle.models[who].activated))
            for who, base in enumerate(battle.crowd.bases[: self.setting.models])
            if base.stands
        )
        return Scene(
            *self.size,
            self.shapes,
            marks,
            self._markers(MarkerKind.DUST),
            self._markers(MarkerKind.FIRE),
            self.hold,
            {side: self.setup.zones[side] for side in self.deploying},
            MARKER_RADIUS,
            STEP,
        )

    def data(self) -> TableScene:
        """Everything on the table as data."""
        return TableScene(
            *self.size,
            STEP,
            self.record.round,
            self.setting.round_limit,
            self.terrain(),
            tuple(self.figure(who) for who in range(self.setting.models)),
            self.tokens(),
            {SIDE_LETTERS[side]: Zone(*zone) for side, zone in enumerate(self.setup.zones)},
            self.deploying,
            Circle(*self.hold) if self.hold else None,
        )

    @property
    def size(self) -> tuple[int, int]:
        """The width and the depth of the table; 0 where the players keep it."""
        return self.setting.terrain.width, self.setting.terrain.depth

    @property
    def hold(self) -> tuple[int, int, int] | None:
        """The circle that is to be held, if the scenario is about one."""
        return self.setup.hold if self.setup.scenario.victory == "hold" else None

    @property
    def deploying(self) -> tuple[int, ...]:
        """The side that deploys now, if any."""
        node = self.record.node
        return (node.side,) if node.kind == NodeKind.DECISION and node.step == Step.DEPLOY else ()

    def terrain(self) -> tuple[Terrain, ...]:
        """The pieces of terrain, with what has become of their effects."""
        found = []
        for index, (piece, shape) in enumerate(zip(self.setting.terrain.pieces, self.shapes, strict=False)):
            after = (*shape.corners[1:], shape.corners[0])
            ladders = tuple((shape.corners[edge], after[edge]) for edge in sorted(shape.ladders))
            has_effect = piece.effect.radius or piece.effect.leaves
            effect = self._effect(index, piece.effect) if has_effect else None
            name, solid = self.setup.table.pieces[index].name or "", bool(piece.solid)
            corners, heights = shape.corners, (shape.bottom, shape.top)
            found.append(Terrain(index, name, corners, *heights, piece.group, solid, ladders, effect))
        return tuple(found)

    def _effect(self, index: int, effect: Effect) -> EffectOn:
        setup = self.setup.table.pieces[index]
        by_scenario = {each.piece: each.effect for each in self.setup.scenario.effects}
        name = by_scenario.get(setup.name or "", setup.effect) or ""
        spent = bool(self.record.spent[index // BITS] >> index % BITS & 1)
        leaves = MARKERS_BY_KIND.get(MarkerKind(effect.leaves))
        return EffectOn(name, effect.radius, effect.stress, leaves or "", bool(effect.once) and spent)

    def places(self) -> dict[int, dict[str, int]]:
        """Where each model on the table is."""
        bases = self.record.crowd.bases[: self.setting.models]
        return {who: {"x": each.x, "y": each.y, "level": each.level} for who, each in enumerate(bases) if each.stands}

    def figure(self, who: int) -> Figure:
        """A model with all its numbers."""
        model, base, card = self.record.models[who], self.record.crowd.bases[who], self.setting.cards[who]
        return Figure(
            who,
            self.names.tag(who),
            self.setup.models[who][0],
            self.names.side_of(who),
            bool(base.stands),
            base.x,
            base.y,
            base.level,
            base.radius,
            base.height,
            model.toughness,
            model.stress,
            model.ap,
            self._state(who),
            model.helps - 1 if model.helps else None,
            card.points,
            Abilities(card.melee, card.ballistics, card.agility, card.toughness),
            (*self._arms(who, "melee"), *self._arms(who, "shooting")),
        )

    def _arms(self, who: int, kind: WeaponWord) -> list[Arm]:
        setting = self.setting
        card, is_melee = setting.cards[who], kind == "melee"
        numbers, named = (card.blade, self.names.blades(who)) if is_melee else (card.gun, self.names.guns(who))
        arms = []
        for index, (number, setup) in enumerate(zip(numbers, named, strict=False)):
            weapon = setting.weapons[number]
            critical = -1 if weapon.critical_d3 else weapon.critical
            arms.append(Arm(index, kind, setup.name, weapon.threat, weapon.modifier, weapon.stress, critical))
        return arms

    def _state(self, who: int) -> StateWord:
        """The state of a model in a word."""
        battle, model = self.record, self.record.models[who]
        if model.fate != Fate.FIELDED:
            return "removed" if model.fate == Fate.REMOVED else "waiting"
        if battle.depth > 1 and battle.frames[1].actor == who:
            return "acting"
        if model.broke_down:
            return "broken down"
        if model.helps:
            return "aiding"
        return "done" if model.activated else "to act"

    def tokens(self) -> tuple[Token, ...]:
        """The markers of dust and fire."""
        return tuple(
            Token(MARKERS_BY_KIND[MarkerKind(each.kind)], each.x, each.y, each.level, MARKER_RADIUS, each.until)
            for each in self.record.markers[: self.record.marker_count]
        )

    def notes(self) -> Sequence[Note]:
        """The models' places, with Toughness, Stress and AP."""
        battle, active = self.record, self.active()
        notes = [Note()]
        for side in range(2):
            notes.append(Note(side=side, name=self.position.words.side(side), heading=True))
            notes.append(Note("      x    y  up  T  S AP", side, heading=True))
            for who, (name, _) in enumerate(self.setup.models):
                model, base = battle.models[who], battle.crowd.bases[who]
                if self.names.side_of(who) != side or model.fate == Fate.REMOVED:
                    continue
                tag = self.names.tag(who)
                tag = f"{tag.upper() if who == active else tag:3}"
                place = f"{base.x / INCH:4.1f} {base.y / INCH:4.1f} {f'{base.level / INCH:g}' if base.level else '':>3}"
                place = place if base.stands else "to be placed".ljust(13)
                text = f"{tag} {place} {model.toughness:2} {model.stress:2} {model.ap:2}"
                notes.append(Note(text, side, name, active=who == active, spent=bool(model.activated)))
            notes.append(Note())
        return notes

    def active(self) -> int | None:
        """The model that acts or is asked about: in an exchange, that of the side that chooses."""
        battle = self.record
        if battle.depth < 2:
            return None
        frame = battle.frames[battle.depth - 1]
        if battle.node.kind == NodeKind.DECISION and self.names.side_of(frame.actor) != battle.node.side:
            return frame.target
        return frame.actor

    def _markers(self, kind: MarkerKind) -> tuple[tuple[int, int], ...]:
        markers = self.record.markers[: self.record.marker_count]
        return tuple((marker.x, marker.y) for marker in markers if marker.kind == kind)

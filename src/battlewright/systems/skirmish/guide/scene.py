"""The table of a battle as a scene: terrain, models, markers, and the models' numbers beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.systems.skirmish.guide.mover import names_of
from battlewright.systems.skirmish.record import MARKER_RADIUS, STEP, Fate, Setting, Skirmish, Step
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.systems.skirmish.setup.files import EffectPart, TableSetup, thousandths
from battlewright.table.ground import MarkerKind
from battlewright.table.measure import INCH
from battlewright.table.scene import Mark, Note, Scene, Shape


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

    def __init__(self, session: Position) -> None:
        self.session, self.names = session, names_of(session)
        self.setup: BattleSetup = session.setup

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """The pieces of the table, with the effects of the scenario."""
        return shapes_of(self.setup.table, {effect.piece: effect for effect in self.setup.scenario.effects})

    @property
    def record(self) -> Skirmish:
        record: Skirmish = self.session.record
        return record

    def scene(self) -> Scene:
        """The table as it is now; with a zone while its side deploys."""
        setting, battle, active = look(Setting, self.session.setting), self.record, self.active()
        marks = tuple(
            Mark(
                self.names.tag(who), base.x, base.y, self._seat(who), who == active, bool(battle.models[who].activated)
            )
            for who, base in enumerate(battle.crowd.bases[: setting.models])
            if base.stands
        )
        node = battle.node
        deploying = node.kind == NodeKind.DECISION and node.step == Step.DEPLOY
        return Scene(
            thousandths(self.setup.table.width),
            thousandths(self.setup.table.depth),
            self.shapes,
            marks,
            self._markers(MarkerKind.DUST),
            self._markers(MarkerKind.FIRE),
            self.setup.hold if self.setup.scenario.victory == "hold" else None,
            {node.seat: self.setup.zones[node.seat]} if deploying else {},
            MARKER_RADIUS,
            STEP,
        )

    def notes(self) -> Sequence[Note]:
        """The models' places, with Toughness, Stress and AP."""
        battle, active = self.record, self.active()
        notes = [Note()]
        for seat in range(2):
            notes.append(Note(seat=seat, name=self.session.words.side(seat), heading=True))
            notes.append(Note("      x    y  up  T  S AP", seat, heading=True))
            for who, (name, _) in enumerate(self.setup.models):
                model, base = battle.models[who], battle.crowd.bases[who]
                if self._seat(who) != seat or model.fate == Fate.REMOVED:
                    continue
                tag = self.names.tag(who)
                tag = f"{tag.upper() if who == active else tag:3}"
                place = f"{base.x / INCH:4.1f} {base.y / INCH:4.1f} {f'{base.level / INCH:g}' if base.level else '':>3}"
                place = place if base.stands else "to be placed".ljust(13)
                text = f"{tag} {place} {model.toughness:2} {model.stress:2} {model.ap:2}"
                notes.append(Note(text, seat, name, active=who == active, spent=bool(model.activated)))
            notes.append(Note())
        return notes

    def active(self) -> int | None:
        """The model that acts or is asked about: in an exchange, that of the seat that chooses."""
        battle = self.record
        if battle.depth < 2:
            return None
        frame = battle.frames[battle.depth - 1]
        if battle.node.kind == NodeKind.DECISION and self._seat(frame.actor) != battle.node.seat:
            return frame.target
        return frame.actor

    def _seat(self, who: int) -> int:
        return self.names.seat_of(who)

    def _markers(self, kind: MarkerKind) -> tuple[tuple[int, int], ...]:
        markers = self.record.markers[: self.record.marker_count]
        return tuple((marker.x, marker.y) for marker in markers if marker.kind == kind)

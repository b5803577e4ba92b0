"""A line of fire as data: what is in it, the difficulty as a sum, and the exact chances of the shot."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from battlewright.answers.described import Chance, Described
from battlewright.engine.compiler.rule import as_plain, rule
from battlewright.engine.errors import Refused
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import Record, Row, allocate, look
from battlewright.engine.record_text import write_record
from battlewright.geometry.bases import Base
from battlewright.geometry.distance import INCH, nearest_share
from battlewright.geometry.footprints import PARTS
from battlewright.geometry.lines import MISSES, meets_base, meets_circle, meets_piece
from battlewright.geometry.terrain_index import MAX_PIECES
from battlewright.odds.pools import sum_weights
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.guide.mover import cite, names_of
from battlewright.systems.skirmish.guide.tabletop import At, Refusal, refusal_of
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import (
    MARKER_RADIUS,
    MAX_MARKERS,
    MAX_MODELS,
    SIDES,
    ChoiceKind,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.rules.lines import (
    MARKERS,
    MODELS,
    NUMBERS,
    PIECES,
    is_blocked,
    middle_height,
    next_obstacle,
)
from battlewright.systems.skirmish.rules.refusals import is_enemy_on_table
from battlewright.systems.skirmish.rules.shooting import cover_bonus, difficulty_of, lowest_sum, may_take_cover

MOST_OBSTACLES = MAX_PIECES + MAX_MODELS + MAX_MARKERS


class InLine(Record):
    """An obstacle in a line of fire: its number, and where the line meets it, in parts from the target and from the
    shooter."""

    number: int
    from_target: int
    from_shooter: int


@rule()
def list_obstacles(setting: Row[Setting], battle: Row[Skirmish], actor: int, target: int, found: Row[InLine]) -> int:
    """Write the obstacles in a line of fire, from the target towards the shooter. Return their number."""
    count = 0
    key = next_obstacle(setting[0], battle[0], actor, target, MISSES)
    while key != MISSES and count < len(found):
        found[count].number = key % NUMBERS
        found[count].from_target = key // NUMBERS
        found[count].from_shooter = meets_from_shooter(setting[0], battle[0], actor, target, key % NUMBERS)
        count += 1
        key = next_obstacle(setting[0], battle[0], actor, target, key)
    return count


@rule()
def meets_from_shooter(setting: Setting, battle: Skirmish, actor: int, target: int, number: int) -> int:
    """Where the line meets an obstacle on the shooter's side, in parts from the shooter."""
    one, other = battle.crowd.bases[actor], battle.crowd.bases[target]
    z0, z1 = middle_height(one), middle_height(other)
    if number < MODELS:
        piece = setting.terrain.tail.shapes[number - PIECES]
        return meets_piece(piece, one.x, one.y, z0, other.x, other.y, z1)
    if number < MARKERS:
        return meets_base(battle.crowd.bases[number - MODELS], one.x, one.y, z0, other.x, other.y, z1)
    marker = battle.markers[number - MARKERS]
    return meets_circle(marker.x, marker.y, MARKER_RADIUS, one.x, one.y, other.x, other.y)


@rule()
def is_stopped(setting: Row[Setting], battle: Row[Skirmish], actor: int, target: int) -> bool:
    """Whether solid terrain in the line forbids the shot."""
    return is_blocked(setting[0], battle[0], actor, target)


ObstacleWord = Literal["piece", "model", "dust"]
TermWord = Literal["distance", "obstacles", "modifier", "cover"]


@dataclass(frozen=True)
class InTheLine(Described):
    """An obstacle in a line of fire."""

    kind: ObstacleWord
    """A piece of terrain, a model, or a cloud of dust."""
    index: int
    """Its index among those of its kind."""
    name: str
    """What it is called."""
    near_target: At
    """Where the line meets it on the target's side, at the height of the line."""
    near_shooter: At
    """The same on the shooter's side."""


@dataclass(frozen=True)
class Term(Described):
    """A term of a difficulty."""

    name: TermWord
    """What it stands for."""
    value: int
    """What it adds, in thousandths."""
    clause: str
    """The clause that adds it."""


@dataclass(frozen=True)
class ShotChances(Described):
    """A difficulty as a sum, and the chances that follow from it."""

    terms: tuple[Term, ...]
    """The terms of the sum."""
    difficulty: int
    """The sum, in thousandths."""
    need: int
    """The lowest roll that hits."""
    hit: Chance
    """The chance of a hit, criticals included."""
    critical: Chance
    """The chance of a critical."""


@dataclass(frozen=True)
class FireLine(Described):
    """A shot of a model at another."""

    who: int
    """The shooter, by its number."""
    tag: str
    """The tag of the shooter."""
    whom: int
    """The target, by its number."""
    target: str
    """The tag of the target."""
    weapon: int
    """The index of the weapon among the shooting weapons of the shooter."""
    gun: str
    """The name of the weapon; empty if there is none."""
    distance: int
    """The distance, in thousandths of an inch; 0 unless both models are on the table."""
    obstacles: tuple[InTheLine, ...]
    """The obstacles in the line, from the target on."""
    dice: int
    """The dice of the shot."""
    open: ShotChances | None
    """What comes of it if the target does nothing; null unless both models are on the table."""
    cover: ShotChances | None
    """What comes of it if the target takes cover."""
    may_cover: bool
    """Whether the target may take cover."""
    choice: str
    """The line of text of the choice; empty if it is refused."""
    now: bool
    """Whether the battle waits for such a choice of the shooter."""
    refused: Refusal | None
    """Why the shot is refused."""


class Shooter:
    """A model that may shoot another."""

    def __init__(self, position: Position, who: int, whom: int, weapon: int) -> None:
        self.position, self.who, self.whom, self.weapon = position, who, whom, weapon
        self.names = names_of(position)
        self.setting: Setting = look(Setting, position.setting)
        self.battle: Skirmish = position.record

    def line(self) -> FireLine:
        """The shot as data."""
        names, now = self.names, self.is_asked
        choice, refused = self.choice, self.position.why_refused(self.choice) if now else self.why_not()
        is_there = self.is_there
        obstacles = self.obstacles() if is_there else ()
        terms = self.terms(len(obstacles)) if is_there else ()
        bonus = Term("cover", as_plain(cover_bonus)(self.setting, self.whom), cite(self.position, Clause.F4))
        return FireLine(
            self.who,
            names.tag(self.who),
            self.whom,
            names.tag(self.whom),
            self.weapon,
            names.guns(self.who)[self.weapon].name if self.has_gun else "",
            terms[0].value if terms else 0,
            obstacles,
            self.dice,
            self.chances_of(terms) if terms else None,
            self.chances_of((*terms, bonus)) if terms else None,
            as_plain(may_take_cover)(self.battle, self.whom),
            write_record(choice, ChoiceKind) if is_there and not refused else "",
            now,
            refusal_of(refused),
        )

    @property
    def is_there(self) -> bool:
        """Whether both models are on the table, and the shooter has such a weapon."""
        bases = self.battle.crowd.bases
        return self.has_gun and bool(bases[self.who].stands) and bool(bases[self.whom].stands)

    @property
    def cannot_hit(self) -> bool:
        """Whether no dice make the shot hit a target that does nothing."""
        if not self.is_there:
            return False
        rows = allocate(InLine, MOST_OBSTACLES)
        obstacles = list_obstacles(self.position.setting, self.position.battle, self.who, self.whom, rows)
        whole = as_plain(difficulty_of)(self.setting, self.battle, self.who, self.weapon, self.whom, obstacles)
        return hit_chances(self.dice, as_plain(lowest_sum)(whole))[0] == 0

    @property
    def has_gun(self) -> bool:
        """Whether it has such a shooting weapon."""
        return 0 <= self.weapon < self.setting.cards[self.who].guns

    @property
    def dice(self) -> int:
        """The dice of the shot."""
        return self.setting.cards[self.who].ballistics

    @property
    def returns(self) -> bool:
        """Whether this would be the return fire that the battle waits for."""
        frame = self.battle.frames[max(self.battle.depth - 1, 0)]
        is_pair = (frame.target, frame.actor) == (self.who, self.whom)
        return self.position.node.step == Step.RETURN_FIRE and is_pair

    @property
    def is_asked(self) -> bool:
        """Whether the battle waits for such a choice of the shooter."""
        node, frame = self.position.node, self.battle.frames[max(self.battle.depth - 1, 0)]
        acts = node.step == Step.ACT and frame.actor == self.who
        return node.kind == NodeKind.DECISION and (acts or self.returns)

    @property
    def choice(self) -> SkirmishChoice:
        """The choice to shoot."""
        made = SkirmishChoice()
        made.kind, made.weapon = ChoiceKind.FIRE if self.returns else ChoiceKind.SHOOT, self.weapon
        made.whom = 0 if self.returns else self.whom
        return made

    def why_not(self) -> Refused | None:
        """Why the shooter, which is not asked now, could not shoot whatever its action points."""
        name, other = self.names.model(self.who), self.names.model(self.whom)
        reason, text = 0, ""
        if not self.has_gun:
            reason, text = Reason.NO_SUCH_GUN, f"{name} has no such shooting weapon"
        elif not self.dice:
            reason, text = Reason.NO_BALLISTICS, f"{name} has Ballistics 0 and cannot shoot"
        elif not as_plain(is_enemy_on_table)(self.setting, self.battle, self.who, self.whom):
            reason, text = Reason.NO_SUCH_OPPONENT, f"{other} is no opponent on the table"
        elif not self.battle.crowd.bases[self.who].stands:
            reason, text = Reason.NO_SUCH_OPPONENT, f"{name} is not on the table"
        elif is_stopped(self.position.setting, self.position.battle, self.who, self.whom):
            reason, text = Reason.SOLID_IN_LINE, f"Solid terrain stands between {name} and {other}"
        return Refused(self.position.system.cite_reason(self.position.setting, reason), text) if reason else None

    def obstacles(self) -> tuple[InTheLine, ...]:
        """The obstacles in the line, from the target towards the shooter."""
        rows, setting, battle = allocate(InLine, MOST_OBSTACLES), self.position.setting, self.position.battle
        count = list_obstacles(setting, battle, self.who, self.whom, rows)
        target, shooter, found = self.battle.crowd.bases[self.whom], self.battle.crowd.bases[self.who], []
        for row in (look(InLine, rows, index) for index in range(count)):
            is_piece, is_model = row.number < MODELS, MODELS <= row.number < MARKERS
            kind: ObstacleWord = "piece" if is_piece else "model" if is_model else "dust"
            first = PIECES if is_piece else MODELS if is_model else MARKERS
            near, far = _point(target, shooter, row.from_target), _point(shooter, target, row.from_shooter)
            found.append(InTheLine(kind, row.number - first, self.names.obstacle(row.number), near, far))
        return tuple(found)

    def terms(self, obstacles: int) -> tuple[Term, ...]:
        """The terms of the difficulty: the distance, the obstacles, the weapon's modifier."""
        setting = self.setting
        weapon = setting.weapons[setting.cards[self.who].gun[self.weapon]]
        modifier = weapon.modifier if setting.modifier_added else -weapon.modifier
        whole = as_plain(difficulty_of)(setting, self.battle, self.who, self.weapon, self.whom, obstacles)
        values: dict[TermWord, tuple[int, Clause]] = {
            "distance": (whole - obstacles * INCH - modifier, Clause.F1),
            "obstacles": (obstacles * INCH, Clause.F2),
            "modifier": (modifier, Clause.F3),
        }
        return tuple(Term(name, value, cite(self.position, clause)) for name, (value, clause) in values.items())

    def chances_of(self, terms: tuple[Term, ...]) -> ShotChances:
        """The chances of a shot with such a difficulty."""
        difficulty = sum(term.value for term in terms)
        need = as_plain(lowest_sum)(difficulty)
        return ShotChances(terms, difficulty, need, *hit_chances(self.dice, need))


def _point(start: Base, end: Base, at: int) -> At:
    """The point of a line between two models' middles."""
    share, low, high = as_plain(nearest_share), as_plain(middle_height)(start), as_plain(middle_height)(end)
    x, y = start.x + share(end.x - start.x, at, PARTS), start.y + share(end.y - start.y, at, PARTS)
    return At(x, y, low + share(high - low, at, PARTS))


@lru_cache(maxsize=1024)
def hit_chances(dice: int, need: int) -> tuple[Fraction, Fraction]:
    """Return the chances that dice sum up to at least ``need``, and that a 6 is among them as well."""
    total = SIDES**dice
    hits, without = (
        sum(ways for rolled, ways in enumerate(sum_weights(dice, sides), dice) if rolled >= need)
        for sides in (SIDES, SIDES - 1)
    )
    return Fraction(hits, total), Fraction(hits - without, total)

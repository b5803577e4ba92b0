"""Positions for questions about one exchange of Skirmish with bare numbers, each on a table of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from battlewright.engine.clauses import read_catalogue
from battlewright.engine.compiler.rule import as_plain, ready, rule
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import Node, await_choice
from battlewright.engine.record import Int64Row, Record, Row, allocate, filled, look
from battlewright.geometry.distance import INCH
from battlewright.geometry.legs import LegKind
from battlewright.geometry.lengths import inches
from battlewright.geometry.terrain import Piece
from battlewright.odds.roll_tables import Rolls, table_of
from battlewright.systems.skirmish.record import (
    AP,
    MAX_ABILITY,
    MAX_SIDE,
    NOBODY,
    STEP,
    ChoiceKind,
    Edition,
    FrameKind,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Stage,
    Step,
)
from battlewright.systems.skirmish.rules.dice import await_critical_test, await_test
from battlewright.systems.skirmish.rules.flow import choose
from battlewright.systems.skirmish.rules.lines import survey
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP
from battlewright.systems.skirmish.rules.move import range_of
from battlewright.systems.skirmish.rules.place import put
from battlewright.systems.skirmish.rules.refusals import refusal
from battlewright.systems.skirmish.rules.shooting import SHOT_AP, settle_shot
from battlewright.systems.skirmish.rules.sides import muster
from battlewright.systems.skirmish.rules.stack import push
from battlewright.systems.skirmish.setup.battle import forge
from battlewright.systems.skirmish.setup.files import WeaponSetup

RADIUS, HEIGHT = INCH // 2, 3 * INCH // 2
MIDDLE = 50 * INCH
"""The place of a question, far from the edges of its table."""
MOST_STRESS = 1_000_000
"""The most stress that may be asked about. The rules have no upper limit (S2.T1)."""
UNHURT = 1_000_000
"""A Toughness too high for any test, where only the stress is asked for."""
LIMITS = {
    "melee": (0, MAX_ABILITY, "S2.C2"),
    "ballistics": (0, MAX_ABILITY, "S2.C2"),
    "toughness": (1, MAX_ABILITY, "S2.C2"),
    "agility": (0, MAX_ABILITY, "S2.C2"),
    "stress": (0, MOST_STRESS, "S2.T1"),
    "ap": (0, AP, "S2.A1"),
}
"""The lowest and the highest value of each number of a figure, and the clause that says so."""
MOST_DIFFICULTY = 60
MOST_OBSTACLES = MAX_SIDE - 1
MOST_DROP = 30
CORNERS = 4
"""The edges of a block, from the south-west one on."""


class Deed(NamedTuple):
    """What side a's first model does: the kind of its choice, whom it is about, and the one leg of a move (its way, and
    the place that it leads to)."""

    kind: int
    whom: int = 0
    way: int = 0
    x: int = 0
    y: int = 0
    level: int = 0


class Situation(NamedTuple):
    """A setting, and a battle at the node that is asked about."""

    setting: Row[Setting]
    battle: Row[Skirmish]


def cite(clause: str, edition: Edition) -> str:
    """A clause of the second edition as an edition numbers it.

    >>> cite("S2.M11", Edition.FIRST)
    'S1.M10'
    """
    catalogue = read_catalogue("battlewright.systems.skirmish")
    return catalogue.cited(catalogue.by_id(clause).number, "S1" if edition == Edition.FIRST else "S2").id


def check(what: str, value: float, least: float, most: float, clause: str, edition: Edition = Edition.SECOND) -> None:
    """Raise an error for a number outside its limits, citing a clause of the second edition as ``edition`` numbers
    it."""
    if not least <= value <= most:
        cited = cite(clause, edition)
        raise BattlewrightError(f"{what} must be from {least} to {most:,}, not {value:g} ({cited}).")


def title_of(name: str) -> str:
    """A number of a figure as text: ``Melee``, ``AP``, ``stress``."""
    return {"ap": "AP", "stress": "stress"}.get(name, name.capitalize())


@dataclass(frozen=True)
class Figure:
    """A model of a question: its abilities, its stress, and at most one weapon of each kind."""

    melee: int = 3
    ballistics: int = 3
    toughness: int = 3
    agility: int = 3
    stress: int = 0
    ap: int = AP
    blade: WeaponSetup | None = None
    gun: WeaponSetup | None = None

    def __post_init__(self) -> None:
        for name, (least, most, clause) in LIMITS.items():
            check(f"The {title_of(name)}", getattr(self, name), least, most, clause)
        for weapon, kind, clause in ((self.blade, "melee", "S2.K1"), (self.gun, "shooting", "S2.F1")):
            if weapon is not None and weapon.kind != kind:
                raise BattlewrightError(f"{weapon.name} is no {kind} weapon ({clause}).")


BYSTANDER = Figure()
"""A model that is present only because a side needs one."""


class Stand(NamedTuple):
    """The place of a figure, and the Toughness that it has there if that is not its own."""

    figure: Figure
    x: int
    y: int = MIDDLE
    level: int = 0
    toughness: int = 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of ``Stood``."""
        one = self.figure
        abilities = one.melee, one.ballistics, one.toughness, one.agility
        return *abilities, self.toughness or one.toughness, one.stress, one.ap, self.x, self.y, self.level


class Stood(Record):
    """A figure on its place, in numbers: those of its card, and those that it has there."""

    melee: int
    ballistics: int
    toughness: int
    agility: int
    toughness_left: int
    stress: int
    ap: int
    x: int
    y: int
    level: int


class Block(Record):
    """A piece of terrain between two lines, of any depth needed; optionally with a ladder."""

    left: int
    right: int
    top: int
    ladder: int


def ability_test(ability: int, critical: bool) -> Node:
    """The roll of a test."""
    check("The ability", ability, 0, MAX_ABILITY, "S2.C2")
    nodes = allocate(Node)
    (await_critical_test if critical else await_test)(nodes[0], int(Step.CLIMB_TEST), 0, ability)
    return look(Node, nodes)


def stress_check(toughness: int, stress: int) -> Situation:
    """A model that is about to be activated."""
    return stage([Stand(Figure(toughness=toughness, stress=stress), MIDDLE)], [Stand(BYSTANDER, MIDDLE + 10 * INCH)])


def damaging_event(toughness: int, stress: int, damage: int) -> Situation:
    """A model of the first edition that is about to suffer this damage: the dice of the shot are to be rolled."""
    check("The damage", damage, 1, MOST_STRESS, "S2.T1", Edition.FIRST)
    gun = WeaponSetup(name="Gun", kind="shooting", modifier=0, damage=1, critical=1, points=0)
    target = Figure(toughness=toughness, stress=stress, ap=0)
    question = shot(Figure(ballistics=1, gun=gun), target, 0, edition=Edition.FIRST)
    for weapon in look(Setting, question.setting).weapons[:4]:
        weapon.stress = weapon.critical = damage
    return question


def climb(agility: int, height: int, ladder: bool = False, edition: Edition = Edition.SECOND) -> Situation:
    """A climb, with a test if one is needed, just over the edge of a top of this height."""
    check("The height", height / INCH, 0.001, MOST_DROP, "S2.M3", edition)
    if height <= STEP:
        ignored = f'what is up to 1" high is ignored ({cite("S2.M2", edition)})'
        raise BattlewrightError(f"{inches(height)} is not a climb: {ignored}.")
    blocks = [(MIDDLE, MIDDLE + 10 * INCH, height, int(ladder))]
    question = _alone(Figure(agility=agility), MIDDLE - RADIUS, 0, blocks, edition)
    return _move(question, Deed(ChoiceKind.MOVE, 0, LegKind.CLIMB, MIDDLE, MIDDLE, height), "A climb", height, agility)


def jump(agility: int, distance: int, drop: int = 0, edition: Edition = Edition.SECOND) -> Situation:
    """A jump over a gap, its width and depth in thousandths of an inch."""
    check("The distance", distance / INCH, 0.001, 2 * MAX_ABILITY, "S2.M3", edition)
    check("The drop", drop / INCH, 0, MOST_DROP, "S2.M11", edition)
    blocks = [(MIDDLE - 10 * INCH, MIDDLE, drop, 0), (MIDDLE + distance, MIDDLE + distance + 10 * INCH, drop, 0)]
    question = _alone(Figure(agility=agility), MIDDLE, drop, blocks if drop else [], edition)
    leap = Deed(ChoiceKind.MOVE, 0, LegKind.JUMP, MIDDLE + distance, MIDDLE, drop)
    return _move(question, leap, "A jump", distance, agility)


def clash(attacker: Figure, defender: Figure, edition: Edition = Edition.SECOND, drop: int = 0) -> Situation:
    """A clash in base contact. No model is shoved, so the weapons stay in reach; only with a ``drop`` behind the
    defender does the attacker's weapon shove it over the edge."""
    if attacker.blade is None:
        raise BattlewrightError(f"The attacker has no melee weapon ({cite('S2.K1', edition)}).")
    check("The attacker's AP", attacker.ap, CLOSE_COMBAT_AP, AP, "S2.K1", edition)
    check("The drop", drop / INCH, 0, MOST_DROP, "S2.M11", edition)
    stands = Stand(attacker, MIDDLE, MIDDLE, drop), Stand(defender, MIDDLE + 2 * RADIUS, MIDDLE, drop)
    ledge = [(MIDDLE - 10 * INCH, MIDDLE + 2 * RADIUS + RADIUS // 5, drop, 0)] if drop else []
    question = stage(stands[:1], stands[1:], ledge, edition=edition)
    for number, weapon in enumerate(look(Setting, question.setting).weapons[:4]):
        weapon.shove = INCH if drop and number == 0 else 0
    refused = _act(question, Deed(ChoiceKind.CLOSE_COMBAT))
    assert not refused, "the attacker may attack"
    return question


def shot(
    shooter: Figure, target: Figure, difficulty: int, obstacles: int = 0, edition: Edition = Edition.SECOND
) -> Situation:
    """A shot of a given difficulty, including the weapon's modifier and the obstacles.

    The obstacles are models in the line, so that stray shots show. The target's return shot is measured over the same
    distance, with its own modifier in place of the shooter's.
    """
    if shooter.gun is None:
        raise BattlewrightError(f"The shooter has no shooting weapon ({cite('S2.F1', edition)}).")
    check("The shooter's AP", shooter.ap, SHOT_AP, AP, "S2.F1", edition)
    check("The shooter's Ballistics", shooter.ballistics, 1, MAX_ABILITY, "S2.C2", edition)
    check("The difficulty", difficulty / INCH, 0, MOST_DIFFICULTY, "S2.F1", edition)
    check("The number of obstacles", obstacles, 0, MOST_OBSTACLES, "S2.F2", edition)
    distance = (obstacles + 2) * 2 * INCH
    others = [Stand(BYSTANDER, MIDDLE + (index + 1) * 2 * INCH) for index in range(obstacles)]
    target_stands = Stand(target, MIDDLE + distance + 2 * RADIUS)
    question = stage([Stand(shooter, MIDDLE)], [target_stands, *others], edition=edition)
    setting = look(Setting, question.setting)
    sign = 1 if setting.modifier_added else -1
    farther = difficulty - distance - obstacles * INCH - sign * setting.weapons[setting.cards[0].gun[0]].modifier
    for weapon in setting.weapons[:4]:
        weapon.modifier += sign * farther
    refused = _act(question, Deed(ChoiceKind.SHOOT, whom=1))
    assert not refused, "the shooter may shoot"
    return question


def stage(
    side_a: Sequence[Stand],
    side_b: Sequence[Stand],
    blocks: Sequence[tuple[int, int, int, int]] = (),
    edition: Edition = Edition.SECOND,
) -> Situation:
    """A table with these models and pieces (the numbers of ``Block``), in the first round, where side a is to
    activate."""
    question, stands = Situation(allocate(Setting), allocate(Skirmish)), (*side_a, *side_b)
    if any(stand.figure.blade or stand.figure.gun for stand in stands):
        setting = look(Setting, question.setting)
        for who, stand in enumerate(stands):
            _arm(setting, who, stand.figure, edition)
    stood = filled(Stood, [number for stand in stands for number in stand.numbers])
    ready(set_up)(
        *question, stood, filled(Block, [part for block in blocks for part in block]), int(edition), len(side_a)
    )
    return question


@rule()
def set_up(
    setting: Row[Setting], battle: Row[Skirmish], stood: Row[Stood], blocks: Row[Block], edition: int, first_of_b: int
) -> None:
    """Set up the first round, with all models in their places, before the first activation."""
    table, skirmish = setting[0], battle[0]
    table.edition = edition
    table.modifier_added = 1 if edition == Edition.FIRST else 0
    table.models = len(stood)
    table.first_of_b = first_of_b
    table.round_limit = 8
    table.terrain.width = 2 * MIDDLE
    table.terrain.depth = 2 * MIDDLE
    table.terrain.count = len(blocks)
    for number in range(len(blocks)):
        lay(table.terrain.pieces[number], blocks[number])
    for who in range(len(stood)):
        card = table.cards[who]
        card.melee = stood[who].melee
        card.ballistics = stood[who].ballistics
        card.toughness = stood[who].toughness
        card.agility = stood[who].agility
        card.radius = RADIUS
        card.height = HEIGHT
        card.points = 1
    survey(setting)
    muster(table, skirmish)
    push(skirmish, FrameKind.BATTLE, NOBODY, NOBODY, 0)
    skirmish.frames[0].stage = Stage.READY
    skirmish.round = 1
    for who in range(len(stood)):
        put(skirmish, who, stood[who].x, stood[who].y, stood[who].level)
        model = skirmish.models[who]
        model.toughness = stood[who].toughness_left
        model.stress = stood[who].stress
        model.ap = stood[who].ap
    await_choice(skirmish.node, Step.ACTIVATE, 0)


@rule()
def lay(piece: Piece, block: Block) -> None:
    """Lay a block; a ladder is on its western edge."""
    piece.corners = CORNERS
    piece.top = block.top
    piece.ladders = 1 << 3 if block.ladder else 0
    piece.left = block.left
    piece.right = block.right
    piece.near = MIDDLE - 10 * INCH
    piece.far = MIDDLE + 10 * INCH
    for corner in range(CORNERS):
        piece.x[corner] = block.right if corner == 1 or corner == 2 else block.left
        piece.y[corner] = piece.far if corner >= 2 else piece.near


@rule()
def act(setting: Row[Setting], battle: Row[Skirmish], made: Row[SkirmishChoice], deed: Deed) -> int:
    """Activate side a's first model whatever its stress, which it may have gained in this activation, and do the deed.
    Return the reason for a refusal, or 0. ``made`` is room for two choices, all 0."""
    model = battle[0].models[0]
    stress = model.stress
    model.stress = 0
    made[0].kind = ChoiceKind.ACTIVATE
    choose(setting, battle, made[0:1])
    model.stress = stress
    choice = made[1]
    choice.kind = deed.kind
    choice.whom = deed.whom
    if deed.way:
        choice.count = 1
        choice.legs[0].way = deed.way
        choice.legs[0].x = deed.x
        choice.legs[0].y = deed.y
        choice.legs[0].level = deed.level
    refused = refusal(setting, battle, made[1:2])
    if not refused:
        choose(setting, battle, made[1:2])
    return refused


@rule("S2.F6", "S2.F7")
def weigh_shots(battle: Row[Skirmish], rolls: Rolls, ways: Int64Row) -> int:
    """Add the weights of all rolls of the pending shot: of misses, of hits, and of criticals. Return their total. The
    battle is unusable afterwards."""
    frame, dice = battle[0].frames[battle[0].depth - 1], battle[0].node.dice
    number = table_of(battle[0].node, rolls)
    table = rolls.tables[number]
    for row in range(table.count):
        at = table.first + row * dice
        settle_shot(frame, rolls.rows[at : at + dice], dice)
        ways[frame.hit + frame.critical] += rolls.weights[table.first_weight + row]
    return rolls.totals[number]


def _alone(
    figure: Figure, x: int, level: int, blocks: Sequence[tuple[int, int, int, int]], edition: Edition
) -> Situation:
    """One model that moves and that no fall takes out; the other side is far away."""
    alone, other = Stand(figure, x, MIDDLE, level, UNHURT), Stand(BYSTANDER, 2 * INCH, 2 * INCH)
    return stage([alone], [other], blocks, edition)


def _arm(setting: Setting, who: int, figure: Figure, edition: Edition) -> None:
    """Write a figure's weapons; only the first two models are armed."""
    card, number = setting.cards[who], 2 * who
    if figure.blade is not None:
        forge(setting.weapons[number], figure.blade, edition)
        card.blade[0], card.blades = number, 1
    if figure.gun is not None:
        forge(setting.weapons[number + 1], figure.gun, edition)
        card.gun[0], card.guns = number + 1, 1


def _move(question: Situation, move: Deed, what: str, length: int, agility: int) -> Situation:
    if _act(question, move):
        setting = look(Setting, question.setting)
        clause, reach = cite("S2.M3", Edition(setting.edition)), as_plain(range_of)(setting, 0, Purpose.MOVE, 0)
        most = f"Agility {agility} moves {inches(reach)} at most ({clause})"
        raise BattlewrightError(f"{what} of {inches(length)} may not be attempted: {most}.")
    return question


def _act(question: Situation, deed: Deed) -> int:
    """Activate side a's first model, and let it do something. Return the reason for a refusal, or 0."""
    return ready(act)(*question, allocate(SkirmishChoice, 2), deed)

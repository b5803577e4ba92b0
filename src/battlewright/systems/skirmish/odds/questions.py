"""Positions for questions about one exchange of Skirmish with bare numbers, each on a table of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from battlewright.engine.clauses import read_catalogue
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import Node, await_choice
from battlewright.engine.record import Many, allocate, look, memory_of, numbers
from battlewright.engine.rule import as_plain, rule
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
    Spot,
    Stage,
    Step,
)
from battlewright.systems.skirmish.rules.dice import await_critical_test, await_test
from battlewright.systems.skirmish.rules.flow import choose
from battlewright.systems.skirmish.rules.lines import survey
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP
from battlewright.systems.skirmish.rules.move import range_of
from battlewright.systems.skirmish.rules.place import put
from battlewright.systems.skirmish.rules.shooting import SHOT_AP, settle_shot
from battlewright.systems.skirmish.rules.sides import muster
from battlewright.systems.skirmish.rules.stack import push
from battlewright.systems.skirmish.setup.battle import forge
from battlewright.systems.skirmish.setup.files import WeaponSetup
from battlewright.table.legs import Way
from battlewright.table.measure import INCH
from battlewright.table.text import inches

RADIUS, HEIGHT = INCH // 2, 3 * INCH // 2
MIDDLE = 50 * INCH
"""The place of a question, far from the edges of its table."""
MOST_STRESS = 1_000_000
"""The most stress that may be asked about. The rules have no upper limit (S2.T1)."""
UNHURT = 1_000_000
"""A Toughness too high for any test, where only the stress is asked for."""
MOST_DIFFICULTY = 60
MOST_OBSTACLES = MAX_SIDE - 1
MOST_DROP = 30
CORNERS = 4
"""The edges of a block, from the south-west one on."""


class Question(NamedTuple):
    """A setting, and a battle at the node that is asked about."""

    setting: Many[Setting]
    battle: Many[Skirmish]


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
        for name in ("melee", "ballistics", "toughness", "agility"):
            check(f"The {name.capitalize()}", getattr(self, name), int(name == "toughness"), MAX_ABILITY, "S2.C2")
        check("The stress", self.stress, 0, MOST_STRESS, "S2.T1")
        check("The AP", self.ap, 0, AP, "S2.A1")
        for weapon, kind, clause in ((self.blade, "melee", "S2.K1"), (self.gun, "shooting", "S2.F1")):
            if weapon is not None and weapon.kind != kind:
                raise BattlewrightError(f"{weapon.name} is no {kind} weapon ({clause}).")


BYSTANDER = Figure()
"""A model that is present only because a side needs one."""


class Stand(NamedTuple):
    """The place of a figure."""

    figure: Figure
    x: int
    y: int = MIDDLE
    level: int = 0


class Block(NamedTuple):
    """A piece of terrain between two lines, of any depth needed; optionally with a ladder."""

    left: int
    right: int
    top: int
    ladder: bool = False


def ability_test(ability: int, critical: bool) -> Node:
    """The roll of a test."""
    check("The ability", ability, 0, MAX_ABILITY, "S2.C2")
    nodes = allocate(Node)
    (await_critical_test if critical else await_test)(nodes[0], int(Step.CLIMB_TEST), 0, ability)
    return look(Node, nodes)


def stress_check(toughness: int, stress: int) -> Question:
    """A model that is about to be activated."""
    return stage([Stand(Figure(toughness=toughness, stress=stress), MIDDLE)], [Stand(BYSTANDER, MIDDLE + 10 * INCH)])


def damaging_event(toughness: int, stress: int, damage: int) -> Question:
    """A model of the first edition that is about to suffer this damage: the dice of the shot are to be rolled."""
    check("The damage", damage, 1, MOST_STRESS, "S2.T1", Edition.FIRST)
    gun = WeaponSetup(name="Gun", kind="shooting", modifier=0, damage=1, critical=1, points=0)
    target = Figure(toughness=toughness, stress=stress, ap=0)
    question = shot(Figure(ballistics=1, gun=gun), target, 0, edition=Edition.FIRST)
    for weapon in look(Setting, question.setting).weapons[:4]:
        weapon.stress = weapon.critical = damage
    return question


def climb(agility: int, height: int, ladder: bool = False, edition: Edition = Edition.SECOND) -> Question:
    """A climb, with a test if one is needed, just over the edge of a top of this height."""
    check("The height", height / INCH, 0.001, MOST_DROP, "S2.M3", edition)
    if height <= STEP:
        ignored = f'what is up to 1" high is ignored ({cite("S2.M2", edition)})'
        raise BattlewrightError(f"{inches(height)} is no climb: {ignored}.")
    block = Block(MIDDLE, MIDDLE + 10 * INCH, height, ladder)
    question = _alone(Figure(agility=agility), MIDDLE - RADIUS, 0, [block], edition)
    what = f"A climb of {inches(height)}"
    return _move(question, Way.CLIMB, MIDDLE, height, what, agility)


def jump(agility: int, distance: int, drop: int = 0, edition: Edition = Edition.SECOND) -> Question:
    """A jump over a gap, its width and depth in thousandths of an inch."""
    check("The distance", distance / INCH, 0.001, 2 * MAX_ABILITY, "S2.M3", edition)
    check("The drop", drop / INCH, 0, MOST_DROP, "S2.M11", edition)
    blocks = [
        Block(MIDDLE - 10 * INCH, MIDDLE, drop),
        Block(MIDDLE + distance, MIDDLE + distance + 10 * INCH, drop),
    ]
    question = _alone(Figure(agility=agility), MIDDLE, drop, blocks if drop else [], edition)
    what = f"A jump of {inches(distance)}"
    return _move(question, Way.JUMP, MIDDLE + distance, drop, what, agility)


def clash(attacker: Figure, defender: Figure, edition: Edition = Edition.SECOND, drop: int = 0) -> Question:
    """A clash in base contact. No model is shoved, so the weapons stay in reach; only with a ``drop`` behind the
    defender does the attacker's weapon shove it over the edge."""
    if attacker.blade is None:
        raise BattlewrightError(f"The attacker has no melee weapon ({cite('S2.K1', edition)}).")
    check("The attacker's AP", attacker.ap, CLOSE_COMBAT_AP, AP, "S2.K1", edition)
    check("The drop", drop / INCH, 0, MOST_DROP, "S2.M11", edition)
    stands = Stand(attacker, MIDDLE, MIDDLE, drop), Stand(defender, MIDDLE + 2 * RADIUS, MIDDLE, drop)
    ledge = [Block(MIDDLE - 10 * INCH, MIDDLE + 2 * RADIUS + RADIUS // 5, drop)] if drop else []
    question = stage(stands[:1], stands[1:], ledge, edition=edition)
    for number, weapon in enumerate(look(Setting, question.setting).weapons[:4]):
        weapon.shove = INCH if drop and number == 0 else 0
    _activate(question, attacker)
    _choose(question, kind=ChoiceKind.CLOSE_COMBAT)
    return question


def shot(
    shooter: Figure, target: Figure, difficulty: int, obstacles: int = 0, edition: Edition = Edition.SECOND
) -> Question:
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
    _activate(question, shooter)
    _choose(question, kind=ChoiceKind.SHOOT, whom=1)
    return question


def stage(
    side_a: Sequence[Stand],
    side_b: Sequence[Stand],
    blocks: Sequence[Block] = (),
    edition: Edition = Edition.SECOND,
) -> Question:
    """A table with these models and pieces, in the first round, where side a is to activate."""
    question = Question(allocate(Setting), allocate(Skirmish))
    setting, battle = look(Setting, question.setting), look(Skirmish, question.battle)
    stands = (*side_a, *side_b)
    setting.edition, setting.modifier_added = edition, edition == Edition.FIRST
    setting.models, setting.first_of_b, setting.round_limit = len(stands), len(side_a), 8
    setting.ground.width = setting.ground.depth = 2 * MIDDLE
    _lay(setting, blocks)
    for who, stand in enumerate(stands):
        _write_card(setting, who, stand.figure)
    spots = allocate(Spot, len(stands))
    memory_of(spots)[:] = memory_of(numbers([part for stand in stands for part in stand[1:]]))
    set_up(*question, spots)
    for who, stand in enumerate(stands):
        model = battle.models[who]
        model.stress, model.ap = stand.figure.stress, stand.figure.ap
    return question


@rule()
def set_up(setting: Many[Setting], battle: Many[Skirmish], spots: Many[Spot]) -> None:
    """Set up the first round, with all models in their places, before the first activation."""
    survey(setting)
    muster(setting[0], battle[0])
    push(battle[0], FrameKind.BATTLE, NOBODY, NOBODY, 0)
    battle[0].frames[0].stage = Stage.READY
    battle[0].round = 1
    for who in range(setting[0].models):
        put(battle[0], who, spots[who].x, spots[who].y, spots[who].level)
    await_choice(battle[0].node, Step.ACTIVATE, 0)


@rule("S2.F6", "S2.F7")
def look_at_shots(battle: Many[Skirmish], rows: Many[int], results: Many[int]) -> None:
    """Write the result of the pending shot for each row of faces: 0 a miss, 1 a hit, 2 a critical. The battle is
    unusable afterwards."""
    frame = battle[0].frames[battle[0].depth - 1]
    dice = battle[0].node.dice
    for row in range(len(results)):
        settle_shot(frame, rows[row * dice : (row + 1) * dice], dice)
        results[row] = frame.hit + frame.critical


def _alone(figure: Figure, x: int, level: int, blocks: Sequence[Block], edition: Edition) -> Question:
    """One model that moves and that no fall takes out; the other side is far away."""
    question = stage([Stand(figure, x, MIDDLE, level)], [Stand(BYSTANDER, 2 * INCH, 2 * INCH)], blocks, edition)
    look(Skirmish, question.battle).models[0].toughness = UNHURT
    _activate(question, figure)
    return question


def _lay(setting: Setting, blocks: Sequence[Block]) -> None:
    near, far = MIDDLE - 10 * INCH, MIDDLE + 10 * INCH
    setting.ground.count = len(blocks)
    for piece, block in zip(setting.ground.pieces, blocks, strict=False):
        piece.corners, piece.top, piece.ladders = CORNERS, block.top, 1 << 3 if block.ladder else 0
        piece.left, piece.right, piece.near, piece.far = block.left, block.right, near, far
        xs, ys = memory_of(piece.x), memory_of(piece.y)
        xs[0] = xs[3] = block.left
        xs[1] = xs[2] = block.right
        ys[0] = ys[1] = near
        ys[2] = ys[3] = far


def _write_card(setting: Setting, who: int, figure: Figure) -> None:
    card, edition = setting.cards[who], Edition(setting.edition)
    card.melee, card.ballistics = figure.melee, figure.ballistics
    card.toughness, card.agility = figure.toughness, figure.agility
    card.radius, card.height, card.points = RADIUS, HEIGHT, 1
    number = 2 * who  # only the first two models are armed
    if figure.blade is not None:
        forge(setting.weapons[number], figure.blade, edition)
        card.blade[0], card.blades = number, 1
    if figure.gun is not None:
        forge(setting.weapons[number + 1], figure.gun, edition)
        card.gun[0], card.guns = number + 1, 1


def _activate(question: Question, figure: Figure) -> None:
    """Activate side a's first model whatever its stress, which it may have gained in this activation."""
    model = look(Skirmish, question.battle).models[0]
    model.stress = 0
    _choose(question, kind=ChoiceKind.ACTIVATE)
    model.stress = figure.stress


def _move(question: Question, way: Way, x: int, level: int, what: str, agility: int) -> Question:
    made = allocate(SkirmishChoice)
    choice = look(SkirmishChoice, made)
    choice.kind, choice.count = ChoiceKind.MOVE, 1
    leg = choice.legs[0]
    leg.way, leg.x, leg.y, leg.level = way, x, MIDDLE, level
    if choose(question.setting, question.battle, made):
        setting = look(Setting, question.setting)
        clause, reach = cite("S2.M3", Edition(setting.edition)), as_plain(range_of)(setting, 0, Purpose.MOVE, 0)
        raise BattlewrightError(
            f"{what} may not be attempted: Agility {agility} moves {inches(reach)} at most ({clause})."
        )
    return question


def _choose(question: Question, **named: int) -> None:
    made = allocate(SkirmishChoice)
    choice = look(SkirmishChoice, made)
    for name, value in named.items():
        setattr(choice, name, value)
    if choose(question.setting, question.battle, made):
        raise AssertionError(f"a question was set up wrongly: {named}")

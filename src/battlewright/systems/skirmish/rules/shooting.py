"""Chapter F: shots, reactions to them, and the obstacles that missed shots hit."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import OutcomeSymmetry, await_choice, await_dice
from battlewright.engine.record import Row
from battlewright.geometry.bases import square_between
from battlewright.geometry.distance import INCH, gap, nearest_share
from battlewright.geometry.footprints import PARTS as LINE
from battlewright.geometry.lines import MISSES, meets_piece
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.measured import Measured
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import (
    SIDES,
    SUCCESS,
    EventKind,
    Fate,
    Frame,
    FrameKind,
    Reaction,
    Setting,
    Skirmish,
    Stage,
    Step,
    Weapon,
)
from battlewright.systems.skirmish.rules.aid import any_helper_may_take_place, is_bound_by_aid
from battlewright.systems.skirmish.rules.asking import ask, bring_together, is_measured
from battlewright.systems.skirmish.rules.cover import await_cover_move, cover_range
from battlewright.systems.skirmish.rules.dice import await_test
from battlewright.systems.skirmish.rules.editions import announces_return_fire
from battlewright.systems.skirmish.rules.effects import trigger
from battlewright.systems.skirmish.rules.lines import (
    MARKERS,
    MODELS,
    NUMBERS,
    PIECES,
    count_obstacles,
    is_blocked,
    middle_height,
    next_obstacle,
)
from battlewright.systems.skirmish.rules.sides import pay, side_of
from battlewright.systems.skirmish.rules.stack import push
from battlewright.systems.skirmish.rules.stress import add_stress

SHOT_AP = 2
COVER_AP = 1
LONGEST_CHAIN = 2
"""The longest chain: a shot, a return shot, and a return to that."""


@rule("S2.F1", "S2.F2", "S2.F3", "S1.F1", "S1.F2", "S2.A7")
def measure(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Set the difficulty: the distance between edges in three dimensions, 1" for each obstacle, and the weapon's
    modifier."""
    who, whom, target = frame.actor, frame.target, battle.crowd.bases[frame.target]
    obstacles = frame.obstacles
    if not is_measured(setting):
        obstacles = count_obstacles(setting, battle, who, whom, target.x, target.y, target.level)
    frame.obstacles = obstacles
    frame.difficulty = difficulty_of(setting, battle, who, frame.weapon, whom, obstacles)
    frame.need = lowest_sum(frame.difficulty)
    difficulty = frame.difficulty
    emit(battle.tail, EventKind.DIFFICULTY, Clause.F1, who=who, whom=whom, difficulty=difficulty, obstacles=obstacles)
    if is_measured(setting):
        bring_together(battle)


@rule("S2.F1", "S2.F2", "S2.F3", "S1.F1", "S1.F2", "S1.F8")
def difficulty_of(setting: Setting, battle: Skirmish, who: int, gun: int, whom: int, obstacles: int) -> int:
    """The difficulty of a shot with this number of obstacles in its line."""
    shooter, target = battle.crowd.bases[who], battle.crowd.bases[whom]
    weapon = setting.weapons[setting.cards[who].gun[gun]]
    distance = gap(square_between(shooter, target), shooter.radius + target.radius, target.level - shooter.level)
    return difficulty_at(setting, weapon, distance, obstacles)


@rule("S2.F1", "S2.F2", "S2.F3", "S1.F1", "S1.F2", "S1.F8")
def difficulty_at(setting: Setting, weapon: Weapon, distance: int, obstacles: int) -> int:
    """The difficulty of a shot over a distance."""
    return distance + obstacles * INCH + (weapon.modifier if setting.modifier_added else -weapon.modifier)


@rule("S2.F6", "S1.F4")
def lowest_sum(difficulty: int) -> int:
    """The lowest sum of dice that hits. The distance was rounded up to a thousandth, so this is exact."""
    return (max(difficulty, 0) + INCH - 1) // INCH


@rule("S2.F4", "S2.F5", "S2.D4", "S1.F3")
def may_take_cover(battle: Skirmish, who: int) -> bool:
    """Whether a model may take cover: it costs 1 AP, and an Aid action this round forbids it."""
    return battle.models[who].ap >= COVER_AP and not is_bound_by_aid(battle, who)


@rule("S2.F4", "S2.F5", "S2.F11", "S2.C2", "S2.F12", "S1.F7", "S1.C2")
def refuse_return_fire(setting: Setting, battle: Skirmish, who: int, at: int) -> int:
    """Return why return fire is refused; 0 if it is allowed. It costs 2 AP (none after an Aid action), and needs a
    shooting weapon and Ballistics."""
    if setting.cards[who].guns == 0:
        return Reason.NO_GUN_TO_RETURN
    if setting.cards[who].ballistics == 0:
        return Reason.NO_BALLISTICS_TO_RETURN
    if battle.models[who].ap < SHOT_AP and not is_bound_by_aid(battle, who):
        return Reason.NO_AP_TO_RETURN
    return Reason.SOLID_IN_RETURN_LINE if is_blocked(setting, battle, who, at) else 0


@rule("S2.F4", "S1.F7")
def may_return_fire(setting: Setting, battle: Skirmish, who: int, at: int) -> bool:
    """Whether a model may return fire."""
    return refuse_return_fire(setting, battle, who, at) == 0


@rule("S2.F4", "S1.F3")
def may_announce(setting: Setting, battle: Skirmish, frame: Frame) -> bool:
    """Whether the target may announce, before the shot, that it will return fire."""
    return announces_return_fire(setting) and may_return_fire(setting, battle, frame.target, frame.actor)


@rule("S2.F1", "S2.C2", "S1.C2")
def can_shoot(setting: Setting, who: int) -> bool:
    """Whether a model has a shooting weapon, and the Ballistics to use it."""
    return setting.cards[who].guns > 0 and setting.cards[who].ballistics > 0


@rule("S2.F4", "S2.F11", "S1.F3")
def may_react(setting: Setting, battle: Skirmish, frame: Frame) -> bool:
    """Whether the target has a reaction to choose."""
    if frame.chain >= LONGEST_CHAIN:
        return False
    return may_take_cover(battle, frame.target) or may_announce(setting, battle, frame)


@rule("S2.F4", "S1.F3")
def cover_bonus(setting: Setting, who: int) -> int:
    """The difficulty that cover adds to a shot: half the target's Agility."""
    return setting.cards[who].agility * INCH // 2


@rule("S2.F4", "S2.F5", "S1.F3")
def react(setting: Setting, battle: Skirmish, frame: Frame, reaction: int) -> None:
    """Apply the target's reaction and pay for it at once. Cover adds half its Agility to the difficulty."""
    frame.reaction = reaction
    if reaction == Reaction.COVER:
        pay(battle, frame.target, COVER_AP)
        frame.difficulty += cover_bonus(setting, frame.target)
        frame.need = lowest_sum(frame.difficulty)
        emit(battle.tail, EventKind.TAKES_COVER, Clause.F4, who=frame.target, difficulty=frame.difficulty)
    elif reaction == Reaction.RETURN_FIRE:
        free = is_bound_by_aid(battle, frame.target)
        if not free:
            pay(battle, frame.target, SHOT_AP)
        clause = Clause.F5 if free else Clause.F4
        emit(battle.tail, EventKind.RETURNS_FIRE, clause, who=frame.target, whom=frame.actor)
    else:
        emit(battle.tail, EventKind.NO_REACTION, Clause.F4, who=frame.target)


@rule("S2.F4", "S2.F6", "S2.F7", "S1.F3")
def shot_goes_on(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Run a shot: a friend who takes the place, the difficulty, the reaction, the dice, strays, the return."""
    stage = frame.stage
    if stage == Stage.BEGIN:
        frame.stage = Stage.TARGETED
        who, whom = frame.actor, frame.target
        emit(battle.tail, EventKind.SHOT, Clause.F1, who=who, whom=whom, weapon=frame.weapon, chain=frame.chain)
        if any_helper_may_take_place(setting, battle, frame.target):
            await_choice(battle.node, Step.TAKE_PLACE, side_of(setting, frame.target))
    elif stage == Stage.TARGETED:
        measure(setting, battle, frame)
        frame.stage = Stage.REACTED
        if may_react(setting, battle, frame):
            await_choice(battle.node, Step.REACT, side_of(setting, frame.target))
    elif stage == Stage.REACTED:
        dice = setting.cards[frame.actor].ballistics  # their sum counts, and whether there is a 6
        await_dice(battle.node, Step.SHOT_ROLL, side_of(setting, frame.actor), dice, SIDES, OutcomeSymmetry.SUMMED)
    elif stage == Stage.ROLLED:
        hit_or_stray(setting, battle, frame)
    elif stage == Stage.STRAY:
        fly_on(setting, battle, frame)
    elif stage == Stage.AFTERMATH:
        frame.stage = Stage.DONE
        end_reaction(setting, battle, frame)


@rule("S2.F6", "S2.F7", "S1.F4")
def settle_shot(frame: Frame, faces: Row[int], dice: int) -> None:
    """Apply the dice: a sum of at least the difficulty hits; a hit with a natural 6 is critical."""
    total, sixes = 0, 0
    for die in range(dice):
        total += faces[die]
        if faces[die] == SIDES:
            sixes += 1
    frame.hit = 1 if total >= frame.need else 0
    frame.critical = 1 if frame.hit and sixes > 0 else 0
    frame.stage = Stage.ROLLED


@rule("S2.F6", "S2.F7", "S2.F13", "S1.F4", "S1.F8")
def hit_or_stray(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Apply a hit, with the weapon's stress or its critical entry; a miss may hit an obstacle instead."""
    weapon = setting.weapons[setting.cards[frame.actor].gun[frame.weapon]]
    if not frame.hit:
        emit(battle.tail, EventKind.MISSED, Clause.F6, who=frame.actor, whom=frame.target, needed=frame.need)
        frame.at = MISSES
        frame.stage = Stage.STRAY
    elif not frame.critical:
        emit(battle.tail, EventKind.HIT, Clause.F6, who=frame.actor, whom=frame.target, needed=frame.need)
        add_stress(setting, battle, frame.target, weapon.stress, frame.actor, Clause.F6)
        frame.stage = Stage.AFTERMATH
    else:
        emit(battle.tail, EventKind.CRITICAL, Clause.F7, who=frame.actor, whom=frame.target, needed=frame.need)
        frame.stage = Stage.AFTERMATH
        if weapon.critical_d3:
            await_dice(battle.node, Step.CRITICAL_ROLL, side_of(setting, frame.actor), 1, SIDES, OutcomeSymmetry.EACH)
            for face in range(1, SIDES + 1):
                battle.node.face_class[face - 1] = face - 1 + face % 2  # a D3 is half a D6, rounded up
        else:
            clause = Clause.F13 if weapon.no_return or weapon.cover_shorter else Clause.F7
            add_stress(setting, battle, frame.target, weapon.critical, frame.actor, clause)


@rule("S2.F7", "S1.F4", "S1.F8")
def settle_critical(setting: Setting, battle: Skirmish, frame: Frame, face: int) -> None:
    """Apply the stress of a critical that rolls a D3."""
    add_stress(setting, battle, frame.target, (face + 1) // 2, frame.actor, Clause.F7)


@rule("S2.F8", "S1.F5")
def fly_on(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Let a missed shot fly on: one die for each obstacle, from the one closest to the target towards the shooter."""
    key = next_in_line(frame)
    if not is_measured(setting):
        key = next_obstacle(setting, battle, frame.actor, frame.target, frame.at)
    if key == MISSES:
        frame.stage = Stage.AFTERMATH
        frame.at = 0
    else:
        frame.at = key
        await_test(battle.node, Step.STRAY_ROLL, side_of(setting, frame.actor), 1)


@rule("S2.F8", "S2.A7")
def next_in_line(frame: Frame) -> int:
    """The next obstacle of those that were counted, by its number from the target; MISSES after the last."""
    number = max(frame.at, 0) + 1
    return number if number <= frame.obstacles else MISSES


@rule("S2.F8", "S2.F9", "S1.F5", "S2.A7")
def settle_stray(setting: Setting, battle: Skirmish, frame: Frame, face: int) -> None:
    """Apply a die for an obstacle: on 4 or more it is hit instead. A model takes the weapon's normal stress."""
    number = frame.at % NUMBERS
    if face < SUCCESS:
        emit(battle.tail, EventKind.STRAY_MISS, Clause.F8, who=frame.actor, obstacle=number)
        return
    emit(battle.tail, EventKind.STRAY_HIT, Clause.F8, who=frame.actor, obstacle=number)
    frame.stage = Stage.AFTERMATH
    frame.at = 0
    if is_measured(setting):
        ask(battle, Measured.STRAY, frame.actor, frame.target)
    elif number < MODELS:
        hit_piece(setting, battle, frame, number - PIECES)
    elif number < MARKERS:
        weapon = setting.weapons[setting.cards[frame.actor].gun[frame.weapon]]
        add_stress(setting, battle, number - MODELS, weapon.stress, frame.actor, Clause.F8)


@rule("S2.F9", "S1.F5")
def hit_piece(setting: Setting, battle: Skirmish, frame: Frame, number: int) -> None:
    """Hit a piece of terrain. Its effect starts where the line meets it on the shooter's side."""
    shooter, target = battle.crowd.bases[frame.actor], battle.crowd.bases[frame.target]
    piece = setting.terrain.tail.shapes[number]
    at = meets_piece(piece, shooter.x, shooter.y, middle_height(shooter), target.x, target.y, middle_height(target))
    x = shooter.x + nearest_share(target.x - shooter.x, at, LINE)
    y = shooter.y + nearest_share(target.y - shooter.y, at, LINE)
    trigger(setting, battle, number, frame.actor, x, y)


@rule("S2.F10", "S2.F11", "S2.F13", "S1.F6", "S1.F7", "S1.F8")
def end_reaction(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """End the shot. A target that took cover and is not taken out may now move; one that returns fire may now shoot,
    unless a critical forbids it. Neither is asked where the shot has taken the shooter itself off the table."""
    weapon = setting.weapons[setting.cards[frame.actor].gun[frame.weapon]]
    if battle.models[frame.actor].fate == Fate.REMOVED:
        return
    if frame.reaction == Reaction.COVER:
        if battle.models[frame.target].toughness > 0 and cover_range(setting, frame) > 0:
            await_cover_move(setting, battle, frame)
    elif returns_fire(setting, battle, frame):
        if frame.critical and weapon.no_return:
            emit(battle.tail, EventKind.CANCELLED, Clause.F13, who=frame.target, whom=frame.actor)
        else:
            await_choice(battle.node, Step.RETURN_FIRE, side_of(setting, frame.target))


@rule("S2.F11", "S1.F7")
def returns_fire(setting: Setting, battle: Skirmish, frame: Frame) -> bool:
    """Whether the target, which did not take cover, shoots back now: as announced, or if it can."""
    if announces_return_fire(setting):
        return frame.reaction == Reaction.RETURN_FIRE
    return frame.chain < LONGEST_CHAIN and may_return_fire(setting, battle, frame.target, frame.actor)


@rule("S2.F11", "S1.F7")
def return_shot(setting: Setting, battle: Skirmish, frame: Frame, weapon: int) -> None:
    """Start a full shot at the shooter. Its action points were spent when it was announced, or are spent now."""
    if not announces_return_fire(setting):
        pay(battle, frame.target, SHOT_AP)
    begin_shot(setting, battle, frame.target, frame.actor, weapon, frame.chain + 1)


@rule("S2.F1", "S2.F11", "S2.A7")
def begin_shot(setting: Setting, battle: Skirmish, who: int, whom: int, weapon: int, chain: int) -> None:
    """Start a shot. Where the players keep the table, the line is measured first."""
    push(battle, FrameKind.SHOT, who, whom, weapon)
    battle.frames[battle.depth - 1].chain = chain
    if is_measured(setting):
        ask(battle, Measured.SHOT, who, whom)

"""How an engagement goes from node to node.

    engagement:  roll-off (again while tied) -> activate, in turn -> ... -> next round, or the end
    activation:  a dazed group tests first -> act -> the action's roll
    roll:        declare -> roll -> reroll -> roll again -> combinations, successes, Wounds

Each of the three is a frame; ``advance`` runs the top one until it waits for a choice or a roll.
"""

from __future__ import annotations

from battlewright.engine.battle import pop_frame
from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import EVERYBODY, NodeKind, OutcomeSymmetry, await_choice, await_dice, end, pass_on
from battlewright.engine.record import Row
from battlewright.engine.rolloff import begin_roll_off, player_at, rank_roll_off, tied_players
from battlewright.systems.formations.record import (
    NOBODY,
    SIDES,
    Characteristic,
    Clause,
    Engagement,
    EventKind,
    FormationsChoice,
    Frame,
    FrameKind,
    RollKind,
    Setting,
    Stage,
    Step,
)
from battlewright.systems.formations.rules.dice import await_roll, score_of
from battlewright.systems.formations.rules.groups import (
    activate,
    end_opening,
    new_round,
    pool,
    side_of,
    stands,
    strength,
    take_the_field,
    waits,
)
from battlewright.systems.formations.rules.resolve import resolve_action, resolve_test


@rule("F.G4")
def start(setting: Row[Setting], battle: Row[Engagement]) -> None:
    """Set up both forces, and begin the first round with a roll-off."""
    take_the_field(setting[0], battle[0])
    push(battle[0], FrameKind.ENGAGEMENT, NOBODY, NOBODY, NOBODY)
    begin_round(battle[0])
    advance(setting[0], battle[0])


@rule("F.G3")
def declare(setting: Row[Setting], battle: Row[Engagement], actor: int, action: int, target: int) -> None:
    """Begin one action on its own, outside an engagement: the battle is over when it is resolved."""
    take_the_field(setting[0], battle[0])
    push(battle[0], FrameKind.ROLL, actor, action, target)
    advance(setting[0], battle[0])


@rule("F.G3", "F.G4", "F.D10")
def choose(setting: Row[Setting], battle: Row[Engagement], choice: Row[FormationsChoice]) -> None:
    """Carry out a legal choice."""
    frame = battle[0].frames[battle[0].depth - 1]
    step = battle[0].node.step
    if step == Step.ACTIVATE:
        activate(setting[0], battle[0], choice[0].group)
        push(battle[0], FrameKind.ACTIVATION, choice[0].group, NOBODY, NOBODY)
    elif step == Step.ACT:
        frame.stage = Stage.DONE
        push(battle[0], FrameKind.ROLL, frame.actor, choice[0].action, choice[0].target)
    else:
        take_up(battle[0], frame, choice[0].dice)
    advance(setting[0], battle[0])


@rule("F.D7", "F.D10", "F.D12", "F.G3")
def roll(setting: Row[Setting], battle: Row[Engagement], faces: Row[int]) -> None:
    """Take the faces that the node waits for."""
    frame = battle[0].frames[battle[0].depth - 1]
    step = battle[0].node.step
    if step == Step.ROLL_OFF:
        rank_roll_off(battle[0].roll_off, faces)
        if tied_players(battle[0].roll_off):
            emit(battle[0].tail, EventKind.TIE, Clause.D12)
    else:
        if frame.roll == RollKind.TEST and faces[0] == 1:  # it fails whatever the score
            emit(battle[0].tail, EventKind.NATURAL_ONE, Clause.D7, who=frame.actor)
        for die in range(battle[0].node.dice):
            frame.shown[battle[0].node.face_class[faces[die] - 1] - 1] += 1
        frame.stage = Stage.ROLLED if step == Step.ROLL else Stage.SETTLED
    advance(setting[0], battle[0])


@rule("F.G3", "F.G4")
def advance(setting: Setting, battle: Engagement) -> None:
    """Run the top frame until it waits for a choice or a roll."""
    pass_on(battle.node)
    while battle.node.kind == NodeKind.PASSING:
        frame = battle.frames[battle.depth - 1]
        if frame.kind == FrameKind.ENGAGEMENT:
            engagement_goes_on(setting, battle, frame)
        elif frame.kind == FrameKind.ACTIVATION:
            activation_goes_on(setting, battle, frame)
        else:
            roll_goes_on(setting, battle, frame)


@rule("F.D1", "F.D12", "F.G4")
def engagement_goes_on(setting: Setting, battle: Engagement, frame: Frame) -> None:
    """Run the roll-off until it is decided, then one activation after the other, then the next round or the end."""
    if frame.stage == Stage.BEGIN:
        tied = tied_players(battle.roll_off)
        if tied:
            await_dice(battle.node, Step.ROLL_OFF, EVERYBODY, tied, SIDES, OutcomeSymmetry.RANKED)
        else:
            battle.turn = player_at(battle.roll_off, 0)
            begin_roll_off(battle.roll_off, 0)
            emit(battle.tail, EventKind.FIRST, Clause.D12, side=battle.turn)
            frame.stage = Stage.READY
    elif not stands(battle, 0) or not stands(battle, 1):
        conclude(setting, battle, EventKind.GONE)
    elif waits(battle, battle.turn):
        await_choice(battle.node, Step.ACTIVATE, battle.turn)
    elif waits(battle, 1 - battle.turn):
        battle.turn = 1 - battle.turn
    elif battle.round >= setting.round_limit:
        conclude(setting, battle, EventKind.LIMIT)
    else:
        begin_round(battle)


@rule("F.G4")
def begin_round(battle: Engagement) -> None:
    """Begin a new round, with a roll-off for the first activation."""
    new_round(battle)
    battle.turn = 0  # no side's turn until the roll-off is decided
    begin_roll_off(battle.roll_off, 2)
    battle.frames[0].stage = Stage.BEGIN


@rule("F.G4")
def conclude(setting: Setting, battle: Engagement, why: int) -> None:
    """End the engagement: the greater MIGHT minus Wounds wins; a force that is gone has none."""
    a, b = strength(setting, battle, 0), strength(setting, battle, 1)
    winner = 1 if a > b else (2 if b > a else 0)
    emit(battle.tail, why, Clause.G4, winner=winner - 1, strength_a=a, strength_b=b)
    pop_frame(battle)
    end(battle.node, winner)


@rule("F.D8", "F.G4", "F.G6")
def activation_goes_on(setting: Setting, battle: Engagement, frame: Frame) -> None:
    """Run an activation: a dazed group must pass its test before it may act. Then the turn goes to the other force."""
    group = battle.groups[frame.actor]
    if frame.stage == Stage.BEGIN and group.dazed:
        frame.stage = Stage.TESTED
        push(battle, FrameKind.ROLL, frame.actor, NOBODY, NOBODY)
    elif frame.stage == Stage.TESTED and not frame.answer:
        emit(battle.tail, EventKind.LOST_ACTION, Clause.D8, who=frame.actor)
        frame.stage = Stage.DONE
    elif frame.stage == Stage.DONE:
        battle.turn = 1 - side_of(frame.actor)
        end_opening(battle, frame.actor)
        pop_frame(battle)
    else:
        frame.stage = Stage.READY
        frame.answer = 0
        await_choice(battle.node, Step.ACT, side_of(frame.actor))


@rule("F.G3", "F.D10")
def roll_goes_on(setting: Setting, battle: Engagement, frame: Frame) -> None:
    """Run a roll: declare, roll, reroll, resolve, in this order."""
    group = battle.groups[frame.actor]
    if frame.stage == Stage.BEGIN:
        frame.stage = Stage.SETTLED
        prepare(setting, battle, frame)
        if frame.dice > 0:
            await_faces(setting, battle, frame, Step.ROLL, frame.dice)
    elif frame.stage == Stage.ROLLED and group.rerolls > 0:
        await_choice(battle.node, Step.REROLL, side_of(frame.actor))
    elif frame.stage == Stage.ROLLED:
        frame.stage = Stage.SETTLED
    elif frame.stage == Stage.TAKEN_UP:
        await_faces(setting, battle, frame, Step.ROLL_AGAIN, dice_taken_up(frame))
    elif frame.stage == Stage.SETTLED:
        frame.stage = Stage.DONE
        if frame.action == NOBODY:
            resolve_test(setting, battle, frame)
        else:
            resolve_action(setting, battle, frame)
    else:
        answer = frame.answer
        pop_frame(battle)
        if battle.depth > 0:
            battle.frames[battle.depth - 1].answer = answer
        else:
            end(battle.node, 0)


@rule("F.D3", "F.D4", "F.D6", "F.G1")
def prepare(setting: Setting, battle: Engagement, frame: Frame) -> None:
    """Set the number of dice and the score. A penalty to the dice is used up by the attack."""
    group = battle.groups[frame.actor]
    kind = setting.kinds[group.kind]
    if frame.action == NOBODY:
        frame.roll = RollKind.TEST
        frame.dice = 1
        frame.score = score_of(kind, group.dazed, group.exposed)
        group.dazed = 0
        return
    action = kind.actions[frame.action]
    target = battle.groups[frame.target]
    frame.roll = action.roll
    emit(battle.tail, EventKind.DECLARED, Clause.G3, who=frame.actor, whom=frame.target, action=frame.action)
    if action.roll == RollKind.TEST:
        frame.dice = 1
        frame.score = score_of(kind, action.against, group.exposed)
    elif action.roll == RollKind.ATTACK:
        frame.dice = pool(setting, group, action)
        frame.score = score_of(setting.kinds[target.kind], action.against, target.exposed)
        group.weakened = 0
        clause = Clause.D4 if action.against == Characteristic.WILL else Clause.D3
        emit(
            battle.tail, EventKind.POOL, clause, who=frame.actor, whom=frame.target, dice=frame.dice, score=frame.score
        )


@rule("F.D9")
def await_faces(setting: Setting, battle: Engagement, frame: Frame, step: int, dice: int) -> None:
    """Wait for dice; faces that the action treats alike are declared alike."""
    combination, heavy = 0, 0
    if frame.action != NOBODY:
        action = setting.kinds[battle.groups[frame.actor].kind].actions[frame.action]
        combination = action.combination
        heavy = setting.heavy_sixes * action.wounds
    await_roll(battle.node, frame, side_of(frame.actor), step, dice, combination, heavy)


@rule("F.D10", "F.D11")
def take_up(battle: Engagement, frame: Frame, named: Row[int]) -> None:
    """Take up the named dice; each costs a Reroll. They are rolled once more, all together."""
    for face in range(SIDES):
        frame.shown[face] -= named[face]
    dice = dice_taken_up(frame)
    battle.groups[frame.actor].rerolls -= dice
    frame.stage = Stage.TAKEN_UP if dice > 0 else Stage.SETTLED
    if dice > 0:
        emit(battle.tail, EventKind.REROLLED, Clause.D10, who=frame.actor, dice=dice)


@rule("F.D11")
def dice_taken_up(frame: Frame) -> int:
    """Return the number of dice that were taken up."""
    lying = 0
    for face in range(SIDES):
        lying += frame.shown[face]
    return frame.dice - lying


@rule()
def push(battle: Engagement, kind: int, actor: int, action: int, target: int) -> None:
    """Push a new frame."""
    frame = battle.frames[battle.depth]
    frame.kind = kind
    frame.actor = actor
    frame.action = action
    frame.target = target
    battle.depth += 1

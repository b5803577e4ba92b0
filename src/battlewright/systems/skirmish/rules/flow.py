"""The flow of a battle from node to node: deployment, rounds, activations, actions."""

from __future__ import annotations

from battlewright.engine.battle import pop_frame
from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import NodeKind, OutcomeSymmetry, await_choice, await_dice, end, pass_on
from battlewright.engine.record import Row
from battlewright.engine.rolloff import begin_roll_off, player_at, rank_roll_off, tied_players
from battlewright.geometry.legs import LegKind
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.measured import Measured
from battlewright.systems.skirmish.record import (
    NOBODY,
    SIDES,
    ChoiceKind,
    EventKind,
    Fate,
    Frame,
    FrameKind,
    Purpose,
    Reaction,
    Setting,
    Skirmish,
    SkirmishChoice,
    Stage,
    Step,
)
from battlewright.systems.skirmish.rules.aid import give_aid, take_place
from battlewright.systems.skirmish.rules.asking import ask, is_measured
from battlewright.systems.skirmish.rules.cover import cover_range
from battlewright.systems.skirmish.rules.deploy import can_deploy, deploy, has_waiting
from battlewright.systems.skirmish.rules.dice import await_critical_test
from battlewright.systems.skirmish.rules.editions import kind_of_clash, tests_at_once
from battlewright.systems.skirmish.rules.effects import burn, settle_markers
from battlewright.systems.skirmish.rules.measured_move import measured_move_goes_on, settle_measured_test
from battlewright.systems.skirmish.rules.measures import (
    answer_measure,
    asks_for_circle,
    begin_engagement,
    finish_measured,
    measure_goes_on,
)
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP, clash_goes_on, parry, settle_melee, strike, waste
from battlewright.systems.skirmish.rules.move import clause_of, move_goes_on, range_of, set_path, settle_test
from battlewright.systems.skirmish.rules.shooting import (
    SHOT_AP,
    begin_shot,
    react,
    return_shot,
    settle_critical,
    settle_shot,
    settle_stray,
    shot_goes_on,
)
from battlewright.systems.skirmish.rules.sides import (
    has_lost_its_leader,
    is_there,
    muster,
    new_round,
    pay,
    side_of,
    side_points,
    waits,
)
from battlewright.systems.skirmish.rules.split import burn_shoved, cancel, divide, settle_split, split_goes_on
from battlewright.systems.skirmish.rules.stack import push, push_move
from battlewright.systems.skirmish.rules.stress import break_down, is_over_stressed, recover, strain, stress_test
from battlewright.systems.skirmish.rules.stress_first import begin_test, clear_away, settle_stress_test, test_goes_on

MOVE_AP = 1


@rule("S2.A6", "S2.A5", "S1.A1")
def start(setting: Row[Setting], battle: Row[Skirmish]) -> None:
    """Start a battle: the models wait beside the table, and a roll-off decides which side places first."""
    muster(setting[0], battle[0])
    push(battle[0], FrameKind.BATTLE, NOBODY, NOBODY, 0)
    begin_roll_off(battle[0].roll_off, 2)
    go_on_between_activations(setting[0], battle[0])


@rule("S2.A3")
def choose(setting: Row[Setting], battle: Row[Skirmish], choice: Row[SkirmishChoice]) -> None:
    """Carry out a legal choice."""
    carry_out(setting[0], battle[0], battle[0].frames[battle[0].depth - 1], choice[0])
    advance(setting[0], battle[0])


@rule("S2.A3", "S2.A6", "S2.A2", "S2.M1", "S2.F1", "S2.D1")
def carry_out(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> None:
    """Apply a choice; ``advance`` then goes on to the next node."""
    kind = choice.kind
    if kind == ChoiceKind.DEPLOY:
        deploy(setting, battle, choice.who, choice.legs[0].x, choice.legs[0].y, choice.legs[0].level)
        battle.turn = 1 - battle.turn
    elif kind == ChoiceKind.ACTIVATE:
        activate(setting, battle, choice.who)
    elif kind == ChoiceKind.MOVE:
        pay(battle, frame.actor, MOVE_AP)
        set_path(battle.path, battle.crowd.bases[frame.actor], choice)
        begin_move(setting, battle, frame.actor, Purpose.MOVE, range_of(setting, frame.actor, Purpose.MOVE, 0))
    elif kind == ChoiceKind.CLOSE_COMBAT:
        engage(setting, battle, frame.actor, choice)
    elif kind == ChoiceKind.SHOOT:
        pay(battle, frame.actor, SHOT_AP)
        begin_shot(setting, battle, frame.actor, choice.whom, choice.weapon, 0)
    elif kind == ChoiceKind.AID:
        aid(setting, battle, frame.actor, choice.whom)
    elif kind == ChoiceKind.STOP:
        frame.stage = Stage.DONE
        emit(battle.tail, EventKind.STOPPED, Clause.A3, who=frame.actor, ap=battle.models[frame.actor].ap)
    else:
        answer(setting, battle, frame, choice)


@rule("S2.F4", "S2.F10", "S2.F11", "S2.D3", "S2.K4", "S2.K7", "S1.K2", "S1.K6")
def answer(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> None:
    """Apply a choice made inside an exchange."""
    kind = choice.kind
    if frame.kind == FrameKind.MEASURE:
        answer_measure(setting, battle, frame, choice)
    elif kind == ChoiceKind.TARGET:
        name_target(setting, battle, frame, choice.whom)
    elif kind == ChoiceKind.NO_TARGET:
        frame.stage = Stage.DONE
        emit(battle.tail, EventKind.NO_ENEMY, Clause.K3, who=frame.actor)
    elif kind == ChoiceKind.TAKE_PLACE:
        take_place(setting, battle, frame, choice.who)
    elif kind == ChoiceKind.NOTHING:
        react(setting, battle, frame, Reaction.NOTHING)
    elif kind == ChoiceKind.COVER:
        react(setting, battle, frame, Reaction.COVER)
    elif kind == ChoiceKind.RETURN_FIRE:
        react(setting, battle, frame, Reaction.RETURN_FIRE)
    elif kind == ChoiceKind.COVER_MOVE:
        set_path(battle.path, battle.crowd.bases[frame.target], choice)
        begin_move(setting, battle, frame.target, Purpose.COVER, cover_range(setting, frame))
    elif kind == ChoiceKind.STAY:
        emit(battle.tail, EventKind.STAYED, Clause.F10, who=frame.target)
    elif kind == ChoiceKind.FIRE:
        return_shot(setting, battle, frame, choice.weapon)
    elif kind == ChoiceKind.WAIVE:
        emit(battle.tail, EventKind.WAIVED, Clause.F4, who=frame.target, whom=frame.actor)
    elif kind == ChoiceKind.STRIKE:
        strike(setting, battle, frame, choice.critical, choice.weapon)
    elif kind == ChoiceKind.PARRY:
        parry(battle, frame, choice.critical, choice.against)
    elif kind == ChoiceKind.SPEND:
        waste(battle, frame, choice.critical)
    elif kind == ChoiceKind.DIVIDE:
        divide(battle, frame, choice.weapon, choice.attack)
    elif kind == ChoiceKind.CANCEL:
        cancel(setting, battle, frame, choice.critical)


@rule("S2.M1", "S2.F10", "S2.A7")
def begin_move(setting: Setting, battle: Skirmish, who: int, purpose: int, left: int) -> None:
    """Start a move along the path that has been set. Where the players keep the table, a move without measured legs is
    one on foot."""
    push_move(battle, who, purpose, left)
    if battle.path.count == 0:
        emit(battle.tail, EventKind.WENT, clause_of(purpose), who=who, way=LegKind.WALK, length=0, height=0)


@rule("S2.D1", "S2.A7")
def aid(setting: Setting, battle: Skirmish, helper: int, friend: int) -> None:
    """Give Aid; where the players keep the table, contact is measured first."""
    if is_measured(setting):
        ask(battle, Measured.CONTACT, helper, friend)
    else:
        give_aid(battle, helper, friend)


@rule("S2.K4", "S2.A7")
def name_target(setting: Setting, battle: Skirmish, frame: Frame, whom: int) -> None:
    """Name the target of close combat; where the players keep the table, it is measured whether it is in reach."""
    frame.target = whom
    if is_measured(setting):
        ask(battle, Measured.REACH, frame.actor, whom)


@rule("S2.K1", "S2.K2", "S1.K1", "S2.A7")
def engage(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice) -> None:
    """Start close combat with a chosen weapon: the engage move, if there is one, then the clash."""
    if is_measured(setting):
        begin_engagement(setting, battle, who, choice)
        return
    pay(battle, who, CLOSE_COMBAT_AP)
    emit(battle.tail, EventKind.ENGAGED, Clause.K1, who=who, weapon=choice.weapon)
    push(battle, kind_of_clash(setting), who, NOBODY, choice.weapon)
    if choice.count > 0:
        set_path(battle.path, battle.crowd.bases[who], choice)
        push_move(battle, who, Purpose.ENGAGE, range_of(setting, who, Purpose.ENGAGE, 0))


@rule("S2.A2", "S2.K11", "S1.A1")
def activate(setting: Setting, battle: Skirmish, who: int) -> None:
    """Activate a model. Every bearer of a weapon that shoves may shove once in this activation."""
    model = battle.models[who]
    model.activated = 1
    for other in range(setting.models):
        battle.models[other].shoved = 0
    emit(battle.tail, EventKind.ACTIVATED, Clause.A2, who=who, ap=model.ap, stress=model.stress)
    push(battle, FrameKind.ACTIVATION, who, NOBODY, 0)


@rule("S2.A5", "S2.T4", "S2.M5", "S2.K6", "S2.F6", "S2.F7", "S2.F8")
def roll(setting: Row[Setting], battle: Row[Skirmish], faces: Row[int]) -> None:
    """Apply the dice that the node asked for."""
    frame = battle[0].frames[battle[0].depth - 1]
    step, dice = battle[0].node.step, battle[0].node.dice
    if step == Step.ROLL_OFF:
        rank_roll_off(battle[0].roll_off, faces)
        if tied_players(battle[0].roll_off):
            emit(battle[0].tail, EventKind.TIE, Clause.A5)
    elif step == Step.STRESS_TEST and frame.kind == FrameKind.TEST:
        settle_stress_test(battle[0], frame, faces, dice)
    elif step == Step.STRESS_TEST:
        stress_test(battle[0], frame.actor, faces, dice)
        recover(battle[0], frame.actor)
    elif step == Step.CLIMB_TEST or step == Step.JUMP_TEST:
        if is_measured(setting[0]):
            settle_measured_test(setting[0], battle[0], frame, faces, dice)
        else:
            settle_test(setting[0], battle[0], frame, faces, dice)
    elif frame.kind == FrameKind.DIVISION:
        settle_split(battle[0], frame, step, faces, dice)
    elif step == Step.STRIKE_ROLL or step == Step.PARRY_ROLL:
        settle_melee(battle[0], frame, step, faces, dice)
    elif step == Step.SHOT_ROLL:
        settle_shot(frame, faces, dice)
    elif step == Step.CRITICAL_ROLL:
        settle_critical(setting[0], battle[0], frame, faces[0])
    else:
        settle_stray(setting[0], battle[0], frame, faces[0])
    advance(setting[0], battle[0])


@rule("S2.A3", "S1.T2")
def advance(setting: Setting, battle: Skirmish) -> None:
    """Run the top frame until it needs a choice or dice. A model that was just hurt is tested first."""
    pass_on(battle.node)
    while battle.node.kind == NodeKind.PASSING:
        frame = battle.frames[battle.depth - 1]
        if battle.hurt and frame.kind < FrameKind.TEST:
            begin_test(setting, battle, frame)
        elif frame.stage == Stage.DONE:
            finish(setting, battle, frame)
        elif frame.kind == FrameKind.SHOT:
            shot_goes_on(setting, battle, frame)
        elif frame.kind == FrameKind.CLASH:
            clash_goes_on(setting, battle, frame)
        elif frame.kind == FrameKind.MOVE:
            if is_measured(setting):
                measured_move_goes_on(setting, battle, frame)
            else:
                move_goes_on(setting, battle, frame)
        elif frame.kind == FrameKind.ACTIVATION:
            activation_goes_on(setting, battle, frame)
        elif frame.kind == FrameKind.DIVISION:
            split_goes_on(setting, battle, frame)
        elif frame.kind == FrameKind.TEST:
            test_goes_on(setting, battle, frame)
        elif frame.kind == FrameKind.MEASURE:
            measure_goes_on(setting, battle, frame)
        else:
            battle_goes_on(setting, battle, frame)


@rule("S2.A2")
def go_on_between_activations(setting: Setting, battle: Skirmish) -> None:
    """Run ``advance`` between activations, where only the battle's own frame is left."""
    pass_on(battle.node)
    while battle.node.kind == NodeKind.PASSING:
        battle_goes_on(setting, battle, battle.frames[0])


@rule("S2.A2", "S2.F9", "S1.F7")
def finish(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Pop a frame that is over. After an activation the turn passes to the other side; after a move, fires burn."""
    if frame.kind == FrameKind.ACTIVATION:
        battle.turn = 1 - side_of(setting, frame.actor)
    elif frame.kind == FrameKind.SHOT and frame.chain == 0:
        clear_away(battle, frame)
    if is_measured(setting):
        finish_measured(battle, frame)
        return
    if frame.kind == FrameKind.MOVE:
        burn(setting, battle, frame.actor)
    elif frame.kind == FrameKind.DIVISION:
        burn_shoved(setting, battle, frame)
    pop_frame(battle)


@rule("S2.T6", "S2.A3", "S1.T5", "S1.A1")
def activation_goes_on(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Check the stress first, unless the edition tests it at once; then take one action after another, while action
    points last and both sides have models."""
    at_once = tests_at_once(setting)
    if frame.stage == Stage.BEGIN:
        frame.stage = Stage.READY
        if not at_once:
            face_stress(setting, battle, frame)
    elif battle.models[frame.actor].ap > 0 and not (at_once and is_decided(setting, battle)):
        await_choice(battle.node, Step.ACT, side_of(setting, frame.actor))
    else:
        frame.stage = Stage.DONE


@rule("S2.T2", "S2.T3", "S2.T6")
def face_stress(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Apply stress at an activation: double the Toughness costs a point of it; at least the Toughness is a break-down,
    which ends the activation."""
    model = battle.models[frame.actor]
    strain(battle, frame.actor)
    if model.fate == Fate.REMOVED:
        frame.stage = Stage.DONE
    elif is_over_stressed(model):
        frame.stage = Stage.DONE
        break_down(battle, frame.actor)
        await_critical_test(battle.node, Step.STRESS_TEST, side_of(setting, frame.actor), model.toughness)


@rule("S2.A4", "S1.A1")
def is_decided(setting: Setting, battle: Skirmish) -> bool:
    """Whether a side has no models left, or has lost its leader where that counts."""
    for side in range(2):
        if not is_there(setting, battle, side) or has_lost_its_leader(setting, battle, side):
            return True
    return False


@rule("S2.A2", "S2.A4", "S2.A5", "S2.A6", "S1.A1")
def battle_goes_on(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Place the models in turn; then play rounds, each with a roll-off and alternating activations."""
    if frame.stage == Stage.BEGIN or frame.stage == Stage.ROUND:
        if roll_off_is_decided(battle):
            frame.stage = Stage.DEPLOYMENT if frame.stage == Stage.BEGIN else Stage.READY
    elif frame.stage == Stage.DEPLOYMENT:
        place_next(setting, battle, frame)
    elif not is_there(setting, battle, 0) or not is_there(setting, battle, 1):
        conclude(setting, battle, EventKind.GONE)
    elif has_lost_its_leader(setting, battle, 0) or has_lost_its_leader(setting, battle, 1):
        conclude(setting, battle, EventKind.LEADER)
    elif waits(setting, battle, battle.turn):
        await_choice(battle.node, Step.ACTIVATE, battle.turn)
    elif waits(setting, battle, 1 - battle.turn):
        battle.turn = 1 - battle.turn
    elif battle.round >= setting.round_limit:
        if not asks_for_circle(setting, battle, frame):
            conclude(setting, battle, EventKind.LIMIT)
    else:
        begin_round(setting, battle, frame)


@rule("S2.A5")
def roll_off_is_decided(battle: Skirmish) -> bool:
    """Compare the roll-off, one D6 each: the higher begins, and ties roll again."""
    tied = tied_players(battle.roll_off)
    if tied:
        await_dice(battle.node, Step.ROLL_OFF, -1, tied, SIDES, OutcomeSymmetry.RANKED)
        return False
    battle.turn = player_at(battle.roll_off, 0)
    begin_roll_off(battle.roll_off, 0)
    emit(battle.tail, EventKind.FIRST, Clause.A5, side=battle.turn, round=battle.round)
    return True


@rule("S2.A6")
def place_next(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Let the side whose turn it is place a model; once it has none left, the other side goes on."""
    if has_waiting(setting, battle, battle.turn) and can_deploy(setting, battle, battle.turn):
        await_choice(battle.node, Step.DEPLOY, battle.turn)
    elif has_waiting(setting, battle, 1 - battle.turn):
        battle.turn = 1 - battle.turn
    else:
        begin_round(setting, battle, frame)


@rule("S2.A2", "S2.F9")
def begin_round(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Begin a round: remove old dust and fires, and roll off for the first activation."""
    new_round(setting, battle)
    settle_markers(battle)
    battle.turn = 0  # nobody's turn until the roll-off is decided
    begin_roll_off(battle.roll_off, 2)
    frame.stage = Stage.ROUND


@rule("S2.A4")
def conclude(setting: Setting, battle: Skirmish, why: int) -> None:
    """End the battle. The side that is left wins, or the one with more points; equal points are a draw."""
    a, b = side_points(setting, battle, 0), side_points(setting, battle, 1)
    if why == EventKind.GONE:
        a, b = 1 if is_there(setting, battle, 0) else 0, 1 if is_there(setting, battle, 1) else 0
    elif why == EventKind.LEADER:
        a = 0 if has_lost_its_leader(setting, battle, 0) else 1
        b = 0 if has_lost_its_leader(setting, battle, 1) else 1
    winner = 1 if a > b else (2 if b > a else 0)
    points_a, points_b = side_points(setting, battle, 0), side_points(setting, battle, 1)
    emit(battle.tail, why, Clause.A4, winner=winner - 1, points_a=points_a, points_b=points_b)
    pop_frame(battle)
    end(battle.node, winner)

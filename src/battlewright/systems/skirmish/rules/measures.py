"""The option ``companion``: measures of the players' table, as they are asked for and answered (S2.A7).

A measure is a frame on top of the exchange that needs it. Its answer is checked by the rule that would have measured;
an action that it shows to be impossible is taken back and costs nothing.
"""

from __future__ import annotations

from battlewright.engine.battle import pop_frame
from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import await_choice
from battlewright.engine.record import clear
from battlewright.geometry.terrain import MarkerKind
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.measured import Measured
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import (
    NOBODY,
    STEP,
    ChoiceKind,
    EventKind,
    Fate,
    Frame,
    FrameKind,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Stage,
    Step,
    Victory,
)
from battlewright.systems.skirmish.rules.aid import give_aid
from battlewright.systems.skirmish.rules.asking import ask, asking, bring_together, is_measured, set_apart
from battlewright.systems.skirmish.rules.editions import kind_of_clash
from battlewright.systems.skirmish.rules.effects import leave
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP
from battlewright.systems.skirmish.rules.move import FARTHEST, range_of, set_path, threatens
from battlewright.systems.skirmish.rules.place import in_contact, take_fall
from battlewright.systems.skirmish.rules.shooting import SHOT_AP
from battlewright.systems.skirmish.rules.sides import pay, side_of
from battlewright.systems.skirmish.rules.split import ATTACKER_SHOVED, TARGET_SHOVED
from battlewright.systems.skirmish.rules.stack import push, push_move
from battlewright.systems.skirmish.rules.stress import add_stress

LONGEST = 1 << 20
"""A length greater than any table."""
MOST_OBSTACLES = 20
MOST_STRESS = 5
"""The most stress of what a stray shot sets off."""


@rule("S2.A7", "S2.K1", "S2.K2", "S2.K3")
def begin_engagement(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice) -> None:
    """Start close combat with an opponent that the attacker names. How near its move will bring it is measured
    first."""
    pay(battle, who, CLOSE_COMBAT_AP)
    push(battle, kind_of_clash(setting), who, choice.whom, choice.weapon)
    set_path(battle.path, battle.crowd.bases[who], choice)
    ask(battle, Measured.REACH, who, choice.whom)


@rule("S2.A7", "S2.F9")
def ask_for_fires(battle: Skirmish, who: int) -> None:
    """Ask which of the fires on the table a base is over, after a move or a shove; not where there are none."""
    for number in range(battle.marker_count):
        if battle.markers[number].kind == MarkerKind.FIRE:
            ask(battle, Measured.FIRES, who, NOBODY)
            battle.frames[battle.depth - 1].at = -1
            return


@rule("S2.A7", "S2.A4")
def asks_for_circle(setting: Setting, battle: Skirmish, frame: Frame) -> bool:
    """Whether it must be asked who holds the circle; if so, ask, once."""
    if not is_measured(setting) or setting.victory != Victory.HOLD or frame.gain:
        return False
    frame.gain = 1
    ask(battle, Measured.CIRCLE, NOBODY, NOBODY)
    return True


@rule("S2.A7", "S2.F9", "S1.K7")
def finish_measured(battle: Skirmish, frame: Frame) -> None:
    """Pop a frame that is over. After a move, and after a clash for those who were shoved in it, ask for fires."""
    kind, who, whom, shoved = frame.kind, frame.actor, frame.target, frame.hit
    pop_frame(battle)
    if kind == FrameKind.MOVE:
        ask_for_fires(battle, who)
    elif kind == FrameKind.CLASH or kind == FrameKind.DIVISION:
        bring_together(battle)
        if kind == FrameKind.DIVISION and shoved & ATTACKER_SHOVED:
            ask_for_fires(battle, who)
        if kind == FrameKind.DIVISION and shoved & TARGET_SHOVED:
            ask_for_fires(battle, whom)


@rule("S2.A7")
def measure_goes_on(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Await a measure. The side of the model that acts is asked; of a fire, the side of the model that may burn."""
    what = frame.purpose
    if what == Measured.FIRES:
        await_next_fire(setting, battle, frame)
    elif what == Measured.STRAY:
        await_choice(battle.node, Step.STRUCK, side_of(setting, frame.actor))
    elif what == Measured.BLAST:
        await_choice(battle.node, Step.WITHIN, side_of(setting, frame.actor))
    elif what == Measured.CIRCLE:
        await_choice(battle.node, Step.WITHIN, battle.turn)
    else:
        await_choice(battle.node, Step.MEASURE, side_of(setting, frame.actor))


@rule("S2.A7", "S2.F9")
def await_next_fire(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Ask about one fire after another."""
    frame.at += 1
    while frame.at < battle.marker_count and battle.markers[frame.at].kind != MarkerKind.FIRE:
        frame.at += 1
    if frame.at < battle.marker_count and battle.crowd.bases[frame.actor].stands:
        await_choice(battle.node, Step.IN_FIRE, side_of(setting, frame.actor))
    else:
        frame.stage = Stage.DONE


@rule("S2.A7")
def may_take_back(battle: Skirmish, frame: Frame) -> bool:
    """Whether an action may still be taken back: nothing has happened since it was chosen."""
    if frame.purpose == Measured.CONTACT:
        return True
    below = battle.frames[battle.depth - 2]
    asks_first = frame.purpose == Measured.SHOT or frame.purpose == Measured.REACH
    return asks_first and below.stage == Stage.BEGIN and below.chain == 0


@rule("S2.A7")
def write_usual(battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> None:
    """Write the measure that is most likely: of a return shot or after a swap, the last line that was measured; of a
    shove its whole length; else what is known of how far the two models are from each other."""
    what = frame.purpose
    if what == Measured.SHOT:
        index = asking(battle)
        last = battle.frames[index if battle.frames[index].chain == 0 else index - 1]
        choice.distance = last.left
        choice.number = last.obstacles
    elif what == Measured.SHOVE:
        choice.distance = frame.left
    elif what != Measured.LANDING:
        one, other = battle.crowd.bases[frame.actor], battle.crowd.bases[frame.target]
        choice.distance = max(other.x - one.x - one.radius - other.radius, 0)
        choice.height = other.level - one.level


@rule("S2.A7")
def take_back(battle: Skirmish, frame: Frame, clause: int) -> None:
    """Take an action back: its action points return."""
    who, what = frame.actor, frame.purpose
    emit(battle.tail, EventKind.TAKEN_BACK, clause, who=who)
    pop_frame(battle)
    if what != Measured.CONTACT:
        pay(battle, who, -SHOT_AP if what == Measured.SHOT else -CLOSE_COMBAT_AP)
        pop_frame(battle)
    clear(battle.path)
    bring_together(battle)


@rule("S2.A7", "S2.F9", "S2.F12", "S2.K3", "S2.A4")
def answer_measure(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> None:
    """Apply an answer."""
    kind = choice.kind
    if kind == ChoiceKind.MEASURE:
        settle_measure(setting, battle, frame, choice)
    elif kind == ChoiceKind.TAKE_BACK:
        take_back(battle, frame, Clause.A7)
    elif kind == ChoiceKind.NO_LINE:
        take_back(battle, frame, Clause.F12)
    elif kind == ChoiceKind.BURNS:
        emit(battle.tail, EventKind.BURNT, Clause.F9, who=frame.actor, x=0, y=0)
        add_stress(setting, battle, frame.actor, battle.markers[frame.at].stress, NOBODY, Clause.F9)
    elif kind == ChoiceKind.HITS_MODEL:
        shot = battle.frames[battle.depth - 2]
        weapon = setting.weapons[setting.cards[shot.actor].gun[shot.weapon]]
        add_stress(setting, battle, choice.whom, weapon.stress, frame.actor, Clause.F8)
        frame.stage = Stage.DONE
    elif kind == ChoiceKind.EXPLODES:
        frame.at = 1
        emit(battle.tail, EventKind.BLAST, Clause.F9, by=frame.actor, stress_added=choice.number)
        ask(battle, Measured.BLAST, frame.actor, NOBODY)
        battle.frames[battle.depth - 1].need = choice.number
    elif kind == ChoiceKind.LEAVES_DUST:
        frame.stage = Stage.DONE
        leave(battle, MarkerKind.DUST, 0, 0, 0, 0)
    elif kind == ChoiceKind.LEAVES_FIRE:
        frame.stage = Stage.DONE
        leave(battle, MarkerKind.FIRE, 0, 0, 0, choice.number)
    elif kind == ChoiceKind.NO_EFFECT:
        frame.stage = Stage.DONE
    elif kind == ChoiceKind.WITHIN:
        frame.hit |= 1 << choice.whom
    elif kind == ChoiceKind.NOBODY_ELSE:
        settle_within(setting, battle, frame)


@rule("S2.A7", "S2.F1", "S2.D1", "S2.K3", "S2.K4", "S2.K11", "S2.M10")
def settle_measure(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> None:
    """Apply a measure in numbers."""
    what, who, whom = frame.purpose, frame.actor, frame.target
    if what == Measured.SHOT:
        battle.frames[battle.depth - 2].obstacles = choice.number
        battle.frames[battle.depth - 2].left = choice.distance
        set_apart(battle, who, whom, choice.distance, 0)
        frame.stage = Stage.DONE
    elif what == Measured.LANDING:
        frame.stage = Stage.DONE
        if choice.height > STEP:
            take_fall(setting, battle, who, choice.height, NOBODY)
    elif what == Measured.SHOVE:
        frame.stage = Stage.DONE
        settle_shove(setting, battle, frame, choice.distance, choice.height)
    else:
        emit_measure(battle, frame, choice)
        set_apart(battle, who, whom, choice.distance, choice.height)
        if what == Measured.CONTACT:
            settle_contact(battle, frame)
        else:
            settle_reach(setting, battle, frame)


@rule("S2.A7")
def emit_measure(battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> None:
    """Emit how far two models are from each other."""
    far, high = choice.distance, choice.height
    emit(battle.tail, EventKind.MEASURED, Clause.A7, who=frame.actor, whom=frame.target, distance=far, height=high)


@rule("S2.A7", "S2.D1")
def settle_contact(battle: Skirmish, frame: Frame) -> None:
    """Give Aid to a friend in contact; else it is taken back."""
    helper, friend = frame.actor, frame.target
    if in_contact(battle, helper, friend):
        pop_frame(battle)
        give_aid(battle, helper, friend)
        bring_together(battle)
    else:
        take_back(battle, frame, Clause.D1)


@rule("S2.A7", "S2.K2", "S2.K3", "S2.K4")
def settle_reach(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Go on with an attack. An opponent out of reach is none: before the engage move the action is taken back, after it
    has failed another target may be named. A swap or a shove is not checked again."""
    who, whom = frame.actor, frame.target
    clash = battle.frames[asking(battle)]
    reaches = threatens(setting, battle, who, clash.weapon, whom)
    frame.stage = Stage.DONE
    if clash.stage == Stage.BEGIN and not reaches:
        take_back(battle, frame, Clause.K3)
    elif clash.stage == Stage.BEGIN:
        clash.stage = Stage.READY
        pop_frame(battle)
        emit(battle.tail, EventKind.ENGAGED, Clause.K1, who=who, weapon=clash.weapon)
        push_move(battle, who, Purpose.ENGAGE, range_of(setting, who, Purpose.ENGAGE, 0))
    elif clash.stage == Stage.MOVED and not reaches:
        emit(battle.tail, EventKind.TAKEN_BACK, Clause.K4, who=who)
        clash.stage = Stage.READY
        clash.target = NOBODY
        bring_together(battle)


@rule("S2.A7", "S2.K11", "S2.F9", "S1.K7")
def settle_shove(setting: Setting, battle: Skirmish, frame: Frame, far: int, drop: int) -> None:
    """Apply a shove that the players carried out: its fall, and fires. While successes are left to resolve, it is
    measured anew who reaches whom."""
    by, whom = frame.actor, frame.target
    if far == 0:
        return
    clash = battle.frames[asking(battle)]
    base, away = battle.crowd.bases[clash.target], 1 if whom == clash.target else -1
    base.x += far
    base.level -= away * drop
    emit(battle.tail, EventKind.SHOVED, Clause.K11, who=whom, by=by, length=far)
    if drop > STEP:
        take_fall(setting, battle, whom, drop, by)
    if clash.kind == FrameKind.DIVISION:
        clash.hit |= TARGET_SHOVED if whom == clash.target else ATTACKER_SHOVED
        return
    if clash.own + clash.own_critical + clash.their + clash.their_critical > 0:
        ask(battle, Measured.REACH, clash.actor, clash.target)
    ask_for_fires(battle, whom)


@rule("S2.A7", "S2.F9", "S2.A4")
def settle_within(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Apply who was named: stress to those in an explosion; who is not in the circle stands far from it."""
    frame.stage = Stage.DONE
    for who in range(setting.models):
        is_named = (frame.hit >> who) & 1 == 1
        if frame.purpose == Measured.CIRCLE and not is_named:
            battle.crowd.bases[who].x = FARTHEST
        elif frame.purpose == Measured.BLAST and is_named:
            add_stress(setting, battle, who, frame.need, frame.actor, Clause.F9)


@rule("S2.A7")
def refuse_answer(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """Return why an answer is refused, whose fields were checked; 0 if it is allowed."""
    step, kind = battle.node.step, choice.kind
    if step == Step.MEASURE:
        if kind == ChoiceKind.TAKE_BACK:
            return 0 if may_take_back(battle, frame) else Reason.NOT_TAKEN_BACK
        if kind == ChoiceKind.NO_LINE:
            return 0 if may_lack_line(setting, battle, frame) else Reason.NOT_TAKEN_BACK
        return refuse_measure(frame, choice) if kind == ChoiceKind.MEASURE else Reason.MUST_MEASURE
    if step == Step.IN_FIRE:
        return 0 if kind == ChoiceKind.BURNS or kind == ChoiceKind.CLEAR else Reason.MUST_SAY_FIRE
    if step == Step.WITHIN:
        if kind == ChoiceKind.NOBODY_ELSE:
            return 0
        is_new = kind == ChoiceKind.WITHIN and may_be_within(setting, battle, frame, choice.whom)
        return 0 if is_new else Reason.MUST_NAME_WITHIN
    if kind == ChoiceKind.HITS_MODEL:
        return 0 if may_be_struck(setting, battle, frame, choice.whom) else Reason.NOT_IN_LINE
    if kind == ChoiceKind.EXPLODES or kind == ChoiceKind.LEAVES_FIRE:
        is_open = kind == ChoiceKind.LEAVES_FIRE or frame.at == 0
        return 0 if is_open and 1 <= choice.number <= MOST_STRESS else Reason.MUST_SAY_STRUCK
    return 0 if kind == ChoiceKind.LEAVES_DUST or kind == ChoiceKind.NO_EFFECT else Reason.MUST_SAY_STRUCK


@rule("S2.A7", "S2.F12")
def may_lack_line(setting: Setting, battle: Skirmish, frame: Frame) -> bool:
    """Whether solid terrain may forbid the shot that is measured."""
    return setting.solid_blocks == 1 and frame.purpose == Measured.SHOT and may_take_back(battle, frame)


@rule("S2.A7", "S2.K11", "S2.F2")
def refuse_measure(frame: Frame, choice: SkirmishChoice) -> int:
    """Return why a measure is refused; 0 if it is allowed: lengths that a table may have, and only those that were
    asked for."""
    what, far, high, number = frame.purpose, choice.distance, choice.height, choice.number
    if far < 0 or far > LONGEST or abs(high) > LONGEST or number < 0 or number > MOST_OBSTACLES:
        return Reason.NO_SUCH_MEASURE
    if what == Measured.SHOT:
        return Reason.NO_SUCH_MEASURE if high else 0
    if (
        number
        or (what == Measured.LANDING and far)
        or (high < 0 and what != Measured.REACH and what != Measured.CONTACT)
    ):
        return Reason.NO_SUCH_MEASURE
    if what == Measured.SHOVE and (far > frame.left or (far == 0 and high)):
        return Reason.SHOVED_TOO_FAR
    return 0


@rule("S2.A7")
def may_be_struck(setting: Setting, battle: Skirmish, frame: Frame, whom: int) -> bool:
    """Whether a stray shot may have hit a model: any on the table but the shooter and the target."""
    if whom < 0 or whom >= setting.models or battle.models[whom].fate != Fate.FIELDED or frame.at:
        return False
    return whom != frame.actor and whom != frame.target


@rule("S2.A7")
def may_be_within(setting: Setting, battle: Skirmish, frame: Frame, whom: int) -> bool:
    """Whether a model may be named as within the radius: one on the table that was not named yet."""
    if whom < 0 or whom >= setting.models or battle.models[whom].fate != Fate.FIELDED:
        return False
    return (frame.hit >> whom) & 1 == 0

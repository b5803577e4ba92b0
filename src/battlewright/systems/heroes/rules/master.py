"""What is put to the game master: whether the encounter is over (H.O4), and which check ends an effect (H.R11)."""

from __future__ import annotations

from battlewright.engine.battle import pop_frame
from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import MASTER, await_choice, end
from battlewright.engine.record import clear
from battlewright.systems.heroes.enums import Check, Clause
from battlewright.systems.heroes.record import (
    ROUND_OVER,
    ChoiceKind,
    Encounter,
    EventKind,
    Frame,
    FrameKind,
    HeroesChoice,
    Setting,
    Stage,
    Step,
)
from battlewright.systems.heroes.rules.conditions import (
    is_there,
    lasts_until_check,
    let_go,
    say_what_ends_it,
    set_check,
    sides_gone,
)
from battlewright.systems.heroes.rules.defence import is_out


@rule("H.N1", "H.O4")
def reach_end(setting: Setting, battle: Encounter, why: int) -> None:
    """End the encounter, or ask the game master whether it is over."""
    if setting.rulings.end_asks:
        await_choice(battle.node, Step.THE_END, MASTER)
    else:
        conclude(setting, battle, why)


@rule("H.O4", "H.R10")
def go_on(setting: Setting, battle: Encounter) -> None:
    """Go on although the end is reached. Who is out lets go of what it upholds; the game master is asked again when
    another side is gone, and when the round is over."""
    frame = battle.frames[battle.depth - 1]
    emit(battle.tail, EventKind.GOES_ON, Clause.O4, round=battle.round)
    battle.went_on |= sides_gone(setting, battle)
    if is_round_over(battle, frame):
        battle.went_on |= ROUND_OVER
    for who in range(setting.combatants):
        if is_out(battle.combatants[who]):
            let_go(setting, battle, who)


@rule("H.N1")
def is_round_over(battle: Encounter, frame: Frame) -> bool:
    """Return whether all turns of a round have been taken."""
    return frame.kind == FrameKind.ENCOUNTER and frame.stage == Stage.READY and battle.next >= battle.count


@rule("H.N1", "H.O4")
def conclude(setting: Setting, battle: Encounter, why: int) -> None:
    """End the encounter: the side that is left wins; none, or both after the last round, is a draw."""
    a, b = is_there(setting, battle, 0), is_there(setting, battle, 1)
    winner = 0
    if a and not b:
        winner = 1
    elif b and not a:
        winner = 2
    emit(battle.tail, why, Clause.N1, winner=winner - 1, round=battle.round)
    while battle.depth > 0:
        pop_frame(battle)
    clear(battle.hazard)
    battle.went_on = 0
    end(battle.node, winner)


@rule("H.R11")
def ask_for_check(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Ask the game master which check ends what was just brought, if a check ends it."""
    effect = battle.combatants[frame.target].effects[frame.condition]
    if lasts_until_check(setting, effect, frame.condition):
        await_choice(battle.node, Step.WHICH_CHECK, MASTER)
    else:
        frame.stage = Stage.EXPOSED


@rule("H.R11")
def decide_check(setting: Setting, battle: Encounter, frame: Frame, choice: HeroesChoice) -> None:
    """Settle which check ends an effect, as the game master has decided."""
    check = Check.MAINTENANCE if choice.kind == ChoiceKind.BY_MAINTENANCE else Check.RESISTANCE
    set_check(battle.combatants[frame.target].effects[frame.condition], check)
    say_what_ends_it(setting, battle, frame.target, frame.condition)
    frame.condition = 0
    frame.stage = Stage.EXPOSED

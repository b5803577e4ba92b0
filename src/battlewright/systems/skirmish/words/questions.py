"""Questions: what a decision or a roll asks of its side, and which model it is about."""

from __future__ import annotations

from collections.abc import Callable

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import look
from battlewright.engine.roll_results import DieOf, dice_of_roll_off
from battlewright.systems.skirmish.record import NOBODY, ChoiceKind, Frame, Setting, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.rules.melee import fighter
from battlewright.systems.skirmish.rules.sides import side_of
from battlewright.systems.skirmish.rules.split import defender, splitter
from battlewright.systems.skirmish.words.facts import Facts, attacked_in, attacker_of
from battlewright.systems.skirmish.words.measures import asked
from battlewright.systems.skirmish.words.names import Names, frame_of

NEEDS = "4 or more is a success, 6 a critical one"
TEST = "{actor}, {test} (4 or more on a die is one): {dice}"
QUESTIONS: dict[int, str] = {
    Step.DEPLOY: "Which model is placed next, and where ({zone})?",
    Step.ACTIVATE: "Choose a model to activate",
    Step.ACT: "{actor}, {actors_ap} AP: which action?",
    Step.TARGET: "{actor} with {actors_blade}: who is attacked?",
    Step.TAKE_PLACE: "{target} is {is_met} by {actor}: does a helper take its place?",
    Step.RESOLVE: "{fighter} has {left}, {opponent} {opponents_left}: which is resolved, and how?",
    Step.REACT: ("{target}, {targets_ap} AP, is shot at by {actor} ({difficulty}, on {shot_dice}): how to react?"),
    Step.COVER_MOVE: "{target} took cover: move up to {cover_range}, or stay?",
    Step.RETURN_FIRE: "{target}{taken_out} may return fire at {actor}: with which weapon?",
    Step.DIVIDE: "{splitter} against {other}: how many of {melee_dice} are put on attack?",
    Step.CANCEL: (
        "{defender} has {parries} in defence against {struck} of {striker} with {strikers_blade}: how many criticals "
        "are cancelled?"
    ),
    Step.ROLL_OFF: "Roll-off for who {begins} first: one die each",
    Step.STRESS_TEST: "{actor}, stress test: {dice}, each below 4 costs a point of Toughness",
    Step.CLIMB_TEST: TEST,
    Step.JUMP_TEST: TEST,
    Step.STRIKE_ROLL: "{attacker} attacks {attacked}: {dice}, " + NEEDS,
    Step.PARRY_ROLL: "{attacked} defends itself against {attacker}: {dice}, " + NEEDS,
    Step.SHOT_ROLL: "{actor} shoots at {target}: {dice}, a sum of {frame.need} or more hits{chance}",
    Step.CRITICAL_ROLL: "{actor}, critical hit: {dice}, half of it (rounded up) is the stress",
    Step.STRAY_ROLL: "{actor} has missed: {dice}, 4 or more hits {stray} instead",
}
ASKED: dict[int, Callable[[Frame], int]] = {
    **dict.fromkeys((Step.ROLL_OFF, Step.DEPLOY, Step.ACTIVATE), lambda frame: NOBODY),
    **dict.fromkeys((Step.TAKE_PLACE, Step.REACT, Step.COVER_MOVE, Step.RETURN_FIRE), lambda frame: frame.target),
    Step.RESOLVE: as_plain(fighter),
    Step.DIVIDE: as_plain(splitter),
    Step.CANCEL: as_plain(defender),
    Step.STRIKE_ROLL: attacker_of,
    Step.PARRY_ROLL: attacked_in,
}
"""The model that each step is about, where that is not the actor of the exchange."""
MEASURES = (Step.MEASURE, Step.IN_FIRE, Step.STRUCK, Step.WITHIN)
"""The steps at which the players say what they measure on a table of their own."""
BY_SIDE = (Step.DEPLOY, Step.ACTIVATE, Step.TAKE_PLACE)
"""The steps at which a side chooses one of its models."""


def question(names: Names, battle: Skirmish) -> str:
    """What a battle waits for, as a question."""
    if battle.node.step in MEASURES:
        return asked(names, battle)
    return QUESTIONS[battle.node.step].format_map(Facts(names, battle))


def model_asked(battle: Skirmish) -> int:
    """The model that a question or a roll is about: whose turn it is, who answers, who rolls; NOBODY where a side
    chooses one of its models, or rolls itself."""
    if battle.node.kind == NodeKind.OVER:
        return NOBODY
    frame, asked = frame_of(battle), ASKED.get(battle.node.step)
    return asked(frame) if asked else frame.actor


def dice_of(position: Position[Setting, Skirmish, SkirmishChoice]) -> list[DieOf]:
    """Whose the dice of a roll are: a side's in a roll-off, else the model's that the roll is about."""
    if position.node.step == Step.ROLL_OFF:
        return dice_of_roll_off(position.record.roll_off)
    who, setting = model_asked(position.record), look(Setting, position.setting)
    side = position.node.side if who < 0 else as_plain(side_of)(setting, who)
    return [DieOf(side, who)] * position.node.dice


def decider(position: Position[Setting, Skirmish, SkirmishChoice], choice: SkirmishChoice | None) -> int:
    """The model that a choice is made for, or without a choice the one that must choose; -1 for the whole side, which
    chooses the model to place or to activate, and whether a friend takes the target's place."""
    if position.node.step in BY_SIDE:
        return NOBODY if choice is None or choice.kind == ChoiceKind.KEEP_PLACE else choice.who
    frame, setting = frame_of(position.record), look(Setting, position.setting)
    if frame.target < 0 or as_plain(side_of)(setting, frame.actor) == position.node.side:
        return frame.actor
    return frame.target

"""The records of an engagement between two forces."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from battlewright.engine.battle import Battle
from battlewright.engine.events import EventKinds, Tail
from battlewright.engine.node import Choice
from battlewright.engine.record import Record, Row
from battlewright.engine.rolloff import RollOff

SIDES = 6
MAX_GROUPS = 12
SLOTS = 2 * MAX_GROUPS
"""The slots of one force: its groups, and for each the second model that a broken formation may leave."""
MAX_MODELS = 20
MAX_KINDS = 2 * MAX_GROUPS
MAX_ACTIONS = 5
MAX_DICE = 1000
MAX_FRAMES = 3
"""The deepest stack: an engagement, an activation, a roll."""
NOBODY = -1


class Clause(IntEnum):
    """The clauses by their stable numbers, as events and refusals cite them."""

    D1 = 1
    D2 = 2
    D3 = 3
    D4 = 4
    D5 = 5
    D6 = 6
    D7 = 7
    D8 = 8
    D9 = 9
    D10 = 10
    D11 = 11
    D12 = 12
    G1 = 21
    G2 = 22
    G3 = 23
    G4 = 24
    G5 = 25
    G6 = 26


class Characteristic(IntEnum):
    """The characteristics that a test or a spell may be rolled against."""

    MIGHT = 1
    DEX = 2
    WILL = 3
    DEF = 4


class RollKind(IntEnum):
    """How an action is resolved. An ORDER is shouted: no dice."""

    ORDER = 0
    ATTACK = 1
    TEST = 2


class Combination(IntEnum):
    """The combinations that an action may look for."""

    NONE = 0
    DOUBLE = 1
    TRIPLE = 2
    SCALE = 3


class Effect(IntEnum):
    """The effects of an action besides wounding.

    REROLLS: a friend gains Rerolls. WEAKENED: fewer dice in its next attack. EXPOSED: lower DEF until the round ends.
    DAZED: it must pass a test of a characteristic before its next action. WOUNDS: more Wounds.
    """

    NONE = 0
    REROLLS = 1
    WEAKENED = 2
    EXPOSED = 3
    DAZED = 4
    WOUNDS = 5


class Action(Record):
    """What a model can do in an activation. The first action of a kind that has ATK is its plain attack."""

    roll: int
    dice: int
    against: int
    wounds: int
    needs: int
    combination: int
    effect: int
    amount: int
    failure: int
    failure_amount: int


class Kind(Record):
    """The characteristics of one kind of model, and its actions."""

    might: int
    dexterity: int
    willpower: int
    deflection: int
    atk: int
    action_count: int
    actions: Annotated[Row[Action], MAX_ACTIONS]


class Muster(Record):
    """A group at the start of the engagement."""

    kind: int
    models: int
    rerolls: int


class Setting(Record):
    """What does not change in an engagement."""

    round_limit: int
    heavy_sixes: int
    kinds: Annotated[Row[Kind], MAX_KINDS]
    musters: Annotated[Row[Muster], 2 * MAX_GROUPS]
    opening_penalty: int


class Group(Record):
    """A formation (three or more models) or a single model. The Wounds are those of the model that takes them now;
    ``opening`` is the dice that it has fewer in its activation, as the first of the engagement."""

    kind: int
    models: int
    wounds: int
    acted: int
    rerolls: int
    weakened: int
    exposed: int
    dazed: int
    opening: int


class FrameKind(IntEnum):
    """The kinds of frames on the stack."""

    ENGAGEMENT = 1
    ACTIVATION = 2
    ROLL = 3


class Stage(IntEnum):
    """The stages of a frame."""

    BEGIN = 0
    TESTED = 1
    READY = 2
    ROLLED = 3
    TAKEN_UP = 4
    SETTLED = 5
    DONE = 6


class Frame(Record):
    """One exchange in progress. ``shown`` counts the dice by the face that stands for theirs."""

    kind: int
    stage: int
    actor: int
    target: int
    action: int
    roll: int
    score: int
    dice: int
    answer: int
    shown: Annotated[Row[int], SIDES]


class Outcome(Record):
    """The outcome of a roll on its own; inside an engagement it stays empty."""

    successes: int
    wounds: int
    double: int
    triple: int
    scale: int
    landed: int


class Engagement(Battle):
    """What changes in an engagement. ``opened`` says whether any group has been activated yet."""

    round: int
    turn: int
    opened: int
    roll_off: RollOff
    groups: Annotated[Row[Group], 2 * SLOTS]
    frames: Annotated[Row[Frame], MAX_FRAMES]
    outcome: Outcome
    tail: Tail


class Step(IntEnum):
    """The steps of a node."""

    ROLL_OFF = 1
    ACTIVATE = 2
    ACT = 3
    ROLL = 4
    REROLL = 5
    ROLL_AGAIN = 6


class ChoiceKind(IntEnum):
    """ACTIVATE a group; ACT with it; REROLL dice (none: keep them all)."""

    ACTIVATE = 1
    ACT = 2
    REROLL = 3


class FormationsChoice(Choice):
    """A choice. ``dice`` counts the dice to reroll by the face they stand under."""

    group: int
    action: int
    target: int
    dice: Annotated[Row[int], SIDES]


class EventKind(EventKinds):
    """The kinds of events, with their fields.

    ``action`` is an index among the group's actions, ``score`` what its dice are rolled against, ``removed`` and
    ``models`` are the models that a group has lost and has left. ``strength_a`` and ``strength_b`` are MIGHT minus
    Wounds. ``combination``, ``effect`` and ``what`` are a ``Combination``, an ``Effect`` and an ``Editable``.
    """

    ROUND = 1, "round"
    FIRST = 2, "side"
    TIE = 3
    DECLARED = 4, "who", "whom", "action"
    POOL = 5, "who", "whom", "dice", "score"
    REROLLED = 6, "who", "dice"
    COMBINATION = 7, "who", "combination", "landed"
    SUCCESSES = 8, "who", "whom", "successes", "score"
    PASSED = 9, "who", "score"
    FAILED = 10, "who", "score"
    WOUNDED = 11, "who", "wounds"
    REMOVED = 12, "who", "removed", "models"
    BROKEN = 13, "who", "models"
    EFFECT = 14, "who", "effect", "amount"
    NO_EFFECT = 15, "who", "whom", "effect"
    LOST_ACTION = 16, "who"
    GONE = 17, "winner", "strength_a", "strength_b"
    LIMIT = 18, "winner", "strength_a", "strength_b"
    HEAVY = 19, "who", "whom", "wounds"
    NATURAL_ONE = 20, "who"
    OPENING = 21, "who", "dice"
    EDITED = 1000, "who", "what", "value", "was"


class Editable(IntEnum):
    """The numbers that a game master may change between activations."""

    WOUNDS = 1
    MODELS = 2
    REROLLS = 3
    ROUND = 4

"""The records of a skirmish, and the words of its rulebook as enumerations."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from battlewright.engine.battle import Battle
from battlewright.engine.events import EventKinds, Tail
from battlewright.engine.node import Choice, Edit
from battlewright.engine.record import Record, Row
from battlewright.engine.rolloff import RollOff
from battlewright.geometry.bases import MAX_BASES, Crowd
from battlewright.geometry.distance import INCH
from battlewright.geometry.legs import Gait, Leg, Stride
from battlewright.geometry.terrain import Terrain
from battlewright.geometry.terrain_index import MAX_PIECES

SIDES = 6
SUCCESS = 4
MAX_SIDE = 12
"""The most models on one side."""
MAX_MODELS = MAX_BASES
MAX_WEAPONS = 24
MAX_CARRIED = 4
"""The most weapons of one kind that a model carries."""
MAX_ABILITY = 10
MAX_LEGS = 8
MAX_MARKERS = 12
MAX_FRAMES = 6
"""The deepest stack: a battle, an activation, a shot, its return shot, the return to that or a cover move, and a stress
test."""
MAX_DICE = 2 * MAX_ABILITY
MAX_CHOICES = 128
NOBODY = -1

AP = 3
"""The action points of a round."""
STEP = INCH
"""The height that is ignored while moving, and that an obstacle must exceed."""
FALL = 3 * INCH
"""The height of a fall that causes a point of stress."""
VERTICAL_REACH = 3 * INCH
CONTACT = INCH // 20
MARKER_RADIUS = INCH
"""Dust and fire are circles 2" across."""
MARKER_ROUNDS = 1
"""The number of further rounds that they last."""
BITS = 20
"""The number of pieces of terrain for which one number of ``spent`` has bits."""


class Edition(IntEnum):
    """The edition whose rules a battle follows."""

    SECOND = 0
    FIRST = 1


class Victory(IntEnum):
    """The aim of a scenario when the rounds are over. POINTS: those still on the table. HOLD: those within its circle.
    LEADERS: as POINTS, but a side loses at once when its first model is gone."""

    POINTS = 0
    HOLD = 1
    LEADERS = 2


class Zone(Record):
    """The zone where a side is placed: a rectangle that holds its bases wholly."""

    left: int
    right: int
    near: int
    far: int


class Weapon(Record):
    """A weapon. A melee weapon has a threat range, oppression and optionally a shove; a shooting weapon a modifier in
    thousandths (in favour of the shooter; in the first edition added to the difficulty) and damage. ``critical`` is the
    stress of a critical; with ``critical_d3`` it is a D3 instead."""

    threat: int
    stress: int
    critical: int
    critical_d3: int
    shove: int
    modifier: int
    no_return: int
    cover_shorter: int


class Card(Record):
    """A character card: abilities, points and weapons (by their numbers), melee weapons before shooting ones."""

    melee: int
    ballistics: int
    toughness: int
    agility: int
    radius: int
    height: int
    points: int
    blades: int
    blade: Annotated[Row[int], MAX_CARRIED]
    guns: int
    gun: Annotated[Row[int], MAX_CARRIED]


class Setting(Record):
    """The constant part of a battle. Models below ``first_of_b`` are side a's, the others b's."""

    edition: int
    models: int
    first_of_b: int
    round_limit: int
    victory: int
    hold_x: int
    hold_y: int
    hold_radius: int
    threat_stops_moves: int
    modifier_added: int
    solid_blocks: int
    zones: Annotated[Row[Zone], 2]
    weapons: Annotated[Row[Weapon], MAX_WEAPONS]
    cards: Annotated[Row[Card], MAX_MODELS]
    terrain: Terrain


class Fate(IntEnum):
    """The state of a model: still to be placed, on the table, or removed from the game."""

    WAITING = 0
    FIELDED = 1
    REMOVED = 2


class Model(Record):
    """The changing numbers of a model; its place is in the crowd. ``helps`` is 1 + the friend whose place it may take,
    ``caused`` the stress it has caused to opponents this round."""

    fate: int
    toughness: int
    stress: int
    ap: int
    activated: int
    broke_down: int
    caused: int
    aided: int
    helps: int
    shoved: int


class FrameKind(IntEnum):
    """The kinds of frames. DIVISION is the first edition's clash, TEST its stress test; MEASURE is a question to the
    players of a battle without a table (``rules/measures.py``)."""

    BATTLE = 1
    ACTIVATION = 2
    MOVE = 3
    CLASH = 4
    SHOT = 5
    DIVISION = 6
    TEST = 7
    MEASURE = 8


class Stage(IntEnum):
    """The progress of a frame."""

    BEGIN = 0
    DEPLOYMENT = 1
    ROUND = 2
    READY = 3
    TESTED = 4
    MOVED = 5
    TARGETED = 6
    REACTED = 8
    ROLLED = 9
    STRAY = 12
    AFTERMATH = 13
    RESOLVING = 14
    DONE = 15
    DIVIDING = 16
    REVEALED = 17
    STRIKING = 18
    PARRYING = 19
    CANCELLING = 20


class Purpose(IntEnum):
    """The purpose of a move."""

    MOVE = 0
    ENGAGE = 1
    COVER = 2


class Reaction(IntEnum):
    """The reaction of a shot's target."""

    NOTHING = 0
    COVER = 1
    RETURN_FIRE = 2


class Frame(Record):
    """One exchange in progress.

    A shot: ``need`` is the lowest sum that hits, ``difficulty`` the same in thousandths before cover, ``chain`` the
    number of shots it answers, ``at`` how far a stray shot has flown, ``gain`` whether a cover move could put more into
    the line, ``left`` the distance that the players measured. A clash: the unresolved successes of the attacker (own)
    and the target (their). A division: 1 + the dice that each has put on attack (0: not split yet), the target's
    weapon, each fighter's uncancelled successes in attack, and those in defence (parries); ``hit`` marks the models
    that were shoved. A move: ``left`` is the range left. A measure: ``purpose`` is what is measured, ``left`` the
    longest shove, ``at`` the fire that is asked about, ``need`` the stress of an explosion, ``hit`` marks the models
    that were named.
    """

    kind: int
    stage: int
    actor: int
    target: int
    weapon: int
    purpose: int
    left: int
    difficulty: int
    need: int
    obstacles: int
    gain: int
    reaction: int
    hit: int
    critical: int
    chain: int
    at: int
    own: int
    own_critical: int
    their: int
    their_critical: int
    turn: int
    own_split: int
    their_split: int
    their_weapon: int
    own_parries: int
    own_critical_parries: int
    their_parries: int
    their_critical_parries: int


class Spot(Record):
    """A place on the table."""

    x: int
    y: int
    level: int


class Path(Record):
    """A path that is being walked: its start, its legs, and the index of the next leg."""

    start: Spot
    count: int
    next: int
    legs: Annotated[Row[Leg], MAX_LEGS]


class Marker(Record):
    """A circle of dust or fire on the table, until the end of a round. Fire has a level, and causes stress."""

    kind: int
    x: int
    y: int
    level: int
    until: int
    stress: int


class Skirmish(Battle):
    """The changing part of a battle. ``hurt`` has a bit for each model that owes a stress test for what it just
    suffered, ``spent`` one for each piece of terrain whose one-time effect has happened. ``gait``, ``stride`` and
    ``spot`` are working space, and empty between rules."""

    round: int
    turn: int
    hurt: int
    roll_off: RollOff
    crowd: Crowd
    models: Annotated[Row[Model], MAX_MODELS]
    marker_count: int
    markers: Annotated[Row[Marker], MAX_MARKERS]
    spent: Annotated[Row[int], MAX_PIECES // BITS]
    path: Path
    gait: Gait
    stride: Stride
    spot: Spot
    frames: Annotated[Row[Frame], MAX_FRAMES]
    tail: Tail


class Step(IntEnum):
    """The decision or roll of a node."""

    ROLL_OFF = 1
    DEPLOY = 2
    ACTIVATE = 3
    STRESS_TEST = 4
    ACT = 5
    CLIMB_TEST = 6
    JUMP_TEST = 7
    TARGET = 8
    TAKE_PLACE = 9
    STRIKE_ROLL = 10
    PARRY_ROLL = 11
    RESOLVE = 12
    REACT = 13
    SHOT_ROLL = 14
    CRITICAL_ROLL = 15
    STRAY_ROLL = 16
    COVER_MOVE = 17
    RETURN_FIRE = 18
    DIVIDE = 19
    CANCEL = 20
    MEASURE = 21
    IN_FIRE = 22
    STRUCK = 23
    WITHIN = 24


class ChoiceKind(IntEnum):
    """The kinds of choices; ``choices.py`` shows what each one names."""

    DEPLOY = 1
    ACTIVATE = 2
    MOVE = 3
    CLOSE_COMBAT = 4
    SHOOT = 5
    AID = 6
    STOP = 7
    TARGET = 8
    TAKE_PLACE = 9
    KEEP_PLACE = 10
    NOTHING = 11
    COVER = 12
    RETURN_FIRE = 13
    COVER_MOVE = 14
    STAY = 15
    FIRE = 16
    WAIVE = 17
    STRIKE = 18
    PARRY = 19
    SPEND = 20
    DIVIDE = 21
    CANCEL = 22
    MEASURE = 23
    TAKE_BACK = 24
    NO_LINE = 25
    NO_TARGET = 26
    BURNS = 27
    CLEAR = 28
    HITS_MODEL = 29
    EXPLODES = 30
    LEAVES_DUST = 31
    LEAVES_FIRE = 32
    NO_EFFECT = 33
    WITHIN = 34
    NOBODY_ELSE = 35


class SkirmishChoice(Choice):
    """A choice. ``who`` and ``whom`` are models, ``weapon`` is an index among the model's weapons of that kind.

    ``critical``: a critical success is used, or the number of critical successes that are cancelled; ``against``: a
    critical success is parried; ``attack``: the number of dice on attack. ``legs`` are ``count`` legs of a path; in a
    deployment the first one is the place. Where the players keep the table, a leg is measured by itself: ``x`` is its
    length seen from above, ``level`` how much higher (or lower) it ends, and ``y`` is 1 for a climb by a ladder; a
    measure is a ``distance``, a ``height`` and a ``number`` (of obstacles; of stress, for what is hit).
    """

    who: int
    whom: int
    weapon: int
    critical: int
    against: int
    attack: int
    count: int
    legs: Annotated[Row[Leg], MAX_LEGS]
    distance: int
    height: int
    number: int


class SkirmishEdit(Edit):
    """A game master's change. A new place, dust and fire need a point and a level."""

    x: int
    y: int
    level: int


class EventKind(EventKinds):
    """The kinds of events, with their fields.

    ``stress`` and ``toughness`` are what the model then has, ``stress_added`` and ``stress_removed`` how its stress has
    changed. ``weapon`` is an index among the model's weapons of that kind, ``piece`` one among the terrain,
    ``obstacle`` a number of ``rules/lines.py``. ``normal`` and ``critical`` count successes, ``needed`` is the lowest
    sum that hits, ``difficulty`` the same in thousandths before cover, ``chain`` the number of shots that a shot
    answers. ``marker``, ``way`` and ``what`` are a ``MarkerKind``, a ``LegKind`` and an ``Editable``.
    """

    ROUND = 1, "round"
    FIRST = 2, "side", "round"
    TIE = 3
    DEPLOYED = 4, "who", "x", "y", "level"
    UNPLACED = 5, "who"
    ACTIVATED = 6, "who", "ap", "stress"
    STRAINED = 7, "who", "toughness", "stress"
    BROKE_DOWN = 8, "who", "toughness", "stress"
    STRESS_TEST = 9, "who", "toughness_lost", "stress_added"
    RECOVERED = 10, "who", "stress_removed", "stress"
    REMOVED = 11, "who"
    MOVED = 13, "who", "x", "y", "level"
    CLIMBED = 14, "who", "x", "y", "level"
    JUMPED = 15, "who", "x", "y", "level"
    DROPPED = 16, "who", "x", "y", "level"
    FELL = 17, "who", "by", "height", "stress_added"
    STRESS = 18, "who", "by", "stress_added", "stress"
    ENGAGED = 19, "who", "weapon"
    NO_ENEMY = 20, "who"
    TARGETED = 21, "who", "whom", "weapon"
    TOOK_PLACE = 22, "who", "whom"
    STRUCK_ROLL = 23, "who", "whom", "normal", "critical"
    PARRIED_ROLL = 24, "who", "whom", "normal", "critical"
    STRUCK = 25, "who", "whom", "stress_added", "critical"
    PARRIED = 26, "who", "whom", "critical", "against"
    WASTED = 27, "who", "critical"
    SHOVED = 28, "who", "by", "length"
    SHOT = 29, "who", "whom", "weapon", "chain"
    DIFFICULTY = 30, "who", "whom", "difficulty", "obstacles"
    NO_REACTION = 31, "who"
    TAKES_COVER = 32, "who", "difficulty"
    RETURNS_FIRE = 33, "who", "whom"
    HIT = 34, "who", "whom", "needed"
    MISSED = 35, "who", "whom", "needed"
    CRITICAL = 36, "who", "whom", "needed"
    STRAY_HIT = 37, "who", "obstacle"
    STRAY_MISS = 38, "who", "obstacle"
    EXPLOSION = 39, "piece", "radius", "stress_added"
    DUST = 40, "x", "y"
    STAYED = 41, "who"
    WAIVED = 42, "who", "whom"
    CANCELLED = 43, "who", "whom"
    AIDED = 44, "who", "whom", "stress_removed", "stress"
    STOPPED = 45, "who", "ap"
    GONE = 46, "winner", "points_a", "points_b"
    LIMIT = 47, "winner", "points_a", "points_b"
    LEADER = 48, "winner", "points_a", "points_b"
    DIVIDED = 49, "who"
    REVEALED = 50, "who", "attack", "defence"
    GOT_THROUGH = 51, "who", "whom", "normal", "critical"
    FALLEN = 52, "who"
    FELL_SHORT = 53, "who", "length", "way"
    FIRE = 54, "x", "y", "level"
    BURNT = 55, "who", "x", "y"
    SETTLED = 56, "marker", "x", "y"
    WENT = 57, "who", "way", "length", "height"
    FAILED_JUMP = 58, "who", "length"
    MEASURED = 59, "who", "whom", "distance", "height"
    TAKEN_BACK = 60, "who"
    BLAST = 61, "by", "stress_added"
    FIELDED = 62, "who"
    EDITED = 1000, "who", "what", "value", "was"
    EDITED_PLACE = 1001, "who", "x", "y", "level"
    EDITED_EXPLOSION = 1002, "piece", "radius"
    EDITED_DUST = 1003, "x", "y"
    EDITED_FIRE = 1004, "x", "y", "level"


class Editable(IntEnum):
    """The numbers that a game master may change."""

    STRESS = 1
    TOUGHNESS = 2
    AP = 3
    ROUND = 4
    PLACE = 5
    EXPLOSION = 6
    DUST = 7
    FIRE = 8

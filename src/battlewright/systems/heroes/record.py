"""The records of an encounter, and the names of its nodes and choices."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from battlewright.engine.battle import Battle
from battlewright.engine.events import Tail
from battlewright.engine.node import Choice, Edit
from battlewright.engine.record import Record, Row
from battlewright.engine.rolloff import RollOff
from battlewright.systems.heroes.enums import ATTRIBUTES, COMPONENTS, CONDITIONS, TYPES
from battlewright.systems.heroes.event_kinds import EventKind as EventKind
from battlewright.systems.heroes.steps import FrameKind as FrameKind
from battlewright.systems.heroes.steps import Stage as Stage
from battlewright.systems.heroes.steps import Step as Step

MAX_COMBATANTS = 16
MAX_ACTIONS = 8
"""The most weapons, spells and talents of one character together."""
MAX_MODIFIERS = 64
"""The most situational modifiers of an encounter."""
MAX_HAZARDS = 8
"""The most traps and hazards of an encounter."""
NAME_INTS = 4
"""The ints that hold the name of a modifier."""
MAX_DICE = 20
WHOLE_SIDE = -1
"""The targets of an action that is used on a whole side."""
DIGIT = 10
"""More than the uses of an action: those of all actions together are the digits of one number."""
SUMS = 201
"""More than any sum of an attack roll or a check."""
LEAD = 20
"""The largest lead in a contest; a greater one counts as this."""
RING = 8
"""The places around a combatant."""
NOBODY = -1
LIVE = -1
"""A power that is the caster's current Spell Power."""
ROUND_OVER = 4
BROKEN, AWAY = 1, 2
"""Why a combatant is out beside what it suffers from: by its Stress, or because it has fled."""
SEVERE = 1
"""The offset from a condition to its severe form."""


class Rulings(Record):
    """The numbers of the rulings and tables, as the set-up has them. Shares are in hundredths."""

    attack_dice: int
    attack_sides: int
    check_dice: int
    check_sides: int
    check_base: int
    critical_margin: int
    contest_sides: int
    contest_step: int
    contest_wins: int
    initiative_sides: int
    ap: int
    attack_ap: int
    spell_ap: int
    check_ap: int
    other_ap: int
    round_limit: int
    minor_bonus: int
    major_bonus: int
    minor_penalty: int
    major_penalty: int
    partial_cover: int
    heavy_cover: int
    bloodied: int
    near_death: int
    short_of_strength: int
    masters_check: int
    end_asks: int
    default_power: int
    pool_first: int
    pool_others: int
    pool_parts: int


class Armour(Record):
    """A kind of worn armour: its value, the most Dodge it allows (-1: no limit), the Strength it asks for."""

    value: int
    most_dodge: int
    strength: int


class Condition(Record):
    """What a condition does: modifiers by component; action points lost; abilities lost altogether; damage each turn;
    its turns (0: until a check ends it, -1: for good); the defence of that check."""

    modifiers: Annotated[Row[int], COMPONENTS]
    ap: int
    no_actions: int
    no_spells: int
    no_dodge: int
    no_parry: int
    seals_health: int
    seals_morale: int
    dominated: int
    confused: int
    dice: int
    sides: int
    plus: int
    type: int
    turns: int
    defence: int


class Inflicted(Record):
    """What a hit brings: 1 + a condition (0: none), the arcane defence that resists it (0: none, so nothing does), and
    the power it is resisted against (LIVE: its caster's Spell Power)."""

    condition: int
    defence: int
    power: int


class Hazard(Record):
    """A trap (``once``) or a hazard, perhaps one that nobody has found: the defence it targets and its power, the
    damage and the condition it brings."""

    once: int
    hidden: int
    dice: int
    sides: int
    plus: int
    types: int
    brings: Inflicted


class Action(Record):
    """A weapon, a spell or a talent. ``bonus`` is added to its attack roll, ``plus`` to its damage; ``types`` has a bit
    for each type; ``effect`` is what it brings, ``critical`` what a critical hit brings on top; ``targets``
    is how many it may be used on at once (0: on one alone, WHOLE_SIDE: on all of a side); ``uses`` is how often
    it can be used (0: without limit), in each encounter or ``until_rest``."""

    kind: int
    target: int
    bonus: int
    dice: int
    sides: int
    plus: int
    types: int
    heals: int
    effect: Inflicted
    critical: Inflicted
    check: int
    needs: int
    targets: int
    uses: int
    until_rest: int


class Modifier(Record):
    """A situational modifier: its combatant, component and amount, 1 + the attacker against whom alone it counts (0:
    against all), its turns (0: until it is taken away), and its name (see ``names.py``; all 0: none)."""

    whom: int
    against: int
    component: int
    amount: int
    turns: int
    name: Annotated[Row[int], NAME_INTS]


class Lost(Record):
    """What a combatant enters the encounter without: the Health and Morale that it has lost, and the Wounds and Stress
    that it has."""

    health: int
    wounds: int
    morale: int
    stress: int


class Kept(Record):
    """What a condition that a combatant enters with is resisted with and against, where this is not the defence of its
    row and the usual power (0)."""

    defence: int
    power: int


class Rest(Record):
    """A rest before the encounter: the points of each pool that come back (below 0 a share: one part of so many of what
    is gone, rounded up), the conditions that end, a bit for each, and whether uses return."""

    health: int
    wounds: int
    morale: int
    stress: int
    conditions: int
    uses: int


class Card(Record):
    """What is derived from a sheet, and how it enters the encounter (``conditions`` and ``hazards`` have a bit for
    each; the bit after those of the conditions says that sheets are secret). The first numbers are the sheet's own,
    those from ``health`` to ``attack`` are derived from them. ``spent`` is what it has spent of its actions before the
    encounter, a digit for each. ``response`` is the effect of being Bloodied,
    ``fears_blood`` whether the combatant is Afraid then."""

    attributes: Annotated[Row[int], ATTRIBUTES]
    bonuses: Annotated[Row[int], COMPONENTS]
    level: int
    armour: int
    is_player: int
    resistances: Annotated[Row[int], TYPES]
    vulnerabilities: Annotated[Row[int], TYPES]
    health: int
    wounds: int
    morale: int
    stress: int
    dodge: int
    parry: int
    armor: int
    willpower: int
    fortitude: int
    reflex: int
    spell_power: int
    spell_potency: int
    initiative: int
    attack: int
    response: Condition
    fears_blood: int
    hidden: int
    away: int
    ring: Annotated[Row[int], RING]
    conditions: int
    lost: Lost
    kept: Annotated[Row[Kept], CONDITIONS]
    hazards: int
    spent: int
    actions_count: int
    actions: Annotated[Row[Action], MAX_ACTIONS]


class Setting(Record):
    """What does not change in an encounter. Combatants 0 to before ``first_of_b`` are side a's, the others b's.

    For bots it holds chances in millionths: that an attack roll and a check come to at least a number, and that a
    contest is won with a given lead (from -LEAD on) of Spell Power over the defence. It also holds the threat of each
    combatant: the mean harm or healing of its best action in a turn, in thousandths of a point.
    """

    combatants: int
    first_of_b: int
    rulings: Rulings
    rest: Rest
    armours: Annotated[Row[Armour], 4]
    conditions: Annotated[Row[Condition], CONDITIONS]
    attack_odds: Annotated[Row[int], SUMS]
    check_odds: Annotated[Row[int], SUMS]
    contest_odds: Annotated[Row[int], 2 * LEAD + 1]
    threats: Annotated[Row[int], MAX_COMBATANTS]
    modifiers_count: int
    modifiers: Annotated[Row[Modifier], MAX_MODIFIERS]
    hazards: Annotated[Row[Hazard], MAX_HAZARDS]
    cards: Annotated[Row[Card], MAX_COMBATANTS]


class Effect(Record):
    """A condition that a combatant has: 1 + the turns it still lasts (1: until a check ends it; 0: there is none), 1 +
    the combatant that brought it (0: none), the check that ends it, whether that was made this turn, the defence it is
    resisted with, and the power against it: the caster's Spell Power (LIVE, by its ``source``), or a power of its
    own."""

    left: int
    by: int
    check: int
    tried: int
    defence: int
    source: int
    power: int


class Combatant(Record):
    """What changes about a combatant. ``hidden`` is the share behind cover, ``ring`` has for each place around it 1 +
    the opponent who stands there (0: none), ``hazards`` a bit for each that threatens it, ``caused`` one for each
    condition that its pools or its neighbours bring, ``broken`` a bit for being broken (BROKEN) and for having left
    (AWAY). ``spent`` has a digit for each action of limited uses: those that it has spent. ``absent`` says whether it
    has been out in this round. The numbers from ``dodge`` on are the current ones, with everything counted in, and are
    kept up to date; ``ruled_by`` is 1 + the combatant that decides for it (0: its own side)."""

    health: int
    wounds: int
    morale: int
    stress: int
    ap: int
    broken: int
    absent: int
    hidden: int
    ring: Annotated[Row[int], RING]
    hazards: int
    spent: int
    caused: int
    effects: Annotated[Row[Effect], CONDITIONS]
    dodge: int
    parry: int
    armor: int
    willpower: int
    fortitude: int
    reflex: int
    attack: int
    spell_power: int
    talent_power: int
    initiative: int
    acts: int
    idle: int
    speechless: int
    confused: int
    ruled_by: int
    afflictions: int


MAX_FRAMES = 4
"""The deepest stack: a trap goes off by hand while an exchange of a turn is in progress."""


class Frame(Record):
    """One exchange in progress. An attack or a contest has an actor, a target, the index of its action, and the band of
    its roll (``band``); ``at`` is the progress of its effects. A contest: rounds won by both, both dice, and the
    attacker's face. A check: its condition. A hazard: the combatant it threatens. A turn: ``at`` is the progress of its
    beginning or end. An action on several targets has in ``targets`` a bit for each that is still to come, and the
    damage dice that count for all: ``rolled``, and for critical hits ``rolled_again``, too."""

    kind: int
    stage: int
    actor: int
    target: int
    action: int
    band: int
    condition: int
    at: int
    own_wins: int
    their_wins: int
    own_sides: int
    their_sides: int
    shown: int
    targets: int
    rolled: int
    rolled_again: int


class Encounter(Battle):
    """What changes in an encounter. ``order`` has the combatants by their initiative in this round, ``rolls`` their
    rolls for it, and ``next`` is the index of the next turn. ``hazard`` is the one that goes off. ``went_on`` has a bit
    for each side without which the game master has gone on, and ROUND_OVER when the end of this round was put to the
    game master."""

    round: int
    next: int
    count: int
    tied_from: int
    order: Annotated[Row[int], MAX_COMBATANTS]
    rolls: Annotated[Row[int], MAX_COMBATANTS]
    roll_off: RollOff
    combatants: Annotated[Row[Combatant], MAX_COMBATANTS]
    modifiers_count: int
    modifiers: Annotated[Row[Modifier], MAX_MODIFIERS]
    hazard: Hazard
    went_on: int
    frames: Annotated[Row[Frame], MAX_FRAMES]
    tail: Tail


class ChoiceKind(IntEnum):
    """The kinds of choices in a turn, of further targets, and of the game master: see ``choices.py`` for what each
    names."""

    USE = 1
    RESIST = 2
    MAINTAIN = 3
    OTHER = 4
    END = 5
    CONCLUDE = 6
    GO_ON = 7
    BY_RESISTANCE = 8
    BY_MAINTENANCE = 9
    ALSO = 10
    ENOUGH = 11


class HeroesChoice(Choice):
    """A choice. ``action`` is an index on the sheet, ``target`` a combatant, ``condition`` one that it has."""

    action: int
    target: int
    condition: int


class Editable(IntEnum):
    """What a game master may change at any time: see ``edit.py`` for what each names."""

    HEALTH = 1
    WOUNDS = 2
    MORALE = 3
    STRESS = 4
    AP = 5
    ROUND = 6
    HIDDEN = 7
    RING = 8
    MODIFIER = 9
    CONDITION = 10
    EXPOSED = 11
    TRAP = 12
    USES = 13
    DAMAGE = 14
    HEALING = 15


class HeroesEdit(Edit):
    """A game master's change. ``of`` is a component, a condition, a place, an action or 1 + a hazard of the set-up;
    ``by`` is 1 + the combatant that upholds a condition, or against whom alone a modifier counts; ``defence`` and
    ``power`` are what it, or a trap, is resisted with and against, ``check`` the one that ends it (0: by the rule). A
    trap that is made up on the spot has its dice, types of damage and 1 + its condition; damage and healing have types
    too."""

    of: int
    turns: int
    by: int
    defence: int
    power: int
    dice: int
    sides: int
    plus: int
    types: int
    condition: int
    check: int
    name: Annotated[Row[int], NAME_INTS]


class Amend(IntEnum):
    """What a game master may change of the set-up: see ``setup/amend.py``."""

    ARRIVE = 1
    REMOVE = 2
    FLEE = 3
    RETURN = 4
    TURN = 5
    SHEET = 6
    ATTRIBUTE = 7
    LEVEL = 8
    RESISTANCE = 9
    VULNERABILITY = 10
    RULING = 11
    HAZARD = 12
    FIND = 13
    CLEAR = 14


class Amendment(Record):
    """How an encounter is carried over to an amended setting: what was changed, of which combatant by its new number
    (REMOVE: by its old one; NOBODY: of none), with an attribute, a type of damage, a ruling or a hazard (``of``), the
    new number and the one before it. For each new combatant and hazard it has the old number (NOBODY: it is new), and
    for each action of the old sheet of ``who`` the index on the new one (NOBODY: it is gone)."""

    what: int
    who: int
    of: int
    value: int
    was: int
    combatants: Annotated[Row[int], MAX_COMBATANTS]
    hazards: Annotated[Row[int], MAX_HAZARDS]
    actions: Annotated[Row[int], MAX_ACTIONS]

"""The kinds of events of an encounter."""

from __future__ import annotations

from battlewright.engine.events import EventKinds


class EventKind(EventKinds):
    """The kinds of events, with their fields.

    ``shown`` is what the dice show, ``bonus`` what is added to it, ``total`` what both come to; the total of damage is
    that before resistances, ``damage`` what is dealt. ``types`` has a bit for each ``DamageType``. ``needed`` is what a
    check had to reach, ``defence`` a ``Target``. ``condition`` is a ``ConditionName`` (-1: none), ``turns`` how long it
    lasts (0: until a check ends it, -1: for good, or as long as its cause), ``stays`` whether a combatant keeps it by
    its pools. ``action`` is an index on the sheet, ``uses`` how many are left of it, ``targets`` a bit for each of
    those that it is used on, ``hazard`` one in the set-up (-1: made up on the spot), ``place`` one around a combatant,
    ``against`` the attacker against whom alone a modifier counts (-1: it counts against all).
    ``value`` is the value of an edit or an amendment. ``band``, ``check``, ``component``, ``attribute`` and ``what``
    are a ``Band``, a ``Check``, a ``Component``, an ``Attribute`` and an ``Editable``, ``ruling`` the place of a number
    among the ``Rulings``. Who may not know the numbers of a foe is told ``CONTEST_WON`` instead of ``CONTEST_ROUND``:
    the winner of the round comes first.
    """

    ROUND = 1, "round"
    INITIATIVE = 2, "who", "shown", "total"
    TIE = 3, "tied"
    TURN = 4, "who", "ap", "idle"
    USES = 6, "who", "whom", "action"
    CONFUSED = 7, "who", "whom"
    BAND = 8, "who", "whom", "edge", "band"
    DAMAGE = 9, "who", "by", "damage", "types"
    HEALED = 10, "who", "by", "healed", "types"
    CONDITION = 11, "who", "by", "condition", "turns"
    OVER = 12, "who", "condition"
    CONTEST_ROUND = 13, "who", "whom", "own_total", "their_total"
    CONTEST_TIE = 14, "who", "whom", "total"
    CONTEST = 15, "who", "whom", "own_wins", "their_wins"
    RESISTED = 16, "who", "by", "condition", "defence", "needed"
    MAINTAINED = 17, "who", "whom", "condition", "defence", "needed"
    LAPSED = 18, "who", "whom", "condition"
    OTHER = 19, "who", "ap"
    ENDED = 20, "who", "ap"
    BROKEN = 21, "who"
    GONE = 22, "winner", "round"
    LIMIT = 23, "winner", "round"
    NO_DAMAGE = 24, "who", "by", "total", "types"
    SEALED = 25, "who", "by", "condition"
    ATTACK_ROLL = 26, "who", "whom", "shown", "bonus"
    DAMAGE_ROLL = 27, "who", "whom", "shown", "bonus"
    RESISTANCE = 28, "who", "by", "less", "total"
    VULNERABILITY = 29, "who", "by", "more", "total"
    CONTEST_DIE = 30, "who", "whom", "shown", "bonus"
    CHECK_ROLL = 31, "who", "whom", "shown", "bonus"
    NOT_RESISTED = 32, "who", "by", "condition", "defence", "needed"
    NOT_MAINTAINED = 33, "who", "whom", "condition", "defence", "needed"
    LASTS = 34, "who", "by", "condition", "defence", "check"
    EXPOSED = 35, "who", "hazard", "defence", "power"
    WITHSTOOD = 36, "who", "by", "condition", "defence", "needed"
    NOT_WITHSTOOD = 37, "who", "by", "condition", "defence", "needed"
    MODIFIER_OVER = 38, "who", "component", "amount", "against"
    NAMED = 39, "name_1", "name_2", "name_3", "name_4"
    RALLIED = 40, "who"
    TICK = 41, "who", "condition", "damage"
    BEGINS = 42, "who"
    SPENT = 43, "who", "action", "uses"
    SEVERAL = 44, "who", "action", "targets"
    RESTED = 60, "who", "health", "wounds", "morale", "stress"
    CONTEST_WON = 61, "who", "whom"
    GOES_ON = 70, "round"
    EDITED = 1000, "who", "what", "value", "was"
    EDITED_RING = 1001, "who", "place", "whom", "was"
    EDITED_MODIFIER = 1002, "who", "component", "amount", "was", "against"
    EDITED_CONDITION = 1003, "who", "by", "condition", "value", "stays"
    EDITED_EXPOSED = 1004, "who", "hazard", "exposed", "was"
    EDITED_TRAP = 1005, "who", "hazard"
    EDITED_USES = 1006, "who", "action", "uses", "was"
    EDITED_DAMAGE = 1010, "who", "total", "types"
    EDITED_HEALING = 1011, "who", "amount", "types"
    ARRIVED = 1100, "who", "side"
    REMOVED = 1101, "who"
    FLED = 1102, "who"
    RETURNED = 1103, "who"
    TURNED = 1104, "who", "side"
    AMENDED_SHEET = 1105, "who"
    AMENDED_ATTRIBUTE = 1106, "who", "attribute", "value", "was"
    AMENDED_LEVEL = 1107, "who", "value", "was"
    AMENDED_RESISTANCE = 1108, "who", "types", "value", "was"
    AMENDED_VULNERABILITY = 1109, "who", "types", "value", "was"
    AMENDED_RULING = 1110, "ruling", "value", "was"
    HAZARD_ADDED = 1111, "hazard"
    HAZARD_FOUND = 1112, "hazard"
    HAZARD_CLEARED = 1113, "hazard"

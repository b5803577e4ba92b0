"""The differences between the two editions in a number or a single step, one function each.

Larger differences have a chapter of their own: the first edition's clash is ``split.py``, its stress tests are
``stress_first.py``.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.record import Edition, FrameKind, Setting

LOW = 3 * INCH
"""The height that a model of the first edition climbs without a test."""
HOLD = 2 * INCH
"""The height that each success adds to a climb."""


@rule("S2.M4", "S1.M4")
def free_climb(setting: Setting, who: int) -> int:
    """The height that a model climbs without a test: its Agility; in the first edition 3" for every model."""
    return LOW if setting.edition == Edition.FIRST else setting.cards[who].agility * INCH


@rule("S2.M5", "S1.M6")
def climbed(setting: Setting, successes: int) -> int:
    """The height that a test's successes allow: 2" each; in the first edition on top of the free climb."""
    return successes * HOLD + (LOW if setting.edition == Edition.FIRST else 0)


@rule("S2.M4", "S2.M5", "S1.M4", "S1.M6")
def clause_of_climb(setting: Setting, high: bool, tested: bool) -> int:
    """The clause of a climb. High climbs and ladders have their own; in the first edition only climbs with a test
    have."""
    return Clause.M5 if tested or (high and setting.edition == Edition.SECOND) else Clause.M4


@rule("S2.M3", "S1.M7", "S1.M9")
def may_fall_short(setting: Setting) -> bool:
    """Whether a climb or a long jump beyond the range left may be attempted, and fails."""
    return setting.edition == Edition.FIRST


@rule("S2.M12", "S1.M10")
def drop_hurts(setting: Setting) -> bool:
    """Whether a deliberate drop causes the stress of a fall."""
    return setting.edition == Edition.SECOND


@rule("S2.K6", "S1.K2")
def kind_of_clash(setting: Setting) -> int:
    """The kind of clash: tests resolved success by success, or dice split in secret."""
    return FrameKind.DIVISION if setting.edition == Edition.FIRST else FrameKind.CLASH


@rule("S2.F4", "S1.F3")
def announces_return_fire(setting: Setting) -> bool:
    """Whether return fire is chosen and paid for before the shot; in the first edition it is chosen after it."""
    return setting.edition == Edition.SECOND


@rule("S2.D1", "S1.T5")
def has_aid(setting: Setting) -> bool:
    """Whether there is an Aid action. The first edition has neither break-downs nor Aid."""
    return setting.edition == Edition.SECOND


@rule("S2.T6", "S1.T2")
def tests_at_once(setting: Setting) -> bool:
    """Whether stress is tested as soon as it is suffered, not when the model is next activated."""
    return setting.edition == Edition.FIRST

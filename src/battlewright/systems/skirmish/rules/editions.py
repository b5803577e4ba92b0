"""Where the two editions differ in a number or in one step, each difference in a function of its own.

What differs as a whole has a chapter: the first edition's clash is ``split.py``, its stress tests ``stress_first.py``.
"""

from __future__ import annotations

from battlewright.engine.rule import rule
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.record import Edition, FrameKind, Setting
from battlewright.table.measure import INCH

LOW = 3 * INCH
"""What the first edition climbs without a test."""
HOLD = 2 * INCH
"""What a success is worth in a climb."""


@rule("S2.M4", "S1.M4")
def free_climb(setting: Setting, who: int) -> int:
    """How high one climbs without a test: the Agility; in the first edition 3" for everyone."""
    return LOW if setting.edition == Edition.FIRST else setting.cards[who].agility * INCH


@rule("S2.M5", "S1.M6")
def climbed(setting: Setting, successes: int) -> int:
    """How high the successes of a test lead: 2" each; in the first edition on top of what needs no test."""
    return successes * HOLD + (LOW if setting.edition == Edition.FIRST else 0)


@rule("S2.M4", "S2.M5", "S1.M4", "S1.M6")
def clause_of_climb(setting: Setting, high: bool, tested: bool) -> int:
    """The clause of a climb: high ones have their own, ladders too; in the first edition only those with a test."""
    return Clause.M5 if tested or (high and setting.edition == Edition.SECOND) else Clause.M4


@rule("S2.M3", "S1.M7", "S1.M9")
def may_fall_short(setting: Setting) -> bool:
    """Whether a climb or a long jump that the range left does not cover may be tried, and fails."""
    return setting.edition == Edition.FIRST


@rule("S2.M12", "S1.M10")
def drop_hurts(setting: Setting) -> bool:
    """Whether to let oneself drop gives the stress of a fall."""
    return setting.edition == Edition.SECOND


@rule("S2.K6", "S1.K2")
def kind_of_clash(setting: Setting) -> int:
    """What a clash is: tests that are resolved in turn, or dice that are divided in secret."""
    return FrameKind.DIVISION if setting.edition == Edition.FIRST else FrameKind.CLASH


@rule("S2.F4", "S1.F3")
def announces_return_fire(setting: Setting) -> bool:
    """Whether return fire is chosen, and paid for, before the shot; in the first edition it is after it."""
    return setting.edition == Edition.SECOND


@rule("S2.D1", "S1.T5")
def has_aid(setting: Setting) -> bool:
    """Whether there is an Aid action; in the first edition, in which nobody breaks down, there is none."""
    return setting.edition == Edition.SECOND


@rule("S2.T6", "S1.T2")
def tests_at_once(setting: Setting) -> bool:
    """Whether stress is tested as soon as it is suffered, rather than when the model is next activated."""
    return setting.edition == Edition.FIRST

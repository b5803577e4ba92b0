"""Rolls as data: whose dice they were, what each counted for by the rules, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.events import EventView
from battlewright.engine.labels import Reference
from battlewright.engine.record import Row, numbers
from battlewright.engine.roll_results import Counted, RolledDie, RollResult, plain_dice, roll_off_result
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.record import SIDES, SUCCESS, EventKind, Frame, FrameKind, Skirmish, Step
from battlewright.systems.skirmish.rules.dice import count_criticals, count_successes
from battlewright.systems.skirmish.words.facts import agility_test
from battlewright.systems.skirmish.words.names import Names, frame_of
from battlewright.systems.skirmish.words.questions import model_asked


def _faces_that(count: Callable[[Row[int], int], int]) -> tuple[int, ...]:
    """The faces that a rule counts."""
    return tuple(face for face in range(1, SIDES + 1) if as_plain(count)(numbers([face]), 1))


SUCCESSES, CRITICALS = _faces_that(count_successes), _faces_that(count_criticals)
VERDICTS = {EventKind.HIT: "Hit", EventKind.MISSED: "Miss", EventKind.CRITICAL: "Critical hit"}
OUTCOMES = {EventKind.HIT: "hit", EventKind.MISSED: "missed", EventKind.CRITICAL: "critical"}
STEP_NAMES = {
    Step.ROLL_OFF: "Roll-offs",
    Step.STRESS_TEST: "Stress tests",
    Step.CLIMB_TEST: "Climbs",
    Step.JUMP_TEST: "Jumps",
    Step.STRIKE_ROLL: "Strikes",
    Step.PARRY_ROLL: "Parries",
    Step.SHOT_ROLL: "Shots",
    Step.CRITICAL_ROLL: "Criticals",
    Step.STRAY_ROLL: "Stray shots",
}
"""What the rolls of a step are called."""
Events = Sequence[EventView]


def roll_result(names: Names, battle: Skirmish, faces: Sequence[int], events: Events) -> RollResult:
    """What a roll meant, by the position before it and the events that followed."""
    frame, of = frame_of(battle), names.reference(model_asked(battle))
    match battle.node.step:
        case Step.ROLL_OFF:
            return _roll_off(names, battle, faces, events)
        case Step.STRESS_TEST:
            return _stress_test(frame, of, faces, events)
        case Step.CLIMB_TEST | Step.JUMP_TEST:
            return _agility(names, battle, frame, of, faces, events)
        case Step.STRIKE_ROLL | Step.PARRY_ROLL:
            return RollResult(_counted(faces, of, criticals=True), needed=SUCCESS, reading=_successes(faces))
        case Step.SHOT_ROLL:
            return _shot(frame, of, faces, events)
        case Step.CRITICAL_ROLL:
            return _critical(frame, of, faces, events)
    return _stray(names, of, faces, events)


def _roll_off(names: Names, battle: Skirmish, faces: Sequence[int], events: Events) -> RollResult:
    """The higher die places or activates first."""
    first = _event(events, EventKind.FIRST)
    does = "activates" if battle.round else "places"
    return roll_off_result(battle.roll_off, faces, f"{names.side_name(first['side'])} {does} first" if first else "")


def _stress_test(frame: Frame, of: Reference | None, faces: Sequence[int], events: Events) -> RollResult:
    """Each die below 4 costs a point of Toughness. A 6 takes stress off, but not in the first edition."""
    tested = _event(events, EventKind.STRESS_TEST)
    lost = tested["toughness_lost"] if tested else 0
    who = of.number if of else -1
    out = any(each.kind in (EventKind.REMOVED, EventKind.FALLEN) and each["who"] == who for each in events)
    return RollResult(
        _counted(faces, of, criticals=frame.kind != FrameKind.TEST),
        needed=SUCCESS,
        outcome="failed" if lost else "passed",
        good=not lost,
        reading=_successes(faces),
        verdict="Taken out" if out else f"Toughness {lost} lower" if lost else "No die fails",
    )


def _agility(
    names: Names, battle: Skirmish, frame: Frame, of: Reference | None, faces: Sequence[int], events: Events
) -> RollResult:
    """A climb or a jump passes if there are successes enough for the whole leg."""
    what, _, needed = agility_test(names, battle, frame)
    if what == "jump":
        landed = _event(events, EventKind.JUMPED)
        passed = landed is not None and landed.clause != Clause.M10
    else:
        passed = _event(events, EventKind.CLIMBED) is not None
    return RollResult(
        _counted(faces, of, criticals=False),
        total=_succeeded(faces),
        needed=needed,
        outcome="passed" if passed else "failed",
        good=passed,
        reading=f"{_successes(faces)}, needed {needed}",
        verdict="Passed" if passed else "Failed",
    )


def _shot(frame: Frame, of: Reference | None, faces: Sequence[int], events: Events) -> RollResult:
    """The sum counts; a 6 makes a hit critical."""
    kind = next(EventKind(each.kind) for each in events if each.kind in OUTCOMES)
    total, is_critical = sum(faces), kind == EventKind.CRITICAL
    marks = [Counted.CRITICAL if is_critical and face in CRITICALS else Counted.NOTHING for face in faces]
    return RollResult(
        tuple(RolledDie(face, mark, of) for face, mark in zip(faces, marks, strict=True)),
        total,
        needed=frame.need,
        outcome=OUTCOMES[kind],
        good=kind != EventKind.MISSED,
        reading=f"{total}, needed {frame.need}",
        verdict=VERDICTS[kind],
    )


def _critical(frame: Frame, of: Reference | None, faces: Sequence[int], events: Events) -> RollResult:
    """The stress of a critical hit: half a die."""
    caused = next(each["stress_added"] for each in events if each.kind == EventKind.STRESS)
    reading = f"half of {faces[0]}, rounded up"
    return RollResult(
        plain_dice(faces, of), total=caused, outcome="stress", good=True, reading=reading, verdict=f"{caused} stress"
    )


def _stray(names: Names, of: Reference | None, faces: Sequence[int], events: Events) -> RollResult:
    """A missed shot hits an obstacle in its line instead, or flies on."""
    hit = _event(events, EventKind.STRAY_HIT)
    return RollResult(
        _counted(faces, of, criticals=False),
        needed=SUCCESS,
        outcome="stray-hit" if hit else "stray-miss",
        reading=f"{faces[0]}, needed {SUCCESS}",
        verdict=f"Hits {names.obstacle(hit['obstacle'])}" if hit else "Flies past",
    )


def _counted(faces: Sequence[int], of: Reference | None, criticals: bool) -> tuple[RolledDie, ...]:
    """Dice of which each is a success or a failure; in critical tests some are critical successes."""
    return tuple(RolledDie(face, _counts_for(face, criticals), of) for face in faces)


def _counts_for(face: int, criticals: bool) -> Counted:
    if criticals and face in CRITICALS:
        return Counted.CRITICAL
    return Counted.SUCCESS if face in SUCCESSES else Counted.FAILURE


def _successes(faces: Sequence[int]) -> str:
    """``2 successes (4, 5, 6)``."""
    count = _succeeded(faces)
    return f"{count or 'no'} success{'' if count == 1 else 'es'} ({', '.join(map(str, SUCCESSES))})"


def _succeeded(faces: Sequence[int]) -> int:
    return sum(face in SUCCESSES for face in faces)


def _event(events: Events, kind: EventKind) -> EventView | None:
    """The first event of a kind."""
    return next((each for each in events if each.kind == kind), None)

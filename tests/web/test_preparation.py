"""Rules that are compiled while the server already answers: in which order, and what comes of one that cannot be."""

from __future__ import annotations

import logging
import time

import pytest

from battlewright.engine.compiler.precompile import Report, Schedule, Task
from battlewright.engine.errors import BattlewrightError, TooBusy
from battlewright.web.preparation import GoesOn, Preparation


def test_one_that_is_wanted_goes_before_the_others_and_the_others_go_on_afterwards() -> None:
    told: list[tuple[str, int]] = []

    def compile(name: str, tell: Report, goes_on: GoesOn) -> None:
        for done in range(1, 4):
            if not goes_on():
                return
            tell(done, 3, "a rule")
            told.append((name, done))
            if (name, done) == ("first", 2) and len(told) == 2:
                with pytest.raises(TooBusy, match=r"^Third is being prepared: its rules are compiled soon\."):
                    preparation.require("third")
                assert not goes_on()

    def states(name: str, tell: Report, goes_on: GoesOn) -> None:
        seen.append({each: progress.state for each, progress in preparation.progress.items()})
        compile(name, tell, goes_on)

    ended: list[bool] = []
    seen: list[dict[str, str]] = []
    preparation = Preparation(["first", "second", "third"], states, lambda: ended.append(preparation.is_done))
    preparation.run()
    every = [("first", 1), ("first", 2), ("third", 3), ("first", 3), ("second", 3)]
    assert [each for each in told if each in every] == [*every[:3], ("first", 1), ("first", 2), *every[3:]]
    assert seen[:2] == [
        {"first": "compiling", "second": "waiting", "third": "waiting"},
        {"first": "waiting", "second": "waiting", "third": "compiling"},
    ]
    assert ended == [True]
    preparation.require("first")


def test_one_that_cannot_be_compiled_is_refused_with_its_reason_and_the_others_are_ready() -> None:
    def compile(name: str, tell: Report, goes_on: GoesOn) -> None:
        if name == "broken":
            raise BattlewrightError("The rule x cannot be compiled.")

    preparation = Preparation(["broken", "sound"], compile)
    preparation.run()
    assert preparation.is_done
    preparation.require("sound")
    with pytest.raises(BattlewrightError, match="The rule x cannot be compiled"):
        preparation.require("broken")


def test_an_error_that_nobody_foresaw_is_logged_and_does_not_keep_the_others_from_being_compiled(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def compile(name: str, tell: Report, goes_on: GoesOn) -> None:
        if name == "odd":
            raise KeyError("a stamp")

    preparation = Preparation(["odd", "sound"], compile)
    logger = logging.getLogger("battlewright.web")
    logger.addHandler(caplog.handler)  # a server's own handler keeps its lines from others
    try:
        preparation.run()
    finally:
        logger.removeHandler(caplog.handler)
    assert preparation.progress["sound"].state == "ready"
    with pytest.raises(
        BattlewrightError, match=r"^The rules of Odd could not be compiled; the server's log says why\.$"
    ):
        preparation.require("odd")
    assert "a stamp" in caplog.text


def test_what_nobody_asks_for_is_not_compiled_until_somebody_does() -> None:
    compiled: list[str] = []
    preparation = Preparation(
        ["first", "second", "third"], lambda name, *how: compiled.append(name), unasked=["second", "third"]
    )
    preparation.run()
    assert (compiled, preparation.is_done) == (["first"], True)
    with pytest.raises(TooBusy, match=r"^Third is being prepared"):
        preparation.require("third")
    until = time.monotonic() + 5
    while preparation.progress["third"].state != "ready" and time.monotonic() < until:
        preparation.wait()
    assert (compiled, preparation.progress["second"].state) == (["first", "third"], "unasked")
    preparation.require("third")


def test_a_preparation_that_is_closed_ends_early() -> None:
    done: list[str] = []

    def compile(name: str, tell: Report, goes_on: GoesOn) -> None:
        done.append(name)
        preparation.close()
        assert not goes_on()

    preparation = Preparation(["first", "second"], compile, lambda: done.append("all"))
    preparation.run()
    assert done == ["first"]
    assert not preparation.is_done


def test_the_rule_with_the_longest_way_up_is_compiled_first_and_none_before_what_it_calls() -> None:
    calls = {"short": (), "deep": (), "middle": (1,), "alone": (), "top": (0, 2)}
    tasks = [Task(name, name, called, 10 if name == "alone" else 5) for name, called in calls.items()]
    schedule = Schedule(tasks)
    assert schedule.take() == 1  # deep: middle and top wait for it
    assert [schedule.take(), schedule.take(), schedule.take()] == [0, 3, None]
    schedule.finish(1)
    assert schedule.take() == 2
    schedule.finish(2)
    assert schedule.take() is None
    schedule.finish(0)
    assert schedule.take() == 4

"""Carrying studies out: precision, limits, the same dice in all cells, stopping and going on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from battlewright.engine.errors import BattlewrightError
from battlewright.lab.study import checkpoint as checkpoints
from battlewright.lab.study.checkpoint import Checkpoint
from battlewright.lab.study.executors import TaskResult, Threads
from battlewright.lab.study.file import Plan
from battlewright.lab.study.run import Outcome, StudyProgress, run
from tests.changes import changed
from tests.disks import small_disk
from tests.lab.study.helpers import carried_out, numbers, pig, plan, small
from tests.modes import nightly_when_plain
from tests.toy.pig import PIG


@pytest.mark.plain
@nightly_when_plain
def test_a_study_of_the_toy_system_goes_on_until_it_is_precise() -> None:
    done = carried_out(pig(precision=0.1)).outcome
    assert [each.cell.labels for each in done.cells] == [{"goal": "6"}, {"goal": "12"}, {"goal": "20"}]
    for each in done.cells:
        assert each.is_precise
        assert each.estimates[0].half <= 0.1
        assert each.battles % 2 == 0
        assert each.sums.battles == len(each.rows if each.rows is not None else [])


def test_a_chance_that_was_found_in_another_way_lies_in_the_interval() -> None:
    """The chance of whoever begins, by ten thousand battles that are played in another way."""
    from battlewright.engine.session import Session
    from battlewright.lab.trials import trials
    from tests.toy.pig import PIG, PigSetup

    many = trials(PIG, (one := Session(PIG, PigSetup(goal=12))).setting, one.battle, 10_000, 3)
    done = carried_out(pig({"goal": [12]}, precision={"first player": 0.02})).outcome
    place = [measure.key for measure in done.plan.measures].index("first_player")
    found = done.cells[0].estimates[place]
    assert found.half <= 0.02
    assert found.low < float(many.chance("a")) < found.high


@pytest.mark.plain
def test_a_limit_ends_a_study_that_is_not_precise() -> None:
    done = carried_out(pig({"goal": [9]}, precision=0.05, limit=200)).outcome
    assert [(each.battles, each.is_precise) for each in done.cells] == [(200, False)]


def test_all_cells_have_the_same_dice() -> None:
    """Two cells that differ in nothing that matters have the same battles. (The greedy bot looks at the limit.)"""
    forces, vary = {"forces": ["river-guard", "marsh-coven"]}, {"round_limit": [5, 99]}
    made = plan(forces, vary, system="formations", precision=0.2, bots="random")
    one, other = carried_out(made).outcome.cells
    assert one.rows is not None
    assert other.rows is not None
    short = one.rows[:, 4] < 5
    assert short.any()
    assert (one.rows[short] == other.rows[: len(one.rows)][short]).all()


@pytest.mark.parametrize("make", [pig, small])
def test_the_numbers_do_not_depend_on_the_workers(make: Callable[..., Plan]) -> None:
    assert numbers(carried_out(make(), 1).outcome) == numbers(carried_out(make(), 3).outcome)


class Stopped(Threads):
    """Threads that are interrupted, or fail, after some results."""

    def __init__(self, after: int, error: BaseException) -> None:
        super().__init__(2)
        self.left, self.error = after, error

    def run(self, plan: Plan, tasks: object, take: object) -> None:
        def count(fought: TaskResult) -> None:
            take(fought)  # type: ignore[operator]
            self.left -= 1
            if self.left == 0:
                raise self.error

        super().run(plan, tasks, count)  # type: ignore[arg-type]


@cache
def alone() -> Outcome:
    """What the small study comes to where nothing stops it."""
    return carried_out(small()).outcome


def stopped(made: Plan, path: Path, after: int) -> Outcome:
    checkpoint = Checkpoint(path, made, "1")
    done = run(made, Stopped(after, KeyboardInterrupt()), checkpoint)
    checkpoint.close()
    return done


@pytest.mark.plain
@pytest.mark.parametrize("after", [1, 4])
def test_a_study_that_was_stopped_goes_on_to_the_same_numbers(after: int, tmp_path: Path) -> None:
    made, path = small(), tmp_path / "study.checkpoint"
    part = stopped(made, path, after)
    assert part.interrupted
    checkpoint = Checkpoint(path, made, "1")
    kept = sum(chunk.task.battles for chunk in checkpoint.found)
    assert kept >= part.battles > 0
    whole = run(made, Threads(2), checkpoint)
    checkpoint.remove()
    assert whole.before == kept
    assert numbers(whole) == numbers(alone())
    for one, other in zip(whole.cells, alone().cells, strict=True):
        assert one.rows is not None
        assert other.rows is not None
        assert (one.rows == other.rows).all()
    assert not path.exists()


@pytest.mark.plain
def test_what_is_reported_of_a_stopped_study_is_its_first_battles(tmp_path: Path) -> None:
    part = stopped(small(), tmp_path / "part", 5)
    for one, other in zip(part.cells, alone().cells, strict=True):
        if one.rows is not None and other.rows is not None:
            assert len(one.rows) <= len(other.rows)
            assert (one.rows == other.rows[: len(one.rows)]).all()


@pytest.mark.plain
def test_a_large_study_keeps_sums_and_comes_to_the_same_numbers(tmp_path: Path) -> None:
    rows, sums = alone(), carried_out(small(keep="cells"))
    assert numbers(rows) == numbers(sums.outcome)
    assert not sums.has_rows
    assert [each.estimates for each in rows.cells] == [each.estimates for each in sums.outcome.cells]
    with pytest.raises(BattlewrightError, match="keeps sums, not battles"):
        sums.battle_frame()
    part = stopped(small(keep="cells"), tmp_path / "part", 3)
    checkpoint = Checkpoint(tmp_path / "part", part.plan, "1")
    assert numbers(run(part.plan, Threads(2), checkpoint)) == numbers(rows)
    checkpoint.close()


@pytest.mark.plain
def test_battles_of_another_study_are_not_taken_for_this_one(tmp_path: Path) -> None:
    path = tmp_path / "study.checkpoint"
    stopped(pig(), path, 1)
    with pytest.raises(BattlewrightError, match="has battles of another study, or one by another version; --restart"):
        Checkpoint(path, pig(seed=2), "1")
    with pytest.raises(BattlewrightError, match="another version"):
        Checkpoint(path, pig(), "2")
    Checkpoint(path, pig(seed=2), "1", restart=True).close()
    path.write_bytes(b"something else that is long enough to be no database at all")
    with pytest.raises(BattlewrightError, match="is no checkpoint of a study"):
        Checkpoint(path, pig(), "1")


@pytest.mark.plain
def test_what_goes_wrong_is_told_and_what_is_done_is_kept(tmp_path: Path) -> None:
    made, path = small(), tmp_path / "study.checkpoint"
    with pytest.raises(BattlewrightError, match="out of ideas") as failed:
        run(made, Stopped(4, BattlewrightError("out of ideas")), Checkpoint(path, made, "1"))
    assert "battles are kept in" in failed.value.__notes__[0]
    checkpoint = Checkpoint(path, made, "1")
    assert checkpoint.found
    assert numbers(run(made, Threads(1), checkpoint)) == numbers(alone())
    checkpoint.close()


@pytest.mark.plain
def test_an_error_of_a_worker_ends_the_study() -> None:
    made = pig({"goal": [6]})

    def broken(setup: Any) -> Any:
        raise BattlewrightError("out of dice")

    system = changed(PIG, setup={"build": broken})
    cell = replace(made.cells[0], pairing=replace(made.cells[0].pairing, system=system))
    with pytest.raises(BattlewrightError, match="out of dice"):
        run(replace(made, cells=(cell,)), Threads(2))


def test_progress_tells_battles_cells_and_the_time_that_is_left() -> None:
    told: list[StudyProgress] = []
    done = run(small(precision=0.04), Threads(2), progress=told.append)
    assert told
    assert all(0 <= state.battles <= state.expected and 0 <= state.cells <= state.of == 4 for state in told)
    assert all(np.isfinite(state.left) and state.left >= 0 for state in told)
    assert told[-1].battles <= done.battles


def test_bots_that_think_can_be_asked_in_a_small_study() -> None:
    names = {"rosters": ["red-hall", "red-hall"], "rounds": 1}
    made = plan(names, {}, system="skirmish", bots=["random", "search:2"], precision={}, limit=4)
    done = carried_out(made).outcome
    assert [(each.cell.bots, each.battles) for each in done.cells] == [("random", 4), ("search:2", 4)]


# A full disk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "small", "3m") as folder:
        yield folder


def test_a_full_disk_is_told_and_the_study_goes_on_once_there_is_room(
    disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, path = small(precision=0.04), disk / "study.checkpoint"
    monkeypatch.setattr(checkpoints, "EVERY", 0.0)
    ballast = disk / "ballast"
    ballast.write_bytes(bytes(2_900_000))
    with pytest.raises(BattlewrightError, match="the disk is full; the battles written before are kept") as full:
        run(made, Threads(2), Checkpoint(path, made, "1"))
    ballast.unlink()
    checkpoint = Checkpoint(path, made, "1")
    assert 0 < checkpoint.kept == sum(chunk.task.battles for chunk in checkpoint.found)
    assert f"{checkpoint.kept:,} battles are kept" in full.value.__notes__[0]
    assert numbers(run(made, Threads(2), checkpoint)) == numbers(carried_out(made).outcome)
    checkpoint.close()


def test_an_interrupt_between_two_transactions_loses_nothing(tmp_path: Path) -> None:
    made, path = pig(), tmp_path / "study.checkpoint"
    checkpoint = Checkpoint(path, made, "1")
    whole = run(made, Threads(1), checkpoint)
    checkpoint._file.execute("commit")  # Ctrl-C comes here, before the next transaction begins
    checkpoint.commit()
    checkpoint.close()
    again = Checkpoint(path, made, "1")
    assert again.kept == whole.battles
    again.close()

"""Tables of people with a game master at random: seats, dice, edits, amendments and undo at any moment."""

from __future__ import annotations

import random
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from battlewright.contract.guides import guide_of
from battlewright.play.match import Match

TABLES, MANY, SEED = 12, 1500, 43


@pytest.fixture(scope="module")
def tables() -> ModuleType:
    return import_module("fuzz.tables")


def played(tables: ModuleType, first: int, count: int, seed: int = SEED) -> Any:
    """What tables came to."""
    result = tables.Result()
    for number in range(first, first + count):
        tables.play_table(seed, number, result)
    return result


def test_nothing_goes_wrong_at_tables_where_people_do_anything_at_any_moment(tables: ModuleType) -> None:
    result = played(tables, 0, TABLES)
    assert result.faults == []
    for act in ("choose", "type", "let_roll", "edit", "amend", "undo", "accept", "leave", "hand_on", "come_back"):
        assert result.acts[act] > result.refused[act], act


@pytest.mark.nightly
def test_nothing_goes_wrong_at_many_tables(tables: ModuleType) -> None:
    assert played(tables, TABLES, MANY).faults == []


def test_a_seat_that_sees_too_much_is_found(tables: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    every = (tables.Table(SEED, number, tables.Result()) for number in range(100))
    table = next(each for each in every if each.match.session.setup.foes_seen == "nothing")
    match = table.match
    first = len(match.session.setup.sides[0])
    health = match.session.record.combatants[first].health - 1
    for edit in guide_of(match.observe("Mia")).edits(f"set b1 health {health}") or ():
        match.edit("Mia", edit)
    table.check_twin(in_full=True)
    observe = Match.observe
    monkeypatch.setattr(Match, "observe", lambda match, seat, *more, **named: observe(match, "Mia", *more, **named))
    with pytest.raises(tables.Fault, match="depends on what it may not know"):
        table.check_twin(in_full=False)


def test_an_error_that_is_no_sentence_and_a_log_that_restores_another_match_are_found(
    tables: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(Match, "set_dice", broken)
        faults = played(tables, 0, 3).faults
    assert "KeyError: 'broken'" in "\n".join(faults)
    monkeypatch.setattr(tables, "read_log", lambda *_: tables.match_of(random.Random(1)))
    assert all("the log that is read is written otherwise" in fault for fault in played(tables, 0, 2).faults)

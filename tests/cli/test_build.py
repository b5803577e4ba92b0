"""What is compiled ahead."""

from __future__ import annotations

import pytest

from battlewright import systems
from battlewright.cli.build import _about, import_system, import_table
from battlewright.engine.compiler.rule import Compiled
from battlewright.engine.compiler.stamps import reachable
from battlewright.engine.record import PLAIN


@pytest.mark.skipif(PLAIN, reason="rules are not compiled")
@pytest.mark.parametrize("name", systems.names())
def test_a_table_needs_a_part_of_what_a_system_has(name: str) -> None:
    table, system = (
        {function for entry in importer(name) if isinstance(entry, Compiled) for function in reachable(entry.py_func)}
        for importer in (import_table, import_system)
    )
    assert table < system


def test_people_are_told_roughly_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert [_about(rules) for rules in (20, 500, 2000)] == ["a few seconds", "about 30 seconds", "about 2 minutes"]

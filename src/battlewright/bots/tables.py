"""The lore of each system, by its name."""

from __future__ import annotations

from collections import OrderedDict
from importlib import import_module
from threading import Lock
from typing import Any

from battlewright.engine.progress import Report
from battlewright.engine.record import Many, numbers, snapshot

WRITERS = {"skirmish": "battlewright.systems.skirmish.bots.make_tables"}
"""The modules that write lores; one is brought in where its system is played."""
KEPT = 8
"""How many lores are kept at hand; each is some millions of bytes."""

_known: OrderedDict[tuple[str, bytes], Many[int]] = OrderedDict()
_lock = Lock()


def lore_of(system: str, setting: Many[Any], report: Report | None = None) -> Many[int]:
    """What bots know by heart in a battle; nothing in a system that is not among these. ``report`` is told how far it
    is where it must be worked out."""
    if system not in WRITERS:
        return numbers(1)
    key = system, snapshot(setting)
    with _lock:
        if key not in _known:
            _known[key] = import_module(WRITERS[system]).lore_of(setting, report)
        _known.move_to_end(key)
        while len(_known) > KEPT:
            _known.popitem(last=False)
        return _known[key]

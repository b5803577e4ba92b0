"""Levels of opponents on a server: those that search are limited as searching bots are."""

from __future__ import annotations

import pytest

from battlewright import systems
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.levels import LEVELS, levels_of
from battlewright.bots.search import SearchBot
from battlewright.contract.system import System
from battlewright.engine.errors import BattlewrightError
from battlewright.web.limits import Limits
from battlewright.web.pools import most_rollouts, server_bot
from battlewright.web.room import is_quick
from battlewright.web.shelf import _system_data

SHIPPED = [systems.load(name) for name in systems.names()]


@pytest.mark.parametrize("system", SHIPPED, ids=lambda system: system.name)
def test_every_level_plays_on_a_server_as_it_comes(system: System) -> None:
    made = [type(server_bot(level, Limits(), system).make(1, 2)) for level in LEVELS]
    searches = [bool(strength.rollouts) for strength in levels_of(system).values()]
    assert made == [SearchBot if each else GreedyBot for each in searches]
    assert [is_quick(level, system) for level in LEVELS] == [not each for each in searches]
    assert (searches[0], searches[-1]) == (False, True)
    assert [each["name"] for each in _system_data(system, most_rollouts(Limits()))["levels"]] == list(LEVELS)


@pytest.mark.parametrize("system", SHIPPED, ids=lambda system: system.name)
def test_a_level_that_thinks_for_too_long_is_neither_offered_nor_taken(system: System) -> None:
    short = Limits(search=0.5)
    offered = [each["name"] for each in _system_data(system, most_rollouts(short))["levels"]]
    assert "medium" in offered
    assert "expert" not in offered
    with pytest.raises(BattlewrightError, match="may think for at most 500 ms"):
        server_bot("expert", short, system)

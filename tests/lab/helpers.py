"""Small pairings of Skirmish for studies."""

from __future__ import annotations

from typing import Any

from battlewright import systems
from battlewright.bots.named import NamedBot, pair_of
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.lab.pairing import Pairing
from battlewright.systems.skirmish.setup.battle import BattleSetup, read_scenario, set_up
from battlewright.systems.skirmish.setup.files import read_roster, read_table

SKIRMISH = systems.load("skirmish")


def both_ways(
    one: str, other: str, table: str = "open-field", rounds: int = 8, edition: str = "second"
) -> tuple[BattleSetup, BattleSetup]:
    rosters = read_roster(one), read_roster(other)
    scenario = read_scenario("last-stand").model_copy(update={"round_limit": rounds})
    parts = read_table(table), scenario, edition
    return set_up(rosters, *parts), set_up(rosters[::-1], *parts)


def pairing(bots: str | tuple[NamedBot, NamedBot] = "random", **more: Any) -> Pairing:
    pair = pair_of(bots) if isinstance(bots, str) else bots
    return Pairing(SKIRMISH, both_ways("lantern-company", "powder-guild", **more), pair)


def played(session: Session, bots: tuple[Any, Any]) -> Session:
    """A battle that was played step by step to its end."""
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bots[session.node.side].choose(session))
    return session

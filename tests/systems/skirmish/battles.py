"""Random whole battles of both editions on several tables, node by node."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from battlewright import systems
from battlewright.conformance.suite import proposal
from battlewright.contract.system import system_of
from battlewright.engine.node import NodeKind
from battlewright.engine.session import Session
from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.setup.battle import DeploymentSetup

BATTLES = [("second", "rooftops", 1), ("second", "wood", 2), ("first", "ruins", 3), ("first", "rooftops", 7)]
"""An edition, a table and a seed."""
MOST = 260
"""The most steps of a battle."""


def begun(edition: str, table: str, seed: int) -> Session:
    """A battle whose sides begin near each other, so that they soon clash."""
    system = systems.load("skirmish")
    setup: Any = system.setup.read(("gable-foxes", "lantern-company"), table, edition=edition).setup
    near = setup.scenario.model_copy(update={"deployment": DeploymentSetup(depth=9)})
    return Session(system, setup.model_copy(update={"scenario": near}), seed)


def nodes(edition: str, table: str, seed: int) -> Iterator[tuple[Session, Any]]:
    """A battle before each of its steps, with the choice that is made there (None: dice are rolled)."""
    session, chance = begun(edition, table, seed), random.Random(seed)
    while not session.is_over and len(session.steps) < MOST:
        choice = None if session.node.kind == NodeKind.CHANCE else _chosen(session, chance)
        yield session, choice
        if choice is None:
            session.roll()
        else:
            session.choose(choice)


def _chosen(session: Session, chance: random.Random) -> Any:
    """A choice that is offered, or now and then any path, with climbs and jumps."""
    free = sorted(session.system.rules.free_kinds.get(session.node.step, ()))
    for _ in range(4 if chance.random() < 0.3 else 0):
        made = proposal(system_of(session), session, chance.choice(free), chance) if free else None
        if made is not None and not session.refusal(made):
            return made
    return chance.choice(SkirmishGuide(session).offers()).choice

"""What engagements cost each force."""

from __future__ import annotations

from battlewright.contract.counts import Loss, Simulation
from battlewright.systems.formations.setup.engagement import EngagementSetup


def losses(done: Simulation) -> list[Loss]:
    """Return the models that each force loses."""
    setup: EngagementSetup = done.setup
    return [
        Loss.of(side, "models", done.counts.left(side)["models"], sum(group.models for group in force.groups))
        for side, force in enumerate(setup.forces)
    ]

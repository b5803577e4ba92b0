"""Training of bots: vectorised battles, a PettingZoo environment, and learned bots at the table."""

from __future__ import annotations

from battlewright.training.battles import Battles
from battlewright.training.sight import LearnedBot, Sight, features_of

__all__ = ["Battles", "LearnedBot", "Sight", "features_of"]

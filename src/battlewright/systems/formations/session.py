"""Formations with its own records, for the type checker."""

from __future__ import annotations

from battlewright.contract.system import System
from battlewright.engine.session import Session
from battlewright.systems.formations.record import Engagement, FormationsChoice, Setting

FormationsSystem = System[Setting, Engagement, FormationsChoice]
FormationsSession = Session[Setting, Engagement, FormationsChoice]

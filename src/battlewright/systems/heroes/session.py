"""Heroes with its own records, for the type checker."""

from __future__ import annotations

from battlewright.contract.system import System
from battlewright.engine.session import Session
from battlewright.systems.heroes.record import Encounter, HeroesChoice, Setting

HeroesSystem = System[Setting, Encounter, HeroesChoice]
HeroesSession = Session[Setting, Encounter, HeroesChoice]

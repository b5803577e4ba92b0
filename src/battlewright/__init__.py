"""Battlewright: the rules engine for tabletop combat."""

__version__ = "0.1.0"

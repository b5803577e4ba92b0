"""Formations: a wargame's dice, and an engagement between two forces."""

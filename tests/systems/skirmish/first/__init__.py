"""Skirmish by the rules of its first edition, chapter by chapter."""

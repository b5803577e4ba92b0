"""Advice for the players at a table."""

"""Exact odds for the questions of this rulebook."""

"""Battles by the million between bots, checked after every node: ``PYTHONPATH=bench python -m fuzz.run --help``."""

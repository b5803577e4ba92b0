"""The questions of each rulebook, answered exactly.

>>> from battlewright.answers import skirmish
>>> skirmish.climb(agility=3, height=5000).success
Fraction(1, 8)
"""

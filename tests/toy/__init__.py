"""Pig: the smallest system there is, to prove that a folder is enough.

Two players in turn roll one die as often as they dare. A 1 loses what the turn has brought; whoever holds adds it to
the score, and whoever reaches the goal wins.
"""

"""Morra: the smallest system with secrets, to prove that nobody gets to know them.

Both players secretly show one or two fingers. An even sum wins the round for player a, an odd one for player b; the
winner rolls a die for points. Who has the points of their own goal first has won, and nobody knows the other's goal.
"""

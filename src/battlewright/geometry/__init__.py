"""Integer geometry in thousandths of an inch.

Round bases, convex pieces of terrain with a bottom and a top, distances, lines of fire, legs of a move, a grid with a
pathfinder. No floats: squares are compared in 64 bits, so results are the same on every machine.
"""

"""The table: integer geometry in thousandths of an inch.

Round bases, convex pieces of terrain with a bottom and a top, distances, lines of fire, legs of a move, a lattice with
its path finder. No floats: squares are compared in 64 bits, so that a table is the same everywhere.
"""

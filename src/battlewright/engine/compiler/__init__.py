"""How rules are compiled, linked and cached. Numba is imported here alone."""

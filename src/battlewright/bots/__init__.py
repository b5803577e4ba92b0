"""Built-in players: random, greedy and search."""

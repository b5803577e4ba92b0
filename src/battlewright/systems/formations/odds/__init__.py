"""The questions of this rulebook, answered exactly."""

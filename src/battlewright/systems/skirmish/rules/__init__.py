"""The rules, one file per chapter of the rulebook, and the flow between nodes."""

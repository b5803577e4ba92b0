"""The rules, one file a chapter of the rulebook, and the flow between nodes."""

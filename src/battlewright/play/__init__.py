"""Matches: seats, what each may see, the log, undo, fair dice."""

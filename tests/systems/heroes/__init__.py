"""Heroes, chapter by chapter."""

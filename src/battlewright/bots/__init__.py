"""Who chooses when nobody sits there."""

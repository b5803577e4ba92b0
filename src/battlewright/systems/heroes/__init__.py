"""Heroes: a fantasy role-playing game's attributes, defences, contests, damage, conditions and encounters."""

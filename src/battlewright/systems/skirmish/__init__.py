"""Skirmish, second edition: characters, action points, stress, terrain in three dimensions."""

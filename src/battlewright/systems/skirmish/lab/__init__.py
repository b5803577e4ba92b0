"""What the lab counts and reports of Skirmish battles."""

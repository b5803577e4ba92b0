"""Features for learners."""

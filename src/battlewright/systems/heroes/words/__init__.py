"""Events, choices, refusals and questions as sentences."""

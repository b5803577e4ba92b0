"""The guide for a person at the table: what to know before choosing."""

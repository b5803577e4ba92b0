"""What a person at a table needs to know before choosing."""
